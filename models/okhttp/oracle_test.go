package okhttp

import (
	"flag"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the commands that EARL_OKHTTPS names")

var suite = oracle.Suite{
	Program:  oracle.Program{Name: "OkHttp", Variable: "EARL_OKHTTPS", Command: "okhttp"},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	Places:   true,
	Bases:    []string{"http://u:p@h:81/a/b%2Fc/d;e?q#f", "http://h", "https://h/a/../b//", "http://[::1]/?a", "ftp://h/", "http://h/a//b/"},
	More: []string{
		"http://a@b@c/", "http://u:p@x:y@h/", "http://@h/", "http://:@h/", "http://:p@h/", "http://u:@h/", "http://u@v:p@h", "http://h:0/", "http://h:+80/", "http://h:+81/",
		"http://h:-1/", "http://h:\u0663/", "http://h:8\n1/", "http://h:443", "https://h:443", "http://%41.com/", "http://%C3%A9/", "http://%E9/", "http://a%2fb/", "http://a%zz/", "http://a%",
		"http://::1/", "http://[::1/", "http://::1]/", "http://[::1]:81/", "http://[::1%25a]/", "http://[1:2:3:4:5:6:7::]/", "http://[::FFFF:1.2.3.4]/", "http://[::1.2.3.04]/", "http://[1::0:0:2:0:0]/",
		"http://a..b/", "http://.a/", "http://a./", "http://./", "http://。/", "http://a。/", "http://faß.de/", "http://a\u200db/", "http://ΑΣ/", "http://xn--a/", "http://XN--9CA/", "http://é\u0378/", "http://…/", "http://Ꮺ/", "http://Ⅷé/", "http://xn--é/",
		"http:p", "http:/p", "http:\\\\h\\p", "HTTPS:h", " \f http://h \r", "http://h/a\tb", "http://h/\f?\f#\f", "http://h/%2e%2E/a", "http://h/a/%2e", "http://h/a/../..", "http://h/a//../b", "http://h//..//",
		"http://h/é?é#é", "http://h?'\"<>`{}", "http://h#'\"<>`{} ", "http://h/'\"<>`{}[]", "http://h?a=b&&c=&=", "?", "#", "?z", "#g", "g;x", "//g", "http:c", "https:c", "///e/x", "\\\\e\\x", "c:d", "..", "../", "./g/..", "",
		"/", "\\", "g\\..\\h", "http://a_b\"c/", "http://a{b}/", "http://a|b/", "http://1.2.3.4./", "http://0x7f.1/",
		"http://h#\x00\x7f\u0080", "http://h:1/", "http://h:65535/", "http://h:65536/", "http://\x7f/", "http://~/", "http://a\u0627/", "http://\u0627-/", "http://-é/", "http://é-/",
		"http://ab--é/", "http://\u0301é/", "http://a\u200cé/", ".", "http://" + strings.Repeat("a.", 126) + "a/", "http://" + strings.Repeat("a.", 126) + "ab/",
		"http://" + strings.Repeat("a", 63) + ".b/", "http://" + strings.Repeat("a", 64) + ".b/", "http://" + strings.Repeat("a", 63) + "./", "http://b." + strings.Repeat("a", 64) + "/",
	},
	Unmodelled: func(release string, q oracle.Question) string {
		text := strings.ToLower(q.URL + q.Base)
		switch decoded, _ := percent.DecodeString(text, false); {
		case release != "5.5.1":
			return ""
		case strings.ContainsAny(decoded, "\u0b53\u180e\u209d\u209e\u209f"), strings.ContainsFunc(decoded, isChanged):
			return "a character that Unicode changed"
		case strings.Contains(decoded, "xn-") || strings.Contains(decoded, "xn\u00ad"):
			return "xn--" // OkHttp 5 does not check the text of such a label
		}
		return oracle.NewerUnicode("", q)
	},
}

// isChanged reports whether r is a Georgian letter, which a newer version of UTS #46 maps, or an invisible character,
// which it ignores.
func isChanged(r rune) bool {
	return r >= 0x10A0 && r <= 0x10CD || r >= 0x2D00 && r <= 0x2D2D || r >= 0x2061 && r <= 0x2064 || r >= 0x206A && r <= 0x206F
}

var answerer = oracle.Answerer{
	Dialect: Dialect{},
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Port,
		urlerr.Path, urlerr.Query, urlerr.Fragment},
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsOkHttp(f *testing.F) { suite.Fuzz(f) }
