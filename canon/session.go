package canon

import (
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// SURT removes the session IDs of some servers from texts in lower case. If a text has several IDs of one kind, the
// last one is removed.

// A sessionID is a name, then letters, "=" and a value of fixed length. It ends a field of the query; any text may
// precede it.
type sessionID struct {
	name            string
	letters, length int         // number of letters after the name, and of characters of the value
	value           ascii.Class // of each character of the value
}

// withoutQuerySessions removes the session IDs from a query, in the order of SURT.
func withoutQuerySessions(query string) string {
	for _, id := range [...]sessionID{
		{"jsessionid", 0, 32, ascii.Alpha | ascii.Digit}, {"phpsessid", 0, 32, ascii.Alpha | ascii.Digit},
		{"sid", 0, 32, ascii.Alpha | ascii.Digit}, {"aspsessionid", 8, 24, ascii.Alpha},
	} {
		query = id.cut(query)
	}
	return withoutColdFusion(query)
}

// cut removes the last ID, with the "&" after it: the text before the ID is joined to the next field.
func (id *sessionID) cut(query string) string {
	n := id.letters + len("=") + id.length
	for i := strings.LastIndex(query, id.name); i >= 0; i = strings.LastIndex(query[:i], id.name) {
		rest := query[i+len(id.name):]
		if len(rest) >= n && (len(rest) == n || rest[n] == '&') && ascii.All(rest[:id.letters], ascii.Alpha) &&
			rest[id.letters] == '=' && ascii.All(rest[id.letters+1:n], id.value) {
			return query[:i] + strings.TrimPrefix(rest[n:], "&")
		}
	}
	return query
}

// withoutColdFusion is like cut for a cfid and the cftoken in the next field. Both values must not be empty.
func withoutColdFusion(query string) string {
	for end := len(query); end > 0; {
		start := strings.LastIndexByte(query[:end], '&')
		if start <= 0 {
			break
		}
		field := query[strings.LastIndexByte(query[:start], '&')+1 : start]
		at := strings.LastIndex(field[:max(len(field)-1, 0)], "cfid=")
		if token, found := strings.CutPrefix(query[start+1:end], "cftoken="); found && token != "" && at >= 0 {
			return query[:start-len(field)+at] + strings.TrimPrefix(query[end:], "&")
		}
		end = start
	}
	return query
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
	for i, c := range slices.Backward([]byte(path)) {
		switch c {
		case '?':
			page = -1
		case '.':
			if page == -1 && strings.HasPrefix(path[i:], ".aspx") {
				page = i
			}
		case '/':
			start := strings.LastIndexByte(path[:i], '/') + 1
			if page > i+1 && start != 0 && is(path[start:i]) {
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
