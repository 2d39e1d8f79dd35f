package codecs

import (
	"slices"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
)

// coreModules returns the modules of the core that a release has.
func coreModules(rel str.Release) []string {
	var names []string
	for _, m := range registered().modules {
		if m.codec != nil && (m.last == 0 || rel.Minor <= m.last) {
			names = append(names, m.name)
		}
	}
	return names
}

// outcome returns a result or an exception in the format of codec.py.
func outcome(got []byte, err error) string {
	if err == nil {
		return oracle.Outcome(got, nil)
	}
	return oracle.Outcome(nil, err.(*str.Exception))
}

// probe is the text that codec.py encodes to distinguish codecs.
const probe = "a\\~ \u00a4\u00e9\u0160\u0434\u05d0\u0639\u0e01\u20ac\u2592\U0001f600"

// named is a source of all codecs. Each encodes to its module's name.
type named struct{}

func (named) Codec(name string, _ str.Release) (Codec, bool) { return nameCodec(name), true }
func (named) RuneName(rune, str.Release) string              { return "" }

type nameCodec string

func (c nameCodec) AppendEncode(dst []byte, _ string, _ Handler) ([]byte, error) {
	return append(append(dst, "module "...), c...), nil
}

func (c nameCodec) AppendDecode(dst, _ []byte, _ Handler) ([]byte, error) { return dst, nil }

// spellings returns every module and alias of any release, and some unknown
// names, in many spellings.
func spellings() []string {
	var names []string
	for _, m := range registered().modules {
		names = append(names, m.name)
	}
	for name := range registered().aliases {
		names = append(names, name)
	}
	names = append(names, "", ".", "_", "é", "utf", "mbcs", "oem", "ansi", "dbcs", "tis260", "tactis", "aliases", "init",
		"windows1252", "mac", "cp0", "iso8859_12", "csHPRoman8", "encodings", "utf_8.utf_8", "latin_2", "cp00858",
		"iso8859.1", "iso_8859.2", "iso8859.2", "ansi_x3_4_1968", "pycache", "\x00", "utf-8\x00", "\xed\xa0\x80", "utf\xff")
	var out []string
	for _, name := range names {
		out = append(out, name, strings.ToUpper(name), "-"+name, name+"_ ", "\t"+name+"\n", name+".", "."+name, name+"é",
			name+"\u20ac",
			"é"+name, name+"\U0001d7d9", "x"+name, name+strings.Repeat("-", 500),
			strings.ReplaceAll(name, "_", ""), strings.ReplaceAll(name, "_", "  "))
		for _, sep := range []string{"-", ".", " ", "__", "/:", "é", "\u00aa", "\u0301", "\u0663", "\u20ac", "\U0001f600",
			"\U00020000"} {
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

// lookup returns the answer of codec.py to a lookup.
func lookup(x Text, name string) string {
	x.Codecs = named{}
	return outcome(x.AppendEncode(nil, probe, name, "backslashreplace"))
}
