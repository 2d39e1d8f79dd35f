package earl_test

import (
	"fmt"
	"strings"
	"testing"

	"earl.example"
	"earl.example/reading"
	"earl.example/urlerr"
)

// show returns the components of r as name=value, and their spans in the input as name=start-end.
func show(r *reading.Reading) (values, spans string) {
	var v, s []string
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			v = append(v, c.String()+"="+value)
		}
		if span, ok := r.InInput(c); ok {
			s = append(s, fmt.Sprintf("%s=%d-%d", c, span.Start, span.End))
		}
	}
	return strings.Join(v, " "), strings.Join(s, " ")
}

// TestRead: the values of the components and their spans in the input, in each dialect.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dialect, name, url, href, values, spans string }{
		{"urllib", "everything", "http://u:p%40@Example.COM:080/a/b;c?d#e", "http://u:p%40@Example.COM:080/a/b;c?d#e",
			"scheme=http authority=u:p%40@Example.COM:080 userinfo=u:p%40 username=u password=p%40 host=example.com port=80 " +
				"path=/a/b path_params=c query=d fragment=e",
			"scheme=0-4 authority=7-29 userinfo=7-13 username=7-8 password=9-13 host=14-25 port=26-29 path=29-33 path_params=34-35 " +
				"query=36-37 fragment=38-39"},
		{"urllib", "plain", "https://example.com/", "https://example.com/",
			"scheme=https authority=example.com host=example.com path=/ path_params= query= fragment=",
			"scheme=0-5 authority=8-19 host=8-19 path=19-20"},
		{"urllib", "empty", "", "",
			"scheme= authority= path= path_params= query= fragment=",
			"path=0-0"},
		{"urllib", "empty userinfo and port", "//@h:", "//@h:",
			"scheme= authority=@h: userinfo= username= host=h path= path_params= query= fragment=",
			"authority=2-5 userinfo=2-2 username=2-2 host=3-4 port=5-5 path=5-5"},
		{"urllib", "no host", "x://u:@:1", "x://u:@:1",
			"scheme=x authority=u:@:1 userinfo=u: username=u password= port=1 path= path_params= query= fragment=",
			"scheme=0-1 authority=4-9 userinfo=4-6 username=4-5 password=6-6 host=7-7 port=8-9 path=9-9"},
		{"urllib", "rewritten", " HTTP://h\t/?#", "http://h/",
			"scheme=http authority=h host=h path=/ path_params= query= fragment=",
			"scheme=1-5 authority=8-9 host=8-9 path=10-11 query=12-12 fragment=13-13"},
		{"urllib", "odd bytes", "http://h/\xff", "http://h/\xff",
			"scheme=http authority=h host=h path=/\xff path_params= query= fragment=",
			"scheme=0-4 authority=7-8 host=7-8 path=8-10"},
		{"urllib@3.9.4", "older release", "http://h\t/", "http://h\t/",
			"scheme=http authority=h\t host=h\t path=/ path_params= query= fragment=",
			"scheme=0-4 authority=7-9 host=7-9 path=9-10"},
		{"urllib@3.8", "unclosed bracket", "file://:0080][", "file://:0080][",
			"scheme=file authority=:0080][ path= path_params= query= fragment=",
			"scheme=0-4 authority=7-14 host=13-14 path=14-14"},
		{"rfc3986", "everything", "HTTP://u:p%40:@Example.COM:080/a/b;c?d#e", "HTTP://u:p%40:@Example.COM:080/a/b;c?d#e",
			"scheme=HTTP authority=u:p%40:@Example.COM:080 userinfo=u:p%40: username=u password=p%40: host=Example.COM " +
				"port=080 path=/a/b;c query=d fragment=e",
			"scheme=0-4 authority=7-30 userinfo=7-14 username=7-8 password=9-14 host=15-26 port=27-30 path=30-36 query=37-38 " +
				"fragment=39-40"},
		{"rfc3986", "empty", "", "",
			"path=",
			"path=0-0"},
		{"rfc3986", "all components empty", "//@:?#", "//@:?#",
			"authority=@: userinfo= username= host= port= path= query= fragment=",
			"authority=2-4 userinfo=2-2 username=2-2 host=3-3 port=4-4 path=4-4 query=5-5 fragment=6-6"},
		{"rfc3986", "IP literal", "x://[::1]", "x://[::1]",
			"scheme=x authority=[::1] host=[::1] path=",
			"scheme=0-1 authority=4-9 host=4-9 path=9-9"},
		{"rfc3986", "no authority", "mailto:a@b", "mailto:a@b",
			"scheme=mailto path=a@b",
			"scheme=0-6 path=7-10"},
		{"rfc1808", "everything", "HTTP://u:p%40:@Example.COM:080/a/b;c/d?e#f", "HTTP://u:p%40:@Example.COM:080/a/b;c/d?e#f",
			"scheme=HTTP authority=u:p%40:@Example.COM:080 userinfo=u:p%40: username=u password=p%40: host=Example.COM " +
				"port=080 path=/a/b path_params=c/d query=e fragment=f",
			"scheme=0-4 authority=7-30 userinfo=7-14 username=7-8 password=9-14 host=15-26 port=27-30 path=30-34 path_params=35-38 " +
				"query=39-40 fragment=41-42"},
		{"rfc1808", "all components empty", "//@:/;?#", "//@:/;?#",
			"authority=@: userinfo= username= host= port= path=/ path_params= query= fragment=",
			"authority=2-4 userinfo=2-2 username=2-2 host=3-3 port=4-4 path=4-5 path_params=6-6 query=7-7 fragment=8-8"},
		{"rfc1808", "empty net_loc", "///a", "///a",
			"authority= host= path=/a",
			"authority=2-2 host=2-2 path=2-4"},
		{"rfc1808", "no net_loc", "mailto:a@b", "mailto:a@b",
			"scheme=mailto path=a@b",
			"scheme=0-6 path=7-10"},
		{"rfc1808", "any text", " \xff", " \xff",
			"path= \xff",
			"path=0-2"},
		{"whatwg", "everything", " HTTP:\\\\u:p%40:@Example.COM:081\\a/b;c?d'#e",
			"http://u:p%40%3A@example.com:81/a/b;c?d%27#e",
			"scheme=http authority=u:p%40%3A@example.com:81 userinfo=u:p%40%3A username=u password=p%40%3A host=example.com " +
				"port=81 path=/a/b;c query=d%27 fragment=e",
			"scheme=1-5 authority=8-31 userinfo=8-15 username=8-9 password=10-15 host=16-27 port=28-31 path=31-37 query=38-40 " +
				"fragment=41-42"},
		{"whatwg", "empty components and default port", "http://@h:80?#", "http://h/?#",
			"scheme=http authority=h username= password= host=h path=/ query= fragment=",
			"scheme=0-4 authority=7-12 userinfo=7-7 host=8-9 port=10-12 path=12-12 query=13-13 fragment=14-14"},
		{"whatwg", "user name alone", "x://u@h", "x://u@h",
			"scheme=x authority=u@h userinfo=u username=u password= host=h path=",
			"scheme=0-1 authority=4-7 userinfo=4-5 username=4-5 host=6-7 path=7-7"},
		{"whatwg", "password alone", "x://:p@[::1]?a/b@c", "x://:p@[::1]?a/b@c",
			"scheme=x authority=:p@[::1] userinfo=:p username= password=p host=[::1] path= query=a/b@c",
			"scheme=0-1 authority=4-12 userinfo=4-6 password=5-6 host=7-12 path=12-12 query=13-18"},
		{"whatwg", "empty host", "file:///a", "file:///a",
			"scheme=file authority= username= password= host= path=/a",
			"scheme=0-4 authority=7-7 host=7-7 path=7-9"},
		{"whatwg", "no host", "x:/.//a@b", "x:/.//a@b",
			"scheme=x username= password= path=//a@b",
			"scheme=0-1 path=2-9"},
		{"whatwg", "opaque path", "mailto:a@b", "mailto:a@b",
			"scheme=mailto username= password= path=a@b",
			"scheme=0-6 path=7-10"},
		{"whatwg", "tabs", "ht\ntp://u\t:p@h\t/\ta", "http://u:p@h/a",
			"scheme=http authority=u:p@h userinfo=u:p username=u password=p host=h path=/a",
			"scheme=0-5 authority=8-14 userinfo=8-12 username=8-9 password=11-12 host=13-14 path=15-18"},
		{"libcurl", "everything", "HTTP://u:p%40@Example.COM:080/a/../b;c?d#e", "http://u:p%40@Example.COM:80/b;c?d#e",
			"scheme=http authority=u:p%40@Example.COM:80 userinfo=u:p%40 username=u password=p%40 host=Example.COM port=80 " +
				"path=/b;c query=d fragment=e",
			"scheme=0-4 authority=7-29 userinfo=7-13 username=7-8 password=9-13 host=14-25 port=26-29 path=29-38 query=39-40 " +
				"fragment=41-42"},
		{"libcurl", "guessed scheme", "h", "http://h/",
			"scheme=http authority=h host=h path=/",
			"authority=0-1 host=0-1 path=1-1"},
		{"libcurl@8.22", "zone", "x://[fe80::1%eth0]", "x://[fe80::1%25eth0]/",
			"scheme=x authority=[fe80::1%25eth0] host=[fe80::1] path=/",
			"scheme=0-1 authority=4-18 host=4-18 path=18-18"},
		{"libcurl@7.88.1", "empty query of a file", "file:///a?", "file:///a",
			"scheme=file path=/a query=",
			"scheme=0-4 path=7-9 query=10-10"},
		{"net/url", "everything", "HTTP://u:p%40@Example.COM:080/a%2Fb;c?d#e", "http://u:p%40@Example.COM:080/a%2Fb;c?d#e",
			"scheme=http authority=u:p%40@Example.COM:080 userinfo=u:p%40 username=u password=p@ host=Example.COM port=080 " +
				"path=/a%2Fb;c query=d fragment=e",
			"scheme=0-4 authority=7-29 userinfo=7-13 username=7-8 password=9-13 host=14-25 port=26-29 path=29-37 query=38-39 " +
				"fragment=40-41"},
		{"net/url", "opaque", "mailto:a@b?", "mailto:a@b?",
			"scheme=mailto path=a@b query=",
			"scheme=0-6 path=7-10 query=11-11"},
		{"net/url", "empty authority", "http:///a", "http:///a",
			"scheme=http authority= host= path=/a",
			"scheme=0-4 authority=7-7 host=7-7 path=7-9"},
		{"net/url", "three slashes", "///a", "///a",
			"path=///a",
			"path=0-4"},
	} {
		t.Run(tt.dialect+", "+tt.name, func(t *testing.T) {
			r, err := earl.Parse(earl.MustParseDialect(tt.dialect), tt.url)
			if err != nil {
				t.Fatal(err)
			}
			values, spans := show(r)
			if r.Href() != tt.href || values != tt.values || spans != tt.spans {
				t.Errorf("%q\nhref   %q, want %q\nvalues %q,\nwant   %q\nspans  %s,\nwant   %s", tt.url, r.Href(), tt.href, values,
					tt.values, spans, tt.spans)
			}
		})
	}
}
