package codecs

import (
	"bytes"
	_ "embed" // embeds the tables
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/tables"
)

// namesFile is the compressed text that names.py writes. Comments at the start of the text describe its lines.
//
//go:embed names.txt.gz
var namesFile string

// A character is a code point with a name or an alias of it.
type character struct {
	r     rune
	since uint8 // first branch with this name
	name  string
}

// A nameRange is a range of code points that have the same prefix in their names. The code point in hexadecimal follows
// the prefix. A range applies only to the branches from since to till.
type nameRange struct {
	first, last rune
	since, till uint8
	prefix      string
}

type nameTable struct {
	byRune  map[rune]character   // without aliases
	byName  map[string]character // names and aliases
	private [16][]string         // by branch, the names of the private use characters from privateAliases on
	ranges  []nameRange          // sorted
}

// The first private use characters to which CPython gives the names of aliases and of sequences.
const (
	privateAliases   = 0xF0000
	privateSequences = 0xF0200
)

// characterNames returns the names. The first call reads them, which takes about 20 ms.
var characterNames = sync.OnceValue(func() *nameTable {
	const count = 35_000
	t := &nameTable{byRune: make(map[rune]character, count), byName: make(map[string]character, count)}
	var sequences []string
	branch := uint8(0)
	for line := range tableLines(namesFile) {
		switch line[0] {
		case '#':
		case '@':
			branch = uint8(tables.Number(strings.TrimPrefix(line, "@3."), 10))
		case '+':
			sequences = append(sequences, line[1:])
		case '!':
			since, list, _ := strings.Cut(line[1:], " ")
			for minor := tables.Number(since, 10); minor < len(t.private); minor++ {
				names := make([]string, privateSequences-privateAliases)
				copy(names, t.private[minor])
				for index := range strings.SplitSeq(list, ",") {
					names = append(names, sequences[tables.Number(index, 10)])
				}
				t.private[minor] = names
			}
		default:
			t.add(line, branch)
		}
	}
	return t
})

// add adds a line about characters. Names without a branch are new in the given branch.
func (t *nameTable) add(line string, branch uint8) {
	end := strings.IndexAny(line, " =-")
	r, rest := rune(tables.Number(line[:end], 16)), line[end+1:]
	switch line[end] {
	case ' ':
		c := character{r, branch, rest}
		t.byRune[r], t.byName[rest] = c, c
	case '=':
		space := strings.LastIndexByte(rest, ' ')
		c := character{r, uint8(tables.Number(rest[space+1:], 10)), rest[:space]}
		t.byName[c.name] = c
		for minor := int(c.since); minor < len(t.private); minor++ {
			t.private[minor] = append(t.private[minor], c.name)
		}
	default:
		fields := strings.SplitN(rest, " ", 3)
		since, till, _ := strings.Cut(fields[1], "-")
		t.ranges = append(t.ranges, nameRange{
			r, rune(tables.Number(fields[0], 16)), uint8(tables.Number(since, 10)), uint8(tables.Number(till, 10)),
			fields[2],
		})
	}
}

// RuneName returns the name of r that namereplace writes in a release, or "" if r has no name. As in CPython, the
// aliases and the names of sequences are the names of private use characters from U+F0000 on.
func (All) RuneName(r rune, rel str.Release) string {
	if hangulFirst <= r && r <= hangulLast {
		initial, vowel, final := letters(r)
		return hangulPrefix + initialNames[initial] + vowelNames[vowel] + finalNames[final]
	}
	t := characterNames()
	if prefix := t.rangePrefix(r, rel.Minor); prefix != "" {
		return prefix + codePoint(r)
	}
	if private := t.private[min(int(rel.Minor), len(t.private)-1)]; r >= privateAliases {
		if i := int(r - privateAliases); i < len(private) {
			return private[i]
		}
		return ""
	}
	if c := t.byRune[r]; c.since <= rel.Minor {
		return c.name
	}
	return ""
}

// rangePrefix returns the prefix of r if a nameRange of the branch contains r, and "" if not.
func (t *nameTable) rangePrefix(r rune, minor uint8) string {
	i, _ := slices.BinarySearchFunc(t.ranges, r, func(n nameRange, r rune) int { return int(n.last - r) })
	if i == len(t.ranges) || r < t.ranges[i].first || minor < t.ranges[i].since || minor > t.ranges[i].till {
		return ""
	}
	return t.ranges[i].prefix
}

func codePoint(r rune) string { return fmt.Sprintf("%04X", r) }

// parseCodePoint is the inverse of codePoint. If loose is true, one leading zero is allowed before four digits.
func parseCodePoint(s string, loose bool) (r rune, ok bool) {
	n, err := strconv.ParseUint(s, 16, 20)
	r = rune(n)
	return r, err == nil && (codePoint(r) == s || loose && len(s) == 5 && "0"+codePoint(r) == s)
}

// sinceCaseless lists the first releases that ignore case in the names of Hangul syllables and unified ideographs
// (gh-80667).
var sinceCaseless = str.Releases{{Minor: 13, Patch: 13}, {Minor: 14, Patch: 4}}

const (
	hangulPrefix = "HANGUL SYLLABLE "
	cjkPrefix    = "CJK UNIFIED IDEOGRAPH-"
	tangutPrefix = "TANGUT IDEOGRAPH-"
)

// runeOf returns the character with the given name or alias in a release, as for an escape \N{…}.
func runeOf(name []byte, release str.Release) (rune, bool) {
	upper := bytes.Clone(name)
	for i, c := range upper {
		if 'a' <= c && c <= 'z' {
			upper[i] = c - ('a' - 'A')
		}
	}
	t := characterNames()
	caseless := sinceCaseless.Include(release)
	computed := name
	if caseless {
		computed = upper
	}
	switch text := string(computed); {
	case strings.HasPrefix(text, hangulPrefix):
		return syllableOf(text[len(hangulPrefix):])
	case strings.HasPrefix(text, cjkPrefix):
		r, ok := parseCodePoint(text[len(cjkPrefix):], !caseless)
		return r, ok && t.rangePrefix(r, release.Minor) == cjkPrefix
	case caseless && strings.HasPrefix(text, tangutPrefix):
		r, ok := parseCodePoint(text[len(tangutPrefix):], false)
		return r, ok && (0x17000 <= r && r <= 0x187F7 || 0x18D00 <= r && r <= 0x18D08)
	}
	if dash := strings.LastIndexByte(string(upper), '-'); dash >= 0 {
		if r, ok := parseCodePoint(string(upper[dash+1:]), false); ok {
			if prefix := t.rangePrefix(r, release.Minor); prefix == string(upper[:dash+1]) && prefix != cjkPrefix {
				return r, true
			}
		}
	}
	c, ok := t.byName[string(upper)]
	return c.r, ok && c.since <= release.Minor
}

// The names of the letters of a syllable.
var (
	initialNames = [...]string{"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T",
		"P", "H"}
	vowelNames = [...]string{"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO",
		"WE", "WI", "YU", "EU", "YI", "I"}
	finalNames = [...]string{"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M",
		"B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H"}
)

// syllableOf returns the Hangul syllable with a name that ends in the word s. For each letter, it takes the longest
// name that matches.
func syllableOf(s string) (rune, bool) {
	var n [3]int
	for i, list := range [...][]string{initialNames[:], vowelNames[:], finalNames[:]} {
		longest := -1
		for j, name := range list {
			if len(name) > longest && strings.HasPrefix(s, name) {
				n[i], longest = j, len(name)
			}
		}
		if longest < 0 {
			return utf8.RuneError, false
		}
		s = s[longest:]
	}
	return rune(hangulFirst + (n[0]*vowels+n[1])*finals + n[2]), s == ""
}
