package libcurl

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// all has a Dialect for each release.
var all = func() (all []Dialect) {
	for _, row := range table {
		d, _ := Dialect{}.At(string(row.Release))
		all = append(all, d.(Dialect))
	}
	return all
}()

func read(url string) (r reading.Reading) {
	Dialect{}.Read(&r, url)
	return r
}

// TestRules: the example of each rule breaks this rule.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range []urlerr.Rule{
		ruleMalformed, ruleNUL, ruleTooLong, ruleSlashes, ruleUnsupported, ruleNoHost, ruleHost, ruleIPv6, rulePort, ruleFile,
	} {
		var err error
		switch rule.Name {
		case ruleUnsupported.Name:
			_, err = Dialect{}.Resolve("http://h/", rule.Example)
		case ruleTooLong.Name:
			r := read("http://h/" + strings.Repeat("a", maxInput))
			err = r.Err()
		default:
			r := read(rule.Example)
			err = r.Err()
		}
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || e.Rule != rule || !errors.Is(err, rule.Kind) || rule.Section == "" || rule.Address == "" {
			t.Errorf("%s: %v, want this rule", rule.Name, err)
		}
	}
}

// TestResolve: a NUL, at which C would end the reference, is an error at its offset.
func TestResolve(t *testing.T) {
	t.Parallel()
	if u, err := (Dialect{}).Resolve("http://h/a/b", "../c"); err != nil || u != "http://h/c" {
		t.Errorf("Resolve = %s, %v, want http://h/c", u, err)
	}
	var e *urlerr.Error
	if u, err := (Dialect{}).Resolve("http://h/a/b", "http://a\x01b/"); !errors.As(err, &e) || e.Offset != 8 || u != "" {
		t.Errorf("Resolve = %v, %v, want a control at byte 8", u, err)
	}
	if u, err := (Dialect{}).Resolve("http://h/a/b", "c\x00d"); !errors.As(err, &e) || e.Offset != 1 ||
		e.Rule != ruleNUL || u != "" {
		t.Errorf("Resolve = %v, %v, want NUL at byte 1", u, err)
	}
}

// TestRedirects compares redirects of 7.88.1, which joins texts, with those of 8.23.0. A target "" means an error.
func TestRedirects(t *testing.T) {
	t.Parallel()
	old, err := Dialect{}.At("7.88.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, base, ref, old, newest string }{
		{"file", "http://h/", "file:ab", "file://ab", ""}, {"no path of file", "http://h/", "file:", "", ""},
		{"slash after a dot segment", "http://h/a/b", ".//x", "http://h/a/x", "http://h/a//x"},
		{"slash after dots", "http://h/a/b", "..//x", "http://h//x", "http://h//x"},
		{"query after a dot segment", "http://h/a/b", "./?x", "http://h/a?x", "http://h/a/?x"},
		{"two slashes in a path", "http://h/", "//x//é?é é", "http://x//%c3%a9?%c3%a9+%c3%a9", "http://x//%C3%A9?%C3%A9+%C3%A9"},
		{"two slashes after a host", "http://h/", "//é//x", "http://é//x", "http://é//x"},
		{"path after a host", "http://h/", "//x/é é", "http://x/%c3%a9%20%c3%a9", "http://x/%C3%A9%20%C3%A9"},
		{"fragment", "http://h/", "#a?b c", "http://h/#a?b+c", "http://h/#a?b+c"},
		{"empty fragment of the base", "http://h/a#", "?x", "http://h/a?x", "http://h/a?x"},
		{"empty query of the base", "http://h/a?", "#x", "http://h/#x", "http://h/a#x"},
		{"address", "http://[::1]/a", "b", "http://[::1]/b", "http://[::1]/b"},
		{"zone", "http://[::1%25lo]/a", "b", "http://[::1%25lo]/b", "http://[::1%25lo]/b"},
		{"host that is escaped", "http://é/a", "b", "http://é/b", "http://é/b"},
		{"no host", "http://h/a", "//", "", ""}, {"DEL in the authority", "http://h/a", "http://a\x7fb/", "", ""},
	} {
		for d, want := range map[Dialect]string{old.(Dialect): tt.old, {}: tt.newest} {
			if got, err := d.Resolve(tt.base, tt.ref); got != want {
				t.Errorf("%s in %s: Resolve(%q, %q) = %q, %v, want %q", tt.name, d.Release(), tt.base, tt.ref, got, err, want)
			}
		}
	}
}

// TestResolveFilePaths: 7.88.1 has no path for file URLs with the path "/", and writes "(nil)".
func TestResolveFilePaths(t *testing.T) {
	t.Parallel()
	old, err := Dialect{}.At("7.88.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, base, want string }{
		{"dots", "file:///a/..", "file:///b"},
		{"dot", "file:///.", "file:///b"},
		{"encoded dot", "file:///%2e", "file:///b"},
		{"host", "file://localhost/.", "file:///b"},
		{"slash", "file:///", ""},
		{"slash and query", "file:///?q", ""},
	} {
		if got, err := old.(Dialect).Resolve(tt.base, "b"); got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s: Resolve(%q, b) = %q, %v; want %q", tt.name, tt.base, got, err, tt.want)
		}
	}
}

// TestAddresses: no release accepts these hosts in brackets, which can be percent-encoded.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, release := range (Dialect{}).Releases() {
		d, err := Dialect{}.At(release)
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range []string{"[]", "[:]", "[1.2.3.4]", "[", "[::", "%5b", "%5b::", "%5b::1", "%5b::1%25a",
			"[::1%5d", ":", "[::g]", "[1]"} {
			var r reading.Reading
			if d.Read(&r, "http://"+host+"/"); r.Err() == nil {
				t.Errorf("%s accepts the host %q", release, host)
			}
		}
	}
}

// TestIPv6: 7.88.1 rewrites an address only if it becomes shorter, and later releases unless it becomes longer.
func TestIPv6(t *testing.T) {
	t.Parallel()
	oracle.Hosts(t, Dialect{}, []string{"7.88.1", "8.23.0"},
		[]string{"http://[::1.2.3.4]/", "[::1.2.3.4]", "[::1.2.3.4]"},
		[]string{"http://[0:0::1.2.3.4]/", "[::1.2.3.4]", "[::1.2.3.4]"},
		[]string{"http://[::0102:0304]/", "[::1.2.3.4]", "[::1.2.3.4]"},
		[]string{"http://[::102:304]/", "[::102:304]", "[::1.2.3.4]"},
		[]string{"http://[::0:1:0001]/", "[::0.1.0.1]", "[::0.1.0.1]"},
		[]string{"http://[::0100:0001]/", "[::1.0.0.1]", "[::1.0.0.1]"},
		[]string{"http://[0::1:1]/", "[0::1:1]", "[0::1:1]"},
		[]string{"http://[::0:12]/", "[::12]", "[::12]"},
		[]string{"http://[::ffff:0102:0304]/", "[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]"},
		[]string{"http://[0:0::1]/", "[::1]", "[::1]"})
}

// TestSpans: the offsets of the components in the input. The recorded answers show the values.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, spans string }{
		{"all", "http://u:p@h:80/a?q#f",
			"scheme=http authority=u:p@h:80 userinfo=u:p username=u password=p host=h port=80 path=/a query=q fragment=f"},
		{"guessed scheme", "ftp.h/a", "authority=ftp.h host=ftp.h path=/a"},
		{"rewritten", "HTTP:///0x7f.1:0080?", "scheme=HTTP authority=0x7f.1:0080 host=0x7f.1 port=0080 path= query="},
		{"login options", "imap://u;o:p@h/",
			"scheme=imap authority=u;o:p@h userinfo=u;o:p username=u password=p host=h path=/"},
		{"zone", "http://[::1%25lo]/", "scheme=http authority=[::1%25lo] host=[::1%25lo] path=/"},
		{"empty port", "http://h:/", "scheme=http authority=h: host=h port= path=/"},
		{"file", "file:///a", "scheme=file path=/a"},
		{"digit", "file:///1:/a", "scheme=file path=/1:/a"},
		{"file with a host", "file://localhost/a", "scheme=file authority=localhost host=localhost path=/a"},
	} {
		r := read(tt.url)
		if _, got := oracle.Components(&r, tt.url); got != tt.spans || r.Err() != nil {
			t.Errorf("%s: %s (%v), want %s", tt.name, got, r.Err(), tt.spans)
		}
	}
}

// TestErrorOffsets: an error has the offset and the component of the first bad byte.
func TestErrorOffsets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url string
		offset    int
		component urlerr.Component
	}{
		{"control", "http://h/a\tb", 10, urlerr.NoComponent},
		{"DEL", "http://h/a\x7f", 10, urlerr.NoComponent},
		{"slashes", "http:////h", 8, urlerr.Authority},
		{"no host", "http://", 7, urlerr.Host},
		{"no host before a query", "http:///?", 8, urlerr.Host},
		{"empty host", "http://u@/", 9, urlerr.Host},
		{"host before port", "http://:80/", 7, urlerr.Host},
		{"second at sign", "http://a@b@c/", 10, urlerr.Host},
		{"bracket", "http://[::1/", 11, urlerr.Host},
		{"character of the host", "http://abc!d/", 10, urlerr.Host},
		{"encoded slash", "http://a%2f/", 8, urlerr.Host},
		{"encoded control", "http://a%01b/", 8, urlerr.Host},
		{"last encoded control", "http://a%1fb/", 8, urlerr.Host},
		{"encoded DEL", "http://a%7fb/", 8, urlerr.Host},
		{"dots at the end", "http://ab../", 10, urlerr.Host},
		{"encoded dots at the end", "http://ab%2e%2e/", 10, urlerr.Host},
		{"dot", "http://./", 7, urlerr.Host},
		{"port", "http://h:8a/", 10, urlerr.Port},
		{"port out of range", "http://h:65536/", 9, urlerr.Port},
		{"host of file", "file://h/", 7, urlerr.Path},
		{"drive", "file:///C:/", 7, urlerr.Path},
		{"drive as host", "file://C:/", 7, urlerr.Path},
	} {
		r := read(tt.url)
		e, ok := errors.AsType[*urlerr.Error](r.Err())
		if !ok || e.Offset != tt.offset || e.Component != tt.component || e.Input != tt.url {
			t.Errorf("%s: %+v, want an error at byte %d", tt.name, e, tt.offset)
		}
	}
}

// TestAllocs: a URL that stays as it is costs no memory.
func TestAllocs(t *testing.T) {
	var r reading.Reading
	for _, tt := range []struct {
		url  string
		want float64
	}{{"https://u:p@example.com:8080/a/b.html?q#f", 0}, {"example.com", 1}} {
		if n := testing.AllocsPerRun(100, func() { Dialect{}.Read(&r, tt.url) }); n != tt.want && !urltest.RaceDetector {
			t.Errorf("%s: %v allocations, want %v", tt.url, n, tt.want)
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
		for _, d := range all {
			urltest.Linear(t, shape.name, urltest.Many(shape.head, shape.unit, "", 1<<20), func(url string) {
				var r reading.Reading
				d.Read(&r, url)
				d.Resolve("http://h/a/b", url[min(len(url), len(shape.head)):])
			})
		}
	}
}

func BenchmarkRead(b *testing.B) {
	urls := urltest.Corpus(b)
	var r reading.Reading
	urltest.Race(b, urls, urltest.Op{Name: "libcurl", Do: func(url string) { Dialect{}.Read(&r, url) }})
}
