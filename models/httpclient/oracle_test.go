package httpclient

import (
	"flag"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the commands that EARL_HTTPCLIENTS names")

var suite = oracle.Suite{
	Program:  oracle.Program{Name: "HttpClient", Variable: "EARL_HTTPCLIENTS", Command: "httpclient"},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Places:   true,
	Bases: []string{
		"http://u:p@h:081/a/b%2Fc//d;e?q#f", "http://h", "HTTP://H/%7E\u00e9/../b//", "http://[::1%a_B]/./?a", "x://u@a_b:+8/p#", "http://a%40b%C3%89_/c", "http://e\u0301\u212a/e\u0301",
		"https://[FE80::1%Eth0]/a", "http://127.0.0.%31?a", "http://%2f", "//h/",
	},
	More: []string{
		"http://good.com%40127.0.0.1/", "http://127.0.0.%31/", "http://a_b/", "http://a_b:80/", "http://a_b:/", "http://a_b:+80/", "http://a_b:-1/",
		"http://a_b:-2/", "http://a_b:65536/", "http://a_b:99999999999/", "http://a_b:\u0663/", "http://a_b:8_0/", "http://h:65536/", "http://h:99999/",
		"http://u@a_b/", "http://u:p@a_b:1/", "http://@a_b/", "http://u@/", "http://u@:80/", "http://:80/", "http://a%20b/", "http://a%20_b%C3%A9/", "http://%E9%C3a_/",
		"http://a%3A80/", "http://a_b%3A80/", "http://a%00b/", "http://é/", "http://a\u2028/", "http://127.1/", "http://0x7f.1/", "http://1.2.3.4.5/",
		"", "#", "#f", "?y", "?e\u0301#z", "g?y#s", "/g", "./g", "../../../g", "..", ".", "g/.", "g/..", "/a//b/", "//", "///g", "//H", "//H/a/../b", "//u@H:080/", "/%2e%2E/g", "%2e%2e/g", "g%2Fh", "./g%2Fh%3F", "./%2F%2Fg/h",
		"./a%3Ab", "./%3A", "./\u00e9%C3%A9%E9%20%C2%85?[%41%20]", "\u00e9\u4e2f😀", "./%C2%A0%25", "//a_B:1:2/./g", "//a_b:x", "//u@a%42_%C3%89:/", "x://a_b:/./a", "x://:80", "x://%20_", "//:80/g", "http://%3A%3A1/", "http://%5B::1%5D/", "http://%5B%3A%3A1%5D/", "////g", "x://[::ABCD%a_B]/",
		"x://[::1.2.3.4]/", "x://[1:2:3:4:5:6::8]/", "HTTP://H/a/../%7eb", "mailto:a?b#c", "http:g", "x:/a/./b%2Fc", "x:/", "x:/a/..", "//%C4%B0_", "/a/b?c/../d",
		"//h/", "a", "http:/p", "mailto:a@b", "x://h/", "http:////h", "http://XN--a/", "http://a_xn--b/", "http://%ED%A0%80/", "http://h:080/", "http://[::1%a]:1/",
	},
	Unmodelled: func(release string, q oracle.Question) string {
		if strings.HasPrefix(release, "4") {
			if q.HasBase && strings.ContainsFunc(q.Base+q.URL, isNewMark) {
				return "mark" // toASCIIString normalizes the text
			}
			return ""
		}
		for _, url := range []string{q.URL, q.Base} {
			u := parse(model.Java.Decode(url), nil)
			isServer := u.has(urlerr.Host)
			if !isServer {
				u.split5()
			}
			switch host := u.get(urlerr.Host); {
			case len(host) > 4 && strings.EqualFold(host[:4], "xn--") && !(isServer && q.HasBase && url == q.URL):
				return "xn--" // HttpClient 5 converts such a host to Unicode
			case q.HasBase && strings.Contains(host, "Σ"):
				return "sigma" // Java's lower case of a capital sigma depends on the boundaries of words
			}
		}
		return ""
	},
}

// isNewMark reports whether r is a combining mark that Unicode 13, the version of Java 17, does not have.
func isNewMark(r rune) bool {
	return norm.NFC.PropertiesString(string(r)).CCC() > 0 && !str.IsPrintable(r, str.Release{Minor: 9})
}

var answerer = oracle.Answerer{
	Dialect: Dialect{},
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path,
		urlerr.Query, urlerr.Fragment},
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsHttpClient(f *testing.F) { suite.Fuzz(f) }
