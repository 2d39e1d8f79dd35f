package main

import (
	"cmp"
	"fmt"
	"slices"

	"earl.example/reading"
	"earl.example/urlerr"
)

// ruleKeeps is the rule of set for dialects without setters. %s is replaced by a component.
var ruleKeeps = urlerr.Rule{Name: "a change keeps the other components", Section: "earl set", Kind: urlerr.BadValue,
	Problem: "the new text would change the %s", Fix: "use another value"}

var ruleNeedsHost = urlerr.Rule{Name: "userinfo and port need a host", Section: "earl set", Kind: urlerr.BadHost,
	Problem: "userinfo or port without a host", Fix: "set a host too"}

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
	written := func(c urlerr.Component) (string, bool) {
		span, ok := r.InInput(c)
		return url[span.Start:span.End], ok
	}
	var c change
	if err := c.plan(e, of, url, v, written); err != nil {
		return "", err
	}
	if _, ok := r.InInput(urlerr.Host); !ok && c.set[urlerr.Host] == nil &&
		(c.set[urlerr.Userinfo] != nil || c.set[urlerr.Port] != nil) {
		return "", &urlerr.Error{Dialect: of.name, Input: url, Offset: -1, Component: urlerr.Host, Rule: ruleNeedsHost}
	}
	splices := c.splices(r)
	slices.SortStableFunc(splices, func(a, b splice) int { return cmp.Compare(a.Start, b.Start) })
	var text []byte
	at := 0
	for _, s := range splices {
		if s.Start < at || s.End > len(url) {
			return "", of.keeps(url, urlerr.Authority)
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
	add := func(start, end int, text string) {
		all = append(all, splice{reading.Span{Start: start, End: end}, text})
	}
	// ends has the places at which an absent component can be added.
	end := 0
	var ends [urlerr.Fragment + 1]int
	for _, component := range [...]urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Params,
		urlerr.Query, urlerr.Fragment} {
		ends[component] = end
		if span, ok := r.InInput(component); ok {
			end = max(end, span.End)
			if component == urlerr.Scheme {
				end++
			}
		}
	}
	host, hasHost := r.InInput(urlerr.Host)
	hostEnd := host.End
	if hostEnd < len(url) && url[hostEnd] == ']' {
		hostEnd++
	}
	userinfo, hasUserinfo := r.InInput(urlerr.Userinfo)
	for _, row := range [...]struct {
		component     urlerr.Component
		before, after string // delimiters
		place         int    // of a component that is absent
	}{
		{urlerr.Scheme, "", ":", 0},
		{urlerr.Userinfo, "", "@", host.Start},
		{urlerr.Host, "//", "", ends[urlerr.Authority]},
		{urlerr.Port, ":", "", hostEnd},
		{urlerr.Path, "", "", ends[urlerr.Path]},
		{urlerr.Query, "?", "", ends[urlerr.Query]},
		{urlerr.Fragment, "#", "", ends[urlerr.Fragment]},
	} {
		span, ok := r.InInput(row.component)
		text := c.set[row.component]
		switch {
		case text != nil && ok:
			add(span.Start, span.End, *text)
		case text != nil:
			add(row.place, row.place, row.before+*text+row.after)
		case ok && row.component == urlerr.Host && slices.Contains(c.remove, urlerr.Host):
			add(span.Start, span.End, "")
		case ok && slices.Contains(c.remove, row.component):
			add(span.Start-len(row.before), span.End+len(row.after), "")
		}
	}
	if slices.Contains(c.remove, urlerr.Authority) && hasHost {
		start := host.Start
		if hasUserinfo {
			start = userinfo.Start
		}
		if authority, ok := r.InInput(urlerr.Authority); ok {
			add(start-len("//"), authority.End, "")
		}
	}
	return all
}

func (v *view) keeps(url string, c urlerr.Component) error {
	rule := ruleKeeps
	rule.Problem = fmt.Sprintf(rule.Problem, c)
	return &urlerr.Error{Dialect: v.name, Input: url, Offset: -1, Component: c, Rule: rule}
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
				return of.keeps(text, component)
			}
		case slices.Contains(c.remove, component) ||
			slices.Contains(c.remove, urlerr.Authority) && component <= urlerr.Port && component > urlerr.Scheme:
			if after != "" {
				return of.keeps(text, component)
			}
		case before != after || had != has:
			return of.keeps(text, component)
		}
	}
	return nil
}
