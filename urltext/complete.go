package urltext

import (
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
)

// Guesses are what [Complete] took for granted, one bit each.
type Guesses uint8

// The guesses.
const (
	GuessHost            Guesses = 1 << iota // the text begins with a host, not with a path
	GuessPort                                // the first colon stands before a port, not behind a scheme
	GuessMailbox                             // the text is an address for mail, and so the scheme is mailto
	GuessSchemeByPort                        // the scheme is the one whose default port is given
	GuessSchemeByName                        // the scheme is the one that the first label of the host hints at
	GuessSchemeByDefault                     // the scheme is the default: nothing hints at one
)

var guessNames = [...]string{"host", "port", "mailbox", "scheme by port", "scheme by name", "scheme by default"}

// String returns the guesses in words, such as "host, scheme by name", or
// "none".
func (g Guesses) String() string {
	if g == 0 {
		return "none"
	}
	var words []string
	for i, name := range guessNames {
		if g&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	if g>>len(guessNames) != 0 {
		words = append(words, "out of range")
	}
	return strings.Join(words, ", ")
}

// Complete makes a URI of a suffix of one, such as www.w3.org/Addressing/, as
// people say and type them (§4.5), and says what it guessed. It is a heuristic:
// no standard has one, and this one may change. Ask it only where there is no
// base, such as for what is typed into a dialog box: anywhere else the same text
// is a relative reference. Do not store what was guessed as if it had been
// said, and mind that a name may mean another host elsewhere (RFC 1535).
//
//   - What has a scheme is a URI, and nothing is guessed. But where the scheme
//     is not registered and reads as a host, and a number up to 65535 follows
//     as the whole of the first segment, that is a port: localhost:8080/x.
//   - A host, perhaps with a port, is an IP address, a domain name of two labels
//     or more of which the last is no number, or localhost; or any label if a
//     port follows. Underscores and triplets beyond ASCII count as letters.
//     Then come "/", "?", "#" or the end. So the name of a file is a host, too, as
//     in index.html: no list of endings could tell, as some are both, like .zip
//     and .md, and where there may be files there is a base.
//   - What begins with "//" has an authority, and lacks a scheme only.
//   - A name, "@" and a domain name of two labels or more are a mailbox.
//   - The scheme is http, https, ftp, gopher, ldap or ldaps if its default port
//     is given; or else dict, ftp, gopher, imap or ldap if that is the first
//     label of several; or else http, of which www, www2 and so on are a hint.
//
// Anything else is an error: a path by itself, a single label, and a userinfo
// before a host, behind which another host can hide (§7.6). What is wrong with
// the rest is an error as that of [Parse]. Offsets are those of s.
func Complete(s string) (rfc3986.URI, Guesses, error) { return CompleteOptions{}.Complete(s) }

// CompleteOptions change what [Complete] guesses.
type CompleteOptions struct {
	// DefaultScheme takes the place of http where neither a port nor a name hints at
	// another scheme than that. "" means http.
	DefaultScheme string
}

// Complete is the function [Complete] with options.
func (opt CompleteOptions) Complete(s string) (rfc3986.URI, Guesses, error) {
	if opt.DefaultScheme == "" {
		opt.DefaultScheme = "http"
	}
	schemeOnly, err := rfc3986.Edit{Scheme: &opt.DefaultScheme}.Apply(rfc3986.Ref{})
	if err != nil {
		return rfc3986.URI{}, 0, err
	}
	web := schemeOnly.Scheme()
	n := schemeLen(s)
	hasScheme := n > 0 && n < len(s) && s[n] == ':'
	isPort := hasScheme && portFollows(s, n)
	switch {
	case hasScheme && !isPort, strings.HasPrefix(s, "//"):
		r, err := rfc3986.Parse(s)
		if err != nil {
			return rfc3986.URI{}, 0, err
		}
		if u, ok := r.URI(); ok {
			return u, 0, nil
		}
		host, _ := r.Host()
		if host == "" {
			return rfc3986.URI{}, 0, fail(&ruleSuffix, s, len("//"))
		}
		port, _ := r.Port()
		name, g := guessScheme(web, host, port)
		return completed(name+":", s, g)
	case isMailbox(s):
		return completed("mailto:", s, GuessMailbox)
	}
	authority := s[:endOfName(s, 0, len(s))]
	host, port := splitHost(authority)
	if !isHost(host, port != "") || strings.IndexByte(authority, '@') >= 0 {
		return rfc3986.URI{}, 0, fail(&ruleSuffix, s, 0)
	}
	name, g := guessScheme(web, host, port)
	if isPort {
		g |= GuessPort
	}
	return completed(name+"://", s, GuessHost|g)
}

// completed is the URI of s behind prefix, or an error about s.
func completed(prefix, s string, g Guesses) (rfc3986.URI, Guesses, error) {
	u, err := rfc3986.ParseURI(prefix + s)
	if err != nil {
		return rfc3986.URI{}, 0, errorIn(s, err, func(at int) int { return at - len(prefix) })
	}
	return u, g, nil
}

// portFollows reports whether the colon of s behind its first n bytes, which
// could be a scheme, stands before a port instead.
func portFollows(s string, n int) bool {
	_, ok := portValue(s[n+1 : endOfName(s, n+1, len(s))])
	return ok && isHost(s[:n], true) && scheme.Lookup(s[:n]).Status == scheme.Unregistered
}

// portValue returns the number that port is, up to 65535.
func portValue(port string) (n uint32, ok bool) {
	for i := range len(port) {
		if !ascii.Is(port[i], ascii.Digit) {
			return 0, false
		}
		if n = 10*n + uint32(port[i]-'0'); n > 65535 {
			return 0, false
		}
	}
	return n, port != ""
}

// splitHost cuts a port off what may be a host and a port.
func splitHost(s string) (host, port string) {
	end := 0
	if strings.HasPrefix(s, "[") {
		end = strings.IndexByte(s, ']') + 1
	}
	if n := strings.IndexByte(s[end:], ':'); n >= 0 {
		return s[:end+n], s[end+n+1:]
	}
	return s, ""
}

// isHost reports whether s looks like a host more than like a path. Whether it
// is one in brackets is left to the grammar.
func isHost(s string, hasPort bool) bool {
	if strings.HasPrefix(s, "[") || isIPv4(s) {
		return true
	}
	labels := strings.TrimSuffix(s, ".")
	last := labels[strings.LastIndexByte(labels, '.')+1:]
	if ascii.All(last, ascii.Digit) {
		return false
	}
	for label := range strings.SplitSeq(labels, ".") {
		if !isLabel(label) {
			return false
		}
	}
	return hasPort || len(last) < len(labels) || ascii.EqualFold(labels, "localhost")
}

// isLabel reports whether s is a label of a domain name: letters, digits and
// underscores, and hyphens but at the ends. Triplets beyond ASCII are letters.
func isLabel(s string) bool {
	if s == "" || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch {
		case ascii.Is(s[i], ascii.Alpha|ascii.Digit) || s[i] == '_' || s[i] == '-':
		case isEscape(s, i) && ascii.Unhex[s[i+1]] >= 8:
			i += 2
		default:
			return false
		}
	}
	return true
}

// isMailbox reports whether s looks like an address for mail.
func isMailbox(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && ascii.Index(local, ascii.GenDelim) < 0 && !isIPv4(domain) && domain != "" &&
		domain[0] != '[' &&
		isHost(domain, false) && strings.Contains(strings.TrimSuffix(domain, "."), ".")
}

// Schemes that a port, and that the first label of a host, may hint at.
var (
	schemesByPort = [...]string{"http", "https", "ftp", "gopher", "ldap", "ldaps"}
	schemesByName = [...]string{"dict", "ftp", "gopher", "imap", "ldap"}
)

// guessScheme returns the scheme that a host and a port hint at, or else web.
func guessScheme(web, host, port string) (string, Guesses) {
	if n, ok := portValue(port); ok && n != 0 {
		for _, name := range schemesByPort {
			if uint32(scheme.Lookup(name).Port) == n {
				return name, GuessSchemeByPort
			}
		}
	}
	label, _, several := strings.Cut(host, ".")
	if several {
		for _, name := range schemesByName {
			if ascii.EqualFold(name, label) {
				return name, GuessSchemeByName
			}
		}
		if len(label) >= 3 && ascii.EqualFold(label[:3], "www") && ascii.All(label[3:], ascii.Digit) {
			return web, GuessSchemeByName
		}
	}
	return web, GuessSchemeByDefault
}
