package oracle

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"earl.example/internal/names/idna"
)

// Tricky returns URLs that are known to be parsed differently by different programs.
func Tricky() []string {
	return []string{
		`http://a@b@c/`, `http://evil.com\@good.com/`, `http://127.0.0.1\@1.1.1.1/`, `http://good.com\.evil.com/`,
		`http:\\evil.com/`, `http:/evil.com/`, `http:evil.com`, `http:///evil.com/`, `https:////evil.com/`,
		`//evil.com/`, `/\evil.com/`, `evil.com:80/x`, `http://evil.com%2f.good.com/`, `http://a%62c.com/`,
		`http://0x7f.1/`, `http://127.0.0.1./`, `http://256.1.1.1/`, `http://127。0。0。1/`,
		`http://[::ffff:127.0.0.1]/`, `http://[::1%25eth0]/`, `http://[fe80::1%eth0]/`, `http://[v1.fe]/`,
		`http://a[::1]/`, `http://[::1]a/`, `http://::1/`, `http://user[@evil.com/`, `http://host:0080/`,
		`http://host:65536/`, `http://host:80a/`, `http://h:80:80/`, `http://h:/`, ` http://evil.com/`,
		"ht\ntp://evil.com/", "http://evil.com/\r\nX: y", `http://evil.com/a b`, `http://exam ple.com/`,
		`http://a|b/`, `http://a_b.example/`, `http://evil.c℀.good.com/`, `http://faß.de/`, `http://①②⑦.0.0.1/`,
		"http://exa\u00admple.com/", `http://xn--example-.org/`, `http://h/a/%2e%2e/b`, `http://h/a\..\b`, `http://h/%zz`,
		`http://h/a?b?c#d#e`, `http://h?q/@x`, `http://h#f@x`, `file://h/etc`, `file:c:\x`, `file:///C|/x`,
		`mailto:a@b?c`, `jar:http://h!/x`, `ftp://h;type=a/`, `http://`, `http://user:pa%3ass@h/`,
		`http://u:p@[::1]:8080/a/b;p?q=1&r=%41#f`, `http://1.1.1.1 &@2.2.2.2# @3.3.3.3/`, "http://h\x00/\x00?\x00",
		"http://h\xff/\xff?\xff#\xff", `HTTP://EXAMPLE.com:80/%7e/../.`, `http://localhost./`, `javascript://h/%0aalert(1)`,
		"http://h/\u202e\t", `http://h:%38%30/`, `http://h:８０/`, `x:`, `?q`, `#f`, ``,
	}
}

// clients lists URLs and pieces of URLs that clients read in another way than parsers: with labels of Punycode, escapes
// of digits and dots, blanks and brackets around, zones, and several hosts. Only generated questions have them, so
// recorded answers do not depend on them.
var clients = strings.Split("http://127.0.0.%31/|http://loc%61lhost/|http://127%2E0.0.1/|http://127.0.0.1%3A80/|"+
	"http://h%2Fx/| http://h/|\thttp://h/|http://h/ |<http://h/>|<URL:http://h/>|URL:http://h/|url:http://h/|"+
	"http://xn--n3h/|http://xn--a.com/|http://www.xn--ls8h.la/|http://xn--bcher-kva.de/|http://xn--/|http://a_b.xn--n3h/|"+
	"http://[fe80::1%2561]/|http://[::1%25ens192]/|http://[::%2531]/|http://[fe80::1%25a.b]:80/|http://h1:1,h2:2/|"+
	"http://h1,h2:2/|mongodb://u:p@h1:1,h2:2/d|http://*.a/|http://.a/|http://a..b/|http://h:@1/|http://u:p/w@h/|http://u:p?w@h/|"+
	"http://u:p#w@h/|mailto://u:p@h/?q|http://0127.0.0.1/|http://0x7F.1/|http://2130706433/|"+
	"URL:|<URL:|xn--|xn--n3h|%31|%2e|%41|%3A|%2561|%25ens1|,h2:2|:@1|\u2003", "|")

// pieces lists the strings from which assemble builds URLs.
var pieces = strings.Split(
	"http: https: HTTP: file: ftp: ws: mailto: javascript: x: x1+-.: 1a: / // /// : : :: @ @ ? ? # # "+
		". .. /. /.. ./ ../ %2e %2E. a b.c h ex.com EX.Com localhost ; ;opt=1 user user:pw@ u:p:q@ :@ [ ] "+
		"[::1] [::1:] [::ABCD] [1:2:3:4:5:6:7:8] [::1.2.3.4] [::ffff:127.0.0.1] [fe80::1%25eth0] "+
		"[fe80::1%eth0] [v1.a:b] [V1] [::g] [1.2.3.4] %25 %41 %7e %zz %4 % %0a %00 %5b %5d %2f %3a %40 "+
		"%e9 %C3%A9 0x7f 0x7f.1 1 127.1 127.0.0.1 127.0.0.1. 256 4294967295 00 08 0x 80 443 :80 :443 "+
		":0080 :00 :65535 :65536 :99999999999999999999 :-1 :+1 :8a :８ | \\ \\\\ < > { } ~ * , ! $ & ' ( "+
		") = + _ - ^ ` \" é É ß ı ſ 。 ℀ ／ ： é \u200d \u00ad \ufeff 中文 מ ①⑦ \u2028 "+
		"\u00a0 xn-- xn--a xn--bcher-kva xn--zz c: C| C:/ x=1&y=2 a=b;c=d a+b \U0001f600 ̀ \u0085", " ")

func insertion(rng *rand.Rand, more []string) string {
	switch n := rng.IntN(40); {
	case n == 0:
		return string([]byte{byte(rng.IntN(256))})
	case n == 1:
		return string(rune(rng.IntN(0x3000)))
	case n == 2:
		return " "
	case n == 3:
		return string([]byte{"\t\n\r\x00\x0b\x1f\x7f"[rng.IntN(7)]})
	case n < 14 && len(more) > 0:
		return more[rng.IntN(len(more))]
	}
	return pieces[rng.IntN(len(pieces))]
}

func mutate(rng *rand.Rand, url string, more []string) string {
	tricky := Tricky()
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(url) + 1)
		j := min(len(url), i+1+rng.IntN(4))
		switch rng.IntN(7) {
		case 0:
			url = url[:i] + url[j:]
		case 1:
			url = url[:j] + url[i:]
		case 2:
			other := tricky[rng.IntN(len(tricky))]
			url = url[:i] + other[rng.IntN(len(other)+1):]
		case 3:
			url = url[:i] + insertion(rng, more) + url[j:]
		case 4:
			url = url[:i] + strings.ToUpper(url[i:j]) + url[j:]
		default:
			url = url[:i] + insertion(rng, more) + url[i:]
		}
	}
	return url
}

// Mutations returns n mutations of the tricky URLs. Each call returns the same mutations.
func Mutations(n int) []string {
	rng := rand.New(rand.NewPCG(3986, 1))
	tricky := Tricky()
	all := make([]string, n)
	for i := range all {
		all[i] = mutate(rng, tricky[i%len(tricky)], nil)
	}
	return all
}

// places lists URLs with a place "*" for a character.
var places = strings.Fields("ht*tp://h/ *//h/ http*//h/ http:*/h/ http://u*v@h/ http://u:p*w@h/ http://u*h/ " +
	"http://*a.b/ http://a*b.c/ http://a.b*/ http://*/ http://*127.0.0.1]/ http://[127.0.0.1*/ http://[::1*]/ " +
	"http://[::1%*]/ http://1*7.0.0.1/ http://a.b:*/ http://a.b:8*0/ http://a.b*80/ http://h/a*b http://h?a*b " +
	"http://h#a*b")

// Places returns URLs that have special characters in each place. These are the characters that UTS #46 or a change of
// case maps to a text with ASCII, such as a delimiter, a bracket, a digit or a letter.
func Places() []string {
	all := []string{"http://［127.0.0.1］/", "http://﹇127.0.0.1﹈/", "http://u@［::1］:80/", "http://［localhost］:80/"}
	return append(all, inPlaces(isMapped)...)
}

// CompatiblePlaces is like Places for the characters that only NFKC maps to a text with ASCII. UTS #46 forbids them.
// IDNA 2003 maps them: "…" becomes three points, for example.
func CompatiblePlaces() []string {
	return inPlaces(func(r rune) bool {
		return strings.ContainsFunc(norm.NFKC.String(string(r)), isASCII) && !isMapped(r)
	})
}

// isMapped reports whether UTS #46 or a change of case maps r to a text with ASCII.
func isMapped(r rune) bool {
	return strings.ContainsFunc(idna.Mapping(r), isASCII) || isASCII(unicode.ToUpper(r)) || isASCII(unicode.ToLower(r))
}

// inPlaces returns URLs with each non-ASCII character that has the property, in each place.
func inPlaces(has func(rune) bool) (all []string) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if has(r) {
			for _, place := range places {
				all = append(all, strings.ReplaceAll(place, "*", string(r)))
			}
		}
	}
	return all
}

func isASCII(r rune) bool { return r < utf8.RuneSelf }

// assemble returns a URL of random pieces.
func assemble(rng *rand.Rand, more []string) string {
	var b strings.Builder
	switch rng.IntN(5) {
	case 0, 1:
		b.WriteString("http://")
	case 2:
		b.WriteString([]string{"http:/", "https:///", "file://", "file:", "ftp://", "x://", "//", "/", "?"}[rng.IntN(9)])
	}
	for range rng.IntN(8) {
		b.WriteString(insertion(rng, more))
	}
	return b.String()
}

// Generate returns n questions. The texts in more are additional tricky URLs and additional pieces. Half of the URLs
// are mutations of the tricky URLs, and half are assembled from pieces. If bases is not empty, a third of the questions
// have a base. Each call returns the same questions.
func Generate(n int, more, bases []string) []Question {
	rng := rand.New(rand.NewPCG(3986, 2))
	more = slices.Concat(more, clients)
	tricky := slices.Concat(Tricky(), more)
	text := func() string {
		if rng.IntN(2) == 0 {
			return mutate(rng, tricky[rng.IntN(len(tricky))], more)
		}
		return assemble(rng, more)
	}
	all := make([]Question, n)
	for i := range all {
		all[i].URL = text()
		if len(bases) > 0 && rng.IntN(3) == 0 {
			all[i].HasBase = true
			if all[i].Base = text(); rng.IntN(4) > 0 {
				all[i].Base = bases[rng.IntN(len(bases))]
			}
		}
	}
	return all
}

// Long returns questions with URLs of about n bytes: a head and a repeated unit. If step is 1, it uses all combinations
// of a head and a unit. If step is 2, it uses every second combination, and so on.
func Long(n, step int) []Question {
	var all []Question
	heads := []string{"", "http://", "http://h/", "http://h?", "http://[", "http://u:", "http://h:", "x:", "//"}
	units := []string{"a", "/", "../", "@", ":", "%41", "%", "\\", "é", "\xff", "\x00", "0", ".", "[", "?", "#"}
	for i := 0; i < len(heads)*len(units); i += step {
		unit := units[i%len(units)]
		all = append(all, Question{URL: heads[i/len(units)] + strings.Repeat(unit, n/len(unit))})
	}
	return all
}
