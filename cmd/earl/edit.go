package main

import (
	"fmt"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// The rules of earl set itself. The name of ruleApplies is completed with a component.
var (
	ruleSegmentThere = urlerr.Rule{Name: "a path with that segment", Section: "earl set", Kind: urlerr.BadPath}
	ruleApplies      = urlerr.Rule{Name: "the setter of the %s applies", Section: "§6.1",
		Address: "https://url.spec.whatwg.org/#api", Kind: urlerr.BadValue}
)

// edited returns the changed URL of a record.
func (e *editor) edited(rec *bulk.Record) (string, error) {
	url, err := e.resolved(rec)
	if err != nil {
		return "", err
	}
	return e.apply(url)
}

// byRFC3986 changes the text of a URL by RFC 3986.
func (e *editor) byRFC3986(url string) (string, error) {
	ref, err := rfc3986.Parse(url)
	if err != nil {
		return "", err
	}
	edit := e.edit
	if e.username.value != nil || e.password.value != nil || e.remove.has(urlerr.Password) {
		edit.Userinfo = e.newUserinfo(ref)
	}
	if len(e.segments)+len(e.appended) > 0 {
		path := ref.Path()
		if e.remove.has(urlerr.Path) {
			path = ""
		}
		if edit.Path != nil {
			path = *edit.Path
		}
		_, rooted := ref.Host()
		rooted = rooted && !e.remove.has(urlerr.Authority) || edit.Host != nil
		if path, err = e.newPath(path, rooted, "rfc3986", url); err != nil {
			return "", err
		}
		edit.Path = &path
	}
	if e.pairs != nil {
		text, present := ref.Query()
		if e.remove.has(urlerr.Query) {
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

// newUserinfo returns the userinfo with another username or password, or nil if neither changes.
func (e *editor) newUserinfo(ref rfc3986.Ref) *string {
	userinfo, ok := ref.Userinfo()
	if e.remove.has(urlerr.Userinfo) || e.remove.has(urlerr.Authority) {
		userinfo, ok = "", false
	}
	name, password, colon := strings.Cut(userinfo, ":")
	if e.remove.has(urlerr.Password) {
		password, colon = "", false
	}
	if e.username.value != nil {
		name, ok = *e.username.value, true
	}
	if e.password.value != nil {
		password, colon, ok = *e.password.value, true, true
	}
	if !ok {
		return nil
	}
	if colon {
		name += ":" + password
	}
	return &name
}

// newPath returns path with replaced and added segments. If rooted, the path must begin with a slash unless it is
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
	for _, text := range e.appended {
		if slash {
			b.WriteByte('/')
		}
		b.WriteString(text)
		slash = true
	}
	return b.String(), nil
}

// has reports whether --remove names c.
func (f componentsFlag) has(c urlerr.Component) bool {
	for _, x := range f {
		if x == c {
			return true
		}
	}
	return false
}

// byWHATWG changes a URL with the setters of the URL Standard.
func (e *editor) byWHATWG(url string) (string, error) {
	u, err := whatwg.Parse(url)
	if err != nil {
		return "", err
	}
	for _, c := range e.remove {
		if !removeByWHATWG(&u, c) {
			return "", doesNotApply(u, c)
		}
	}
	for _, f := range [...]struct {
		value     *string
		component urlerr.Component
		set       func(string) bool
		prefix    string // without which the setter would take an empty text, or a delimiter, for another
	}{
		{e.scheme.value, urlerr.Scheme, u.SetProtocol, ""},
		{e.host.value, urlerr.Host, u.SetHostname, ""},
		{e.port.value, urlerr.Port, u.SetPort, ""},
		{e.username.value, urlerr.Username, u.SetUsername, ""},
		{e.password.value, urlerr.Password, u.SetPassword, ""},
		{e.path.value, urlerr.Path, u.SetPathname, ""},
		{e.query.value, urlerr.Query, u.SetSearch, "?"},
		{e.fragment.value, urlerr.Fragment, u.SetHash, "#"},
	} {
		if f.value != nil && !f.set(f.prefix+*f.value) {
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

// removeByWHATWG removes a component. It reports whether the setter applied, which includes that the component is
// absent.
func removeByWHATWG(u *whatwg.URL, c urlerr.Component) bool {
	switch c {
	case urlerr.Userinfo:
		return !u.HasCredentials() || u.SetUsername("") && u.SetPassword("")
	case urlerr.Password:
		return u.Password() == "" || u.SetPassword("")
	case urlerr.Port:
		return u.Port() == "" || u.SetPort("")
	case urlerr.Path:
		return u.SetPathname("")
	case urlerr.Query:
		u.SetSearch("")
	case urlerr.Fragment:
		u.SetHash("")
	}
	return true
}

func doesNotApply(u whatwg.URL, c urlerr.Component) error {
	rule := ruleApplies
	rule.Name = fmt.Sprintf(rule.Name, c)
	return &urlerr.Error{Dialect: "whatwg", Input: u.Href(), Offset: -1, Component: c, Rule: rule}
}
