package earl_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/testing/urltest"
)

// update writes docs/resolution.md: go generate does it.
var update = flag.Bool("update", false, "write docs/resolution.md")

// A case of docs/resolution.md is references, and why the dialects do not
// agree on them; "" where they do.
type resolutionCase struct{ refs, why string }

// resolutionBase is the base of RFC 1808 §5.
const resolutionBase = "http://a/b/c/d;p?q#f"

// resolutionCases are those of RFC 1808 §5 and others, with "”" for the empty
// reference.
var resolutionCases = []resolutionCase{
	{"g ./g g/ /g g?y g?y/./x #s g#s g#s/./x g?y#s g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g", ""},
	{"?y", "java.net.URI and URL replace the last segment of the base too, as RFC 2396 did"},
	{"g. .g g.. ..g ./../g ./g/. g/./h g/../h g/.. g?y;z ./this:that", ""},
	{"g:h this:that", "libcurl and java.net.URL refuse schemes that they do not know"},
	{"''", "1808, net/url, java.net.URL and Ruby take the whole base, with its fragment; java.net.URI drops the last segment"},
	{"../../../g ../../../../g ../../.. ../../../ ../../../g/../h", "1808 and Java keep `..` that have nothing to remove"},
	{"/./g /../g /. /.. /g/../h", "1808 and Java clean relative paths alone"},
	{"//g/../h http://x/y/../z", "1808 and urljoin leave what has a host of its own as it is"},
	{";x ..;x ;x/../y g;x=1/../y", "params are a component in 1808, and part of the last segment elsewhere"},
	{"# ? ; ;?y ;x?", "an empty component is absent for 1808, and for urljoin before 3.14; for the others it is there, " +
		"and replaces that of the base; libcurl writes none, and to net/url an empty fragment is absent"},
	{"//", "the same; a host may be empty for 3986, and not for whatwg and libcurl; net/url and Ruby take the base's"},
	{"///g", "the same; whatwg and libcurl take any number of slashes for two, net/url and Node keep them"},
	{"//?y", "1808 reads a host up to the next slash; Ruby takes the base's host"},
	{"//g", "whatwg, libcurl and Node write an empty path as `/`"},
	{"http:g http:../g http: HTTP:g",
		"what has a scheme is absolute; urljoin, whatwg and java.net.URL take the base's for none, 3986 cleans the path, and libcurl " +
			"refuses; Node takes the base's for none if it is in lower case"},
	{"g//h g//../h ..//g", "urljoin and java.net.URI drop empty segments"},
	{"127.0.0.1:80", "a scheme may begin with a digit in 1808 alone; 3986, net/url, java.net.URI and Ruby have no colon in a " +
		"first segment"},
	{":g", "3986, net/url, java.net.URI and Ruby have no colon in a first segment"},
	{"%2e%2e/g", "for whatwg and libcurl this is `..`"},
	{"\\g /\\g", "for whatwg and Node a backslash is a slash; 3986 and Ruby have none, and net/url escapes it"},
	{"/~x{y}", "3986, 1808 and Ruby have no braces, but 1808 and libcurl resolve any text; whatwg, net/url and Node escape them"},
}

// otherBases are pairs of a base and a reference.
var otherBases = []struct{ base, ref, why string }{
	{"http://a", "g", ""},
	{"http://a", "?y", "1808 puts a slash after the host, whatwg and Node into the base"},
	{"http://a?q/b", "g", "1808 reads a host up to the next slash"},
	{"http://a/b;v/c/d", "g", "the params of 1808 reach to the query, over slashes"},
	{"http://a/b/..", "g",
		"3986 replaces the last segment before it cleans, as 1808 does; whatwg and libcurl clean the base"},
	{"file:///b/c", "g", "java.net.URI and URL write no empty host"},
	{"file:///b/c", "//h/g", "libcurl has no files of another host"},
	{"http:/b/c", "..//g",
		"without a host, a path must not begin with two slashes, and net/url writes an empty one; whatwg and libcurl take " +
			"the first segment of the base for a host; Node and Ruby write two slashes"},
	{"s:b/c", "../g", "3986 has a slash before what is left, 1808 none; urljoin does not know the scheme; whatwg has no " +
		"hierarchy in it, and net/url writes an empty host; Ruby keeps an opaque base"},
	{"mailto:u@h", "g", "the same; 1808 says that the scheme has no relative URLs, when asked, and libcurl guesses http; Ruby keeps " +
		"an opaque base, and Node the user name"},
	{"/b/c", "g", "a relative base is none; urljoin and net/url take it"},
	{"''", "g", "no base is known: 1808 and urljoin give the reference back, net/url puts a slash before it, and Ruby " +
		"refuses"},
}

// resolvers are the columns of the tables.
var resolvers = []struct {
	name    string
	resolve func(base, ref string) (string, error)
}{
	{"rfc1808", inDialect("rfc1808")},
	{"rfc3986", inDialect("rfc3986")},
	{"urllib@3.13", inDialect("urllib@3.13")},
	{"urllib@3.14", inDialect("urllib@3.14")},
	{"whatwg", inDialect("whatwg")},
	{"net/url", inDialect("net/url")},
	{"libcurl", inDialect("libcurl")},
	{"yarl", inDialect("yarl")},
	{"php-uri", inDialect("php-uri")},
	{"php-url", inDialect("php-url")},
	{"java.net.URI", inDialect("java.net.URI")},
	{"java.net.URL", inDialect("java.net.URL")},
	{"nodejs-legacy", inDialect("nodejs-legacy")},
	{"ruby", inDialect("ruby")},
}

func inDialect(name string) func(base, ref string) (string, error) {
	return func(base, ref string) (string, error) {
		return earl.Resolve(earl.MustParseDialect(name), base, ref)
	}
}

// resolutionRow returns the cells of a row: what rfc1808 gives, and for the
// others "=" if it is the same. That net/url of another Go than the page's agrees
// does not matter.
func resolutionRow(base, ref string) (cells []string, agree bool) {
	base, ref = strings.Trim(base, "'"), strings.Trim(ref, "'")
	first := ""
	agree = true
	for i, r := range resolvers {
		cell := "refused"
		if target, err := r.resolve(base, ref); err == nil {
			cell = "`" + target + "`"
		}
		if i == 0 {
			first = cell
		} else if cell == first {
			cell = "="
		} else if r.name != "net/url" || runtime.Version() == urltest.GoOfPages {
			agree = false
		}
		cells = append(cells, cell)
	}
	return cells, agree
}

// resolutionTables is docs/resolution.md.
func resolutionTables(t *testing.T) string {
	t.Helper()
	var b, alike strings.Builder
	header := func(first ...string) {
		for _, r := range resolvers {
			first = append(first, r.name)
		}
		b.WriteString("| " + strings.Join(append(first, "because"), " | ") + " |\n|" + strings.Repeat("---|", len(first)+1) +
			"\n")
	}
	row := func(cells []string, why string) {
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		b.WriteString("| " + strings.Join(append(cells, why), " | ") + " |\n")
	}
	header("reference")
	for _, c := range resolutionCases {
		why := c.why
		for ref := range strings.FieldsSeq(c.refs) {
			cells, agree := resolutionRow(resolutionBase, ref)
			if agree != (c.why == "") {
				t.Errorf("%s: %s; a reason says %q", ref, cells, c.why)
			}
			if agree {
				fmt.Fprintf(&alike, " `%s`", ref)
				continue
			}
			row(append([]string{"`" + ref + "`"}, cells...), why)
			why = "the same"
		}
	}
	differences := b.String()
	b.Reset()
	header("base", "reference")
	for _, c := range otherBases {
		cells, agree := resolutionRow(c.base, c.ref)
		if agree != (c.why == "") {
			t.Errorf("%s and %s: %s; a reason says %q", c.base, c.ref, cells, c.why)
		}
		row(append([]string{"`" + c.base + "`", "`" + c.ref + "`"}, cells...), c.why)
	}
	return fmt.Sprintf(resolutionText, resolutionBase, differences, alike.String(), b.String())
}

const resolutionText = `<!-- Code generated by resolution_test.go; DO NOT EDIT. -->

# How the dialects resolve references

One reference, one base, and what each dialect makes of them. The tables come from running
the dialects; ` + "`go generate`" + ` writes them, and a test fails where they are out of date. "=" is
the result of rfc1808, ` + "`''`" + ` the empty text. net/url is of Go 1.26.8,
libcurl 8.22.0, php-uri and php-url of PHP 8.6.0RC3, java.net of Java 27, nodejs-legacy of Node.js 26.10.0, ruby of its library uri 1.1.1.

## The base ` + "`%s`" + `

%s
All agree on%s.

## Other bases

%s`

// TestResolutionTables: docs/resolution.md is what the dialects do.
func TestResolutionTables(t *testing.T) {
	t.Parallel()
	urltest.PageOfGo(t, filepath.Join("docs", "resolution.md"), resolutionTables(t), *update, "net/url")
}
