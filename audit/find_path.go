package audit

import (
	"iter"
	"slices"
	"strings"

	"earl.example/httptarget"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
)

// This file has the finders for the path, the query and the fragment.

// segments returns an iterator over the segments of the path and their spans in text.
func (v *view) segments() iter.Seq2[reading.Span, string] {
	return func(yield func(reading.Span, string) bool) {
		start := v.span(urlerr.Path).Start
		for segment := range strings.SplitSeq(v.get(urlerr.Path), "/") {
			if !yield(span(start, start+len(segment)), segment) {
				return
			}
			start += len(segment) + len("/")
		}
	}
}

func (v *view) findPathEncodedDots() {
	for at, segment := range v.segments() {
		if dots := dotsegment.Dots(segment, true); dots > 0 && strings.Contains(segment, "%") {
			v.addSafe(at, "", v.replace(at, ".."[:dots]))
			return
		}
	}
}

func (v *view) findPathEncodedSlash() {
	path, start := v.get(urlerr.Path), v.span(urlerr.Path).Start
	end := len(until(path, `\`))
	if v.findEscape(span(start, start+end), `/\`) {
		return
	}
	if end < len(path) {
		v.add(span(start+end, start+end+len(`\`)), "")
		return
	}
	for at, segment := range v.segments() {
		if strings.HasPrefix(segment, "..;") || strings.HasPrefix(segment, ".;") {
			v.add(at, "parameter")
			return
		}
	}
}

func (v *view) findPathNetwork() {
	path := v.get(urlerr.Path)
	switch {
	case !v.isHTTP(): // browsers are not redirected to such paths
		return
	case v.scheme != "" && v.get(urlerr.Host) == "", isSlash(v.text, 0) && isSlash(v.text, 1):
		return // other findings explain these slashes
	case v.report.base == nil || v.scheme != "":
		if !isNetworkPath(path) {
			return
		}
	case !slices.ContainsFunc(v.report.accepted(), func(r *reading.Reading) bool {
		return value(r, urlerr.Host) != "" && isNetworkPath(value(r, urlerr.Path))
	}):
		return
	}
	at := v.span(urlerr.Path)
	if isSlash(path, 0) && isSlash(path, 1) {
		at.End = at.Start + len("//")
	}
	v.add(at, "")
}

// browserPath reads paths as browsers do: a backslash is a slash, and dots can be escaped.
var browserPath, _ = httptarget.ParseReader("absolute=raw backslash=slash dots=encoded")

var escapedDots = strings.NewReplacer("%2e", ".", "%2E", ".")

// isNetworkPath reports whether path begins with two slashes, before or after its dot segments are removed, and has
// other characters.
func isNetworkPath(path string) bool {
	if !isSlash(path, 0) {
		path = "/" + path
	}
	tabs := 0 // length of the encoded tabs after the slash, which browsers remove if a program decodes them
	for strings.HasPrefix(path[1+tabs:], "%09") {
		tabs += len("%09")
	}
	if tabs > 0 {
		path = "/" + path[1+tabs:]
	}
	return strings.HasPrefix(browserPath.Read(path).Path, "//") && strings.Trim(escapedDots.Replace(path), `/\.`) != ""
}

func isSlash(s string, i int) bool { return i < len(s) && (s[i] == '/' || s[i] == '\\') }

func (v *view) findPathEmptySegment() {
	path := v.get(urlerr.Path)
	from := 0
	isFound := func(f Finding) bool { return f.ID == "path-network" }
	if strings.HasPrefix(path, "//") && slices.ContainsFunc(v.found, isFound) {
		from = 1
	}
	if i := strings.Index(path[from:], "//"); i >= 0 {
		at := v.span(urlerr.Path).Start + from + i
		v.add(span(at, at+2), "")
	}
}

func (v *view) findFSSpecialName() {
	if v.scheme != "" && !v.has(urlerr.Authority) && v.scheme != "file" {
		return // the path is opaque
	}
	for at, segment := range v.segments() {
		name := decode(segment)
		stem := strings.TrimRight(until(name, ".:;"), " ")
		switch {
		case name == "", name == ".", name == "..":
			continue
		case slices.Contains(list("devices"), ascii.ToLower(stem)):
			v.add(at, "device")
		case ascii.IsDrive(name):
			v.add(at, "drive")
		case strings.Trim(name, ".") == "":
			v.add(at, "dots")
		case strings.ContainsAny(name, `\:[]/`):
			v.add(at, "character")
		default:
			continue
		}
		return
	}
}

func (v *view) findQuerySeparator() {
	query := v.get(urlerr.Query)
	i := strings.IndexByte(query, ';')
	if i < 0 {
		return
	}
	message := `Some programs also split a query at semicolons. Go drops the pair.`
	if strings.Contains(query, "&amp;") {
		message = `This is an ampersand with its escape for HTML: the next name begins with "amp;".`
	}
	at := v.span(urlerr.Query).Start + i
	v.add(span(at, at+1), message)
}

func (v *view) findTokenInQuery() {
	if at, ok := v.secretIn(urlerr.Query); ok {
		v.add(at, "query")
	} else if at, ok := v.secretIn(urlerr.Fragment); ok {
		v.add(at, "fragment")
	}
}

// secretIn returns the span of the name of the first parameter in c that contains a secret.
func (v *view) secretIn(c urlerr.Component) (at reading.Span, ok bool) {
	start := v.span(c).Start
	for pair := range strings.SplitSeq(strings.ReplaceAll(v.get(c), ";", "&"), "&") {
		name, value, _ := strings.Cut(pair, "=")
		if value != "" && redact.IsKnown(decode(name)) {
			return span(start, start+len(name)), true
		}
		start += len(pair) + len("&")
	}
	return reading.Span{}, false
}
