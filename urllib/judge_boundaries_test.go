package urllib_test

import (
	"strings"
	"testing"
)

// boundaries are where releases change what they do, each with a call that tells
// the last release of a branch that does the one from the first that does the
// other: "3.8.10|3.8.11" are such two, and "3.10.22|3.11.0" end and begin branches.
// The vectors have no outcomes of most of these releases; these are the dates
// that the list of requirements has, but for rtsps and the scheme argument, which
// came a patch later than it says.
var boundaries = []struct{ name, call, before, since, releases string }{
	{"U-018 digits behind a colon", "urlsplit('path:80').scheme", "''", "'path'", "3.8.20|3.9.2"},
	{"U-018 first letter", "urlsplit('1http://a/b').scheme", "'1http'", "''", "3.11.0|3.11.1 3.10.22|3.12.0"},
	{"U-154", "unquote(b'%41')", "raise TypeError('Expected str, got bytes')", "'A'", "3.8.20|3.9.2"},
	{"U-046", "urlsplit('/a\\nb').path", "'/a\\nb'", "'/ab'", "3.8.10|3.8.11 3.9.4|3.9.5"},
	{"U-046 in a scheme", "urlsplit('java\\nscript:x').scheme", "''", "'javascript'", "3.8.10|3.8.11 3.9.5|3.9.6"},
	{"U-022", "urlsplit('x', scheme='a\\nb').scheme", "'a\\nb'", "'ab'", "3.8.10|3.8.11 3.9.5|3.9.6"},
	{"U-054 U-058", "parse_qsl('', strict_parsing=True)", "raise ValueError(\"bad query field: ''\")", "[]", "3.10.22|3.11.0"},
	{"U-058 negative limit", "parse_qsl('', max_num_fields=-1)", "raise ValueError('Max number of fields exceeded')", "[]", "3.11.8|3.11.9 3.12.2|3.12.3"},
	{"U-030", "urlsplit('//h:+80').port", "80", "raise ValueError(\"Port could not be cast to integer value as '+80'\")", "3.10.8|3.10.9 3.11.0|3.11.1 3.9.25|3.12.0"},
	{"U-045", "urlsplit(' //h').netloc", "''", "'h'", "3.8.16|3.8.17 3.9.16|3.9.17 3.10.11|3.10.12 3.11.3|3.11.4"},
	{"U-004 rtsps", "urlparse('rtsps:a;b').params", "''", "'b'", "3.11.4|3.11.5 3.10.22|3.12.0"},
	{"U-004 itms-services", "urlsplit('itms-services:/a').geturl()", "'itms-services:/a'", "'itms-services:///a'", "3.11.17|3.12.0"},
	{"U-033", "urlsplit('//[x]').netloc", "'[x]'", "raise ValueError(\"'x' does not appear to be an IPv4 or IPv6 address\")", "3.9.20|3.9.21 3.10.15|3.10.16 3.11.3|3.11.4 3.8.20|3.12.0"},
	{"U-033 beside", "urlsplit('//[::1]x').netloc", "'[::1]x'", "raise ValueError('Invalid IPv6 URL')", "3.9.21|3.9.22 3.10.16|3.10.17 3.11.11|3.11.12 3.12.8|3.12.9 3.13.1|3.13.2"},
	{"U-064", "parse_qsl(b'a=%e9')", "raise UnicodeEncodeError(\"'ascii' codec can't encode character '\\\\ufffd' in position 0: ordinal not in range(128)\", 'ascii', 0, 1, 'ordinal not in range(128)')", "[(b'a', b'\\xe9')]", "3.11.8|3.11.9 3.12.2|3.12.3 3.10.22|3.13.0"},
	{"U-075", "urlunsplit(('http', '', '//x', '', ''))", "'http://x'", "'http:////x'", "3.8.19|3.8.20 3.9.19|3.9.20 3.10.14|3.10.15 3.11.9|3.11.10 3.12.3|3.12.4"},
	{"U-124", "urlsplit('http:////a').geturl()", "'http://a'", "'http:////a'", "3.8.19|3.8.20 3.9.19|3.9.20 3.10.14|3.10.15 3.11.9|3.11.10 3.12.3|3.12.4"},
	{"U-081", "urlunsplit(('http', '', 'g', '', ''))", "'http:///g'", "'http:g'", "3.12.5|3.12.6 3.11.17|3.13.0"},
	{"U-091", "urljoin('http://h/p?q', '?')", "'http://h/p?q'", "'http://h/p?'", "3.13.18|3.14.0"},
}

// TestBoundaries: each change has come with the release that the list says.
func TestBoundaries(t *testing.T) {
	t.Parallel()
	for _, test := range boundaries {
		for pair := range strings.FieldsSeq(test.releases) {
			before, since, _ := strings.Cut(pair, "|")
			for release, want := range map[string]string{before: test.before, since: test.since} {
				if got := earl(t, pythonOf(t, release), test.call); got != want {
					t.Errorf("%s: %s of %s: %s, want %s", test.name, test.call, release, got, want)
				}
			}
		}
	}
}
