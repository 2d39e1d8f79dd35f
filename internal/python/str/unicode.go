package str

import (
	_ "embed" // embeds the table
	"slices"
	"strings"
	"sync"

	"earl.example/internal/text/tables"
)

// props are the properties of a code point in one Unicode version: flags, the value as a decimal digit, and the
// difference between the code point and its lower case.
type props uint32

const (
	printable props = 1 << iota
	cased
	ignorable
	space // equal in all versions
	digit
	long // U+0130, which has a lower case of two code points

	digitShift = 6  // four bits
	deltaShift = 10 // signed
)

const longLower = "i\u0307" // lower case of U+0130

var unicodeVersions = [...]string{"12.1", "13.0", "14.0", "15.0", "15.1", "16.0", "17.0"}

// A history has the properties of a code point in each version.
type history [len(unicodeVersions)]props

// unicodeText is the text that unicode.py writes. The script describes the words.
//
//go:embed unicode.txt
var unicodeText string

type unicodeTable struct {
	histories []history
	pages     [0x1100]*[256]uint8 // indexes in histories, by code point; nil means 0, which has no properties
}

// unicodeData returns the properties of all code points. The first call reads them.
var unicodeData = sync.OnceValue(func() *unicodeTable {
	t := &unicodeTable{histories: []history{{}}}
	indexes := map[string]uint8{}
	whole := map[uint8]*[256]uint8{} // pages with one history
	for line := range strings.Lines(unicodeText) {
		if line[0] == '#' || strings.HasPrefix(line, "version") {
			continue
		}
		span, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		index, ok := indexes[words]
		if !ok {
			index = uint8(len(t.histories))
			indexes[words] = index
			t.histories = append(t.histories, parseHistory(words))
			whole[index] = new([256]uint8)
			for i := range whole[index] {
				whole[index][i] = index
			}
		}
		first, last := tables.Range(span)
		for r := first; r <= last; r++ {
			page := &t.pages[r>>8]
			switch {
			case r&0xFF == 0 && last-r >= 0xFF:
				*page = whole[index]
				r += 0xFF
				continue
			case *page == nil:
				*page = new([256]uint8)
			}
			(*page)[r&0xFF] = index
		}
	}
	return t
})

func parseHistory(words string) (h history) {
	for field := range strings.SplitSeq(words, " ") {
		since, word, ok := strings.Cut(field, ":")
		if !ok {
			since, word = unicodeVersions[0], field
		}
		p := parseProps(word)
		for i := slices.Index(unicodeVersions[:], since); i < len(h); i++ {
			h[i] = p
		}
	}
	return h
}

func parseProps(word string) (p props) {
	for i, c := range []byte(word) {
		switch c {
		case 'P':
			p |= printable
		case 'C':
			p |= cased
		case 'I':
			p |= ignorable
		case 'S':
			p |= space
		case 'D':
			p |= digit | props(word[i+1]-'0')<<digitShift
		case 'L':
			if word[i+1] == '=' {
				return p | long
			}
			return p | props(tables.Number(word[i+1:], 10))<<deltaShift
		}
	}
	return p
}

// A unicodeVersion has the properties of code points in one version.
type unicodeVersion struct {
	*unicodeTable
	index int
}

func unicodeVersionOf(rel Release) unicodeVersion {
	return unicodeVersion{unicodeData(), rel.unicodeIndex()}
}

// unicodeIndex returns the index of the Unicode version of a release. Unknown releases have the version of the nearest
// known release.
func (r Release) unicodeIndex() int {
	version := int(r.Minor) - 8 // 3.8 has 12.1
	if version > 1 {
		version-- // 3.9 and 3.10 have 13.0
	}
	return max(0, min(version, len(unicodeVersions)-1))
}

func (v unicodeVersion) of(r rune) props {
	if page := uint32(r) >> 8; page < uint32(len(v.pages)) && v.pages[page] != nil {
		return v.histories[v.pages[page][r&0xFF]][v.index]
	}
	return 0
}

func (p props) delta() rune { return int32(p) >> deltaShift }

func (p props) value() int { return int(p>>digitShift) & 0xF }

// IsPrintable reports whether str.isprintable holds for r.
func IsPrintable(r rune, rel Release) bool {
	return unicodeVersionOf(rel).of(r)&printable != 0
}

// isSpace reports whether str.strip removes r.
func isSpace(r rune) bool { return unicodeVersionOf(Release{}).of(r)&space != 0 }

// Strip returns str.strip(). White space includes U+001C to U+001F, U+0085 and U+00A0.
func Strip(s string) string { return strings.TrimFunc(s, isSpace) }
