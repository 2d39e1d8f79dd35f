package pycodec

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"

	"earl.example/internal/pytext"
)

// The cases here are those of testdata/judge.py, one for one.

var allHandlers = []string{
	"strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace",
	"surrogateescape", "surrogatepass", "namereplace", "bogus", "",
}

// coreModules returns the modules of the core that a release has.
func coreModules(rel pytext.Release) []string {
	var names []string
	for _, m := range modules {
		if m.codec != nil && (m.last == 0 || rel.Minor <= m.last) {
			names = append(names, m.name)
		}
	}
	return names
}

// outcome is a result or an exception as judge.py writes it.
func outcome(got []byte, err error) []byte {
	if err == nil {
		return append([]byte("="), got...)
	}
	e := err.(*pytext.Exception)
	text := "!" + e.Class + "|" + e.Text
	if u := e.Unicode; u != nil {
		text += fmt.Sprintf("|%s|%d|%d|%s", u.Encoding, u.Start, u.End, u.Reason)
	}
	return []byte(text)
}

// random is splitmix64 from the FNV-1a hash of a name.
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

var points = [][2]rune{{0, 0x3000}, {0xD7C0, 0xD840}, {0xDBC0, 0xE040}, {0xF6C0, 0xF900}, {0xFB00, 0x10080}, {0x10FFC0, 0x110000}}

var characters = []rune{
	0, 9, 0x20, 0x23, 0x26, 0x2B, 0x2D, 0x31, 0x3F, 0x41, 0x5C, 0x7A, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xA4, 0xE9, 0xFF, 0x100,
	0x160, 0x192, 0x3A9, 0x434, 0x5D0, 0x639, 0xE01, 0x2014, 0x20AC, 0x2592, 0xD800, 0xDBFF, 0xDC00, 0xDC7F, 0xDC80, 0xDCA4,
	0xDCFF, 0xDD00, 0xDFFF, 0xF8FF, 0xFEFF, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
}

// block is the code points from first to before end, with sep between them.
func block(first, end rune, sep string) string {
	var b []byte
	for r := first; r < end; r++ {
		if r > first {
			b = append(b, sep...)
		}
		b = pytext.AppendRune(b, r)
	}
	return string(b)
}

// texts yields what to encode.
func texts(module, errors string, wide bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, p := range points {
			for first := p[0]; first < p[1]; first += 64 {
				if !yield(block(first, first+64, "")) || !yield(block(first, first+64, "a")) {
					return
				}
			}
		}
		if errors == "backslashreplace" && wide {
			for first := rune(0); first < 0x110000; first += 4096 {
				if !yield(block(first, first+4096, "")) {
					return
				}
			}
		}
		r := newRandom("text " + module)
		for range 100 {
			var b []byte
			for range r.below(12) {
				b = pytext.AppendRune(b, characters[r.below(len(characters))])
			}
			if !yield(string(b)) {
				return
			}
		}
	}
}

const (
	tokens8 = "00 41 7F 80 BF C0 C1 C280 C2 DF DFBF E0 E080 E0A0 E0A080 E09F ED ED9FBF EDA0 EDA080 EDBFBF EFBFBD EFBBBF EFBB" +
		" F0 F08F F09080 F0908080 F48F F48FBFBF F490 F4908080 F5 F8 FF F09F F09F98 F09F9880"
	tokens16 = "00 4100 0041 80 FF FFFE FEFF 00D8 D800 FFDB DBFF 00DC DC00 80DC FFDF 3DD800DE D83DDE00 AC20 20AC D8 DC 61"
	tokens32 = "00 41000000 00000041 80 FF FFFE0000 0000FEFF 00D80000 0000D800 80DC0000 0000DC80 FFFF1000 0010FFFF 00001100" +
		" 00110000 FFFFFFFF 80808080 7F000000 AC200000"
	tokens7 = "2B 2D 41 61 2F 30 20 40 5C 7E 80 FF 2B2D 2B41 2B414141 2B41414141 2B32414463 2D20 2B3244336541 2B334141" +
		" 2B32414132414141 2B41516B2D 2B4151 2B414551 0A 3D 2B4145424341 2B2B 2B2F 2B2F2F2F2F 414141"
)

// tokens returns the pieces that inputs for a module of several bytes a
// character are made of, none for the others.
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
	}
	var out [][]byte
	for t := range strings.FieldsSeq(list) {
		b, err := hex.DecodeString(t)
		if err != nil {
			panic(err)
		}
		out = append(out, b)
	}
	return out
}

// inputs yields what to decode.
func inputs(module string, wide bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		all := make([]byte, 256)
		for i := range all {
			all[i] = byte(i)
			if !yield([]byte{byte(i)}) {
				return
			}
		}
		if !yield(all) {
			return
		}
		r := newRandom("bytes " + module)
		for range 100 {
			b := make([]byte, r.below(12))
			for i := range b {
				b[i] = byte(r.below(256))
			}
			if !yield(b) {
				return
			}
		}
		pool := tokens(module)
		if pool == nil {
			return
		}
		for pair := 0; wide && pair < 65536; pair++ {
			if !yield([]byte{byte(pair >> 8), byte(pair)}) {
				return
			}
		}
		for range 2000 {
			var b []byte
			for range r.below(7) {
				b = append(b, pool[r.below(len(pool))]...)
			}
			if !yield(b) {
				return
			}
		}
	}
}

// digest is a hash over the outcomes of all cases of a module and a handler.
// Encoding with namereplace is left out, since it needs character names.
func digest(x Text, module, errors string, wide bool) string {
	h := sha256.New()
	if errors != "namereplace" {
		for s := range texts(module, errors, wide) {
			h.Write(append(outcome(x.AppendEncode(nil, s, module, errors)), '\n'))
		}
	}
	for b := range inputs(module, wide) {
		h.Write(append(outcome(x.AppendDecode(nil, b, module, errors)), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// probe is what judge.py encodes to tell codecs apart.
const probe = "a\\~ \u00a4\u00e9\u0160\u0434\u05d0\u0639\u0e01\u20ac\u2592\U0001f600"

// named is a source of all codecs, each of which encodes to its module's name.
type named struct{}

func (named) Codec(name string, _ pytext.Release) (Codec, bool) { return nameCodec(name), true }
func (named) RuneName(rune, pytext.Release) string              { return "" }

type nameCodec string

func (c nameCodec) AppendEncode(dst []byte, _ string, _ Handler) ([]byte, error) {
	return append(append(dst, "module "...), c...), nil
}

func (c nameCodec) AppendDecode(dst, _ []byte, _ Handler) ([]byte, error) { return dst, nil }

// spellings returns every module and alias of any release, and some that are
// none, in many spellings.
func spellings() []string {
	var names []string
	for _, m := range modules {
		names = append(names, m.name)
	}
	for _, a := range aliases {
		names = append(names, a.name)
	}
	names = append(names, "", ".", "_", "é", "utf", "mbcs", "oem", "ansi", "dbcs", "tis260", "tactis", "aliases", "init",
		"windows1252", "mac", "cp0", "iso8859_12", "csHPRoman8", "encodings", "utf_8.utf_8", "latin_2", "cp00858",
		"iso8859.1", "iso_8859.2", "iso8859.2", "ansi_x3_4_1968", "pycache", "\x00", "utf-8\x00", "\xed\xa0\x80", "utf\xff")
	var out []string
	for _, name := range names {
		out = append(out, name, strings.ToUpper(name), "-"+name, name+"_ ", "\t"+name+"\n", name+".", "."+name, name+"é", name+"\u20ac",
			"é"+name, name+"\U0001d7d9", "x"+name, name+strings.Repeat("-", 500),
			strings.ReplaceAll(name, "_", ""), strings.ReplaceAll(name, "_", "  "))
		for _, sep := range []string{"-", ".", " ", "__", "/:", "é", "\u00aa", "\u0301", "\u0663", "\u20ac", "\U0001f600", "\U00020000"} {
			if strings.Contains(name, "_") {
				out = append(out, strings.ReplaceAll(name, "_", sep), strings.Replace(name, "_", "_"+sep, 1))
			}
		}
		if len(name) > 2 {
			for _, mid := range []string{"é", "\u20ac", "_", ".", "\u0661"} {
				out = append(out, name[:2]+mid+name[2:])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lookup is what judge.py answers to a lookup.
func lookup(x Text, name string) []byte {
	x.Codecs = named{}
	got := outcome(x.AppendEncode(nil, probe, name, "backslashreplace"))
	return bytes.Clone(got)
}
