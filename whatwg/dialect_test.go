package whatwg_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// drawn returns the components of r that occur in the input, as name=text, with the offset of an empty one.
func drawn(r *reading.Reading) string {
	var list []string
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if span, ok := r.InInput(c); ok {
			list = append(list, c.String()+"="+r.Input()[span.Start:span.End])
			if span.Start == span.End {
				list[len(list)-1] += "@" + string(rune('0'+span.Start/10)) + string(rune('0'+span.Start%10))
			}
		}
	}
	return strings.Join(list, " ")
}

func TestReadingSpans(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"normal form", "http://u:p@h:81/a?b#c", "scheme=http authority=u:p@h:81 userinfo=u:p username=u password=p host=h port=81 path=/a query=b fragment=c"},
		{"missing slash", "http://h", "scheme=http authority=h host=h path=@08"},
		{"trimmed end", "http://h \n", "scheme=http authority=h host=h path=@08"},
		{"dropped tabs", "ht\ttp:/\t/h\t.\t\t/a", "scheme=ht\ttp authority=h\t. host=h\t. path=/a"},
		{"tabs around empty components", "http://\tu:@h:\t/\t?\t#", "scheme=http authority=u:@h: userinfo=u: username=u host=h port=@13 path=/ query=@17 fragment=@19"},
		{"ill-formed UTF-8 before a tab", "foo://\xff\xe2\x82:\x80\t1@h/\xff", "scheme=foo authority=\xff\xe2\x82:\x80\t1@h userinfo=\xff\xe2\x82:\x80\t1 username=\xff\xe2\x82 password=\x80\t1 host=h path=/\xff"},
		{"backslashes", `http:\\h\a\..\b`, `scheme=http authority=h host=h path=\a\..\b`},
		{"many slashes", "http:/\\/h", "scheme=http authority=h host=h path=@09"},
		{"default port", "http://h:80/", "scheme=http authority=h:80 host=h port=80 path=/"},
		{"empty port", "http://h:/", "scheme=http authority=h: host=h port=@09 path=/"},
		{"empty credentials", "http://@h/", "scheme=http authority=@h userinfo=@07 host=h path=/"},
		{"only a colon", "http://:@h/", "scheme=http authority=:@h userinfo=: host=h path=/"},
		{"only a password", "http://:p@h/", "scheme=http authority=:p@h userinfo=:p password=p host=h path=/"},
		{"two at signs", "http://u@v@h/", "scheme=http authority=u@v@h userinfo=u@v username=u@v host=h path=/"},
		{"IPv6", "foo://[::0]:1", "scheme=foo authority=[::0]:1 host=[::0] port=1 path=@13"},
		{"file", "file:///a", "scheme=file authority=@07 host=@07 path=/a"},
		{"file with one slash", "file:/a", "scheme=file path=/a"},
		{"file without slashes", "file:a", "scheme=file path=a"},
		{"drive letter", "file://c|/a", "scheme=file path=c|/a"},
		{"localhost", "file://localhost/a", "scheme=file authority=localhost host=localhost path=/a"},
		{"path without a host", "foo:/.//a", "scheme=foo path=/.//a"},
		{"empty host", "foo:///a", "scheme=foo authority=@06 host=@06 path=/a"},
		{"opaque path", "mailto:a b ?q", "scheme=mailto path=a b  query=q"},
		{"empty path", "foo:", "scheme=foo path=@04"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r reading.Reading
			whatwg.Dialect{}.Read(&r, test.in)
			if err := r.Err(); err != nil {
				t.Fatal(err)
			}
			if got := drawn(&r); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// checkReading checks the properties of the reading of input. r may have any content.
func checkReading(t *testing.T, r *reading.Reading, input string) {
	t.Helper()
	d := whatwg.Dialect{}
	d.Read(r, input)
	u, err := whatwg.Parse(input)
	if got := r.Err(); (got == nil) != (err == nil) || err != nil && got.Error() != err.Error() || r.Input() != input || r.Href() != u.Href() {
		t.Fatalf("%q is read as %q, %v, and parsed as %q, %v", input, r.Href(), got, u, err)
	}
	if err != nil {
		return
	}
	checkValues(t, r, u)
	checkSpans(t, r)
	if again := whatwg.MustParse(rejoin(r)); again != u {
		t.Fatalf("%q is %q, and its components %q are %q", input, u, rejoin(r), again)
	}
}

// checkValues compares the values of r with the getters of u.
func checkValues(t *testing.T, r *reading.Reading, u whatwg.URL) {
	t.Helper()
	hasHost := u.HostKind() != reading.NoHost
	authority, userinfo := u.Host(), u.Username()
	if u.Password() != "" {
		userinfo += ":" + u.Password()
	}
	if u.HasCredentials() {
		authority = userinfo + "@" + authority
	}
	query, hasQuery := u.Query()
	fragment, hasFragment := u.Fragment()
	for _, want := range []struct {
		c     urlerr.Component
		value string
		ok    bool
	}{
		{urlerr.Scheme, u.Scheme(), true}, {urlerr.Authority, authority, hasHost}, {urlerr.Userinfo, userinfo, u.HasCredentials()},
		{urlerr.Username, u.Username(), true}, {urlerr.Password, u.Password(), true}, {urlerr.Host, u.Hostname(), hasHost},
		{urlerr.Port, u.Port(), u.Port() != ""}, {urlerr.Path, u.Pathname(), true}, {urlerr.Params, "", false},
		{urlerr.Query, query, hasQuery}, {urlerr.Fragment, fragment, hasFragment},
	} {
		if value, ok := r.Get(want.c); value != want.value || ok != want.ok {
			t.Fatalf("%q: %v is %q, %v, want %q, %v", r.Input(), want.c, value, ok, want.value, want.ok)
		}
	}
}

// checkSpans checks that the spans are in the input and in order.
func checkSpans(t *testing.T, r *reading.Reading) {
	t.Helper()
	last := 0
	for _, c := range []urlerr.Component{
		urlerr.Scheme, urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query, urlerr.Fragment,
	} {
		span, ok := r.InInput(c)
		if !ok {
			continue
		}
		if span.Start < last || span.End < span.Start || len(r.Input()) < span.End {
			t.Fatalf("%q: the span of %v is %v, after %d", r.Input(), c, span, last)
		}
		last = span.End
	}
	for _, c := range []urlerr.Component{urlerr.Scheme, urlerr.Path} {
		if _, ok := r.InInput(c); !ok {
			t.Fatalf("%q: %v does not occur in the input", r.Input(), c)
		}
	}
}

// rejoin joins the components of the input with delimiters.
func rejoin(r *reading.Reading) string {
	text := func(c urlerr.Component, before, after string) string {
		span, ok := r.InInput(c)
		if !ok {
			return ""
		}
		return before + r.Input()[span.Start:span.End] + after
	}
	s := text(urlerr.Scheme, "", ":")
	if _, ok := r.InInput(urlerr.Host); ok {
		s += "//"
	} else if host, ok := r.Host(); ok && host == "" {
		s += "///" // a drive letter, or a file without "//"
	}
	path, _ := r.InInput(urlerr.Path)
	if strings.HasSuffix(s, "///") && path.Start < path.End && strings.IndexByte(`/\`, r.Input()[path.Start]) >= 0 {
		s = s[:len(s)-1]
	}
	return s + text(urlerr.Userinfo, "", "@") + text(urlerr.Host, "", "") + text(urlerr.Port, ":", "") +
		text(urlerr.Path, "", "") + text(urlerr.Query, "?", "") + text(urlerr.Fragment, "#", "")
}

func TestReading(t *testing.T) {
	t.Parallel()
	g := newGenerator(4)
	var r reading.Reading
	for range rounds(240000) {
		checkReading(t, &r, g.url())
	}
}

func FuzzReadingComponentsAreTheURL(f *testing.F) {
	for _, s := range corners {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		var r reading.Reading
		checkReading(t, &r, input)
	})
}

// TestReadingAllocs: reading a URL in normal form does not allocate.
func TestReadingAllocs(t *testing.T) {
	if urltest.RaceDetector {
		t.Skip("the race detector allocates")
	}
	var r reading.Reading
	for _, s := range []string{"https://example.com:81/a?b#c", "https://u:p@[::1]/", "mailto:a@b", " http://h/"} {
		if got := testing.AllocsPerRun(100, func() { whatwg.Dialect{}.Read(&r, s) }); got != 0 {
			t.Errorf("%v allocations for %q, want 0", got, s)
		}
	}
}

func TestDialectResolve(t *testing.T) {
	t.Parallel()
	d := whatwg.Dialect{}
	for _, test := range []struct{ name, base, ref, want string }{
		{"path", "http://h/a/b", "../c", "http://h/c"},
		{"absolute", "http://h/a/b", "foo:c", "foo:c"},
		{"bad base", "h", "c", ""},
		{"bad reference", "http://h/", "//", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := d.Resolve(test.base, test.ref)
			if got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("Resolve gives %q, %v", got, err)
			}
			if again, _ := d.Resolver(test.base)(test.ref); again != got {
				t.Errorf("Resolver gives %q", again)
			}
		})
	}
}
