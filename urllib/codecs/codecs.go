package codecs

import (
	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// All provides every text codec of CPython and the character names of its module unicodedata. It is the value for the
// field Codecs of [earl.example/urllib.Interpreter].
type All struct{}

// Codec returns the codec of the given module of CPython's package encodings, such as "gb18030". The codec behaves as
// in the release of the handler, so rel has no effect.
func (All) Codec(module string, rel str.Release) (codec.Codec, bool) {
	c, ok := modules[module]
	return c, ok
}

// The first releases without certain bugs. The bugs lose text after a character that can begin a pair (gh-101180,
// gh-101828).
var (
	sinceFindsPairs = str.Releases{
		{Minor: 8, Patch: 19}, {Minor: 9, Patch: 19}, {Minor: 10, Patch: 14}, {Minor: 11, Patch: 7},
		{Minor: 12, Patch: 1},
	}
	sinceKeepsNUL  = str.Releases{{Minor: 13, Patch: 10}, {Minor: 14, Patch: 1}}
	sinceKeepsWide = str.Releases{{Minor: 14, Patch: 10}, {Minor: 15, Patch: 2}}
)

// shiftedAlone lists the bytes that are a character of their own in the codecs of JIS X 0213 that are like Shift JIS.
const shiftedAlone = "\x80\xA0\xFD\xFE\xFF"

// modules has the codecs by the name of their module.
var modules = map[string]codec.Codec{
	"big5":         &stateless{label: "big5"},
	"big5hkscs":    &stateless{label: "big5hkscs"},
	"cp932":        &stateless{label: "cp932"},
	"cp949":        &stateless{label: "cp949"},
	"cp950":        &stateless{label: "cp950"},
	"euc_jis_2004": &stateless{label: "euc_jis_2004"},
	"euc_jisx0213": &stateless{label: "euc_jisx0213", newer: "euc_jis_2004"},
	"euc_jp":       &stateless{label: "euc_jp"},
	"euc_kr":       &stateless{label: "euc_kr", long: syllables{}},
	"gb18030":      &stateless{label: "gb18030", long: fourOctets{}},
	"gb2312":       &stateless{label: "gb2312"},
	"gbk":          &stateless{label: "gbk"},
	"hz":           hz{},
	"idna":         idna{},
	"iso2022_jp":   &iso2022{label: "iso2022_jp", sets: []mark{markJISX0208, markRoman, markJISX0208Old}},
	"iso2022_jp_1": &iso2022{label: "iso2022_jp_1", sets: []mark{markJISX0208, markJISX0212, markRoman,
		markJISX0208Old}},
	"iso2022_jp_2": &iso2022{
		label: "iso2022_jp_2",
		sets: []mark{
			markJISX0208, markJISX0212, markKSX1001, markGB2312, markRoman, markJISX0208Old, markISO8859Part1, markISO8859Part7,
		},
		g2: true,
	},
	"iso2022_jp_2004": &iso2022{label: "iso2022_jp_2004", jisx0213: "jisx0213",
		sets: []mark{markJISX0208, markJISX0213Plane, markJISX0213Two}},
	"iso2022_jp_3": &iso2022{label: "iso2022_jp_3", jisx0213: "jisx0213_2000",
		sets: []mark{markJISX0208, markJISX0213Old, markJISX0213Two}},
	"iso2022_jp_ext": &iso2022{
		label: "iso2022_jp_ext", sets: []mark{markJISX0208, markJISX0212, markRoman, markKatakana, markJISX0208Old},
	},
	"iso2022_kr":         &iso2022{label: "iso2022_kr", sets: []mark{markKSX1001}, shifts: true},
	"johab":              &stateless{label: "johab"},
	"punycode":           punycode{},
	"raw_unicode_escape": escapes{raw: true},
	"shift_jis": &stateless{label: "shift_jis", alone: "\x80\xA0" +
		"\xEB\xEC\xED\xEE\xEF\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\xFA\xFB\xFC\xFD\xFE\xFF"},
	"shift_jis_2004": &stateless{label: "shift_jis_2004", notASCII: true, alone: shiftedAlone},
	"shift_jisx0213": &stateless{label: "shift_jisx0213", newer: "shift_jis_2004", notASCII: true, alone: shiftedAlone},
	"undefined":      undefined{},
	"unicode_escape": escapes{},
}

// DecodeRune returns the first code point of a str, and its length in bytes. The code point can be a surrogate. For an
// empty str, both results are 0.
func DecodeRune(s string) (r rune, size int) { return str.DecodeRune(s) }

// AppendRune appends the code point r to dst, which has the bytes of a str. It writes a surrogate in three bytes.
func AppendRune(dst []byte, r rune) []byte { return str.AppendRune(dst, r) }
