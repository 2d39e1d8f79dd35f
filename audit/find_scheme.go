package audit

import (
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// This file has the finders for schemes, the slashes after them, and URLs inside URLs.

func (v *view) findBackslashAuthority() {
	slashes := v.slashes()
	if len(slashes) < 2 || !strings.Contains(slashes, `\`) ||
		!v.isWeb && v.scheme != "" && v.scheme != "file" {
		return
	}
	at := span(v.afterScheme(), v.afterScheme()+len(slashes))
	v.addSafe(at, `Browsers read these as "//", and a host follows. Other programs read a path or reject the URL.`,
		v.replace(at, "//"))
}

func (v *view) findSlashCount() {
	slashes := v.slashes()
	if !v.isWeb || strings.Contains(slashes, `\`) || len(slashes) == 2 || len(slashes) == 0 {
		return
	}
	at := span(v.afterScheme(), v.afterScheme()+len(slashes))
	v.addSafe(at, `Only two slashes mean the same everywhere: browsers accept any number, curl accepts one to `+
		`three, and other programs read no host.`, v.replace(at, "//"))
}

func (v *view) findSpecialNoSlashes() {
	rest := v.afterScheme()
	if v.isWeb && v.slashes() == "" && rest < len(v.text) {
		v.addSafe(span(0, rest), `Without slashes after the scheme, browsers read a host, or a path relative to the `+
			`page. Other programs read a path and no host.`, v.replace(span(rest, rest), "//"))
	}
}

func (v *view) findSchemeGuess() {
	if v.report.base != nil || v.has(urlerr.Authority) {
		return
	}
	first := until(v.text, "/?#")
	if v.scheme == "" {
		if looksLikeHost(first) && (strings.HasPrefix(ascii.ToLower(first), "www.") || len(first) < len(v.text)) {
			v.addSafe(span(0, len(first)), `The scheme is missing: people and curl read a host here, and the `+
				`specifications a path.`,
				"https://"+v.text)
		}
		return
	}
	rest := v.afterScheme()
	port := first[min(rest, len(first)):]
	switch {
	case port != "" && ascii.All(port, ascii.Digit) && (looksLikeHost(v.scheme) || v.scheme == "localhost"):
		v.addSafe(span(0, len(first)), `The specifications read a scheme here, and curl reads a host and a `+
			`port.`, "http://"+v.text)
	case v.slashes() == "" && v.guesses():
		v.add(span(0, rest), `No slashes follow this scheme: curl reads it as a user or a host, guesses the scheme `+
			`http, and connects.`)
	}
}

// guesses reports whether a dialect guesses the scheme. If there is a base, no dialect guesses.
func (v *view) guesses() bool {
	for i := range v.report.Verdicts {
		if v.report.base == nil && isGuess(&v.report.Verdicts[i].Reading) {
			return true
		}
	}
	return false
}

// isGuess reports whether the scheme of r is not in the input.
func isGuess(r *reading.Reading) bool {
	_, ok := r.InInput(urlerr.Scheme)
	return !ok && value(r, urlerr.Scheme) != ""
}

// looksLikeHost reports whether s is a name of two or more labels and the last label consists of letters.
func looksLikeHost(s string) bool {
	labels := strings.Split(s, ".")
	top := labels[len(labels)-1]
	if len(labels) < 2 || len(top) < 2 || !ascii.All(top, ascii.Alpha) {
		return false
	}
	return !slices.ContainsFunc(labels, func(label string) bool {
		return label == "" || !ascii.All(strings.ReplaceAll(label, "-", ""), ascii.Alpha|ascii.Digit)
	})
}

func (v *view) findNetworkPathRef() {
	if slashes := v.slashes(); v.scheme == "" && len(slashes) >= 2 && !strings.Contains(slashes, `\`) {
		v.add(span(0, len(slashes)), `A reference that begins with two slashes has its own host, which replaces the `+
			`host of the base.`)
	}
}

// activeSchemes lists the schemes for which a program that follows a URL can run code, show content that the URL
// contains, or send lines of text to any port.
var activeSchemes = []string{"javascript", "data", "vbscript", "gopher", "gophers", "dict", "tftp"}

func (v *view) findSchemeActive() {
	if slices.Contains(activeSchemes, v.scheme) {
		v.add(span(0, v.afterScheme()), `A URL with this scheme runs code, contains its own content, or connects to `+
			`any port. Do not follow it if its source is not trusted.`)
	}
}

// localSchemes lists the schemes for which a program that follows a URL opens a local file or runs a program. They are
// schemes of Java and curl, of the stream wrappers of PHP, and of the remote helpers of Git.
var localSchemes = []string{
	"file", "netdoc", "php", "phar", "expect", "glob", "ogg", "rar", "compress.zlib", "compress.bzip2", "ext", "fd",
}

func (v *view) findSchemeLocal() {
	if slices.Contains(localSchemes, v.scheme) {
		v.add(span(0, v.afterScheme()), `A program that follows a URL with this scheme opens a local file or runs another `+
			`program.`)
	}
}

func (v *view) findSchemePercentEncoded() {
	if v.scheme != "" {
		return
	}
	first := until(v.text, "/?#")
	decoded := decode(first)
	n := schemeLen(decoded)
	if n == 0 {
		return
	}
	end := 0 // of the decoded scheme and the colon
	for range n + 1 {
		if percent.IsEscape(first, end) {
			end += 2
		}
		end++
	}
	// A reference to Talk:Meeting is correctly written talk%3AMeeting, so an escaped colon must follow a known scheme.
	name := ascii.ToLower(decoded[:n])
	if first[end-1] == ':' || isWeb(name) || slices.Contains(activeSchemes, name) || slices.Contains(localSchemes, name) {
		v.add(span(0, end), `A program that decodes this text before it splits the URL finds a scheme, and then `+
			`perhaps a host.`)
	}
}

// archiveSchemes lists the schemes of URLs that name a file in an archive. Such a URL consists of its scheme, the URL
// of the archive, "!/" and a path in the archive. wrapperSchemes lists the other schemes of URLs that contain another
// URL.
var (
	archiveSchemes = []string{"jar", "zip", "wsjar"}
	wrapperSchemes = []string{"blob", "view-source", "filesystem", "feed", "url", "jdbc"}
)

// nested returns the span of the inner URL in an input such as view-source:http://h/. The outer URL has a scheme and no
// authority, and the inner URL follows this scheme. Unless the outer scheme is in one of the lists, the inner URL must
// begin with a scheme and "//". A URL in angle brackets is one too: Python's urllib.request removes them.
func (v *view) nested() (at reading.Span, ok bool) {
	if inner, open := strings.CutPrefix(v.text, "<"); open && strings.HasSuffix(inner, ">") {
		return v.at(span(1, len(inner))), schemeLen(strings.TrimLeft(inner, " ")) > 0
	}
	if v.scheme == "" || v.has(urlerr.Authority) {
		return reading.Span{}, false
	}
	inner, archive := v.text[v.afterScheme():], slices.Contains(archiveSchemes, v.scheme)
	n := strings.Index(inner, "://")
	wrapper := archive || slices.Contains(wrapperSchemes, v.scheme)
	if inner == "" || !wrapper && (n <= 0 || !isSchemes(inner[:n])) {
		return reading.Span{}, false
	}
	if archive {
		inner, _, _ = strings.Cut(inner, "!/")
	}
	return v.at(span(v.afterScheme(), v.afterScheme()+len(inner))), true
}

// isSchemes reports whether s consists of schemes with colons between them.
func isSchemes(s string) bool {
	return ascii.All(strings.ReplaceAll(s, ":", ""), ascii.SchemeChar)
}

func (v *view) findNestedURL() {
	if at, ok := v.nested(); ok && strings.IndexByte(v.input[at.Start:at.End], ':') > 0 {
		v.addInput(at, `There is another URL inside this one. A check of the outer URL does not see the inner `+
			`host.`, "")
	}
}

func (v *view) findFileRemoteHost() {
	if v.scheme != "file" {
		return
	}
	rest := strings.TrimLeft(v.text[v.afterScheme():], `/\`)
	host := v.get(urlerr.Host)
	switch {
	case ascii.HasDrive(rest):
		start := len(v.text) - len(rest)
		v.add(span(start, start+2), `Some programs read a Windows drive here, others a host or a directory.`)
	case host != "" && !ascii.EqualFold(host, "localhost"):
		v.add(v.span(urlerr.Host), `This file is on another machine: some programs fetch it over the network, some `+
			`look for it on this machine, and curl rejects the URL.`)
	}
}

func (v *view) findRelativeReference() {
	if v.scheme == "" && v.report.base == nil {
		v.add(span(0, len(v.text)), `This is a relative reference. It has a meaning only with a base.`)
	}
}

// hostlessSchemes lists the schemes of URLs that have no authority and do not lead to a host.
var hostlessSchemes = []string{
	"mailto", "tel", "sms", "urn", "data", "javascript", "about", "cid", "mid", "news", "geo", "magnet",
}

func (v *view) findSchemeRestriction() {
	info := scheme.Lookup(v.scheme)
	switch {
	case slices.Contains(hostlessSchemes, v.scheme) && v.has(urlerr.Authority):
		v.add(v.span(urlerr.Authority), `A URL with this scheme has no host: programs ignore this authority or read `+
			`it as another component.`)
	case info.Has(scheme.HTTP) && v.has(urlerr.Userinfo):
		v.addSafe(v.span(urlerr.Userinfo), `An HTTP URL has no userinfo. RFC 9110 §4.2.4 advises to treat it as an `+
			`attempt to deceive.`,
			v.withoutUserinfo())
	}
}

func (v *view) findLocalMeaning() {
	switch {
	case v.scheme == "file":
		v.add(span(0, v.afterScheme()), `A file URL means a different file on each machine.`)
	case v.has(urlerr.Host) && len(v.hosts) > 0:
		host := ParseHost(v.hosts[0].text)
		name := strings.TrimSuffix(host.Name, ".")
		if name != "" && !strings.Contains(name, ".") {
			v.add(v.hostSpan(), `The local network completes a name of one label. It leads to different hosts in `+
				`different networks.`)
		} else if host.Addr.IsLoopback() || host.Addr.IsUnspecified() {
			v.add(v.hostSpan(), `This is an address of the machine that follows the URL.`)
		}
	}
}
