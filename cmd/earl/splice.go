package main

import (
	"cmp"
	"slices"

	"earl.example/reading"
	"earl.example/urlerr"
)

// A splice replaces a part of a text.
type splice struct {
	reading.Span
	text string
}

// bySpans changes a URL at the places that its components have in the text. All other bytes stay. If the dialect then
// reads another component differently, or does not read what was set, the record fails.
func (e *editor) bySpans(of *view, url string, v *values) (string, error) {
	if err := of.read(); err != nil {
		return "", err
	}
	r := &of.url
	c, err := e.plan(of, url, v, func(c urlerr.Component) (string, bool) {
		span, ok := r.InInput(c)
		return url[span.Start:span.End], ok
	})
	if err != nil {
		return "", err
	}
	if _, ok := r.InInput(urlerr.Host); !ok && c.set[urlerr.Host] == nil &&
		(c.set[urlerr.Userinfo] != nil || c.set[urlerr.Port] != nil) {
		return "", of.unfit(url, urlerr.Host, ruleNeedsHost)
	}
	splices := c.splices(r)
	slices.SortStableFunc(splices, func(a, b splice) int { return cmp.Compare(a.Start, b.Start) })
	var text []byte
	at := 0
	for _, s := range splices {
		if s.Start < at || s.End > len(url) {
			return "", of.unfit(url, urlerr.Authority, ruleKeeps)
		}
		text = append(append(text, url[at:s.Start]...), s.text...)
		at = s.End
	}
	text = append(text, url[at:]...)
	return string(text), e.checkKept(of, r, &c, string(text))
}

// splices returns the changes of the text of r.
func (c *change) splices(r *reading.Reading) (all []splice) {
	url := r.Input()
	host, _ := r.InInput(urlerr.Host)
	end := 0 // of the components before, with their delimiters
	for _, row := range [...]struct {
		component     urlerr.Component
		before, after string // delimiters
	}{
		{urlerr.Scheme, "", ":"},
		{urlerr.Userinfo, "", "@"},
		{urlerr.Host, "//", ""},
		{urlerr.Port, ":", ""},
		{urlerr.Authority, "//", ""},
		{urlerr.Path, "", ""},
		{urlerr.Params, ";", ""},
		{urlerr.Query, "?", ""},
		{urlerr.Fragment, "#", ""},
	} {
		span, ok := r.InInput(row.component)
		text := c.set[row.component]
		switch {
		case text != nil && ok:
			all = append(all, splice{span, *text})
		case text != nil && row.component == urlerr.Userinfo:
			all = append(all, splice{reading.Span{Start: host.Start, End: host.Start}, *text + row.after})
		case text != nil:
			all = append(all, splice{reading.Span{Start: end, End: end}, row.before + *text + row.after})
		case ok && slices.Contains(c.remove, row.component):
			if row.component != urlerr.Host { // an empty host keeps the slashes
				span = reading.Span{Start: span.Start - len(row.before), End: span.End + len(row.after)}
			}
			all = append(all, splice{span, ""})
		}
		if span, ok := r.InInput(row.component); ok {
			end = max(end, span.End+len(row.after))
		}
		if row.component == urlerr.Host && end < len(url) && url[end] == ']' {
			end++
		}
	}
	return all
}

// checkKept reads the new text, and compares it with the old reading and the change.
func (e *editor) checkKept(of *view, old *reading.Reading, c *change, text string) error {
	var r reading.Reading
	of.dialect.Read(&r, text)
	if r.Err() != nil {
		return r.Err()
	}
	for component := urlerr.Scheme; component <= urlerr.Fragment; component++ {
		before, had := old.Get(component)
		after, has := r.Get(component)
		switch set := c.set[component]; {
		case component == urlerr.Authority || component == urlerr.Username || component == urlerr.Password:
		case set != nil:
			if span, ok := r.InInput(component); !ok && *set != "" || ok && text[span.Start:span.End] != *set {
				return of.unfit(text, component, ruleKeeps)
			}
		case slices.Contains(c.remove, component) ||
			slices.Contains(c.remove, urlerr.Authority) && component <= urlerr.Port && component > urlerr.Scheme:
			if after != "" {
				return of.unfit(text, component, ruleKeeps)
			}
		case before != after || had != has:
			return of.unfit(text, component, ruleKeeps)
		}
	}
	return nil
}
