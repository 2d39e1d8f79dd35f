package canon

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// SURT removes the session IDs of some servers. It recognizes them by a name and a value of fixed length.

// A sessionID is the pattern of a session ID in a query.
type sessionID struct {
	name    string      // in lower case; any text may precede it
	letters int         // number of letters after the name
	value   ascii.Class // class of the characters of the value
	length  int         // length of the value
}

// sessionIDs lists the patterns in the order in which they are removed.
var sessionIDs = [...]sessionID{
	{name: "jsessionid", value: ascii.Alpha | ascii.Digit, length: 32},
	{name: "phpsessid", value: ascii.Alpha | ascii.Digit, length: 32},
	{name: "sid", value: ascii.Alpha | ascii.Digit, length: 32},
	{name: "aspsessionid", letters: 8, value: ascii.Alpha, length: 24},
}

// stripQuerySession removes the last session ID of each pattern, with the "&" after it.
func stripQuerySession(query string) string {
	if strings.IndexByte(query, '=') < 0 {
		return query
	}
	for i := range sessionIDs {
		query = sessionIDs[i].strip(query)
	}
	return stripColdFusion(query)
}

// strip removes the last session ID that matches the pattern id.
func (id *sessionID) strip(query string) string {
	for at := strings.LastIndexByte(query, '='); at >= 0; at = strings.LastIndexByte(query[:at], '=') {
		name, value := query[:at], query[at+1:]
		if n := len(name) - id.letters; n >= 0 && ascii.All(name[n:], ascii.Alpha) {
			before, ok := cutSuffixFold(name[:n], id.name)
			if ok && len(value) >= id.length && ascii.All(value[:id.length], id.value) {
				if rest := value[id.length:]; rest == "" || rest[0] == '&' {
					return before + strings.TrimPrefix(rest, "&")
				}
			}
		}
	}
	return query
}

// stripColdFusion removes the last cfid that is followed by cftoken. Both values must not be empty.
func stripColdFusion(query string) string {
	const id, token = "cfid", "cftoken="
	amp := len(query) // offset of the first "&" after at
	for at := len(query) - 1; at >= 0; at-- {
		switch query[at] {
		case '&':
			amp = at
		case '=':
			before, ok := cutSuffixFold(query[:at], id)
			if !ok || amp == at+1 || len(query) <= amp+1+len(token) || !ascii.EqualFold(query[amp+1:][:len(token)], token) {
				continue
			}
			if value, rest, _ := strings.Cut(query[amp+1+len(token):], "&"); value != "" {
				return before + rest
			}
		}
	}
	return query
}

// aspID is the length of ASP.NET session IDs in paths.
const aspID = 24

// stripPathSession removes session IDs of ASP.NET from a path: the last segment like (a(…)f(…)), then the last segment
// like (…). A later segment must contain ".aspx".
func stripPathSession(path string) string {
	if !strings.Contains(path, ".aspx") {
		return path
	}
	return stripSegment(stripSegment(path, isMarkedIDs), isPlainID)
}

// stripSegment removes the last segment that the given function accepts, with the slash after it. The text between this
// slash and ".aspx" must not be empty and must not contain "?".
func stripSegment(path string, is func(segment string) bool) string {
	page := -1 // offset of the last ".aspx" before the next "?", or -1
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i] {
		case '?':
			page = -1
		case '.':
			if page < 0 && strings.HasPrefix(path[i:], ".aspx") {
				page = i
			}
		case '/':
			start := strings.LastIndexByte(path[:i], '/') + 1
			if page > i+1 && start > 0 && is(path[start:i]) {
				return path[:start] + path[i+1:]
			}
		}
	}
	return path
}

// isPlainID reports whether segment is (…).
func isPlainID(segment string) bool {
	inner, ok := inParentheses(segment)
	return ok && len(inner) == aspID && ascii.All(inner, ascii.Alpha|ascii.Digit)
}

// isMarkedIDs reports whether segment is like (a(…)f(…)): IDs with a letter before each.
func isMarkedIDs(segment string) bool {
	const one = aspID + len("a()")
	inner, ok := inParentheses(segment)
	for ok && len(inner) >= one {
		ok = ascii.Is(inner[0], ascii.Alpha) && isPlainID(inner[1:one])
		if inner = inner[one:]; inner == "" {
			return ok
		}
	}
	return false
}

// inParentheses returns the text between the parentheses around s.
func inParentheses(s string) (inner string, ok bool) {
	if inner, ok = strings.CutPrefix(s, "("); ok {
		inner, ok = strings.CutSuffix(inner, ")")
	}
	return inner, ok
}

// cutSuffixFold works like strings.CutSuffix, but ignores ASCII case.
func cutSuffixFold(s, suffix string) (before string, ok bool) {
	n := len(s) - len(suffix)
	if n < 0 || !ascii.EqualFold(s[n:], suffix) {
		return s, false
	}
	return s[:n], true
}
