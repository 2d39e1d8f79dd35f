package main

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"earl.example/internal/text/ascii"
	"earl.example/urltext"
)

// withScheme returns text with the scheme that [urltext.Complete] guesses, if text begins with a host instead of a
// scheme. Like [urltext.Repair], it removes surrounding white space. Any other text is returned unchanged.
func withScheme(text string) string {
	trimmed := strings.Trim(text, " \t\r\n")
	start := trimmed[:authorityEnd(trimmed)]
	if name, port, ok := strings.Cut(start, ":"); ok && isScheme(name) && !isPort(port) && !strings.Contains(start, ".") {
		return text
	}
	u, guesses, err := urltext.Complete(start)
	if err != nil { // the host may be non-ASCII
		if r, _, broken := urltext.Repair(start); broken == nil {
			u, guesses, err = urltext.Complete(r.String())
		}
	}
	if err != nil || len(guesses) == 0 || u.Scheme() == "mailto" {
		return text
	}
	if strings.HasPrefix(trimmed, "//") {
		return u.Scheme() + ":" + trimmed
	}
	return u.Scheme() + "://" + trimmed
}

// authorityEnd returns the offset of the end of the authority with which s begins. Slashes may precede the authority.
func authorityEnd(s string) int {
	start := len(s) - len(strings.TrimPrefix(s, "//"))
	if n := strings.IndexAny(s[start:], `/\?#`); n >= 0 {
		return start + n
	}
	return len(s)
}

func isScheme(name string) bool { return name != "" && ascii.All(name, ascii.SchemeChar) }

func isPort(text string) bool { return text != "" && ascii.All(text, ascii.Digit) }

// completedText returns the text of a record. With --guess-scheme, it adds a scheme, and writes a message about the
// first word that stays a path. Without the flag, it writes a message about the first text that looks like a host.
func (s *stream) completedText(text string) string {
	completed, hint := text, ""
	if s.guess {
		completed = withScheme(text)
	}
	switch {
	case s.relative || s.base != nil || s.quiet || s.app == nil || s.dialect.Name() == "libcurl" || s.hinted.Load():
	case s.guess && completed == text && text != "" && ascii.All(text, ascii.Alpha|ascii.Digit):
		hint = "has no dot, so --guess-scheme left it a path: to read it as a host, write http:// before it"
		if f := s.flags.Lookup("as"); f != nil && slices.Contains(f.Annotations[dialectKey], "libcurl") {
			hint += ", or use --as libcurl"
		}
	case !s.guess && looksLikeHost(text):
		hint = "has no scheme, so it is a path: to read it as a host, use --guess-scheme"
	}
	if hint != "" && s.hinted.CompareAndSwap(false, true) {
		fmt.Fprintf(s.stderr, "earl: hint: %s %s\n", quoted(excerpt(text)), hint)
	}
	return completed
}

func excerpt(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// looksLikeHost reports whether text begins with a domain name in a real top-level domain, an IP address, or a host and
// a port. It returns false for file names, such as index.html.
func looksLikeHost(text string) bool {
	const longest = 300
	text = text[:min(len(text), longest)]
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, ".") {
		return false
	}
	host, port, ok := strings.Cut(text[:authorityEnd(text)], ":")
	if ok && isScheme(host) && (port == "" || !ascii.Is(port[0], ascii.Digit)) {
		return false
	}
	if _, err := netip.ParseAddr(host); err == nil || isPort(port) {
		return withScheme(text) != text
	}
	domain := domainOf(host)
	_, icann := publicsuffix.PublicSuffix(domain)
	return icann && strings.Contains(domain, ".")
}
