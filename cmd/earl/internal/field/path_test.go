package field

import (
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// slowSegment is segment by cutting the path at every slash.
func slowSegment(path string, n int) (string, bool) {
	if path == "" {
		return "", false
	}
	all := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if n < 0 {
		slices.Reverse(all)
		n = -n
	}
	if n > len(all) {
		return "", false
	}
	return all[n-1], true
}

// FuzzSegmentIsThatOfAll: a segment is found as if all were cut.
func FuzzSegmentIsThatOfAll(f *testing.F) {
	for _, path := range []string{"", "/", "a", "/a", "a/", "//", "/a//b/c"} {
		f.Add(path, 1)
		f.Add(path, -2)
	}
	f.Fuzz(func(t *testing.T, path string, n int) {
		if n = n % 10; n == 0 {
			return
		}
		begin, end, ok := SegmentBounds(path, n)
		got := path[begin:end]
		want, wantOK := slowSegment(path, n)
		if got != want || ok != wantOK {
			t.Fatalf("segment %d of %q: %q, %v; want %q, %v", n, path, got, ok, want, wantOK)
		}
	})
}

// FuzzDomain: suffix, registered domain and subdomain make up the domain, which
// is its own domain.
func FuzzDomain(f *testing.F) {
	for _, host := range []string{"", "a.b.co.uk", "co.uk", "x.github.io", "EXAMPLE.com.", "1.2.3.4", "[::1]", "%C3%BC.de",
		"a..b", ".", "\u00fc.\u3002de", "\xff.com"} {
		f.Add(host)
	}
	f.Fuzz(func(t *testing.T, host string) {
		var r reading.Reading
		r.Reset(host)
		r.AcceptSame(host).Set(urlerr.Host, 0, len(host))
		v := view.View{URL: r}
		domain, suffix := v.LookUp()
		if domain == "" {
			if suffix != "" {
				t.Fatalf("%q has suffix %q", host, suffix)
			}
			return
		}
		r.Reset(domain)
		r.AcceptSame(domain).Set(urlerr.Host, 0, len(domain))
		again := view.View{URL: r}
		if same, _ := again.LookUp(); same != domain {
			t.Fatalf("%q has domain %q, and that %q", host, domain, same)
		}
		own, ok := registered(&v)
		if !ok {
			if suffix != domain {
				t.Fatalf("%q has suffix %q and no registered domain", domain, suffix)
			}
			return
		}
		whole := own
		if sub, ok := subdomain(&v); ok {
			whole = sub + "." + whole
		}
		if whole != domain || !strings.HasSuffix(own, "."+suffix) ||
			strings.Count(own, ".") != strings.Count(suffix, ".")+1 {
			t.Fatalf("%q: registered %q, suffix %q", domain, own, suffix)
		}
	})
}

// TestTemplatesAreLinear: a field of a long URL takes time in proportion.
func TestTemplatesAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	d := earl.RFC3986()
	template,
		err := Compile("{segment:-1}{segment:-9999999}{segment:9999999}{extension}{param:x}{params:a}{subdomain}{host_reversed}{surt}{path|decode}", false)
	if err != nil {
		t.Fatal(err)
	}
	v, e := view.New(view.Options{Dialect: d}), template.Expander()
	var text []byte
	for _, head := range []string{"", "http://", "http://h/", "http://h/?"} {
		for _, unit := range []string{"/", "a", ".", "a.", "&", "a=1&", "%41", "%2e"} {
			urltest.Linear(t, unit+" after "+head, urltest.Many(head, unit, "", 1<<16), func(url string) {
				if v.Start(&bulk.Record{Text: url}); v.Read() == nil {
					text, _ = e.Expand(text[:0], v)
				}
			})
		}
	}
}

// TestSegments compares all short paths with slowSegment.
func TestSegments(t *testing.T) {
	t.Parallel()
	paths := []string{""}
	for i := 0; len(paths[i]) < 6; i++ {
		paths = append(paths, paths[i]+"/", paths[i]+"a")
	}
	for _, path := range paths {
		for n := -7; n <= 7; n++ {
			if n == 0 {
				continue
			}
			begin, end, ok := SegmentBounds(path, n)
			got := path[begin:end]
			if want, wantOK := slowSegment(path, n); got != want || ok != wantOK {
				t.Errorf("segment %d of %q is %q, %v, want %q, %v", n, path, got, ok, want, wantOK)
			}
		}
		want := 0
		for n := 1; path != "" && path != "/"; n++ {
			text, ok := slowSegment(path, n)
			if _, more := slowSegment(path, n+1); !ok || !more && text == "" {
				break
			}
			want++
		}
		if got := depth(path); got != want {
			t.Errorf("the depth of %q is %d, want %d", path, got, want)
		}
	}
}

// TestExtension checks the text after the last dot of the last segment.
func TestExtension(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, want string
		ok         bool
	}{
		{"", "", false}, {"/", "", false}, {"/a", "", false}, {"/a.b", "b", true}, {"a.b", "b", true}, {"/a.b.c", "c", true},
		{"/a.", "", true}, {"/.a", "", false}, {"/.a.b", "b", true}, {"/..", "", false}, {"/...", "", true}, {"/.", "", false},
		{"/a.b/", "", false}, {"/a.b/c", "", false},
	} {
		if got, ok := extension(tt.path); got != tt.want || ok != tt.ok {
			t.Errorf("the extension of %q is %q, %v, want %q, %v", tt.path, got, ok, tt.want, tt.ok)
		}
	}
}
