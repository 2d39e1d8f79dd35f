package command

import (
	"slices"
	"strings"

	"earl.example/audit"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
)

// inParameters appends the findings of the URLs and hosts in the parameters of a URL. They have the place of the value.
func inParameters(found []audit.Finding, url string) []audit.Finding {
	before, _, _ := strings.Cut(url, "#")
	_, query, _ := strings.Cut(before, "?")
	at := len(before) - len(query)
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		end := at + len(pair)
		for _, f := range inValue(value) {
			f.Span, f.Safe = reading.Span{Start: end - len(value), End: end}, ""
			f.Message = "In the parameter " + audit.Escape(name) + ": " + f.Message
			found = append(found, f)
		}
		at = end + len("&")
	}
	slices.SortStableFunc(found, func(a, b audit.Finding) int { return int(b.Severity) - int(a.Severity) })
	return found
}

// inValue returns the findings of severity medium and high of the value of a parameter, decoded once. A value is a URL
// if it has a web scheme or "://", or begins with two slashes or backslashes. It is a host if it is an address or a
// name that is not public, perhaps with a port.
func inValue(value string) []audit.Finding {
	value, _ = percent.DecodeString(value, true)
	begin := strings.TrimLeft(value, " \t\r\n\f")
	lower := ascii.ToLower(begin[:min(len(begin), len("https:"))])
	host, _, _ := strings.Cut(begin, ":")
	read := audit.ParseHost(host)
	switch {
	case strings.Contains(begin, "://"), strings.HasPrefix(lower, "http:"), strings.HasPrefix(lower, "https:"),
		len(begin) > 1 && strings.ContainsRune(`/\`, rune(begin[0])) && strings.ContainsRune(`/\`, rune(begin[1])):
	case strings.Count(host, ".") == 3 && read.Addr.IsValid(), read.Name == "localhost",
		strings.Contains(read.Name, ".") && read.Internal() != "":
		value = "http://" + begin
	default:
		return nil
	}
	r := audit.Audit(value)
	return slices.DeleteFunc(r.Findings, func(f audit.Finding) bool { return f.Severity < audit.Medium })
}
