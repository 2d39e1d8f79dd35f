package canon

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// SURT leaves out the session IDs of some servers. They are known by their
// shape: a name, and a value of so many letters and digits, or of letters.

// A sessionID is the shape of one in a query.
type sessionID struct {
	name    string      // in lower case, any letters may stand before it
	letters int         // how many letters end the name
	value   ascii.Class // of what the value consists
	length  int         // of the value
}

// sessionIDs are the shapes in the order in which they are looked for.
var sessionIDs = [...]sessionID{
	{name: "jsessionid", value: ascii.Alpha | ascii.Digit, length: 32},
	{name: "phpsessid", value: ascii.Alpha | ascii.Digit, length: 32},
	{name: "sid", value: ascii.Alpha | ascii.Digit, length: 32},
	{name: "aspsessionid", letters: 8, value: ascii.Alpha, length: 24},
}

// stripQuerySession takes the last session ID of each shape out of a query, with
// the ampersand behind it.
func stripQuerySession(query string) string {
	if strings.IndexByte(query, '=') < 0 {
		return query
	}
	for i := range sessionIDs {
		query = sessionIDs[i].strip(query)
	}
	return stripColdFusion(query)
}

// strip takes the last session ID of this shape out.
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

// stripColdFusion takes out the last cfid that is followed by cftoken, both with
// values that are not empty.
func stripColdFusion(query string) string {
	const id, token = "cfid", "cftoken="
	amp := len(query) // the first one behind at
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

// aspID is how long the session IDs of ASP.NET in paths are.
const aspID = 24

// stripPathSession takes session IDs of ASP.NET out of a path: the last segment
// that is like (a(…)f(…)), and then the last one that is like (…), if a page
// with .aspx in its name comes behind it.
func stripPathSession(path string) string {
	if !strings.Contains(path, ".aspx") {
		return path
	}
	return stripSegment(stripSegment(path, isMarkedIDs), isPlainID)
}

// stripSegment takes out the last segment for which is is true, with the slash
// behind it. From there to .aspx must be at least a byte, and no question mark.
func stripSegment(path string, is func(segment string) bool) string {
	page := -1 // the last .aspx before the next question mark
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

// isMarkedIDs reports whether segment is like (a(…)f(…)): IDs that have a letter
// before them.
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

// inParentheses returns what stands between the parentheses around s.
func inParentheses(s string) (inner string, ok bool) {
	if inner, ok = strings.CutPrefix(s, "("); ok {
		inner, ok = strings.CutSuffix(inner, ")")
	}
	return inner, ok
}

// cutSuffixFold is strings.CutSuffix for a suffix in ASCII of which the case
// plays no part.
func cutSuffixFold(s, suffix string) (before string, ok bool) {
	n := len(s) - len(suffix)
	if n < 0 || !ascii.EqualFold(s[n:], suffix) {
		return s, false
	}
	return s[:n], true
}
