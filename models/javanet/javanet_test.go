package javanet

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// both are the newest dialects.
var both = []Dialect{{}, {URL: true}}

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, class, url, href, values, input string }{
		{"all", "URI", "HTTP://u:p:q@h:080/a?b#c", "",
			"scheme=HTTP authority=u:p:q@h:080 userinfo=u:p:q username=u password=p:q host=h port=80 path=/a query=b fragment=c",
			"scheme=HTTP authority=u:p:q@h:080 userinfo=u:p:q username=u password=p:q host=h port=080 path=/a query=b fragment=c"},
		{"all", "URL", " URL:HTTP://u:p:q@h:+80/a?b#c ", "http://u:p:q@h:+80/a?b#c",
			"scheme=http authority=u:p:q@h:+80 userinfo=u:p:q username=u password=p:q host=h port=80 path=/a query=b fragment=c",
			"scheme=HTTP authority=u:p:q@h:+80 userinfo=u:p:q username=u password=p:q host=h port=+80 path=/a query=b fragment=c"},
		{"registry", "URI", "http://a_b:80/", "", "scheme=http authority=a_b:80 path=/", "scheme=http authority=a_b:80 path=/"},
		{"two at signs", "URL", "http://a@b@c/", "", "scheme=http authority=a@b@c host= path=/", "scheme=http authority=a@b@c path=/"},
		{"opaque", "URI", "mailto:a@b?c#d", "", "scheme=mailto fragment=d", "scheme=mailto fragment=d"},
		{"no authority", "URL", "http:a?#", "", "scheme=http host= path=a query= fragment=", "scheme=http path=a query= fragment="},
		{"empty authority", "URL", "file:///a", "file:/a", "scheme=file authority= host= path=/a",
			"scheme=file authority= host= path=/a"},
		{"empty authority", "URI", "file:///a", "", "scheme=file path=/a", "scheme=file path=/a"},
		{"empty port", "URI", "//h:", "", "authority=h: host=h path=", "authority=h: host=h path="},
		{"address", "URI", "//[::1%lo]:1", "", "authority=[::1%lo]:1 host=[::1%lo] port=1 path=",
			"authority=[::1%lo]:1 host=[::1%lo] port=1 path="},
		{"not UTF-8", "URI", "a\xff/\xe2\x82?\xff#\xed\xa0\x80x", "a\uFFFD/\uFFFD?\uFFFD#\uFFFDx",
			"path=a\uFFFD/\uFFFD query=\uFFFD fragment=\uFFFDx", "path=a\xff/\xe2\x82 query=\xff fragment=\xed\xa0\x80x"},
		{"not UTF-8", "URL", "http://\xff:٣/\xff", "http://\uFFFD:٣/\uFFFD",
			"scheme=http authority=\uFFFD:٣ host=\uFFFD port=3 path=/\uFFFD", "scheme=http authority=\xff:٣ host=\xff port=٣ path=/\xff"},
	} {
		if tt.href == "" {
			tt.href = tt.url
		}
		var r reading.Reading
		at(tt.class, "27").Read(&r, tt.url)
		values, input := oracle.Components(&r, tt.url)
		if r.Href() != tt.href || values != tt.values || input != tt.input {
			t.Errorf("%s of %s: %q, %v\nvalues %q\n input %q", tt.name, tt.class, r.Href(), r.Err(), values, input)
		}
	}
}

// TestRules: the example of each rule breaks this rule.
func TestRules(t *testing.T) {
	t.Parallel()
	for i := range rules {
		rule := &rules[i]
		d := Dialect{URL: rule == ruleHandler || strings.HasSuffix(rule.Address, "URL.html")}
		var r reading.Reading
		d.Read(&r, rule.Example)
		err := r.Err()
		switch rule {
		case ruleUnchecked:
			at("URI", "17").Read(&r, rule.Example)
			err = r.Err()
		}
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || e.Rule != *rule || !errors.Is(err, rule.Kind) || rule.Problem == "" {
			t.Errorf("%s: %v, want this rule", rule.Name, err)
		}
	}
}

// TestHosts: the boundaries of hosts and ports. A host "-" is absent, and "!" means an error.
func TestHosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ class, url, host, port string }{
		{"URI", "//[::0001]", "[::0001]", ""}, {"URI", "//[::]", "[::]", ""}, {"URI", "//[::1]:", "[::1]", ""},
		{"URI", "//[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", ""}, {"URI", "//[::1%a_.]", "[::1%a_.]", ""},
		{"URI", "//[::1:2:3:4:5:1.2.3.4]", "[::1:2:3:4:5:1.2.3.4]", ""}, {"URI", "//[1::2:3:4:5:6:7]", "[1::2:3:4:5:6:7]", ""},
		{"URI", "//1.2.3.4", "1.2.3.4", ""}, {"URI", "//1.2.3a4", "-", ""}, {"URI", "//1.2.3.4a", "-", ""}, {"URI", "//1.2.3", "-", ""},
		{"URI", "//1.2.3.4.", "-", ""}, {"URI", "//u@", "-", ""}, {"URI", "//u@:", "-", ""}, {"URI", "//a.b-", "-", ""},
		{"URI", "//h:2147483647", "h", "2147483647"}, {"URI", "//h:02147483647", "h", "2147483647"}, {"URI", "//h:2147483648", "-", ""},
		{"URL", "http:?q", "", ""}, {"URL", "http://h:-1/", "h", ""}, {"URL", "http://h:-2/", "!", ""}, {"URL", "http://h:/", "h", ""},
		{"URL", "http://[::1%]/", "!", ""}, {"URL", "http://[::1%a]/", "[::1%a]", ""}, {"URL", "http://[::00001]/", "[::00001]", ""},
		{"URL", "http://[::1", "!", ""}, {"URL", "http://[::1]a", "!", ""}, {"URL", "http://[", "!", ""}, {"URL", "http://[]", "!", ""},
		{"URL", "http://h\ufe13x/", "h\ufe13x", ""}, {"URL", "http://h\ufe16x/", "h\ufe16x", ""}, {"URL", "http://h\uff1ax/", "!", ""},
		{"URL", "http://h\ufe55x/", "!", ""},
	} {
		for _, release := range []string{"17", "27"} {
			var r reading.Reading
			at(tt.class, release).Read(&r, tt.url)
			host, ok := r.Host()
			if port, _ := r.Port(); r.Err() != nil {
				host = "!"
			} else if !ok {
				host = "-"
			} else if port != tt.port {
				t.Errorf("%s of %q in %s: port %q, want %q", tt.class, tt.url, release, port, tt.port)
			}
			if host != tt.host {
				t.Errorf("%s of %q in %s: host %q, %v, want %q", tt.class, tt.url, release, host, r.Err(), tt.host)
			}
		}
	}
}

// TestUnchecked: Java 17 throws NumberFormatException for a number in an IPv4 address that does not fit into an int.
func TestUnchecked(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"//[::1.2.3.99999999999]": true, "//[::99999999999.1.2.3]": true, "//[::1.2.3.4.99999999999]": false, "//[::1.2.3.256]": false,
		"//[::1.99999999999.x]": false, "//[::1:99999999999]": false, "//[99999999999.1.2.3]": false,
	} {
		var r reading.Reading
		at("URI", "17").Read(&r, url)
		if e, ok := errors.AsType[*urlerr.Error](r.Err()); !ok || (e.Rule == *ruleUnchecked) != want {
			t.Errorf("%q: %v, unchecked = %t wanted", url, r.Err(), want)
		}
	}
}

// TestErrorOffset: an error has its offset in the input, even if bytes that are not UTF-8 precede it.
func TestErrorOffset(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		class, url string
		offset     int
	}{
		{"URI", "\xff\xff/ ", 3}, {"URI", "http://\xf0\x9f<", 9}, {"URI", "http://", 7}, {"URI", "é%", 2},

		{"URI", "http://[::1]:2147483648/", 13}, {"URI", "//[::00001]", 5}, {"URI", "//[::1:]", 7}, {"URI", "//[::1::]", 7},
		{"URI", "//[]", 3}, {"URI", "//[:]", 3}, {"URI", "//[1%]", 3}, {"URI", "//[1%a]", 3}, {"URI", "//[::1%Ł]", 7},
		{"URI", "//[::1%-]", 7}, {"URI", "//[1:2:3:4:5:6:7:1.2.3.4]", 3}, {"URI", "//[::1:2:3:4:5:6:1.2.3.4]", 3},
		{"URI", "//[1:2:3:4:5:6:7::8]", 3}, {"URI", "//[::1.2.3.4.99999999999]", 12}, {"URI", "//[::1.99999999999.x]", 5},
		{"URI", "//[::1:99999999999]", 7}, {"URI", "//[99999999999.1.2.3]", 3},
		{"URL", " http://\xff\\/", 9}, {"URL", "http://h\xe2\x82:x", 11}, {"URL", " \xff", 1}, {"URL", "http://u\x00@h", 8},
	} {
		var r reading.Reading
		at(tt.class, "27").Read(&r, tt.url)
		if e, ok := errors.AsType[*urlerr.Error](r.Err()); !ok || e.Offset != tt.offset || e.Input != tt.url ||
			e.Dialect != "java.net."+tt.class {
			t.Errorf("%s of %q: %+v", tt.class, tt.url, r.Err())
		}
	}
}

// TestProtocol: only a letter or a digit outside ASCII can be part of a protocol, which no handler has.
func TestProtocol(t *testing.T) {
	t.Parallel()
	const base = "http://h/a"
	for _, tt := range []struct{ name, ref, want string }{
		{"letter", "é:b", ""}, {"digit", "x٣:b", ""}, {"digit first", "٣:b", "http://h/٣:b"},
		{"line separator", "\u2028:b", "http://h/\u2028:b"}, {"byte order mark", "x\ufeff:b", "http://h/x\ufeff:b"},
		{"full-width colon", "x：y:b", "http://h/x：y:b"}, {"surrogate pair", "\U00010400:b", "http://h/\U00010400:b"},
	} {
		got, err := Dialect{URL: true}.Resolve(base, tt.ref)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: Resolve(%q, %q) = %q, %v, want %q", tt.name, base, tt.ref, got, err, tt.want)
		}
	}
}

// TestResolve: an error belongs to the URL which has it. The recorded answers show the results.
func TestResolve(t *testing.T) {
	t.Parallel()
	for _, d := range both {
		if target, err := d.Resolve("http://h/a/b", "../c?d#e"); err != nil || target != "http://h/c?d#e" {
			t.Errorf("%s: %v, want http://h/c?d#e", target, err)
		}
		for _, tt := range []struct{ base, ref, bad string }{
			{"http://h:\xffa b\\/", "//[", "http://h:\xffa b\\/"}, {"http://h/", "//[\xff", "//[\xff"},
		} {
			target, err := d.Resolve(tt.base, tt.ref)
			if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Input != tt.bad || target != "" {
				t.Errorf("Resolve = %q, %v, want an error for %q", target, err, tt.bad)
			}
		}
	}
}

// TestDots: java.net.URL removes dot segments of a relative path, and its bugs keep some of them.
func TestDots(t *testing.T) {
	t.Parallel()
	const full, empty, opaque = "http://h/a/b", "http://h", "http:a/b"
	for _, tt := range []struct{ base, ref, want string }{
		{full, ".", "http://h/a/"}, {full, "./", "http://h/a/"}, {full, "./.", "http://h/a/"}, {full, "c/.", "http://h/a/c/"},
		{full, "c/./d", "http://h/a/c/d"}, {full, "..", "http://h/"}, {full, "../", "http://h/"}, {full, "c/..", "http://h/a/"},
		{full, "c/../d", "http://h/a/d"}, {full, ".././x", "http://h/x"}, {full, "../../x", "http://h/../x"},
		{full, "../../../../x", "http://h/../x"}, {full, "../../../..", "http://h/../../.."}, {full, "..c", "http://h/a/..c"},
		{full, ".c", "http://h/a/.c"}, {full, "c./", "http://h/a/c./"}, {full, "c/..d/e", "http://h/a/c/..d/e"},
		{"http:./b", "c", "http:c"}, {"http:./b", ".", "http:."}, {"http:./b", "../c", "http:../c"}, {"http:a", "?q", "http:/?q"},
		{full, "?q", "http://h/a/?q"}, {full, "?", "http://h/a/?"}, {empty, ".", "http://h/."}, {empty, "./.", "http://h/./."},
		{empty, "a/..", "http://h/a/.."}, {opaque, ".", "http:a/"}, {opaque, "..", "http:a/.."}, {opaque, "./c", "http:a/c"},
		{opaque, "../c", "http:a/../c"}, {opaque, "../../c", "http:a/c"},
	} {
		if got, err := (Dialect{URL: true}).Resolve(tt.base, tt.ref); got != tt.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", tt.base, tt.ref, got, err, tt.want)
		}
	}
}

// TestMethods: the methods that java.net.URI alone has.
func TestMethods(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://h:080//a/./b/../c": "http://h:80/a/c", "./b": "b", "./b:c": "./b:c", "../b:c": "../b:c", "a/../b:c": "./b:c",
		"a/./b:c": "a/b:c", ".//b": "b", "b/..": "", "../..": "../..", "../a/..": "../", "a/../..": "..",
	} {
		if got, err := Normalize(url); err != nil || got != want {
			t.Errorf("Normalize(%q) = %q, %v, want %q", url, got, err, want)
		}
	}
	for _, tt := range []struct{ base, ref, want string }{
		{"http://h/a/b", "?q#f", "http://h/a/?q#f"}, {"http://h/a/b", "c#f", "http://h/a/c#f"}, {"http://h/a/b?q", "#f", "http://h/a/b?q#f"},
		{"http://h/a/b#f", "#f", "http://h/a/b#f"}, {"a/c", "./b:c", "a/b:c"}, {"c", "./b:c", "./b:c"}, {"mailto:a", "b", "b"},
	} {
		if got, err := (Dialect{}).Resolve(tt.base, tt.ref); err != nil || got != tt.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", tt.base, tt.ref, got, err, tt.want)
		}
	}
	for _, tt := range []struct{ base, url, want string }{
		{"HTTP://h/a", "http://h/a/b?c", "b?c"}, {"http://H/", "http://h/b", "http://h/b"}, {"http://%aa/", "http://%AA/b", "b"},
		{"http://%aa/", "http://%AB/b", "http://%AB/b"}, {"http://a%aa/", "http://a%AA%AA/b", "http://a%AA%AA/b"},
		{"mailto:a", "mailto:b", "mailto:b"}, {"mailto:a", "mailto:/b", "mailto:/b"}, {"http://??", "http:a", "http:a"}, {"x:/a", "x:b", "x:b"},
		{"http://[::1%a]/", "http://[::1%A]/b", "b"}, {"http://[::1%abc]/", "http://[::1%ABC]/b", "http://[::1%ABC]/b"},
	} {
		if got, err := (Dialect{}).two(tt.base, tt.url, relativize); err != nil || got != tt.want {
			t.Errorf("relativize(%q, %q) = %q, %v, want %q", tt.base, tt.url, got, err, tt.want)
		}
	}
	if _, err := Normalize("a b"); !errors.Is(err, urlerr.BadPath) {
		t.Error(err)
	}
}

// TestLinear: eight times the input takes eight times the time.
func TestLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, shape := range []struct{ name, head, unit string }{
		{"dots", "http://h/", "a/../"}, {"up", "http://h/", "../"}, {"dot", "http://h/", "./"}, {"slashes", "http://h/", "/"},
		{"at signs", "http://", "@"}, {"colons", "http://", ":"}, {"address", "http://[", "0:"}, {"zeros", "http://[::", "0"},
		{"scope", "http://[::1%", "a"}, {"port", "http://h:", "0"}, {"other digits", "http://h:", "٣"}, {"labels", "//", "a-."},
		{"not UTF-8", "http://h/", "\xf0\x9f"}, {"letters", "", "é"}, {"spaces", "", " "}, {"escapes", "http://", "%41"},
	} {
		for _, d := range both {
			input := urltest.Many(shape.head, shape.unit, "", 1<<17)
			urltest.Linear(t, d.Name()+": "+shape.name, input, func(url string) {
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

func TestAllocs(t *testing.T) {
	for _, d := range both {
		oracle.Allocs(t, d, "https://u:p@example.com:8080/a/b.html?q#f", 2)
	}
}
