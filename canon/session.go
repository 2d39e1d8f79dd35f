package canon

import (
	"regexp"
	"strings"
)

// A sessionID describes a session ID that SURT removes.
type sessionID struct {
	hint    string         // a text in every match
	pattern *regexp.Regexp // SURT keeps only the groups; ".*" before the ID selects the last match
}

// The patterns match text in lower case, in the order in which SURT applies them.
var (
	pathSessions = []sessionID{ // of ASP.NET
		{".aspx", regexp.MustCompile(`^(.*/)\((?:[a-z]\([0-9a-z]{24}\))+\)/([^?]+\.aspx.*)$`)},
		{".aspx", regexp.MustCompile(`^(.*/)\([0-9a-z]{24}\)/([^?]+\.aspx.*)$`)},
	}
	querySessions = []sessionID{
		{"jsessionid=", regexp.MustCompile(`^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$`)},
		{"phpsessid=", regexp.MustCompile(`^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$`)},
		{"sid=", regexp.MustCompile(`^(.*)sid=[0-9a-z]{32}(?:&(.*))?$`)},
		{"aspsessionid", regexp.MustCompile(`^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$`)},
		{"cfid=", regexp.MustCompile(`^(.*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?$`)},
	}
)

// withoutSessions removes a session ID of each kind from s.
func withoutSessions(s string, ids []sessionID) string {
	for _, id := range ids {
		if strings.Contains(s, id.hint) {
			s = id.pattern.ReplaceAllString(s, "$1$2")
		}
	}
	return s
}
