package yarl

import (
	"flag"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the interpreter that EARL_YARLS names")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "yarl", Variable: "EARL_YARLS", Command: "python3", Args: []string{"testdata/oracle.py"},
	},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Encode:   str.Canonical,
	Places:   true,
	Bases: []string{"http://u:p@h:80/a/b%2Fc/d;e?q#f", "http://h", "http://h/%E9/%C3%A9/%25x/y", "a/b", "", "x:a/b",
		"http:a/b", "file:///a/b", "//h?q", "http://h/a//b/"},
	More: []string{
		"http://[V1.Fe]/", "http://[v1.]/", "http://[vx.a:b]/", "http://[Ab:Cd]/", "http://[é:a]/", "http://[::1%é]/",
		"http://[::1%/]/", "http://[]/", "http://[::1]]/", "http://[a:b]@h/", "http://u[a:b]:80@h/", "http://[::1]:8_0",
		"http://[1::2:0:0:3]/", "http://[1.2.3.4:80]/", "http://1.2.3.04/", "http://1.2.3.4%A/", "http://1.2.3.4%é1/",
		"http://u@/", "ws://:80/", "//u@:80", "//@", "//:", "x://u@/a", "http://h:8_0/", "http://h:0x1/", "http://h:80\u2003/",
		"http://h: 1/", "http://h:²/", "https://h:443/", "ftp://h:21?q", "ws://h:80#f", "wss://h:443", "http://h?a%20b+ %2b",
		"http://h#a%20b+ #", "http://h/%2f%2F%2b%25%00%zz%4", "x:///a", "x:////a", "////a", "http:////a", "http:a", "http:..",
		"http://①②⑦.0.0.1/", "http://a_é/", "http://é..x/", "http://xn--a.é/", "http://A%41.É/", "http://\u3000/",
		"http://h\uff0e/", "http://\uff05/", "//é\u200d@h", "http://\u1806/", "http://h/\xed\xa0\x80\U0001f600", "d/../e", "..", "?z",
		"#g", "../x%2fy", "//g", "http:b", "g;x", "git:a", "git+ssh://h", "itms-services:a", "rtspu:x", "telnet:a", "1a:b",
		"http://［127.0.0.1］/", "http://［127.0.0.1］:8080/", "http://ａ［b/", "http://［/", "https://b［c/s", "http://[u]@[127.0.0.1:80/",
		"http://[u]@[::1/", "http://[::1]@h/", "http://127.0.0.1[::1]/", "http://[::1]good.com/", `http://good.com\@evil.com/`,
		"http://h/../x", "http://h/%2e%2e/x", "http://h/a/../../x", "http://h:0/", "http://h:080/", "http://h:+80/",
		"http://[v1.a:80]/", "http://[v1.a:b]/", "http://[v1.a:080]/x?y", "http://[fe80::1%25eth0]:80/", "http://[::FFFF:1.2.3.4]:80/",
		"http://h/%4\xed\xa0\x801", "http://h/\xed\xa0\x80%41", "http://\u0130.É/", "http://ΑΣ.%41É/", "x://[a]:b/",
	},
	Unmodelled: oracle.NewerUnicode,
}

var answerer = oracle.Answerer{
	Dialect: Dialect{}, Text: str.Canonical, BadPort: oracle.Rejected,
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Username, urlerr.Password, urlerr.Host,
		urlerr.Port, urlerr.Path, urlerr.Query, urlerr.Fragment},
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsYarl(f *testing.F) { suite.Fuzz(f) }
