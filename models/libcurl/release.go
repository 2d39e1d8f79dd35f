package libcurl

import "earl.example/internal/model"

// A row says how a release differs from the newest release.
type row struct {
	model.Release

	// Parsing.
	schemeByDigit bool   // a scheme may begin with a digit, as in 1http://h
	numbersFirst  bool   // numeric addresses are recognised before the host is decoded
	dottedNumbers bool   // a numeric host with a dot at its end, such as 127.0.0.1., is a name
	systemIPv6    bool   // the C library parses IPv6 addresses: it rejects a single colon at the end
	shorterIPv6   bool   // an IPv6 address is rewritten only if its normal form is shorter
	hostBad       string // the characters that are rejected in a host
	dotsAtEnd     bool   // a host may be "." or end in ".."
	rawDots       bool   // %2e does not count as a dot in a dot segment
	relativeFile  bool   // file:a, without a slash, is accepted

	// Results.
	blankQuery bool // an empty query is present
	fileQuery  bool // the URL that libcurl returns for a file URL has no query
	hostEscape bool // "%" in a host is written as %25

	// Redirects.
	concat     bool // base and reference are joined as texts; only "../" at the beginning of the reference is resolved
	oldEscapes bool // only non-ASCII octets are escaped, in lower case, and not in a fragment
	oldSchemes bool // ws, wss, mqtts and socks are unknown, and rtmp is known
}

// badHost lists the characters that every release rejects in a host.
const badHost = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"

var table = model.Releases[row]{
	{Release: "8.22.0", hostBad: badHost + "%|"},
	{
		Release: "7.88.1", schemeByDigit: true, numbersFirst: true, dottedNumbers: true,
		systemIPv6: true, shorterIPv6: true, hostBad: badHost, dotsAtEnd: true, rawDots: true, relativeFile: true,
		blankQuery: true, fileQuery: true, hostEscape: true, concat: true,
		oldEscapes: true, oldSchemes: true,
	},
}
