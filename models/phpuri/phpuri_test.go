package phpuri

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

var both = []Dialect{{}, {URL: true}}

func at(class, release string) Dialect {
	d, err := Dialect{URL: class == "url"}.At(release)
	if err != nil {
		panic(err)
	}
	return d.(Dialect)
}

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ class, release, url, href, values, input string }{
		{"uri", "8.6", "HTTP://%75:p@H:080/a/../%7eb?c#d", "http://u:p@h:80/~b?c#d",
			"scheme=http authority=u:p@h:80 userinfo=u:p username=u password=p host=h port=80 path=/~b query=c fragment=d",
			"scheme=HTTP authority=%75:p@H:080 userinfo=%75:p username=%75 password=p host=H port=080 path=/a/../%7eb query=c fragment=d"},
		{"uri", "8.5", "//u@[::A]:/", "//u@[0000:0000:0000:0000:0000:0000:0000:000a]:/",
			"authority=u@[0000:0000:0000:0000:0000:0000:0000:000a]: userinfo=u username=u password= host=[::a] path=/",
			"authority=u@[::A]: userinfo=u username=u host=[::A] path=/"},
		{"uri", "8.6", "x:/..//h", "x://h", "scheme=x path=//h", "scheme=x path=/..//h"},
		{"url", "8.6", " http:\\\\U@XN--example-.\torg:80/a b?\xff#c ", "http://U@example.org/a%20b?%FF#c",
			"scheme=http authority=U@example.org userinfo=U username=U password= host=example.org path=/a%20b query=%FF fragment=c",
			"scheme=http authority=U@XN--example-.\torg:80 userinfo=U username=U host=XN--example-.\torg port=80 path=/a b query=\xff fragment=c"},
		{"url", "8.6", "http://h/é\xe2\x82b?q", "http://h/%C3%A9%E2%82%62?q", "scheme=http authority=h host=h path=/%C3%A9%E2%82%62 query=q",
			"scheme=http authority=h host=h path=/é\xe2\x82b query=q"},
		{"url", "8.5", "http://a@b:c@h//|/..?q#f", "http://a:c@h/q#f",
			"scheme=http authority=a:c@h userinfo=a:c username=a password=c host=h path=/q fragment=f",
			"scheme=http authority=a@b:c@h userinfo=a@b:c username=a password=c host=h path=//|/..?q fragment=f"},
		{"url", "8.6", "x:/..//p", "x:/.//p", "scheme=x path=//p", "scheme=x path=/..//p"},
		{"url", "8.6", "http://:@h", "http://h/", "scheme=http authority=h host=h path=/", ""},
	} {
		var r reading.Reading
		at(tt.class, tt.release).Read(&r, tt.url)
		values, input := oracle.Components(&r, tt.url)
		if r.Href() != tt.href || values != tt.values || input != tt.input && tt.input != "" {
			t.Errorf("%s %s of %q: %q, %v\nvalues %q\n input %q", tt.class, tt.release, tt.url, r.Href(), r.Err(), values, input)
		}
	}
}

// TestErrors: an error has the name of its dialect and, from the package of the standard, its rule and offset.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		class, url, rule string
		offset           int
	}{
		{"uri", "http://h:9223372036854775808/", "port", 9}, {"uri", "//h:000000000000000000080", "port", 4},
		{"uri", "http://h/a b", "pchar", 10}, {"url", " http://h\t.xn--a/", "domain", 8}, {"url", "\xffhttp://h:x", "port-invalid", 10},
		{"url", "//h", "missing-scheme-non-relative-URL", 0}, {"url", "http://é\xff:99999/", "domain", 7},
	} {
		d := at(tt.class, "8.6")
		var r reading.Reading
		d.Read(&r, tt.url)
		e, ok := errors.AsType[*urlerr.Error](r.Err())
		if !ok || e.Dialect != d.Name() || e.Input != tt.url || e.Offset != tt.offset || !strings.Contains(e.Rule.Name, tt.rule) {
			t.Errorf("%s of %q: %+v", tt.class, tt.url, r.Err())
		}
	}
	for _, tt := range []struct{ class, base, ref, bad string }{
		{"uri", "http://a b/", "//[", "http://a b/"}, {"uri", "http://h/", "//[", "//["}, {"uri", "//h/", "a", "//h/"},
		{"url", "http://a b/", "//[", "http://a b/"}, {"url", "http://h/", "//[", "//["}, {"url", "x:y", "a", "a"},
	} {
		target, err := at(tt.class, "8.6").Resolve(tt.base, tt.ref)
		if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Input != tt.bad || target != "" {
			t.Errorf("%s: %q against %q: %q, %v", tt.class, tt.ref, tt.base, target, err)
		}
	}
	for _, rule := range []urlerr.Rule{rulePort, ruleDomain, ruleBase} {
		_, err := Dialect{URL: rule == ruleDomain}.Resolve(rule.Example, "a")
		if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Rule != rule || !errors.Is(err, rule.Kind) {
			t.Errorf("%s: %v, want this rule", rule.Name, err)
		}
	}
}

// TestURLs: URLs of the two classes in the newest release, and a name for each class.
func TestURLs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ class, base, url, want string }{
		{"uri", "", "http://127.0.0.1/", "http://127.0.0.1/"}, {"uri", "", "x:", "x:"}, {"uri", "x:", "a", "x:a"},
		{"url", "", "http://h/C:/../x", "http://h/x"}, {"url", "", "file:///1:/../x", "file:///x"},
		{"url", "", "file:///C|a/../x", "file:///x"}, {"url", "", "file:///C:/../x", "file:///C:/x"},
		{"url", "", "file:/..//b", "file:////b"}, {"url", "x://h/", "y:/..//b", "y:/.//b"}, {"url", "", "http://a\x7fb/", ""},
		{"url", "", "http://\U0001df1f/", ""}, {"url", "", "http://é\x00/", ""}, {"url", "", "http://%C3%A9%00/", ""},
	} {
		d := at(tt.class, "8.6")
		var r reading.Reading
		d.Read(&r, tt.url)
		got := r.Href()
		if tt.base != "" {
			got, _ = d.Resolve(tt.base, tt.url)
		}
		if got != tt.want || d.Name() != "php-"+tt.class {
			t.Errorf("%s: %q against %q: %q, want %q", d.Name(), tt.url, tt.base, got, tt.want)
		}
	}
}

// TestDrive: an absolute path keeps the drive letter of the base if the base is a file and has a longer path.
func TestDrive(t *testing.T) {
	t.Parallel()
	for _, release := range []string{"8.5", "8.6"} {
		for _, tt := range []struct{ name, base, ref, want string }{
			{"file", "file:///C:/a/b", "/x", "file:///C:/x"}, {"other drive", "file:///C:/a", "/D:/x", "file:///D:/x"},
			{"drive without a slash", "file:///C:/a", "/D:x", "file:///C:/D:x"}, {"short path", "file:///C:", "/x", "file:///x"},
			{"longer name", "file:///C:a/b", "/x", "file:///C:a/x"}, {"digit", "file:///1:/a", "/x", "file:///x"},
			{"bar", "file:///C|a/b", "/x", "file:///x"}, {"other scheme", "http://h/C:/a", "/x", "http://h/x"},
		} {
			if got, err := at("url", release).Resolve(tt.base, tt.ref); got != tt.want {
				t.Errorf("%s in %s: Resolve(%q, %q) = %q, %v, want %q", tt.name, release, tt.base, tt.ref, got, err, tt.want)
			}
		}
	}
}

func TestReleases(t *testing.T) {
	t.Parallel()
	for _, newest := range both {
		releases := newest.Releases()
		if releases[len(releases)-1] != newest.Release() {
			t.Errorf("the newest release is %s", newest.Release())
		}
		for _, release := range releases {
			if d, err := newest.At(release); err != nil || d.(Dialect).Release() != release || d.(Dialect).URL != newest.URL {
				t.Errorf("At(%s) = %+v, %v, want that release", release, d, err)
			}
		}
		for _, release := range []string{"", "9", "8.4", "8.5.", "8.6.0"} {
			if _, err := newest.At(release); !errors.Is(err, urlerr.UnknownName) {
				t.Errorf("At(%q): %v, want an unknown name", release, err)
			}
		}
	}
}

// TestLinear: eight times the input takes eight times the time.
func TestLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, shape := range []struct{ name, head, unit string }{
		{"dots", "http://h/", "a/../"}, {"up", "http://h/", "../"}, {"dot", "http://h/", "./"}, {"slashes", "http://h/", "/"},
		{"at signs", "http://", "@"}, {"colons", "http://", ":"}, {"zeros", "http://h:", "0"}, {"not UTF-8", "http://h/", "\xf0\x9f"},
		{"tabs", "http://h/", "\t\xff"}, {"spaces", "", " "}, {"ends", "http://h/", "\x80"}, {"escapes", "http://", "%41"},
		{"labels", "http://", "xn--a-."}, {"encoded dots", "http://h/", "%2e%2E/"}, {"many dots", "http://h/", "."}, {"drives", "file:///", "C:/../"},
		{"backslashes", "http://h/", "\\..\\"}, {"segments", "x:", "|/./"}, {"numbers", "http://", "9"},
	} {
		for _, d := range []Dialect{{}, {URL: true}, at("url", "8.5")} {
			input := urltest.Many(shape.head, shape.unit, "", 1<<16)
			urltest.Linear(t, d.Name()+" "+d.Release()+": "+shape.name, input, func(url string) {
				var r reading.Reading
				d.Read(&r, url)
				path := url[min(len(url), len(shape.head)):]
				for _, base := range []string{"http://h/a/b", url} {
					_, _ = d.Resolve(base, path)
				}
			})
		}
	}
}
