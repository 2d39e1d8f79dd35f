package fasturi

import (
	"flag"
	"strings"
	"testing"

	"golang.org/x/text/unicode/bidi"

	"earl.example/internal/model"
	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the commands that EARL_FASTURIS names")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "fast-uri", Variable: "EARL_FASTURIS", Command: "fast-uri", Args: nil,
	},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Places:   true,
	Bases: []string{"http://u:p@h:80/a/b%2Fc/d;e?q#f", "http://h", "a/b", "", "x:a/b", "HTTP://[::1%25a]/a?", "//h?q", "http://h/a//b/",
		"http://a1.com%40/", "urn:a:b", "x:", "/a"},
	More: []string{
		"http://a@b@c/", "http://[::1%25eth0]:80/", "http://h:/", "http://A1.com/%7E%2f é?é#é%zz", "//FAẞ.de/é", "http://u@[v1.A]/", "x:%2e/../a",
		"http://h/%2e%2e/a#%41%zz", "http://h?a|b#a|b", "1ht:a", "ht%74p://h/", "http://[::0001:02]/", "ws://h/a?b#c", "http://h/\U0001F600", "http://\U0001F600x/",
		"http:80", "a:b@c/", "http://%E9%31/", "http://%u0041%uD83D%uDE00/", "%u0041:a", "http://%uD83D/", "http://a%2f%3f%23%3a%40b/", "http://127.0.0.%31/",
		"http://[::1", "http://[::1]x/", "http://x[::1]/", "http://[]/", "http://[1:2:3:4:5:6:7:8]", "http://[1::2::3]", "http://[0:0:1:0:0:0:0:1]", "http://[1:0:0:2:0:0:3:4]",
		"http://[::FFFF:1.2.3.4]", "http://[1.2.3.4::]", "http://[::1.2.3.04]", "http://[::25%2525eth0]/", "http://[::1%25]/", "http://[::1%]/", "http://[::1%é]/", "http://1:2:3/",
		"//[::1%2525a]/", "//[v1.a%25]", "x://[VF.a:b]:/", "x://h:0080/", "https://h:443", "wss://h:443/?", "WS://h:80/a?b?c", "ws://h", "ws://h?", "w%73://h/a?b#c", "wss:a",
		"ur%6e:a:b", "http://h/ſK", "http://h#a\u2028b", "http://h#%E9", "http://h#%C3%A9", "http://h?%41%2f", "http://h/..//", "http://h//", "//", "//h/.//a", "x:/..//a", "x:.//a",
		"./a:b", "../a:b", ".", "..", "a/..", "a/../..", "a/./b:c", "a/..//b", "/a:b", "a:b", "./", "x:?", "x:#", "?", "#", "?z", "#g", "g;x", "//g", "http:c", "///e/x", "urn:x:y/../z",
		"mailto:a@b", "MAILTO:a", "http:/\\h", "/\t/h", "\\\\h", "x:\\\\h", "http://\th", "http://h\t", "/\n", "\t//h", "http://a\\b/", "http://h/\\", "x:\t/a", "http://faß.de/", "http://a\u200db/",
		"http://a b/", "http://a^b/", "http://a%5Eb/", "http://0x7f.1/", "http://1.2.3/", "http://a.1/", "http://ΑΣ/", "http://İ1/", "x://É/", "x://%c9é/", "x://u é@h", "x://u%4@h",
	},
	Unmodelled: func(release string, q oracle.Question) string {
		for _, text := range []string{q.URL, q.Base} {
			scheme, _, ok := strings.Cut(text, ":")
			if ok && !q.HasBase && strings.EqualFold(unescape(model.Standard.Decode(scheme)), "urn") {
				return "urn"
			}
			if ok && !q.HasBase && release != "3.1.9" && strings.EqualFold(scheme, "mailto") {
				return "mailto"
			}
		}
		switch {
		case strings.ContainsAny(q.URL+q.Base, "\u0c3c\u209d\u209e\u209f"):
			return "a character that Node.js does not know"
		case strings.Contains(strings.ToLower(q.URL+q.Base), "%25ud"):
			return "an escape of an escape of half a surrogate pair"
		case release != "3.1.2" && strings.ContainsFunc(q.URL+q.Base, isRightToLeft) &&
			answerer.Answer(release, q) == oracle.Rejected:
			return "Bidi Rule" // Node.js checks the labels that have such a character, and fewer characters
		case len(q.URL) > 2000 || len(q.Base) > 2000:
			return "long" // labels of more than 2,000 characters are not modelled
		}
		return oracle.NewerUnicode("", q)
	},
}

func isRightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
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

func FuzzSameAsFastURI(f *testing.F) { suite.Fuzz(f) }
