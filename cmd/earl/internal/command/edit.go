package command

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/cite"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

//go:embed rules.tsv
var ruleRows string

// setRules are the rules of the command earl set. In unfit, %s is the name of a component.
var setRules = cite.ParseTable(ruleRows, func(_, _ string) string { return "" })

// unfit returns the error of a URL that breaks the named rule of set.
func unfit(v *view.View, url string, c urlerr.Component, name string) error {
	rule := *setRules.Named(name)
	rule.Name = strings.ReplaceAll(rule.Name, "%s", c.String())
	rule.Problem = strings.ReplaceAll(rule.Problem, "%s", c.String())
	return &urlerr.Error{Dialect: v.Dialect.String(), Input: url, Offset: -1, Component: c, Rule: rule}
}

func (e *editor) edited(of *view.View, v *values) (string, error) {
	url, err := of.Target()
	if err != nil {
		return "", err
	}
	if scheme := e.defaults[urlerr.Scheme]; scheme != nil && v[urlerr.Scheme] == nil && url != of.Rec.Text &&
		of.BaseOf(of.Rec) == nil { // the scheme was guessed
		set := *v
		set[urlerr.Scheme] = scheme
		v = &set
	}
	return e.apply(of, url, v)
}

// A change has the new texts of components and the components to remove.
type change struct {
	set    values
	remove []urlerr.Component
}

// put sets a component to text, or removes it if ok is false.
func (c *change) put(component urlerr.Component, text string, ok bool) {
	if c.set[component] = &text; !ok {
		c.set[component], c.remove = nil, append(c.remove, component)
	}
}

// plan returns the change of a URL. get returns the components of the URL as written.
func (e *editor) plan(of *view.View, url string, v *values, get func(urlerr.Component) (string, bool)) (change, error) {
	var c change
	name := cmp.Or(v[urlerr.Scheme], e.defaults[urlerr.Scheme])
	_, hasHost := get(urlerr.Host)
	if name != nil && v[urlerr.Host] == nil &&
		(view.LooksLikeHost(url) || scheme.Lookup(*name).Has(scheme.HostRequired) && !hasHost) {
		return c, unfit(of, url, urlerr.Path, "a scheme before a path")
	}
	c.set = *v
	for component, text := range e.defaults {
		if text != nil && c.set[component] == nil &&
			(e.removes(urlerr.Component(component)) || !has(of, urlerr.Component(component))) {
			c.set[component] = text
		}
	}
	for _, component := range e.remove {
		if component != urlerr.Username && component != urlerr.Password {
			c.remove = append(c.remove, component)
		}
	}
	// after returns a component after it is dropped and set.
	after := func(component urlerr.Component, text string, ok bool) (string, bool) {
		if c.set[component] != nil {
			return *c.set[component], true
		}
		if e.removes(component) {
			return "", false
		}
		return text, ok
	}
	if c.set[urlerr.Username] != nil || c.set[urlerr.Password] != nil || e.removes(urlerr.Username) ||
		e.removes(urlerr.Password) {
		userinfo, ok := get(urlerr.Userinfo)
		if e.removes(urlerr.Userinfo) || e.removes(urlerr.Authority) {
			userinfo, ok = "", false
		}
		name, password, colon := strings.Cut(userinfo, ":")
		name, ok = after(urlerr.Username, name, ok)
		if password, colon = after(urlerr.Password, password, colon); colon {
			name += ":" + password
		}
		c.put(urlerr.Userinfo, name, ok || colon)
	}
	if len(e.segments)+len(e.appended) > 0 {
		path, _ := get(urlerr.Path)
		path, _ = after(urlerr.Path, path, true)
		_, rooted := get(urlerr.Host)
		rooted = rooted && !e.removes(urlerr.Authority) || c.set[urlerr.Host] != nil
		path, err := e.newPath(path, rooted, of, url)
		if err != nil {
			return c, err
		}
		c.set[urlerr.Path] = &path
	}
	if e.pairs != nil {
		text, ok := get(urlerr.Query)
		text, ok = after(urlerr.Query, text, ok)
		text, ok = e.pairs.Apply(text, ok)
		c.put(urlerr.Query, text, ok)
	}
	return c, nil
}

func (e *editor) byRFC3986(of *view.View, url string, v *values) (string, error) {
	ref, err := rfc3986.Parse(url)
	if err != nil {
		return "", err
	}
	c, err := e.plan(of, url, v, func(c urlerr.Component) (string, bool) {
		switch c {
		case urlerr.Userinfo:
			return ref.Userinfo()
		case urlerr.Host:
			return ref.Host()
		case urlerr.Query:
			return ref.Query()
		}
		return ref.Path(), true
	})
	if err != nil {
		return "", err
	}
	edit := c.set.edit()
	edit.Remove = c.remove
	ref, err = edit.Apply(ref)
	return ref.String(), err
}

// has reports whether the URL has a component. Some components count as absent if they are empty.
func has(v *view.View, c urlerr.Component) bool {
	if v.Read() != nil {
		return false
	}
	value, ok := v.URL.Get(c)
	switch c {
	case urlerr.Userinfo, urlerr.Username, urlerr.Password, urlerr.Path:
		return value != ""
	}
	return ok
}

// newPath returns path with replaced and added segments. If rooted is set, the new path must begin with a slash or be
// empty.
func (e *editor) newPath(path string, rooted bool, of *view.View, url string) (string, error) {
	for _, s := range e.segments {
		begin, end, ok := field.SegmentBounds(path, s.n)
		if !ok {
			return "", unfit(of, url, urlerr.Path, "a path with that segment")
		}
		if begin == 0 && s.text == "" && end < len(path) {
			return "", unfit(of, url, urlerr.Path, "a first segment that is not empty")
		}
		path = path[:begin] + s.text + path[end:]
	}
	if len(e.appended) > 0 {
		if path == "" && rooted || path != "" && !strings.HasSuffix(path, "/") {
			path += "/"
		}
		path += strings.Join(e.appended, "/")
	}
	return path, nil
}

func (e *editor) removes(c urlerr.Component) bool { return slices.Contains(e.remove, c) }

// setters has the setters of the URL Standard, in the order in which they are applied.
var setters = [...]struct {
	component urlerr.Component
	get       func(whatwg.URL) string
	set       func(*whatwg.URL, string) bool
	prefix    string // keeps the setter from interpreting an empty text or a delimiter
}{
	{urlerr.Scheme, whatwg.URL.Protocol, (*whatwg.URL).SetProtocol, ""},
	{urlerr.Host, whatwg.URL.Hostname, (*whatwg.URL).SetHostname, ""},
	{urlerr.Port, whatwg.URL.Port, (*whatwg.URL).SetPort, ""},
	{urlerr.Username, whatwg.URL.Username, (*whatwg.URL).SetUsername, ""},
	{urlerr.Password, whatwg.URL.Password, (*whatwg.URL).SetPassword, ""},
	{urlerr.Path, whatwg.URL.Pathname, (*whatwg.URL).SetPathname, ""},
	{urlerr.Query, whatwg.URL.Search, (*whatwg.URL).SetSearch, "?"},
	{urlerr.Fragment, whatwg.URL.Hash, (*whatwg.URL).SetHash, "#"},
}

// byWHATWG changes a URL with the setters of the URL Standard.
func (e *editor) byWHATWG(of *view.View, url string, v *values) (string, error) {
	u, err := whatwg.Parse(url)
	if err != nil {
		return "", err
	}
	for _, f := range setters {
		c := f.component
		removed := e.removes(c) || e.removes(urlerr.Userinfo) && (c == urlerr.Username || c == urlerr.Password)
		// The path, the query and the fragment can be present and empty.
		if removed && (f.get(u) != "" || c >= urlerr.Path) && !f.set(&u, "") {
			return "", unfit(of, u.Href(), c, "the setter of the %s applies")
		}
	}
	before := u
	for _, f := range setters {
		text := v[f.component]
		if old := f.get(before); text == nil && (old == "" || f.component == urlerr.Path && old == "/") {
			text = e.defaults[f.component]
		}
		same := f.component == urlerr.Scheme && text != nil && ascii.EqualFold(*text, u.Scheme()) // file stays file
		if text != nil && !same && !f.set(&u, f.prefix+*text) {
			return "", unfit(of, u.Href(), f.component, "the setter of the %s applies")
		}
	}
	if len(e.segments)+len(e.appended) > 0 {
		path, err := e.newPath(u.Pathname(), true, of, url)
		if err != nil {
			return "", err
		}
		if !u.SetPathname(path) {
			return "", unfit(of, u.Href(), urlerr.Path, "the setter of the %s applies")
		}
	}
	if pairs := e.pairs; pairs != nil {
		if u.Scheme() == "mailto" {
			pairs = e.mail
		}
		text, present := u.Query()
		if text, present = pairs.Apply(text, present); present {
			text = "?" + text
		}
		u.SetSearch(text)
	}
	return u.Href(), nil
}

// bySpans changes a URL at the places that its components have in the text. All other bytes stay. If the dialect then
// reads another component differently, or does not read what was set, the record fails.
func (e *editor) bySpans(of *view.View, url string, v *values) (string, error) {
	if err := of.Read(); err != nil {
		return "", err
	}
	r := &of.URL
	c, err := e.plan(of, url, v, func(c urlerr.Component) (string, bool) {
		span, ok := r.InInput(c)
		return url[span.Start:span.End], ok
	})
	if err != nil {
		return "", err
	}
	if _, ok := r.InInput(urlerr.Host); !ok && c.set[urlerr.Host] == nil &&
		(c.set[urlerr.Userinfo] != nil || c.set[urlerr.Port] != nil) {
		return "", unfit(of, url, urlerr.Host, "userinfo and port need a host")
	}
	text, ok := c.splice(r)
	if !ok {
		return "", unfit(of, url, urlerr.Authority, "a change keeps the other components")
	}
	return text, e.checkKept(of, r, &c, text)
}

// splice returns the text of r with the changes. ok is false if two changes overlap.
func (c *change) splice(r *reading.Reading) (text string, ok bool) {
	url, end, ok := r.Input(), 0, true // end of the components before, with their delimiters
	host, _ := r.InInput(urlerr.Host)
	var b strings.Builder
	at := 0 // end of the last change
	replace := func(start, end int, text string) {
		if ok = ok && at <= start && end <= len(url); ok {
			b.WriteString(url[at:start] + text)
			at = end
		}
	}
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
		span, has := r.InInput(row.component)
		text, removed := c.set[row.component], slices.Contains(c.remove, row.component)
		switch {
		case text != nil && has:
			replace(span.Start, span.End, *text)
		case text != nil && row.component == urlerr.Userinfo:
			replace(host.Start, host.Start, *text+row.after)
		case text != nil:
			replace(end, end, row.before+*text+row.after)
		case has && removed && row.component == urlerr.Host: // an empty host keeps the slashes
			replace(span.Start, span.End, "")
		case has && removed:
			replace(span.Start-len(row.before), span.End+len(row.after), "")
		}
		if has {
			end = max(end, span.End+len(row.after))
		}
		if row.component == urlerr.Host && end < len(url) && url[end] == ']' {
			end++
		}
	}
	b.WriteString(url[at:])
	return b.String(), ok
}

// checkKept reads the new text, and compares it with the old reading and the change.
func (e *editor) checkKept(of *view.View, old *reading.Reading, c *change, text string) error {
	var r reading.Reading
	of.Dialect.Read(&r, text)
	if r.Err() != nil {
		return r.Err()
	}
	for component := urlerr.Scheme; component <= urlerr.Fragment; component++ {
		before, had := old.Get(component)
		after, has := r.Get(component)
		kept := before == after && had == has
		switch set := c.set[component]; {
		case component == urlerr.Authority || component == urlerr.Username || component == urlerr.Password:
			kept = true
		case set != nil:
			span, ok := r.InInput(component)
			kept = text[span.Start:span.End] == *set && (ok || *set == "")
		case slices.Contains(c.remove, component) ||
			slices.Contains(c.remove, urlerr.Authority) && component <= urlerr.Port && component > urlerr.Scheme:
			kept = after == ""
		}
		if !kept {
			return unfit(of, text, component, "a change keeps the other components")
		}
	}
	return nil
}
