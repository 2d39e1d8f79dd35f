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
	m := &modules[i]
	if m.older != nil {
		for _, o := range m.older {
			if !o.until.Include(rel) {
				return o.codec, true
			}
		}
	}
	return m.codec, true
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
	sinceKeepsWide = str.Releases{{Minor: 14, Patch: 10}}
)

func bigHKSCS(c pairMode) *stateless {
	return &stateless{label: "big5hkscs", charset: hkscs{big5{big5hkscsGrid, big5hkscsRanks}, c}}
}

// jis returns the module for a codec of JIS X 0213 of 2000 or 2004. The module has one codec for each behavior of
// releases.
func jis(name string, of2000 bool, codec func(year jisx0213) codec.Codec) module {
	return module{
		name:  name,
		codec: codec(jisx0213{of2000, keepsWide}),
		older: []older{
			{sinceKeepsNUL, codec(jisx0213{of2000, losesNUL})},
			{sinceKeepsWide, codec(jisx0213{of2000, keepsNUL})},
		},
	}
}

func eucJIS(name string, of2000 bool) module {
	return jis(name, of2000, func(year jisx0213) codec.Codec {
		return &stateless{label: name, charset: eucJIS2004{year}}
	})
}

func shiftedJIS(name string, of2000 bool) module {
	return jis(name, of2000, func(year jisx0213) codec.Codec {
		return &stateless{label: name, charset: shiftJIS2004{year}, notASCII: true}
	})
}

func isoJIS(name string, of2000 bool, plane1 mark) module {
	sets := []mark{markJISX0208, plane1, markJISX0213Two}
	m := jis(name, of2000, func(year jisx0213) codec.Codec {
		return &iso2022{label: name, sets: sets, jisx0213: year, pairs: true}
	})
	blind := &iso2022{label: name, sets: sets, jisx0213: jisx0213{of2000, losesNUL}}
	m.older = append([]older{{sinceFindsPairs, blind}}, m.older...)
	return m
}

var modules = [...]module{
	{name: "big5", codec: &stateless{label: "big5", charset: big5{big5Grid, big5Ranks}}},
	{
		name: "big5hkscs", codec: bigHKSCS(keepsWide),
		older: []older{{sinceKeepsWide, bigHKSCS(keepsNUL)}},
	},
	{name: "cp932", codec: &stateless{label: "cp932", charset: cp932{}}},
	{name: "cp949", codec: &stateless{label: "cp949", charset: cp949{}}},
	{name: "cp950", codec: &stateless{label: "cp950", charset: big5{cp950Grid, cp950Ranks}}},
	eucJIS("euc_jis_2004", false),
	eucJIS("euc_jisx0213", true),
	{name: "euc_jp", codec: &stateless{label: "euc_jp", charset: eucJP{}}},
	{name: "euc_kr", codec: &stateless{label: "euc_kr", charset: eucKR{}}},
	{name: "gb18030", codec: &stateless{label: "gb18030", charset: gb18030{}}},
	{name: "gb2312", codec: &stateless{label: "gb2312", charset: gb2312{}}},
	{name: "gbk", codec: &stateless{label: "gbk", charset: gbk{}}},
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
	isoJIS("iso2022_jp_2004", false, markJISX0213Plane),
	isoJIS("iso2022_jp_3", true, markJISX0213Old),
	{name: "iso2022_jp_ext", codec: &iso2022{
		label: "iso2022_jp_ext", sets: []mark{markJISX0208, markJISX0212, markRoman, markKatakana, markJISX0208Old},
	}},
	{name: "iso2022_kr", codec: &iso2022{label: "iso2022_kr", sets: []mark{markKSX1001}, shifts: true}},
	{name: "johab", codec: &stateless{label: "johab", charset: johab{}}},
	{name: "punycode", codec: punycode{}},
	{name: "raw_unicode_escape", codec: rawUnicodeEscape{}},
	{name: "shift_jis", codec: &stateless{label: "shift_jis", charset: shiftJIS{}}},
	shiftedJIS("shift_jis_2004", false),
	shiftedJIS("shift_jisx0213", true),
	{name: "undefined", codec: undefined{}},
	{name: "unicode_escape", codec: unicodeEscape{}},
}
