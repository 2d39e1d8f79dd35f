package whatwg_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"earl.example/urlerr"
	"earl.example/whatwg"
)

func TestSegments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		href string
		want []string
	}{
		{"http://h", []string{""}},
		{"http://h/a/b", []string{"a", "b"}},
		{"http://h/a%2Fb/%25%41//", []string{"a/b", "%A", "", ""}},
		{"http://h/a+b%2B", []string{"a+b+"}},
		{"http://h/%ff?a/b", []string{"\xff"}},
		{"foo://h", nil},
		{"foo:/.//a", []string{"", "a"}},
		{"foo:a/b", nil},
		{"", nil},
	} {
		var u whatwg.URL
		if test.href != "" {
			u = must(whatwg.Parse(test.href))
		}
		if got := slices.Collect(u.DecodedSegments()); !slices.Equal(got, test.want) {
			t.Errorf("%q has %q, want %q", test.href, got, test.want)
		}
		if got := strings.Join(slices.Collect(u.Segments()), "/"); !u.HasOpaquePath() && "/"+got != cmp.Or(u.Pathname(), "/") {
			t.Errorf("%q has %q as written", test.href, got)
		}
		for range u.DecodedSegments() {
			break
		}
	}
}

func TestAppendSegments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, href string
		segments   []string
		want       string // "" if nothing changes
	}{
		{"to the root", "http://h?q#f", []string{"a"}, "http://h/a?q#f"},
		{"to a file", "http://h/a", []string{"b", "c"}, "http://h/a/b/c"},
		{"to a folder", "http://h/a/", []string{"b"}, "http://h/a/b"},
		{"folder", "http://h/a", []string{""}, "http://h/a/"},
		{"empty between", "http://h/a", []string{"", "b"}, "http://h/a//b"},
		{"delimiters", "http://h/", []string{"a/b\\c?#%2e|"}, "http://h/a%2Fb%5Cc%3F%23%252e%7C"},
		{"controls", "http://h/", []string{"\t\n \u00e9\xff"}, "http://h/%09%0A%20%C3%A9%FF"},
		{"dots", "http://h/", []string{"...", "%2e"}, "http://h/.../%252e"},
		{"no path", "foo://h", []string{"a"}, "foo://h/a"},
		{"no host", "foo:/", []string{"", "h"}, "foo:/.//h"},
		{"drive", "file:///", []string{"C|", "C:"}, "file:///C%7C/C:"},
		{"up", "http://h/a", []string{".."}, ""},
		{"here", "http://h/a", []string{"b", "."}, ""},
		{"nothing", "http://h/a", nil, ""},
		{"opaque", "foo:a", []string{"b"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := must(whatwg.Parse(test.href))
			before := u
			if u.AppendSegments(test.segments...) != (test.want != "") || test.want == "" && u != before {
				t.Fatalf("%q becomes %q", test.href, u)
			}
			if test.want == "" {
				return
			}
			if u.Href() != test.want || must(whatwg.Parse(u.Href())) != u {
				t.Errorf("%q becomes %q, want %q", test.href, u, test.want)
			}
			if got := slices.Collect(u.DecodedSegments()); !slices.Equal(got[len(got)-len(test.segments):], test.segments) {
				t.Errorf("%q has the segments %q", u, got)
			}
		})
	}
	if new(whatwg.URL).AppendSegments("a") {
		t.Error("the zero URL has a path")
	}
}

func TestParseOrigin(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"https://example.com", "http://example.com:81", "wss://[::1]", "ftp://1.2.3.4:1"} {
		o, err := whatwg.ParseOrigin(s)
		if err != nil || o.String() != s || o.Clone() != o || !o.SameOrigin(must(whatwg.Parse(s+"/a")).Origin()) {
			t.Errorf("%q gives %v, %v", s, o, err)
		}
	}
	if o, err := whatwg.ParseOrigin("null"); err != nil || !o.IsOpaque() {
		t.Errorf("null gives %v, %v", o, err)
	}
	for _, s := range []string{"", "*", "https://h/", "https://h:443", "https://H", "https://u@h", "https:h", "file://", "foo://h",
		"https://h?", " https://h", "https://h#", "blob:https://h", "https://\u00e9", "NULL", "https://h https://i"} {
		o, err := whatwg.ParseOrigin(s)
		var e *urlerr.Error
		if !errors.As(err, &e) || !o.IsOpaque() {
			t.Errorf("%q gives %v, %v", s, o, err)
		}
	}
}

func TestMarshalOriginAndSearchParams(t *testing.T) {
	t.Parallel()
	type both struct {
		O whatwg.Origin
		P whatwg.SearchParams
		Q *whatwg.SearchParams
	}
	u := must(whatwg.Parse("https://h/?c=%20&a"))
	text, err := json.Marshal(both{u.Origin(), *whatwg.NewSearchParams("a=b&c"), u.SearchParams()})
	if want := `{"O":"https://h","P":"a=b\u0026c=","Q":"c=+\u0026a="}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	var b both
	if err := json.Unmarshal(text, &b); err != nil || b.O != u.Origin() || b.P.String() != "a=b&c=" || b.Q.String() != "c=+&a=" {
		t.Errorf("%s gives %v, %v", text, b, err)
	}
	b.P.Append("d", "")
	if b.P.String() != "a=b&c=&d=" {
		t.Errorf("after Append: %s", b.P.String())
	}
	if err := json.Unmarshal([]byte(`{"O":"https://h/"}`), &b); !errors.Is(err, urlerr.BadValue) || b.O != u.Origin() {
		t.Errorf("%v, %v, want a bad value and the origin kept", b.O, err)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	v := url.Values{"b": {"1", " "}, "a": {"\xff&"}, "none": nil}
	p := whatwg.FromValues(v)
	if got, want := p.String(), "a=%EF%BF%BD%26&b=1&b=+"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	u := must(whatwg.Parse("http://h/?b=1&a=%26&b=+;"))
	if got, want := u.SearchParams().Values().Encode(), "a=%26&b=1&b=+%3B"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := new(whatwg.SearchParams).Values(); got == nil || len(got) != 0 {
		t.Errorf("no pairs: %v", got)
	}
	if s := strings.Repeat("a&", 1000); len(whatwg.NewSearchParams(s).Values()["a"]) != 1000 {
		t.Error("pairs are lost")
	}
}
