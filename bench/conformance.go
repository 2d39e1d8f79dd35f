package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/fredbi/uri"

	"earl.example/internal/urltest"
	"earl.example/rfc3986"
)

//go:embed node.js
var nodeScript string

//go:embed differences.md
var explanations string

func newNode() (*program, error) { return start("node", "node", "-e", nodeScript) }

func goVersion() string { return strings.Replace(runtime.Version(), "go", "Go ", 1) }

// versioned returns a module's path without its host, and its version.
func versioned(module string) string {
	name := strings.TrimPrefix(module, "github.com/")
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == module {
				return name + " " + m.Version
			}
		}
	}
	return name
}

// runConformance prints the tables of conformance: whatever there is to ask is
// asked, and what there is not is said on standard error.
func runConformance(write string) error {
	suites, err := wptSuites()
	if err != nil {
		return err
	}
	validity, err := validityCases()
	if err != nil {
		return err
	}
	bidi, unicode, err := bidiCases()
	if err != nil {
		return err
	}
	adas, err := newAdas(false)
	if err != nil {
		fmt.Fprintf(os.Stderr, "ada is left out: %v\n", err)
	}
	defer closeAdas(adas)
	node, err := newNode()
	if err != nil {
		fmt.Fprintf(os.Stderr, "Node is left out: %v\n", err)
	} else {
		defer node.close()
	}
	out, done, err := output(write)
	if err != nil {
		return err
	}
	fmt.Fprint(out, "# Conformance\n\n`make conformance` prints these tables, and writes them here: how many cases of public test suites\n"+
		"earl passes, and how many others do. What is not all has its reason below.\n")
	printWPT(out, whatwgPeers(adas, node), append(suites, suite{"bidi", bidi}), unicode)
	printRFC3986(out, genericPeers(), validity)
	fmt.Fprintf(out, "\n%s", explanations)
	return done()
}

// printWPT prints a row for each peer.
func printWPT(w io.Writer, peers []peer, suites []suite, unicode string) {
	fmt.Fprintf(w, "\n## The URL Standard\n\nThe suite is that of the web platform tests, url/resources. Of urltestdata there are three columns:\n"+
		"accepted or refused as expected; and the href is the one expected, too; and so is whatever else\n"+
		"the case names, by the getters that the peer has. A host passes if a URL with it gives the\n"+
		"host, hostname and pathname expected, or is refused as expected.\n\n"+
		"The web platform tests leave out of Unicode's IdnaTestV2.txt what only the Bidi Rule refuses, which\n"+
		"the URL Standard asks for all the same. The last column has these names, of the file for Unicode %s.\n\n"+
		"| | accepts | and href | and all | setters | toascii | IdnaTestV2 | Bidi Rule |\n|---|--:|--:|--:|--:|--:|--:|--:|\n", unicode)
	for _, p := range peers {
		fmt.Fprintln(w, rowWPT(p, suites))
	}
}

// rowWPT is the row of a peer.
func rowWPT(p peer, suites []suite) string {
	cells := []string{p.name}
	for _, s := range suites {
		if s.name == "setters_tests" && p.partial {
			cells = append(cells, "")
			continue
		}
		questions := make([]question, len(s.cases))
		for i, c := range s.cases {
			questions[i] = c.question
		}
		var acceptance, href, all int
		for i, a := range p.ask(questions) {
			x, y, z := s.cases[i].passes(a, &p)
			acceptance, href, all = acceptance+count(x), href+count(y), all+count(z)
		}
		of := func(n int) string { return fmt.Sprintf("%d/%d", n, len(s.cases)) }
		switch {
		case s.name != "urltestdata":
			cells = append(cells, of(all))
		case p.partial:
			cells = append(cells, of(acceptance), of(href), "")
		default:
			cells = append(cells, of(acceptance), of(href), of(all))
		}
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// suiteVariable names the environment variable that may hold a checkout of
// JSON-Schema-Test-Suite.
const suiteVariable = "EARL_JSON_SCHEMA"

// A validityCase is a text that is a URI, or a reference, or not.
type validityCase struct {
	text  string
	valid bool
}

// validityCases are those of the formats uri and uri-reference.
func validityCases() (all [2][]validityCase, err error) {
	for i, format := range []string{"uri", "uri-reference"} {
		var groups []struct {
			Tests []struct {
				Data  json.RawMessage
				Valid bool
			}
		}
		if err := readJSON(suiteVariable, "tests/draft2020-12/optional/format/"+format+".json", &groups); err != nil {
			return all, err
		}
		for _, group := range groups {
			for _, test := range group.Tests {
				var text *string // a format says nothing of what is not a text
				if json.Unmarshal(test.Data, &text) == nil && text != nil {
					all[i] = append(all[i], validityCase{*text, test.Valid})
				}
			}
		}
	}
	return all, nil
}

// A genericPeer reads URIs by RFC 3986, or nearly.
type genericPeer struct {
	name    string
	valid   [2]func(s string) bool // whether it is a URI, or a reference
	resolve func(base, ref string) string
}

func genericPeers() []genericPeer {
	accepts := func(s string) bool { _, err := url.Parse(s); return err == nil }
	return []genericPeer{
		{"earl's rfc3986", [2]func(string) bool{rfc3986.ValidURI, rfc3986.Valid}, func(base, ref string) string {
			r, err := rfc3986.Parse(ref)
			if err != nil {
				return ""
			}
			u, _ := rfc3986.Resolve(rfc3986.MustParseURI(base), r)
			return u.String()
		}},
		{versioned("github.com/fredbi/uri"), [2]func(string) bool{uri.IsURI, uri.IsURIReference}, nil},
		{"net/url of " + goVersion(), [2]func(string) bool{func(s string) bool {
			u, err := url.Parse(s)
			return err == nil && u.IsAbs()
		}, accepts}, func(base, ref string) string {
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

func printRFC3986(w io.Writer, peers []genericPeer, cases [2][]validityCase) {
	fmt.Fprint(w, "\n## RFC 3986\n\nThe first two columns are the formats `uri` and `uri-reference` of JSON-Schema-Test-Suite, draft 2020-12:\n"+
		"whether a text is one. The last is the table of RFC 3986 §5.4, read strictly.\n\n"+
		"| | uri | uri-reference | §5.4 |\n|---|--:|--:|--:|\n")
	for _, p := range peers {
		fmt.Fprintln(w, p.row(cases))
	}
}

// row is the row of a peer. A cell is empty where it has no such function.
func (p *genericPeer) row(cases [2][]validityCase) string {
	cells := []string{p.name}
	for i, cases := range cases {
		passed := 0
		for _, c := range cases {
			passed += count(p.valid[i](c.text) == c.valid)
		}
		cells = append(cells, fmt.Sprintf("%d/%d", passed, len(cases)))
	}
	last := ""
	if p.resolve != nil {
		passed, all := 0, urltest.Resolutions()
		for _, r := range all {
			passed += count(p.resolve(urltest.ResolutionBase, r.Ref) == r.Want)
		}
		last = fmt.Sprintf("%d/%d", passed, len(all))
	}
	return "| " + strings.Join(append(cells, last), " | ") + " |"
}
