package libcurl

import "earl.example/internal/model"

// A row says how a release differs from the newest one.
type row struct {
	model.Release

	// Parsing.
	schemeByDigit bool      // a scheme may begin with a digit, as in 1http://h
	numbersFirst  bool      // numeric addresses are recognised before the host is decoded
	dottedNumbers bool      // a number with a dot at its end, such as 127.0.0.1., is not an address
	systemIPv6    bool      // the C library parses IPv6 addresses: it rejects a single colon at the end
	shorterIPv6   bool      // an IPv6 address is rewritten only if that makes it shorter
	hostBad       [256]bool // the bytes that are rejected in a host
	dotsAtEnd     bool      // a host may be "." or end in ".."
	rawDots       bool      // %2e does not count as a dot in a dot segment
	relativeFile  bool      // file:a, without a slash, is accepted

	// Results.
	blankQuery bool // an empty query is present
	fileQuery  bool // the text of a file URL has no query
	hostEscape bool // "%" in a host is written as %25

	// Redirects.
	concat     bool // references are joined as text, "../" first
	oldEscapes bool // only non-ASCII octets are escaped, in lower case, and not in a fragment
	oldSchemes bool // no ws, wss, mqtts and socks, but rtmp
}

// badHost are the characters that every release rejects in a host.
const badHost = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"

var table = model.Releases[row]{
	{Release: "8.22.0", hostBad: bytesOf(badHost + "%|")},
	{
		Release: "7.88.1", schemeByDigit: true, numbersFirst: true, dottedNumbers: true,
		systemIPv6: true, shorterIPv6: true, hostBad: bytesOf(badHost), dotsAtEnd: true, rawDots: true, relativeFile: true,
		blankQuery: true, fileQuery: true, hostEscape: true, concat: true,
		oldEscapes: true, oldSchemes: true,
	},
}

func bytesOf(chars string) (set [256]bool) {
	for i := range len(chars) {
		set[chars[i]] = true
	}
	return set
}
