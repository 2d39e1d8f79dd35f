package main

import (
	"fmt"
	"slices"
	"strings"

	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// These are the rules of the command earl set. In ruleApplies, %s is replaced by a component.
var (
	ruleSegmentThere = urlerr.Rule{Name: "a path with that segment", Section: "earl set", Kind: urlerr.BadPath,
		Problem: "the path does not have this segment", Fix: "use --append-segment to add one"}
	ruleHostIsPath = urlerr.Rule{Name: "a scheme before a path", Section: "earl set", Kind: urlerr.BadPath,
		Problem: "a scheme cannot be set before a path that looks like a host", Fix: "use --guess-scheme to read a host"}
	ruleApplies = urlerr.Rule{Name: "the setter of the %s applies", Section: "§6.1",
		Address: "https://url.spec.whatwg.org/#api", Kind: urlerr.BadValue,
		Problem: "the %s of this URL cannot be changed this way"}
)

func (e *editor) edited(of *view, v *values) (string, error) {
	url, err := of.target()
	if err != nil {
		return "", err
	}
	if scheme := e.defaults[urlerr.Scheme]; scheme != nil && v[urlerr.Scheme] == nil && url != of.rec.Text &&
		of.baseOf(of.rec) == nil { // the scheme was guessed
		set := *v
		set[urlerr.Scheme] = scheme
		v = &set
	}
	return e.apply(of, url, v)
}

func (e *editor) byRFC3986(of *view, url string, v *values) (string, error) {
	ref, err := rfc3986.Parse(url)
	if err != nil {
		return "", err
	}
	if (v[urlerr.Scheme] != nil || e.defaults[urlerr.Scheme] != nil) && v[urlerr.Host] == nil && looksLikeHost(url) {
		return "", &urlerr.Error{Dialect: "rfc3986", Input: url, Offset: -1, Component: urlerr.Path, Rule: ruleHostIsPath}
	}
	set := *v
	for c, text := range e.defaults {
		if text != nil && set[c] == nil && (e.removes(urlerr.Component(c)) || !of.has(urlerr.Component(c))) {
			set[c] = text
		}
	}
	edit := set.edit()
	for _, c := range e.remove {
		if c != urlerr.Username && c != urlerr.Password {
			edit.Remove = append(edit.Remove, c)
		}
	}
	if set[urlerr.Username] != nil || set[urlerr.Password] != nil || e.removes(urlerr.Username) ||
		e.removes(urlerr.Password) {
		if edit.Userinfo = e.newUserinfo(ref, &set); edit.Userinfo == nil {
			edit.Remove = append(edit.Remove, urlerr.Userinfo)
		}
	}
	if len(e.segments)+len(e.appended) > 0 {
		path := ref.Path()
		if e.removes(urlerr.Path) {
			path = ""
		}
		if edit.Path != nil {
			path = *edit.Path
		}
		_, rooted := ref.Host()
		rooted = rooted && !e.removes(urlerr.Authority) || edit.Host != nil
		if path, err = e.newPath(path, rooted, "rfc3986", url); err != nil {
			return "", err
		}
		edit.Path = &path
	}
	if e.pairs != nil {
		text, present := ref.Query()
		if e.removes(urlerr.Query) {
			text, present = "", false
		}
		if edit.Query != nil {
			text, present = *edit.Query, true
		}
		if text, present = e.pairs.Apply(text, present); present {
			edit.Query = &text
		} else {
			edit.Query = nil
			edit.Remove = append(edit.Remove[:len(edit.Remove):len(edit.Remove)], urlerr.Query)
		}
	}
	ref, err = edit.Apply(ref)
	return ref.String(), err
}

// has reports whether the URL has a component. Some components count as absent if they are empty.
func (v *view) has(c urlerr.Component) bool {
	if v.read() != nil {
		return false
	}
	value, ok := v.url.Get(c)
	switch c {
	case urlerr.Userinfo, urlerr.Username, urlerr.Password, urlerr.Path:
		return value != ""
	}
	return ok
}

// newUserinfo returns the userinfo of ref, changed to have the username and the password in set. It returns nil if
// neither remains.
func (e *editor) newUserinfo(ref rfc3986.Ref, set *values) *string {
	userinfo, ok := ref.Userinfo()
	if e.removes(urlerr.Userinfo) || e.removes(urlerr.Authority) {
		userinfo, ok = "", false
	}
	name, password, colon := strings.Cut(userinfo, ":")
	if e.removes(urlerr.Password) {
		password, colon = "", false
	}
	if e.removes(urlerr.Username) {
		name, ok = "", colon
	}
	if set[urlerr.Username] != nil {
		name, ok = *set[urlerr.Username], true
	}
	if set[urlerr.Password] != nil {
		password, colon, ok = *set[urlerr.Password], true, true
	}
	if !ok {
		return nil
	}
	if colon {
		name += ":" + password
	}
	return &name
}

// newPath returns path with replaced and added segments. If rooted is set, the new path must begin with a slash or be
// empty.
func (e *editor) newPath(path string, rooted bool, dialect, url string) (string, error) {
	for _, s := range e.segments {
		begin, end, ok := segmentBounds(path, s.n)
		if !ok {
			return "", &urlerr.Error{Dialect: dialect, Input: url, Offset: -1, Component: urlerr.Path, Rule: ruleSegmentThere}
		}
		path = path[:begin] + s.text + path[end:]
	}
	if len(e.appended) == 0 {
		return path, nil
	}
	var b strings.Builder
	b.WriteString(path)
	slash := path == "" && rooted || path != "" && !strings.HasSuffix(path, "/")
	for _, s := range e.appended {
		if slash {
			b.WriteByte('/')
		}
		b.WriteString(s.text)
		slash = true
	}
	return b.String(), nil
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
func (e *editor) byWHATWG(_ *view, url string, v *values) (string, error) {
	u, err := whatwg.Parse(url)
	if err != nil {
		return "", err
	}
	for _, c := range e.remove {
		parts := []urlerr.Component{c}
		if c == urlerr.Userinfo {
			parts = []urlerr.Component{urlerr.Username, urlerr.Password}
		}
		for _, f := range setters {
			// The path, the query and the fragment can be present and empty.
			if slices.Contains(parts, f.component) && (f.get(u) != "" || c >= urlerr.Path) && !f.set(&u, "") {
				return "", doesNotApply(u, c)
			}
		}
	}
	before := u
	for _, f := range setters {
		text := v[f.component]
		if old := f.get(before); text == nil && (old == "" || f.component == urlerr.Path && old == "/") {
			text = e.defaults[f.component]
		}
		if text != nil && !f.set(&u, f.prefix+*text) {
			return "", doesNotApply(u, f.component)
		}
	}
	if len(e.segments)+len(e.appended) > 0 {
		path, err := e.newPath(u.Pathname(), true, "whatwg", url)
		if err != nil {
			return "", err
		}
		if !u.SetPathname(path) {
			return "", doesNotApply(u, urlerr.Path)
		}
	}
	if e.pairs != nil {
		text, present := u.Query()
		if text, present = e.pairs.Apply(text, present); present {
			text = "?" + text
		}
		u.SetSearch(text)
	}
	return u.Href(), nil
}

func doesNotApply(u whatwg.URL, c urlerr.Component) error {
	rule := ruleApplies
	rule.Name, rule.Problem = fmt.Sprintf(rule.Name, c), fmt.Sprintf(rule.Problem, c)
	return &urlerr.Error{Dialect: "whatwg", Input: u.Href(), Offset: -1, Component: c, Rule: rule}
}
