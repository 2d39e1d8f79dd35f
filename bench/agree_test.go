package main

import (
	"testing"

	"golang.org/x/net/idna"

	ours "earl.example/internal/idna"
)

// TestCodePoints holds ToASCII of each code point between letters against
// golang.org/x/net/idna, if that has tables of the same Unicode version: with
// Go 1.27 it has. It says nothing of names with right-to-left text, see
// golang/go#81525.
func TestCodePoints(t *testing.T) {
	if idna.UnicodeVersion != "17.0.0" {
		t.Skipf("golang.org/x/net/idna is of Unicode %s with this toolchain", idna.UnicodeVersion)
	}
	p := idna.New(
		idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
		idna.CheckJoiners(true), idna.CheckHyphens(false), idna.VerifyDNSLength(false),
	)
	compared := 0
	for r := range rune(0x110000) {
		if 0xD800 <= r && r < 0xE000 {
			continue
		}
		for _, s := range []string{"a" + string(r) + "b", string(r) + "\u00fc", "\u0628" + string(r) + "\u200c\u0628", "\u0915" + string(r) + "\u200d"} {
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
