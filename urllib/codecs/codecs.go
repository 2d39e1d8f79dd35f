package codecs

import (
	"sort"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// All provides every text codec of CPython and the character names of its module unicodedata. It is the value for the
// field Codecs of [earl.example/urllib.Interpreter].
type All struct{}

// Codec returns the codec that a release has in the given module of CPython's package encodings, such as "gb18030".
func (All) Codec(module string, rel str.Release) (codec.Codec, bool) {
	i := sort.Search(len(modules), func(i int) bool { return modules[i].name >= module })
	if i == len(modules) || modules[i].name != module {
		return nil, false
	}
	for _, o := range modules[i].older {
		if !o.until.Include(rel) {
			return o.codec, true
		}
	}
	return modules[i].codec, true
}

type module struct {
	name  string
	codec codec.Codec
	older []older // codecs of earlier releases, oldest first
}

// An older is the codec that a module has in releases before the releases in until.
type older struct {
	until str.Releases
	codec codec.Codec
}

// The first releases without certain bugs. The bugs lose text after a character that can begin a pair (gh-101180,
// gh-101828).
var (
	sinceFindsPairs = str.Releases{{Minor: 8, Patch: 19}, {Minor: 9, Patch: 19}, {Minor: 10, Patch: 14},
		{Minor: 11, Patch: 7}, {Minor: 12, Patch: 1}}
	sinceKeepsNUL  = str.Releases{{Minor: 13, Patch: 10}, {Minor: 14, Patch: 1}}
	sinceKeepsWide = str.Releases{{Minor: 14, Patch: 10}, {Minor: 15, Patch: 2}}
)

// A variant is a codec of JIS X 0213 in the behavior of some releases.
type variant struct {
	mode  pairMode
	blind bool // ISO 2022 encoders do not find pairs
}

// jisx0213 returns the module for a codec of JIS X 0213. The module has one codec for each behavior of releases.
func jisx0213(name string, codec func(v variant) codec.Codec) module {
	return module{name, codec(variant{mode: keepsWide}), []older{
		{sinceFindsPairs, codec(variant{losesNUL, true})},
		{sinceKeepsNUL, codec(variant{mode: losesNUL})},
		{sinceKeepsWide, codec(variant{mode: losesWide})},
	}}
}

// plain returns the module for a codec that is only a table.
func plain(name string) module { return module{name: name, codec: &stateless{label: name}} }

func eucJIS(name, newer string) module {
	return jisx0213(name, func(v variant) codec.Codec {
		return &stateless{label: name, mode: v.mode, newer: newer}
	})
}

func shiftedJIS(name, newer string) module {
	return jisx0213(name, func(v variant) codec.Codec {
		return &stateless{label: name, mode: v.mode, newer: newer, notASCII: true, alone: "\x80\xA0\xFD\xFE\xFF"}
	})
}

func isoJIS(name, table string, plane1 mark) module {
	return jisx0213(name, func(v variant) codec.Codec {
		sets := []mark{markJISX0208, plane1, markJISX0213Two}
		return &iso2022{label: name, sets: sets, jisx0213: table, mode: v.mode, blind: v.blind}
	})
}

var modules = [...]module{
	plain("big5"),
	{"big5hkscs", &stateless{label: "big5hkscs", mode: keepsWide}, []older{
		{sinceKeepsWide, &stateless{label: "big5hkscs", mode: mixesWide}},
	}},
	plain("cp932"),
	plain("cp949"),
	plain("cp950"),
	eucJIS("euc_jis_2004", ""),
	eucJIS("euc_jisx0213", "euc_jis_2004"),
	plain("euc_jp"),
	{name: "euc_kr", codec: &stateless{label: "euc_kr", long: syllables{}}},
	{name: "gb18030", codec: &stateless{label: "gb18030", long: fourOctets{}}},
	plain("gb2312"),
	plain("gbk"),
	{name: "hz", codec: hz{}},
	{name: "idna", codec: idna{}},
	{name: "iso2022_jp", codec: &iso2022{label: "iso2022_jp", sets: []mark{markJISX0208, markRoman, markJISX0208Old}}},
	{name: "iso2022_jp_1", codec: &iso2022{label: "iso2022_jp_1", sets: []mark{markJISX0208, markJISX0212, markRoman,
		markJISX0208Old}}},
	{name: "iso2022_jp_2", codec: &iso2022{
		label: "iso2022_jp_2",
		sets: []mark{
			markJISX0208, markJISX0212, markKSX1001, markGB2312, markRoman, markJISX0208Old, markISO8859Part1, markISO8859Part7,
		},
		g2: true,
	}},
	isoJIS("iso2022_jp_2004", "jisx0213", markJISX0213Plane),
	isoJIS("iso2022_jp_3", "jisx0213_2000", markJISX0213Old),
	{name: "iso2022_jp_ext", codec: &iso2022{
		label: "iso2022_jp_ext", sets: []mark{markJISX0208, markJISX0212, markRoman, markKatakana, markJISX0208Old},
	}},
	{name: "iso2022_kr", codec: &iso2022{label: "iso2022_kr", sets: []mark{markKSX1001}, shifts: true}},
	plain("johab"),
	{name: "punycode", codec: punycode{}},
	{name: "raw_unicode_escape", codec: escapes{raw: true}},
	{name: "shift_jis", codec: &stateless{label: "shift_jis", alone: "\x80\xA0" +
		"\xEB\xEC\xED\xEE\xEF\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\xFA\xFB\xFC\xFD\xFE\xFF"}},
	shiftedJIS("shift_jis_2004", ""),
	shiftedJIS("shift_jisx0213", "shift_jis_2004"),
	{name: "undefined", codec: undefined{}},
	{name: "unicode_escape", codec: escapes{}},
}
