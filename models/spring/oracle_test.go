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
		"/%u0041u", "/%u0041%u0041", "/%u00u0041", "/%u004m", "/%u004", "/%0", "//|/", "http://|/", "http://h:65535/", "http://a.XN-_b/", "http://h?\u3000", "http://h?\u3000#a", "http://h/\uFFFF?\U00010000", "http://h#\U00010000", "http://h#\uFFFF",
		"x://\uFFFF\U00010000@h/", "x://u\U00010000@h/", "http://%41\U00028462b/", "http://%41\uFFFFb/", "http://%41\U00010000b/", "http://%4@:80/a", "http://%4@:80a/", "http://%4:80/", "http://%4@h/", "http://%41@%4/", "http://%4%41/", "http://%a:80/", "http://aa%41/",
		"a|", "a|/b", "file:a|", "file:/a/b|", "http://:80@{a}/", "http://h:p{a}q/", "http://{a}:80/", "http://{a:80/", "http://1.255/", "http://1.2.3.255/", "http://1.2.3.256/", "http://1.16777215/", "http://1.16777216/", "http://1.2.65536/", "http://1.255.1/", "http://1.256.1/",
		"http://%5a/", "http://%0/", "http://%00/", "http://%4１/", "http://%z1/", "http://%１z/", "http://\u00ad/", "http://./", "\u2C2Fx:/a", "\uA7C9x:/a", "\u0130x:/a", "http://h:-\u0661/", "http://h:\u0660\u0661/", "http://h:\U0001D7CE/", "http://:@\u2028",
		"http://h:p%4/", "http://h:p%4@h/", "http://a%4{b}1/", "http://u@%4{}1/", "http://h%4/%41", "http://[::1]{/", "http://[::1]:{/", "x://u:1@?", "x://:1@", "x://@:1", "http://?#", "//?", "//#a", "http://%4@[::1]/",
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
