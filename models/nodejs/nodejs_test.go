package nodejs

import (
	"errors"
	"flag"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl")

var suite = &oracle.Suite{
	Program: oracle.Program{
		Name: "Node.js", Variable: "EARL_NODES", Command: "node", Args: []string{"testdata/oracle.js"},
	},
	Releases: Dialect{}.Releases(),
	Answer:   answer,
	More: []string{
		"//u@h/", "//u@h", "HTTP:h", "mailto:u@h", "x:y@h/..", "x:///a", "javascript:a b", "javascript://h\\/", "file:/a",
		"gopher:", "wss:", "http://[É]\"a", "http://[]a:8", "http://u%3ap:q@h", "http://%C3%A9:%F0%9F%98%80@h",
		"http://%ff@h", "http://%c3%28@h/", "http://%80@h/", "http://%ed%a0%80@h/", "http://ΑΣ.ΣΑ/", "http://İ/",
		"http://h\t\n/a\tb", "//h//", "///h", "http://a:b:80/", "http://@h", "http://:@h", "http://h%41?q", "/a|b", "//a|b",
		"//a b", "xn--a-", "xn---", "xn----", "xn--a-.é", "\uFEFF/a\u00a0", "http://" + strings.Repeat("a", 255) + "/",
		"http://" + strings.Repeat("a", 256) + ":80/", "http://" + strings.Repeat("\U0001f600", 127) + "aa:80/",
		"\xf0\x9f\x98", "\xe0\x80\x80", "\xed\xa0\x80", "x:a/../../b", "x:u@h", "?", "#", "..", "./", "/.", "/..",
		"//@#|/", "//@h", "//u@", "//u@@h", "//u@/h", "//u/v@h", "u@h", "/u@h", "x://\u00ad", "http://\u00ad/", "http://%3au@h/",
		"http://xn---", "http://xn---9ca", "http://xn--bcher-kva", "http://xn--9ca", "http://xn--a-\u00e9", "http://xn--a-b-/",
		"http://" + strings.Repeat("\U0001f600", 127) + "a:80/", "http://h:\t8\n0/", "http://:80/", "http://h\x00i/", "http://\x00h/",
	},
	Bases: []string{
		"http://u:p@h:80/a/b/c?q#f", "http://h", "/a/b", "a", "x:a/b", "mailto:u@h/p", "x://u@h/a/..", "file:///a/b",
		"javascript:a/b", "//u@h:8/a?", "", "http:a",
	},
	Unmodelled: unmodelled,
}

// answer returns the answer of the model in the form of testdata/oracle.js.
func answer(release string, q oracle.Question) string {
	older, err := table.Find(dialect, release)
	if err != nil {
		return err.Error()
	}
	if q.HasBase {
		target, err := program{}.Resolve(older, q.Base, q.URL)
		return rejected(err, func() string { return oracle.Quote(target) })
	}
	p := parser{row: &table[older], in: q.URL}
	err = p.run()
	var r reading.Reading
	d, _ := Dialect{}.At(release)
	d.Read(&r, q.URL)
	return rejected(err, func() string {
		field := func(s string, present bool) string {
			if !present {
				return oracle.Absent
			}
			return oracle.Quote(s)
		}
		get := func(before string, c urlerr.Component, after string) string { // the values that users see
			value, ok := r.Get(c)
			return field(before+value+after, ok)
		}
		u := &p.u
		search, hash := get("?", urlerr.Query, ""), get("#", urlerr.Fragment, "")
		return oracle.Fields(get("", urlerr.Scheme, ":"), field("true", u.slashes), get("", urlerr.Userinfo, ""),
			field(u.host, u.hasHost), get("", urlerr.Port, ""), get("", urlerr.Host, ""), hash, search, get("", urlerr.Path, ""),
			field(r.Href(), true))
	})
}

// rejected returns the answer for err, or accepted() if it is nil.
func rejected(err error, accepted func() string) string {
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		return oracle.Rejected + e.Rule.Section
	}
	return accepted()
}

// changed are characters of Unicode 13 that later versions treat differently in names.
const changed = "\u04C0\u1806\u180E\u1E9E\u115F\u1160\u2132\u2183\u3164\uFFA0\u17B4\u17B5"

// unmodelled returns the class of a question that the model answers differently because Node converts the host
// otherwise.
func unmodelled(release string, q oracle.Question) string {
	older, _ := table.Find(dialect, release)
	for _, url := range []string{q.URL, q.Base} {
		p := parser{row: &table[older], in: url, slashesHost: q.HasBase}
		p.run()
		name := p.name
		if strings.Contains(name, "xn--") { // Punycode encodes such characters too
			decoded, _ := idna.AppendToUnicode(nil, strings.ToLower(strings.ReplaceAll(name, "xn---", "xn--")), idna.Options{SkipBidi: true})
			name += "." + string(decoded)
		}
		if plain(name) {
			continue
		}
		for label := range strings.SplitSeq(p.name, ".") {
			if !plain(label) && strings.HasPrefix(strings.TrimLeftFunc(strings.ToLower(label), isFormat), "xn--") ||
				p.row.oldDomain && strings.HasPrefix(strings.ToLower(label), "xn--xn--") {
				return "xn-- after mapping, or twice"
			}
		}
		for i, r := range name {
			switch {
			case unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) ||
				r >= 0x7C0 && r < 0x8FF || r >= 0xFB1D && r < 0xFE00 || r >= 0xFE70 && r < 0xFEFF || r == 0x200F ||
				r >= 0x2135 && r <= 0x2138 || r >= 0x10800 && r < 0x11000 || r >= 0x1E800 && r < 0x1F000:
				return "right-to-left host"
			case !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co),
				strings.ContainsRune(changed, r), r >= 0x2061 && r <= 0x206F, r >= 0x10A0 && r <= 0x10C5:
				return "host with a character that Unicode changed"
			case unicode.Is(unicode.M, r) && !strings.ContainsRune("\u0301\u0300\u094d", r) && (i == 0 || isDot(name[:i])):
				return "mark at the beginning of a label"
			}
		}
	}
	return ""
}

func plain(s string) bool { return ascii.Index(s, ascii.NonASCII) < 0 }

// isFormat reports whether r is a format character, such as a soft hyphen. Most are dropped from names.
func isFormat(r rune) bool { return unicode.Is(unicode.Cf, r) }

// isDot reports whether s ends in a full stop.
func isDot(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".\u3002\uFF0E\uFF61", r)
}

// TestLive: the model agrees with the installed Node.
func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

// TestRecorded: the model agrees with the recorded answers of each release.
func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func FuzzSameAsNode(f *testing.F) { suite.Fuzz(f) }

func read(url string) (r reading.Reading) {
	Dialect{}.Read(&r, url)
	return r
}

// TestSpans: the offsets of the components in the input. The recorded answers show the values.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, spans string }{
		{"all", "http://u:p@h:80/a?q#f",
			"scheme=http authority=u:p@h:80 userinfo=u:p username=u password=p host=h port=80 path=/a query=q fragment=f"},
		{"rewritten", " HTTP:\\\\É\\a b?\"\t",
			`scheme=HTTP authority=É host=É path=\a b query="`},
		{"escaped colon", "http://u%3Ap:q@[::1]#",
			"scheme=http authority=u%3Ap:q@[::1] userinfo=u%3Ap:q username=u password=p:q host=::1 fragment="},
		{"brackets", "http://[::1]:8", "scheme=http authority=[::1]:8 host=::1 port=8"},
		{"tabs", "http://u\n@h\t:\t8/\t", "scheme=http authority=u\n@h\t:\t8 userinfo=u username=u host=h port=8 path=/"},
		{"end of the host", "http://u@h%41:80/a", "scheme=http authority=u@h userinfo=u username=u host=h path=%41:80/a"},
		{"not UTF-8", "http://\xf0\x9f@h", "scheme=http authority=\xf0\x9f@h userinfo=\xf0\x9f username=\xf0\x9f host=h"},
		{"not UTF-8 in the path", "http://h/\xff\xe2\x82?a\xc0\x80#", "scheme=http authority=h host=h path=/\xff\xe2\x82 query=a\xc0\x80 fragment="},
		{"path", "//h/a?q", "path=//h/a query=q"},
		{"host in the middle", "x:u@h", "scheme=x authority=u@h userinfo=u username=u host=h"},
		{"javascript", "javascript://h", "scheme=javascript path=//h"},
	} {
		r := read(tt.url)
		_, got := oracle.Components(&r, tt.url)
		if got != tt.spans || r.Err() != nil {
			t.Errorf("%s: %q (%v), want %q", tt.name, got, r.Err(), tt.spans)
		}
	}
}

// TestReadings: the values of the components and their text in the input, where the two differ.
func TestReadings(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"brackets", "http://[É]:8/a", "http://[é]:8/a", "scheme=http authority=[é]:8 host=é port=8 path=/a",
			"scheme=http authority=[É]:8 host=É port=8 path=/a"},
		{"line break", "http://\n[::1]/", "http://[::1]/", "scheme=http authority=[::1] host=::1 path=/",
			"scheme=http authority=[::1] host=::1 path=/"},
		{"fragment", "http://é/a?b#f g", "http://xn--9ca/a?b#f%20g", "scheme=http authority=xn--9ca host=xn--9ca path=/a query=b fragment=f%20g",
			"scheme=http authority=é host=é path=/a query=b fragment=f g"},
	})
	old, _ := Dialect{}.At("24.21.0")
	oracle.Readings(t, old, []struct{ Name, URL, Href, Values, Input string }{
		{"text before the port", "x:h:b:1/a", "x:h:1/:b/a", "scheme=x authority=h:1 host=h port=1 path=/:b/a",
			"scheme=x authority=h:b:1 host=h port=1 path=/a"},
		{"text instead of a port", "x:h:b/a", "x:h/:b/a", "scheme=x authority=h host=h path=/:b/a",
			"scheme=x authority=h:b host=h path=:b/a"},
	})
}

// TestValues: the components that Node has in another form than its href.
func TestValues(t *testing.T) {
	t.Parallel()
	r := read("http://u%3a:%70@É;b")
	for c, want := range map[urlerr.Component]string{
		urlerr.Userinfo: "u::p", urlerr.Username: "u", urlerr.Password: ":p", urlerr.Host: "xn--9ca", urlerr.Path: ";b",
		urlerr.Authority: "u::p@xn--9ca",
	} {
		if got, ok := r.Get(c); got != want || !ok {
			t.Errorf("%v is %q, want %q", c, got, want)
		}
	}
	if r.Href() != "http://u::p@xn--9ca/;b" {
		t.Errorf("href is %s", r.Href())
	}
}

// TestResolve: the host of a scheme without "//" can come from the path, and the reference can have the error.
func TestResolve(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, base, ref, want string }{
		{"at signs in the path", "x:", "u@v@w", "x:u@v"}, {"no host", "x://h", "x://u@v/../..", "x://"},
		{"host from the base", "x://a@h/b", "x:c", "x://c"}, {"query", "x:a@b@c/d", "?q", "x:a%40b@c/d?q"},
		{"empty base", "//", "x", "///x"}, {"empty reference with a host", "//a", "//", "//"},
		{"another port", "http://h", "http://:00 ", "http://:00"}, {"host in the reference", "x://h", "a/../http:/b", "x://http:/b"},
		{"at signs in the host", "h:@t@b", "../c", "h:%40t@c"}, {"at sign in the host", "h:@b", "../ http:/x", "h:%20http:/x"},
		{"dot", "javascript:.", ".", "javascript:"}, {"dots", "javascript:.", "..", "javascript:.."}, {"dot after a host", "x://h", ".", "x://"},
		{"dots after a host", "http://h", "..", "http://h/"}, {"dots in a URL", "http://h/a", "http://g/..", "http://g/"},
		{"port after brackets", "http://[::1]/a", "http://[::1]:8/b", "http://[::1]:8/b"}, {"brackets", "http://u@[::1]/a", "http:/b", "http://u@[::1]/b"},
		{"error", "http://h/a/b", "http://%ff@x/", ""},
	} {
		got, err := Dialect{}.Resolve(tt.base, tt.ref)
		if got != tt.want || errors.Is(err, urlerr.BadUserinfo) != (tt.want == "") {
			t.Errorf("%s: Resolve(%q, %q) = %q, %v, want %q", tt.name, tt.base, tt.ref, got, err, tt.want)
		}
	}
}

// TestErrors: an error has the offset and the component of the text at fault, and the kind of its rule.
func TestErrors(t *testing.T) {
	t.Parallel()
	oracle.Errors(t, Dialect{}, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"http://a%c3%28@h/", 8, ruleAuth},
		{ruleAuth.Example, 7, ruleAuth},
		{"http://a[b/", 8, ruleHost},
		{"http://a[::1]/", 10, rulePort},
		{ruleHost.Example, 7, ruleHost},
		{"http://\u2100.h/", 7, ruleHost},
		{"http://h\x00/", 8, ruleHost},
		{"\t//u@\xf0\x9f/", 5, ruleHost},
		{rulePort.Example, 9, rulePort},
	})
}

// TestAllocs: a URL that stays as it is costs no memory.
func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "http://example.com:8080/a/b.html?q#f", 1)
	oracle.Allocs(t, Dialect{}, "/a?b", 0)
}

// TestLinear: twice the input takes twice the time.
func TestLinear(t *testing.T) {
	if urltest.RaceDetector || testing.Short() {
		t.Skip("slow")
	}
	for _, shape := range []struct{ name, head, unit string }{
		{"tabs", "http://h", "\t"}, {"dots", "http://h/", "a/../"}, {"up", "http://h/", "../"}, {"at signs", "http://", "@"},
		{"colons", "x:", ":0"}, {"escapes", "http://", "%41"}, {"not UTF-8", "http://h/", "\xf0\x9f"},
		{"backslashes", "http:", "\\"}, {"white space", "a", " "}, {"host", "http://", "é."}, {"slashes", "http:", "/"},
	} {
		urltest.Linear(t, shape.name, urltest.Many(shape.head, shape.unit, "", 1<<19), func(url string) {
			var r reading.Reading
			Dialect{}.Read(&r, url)
			Dialect{}.Resolve("http://h/a/b", url[min(len(url), len(shape.head)):])
			Dialect{}.Resolve("x:a", url)
		})
	}
}

func BenchmarkRead(b *testing.B) {
	urls := urltest.Corpus(b)
	var r reading.Reading
	urltest.Race(b, urls, urltest.Op{Name: "nodejs-legacy", Do: func(url string) { Dialect{}.Read(&r, url) }})
}
