package oracle

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"earl.example/internal/names/idna"
)

//go:embed generate.txt
var generateText string

// lists returns the lists of generate.txt.
var lists = sync.OnceValue(func() map[string][]string { return sections(generateText) })

// sections returns the lines of each section of a text by the name of the section. A line in quotation marks is a
// string of Go. A section begins with a line such as "== name: comment".
func sections(text string) map[string][]string {
	all, name := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if head, ok := strings.CutPrefix(line, "== "); ok {
			name, _, _ = strings.Cut(head, ":")
			continue
		}
		if strings.HasPrefix(line, `"`) {
			line, _ = strconv.Unquote(line)
		}
		all[name] = append(all[name], line)
	}
	return all
}

// Tricky returns URLs that are known to be parsed differently by different programs.
func Tricky() []string {
	return slices.Clip(lists()["tricky"])
}

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
	pieces := lists()["pieces"]
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
			for _, place := range lists()["places"] {
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
	more = slices.Concat(more, lists()["clients"])
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
