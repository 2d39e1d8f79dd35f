package whatwg

import (
	"math"
	"strings"
	"unsafe"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file reads special URLs of which fast did not like what is before the path: capitals,
// too many slashes or too few, credentials, addresses and ports. What is wrong with them is
// found here, too, without a parser.

// A head is what a special URL has before its path.
type head struct {
	kind     kind
	host     HostKind
	scheme   int    // the offset of its colon
	login    int    // where the credentials begin, from if there are none
	user     int    // where the username ends, from if there are none
	from, to int    // the host is s[from:to], if not address[:length]
	port     string // "" for none
	rest     int    // the offset behind

	at int // the offset of the last at sign before the host, once it was seen

	broken ruleID // why there is no head
	wrong  int    // the offset where

	v6      ipv6 // the host, if it is such
	length  int  // 0 if the host is to be written as it is read, but for its case
	address [addressRoom]byte
}

// read reads the head of s, which is without what §4.4 removes from its ends, or finds
// what is wrong there. SpecialScheme returned kind and i for s, and base is the kind of the
// base URL, other for none. Read reports whether it did: it leaves to others what has tabs,
// newlines, escapes or what is not ASCII before the path, credentials that are not in
// normal form, and some files. BenchmarkRewrite and BenchmarkHosts measure it.
func (h *head) read(s string, kind kind, i int, base kind) bool {
	from := i
	for from < len(s) && table[s[from]]&specialSlashes != 0 {
		from++
	}
	h.kind, h.scheme = kind, i-1
	switch slashes := from - i; {
	case slashes < 2 && kind == base:
		return false
	case kind != fileScheme:
	case slashes == 1 && (from == len(s) || table[s[from]]&tabOrNewline == 0): // which begins the path
		h.host, h.login, h.user, h.from, h.to, h.rest = HostEmpty, i, i, i, i, i
		return true
	case slashes < 2:
		return false
	default:
		from = i + 2
	}
	h.login, h.user, h.from = from, from, from
	return h.authority(s) || h.at > 0 && h.skipLogin(s) && h.authority(s)
}

// skipLogin reads the credentials, so that the host begins behind, if they are in normal form.
func (h *head) skipLogin(s string) bool {
	s = s[:h.at]
	user := indexClass(s, h.from, userinfoSet)
	if user < h.at && (s[user] != ':' || user+1 == h.at || indexClass(s, user+1, userinfoSet) < h.at) || h.at == h.from {
		return false
	}
	h.user, h.from = user, h.at+1
	return true
}

// authority reads the host and the port.
func (h *head) authority(s string) bool {
	if h.from < len(s) && s[h.from] == '[' {
		return h.kind != fileScheme && h.brackets(s)
	}
	to := h.to // what fastCase found, or in front of the host
	if to <= h.from {
		to = hostEnd(s, h.from, foldCase)
	}
	if to < len(s) && table[s[to]]&specialEnd == 0 {
		to = indexClass(s, to, nonASCII|forbiddenDomain)
	}
	h.to, h.rest = to, to
	switch {
	case to == len(s) || table[s[to]]&specialEnd != 0:
		return h.domain(s)
	case h.kind == fileScheme, table[s[to]]&(nonASCII|percentSign|tabOrNewline) != 0:
		return false
	case s[to] == ':':
		return h.readPort(s) && h.domain(s)
	}
	end, all := classesTo(s, to, specialEnd)
	return all&(nonASCII|percentSign|tabOrNewline) == 0 && !h.isLogin(s[:end], to, all) && h.fail(ruleDomainToASCII, to)
}

// isLogin reports whether there is an at sign in s from offset i on, where the bytes
// together are of classes all and s ends as the authority does, and notes the last.
func (h *head) isLogin(s string, i int, all class) bool {
	if all&hostMark == 0 {
		return false
	}
	n := ascii.LastIndexByte(s[i:], '@')
	if n < 0 {
		return false
	}
	h.at = i + n
	return true
}

// fail notes what is wrong, which means that the head is read.
func (h *head) fail(rule ruleID, at int) bool {
	h.broken, h.wrong = rule, at
	return true
}

// brackets reads a host that begins with a bracket, and the port behind.
func (h *head) brackets(s string) bool {
	var address ipv6
	broken, at := ruleIPv6Unclosed, 0
	h.to = h.from + strings.IndexByte(s[h.from:], ']') + 1
	closed := h.to > h.from && (h.to == len(s) || s[h.to] == ':' || table[s[h.to]]&specialEnd != 0)
	if closed {
		if address, broken, at = parseIPv6(s[h.from+1:h.to-1], nil); broken == ruleNone {
			h.host, h.v6, h.rest = HostIPv6, address, h.to
			return h.to == len(s) || s[h.to] != ':' || h.readPort(s)
		}
	}
	end, all := classesTo(s, h.from, specialEnd)
	switch {
	case all&tabOrNewline != 0 || h.isLogin(s[:end], h.from, all):
		return false
	case h.to == h.from || h.to > end: // no bracket closes it
		return h.fail(ruleIPv6Unclosed, end)
	case !closed:
		h.to = hostColon(s[:end], h.from)
		if s[h.to-1] != ']' {
			return h.fail(ruleIPv6Unclosed, h.to)
		}
		_, broken, at = parseIPv6(s[h.from+1:h.to-1], nil) // with another bracket inside
	}
	return h.fail(broken, h.from+1+at)
}

// domain looks at a host of ASCII without escapes and forbidden code points.
func (h *head) domain(s string) bool {
	host := s[h.from:h.to]
	switch {
	case host == "" && h.kind != fileScheme:
		return h.fail(ruleHostMissing, h.from)
	case host == "":
		h.host = HostEmpty
		return true
	case h.kind == fileScheme && ascii.EqualFold(host, "localhost"):
		return false
	}
	h.host = HostDomain
	if !mayBeNumber(host) || !endsInNumber(host) {
		return true
	}
	h.host = HostIPv4
	if plain := strings.TrimSuffix(host, "."); isPlainIPv4(plain) {
		h.to = h.from + len(plain)
		return true
	}
	address, broken, at := parseIPv4(host, nil)
	if broken != ruleNone {
		return h.fail(broken, h.from+at)
	}
	h.length = writeIPv4(&h.address, address)
	return true
}

// readPort reads the port whose colon is at h.to.
func (h *head) readPort(s string) bool {
	end, number := checkPort(s, h.to)
	h.rest = end
	switch digits := s[h.to+1 : end]; {
	case end < len(s) && table[s[end]]&specialEnd == 0:
		last, all := classesTo(s, end, specialEnd)
		return all&tabOrNewline == 0 && !h.isLogin(s[:last], end, all) && h.fail(rulePortInvalid, end)
	case number > math.MaxUint16:
		return h.fail(rulePortOutOfRange, h.to+1)
	case digits != "" && number != h.kind.defaultPort():
		for len(digits) > 1 && digits[0] == '0' {
			digits = digits[1:]
		}
		h.port = digits
	}
	return true
}

// isNormal reports whether the head is s[:h.rest] as it stands there.
func (h *head) isNormal(s string) bool {
	host, port := s[h.from:h.to], s[h.to:h.rest]
	return (h.length == 0 && classesOf(host)&upper == 0 || host == string(h.address[:h.length])) &&
		s[h.scheme:h.login] == "://" && classesOf(s[:h.scheme])&upper == 0 &&
		(port == "" || port[1:] == h.port && h.port != "")
}

// set gives u what the head has, and returns the length of the text of the head.
func (h *head) set(u *URL) (n int) {
	if h.host == HostIPv6 {
		h.length = h.v6.write(&h.address)
	}
	start := h.scheme + len("://")
	at := start + h.from - h.login
	end := at + h.to - h.from
	if h.length > 0 {
		end = at + h.length
	}
	u.scheme, u.user, u.hostAt, u.hostEnd = uint32(h.scheme), uint32(start+h.user-h.login), uint32(at), uint32(end)
	u.kind, u.host, u.path, u.flags = h.kind, h.host, 0, 0
	if h.port == "" {
		return end
	}
	return end + 1 + len(h.port)
}

// starts are what URLs begin with that have a host, by kind.
var starts = [...]string{http: "http://", https: "https://", ws: "ws://", wss: "wss://", ftp: "ftp://", fileScheme: "file://"}

// write writes the text of the head of s to b, which is long enough, and returns its length.
func (h *head) write(b []byte, s string) (n int) {
	n = copy(b, starts[h.kind])
	n += copy(b[n:], s[h.login:h.from])
	if h.length > 0 {
		n += copy(b[n:], h.address[:h.length])
	} else {
		at := n
		n += copy(b[n:], s[h.from:h.to])
		ascii.LowerBytes(b[at:n])
	}
	if h.port != "" {
		b[n] = ':'
		n += 1 + copy(b[n+1:], h.port)
	}
	return n
}

// rewrite is parse where fast found nothing, nobody asks for violations, and queries are
// in UTF-8.
func (u *URL) rewrite(s string, opt *ParseOptions) error {
	first, last := ends(s)
	in := s[first:last]
	if len(in) < len(s) && u.fast(in) == fastDone {
		u.href = in
		return nil
	}
	kind, i := specialScheme(in)
	if i == 0 {
		i = schemeEnd(in)
		hasScheme := i > 0 && i < len(in) && (in[i] == ':' || table[in[i]]&tabOrNewline != 0)
		switch {
		case hasScheme && in[i] == ':' && u.fastOther(in, i):
			return nil
		case !hasScheme && opt.Base.IsZero():
			*u = URL{}
			return newError(ruleMissingScheme, s, first, urlerr.Scheme, nil)
		}
		return u.slow(s, opt, fastNone, nil)
	}
	to := u.fastCase(in, kind, i)
	if to == fastDone {
		return nil
	}
	h := head{to: to}
	switch {
	case !h.read(in, kind, i, opt.Base.kind):
		return u.slow(s, opt, fastNone, nil)
	case h.broken != ruleNone:
		*u = URL{}
		return newError(h.broken, s, first+h.wrong, urlerr.Host, nil)
	}
	return u.join(&h, s, in, opt)
}

// fastCase parses s, for which specialScheme returned kind and i, if nothing is to be
// changed but case and two slashes, and returns fastDone if it did. It needs more than the
// eight bytes that fast needs, which has refused s. Else it returns fastNone, or if there are two
// slashes, what hostEnd returns for the host behind. BenchmarkRewrite measures it.
func (u *URL) fastCase(s string, kind kind, i int) int {
	from := i + 2
	if len(s) <= 8 || table[s[i]]&table[s[i+1]]&specialSlashes == 0 || kind == fileScheme || s[from] == '[' {
		return fastNone
	}
	to := hostEnd(s, from, foldCase)
	if to == from || to == len(s) || s[to] != '/' || mayBeNumber(s[from:to]) {
		return to
	}
	u.scheme, u.user, u.hostAt, u.hostEnd = uint32(i-1), uint32(from), uint32(from), uint32(to)
	u.kind, u.host = kind, HostDomain
	query, bad := fastPath(s, to)
	if u.tail(s, to, query, bad) != fastDone {
		return to
	}
	b := []byte(s)
	ascii.LowerBytes(b[:to])
	b[i], b[i+1] = '/', '/'
	u.href = unsafe.String(&b[0], len(b)) // nobody else has it
	return fastDone
}

// join is rewrite once the head of in is known, which is s without what §4.4 removes.
func (u *URL) join(h *head, s, in string, opt *ParseOptions) error {
	n, path, resume := h.set(u), h.rest, h.rest
	size := n + len(in) - path
	if path < len(in) && in[path] == '/' {
		query, bad := fastPath(in, path)
		resume = u.tail(in, path, query, bad)
		// Fast reads neither credentials and IPv6 addresses nor very short URLs.
		if (h.host == HostIPv6 || h.at > 0 || len(in) < 8) && h.isNormal(in) {
			if resume != fastDone {
				return u.slow(s, opt, resume, nil)
			}
			u.href = in
			return nil
		}
		more := uint32(n - path)
		u.path, u.query, u.frag = u.path+more, u.query+more, u.frag+more
	} else if path == len(in) {
		u.path, u.query, u.frag = uint32(n), uint32(n+1), uint32(n+1)
		resume = fastDone
		size++
	}
	switch {
	case tooLong(size, opt.MaxLength), n > roomSize && resume != fastDone:
		return u.slow(s, opt, fastNone, nil)
	case resume != fastDone:
		return u.slow(s, opt, resume, h)
	}
	b := make([]byte, size)
	h.write(b, in)
	b[n] = '/' // which may be missing
	copy(b[n:], in[path:])
	u.href = unsafe.String(&b[0], len(b)) // nobody else has it
	return nil
}
