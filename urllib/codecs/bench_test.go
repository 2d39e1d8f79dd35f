package codecs

import (
	"strings"
	"testing"

	"earl.example/urllib"
)

// Texts of about 4 KiB in which the codecs at hand have no fault.
var benchTexts = []struct{ name, text, modules string }{
	{"Japanese", strings.Repeat("色は匂へど散りぬるを我が世誰ぞ常ならむ、", 70), "shift_jis cp932 euc_jp euc_jis_2004 iso2022_jp"},
	{"Chinese", strings.Repeat("天地玄黄宇宙洪荒日月盈昃辰宿列张", 80), "gb2312 gbk gb18030 hz"},
	{"Taiwanese", strings.Repeat("天地玄黃宇宙洪荒日月盈昃辰宿列張", 80), "big5 cp950 big5hkscs"},
	{"Korean", strings.Repeat("다람쥐 헌 쳇바퀴에 타고파 ", 100), "euc_kr cp949 johab iso2022_kr"},
	{"English", strings.Repeat("The quick brown fox jumps over the lazy dog. ", 90), "gb18030 iso2022_jp unicode_escape"},
	{"Mixed", strings.Repeat("Zwölf Boxkämpfer – 十二 ", 140), "unicode_escape raw_unicode_escape punycode"},
	{"Domain", "bücher.example.天地玄黄.xn--bcher-kva.de", "idna"},
}

func BenchmarkEncode(b *testing.B) {
	py := urllib.Python{Codecs: All{}}
	for _, bench := range benchTexts {
		for module := range strings.FieldsSeq(bench.modules) {
			b.Run(bench.name+"/"+module, func(b *testing.B) {
				b.SetBytes(int64(len(bench.text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := py.EncodeText(bench.text, module, "strict"); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	py := urllib.Python{Codecs: All{}}
	for _, bench := range benchTexts {
		for module := range strings.FieldsSeq(bench.modules) {
			b.Run(bench.name+"/"+module, func(b *testing.B) {
				encoded, err := py.EncodeText(bench.text, module, "strict")
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(encoded)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := py.DecodeText(encoded, module, "strict"); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkFaults is a text in which every other character is one.
func BenchmarkFaults(b *testing.B) {
	py := urllib.Python{Codecs: All{}}
	text := strings.Repeat("\u0e01a", 1000)
	for _, handler := range []string{"ignore", "replace", "backslashreplace", "namereplace"} {
		b.Run(handler, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := py.EncodeText(text, "gbk", handler); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNamed is an escape with a name.
func BenchmarkNamed(b *testing.B) {
	py := urllib.Python{Codecs: All{}}
	text := []byte(`\N{LATIN SMALL LETTER E WITH ACUTE}`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := py.DecodeText(text, "unicode_escape", "strict"); err != nil {
			b.Fatal(err)
		}
	}
}
