package urllib3

import (
	"flag"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the interpreters that EARL_URLLIB3S names")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "urllib3", Variable: "EARL_URLLIB3S", Command: "python3", Args: []string{"testdata/oracle.py"},
	},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Encode:   str.Canonical,
	More: []string{
		"http://%41%C3%A9.com/", "http://%2e%2E/", "http://%00/", "http://a%7fb/", "http://é%41/", "http://A%C3%89%2F",
		"x://É/É?É#É", "x://%41%0a", "X://U\x00@A:8", "http://[::1%]/", "http://[::1%25]/", "http://[::1%2]/",
		"http://[::1%25%41%c3]/", "http://[::1%é]/", "http://[1::2::3]", "http://[::FFFF:999.999.999.999]",
		"http://[::1.2.3.4:5]", "http://[1:2:3:4:5:6:7::]", "http://[1:2:3:4:5:6:7::8]", "http://[1:2:3:4:5:6:1.2.3.4]",
		"http://[::1]\n", "http://[::1]:80\n", "http://h:80\n", "http://h:\n", "http://h:80\n\n", "http://h\n",
		"http://h:000065535", "http://h:0000", "http://u%zz@h", "x://u%zz@h", "http://h/a/../../b/./c/..", "http://h//../a",
		"http:a/../b", "http:..", "http:./a", "/..", "//h/..", "a/../b", "h.i:80", "x.y://h", "http:?", "x:#", "http://h/%é",
		"http://h/%41%", "http://h?%aa%zz#%aa", "http://[h", "/..//.", "http:a/..", "http:a/.", "http:/a/../",
		"http://ΑΣ.ΣΑ/", "http://a\u200c/", "http://\u0915\u094d\u200d/", "http://l·l/", "http://xn--9ca.é/", "http://ab--é/",
		"http://0XAB.1.1.1/", "http://0XAB.1.1.1.1/", "http://1.1.1.0XAB/", "http://0X/", "http://0XG/", "http://0x/", "http://0XAB.X/", "http://A.0XB/",
		"http://0XAB./", "http://0XAB.", "http://[::1%25A]/", "http://[::1%25%1f]/", "http://[::1%25%20]/", "http://A%20B/", "http://A%1fB/", "http://A%7eB/", "http://A%80B/",
		"/../", "/../..", "/.", "/./", "/a/..", "/a/../", "//h/../", "//h/.", "http:/../a", "[::1]a", "[]", "[::1", "h]", "h[", "@h", "@", "u@", "@@h", "u@@h", "http://@@", "http://u@", "http://@:80", "h%4", "h%", "h%41", "h%zz", "%41%4",
	},
	Unmodelled: oracle.NewerUnicode,
}

var answerer = oracle.Answerer{
	Dialect: Dialect{}, Text: str.Canonical,
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

func FuzzSameAsUrllib3(f *testing.F) { suite.Fuzz(f) }
