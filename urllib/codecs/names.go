package codecs

import (
	_ "embed" // embeds the names
	"sort"
	"strings"

	"earl.example/internal/python/str"
)

//go:generate go run gen_names.go

// names contains the data that gen_names.go packs and describes. It is read in place.
//
//go:embed names.bin
var names string

// A nameRange is a range of code points that have the same prefix in their names. The code point in hexadecimal follows
// the prefix. A range applies only to the branches from since to till.
type nameRange struct {
	first, last rune
	since, till uint8
	prefix      string
}

const (
	nameBlock   = 8
	wordBlock   = 8
	oneByteWord = 200
	nameRunSize = 6
	mostWords   = 15
)

// RuneName returns the name of r that namereplace writes in a release, or "" if r has no name. As in CPython, the
// aliases and the names of sequences are the names of private use characters from U+F0000 on.
func (All) RuneName(r rune, rel str.Release) string {
	minor := rel.Minor
	if hangulFirst <= r && r <= hangulLast {
		initial, vowel, final := letters(r)
		return hangulPrefix + initialNames[initial] + vowelNames[vowel] + finalNames[final]
	}
	if prefix := rangePrefix(r, minor); prefix != "" {
		return prefix + codePoint(r)
	}
	number, since := nameNumber(r)
	if r >= privateAliases {
		number, since = privateNumber(r, minor), minor
	}
	if number < 0 || since > minor {
		return ""
	}
	var room [128]byte
	return string(appendName(room[:0], number))
}

// rangePrefix returns the prefix of r if a nameRange of the branch contains r, and "" if not.
func rangePrefix(r rune, minor uint8) string {
	i := sort.Search(len(algorithmic), func(i int) bool { return algorithmic[i].last >= r })
	if i == len(algorithmic) || r < algorithmic[i].first || minor < algorithmic[i].since || minor > algorithmic[i].till {
		return ""
	}
	return algorithmic[i].prefix
}

func codePoint(r rune) string {
	const digits = "0123456789ABCDEF"
	var b [6]byte
	i := len(b)
	for ; r > 0 || i > len(b)-4; r >>= 4 {
		i--
		b[i] = digits[r&0xF]
	}
	return string(b[i:])
}

// parseCodePoint is the inverse of codePoint. If loose is true, one leading zero is allowed before four digits.
func parseCodePoint(s string, loose bool) (r rune, ok bool) {
	if len(s) != 4 && len(s) != 5 {
		return 0, false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'A' <= c && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, loose || s == codePoint(r)
}

func nameNumber(r rune) (number int, since uint8) {
	run := sort.Search(nameRunCount, func(i int) bool { first, _, _ := nameRun(i); return first > r }) - 1
	if run < 0 {
		return -1, 0
	}
	first, number, since := nameRun(run)
	end := plainCount
	if run+1 < nameRunCount {
		_, end, _ = nameRun(run + 1)
	}
	if number += int(r - first); number >= end {
		return -1, 0
	}
	return number, since
}

// The first private use characters to which CPython gives the names of aliases and of sequences.
const (
	privateAliases   = 0xF0000
	privateSequences = 0xF0200
)

// privateNumber returns the number of the name that a branch gives to the private use character r, or -1 if it gives
// none.
func privateNumber(r rune, minor uint8) int {
	if r < privateSequences {
		left := int(r - privateAliases)
		for alias := range aliasCount {
			if since := uint8(uint32At(names, aliasCodes+4*alias) >> 24); since > minor {
				continue
			}
			if left == 0 {
				return plainCount + alias
			}
			left--
		}
		return -1
	}
	list := sequenceOrders // the last order that is not newer than minor
	for i, at := 0, sequenceOrders; i < sequenceOrderCount; i++ {
		if uint16At(names, at) <= uint16(minor) {
			list = at
		}
		at += 4 + 2*int(uint16At(names, at+2))
	}
	i := int(r - privateSequences)
	if i >= int(uint16At(names, list+2)) {
		return -1
	}
	return plainCount + aliasCount + int(uint16At(names, list+4+2*i))
}

// nameRun returns the first code point of run i, the number of its name, and the first branch that has the run.
func nameRun(i int) (first rune, number int, since uint8) {
	at := nameRuns + nameRunSize*i
	word := uint32At(names, at)
	return rune(word & 0xFFFFFF), int(uint16At(names, at+4)), uint8(word >> 24)
}

func startAt(list, i int) int {
	at := names[list+3*i:][:3]
	return int(at[0]) | int(at[1])<<8 | int(at[2])<<16
}

func appendName(dst []byte, number int) []byte {
	at := startAt(nameStarts, number/nameBlock)
	var words [mostWords]uint16
	n := 0
	for range number%nameBlock + 1 {
		head := names[at]
		at++
		n = int(head & 0xF)
		for range head >> 4 {
			w := uint16(names[at])
			at++
			if w >= oneByteWord {
				w = oneByteWord + (w-oneByteWord)<<8 + uint16(names[at])
				at++
			}
			words[n] = w
			n++
		}
	}
	for i, w := range words[:n] {
		if i > 0 && dst[len(dst)-1] != '-' {
			dst = append(dst, ' ')
		}
		dst = appendWord(dst, int(w))
	}
	return dst
}

func appendWord(dst []byte, number int) []byte {
	at := startAt(wordStarts, number/wordBlock)
	for range number % wordBlock {
		for names[at] < 0x80 {
			at++
		}
		at++
	}
	for names[at] < 0x80 {
		dst = append(dst, names[at])
		at++
	}
	return append(dst, names[at]&0x7F)
}

const longestName = 128

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
	if len(name) > longestName {
		return 0, false
	}
	var room [longestName]byte
	upper := room[:copy(room[:], name)]
	for i, c := range upper {
		if 'a' <= c && c <= 'z' {
			upper[i] = c - ('a' - 'A')
		}
	}
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
		return r, ok && rangePrefix(r, release.Minor) == cjkPrefix
	case caseless && strings.HasPrefix(text, tangutPrefix):
		r, ok := parseCodePoint(text[len(tangutPrefix):], false)
		return r, ok && (0x17000 <= r && r <= 0x187F7 || 0x18D00 <= r && r <= 0x18D08)
	}
	if dash := strings.LastIndexByte(string(upper), '-'); dash >= 0 {
		if r, ok := parseCodePoint(string(upper[dash+1:]), false); ok {
			if prefix := rangePrefix(r, release.Minor); prefix == string(upper[:dash+1]) && prefix != cjkPrefix {
				return r, true
			}
		}
	}
	var found [longestName]byte
	const count = plainCount + aliasCount
	i := sort.Search(count, func(i int) bool {
		return string(appendName(found[:0], int(uint16At(names, nameOrder+2*i)))) >= string(upper)
	})
	if i == count {
		return 0, false
	}
	number := int(uint16At(names, nameOrder+2*i))
	if string(appendName(found[:0], number)) != string(upper) {
		return 0, false
	}
	r, since := runeOfNumber(number)
	return r, since <= release.Minor
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
			return 0, false
		}
		s = s[longest:]
	}
	return rune(hangulFirst + (n[0]*vowels+n[1])*finals + n[2]), s == ""
}

// runeOfNumber returns the character of the name or alias with the given number, and the first branch that has this
// name or alias.
func runeOfNumber(number int) (r rune, since uint8) {
	if alias := number - plainCount; alias >= 0 {
		word := uint32At(names, aliasCodes+4*alias)
		return rune(word & 0xFFFFFF), uint8(word >> 24)
	}
	run := sort.Search(nameRunCount, func(i int) bool { _, n, _ := nameRun(i); return n > number }) - 1
	first, n, since := nameRun(run)
	return first + rune(number-n), since
}
