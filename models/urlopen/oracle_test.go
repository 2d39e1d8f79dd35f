package urlopen

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the interpreters that EARL_PYTHONS names")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "urllib.request", Variable: "EARL_PYTHONS", Command: "python3", Args: []string{"testdata/oracle.py"},
	},
	Releases: strings.Fields("3.8.18 3.9.18 3.10.13 3.11.7 3.12.1 3.13.0 3.14.10 3.15.2"),
	Answer:   answerer.Answer,
	Encode:   str.Canonical,
	Places:   true,
	More: []string{
		"<URL:http://h/>", "<http://h/>", " < http://h/ > ", "URL:http://h/", "URL: http://h/", "url:http://h/", "<URL:<http://h/>>", "<>", "<", ">", "URL:",
		"http://127.0.0.1%3A80/", "http://127.0.0.1%3a%380/", "http://h%2Fx/", "http://h%23x/", "http://u@h/", "http://u:p@h/", "http://host:@1/path",
		"http://h:8_0/", "http://h:+80/", "http://h: 80/", "http://h:80\u00a0/", "http://h:-1/", "http://h:65535/", "http://h:65536/", "http://h:/", "http://:80/", "http://h:\u0663/",
		"http://[::1]/", "http://[::1]:80/", "http://[::1", "http://%5B::1%5D/", "http://%5B::1%5D:80/", "http://[::1%25eth0]/", "http://[v1.a]/", "http://[a]/", "http://a]/", "http://[/",
		"http://h#a#b", "http://h/#", "http://h/a#b", "http://h?q", "http://h/a?b?c", "http://h", "http:h", "http:/h", "http:///h", "https://h/", "HTTP://H/", "x://h/", "//h/", "h", "",
		"ftp://h/", "file:///x", "data:,x", "http://a..b/", "http://a.b./", "http://faß.de/", "http://ａ.de/", "http://%C3%9F/", "http://%FF/", "http://h%0D%0A/", "http://h:%0D%0A 80/", "http://h:%0A80/", "http://h:80%0A/", "http://h:%0D80/",
		"http://h/é", "http://h/a b", "http://h/\x7f", "http://h\\@g/", "http://h\t/", "http://\u001fh/", "\u2003http://h/\u2003", "\x1chttp://h/", "http://h/\u00a0", "http://h\u00a0/", "http://h/%zz", "http://0x7f.1/", "http://[]/", "http://[]:80/", "http://%5B/", "http://%5D/",
	},
	Unmodelled: func(_ string, q oracle.Question) string {
		var r reading.Reading
		if (Dialect{}).Read(&r, q.URL); errors.Is(r.Err(), urlerr.NotModelled) {
			return "ftp, file and data"
		}
		return ""
	},
}

var answerer = oracle.Answerer{
	Dialect: Dialect{}, Text: str.Canonical,
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query, urlerr.Fragment},
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsUrlopen(f *testing.F) { suite.Fuzz(f) }
