package main

import (
	"strings"
	"testing"

	"golang.org/x/net/idna"

	ours "earl.example/internal/names/idna"
	"earl.example/internal/testing/urltest"
)

// xnet is golang.org/x/net/idna with the parameters of the URL Standard, as
// near as it has them, and perhaps more.
func xnet(more ...idna.Option) *idna.Profile {
	return idna.New(append([]idna.Option{
		idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
		idna.CheckJoiners(true), idna.CheckHyphens(false), idna.VerifyDNSLength(false),
	}, more...)...)
}

// TestCodePoints holds ToASCII of each code point between letters against
// golang.org/x/net/idna, if that has tables of the same Unicode version: with
// Go 1.27 it has. It says nothing of names with right-to-left text, see
// golang/go#81525.
func TestCodePoints(t *testing.T) {
	if idna.UnicodeVersion != ours.UnicodeVersion {
		t.Skipf("golang.org/x/net/idna is of Unicode %s with this toolchain", idna.UnicodeVersion)
	}
	p := xnet()
	compared := 0
	for r := range rune(0x110000) {
		if 0xD800 <= r && r < 0xE000 {
			continue
		}
		for _, s := range []string{"a" + string(r) + "b", string(r) + "\u00fc", "\u0628" + string(r) + "\u200c\u0628",
			"\u0915" + string(r) + "\u200d"} {
			got, err := ours.AppendToASCII(nil, s, ours.Options{SkipBidi: true})
			want, wantErr := p.ToASCII(s)
			if (err != nil) != (wantErr != nil) || err == nil && string(got) != want {
				t.Errorf("%+q: %q, %v; x/net has %q, %v", s, got, err, want, wantErr)
			}
			compared++
		}
	}
	t.Logf("%d names compared", compared)
}

// punycode are names as DNS has them.
var punycode = []string{"xn--bcher-kva.example", "xn--e1afmkfd.xn--p1ai", "xn--r8jz45g.xn--zckzah", "xn--fiqs8s"}

// hosts are names by kind.
var hosts = []struct {
	name  string
	hosts []string
}{
	{"Latin", []string{"www.b\u00fccher.example", "m\u00fcnchen.de", "fran\u00e7ais.example", "\u00d6BB.at",
		"k\u00f8benhavn.dk", "\u0142\u00f3d\u017a.pl"}},
	{"Cyrillic", []string{"\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
		"\u043f\u0440\u0435\u0437\u0438\u0434\u0435\u043d\u0442.\u0440\u0444",
		"\u041c\u041e\u0421\u041a\u0412\u0410.\u0440\u0444"}},
	{"CJK", []string{"\u4f8b\u3048.\u30c6\u30b9\u30c8", "\u4e2d\u56fd\u4e92\u8054\u7f51.\u4e2d\u56fd",
		"\ud55c\uad6d\uc5b4.\ud55c\uad6d", "www.\u30c9\u30e1\u30a4\u30f3\u540d\u4f8b.jp"}},
	{"Arabic and Hebrew", []string{"\u0645\u062b\u0627\u0644.\u0625\u062e\u062a\u0628\u0627\u0631",
		"\u05d3\u05d5\u05d2\u05de\u05d4.\u05d8\u05e2\u05e1\u05d8"}},
	{"Punycode", punycode},
	{"decomposed", []string{"mu\u0308nchen.de", "fran\u0063\u0327ais.example", "\u1112\u1161\u11ab\u1100\u116e\u11a8.kr"}},
	{"ASCII", []string{"www.example.com", "golang.org", "News.BBC.co.uk"}},
}

// BenchmarkToASCII races ToASCII against golang.org/x/net/idna. Its result
// is a string: so is ours here, but for the last.
func BenchmarkToASCII(b *testing.B) {
	p := xnet(idna.BidiRule())
	for _, kind := range hosts {
		b.Run(strings.ReplaceAll(kind.name, " ", "-"), func(b *testing.B) {
			many := repeat(kind.hosts, 500)
			buf := make([]byte, 0, 256)
			urltest.Race(b, many,
				urltest.Op{Name: "xnet", Do: func(s string) { p.ToASCII(s) }},
				urltest.Op{Name: "earl", Do: func(s string) {
					var room [64]byte
					out, _ := ours.AppendToASCII(room[:0], s, ours.Options{})
					sinkString = string(out)
				}},
				urltest.Op{Name: "append", Do: func(s string) { buf, _ = ours.AppendToASCII(buf[:0], s, ours.Options{}) }},
			)
		})
	}
}

// BenchmarkToUnicode does the same for the other direction.
func BenchmarkToUnicode(b *testing.B) {
	p := xnet(idna.BidiRule())
	many := repeat(punycode, 500)
	buf := make([]byte, 0, 256)
	urltest.Race(b, many,
		urltest.Op{Name: "xnet", Do: func(s string) { p.ToUnicode(s) }},
		urltest.Op{Name: "append", Do: func(s string) { buf, _ = ours.AppendToUnicode(buf[:0], s, ours.Options{}) }},
	)
}

// repeat returns n names: s repeated.
func repeat(s []string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s[i%len(s)]
	}
	return out
}
