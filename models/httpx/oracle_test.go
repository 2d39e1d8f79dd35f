package httpx

import (
	"flag"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

var (
	record  = flag.Bool("record", false, "write testdata/answers.jsonl from the interpreters that EARL_HTTPXS names")
	record2 = flag.Bool("record2", false, "write testdata/answers2.jsonl from the interpreters that EARL_HTTPX2S names")
)

var suite = suiteOf("httpx", "EARL_HTTPXS", Dialect{})

var suite2 = suiteOf("httpx2", "EARL_HTTPX2S", Dialect2{})

func suiteOf(name, variable string, d reading.Releases) oracle.Suite {
	return oracle.Suite{
		Program: oracle.Program{
			Name: name, Variable: variable, Command: "python3", Args: []string{"testdata/oracle.py", name},
		},
		Releases: d.Releases(),
		Answer: oracle.Answerer{
			Dialect: d, Text: str.Canonical,
			Components: []urlerr.Component{urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path,
				urlerr.Query, urlerr.Fragment},
		}.Answer,
		Encode: str.Canonical,
		Places: true,
		Bases:  []string{"http://u:p@h:80/a/b%2Fc/d;e?q#f", "http://h", "a/b", "", "x:a/b", "HTTP://[::1%a]/a?", "//h?q", "http://h/a//b/"},
		More: []string{
			"http://[::1]80/", "http://[::1]:8_0/", "http://h:+80/", "http://h:-1/", "HTTP://h:80/", "http://h:080/", "http://h:\u0663/",
			"http://h: 1 /", "http://h:99999999999999999999_0/", "http://h:-99999999999999999999/", "http://[::1%é]/", "http://[::1%\xc3]/\xc3", "http://[::1%\xc3]/", "http://[::1%]/", "http://h/\xff/..", "http://[::1%a/]",
			"http://[::1%25a]/", "http://[::]]/", "http://[]/", "http://[/", "http://[1.2.3.4]/", "http://1.2.3.04/", "http://1.2.3.4.5/",
			"http://1234567/", "http://1a2b3c4/", "http://1é2é3é4/", "http://a_b\"`{}|\\/", "http://a b[c/", "http://%41%zz%/",
			"http://a｡b．c。d/", "http://é../", "http://É%41/", "http://ΑΣ.ΣΑ/", "http://@/", "http://:/", "http://u@/", "http://:80/", "//@", "///a",
			"x:///a", "x:////a", "x://u@//a", ":a", "::", "://h", ":", "x:/a/../b", "x:a/./b/..", "/..", "..", "a/../b", "http://h/a/.",
			"http://h/..//b", "http://h/../b", "http://h/..", "http://u%zz%41\"@h/", "http://h/%zz%41\"^`{|}", "http://h?%zz%41\"'^`{|}<>", "http://h#%zz%41#\"^`{|}<> ",
			"http://h/é?é#é", "http://u@v@h/", "http://u:p@v:80@h/", "http://[u]@[::1]/", "http://[u]@[::1/", "http://h/a:b@[]", "?z", "#g", "//g", "http:b",
			"../x%2fy", "g;x", "?", "#", "//h:80", "http://h?",
			"x:a/..", "x:a/../..", "http://h:0/", "http://h:-0/", "http://h:00/", "http://h:-1_0/", "http://12a34a56a78/", "1:a", ":a:b", "//h:a:80", "http://h]:80/",
			"http://xn--ls8h.la/", "http://xn--n3h/", "http://XN--N3H.com/", "http://www.xn--n3h.com/", "http://xn--/", "http://xn--a/", "http://xn--a.com/", "http://xn--a_b/", "http://xn--bcher-kva.de./",
			"http://xn--bcher-kva.a_b.de/", "http://a_b.xn--n3h/", "http://xn---bbk/", "http://xn--i-7iq.ws/", "http://xn--fa-hia.de/", "http://xn--n3h..com/", "http://axn--b/", "http://a-.xn--a/", "http://xn--a%41/", "http://xn--bcher-kva:80@h/",
		},
		Unmodelled: oracle.NewerUnicode,
	}
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestRecorded2(t *testing.T) {
	t.Parallel()
	suite2.Recorded(t, "testdata/answers2.jsonl", *record2)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func TestLive2(t *testing.T) {
	t.Parallel()
	suite2.Live(t)
}

func FuzzSameAsHttpx(f *testing.F) { suite.Fuzz(f) }
