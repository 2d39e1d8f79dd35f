package whatwg

import (
	"math"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
)

// The setters are those of §6.1. Each replaces the whole URL, and reports
// whether it applied: if not, as where the URL would be longer than a URL can
// be, the URL is as it was. Values are read as the
// standard does it, which is often more than a value should hold; say
// SetHost("h:81/x") sets the host and the port, and ignores the path.
//
// What a setter made can differ from what is parsed from its href: with
// "http://localhost/" SetProtocol("file") gives "file://localhost/", as the
// standard has it, and that parses as "file:///".

// A record is a URL in pieces, to put together in another way.
type record struct {
	kind               kind
	scheme             string
	username, password string
	host               string
	hostKind           HostKind
	port               string
	path               string
	opaque             bool
	query, fragment    string
	hasQuery, hasFrag  bool
}

func (u *URL) record() record {
	r := record{
		kind: u.kind, scheme: u.Scheme(), username: u.Username(), password: u.Password(),
		host: u.Hostname(), hostKind: u.host, port: u.Port(), path: u.Pathname(), opaque: u.HasOpaquePath(),
	}
	r.query, r.hasQuery = u.Query()
	r.fragment, r.hasFrag = u.Fragment()
	return r
}

// set makes u the URL that r is: the URL serializer, §4.5. It reports false if
// that would be too long.
func (u *URL) set(r *record) bool {
	n := uint64(len(r.scheme)) + uint64(len(r.username)) + uint64(len(r.password)) + uint64(len(r.host)) +
		uint64(len(r.port)) + uint64(len(r.path)) + uint64(len(r.query)) + uint64(len(r.fragment)) + uint64(len("://:@:/.?#"))
	if n > maxLength {
		return false
	}
	var b strings.Builder
	b.Grow(int(n))
	at := func() uint32 { return uint32(b.Len()) }
	v := URL{kind: r.kind, host: r.hostKind}
	b.WriteString(r.scheme)
	v.scheme = at()
	b.WriteByte(':')
	if r.hostKind != NoHost {
		b.WriteString("//")
	}
	v.user, v.hostAt = at(), at()
	if r.username != "" || r.password != "" {
		b.WriteString(r.username)
		v.user = at()
		if r.password != "" {
			b.WriteByte(':')
			b.WriteString(r.password)
		}
		b.WriteByte('@')
		v.hostAt = at()
	}
	b.WriteString(r.host)
	v.hostEnd = at()
	if r.port != "" {
		b.WriteByte(':')
		b.WriteString(r.port)
	}
	if r.hostKind == NoHost && !r.opaque && strings.HasPrefix(r.path, "//") {
		b.WriteString("/.")
	}
	v.path = at()
	b.WriteString(r.path)
	v.query = at()
	if r.hasQuery {
		b.WriteByte('?')
		b.WriteString(r.query)
	}
	v.frag = at()
	if r.hasFrag {
		b.WriteByte('#')
		b.WriteString(r.fragment)
	}
	if r.opaque {
		v.flags = opaqueFlag
	}
	v.href = b.String()
	*u = v
	return true
}

// noAuthorityParts is the condition "cannot have a username/password/port",
// §4.2.
func (u *URL) noAuthorityParts() bool {
	return u.host == NoHost || u.host == HostEmpty || u.kind == fileScheme
}

// SetHref replaces the URL by what [Parse] makes of value: the setter href.
func (u *URL) SetHref(value string) bool {
	v, err := Parse(value)
	if err == nil {
		*u = v
	}
	return err == nil
}

// SetProtocol sets the scheme; a colon in value and what follows it is ignored.
// It does not apply where one of the schemes is special and the other not, or
// to or from file where the rest of the URL does not allow it.
func (u *URL) SetProtocol(value string) bool {
	if tooLong(len(value), 0) || u.IsZero() {
		return false
	}
	value = strip(value)
	end := schemeEnd(value)
	if end == 0 || end < len(value) && value[end] != ':' {
		return false
	}
	scheme := ascii.ToLower(value[:end])
	r := u.record()
	k := kindOf(scheme)
	switch {
	case (k != other) != (r.kind != other),
		k == fileScheme && (u.HasCredentials() || r.port != ""),
		r.kind == fileScheme && r.hostKind == HostEmpty:
		return false
	}
	r.scheme, r.kind = scheme, k
	if r.port != "" && portNumber(r.port) == k.defaultPort() {
		r.port = ""
	}
	return u.set(&r)
}

// SetUsername sets the username to value, percent-encoded. It does not apply to
// a URL without a host, and to one with scheme file.
func (u *URL) SetUsername(value string) bool {
	if tooLong(len(value), 0) || u.noAuthorityParts() {
		return false
	}
	r := u.record()
	r.username = encoded(value, userinfoSet)
	return u.set(&r)
}

// SetPassword sets the password to value, percent-encoded. It does not apply to
// a URL without a host, and to one with scheme file.
func (u *URL) SetPassword(value string) bool {
	if tooLong(len(value), 0) || u.noAuthorityParts() {
		return false
	}
	r := u.record()
	r.password = encoded(value, userinfoSet)
	return u.set(&r)
}

// SetHost sets the host, and also the port if value has one. It does not apply
// to a URL with an opaque path, and if value is no host. A port that is out of
// range is ignored.
func (u *URL) SetHost(value string) bool { return u.setHost(value, false) }

// SetHostname sets the host. It does not apply to a URL with an opaque path,
// and if value is no host or has a port.
func (u *URL) SetHostname(value string) bool { return u.setHost(value, true) }

func (u *URL) setHost(value string, nameOnly bool) bool {
	if tooLong(len(value), 0) || u.IsZero() || u.HasOpaquePath() {
		return false
	}
	value = strip(value)
	ends := authorityEnd
	if u.kind != other {
		ends = specialEnd
	}
	end := indexClass(value, 0, ends)
	if u.kind == fileScheme {
		return u.setFileHost(value[:end])
	}
	colon := hostColon(value[:end], 0)
	hasPort := colon < end
	switch {
	case hasPort && (colon == 0 || nameOnly),
		colon == 0 && (u.kind != other || u.HasCredentials() || u.Port() != ""):
		return false
	}
	r := u.record()
	var ok bool
	if r.host, r.hostKind, ok = parseHost(value[:colon], u.kind); !ok {
		return false
	}
	if hasPort {
		if port, ok := parsePort(value[colon+1:], u.kind); ok {
			r.port = port
		}
	}
	return u.set(&r)
}

func (u *URL) setFileHost(value string) bool {
	r := u.record()
	r.host, r.hostKind = "", HostEmpty
	if value != "" {
		var ok bool
		if r.host, r.hostKind, ok = parseHost(value, fileScheme); !ok {
			return false
		}
		if r.hostKind == HostDomain && r.host == "localhost" {
			r.host, r.hostKind = "", HostEmpty
		}
	}
	return u.set(&r)
}

// parseHost is the host parser, §3.5, for a URL with a scheme of kind k.
func parseHost(s string, k kind) (host string, what HostKind, ok bool) {
	var p parser
	p.in, p.original, p.kind = s, s, k
	if !p.parseHost(0, len(s), k == other) {
		return "", NoHost, false
	}
	return p.text(), p.host, true
}

// text returns the output.
func (p *parser) text() string {
	if p.own {
		return string(p.out())
	}
	return p.in[:p.same]
}

// parsePort reads the digits that s begins with. The port is "" if it is the
// default of the scheme. Without digits, or with too high a number, ok is
// false.
func parsePort(s string, k kind) (port string, ok bool) {
	end := 0
	for end < len(s) && ascii.Is(s[end], ascii.Digit) {
		end++
	}
	number := portNumber(s[:end])
	switch {
	case end == 0 || number > math.MaxUint16:
		return "", false
	case number == k.defaultPort():
		return "", true
	}
	return strconv.Itoa(number), true
}

// SetPort sets the port to the digits that value begins with; an empty value
// removes it. It does not apply to a URL without a host, and to one with scheme
// file.
func (u *URL) SetPort(value string) bool {
	if tooLong(len(value), 0) || u.noAuthorityParts() {
		return false
	}
	r := u.record()
	r.port = ""
	if value != "" {
		var ok bool
		if r.port, ok = parsePort(strip(value), u.kind); !ok {
			return false
		}
	}
	return u.set(&r)
}

// SetPathname sets the path. It does not apply to a URL with an opaque path.
func (u *URL) SetPathname(value string) bool {
	if tooLong(len(value), 0) || u.IsZero() || u.HasOpaquePath() {
		return false
	}
	r := u.record()
	var p parser
	p.in, p.kind, p.host, p.whole = strip(value), r.kind, r.hostKind, true
	switch slash := p.slash(0); {
	case slash, p.kind != other, p.in != "":
		p.segments(0, slash)
	case r.hostKind == NoHost:
		p.put("/")
	}
	r.path = p.text()
	return u.set(&r)
}

// SetSearch sets the query; a "?" at the start of value is no part of it. An
// empty value removes it.
func (u *URL) SetSearch(value string) bool {
	if tooLong(len(value), 0) || u.IsZero() {
		return false
	}
	r := u.record()
	r.query, r.hasQuery = "", value != ""
	if r.hasQuery {
		set := querySet
		if r.kind != other {
			set = specialQuerySet
		}
		r.query = encoded(strip(strings.TrimPrefix(value, "?")), set)
	}
	return u.set(&r)
}

// SetHash sets the fragment; a "#" at the start of value is no part of it. An
// empty value removes it.
func (u *URL) SetHash(value string) bool {
	if tooLong(len(value), 0) || u.IsZero() {
		return false
	}
	r := u.record()
	r.fragment, r.hasFrag = "", value != ""
	if r.hasFrag {
		r.fragment = encoded(strip(strings.TrimPrefix(value, "#")), fragmentSet)
	}
	return u.set(&r)
}
