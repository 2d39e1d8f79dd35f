package urllib_test

import (
	"strings"
	"testing"

	"earl.example/internal/pytext"
	"earl.example/urllib"
)

// boundaries are where releases change what they do, each with a call that tells
// those before from those since: releases name the first of each branch that does
// the other. All branches after the last of them do, and no release else. The vectors
// have no outcomes of most releases; these are the dates that the list of requirements
// has, but for rtsps and the scheme argument, which came a patch later than it says.
// Since the releases of the last column only, if any, the call shows it at all.
var boundaries = []struct{ name, call, before, since, releases, of string }{
	{"U-018 digits behind a colon", "urlsplit('path:80').scheme", "''", "'path'", "3.9.2", ""},
	{"U-018 first letter", "urlsplit('1http://a/b').scheme", "'1http'", "''", "3.11.1 3.12.0", ""},
	{"U-154", "unquote(b'%41')", "raise TypeError('Expected str, got bytes')", "'A'", "3.9.2", ""},
	{"U-046", "urlsplit('/a\\nb').path", "'/a\\nb'", "'/ab'", "3.8.11 3.9.5", ""},
	{"U-046 in a scheme", "urlsplit('java\\nscript:x').scheme", "''", "'javascript'", "3.8.11 3.9.6", ""},
	{"U-022", "urlsplit('x', scheme='a\\nb').scheme", "'a\\nb'", "'ab'", "3.8.11 3.9.6", ""},
	{"U-054 U-058", "parse_qsl('', strict_parsing=True)", "raise ValueError(\"bad query field: ''\")", "[]", "3.11.0", ""},
	{"U-058 negative limit", "parse_qsl('', max_num_fields=-1)", "raise ValueError('Max number of fields exceeded')", "[]", "3.11.9 3.12.3", ""},
	{"U-030", "urlsplit('//h:+80').port", "80", "raise ValueError(\"Port could not be cast to integer value as '+80'\")", "3.10.9 3.11.1 3.12.0", ""},
	{"U-045", "urlsplit(' //h').netloc", "''", "'h'", "3.8.17 3.9.17 3.10.12 3.11.4", ""},
	{"U-004 rtsps", "urlparse('rtsps:a;b').params", "''", "'b'", "3.11.5 3.12.0", ""},
	{"U-004 itms-services", "urlsplit('itms-services:/a').geturl()", "'itms-services:/a'", "'itms-services:///a'", "3.12.0", ""},
	{"U-033", "urlsplit('//[x]').netloc", "'[x]'", "raise ValueError(\"'x' does not appear to be an IPv4 or IPv6 address\")", "3.9.21 3.10.16 3.11.4 3.12.0", ""},
	{"U-033 beside", "urlsplit('//[::1]x').netloc", "'[::1]x'", "raise ValueError('Invalid IPv6 URL')", "3.9.22 3.10.17 3.11.12 3.12.9 3.13.2", ""},
	{"U-064", "parse_qsl(b'a=%e9')", "raise UnicodeEncodeError(\"'ascii' codec can't encode character '\\\\ufffd' in position 0: ordinal not in range(128)\", 'ascii', 0, 1, 'ordinal not in range(128)')", "[(b'a', b'\\xe9')]", "3.11.9 3.12.3 3.13.0", ""},
	{"U-075", "urlunsplit(('http', '', '//x', '', ''))", "'http://x'", "'http:////x'", "3.8.20 3.9.20 3.10.15 3.11.10 3.12.4", ""},
	{"U-124", "urlsplit('http:////a').geturl()", "'http://a'", "'http:////a'", "3.8.20 3.9.20 3.10.15 3.11.10 3.12.4", ""},
	{"U-081", "urlunsplit(('http', '', 'g', '', ''))", "'http:///g'", "'http:g'", "3.12.6 3.13.0", ""},
	{"U-091", "urljoin('http://h/p?q', '?')", "'http://h/p?q'", "'http://h/p?'", "3.14.0", ""},
	{"IPvFuture", "urlsplit('//[V1.x]').netloc", "raise ValueError(\"'V1.x' does not appear to be an IPv4 or IPv6 address\")", "'[V1.x]'", "3.13.15 3.14.7", "3.9.21 3.10.16 3.11.4 3.12.0"},
	{"separator of no bytes", "parse_qsl(b'', separator='\\u00e9')", "[]", "raise UnicodeEncodeError(\"'ascii' codec can't encode character '\\\\xe9' in position 0: ordinal not in range(128)\", 'ascii', 0, 1, 'ordinal not in range(128)')", "3.14.0", ""},
	{"too many values", "urlencode([('a','b','c')])", "raise ValueError('too many values to unpack (expected 2)')", "raise ValueError('too many values to unpack (expected 2, got 3)')", "3.14.0", ""},
}

// TestBoundaries: each change has come with the releases that the list says, which
// every release is asked.
func TestBoundaries(t *testing.T) {
	t.Parallel()
	all := everyRelease(t)
	for _, test := range boundaries {
		since, of := releasesOf(test.releases), releasesOf(test.of)
		for _, r := range all {
			want := test.before
			switch {
			case len(of) > 0 && !of.Include(r):
				continue
			case since.Include(r):
				want = test.since
			}
			if got := earl(t, pythonOf(t, r.String()), test.call); got != want {
				t.Errorf("%s: %s of %s: %s, want %s", test.name, test.call, r, got, want)
			}
		}
	}
}

// releasesOf reads the first release of each branch.
func releasesOf(list string) (first pytext.Releases) {
	for text := range strings.FieldsSeq(list) {
		minor, patch := urllib.MustParseVersion(text).Numbers()
		first = append(first, pytext.Release{Minor: minor, Patch: patch})
	}
	return first
}

// everyRelease returns the releases that urllib speaks for.
func everyRelease(t *testing.T) (all []pytext.Release) {
	t.Helper()
	for _, newest := range urllib.Versions() {
		minor, last := newest.Numbers()
		for patch := range last + 1 {
			r := pytext.Release{Minor: minor, Patch: patch}
			if _, err := urllib.ParseVersion(r.String()); err == nil {
				all = append(all, r)
			}
		}
	}
	if first, n := all[0].String(), len(all); first != "3.8.8" || n < 100 {
		t.Fatalf("%d releases from %s on", n, first)
	}
	return all
}
