package answer

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"earl.example/internal/show"
)

// command returns a command line for a POSIX shell that prints the record. If the URL has characters that a terminal
// does not show, the command reads the URL from a JSON text in which these characters are escaped.
func (r *Request) command() string {
	options := ""
	if r.Dialects != "" {
		options = " --as " + quote(r.Dialects)
	}
	hidden := show.Visible(r.URL) != r.URL
	if r.Base != nil {
		if show.Visible(*r.Base) == *r.Base && !hidden {
			options += " --base " + quote(*r.Base)
		} else {
			hidden = true
		}
	}
	if !hidden {
		dashes := ""
		if strings.HasPrefix(r.URL, "-") {
			dashes = "-- "
		}
		return "earl audit --json" + options + " " + dashes + quote(r.URL)
	}
	record := `{"url":` + escaped(r.URL)
	if r.Base != nil {
		record += `,"base":` + escaped(*r.Base)
	}
	return `printf '%s\n' ` + quote(record+"}") + " | earl audit --json --in jsonl" + options
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// escaped returns s as a JSON string in printable ASCII.
func escaped(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, unit := range utf16.Encode([]rune(s)) {
		switch {
		case unit == '"' || unit == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(unit))
		case ' ' <= unit && unit <= '~':
			b.WriteByte(byte(unit))
		default:
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	b.WriteByte('"')
	return b.String()
}
