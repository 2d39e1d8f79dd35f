package main

import (
	"net/url"
	"slices"
	"strings"

	"github.com/fredbi/uri"
	nlnwa "github.com/nlnwa/whatwg-url/url"

	"earl.example/audit"
	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// A line is an operation of earl, with the limit must and the goal stretch for the ratio of its time to the time of
// net/url. A limit or a goal of 0 means that there is none.
type line struct {
	urltest.Op
	must, stretch float64
}

// A rival is another Go package with the operations of a contest.
type rival struct {
	name string
	ops  []urltest.Op
}

// A versus pairs an operation of ada or a crate with the line of earl that does the same.
type versus struct{ rival, what, earl string }

// Names of programs and modules. The names of the crates are in crateNames.
const (
	adaName    = "ada"
	pythonName = "CPython"
	fredbiName = "fredbi/uri"
	nlnwaName  = "nlnwa/whatwg-url"
)

// A contest is one operation of several libraries with the same inputs.
type contest struct {
	title  string
	inputs []string
	std    urltest.Op   // the operation of net/url, or another one to compare with
	earl   []line       // run in the first ring, without rivals
	others []urltest.Op // more operations of net/url, and floors
	rivals []rival
	python []string // functions of urllib.parse
	versus []versus
}

// base is the base of relative references. The other programs get it too.
const base = "https://www.example.com/docs/guide/chapter-1.html?lang=en"

// Results of operations, kept so that the compiler does not remove the operations.
var (
	sinkString string
	sinkInt    int
	sinkBool   bool
	sinkStd    *url.URL
	sinkValues url.Values
	sinkNlnwa  *nlnwa.Url
	sinkFredbi uri.URI
	sinkRef    rfc3986.Ref
	sink1808   rfc1808.URL
	sinkSplit  urllib.SplitResult[string]
	sinkParse  urllib.ParseResult[string]
	sinkURL    whatwg.URL
	sinkReport audit.Report
)

// stdParse and stdString are operations of net/url.
var (
	stdParse  = urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkStd, _ = url.Parse(s) }}
	stdString = urltest.Op{Name: "net/url.Parse, String", Do: func(s string) {
		if u, err := url.Parse(s); err == nil {
			sinkString = u.String()
		}
	}}
)

// contests returns all contests with the URLs of a corpus.
func contests(urls []string) []contest {
	return slices.Concat(parsing(urls), resolving(urls), quoting(urls), others(urls))
}

func parsing(urls []string) []contest {
	whatwgParse := urltest.Op{Name: "whatwg.Parse", Do: func(s string) { sinkURL, _ = whatwg.Parse(s) }}
	whatwgCan := urltest.Op{Name: "whatwg.CanParse", Do: func(s string) { sinkBool = whatwg.CanParse(s) }}
	nlnwaRival := rival{nlnwaName, []urltest.Op{
		{Name: nlnwaName + " Parse", Do: func(s string) { sinkNlnwa, _ = nlnwa.Parse(s) }},
		{Name: nlnwaName + " Parse, Href", Do: func(s string) {
			if u, err := nlnwa.Parse(s); err == nil {
				sinkString = u.Href(false)
			}
		}},
	}}
	standard := []versus{{adaName, "parse", whatwgParse.Name}, {adaName, "can parse", whatwgCan.Name},
		{"url", "parse", whatwgParse.Name}}
	normal, other := byForm(urls)
	return []contest{
		{
			title: "reading", inputs: urls, std: stdParse,
			earl: []line{
				{urltest.Op{Name: "rfc3986.Parse", Do: func(s string) { sinkRef, _ = rfc3986.Parse(s) }}, 0.30, 0.20},
				{urltest.Op{Name: "rfc1808.Parse", Do: func(s string) { sink1808 = rfc1808.Parse(s) }}, 0.30, 0.20},
				{urltest.Op{Name: "urllib.Split", Do: func(s string) { sinkSplit, _ = urllib.Split(s) }}, 0.30, 0.20},
				{urltest.Op{Name: "urllib.Parse", Do: func(s string) { sinkParse, _ = urllib.Parse(s) }}, 0, 0},
			},
			others: []urltest.Op{stdString, floor(urltest.Bytes()), floor(urltest.Copy())},
			rivals: []rival{{fredbiName, []urltest.Op{{Name: fredbiName + " Parse", Do: func(s string) {
				sinkFredbi, _ = uri.Parse(s)
			}}}}},
			python: []string{"urlsplit", "urlparse"},
			versus: []versus{{"fluent-uri", "parse", "rfc3986.Parse"}, {"iri-string", "parse", "rfc3986.Parse"}},
		},
		{
			title: "reading what is in the URL Standard's normal form", inputs: normal, std: stdParse,
			earl:   []line{{whatwgParse, 0.25, 0.17}, {whatwgCan, 0.13, 0.08}},
			rivals: []rival{nlnwaRival}, versus: standard,
		},
		{
			title: "reading what has to be rewritten", inputs: other, std: stdParse,
			earl:   []line{{whatwgParse, 1.0, 0.7}, {whatwgCan, 0, 0}},
			rivals: []rival{nlnwaRival}, versus: standard,
		},
		{
			title: "auditing with the default dialects", inputs: urls, std: stdParse,
			earl: []line{{urltest.Op{Name: "audit.Options.AuditInto", Do: func(s string) {
				audit.Options{}.AuditInto(&sinkReport, s)
			}}, 6, 3}},
		},
	}
}

// byForm returns the URLs in the normal form of the URL Standard, and for each the same URL in another form.
func byForm(urls []string) (normal, other []string) {
	for i, s := range urls {
		if u, err := whatwg.Parse(s); err == nil && u.Href() == s {
			normal = append(normal, s)
			other = append(other, unusual(s, i))
		}
	}
	return normal, other
}

// unusual returns a URL in a form that is not normal. i selects the form.
func unusual(s string, i int) string {
	scheme, rest, _ := strings.Cut(s, "://")
	host, tail := rest, ""
	if at := strings.IndexAny(rest, "/?#"); at >= 0 {
		host, tail = rest[:at], rest[at:]
	}
	switch i % 5 {
	case 0:
		return strings.ToUpper(scheme) + "://" + host + tail
	case 1:
		if upper := strings.ToUpper(host); upper != host { // not an IP address
			return scheme + "://" + upper + tail
		}
	case 2:
		return scheme + "://" + host + "/a/../." + tail
	case 3:
		return scheme + "://" + host + tail + "|a b"
	}
	return " " + scheme + `:\\` + host + tail
}

func resolving(urls []string) []contest {
	const resolveWhatwg, resolve3986 = "whatwg URL.Resolve, Href", "rfc3986 Parse, Resolve, String"
	std, _ := url.Parse(base)
	base3986, base1808 := rfc3986.MustParseURI(base), rfc1808.Parse(base)
	baseWhatwg, _ := whatwg.Parse(base)
	baseNlnwa, _ := nlnwa.Parse(base)
	contestOf := func(title string, refs []string) contest {
		return contest{
			title: title, inputs: refs,
			std: urltest.Op{Name: "net/url Parse, ResolveReference, String", Do: func(s string) {
				if r, err := url.Parse(s); err == nil {
					sinkString = std.ResolveReference(r).String()
				}
			}},
			earl: []line{
				{urltest.Op{Name: resolve3986, Do: func(s string) {
					if r, err := rfc3986.Parse(s); err == nil {
						u, _ := rfc3986.Resolve(base3986, r)
						sinkString = u.String()
					}
				}}, 0.25, 0.17},
				{urltest.Op{Name: "rfc1808 Parse, Resolve, String", Do: func(s string) {
					u, _ := rfc1808.Resolve(base1808, rfc1808.Parse(s))
					sinkString = u.String()
				}}, 0.25, 0.17},
				{urltest.Op{Name: resolveWhatwg, Do: func(s string) {
					u, _ := baseWhatwg.Resolve(s)
					sinkString = u.Href()
				}}, 0.25, 0.17},
			},
			rivals: []rival{{nlnwaName, []urltest.Op{{Name: nlnwaName + " Parse, Href", Do: func(s string) {
				if u, err := baseNlnwa.Parse(s); err == nil {
					sinkString = u.Href(false)
				}
			}}}}},
			versus: []versus{{adaName, "resolve", resolveWhatwg}, {"url", "resolve", resolveWhatwg},
				{"fluent-uri", "resolve", resolve3986}, {"iri-string", "resolve", resolve3986}},
		}
	}
	absolute, relative := urltest.ReferencesOf(urls)
	invalid := func(s string) bool { return !rfc3986.Valid(s) }
	absolute, relative = slices.DeleteFunc(absolute, invalid), slices.DeleteFunc(relative, invalid)
	const readBase = "whatwg.Parse, URL.Resolve, Href"
	return []contest{
		contestOf("resolving a reference that is a path from the root", absolute),
		contestOf("resolving a relative path, every other with `..`", relative),
		{
			title: "resolving a relative path where the base is read each time, too", inputs: relative,
			std: urltest.Op{Name: "net/url Parse, Parse, ResolveReference, String", Do: func(s string) {
				b, _ := url.Parse(base)
				if r, err := url.Parse(s); err == nil {
					sinkString = b.ResolveReference(r).String()
				}
			}},
			earl: []line{
				{urltest.Op{Name: "urllib.Join", Do: func(s string) { sinkString, _ = urllib.Join(base, s) }}, 0.25, 0.17},
				{urltest.Op{Name: readBase, Do: func(s string) {
					b, _ := whatwg.Parse(base)
					u, _ := b.Resolve(s)
					sinkString = u.Href()
				}}, 0.25, 0.17},
			},
			python: []string{"urljoin"},
			versus: []versus{{adaName, "parse base and resolve", readBase}, {"url", "parse base and resolve", readBase}},
		},
	}
}

func quoting(urls []string) []contest {
	var quoted, queries []string
	for _, s := range urls {
		quoted = append(quoted, url.QueryEscape(s))
		if _, query, ok := strings.Cut(s, "?"); ok && query != "" {
			queries = append(queries, query)
		}
	}
	text := func(name string, do func(s string) string, must, stretch float64) line {
		return line{urltest.Op{Name: name, Do: func(s string) { sinkString = do(s) }}, must, stretch}
	}
	unescape := urltest.Op{Name: "net/url.QueryUnescape", Do: func(s string) { sinkString, _ = url.QueryUnescape(s) }}
	unquote := []line{
		text("urllib.Unquote", urllib.Unquote, 0.5, 0.33),
		text("urllib.UnquotePlus", urllib.UnquotePlus, 0.5, 0.33),
		text("whatwg.PercentDecodeText", whatwg.PercentDecodeText, 0.5, 0.33),
		text("rfc3986.Decode", func(s string) string { t, _ := rfc3986.Decode(s); return t }, 0.5, 0.33),
	}
	return []contest{
		{
			title: "quoting a URL as data", inputs: urls,
			std: urltest.Op{Name: "net/url.QueryEscape", Do: func(s string) { sinkString = url.QueryEscape(s) }},
			earl: []line{
				text("urllib.Quote", func(s string) string { t, _ := urllib.Quote(s); return t }, 0.5, 0.33),
				text("urllib.QuotePlus", func(s string) string { t, _ := urllib.QuotePlus(s); return t }, 0.5, 0.33),
				text("whatwg FormSet.Encode", whatwg.FormSet.Encode, 0.5, 0.33),
				text("rfc3986.Encode", rfc3986.Encode, 0.5, 0.33),
			},
			python: []string{"quote", "quote_plus"},
		},
		{title: "unquoting", inputs: quoted, std: unescape, earl: unquote, python: []string{"unquote", "unquote_plus"}},
		{title: "unquoting where nothing is quoted", inputs: urls, std: unescape, earl: unquote, python: []string{"unquote"}},
		{
			title: "reading a query", inputs: queries,
			std: urltest.Op{Name: "net/url.ParseQuery", Do: func(s string) { sinkValues, _ = url.ParseQuery(s) }},
			earl: []line{
				{urltest.Op{Name: "whatwg.ParseForm", Do: func(s string) {
					for name, value := range whatwg.ParseForm(s) {
						sinkInt += len(name) + len(value)
					}
				}}, 0.5, 0.33},
				{urltest.Op{Name: "urllib.ParseQSL, a list", Do: func(s string) { sinkInt += len(urllib.ParseQSL(s)) }}, 0.5, 0.33},
				{urltest.Op{Name: "urllib.ParseQS, a dict", Do: func(s string) { _, sinkBool = urllib.ParseQS(s).Get("a") }}, 0, 0},
			},
			python: []string{"parse_qsl"},
		},
	}
}

// floor returns an operation whose time is a lower bound.
func floor(op urltest.Op) urltest.Op {
	op.Name = "floor: " + op.Name
	return op
}
