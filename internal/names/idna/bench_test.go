package idna

import "testing"

// BenchmarkToASCII measures names of several kinds. The module bench races
// them against golang.org/x/net/idna.
func BenchmarkToASCII(b *testing.B) {
	names := []struct{ name, in string }{
		{"ASCII", "www.example.com"},
		{"Latin", "www.b\u00fccher.example"},
		{"Cyrillic", "\u043f\u0440\u0435\u0437\u0438\u0434\u0435\u043d\u0442.\u0440\u0444"},
		{"Japanese", "\u4f8b\u3048.\u30c6\u30b9\u30c8"},
		{"Hebrew", "\u05d3\u05d5\u05d2\u05de\u05d4.\u05d8\u05e2\u05e1\u05d8"},
		{"Punycode", "xn--bcher-kva.example"},
		{"decomposed", "mu\u0308nchen.de"},
	}
	dst := make([]byte, 0, 256)
	for _, n := range names {
		b.Run(n.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dst, _ = AppendToASCII(dst[:0], n.in, Options{})
			}
		})
	}
}
