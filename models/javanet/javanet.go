package javanet

import (
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect is java.net.URI, or java.net.URL, of one release of the JDK. The zero Dialect is java.net.URI of the newest
// release that the model has. It implements [reading.Dialect] and [reading.Releases].
type Dialect struct {
	URL bool // java.net.URL

	older uint8 // index into table
}

var _ reading.Releases = Dialect{}

// A row says how a release of the JDK differs from the newest one.
type row struct {
	model.Release

	// java.net.URI
	authorityStart  bool // the error of an authority is at its first character
	uncheckedNumber bool // a large number in an IPv4 address within an IPv6 address throws NumberFormatException
	noSlash         bool // resolve puts no slash between an authority and a relative path

	// java.net.URL
	laxAuthority bool // userinfo may have any character, and a host any but controls and delimiters
}

var table = model.Releases[row]{
	{Release: "27"},
	{Release: "25"},
	{Release: "21"},
	{Release: "17", authorityStart: true, uncheckedNumber: true, laxAuthority: true},
	{Release: "11", authorityStart: true, uncheckedNumber: true, laxAuthority: true, noSlash: true},
}

func (d Dialect) row() *row { return &table[d.older] }

// Name returns the name of the class.
func (d Dialect) Name() string {
	if d.URL {
		return "java.net.URL"
	}
	return "java.net.URI"
}

// fault returns f as an error of input, of which decode returned the text.
func (d Dialect) fault(input string, f fault) error {
	return &urlerr.Error{
		Dialect: d.Name(), Input: input, Offset: origin(input, f.offset), Component: f.component, Rule: *f.rule,
	}
}

// Read sets r to the reading of url. Components are as getRawAuthority and the other methods for raw components return
// them. A null component is absent. An opaque URI, such as mailto:a@b, has no path. Java does not split the userinfo:
// username and password are the text before and after its first colon.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	text := decode(url)
	href, port := text, ""
	var in, at reading.Spans
	if d.URL {
		u := parseURL(d.row(), text, nil)
		if u.err.rule != nil {
			r.Reject(d.fault(url, u.err))
			return
		}
		in, port = u.in, u.port
		href = u.external(&at)
	} else {
		u := parseURI(d.row(), text)
		if u.err.rule != nil {
			r.Reject(d.fault(url, u.err))
			return
		}
		in, at, port = u.at, u.at, u.port
	}
	length := len(href)
	if raw, _ := in.Get(urlerr.Port); text[raw.Start:raw.End] != port {
		at.Set(urlerr.Port, length, length+len(port))
		href += port
	}
	if href == url && len(href) == length {
		*r.AcceptSame(url) = at
	} else {
		if text != url {
			offset := func(at int) int { return origin(url, at) }
			in.Map(offset, offset)
		}
		values, input := r.Accept(href, length)
		*values, *input = at, in
	}
	if d.URL {
		r.SetNeverAbsent(1<<urlerr.Host | 1<<urlerr.Path)
	}
}

// CanParse reports whether the constructor accepts url.
func (d Dialect) CanParse(url string) bool {
	if d.URL {
		u := parseURL(d.row(), decode(url), nil)
		return u.err.rule == nil
	}
	u := parseURI(d.row(), decode(url))
	return u.err.rule == nil
}

// Resolve returns new URI(base).resolve(new URI(ref)), or new URL(new URL(base), ref).
func (d Dialect) Resolve(base, ref string) (string, error) {
	if !d.URL {
		return d.two(base, ref, resolve)
	}
	b := parseURL(d.row(), decode(base), nil)
	if b.err.rule != nil {
		return "", d.fault(base, b.err)
	}
	u := parseURL(d.row(), decode(ref), &b)
	if u.err.rule != nil {
		return "", d.fault(ref, u.err)
	}
	var at reading.Spans
	return u.external(&at), nil
}

// Relativize returns new URI(base).relativize(new URI(url)): url without the base if its path begins with the path of
// the base, and otherwise url. java.net.URL has no such method; the error is of kind [urlerr.BadValue].
func (d Dialect) Relativize(base, url string) (string, error) { return d.two(base, url, relativize) }

// Normalize returns new URI(url).normalize(): url without empty and dot segments in its path. java.net.URL has no such
// method; the error is of kind [urlerr.BadValue].
func (d Dialect) Normalize(url string) (string, error) {
	return d.two(url, url, func(_, u *uri) string { return u.normalized() })
}

// two returns the result of a method of two URIs.
func (d Dialect) two(base, url string, method func(base, u *uri) string) (string, error) {
	if d.URL {
		return "", d.fault(url, fault{rule: &ruleMethod})
	}
	b := parseURI(d.row(), decode(base))
	if b.err.rule != nil {
		return "", d.fault(base, b.err)
	}
	u := parseURI(d.row(), decode(url))
	if u.err.rule != nil {
		return "", d.fault(url, u.err)
	}
	return method(&b, &u), nil
}

// Release returns the release, such as "17".
func (d Dialect) Release() string { return string(table[d.older].Release) }

// Releases returns the releases that the model has, oldest first.
func (d Dialect) Releases() []string { return table.Names() }

// At returns the dialect of a release, such as "17". The error for a release that the model does not have is of kind
// [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	older, err := table.Find(d.Name(), release)
	if err != nil {
		return nil, err
	}
	d.older = older
	return d, nil
}
