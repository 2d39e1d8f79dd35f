package audit

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"earl.example/httptarget"
	"earl.example/reading"
	"earl.example/urlerr"
)

// pathReaders returns the readers that are compared by default. Of the systematic targets of the tests of package
// httptarget that two of its readers read differently, they read 97 of 100 differently.
var pathReaders = sync.OnceValue(func() (all []httptarget.Reader) {
	const names = "raw nginx tomcat express go-fileserver envoy-normalize envoy-unescape jetty caddy h3"
	for name := range strings.FieldsSeq(names) {
		r, _ := httptarget.ParseReader(name)
		all = append(all, r)
	}
	return all
})

// isHTTP reports whether the URL is of HTTP, or has no scheme.
func (v *view) isHTTP() bool { return v.scheme == "" || v.scheme == "http" || v.scheme == "https" }

func (v *view) findPathParameter() {
	for at, segment := range v.segments() {
		name, parameter, found := strings.Cut(segment, ";")
		switch {
		case !v.isHTTP():
			return
		case !found || at.End == v.span(urlerr.Path).End || name == "." || name == ".." || strings.HasSuffix(name, "&amp"):
			continue
		}
		v.add(span(at.End-len(parameter)-1, at.End), `Java servers remove the parameter of a segment and read the path `+
			`without it. A proxy compares the whole segment.`)
		return
	}
}

// keepSlashes encodes the escapes that can be a slash once more, so that decode keeps them.
var keepSlashes = strings.NewReplacer("%2F", "%252F", "%2f", "%252F", "%5C", "%255C", "%5c", "%255C")

func (v *view) findPathReaders() {
	at, path := v.span(urlerr.Path), v.get(urlerr.Path)
	target, _, _ := strings.Cut(v.text[at.Start:], "#")
	readers := v.readers
	if readers == nil {
		readers = pathReaders()
	}
	switch {
	case !v.isHTTP():
	case v.below != "" && v.scheme == "":
		v.findPassage(span(0, len(v.text)), v.text, readers)
	case v.below != "":
		v.findPassage(at, target, readers)
	case strings.HasPrefix(path, "/") && (strings.ContainsAny(path, `%\`) || strings.Contains(path, "//") ||
		strings.Contains(path, "/.") || strings.Contains(path[:strings.LastIndexByte(path, '/')], ";")):
		v.findDifferentPaths(at, target, readers)
	}
}

func (v *view) findDifferentPaths(at reading.Span, target string, readers []httptarget.Reader) {
	var paths, names, decoded []string // the names of the readers of each path
	for _, r := range readers {
		g := r.Read(target)
		i := slices.Index(paths, g.Path)
		switch {
		case g.Refused || g.Location != "":
		case i >= 0:
			names[i] += ", " + r.String()
		default:
			paths, names = append(paths, g.Path), append(names, r.String())
			decoded = append(decoded, decode(keepSlashes.Replace(g.Path)))
		}
	}
	if len(slices.Compact(decoded)) < 2 { // no server differs if only escapes do
		return
	}
	for i, path := range paths {
		names[i] += " " + cut(Escape(path), 60)
	}
	v.add(at, `Servers read different paths: `+strings.Join(names, "; ")+`.`)
}

// findPassage reports that a target passes the rule on v.below for one reader, and that another one serves it below.
// If there are no such readers, it removes the findings about the path.
func (v *view) findPassage(at reading.Span, target string, readers []httptarget.Reader) {
	for i, check := range readers {
		c := check.Read(target)
		if c.Refused || c.Location != "" || c.Below(v.below) || i > 0 && v.readers != nil {
			continue
		}
		if v.readers != nil {
			target = cmp.Or(c.Forward, target)
		}
		for _, server := range readers {
			if s := server.Read(target); s.Below(v.below) {
				v.add(at, check.String()+` reads `+cut(Escape(c.Path), 60)+`, which is not below `+cut(Escape(v.below), 60)+
					`. `+server.String()+` reads `+cut(Escape(s.Path), 60)+`, which is.`)
				v.found[len(v.found)-1].Severity = Medium
				slices.SortStableFunc(v.found, func(a, b Finding) int { return int(b.Severity) - int(a.Severity) })
				return
			}
		}
	}
	v.found = slices.DeleteFunc(v.found, func(f Finding) bool { return slices.Contains(aboutPaths, f.ID) })
}

var aboutPaths = strings.Fields("path-encoded-dots path-encoded-slash path-parameter path-empty-segment")
