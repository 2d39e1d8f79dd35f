package canon

import (
	"errors"
	"strings"
	"testing"

	"earl.example/urlerr"
)

func TestSteps(t *testing.T) {
	t.Parallel()
	tests := []struct{ profile, url, want string }{
		{"whatwg+drop-fragment", "http://h/a#b?c", "http://h/a"},
		{"whatwg+drop-tracking", "http://h/?a=1&UTM_x&b=2&gclid=3&gcl%69d", "http://h/?a=1&b=2"},
		{"whatwg+drop-tracking", "http://h/?fbclid=1#f", "http://h/#f"},
		{"whatwg+drop-tracking", "http://h/?&&", "http://h/?&&"},
		{"whatwg+drop-tracking", "http://h/?&utm_a=1&", "http://h/"},
		{"whatwg+drop-tracking", "http://h/?a&&utm_a=1", "http://h/?a&"},
		{"whatwg+drop-tracking", "http://h/?=&utm_a=1", "http://h/?="},
		{"whatwg+sort-query", "http://h/?b=1&a=2&b=0&a=1", "http://h/?a=2&a=1&b=1&b=0"},
		{"whatwg+sort-query", "http://h/?", "http://h/?"},
		{"whatwg+sort-query", "http://h/?a!b=1&a+b=2", "http://h/?a+b=2&a!b=1"},
		{"rfc3986-syntax+drop-fragment", "http://h/#a", "http://h/"},
		{"whatwg+drop-index", "http://h/a/Index.HTML?q", "http://h/a/?q"},
		{"whatwg+drop-index", "http://h/index.html/index.php", "http://h/index.html/"},
		{"whatwg+drop-index", "http://h/index.html.gz", "http://h/index.html.gz"},
		{"whatwg+drop-slash", "http://h/a//?q", "http://h/a?q"},
		{"whatwg+drop-slash", "http://h//", "http://h/"},
		{"whatwg+drop-slash", "mailto:a/", "mailto:a/"},
		{"whatwg+drop-slash", "foo:/.//a/", "foo:/.//a/"},
		{"whatwg+drop-slash", "file:///C://", "file:///C:/"},
		{"whatwg+drop-slash", "file:///C:/a/", "file:///C:/a"},
		{"rfc3986-syntax+drop-slash", "file://h/c:/", "file://h/c:/"},
		{"whatwg+drop-slash", "http://h/C:/", "http://h/C:"},
		{"whatwg+drop-index+drop-slash", "file:///C:/index.html", "file:///C:/"},
		{"whatwg+drop-index+drop-slash", "http://h/a/index.html/default.asp/", "http://h/a"},
		{"rfc3986-syntax+drop-index", "index.html", "index.html"},
		{"whatwg+zero-numbers", "http://h/a/12/3b/0045/?7", "http://h/a/0/3b/0/?7"},
		{"whatwg+drop-www", "http://u:p@www.www.example.com:8080/", "http://u:p@example.com:8080/"},
		{"whatwg+drop-www", "http://www.com./", "http://www.com./"},
		{"rfc3986-syntax+drop-www", "http://www.1.2.3.4/", "http://www.1.2.3.4/"},
		{"rfc3986-syntax+drop-www", "www.example.com", "www.example.com"},
		{"whatwg+https", "http://h/", "https://h/"},
		{"whatwg+https", "http://[::1]/", "https://[::1]/"},
		{"whatwg+https", "http://h:8080/", "http://h:8080/"},
		{"rfc3986-syntax+https", "http://u:p@h:/", "http://u:p@h:/"},
		{"rfc3986-syntax+https", "http:www.a.b", "http:www.a.b"},
		{"rfc3986-syntax+https", "http:///a", "http:///a"},
		{"signature+drop-www", "http://www.a.b/?c=1", "http://a.b/?c"},
	}
	for _, test := range tests {
		t.Run(test.profile+" "+test.url, func(t *testing.T) {
			p, err := ParseProfile(test.profile)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := p.Canonicalize(test.url); got != test.want || err != nil {
				t.Errorf("got %s, %v; want %s", got, err, test.want)
			}
		})
	}
}

func TestStepNames(t *testing.T) {
	t.Parallel()
	p, err := ParseProfile("whatwg@1+sort-query+https@1+drop-fragment")
	if want := WHATWG | SortQuery | DropFragment | UpgradeHTTP; err != nil || p != want {
		t.Errorf("got %v, %v; want %v", p, err, want)
	}
	text, err := p.MarshalText()
	if want := "whatwg@1+drop-fragment@1+sort-query@1+https@1"; string(text) != want || err != nil {
		t.Errorf("MarshalText: got %s, %v; want %s", text, err, want)
	}
	if want := "whatwg+drop-fragment+sort-query+https"; p.String() != want {
		t.Errorf("String: got %s, want %s", p, want)
	}
	var back Profile
	if err := back.UnmarshalText(text); err != nil || back != p {
		t.Errorf("UnmarshalText: got %v, %v", back, err)
	}
	for _, test := range []struct {
		name   string
		offset int
	}{{"whatwg+", 7}, {"whatwg+sort", 7}, {"whatwg+https@2", 7}, {"surt+https", 4}, {"surf+https", 0}, {"whatwg@2+https", 7}} {
		p, err := ParseProfile(test.name)
		var e *urlerr.Error
		if !errors.As(err, &e) || p != 0 || e.Offset != test.offset || !errors.Is(err, urlerr.UnknownName) {
			t.Errorf("ParseProfile(%q): %v; want an error at %d", test.name, err, test.offset)
		}
	}
	_, err = ParseProfile("whatwg+sort")
	const want = "drop-fragment, drop-tracking, sort-query, drop-index, drop-slash, zero-numbers, drop-www, https"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("ParseProfile(whatwg+sort): %v, want the names %s", err, want)
	}
	for _, p := range []Profile{SURT | SortQuery, W3lib | UpgradeHTTP, 200, WHATWG | 1<<31} {
		if form, err := p.Canonicalize("http://h/"); form != "" || !errors.Is(err, urlerr.UnknownName) {
			t.Errorf("%v: %q, %v, want an unknown name", p, form, err)
		}
	}
}

func TestTrackers(t *testing.T) {
	t.Parallel()
	for _, tracker := range Trackers() {
		for _, name := range tracker.Names {
			if name = strings.ReplaceAll(name, "*", "x"); !IsTracking(strings.ToUpper(name)) {
				t.Errorf("%s is not tracking", name)
			}
		}
	}
	if IsTracking("utm") || IsTracking("") || IsTracking("id") {
		t.Error("a name that does not track is tracking")
	}
}

// FuzzStepsAreIdempotent: the form of a form is the form, and it is in the form of the profile.
func FuzzStepsAreIdempotent(f *testing.F) {
	for _, url := range []string{"http://www.www.a.b//index.html/1/?b&a&utm_x#f", "foo:/.//", "file:///C:/index.html/", "//h", "a:b/"} {
		f.Add(url, uint8(255), uint8(2))
	}
	f.Fuzz(func(t *testing.T, url string, bits, base uint8) {
		p := Profile([]Profile{RFC3986Syntax, RFC3986Scheme, WHATWG, Signature}[base%4])
		for i := range steps {
			if bits>>i&1 != 0 {
				p |= 1 << (stepShift + i)
			}
		}
		form, err := p.Canonicalize(url)
		if err != nil {
			return
		}
		if again, err := p.Canonicalize(form); again != form || err != nil {
			t.Errorf("%v of %q is %q, whose form is %q, %v", p, url, form, again, err)
		}
		if plain, err := (p &^ allSteps).Canonicalize(form); plain != form || err != nil {
			t.Errorf("%v of %q is %q, in which %v changes %q, %v", p, url, form, p&^allSteps, plain, err)
		}
	})
}
