package phpuri

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

var record = flag.Bool("record", false, "write the recorded answers from the programs that EARL_PHPS names")

func program(class string) oracle.Program {
	return oracle.Program{
		Name: class, Variable: "EARL_PHPS", Command: "php", Args: []string{"../php/testdata/oracle.php", class},
	}
}

var uriSuite = oracle.Suite{
	Program:  program(`Uri\Rfc3986\Uri`),
	Releases: Dialect{}.Releases(),
	Answer:   func(release string, q oracle.Question) string { return answer(Dialect{}, release, q) },
	More: []string{
		"//h:9223372036854775807", "//h:9223372036854775808", "//h:00000000000000000080", "//h:000000000000000000080", "//h:",
		"..", "../..", "%2e", "%2e/", "./a:b", ".//a", "/.//a", "/..//a", "x:/..//a", "x:./a:b", "x:..", "//h/..", "//h/a/..",
		"//h/./", "a/..", "a//..", "x:a/../", "./..", "[v1.aB]", "[::FFFF:1.2.3.4]", "%41:%42@", "//@", "//:@h", "/..", "/.",
	},
	Bases: []string{
		"http://h/a/b?q#f", "HTTP://U@H:080/%7e/../b", "x:y", "x:/y", "x:y/z", "x://h", "a/b", "//h/a", "http://[::1]/a/", "",
	},
}

var urlSuite = oracle.Suite{
	Program:  program(`Uri\WhatWg\Url`),
	Releases: Dialect{}.Releases(),
	Answer:   func(release string, q oracle.Question) string { return answer(Dialect{URL: true}, release, q) },
	More: []string{
		"/..#a", "/..?a", "/.#a", "/%2e%2E?", "//a|b", "/a//b^", "^", "/./", "/../", "/a//./b", "%#", "%?", "%^", "%/.", "%z", "%z^",
		"\\..\\", "\\.\\a^", "/C|/../", "file:///C|/../..", "file://C:/", "file:C|", "C|/x", "/C:", "file:///C:/..", "/../C|/..",
		"xn--", "xn--a-", "xn--example-", "a.xn--", "axn--", "XN--", "%41", "%78n--a", "file://%4cocalhost/", "localhost",
		"\xc1\xa1", "\xe2\x82", "\xf0\x9f", "\xff", "\xed\xa0\x80", "\xc0\x80", "\x80", "\xc0#", "\xc0?", "\xc0/", "\xe2#a",
		"\u0300", "\u05d0", "\u200d", "\ufb1d", "\U0001df1f", "ｘn--a-", "u:@", "@", ":@", "\xc0@", "\xc0:",
	},
	Bases: []string{
		"http://h/a/b?q#f", "http://u:p@%41h:8/a^/b^c?^", "x:y?z", "x://h/p/q", "x:/p//q", "file:///C:/a/b", "file://h/a/b", "x://h",
		"http://h/%zz/%/", "file:///",
	},
	Unmodelled: unmodelled,
}

// large matches a label that lexbor reads as a number that is too large, although it has other characters.
var large = regexp.MustCompile(`(?i)[0-9]{10,}[a-fx]|0x[0-9a-f]{8,}x`)

// unmodelled returns the class of a question that the model of Uri\WhatWg\Url answers differently, or "".
func unmodelled(release string, q oracle.Question) string {
	if release == "8.5.7" {
		var base reading.Reading
		at("url", release).Read(&base, q.Base)
		path, _ := base.Path()
		scheme, _ := base.Scheme()
		if scheme == "file" && strings.ContainsAny(q.Base, `.\%`) && len(path) > len("/C:") && ascii.IsDrive(path[1:3]) &&
			strings.Count(path, "/") == 2 && strings.HasSuffix(path, "/") {
			return `8.5.7: relative to a drive letter after dot segments`
		}
	}
	for _, url := range []string{q.Base, q.URL} {
		if large.MatchString(url) {
			return "a last label of hexadecimal digits that begins with a number above 2^32"
		}
		if release == "8.5.7" && len(url) > 1000 && (whatwg.PathSet.Encode(url) != url || strings.ContainsAny(url, `[\]|`)) {
			return "8.5.7: a path of more than 1000 bytes that lexbor copies while it grows"
		}
		if strings.HasPrefix(url, "http://") && len(url) > whatwg.MaxLabel && ascii.Prefix(url) < len(url) {
			return "a label of more than 2000 characters"
		}
	}
	return ""
}

// answer returns the answer of the model: the getters, the URL, and for java.net.URI the raw getters.
func answer(class Dialect, release string, q oracle.Question) string {
	dialect, err := class.At(release)
	if err != nil {
		return err.Error()
	}
	d := dialect.(Dialect)
	if q.HasBase {
		target, err := d.Resolve(q.Base, q.URL)
		if err != nil {
			return oracle.Rejected
		}
		return oracle.Quote(target)
	}
	var r reading.Reading
	if d.Read(&r, q.URL); r.Err() != nil {
		return oracle.Rejected
	}
	var fields []string
	field := func(value string, ok bool) {
		if ok {
			fields = append(fields, oracle.Quote(value))
		} else {
			fields = append(fields, oracle.Absent)
		}
	}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if c != urlerr.Authority && c != urlerr.Params && (c != urlerr.Userinfo || !d.URL) {
			field(r.Get(c))
		}
	}
	fields = append(fields, oracle.Quote(r.Href()))
	for c := urlerr.Scheme; c <= urlerr.Fragment && !d.URL; c++ {
		if c != urlerr.Authority && c != urlerr.Params && c != urlerr.Port {
			span, ok := r.InInput(c)
			_, isEmpty := r.Get(c)
			field(q.URL[span.Start:span.End], ok || c == urlerr.Password && isEmpty)
		}
	}
	return oracle.Fields(fields...)
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	uriSuite.Recorded(t, "testdata/Uri.jsonl", *record)
	urlSuite.Recorded(t, "testdata/Url.jsonl", *record)
}

func TestLiveUri(t *testing.T) {
	t.Parallel()
	uriSuite.Live(t)
}

func TestLiveUrl(t *testing.T) {
	t.Parallel()
	urlSuite.Live(t)
}

func FuzzSameAsUri(f *testing.F) { uriSuite.Fuzz(f) }

func FuzzSameAsUrl(f *testing.F) { urlSuite.Fuzz(f) }
