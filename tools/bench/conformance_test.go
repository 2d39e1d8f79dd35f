package main

import (
	"bytes"
	"flag"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	nlnwa "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
)

// withOlder reports whether golang.org/x/net/idna, which nlnwa/whatwg-url uses, has
// the tables of CONFORMANCE.md: the ones of Go 1.26.
const withOlder = idna.UnicodeVersion == "15.0.0"

// newerUnicode has the counts of earl's whatwg that are not full, with their columns.
// differences.md has the reason.
var newerUnicode = map[string]string{"IdnaTestV2": "2668/2670"}

var update = flag.Bool("update", false, "write CONFORMANCE.md")

// A place is the row and column of a cell of a report.
type place struct{ section, row, column string }

// cellsOf returns the cells of a report's tables.
func cellsOf(report string) map[place]string {
	all := map[place]string{}
	section := ""
	var head []string
	for line := range strings.Lines(report) {
		line = strings.TrimSpace(line)
		title, isTitle := strings.CutPrefix(line, "## ")
		switch cells := strings.Split(line, "|"); {
		case isTitle:
			section, head = title, nil
		case len(cells) < 3 || strings.HasPrefix(line, "|---"):
		case head == nil:
			head = cells
		default:
			for i, cell := range cells[2 : len(cells)-1] {
				all[place{section, strings.TrimSpace(cells[1]), strings.TrimSpace(head[i+2])}] = strings.TrimSpace(cell)
			}
		}
	}
	return all
}

// TestConformanceReport: the cells of CONFORMANCE.md are the present results, of what
// can be asked. Earl's have to be full, but for newerUnicode.
func TestConformanceReport(t *testing.T) {
	t.Parallel()
	var messages bytes.Buffer
	r := &results{out: io.Discard, messages: &messages}
	if err := conformance(r); err != nil {
		t.Fatal(err)
	}
	if messages.Len() > 0 {
		t.Logf("%s", &messages)
	}
	if *update {
		if err := r.save("CONFORMANCE.md"); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("CONFORMANCE.md")
	if err != nil {
		t.Fatal(err)
	}
	reported, rows := cellsOf(string(text)), map[string]bool{}
	for at := range reported {
		rows[at.row] = true
	}
	earls := 0
	for at, got := range cellsOf(r.text.String()) {
		if !rows[at.row] || !withOlder && at.row == versioned(nlnwaName) {
			t.Logf("CONFORMANCE.md is of another version than %s: %s is %s", at.row, at.column, got)
		} else if want := reported[at]; got != want {
			t.Errorf("%s, %s: %q, and CONFORMANCE.md has %q", at.row, at.column, got, want)
		}
		if passed, all, ok := strings.Cut(got, "/"); ok && strings.HasPrefix(at.row, "earl's ") {
			if earls++; passed != all && got != newerUnicode[at.column] {
				t.Errorf("%s does not pass all of %s: %s", at.row, at.column, got)
			}
		}
	}
	full := 0 // cells of earl's in CONFORMANCE.md
	for at := range reported {
		full += count(strings.HasPrefix(at.row, "earl's "))
	}
	if earls == 0 || len(r.lacks) == 0 && earls != full {
		t.Errorf("earl has %d counts, and %d in CONFORMANCE.md", earls, full)
	}
}

// TestDifferences: what CONFORMANCE.md says of texts that others refuse or take,
// ada aside, is so.
func TestDifferences(t *testing.T) {
	t.Parallel()
	valid := func(name, format string) func(text string) bool {
		peers := genericPeers()
		i := slices.IndexFunc(peers, func(p genericPeer) bool { return strings.HasPrefix(p.name, name) })
		return peers[i].valid[format]
	}
	fredbi, fredbiRef := valid("fredbi/uri", "uri"), valid("fredbi/uri", "uri-reference")
	standard := func(text string) bool { _, err := url.Parse("http://h/" + text); return err == nil }
	escapes := func(text string) bool {
		u, err := url.Parse("http://h/" + text)
		return err == nil && !strings.Contains(u.String(), text)
	}
	nlnwaSharpS := func(text string) bool {
		u, err := nlnwa.Parse("https://" + text + "/")
		return err == nil && u.Host() == "ss"
	}
	nlnwaNotEqual := func(string) bool { _, err := nlnwa.Parse("https://=\u0338/"); return err == nil }
	nlnwaKeeps := func(text string) bool {
		u, err := nlnwa.Parse("https://h/" + text)
		return err == nil && strings.HasSuffix(u.Href(false), text)
	}
	for _, tt := range []struct {
		name, text string
		asks       func(text string) bool
		want       bool
	}{
		{"fredbi/uri, a URI", "http://999.999.999.999/", fredbi, false},
		{"fredbi/uri, a URI", "http://087.10.0.1/", fredbi, false},
		{"fredbi/uri, a reference", "#fragment", fredbiRef, false},
		{"fredbi/uri, a reference", "?query=1", fredbiRef, false},
		{"fredbi/uri, a reference", "./this:that", fredbiRef, false},
		{"net/url takes it in a path", `"`, standard, true},
		{"net/url escapes it in a path", `"`, escapes, true},
		{"net/url takes it in a path", "<", standard, true},
		{"net/url escapes it in a path", "<", escapes, true},
		{"net/url takes it in a path", `\`, standard, true},
		{"net/url escapes it in a path", `\`, escapes, true},
		{"net/url takes it in a path", "[", standard, true},
		{"nlnwa/whatwg-url keeps it in a path", "^", nlnwaKeeps, true},
		{"nlnwa/whatwg-url takes it of two characters", "\u2260", nlnwaNotEqual, !withOlder},
		{"nlnwa/whatwg-url makes ss of it", "\u1e9e", nlnwaSharpS, withOlder},
	} {
		if !strings.Contains(explanations, "`"+tt.text+"`") {
			t.Errorf("CONFORMANCE.md does not have %s", tt.text)
		}
		if got := tt.asks(tt.text); got != tt.want {
			t.Errorf("%s: %q: %t, want %t", tt.name, tt.text, got, tt.want)
		}
	}
	if report, err := os.ReadFile("CONFORMANCE.md"); err != nil || !strings.HasSuffix(string(report), "\n"+explanations) {
		t.Errorf("CONFORMANCE.md does not end as differences.md does: %v", err)
	}
}

// TestFaultsOfURL: the crate url differs from the URL Standard as CONFORMANCE.md says.
func TestFaultsOfURL(t *testing.T) {
	t.Parallel()
	crates, err := newCrates()
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(rivals(crates).close)
	special, other := "http://example.org/", "foo://foo/a"
	for _, tt := range []struct {
		name    string
		q       question
		getter  string
		gets    string // empty if url rejects it
		earlHas string
	}{
		{"an ASCII name that is not valid Punycode", question{url: "https://xn--/"}, "href", "", "https://xn--/"},
		{"a circumflex in a path", question{url: "foo://h/^"}, "href", "foo://h/^", "foo://h/%5E"},
		{"a space at the end of an opaque path", question{url: "foo:a  ?b"}, "href", "foo:a  ?b", "foo:a %20?b"},
		{"empty segments of a file", question{url: "file:////foo"}, "href", "file:///foo", "file:////foo"},
		{"a host before a drive", question{url: "file://example.net/C:/"}, "href", "file:///C:/", "file://example.net/C:/"},
		{"a drive with a bar", question{url: "file:///w|/m"}, "href", "file:///w|/m", "file:///w:/m"},
		{"three slashes", question{url: "///test", base: &special}, "href", "", "http://test/"},
		{"a backslash", question{url: `\a`, base: &other}, "href", "foo://foo/a", `foo://foo/\a`},
		{"the origin of a blob", question{url: "blob:ws://example.org/"}, "origin", "ws://example.org", "null"},
		{"a path that becomes a host", question{url: "non-spec:/", setter: "pathname", value: "//p"}, "href",
			"non-spec://p", "non-spec:/.//p"},
	} {
		if a := rivals(crates).of("url")[0].askURLs([]question{tt.q})[0]; a.get(tt.getter) != tt.gets {
			t.Errorf("%s: url has %q, want %q", tt.name, a.get(tt.getter), tt.gets)
		}
		if a := askEarl(tt.q); a.get(tt.getter) != tt.earlHas {
			t.Errorf("%s: earl has %q, want %q", tt.name, a.get(tt.getter), tt.earlHas)
		}
	}
}
