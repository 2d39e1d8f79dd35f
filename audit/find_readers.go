package audit

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"earl.example/httptarget"
	"earl.example/urlerr"
)

// pathReaders returns the readers that are compared by default. Of the systematic targets of the tests of package
// httptarget that two of its readers read differently, they read 97 of 100 differently.
var pathReaders = sync.OnceValue(func() (all []httptarget.Reader) {
	for _, name := range list("readers") {
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
		v.add(span(at.End-len(parameter)-1, at.End), "")
		return
	}
}

// keepSlashes encodes the escapes that can be a slash once more, so that decode keeps them.
var keepSlashes = strings.NewReplacer("%2F", "%252F", "%2f", "%252F", "%5C", "%255C", "%5c", "%255C")

func (v *view) findPathReaders() {
	at, path := v.span(urlerr.Path), v.get(urlerr.Path)
	target, _, _ := strings.Cut(v.text[at.Start:], "#")
	switch {
	case v.opt.Below != "" && v.scheme == "":
		at, target = span(0, len(v.text)), v.text
	case !v.isHTTP(), v.opt.Below == "" && !(strings.HasPrefix(path, "/") && (strings.ContainsAny(path, `%\`) ||
		strings.Contains(path, "//") || strings.Contains(path, "/.") ||
		strings.Contains(path[:strings.LastIndexByte(path, '/')], ";"))):
		return
	}
	readers, name := v.opt.Readers, func(i int) string { return v.opt.Readers[i].String() }
	if readers == nil {
		readers, name = pathReaders(), func(i int) string { return list("readers")[i] }
	}
	var texts, names, decoded []string    // the names of the readers of each path
	private := urlerr.RedactQuery(target) // messages have no passwords
	passes, served := false, false        // whether a rule lets the target pass, and a server serves it below the prefix
	for i, r := range readers {
		g, shown := r.Read(target), private
		isRule, isServer := v.opt.Readers == nil || i == 0, v.opt.Readers == nil || i > 0
		if !isServer {
			target = cmp.Or(g.Forward, target)
			private = urlerr.RedactQuery(target)
		}
		if g.Refused || g.Location != "" {
			continue
		}
		text := cut(Escape(r.Read(shown).Path), 60)
		if v.opt.Below != "" && g.Below(v.opt.Below) {
			served = served || isServer
			text += ", which is below " + v.opt.Below
		} else {
			passes = passes || isRule
		}
		path := decode(keepSlashes.Replace(g.Path))
		if n := slices.Index(texts, text); n < 0 || decoded[n] != path {
			texts, names, decoded = append(texts, text), append(names, name(i)), append(decoded, path)
		} else {
			names[n] += ", " + name(i)
		}
	}
	switch {
	case v.opt.Below != "" && !(passes && served):
		v.found = slices.DeleteFunc(v.found, func(f Finding) bool { return slices.Contains(list("paths"), f.ID) })
		return
	case v.opt.Below == "" && len(slices.Compact(decoded)) < 2: // only the escapes of other characters differ
		return
	}
	for i, text := range texts {
		names[i] += " " + text
	}
	v.add(at, `Servers read different paths: `+strings.Join(names, "; ")+`.`)
	if v.opt.Below != "" {
		v.found[len(v.found)-1].Severity = Medium
		slices.SortStableFunc(v.found, func(a, b Finding) int { return int(b.Severity) - int(a.Severity) })
	}
}
