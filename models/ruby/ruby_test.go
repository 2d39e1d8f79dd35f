package ruby

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write the recorded answers")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "Ruby", Variable: "EARL_RUBIES", Command: "ruby", Args: []string{"testdata/oracle.rb"},
	},
	Releases: Dialect{}.Releases(),
	Answer:   answer,
	More: []string{
		"//a:b/c", "//u:p@/x", "//u@:8/x", "//:8", "//@", "//a@b@c", "//[::1]x", "http://u@/", "http://@h", "http://:p@h",
		"http://[::1:2:3:4:5:6]", "http://[1::2:3:4:5:6:7]", "http://[1::1.2.3.4]", "http://[::1.2.3.04]", "http://[1]",
		"http://[::999.1.1.1]", "http://[vF.a:b]", "http://[1:2:3:4:5:6:1.2.3.4]", "http://[::]", "http:a?b", "http:?a",
		"ftp://h/%2Fa;type=i", "ftp://h", "ftp://h/a;type=a;type=b", "ftp:a", "ftp:/a", "ldap://h/a?b?c", "ldap:a",
		"ldap://h/#f", "mailto:a@b,c@d;", "mailto:?subject=x&&", "mailto:a@b?c=d&=&&", "mailto:/x?q", "mailto:", "mailto:a",
		"file://localhost/a", "file://u@h:8/a", "file:a", "postgres:/a", "ws://h/#f", "wss://h:443", "https://h:443/",
		"?a%zg", "?a%zz", "?'\"<>`{|}[\\]^", "?a\tb\n", "a?\x00 ", "a:b:c", "a/b:c", "a:[b", "a:b[c", " \f\va \n", " ", "..",
		"../..", "../../../g", "./", "./g/.", "g/../h", "/./g", ";x=1/../y", "g?y/./x", "#s",
	},
	Bases: []string{
		"http://u:p@h:80/a/b/c?q#f", "http://h", "/a", "x:a/b", "mailto:u@h?a=b&", "ftp://h/a/b", "ftp://h", "file:///a/../b",
		"http://h/a/../../b/..", "http:a", "//h", "ldap://h/a", "https://h:8443?q",
	},
}

// answer returns the answer of the model in the form of testdata/oracle.rb.
func answer(release string, q oracle.Question) string {
	impl, err := Dialect{}.At(release)
	if err != nil {
		return err.Error()
	}
	d := impl.(Dialect)
	if q.HasBase {
		target, err := d.Resolve(q.Base, q.URL)
		if err != nil {
			return rejected(err)
		}
		return oracle.Quote(target)
	}
	var r reading.Reading
	if d.Read(&r, q.URL); r.Err() != nil {
		return rejected(r.Err())
	}
	field := func(c urlerr.Component) string {
		value, ok := r.Get(c)
		if !ok {
			return oracle.Absent
		}
		return oracle.Quote(value)
	}
	// The reading has the path or, if URI#path is nil, the opaque part. Only the parser knows which.
	older, _ := table.Find("ruby", release)
	p, _ := parse(older, q.URL)
	path, opaque := field(urlerr.Path), oracle.Absent
	if !p.u.path.OK {
		path, opaque = oracle.Absent, path
	} else if p.u.opaque.OK {
		opaque = oracle.Quote(p.u.opaque.Text)
	}
	return oracle.Fields(field(urlerr.Scheme), field(urlerr.Userinfo), field(urlerr.Host), field(urlerr.Port), path, opaque,
		field(urlerr.Query), field(urlerr.Fragment), oracle.Quote(r.Href()))
}

// rejected returns the answer for an error.
func rejected(err error) string {
	e, _ := errors.AsType[*urlerr.Error](err)
	return oracle.Rejected + e.Rule.Section
}

// TestLive: the model agrees with the installed Ruby.
func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

// TestRecorded: the model agrees with the recorded answers of each release.
func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func FuzzSameAsRuby(f *testing.F) { suite.Fuzz(f) }

func read(url string) (r reading.Reading) {
	Dialect{}.Read(&r, url)
	return r
}

// TestOctets: the largest octet of an IPv4 address in brackets, and a number that is too large.
func TestOctets(t *testing.T) {
	t.Parallel()
	var r reading.Reading
	for url, want := range map[string]bool{"http://[::1.2.3.255]/": true, "http://[::1.2.3.256]/": false} {
		Dialect{}.Read(&r, url)
		if got := r.Err() == nil; got != want {
			t.Errorf("%s is accepted: %v (%v), want %v", url, got, r.Err(), want)
		}
	}
}

// TestGroups compares the IPv6 addresses that the grammar of Ruby has: all numbers of groups before and after "::", with
// hexadecimal groups and with an IPv4 address at the end.
func TestGroups(t *testing.T) {
	t.Parallel()
	head := func(groups int) string { return "1:2:3:4:5:6:7:8:"[:2*groups] }
	accepted := func(literal string) string {
		if r := read("http://[" + literal + "]/"); r.Err() != nil {
			return "0"
		}
		return "1"
	}
	for before, want := range []string{ // for 0 to 8 groups after "::"
		"111111010 111101000", "111111100 111110000", "111111000 111100000", "111110000 111000000", "111100000 110000000",
		"111000000 100000000", "110000000 000000000", "100000000 000000000", "000000000 000000000",
	} {
		hexadecimal, ipv4 := "", ""
		for after := range 9 {
			literal := strings.TrimSuffix(head(before), ":") + "::"
			hexadecimal += accepted(literal + strings.TrimSuffix(head(after), ":"))
			ipv4 += accepted(literal + head(after) + "1.2.3.4")
		}
		if got := hexadecimal + " " + ipv4; got != want {
			t.Errorf("%d groups before the colons: accepted %s, want %s", before, got, want)
		}
	}
}

// TestAccepted: whether Ruby accepts a URL.
func TestAccepted(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"http://[1:2:3:4:5:6:7]/": false, "http://[1:2:3:4:5:6:7:8]/": true, "http://[1:2:3:4:5:6:7:8:9]/": false,
		"http://[v.fe]/": false, "http://[v1.fe]/": true, "http://[v1.]/": false, "http://[v1]/": false, "http://[]/": false,
		"http://[x1.a]/": false, "http://[vg.a]/": false, "?%zz": false, "?%z": true, "?%": true, "?%1z": true, "?%z1": true,
		"?%*": true, "?%*a": true, "?a%zz": false, "?%zzz": false, "http://h/?%*": true, "mailto:,a@b": false, "mailto:;a@b": false,
		"mailto:a@b,": true, "mailto:a@b;;": false, "mailto:a@b,,c@d": false, "mailto:a@@b": false, "mailto:@b": false,
	} {
		if r := read(url); (r.Err() == nil) != want {
			t.Errorf("%s is accepted: %v (%v), want %v", url, !want, r.Err(), want)
		}
	}
}

// TestFTP: URI.join fails for a base with the scheme ftp, unless the result equals the base.
func TestFTP(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, base, ref, want string }{
		{"same", "ftp://u@h/a", "ftp://u@h/a", "ftp://u@h/a"}, {"host in upper case", "ftp://u:p@h/a", "ftp://u:p@H/a", "ftp://u:p@H/a"},
		{"no path", "ftp://h/", "ftp://h", "ftp://h/"}, {"fragment", "ftp://h/a", "#f", "ftp://h/a#f"}, {"no host", "ftp:/a", "ftp:/a", "ftp:/a"},
		{"user name", "ftp://u@h/a", "ftp://v@h/a", ""}, {"password", "ftp://u:p@h/a", "ftp://u:q@h/a", ""},
		{"scheme", "ftp://u@h/a", "http://u@h:21/a", ""}, {"host", "ftp://h/a", "ftp://i/a", ""}, {"port", "ftp://h/a", "ftp://h:22/a", ""},
		{"type", "ftp://h/a", "ftp://h/a;type=i", ""}, {"path", "ftp://h/a", "ftp://h/b", ""}, {"empty host", "ftp:/a", "ftp:///a", ""},
		{"host added", "ftp:/a", "ftp://h/a", ""}, {"host removed", "ftp://h/a", "ftp:/a", ""},
	} {
		got, err := Dialect{}.Resolve(tt.base, tt.ref)
		if e, ok := errors.AsType[*urlerr.Error](err); got != tt.want || ok != (tt.want == "") || ok && (e.Rule != ruleFTP || e.Offset != 0) {
			t.Errorf("%s: Resolve(%q, %q) = %q, %v, want %q or the rule of FTP at byte 0", tt.name, tt.base, tt.ref, got, err, tt.want)
		}
	}
}

// TestSpans: the offsets of the components in the input. The recorded answers show the values.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url string
		spans     string
	}{
		{"all", "http://u:p@h:080/a?q#f",
			"scheme=http authority=u:p@h:080 userinfo=u:p username=u password=p host=h port=080 path=/a query=q fragment=f"},
		{"default port", "http://h", "scheme=http authority=h host=h path="},
		{"opaque", "x:a?q#f", "scheme=x path=a?q fragment=f"},
		{"no authority", "//a:b/c?q", "path=//a:b/c query=q"},
		{"addresses", "mailto:?q=1", "scheme=mailto path= query=q=1"},
		{"FTP", "ftp://h/%2Fa;type=i", "scheme=ftp authority=h host=h path=/%2Fa;type=i"},
	} {
		var r reading.Reading
		Dialect{}.Read(&r, tt.url)
		_, got := oracle.Components(&r, tt.url)
		if got != tt.spans || r.Err() != nil {
			t.Errorf("%s: %q (%v), want %q", tt.name, got, r.Err(), tt.spans)
		}
	}
}

// TestAuthority: the authority in the result, and in the input.
func TestAuthority(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"default port", "HTTP://u@h:80/a", "http://u@h/a", "scheme=http authority=u@h userinfo=u username=u host=h port=80 path=/a",
			"scheme=HTTP authority=u@h:80 userinfo=u username=u host=h port=80 path=/a"},
		{"empty host", "HTTPS:///?a", "https:///?a", "scheme=https authority= host= port=443 path=/ query=a",
			"scheme=HTTPS authority= host= path=/ query=a"},
		{"port only", "//:8/a", ":8/a", "authority=:8 port=8 path=/a", "authority=:8 port=8 path=/a"},
	})
}

// TestValues: the components that Ruby has in another form than in to_s.
func TestValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url, href string
		c               urlerr.Component
		want            string
	}{
		{"default port", "https://h/", "https://h/", urlerr.Port, "443"},
		{"leading zeros", "https://h:0443/", "https://h/", urlerr.Port, "443"},
		{"other port", "https://h:080/", "https://h:80/", urlerr.Port, "80"},
		{"path of FTP", "ftp://h/a/b;type=i", "ftp://h/a/b;type=i", urlerr.Path, "a/b"},
		{"query of addresses", "mailto:?a=b&&", "mailto:?a=b", urlerr.Query, "a=b&&"},
		{"file", "file:/a", "file:///a", urlerr.Host, ""},
		{"opaque file", "file:x/y", "file:x/y", urlerr.Host, ""},
		{"path of addresses", "mailto:?", "mailto:", urlerr.Path, ""},
		{"addresses", "mailto:a@b?c=d", "mailto:a@b?c=d", urlerr.Path, "a@b?c=d"},
		{"escaped query", "?'\t", "?%27", urlerr.Query, "%27"},
	} {
		r := read(tt.url)
		if got, ok := r.Get(tt.c); got != tt.want || !ok || r.Href() != tt.href {
			t.Errorf("%s: %q, %q (%v), want %q, %q", tt.name, got, r.Href(), r.Err(), tt.want, tt.href)
		}
	}
}

// TestDots: URI.join removes dot segments of the base and of the reference.
func TestDots(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ base, ref, want string }{
		{"http://h/a/b", ".", "http://h/a/"}, {"http://h/a/b", "..", "http://h/"}, {"http://h/a", "./", "http://h/"},
		{"http://h/a", "/", "http://h/"}, {"http://h", ".", "http://h/"}, {"http://h/a/b/..", "y", "http://h/a/y"},
		{"http://h/../../x", "y", "http://h/y"}, {"http://h/a/../../../x", "y", "http://h/y"},
	} {
		if got, err := (Dialect{}).Resolve(tt.base, tt.ref); got != tt.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", tt.base, tt.ref, got, err, tt.want)
		}
	}
}

// TestErrors: an error has the offset and the component of the text at fault, and the kind of its rule.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url string
		offset    int
		component urlerr.Component
		rule      urlerr.Rule
	}{
		{"host", "http://a b/", 8, urlerr.Host, ruleSyntax},
		{"not ASCII", "http://h/é", 9, urlerr.NoComponent, ruleSyntax},
		{"userinfo", "http://u\\@h/", 8, urlerr.Userinfo, ruleSyntax},
		{"port", "http://h:8a/", 8, urlerr.Port, ruleSyntax},
		{"literal", "http://[::1:2:3:4:5:6]/", 7, urlerr.Host, ruleSyntax},
		{"path", "x:/a|b", 4, urlerr.Path, ruleSyntax},
		{"colon", "1a:b", 2, urlerr.Path, ruleSyntax},
		{"query", "?a%zg", 1, urlerr.Query, ruleSyntax},
		{"fragment", "a#b#", 3, urlerr.Fragment, ruleSyntax},
		{"addresses", ruleComponent.Example, 7, urlerr.Path, ruleComponent},
	} {
		var r reading.Reading
		Dialect{}.Read(&r, tt.url)
		e, ok := errors.AsType[*urlerr.Error](r.Err())
		if !ok || e.Offset != tt.offset || e.Component != tt.component || e.Rule.Name != tt.rule.Name || e.Input != tt.url {
			t.Errorf("%s: %+v, want an error at byte %d", tt.name, e, tt.offset)
		}
	}
	for _, rule := range []urlerr.Rule{ruleRelative, ruleFTP} {
		if _, err := (Dialect{}).Resolve(rule.Example, "b"); !errors.Is(err, urlerr.NoBase) {
			t.Errorf("%s: %v, want no base", rule.Name, err)
		}
	}
	for _, url := range urltest.SecretURLs() {
		r := read(url)
		urltest.HidesSecret(t, url, r.Err())
		_, err := Dialect{}.Resolve("ftp://h/", url)
		urltest.HidesSecret(t, url, err)
	}
}

// TestAllocs: a URL that stays as it is costs no memory but the text, which has the port.
func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "http://u@example.com:8080/a/b.html?q#f", 1)
	oracle.Allocs(t, Dialect{}, "/a?b", 0)
}

// TestLinear: twice the input takes twice the time.
func TestLinear(t *testing.T) {
	if urltest.RaceDetector || testing.Short() {
		t.Skip("slow")
	}
	for _, shape := range []struct{ name, head, unit string }{
		{"dots", "http://h/", "a/../"}, {"up", "http://h/", "../"}, {"at signs", "http://", "@"}, {"colons", "http://h", ":0"},
		{"escapes", "http://", "%41"}, {"groups", "http://[", "1:"}, {"query", "?", "'"}, {"addresses", "mailto:", "a@b,"},
		{"separators", "mailto:a@b?", "&"}, {"white space", "a", " "}, {"slashes", "x:", "/"}, {"segments", "//", "a:/"},
	} {
		urltest.Linear(t, shape.name, urltest.Many(shape.head, shape.unit, "", 1<<19), func(url string) {
			var r reading.Reading
			Dialect{}.Read(&r, url)
			Dialect{}.Resolve("http://h/a/b", url[min(len(url), len(shape.head)):])
			Dialect{}.Resolve(url, "../c")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	urls := urltest.Corpus(b)
	var r reading.Reading
	urltest.Race(b, urls, urltest.Op{Name: "ruby", Do: func(url string) { Dialect{}.Read(&r, url) }})
}
