package spring

import (
	"flag"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the commands that EARL_SPRINGS names")

var suite = oracle.Suite{
	Program:  oracle.Program{Name: "Spring", Variable: "EARL_SPRINGS", Command: "spring"},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Places:   true,
	More: []string{
		"http://127.0.0.1[@evil.com", "https://good.com[@evil.com/", "http://good.com\\@evil.com/", "http://[::1]good.com/", "http://[::1]?q", "http://[::1]:", "http://[::1]:80", "http://[::1]",
		"http://[::1%a]/", "http://[::1.2.3.4]/", "http://[evil.com]/", "http://[a/", "x://[a", "x://[a]", "http://a[b]/", "http://{h}/", "http://h:{p}/", "http://h:{p/", "http://h:80{p}/", "http://{é}/",
		"http://{/}", "http://h:8}/", "http://u:p@h/", "http://u:80@h/", "http://u:80@", "http://u:p%41@h", "http://u:p:q@h", "http://u:p@x:y@h/", "http://u@v:80@h/", "http://:80/", "http://:p@h", "http://@h",
		"http://u@", "http://h:+80/", "http://h:-1/", "http://h:-2/", "http://h:\u0663/", "http://h:080/", "http://h:99999999999/", "http://h:80#", "http://h:80?", "http://h?", "http://h#", "http://h#a", "http://h#é",
		"http://h#ab", "http://h#\U0001F600", "a#bc", "a#b", "a?b", "x:*", "*", "*a", "x:", "x:?a", "x:#ab", "x:a#b c", "x:a?b#cd", "mailto:a@b?c#de", "x:a/b", "http:p", "http:a?b", "x:;a", "x:.", "x:%41", "x:%",
		"%41:a", "%", "%4", "a%u0041b", "/%u004", "/%uzz", "/%4", "/%", "http://h/%41%zz", "http://h%4", "http://h%41/", "http://h%zz/", "http://h%%41", "/a", "/@a", "/.a", "/%41", "/%zz", "/", "//", "///", "//a", "a//b///c",
		"http://h//a?a=1&b=2&a=3&=&==x&c", "?a=b=c&a", "?&", "?=", "#\n", "#a\u2028", "http://h/ \n", "http:// ", "http://h#  ", "http://h/\u3000", " ", "HTTP://H", "HTTP://", "httpx:/a", "httpx:a", "{x}:/a", "X{Y}://h", "ÉX:a",
		"http://h:8{p}/", "http://h:{p", "{", "{x", "{X}A:b", "x:/a/../b", "x:/.././a", "file:c|/../a", "file:c|/a", "file://c|/a", "file:///c|/..", "file://localhost/a", "file://É/a", "file:\\\\h\\a", "http:\\\\h\\a\\..\\b",
		"http://0x7f.1/", "http://0x/", "http://2147483648/", "http://0xffffffff/", "http://1.2.3.4.5/", "http://08/", "http://256.1/", "http://1.2.3./", "http://1../", "http://[:]/", "http://[::ffff:1.2.3.4]/", "http://[1::8", "http://a[::1]/",
		"http://ŧvil%2ecom/", "http://a%ＡＤb/", "http://%", "http://%zz/", "http://É.COM/", "http://faß.de/", "http://a\u200db/", "http://a.XN-_É/", "http://a.xn-_b/", "http://xn--é/", "http://a\U0001F600b@h/", "x://\U0001F600/a", "x://\U0001F600", "http://h/\U0001F600?\U0001F600#\U0001F600",
		"http://u@v@h:80/", "http://:@h/", "ws://h:80/", "wss://h:443/", "ftp://h:21/", "http://h:65536/", "/a/../b", "//h:80/a", "a/./b/..", "?a#b", "\t h\nt", "http://h/a/%2E%2e/b", "x:a?b#c",
		"a\\b:c", "x://h\\a", "x://u\\@h", "x://h:8\\0/", "http://u:80@:a@b?c",
	},
}

var answerer = oracle.Answerer{
	Dialect: Dialect{}, BadPort: oracle.Quote("unreadable"),
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

func FuzzSameAsSpring(f *testing.F) { suite.Fuzz(f) }
