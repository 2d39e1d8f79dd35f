package whatwg_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/text/scalar"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from whatwg-url in the folder that EARL_NODE_MODULES names")

// suite compares this package with whatwg-url.
var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "whatwg-url", Variable: "EARL_NODE_MODULES", Command: "node", Args: []string{"testdata/oracle.js"}, Folders: true,
	},
	Releases: []string{whatwgURLVersion},
	Answer:   func(_ string, q oracle.Question) string { return answer(q) },
	Encode:   withoutSurrogates,
	Blocks:   blocks(),
	Generate: func(n int) (all []oracle.Question) {
		g := newGenerator(1 << 20)
		for len(all) < n {
			for _, kind := range kinds {
				all = append(all, kind.question(g))
			}
		}
		return all[:n]
	},
}

// withoutSurrogates replaces each surrogate by U+FFFD, as this package does. The decoder of Node.js makes three U+FFFD of
// its bytes.
func withoutSurrogates(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == 0xED && i+2 < len(text) && text[i+1]&0xE0 == 0xA0 && text[i+2]&0xC0 == 0x80 {
			b.WriteString("\ufffd")
			i += 2
		} else {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// usv returns s with U+FFFD for ill-formed UTF-8.
func usv(s string) string {
	var b strings.Builder
	for s != "" {
		n, ok := 1, s[0] < 0x80
		if !ok {
			n, ok = scalar.Next(s, true)
		}
		if ok {
			b.WriteString(s[:n])
		} else {
			b.WriteRune('\ufffd')
		}
		s = s[n:]
	}
	return b.String()
}

// bases are base URLs for [referenceURLs].
var bases = []string{
	"http://u:p@h:81/a/b//c;d?q#f", "https://h", "file:///C:/a/b?q", "file://h/a/", "file:", "foo://h/a/../b", "foo:/a/b/", "foo:/.//a",
	"mailto:a@b?q#f", "x:", "http://h/a/%2e%2e/b", "wss://h:443/x?", "a/b", "http://[::1]/..//",
}

// referenceURLs are references for each of the bases.
var referenceURLs = strings.Split("| |#|#f|?|?q|.|..|./|../|../../../g|/|//|///|//g|//g/..|/..//|/.//|..//g|.//|a//b|/a//b//|//g//a//b|"+
	"g;x=1/../y|g?y/../x|g#s/../x|%2e%2e/a|.%2E|http:|http:g|http:/g|http://g|HTTP:..|file:|file:a|file:/a|file://g|foo:|foo:a|"+
	`\|\\g|/\g|a\..\b|C:|C|\a|/C|/x|c:/..|D|\..|//C:/a|a b?c d#e f|é?é#é`, "|")

// A kind is a kind of generated questions.
type kind struct {
	name     string
	blocks   int // each of 200 questions with a digest
	full     int // questions with full answers
	question func(g generator) oracle.Question
}

var labels = []string{"utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "euc-kr", "koi8-r", "x-user-defined", "big5", "euc-jp"}

var kinds = []kind{
	{"urls", 60, 200, func(g generator) oracle.Question { return oracle.Question{URL: g.url()} }},
	{"references", 60, 200, func(g generator) oracle.Question {
		q := oracle.Question{Base: g.url(), HasBase: true, URL: g.text(5)}
		if g.r.IntN(2) == 0 {
			q.Base = bases[g.r.IntN(len(bases))]
		}
		return q
	}},
	{"setters", 60, 300, func(g generator) oracle.Question {
		steps := []string{"edit"}
		for range 1 + g.r.IntN(3) {
			steps = append(steps, setters[g.r.IntN(len(setters))].name, g.text(4))
		}
		return oracle.Question{Base: operation(steps...), HasBase: true, URL: g.url()}
	}},
	{"searchParams", 60, 150, searchParamsQuestion},
	{"forms", 20, 60, func(g generator) oracle.Question {
		return oracle.Question{Base: operation("form"), HasBase: true, URL: g.form()}
	}},
	{"domains", 20, 60, func(g generator) oracle.Question {
		var b strings.Builder
		for range 1 + g.r.IntN(4) {
			b.WriteString([]string{domainWords[g.r.IntN(len(domainWords))], g.text(1)}[g.r.IntN(4)/3])
		}
		return oracle.Question{Base: operation("domain"), HasBase: true, URL: b.String()}
	}},
	{"encodings", 20, 60, func(g generator) oracle.Question {
		url := g.url() + "?" + g.text(3) + string([]rune("\u00e9\u4e00\u20ac\u0416\uac00\U0001f600\ue000")[g.r.IntN(7)]) + g.text(2)
		return oracle.Question{Base: operation("parse", labels[g.r.IntN(len(labels))]), HasBase: true, URL: url}
	}},
}

var domainWords = strings.Split("a|B|9|-|--|.|.|_|\u00e9|fa\u00df|xn--|xn--fa-hia|xn--a|\u3002|\u4e2d|\u0627|\u200d|0x1|"+strings.Repeat("a", 62)+"|%41", "|")

var formNames = []string{"a", "b", "", "a b", "\u00e9", "\xff", "&=+", "\U00010000", "\ue000", "\uffff", "%41"}

// form returns the text of a form.
func (g generator) form() string {
	var b strings.Builder
	for range g.r.IntN(6) {
		name := formNames[g.r.IntN(len(formNames))]
		switch g.r.IntN(4) {
		case 0:
			b.WriteString(name)
		case 1:
			b.WriteString(whatwg.FormSet.Encode(name) + "=" + whatwg.FormSet.Encode(g.text(2)))
		default:
			b.WriteString(name + "=" + g.text(2))
		}
		b.WriteString([]string{"&", "&", "&&", ""}[g.r.IntN(4)])
	}
	return b.String()
}

func searchParamsQuestion(g generator) oracle.Question {
	steps := []string{"edit"}
	for range 1 + g.r.IntN(3) {
		name, value := formNames[g.r.IntN(len(formNames))], g.text(2)
		switch op := []string{"append", "set", "delete", "delete-value", "sort", "get", "search", "hash"}[g.r.IntN(8)]; op {
		case "sort":
			steps = append(steps, op)
		case "delete":
			steps = append(steps, op, name)
		case "search", "hash":
			steps = append(steps, op, g.form())
		default:
			steps = append(steps, op, name, value)
		}
	}
	return oracle.Question{Base: operation(steps...), HasBase: true, URL: []string{"http://h/?", "foo:x?"}[g.r.IntN(2)] + g.form() + "#f"}
}

// blocks returns the blocks of questions: fixed and generated ones with full answers, and generated ones with digests.
func blocks() (all []oracle.Block) {
	add := func(name string, full bool, questions func() []oracle.Question) {
		all = append(all, oracle.Block{Name: name, Short: true, Full: full, Questions: func(bool) []oracle.Question { return questions() }})
	}
	add("corners", true, func() (all []oracle.Question) {
		for _, url := range append(oracle.Tricky(), corners...) {
			all = append(all, oracle.Question{URL: url})
		}
		return all
	})
	add("bases", true, func() (all []oracle.Question) {
		for _, base := range bases {
			for _, url := range referenceURLs {
				all = append(all, oracle.Question{Base: base, HasBase: true, URL: url})
			}
		}
		return all
	})
	questions := func(urls []string) (all []oracle.Question) {
		for _, url := range urls {
			all = append(all, oracle.Question{URL: url})
		}
		return all
	}
	add("mutations", false, func() []oracle.Question { return questions(oracle.Mutations(10_000)) })
	add("places", false, func() []oracle.Question { return questions(oracle.Places()) })
	add("lengths", false, func() []oracle.Question { return questions(lengths()) })
	add("eight bytes", false, func() []oracle.Question { return questions(eightBytes()) })
	for i, kind := range kinds {
		generate := func(block, n int) (all []oracle.Question) {
			g := generator{rand.New(rand.NewPCG(uint64(i), uint64(block)))}
			for range n {
				all = append(all, kind.question(g))
			}
			return all
		}
		add(kind.name, true, func() []oracle.Question { return generate(0, kind.full) })
		for block := range kind.blocks {
			add(fmt.Sprint(kind.name, " ", block+1), false, func() []oracle.Question { return generate(block+1, 200) })
		}
	}
	return all
}

const operationStart = `["`

// operation returns the base of a question about an operation that testdata/oracle.js describes. The texts keep bytes that
// are not UTF-8.
func operation(texts ...string) string {
	var b strings.Builder
	for i, text := range texts {
		b.WriteString([]string{operationStart, `","`}[min(i, 1)])
		for _, c := range []byte(text) {
			if c < ' ' || c == '"' || c == '\\' {
				fmt.Fprintf(&b, `\u%04x`, c)
			} else {
				b.WriteByte(c)
			}
		}
	}
	return b.String() + `"]`
}

// textsOf returns the arguments of operation.
func textsOf(base string) []string {
	texts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(base, operationStart), `"]`), `","`)
	for i, text := range texts {
		parts := strings.Split(text, `\u00`)
		for j, part := range parts[1:] {
			c, _ := strconv.ParseUint(part[:2], 16, 8)
			parts[j+1] = string(rune(c)) + part[2:]
		}
		texts[i] = strings.Join(parts, "")
	}
	return texts
}

// answer returns the answer of this package in the format of testdata/oracle.js.
func answer(q oracle.Question) string {
	if !q.HasBase {
		return parseAnswer(q.URL, whatwg.ParseOptions{})
	}
	if !strings.HasPrefix(q.Base, operationStart) {
		base, err := whatwg.Parse(q.Base)
		if err != nil {
			return "!base"
		}
		return parseAnswer(q.URL, whatwg.ParseOptions{Base: base})
	}
	switch texts := textsOf(q.Base); texts[0] {
	case "parse":
		u, err := whatwg.ParseOptions{Encoding: texts[1]}.Parse(q.URL)
		if err != nil {
			return oracle.Rejected
		}
		return oracle.Quote(u.Href())
	case "form":
		form := whatwg.ParseForm(q.URL)
		text, err := whatwg.FormatForm(form, "")
		if err != nil {
			return err.Error()
		}
		return oracle.Fields(pairFields(form), oracle.Quote(text))
	case "domain":
		return bit(whatwg.IsValidDomain(q.URL))
	default:
		u, err := whatwg.Parse(q.URL)
		if err != nil {
			return oracle.Rejected
		}
		return editAnswer(u, texts[1:])
	}
}

func bit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

func parseAnswer(url string, opt whatwg.ParseOptions) string {
	u, err := opt.Base.Resolve(url)
	if opt.Base.IsZero() {
		if u, err = whatwg.Parse(url); whatwg.CanParse(url) != (err == nil) {
			return "CanParse differs from Parse"
		}
	}
	valid := opt.IsValid(usv(url))
	if valid && !utf8.ValidString(url) && opt.IsValid(url) {
		return "ill-formed UTF-8 is valid"
	}
	var errs []string
	opt.Violation = func(e *urlerr.Error) {
		text := e.Rule.Name
		if !isUnlocated(e) {
			text += fmt.Sprint("@", utf8.RuneCountInString(usv(url[:e.Offset])))
		}
		errs = append(errs, text)
	}
	if again, _ := opt.Parse(url); again != u {
		return "Parse differs with a listener"
	}
	if err != nil {
		return oracle.Rejected + bit(valid) + " " + strings.Join(errs, " ")
	}
	var fields []string
	for _, s := range []string{u.Href(), u.Username(), u.Password(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Hash(), u.Origin().String()} {
		fields = append(fields, oracle.Quote(s))
	}
	return oracle.Fields(append(fields, bit(valid), oracle.Quote(strings.Join(errs, " ")))...)
}

// isUnlocated reports whether whatwg-url has no pointer for the validation error: it is about a domain or an opaque host.
func isUnlocated(e *urlerr.Error) bool {
	name := e.Rule.Name
	return strings.HasPrefix(name, "domain-") || strings.HasPrefix(name, "IPv4-") && !strings.HasPrefix(name, "IPv4-in-") ||
		name == "host-invalid-code-point" || name == "invalid-URL-unit" && e.Component == urlerr.Host
}

func listFields(texts []string) string {
	fields := []string{strconv.Itoa(len(texts))}
	for _, text := range texts {
		fields = append(fields, oracle.Quote(text))
	}
	return oracle.Fields(fields...)
}

func pairFields(pairs func(yield func(string, string) bool)) string {
	var texts []string
	for name, value := range pairs {
		texts = append(texts, name, value)
	}
	return listFields(texts)
}

// editAnswer applies the steps to u.
func editAnswer(u whatwg.URL, steps []string) string {
	var fields []string
	p := u.SearchParams()
	next := func() string {
		text := steps[0]
		steps = steps[1:]
		return text
	}
	for len(steps) > 0 {
		name := next()
		if i := slices.IndexFunc(setters, func(s setter) bool { return s.name == name }); i >= 0 {
			fields = append(fields, bit(setters[i].set(&u, next())), oracle.Quote(u.Href()))
			continue
		}
		var ok bool
		switch name {
		case "append":
			ok = p.Append(next(), next())
		case "set":
			ok = p.Set(next(), next())
		case "delete":
			ok = p.Delete(next())
		case "delete-value":
			ok = p.DeleteValue(next(), next())
		case "sort":
			ok = p.Sort()
		case "get":
			name, value := next(), next()
			field := oracle.Absent
			if first, ok := p.Get(name); ok {
				field = oracle.Quote(first)
			}
			fields = append(fields, field, listFields(p.GetAll(name)), bit(p.HasValue(name, value)), strconv.Itoa(p.Size()))
			continue
		}
		if !ok {
			return name + " does not apply"
		}
		fields = append(fields, oracle.Quote(u.Href()), pairFields(p.All()), oracle.Quote(p.String()))
	}
	return oracle.Fields(fields...)
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLiveWhatwgURL(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsWhatwgURL(f *testing.F) { suite.Fuzz(f) }
