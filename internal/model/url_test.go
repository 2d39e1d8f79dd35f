package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// write writes a URL with a userinfo, and another port after it.
func write(host string) (w Writer, href int) {
	w.Put("", urlerr.Scheme, Present("http"))
	w.Add("://")
	w.PutUserinfo(Present("u"), Part{})
	w.Add("@")
	w.Put("", urlerr.Host, Present(host))
	w.Put(":", urlerr.Port, Part{})
	w.Put("", urlerr.Path, Present("/"))
	return w, w.Len()
}

func TestWriter(t *testing.T) {
	t.Parallel()
	const url = "http://u@h/"
	for _, tt := range []struct{ name, input, host, port, href, values, spans string }{
		{"same", url, "h", "", url, "scheme=http userinfo=u username=u host=h path=/",
			"scheme=http userinfo=u username=u host=h path=/"},
		{"other host", url, "x", "", "http://u@x/", "scheme=http userinfo=u username=u host=x path=/", "scheme=http"},
		{"value after it", url, "h", "80", url, "scheme=http userinfo=u username=u host=h port=80 path=/", "scheme=http"},
		{"longer input", url + "a", "h", "", url, "scheme=http userinfo=u username=u host=h path=/", "scheme=http"},
	} {
		var r reading.Reading
		r.Reset(tt.input)
		w, href := write(tt.host)
		if tt.port != "" {
			w.Put("", urlerr.Port, Present(tt.port))
		}
		var in reading.Spans
		in.Set(urlerr.Scheme, 0, len("http"))
		w.Accept(&r, href, &in)
		if values, spans := oracle.Components(&r, tt.input); r.Href() != tt.href || values != tt.values || spans != tt.spans {
			t.Errorf("%s: %s\n%s\n%s\nwant %s\n%s\n%s", tt.name, r.Href(), values, spans, tt.href, tt.values, tt.spans)
		}
	}
}

// TestComponents: absent components have no delimiters.
func TestComponents(t *testing.T) {
	t.Parallel()
	h := Present("h")
	for _, tt := range []struct {
		name                                        string
		userinfo, host, port, path, query, fragment Part
		want                                        string
	}{
		{"all", Present("u:p:q"), h, Present("80"), Present("/a"), Present("b"), Present("c"),
			"u:p:q@h:80/a?b#c authority=u:p:q@h:80 userinfo=u:p:q username=u password=p:q host=h port=80 path=/a query=b fragment=c"},
		{"no password", Present("u"), h, Part{}, Part{}, Part{}, Part{}, "u@h authority=u@h userinfo=u username=u host=h"},
		{"host", Part{}, h, Part{}, Present("/"), Part{}, Part{}, "h/ authority=h host=h path=/"},
		{"empty", Present(""), Present(""), Present(""), Present(""), Present(""), Present(""),
			"@:?# authority=@: userinfo= username= host= port= path= query= fragment="},
	} {
		var w Writer
		w.PutAuthority(tt.userinfo, tt.host, tt.port)
		w.PutPath(tt.path, tt.query, tt.fragment)
		var r reading.Reading
		r.Reset(w.String())
		w.Accept(&r, w.Len(), &w.At)
		if values, _ := oracle.Components(&r, w.String()); w.String()+" "+values != tt.want {
			t.Errorf("%s: %s %s, want %s", tt.name, w.String(), values, tt.want)
		}
	}
	if got := Present("a").Between("(", ")") + (Part{}).Between("(", ")"); got != "(a)" {
		t.Errorf("Between = %q, want (a)", got)
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	var spans reading.Spans
	spans.Set(urlerr.Host, 1, 3)
	spans.Set(urlerr.Port, 3, 3)
	for c, want := range map[urlerr.Component]Part{urlerr.Host: Present("bc"), urlerr.Port: Present(""), urlerr.Path: {}} {
		if got := At("abcd", &spans, c); got != want {
			t.Errorf("At(%v) = %v, want %v", c, got, want)
		}
	}
}

// TestRenamed: an error of a dialect is copied, and other errors stay.
func TestRenamed(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.ErrUnsupported} {
		if got := Renamed(err, "b"); got != err {
			t.Errorf("Renamed(%v) = %v, want the same error", err, got)
		}
	}
	old := &urlerr.Error{Dialect: "a", Input: "x", Offset: 1}
	e, ok := Renamed(old, "b").(*urlerr.Error)
	if !ok || e.Dialect != "b" || e.Input != "x" || e.Offset != 1 || old.Dialect != "a" {
		t.Errorf("Renamed = %+v, old error %+v, want a copy with the dialect b", e, old)
	}
}

// TestManyPieces: a Writer has room for any number of pieces.
func TestManyPieces(t *testing.T) {
	t.Parallel()
	var w Writer
	for range 1000 {
		w.Add("ab")
	}
	w.Put("", urlerr.Path, Present("c"))
	want := strings.Repeat("ab", 1000) + "c"
	if span, _ := w.At.Get(urlerr.Path); w.String() != want || w.Len() != len(want) || !w.Is(want) || span.Start != 2000 {
		t.Errorf("%d bytes, %d, %v", len(w.String()), w.Len(), span)
	}
}

// TestAllocs: a URL that stays as it is costs no memory.
func TestAllocs(t *testing.T) {
	var r reading.Reading
	n := testing.AllocsPerRun(100, func() {
		r.Reset("http://u@h/")
		w, href := write("h")
		w.Accept(&r, href, &w.At)
	})
	if n != 0 && !urltest.RaceDetector {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestIndex(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ start, end, want int }{{0, 5, 1}, {2, 5, 3}, {2, 3, 3}, {4, 5, 5}, {5, 5, 5}} {
		if got := Index("a/b?c", tt.start, tt.end, "?/"); got != tt.want {
			t.Errorf("Index from %v = %d, want its third number", tt, got)
		}
	}
}

func TestSchemeLen(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"": 0, "a": 0, ":": 0, "a:": 1, "1+-.:b": 4, "a/b:c": 0, "a b:": 0, "a:b:": 1} {
		if got := SchemeLen(s); got != want {
			t.Errorf("SchemeLen(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	const names Names = " ab b "
	for name, want := range map[string]bool{"ab": true, "b": true, "a": false, "": false, " ": false, "ab b": true} {
		if names.Has(name) != want {
			t.Errorf("Has(%q), want %t", name, want)
		}
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"": "0 ", ".": "0 ", "..": "1 ", "a/./b": "0 a,b", "a/../b": "0 b", "../a": "1 a", "a/..": "0 ", "a/b/..": "0 a,",
		"/a/.": "0 ,a,", "/../b": "0 b", "a/": "0 a,", "...": "0 ...", "a/../../../b": "2 b",
	} {
		out, up := WithoutDots(SlashAtEnd(Segments(path)))
		if got := fmt.Sprint(up, " ", strings.Join(out, ",")); got != want {
			t.Errorf("WithoutDots(%q): %s, want %v", path, got, want)
		}
	}
	if got := Segments("/a/"); !slices.Equal(got, []string{"", "a", ""}) || Segments("") != nil {
		t.Error(got)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for digits, want := range map[string]string{"": "", "0": "0", "000": "0", "080": "80", "80": "80"} {
		if got := Decimal(digits); got != want {
			t.Errorf("Decimal(%q): %s, want %v", digits, got, want)
		}
	}
	for text, want := range map[string]string{
		"80": "80 true", "+0": "0 true", "-80": "-80 true", "٣": "3 true", "2147483647": "2147483647 true", "": "0 false",
		"-2147483648": "-2147483648 true", "2147483648": "0 false", "-2147483649": "0 false", "a": "0 false", "8a": "0 false",
		"+": "0 false", "--1": "0 false",
	} {
		n, ok := JavaInt(text)
		if got := fmt.Sprint(n, ok); got != want {
			t.Errorf("JavaInt(%q) = %s, want %s", text, got, want)
		}
	}
	for _, tt := range []struct {
		address       string
		before, after int
		short, ok     bool
	}{
		{"::", 0, 0, true, true}, {"1:2::3", 2, 1, true, true}, {"1:2:3", 0, 3, false, true}, {"", 0, 0, false, true},
		{"::1.2.3.999", 0, 2, true, true}, {"1.2.3.4::", 0, 0, true, false}, {"::1.2.3", 0, 0, true, false},
		{"::1.2.3.4:5", 0, 0, true, false}, {"::1.2.3.1000", 0, 0, true, false}, {"1::2::3", 1, 0, true, false},
		{":::", 0, 0, true, false}, {"12345", 0, 0, false, false}, {"g", 0, 0, false, false}, {"1:", 0, 0, false, false},
	} {
		before, after, short, ok := IPv6Groups(tt.address, IsNumber)
		if before != tt.before || after != tt.after || short != tt.short || ok != tt.ok {
			t.Errorf("IPv6Groups(%s) = %d, %d, %v, %v, want %d, %d, %v, %v", tt.address, before, after, short, ok, tt.before, tt.after, tt.short, tt.ok)
		}
	}
}

func TestCharacters(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]bool{"": false, "eth0": true, "a%2Fb": true, "%": false, "%4": false, "a/": false, "é": false} {
		if got := IsZone(zone); got != want {
			t.Errorf("IsZone(%q) = %v, want %v", zone, got, want)
		}
	}
	for r, want := range map[rune]bool{
		' ': true, '\t': true, '\x1C': true, '\u3000': true, '\u2028': true, '\u00A0': false, '\u202F': false, 'a': false,
		'\x1B': false, '\u0085': false,
	} {
		if got := IsJavaSpace(r); got != want {
			t.Errorf("IsJavaSpace(%q) = %v, want %v", r, got, want)
		}
	}
}

func TestParseBoth(t *testing.T) {
	t.Parallel()
	parse := func(url string) (int, error) {
		if url == "" {
			return 0, urlerr.BadText
		}
		return len(url), nil
	}
	if b, r, err := ParseBoth(parse, "a", "bc"); b != 1 || r != 2 || err != nil {
		t.Error(b, r, err)
	}
	for _, pair := range [][2]string{{"", "a"}, {"a", ""}} {
		if _, _, err := ParseBoth(parse, pair[0], pair[1]); !errors.Is(err, urlerr.BadText) {
			t.Errorf("ParseBoth(%q): %v, want bad text", pair, err)
		}
	}
}
