package codecs

import (
	"strings"
	"testing"

	"earl.example/internal/python/str"
)

// Texts of about 4 KiB in which the codecs at hand have no fault.
var benchTexts = []struct{ name, text string }{
	{"English", strings.Repeat("The quick brown fox jumps over the lazy dog. ", 90)},
	{"Russian", strings.Repeat("Съешь же ещё этих мягких булок, да выпей чаю. ", 50)},
	{"German", strings.Repeat("Zwölf Boxkämpfer jagen Eva quer über den Deich. ", 80)},
}

var benchCodecs = map[string][]string{
	"English": {"utf-8", "ascii", "latin-1", "cp1252", "cp037", "utf-16", "utf-32", "utf-7"},
	"Russian": {"utf-8", "cp1251", "koi8-r", "utf-16", "utf-7"},
	"German":  {"utf-8", "latin-1", "cp1252", "cp500"},
}

func BenchmarkEncode(b *testing.B) {
	x := Text{Release: str.Release{Minor: 13}}
	for _, bench := range benchTexts {
		for _, encoding := range benchCodecs[bench.name] {
			b.Run(bench.name+"/"+encoding, func(b *testing.B) {
				dst, err := x.AppendEncode(nil, bench.text, encoding, "strict")
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(bench.text)))
				b.ReportAllocs()
				for b.Loop() {
					dst, _ = x.AppendEncode(dst[:0], bench.text, encoding, "strict")
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	x := Text{Release: str.Release{Minor: 13}}
	for _, bench := range benchTexts {
		for _, encoding := range benchCodecs[bench.name] {
			b.Run(bench.name+"/"+encoding, func(b *testing.B) {
				src, err := x.AppendEncode(nil, bench.text, encoding, "strict")
				if err != nil {
					b.Fatal(err)
				}
				var dst []byte
				b.SetBytes(int64(len(src)))
				b.ReportAllocs()
				for b.Loop() {
					dst, _ = x.AppendDecode(dst[:0], src, encoding, "strict")
				}
			})
		}
	}
}

// BenchmarkShort is what looking a codec up costs.
func BenchmarkShort(b *testing.B) {
	x := Text{Release: str.Release{Minor: 13}}
	for _, encoding := range []string{"utf-8", "cp1252", "ISO_8859-2:1987"} {
		b.Run(encoding, func(b *testing.B) {
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst, _ = x.AppendEncode(dst[:0], "caf\u00e9", encoding, "strict")
			}
		})
	}
}

// BenchmarkFaults is a text in which every character is one.
func BenchmarkFaults(b *testing.B) {
	x := Text{Release: str.Release{Minor: 13}}
	text := strings.Repeat("\u4e00a", 1000)
	bytes := []byte(strings.Repeat("\xffa", 1000))
	for _, errors := range []string{"ignore", "replace", "backslashreplace"} {
		b.Run("Encode/"+errors, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				dst, _ = x.AppendEncode(dst[:0], text, "ascii", errors)
			}
		})
		b.Run("Decode/"+errors, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(bytes)))
			for b.Loop() {
				dst, _ = x.AppendDecode(dst[:0], bytes, "utf-8", errors)
			}
		})
	}
}
