package oracle

import (
	_ "embed" // for the script
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

// Handlers returns the names of all error handlers of CPython, and two names that CPython does not have.
func Handlers() []string {
	return []string{
		"strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace",
		"surrogateescape", "surrogatepass", "namereplace", "bogus", "",
	}
}

// random is a splitmix64 generator. Its seed is the FNV-1a hash of a name.
type random uint64

func newRandom(name string) *random {
	r := random(0xCBF29CE484222325)
	for i := range len(name) {
		r = (r ^ random(name[i])) * 0x100000001B3
	}
	return &r
}

func (r *random) below(n int) int {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) % uint64(n))
}

var points = [][2]rune{{0, 0x3000}, {0xD7C0, 0xD840}, {0xDBC0, 0xE040}, {0xF6C0, 0xF900}, {0xFB00, 0x10080},
	{0x10FFC0, 0x110000}}

var characters = []rune{
	0, 9, 0x20, 0x23, 0x26, 0x2B, 0x2D, 0x31, 0x3F, 0x41, 0x5C, 0x7A, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xA4, 0xE9, 0xFF,
	0x100,
	0x160, 0x192, 0x3A9, 0x434, 0x5D0, 0x639, 0xE01, 0x2014, 0x20AC, 0x2592, 0xD800, 0xDBFF, 0xDC00, 0xDC7F, 0xDC80,
	0xDCA4,
	0xDCFF, 0xDD00, 0xDFFF, 0xF8FF, 0xFEFF, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
}

// span returns the code points in [first, end), with sep between them.
func span(first, end rune, sep string) string {
	var b []byte
	for r := first; r < end; r++ {
		if r > first {
			b = append(b, sep...)
		}
		b = str.AppendRune(b, r)
	}
	return string(b)
}

// eastAsian lists characters that the East Asian codecs treat specially.
var eastAsian = []rune{
	0, 0xA, 0x1B, 0x20, 0x3F, 0x41, 0x5C, 0x7E, 0x7F, 0x80, 0xA0, 0xA5, 0xA7, 0xB7, 0xCA, 0xE6, 0xEA, 0x254, 0x2E5, 0x2E9,
	0x300, 0x301, 0x304, 0x30C, 0x3A9, 0x434, 0x2014, 0x2015, 0x203E, 0x20AC, 0x2225, 0x2252, 0x3000, 0x304B, 0x3042,
	0x309A,
	0x30AB, 0x30FB, 0x3131, 0x3133, 0x3138, 0x314F, 0x3163, 0x3164, 0x31F7, 0x4E00, 0x4E02, 0x4E28, 0x4FF1, 0x525D, 0x5B57,
	0x9B1C, 0x9B1D, 0xAC00, 0xAC02, 0xD7A3, 0xD800, 0xDC80, 0xDFFF, 0xE000, 0xE757, 0xE758, 0xF8F0, 0xF8F1, 0xF8F3, 0xFF3C,
	0xFF5E, 0xFF61, 0xFF9F, 0xFFE3, 0xFFE5, 0x10000, 0x1F600, 0x20089, 0x20B9F, 0x2A6D6, 0x30000, 0x10FFFF,
}

var (
	pairFirst  = []rune{0xCA, 0xE6, 0xEA, 0x254, 0x259, 0x2E5, 0x2E9, 0x304B, 0x30AB, 0x30C8, 0x31F7, 0x4E00}
	pairSecond = []rune{0, 1, 0x41, 0x2E5, 0x2E9, 0x300, 0x301, 0x304, 0x30C, 0x309A, 0x304B, 0xD800, 0x10000, 0x1F600,
		0x20000, 0x10304, 0x2309A}
)

// domain lists pieces of domain names.
var domain = []string{
	"", "a", "B", "z9", "-", "xn--", "XN--", "xN--a", ".", ".", "\u3002", "\uff0e", "\uff61", "\u00e9", "\u00c9",
	"e\u0301",
	"\u00df", "\u1e9e", "\u0130", "\u0131", "\u03c3", "\u03c2", "\u0345", "\u0390", "\u1fb7", "\u00ad", "\u200d", "\u200c",
	"\ufe0f", "\ufeff", "\u06dd", "\u05d0", "\u0627", "\u0660", "1", "\u4e00", "\u3042", "\u30d0\u30fc", "\uac00",
	"\u1100\u1161\u11a8", "\u1100", "\u11a7", "\u2163", "\u2122", "\ufb01", "\u3300", "\u2a74", "\u00a0", "\u3000",
	"\u2028",
	"\u0340", "\u0341", "\u0374", "\u037e", "\u212b", "\u212a", "\ue000", "\ufffd", "\ufffe", "\xed\xa0\x80", "\u10a0",
	"\u13a0", "\u04c0", "\u2183", "\u0221", "\u0378", "\u1b06", "\u0323\u0307", "\u0307\u0323", "\u05b0\u05bc",
	"\u0f71\u0f72",
	"\ufb2c", "\U0002f868", "\U0001d7d9", "\U0001d400", "\U0001f600", "\U00010400", "\U00010c80", "\U0001e900",
	"\U000e0001",
	"\U00030000", "\U0010ffff", strings.Repeat("a", 20), strings.Repeat("\u00e9", 20), strings.Repeat("\u4e00", 30),
	strings.Repeat("b", 63), strings.Repeat("b", 64),
}

const eastAsianTokens = "00 0A 1B 20 30 31 41 5C 7E 7F 80 81 8E 8F A0 A1 A4 D4 C0 C6 C8 E0 EA F0 F9 FC FD FE FF " +
	"8140 A1A1 A1A4 A1AA A1C0 B0A1 A844"

// beyond maps each module of package codecs to the pieces from which its inputs are built, in hexadecimal. Inputs of an
// East Asian module are also built from eastAsianTokens.
var beyond = map[string]string{
	"big5":         "A440 8862 88A3 F9D6 A3E1 C6A1 C87E",
	"big5hkscs":    "A440 8862 8864 88A3 88A5 8866 F9D6 A3E1 C6A1 C87E 8740 FEFE",
	"cp932":        "82A0 FA40 F040 F9FC 815F EB40 ED40 EEFC 8260",
	"cp949":        "B0A1 8141 C6A0 C652 FEA1 A4D4",
	"cp950":        "A440 F9D6 A3E1 C6A1 F9FE 8140",
	"euc_jis_2004": "A4A2 8EB1 8FA1A1 8FB0A1 8FFEFE AEA1 A4F7 A2B2 F4A7 FEFA 8FFDBB",
	"euc_jisx0213": "A4A2 8EB1 8FA1A1 8FB0A1 8FFEFE AEA1 A4F7 A2B2 F4A7 FEFA 8FFDBB",
	"euc_jp":       "A4A2 8EB1 8EE0 8FA1A1 8FB0A1 8FEDE3 A1C0 FEFE",
	"euc_kr":       "B0A1 A4D4 A4A1 A4BF A4D4A4A1A4BFA4D4 A4D4A4B2A4D3A4BE A4D4A4A3A4BFA4D4 A4D4A4A1A4C0A4A8 A4B9",
	"gb18030": "8130 81308130 8431A439 8432 84328130 90308130 E3329A35 E3329A36 FE39FE39 A2E3 8139EE39 " +
		"AAA1 A6D9",
	"gb2312":       "B0A1 D7FA F7FE A2A1 A996",
	"gbk":          "B0A1 8140 FEFE A2A1 A996 A89F",
	"hz":           "7E7E 7E7B 7E7D 7E0A 7E 3021 2121 7E7B30217E7D 7E41 2A 2124",
	"iso2022_jp":   "1B2442 1B2440 1B2842 1B284A 1B2849 1B2428 3021 2140 2121 7E 5C 1B26401B2442 0E 0F 1B41",
	"iso2022_jp_1": "1B2442 1B2440 1B2842 1B284A 1B242844 3021 2140 2231 1B2428 0E 0F 1B41 1B4E41",
	"iso2022_jp_2": "1B2442 1B2842 1B284A 1B242844 1B2441 1B242843 1B2E41 1B2E46 1B2E4A 1B2E42 1B4E41 1B4EFF " +
		"1B4E21 3021 1B24284F",
	"iso2022_jp_2004": "1B2442 1B2842 1B242851 1B242850 1B24284F 2E21 2477 3021 2140 7E7A 7D3B 2232 2121",
	"iso2022_jp_3":    "1B2442 1B2842 1B24284F 1B242850 1B242851 2E21 2477 3021 2140 7E7A 7D3B 2232 2121",
	"iso2022_jp_ext":  "1B2442 1B2842 1B2849 1B284A 1B242844 3021 31 5F 60 2231",
	"iso2022_kr":      "1B242943 1B242843 0E 0F 3021 2121 1B2842 1B2943 1B2443 2454",
	"johab":           "8861 8441 8444 8841 8461 D931 DA31 DAA1 DF31 F9FE E031 D3BD D861 A1A1",
	"shift_jis":       "82A0 815F EA9E EAA4 889F 8260 F040",
	"shift_jis_2004":  "82A0 815F 81B0 879F 82F5 F040 FCF4 889F EFF8 F3E4 FCFC",
	"shift_jisx0213":  "82A0 815F 81B0 879F 82F5 F040 FCF4 889F EFF8 F3E4 FCFC FC9A",
	"idna": "2E 2E 61 42 2D 31 E9 FF 786E2D2D 584E2D2D 786E2D2D6E6961 786E2D2D3162613061 " +
		"786E2D2D7A6361 786E2D2D6C616D62 786E2D2D6B 786E2D2D67 787A 3D 3A 7A 39 786E2D2D6D61 786E2D2D666E612D67 " +
		"786E2D2D35386461 786E2D2D786B6162303164 5F 00 20" + " " + strings.Repeat("61", 63) + " " + strings.Repeat("61",
		64) + " " + strings.Repeat("61", 1030) + " 786E2D2D" + strings.Repeat("61", 60),
	"punycode": "2D 2D 61 41 7A 39 30 3D 3A E9 80 FF 31626130 6E6961 676865 7961 6B7661 61626364 " +
		"396C37663930 7A7A7A7A7A 39393939393939 3939393939393939393939 6161 5F 0A",
	"raw_unicode_escape": "5C 5C 75 55 61 31 30 5C75 5C55 5C7530303431 5C5530303031463630 5C55303031463630303031 " +
		"5C5531 5C5C75 5C78 E9 FF 0A 44 5C5544383030 5C7544383030",
	"undefined": "61 E9",
	"unicode_escape": "5C 5C 75 55 78 4E 7B 7D 61 31 37 38 30 0A 22 27 5C75 5C5530303131 5C7530303431 " +
		"5C5530303031463630 5C78 5C7834 5C783431 E9 FF 5C4E7B 5C4E7B7D 5C4E7B4C4154494E20534D414C4C204C455454455220417D " +
		"5C4E7B6C6174696E20736D616C6C206C657474657220617D 5C4E7B48414E47554C2053594C4C41424C452047417D " +
		"5C4E7B434A4B20554E49464945442049444547524150482D344530307D " +
		"5C4E7B434A4B20554E49464945442049444547524150482D30344530307D 5C4E7B4C46 5C4E7B4E554C4C7D " +
		"5C4E7B454E44204F46204C494E457D 5C4E7B54414E47555420494445 5C313031 5C373737 5C38 5C6E 5C61 5C44",
}

// shifts lists the escape sequences, in hexadecimal, that select a character set. Most of the sets have two octets for
// a character.
const shifts = "7E7B 1B2442 1B2440 1B284A 1B2849 1B242844 1B2441 1B242843 1B2429430E 1B24284F 1B242851 1B242850 " +
	"1B2E411B4E 1B2E461B4E 0E"

// special lists the modules in beyond that are not East Asian.
var special = strings.Fields("idna punycode raw_unicode_escape undefined unicode_escape")

// A codec is a module of CPython's encodings with an error handler. If wide is set, its questions include the large
// sets of texts and inputs, such as all code points.
type codec struct {
	module, errors string
	wide           bool
}

// texts returns the texts to encode.
func (c codec) texts() (all []string) {
	for _, p := range points {
		for first := p[0]; first < p[1]; first += 64 {
			all = append(all, span(first, first+64, ""), span(first, first+64, "a"))
		}
	}
	if (c.errors == "backslashreplace" || c.errors == "namereplace") && c.wide && c.module != "idna" &&
		c.module != "punycode" {
		for first := rune(0); first < 0x110000; first += 4096 {
			all = append(all, span(first, first+4096, ""))
		}
	}
	r := newRandom("text " + c.module)
	for range 100 {
		all = append(all, r.text(characters))
	}
	if beyond[c.module] == "" {
		return all
	}
	for _, first := range pairFirst {
		all = append(all, string(first))
		for _, second := range pairSecond {
			b := str.AppendRune([]byte(string(first)), second)
			all = append(all, string(b), "\u3042"+string(b)+"a")
		}
	}
	for range 400 {
		all = append(all, r.text(eastAsian))
	}
	if slices.Contains(special, c.module) {
		for range 4000 {
			var b strings.Builder
			for range r.below(7) {
				b.WriteString(domain[r.below(len(domain))])
			}
			all = append(all, b.String())
		}
	}
	if c.errors == "strict" && c.wide {
		for p := rune(0); p < 0x110000; p++ {
			all = append(all, string(str.AppendRune(nil, p)))
		}
	}
	return all
}

// text returns up to 11 random characters from pool.
func (r *random) text(pool []rune) string {
	var b []byte
	for range r.below(12) {
		b = str.AppendRune(b, pool[r.below(len(pool))])
	}
	return string(b)
}

const (
	tokens8 = "00 41 7F 80 BF C0 C1 C280 C2 DF DFBF E0 E080 E0A0 E0A080 E09F ED ED9FBF EDA0 EDA080 EDBFBF EFBFBD " +
		"EFBBBF EFBB" +
		" F0 F08F F09080 F0908080 F48F F48FBFBF F490 F4908080 F5 F8 FF F09F F09F98 F09F9880"
	tokens16 = "00 4100 0041 80 FF FFFE FEFF 00D8 D800 FFDB DBFF 00DC DC00 80DC FFDF 3DD800DE D83DDE00 AC20 20AC D8 DC 61"
	tokens32 = "00 41000000 00000041 80 FF FFFE0000 0000FEFF 00D80000 0000D800 80DC0000 0000DC80 FFFF1000 0010FFFF " +
		"00001100" +
		" 00110000 FFFFFFFF 80808080 7F000000 AC200000"
	tokens7 = "2B 2D 41 61 2F 30 20 40 5C 7E 80 FF 2B2D 2B41 2B414141 2B41414141 2B32414463 2D20 2B3244336541 2B334141" +
		" 2B32414132414141 2B41516B2D 2B4151 2B414551 0A 3D 2B4145424341 2B2B 2B2F 2B2F2F2F2F 414141"
)

// tokens returns the pieces from which inputs for a multibyte module are built. It returns nil for any other module.
func tokens(module string) [][]byte {
	var list string
	switch {
	case strings.HasPrefix(module, "utf_8"):
		list = tokens8
	case strings.HasPrefix(module, "utf_16"):
		list = tokens16
	case strings.HasPrefix(module, "utf_32"):
		list = tokens32
	case module == "utf_7":
		list = tokens7
	case slices.Contains(special, module):
		list = beyond[module]
	case beyond[module] != "":
		list = eastAsianTokens + " " + beyond[module]
	}
	return fromHex(list)
}

func fromHex(list string) (all [][]byte) {
	for t := range strings.FieldsSeq(list) {
		b, err := hex.DecodeString(t)
		if err != nil {
			panic(err)
		}
		all = append(all, b)
	}
	return all
}

// inputs returns the byte sequences to decode.
func (c codec) inputs() (all [][]byte) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
		all = append(all, []byte{byte(i)})
	}
	all = append(all, every)
	r := newRandom("bytes " + c.module)
	for range 100 {
		b := make([]byte, r.below(12))
		for i := range b {
			b[i] = byte(r.below(256))
		}
		all = append(all, b)
	}
	pool := tokens(c.module)
	if pool == nil {
		return all
	}
	if c.wide {
		all = append(all, pairsAfter("", 0)...)
	}
	for range 2000 {
		var b []byte
		for range r.below(7) {
			b = append(b, pool[r.below(len(pool))]...)
		}
		all = append(all, b)
	}
	if c.wide {
		all = append(all, c.longInputs()...)
	}
	return all
}

// pairsAfter returns all inputs that consist of head and two bytes in which the bits of mask are 0.
func pairsAfter(head string, mask byte) (all [][]byte) {
	for pair := range 65536 {
		if a, b := byte(pair>>8), byte(pair); (a|b)&mask == 0 {
			all = append(all, append([]byte(head), a, b))
		}
	}
	return all
}

// longInputs returns all byte sequences that can be a character of more than two octets. An input can contain several
// of these sequences.
func (c codec) longInputs() (all [][]byte) {
	switch {
	case strings.HasPrefix(c.module, "euc_j"):
		return pairsAfter("\x8F", 0)
	case c.module == "gb18030":
		for head := 0x8000; head < 0x10000; head++ {
			if second := byte(head); second < 0x2F || second > 0x3A {
				continue
			}
			var b []byte
			for tail := range 12 * 128 {
				b = append(b, byte(head>>8), byte(head), byte(tail/12+0x80), byte(tail%12+0x2F))
			}
			all = append(all, b)
		}
	case c.module == "euc_kr":
		for n := range 32 * 23 * 32 {
			lead, vowel, tail := byte(n/736+0xA0), byte(n/32%23+0xBE), byte(n%32+0xA0)
			all = append(all, []byte{0xA4, 0xD4, 0xA4, lead, 0xA4, vowel, 0xA4, tail})
		}
	case c.module == "hz", strings.HasPrefix(c.module, "iso2022"):
		for _, shift := range fromHex(shifts) {
			all = append(all, pairsAfter(string(shift), 0x80)...)
		}
	}
	return all
}

// Call returns a question about the codecs of CPython. The method is encode, decode or lookup.
func Call(method, encoding, errors, text string) Question {
	if method != "decode" {
		text = str.Canonical(text)
	}
	return Question{method + "\xff" + str.Canonical(encoding) + "\xff" + str.Canonical(errors), true, text}
}

// CallOf returns the arguments of Call for a question.
func CallOf(q Question) (method, encoding, errors string) {
	parts := strings.Split(q.Base, "\xff")
	return parts[0], parts[1], parts[2]
}

// Outcome returns the answer of codec.py with a result or an exception.
func Outcome(got []byte, err *str.Exception) string {
	if err == nil {
		return "=" + string(got)
	}
	text := "!" + err.Class + "|" + err.Text
	if u := err.Unicode; u != nil {
		text += fmt.Sprintf("|%s|%d|%d|%s", u.Encoding, u.Start, u.End, u.Reason)
	}
	return text
}

//go:embed codec.py
var codecScript string

// Codecs returns a suite for the modules, with a block for each module and error handler. The function wide reports
// whether the block includes all code points and all pairs of bytes. If names is false, no text is encoded with the
// error handler namereplace.
func Codecs(modules []string, names bool, wide func(module, errors string) bool) *Suite {
	s := &Suite{
		Program:  Program{Name: "CPython", Variable: "EARL_PYTHONS", Args: append([]string{"-c", codecScript}, modules...)},
		Releases: strings.Fields("3.8.18 3.9.18 3.10.13 3.11.7 3.12.1 3.13.0 3.13.18 3.14.10 3.15.2"),
	}
	for _, module := range modules {
		for _, errors := range Handlers() {
			s.Blocks = append(s.Blocks, Block{
				Name: module + "/" + errors, Short: errors == "strict", Wide: wide(module, errors),
				Questions: func(wide bool) (all []Question) {
					c := codec{module, errors, wide}
					if names || errors != "namereplace" {
						for _, text := range c.texts() {
							all = append(all, Call("encode", module, errors, text))
						}
					}
					for _, b := range c.inputs() {
						all = append(all, Call("decode", module, errors, string(b)))
					}
					return all
				},
			})
		}
	}
	s.Generate = func(n int) (all []Question) {
		r := rand.New(rand.NewPCG(3986, 3))
		pool := slices.Concat(characters, eastAsian)
		for len(all) < n {
			module, errors := modules[r.IntN(len(modules))], Handlers()[r.IntN(len(Handlers()))]
			text := randomText(r, pool)
			if names || errors != "namereplace" {
				all = append(all, Call("encode", module, errors, text))
			}
			all = append(all, Call("decode", module, errors, text))
		}
		return all
	}
	return s
}

// randomText returns a short random text. It consists of bytes, of code points, and of characters from pool.
func randomText(r *rand.Rand, pool []rune) string {
	var b []byte
	for range r.IntN(20) {
		switch r.IntN(4) {
		case 0:
			b = append(b, byte(r.IntN(256)))
		case 1:
			b = utf8.AppendRune(b, rune(r.IntN(0x11000)))
		default:
			b = str.AppendRune(b, pool[r.IntN(len(pool))])
		}
	}
	return string(b)
}

// EachPython runs f as a parallel subtest for each interpreter from CPython 3.8 on that the environment variable
// EARL_PYTHONS lists, separated as in PATH.
func EachPython(t *testing.T, f func(t *testing.T, path string)) {
	t.Helper()
	known := func(release string) bool {
		var minor int
		_, err := fmt.Sscanf(release, "3.%d.", &minor)
		return err == nil && minor >= 8
	}
	for _, s := range Codecs(nil, false, nil).Start(t, known) {
		t.Run(s.Release, func(t *testing.T) {
			t.Parallel()
			f(t, s.Path)
		})
	}
}
