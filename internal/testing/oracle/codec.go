package oracle

import (
	_ "embed" // for the script
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	h := fnv.New64a()
	h.Write([]byte(name))
	return new(random(h.Sum64()))
}

func (r *random) below(n int) int {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) % uint64(n))
}

//go:embed codec.txt
var codecText string

// codecLists returns the lists of codec.txt by name. "a*20" is 20 letters.
var codecLists = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for name, lines := range sections(codecText) {
		for item := range strings.FieldsSeq(strings.Join(lines, " ")) {
			piece, times, _ := strings.Cut(item, "*")
			n, _ := strconv.Atoi(times)
			all[name] = append(all[name], strings.Repeat(piece, max(n, 1)))
		}
	}
	return all
})

// runes returns the code points of a list.
func runes(name string) (all []rune) {
	for _, item := range codecLists()[name] {
		r, _ := strconv.ParseUint(item, 16, 32)
		all = append(all, rune(r))
	}
	return all
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

// special lists the modules of package codecs that are not East Asian.
var special = strings.Fields("idna punycode raw_unicode_escape undefined unicode_escape")

// A codec is a module of CPython's encodings with an error handler. If wide is set, its questions include the large
// sets of texts and inputs, such as all code points.
type codec struct {
	module, errors string
	wide           bool
}

// texts returns the texts to encode.
func (c codec) texts() (all []string) {
	for p := range slices.Chunk(runes("points"), 2) {
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
	pool := runes("characters")
	for range 100 {
		all = append(all, r.text(pool))
	}
	if codecLists()[c.module] == nil {
		return all
	}
	seconds := runes("pairSecond")
	for _, first := range runes("pairFirst") {
		all = append(all, string(first))
		for _, second := range seconds {
			b := str.AppendRune([]byte(string(first)), second)
			all = append(all, string(b), "\u3042"+string(b)+"a")
		}
	}
	pool = runes("eastAsian")
	for range 400 {
		all = append(all, r.text(pool))
	}
	if slices.Contains(special, c.module) {
		pieces := []string{""} // of domain names
		for _, item := range codecLists()["domain"] {
			piece, _ := strconv.Unquote(`"` + item + `"`)
			pieces = append(pieces, piece)
		}
		for range 4000 {
			var b strings.Builder
			for range r.below(7) {
				b.WriteString(pieces[r.below(len(pieces))])
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

// tokens returns the pieces from which inputs for a multibyte module are built. It returns nil for any other module.
func tokens(module string) [][]byte {
	for _, utf := range []string{"UTF-8", "UTF-16", "UTF-32", "UTF-7"} {
		if strings.HasPrefix(module, strings.ReplaceAll(strings.ToLower(utf), "-", "_")) {
			return fromHex(codecLists()[utf])
		}
	}
	own := codecLists()[module]
	if own == nil || slices.Contains(special, module) {
		return fromHex(own)
	}
	return fromHex(slices.Concat(codecLists()["tokens"], own))
}

func fromHex(list []string) (all [][]byte) {
	for _, t := range list {
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
		for _, shift := range fromHex(codecLists()["shifts"]) {
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
		pool := slices.Concat(runes("characters"), runes("eastAsian"))
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

// NewerUnicode classifies a question as not modelled if it has a character of Unicode 15 to 18. The models know these
// characters, but CPython 3.11, which has Unicode 14, does not. Python's package idna rejects a host with a character
// that the interpreter does not know.
func NewerUnicode(_ string, q Question) string {
	for _, r := range q.Base + q.URL {
		if r >= 0x10000 && !str.IsPrintable(r, str.Release{Minor: 11}) || r >= 0x1ACF && r <= 0x1AFF ||
			strings.ContainsRune("\u058b\u05c9\u088f\u0897\u0c5c\u0cdc\u0cf3\u0ece\u1c89\u1c8a\u20c1\ua7cb\ua7cc\ua7cd\ua7ce\ua7cf"+
				"\ua7d2\ua7d4\ua7da\ua7db\ua7dc\ua7f1\u2ffc\u2ffd\u2ffe\u2fff\u31e4\u31e5\u31ef", r) {
			return "a character of Unicode 15 to 18"
		}
	}
	return ""
}
