package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"runtime"
	"slices"
	"strings"

	"github.com/fredbi/uri"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
)

//go:embed node.js
var nodeScript string

//go:embed differences.md
var explanations string

func goVersion() string { return strings.Replace(runtime.Version(), "go", "Go ", 1) }

// conformance prints the tables of conformance for all peers and suites that are available.
func conformance(out *results) error {
	suites, err := wptSuites()
	out.goWithout("the web platform tests", err)
	bidi, unicode, err := bidiSuite()
	if out.goWithout("Unicode's names that break the Bidi Rule", err); err == nil {
		suites = append(suites, bidi)
	}
	validity, err := validitySuites()
	out.goWithout("the formats of JSON Schema", err)
	adas, err := newAdas(false)
	out.goWithout("ada", err)
	crates, err := newCrates()
	out.goWithout("the crates of Rust", err)
	r := rivals(append(adas, crates...))
	node, err := start("Node", "node", "-e", nodeScript)
	if out.goWithout("Node", err); err == nil {
		node.Name += " " + node.Release
		r = append(r, node)
	}
	defer r.close()
	fmt.Fprint(out, "# Conformance\n\n"+
		"These tables show how many cases of public test suites earl and other parsers pass.\n"+
		"`make conformance` prints them and writes this page. The last section gives the reason for each failed case.\n")
	if len(suites) > 0 {
		printWPT(out, whatwgPeers(slices.Concat(r.of(adaName), r.of("url"), r.of("Node"))), suites, unicode)
	}
	generic := slices.Concat(r.of("fluent-uri"), r.of("iri-string"))
	printRFC3986(out, append(genericPeers(), cratePeers(generic)...), validity)
	fmt.Fprintf(out, "\n%s", explanations)
	return nil
}

// printWPT prints a row for each peer. If the Bidi Rule's names are available, the heading has their Unicode version.
func printWPT(w io.Writer, peers []peer, suites []suite, unicode string) {
	fmt.Fprintf(w, "\n## The URL Standard\n\nThe suite is url/resources of the web platform tests. The first "+
		"three columns are for urltestdata.\n"+
		"\"accepts\" counts cases that the parser accepts or rejects as expected. \"and href\" also requires the\n"+
		"expected href. \"and all\" also requires the other expected values, if the parser has getters for them. A\n"+
		"case of toascii passes if a URL with the host has the expected host, hostname and pathname, or is\n"+
		"rejected as expected.\n\n")
	if unicode != "" {
		fmt.Fprintf(w,
			"The web platform tests omit the names of Unicode's IdnaTestV2.txt that only the Bidi Rule rejects,\n"+
				"although the URL Standard requires the rule. The last column counts these names, from "+
				"the file for Unicode %s.\n\n", unicode)
	}
	var columns []string
	for _, s := range suites {
		columns = append(columns, s.columns...)
	}
	printColumns(w, columns)
	for _, p := range peers {
		fmt.Fprintln(w, rowWPT(p, suites))
	}
}

// printColumns prints the heading of a table of counts.
func printColumns(w io.Writer, columns []string) {
	fmt.Fprintf(w, "| | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
}

// rowWPT returns the row of a peer.
func rowWPT(p peer, suites []suite) string {
	cells := []string{p.name}
	for _, s := range suites {
		if p.partial && s.setters() {
			cells = append(cells, "")
			continue
		}
		questions := make([]question, len(s.cases))
		for i, c := range s.cases {
			questions[i] = c.question
		}
		var passed [3]int // by result
		for i, a := range p.ask(questions) {
			for result := range s.cases[i].passes(a, &p) {
				passed[result]++
			}
		}
		of := func(n int) string { return fmt.Sprintf("%d/%d", n, len(s.cases)) }
		switch {
		case len(s.columns) == 1:
			cells = append(cells, of(passed[2]))
		case p.partial:
			cells = append(cells, of(passed[0]), of(passed[1]), "")
		default:
			cells = append(cells, of(passed[0]), of(passed[1]), of(passed[2]))
		}
	}
	return tableRow(cells)
}

// tableRow returns a row of a table.
func tableRow(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// suiteVariable is the environment variable that may hold a checkout of JSON-Schema-Test-Suite.
const suiteVariable = "EARL_JSON_SCHEMA"

// A validityCase is a text, and whether it is valid in a format.
type validityCase struct {
	text  string
	valid bool
}

// A validitySuite has the cases of one format.
type validitySuite struct {
	format string
	cases  []validityCase
}

// validitySuites returns the suites of the formats uri and uri-reference.
func validitySuites() (all []validitySuite, err error) {
	for _, format := range []string{"uri", "uri-reference"} {
		var groups []struct {
			Tests []struct {
				Data  json.RawMessage
				Valid bool
			}
		}
		if err := readJSON(suiteVariable, "a checkout of JSON-Schema-Test-Suite",
			"tests/draft2020-12/optional/format/"+format+".json", &groups); err != nil {
			return nil, err
		}
		s := validitySuite{format: format}
		for _, group := range groups {
			for _, test := range group.Tests {
				var text *string // a format applies only to texts
				if json.Unmarshal(test.Data, &text) == nil && text != nil {
					s.cases = append(s.cases, validityCase{*text, test.Valid})
				}
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// A genericPeer parses URIs by RFC 3986, or by similar rules.
type genericPeer struct {
	name    string
	valid   map[string]func(s string) bool // by format
	resolve func(base, ref string) string  // or nil
}

func genericPeers() []genericPeer {
	return []genericPeer{
		{"earl's rfc3986", map[string]func(string) bool{"uri": rfc3986.ValidURI, "uri-reference": rfc3986.Valid},
			func(base, ref string) string {
				r, err := rfc3986.Parse(ref)
				if err != nil {
					return ""
				}
				u, _ := rfc3986.Resolve(rfc3986.MustParseURI(base), r)
				return u.String()
			}},
		{versioned(fredbiName), map[string]func(string) bool{"uri": uri.IsURI, "uri-reference": uri.IsURIReference}, nil},
		{"net/url of " + goVersion(), map[string]func(string) bool{
			"uri":           func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() },
			"uri-reference": func(s string) bool { _, err := url.Parse(s); return err == nil },
		}, func(base, ref string) string {
			b, err := url.Parse(base)
			if err != nil {
				return ""
			}
			u, err := b.Parse(ref)
			if err != nil {
				return ""
			}
			return u.String()
		}},
	}
}

// cratePeers returns the crates that parse URIs by RFC 3986.
func cratePeers(crates []*program) (all []genericPeer) {
	for _, c := range crates {
		valid := func(what string) func(string) bool {
			return func(s string) bool { return words(c.ask(what + " " + oracle.Token(s))[0]) != nil }
		}
		formats := map[string]func(string) bool{"uri": valid("uri"), "uri-reference": valid("parse")}
		all = append(all, genericPeer{c.Name, formats,
			func(base, ref string) string {
				return strings.Join(words(c.ask("parse " + oracle.Token(ref) + " " + oracle.Token(base))[0]), "")
			}})
	}
	return all
}

// printRFC3986 prints a row for each peer.
func printRFC3986(w io.Writer, peers []genericPeer, suites []validitySuite) {
	fmt.Fprint(w, "\n## RFC 3986\n\n")
	var columns []string
	for _, s := range suites {
		columns = append(columns, s.format)
	}
	if len(suites) > 0 {
		fmt.Fprint(w,
			"The first two columns are the formats `uri` and `uri-reference` of JSON-Schema-Test-Suite, draft 2020-12:\n"+
				"whether a text is one. ")
	}
	fmt.Fprint(w, "The last is the table of RFC 3986 §5.4, read strictly.\n\n")
	printColumns(w, append(columns, "§5.4"))
	for _, p := range peers {
		fmt.Fprintln(w, p.row(suites))
	}
}

// row returns the row of a peer. Its last cell is empty if the peer cannot resolve.
func (p *genericPeer) row(suites []validitySuite) string {
	cells := []string{p.name}
	for _, s := range suites {
		passed := 0
		for _, c := range s.cases {
			passed += count(p.valid[s.format](c.text) == c.valid)
		}
		cells = append(cells, fmt.Sprintf("%d/%d", passed, len(s.cases)))
	}
	last := ""
	if p.resolve != nil {
		passed, all := 0, urltest.Resolutions()
		for _, r := range all {
			passed += count(p.resolve(urltest.ResolutionBase, r.Ref) == r.Want)
		}
		last = fmt.Sprintf("%d/%d", passed, len(all))
	}
	return tableRow(append(cells, last))
}
