package whatwg_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

var update = flag.Bool("update", false, "record the answers of whatwg-url")

// answersFile holds the recorded answers of whatwg-url.
const answersFile = "testdata/whatwg-url.json"

// whatwgURLVersion is the version of the npm package whatwg-url that the answers were recorded with.
const whatwgURLVersion = "17.3.0"

// A claim is a sentence of this package about the standard, and a question that whatwg-url answers.
type claim struct {
	name     string
	sentence string // part of the sentence
	ask      string // an expression of JavaScript; w is the module whatwg-url
	ours     func() any
	differs  bool // the sentence says that this package differs
}

// hrefs returns the href of each URL, or nil for a failure.
func hrefs(urls ...string) any {
	all := []any{}
	for _, s := range urls {
		if u, err := whatwg.Parse(s); err != nil {
			all = append(all, nil)
		} else {
			all = append(all, u.Href())
		}
	}
	return all
}

// violations returns the names of the validation errors of a URL.
func violations(s string) any {
	all := []any{}
	_, _ = whatwg.ParseOptions{Violation: func(e *urlerr.Error) { all = append(all, e.Rule.Name) }}.Parse(s)
	return all
}

const longLabel = "'http://' + '\u00e9'.repeat(2000) + '/'"

// claims lists the sentences about the standard that whatwg-url can confirm.
var claims = []claim{
	{"commit", "It implements the URL Standard of the WHATWG",
		"require('fs').readFileSync(folder + '/README.md', 'utf8').match(/up to date .* commit \\[([0-9a-f]{7})\\]/)[1]",
		func() any {
			text, err := os.ReadFile("doc.go")
			if err != nil {
				return err.Error()
			}
			return string(regexp.MustCompile(`\(commit ([0-9a-f]{7})\)`).FindSubmatch(text)[1])
		}, false},
	{"repairs", "The standard repairs many inputs that package rfc3986 rejects",
		`['HTTPS:\\\\EXAMPLE.com\\a b', 'http:h', ' http://h/\t', 'http://\u00e9/%'].map(s => new w.URL(s).href)`,
		func() any { return hrefs(`HTTPS:\\EXAMPLE.com\a b`, "http:h", " http://h/\t", "http://\u00e9/%") }, false},
	{"ASCII domain", "Since June 2026 the standard only changes the case of a domain that is all ASCII",
		"['http://XN--A/', 'http://A--B/', 'http://-a_/'].map(s => new w.URL(s).href)",
		func() any { return hrefs("http://XN--A/", "http://A--B/", "http://-a_/") }, false},
	{"ASCII domain, validation error", "Since June 2026 the standard only changes the case of a domain that is all ASCII",
		"w.parseURLWithValidationErrors('http://xn--a/').validationErrors",
		func() any { return violations("http://xn--a/") }, false},
	{"length of a label", "Non-ASCII labels have a maximum length that is not in the standard",
		"w.URL.canParse(" + longLabel + ")",
		func() any { return whatwg.CanParse("http://" + strings.Repeat("\u00e9", 2000) + "/") }, true},
	{"MaxLabel", "The standard has no maximum, but Punycode takes quadratic time",
		"w.URL.canParse(" + longLabel + ")",
		func() any { return whatwg.CanParse("http://" + strings.Repeat("\u00e9", 2000) + "/") }, true},
	{"ill-formed UTF-8", "It replaces the same bytes as the decoder of the Encoding Standard",
		"[[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98, 0x41], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]].map(b => " +
			"new w.URL('http://h/' + new TextDecoder().decode(new Uint8Array(b))).href)",
		func() any {
			return hrefs("http://h/\xff", "http://h/\xe2\x82", "http://h/\xf0\x9f\x98A", "http://h/\xc0\x80",
				"http://h/\xf4\x90\x80\x80")
		}, false},
	{"decoder of UTF-8", "as in the UTF-8 decoder of the Encoding Standard",
		"new w.URL('http://h/' + new TextDecoder().decode(new Uint8Array([0xe2, 0x82, 0x28]))).href",
		func() any { return whatwg.MustParse("http://h/\xe2\x82(").Href() }, false},
	{"surrogate in a string", "as a lone surrogate in a JavaScript string does",
		`new w.URL('http://h/\ud800').href`, func() any { return whatwg.MustParse("http://h/\xed\xa0\x80").Href() }, false},
	{"surrogate in bytes", "The decoder returns three",
		"new w.URL('http://h/' + new TextDecoder().decode(new Uint8Array([0xed, 0xa0, 0x80]))).href",
		func() any { return whatwg.MustParse("http://h/\xed\xa0\x80").Href() }, true},
	{"never absent", "neverAbsent are the components that the standard never calls null",
		"Object.entries(w.parseURL('data:')).filter(([, v]) => v !== null).map(([k]) => k).sort()",
		func() any {
			all := []any{}
			var r reading.Reading
			whatwg.Dialect{}.Read(&r, "data:")
			for name, c := range map[string]urlerr.Component{"scheme": urlerr.Scheme, "username": urlerr.Username,
				"password": urlerr.Password, "host": urlerr.Host, "port": urlerr.Port, "path": urlerr.Path,
				"query": urlerr.Query, "fragment": urlerr.Fragment} {
				if _, ok := r.Get(c); ok {
					all = append(all, name)
				}
			}
			slices.SortFunc(all, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
			return all
		}, false},
	{"file origin", "including those of file URLs, as the standard suggests", "new w.URL('file:///a').origin",
		func() any { return whatwg.MustParse("file:///a").Origin().String() }, false},
	{"label of an encoding", "label is a label of the Encoding Standard",
		"['shift_jis', ' SJIS ', 'utf-7'].map(s => { try { new TextDecoder(s); return true } catch { return false } })",
		func() any {
			all := []any{}
			for _, label := range []string{"shift_jis", " SJIS ", "utf-7"} {
				_, err := whatwg.FormatForm(func(func(string, string) bool) {}, label)
				all = append(all, !errors.Is(err, urlerr.UnknownName))
			}
			return all
		}, false},
	{"default options", "The zero value is the default of the standard", `w.serializeURL(w.basicURLParse('http://h/?\u00e9'))`,
		func() any {
			u, err := whatwg.ParseOptions{}.Parse("http://h/?\u00e9")
			if err != nil {
				return err.Error()
			}
			return u.Href()
		}, false},
	{"valid URL strings", "These are the valid URL strings of the standard",
		"['http://h//a', 'urn:a:b', 'file://', 'file://h/C:/a', 'http://h/a b', 'http://u@h/', '//h', 'http://a_b/']" +
			".map(s => w.isValidURLString(s))",
		func() any {
			all := []any{}
			for _, s := range []string{"http://h//a", "urn:a:b", "file://", "file://h/C:/a", "http://h/a b", "http://u@h/", "//h",
				"http://a_b/"} {
				all = append(all, whatwg.ParseOptions{}.IsValid(s))
			}
			return all
		}, false},
	{"list of names and values", "the URLSearchParams of the standard", "[...new w.URLSearchParams('a=1&b&a=2&=')]",
		func() any {
			all := []any{}
			for name, value := range whatwg.NewSearchParams("a=1&b&a=2&=").All() {
				all = append(all, []any{name, value})
			}
			return all
		}, false},
	{"list of a URL after SetSearch", "The list of a URL always has the pairs of its query",
		`(u => { u.search = 'a\tb=c\nd'; return [...u.searchParams] })(new w.URL('http://h/'))`,
		func() any {
			u := whatwg.MustParse("http://h/")
			u.SetSearch("a\tb=c\nd")
			all := []any{}
			for name, value := range u.SearchParams().All() {
				all = append(all, []any{name, value})
			}
			return all
		}, false},
	{"edits rewrite the query", "Without Verbatim, as in the standard, an edit rewrites the whole query",
		"(u => { u.searchParams.append('c', 'd'); return u.search })(new w.URL('http://h/?a%20b=~'))",
		func() any {
			u := whatwg.MustParse("http://h/?a%20b=~")
			u.SearchParams().Append("c", "d")
			return u.Search()
		}, false},
	{"iteration by index", "As in the standard, it iterates by index",
		"(p => { const seen = []; for (const [n] of p) { seen.push(n); p.delete('a') } return seen })" +
			"(new w.URLSearchParams('a=1&b=2&c=3'))",
		func() any {
			all := []any{}
			p := whatwg.NewSearchParams("a=1&b=2&c=3")
			for name := range p.All() {
				all = append(all, name)
				p.Delete("a")
			}
			return all
		}, false},
}

// names are sentences that name the standard and claim nothing that whatwg-url could confirm.
var names = []string{
	"Dialect fills readings by the URL Standard",
	"Its methods are named after the states of the standard",
}

// sentencesAbout returns the sentences in the comments of the package that contain a word, and the lines of
// preformatted text.
func sentencesAbout(t *testing.T, word string) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range parsed.Comments {
			var text strings.Builder
			for line := range strings.Lines(group.Text()) {
				switch {
				case strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "#"), line == "\n":
					text.WriteString(". " + strings.TrimSpace(line) + ". ")
				default:
					text.WriteString(strings.TrimSpace(line) + " ")
				}
			}
			for sentence := range strings.SplitSeq(text.String(), ". ") {
				if strings.Contains(strings.ToLower(sentence), word) {
					all = append(all, strings.TrimSpace(sentence))
				}
			}
		}
	}
	return all
}

// TestSentencesAboutTheStandard checks that each sentence about the standard has a row in claims or names, and each row
// a sentence.
func TestSentencesAboutTheStandard(t *testing.T) {
	t.Parallel()
	all := sentencesAbout(t, "")
	has := func(list []string, part string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, part) })
	}
	for _, sentence := range sentencesAbout(t, "standard") {
		isPart := func(part string) bool { return strings.Contains(sentence, part) }
		if !slices.ContainsFunc(claims, func(c claim) bool { return isPart(c.sentence) }) && !slices.ContainsFunc(names, isPart) {
			t.Errorf("no row asks whatwg-url about the sentence %q", sentence)
		}
	}
	for _, c := range claims {
		if !has(all, c.sentence) {
			t.Errorf("%s: no comment has the sentence %q", c.name, c.sentence)
		}
	}
	for _, name := range names {
		if !has(all, name) {
			t.Errorf("no comment has the sentence %q", name)
		}
	}
}

// recordedAnswers has the answers of whatwg-url.
type recordedAnswers struct {
	Version string
	Answers map[string]any // by the name of the claim
}

// TestClaimsAboutTheStandard compares this package with the recorded answers of whatwg-url.
func TestClaimsAboutTheStandard(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(answersFile)
	if err != nil {
		t.Fatal(err)
	}
	var recorded recordedAnswers
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	if recorded.Version != whatwgURLVersion || len(recorded.Answers) != len(claims) {
		t.Errorf("%s has %d answers of whatwg-url %s, want %d of %s", answersFile, len(recorded.Answers),
			recorded.Version, len(claims), whatwgURLVersion)
	}
	compareClaims(t, recorded)
}

func compareClaims(t *testing.T, theirs recordedAnswers) {
	for _, c := range claims {
		t.Run(c.name, func(t *testing.T) {
			want, ok := theirs.Answers[c.name]
			if got := c.ours(); !ok || reflect.DeepEqual(got, want) == c.differs {
				t.Errorf("%q: this package has %v, whatwg-url %v; want a difference: %v", c.sentence, got, want, c.differs)
			}
		})
	}
}

// askWhatwgURL runs a script with the module whatwg-url in the variable w and its folder in the variable folder. The
// script reads input and returns a value, which is decoded to into.
func askWhatwgURL(t *testing.T, script string, input, into any) {
	t.Helper()
	urltest.Live(t)
	folder := os.Getenv("EARL_NODE_MODULES")
	if folder == "" {
		t.Skip("EARL_NODE_MODULES is not set: it names a folder node_modules with whatwg-url")
	}
	folder = filepath.Join(folder, "whatwg-url")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run whatwg-url")
	}
	in, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", "const folder = process.argv[1], w = require(folder);\n"+
		"const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"+
		"process.stdout.write(JSON.stringify((() => {"+script+"})()));", folder)
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v, want success: %s", err, &stderr)
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatal(err)
	}
}

// TestLiveWhatwgURLClaims asks whatwg-url about each claim. With -update it records the answers.
func TestLiveWhatwgURLClaims(t *testing.T) {
	t.Parallel()
	var script strings.Builder
	script.WriteString("return {Version: require(folder + '/package.json').version, Answers: {")
	for _, c := range claims {
		name, err := json.Marshal(c.name)
		if err != nil {
			t.Fatal(err)
		}
		script.WriteString(string(name) + ": " + c.ask + ",\n")
	}
	script.WriteString("}}")
	var live recordedAnswers
	askWhatwgURL(t, script.String(), nil, &live)
	t.Logf("whatwg-url %s: %d questions", live.Version, len(claims))
	if *update {
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.SetIndent("", "\t")
		if err := e.Encode(live); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(answersFile, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compareClaims(t, live)
}
