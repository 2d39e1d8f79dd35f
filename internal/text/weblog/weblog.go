// Package weblog divides lines of web logs into cells: the Common and the Combined Log Format of Apache and nginx, and
// the W3C extended format of IIS and CloudFront.
package weblog

import (
	"strings"

	"earl.example/internal/text/percent"
)

// Names are the names of the cells of the Common and the Combined Log Format, in their order in a line.
var Names = []string{"remote", "ident", "user", "time", "request", "status", "bytes", "referer", "agent"}

// RequestNames are the names of the parts of a request line.
var RequestNames = []string{"method", "target", "protocol"}

const (
	timeCell  = 3 // index of the time in Names
	notCommon = "not in the Common Log Format, because field 4 is not a time in brackets: use --match"
)

// AppendCells appends the cells of a line to dst, without escapes. White space separates the cells. A cell can be in
// quotes or, in the Common Log Format, in brackets, as its time must be. If the line is malformed, reason says why, and
// at is the offset.
func AppendCells(dst []string, line string, common bool) (cells []string, at int, reason string) {
	first := len(dst)
	for i := 0; i < len(line); i++ {
		start, end := i, len(line)
		switch {
		case common && len(dst)-first == timeCell && line[i] != '[':
			return dst, i, notCommon
		case line[i] == '"':
			start = i + 1
			if end = quoteEnd(line, start); end < 0 {
				return dst, i, "a quote is not closed"
			}
			i = end + 1
		case line[i] == '[' && common:
			n := strings.IndexByte(line[i:], ']')
			if n < 0 {
				return dst, i, "a bracket is not closed"
			}
			start, end = i+1, i+n
			i = end + 1
		default:
			if n := strings.IndexAny(line[i:], " \t"); n >= 0 {
				end = i + n
			}
			i = end
		}
		if i < len(line) && line[i] != ' ' && line[i] != '\t' {
			return dst, i, "a space is missing"
		}
		dst = append(dst, unescape(line[start:end]))
	}
	return dst, 0, ""
}

// Request divides the request line of a cell: GET /a HTTP/1.1. A target can contain spaces.
func Request(line string) (method, target, protocol string) {
	method, target, _ = strings.Cut(line, " ")
	if i := strings.LastIndexByte(target, ' '); i >= 0 && strings.HasPrefix(target[i+1:], "HTTP/") {
		target, protocol = target[:i], target[i+1:]
	}
	return method, target, protocol
}

// quoteEnd returns the offset of the quote that ends the cell at s[i:], or -1. A backslash escapes a quote.
func quoteEnd(s string, i int) int {
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// unescape replaces the escapes that Apache and nginx write.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch n := strings.IndexByte("nrtbvf", s[i]); {
		case s[i] == 'x' && percent.HexFollows(s, i):
			b = append(b, percent.Octet(s, i))
			i += 2
		case n >= 0:
			b = append(b, "\n\r\t\b\v\f"[n])
		default:
			b = append(b, s[i])
		}
	}
	return string(b)
}
