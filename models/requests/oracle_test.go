package requests

import (
	"flag"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the interpreters that EARL_REQUESTS names")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "requests", Variable: "EARL_REQUESTS", Command: "python3", Args: []string{"testdata/oracle.py"},
	},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Encode:   str.Canonical,
	Places:   true,
	More: []string{
		"http://127.0.0.%31/", "http://loc%61lhost/", " http://127.0.0.1/", "\thttp://h/", "\u2003http://h/ ", "http://[::%2531]/", "http://[::%31]/", "http://[::1%2531]/",
		"http://[fe80::1%2561]/", "http://[fe80::1%25ens192]/", "http://[fe80::1%25%41]/", "http://[fe80::1%eth0]/", "http://[fe80::1%25]/", "http://[fe80::1%25%2541]/", "http://[fe80::1%25a.b]/",
		"http://*.a/", "http://.a/", "http://*/", "http://a*.b/", "http://a..b/", "http://a.b./", "http://h:0/", "http://h:00/", "http://h:080/", "http://h:/", "http://h:65536/",
		"http://u:p@h/", "http://u%41@h/", "http://@h/", "http://:@h/", "http://u[@h/", "http://h%2Fx/", "http://h%2fX/", "http://h%4/", "http://h%zz/", "http://h/%zz%41", "http://h/%7E%2f?%7e#%7E", "http://h/%4", "http://h/%%41",
		"http://h/a;b?c", "http://h?q", "http://h#f", "http://h/?", "http://h/#", "http://h", "HTTPS://H/", "httpx://h/", "http+unix://%2Fa/b", "http:h", "http:/h", "http:///h", "http", "https:", "h", "//h/", "", "mailto:a@b",
		"http://0X7F.1/", "http://0x7f.0.0.%31/", "http://faß.de/", "http://ａ.de/", "http://h%00/", "http://h%0a/", "http://h%25/", "http://h%2541/", "http://H%2eX/", "http://h/\u00e9?\u00e9#\u00e9", "http://h/|^`{}<>\"\\ ", "http://h_%7E/", "http://a%2Eb%2E/", "http://%2Ea/", "http://%2Aa/", "http://a%2e%2eb/",
		"http://[v1.a]/", "http://[::ffff:1.2.3.4]/", "http://u@h@g/", "http://h\\@g/", "http://h/..//b",
	},
	Unmodelled: oracle.NewerUnicode,
}

var answerer = oracle.Answerer{
	Dialect: Dialect{}, Text: str.Canonical,
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query,
		urlerr.Fragment},
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsRequests(f *testing.F) { suite.Fuzz(f) }
