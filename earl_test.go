package earl

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urllib"
)

func TestParseDialect(t *testing.T) {
	t.Parallel()
	newest := func(branch string) string {
		v, err := urllib.ParseVersion(branch)
		if err != nil {
			t.Fatal(err)
		}
		return v.String()
	}
	tests := []struct {
		in, str, release string
		offset           int // of the error, or -1
	}{
		{"urllib", "urllib", newest("3.13"), -1},
		{"urllib@3.9", "urllib@" + newest("3.9"), newest("3.9"), -1},
		{"urllib@3.9.18", "urllib@3.9.18", "3.9.18", -1},
		{"", "", "", 0},
		{"Urllib", "", "", 0},
		{"whatwhat", "", "", 0},
		{"urllib@", "", "", 7},
		{"urllib@2.7", "", "", 7},
		{"urllib@3.9@3.9", "", "", 7},
		{" urllib", "", "", 0},
		{"rfc3986@1", "", "", 7},
		{"libcurl@1", "", "", 8},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			t.Parallel()
			d, err := ParseDialect(tt.in)
			if tt.offset >= 0 {
				var e *Error
				if !errors.As(err, &e) || e.Offset != tt.offset || !errors.Is(err, UnknownName) || !d.IsZero() {
					t.Errorf("%v, %v", d, err)
				}
				return
			}
			if err != nil || d.String() != tt.str || d.Release() != tt.release || d.Name() != "urllib" || d.IsZero() {
				t.Errorf("%v (release %s), %v", d, d.Release(), err)
			}
			back, err := ParseDialect(d.String())
			if err != nil || back != d {
				t.Errorf("%v came back as %v, %v", d, back, err)
			}
		})
	}
}

func TestDialectText(t *testing.T) {
	t.Parallel()
	type config struct{ As Dialect }
	in := config{MustParseDialect("urllib@3.9.18")}
	data, err := json.Marshal(in)
	if err != nil || string(data) != `{"As":"urllib@3.9.18"}` {
		t.Fatalf("%s, %v", data, err)
	}
	var out config
	if err := json.Unmarshal(data, &out); err != nil || out != in {
		t.Errorf("%v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"As":""}`), &out); err != nil || !out.As.IsZero() {
		t.Errorf("%v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"As":"x"}`), &out); err == nil {
		t.Error("x is a dialect")
	}
}

func TestDialects(t *testing.T) {
	t.Parallel()
	functions := []Dialect{RFC3986(), Urllib(), WHATWG(), RFC1808(), NetURL(), Libcurl()}
	for i, name := range []string{"rfc3986", "urllib", "whatwg", "rfc1808", "net/url", "libcurl"} {
		if functions[i] != MustParseDialect(name) {
			t.Errorf("%v is not %s", functions[i], name)
		}
	}
	func() {
		defer func() {
			if err, ok := recover().(error); !ok || !errors.Is(err, UnknownName) {
				t.Errorf("MustParseDialect panics with %v", err)
			}
		}()
		MustParseDialect("urllib@1")
	}()
	for _, d := range Dialects() {
		if back, err := ParseDialect(d.String()); err != nil || back != d {
			t.Errorf("%v: %v, %v", d, back, err)
		}
		if !slices.Contains(functions, d) {
			t.Errorf("%v has no function", d)
		}
		if d.About() == "" {
			t.Errorf("%v: nothing about it", d)
		}
		for _, release := range d.Releases() {
			at, err := ParseDialect(d.Name() + "@" + release)
			if err != nil || at.Release() != release || at.About() != d.About() {
				t.Errorf("%s@%s: %v, %v", d, release, at, err)
			}
		}
	}
	var none Dialect
	if none.String() != "" || none.Release() != "" || none.About() != "" || none.Releases() != nil {
		t.Error("the zero Dialect is something")
	}
	if _, err := Parse(none, "http://h/"); !errors.Is(err, UnknownName) {
		t.Errorf("Parse: %v", err)
	}
	if _, err := Resolve(none, "http://h/", ""); !errors.Is(err, UnknownName) {
		t.Errorf("Resolve: %v", err)
	}
	if spans := none.Locate("http://h/", &Parts{}); spans.Scheme.Present() || spans.Path != NoSpan() {
		t.Errorf("Locate: %v", spans)
	}
	if none.CanParse("", ParseOptions{}) {
		t.Error("CanParse")
	}
	if _, ok := none.Python(); ok {
		t.Error("the zero Dialect is a Python")
	}
}

// A parseTest is what Parse makes of a URL.
type parseTest struct {
	name, dialect, in string
	opt               ParseOptions
	href              string // "" if it is in
	want              [11]Part
	portErr           string
	portAt            int
}

func TestParse(t *testing.T) {
	t.Parallel()
	none := Part{}
	for _, tt := range []parseTest{
		{name: "everything", dialect: "urllib", in: "http://u:p%40@Example.COM:080/a/b;c?d#e",
			want: [...]Part{Some("http"), Some("u:p%40@Example.COM:080"), Some("u:p%40"), Some("u"), Some("p%40"), Some("example.com"), Some("80"), Some("/a/b"), Some("c"), Some("d"), Some("e")}},
		{name: "plain", dialect: "urllib", in: "https://example.com/",
			want: [...]Part{Some("https"), Some("example.com"), none, none, none, Some("example.com"), none, Some("/"), Some(""), Some(""), Some("")}},
		{name: "empty", dialect: "urllib", in: "",
			want: [...]Part{Some(""), Some(""), none, none, none, none, none, Some(""), Some(""), Some(""), Some("")}},
		{name: "empty userinfo and port", dialect: "urllib", in: "//@h:",
			want: [...]Part{Some(""), Some("@h:"), Some(""), Some(""), none, Some("h"), none, Some(""), Some(""), Some(""), Some("")}},
		{name: "no host", dialect: "urllib", in: "x://u:@:1", href: "x://u:@:1",
			want: [...]Part{Some("x"), Some("u:@:1"), Some("u:"), Some("u"), Some(""), none, Some("1"), Some(""), Some(""), Some(""), Some("")}},
		{name: "rewritten", dialect: "urllib", in: " HTTP://h\t/?#", href: "http://h/",
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/"), Some(""), Some(""), Some("")}},
		{name: "rfc3986, everything", dialect: "rfc3986", in: "HTTP://u:p%40:@Example.COM:080/a/b;c?d#e",
			want: [...]Part{Some("HTTP"), Some("u:p%40:@Example.COM:080"), Some("u:p%40:"), Some("u"), Some("p%40:"), Some("Example.COM"), Some("080"), Some("/a/b;c"), none, Some("d"), Some("e")}},
		{name: "rfc3986, nothing", dialect: "rfc3986", in: "",
			want: [...]Part{none, none, none, none, none, none, none, Some(""), none, none, none}},
		{name: "rfc3986, all empty", dialect: "rfc3986", in: "//@:?#",
			want: [...]Part{none, Some("@:"), Some(""), Some(""), none, Some(""), Some(""), Some(""), none, Some(""), Some("")}},
		{name: "rfc3986, IP literal", dialect: "rfc3986", in: "x://[::1]",
			want: [...]Part{Some("x"), Some("[::1]"), none, none, none, Some("[::1]"), none, Some(""), none, none, none}},
		{name: "rfc3986, no authority", dialect: "rfc3986", in: "mailto:a@b",
			want: [...]Part{Some("mailto"), none, none, none, none, none, none, Some("a@b"), none, none, none}},
		{name: "rfc3986, base", dialect: "rfc3986", in: "../d", opt: ParseOptions{Base: Some("http://h/a/b")}, href: "http://h/d",
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/d"), none, none, none}},
		{name: "base without fragments", dialect: "urllib", in: "#a", opt: ParseOptions{Base: Some("http://h/a"), NoFragments: true}, href: "http://h/#a",
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/#a"), Some(""), Some(""), Some("")}},
		{name: "older release", dialect: "urllib@3.9.4", in: "http://h\t/", href: "http://h\t/",
			want: [...]Part{Some("http"), Some("h\t"), none, none, none, Some("h\t"), none, Some("/"), Some(""), Some(""), Some("")}},
		{name: "default scheme", dialect: "urllib", in: "//h", opt: ParseOptions{DefaultScheme: "ftp"}, href: "ftp://h",
			want: [...]Part{Some("ftp"), Some("h"), none, none, none, Some("h"), none, Some(""), Some(""), Some(""), Some("")}},
		{name: "no fragments", dialect: "urllib", in: "http://h/#a", opt: ParseOptions{NoFragments: true},
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/#a"), Some(""), Some(""), Some("")}},
		{name: "no fragments, no path", dialect: "urllib", in: "http://h#a", href: "http://h/#a", opt: ParseOptions{NoFragments: true},
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("#a"), Some(""), Some(""), Some("")}},
		{name: "odd bytes", dialect: "urllib", in: "http://h/\xff\xed\xa0\x80",
			want: [...]Part{Some("http"), Some("h"), none, none, none, Some("h"), none, Some("/\xff\xed\xa0\x80"), Some(""), Some(""), Some("")}},
		{name: "port that is none", dialect: "urllib", in: "http://u@h:8x/",
			want:    [...]Part{Some("http"), Some("u@h:8x"), Some("u"), Some("u"), none, Some("h"), none, Some("/"), Some(""), Some(""), Some("")},
			portErr: "Port could not be cast to integer value as '8x'", portAt: 11},
		{name: "port out of range", dialect: "urllib", in: "\t//h:65536",
			href:    "//h:65536",
			want:    [...]Part{Some(""), Some("h:65536"), none, none, none, Some("h"), none, Some(""), Some(""), Some(""), Some("")},
			portErr: "Port out of range 0-65535", portAt: 5},
	} {
		t.Run(tt.name, tt.run)
	}
}

func (tt parseTest) run(t *testing.T) {
	t.Parallel()
	parts, err := MustParseDialect(tt.dialect).Parse(tt.in, tt.opt)
	if err != nil {
		t.Fatal(err)
	}
	if tt.href == "" {
		tt.href = tt.in
	}
	if parts.Href != tt.href {
		t.Errorf("href %q, want %q", parts.Href, tt.href)
	}
	for i, part := range parts.List() {
		if *part != tt.want[i] {
			t.Errorf("%s is %+v, want %+v", PartNames()[i], *part, tt.want[i])
		}
	}
	if (parts.PortErr != nil) != (tt.portErr != "") {
		t.Fatalf("port error %v", parts.PortErr)
	}
	var e *Error
	if parts.PortErr != nil && (!errors.As(parts.PortErr, &e) || Message(parts.PortErr) != tt.portErr || e.Offset != tt.portAt || e.Component != Port || !errors.Is(e, BadPort)) {
		t.Errorf("port error %v, message %q, %+v", parts.PortErr, Message(parts.PortErr), e)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	parts, err := Parse(MustParseDialect("urllib"), "http://user:secret@[h/")
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, BadHost) || e.Dialect != "urllib" {
		t.Fatalf("%+v, %v", parts, err)
	}
	if Message(err) != "Invalid IPv6 URL" || parts != (Parts{}) || strings.Contains(err.Error(), "secret") {
		t.Errorf("%q, %+v, %v", Message(err), parts, err)
	}
	if Message(errOther) != "other" {
		t.Error("the message of another error is not its text")
	}
}

var errOther = errors.New("other")

// TestPortErrorHidesPassword: "pa" is taken for a port, but was meant as the
// beginning of a password.
func TestPortErrorHidesPassword(t *testing.T) {
	t.Parallel()
	parts, err := Parse(MustParseDialect("urllib"), "http://user:pass/word@h/")
	if err != nil || parts.PortErr == nil {
		t.Fatal(parts, err)
	}
	if strings.Contains(parts.PortErr.Error(), "pass") {
		t.Errorf("%v", parts.PortErr)
	}
}

// TestResolver: a Resolver gives what Resolve gives, errors too.
func TestResolver(t *testing.T) {
	t.Parallel()
	all := append(Dialects(), Dialect{})
	for _, d := range all {
		for _, base := range []string{"http://a/b/c?d#e", "mailto:x", "/b", "http://[a/", ""} {
			for _, opt := range []ResolveOptions{{}, {NoFragments: true}, {BackwardCompatible: true}, {Strict: true}} {
				resolve := d.Resolver(base, opt)
				for _, ref := range []string{"../x", "http:g", "#f", "", "//h:x", "http://[", "a b"} {
					got, err := resolve(ref)
					want, wantErr := d.Resolve(base, ref, opt)
					if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
						t.Errorf("%v: %q on %q with %+v: %q, %v, want %q, %v", d, ref, base, opt, got, err, want, wantErr)
					}
				}
			}
		}
	}
}

// TestCanParse: CanParse says whether Parse gives an error.
func TestCanParse(t *testing.T) {
	t.Parallel()
	texts := append(urltest.MadeUp(200), "http://a/b;c?d#e", "mailto:x", "", "http://[a/", "http://[::1]:80/", "http://h:x/", "a b", "http://日本/", "//h", "1:2", "http://u:p@h/%zz", "\xff", "http://h\x7f/")
	options := []ParseOptions{{}, {Strict: true}, {NoFragments: true}, {DefaultScheme: "http"}, {Base: Some("http://a/b")}, {Base: Some("http://[")}}
	answers := map[bool]int{}
	for _, d := range append(Dialects(), Dialect{}) {
		for _, opt := range options {
			for _, text := range texts {
				_, err := d.Parse(text, opt)
				if got := d.CanParse(text, opt); got != (err == nil) {
					t.Errorf("%v: %q with %+v: %v, but Parse gives %v", d, text, opt, got, err)
				}
				answers[err == nil]++
			}
		}
	}
	if answers[true] < 50 || answers[false] < 50 {
		t.Errorf("%v", answers)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	d := MustParseDialect("urllib")
	if got, err := Resolve(d, "http://a/b/c", "../d#e"); err != nil || got != "http://a/d#e" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := d.Resolve("http://a/b/c#d", "#e", ResolveOptions{NoFragments: true}); err != nil || got != "http://a/b/#e" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Resolve(d, "http://[a/", "b"); !errors.Is(err, BadHost) {
		t.Errorf("%v", err)
	}
	strict := MustParseDialect("rfc3986")
	tests := []struct {
		name, base, ref string
		opt             ResolveOptions
		want            string
		kind            Kind
	}{
		{"abnormal", "http://a/b/c/d;p?q", "../../../g", ResolveOptions{}, "http://a/g", 0},
		{"strict", "http://a/b/c/d;p?q", "http:g", ResolveOptions{}, "http:g", 0},
		{"backward compatible", "http://a/b/c/d;p?q", "http:g", ResolveOptions{BackwardCompatible: true}, "http://a/b/c/g", 0},
		{"relative base", "a/b", "c", ResolveOptions{}, "", NoBase},
		{"relative base, absolute reference", "a/b", "x:c", ResolveOptions{}, "x:c", 0},
		{"bad base", "http://a b/", "c", ResolveOptions{}, "", BadHost},
		{"bad reference", "http://a/", "c d", ResolveOptions{}, "", BadPath},
	}
	for _, tt := range tests {
		got, err := strict.Resolve(tt.base, tt.ref, tt.opt)
		if got != tt.want || (err != nil) != (tt.kind != 0) || err != nil && !errors.Is(err, tt.kind) {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

// TestForeignOptions: what a dialect cannot be told is an error.
func TestForeignOptions(t *testing.T) {
	t.Parallel()
	strict, python := MustParseDialect("rfc3986"), MustParseDialect("urllib")
	_, noFragments := strict.Parse("http://h/", ParseOptions{NoFragments: true})
	_, scheme := strict.Parse("http://h/", ParseOptions{DefaultScheme: "http"})
	_, resolving := strict.Resolve("http://h/", "", ResolveOptions{NoFragments: true})
	_, compatible := python.Resolve("http://h/", "", ResolveOptions{BackwardCompatible: true})
	for _, err := range []error{noFragments, scheme, resolving, compatible} {
		if !errors.Is(err, BadValue) {
			t.Errorf("%v", err)
		}
	}
}

func TestPartsJSON(t *testing.T) {
	t.Parallel()
	parts, err := Parse(MustParseDialect("urllib"), "http://u@h/\xff\xed\xa0\x80?\"")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(parts)
	const want = `{"href":"http://u@h/\udcff\ud800?\"","scheme":"http","authority":"u@h","userinfo":"u","username":"u","password":null,"host":"h","port":null,"path":"/\udcff\ud800","params":"","query":"\"","fragment":""}`
	if err != nil || string(data) != want {
		t.Errorf("%s, %v\nwant %s", data, err, want)
	}
	var back Parts
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back.Href != "http://u@h/\xed\xb3\xbf\xed\xa0\x80?\"" || back.Path != Some("/\xed\xb3\xbf\xed\xa0\x80") || back.Port.Present || back.Params != Some("") {
		t.Errorf("%+v", back)
	}
	for _, bad := range []string{"1", "[]", `{"a":1}`, "true", `"a" `, ""} {
		var p Part
		if p.UnmarshalJSON([]byte(bad)) == nil {
			t.Errorf("%s is a part", bad)
		}
	}
	if err := back.UnmarshalJSON([]byte(`{"host":1}`)); err == nil || back.Port.Present {
		t.Errorf("%+v, %v", back, err)
	}
}

// TestPartsInLogs: the password is in the parts, and in no log.
func TestPartsInLogs(t *testing.T) {
	t.Parallel()
	for _, d := range Dialects() {
		parts, err := Parse(d, "http://u:secret@h/")
		if err != nil || parts.Password != Some("secret") {
			t.Errorf("%v: %+v, %v", d, parts, err)
		}
		if got := parts.LogValue().String(); got != "http://u:***@h/" {
			t.Errorf("%v: %s", d, got)
		}
	}
}

// FuzzPartsMakeTheReference: the parts of rfc3986, put together as §5.3 says,
// are the reference, and so are those of the authority (§3.2). The same holds
// for rfc1808 with params.
func FuzzPartsMakeTheReference(f *testing.F) {
	for _, s := range []string{"http://u:p@h:1/a?b#c", "//@:?#", "mailto:a@b", "", "x://[::1]:", "//:@h/", "//@:/a;?#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, url string) {
		for _, name := range []string{"rfc3986", "rfc1808"} {
			if parts, err := Parse(MustParseDialect(name), url); err == nil {
				checkPartsMake(t, &parts, url)
			} else if name == "rfc1808" {
				t.Errorf("rfc1808 refuses %q: %v", url, err)
			}
		}
	})
}

func checkPartsMake(t *testing.T, parts *Parts, url string) {
	t.Helper()
	var b strings.Builder
	add := func(before string, p Part, after string) {
		if p.Present {
			b.WriteString(before + p.Value + after)
		}
	}
	add("", parts.Scheme, ":")
	if parts.Authority.Present {
		b.WriteString("//")
		start := b.Len()
		add("", parts.Username, "")
		add(":", parts.Password, "")
		if parts.Userinfo.Present {
			b.WriteString("@")
		}
		add("", parts.Host, "")
		add(":", parts.Port, "")
		if got := b.String()[start:]; got != parts.Authority.Value {
			t.Fatalf("%q: authority %q, want %q", url, got, parts.Authority.Value)
		}
	}
	add("", parts.Path, "")
	add(";", parts.Params, "")
	add("?", parts.Query, "")
	add("#", parts.Fragment, "")
	if b.String() != url || parts.Href != url {
		t.Fatalf("%q: %q, %+v", url, b.String(), parts)
	}
}

func TestReadAllocatesNothing(t *testing.T) {
	var r reading.Reading
	for _, name := range []string{"rfc3986", "rfc1808", "libcurl"} {
		d := MustParseDialect(name)
		for _, url := range []string{"http://www.example.com/a/b;c?d#e", "http://user:pw@www.example.com:81/"} {
			n := testing.AllocsPerRun(100, func() {
				if d.Read(&r, url); r.Err() != nil {
					t.Error(r.Err())
				}
			})
			if n != 0 {
				t.Errorf("%s, %s: %v allocations", name, url, n)
			}
		}
	}
}

// TestNoHref: without Href all else is as it is with it, in each dialect, and the
// default release of urllib reads as the same one does that is asked for.
func TestNoHref(t *testing.T) {
	t.Parallel()
	python := MustParseDialect("urllib")
	pinned := MustParseDialect("urllib@" + python.Release())
	for _, url := range []string{
		"", "http://h", "HTTP://User:pw@H.example:80/a;p?q#f", "http://h/a;b/c;d", "//h?#", "a/b", "http://h:99999/", "http://[::1",
		"http://[::1]:8/", "http://h\t/\n", " http://h/ ", "mailto:a@b", "http://a_b~.-/", "http://\u017f.example/", "x:y", "http:///p",
	} {
		var parts Parts
		for _, d := range append(Dialects(), pinned) {
			want, wantErr := d.Parse(url, ParseOptions{})
			want.Href = ""
			err := d.ParseInto(&parts, url, ParseOptions{NoHref: true})
			if !sameParts(parts, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("%s, %q: %+v, %v, want %+v, %v", d, url, parts, err, want, wantErr)
			}
		}
		a, errA := python.Parse(url, ParseOptions{})
		b, errB := pinned.Parse(url, ParseOptions{})
		if !sameParts(a, b) || a.Href != b.Href || fmt.Sprint(errA) != fmt.Sprint(errB) {
			t.Errorf("%q: %+v, %v, and asked for %+v, %v", url, a, errA, b, errB)
		}
	}
}

// sameParts reports whether two URLs have the same parts and the same error of a port.
func sameParts(a, b Parts) bool {
	for i, part := range a.List() {
		if *part != *b.List()[i] {
			return false
		}
	}
	return fmt.Sprint(a.PortErr) == fmt.Sprint(b.PortErr)
}
