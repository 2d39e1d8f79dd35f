package audit

import (
	"slices"
	"strings"
)

// catalogue has all kinds of findings, the worst first. Below each is what finds
// it, and which traits a URL must have for that.
var catalogue = slices.Concat(worst, medium, slight)

// worst are the kinds of severity High.
var worst = []entry{
	{Kind: Kind{
		ID: "host-disagreement", Severity: High, Detects: "dialects that take the URL read another scheme, host or port",
		Reference: "Tsai, A New Era of SSRF (2017)", Address: "https://www.blackhat.com/docs/us-17/thursday/us-17-Tsai-A-New-Era-Of-SSRF-Exploiting-URL-Parser-In-Trending-Programming-Languages.pdf",
		Examples: []string{`http://evil.com\@good.com/`, "http:/evil.com/"},
		NearMiss: "http://evil.com/@good.com/",
	}, find: (*view).findHostDisagreement},
	{Kind: Kind{
		ID: "host-split-backslash", Severity: High, Detects: "a backslash before the end of the authority",
		Reference: "Claroty and Snyk, Exploiting URL parsing confusion (2022)", Address: "https://claroty.com/team82/research/exploiting-url-parsing-confusion",
		Examples: []string{`http://evil.com\@good.com/`, `http://good.com\.evil.com/`},
		NearMiss: `http://good.com/a\b`,
	}, needs: hasBackslash, find: (*view).findHostSplitBackslash},
	{Kind: Kind{
		ID: "backslash-authority", Severity: High, Detects: "backslashes in the place of the two slashes",
		Reference: "URL Standard, relative slash state", Address: "https://url.spec.whatwg.org/#relative-slash-state",
		Examples: []string{`http:\\evil.com/`, `/\evil.com/`, `\\evil.com`},
		NearMiss: `/a\b`,
	}, needs: hasBackslash, find: (*view).findBackslashAuthority},
	{Kind: Kind{
		ID: "slash-count", Severity: High, Detects: "other than two slashes after a scheme of the web",
		Reference: "Claroty and Snyk, Exploiting URL parsing confusion (2022)", Address: "https://claroty.com/team82/research/exploiting-url-parsing-confusion",
		Examples: []string{"http:/evil.com/", "http:///evil.com/", "https:////evil.com/"},
		NearMiss: "file:///etc/hosts",
	}, find: (*view).findSlashCount},
	{Kind: Kind{
		ID: "special-no-slashes", Severity: High, Detects: "a scheme of the web without slashes after it",
		Reference: "URL Standard, special authority slashes state", Address: "https://url.spec.whatwg.org/#special-authority-slashes-state",
		Examples: []string{"http:evil.com"},
		NearMiss: "mailto:a@b",
	}, find: (*view).findSpecialNoSlashes},
	{Kind: Kind{
		ID: "multi-at", Severity: High, Detects: `more than one "@" in the authority`,
		Reference: "CVE-2022-0512", Address: "https://nvd.nist.gov/vuln/detail/CVE-2022-0512", Section: "§7.6",
		Examples: []string{"http://a@b@c/"},
		NearMiss: "http://a@b/@c",
	}, needs: hasAt, find: (*view).findMultiAt},
	{Kind: Kind{
		ID: "bracket-host-junk", Severity: High, Detects: "brackets in the host around or beside what is no IPv6 address",
		Reference: "CVE-2025-0938", Address: "https://nvd.nist.gov/vuln/detail/CVE-2025-0938",
		Examples: []string{"http://a[::1]/", "http://[example.com]/", "http://[::1]x/"},
		NearMiss: "http://[::1]:80/",
	}, needs: hasBracket, find: (*view).findBracketHostJunk},
	{Kind: Kind{
		ID: "colon-host", Severity: High, Detects: "more than one colon in host and port outside of brackets",
		Reference: "Go, urlstrictcolons", Address: "https://go.dev/issue/75223",
		Examples: []string{"http://h:80:80/", "http://::1/"},
		NearMiss: "http://u:p@h:80/a:b",
	}, needs: hasColon, find: (*view).findColonHost},
	{Kind: Kind{
		ID: "ipv4-nonstandard", Severity: High, Detects: "an IPv4 address in hexadecimal, octal, in other than four numbers, or with a root dot",
		Reference: "RFC 3986 §7.4", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.4", Section: "§7.4",
		Examples: []string{"http://0x7f.1/", "http://2130706433/", "http://0177.0.0.1/", "http://127.0.1/", "http://%30x7f.1/", "http://127.0.0.1./"},
		NearMiss: "http://127.0.0.1.example/",
	}, find: (*view).findIPv4Nonstandard},
	{Kind: Kind{
		ID: "control-stripped", Severity: High, Detects: "tabs, newlines, or controls and spaces at the ends, which browsers and Python drop",
		Reference: "CVE-2023-24329", Address: "https://nvd.nist.gov/vuln/detail/CVE-2023-24329",
		Examples: []string{"ht\ntp://evil.com/", " http://evil.com/"},
		NearMiss: "http://h/a%20b",
	}, needs: hasControl, find: (*view).findControlStripped},
	{Kind: Kind{
		ID: "crlf-injection", Severity: High, Detects: "a line end, raw or escaped, where a protocol of lines may read it",
		Reference: "RFC 3986 §7.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.2", Section: "§7.2",
		Examples: []string{"gopher://127.0.0.1:25/_%0D%0AHELO", "http://h/%0d%0aX:", "http://h/\r\nX: y", "telnet://h/%0A"},
		NearMiss: "http://h/?text=a%0D%0Ab",
	}, needs: hasControl | hasPercent, find: (*view).findCRLFInjection},
	{Kind: Kind{
		ID: "host-unicode-mapping", Severity: High, Detects: "characters in the host that browsers turn into other, plain ones",
		Reference: "CVE-2026-13676", Address: "https://nvd.nist.gov/vuln/detail/CVE-2026-13676",
		Examples: []string{"http://evil。com/", "http://①②⑦.0.0.1/", "http://%EF%BC%A5vil.com/"},
		NearMiss: "http://bücher.example/",
	}, needs: hasNonASCII | hasPercent, find: (*view).findHostUnicodeMapping},
	{Kind: Kind{
		ID: "host-nfkc-delimiter", Severity: High, Detects: "a character in the host that compatibility normalisation turns into a delimiter",
		Reference: "CVE-2019-9636", Address: "https://nvd.nist.gov/vuln/detail/CVE-2019-9636",
		Examples: []string{"http://evil.c℀.good.com/", "http://evil.c%E2%84%80.good.com/"},
		NearMiss: "http://h/℀",
	}, needs: hasNonASCII | hasPercent, find: (*view).findHostNFKCDelimiter},
	{Kind: Kind{
		ID: "host-pct-encoded", Severity: High, Detects: "escapes in the host",
		Reference: "CVE-2022-27780", Address: "https://nvd.nist.gov/vuln/detail/CVE-2022-27780", Section: "§7.3",
		Examples: []string{"http://evil.com%2f.good.com/", "http://a%62c.com/", "http://evil.com%00.good.com/", "http://a%40b/"},
		NearMiss: "http://h/a%2fb",
	}, needs: hasPercent, find: (*view).findHostPercentEncoded},
	{Kind: Kind{
		ID: "scheme-active", Severity: High, Detects: "a scheme that runs code, carries its own content, or speaks to any port",
		Reference: "RFC 3986 §7.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.2", Section: "§7.2",
		Examples: []string{"javascript://good.com/%0aalert(1)", "data:text/html,x", "gopher://127.0.0.1:25/_HELO"},
		NearMiss: "https://h/javascript:x",
	}, find: (*view).findSchemeActive},
	{Kind: Kind{
		ID: "dest-internal", Severity: High, Detects: "a host that is not on the public Internet",
		Reference: "RFC 3986 §7.4", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.4", Section: "§7.4",
		Examples: []string{"http://169.254.169.254/", "http://localhost/", "http://[::ffff:10.0.0.1]/", "http://0xa.1/", "http://012.0.0.1/", "http://127.0.0.1.nip.io/", "http://⒑0.0.1/", "http://local\u1806host/", "http://%31%32%37.0.0.1/", "http://[fd00::1]/", "http://metadata.google.internal/", "http://good.com#@127.0.0.1/"},
		NearMiss: "http://10.example.com/",
	}, find: (*view).findDestInternal},
	{Kind: Kind{
		ID: "userinfo-deceptive", Severity: High, Detects: "a user name that looks like a host, or is very long",
		Reference: "RFC 3986 §7.6", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.6", Section: "§7.6",
		Examples: []string{"ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "http://www.good.com@evil.com/", "http://good%2Ecom@evil.com/"},
		NearMiss: "ftp://joe@h/",
	}, needs: hasAt, find: (*view).findUserinfoDeceptive},
}

// medium are the kinds of severity Medium.
var medium = []entry{
	{Kind: Kind{
		ID: "scheme-guess", Severity: Medium, Detects: "a scheme that is missing, guessed, or looks like a host with its port",
		Reference: "RFC 3986 §4.5", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-4.5",
		Examples: []string{"evil.com:80/x", "mailto:a@b", "www.example.com/a"},
		NearMiss: "index.html",
	}, find: (*view).findSchemeGuess},
	{Kind: Kind{
		ID: "network-path-ref", Severity: Medium, Detects: "a reference that names a host of its own",
		Reference: "RFC 3986 §4.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-4.2",
		Examples: []string{"//evil.com/", "\t//evil.com"},
		NearMiss: "/a//b",
	}, find: (*view).findNetworkPathRef},
	{Kind: Kind{
		ID: "userinfo-bracket", Severity: Medium, Detects: "a square bracket in the userinfo",
		Reference: "CVE-2024-22243", Address: "https://nvd.nist.gov/vuln/detail/CVE-2024-22243",
		Examples: []string{"http://user[@evil.com/"},
		NearMiss: "http://u@[::1]/",
	}, needs: hasBracket, find: (*view).findUserinfoBracket},
	{Kind: Kind{
		ID: "ipv4-bad-number", Severity: Medium, Detects: "a host whose last label is a number, and that is no IPv4 address",
		Reference: "URL Standard, ends in a number", Address: "https://url.spec.whatwg.org/#ends-in-a-number-checker", Section: "§7.4",
		Examples: []string{"http://256.1.1.1/", "http://1.2.3.4.5/", "http://a.0x1g.09/"},
		NearMiss: "http://1.2.3.4.example/",
	}, find: (*view).findIPv4BadNumber},
	{Kind: Kind{
		ID: "ipv6-embeds-ipv4", Severity: Medium, Detects: "an IPv6 address that holds an IPv4 address",
		Reference: "RFC 4291 §2.5.5", Address: "https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5", Section: "§7.4",
		Examples: []string{"http://[::ffff:127.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://[2002:7f00:1::]/"},
		NearMiss: "http://[2001:db8::1]/",
	}, needs: hasBracket, find: (*view).findIPv6EmbedsIPv4},
	{Kind: Kind{
		ID: "ipv6-zone", Severity: Medium, Detects: "a zone in an IPv6 address",
		Reference: "RFC 6874", Address: "https://www.rfc-editor.org/rfc/rfc6874",
		Examples: []string{"http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"},
		NearMiss: "http://[fe80::1]/%25",
	}, needs: hasBracket, find: (*view).findIPv6Zone},
	{Kind: Kind{
		ID: "port-suspicious", Severity: Medium, Detects: "a port that is empty, zero, above 65535, has leading zeros, or is no number",
		Reference: "RFC 3986 §3.2.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.3",
		Examples: []string{"http://host:65536/", "http://host:0080/", "http://host:/", "http://host:+80/", "http://host:８０/"},
		NearMiss: "http://host:8080/",
	}, needs: hasColon, find: (*view).findPortSuspicious},
	{Kind: Kind{
		ID: "space-or-delim-host", Severity: Medium, Detects: "a space or one of \"<>^`{|} in the host",
		Reference: "RFC 3986 §2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-2",
		Examples: []string{"http://exam ple.com/", "http://a|b/", "http://a%7Cb/"},
		NearMiss: "http://h/a|b",
	}, needs: hasControl | hasDelim | hasPercent, find: (*view).findSpaceOrDelimHost},
	{Kind: Kind{
		ID: "host-ignorable", Severity: Medium, Detects: "a character in the host that browsers drop",
		Reference: "UTS #46 §4", Address: "https://www.unicode.org/reports/tr46/#Processing",
		Examples: []string{"http://exa\u00admple.com/", "http://exa%C2%ADmple.com/"},
		NearMiss: "http://h/exa\u00admple",
	}, needs: hasNonASCII | hasPercent, find: (*view).findHostIgnorable},
	{Kind: Kind{
		ID: "idna-deviation", Severity: Medium, Detects: "a character of which IDNA of 2003 and of 2008 make different names",
		Reference: "UTS #46 §7", Address: "https://www.unicode.org/reports/tr46/#IDNAComparison",
		Examples: []string{"http://faß.de/", "http://fa%C3%9F.de/"},
		NearMiss: "http://fass.de/faß",
	}, needs: hasNonASCII | hasPercent, find: (*view).findIDNADeviation},
	{Kind: Kind{
		ID: "fake-a-label", Severity: Medium, Detects: "a label that looks like Punycode and stands for no name",
		Reference: "CVE-2024-12224", Address: "https://nvd.nist.gov/vuln/detail/CVE-2024-12224",
		Examples: []string{"http://xn--example-.org/", "http://xn--a/", "http://%78n--example-.org/"},
		NearMiss: "http://xn--bcher-kva.example/",
	}, find: (*view).findFakeALabel},
	{Kind: Kind{
		ID: "path-encoded-dots", Severity: Medium, Detects: "a dot segment with escapes",
		Reference: "RFC 3986 §6.2.2.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.3", Section: "§7.3",
		Examples: []string{"http://h/a/%2e%2e/b", "http://h/a/.%2E/b"},
		NearMiss: "http://h/a%2eb",
	}, needs: hasPercent, find: (*view).findPathEncodedDots},
	{Kind: Kind{
		ID: "path-encoded-slash", Severity: Medium, Detects: "an escaped slash or backslash, a backslash, or a dot segment with a parameter, in the path",
		Reference: "RFC 3986 §7.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.3", Section: "§7.3",
		Examples: []string{"http://h/..%2fb", "http://h/..;/b", `http://h/a\..\b`, "http://h/a%5Cb"},
		NearMiss: "http://h/a?b=%2f",
	}, find: (*view).findPathEncodedSlash},
	{Kind: Kind{
		ID: "pct-malformed", Severity: Medium, Detects: "a percent sign without two hexadecimal digits",
		Reference: "RFC 3986 §2.1", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-2.1",
		Examples: []string{"http://h/%zz", "http://h/100%"},
		NearMiss: "http://h/100%25",
	}, needs: hasPercent, find: (*view).findPctMalformed},
	{Kind: Kind{
		ID: "pct-double", Severity: Medium, Detects: "a delimiter or a dot that is escaped twice, outside of the query",
		Reference: "RFC 3986 §2.4", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-2.4", Section: "§7.3",
		Examples: []string{"http://h/%252e%252e/", "http://h/a%252Fb"},
		NearMiss: "http://h/?u=%252F",
	}, needs: hasPercent, find: (*view).findPctDouble},
	{Kind: Kind{
		ID: "pct-null-or-bad-utf8", Severity: Medium, Detects: "a null octet, octets that are longer UTF-8 than need be, or no UTF-8 in host or userinfo",
		Reference: "RFC 3986 §7.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.3", Section: "§7.3",
		Examples: []string{"http://h/a%00b", "http://h/%c0%af", "http://h%FF/", "http://h/\x00"},
		NearMiss: "http://h/%E9",
	}, needs: hasPercent | hasControl | hasNonASCII, find: (*view).findPctNullOrBadUTF8},
	{Kind: Kind{
		ID: "file-remote-host", Severity: Medium, Detects: "a file on another machine, or on what may be a drive",
		Reference: "RFC 8089", Address: "https://www.rfc-editor.org/rfc/rfc8089", Section: "§7.3",
		Examples: []string{"file://h/etc", `file:c:\x`, "file:///C|/x"},
		NearMiss: "file:///etc/hosts",
	}, find: (*view).findFileRemoteHost},
	{Kind: Kind{
		ID: "nested-url", Severity: Medium, Detects: "a URL inside a URL without a host",
		Reference: "URL Standard, origin of blob", Address: "https://url.spec.whatwg.org/#concept-url-origin",
		Examples: []string{"jar:http://h!/x", "blob:http://h/x", "view-source:http://h/"},
		NearMiss: "http://h/?u=http://g/",
	}, find: (*view).findNestedURL},
	{Kind: Kind{
		ID: "port-scheme-mismatch", Severity: Medium, Detects: "a port that is assigned to another protocol",
		Reference: "RFC 3986 §7.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.2", Section: "§7.2",
		Examples: []string{"http://h:25/", "https://h:6667/"},
		NearMiss: "http://h:8080/",
	}, needs: hasColon, find: (*view).findPortSchemeMismatch},
	{Kind: Kind{
		ID: "userinfo-secret", Severity: Medium, Detects: "a password",
		Reference: "RFC 3986 §7.5", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.5", Section: "§7.5",
		Examples: []string{"http://user:secret@h/"},
		NearMiss: "http://user:@h/",
	}, needs: hasAt, find: (*view).findUserinfoSecret},
	{Kind: Kind{
		ID: "display-spoof", Severity: Medium, Detects: "a name that looks like another one, or characters that cannot be seen",
		Reference: "UTS #39", Address: "https://www.unicode.org/reports/tr39/", Section: "§7.6",
		Examples: []string{"http://аpple.com/", "http://xn--pple-43d.com/", "http://good.com\u2215a.evil.example/", "http://ѕсоре.com/", "http://h/\u202Efdp.exe"},
		NearMiss: "http://пример.рф/",
	}, find: (*view).findDisplaySpoof},
}

// slight are the kinds of severity Low and Info.
var slight = []entry{
	{Kind: Kind{
		ID: "acceptance-split", Severity: Low, Detects: "some dialects refuse what others take",
		Reference: "OWASP, Server-Side Request Forgery Prevention", Address: "https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html",
		Examples: []string{"http://h/a b"},
		NearMiss: "http://h/a%20b",
	}, find: (*view).findAcceptanceSplit},
	{Kind: Kind{
		ID: "part-disagreement", Severity: Low, Detects: "dialects that take the URL read another userinfo, path, query or fragment",
		Reference: "RFC 3986 §3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-3",
		Examples: []string{"http://h/a/%2e%2e/b"},
		NearMiss: "http://h/a/../b",
	}, find: (*view).findPartDisagreement},
	{Kind: Kind{
		ID: "ipvfuture", Severity: Low, Detects: "an address of a version of IP that does not exist",
		Reference: "RFC 3986 §3.2.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2",
		Examples: []string{"http://[v1.fe]/"},
		NearMiss: "http://v1.fe/",
	}, needs: hasBracket, find: (*view).findIPvFuture},
	{Kind: Kind{
		ID: "host-trailing-dot-case", Severity: Low, Detects: "upper case in the host, or a root dot",
		Reference: "CVE-2022-30115", Address: "https://nvd.nist.gov/vuln/detail/CVE-2022-30115",
		Examples: []string{"http://localhost./", "http://EXAMPLE.com/"},
		NearMiss: "http://example.com/A.",
	}, find: (*view).findHostTrailingDotCase},
	{Kind: Kind{
		ID: "host-not-ldh", Severity: Low, Detects: "a host with a label that is empty, too long, or has an underscore or a hyphen at an end",
		Reference: "RFC 1123 §2.1", Address: "https://www.rfc-editor.org/rfc/rfc1123#section-2",
		Examples: []string{"http://a_b.com/", "http://a..b/", "http://-a.com/"},
		NearMiss: "http://a-b.com/a_b",
	}, find: (*view).findHostNotLDH},
	{Kind: Kind{
		ID: "host-sign", Severity: Low, Detects: "an emoji or another sign in the host, which IDNA of 2008 has in no name",
		Reference: "SAC095", Address: "https://www.icann.org/en/system/files/files/sac-095-en.pdf",
		Examples: []string{"http://i❤.ws/", "http://xn--i-7iq.ws/", "http://a•b.example/"},
		NearMiss: "http://col·legi.cat/",
	}, find: (*view).findHostSign},
	{Kind: Kind{
		ID: "scheme-restriction", Severity: Low, Detects: "a part that the scheme does not have",
		Reference: "RFC 3986 §3.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2",
		Examples: []string{"mailto://h/", "http://u@h/", "urn://h/a"},
		NearMiss: "ftp://u@h/",
	}, find: (*view).findSchemeRestriction},
	{Kind: Kind{
		ID: "userinfo-pct-encoded", Severity: Low, Detects: "an escaped delimiter in the userinfo",
		Reference: "RFC 3986 §7.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.3", Section: "§7.3",
		Examples: []string{"ftp://u%2Fx@h/", "ftp://u%40h%3a21@h/", "ftp://u:p%23@h/"},
		NearMiss: "ftp://%75@h/u%2Fx@",
	}, needs: hasPercent, find: (*view).findUserinfoPercentEncoded},
	{Kind: Kind{
		ID: "fs-special-name", Severity: Low, Detects: "a segment that means something to a file system",
		Reference: "RFC 3986 §7.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.3", Section: "§7.3",
		Examples: []string{"http://h/aux", "http://h/AUX.txt", "http://h/%61ux", "http://h/c:/x", "http://h/a%5Cb", "http://h/.../x"},
		NearMiss: "http://h/auxiliary",
	}, find: (*view).findFSSpecialName},
	{Kind: Kind{
		ID: "path-empty-segment", Severity: Low, Detects: "two slashes in the path",
		Reference: "RFC 3986 §3.3", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-3.3", Section: "§7.3",
		Examples: []string{"http://h/a//b"},
		NearMiss: "http://h/a/b",
	}, find: (*view).findPathEmptySegment},
	{Kind: Kind{
		ID: "query-separator", Severity: Info, Detects: "a semicolon in the query",
		Reference: "CVE-2021-23336", Address: "https://nvd.nist.gov/vuln/detail/CVE-2021-23336",
		Examples: []string{"http://h/?a=1;b=2", "http://h/?a=1&amp;b=2"},
		NearMiss: "http://h/;a?b",
	}, find: (*view).findQuerySeparator},
	{Kind: Kind{
		ID: "token-in-query", Severity: Info, Detects: "a parameter whose name says that it is a secret",
		Reference: "RFC 3986 §7.5", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-7.5", Section: "§7.5",
		Examples: []string{"http://h/?access_token=x", "http://h/?%74oken=x"},
		NearMiss: "http://h/?q=token",
	}, find: (*view).findTokenInQuery},
	{Kind: Kind{
		ID: "not-normal", Severity: Info, Detects: "another spelling of the same URL",
		Reference: "RFC 3986 §6.2.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2",
		Examples: []string{"HTTP://h/", "http://h/%7e", "http://h/a/../b", "http://h:80/", "http://h"},
		NearMiss: "http://h/",
	}, find: (*view).findNotNormal},
	{Kind: Kind{
		ID: "local-meaning", Severity: Info, Detects: "a URL that means something on one machine or in one network alone",
		Reference: "RFC 3986 §1.1", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-1.1",
		Examples: []string{"file:///etc/hosts", "http://intranet/", "http://localhost/"},
		NearMiss: "http://www.example.com/",
	}, find: (*view).findLocalMeaning},
	{Kind: Kind{
		ID: "relative-reference", Severity: Info, Detects: "a reference without a scheme, and no base",
		Reference: "RFC 3986 §4.2", Address: "https://www.rfc-editor.org/rfc/rfc3986#section-4.2",
		Examples: []string{"/a/b"},
		NearMiss: "http://h/a/b",
	}, find: (*view).findRelativeReference},
	{Kind: Kind{
		ID: "too-long", Severity: Info, Detects: "more than 2,000 bytes",
		Reference: "RFC 9110 §4.1", Address: "https://www.rfc-editor.org/rfc/rfc9110#section-4.1",
		Examples: []string{"http://h/" + strings.Repeat("a", longURL)},
		NearMiss: "http://h/long",
	}, find: (*view).findTooLong},
}
