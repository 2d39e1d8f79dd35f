package audit

import (
	"errors"
	"strings"
	"testing"

	"earl.example"
	"earl.example/reading"
	"earl.example/urlerr"
)

// readingOf returns a reading with components: a urlerr.Component and a string, in turn.
func readingOf(components ...any) *reading.Reading {
	text := ""
	for i := 1; i < len(components); i += 2 {
		text += components[i].(string)
	}
	var r reading.Reading
	r.Reset(text)
	spans := r.AcceptSame(text)
	start := 0
	for i := 0; i < len(components); i += 2 {
		end := start + len(components[i+1].(string))
		spans.Set(components[i].(urlerr.Component), start, end)
		start = end
	}
	return &r
}

// hostOf returns a host of n bytes.
func hostOf(n int) string {
	return strings.Repeat("a.", (n-7)/2) + strings.Repeat("b", (n-7)%2) + "example"
}

// boundaryCases are for TestBoundaries.
var boundaryCases = []struct{ name, url, id string }{
	{"a label of 63", "http://" + strings.Repeat("a", 63) + ".example/", "!host-not-ldh"},
	{"a label of 64", "http://" + strings.Repeat("a", 64) + ".example/", "host-not-ldh"},
	{"a host of 253", "http://" + hostOf(253) + "/", "!host-not-ldh"},
	{"a host of 253 and a root dot", "http://" + hostOf(253) + "./", "!host-not-ldh"},
	{"a host of 254", "http://" + hostOf(254) + "/", "host-not-ldh"},
	{"a host of 100", "http://" + hostOf(100) + "/", "!display-spoof"},
	{"a host of 101", "http://" + hostOf(101) + "/", "display-spoof"},
	{"a user of 64", "ftp://" + strings.Repeat("a", 64) + "@h.example/", "!userinfo-deceptive"},
	{"a user of 65", "ftp://" + strings.Repeat("a", 65) + "@h.example/", "userinfo-deceptive"},
	{"a password of 65", "ftp://a:" + strings.Repeat("a", 65) + "@h.example/", "!userinfo-deceptive"},
	{"a user with a top-level domain of 3", "ftp://good.net@h.example/", "userinfo-deceptive"},
	{"a web URL without slashes as a user", "ftp://http:good.com@h.example/", "userinfo-deceptive"},
	{"a URL as a user", "ftp://x%3A%2F%2Fgood.com@h.example/", "userinfo-deceptive"},
	{"a web URL with a host of one letter as a user", "ftp://http:x.de@h.example/", "userinfo-deceptive"},
	{"slashes and a host without a scheme as a user", "ftp://%3A%2F%2Fgood.com@h.example/", "!userinfo-deceptive"},
	{"a Cyrillic letter at the start of a user", "ftp://\u043ek.\u0441om@h.example/", "userinfo-deceptive"},
	{"a user and a password with a dot", "ftp://x:good.com@h.example/", "!userinfo-deceptive"},
	{"a closing bracket only", "http://a]/", "bracket-host-junk"},
	{"an opening bracket only", "http://[::1/", "bracket-host-junk"},
	{"a placeholder of a port", "https://hub.example[:port]/", "!bracket-host-junk"},
	{"an address after a name", "https://hub.example[::a]/", "bracket-host-junk"},
	{"no placeholder", "https://hub.example[port]/", "bracket-host-junk"},
	{"a folder of a version control system", "bzr+file://x@1#egg=y", "!ipv4-nonstandard"},
	{"a placeholder of a user", "http://user.name:p@h.example/", "!userinfo-deceptive"},
	{"a socket as a host", "postgresql://%2Fvar%2Frun/db", "!host-pct-encoded"},
	{"a socket of a scheme without sockets", "gopher://%2Fexample.com/", "host-pct-encoded"},
	{"a user that is a name in DNS", "http://user.name@h.example/", "userinfo-deceptive"},
	{"an escaped slash in a web host", "http://%2Fvar%2Frun/db", "host-pct-encoded"},
	{"of 4, a known one", "ftp://good.info@h.example/", "userinfo-deceptive"},
	{"of 4, no known one", "ftp://good.abcd@h.example/", "!userinfo-deceptive"},
	{"hexadecimal digits without a percent sign", "ftp://a%20bx3a@h.example/", "!userinfo-pct-encoded"},
	{"port 1", "http://h.example:1/", "port-scheme-mismatch"},
	{"port 1023", "http://h.example:1023/", "port-scheme-mismatch"},
	{"port 1024", "http://h.example:1024/", "!port-scheme-mismatch"},
	{"port 1023 of a scheme without a port", "x://h.example:1023/", "!port-scheme-mismatch"},
	{"port 6000 of the web", "wss://h.example:6000/", "port-scheme-mismatch"},
	{"port 6000 of another scheme", "ftp://h.example:6000/", "!port-scheme-mismatch"},
	{"a second port of a scheme", "ftp://h.example:990/", "!port-scheme-mismatch"},
	{"a port of HTTP, for FTP", "ftp://h.example:80/", "port-scheme-mismatch"},
	{"port 65535", "http://h.example:65535/", "!port-suspicious"},
	{"port 65536", "http://h.example:65536/", "port-suspicious"},
	{"port 0", "http://h.example:0/", "port-suspicious"},
	{"the first port", "http://h.example:1/", "!port-suspicious"},
	{"port 00", "http://h.example:00/", "port-suspicious"},
	{"a control, escaped twice", "http://h.example/%251f", "pct-double"},
	{"a space, escaped twice", "http://h.example/%2520", "!pct-double"},
	{"a letter, escaped twice", "http://h.example/%2561", "!pct-double"},
	{"half of it", "http://h.example/%252", "!pct-double"},
	{"at the end", "http://h.example/%252F", "pct-double"},
	{"in a user", "http://a%2540b@h.example/", "pct-double"},
	{"in a query", "http://h.example/?%252F", "!pct-double"},
	{"2,000 bytes", "http://h.example/" + strings.Repeat("a", 2000-17), "!too-long"},
	{"2,001 bytes", "http://h.example/" + strings.Repeat("a", 2001-17), "too-long"},
	{"a device of 7", "http://a.example/conout$", "fs-special-name"},
	{"a device with a blank", "http://a.example/con%20", "fs-special-name"},
	{"no device", "http://a.example/con%20a", "!fs-special-name"},
	{"a device with an extension", "http://a.example/lpt9.tar.gz", "fs-special-name"},
	{"two dots", "http://a.example/a/..", "!fs-special-name"},
	{"three dots", "http://a.example/a/...", "fs-special-name"},
	{"a drive", "http://a.example/c|", "fs-special-name"},
	{"no drive", "http://a.example/1|", "!fs-special-name"},
	{"a secret", "http://a.example/?x=1&Sid=a", "token-in-query"},
	{"an empty secret", "http://a.example/?sid=", "!token-in-query"},
	{"a secret in a fragment", "http://a.example/#access_token=a", "token-in-query"},
	{"two names of secrets", "http://a.example/?token+access_token=a", "!token-in-query"},
	{"a name that is longer", "http://a.example/?sids=a", "!token-in-query"},
	{"a name in a name", "http://a.example/?id=a", "!token-in-query"},
	{"a line end in a query", "http://a.example/?%0A", "!crlf-injection"},
	{"a line end in a query of lines", "ldap://a.example/?%0A", "crlf-injection"},
	{"an escape before a line end", "http://a.example/%0a", "crlf-injection"},
	{"a carriage return", "http://a.example/%0D", "crlf-injection"},
	{"another control", "http://a.example/%0b", "!crlf-injection"},
	{"a line end at the start", "\nhttp://a.example/", "crlf-injection"},
	{"an escaped line end at the start", "%0A", "crlf-injection"},
	{"a line end cut off", "http://a.example/%0", "!crlf-injection"},
	{"port 0 of a scheme without a port", "x://h.example:0/", "!not-normal"},
	{"an empty path of a scheme that may have one", "x://h.example", "!not-normal"},
	{"an empty path", "ws://h.example", "not-normal"},
	{"an escape in a scheme", "ht%74p://a.example/", "scheme-pct-encoded"},
	{"an escape in a scheme, and nothing after it", "ht%74p:", "scheme-pct-encoded"},
	{"an escape in any scheme", "a%62:c", "scheme-pct-encoded"},
	{"an escaped colon after a web scheme", "HTTPS%3a%2f%2fa.example", "scheme-pct-encoded"},
	{"an escaped colon after a scheme that runs code", "javascript%3Aalert(1)", "scheme-pct-encoded"},
	{"an escaped colon after a scheme of files", "file%3A///etc/passwd", "scheme-pct-encoded"},
	{"an escaped colon in a name", "Talk%3AMeeting", "!scheme-pct-encoded"},
	{"an escaped colon after a slash", "a/http%3A//b", "!scheme-pct-encoded"},
	{"an escape after a scheme", "x:ht%74p:", "!scheme-pct-encoded"},
	{"no letter at the start of a scheme", "%31ttp:", "!scheme-pct-encoded"},
	{"no colon after an escape", "ht%74p", "!scheme-pct-encoded"},
	{"no escape", "ht%7tp:", "!scheme-pct-encoded"},
	{"a file in capitals", "FILE:/x", "scheme-local"},
	{"a file to Java", "netdoc:/x", "scheme-local"},
	{"an archive of PHP", "phar://x.phar/y", "scheme-local"},
	{"a helper of Git", "ext::x", "scheme-local"},
	{"another scheme with letters of a file", "files://a.example/", "!scheme-local"},
	{"a hyphen", "-x", "option-injection"},
	{"a hyphen after removed text", "\n-x", "option-injection"},
	{"a hyphen in an escape", "%2Dx", "!option-injection"},
	{"a hyphen in a path", "/-x", "!option-injection"},
	{"a host with a hyphen", "http://-a.example/", "option-injection"},
	{"a host with an escaped hyphen", "http://%2da.example/", "option-injection"},
	{"a host with a hyphen later", "http://a-b.example/", "!option-injection"},
	{"a user with a hyphen", "ssh://-oProxyCommand=x@a.example/", "option-injection"},
	{"a host with a hyphen after a user", "ssh://u@-a.example/", "option-injection"},
	{"a port with a hyphen", "http://a.example:-1/", "!option-injection"},
	{"an at sign in a fragment", "http://a.example#x@b.example", "at-after-authority"},
	{"an at sign in a query", "http://a.example?x@b.example/", "at-after-authority"},
	{"an at sign after an empty value", "http://a.example?x=@b.example/", "at-after-authority"},
	{"an at sign after an empty name", "http://a.example?=x@b.example/", "at-after-authority"},
	{"an at sign after a name with a delimiter", "http://a.example?:x=y@b.example/", "at-after-authority"},
	{"an at sign in a value", "http://a.example?x=y@b.example", "!at-after-authority"},
	{"an at sign in a value of a fragment", "http://a.example#x=y@b.example", "at-after-authority"},
	{"an at sign after a path", "http://a.example/#@b.example", "!at-after-authority"},
	{"an at sign after a slash", "http://a.example?/@b.example", "!at-after-authority"},
	{"an at sign and no host", "http://a.example#@", "!at-after-authority"},
	{"an at sign without an authority", "mailto:a?x@b", "!at-after-authority"},
	{"a root dot", "http://a.example.:80/", "host-root-dot"},
	{"two root dots", "http://a.example../", "host-root-dot"},
	{"a root dot of an address", "http://1.1.1.1./", "host-root-dot"},
	{"no root dot", "http://a.example/.", "!host-root-dot"},
	{"one slash", "http:/a.example", "slash-count"},
	{"two slashes", "http://a.example", "!slash-count"},
	{"three slashes", "http:///a.example", "slash-count"},
	{"no slashes, and nothing", "http:", "!special-no-slashes"},
	{"no slashes", "http:a", "special-no-slashes"},
	{"one at sign", "http://a@b.example/", "!multi-at"},
	{"an octet beyond ASCII", "http://h.example/%80", "!pct-null-or-bad-utf8"},
	{"an octet that is no UTF-8, in the host", "http://%80.example/", "pct-null-or-bad-utf8"},
	{"an overlong dot", "http://h.example/%c0%ae", "pct-null-or-bad-utf8"},
	{"an overlong dot of three octets", "http://h.example/%e0%80%ae", "pct-null-or-bad-utf8"},
	{"an overlong dot of four octets", "http://h.example/%f0%80%80%ae", "pct-null-or-bad-utf8"},
	{"an overlong sign of three octets", "http://h.example/%e0%9f%bf", "pct-null-or-bad-utf8"},
	{"the first octet beyond ASCII, in a user", "ftp://%80@h.example/", "pct-null-or-bad-utf8"},
	{"three octets, none too many, before one that is no UTF-8", "http://h.example/%e0%a0%80%ff", "!pct-null-or-bad-utf8"},
	{"four octets, none too many, before one that is no UTF-8", "http://h.example/%f0%90%80%80%ff", "!pct-null-or-bad-utf8"},
	{"half of an overlong dot", "http://h.example/%c0A", "!pct-null-or-bad-utf8"},
	{"a null byte at the start", "\x00http://h.example/", "pct-null-or-bad-utf8"},
	{"an escaped null byte at the start", "%00", "pct-null-or-bad-utf8"},
	{"three octets, none too many", "http://h.example/%e0%a0%80", "!pct-null-or-bad-utf8"},
	{"www, and nothing behind it", "www.example.com", "scheme-guess"},
	{"a name with a path", "example.com/a", "scheme-guess"},
	{"a name, and nothing behind it", "example.com", "!scheme-guess"},
	{"a name with a port", "example.com:80", "scheme-guess"},
	{"a name with something else", "example.com:a", "!scheme-guess"},
	{"one slash in a reference", "/example.com", "!network-path-ref"},
	{"a space in a host", "http://a b.example/", "space-or-delim-host"},
	{"a quote in a host", `http://"h.example/`, "space-or-delim-host"},
	{"a less sign in a host", "http://a<.example/", "space-or-delim-host"},
	{"a greater sign in a host", "http://a>.example/", "space-or-delim-host"},
	{"a circumflex in a host", "http://a^.example/", "space-or-delim-host"},
	{"a backtick in a host", "http://a`.example/", "space-or-delim-host"},
	{"an opening brace in a host", "http://a{.example/", "space-or-delim-host"},
	{"a bar in a host", "http://a|.example/", "space-or-delim-host"},
	{"a closing brace in a host", "http://a}.example/", "space-or-delim-host"},
	{"an exclamation mark in a host", "http://a!.example/", "!space-or-delim-host"},
	{"an underscore in brackets", "http://[v1._]/", "!host-not-ldh"},
	{"a host inside", "view-source:view-source:http://localhost/", "dest-internal"},
	{"a host inside three", "view-source:view-source:view-source:http://localhost/", "dest-internal"},
	{"a host inside four", "view-source:view-source:view-source:view-source:http://localhost/", "!dest-internal"},
	{"a public host inside", "view-source:view-source:http://h.example/", "!dest-internal"},
	{"a sign that cannot be seen", "http://a\u2800.example/", "host-sign"},
	{"a version of IP, and a number", "http://[v1.1]/", "!ipv4-bad-number"},
	{"two question marks in one", "http://a⁇b/", "host-nfkc-delimiter"},
	{"a wide at sign", "http://a＠b/", "host-nfkc-delimiter"},
	{"a wide A", "http://aＡb/", "!host-nfkc-delimiter"},
	{"a label that browsers map, and one in ASCII", "http://Ａ.example/", "host-unicode-mapping"},
	{"a label that browsers do not map, and one in ASCII", "http://bücher.example/", "!host-unicode-mapping"},
	{"a label that IDNA rejects", "http://a\ufffd.example/", "!host-unicode-mapping"},
	{"one dot and a parameter", "http://h.example/.;x/b", "path-encoded-slash"},
	{"three dots and a parameter", "http://h.example/...;x/b", "!path-encoded-slash"},
	{"a letter, a dot and a parameter", "http://h.example/a.;x/b", "!path-encoded-slash"},
	{"a backslash in the place of a slash", `\a`, "path-encoded-slash"},
	{"a slash and a backslash", `/\a`, "!path-encoded-slash"},
	{"two backslashes", `\\h`, "!network-path-ref"},
	{"an escaped scheme after hexadecimal digits", "aabb%41:x", "scheme-pct-encoded"},
	{"a dot in a scheme that is an escape", "xn--bcher-kva1a%2e://b.c", "scheme-pct-encoded"},
	{"a device and a plus sign", "http://a.example/con+", "!fs-special-name"},
	{"a version of IP without digits, and an address of 2", "http://[v.ab]/", "bracket-host-junk"},
	{"a user of 64 in escapes", "ftp://" + strings.Repeat("%61", 64) + "@h.example/", "!userinfo-deceptive"},
	{"a user of 65 in escapes", "ftp://" + strings.Repeat("%61", 65) + "@h.example/", "userinfo-deceptive"},
	{"a wide at sign at the start of a host", "http://＠b/", "host-nfkc-delimiter"},
	{"a semicolon at the start of a query", "http://h.example/?;a", "query-separator"},
	{"an escape in a scheme with a plus sign", "svn+%73sh:x", "scheme-pct-encoded"},
	{"a user that only begins like a host", "ftp://www.a$b.com@h.example/", "!userinfo-deceptive"},
	{"two backslashes after file", `file:\\h\x`, "backslash-authority"},
	{"a bad escape behind brackets", "http://[::1]/%zz", "pct-malformed"},
	{"a bad escape in brackets", "http://[::1%zz]/", "!pct-malformed"},
	{"a name with a dot in front", ".example.com/a", "!scheme-guess"},
	{"a name with a last label of 1", "a.b/c", "!scheme-guess"},
	{"a name with a last label of 2", "a.bc/c", "scheme-guess"},
	{"a file here, in capitals", "file://LOCALHOST/x", "!file-remote-host"},
	{"a zone of nothing", "http://[::1%25]/", "ipv6-zone"},
	{"a version of IP without digits", "http://[v.1]/", "bracket-host-junk"},
	{"a version of IP without an address", "http://[v1.]/", "bracket-host-junk"},
	{"a version of IP", "http://[v1.a]/", "!bracket-host-junk"},
	{"a version of IP and a port", "http://[v1.a]:80/", "ipvfuture"},
	{"a version of IP and no name", "http://[v1.evil.com]/", "host-disagreement"},
	{"an internal name in brackets", "http://[localhost]/", "dest-internal"},
	{"an internal name in an IPvFuture", "http://[v1.localhost]/", "dest-internal"},
	{"an internal name by IDNA 2003", "http://⒑0.0.1/", "dest-internal"},
	{"a backslash behind a question mark", `http://a.example?\`, "!host-split-backslash"},
	{"userinfo of HTTP", "https://a@b.example/", "scheme-restriction"},
	{"userinfo of FTP", "ftp://a@b.example/", "!scheme-restriction"},
	{"a file here", "file://localhost/x", "!file-remote-host"},
	{"a drive and more", "file:///c:x", "!file-remote-host"},
	{"a nested URL in a URL with a host", "view-source://h.example/http://a/", "!nested-url"},
	{"nothing inside", "view-source:", "!nested-url"},
	{"a colon without a scheme inside", "view-source::a", "!nested-url"},
	{"a character that turns text, in front", "\u202ehttp://h.example/", "display-spoof"},
	{"no URL inside", "view-source:a", "!nested-url"},
	{"an escape in lower case", "http://h.example/%c3%A9", "not-normal"},
	{"an escape with a second digit in lower case", "http://h.example/%3a", "not-normal"},
	{"an escape with a first digit in lower case", "http://h.example/%aF", "not-normal"},
	{"an escape with a second digit of a", "http://h.example/%Fa", "not-normal"},
	{"an escape in upper case", "http://h.example/%3A%C3%A9", "!not-normal"},
	{"schemes inside", "jdbc:mysql:x://h.example/", "nested-url"},
	{"no scheme inside", "x:a b://h.example/", "!nested-url"},
}

// TestBoundaries: a finding begins where it should, and not before. What
// begins with "!" is not found.
func TestBoundaries(t *testing.T) {
	t.Parallel()
	for _, tt := range boundaryCases {
		checkFound(t, tt.name, tt.url, tt.id)
	}
	if n := len(hostOf(253)); n != 253 {
		t.Errorf("a host of %d, want 253", n)
	}
}

// TestSameSpelling: escapes are equal to their characters, except for delimiters and dots.
func TestSameSpelling(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"", "", true}, {"a", "", false}, {"a", "b", false}, {"a", "A", false}, {"ab", "a", false}, {"%41", "A", true},
		{"%7e", "~", true}, {"%7e", "%7E", true}, {"%2e", ".", false}, {"%2E", "%2e", true},
		{"%2f", "/", false}, {"%2F", "%2f", true}, {"%20", " ", true}, {"%27", "'", true}, {"%3a", ":", false},
		{"%C3%A9", "\xc3\xa9", true}, {"%", "%", true}, {"%zz", "%zz", true}, {"%zz", "%25zz", false},
		{"%5c", `\`, true}, {"%23", "#", true}, {"%3f", "?", false}, {"%26", "&", false}, {"%3d", "=", false},
		{"%7f", "\x7f", true}, {"%ff", "\xff", true}, {"%22", `"`, true}, {"%5d", "]", true}, {"%21", "!", true}, {"%24", "$", false},
	} {
		if sameSpelling(tt.a, tt.b) != tt.same || sameSpelling(tt.b, tt.a) != tt.same {
			t.Errorf("%q and %q", tt.a, tt.b)
		}
	}
}

// TestSamePort: ports are numbers, and the default port is absent; one that
// cannot be read is like no other.
func TestSamePort(t *testing.T) {
	t.Parallel()
	parts := func(scheme, port string, err error) *reading.Reading {
		r := readingOf(urlerr.Scheme, scheme, urlerr.Port, port)
		r.SetPortErr(err)
		return r
	}
	bad := errors.New("bad")
	for _, tt := range []struct {
		name string
		a, b *reading.Reading
		same bool
	}{
		{"zeros", parts("http", "0080", nil), parts("http", "80", nil), true},
		{"the scheme's", parts("http", "080", nil), parts("http", "", nil), true},
		{"another scheme's", parts("https", "80", nil), parts("https", "", nil), false},
		{"another", parts("http", "81", nil), parts("http", "80", nil), false},
		{"zero", parts("x", "00", nil), parts("x", "0", nil), true},
		{"zero and none", parts("x", "0", nil), parts("x", "", nil), false},
		{"one cannot be read", parts("http", "", bad), parts("http", "", nil), false},
		{"none can be read", parts("http", "", bad), parts("http", "", bad), true},
	} {
		if samePort(tt.a, tt.b) != tt.same || samePort(tt.b, tt.a) != tt.same {
			t.Errorf("%s: samePort, want %t both ways", tt.name, tt.same)
		}
	}
}

// TestNoSafeFormOfTwoHosts: without its userinfo a URL with a host about which dialects
// do not agree would be another one to some of them.
func TestNoSafeFormOfTwoHosts(t *testing.T) {
	t.Parallel()
	n := 0
	for _, url := range []string{`http://u:p@good.com\@evil.com/`, `http://u:p@a.example@b.example\c/`} {
		r := Audit(url)
		if !r.Differ.Has(urlerr.Host) {
			t.Errorf("%q: dialects agree about the host", url)
		}
		for _, f := range r.Findings {
			if f.ID == "userinfo-secret" || f.ID == "scheme-restriction" || f.ID == "userinfo-deceptive" {
				if n++; f.Safe != "" {
					t.Errorf("%q: %s has the safe form %q", url, f.ID, f.Safe)
				}
			}
		}
	}
	if n < 3 {
		t.Errorf("%d findings, want at least 3", n)
	}
}

// TestOddTie: where as many accept as refuse, the refusals are odd; of two
// readings that are as frequent the second is.
func TestOddTie(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dialects, url, want string }{
		{"rfc3986,whatwg", "http://a@b@c/", "acceptance|"},
		{"whatwg,rfc3986", "http://a@b@c/", "|acceptance"},
		{"rfc3986,net/url,whatwg", "http://h.example/a b", "acceptance||"},
		{"rfc3986,libcurl,net/url", "http://a@b@c/", "||acceptance"},
		{"urllib,whatwg", "http://h.example/a/%2e%2e/b", "|path"},
		{"whatwg,urllib", "http://h.example/a/%2e%2e/b", "|path"},
		{"whatwg,libcurl,urllib,net/url", "http://h.example/a/%2e%2e/b", "||path|path"},
		{"whatwg,urllib,net/url", "http://h.example/a/%2e%2e/b", "path||"},
	} {
		var options Options
		for name := range strings.SplitSeq(tt.dialects, ",") {
			options.Dialects = append(options.Dialects, earl.MustParseDialect(name))
		}
		r := options.Audit(tt.url)
		var got []string
		for _, odd := range r.Odd() {
			got = append(got, odd.String())
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%s: %s: %s, want %s", tt.dialects, tt.url, strings.Join(got, "|"), tt.want)
		}
	}
}

// TestListIsShort: what dialects read is cut in messages.
func TestListIsShort(t *testing.T) {
	t.Parallel()
	for n, cut := range map[int]bool{60: false, 61: true} {
		r := Audit(`http://` + hostOf(n) + `\@b.example/`)
		if r.Findings[0].ID != "host-disagreement" || strings.Contains(r.Findings[0].Message, "…") != cut {
			t.Errorf("%d: %+v, want host-disagreement, cut: %t", n, r.Findings[0], cut)
		}
	}
}

func TestSeverityText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Severity{"info": Info, "high": High, "none": 0, "High": 0, "unknown": 0} {
		var s Severity
		if err := s.UnmarshalText([]byte(text)); (err == nil) != (want != 0) || s != want {
			t.Errorf("UnmarshalText(%q) = %v, %v, want %v", text, s, err, want)
		}
	}
	for s := Severity(0); s <= High; s++ {
		text, err := s.MarshalText()
		back := Severity(9)
		if err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%s is %q, and that %s: %v", s, text, back, err)
		}
	}
	if text := (High + 1).String(); text != "severity 5" {
		t.Error(text)
	}
}

// TestListsAreCopies: a caller who changes a list changes it for no other caller.
func TestListsAreCopies(t *testing.T) {
	t.Parallel()
	kind := Kinds()[0]
	example := kind.Examples[0]
	kind.Examples[0] = "x"
	dialect := Dialects()[0]
	Dialects()[0] = earl.Dialect{}
	found := Finding{ID: kind.ID}
	found.Kind().Examples[0] = "y"
	if Dialects()[0] != dialect || Kinds()[0].Examples[0] != example {
		t.Errorf("after a write to a copy: %s, %s, want %s, %s", Dialects()[0], Kinds()[0].Examples[0], dialect, example)
	}
	refused := Finding{ID: "policy-host"}
	if k := refused.Kind(); k.ID != "" {
		t.Errorf("policy-host is the kind %+v", k)
	}
}

func TestEscapeEnds(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		" ~": " ~", "\x1f\x7f": `\x1f\x7f`, "\x7f": `\x7f`, "a\x1f b\x80c": `a\x1f b\x80c`, "a\u200bb": `a\u200bb`, "\u0080\u00a0\u00a1": `\u0080\u00a0¡`, "\xff": `\xff`, "\U000e0001": `\U000e0001`,
		"\U0010ffff": `\U0010ffff`, "\ufffd": "\ufffd", `\`: `\`, "": "",
		"\u2027\u2028\u202f\u2030": "\u2027" + `\u2028\u202f` + "\u2030",
	} {
		if got := Escape(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestComparablePath: an empty path is "/" after a host alone.
func TestComparablePath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		r    *reading.Reading
		want string
	}{
		{readingOf(urlerr.Host, "h"), "/"}, {readingOf(urlerr.Host, ""), "/"}, {readingOf(), ""},
		{readingOf(urlerr.Path, "a/../b"), "a/../b"}, {readingOf(urlerr.Path, "/a/../b"), "/b"},
		{readingOf(urlerr.Path, "/a", urlerr.Params, "b"), "/a;b"}, {readingOf(urlerr.Path, "/a;"), "/a"},
	} {
		if got := comparablePath(tt.r); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.r, got, tt.want)
		}
	}
}
