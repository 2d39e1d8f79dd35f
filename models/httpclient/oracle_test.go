package httpclient

import (
	"flag"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the commands that EARL_HTTPCLIENTS names")

var suite = oracle.Suite{
	Program:  oracle.Program{Name: "HttpClient", Variable: "EARL_HTTPCLIENTS", Command: "httpclient"},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Places:   true,
	More: []string{
		"http://good.com%40127.0.0.1/", "http://127.0.0.%31/", "http://a_b/", "http://a_b:80/", "http://a_b:/", "http://a_b:+80/", "http://a_b:-1/",
		"http://a_b:-2/", "http://a_b:65536/", "http://a_b:99999999999/", "http://a_b:\u0663/", "http://a_b:8_0/", "http://h:65536/", "http://h:99999/",
		"http://u@a_b/", "http://u:p@a_b:1/", "http://@a_b/", "http://u@/", "http://u@:80/", "http://:80/", "http://a%20b/", "http://a%20_b%C3%A9/", "http://%E9%C3a_/",
		"http://%5B::1%5D/", "http://a%3A80/", "http://a_b%3A80/", "http://a%00b/", "http://é/", "http://a\u2028/", "http://127.1/", "http://0x7f.1/", "http://1.2.3.4.5/",
		"//h/", "a", "http:/p", "mailto:a@b", "x://h/", "http:////h", "http://XN--a/", "http://a_xn--b/", "http://%ED%A0%80/", "http://h:080/", "http://[::1%a]:1/",
	},
	Unmodelled: func(release string, q oracle.Question) string {
		var r reading.Reading
		Dialect{}.Read(&r, q.URL)
		if host, _ := r.Host(); strings.HasPrefix(release, "5") && len(host) > 4 && strings.EqualFold(host[:4], "xn--") {
			return "xn--" // HttpClient 5 converts such a host to Unicode
		}
		return ""
	},
}

var answerer = oracle.Answerer{
	Dialect:    Dialect{},
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Host, urlerr.Port},
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
