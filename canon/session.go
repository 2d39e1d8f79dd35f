package canon

import (
	"regexp"
	"strings"
	"sync"
)

// A session is a kind of session IDs.
type session struct {
	hint string         // a text of each ID, without which no search is necessary
	id   *regexp.Regexp // its groups are the texts before and after the last ID
}

// The session IDs of some servers in queries and in paths, in lower case and in the order in which SURT removes them.
var (
	querySessions = sync.OnceValue(func() []session {
		const id, after = `=[a-z0-9]{32}`, `(?:&(.*))?$`
		return []session{
			{"jsessionid=", regexp.MustCompile(`^(.*)jsessionid` + id + after)},
			{"phpsessid=", regexp.MustCompile(`^(.*)phpsessid` + id + after)},
			{"sid=", regexp.MustCompile(`^(.*)sid` + id + after)},
			{"aspsessionid", regexp.MustCompile(`^(.*)aspsessionid[a-z]{8}=[a-z]{24}` + after)},
			{"&cftoken=", regexp.MustCompile(`^(.*)cfid=[^&]+&cftoken=[^&]+` + after)}, // ColdFusion
		}
	})
	pathSessions = sync.OnceValue(func() []session { // ASP.NET
		const id, after = `\([a-z0-9]{24}\)`, `/([^?]+\.aspx.*)$`
		return []session{
			{")/", regexp.MustCompile(`^(.*/)\((?:[a-z]` + id + `)+\)` + after)},
			{")/", regexp.MustCompile(`^(.*/)` + id + after)},
		}
	})
)

// withoutSessions removes the last session ID of each kind.
func withoutSessions(text string, kinds []session) string {
	for _, kind := range kinds {
		if strings.Contains(text, kind.hint) {
			text = kind.id.ReplaceAllString(text, "$1$2")
		}
	}
	return text
}
