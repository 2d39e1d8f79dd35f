package redact

import (
	"strconv"
	"strings"
)

// Quote returns s in quotes, for a message. It doubles a backslash only if it escapes another character, because URLs
// have backslashes and messages count bytes.
func Quote(s string) string {
	if quoted := strconv.Quote(s); len(quoted) != len(s)+len(`""`)+strings.Count(s, `\`) {
		return quoted
	}
	return `"` + s + `"`
}
