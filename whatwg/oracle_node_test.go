package whatwg_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/whatwg"
)

// nodeScript reads lines with a JSON list of a URL and its base or null. It answers each line with the href as JSON, or
// null.
const nodeScript = `
const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const out = [];
for (const line of lines) {
	if (line === '') continue;
	const [url, base] = JSON.parse(line);
	let href = null;
	try { href = (base === null ? new URL(url) : new URL(url, base)).href; } catch (e) {}
	out.push(JSON.stringify(href));
}
process.stdout.write(out.join('\n') + '\n');
`

// A question is a URL and its base, nil for none.
type question struct {
	url  string
	base *string
}

// askNode returns the hrefs of node, with nil for failures. It skips the test if there is no node.
func askNode(t *testing.T, questions []question) (version string, hrefs []*string) {
	t.Helper()
	urltest.Live(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to give a second opinion")
	}
	out, err := exec.Command(node, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	version = strings.TrimSpace(string(out))
	var in bytes.Buffer
	e := json.NewEncoder(&in)
	for _, q := range questions {
		if err := e.Encode([]any{q.url, q.base}); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(node, "-e", nodeScript)
	cmd.Stdin = &in
	if out, err = cmd.Output(); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		var href *string
		if err := json.Unmarshal([]byte(line), &href); err != nil {
			t.Fatal(err)
		}
		hrefs = append(hrefs, href)
	}
	if len(hrefs) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(hrefs), len(questions))
	}
	return version, hrefs
}

// ours returns the href of package whatwg, or nil for failure.
func (q question) ours() *string {
	u, err := whatwg.Parse(q.url)
	if q.base != nil {
		u, err = parseBase(q.url, *q.base)
	}
	if err != nil {
		return nil
	}
	return new(u.Href())
}

func show(href *string) string {
	if href == nil {
		return "failure"
	}
	return *href
}

// listedDifferences returns the differences in testdata/node-differences.txt, and the major version of node in its
// first line.
func listedDifferences(t *testing.T) (major string, lines []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/node-differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		switch line = strings.TrimRight(line, "\n"); {
		case strings.HasPrefix(line, "node "):
			major = strings.TrimPrefix(line, "node ")
		case line != "" && line[0] != '#':
			lines = append(lines, line)
		}
	}
	return major, lines
}

// TestConformanceOfNode checks that node differs from the web platform tests as listed, which also shows that askNode
// works.
func TestConformanceOfNode(t *testing.T) {
	t.Parallel()
	var questions []question
	for _, c := range urlCases(t) {
		questions = append(questions, question{c.Input, c.Base})
	}
	version, hrefs := askNode(t, questions)
	major, listed := listedDifferences(t)
	if !strings.HasPrefix(version, major+".") {
		t.Skipf("node is %s, the differences are listed for %s", version, major)
	}
	var found []string
	for i, q := range questions {
		if ours, theirs := show(q.ours()), show(hrefs[i]); ours != theirs {
			base := "no base"
			if q.base != nil {
				base = quote(*q.base)
			}
			found = append(found, quote(q.url)+" on "+base+": "+quote(ours)+", node "+quote(theirs))
		}
	}
	slices.Sort(found)
	slices.Sort(listed)
	if !slices.Equal(found, listed) {
		t.Errorf("node %s differs in:\n%s\nlisted are:\n%s", version, strings.Join(found, "\n"), strings.Join(listed, "\n"))
	}
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

// nodeFaults has patterns of inputs for which node 20 is wrong, or follows an earlier edition of the standard.
var nodeFaults = []struct {
	why       string
	url, base *regexp.Regexp
}{
	{"^ in a path", regexp.MustCompile(`\^|%5`), nil},
	{"a space in an opaque path", regexp.MustCompile(` .*[?#]`), nil},
	{"a name that is not ASCII, or stands for such", regexp.MustCompile(`(?i)xn--|[^\x00-\x7F]|%[c-f][0-9a-f]`), nil},
	{"a dot segment behind a name that begins with a dot", regexp.MustCompile(`\.[^./\\?#]*[/\\].*\.|%2e[^/\\]`), nil},
	{"a fragment on a base with an opaque path", regexp.MustCompile(`#`), regexp.MustCompile(`^[^/]*:([^/]|$)`)},
	{"a base that has an empty query", nil, regexp.MustCompile(`\?[\t\n\r]*(#|$|[\x00- ]+$)`)},
	{"a base of a file whose path begins like a drive", nil, regexp.MustCompile(`(?i)^[\x00- ]*file:.*[a-z][\t\n\r]*[:|]`)},
	{"up to the root of a URL that is not special", regexp.MustCompile(`^[^/?#]*:[^?#]*/[\t\n\r]*(\.|%2e)[\t\n\r]*(\.|%2e)[\x00- ]*([?#]|$)`), nil},
	{"the same for a reference", regexp.MustCompile(`(^|/)[\x00- ]*(\.|%2e)[\t\n\r]*(\.|%2e)[\x00- ]*([?#]|$)`), regexp.MustCompile(`^[^/?#]*:`)},
}

// faulty reports whether node may resolve url against base otherwise because of one of its faults.
func faulty(url, base string) bool {
	for _, fault := range nodeFaults {
		if fault.base == nil && (fault.url.MatchString(url) || fault.url.MatchString(base)) {
			return true
		}
		if fault.base != nil && fault.base.MatchString(base) && (fault.url == nil || fault.url.MatchString(url)) {
			return true
		}
	}
	return false
}

// TestNodeAgrees compares Parse with node on generated inputs.
func TestNodeAgrees(t *testing.T) {
	t.Parallel()
	g := newGenerator(5)
	var questions []question
	for len(questions) < rounds(40000) {
		url, base := strings.ToValidUTF8(g.url(), "a"), strings.ToValidUTF8(g.url(), "a")
		if !faulty(url, "") {
			questions = append(questions, question{url, nil})
		}
		if ref := strings.ToValidUTF8(g.text(4), "a"); !faulty(ref, base) {
			questions = append(questions, question{ref, &base})
		}
	}
	version, hrefs := askNode(t, questions)
	failures := 0
	for i, q := range questions {
		if ours, theirs := show(q.ours()), show(hrefs[i]); ours != theirs {
			if failures++; failures < 20 {
				base := "no base"
				if q.base != nil {
					base = quote(*q.base)
				}
				t.Errorf("%q on %s: %q, node %s %q", q.url, base, ours, version, theirs)
			}
		}
	}
}
