package canon

import (
	"regexp"
	"strings"
	"sync"
)

// The shapes of session IDs that SURT leaves out. Each is tried once, in this
// order, and takes the last one of its kind. They are compiled when they are
// first needed, which is seldom.
var (
	pathSessions = sync.OnceValue(func() []*regexp.Regexp {
		return []*regexp.Regexp{
			regexp.MustCompile(`(?i)^(.*/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)/)([^?]+\.aspx.*)$`),
			regexp.MustCompile(`(?i)^(.*/)(?:\([0-9a-z]{24}\)/)([^?]+\.aspx.*)$`),
		}
	})
	querySessions = sync.OnceValue(func() []*regexp.Regexp {
		return []*regexp.Regexp{
			regexp.MustCompile(`(?i)^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$`),
			regexp.MustCompile(`(?i)^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$`),
			regexp.MustCompile(`(?i)^(.*)sid=[0-9a-z]{32}(?:&(.*))?$`),
			regexp.MustCompile(`(?i)^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$`),
			regexp.MustCompile(`(?i)^(.*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?$`),
		}
	})
)

// stripPathSession takes session IDs of ASP.NET out of a path in lower case.
func stripPathSession(path string) string {
	if !strings.Contains(path, ")/") || !strings.Contains(path, ".aspx") {
		return path
	}
	return strip(path, pathSessions())
}

// stripQuerySession takes session IDs out of a query.
func stripQuerySession(query string) string {
	// Each of them contains "id" and then "=", in either case.
	for i := 0; ; {
		n := strings.IndexByte(query[i:], '=')
		if n < 0 {
			return query
		}
		i += n + 1
		if name := query[:i-1]; maybeSession(name) {
			return strip(query, querySessions())
		}
	}
}

// maybeSession reports whether a name, with all that stands before it, may be
// one of a session ID.
func maybeSession(before string) bool {
	const longest = len("aspsessionid") + 8
	tail := strings.ToLower(before[max(0, len(before)-longest):])
	return strings.HasSuffix(tail, "sid") || strings.HasSuffix(tail, "sessionid") || strings.HasSuffix(tail, "cfid") || strings.HasPrefix(tail, "aspsessionid")
}

func strip(s string, patterns []*regexp.Regexp) string {
	for _, pattern := range patterns {
		if m := pattern.FindStringSubmatch(s); m != nil {
			s = m[1] + m[2]
		}
	}
	return s
}
