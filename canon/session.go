package canon

import (
	"regexp"
	"strings"
	"sync"
)

// A session is a kind of session IDs in texts in lower case. Every text with such an ID contains mark and matches
// pattern. The groups are the text before the ID and the text after it. If a text has several IDs of one kind, the
// pattern finds the last one.
type session struct {
	mark    string
	pattern func() *regexp.Regexp
}

// These are the session IDs that SURT removes, in its order.
var (
	querySessions = []session{
		inQuery(`jsessionid=`, `[0-9a-z]{32}`),
		inQuery(`phpsessid=`, `[0-9a-z]{32}`),
		inQuery(`sid=`, `[0-9a-z]{32}`),
		inQuery(`aspsessionid`, `[a-z]{8}=[a-z]{24}`),
		inQuery(`cfid=`, `[^&]+&cftoken=[^&]+`), // ColdFusion
	}
	pathSessions = []session{ // ASP.NET
		inPath(`\(([a-z]\([0-9a-z]{24}\))+\)`),
		inPath(`\([0-9a-z]{24}\)`),
	}
)

// inQuery returns the session IDs that end a field of a query and begin with mark. Any text may precede them.
func inQuery(mark, rest string) session {
	return session{mark, lazy(`^(?P<before>.*)` + mark + rest + `(&(?P<after>.*))?$`)}
}

// inPath returns the session IDs that are a segment of a path. The name of a page must follow.
func inPath(id string) session {
	return session{")/", lazy(`^(?P<before>.*/)` + id + `/(?P<after>[^?]+\.aspx.*)$`)}
}

// lazy returns a function that compiles pattern in its first call.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// withoutSessions removes an ID of each kind from text, which is ASCII without line ends.
func withoutSessions(text string, kinds []session) string {
	for _, kind := range kinds {
		if strings.Contains(text, kind.mark) {
			text = kind.pattern().ReplaceAllString(text, "${before}${after}")
		}
	}
	return text
}
