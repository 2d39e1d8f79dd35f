package audit

import "strings"

// An entry is a kind of findings and its finder. The finder is called if the URL has one of the traits in needs, or if
// needs is zero.
type entry struct {
	Kind
	needs trait
	find  func(v *view)
}

// catalogue lists all kinds of findings, the most severe first. The method copied adds the addresses of CVEs and RFCs.
var catalogue = []entry{
	{find: (*view).findHostDisagreement, Kind: Kind{
		ID: "host-disagreement", Severity: High, Detects: "dialects read different schemes, hosts or ports",
		Advice:    "Reject the URL. To accept it, check the host with the parser of the program that connects.",
		Reference: "Tsai, A New Era of SSRF (2017)",
		Address: "https://www.blackhat.com/docs/us-17/thursday/us-17-Tsai-A-New-Era-Of-SSRF-" +
			"Exploiting-URL-Parser-In-Trending-Programming-Languages.pdf",
		Examples: []string{`http://evil.com\@good.com/`, "http:/evil.com/"}, NearMiss: "http://evil.com/@good.com/",
	}},
	{find: (*view).findHostSplitBackslash, needs: hasBackslash, Kind: Kind{
		ID: "host-split-backslash", Severity: High, Detects: "a backslash before the end of the authority",
		Advice:    "Reject the URL. If the backslash belongs to the path or the userinfo, write it as %5C.",
		Reference: "Claroty and Snyk, Exploiting URL parsing confusion (2022)",
		Address:   "https://claroty.com/team82/research/exploiting-url-parsing-confusion",
		Examples:  []string{`http://evil.com\@good.com/`, `http://good.com\.evil.com/`}, NearMiss: `http://good.com/a\b`,
	}},
	{find: (*view).findBackslashAuthority, needs: hasBackslash, Kind: Kind{
		ID: "backslash-authority", Severity: High, Detects: "backslashes instead of the two slashes",
		Advice:    "Write the two slashes, or reject the URL.",
		Reference: "URL Standard, relative slash state", Address: "https://url.spec.whatwg.org/#relative-slash-state",
		Examples: []string{`http:\\evil.com/`, `/\evil.com/`, `\\evil.com`}, NearMiss: `/a\b`,
	}},
	{find: (*view).findSlashCount, Kind: Kind{
		ID: "slash-count", Severity: High, Detects: "a number of slashes other than two after a web scheme",
		Advice:    "Write exactly two slashes after the colon, or reject the URL.",
		Reference: "Claroty and Snyk, Exploiting URL parsing confusion (2022)",
		Address:   "https://claroty.com/team82/research/exploiting-url-parsing-confusion",
		Examples:  []string{"http:/evil.com/", "http:///evil.com/", "https:////evil.com/"},
		NearMiss:  "file:///etc/hosts",
	}},
	{find: (*view).findSpecialNoSlashes, Kind: Kind{
		ID: "special-no-slashes", Severity: High, Detects: "a web scheme without slashes after it",
		Advice: "Write two slashes after the colon, or reject the URL. For a path relative to the page, " +
			"omit the scheme.",
		Reference: "URL Standard, special authority slashes state",
		Address:   "https://url.spec.whatwg.org/#special-authority-slashes-state",
		Examples:  []string{"http:evil.com"}, NearMiss: "mailto:a@b",
	}},
	{find: (*view).findMultiAt, needs: hasAt, Kind: Kind{
		ID: "multi-at", Severity: High, Detects: `more than one "@" in the authority`,
		Advice:    `Reject the URL. If the user name or the password contains an "@", write it as %40.`,
		Reference: "CVE-2022-0512", Section: "§7.6",
		Examples: []string{"http://a@b@c/"}, NearMiss: "http://a@b/@c",
	}},
	{find: (*view).findBracketHostJunk, needs: hasBracket, Kind: Kind{
		ID: "bracket-host-junk", Severity: High, Detects: "brackets around or next to text that is not an IPv6 address",
		Advice:    "Reject the URL. Write brackets only around an IPv6 address, and after it only a port.",
		Reference: "CVE-2025-0938",
		Examples:  []string{"http://a[::1]/", "http://[example.com]/", "http://[::1]x/"}, NearMiss: "http://[::1]:80/",
	}},
	{find: (*view).findColonHost, needs: hasColon, Kind: Kind{
		ID: "colon-host", Severity: High, Detects: "more than one colon in host and port outside brackets",
		Advice:    "Reject the URL. Write an IPv6 address in brackets, and one colon before the port.",
		Reference: "Go, urlstrictcolons", Address: "https://go.dev/issue/75223",
		Examples: []string{"http://h:80:80/", "http://::1/"}, NearMiss: "http://u:p@h:80/a:b",
	}},
	{find: (*view).findIPv4Nonstandard, Kind: Kind{
		ID: "ipv4-nonstandard", Severity: High,
		Detects:   "an IPv4 address in hexadecimal or octal, of less than four numbers, or with a root dot",
		Advice:    "Write the address as four decimal numbers. Compare the addresses of hosts, not their texts.",
		Reference: "RFC 3986 §7.4", Section: "§7.4",
		Examples: []string{
			"http://0x7f.1/", "http://2130706433/", "http://0177.0.0.1/", "http://127.0.1/", "http://%30x7f.1/",
			"http://127.0.0.1./",
		}, NearMiss: "http://127.0.0.1.example/",
	}},
	{find: (*view).findControlStripped, needs: hasControl, Kind: Kind{
		ID: "control-stripped", Severity: High,
		Detects:   "tabs, newlines, or controls and spaces at the ends, which browsers and Python remove",
		Advice:    "Reject the URL, or remove these characters before all checks and use the result everywhere.",
		Reference: "CVE-2023-24329",
		Examples:  []string{"ht\ntp://evil.com/", " http://evil.com/"}, NearMiss: "http://h/a%20b",
	}},
	{find: (*view).findCRLFInjection, needs: hasControl | hasPercent, Kind: Kind{
		ID: "crlf-injection", Severity: High,
		Detects:   "a line end, raw or escaped, that a line-based protocol can read",
		Advice:    "Reject the URL. Do not write decoded components into a protocol that consists of lines.",
		Reference: "RFC 3986 §7.2", Section: "§7.2",
		Examples: []string{
			"gopher://127.0.0.1:25/_%0D%0AHELO", "http://h/%0d%0aX:", "http://h/\r\nX: y", "telnet://h/%0A",
		}, NearMiss: "http://h/?text=a%0D%0Ab",
	}},
	{find: (*view).findHostUnicodeMapping, needs: canBeNonASCII, Kind: Kind{
		ID: "host-unicode-mapping", Severity: High, Detects: "characters in the host that browsers map to ASCII",
		Advice:    "Convert the host to ASCII once (UTS #46), and check and use the result.",
		Reference: "CVE-2026-13676",
		Examples:  []string{"http://evil。com/", "http://①②⑦.0.0.1/", "http://%EF%BC%A5vil.com/"},
		NearMiss:  "http://bücher.example/",
	}},
	{find: (*view).findHostNFKCDelimiter, needs: canBeNonASCII, Kind: Kind{
		ID: "host-nfkc-delimiter", Severity: High, Detects: "a character in the host that NFKC turns into a delimiter",
		Advice:    "Reject the URL.",
		Reference: "CVE-2019-9636",
		Examples:  []string{"http://evil.c℀.good.com/", "http://evil.c%E2%84%80.good.com/"}, NearMiss: "http://h/℀",
	}},
	{find: (*view).findHostPercentEncoded, needs: hasPercent, Kind: Kind{
		ID: "host-pct-encoded", Severity: High, Detects: "escapes in the host",
		Advice:    "Decode the host once, reject it if it then has a delimiter, and check and use the result.",
		Reference: "CVE-2022-27780", Section: "§7.3",
		Examples: []string{
			"http://evil.com%2f.good.com/", "http://a%62c.com/", "http://evil.com%00.good.com/", "http://a%40b/",
		}, NearMiss: "http://h/a%2fb",
	}},
	{find: (*view).findSchemeActive, Kind: Kind{
		ID: "scheme-active", Severity: High,
		Detects:   "a scheme that runs code, contains its own content, or connects to any port",
		Advice:    "Reject the URL unless you expect this scheme. List the schemes that you accept.",
		Reference: "RFC 3986 §7.2", Section: "§7.2",
		Examples: []string{"javascript://good.com/%0aalert(1)", "data:text/html,x", "gopher://127.0.0.1:25/_HELO"},
		NearMiss: "https://h/javascript:x",
	}},
	{find: (*view).findDestInternal, Kind: Kind{
		ID: "dest-internal", Severity: High, Detects: "a host that is not on the public Internet",
		Advice: "Do not send a request. Check the address when the program dials too, because a name can " +
			"change its address.",
		Reference: "RFC 3986 §7.4", Section: "§7.4",
		Examples: []string{
			"http://169.254.169.254/", "http://localhost/", "http://[::ffff:10.0.0.1]/", "http://0xa.1/",
			"http://012.0.0.1/", "http://127.0.0.1.nip.io/", "http://⒑0.0.1/", "http://local\u1806host/",
			"http://%31%32%37.0.0.1/", "http://[fd00::1]/", "http://metadata.google.internal/",
			"http://good.com#@127.0.0.1/",
		}, NearMiss: "http://10.example.com/",
	}},
	{find: (*view).findUserinfoDeceptive, needs: hasAt, Kind: Kind{
		ID: "userinfo-deceptive", Severity: High, Detects: "a user name that looks like a host, or is very long",
		Advice:    "Reject the URL, or remove the userinfo. Show only the host to people.",
		Reference: "RFC 3986 §7.6", Section: "§7.6",
		Examples: []string{
			"ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "http://www.good.com@evil.com/",
			"http://good%2Ecom@evil.com/", "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/",
			"http://https%3A%2F%2Fgood.com@evil.com/",
		}, NearMiss: "ftp://joe.lee@h/",
	}},
	{find: (*view).findSchemeGuess, Kind: Kind{
		ID: "scheme-guess", Severity: Medium,
		Detects:   "a scheme that is missing, guessed, or looks like a host and a port",
		Advice:    "Write the scheme.",
		Reference: "RFC 3986 §4.5",
		Examples:  []string{"evil.com:80/x", "mailto:a@b", "www.example.com/a"}, NearMiss: "index.html",
	}},
	{find: (*view).findSchemePercentEncoded, needs: hasPercent, Kind: Kind{
		ID: "scheme-pct-encoded", Severity: Medium, Detects: "text that decodes to a scheme",
		Advice: "Reject the URL. Write a scheme without escapes. In a relative reference, write ./ " +
			"before a name with a colon.",
		Reference: "RFC 3986 §7.3", Section: "§7.3",
		Examples: []string{"ht%74p://evil.com/", "http%3A//evil.com/"},
		NearMiss: "talk%3Ameeting",
	}},
	{find: (*view).findSchemeLocal, Kind: Kind{
		ID: "scheme-local", Severity: Medium, Detects: "a scheme that opens a local file or runs a program",
		Advice:    "Reject the URL unless you expect this scheme. List the schemes that you accept.",
		Reference: "PHP, Supported Protocols and Wrappers", Address: "https://www.php.net/manual/en/wrappers.php",
		Examples: []string{
			"file:///etc/passwd", "php://filter/resource=x", "expect://id", "ext::sh -c id",
		}, NearMiss: "https://h/?file:///etc/passwd",
	}},
	{find: (*view).findOptionInjection, Kind: Kind{
		ID: "option-injection", Severity: Medium,
		Detects:   `a URL, a host or a userinfo that begins with "-", like an option of a command`,
		Advice:    "Reject the URL, or write -- before it if the command ends its options there.",
		Reference: "CVE-2017-1000117",
		Examples:  []string{"ssh://-oProxyCommand=id/x", "ssh://%2DoProxyCommand=id/x", "-u./payload:x"},
		NearMiss:  "http://a-b.com/-x",
	}},
	{find: (*view).findAtAfterAuthority, needs: hasAt, Kind: Kind{
		ID: "at-after-authority", Severity: Medium, Detects: `an "@" in a query or fragment right after the authority`,
		Advice: "Reject the URL, or write a slash after the host. Update a client that reads the host " +
			`after the "@".`,
		Reference: "CVE-2024-6763",
		Examples:  []string{"http://browser.check#@good.com:8080/", "http://browser.check?@good.com:8080/"},
		NearMiss:  "http://good.com?email=a@b.com",
	}},
	{find: (*view).findNetworkPathRef, Kind: Kind{
		ID: "network-path-ref", Severity: Medium, Detects: "a reference with its own host",
		Advice: "Resolve the reference first, and check the host of the result. For a path on the same " +
			"host, write one slash.",
		Reference: "RFC 3986 §4.2",
		Examples:  []string{"//evil.com/", "\t//evil.com"}, NearMiss: "/a//b",
	}},
	{find: (*view).findUserinfoBracket, needs: hasBracket, Kind: Kind{
		ID: "userinfo-bracket", Severity: Medium, Detects: "a square bracket in the userinfo",
		Advice:    "Write the brackets as %5B and %5D, or reject the URL.",
		Reference: "CVE-2024-22243",
		Examples:  []string{"http://user[@evil.com/"}, NearMiss: "http://u@[::1]/",
	}},
	{find: (*view).findIPv4BadNumber, Kind: Kind{
		ID: "ipv4-bad-number", Severity: Medium, Detects: "a host that ends in a number and is not an IPv4 address",
		Advice:    "Reject the URL, or write the IPv4 address as four numbers up to 255.",
		Reference: "URL Standard, ends in a number", Section: "§7.4",
		Address:  "https://url.spec.whatwg.org/#ends-in-a-number-checker",
		Examples: []string{"http://256.1.1.1/", "http://1.2.3.4.5/", "http://a.0x1g.09/"},
		NearMiss: "http://1.2.3.4.example/",
	}},
	{find: (*view).findIPv6EmbedsIPv4, needs: hasBracket, Kind: Kind{
		ID: "ipv6-embeds-ipv4", Severity: Medium, Detects: "an IPv6 address that contains an IPv4 address",
		Advice:    "Check the IPv4 address inside too.",
		Reference: "RFC 4291 §2.5.5", Section: "§7.4",
		Examples: []string{"http://[::ffff:127.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://[2002:7f00:1::]/"},
		NearMiss: "http://[2001:db8::1]/",
	}},
	{find: (*view).findIPv6Zone, needs: hasBracket, Kind: Kind{
		ID: "ipv6-zone", Severity: Medium, Detects: "a zone in an IPv6 address",
		Advice:    "Omit the zone, or reject the URL if it is not from this machine.",
		Reference: "RFC 6874",
		Examples:  []string{"http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"}, NearMiss: "http://[fe80::1]/%25",
	}},
	{find: (*view).findPortSuspicious, needs: hasColon, Kind: Kind{
		ID: "port-suspicious", Severity: Medium,
		Detects:   "a port that is empty, zero, above 65535, not a number, or has leading zeros",
		Advice:    "Write the port as a number from 1 to 65535 without leading zeros, or omit it with its colon.",
		Reference: "RFC 3986 §3.2.3",
		Examples: []string{
			"http://host:65536/", "http://host:0080/", "http://host:/", "http://host:+80/", "http://host:８０/",
		}, NearMiss: "http://host:8080/",
	}},
	{find: (*view).findSpaceOrDelimHost, needs: hasControl | hasDelim | hasPercent, Kind: Kind{
		ID: "space-or-delim-host", Severity: Medium, Detects: "a space or one of \"<>^`{|} in the host",
		Advice:    "Reject the URL.",
		Reference: "RFC 3986 §2",
		Examples:  []string{"http://exam ple.com/", "http://a|b/", "http://a%7Cb/"}, NearMiss: "http://h/a|b",
	}},
	{find: (*view).findHostIgnorable, needs: canBeNonASCII, Kind: Kind{
		ID: "host-ignorable", Severity: Medium, Detects: "an invisible character in the host, which browsers remove",
		Advice:    "Remove the character, or reject the URL. Show the ASCII form of the host to people.",
		Reference: "UTS #46 §4", Address: "https://www.unicode.org/reports/tr46/#Processing",
		Examples: []string{"http://exa\u00admple.com/", "http://exa%C2%ADmple.com/"},
		NearMiss: "http://h/exa\u00admple",
	}},
	{find: (*view).findIDNADeviation, needs: canBeNonASCII, Kind: Kind{
		ID: "idna-deviation", Severity: Medium, Detects: "a character that IDNA 2003 and IDNA 2008 map differently",
		Advice:    "Write the host in the ASCII form that you mean, such as xn--fa-hia.de or fass.de.",
		Reference: "UTS #46 §7", Address: "https://www.unicode.org/reports/tr46/#IDNAComparison",
		Examples: []string{"http://faß.de/", "http://fa%C3%9F.de/"}, NearMiss: "http://fass.de/faß",
	}},
	{find: (*view).findFakeALabel, Kind: Kind{
		ID: "fake-a-label", Severity: Medium,
		Detects:   "a label that looks like Punycode and is not the Punycode of a name",
		Advice:    "Reject the URL. Do not decode a label unless it encodes to the same label again.",
		Reference: "CVE-2024-12224",
		Examples:  []string{"http://xn--example-.org/", "http://xn--a/", "http://%78n--example-.org/"},
		NearMiss:  "http://xn--bcher-kva.example/",
	}},
	{find: (*view).findHostRootDot, Kind: Kind{
		ID: "host-root-dot", Severity: Medium, Detects: "a root dot at the end of the host",
		Advice:    "Remove the dot before you compare the host with a list, or reject the URL.",
		Reference: "CVE-2022-24825",
		Examples:  []string{"http://internal.example.com./", "http://localhost./", "http://example.com%2e/"},
		NearMiss:  "http://example.com/a.",
	}},
	{find: (*view).findPathEncodedDots, needs: hasPercent, Kind: Kind{
		ID: "path-encoded-dots", Severity: Medium, Detects: "a dot segment with escapes",
		Advice:    "Remove the dot segments before you check the path, and send the result.",
		Reference: "RFC 3986 §6.2.2.3", Section: "§7.3",
		Examples: []string{"http://h/a/%2e%2e/b", "http://h/a/.%2E/b"}, NearMiss: "http://h/a%2eb",
	}},
	{find: (*view).findPathEncodedSlash, Kind: Kind{
		ID: "path-encoded-slash", Severity: Medium,
		Detects: "an escaped slash or backslash, a backslash, or a dot segment with a parameter, in the path",
		Advice: "Check the path as the server decodes it, or reject the URL. An API that expects %2F in " +
			"a name is an exception.",
		Reference: "RFC 3986 §7.3", Section: "§7.3",
		Examples: []string{"http://h/..%2fb", "http://h/..;/b", `http://h/a\..\b`, "http://h/a%5Cb"},
		NearMiss: "http://h/a?b=%2f",
	}},
	{find: (*view).findPathParameter, Kind: Kind{
		ID: "path-parameter", Severity: Medium, Detects: "a parameter in a segment of the path before the last one",
		Advice:    "Check the path without parameters, as the server behind the check reads it, or reject the URL.",
		Reference: "CVE-2026-0976",
		Examples:  []string{"http://h/admin;x=1/secret", "http://h/;a/admin/"}, NearMiss: "http://h/a/b;v=1",
	}},
	{find: (*view).findPathNetwork, Kind: Kind{
		ID: "path-network", Severity: Medium, Detects: "two slashes at the start of the path, also after dot segments",
		Advice:    "Do not redirect to the path: send the whole URL, or reject it. SameOrigin of package audit does.",
		Reference: "CVE-2018-14574",
		Examples:  []string{"http://h//evil.com", "http://h/.//evil.com", "http://h/a/..//evil.com"},
		NearMiss:  "http://h/a//evil.com",
	}},
	{find: (*view).findPctMalformed, needs: hasPercent, Kind: Kind{
		ID: "pct-malformed", Severity: Medium, Detects: "a percent sign without two hexadecimal digits",
		Advice:    "Write a literal percent sign as %25.",
		Reference: "RFC 3986 §2.1",
		Examples:  []string{"http://h/%zz", "http://h/100%"}, NearMiss: "http://h/100%25",
	}},
	{find: (*view).findPctDouble, needs: hasPercent, Kind: Kind{
		ID: "pct-double", Severity: Medium, Detects: "a delimiter or a dot that is escaped twice, outside the query",
		Advice:    "Decode once only. If one level of escapes is a mistake, remove it.",
		Reference: "RFC 3986 §2.4", Section: "§7.3",
		Examples: []string{"http://h/%252e%252e/", "http://h/a%252Fb"}, NearMiss: "http://h/?u=%252F",
	}},
	{find: (*view).findPctNullOrBadUTF8, needs: hasPercent | hasControl | hasNonASCII, Kind: Kind{
		ID: "pct-null-or-bad-utf8", Severity: Medium,
		Detects:   "a null byte, overlong UTF-8, or invalid UTF-8 in host or userinfo",
		Advice:    "Reject the URL. Decode only valid UTF-8, and reject null bytes in the result.",
		Reference: "RFC 3986 §7.3", Section: "§7.3",
		Examples: []string{"http://h/a%00b", "http://h/%c0%af", "http://h%FF/", "http://h/\x00"},
		NearMiss: "http://h/%E9",
	}},
	{find: (*view).findFileRemoteHost, Kind: Kind{
		ID: "file-remote-host", Severity: Medium, Detects: "a file on another machine, or on a possible drive",
		Advice:    "Write file:/// before a path of this machine, or reject the URL.",
		Reference: "RFC 8089", Section: "§7.3",
		Examples: []string{"file://h/etc", `file:c:\x`, "file:///C|/x"}, NearMiss: "file:///etc/hosts",
	}},
	{find: (*view).findNestedURL, Kind: Kind{
		ID: "nested-url", Severity: Medium, Detects: "a URL inside a URL without a host",
		Advice:    "Check the inner URL like the outer one, or reject the URL.",
		Reference: "URL Standard, origin of blob", Address: "https://url.spec.whatwg.org/#concept-url-origin",
		Examples: []string{"jar:http://h!/x", "blob:http://h/x", "view-source:http://h/"},
		NearMiss: "http://h/?u=http://g/",
	}},
	{find: (*view).findPortSchemeMismatch, needs: hasColon, Kind: Kind{
		ID: "port-scheme-mismatch", Severity: Medium, Detects: "a port that is assigned to another protocol",
		Advice:    "Reject the URL unless you know the service. List the ports that you accept.",
		Reference: "RFC 3986 §7.2", Section: "§7.2",
		Examples: []string{"http://h:25/", "https://h:6667/", "http://h:6379/"}, NearMiss: "http://h:8080/",
	}},
	{find: (*view).findUserinfoSecret, needs: hasAt, Kind: Kind{
		ID: "userinfo-secret", Severity: Medium, Detects: "a password, or a user name that looks like a token",
		Advice: "Remove the password, and send it in a header or read it from a file. Change it if the " +
			"URL was logged.",
		Reference: "RFC 3986 §7.5", Section: "§7.5",
		Examples: []string{"http://user:secret@h/", "https://ghp_abcdef@github.com/"}, NearMiss: "http://user:@h/",
	}},
	{find: (*view).findDisplaySpoof, Kind: Kind{
		ID: "display-spoof", Severity: Medium, Detects: "a name that looks like another one, or invisible characters",
		Advice:    "Show the host in its ASCII form, and compare it with the host that you expect.",
		Reference: "UTS #39", Section: "§7.6", Address: "https://www.unicode.org/reports/tr39/",
		Examples: []string{
			"http://аpple.com/", "http://xn--pple-43d.com/", "http://good.com\u2215a.evil.example/",
			"http://ѕсоре.com/", "http://h/\u202Efdp.exe",
		}, NearMiss: "http://пример.рф/",
	}},
	{find: (*view).findAcceptanceSplit, Kind: Kind{
		ID: "acceptance-split", Severity: Low, Detects: "some dialects reject the URL and others accept it",
		Advice:    "Escape the rejected character, or use the same parser to check and to fetch.",
		Reference: "OWASP, Server-Side Request Forgery Prevention",
		Address: "https://cheatsheetseries.owasp.org/cheatsheets/" +
			"Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html",
		Examples: []string{"http://h/a b"}, NearMiss: "http://h/a%20b",
	}},
	{find: (*view).findPartDisagreement, Kind: Kind{
		ID: "part-disagreement", Severity: Low,
		Detects:   "dialects read different userinfos, paths, queries or fragments",
		Advice:    "Write the component in normal form, or use the same parser to check and to fetch.",
		Reference: "RFC 3986 §3",
		Examples:  []string{"http://h/a/%2e%2e/b"}, NearMiss: "http://h/a/../b",
	}},
	{find: (*view).findIPvFuture, needs: hasBracket, Kind: Kind{
		ID: "ipvfuture", Severity: Low, Detects: "an address of a future version of IP",
		Advice:    "Reject the URL: no such version of IP exists.",
		Reference: "RFC 3986 §3.2.2",
		Examples:  []string{"http://[v1.fe]/"}, NearMiss: "http://v1.fe/",
	}},
	{find: (*view).findHostCase, Kind: Kind{
		ID: "host-case", Severity: Low, Detects: "upper case in the host",
		Advice:    "Compare hosts in lower case.",
		Reference: "RFC 3986 §6.2.2.1",
		Examples:  []string{"http://EXAMPLE.com/", "http://%45xample.com/"}, NearMiss: "http://example.com/A",
	}},
	{find: (*view).findHostNotLDH, Kind: Kind{
		ID: "host-not-ldh", Severity: Low,
		Detects:   "a host with a label that is empty, too long, or has an underscore or a hyphen at an end",
		Advice:    "Use a host of letters, digits and hyphens, if you can choose it.",
		Reference: "RFC 1123 §2.1", Address: "https://www.rfc-editor.org/rfc/rfc1123#section-2",
		Examples: []string{"http://a_b.com/", "http://a..b/", "http://-a.com/"}, NearMiss: "http://a-b.com/a_b",
	}},
	{find: (*view).findHostSign, Kind: Kind{
		ID: "host-sign", Severity: Low, Detects: "an emoji or another sign in the host, which IDNA 2008 does not allow",
		Advice:    "Use the ASCII form of the host, and show this form to people.",
		Reference: "SAC095", Address: "https://www.icann.org/en/system/files/files/sac-095-en.pdf",
		Examples: []string{"http://i❤.ws/", "http://xn--i-7iq.ws/", "http://a•b.example/"},
		NearMiss: "http://col·legi.cat/",
	}},
	{find: (*view).findSchemeRestriction, Kind: Kind{
		ID: "scheme-restriction", Severity: Low, Detects: "a component that URLs with this scheme do not have",
		Advice:    "Remove the component.",
		Reference: "RFC 3986 §3.2",
		Examples:  []string{"mailto://h/", "http://u@h/", "urn://h/a"}, NearMiss: "ftp://u@h/",
	}},
	{find: (*view).findUserinfoPercentEncoded, needs: hasPercent, Kind: Kind{
		ID: "userinfo-pct-encoded", Severity: Low, Detects: "an escaped delimiter in the userinfo",
		Advice:    "Split the URL first, and decode the userinfo afterwards.",
		Reference: "RFC 3986 §7.3", Section: "§7.3",
		Examples: []string{"ftp://u%2Fx@h/", "ftp://u%40h%3a21@h/", "ftp://u:p%23@h/"}, NearMiss: "ftp://%75@h/u%2Fx@",
	}},
	{find: (*view).findFSSpecialName, Kind: Kind{
		ID: "fs-special-name", Severity: Low, Detects: "a segment with a special meaning in file systems",
		Advice:    "Do not use the segment as the name of a file before you check the decoded name.",
		Reference: "RFC 3986 §7.3", Section: "§7.3",
		Examples: []string{
			"http://h/aux", "http://h/AUX.txt", "http://h/%61ux", "http://h/c:/x", "http://h/a%5Cb", "http://h/.../x",
		}, NearMiss: "http://h/auxiliary",
	}},
	{find: (*view).findPathEmptySegment, Kind: Kind{
		ID: "path-empty-segment", Severity: Low, Detects: "two slashes in the path",
		Advice:    "Write one slash, if the server does not need both. Check the path after the same change.",
		Reference: "RFC 3986 §3.3", Section: "§7.3",
		Examples: []string{"http://h/a//b"}, NearMiss: "http://h/a/b",
	}},
	{find: (*view).findQuerySeparator, Kind: Kind{
		ID: "query-separator", Severity: Info, Detects: "a semicolon in the query",
		Advice:    "Write &amp; as & in a query. Write a semicolon in a value as %3B.",
		Reference: "CVE-2021-23336",
		Examples:  []string{"http://h/?a=1;b=2", "http://h/?a=1&amp;b=2"}, NearMiss: "http://h/;a?b",
	}},
	{find: (*view).findTokenInQuery, Kind: Kind{
		ID: "token-in-query", Severity: Info, Detects: "a parameter with the name of a secret",
		Advice:    "Send the secret in a header, or in the body of a POST. Change it if the URL was logged.",
		Reference: "RFC 3986 §7.5", Section: "§7.5",
		Examples: []string{"http://h/?access_token=x", "http://h/?%74oken=x"}, NearMiss: "http://h/?q=token",
	}},
	{find: (*view).findNotNormal, Kind: Kind{
		ID: "not-normal", Severity: Info, Detects: "another spelling of the same URL",
		Advice:    "Normalize URLs before you compare them, as earl normalize does.",
		Reference: "RFC 3986 §6.2.2",
		Examples:  []string{"HTTP://h/", "http://h/%7e", "http://h/a/../b", "http://h:80/", "http://h"},
		NearMiss:  "http://h/",
	}},
	{find: (*view).findLocalMeaning, Kind: Kind{
		ID: "local-meaning", Severity: Info, Detects: "a URL whose meaning depends on the machine or the network",
		Advice: "Write the full name of the host. Give such a URL only to programs on the same machine " +
			"or network.",
		Reference: "RFC 3986 §1.1",
		Examples:  []string{"file:///etc/hosts", "http://intranet/", "http://localhost/"},
		NearMiss:  "http://www.example.com/",
	}},
	{find: (*view).findPathReaders, Kind: Kind{
		ID: "path-readers", Severity: Info, Detects: "a path that servers read differently; medium with --below",
		Advice:    "Let the check and the server read the same path, or reject the URL at the check.",
		Reference: "RFC 3986 §7.3",
		Examples:  []string{"http://h/admin;x=1/secret", "http://h/a//b", "http://h/a%2fb"},
		NearMiss:  "http://h/%61dmin/secret",
	}},
	{find: (*view).findRelativeReference, Kind: Kind{
		ID: "relative-reference", Severity: Info, Detects: "a reference without a scheme, and no base",
		Advice:    "Give the base of the reference, such as --base of earl audit.",
		Reference: "RFC 3986 §4.2",
		Examples:  []string{"/a/b"}, NearMiss: "http://h/a/b",
	}},
	{find: (*view).findTooLong, Kind: Kind{
		ID: "too-long", Severity: Info, Detects: "more than 2,000 bytes",
		Advice:    "Shorten the URL, or send the data in the body of a POST.",
		Reference: "RFC 9110 §4.1",
		Examples:  []string{"http://h/" + strings.Repeat("a", longURL)}, NearMiss: "http://h/long",
	}},
}
