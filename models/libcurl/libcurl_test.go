package libcurl

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
)

// TestRules: the example of each rule breaks that rule.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range Rules() {
		var err error
		switch rule.Name {
		case ruleUnsupported.Name:
			_, err = Version{}.Resolve("http://h/", rule.Example)
		case ruleRelease.Name:
			_, err = ParseVersion(rule.Example)
		case ruleTooLong.Name:
			_, err = Parse("http://h/" + strings.Repeat("a", maxInput))
		default:
			_, err = Parse(rule.Example)
		}
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || e.Rule != rule || !errors.Is(err, rule.Kind) || rule.Section == "" || rule.Address == "" {
			t.Errorf("%s: %v", rule.Name, err)
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	for _, r := range Versions() {
		if back, err := ParseVersion(r.String()); err != nil || back != r {
			t.Errorf("%s: %s, %v", r, back, err)
		}
	}
	newest := Versions()[len(Versions())-1]
	if r, err := ParseVersion("8.22"); err != nil || r != (Version{}) || r != newest {
		t.Errorf("%s, %v", r, err)
	}
	for _, name := range []string{"", "8", "8.2", "8.22.", "7.88.0", "8.22.0 "} {
		if r, err := ParseVersion(name); !errors.Is(err, urlerr.UnknownName) {
			t.Errorf("%q: %s, %v", name, r, err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustParseVersion does not panic")
		}
	}()
	if r := MustParseVersion("8.22.0"); r != newest {
		t.Error(r)
	}
	MustParseVersion("8")
}

// TestResolve: the function is the method of the newest release, and a NUL, at
// which C would end the reference, is refused where it stands.
func TestResolve(t *testing.T) {
	t.Parallel()
	u, err := Resolve("http://h/a/b", "../c")
	if v, _ := (Version{}).Resolve("http://h/a/b", "../c"); err != nil || u != v || u.String() != "http://h/c" {
		t.Errorf("%s, not %s: %v", u, v, err)
	}
	var e *urlerr.Error
	if u, err := Resolve("http://h/a/b", "c\x00d"); !errors.As(err, &e) || e.Offset != 1 || e.Rule != ruleNUL || u != (URL{}) {
		t.Errorf("%v: %v", u, err)
	}
}

// TestURLValues: a URL that no parser made has a text too, and none shows its
// password in a log.
func TestURLValues(t *testing.T) {
	t.Parallel()
	parsed, err := Parse("http://u:secret@h/")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name       string
		url        URL
		text, safe string
	}{
		{"zero", URL{}, "", ""},
		{"no host", URL{Scheme: "http", Path: "/"}, "http:///", "http:///"},
		{"a zone alone", URL{Scheme: "http", Zone: "1", Path: "/"}, "http:///", "http:///"},
		{"password", parsed, "http://u:secret@h/", "http://u:***@h/"},
	} {
		if tt.url.String() != tt.text || tt.url.Redacted() != tt.safe || tt.url.LogValue().String() != tt.safe {
			t.Errorf("%s: %s, %s, %v", tt.name, tt.url, tt.url.Redacted(), tt.url.LogValue())
		}
	}
}

// TestErrorOffsets: an error says where.
func TestErrorOffsets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url string
		offset    int
		component urlerr.Component
	}{
		{"control", "http://h/a\tb", 10, urlerr.NoComponent},
		{"slashes", "http:////h", 8, urlerr.Authority},
		{"empty host", "http://u@/", 9, urlerr.Host},
		{"host before port", "http://:80/", 7, urlerr.Host},
		{"second at sign", "http://a@b@c/", 10, urlerr.Host},
		{"bracket", "http://[::1/", 11, urlerr.Host},
		{"port", "http://h:8a/", 10, urlerr.Port},
		{"host of file", "file://h/", 7, urlerr.Path},
	} {
		_, err := Parse(tt.url)
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || e.Offset != tt.offset || e.Component != tt.component || e.Input != tt.url {
			t.Errorf("%s: %+v", tt.name, e)
		}
	}
}

// TestParseAllocs: a URL that stays as it is costs no memory.
func TestParseAllocs(t *testing.T) {
	for _, url := range []string{"https://u:p@example.com:8080/a/b.html?q#f", "example.com"} {
		if n := testing.AllocsPerRun(100, func() { Parse(url) }); n > 0 && !urltest.RaceDetector {
			t.Errorf("%s: %v allocations", url, n)
		}
	}
}

// TestLinear: twice the input takes twice the time.
func TestLinear(t *testing.T) {
	if urltest.RaceDetector || testing.Short() {
		t.Skip("slow")
	}
	for _, shape := range []struct{ name, head, unit string }{
		{"dots", "http://h/", "a/../"}, {"escaped dots", "http://h/", "%2e%2E/"}, {"slashes", "http://h", "/"},
		{"at signs", "http://", "@"}, {"colons", "http://h:", "0"}, {"numbers", "http://", "1."},
		{"escapes", "http://", "%41"}, {"brackets", "http://[", ":"}, {"zone", "http://[::1%", "25"},
	} {
		for _, r := range Versions() {
			urltest.Linear(t, shape.name, urltest.Many(shape.head, shape.unit, "", 1<<20), func(url string) {
				r.Parse(url)
				r.Resolve("http://h/a/b", url[min(len(url), len(shape.head)):])
			})
		}
	}
}

func BenchmarkParse(b *testing.B) {
	urls := urltest.Corpus(b)
	urltest.Race(b, urls, urltest.Op{Name: "libcurl", Do: func(url string) { Parse(url) }})
}
