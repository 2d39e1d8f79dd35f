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

// withoutQuerySessions removes the session IDs from the fields of a query.
func withoutQuerySessions(fields []string) []string {
	for i := range sessionIDs {
		fields = withoutLast(fields, sessionIDs[i].cut)
	}
	return withoutLast(fields, cutColdFusion)
}

// withoutLast removes the last session ID that cut finds, with the "&" after it: the text before the ID is joined to
// the field after it. cut gets the fields from one field to the end. If an ID begins in this field, cut returns the
// text before the ID and the number of fields up to the end of the ID. If not, n is 0.
func withoutLast(fields []string, cut func(fields []string) (before string, n int)) []string {
	for i := len(fields) - 1; i >= 0; i-- {
		if before, n := cut(fields[i:]); n != 0 {
			end := min(i+n+1, len(fields))
			return slices.Replace(fields, i, end, before+strings.Join(fields[i+n:end], ""))
		}
	}
	return fields
}

func (id *sessionID) cut(fields []string) (before string, n int) {
	field := fields[0]
	valueAt := len(field) - id.length
	if valueAt < 0 || !ascii.All(field[valueAt:], id.value) {
		return "", 0
	}
	before, found := strings.CutSuffix(field[:valueAt], "=")
	lettersAt := len(before) - id.letters
	if !found || lettersAt < 0 || !ascii.All(before[lettersAt:], ascii.Alpha) {
		return "", 0
	}
	if before, found = strings.CutSuffix(before[:lettersAt], id.name); !found {
		return "", 0
	}
	return before, 1
}

// cutColdFusion cuts a cfid and the cftoken in the next field. Both values must not be empty.
func cutColdFusion(fields []string) (before string, n int) {
	if len(fields) < 2 || fields[0] == "" {
		return "", 0
	}
	token, found := strings.CutPrefix(fields[1], "cftoken=")
	if !found || token == "" {
		return "", 0
	}
	at := strings.LastIndex(fields[0][:len(fields[0])-1], "cfid=")
	if at < 0 {
		return "", 0
	}
	return fields[0][:at], 2
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
