package audit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/confusable"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// DisplayOptions configures [Display]. With the zero value, Display does not cut the URL and hides the userinfo.
type DisplayOptions struct {
	// Width is the maximum number of characters in Text. Zero means no limit. Text can be longer than Width, because the
	// end of the host is never cut.
	Width int

	// Registrable returns the registrable domain of a host: for example, "example.co.uk" for "www.example.co.uk". It
	// returns "" for a host without a registrable domain. The non-ASCII labels of host are A-labels. An implementation
	// needs the Public Suffix List: see golang.org/x/net/publicsuffix. If Registrable is nil, Display never cuts the host,
	// and Shown.Domain is the whole host.
	Registrable func(host string) string

	// ShowUsername shows the user name. Passwords are always hidden.
	ShowUsername bool
}

// A Shown is a URL in the form that [Display] shows to people.
type Shown struct {
	Text     string       // the URL, without invisible characters and bidirectional controls
	Host     reading.Span // the host in Text, or the zero Span if there is no host
	Domain   reading.Span // the registrable domain in Text, or the host
	Userinfo reading.Span // the userinfo in Text, or the zero Span if there is no userinfo
	Marks    []Mark       // warnings
}

// A Mark is a warning about a part of a shown URL.
type Mark struct {
	Span reading.Span // the part of Text
	Why  string       // a sentence
}

const hiddenUserinfo = "…@" // replaces a userinfo

// Display returns url in a form that shows people which host it leads to. It parses url as browsers do (package
// whatwg), and changes it as follows:
//
//   - The host is shown in Unicode. It is shown in Punycode if it looks like another name, contains symbols such as
//     emoji, or ends in letters written from right to left that would change the order of the text after the host.
//   - The userinfo is hidden, and so are passwords of URLs inside the URL. Secrets in a query, such as tokens, are
//     shown.
//   - The URL is cut to Width, but the end of the host is never cut.
//   - Percent-encoded characters beyond ASCII are shown, except padlocks and marks that cover other text.
//   - Invisible characters and bidirectional controls are escaped.
//
// If browsers reject url, Text is url with escapes, and Marks says that browsers reject it.
//
// Display reduces the risk of misleading URLs (RFC 3986 §7.6) but does not remove it. People can still mistake a name
// for a similar name, even if it is shown correctly.
func Display(url string, opt DisplayOptions) Shown {
	var s Shown
	u, err := whatwg.Parse(url)
	if err != nil {
		s.Text = cut(Escape(urlerr.Redact(url)), opt.Width)
		s.Marks = []Mark{{span(0, len(s.Text)), `Browsers reject this URL.`}}
		return s
	}
	var b strings.Builder
	b.WriteString(u.Protocol())
	rest := u.Pathname() + u.Search() + u.Hash()
	if backslashInUserinfo(url) {
		at := strings.LastIndexByte(rest, '@')
		if at < 0 { // a dot segment removed the segment with the "@"
			at = len(rest)
		}
		rest = "/" + redact.Mask + rest[at:]
	}
	rest = hideInner(rest, u)
	if u.HostKind() != reading.NoHost {
		b.WriteString("//")
		s.showUser(&b, u, opt)
		port := strings.TrimPrefix(u.Host(), u.Hostname())
		s.showHost(&b, urlerr.Redact(u.Hostname()), port+readable(rest), opt)
		b.WriteString(port)
	}
	shown := Escape(readable(rest))
	if opt.Width > 0 {
		shown = cut(shown, max(opt.Width-utf8.RuneCountInString(b.String()), 1))
	}
	b.WriteString(shown)
	s.Text = b.String()
	if Escape(url) != url {
		s.Marks = append(s.Marks, Mark{span(0, len(s.Text)),
			`The URL has invisible characters, or characters that change the direction of the text.`})
	}
	return s
}

// backslashInUserinfo reports whether url has a backslash and a colon before the last "@" of the authority, as in
// http://DOMAIN\user:password@proxy/. Browsers end the host at the backslash. Python and curl find a password after the
// colon.
func backslashInUserinfo(url string) bool {
	_, rest, _ := strings.Cut(ascii.WithoutNewlines(url), "//")
	authority := until(rest, "/?#")
	userinfo := authority[:max(0, strings.LastIndexByte(authority, '@'))]
	return strings.Contains(userinfo, `\`) && strings.Contains(userinfo, ":")
}

// hideInner hides the secrets of URLs inside rest, the path, query and fragment of u. If u has no host, rest can begin
// with a userinfo. If the scheme of u is not registered, rest can begin with a password.
func hideInner(rest string, u whatwg.URL) string {
	front := u.Protocol()
	known := scheme.Lookup(strings.TrimSuffix(front, ":")).IsRegistered()
	text := front + rest
	secrets := redact.AppendInner(nil, text, len(front), u.HostKind() == reading.NoHost, !known)
	return redact.Replace(text, secrets)[len(front):]
}

func (s *Shown) showUser(b *strings.Builder, u whatwg.URL, opt DisplayOptions) {
	if !u.HasCredentials() {
		return
	}
	start := b.Len()
	if opt.ShowUsername && u.Username() != "" {
		escaped := strings.TrimSuffix(urlerr.Redact(u.Username()+"@"), "@")
		user := readable(escaped)
		if strings.ContainsFunc(user, isRightToLeft) {
			user = escaped // it could be displayed after a host that is written from right to left
		}
		b.WriteString(Escape(user) + "@")
	} else {
		b.WriteString(hiddenUserinfo)
	}
	s.Userinfo = span(start, b.Len())
	s.Marks = append(s.Marks, Mark{s.Userinfo, `The text before the "@" is not the host.`})
}

// showHost writes the host, cut on the left if it is too long. rest is the text after the host.
func (s *Shown) showHost(b *strings.Builder, host, rest string, opt DisplayOptions) {
	start := b.Len()
	name, why := shownName(host)
	if turns(name, rest) {
		name = host
		why = `The letters of the host run from right to left: the text after it would appear before it.`
	}
	domain := name
	if opt.Registrable != nil && !ParseHost(host).Addr.IsValid() {
		trimmed := strings.TrimSuffix(host, ".")
		if own := opt.Registrable(trimmed); own != "" && isBelow(trimmed, own) {
			domain = lastLabels(name, strings.Count(own, ".")+1)
		}
	}
	if over := utf8.RuneCountInString(name) - opt.Width/2; opt.Width > 0 && over > 0 && domain != name {
		front := []rune(strings.TrimSuffix(name, domain)) // ends in "."
		name = "…" + string(front[min(over+1, len(front)-1):]) + domain
	}
	b.WriteString(name)
	s.Host = span(start, b.Len())
	s.Domain = span(b.Len()-len(domain), b.Len())
	if why != "" {
		s.Marks = append(s.Marks, Mark{s.Host, why})
	}
}

// turns reports whether a part of rest would be displayed to the left of host. This is the case if the last letter of
// host is written from right to left, and the first letter or digit in rest is either a digit or a letter that is
// written from right to left.
func turns(host, rest string) bool {
	last := strings.LastIndexFunc(host, isRightToLeft)
	if last < 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(host[last:])
	for i, text := range [...]string{host[last+size:], rest} {
		for _, r := range text {
			switch {
			case isRightToLeft(r), unicode.IsDigit(r) && i == 1:
				return true
			case unicode.IsLetter(r):
				return false
			}
		}
	}
	return false
}

// isRightToLeft reports whether r is in a block of a script that is written from right to left.
func isRightToLeft(r rune) bool {
	return r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFF ||
		r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

// lastLabels returns the last n labels of name. If name ends in a root dot, the result ends in a root dot too.
func lastLabels(name string, n int) string {
	i := len(strings.TrimSuffix(name, "."))
	for ; n > 0 && i >= 0; n-- {
		i = strings.LastIndexByte(name[:i], '.')
	}
	return name[i+1:]
}

// shownName returns the form of host to show: Unicode, or Punycode if the Unicode form can mislead people. The second
// result is the reason to show Punycode, or "" for Unicode.
func shownName(host string) (name, why string) {
	if !strings.Contains(host, "xn--") {
		return Escape(host), ""
	}
	letters, err := idna.AppendToUnicode(nil, host, idna.Options{})
	if err != nil {
		return Escape(host), `A label of the host looks like Punycode but is not the Punycode of a name.`
	}
	why = spoof(string(letters))
	for label := range strings.SplitSeq(string(letters), ".") {
		if _, sign := confusable.Sign(label); sign && why == "" {
			why = `The host has a sign, such as an emoji, that names should not have.`
		}
	}
	if why != "" {
		return host, why
	}
	return Escape(string(letters)), ""
}

// cut returns the first width characters of s. If s is longer, "…" replaces the last of these characters. If width is
// not positive, cut returns s.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == width {
			return s[:i] + "…"
		}
	}
	return s
}
