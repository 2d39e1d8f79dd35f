package rfc3986

import (
	"errors"
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// Components are what [Build] makes a reference of. Each is given as it is to
// be written, triplets included: see [Encode] for data. A nil pointer means
// that the component is absent; new("") is an empty one.
type Components struct {
	Scheme   string  // without its colon, "" for a relative reference
	Userinfo *string // needs a Host; a password in it is deprecated (§3.2.1)
	Host     *string // an IP literal has its brackets; nil means that there is no authority
	Port     *string // needs a Host
	Path     string
	Query    *string
	Fragment *string
}

// Build makes a reference of its components, the inverse of parsing it. The
// result has exactly these components, with three exceptions: scheme and host
// are written in lower case, and the triplets of the host in upper case
// (§3.1, §3.2.2); without an authority, a path that begins with "//" gets "/."
// in front; and so does "./" a path without authority and scheme whose first
// segment has a colon (§3.3, §4.2). Resolving takes such dots away again.
//
// Errors name the component, with offsets in its text: what the grammar does
// not allow; triplets in the host that are not UTF-8 (§3.2.2); a userinfo or
// port without a host; a path that is neither empty nor begins with "/" where
// there is an authority.
func Build(c Components) (Ref, error) {
	p := draft{scheme: c.Scheme, path: c.Path}
	if c.Host == nil && (c.Userinfo != nil || c.Port != nil) {
		return Ref{}, failPart(&ruleAuthority, "", -1, urlerr.Authority)
	}
	var err error
	if c.Scheme != "" {
		if p.scheme, err = checkScheme(c.Scheme); err != nil {
			return Ref{}, err
		}
	}
	if c.Host != nil {
		p.hasAuthority = true
		if p.host, err = checkHost(*c.Host); err != nil {
			return Ref{}, err
		}
	}
	if err := checkPath(c.Path); err != nil {
		return Ref{}, err
	}
	for _, part := range []struct {
		given *string
		text  *string
		has   *bool
		check func(string) error
	}{
		{c.Userinfo, &p.userinfo, &p.hasUserinfo, checkUserinfo},
		{c.Port, &p.port, &p.hasPort, checkPort},
		{c.Query, &p.query, &p.hasQuery, checkQuery},
		{c.Fragment, &p.fragment, &p.hasFragment, checkFragment},
	} {
		if part.given == nil {
			continue
		}
		if err := part.check(*part.given); err != nil {
			return Ref{}, err
		}
		*part.text, *part.has = *part.given, true
	}
	return p.compose()
}

// A draft is the components of a reference, each valid in itself.
type draft struct {
	scheme, userinfo, host, port, path, query, fragment       string
	hasAuthority, hasUserinfo, hasPort, hasQuery, hasFragment bool
}

// draft takes r apart.
func (r Ref) draft() draft {
	p := draft{scheme: r.Scheme(), path: r.Path()}
	p.userinfo, p.hasUserinfo = r.Userinfo()
	p.host, p.hasAuthority = r.Host()
	p.port, p.hasPort = r.Port()
	p.query, p.hasQuery = r.Query()
	p.fragment, p.hasFragment = r.Fragment()
	return p
}

// compose is build, for parts that may not fit together.
func (p *draft) compose() (Ref, error) {
	if p.hasAuthority && p.path != "" && p.path[0] != '/' {
		return Ref{}, failPart(&ruleAbEmpty, p.path, 0, urlerr.Path)
	}
	if p.maxLen() > uint64(longest) {
		return Ref{}, failPart(&ruleLength, "", -1, urlerr.NoComponent)
	}
	return p.build(), nil
}

// maxLen returns how long the text may become, which an int need not hold: the
// same long text may be several of the components.
func (p *draft) maxLen() uint64 {
	n := uint64(len("./:" + "//@:?#"))
	for _, part := range [...]string{p.scheme, p.userinfo, p.host, p.port, p.path, p.query, p.fragment} {
		n += uint64(len(part))
	}
	return n
}

// build is §5.3, and sees to it that the path is read again as what it is.
func (p *draft) build() Ref {
	dots := ""
	switch {
	case p.hasAuthority:
	case strings.HasPrefix(p.path, "//"):
		dots = guard
	case p.scheme == "" && colonFirst(p.path):
		dots = "./"
	}
	var short [512]byte
	b := short[:0]
	if n := p.maxLen(); n > uint64(len(short)) {
		b = make([]byte, 0, n)
	}
	var r layout
	if p.scheme != "" {
		b = append(append(b, p.scheme...), ':')
	}
	r.after = uint32(len(b))
	if p.hasAuthority {
		b = append(b, "//"...)
	}
	if p.hasUserinfo {
		b = append(append(b, p.userinfo...), '@')
	}
	r.host = uint32(len(b))
	b = append(b, p.host...)
	r.hostEnd = uint32(len(b))
	if p.hasPort {
		b = append(append(b, ':'), p.port...)
	}
	r.path = uint32(len(b))
	b = append(append(b, dots...), p.path...)
	r.query = uint32(len(b))
	if p.hasQuery {
		b = append(append(b, '?'), p.query...)
	}
	r.fragment = uint32(len(b))
	if p.hasFragment {
		b = append(append(b, '#'), p.fragment...)
	}
	r.s = string(b)
	return r.ref()
}

// colonFirst reports whether the first segment of path has a colon.
func colonFirst(path string) bool {
	segment, _, _ := strings.Cut(path, "/")
	return strings.IndexByte(segment, ':') >= 0
}

// checkScheme returns scheme in lower case if it is one.
func checkScheme(scheme string) (string, error) {
	if n := schemeLen(scheme); n == 0 || n < len(scheme) {
		return "", faultScheme.partError(scheme, n)
	}
	return ascii.ToLower(scheme), nil
}

func checkUserinfo(s string) error { return checkChars(s, ascii.UserinfoChar, faultUserinfo) }
func checkPath(s string) error     { return checkChars(s, ascii.PathChar, faultPath) }
func checkQuery(s string) error    { return checkChars(s, ascii.QueryChar, faultQuery) }
func checkFragment(s string) error { return checkChars(s, ascii.QueryChar, faultFragment) }

// checkChars checks that s is of class and triplets, or else has the fault f.
func checkChars(s string, class ascii.Class, f fault) error {
	if n := skip(s, 0, class); n < len(s) {
		return f.partError(s, n)
	}
	return nil
}

func checkPort(port string) error {
	for i := range len(port) {
		if !ascii.Is(port[i], ascii.Digit) {
			return faultPort.partError(port, i)
		}
	}
	return nil
}

// checkHost returns host as producers should write it, if it is one (§3.2.2):
// in lower case but for its triplets, and those are UTF-8.
func checkHost(host string) (string, error) {
	if strings.HasPrefix(host, "[") {
		end, f := ipLiteral(host, 0, false)
		if f == 0 && end < len(host) {
			f = faultLiteral
		}
		if f != 0 {
			return "", f.partError(host, end)
		}
		return ascii.ToLower(host), nil
	}
	if err := checkChars(host, ascii.NameChar, faultName); err != nil {
		return "", err
	}
	if strings.IndexByte(host, '%') < 0 {
		return ascii.ToLower(host), nil
	}
	if _, rule, at := (DecodeOptions{}).decode(host); rule != nil {
		return "", failPart(rule, host, at, urlerr.Host)
	}
	return string(appendText(nil, host, StepCase, true)), nil
}

// hostOfAddr writes an address as a host.
func hostOfAddr(addr netip.Addr) (string, error) {
	switch {
	case !addr.IsValid():
		return "", failPart(&ruleLiteral, "", -1, urlerr.Host)
	case addr.Zone() != "":
		text := addr.String()
		return "", failPart(&ruleZone, text, strings.IndexByte(text, '%'), urlerr.Host)
	case addr.Is4():
		return addr.String(), nil
	}
	return "[" + addr.String() + "]", nil
}

// hostOfName writes a name as a host: in UTF-8, and what a reg-name cannot have
// as triplets (§3.2.2).
func hostOfName(name string) (string, error) {
	if bad := notUTF8(name); bad < len(name) {
		return "", failPart(&ruleText, name, bad, urlerr.Host)
	}
	return EncodeOptions{Keep: "!$&'()*+,;="}.Encode(ascii.ToLower(name)), nil
}

// hostOfDomain writes a domain name as DNS has it (§3.2.2). One of the dots of RFC 3490
// §3.1 may stand at its end, for the root, which UTS #46 does not allow where it checks
// lengths.
func hostOfDomain(name string) (string, error) {
	if bad := notUTF8(name); bad < len(name) {
		return "", failPart(&ruleText, name, bad, urlerr.Host)
	}
	labels := name
	last, size := utf8.DecodeLastRuneInString(name)
	isRooted := strings.ContainsRune(".\u3002\uFF0E\uFF61", last)
	if isRooted {
		labels = name[:len(name)-size]
	}
	host, err := idna.AppendToASCII(nil, labels, idna.Strict())
	if e, ok := errors.AsType[*idna.Error](err); ok {
		return "", failPart(&ruleDomain, name, e.Offset, urlerr.Host)
	}
	if isRooted {
		host = append(host, '.')
	}
	return string(host), nil
}
