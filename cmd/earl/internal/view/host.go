package view

import (
	"fmt"
	"io"
	"net/netip"
	"strings"
	"sync/atomic"

	"golang.org/x/net/publicsuffix"

	"earl.example"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
	"earl.example/urltext"
)

// LookUp returns the domain name of the host, or "" if the host is no domain name, and its public suffix.
func (v *View) LookUp() (domain, suffix string) {
	if !v.looked {
		v.looked, v.suffix = true, ""
		if v.domain = Domain(v.Value(urlerr.Host)); v.domain != "" {
			v.suffix = publicSuffix(v.domain, v.ICANN)
		}
	}
	return v.domain, v.suffix
}

// publicSuffix returns the public suffix of a domain, without private suffixes if icann is set.
func publicSuffix(domain string, icann bool) string {
	for {
		suffix, managed := publicsuffix.PublicSuffix(domain)
		_, rest, ok := strings.Cut(suffix, ".")
		if !icann || managed || !ok {
			return suffix
		}
		domain = rest
	}
}

// Domain returns the domain name of a host: in ASCII, in lower case, and without a final dot. If host is not a domain
// name, it returns "".
func Domain(host string) string {
	host, _ = percent.DecodeString(host, false)
	host = strings.TrimSuffix(host, ".")
	if ascii.Index(host, ascii.NonASCII) >= 0 {
		name, err := idna.AppendToASCII(nil, host, idna.Options{})
		if err != nil {
			return ""
		}
		host = string(name)
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || ascii.All(last, ascii.Digit) || strings.Contains("."+host, "..") ||
		!ascii.All(host, ascii.Unreserved) || strings.Contains(host, "~") {
		return ""
	}
	return ascii.ToLower(host)
}

// UnicodeName returns a host name in Unicode. It returns host unchanged if host is not a domain name, or if the Unicode
// form does not convert back to the same name.
func UnicodeName(host string) string {
	if !strings.Contains(ascii.ToLower(host), "xn--") {
		return host
	}
	name, err := idna.AppendToUnicode(nil, host, idna.Options{})
	if err != nil {
		return host
	}
	back, err := idna.AppendToASCII(nil, string(name), idna.Options{})
	if err != nil || string(back) != ascii.ToLower(host) {
		return host
	}
	return string(name)
}

// UnicodeAuthority returns an authority with its host name in Unicode.
func UnicodeAuthority(s string) string { return UnicodeURL("//" + s)[len("//"):] }

// UnicodeURL returns a URL with its host name in Unicode. The URL must have the form in which a dialect writes it.
func UnicodeURL(url string) string {
	start := strings.Index(url, "//")
	if start < 0 || start > 0 && strings.IndexAny(url, ":/?#") != start-1 {
		return url
	}
	end := start + authorityEnd(url[start:])
	start += len("//")
	start += strings.LastIndexByte(url[start:end], '@') + 1
	if i := strings.IndexByte(url[start:end], ':'); i >= 0 {
		end = start + i
	}
	return url[:start] + UnicodeName(url[start:end]) + url[end:]
}

// WithScheme returns text with the scheme that [urltext.Complete] guesses, if text begins with a host instead of a
// scheme. Like [urltext.Repair], it removes surrounding white space. Any other text is returned unchanged.
func WithScheme(text string) string {
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

// A Hint is a message about the first text that looks like a host and is read as a path, or the other way round.
type Hint struct {
	Out     io.Writer
	Libcurl bool        // the command has --as libcurl
	done    atomic.Bool // the message is written
}

// about writes the message if text is a word that --guess-scheme left a path or, without the flag, looks like a host
// and is not read as one.
func (h *Hint) about(text string, o *Options, completed bool) {
	message := ""
	switch {
	case o.Guess && !completed && text != "" && ascii.All(text, ascii.Alpha|ascii.Digit) && readAs(o.Dialect, text) != "":
		message = "has no dot, so --guess-scheme left it a path: to read it as a host, write http:// before it"
		if h.Libcurl {
			message += ", or use --as libcurl"
		}
	case strings.Contains(text, "[.]") || strings.HasPrefix(text, "hxxp"):
		message = "looks as if it was made harmless: to read it as a URL, use --refang"
	case !o.Guess && LooksLikeHost(text):
		message = readAs(o.Dialect, text)
	case !o.Guess && (strings.HasPrefix(text, "http/") || strings.HasPrefix(text, "https/")):
		message = "has no colon after its first word, so it is a path: write the colon, as in https://"
	}
	if message != "" && h.done.CompareAndSwap(false, true) {
		fmt.Fprintf(h.Out, "earl: hint: %s %s\n", cli.Quoted(cli.Excerpt(text)), message)
	}
}

// readAs returns the message about a text that looks like a host, or "" if the dialect reads a host in it.
func readAs(d earl.Dialect, text string) string {
	var r earl.Reading
	if d.Read(&r, text); r.Err() != nil {
		return ""
	}
	host, _ := r.Host()
	switch scheme, _ := r.Scheme(); {
	case host != "":
		return ""
	case scheme != "":
		return "is read as the scheme " + cli.Quoted(scheme) + " and a path: to read a host, use --guess-scheme"
	}
	return "has no scheme, so it is a path: to read it as a host, use --guess-scheme"
}

// LooksLikeHost reports whether text begins with a domain name in a real top-level domain, an IP address, or a host and
// a port. It returns false for file names, such as index.html.
func LooksLikeHost(text string) bool {
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
		return WithScheme(text) != text
	}
	domain := Domain(host)
	_, icann := publicsuffix.PublicSuffix(domain)
	return icann && strings.Contains(domain, ".")
}
