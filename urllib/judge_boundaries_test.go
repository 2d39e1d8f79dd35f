package urllib_test

import (
	"strings"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/urllib"
)

// boundaries are calls whose outcomes tell where releases change what they do: what the
// oldest do, and then, for each change, the first releases of the branches that have it
// and what those do. All branches behind the last of these have it. The vectors have
// outcomes of some releases only; these are the dates that the list of requirements has,
// but for rtsps and the scheme argument, which came a patch later than it says.
var boundaries = []struct {
	name, call string
	outcomes   []string
}{
	{"U-018 digits behind a colon", "urlsplit('path:80').scheme", []string{"''", "3.9.2", "'path'"}},
	{"U-018 first letter", "urlsplit('1http://a/b').scheme", []string{"'1http'", "3.11.1 3.12.0", "''"}},
	{"U-154", "unquote(b'%41')", []string{"raise TypeError('Expected str, got bytes')", "3.9.2", "'A'"}},
	{"U-046", "urlsplit('/a\\nb').path", []string{"'/a\\nb'", "3.8.11 3.9.5", "'/ab'"}},
	{"U-046 in a scheme", "urlsplit('java\\nscript:x').scheme", []string{"''", "3.8.11 3.9.6", "'javascript'"}},
	{"U-022", "urlsplit('x', scheme='a\\nb').scheme", []string{"'a\\nb'", "3.8.11 3.9.6", "'ab'"}},
	{"U-054 U-058", "parse_qsl('', strict_parsing=True)", []string{"raise ValueError(\"bad query field: ''\")", "3.11.0", "[]"}},
	{"U-058 negative limit", "parse_qsl('', max_num_fields=-1)", []string{"raise ValueError('Max number of fields exceeded')", "3.11.9 3.12.3", "[]"}},
	{"U-030", "urlsplit('//h:+80').port", []string{"80", "3.10.9 3.11.1 3.12.0", "raise ValueError(\"Port could not be cast to integer value as '+80'\")"}},
	{"U-045", "urlsplit(' //h').netloc", []string{"''", "3.8.17 3.9.17 3.10.12 3.11.4", "'h'"}},
	{"U-004 rtsps", "urlparse('rtsps:a;b').params", []string{"''", "3.11.5 3.12.0", "'b'"}},
	{"U-004 itms-services", "urlsplit('itms-services:/a').geturl()", []string{"'itms-services:/a'", "3.12.0", "'itms-services:///a'"}},
	{"U-033", "urlsplit('//[x]').netloc", []string{"'[x]'", "3.9.21 3.10.16 3.11.4 3.12.0", "raise ValueError(\"'x' does not appear to be an IPv4 or IPv6 address\")"}},
	{"U-033 beside", "urlsplit('//[::1]x').netloc", []string{"'[::1]x'", "3.9.22 3.10.17 3.11.12 3.12.9 3.13.2", "raise ValueError('Invalid IPv6 URL')"}},
	{"U-064", "parse_qsl(b'a=%e9')", []string{
		"raise UnicodeEncodeError(\"'ascii' codec can't encode character '\\\\ufffd' in position 0: ordinal not in range(128)\", 'ascii', 0, 1, 'ordinal not in range(128)')",
		"3.11.9 3.12.3 3.13.0", "[(b'a', b'\\xe9')]",
	}},
	{"U-075", "urlunsplit(('http', '', '//x', '', ''))", []string{"'http://x'", "3.8.20 3.9.20 3.10.15 3.11.10 3.12.4", "'http:////x'"}},
	{"U-124", "urlsplit('http:////a').geturl()", []string{"'http://a'", "3.8.20 3.9.20 3.10.15 3.11.10 3.12.4", "'http:////a'"}},
	{"U-081", "urlunsplit(('http', '', 'g', '', ''))", []string{"'http:///g'", "3.12.6 3.13.0", "'http:g'"}},
	{"U-091", "urljoin('http://h/p?q', '?')", []string{"'http://h/p?q'", "3.14.0", "'http://h/p?'"}},
	{"IPvFuture", "urlsplit('//[V1.x]').netloc", []string{"'[V1.x]'", "3.9.21 3.10.16 3.11.4 3.12.0", "raise ValueError(\"'V1.x' does not appear to be an IPv4 or IPv6 address\")", "3.13.15 3.14.7", "'[V1.x]'"}},
	{"separator of no bytes", "parse_qsl(b'', separator='\\u00e9')", []string{
		"[]",
		"3.14.0", "raise UnicodeEncodeError(\"'ascii' codec can't encode character '\\\\xe9' in position 0: ordinal not in range(128)\", 'ascii', 0, 1, 'ordinal not in range(128)')",
	}},
	{"too many values", "urlencode([('a','b','c')])", []string{"raise ValueError('too many values to unpack (expected 2)')", "3.14.0", "raise ValueError('too many values to unpack (expected 2, got 3)')"}},
	{"codec names with letters beyond ASCII", "quote('a', encoding='palmos\\u00e9')", []string{"raise LookupError('unknown encoding: palmos\\xe9')", "3.9.2", "'a'"}},
	{"codec name cut in a character", "quote('a', encoding='" + strings.Repeat("!", 399) + "\\u00e9rot13')", []string{
		"raise LookupError('unknown encoding: " + strings.Repeat("!", 399) + "\\xe9rot13')",
		"3.9.2", "raise LookupError(\"'" + strings.Repeat("!", 399) + "\\ufffd' is not a text encoding; use codecs.encode() to handle arbitrary codecs\")",
		"3.14.0", "raise LookupError(\"'" + strings.Repeat("!", 399) + "' is not a text encoding; use codecs.encode() to handle arbitrary codecs\")",
	}},
	{"alias of a table", "quote('a', encoding='mac_centeuro')", []string{"'a'"}},
	{"alias of 3.13", "quote('a', encoding='windows_31j')", []string{"raise LookupError('unknown encoding: windows_31j')", "3.13.0", "'a'"}},
	{"alias of 3.14", "quote('a', encoding='874')", []string{"raise LookupError('unknown encoding: 874')", "3.14.0", "'a'"}},
	{"alias of two branches", "quote('a', encoding='cp00858')", []string{"raise LookupError('unknown encoding: cp00858')", "3.13.14 3.14.6", "'a'"}},
	{"palmos", "unquote('%9B', encoding='palmos')", []string{"'\\x9b'", "3.13.6", "'\\u203a'"}},
	{"exception of a codec", "unquote('%ff', encoding='undefined')", []string{
		"raise UnicodeError(\"decoding with 'undefined' codec failed (UnicodeError: undefined encoding)\")",
		"3.12.0", "raise UnicodeError('undefined encoding')",
	}},
	{"idna of Unicode 3.2 alone", "quote('\\u1e9e', encoding='idna')", []string{"'ss'", "3.10.22 3.11.17 3.12.15 3.13.16 3.14.8", "'xn--kkg'"}},
	{"idna, handlers of errors", "quote('\\u20ad', encoding='idna', errors='x')", []string{
		"raise UnicodeError(\"encoding with 'idna' codec failed (UnicodeError: unsupported error handling x)\")",
		"3.12.0", "raise UnicodeError('unsupported error handling x')",
		"3.13.0", "raise UnicodeError('Unsupported error handling: x')",
	}},
	{"idna, exception of punycode", "unquote('xn--9%21', encoding='idna', errors='strict')", []string{
		"raise UnicodeError(\"decoding with 'idna' codec failed (UnicodeError: decoding with 'punycode' codec failed (UnicodeError: Invalid extended code point '!'))\")",
		"3.12.0", "raise UnicodeError(\"Invalid extended code point '!'\")",
		"3.13.0", "raise UnicodeDecodeError(\"'idna' codec can't decode byte 0x21 in position 5: Invalid extended code point '33'\", 'idna', 5, 6, \"Invalid extended code point '33'\")",
	}},
	{"idna, long label", "unquote('" + strings.Repeat("a", 1025) + ".%78n--9ca', encoding='idna', errors='strict')", []string{
		"'" + strings.Repeat("a", 1025) + ".\\xe9'",
		"3.12.0", "raise UnicodeError('label way too long')",
		"3.13.0", "raise UnicodeDecodeError(\"'idna' codec can't decode bytes in position 0-1024: label way too long\", 'idna', 0, 1025, 'label way too long')",
	}},
	{"punycode", "unquote('%ff', encoding='punycode', errors='strict')", []string{
		"raise UnicodeDecodeError(\"'ascii' codec can't decode byte 0xff in position 0: ordinal not in range(128)\", 'ascii', 0, 1, 'ordinal not in range(128)')",
		"3.13.0", "raise UnicodeDecodeError(\"'punycode' codec can't decode byte 0xff in position 0: Invalid extended code point '255'\", 'punycode', 0, 1, \"Invalid extended code point '255'\")",
	}},
	{"name of a syllable in small letters", "unquote('%5CN{hangul syllable ga}', encoding='unicode_escape')", []string{"'\\ufffd'", "3.13.13 3.14.4", "'\\uac00'"}},
	{"pair in ISO 2022", "quote('\\u304b\\u309a', encoding='iso2022_jp_2004', errors='ignore')", []string{"'%1B%24B%24%2B%1B%28B'", "3.8.19 3.9.19 3.10.14 3.11.7 3.12.1", "'%1B%24%28Q%24w%1B%28B'"}},
	{"U+0000 behind the first of a pair", "quote('\\u00e6\\x00', encoding='euc_jis_2004')", []string{"'%A9%DC'", "3.13.10 3.14.1", "'%A9%DC%00'"}},
	{"U+10000 behind the first of a pair", "quote('\\u00e6\\U00010000', encoding='euc_jis_2004', errors='replace')", []string{"'%A9%DC'", "3.14.10", "'%A9%DC%3F'"}},
}

// TestBoundaries: each change has come with the releases that the list says, which
// every release is asked.
func TestBoundaries(t *testing.T) {
	t.Parallel()
	for _, r := range everyRelease(t) {
		py := pythonOf(t, r.String())
		for _, test := range boundaries {
			want := test.outcomes[0]
			for i := 1; i < len(test.outcomes); i += 2 {
				if releasesOf(test.outcomes[i]).Include(r) {
					want = test.outcomes[i+1]
				}
			}
			if got := earl(t, py, test.call); got != want {
				t.Errorf("%s: %.200s of %s: %s, want %s", test.name, test.call, r, got, want)
			}
		}
	}
}

// releasesOf reads the first release of each branch.
func releasesOf(list string) (first str.Releases) {
	for text := range strings.FieldsSeq(list) {
		minor, patch := urllib.MustParseVersion(text).Numbers()
		first = append(first, str.Release{Minor: minor, Patch: patch})
	}
	return first
}

// everyRelease returns the releases that urllib speaks for.
func everyRelease(t *testing.T) (all []str.Release) {
	t.Helper()
	for _, newest := range urllib.Versions() {
		minor, last := newest.Numbers()
		for patch := range last + 1 {
			r := str.Release{Minor: minor, Patch: patch}
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
