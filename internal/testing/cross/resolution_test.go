package cross_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/testing/urltest"
)

// update writes docs/reference/resolution.md: go generate does it.
var update = flag.Bool("update", false, "write docs/reference/resolution.md")

// A resolutionCase is a row of docs/reference/resolution.md for each of the references in refs. why says why the dialects differ.
// It is "" if they agree.
type resolutionCase struct{ refs, why string }

// resolutionBase is the base of RFC 1808 §5.
const resolutionBase = "http://a/b/c/d;p?q#f"

// resolutionCases are the references of RFC 1808 §5 and others. The empty reference is written as two apostrophes.
var resolutionCases = []resolutionCase{
	{"g ./g g/ /g g?y g?y/./x g#s g#s/./x g?y#s g;x g;x?y#s .. ../ ../g ../.. ../../ ../../g", ""},
	{"?y", "java.net.URI and java.net.URL also remove the last segment of the base, as RFC 2396 does; yarl keeps the " +
		"fragment of the base; httpclient resolves an empty path against the root"},
	{"g. .g g.. ..g ./../g ./g/. g/./h g/../h g?y;z ./this:that", ""},
	{"#s . ./ g/..", "httpclient removes dot segments first, and resolves an empty path against the root"},
	{"g:h this:that", "libcurl, java.net.URL and okhttp reject schemes that they do not know; httpclient replaces an opaque part by `/`"},
	{"''", "rfc3986, whatwg, libcurl, php-uri, php-url, okhttp, nodejs-legacy and fast-uri remove the fragment of the base; " +
		"java.net.URI also removes the last segment and the query, and httpclient the whole path; the others return the base unchanged"},
	{"../../../g ../../../../g ../../.. ../../../ ../../../g/../h",
		"rfc1808, java.net.URI, java.net.URL and httpclient keep a `..` if there is no segment to remove"},
	{"/./g /../g /. /.. /g/../h", "rfc1808, java.net.URI and java.net.URL remove dot segments only from relative paths; " +
		"httpclient keeps a `..` if there is no segment to remove"},
	{"//g/../h http://x/y/../z", "rfc1808, urllib, java.net.URI, java.net.URL and ruby do not change a reference with a host; " +
		"nodejs-legacy does not change it if it has no scheme"},
	{";x ..;x ;x/../y g;x=1/../y", "in rfc1808, the params are the text after the first `;` of the path, and a reference with " +
		"only params keeps the last segment of the base; in urllib before 3.14, only the last segment can have params; in the " +
		"others, params are part of the path"},
	{"# ? ; ;?y ;x?", "rfc1808 and urllib before 3.14 treat an empty component as absent; in most others it replaces the " +
		"component of the base; libcurl does not write it; yarl and httpx treat an empty query or fragment as absent, " +
		"and net/url an empty fragment; httpclient resolves an empty path against the root"},
	{"//", "an empty host is absent in rfc1808, urllib, net/url, yarl, httpx and ruby, and a host in rfc3986, php-uri and " +
		"nodejs-legacy; whatwg, libcurl, php-url, java.net.URI, okhttp, httpclient and fast-uri reject it; java.net.URL removes the host, the query and " +
		"the fragment of the base"},
	{"///g", "an empty host is absent in rfc1808, urllib, yarl, httpx, java.net.URI, httpclient and ruby, and a host in rfc3986, php-uri " +
		"and nodejs-legacy; whatwg, libcurl, php-url and okhttp read the three slashes as two, and net/url as the start of the path; " +
		"fast-uri rejects it; java.net.URL removes the host of the base"},
	{"//?y", "in rfc1808, the host is `?y`, because only a slash ends it; in rfc3986, php-uri and nodejs-legacy, the host is " +
		"empty; whatwg, libcurl, php-url, okhttp and fast-uri reject it; java.net.URL removes the host of the base; the others keep it, httpclient without the path"},
	{"//g", "whatwg, libcurl, php-url, okhttp, httpclient and nodejs-legacy write an empty path as `/`"},
	{"http:g http:../g http: HTTP:g",
		"a reference with a scheme is absolute in rfc1808, rfc3986, net/url, php-uri, java.net.URI and ruby; rfc3986 and " +
			"php-uri remove its dot segments; java.net.URI rejects a scheme without a path; libcurl, httpclient and fast-uri reject all four; the others " +
			"ignore the scheme of the base in a reference, nodejs-legacy only in lower case"},
	{"g//h g//../h ..//g", "urllib, httpx, java.net.URI and httpclient drop empty segments"},
	{"127.0.0.1:80", "in rfc1808, yarl and nodejs-legacy, a scheme can begin with a digit; rfc3986, net/url, php-uri, " +
		"java.net.URI, httpclient, ruby and fast-uri reject a first segment with a colon"},
	{":g", "rfc3986, net/url, php-uri, java.net.URI, httpclient and ruby reject a first segment with a colon; httpx removes the colon"},
	{"%2e%2e/g", "whatwg, libcurl, yarl, php-uri, php-url and okhttp read `%2e%2e` as `..`; fast-uri writes it in upper case"},
	{"\\g /\\g", "whatwg, php-url, okhttp and nodejs-legacy read a backslash as a slash; rfc3986, php-uri, java.net.URI, httpclient and ruby " +
		"reject it; net/url, yarl and fast-uri percent-encode it, and fast-uri rejects it after a slash"},
	{"/~x{y}", "rfc3986, php-uri, java.net.URI, httpclient and ruby reject braces; whatwg, net/url, yarl, httpx, php-url, okhttp, nodejs-legacy and fast-uri percent-encode them"},
}

// otherBases are pairs of a base and a reference.
var otherBases = []struct{ base, ref, why string }{
	{"http://a", "g", ""},
	{"http://a", "?y", "rfc1808, libcurl, yarl and java.net.URL write a slash after the host; whatwg, php-url, okhttp, httpclient and nodejs-legacy read the base with a slash"},
	{"http://a?q/b", "g", "in rfc1808, the host is `a?q`, because only a slash ends it"},
	{"http://a/b;v/c/d", "g", "in rfc1808, the params of the base are `v/c/d`"},
	{"http://a/b/..", "g", "whatwg, libcurl, yarl, httpx, php-url, okhttp and ruby remove the dot segments of the base first; the " +
		"others first replace its last segment"},
	{"file:///b/c", "g", "httpx, java.net.URI and java.net.URL do not write an empty host; okhttp rejects the scheme file, and httpclient a base without a host"},
	{"file:///b/c", "//h/g", "libcurl rejects a file URL with another host, okhttp every file URL, and httpclient a base without a host"},
	{"http:/b/c", "..//g", "without a host, the path `//g` would be read as one: rfc3986 and php-uri write `/.` before it; " +
		"rfc1808, urllib 3.13, net/url and yarl write an empty host; java.net.URL, nodejs-legacy and ruby write it unchanged; " +
		"urllib, httpx and java.net.URI drop the empty segment; whatwg, libcurl, php-url and okhttp read `b` as the host of the base; " +
		"fast-uri rejects it, and httpclient a base without a host"},
	{"s:b/c", "../g", "rfc3986 and fast-uri keep the slash before the segment that they remove; urllib, yarl, httpx and java.net.URI return " +
		"the reference; whatwg, php-url and httpclient reject the base, and libcurl, java.net.URL and okhttp its scheme; net/url writes an empty host; " +
		"ruby returns the base"},
	{"mailto:u@h", "g", "urllib, yarl, httpx and java.net.URI return the reference; whatwg, php-url and httpclient reject the base, and java.net.URL and okhttp its scheme; net/url writes an empty host; libcurl reads http and the host `h`; nodejs-legacy replaces the " +
		"host `h`; ruby returns the base; `Grammar.CheckBase` of rfc1808 rejects the base"},
	{"/b/c", "g", "urllib, net/url, yarl, httpx, java.net.URI, nodejs-legacy and fast-uri accept a relative base"},
	{"''", "g", "rfc1808, urllib, java.net.URI, nodejs-legacy and fast-uri return the reference; net/url, yarl and httpx write a " +
		"slash before it; the others reject an empty base"},
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
	{"httpx", inDialect("httpx")},
	{"php-uri", inDialect("php-uri")},
	{"php-url", inDialect("php-url")},
	{"java.net.URI", inDialect("java.net.URI")},
	{"java.net.URL", inDialect("java.net.URL")},
	{"okhttp", inDialect("okhttp")},
	{"httpclient", inDialect("httpclient")},
	{"nodejs-legacy", inDialect("nodejs-legacy")},
	{"fast-uri", inDialect("fast-uri")},
	{"ruby", inDialect("ruby")},
}

func inDialect(name string) func(base, ref string) (string, error) {
	return func(base, ref string) (string, error) {
		return earl.Resolve(earl.MustParseDialect(name), base, ref)
	}
}

// resolutionRow returns the cells of a row: the result of rfc1808, and for each other dialect its result, or "=" if the
// result is the same. agree reports whether all results are the same.
func resolutionRow(base, ref string) (cells []string, agree bool) {
	base, ref = strings.Trim(base, "'"), strings.Trim(ref, "'")
	first := ""
	agree = true
	for i, r := range resolvers {
		cell := "rejected"
		if target, err := r.resolve(base, ref); err == nil {
			cell = "`" + target + "`"
		}
		if i == 0 {
			first = cell
		} else if cell == first {
			cell = "="
		} else {
			agree = false
		}
		cells = append(cells, cell)
	}
	return cells, agree
}

// resolutionTables returns the text of docs/reference/resolution.md.
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
				t.Errorf("%s: %s; the reason is %q", ref, cells, c.why)
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
			t.Errorf("%s and %s: %s; the reason is %q", c.base, c.ref, cells, c.why)
		}
		row(append([]string{"`" + c.base + "`", "`" + c.ref + "`"}, cells...), c.why)
	}
	var releases []string
	for _, r := range resolvers {
		if release := earl.MustParseDialect(r.name).Release(); release != "" {
			releases = append(releases, r.name+" "+release)
		}
	}
	return fmt.Sprintf(resolutionText, strings.Join(releases, ", "), resolutionBase, differences, alike.String(), b.String())
}

//go:generate go test -count=1 -run ^TestResolutionTables$ . -update

const resolutionText = `<!-- Code generated by internal/testing/cross/resolution_test.go; DO NOT EDIT. -->

# How the dialects resolve references

The tables show how each dialect resolves a reference against a base. A test writes them, with the results of the
dialects. "=" means the same result as rfc1808, and ` + "`''`" + ` is the empty text. The releases are: %s.

## The base ` + "`%s`" + `

%s
All agree on%s.

## Other bases

%s`

// TestResolutionTables checks that docs/reference/resolution.md has the results of the dialects.
func TestResolutionTables(t *testing.T) {
	t.Parallel()
	urltest.Page(t, filepath.Join("..", "..", "..", "docs", "reference", "resolution.md"), resolutionTables(t), *update)
}
