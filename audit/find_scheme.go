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
	v.addSafe(at, "", v.replace(at, "//"))
}

func (v *view) findSlashCount() {
	slashes := v.slashes()
	if !v.isWeb || strings.Contains(slashes, `\`) || len(slashes) == 2 || len(slashes) == 0 {
		return
	}
	at := span(v.afterScheme(), v.afterScheme()+len(slashes))
	v.addSafe(at, "", v.replace(at, "//"))
}

func (v *view) findSpecialNoSlashes() {
	rest := v.afterScheme()
	if v.isWeb && v.slashes() == "" && rest < len(v.text) {
		v.addSafe(span(0, rest), "", v.replace(span(rest, rest), "//"))
	}
}

func (v *view) findSchemeGuess() {
	if v.report.base != nil || v.has(urlerr.Authority) {
		return
	}
	first := until(v.text, "/?#")
	if v.scheme == "" {
		if looksLikeHost(first) && (strings.HasPrefix(ascii.ToLower(first), "www.") || len(first) < len(v.text)) {
			v.addSafe(span(0, len(first)), "missing", "https://"+v.text)
		}
		return
	}
	rest := v.afterScheme()
	port := first[min(rest, len(first)):]
	switch {
	case port != "" && ascii.All(port, ascii.Digit) && (looksLikeHost(v.scheme) || v.scheme == "localhost"):
		v.addSafe(span(0, len(first)), "port", "http://"+v.text)
	case v.slashes() == "" && v.guesses():
		v.add(span(0, rest), "no slashes")
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
		v.add(span(0, len(slashes)), "")
	}
}

// schemeIn returns a finder for the schemes in a list of lists.txt.
func schemeIn(name string) func(v *view) {
	return func(v *view) {
		if slices.Contains(list(name), v.scheme) {
			v.add(span(0, v.afterScheme()), "")
		}
	}
}

func (v *view) findSchemePercentEncoded() {
	if v.scheme != "" {
		return
	}
	first := until(v.text, "/?#")
	decoded := decode(first)
	n := ascii.SchemeColon(decoded)
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
	if first[end-1] == ':' || isWeb(name) || slices.Contains(list("active"), name) ||
		slices.Contains(list("local"), name) {
		v.add(span(0, end), "")
	}
}

// nested returns the span of the inner URL in an input such as view-source:http://h/. The outer URL has a scheme and no
// authority, and the inner URL follows this scheme. Unless the outer scheme is in one of the lists, the inner URL must
// begin with a scheme and "//". A URL in angle brackets is one too: Python's urllib.request removes them.
func (v *view) nested() (at reading.Span, ok bool) {
	if inner, open := strings.CutPrefix(v.text, "<"); open && strings.HasSuffix(inner, ">") {
		return v.at(span(1, len(inner))), ascii.SchemeColon(strings.TrimLeft(inner, " ")) > 0
	}
	if v.scheme == "" || v.has(urlerr.Authority) {
		return reading.Span{}, false
	}
	inner, archive := v.text[v.afterScheme():], slices.Contains(list("archive"), v.scheme)
	n := strings.Index(inner, "://")
	wrapper := archive || slices.Contains(list("wrapper"), v.scheme)
	if inner == "" || !wrapper &&
		(n <= 0 || !ascii.All(strings.ReplaceAll(inner[:n], ":", ""), ascii.SchemeChar)) {
		return reading.Span{}, false
	}
	if archive {
		inner, _, _ = strings.Cut(inner, "!/")
	}
	return v.at(span(v.afterScheme(), v.afterScheme()+len(inner))), true
}

func (v *view) findNestedURL() {
	if at, ok := v.nested(); ok && strings.IndexByte(v.input[at.Start:at.End], ':') > 0 {
		v.addInput(at, "", "")
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
		v.add(span(start, start+2), "drive")
	case host != "" && !ascii.EqualFold(host, "localhost"):
		v.add(v.span(urlerr.Host), "host")
	}
}

func (v *view) findRelativeReference() {
	if v.scheme == "" && v.report.base == nil {
		v.add(span(0, len(v.text)), "")
	}
}

func (v *view) findSchemeRestriction() {
	info := scheme.Lookup(v.scheme)
	switch {
	case slices.Contains(list("hostless"), v.scheme) && v.has(urlerr.Authority):
		v.add(v.span(urlerr.Authority), "hostless")
	case info.Has(scheme.HTTP) && v.has(urlerr.Userinfo):
		v.addSafe(v.span(urlerr.Userinfo), "http", v.withoutUserinfo())
	}
}

func (v *view) findLocalMeaning() {
	switch {
	case v.scheme == "file":
		v.add(span(0, v.afterScheme()), "file")
	case v.has(urlerr.Host) && len(v.hosts) > 0:
		host := ParseHost(v.hosts[0].text)
		name := strings.TrimSuffix(host.Name, ".")
		if name != "" && !strings.Contains(name, ".") {
			v.add(v.hostSpan(), "label")
		} else if host.Addr.IsLoopback() || host.Addr.IsUnspecified() {
			v.add(v.hostSpan(), "address")
		}
	}
}
