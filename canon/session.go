package canon

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// SURT removes the session IDs of some servers from texts in lower case. If a text has several IDs of one kind, the
// last one is removed.

// A sessionID is a name, then letters, "=" and a value of fixed length. It ends a field of the query; any text may
// precede it.
type sessionID struct {
	name    string
	letters int // number of letters after the name
	length  int
	value   ascii.Class // of each character of the value
}

// sessionIDs lists the session IDs of queries in the order in which SURT removes them.
var sessionIDs = []sessionID{
	{name: "jsessionid", length: 32, value: ascii.Alpha | ascii.Digit},
	{name: "phpsessid", length: 32, value: ascii.Alpha | ascii.Digit},
	{name: "sid", length: 32, value: ascii.Alpha | ascii.Digit},
	{name: "aspsessionid", letters: 8, length: 24, value: ascii.Alpha},
}

func withoutQuerySessions(query string) string {
	for _, id := range sessionIDs {
		query = cutField(query, id.cut)
	}
	return cutField(query, cutColdFusion)
}

// cutField calls cut with the fields of the query, from last to first, and the text after each field. As soon as cut
// finds a session ID, cutField returns the query without the ID and the "&" after it.
func cutField(query string, cut func(field, rest string) (before, after string, found bool)) string {
	for end := len(query); end >= 0; {
		start := strings.LastIndexByte(query[:end], '&') + 1
		if before, after, found := cut(query[start:end], query[end:]); found {
			return query[:start] + before + strings.TrimPrefix(after, "&")
		}
		end = start - 1
	}
	return query
}

func (id sessionID) cut(field, rest string) (before, after string, found bool) {
	n := len(field) - id.length
	if n < 0 || !ascii.All(field[n:], id.value) {
		return "", "", false
	}
	before, found = strings.CutSuffix(field[:n], "=")
	if n = len(before) - id.letters; !found || n < 0 || !ascii.All(before[n:], ascii.Alpha) {
		return "", "", false
	}
	before, found = strings.CutSuffix(before[:n], id.name)
	return before, rest, found
}

// cutColdFusion cuts a cfid and the cftoken in the next field. Both values must not be empty.
func cutColdFusion(field, rest string) (before, after string, found bool) {
	rest, found = strings.CutPrefix(rest, "&cftoken=")
	if !found || field == "" {
		return "", "", false
	}
	at := strings.LastIndex(field[:len(field)-1], "cfid=")
	token, _, _ := strings.Cut(rest, "&")
	if at < 0 || token == "" {
		return "", "", false
	}
	return field[:at], rest[len(token):], true
}

// withoutPathSessions removes the session IDs of ASP.NET: a segment such as "(a(…)f(…))", then one such as "(…)".
func withoutPathSessions(path string) string {
	if !strings.Contains(path, ".aspx") {
		return path
	}
	return withoutSegment(withoutSegment(path, areIDs), isID)
}

// withoutSegment removes the last segment for which is reports true, with the "/" after it. A "/" must precede the
// segment. A text that contains ".aspx", but neither begins with it nor has "?" before it, must follow.
func withoutSegment(path string, is func(segment string) bool) string {
	page := -1 // offset of the last ".aspx" before the next "?"
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

// idLength is the length of an ID of ASP.NET in parentheses.
const idLength = len("()") + 24

func isID(s string) bool {
	return len(s) == idLength && s[0] == '(' && s[idLength-1] == ')' &&
		ascii.All(s[1:idLength-1], ascii.Alpha|ascii.Digit)
}

// areIDs reports whether s is in parentheses and consists of IDs with a letter before each.
func areIDs(s string) bool {
	ids, ok := strings.CutPrefix(s, "(")
	for ; ok && len(ids) > idLength; ids = ids[1+idLength:] {
		ok = ascii.Is(ids[0], ascii.Alpha) && isID(ids[1:1+idLength])
	}
	return ok && ids == ")" && s != "()"
}
