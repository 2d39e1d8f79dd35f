package rfc3986

import (
	"errors"
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/urlerr"
)

// An Edit sets and removes components of a reference. Applied to the zero Ref, it builds a reference.
//
// A nil pointer leaves a component unchanged. Texts are written unchanged, with their percent-encodings. Encode data
// with [Encode] first. Scheme and host are written in lower case, and percent-encodings of the host in upper case
// (§3.1, §3.2.2).
type Edit struct {
	Scheme   *string // without ":"
	Userinfo *string // needs a host; a password in it is deprecated (§3.2.1)
	Host     *string // an IP literal has brackets; see HostOfName, HostOfDomain and HostOfAddr
	Port     *string // needs a host
	Path     *string
	Query    *string
	Fragment *string

	// Remove lists components to remove before the other fields set components. Removing the authority removes userinfo,
	// host and port. A path or host becomes empty. Removing an absent component is not an error.
	Remove []urlerr.Component
}

// Apply returns r with the changes of e. All other components keep their bytes. Parsing the result gives the components
// that were set, with two exceptions. Apply adds "/." before a path that begins with "//", if there is no authority
// (§3.3). It adds "./" before a path with a colon in its first segment, if there is neither scheme nor authority
// (§4.2). Resolving removes both again.
//
// Apply returns an error for:
//
//   - a text that the grammar does not allow, with the offset in that text
//   - a host with percent-encodings that are not UTF-8 (§3.2.2)
//   - a userinfo or port without a host
//   - after an authority, a path that is not empty and does not begin with "/"
//   - a component in Remove that cannot be removed alone, such as a password
func (e Edit) Apply(r Ref) (Ref, error) {
	d := r.draft()
	for _, c := range e.Remove {
		if !d.remove(c) {
			return Ref{}, failPart(ruleRemove, c.String(), 0, c)
		}
	}
	for _, set := range [...]struct {
		component urlerr.Component
		to        *string
		class     ascii.Class
		rule      *urlerr.Rule
	}{
		{urlerr.Userinfo, e.Userinfo, ascii.UserinfoChar, ruleUserinfo},
		{urlerr.Port, e.Port, ascii.Digit, rulePort},
		{urlerr.Path, e.Path, ascii.PathChar, rulePath},
		{urlerr.Query, e.Query, ascii.QueryChar, ruleQuery},
		{urlerr.Fragment, e.Fragment, ascii.QueryChar, ruleFragment},
	} {
		if set.to == nil {
			continue
		}
		if err := check(*set.to, set.class, set.rule); err != nil {
			return Ref{}, err
		}
		d[set.component] = part{*set.to, true}
	}
	if e.Scheme != nil {
		if n := ascii.SchemeLen(*e.Scheme); n == 0 || n < len(*e.Scheme) {
			return Ref{}, editViolation(ruleScheme, *e.Scheme, n)
		}
		d[urlerr.Scheme] = part{ascii.ToLower(*e.Scheme), true}
	}
	if e.Host != nil {
		host, err := normalHostText(*e.Host)
		if err != nil {
			return Ref{}, err
		}
		d[urlerr.Host] = part{host, true}
	}
	for _, c := range [...]urlerr.Component{urlerr.Userinfo, urlerr.Port} {
		if d[c].ok && !d[urlerr.Host].ok {
			return Ref{}, failPart(ruleAuthority, d[c].text, -1, c)
		}
	}
	return d.compose()
}

// WithHost returns r with another host; see [Edit].
func (r Ref) WithHost(host string) (Ref, error) { return Edit{Host: &host}.Apply(r) }

// WithPath returns r with another path, as text; see [Edit]. [Ref.WithSegments] takes data.
func (r Ref) WithPath(path string) (Ref, error) { return Edit{Path: &path}.Apply(r) }

// WithQuery returns r with another query, as text; see [Edit]. [Ref.WithPair] takes data.
func (r Ref) WithQuery(query string) (Ref, error) { return Edit{Query: &query}.Apply(r) }

// WithoutFragment returns r without its fragment. It does not allocate.
func (r Ref) WithoutFragment() Ref {
	r.s = r.s[:r.fragment()]
	return r
}

// WithoutPort returns r without its port.
func (r Ref) WithoutPort() Ref { return r.without(urlerr.Port) }

// WithoutUserinfo returns r without its userinfo.
func (r Ref) WithoutUserinfo() Ref { return r.without(urlerr.Userinfo) }

// WithoutQuery returns r without its query.
func (r Ref) WithoutQuery() Ref { return r.without(urlerr.Query) }

func (r Ref) without(c urlerr.Component) Ref {
	d := r.draft()
	d.remove(c)
	r, _ = d.compose() // the rest still fits together
	return r
}

// WithSegments returns r with a path that consists of the given segments. Segments are data, which WithSegments encodes
// like [Encode]. The new path begins with a slash if r has an authority or if the path of r begins with a slash.
// Without segments, the new path is empty.
//
// The segments "." and ".." are an error of kind [urlerr.BadPath], because %2E is equivalent to a dot (§2.3). Another
// error of kind BadPath is an empty first segment of a path without a leading slash.
func (r Ref) WithSegments(segments ...string) (Ref, error) {
	d := r.draft()
	root := ""
	if d[urlerr.Host].ok || strings.HasPrefix(r.Path(), "/") {
		root = "/"
	}
	if root == "" && len(segments) > 0 && segments[0] == "" {
		return Ref{}, failPart(ruleSegment, "", 0, urlerr.Path)
	}
	return d.withSegments("", root, segments)
}

// AppendSegments returns r with segments added after the segments of its path. The segments are data as in
// [Ref.WithSegments].
func (r Ref) AppendSegments(segments ...string) (Ref, error) {
	path, slash := r.Path(), "/"
	switch {
	case path == "":
		return r.WithSegments(segments...)
	case strings.HasSuffix(path, "/"):
		slash = ""
	}
	d := r.draft()
	return d.withSegments(path, slash, segments)
}

func (d *draft) withSegments(before, slash string, segments []string) (Ref, error) {
	var short [256]byte
	path := append(short[:0], before...)
	for _, segment := range segments {
		if segment == "." || segment == ".." {
			return Ref{}, failPart(ruleDots, segment, 0, urlerr.Path)
		}
		path = percent.AppendEncode(append(path, slash...), segment, &encodeTable)
		slash = "/"
	}
	d[urlerr.Path].text = string(path)
	return d.compose()
}

// A draft has the components of a reference. A path is always present. The authority is present if the host is.
type draft [urlerr.Fragment + 1]part

type part struct {
	text string
	ok   bool // the component is present
}

func (r Ref) draft() (d draft) {
	d[urlerr.Scheme] = part{r.Scheme(), r.IsURI()}
	d[urlerr.Userinfo].text, d[urlerr.Userinfo].ok = r.Userinfo()
	d[urlerr.Host].text, d[urlerr.Host].ok = r.Host()
	d[urlerr.Port].text, d[urlerr.Port].ok = r.Port()
	d[urlerr.Path] = part{r.Path(), true}
	d[urlerr.Query].text, d[urlerr.Query].ok = r.Query()
	d[urlerr.Fragment].text, d[urlerr.Fragment].ok = r.Fragment()
	return d
}

func (d *draft) remove(c urlerr.Component) bool {
	switch c {
	case urlerr.Authority:
		d[urlerr.Userinfo], d[urlerr.Host], d[urlerr.Port] = part{}, part{}, part{}
	case urlerr.Host, urlerr.Path:
		d[c].text = ""
	case urlerr.Scheme, urlerr.Userinfo, urlerr.Port, urlerr.Query, urlerr.Fragment:
		d[c] = part{}
	default:
		return false
	}
	return true
}

// compose returns the reference (§5.3), or an error if the components do not fit together.
func (d *draft) compose() (Ref, error) {
	path, hasAuthority := d[urlerr.Path].text, d[urlerr.Host].ok
	if hasAuthority && path != "" && path[0] != '/' {
		return Ref{}, failPart(ruleAbEmpty, path, 0, urlerr.Path)
	}
	most := uint64(len("./:" + "//@:?#"))
	for _, p := range d {
		most += uint64(len(p.text))
	}
	if most > uint64(longest) {
		return Ref{}, failPart(ruleLength, "", -1, urlerr.NoComponent)
	}
	dots, colon := "", strings.IndexByte(path, ':')
	switch {
	case hasAuthority:
	case strings.HasPrefix(path, "//"):
		dots = dotPrefix
	case !d[urlerr.Scheme].ok && colon >= 0 && !strings.Contains(path[:colon], "/"):
		dots = "./"
	}
	var short [512]byte
	b := short[:0]
	if most > uint64(len(short)) {
		b = make([]byte, 0, most)
	}
	add := func(before string, c urlerr.Component, after string) uint32 {
		if d[c].ok {
			b = append(append(append(b, before...), d[c].text...), after...)
		}
		return uint32(len(b))
	}
	var l layout
	l.after = add("", urlerr.Scheme, ":")
	if hasAuthority {
		b = append(b, "//"...)
	}
	l.host = add("", urlerr.Userinfo, "@")
	l.hostEnd = add("", urlerr.Host, "")
	l.path = add(":", urlerr.Port, "")
	l.query = add(dots, urlerr.Path, "")
	l.fragment = add("?", urlerr.Query, "")
	add("#", urlerr.Fragment, "")
	l.s = string(b)
	return l.pack(), nil
}

func check(s string, class ascii.Class, r *urlerr.Rule) error {
	n := percent.Skip(s, 0, class)
	if r == rulePort {
		n = ascii.Skip(s, 0, class) // without percent-encodings
	}
	if n < len(s) {
		return editViolation(r, s, n)
	}
	return nil
}

// editViolation is like violation for the text of one component. If the text has the delimiter of another component,
// the fix names the field of Edit for that component.
func editViolation(r *urlerr.Rule, text string, offset int) error {
	err := standard.violation(r, text, offset)
	if offset == len(text) {
		return private(err)
	}
	c := text[offset]
	field := map[byte]string{'?': "Query", '#': "Fragment"}[c]
	switch r.Kind {
	case urlerr.BadHost:
		_, addrErr := netip.ParseAddr(text)
		switch {
		case c == ':' && addrErr == nil:
			err.Rule.Fix = "write an IPv6 address in brackets"
			return private(err)
		case field == "":
			field = map[byte]string{':': "Port", '@': "Userinfo", '/': "Path"}[c]
		}
		if field != "" {
			err.Rule.Fix = "set the " + ascii.ToLower(field) + " with Edit." + field
		}
	case urlerr.BadScheme, urlerr.BadPort:
		if c == ':' {
			err.Rule.Fix = `write it without ":"`
		}
	case urlerr.BadPath, urlerr.BadQuery:
		if field != "" {
			err.Rule.Fix += ", or set the " + ascii.ToLower(field) + " with Edit." + field
		}
	}
	return private(err)
}

// normalHostText checks host and returns it in lower case, with percent-encodings in upper case (§3.2.2).
func normalHostText(host string) (string, error) {
	if strings.HasPrefix(host, "[") {
		end, broken := ipLiteral(host, 0, false)
		if broken == nil && end < len(host) {
			broken = ruleLiteral
		}
		if broken != nil {
			return "", editViolation(broken, host, end)
		}
		return ascii.ToLower(host), nil
	}
	if err := check(host, ascii.NameChar, ruleName); err != nil {
		return "", err
	}
	if strings.IndexByte(host, '%') < 0 {
		return ascii.ToLower(host), nil
	}
	if _, broken, at := decode(host); broken != nil {
		return "", failPart(broken, host, at, urlerr.Host)
	}
	return string(appendText(nil, host, StepCase, true)), nil
}

// HostOfAddr returns the host for an IP address. An address with a zone is an error (RFC 9844).
func HostOfAddr(addr netip.Addr) (string, error) {
	switch {
	case !addr.IsValid():
		return "", failPart(ruleLiteral, "", -1, urlerr.Host)
	case addr.Zone() != "":
		text := addr.String()
		return "", failPart(ruleZone, text, strings.IndexByte(text, '%'), urlerr.Host)
	case addr.Is4():
		return addr.String(), nil
	}
	return "[" + addr.String() + "]", nil
}

// HostOfName returns the host for a registered name in UTF-8: percent-encoded, with ASCII in lower case (§3.2.2). For
// names in DNS use [HostOfDomain].
func HostOfName(name string) (string, error) {
	if bad := scalar.ValidLen(name); bad < len(name) {
		return "", failPart(ruleText, name, bad, urlerr.Host)
	}
	host, _ := percent.EncodeString(ascii.ToLower(name), &nameTable)
	return host, nil
}

// HostOfDomain returns the host for a domain name in UTF-8: é.example becomes xn--9ca.example (§3.2.2). It applies
// ToASCII of UTS #46 with its checks of hyphens, lengths and characters. A name that fails them is an error of kind
// [urlerr.BadHost]. A dot at the end, for the root, remains.
func HostOfDomain(name string) (string, error) {
	if bad := scalar.ValidLen(name); bad < len(name) {
		return "", failPart(ruleText, name, bad, urlerr.Host)
	}
	labels := name
	last, size := utf8.DecodeLastRuneInString(name)
	isRooted := strings.ContainsRune(".\u3002\uFF0E\uFF61", last)
	if isRooted { // UTS #46 rejects an empty label if it checks lengths
		labels = name[:len(name)-size]
	}
	host, err := idna.AppendToASCII(nil, labels, idna.Strict())
	if e, ok := errors.AsType[*idna.Error](err); ok {
		return "", failPart(ruleDomain, name, e.Offset, urlerr.Host)
	}
	if isRooted {
		host = append(host, '.')
	}
	return string(host), nil
}
