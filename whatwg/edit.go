package whatwg

import (
	"math"
	"strconv"
	"strings"
	"unsafe"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
)

// The setters of §6.1 replace the whole URL. SetHost("h:81/x") sets the host and the port, and ignores the path.
//
// Parse can change the href of a URL after a setter. With "http://localhost/", SetProtocol("file") sets
// "file://localhost/". Parse makes "file:///" of this text.

// A record is a URL with components that can change.
type record struct {
	kind               kind
	scheme             string
	username, password string
	host               string
	hostKind           reading.HostKind
	port               string
	path               string
	opaque             bool
	query, fragment    string
	hasQuery, hasFrag  bool
}

func (u *URL) record() record {
	r := record{
		kind: u.kind, scheme: u.Scheme(), username: u.Username(), password: u.Password(), host: u.Hostname(),
		hostKind: u.host, port: u.Port(), path: u.Pathname(), opaque: u.HasOpaquePath(),
	}
	r.query, r.hasQuery = u.Query()
	r.fragment, r.hasFrag = u.Fragment()
	return r
}

// set sets u to r (URL serializer, §4.5). It returns false if the URL would be too long.
func (u *URL) set(r *record) bool {
	n := uint64(len("://:@:/.?#"))
	for _, s := range [...]string{r.scheme, r.username, r.password, r.host, r.port, r.path, r.query, r.fragment} {
		n += uint64(len(s))
	}
	if n > maxLength {
		return false
	}
	out := make([]byte, 0, n)
	add := func(before, text, after string) uint32 {
		out = append(append(append(out, before...), text...), after...)
		return uint32(len(out))
	}
	slashes := ""
	if r.hostKind != reading.NoHost {
		slashes = "//"
	}
	v := URL{kind: r.kind, host: r.hostKind, scheme: add("", r.scheme, ""), user: add(":", slashes, "")}
	v.hostAt = v.user
	if r.username != "" || r.password != "" {
		v.user = add("", r.username, "")
		if r.password != "" {
			add(":", r.password, "")
		}
		v.hostAt = add("", "", "@")
	}
	v.hostEnd = add("", r.host, "")
	if r.port != "" {
		add(":", r.port, "")
	}
	if r.hostKind == reading.NoHost && !r.opaque && strings.HasPrefix(r.path, "//") {
		add("/.", "", "")
	}
	v.path = uint32(len(out))
	v.query = add("", r.path, "")
	v.frag = v.query
	if r.hasQuery {
		v.frag = add("?", r.query, "")
	}
	if r.hasFrag {
		add("#", r.fragment, "")
	}
	if r.opaque {
		v.flags = opaqueFlag
	}
	v.href = unsafe.String(unsafe.SliceData(out), len(out)) // nothing else refers to out
	*u = v
	return true
}

// cannotHaveCredentials reports whether u "cannot have a username/password/port" (§4.2).
func (u *URL) cannotHaveCredentials() bool {
	return u.host == reading.NoHost || u.host == reading.HostEmpty || u.kind == file
}

// SetHref sets u to the result of [Parse] for value. It returns false, and u stays the same, if Parse rejects value.
func (u *URL) SetHref(value string) bool {
	return value != "" && u.read(value) == nil
}

// SetProtocol sets the scheme. It ignores ":" in value and the text after it. It returns false, and u stays the same,
// if value is not a scheme, if only one of the two schemes is special, if the new scheme is file and u has credentials
// or a port, or if u has the scheme file and an empty host.
func (u *URL) SetProtocol(value string) bool {
	if tooLong(len(value)) || u.IsZero() {
		return false
	}
	value = strip(value)
	end := ascii.SchemeLen(value)
	if end == 0 || end < len(value) && value[end] != ':' {
		return false
	}
	scheme := ascii.ToLower(value[:end])
	r := u.record()
	k := kindOf(scheme)
	switch {
	case (k != other) != (r.kind != other),
		k == file && (u.HasCredentials() || r.port != ""),
		r.kind == file && r.hostKind == reading.HostEmpty:
		return false
	}
	r.scheme, r.kind = scheme, k
	if number, _ := ascii.Number(r.port, math.MaxUint16); r.port != "" && number == k.defaultPort() {
		r.port = ""
	}
	return u.set(&r)
}

// SetUsername sets the user name to value, percent-encoded. It returns false, and u stays the same, if u has no host,
// an empty host or the scheme file.
func (u *URL) SetUsername(value string) bool {
	if tooLong(len(value)) || u.cannotHaveCredentials() {
		return false
	}
	r := u.record()
	r.username = encoded(value, ascii.UserinfoSet)
	return u.set(&r)
}

// SetPassword sets the password to value, percent-encoded. It returns false, and u stays the same, if u has no host, an
// empty host or the scheme file.
func (u *URL) SetPassword(value string) bool {
	if tooLong(len(value)) || u.cannotHaveCredentials() {
		return false
	}
	r := u.record()
	r.password = encoded(value, ascii.UserinfoSet)
	return u.set(&r)
}

// SetHost sets the host. If value has a port, SetHost also sets the port. It ignores a port that is out of range. It
// returns false, and u stays the same, if the path of u is opaque, or if value is not a host.
func (u *URL) SetHost(value string) bool { return u.setHost(value, false) }

// SetHostname sets the host. It returns false, and u stays the same, if the path of u is opaque, or if value is not a
// host or has a port.
func (u *URL) SetHostname(value string) bool { return u.setHost(value, true) }

func (u *URL) setHost(value string, nameOnly bool) bool {
	if tooLong(len(value)) || u.IsZero() || u.HasOpaquePath() {
		return false
	}
	value = strip(value)
	end := ascii.IndexFrom(value, 0, u.kind.authorityEnds())
	colon := end
	if u.kind != file {
		colon = hostColon(value[:end], 0)
	}
	hasPort := colon < end
	switch {
	case hasPort && (colon == 0 || nameOnly),
		colon == 0 && u.kind != file && (u.kind != other || u.HasCredentials() || u.Port() != ""):
		return false
	}
	r := u.record()
	r.host, r.hostKind = "", reading.HostEmpty
	if colon > 0 {
		var ok bool
		if r.host, r.hostKind, ok = parseHost(value[:colon], u.kind); !ok {
			return false
		}
	}
	if hasPort {
		if port, ok := parsePort(value[colon+1:], u.kind); ok {
			r.port = port
		}
	}
	return u.set(&r)
}

// parseHost implements the host parser (§3.5) for a URL with a scheme of kind k.
func parseHost(s string, k kind) (host string, what reading.HostKind, ok bool) {
	var p parser
	p.in, p.original, p.kind = s, s, k
	if !p.parseHost(0, len(s), k == other) {
		return "", reading.NoHost, false
	}
	return p.text(), p.host, true
}

// parsePort parses the digits at the start of s. port is "" for the default port of k. ok is false if there are no
// digits or the port is out of range.
func parsePort(s string, k kind) (port string, ok bool) {
	number, n := ascii.Number(s, math.MaxUint16)
	switch {
	case n == 0, n < len(s) && ascii.Is(s[n], ascii.Digit):
		return "", false
	case number == k.defaultPort():
		return "", true
	}
	return strconv.Itoa(number), true
}

// SetPort sets the port to the digits at the start of value. An empty value removes the port. SetPort returns false,
// and u stays the same, if u has no host, an empty host or the scheme file, or if value is not a port.
func (u *URL) SetPort(value string) bool {
	if tooLong(len(value)) || u.cannotHaveCredentials() {
		return false
	}
	port, ok := parsePort(strip(value), u.kind)
	r := u.record()
	r.port = port
	return (ok || value == "") && u.set(&r)
}

// SetPathname sets the path. It returns false, and u stays the same, if the path of u is opaque.
func (u *URL) SetPathname(value string) bool {
	if tooLong(len(value)) || u.IsZero() || u.HasOpaquePath() {
		return false
	}
	r := u.record()
	var p parser
	p.in, p.kind, p.host, p.whole = strip(value), r.kind, r.hostKind, true
	switch slash := p.slash(0); {
	case slash, p.kind != other, p.in != "":
		p.segments(0, slash)
	case r.hostKind == reading.NoHost:
		p.put("/")
	}
	r.path = p.text()
	return u.set(&r)
}

// SetSearch sets the query. It ignores "?" at the start of value. An empty value removes the query. It returns false,
// and u stays the same, only if u is zero or would be too long.
func (u *URL) SetSearch(value string) bool {
	if tooLong(len(value)) || u.IsZero() {
		return false
	}
	r := u.record()
	r.query = encoded(strip(strings.TrimPrefix(value, "?")), r.kind.querySet())
	r.hasQuery = value != ""
	return u.set(&r)
}

// SetHash sets the fragment. It ignores "#" at the start of value. An empty value removes the fragment. It returns
// false, and u stays the same, only if u is zero or would be too long.
func (u *URL) SetHash(value string) bool {
	if tooLong(len(value)) || u.IsZero() {
		return false
	}
	r := u.record()
	r.fragment = encoded(strip(strings.TrimPrefix(value, "#")), ascii.FragmentSet)
	r.hasFrag = value != ""
	return u.set(&r)
}
