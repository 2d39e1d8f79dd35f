package urltext

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/whatwg"
)

// TestRefang: URLs that were made harmless are found whole, and end where links end. Without Refang, a host that ends
// before such a dot is reported as cut.
func TestRefang(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, raw, want, cut string }{
		{"to hxxps://evil[.]example/load?id=1.", "hxxps://evil[.]example/load?id=1", "https://evil.example/load?id=1", "hxxps://evil"},
		{"hxxp://203[.]0[.]113[.]7:8080/x ,", "hxxp://203[.]0[.]113[.]7:8080/x", "http://203.0.113.7:8080/x", "hxxp://203"},
		{"(hxxp[:]//a[.]b/c[.]d).", "hxxp[:]//a[.]b/c[.]d", "http://a.b/c.d", ""},
		{"see: hxxps[://]bücher[.]example/ü", "hxxps[://]bücher[.]example/ü", "https://xn--bcher-kva.example/%C3%BC", ""},
		{"[hxxp://a(.)b/c](x)", "hxxp://a(.)b/c", "http://a.b/c", "hxxp://a"},
		{"hxxp://a[.]b,hxxp://c[.]d", "hxxp://a[.]b hxxp://c[.]d", "http://a.b/ http://c.d/", "hxxp://a hxxp://c"},
		{"**hxxp://a[.]b/c**", "hxxp://a[.]b/c", "http://a.b/c", "hxxp://a"},
		{"http://a[.]b/?u=hxxp://c[.]d/e", "http://a[.]b/?u=hxxp://c[.]d/e", "http://a.b/?u=hxxp://c.d/e", "http://a hxxp://c"},
		{"h**ps://a.b/c", "h**ps://a.b/c", "https://a.b/c", ""},
		{"http://h/x?u=hxxp://a[.]b HTTP://H/[1]", "http://h/x?u=hxxp://a[.]b HTTP://H/[1]", "http://h/x?u=hxxp://a[.]b http://h/[1]", ""},
		{"h**hXXp://a.b h**://a[.]b", "hXXp://a.b", "http://a.b/", ""},
		{"hxxp://a[.]b/x,y,hxxp://c[.]d/z", "hxxp://a[.]b/x,y hxxp://c[.]d/z", "http://a.b/x,y http://c.d/z", "hxxp://a hxxp://c"},
		{"[t](hxxp://a[.]b:99999/)(http://good.example/x)", "hxxp://a http://good.example/x", "hxxp://a http://good.example/x", "hxxp://a"},
		{"hxxp://a[.]b/c%zz http://h/a[.]b", "hxxp://a[.]b/c%zz http://h/a[.]b", "http://a.b/c%zz http://h/a[.]b", "hxxp://a"},
		{"http://a( dot )b http://c[. http://h[...] http://i(dotnet)", "http://a http://c http://h http://i", "http://a/ http://c/ http://h/ http://i/", "http://a"},
		{"http://a.b[/]c http://d.e[:]80/f", "http://a.b[/]c http://d.e[:]80/f", "http://a.b/c http://d.e/f", "http://a.b"},
		{"hxxp://[", "", "", ""},
	} {
		var raws, urls, cuts []string
		for m := range (FindOptions{Refang: true, Markup: true}).Find(tt.text) {
			raws, urls = append(raws, m.Raw()), append(urls, m.URL().Href())
			if tt.text[m.Start:m.End] != m.Raw() {
				t.Errorf("%s: %q at %d to %d", tt.text, m.Raw(), m.Start, m.End)
			}
		}
		for m := range Find(tt.text) {
			if m.Cut {
				cuts = append(cuts, m.Raw())
			}
		}
		if got := strings.Join(raws, " "); got != tt.raw {
			t.Errorf("%s: found %q, want %q", tt.text, got, tt.raw)
		}
		if got := strings.Join(urls, " "); got != tt.want {
			t.Errorf("%s: URLs %q, want %q", tt.text, got, tt.want)
		}
		if got := strings.Join(cuts, " "); got != tt.cut {
			t.Errorf("%s: cut %q, want %q", tt.text, got, tt.cut)
		}
	}
}

// FuzzRefang: each match is its text, and that text in its usual form is the same URL.
func FuzzRefang(f *testing.F) {
	f.Add("a:[://hxxp[:]//a[.]b[://c")
	f.Add("a hxxps://evil[.]example/load?id=1, (hxxp[:]//b(.)c) h**p://x[.]y")
	f.Fuzz(func(t *testing.T, text string) {
		for m := range (FindOptions{Refang: true}).Find(text) {
			if text[m.Start:m.End] != m.Raw() {
				t.Errorf("%q: %q at %d to %d", text, m.Raw(), m.Start, m.End)
			}
			usual, _ := whatwg.Parse(Refang(m.Raw()))
			asWritten, _ := whatwg.Parse(m.Raw()) // the usual form may be no URL
			if u := m.URL(); u != usual && u != asWritten {
				t.Errorf("%q: %q is %s, want %s or %s", text, m.Raw(), u.Href(), usual.Href(), asWritten.Href())
			}
		}
	})
}

// TestRefangIsLinear takes hostile shapes of megabytes.
func TestRefangIsLinear(t *testing.T) {
	for _, unit := range []string{"hxxp://", "hxxp[:]//", "http://a[.]", "hxxp://[", "h**p://(.)", "[.]", "hxxp://a[.]b,", "a://", "://]", "hxxp://a[.]b "} {
		text := strings.Repeat(unit, 200_000/len(unit))
		urltest.Linear(t, "many of "+unit, text, func(s string) {
			for range (FindOptions{Refang: true, Markup: true}).Find(s) {
			}
		})
	}
}
