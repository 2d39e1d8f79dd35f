package whatwg

import (
	"math"
	"math/bits"
	"unsafe"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
)

// The fast path parses URLs that have a special scheme and a domain or an IPv4 address as the host. The head, which is
// the text before the path, can have capitals, other slashes, and a port to omit. The "/" after the host may be
// missing. Everything else must be in normal form. FuzzParse compares the fast path with the parser; BenchmarkParse
// measures it.

// A goal says what fast does.
type goal int

const (
	anyHead  goal = iota // parse s
	sameHead             // parse s if the head is in normal form
	headOnly             // read only the head, and do not set u
)

// fast parses s. It leaves other schemes, credentials and IPv6 addresses to the parser. If fast returns false and
// u.path is not 0, u has the offsets of the head in s without leading controls and spaces, and [URL.resume] continues
// at the path.
func (u *URL) fast(s string, g goal) bool {
	for s != "" && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	if len(s) < 8 || tooLong(len(s)+len("/")) {
		return false
	}
	k, colon, start, same := fastScheme(s)
	if k == other {
		return false
	}
	end := hostEnd(s, start)
	if end < len(s) && s[end] != '/' {
		var all ascii.Class
		for end < len(s) && !ascii.Is(s[end], ascii.NonASCII|ascii.ForbiddenDomain) {
			all |= ascii.Table[s[end]]
			end++
		}
		same = same && all&ascii.Upper == 0
	}
	if end == start && k != file {
		return false
	}
	host := reading.HostName
	if k == file || mayBeNumber(s[:end]) {
		if host = fastHostKind(s[start:end], k); host == reading.NoHost {
			return false
		}
	}
	port, path := end, end // the port to keep is s[end:port]
	if end < len(s) && s[end] == ':' {
		if port, path = fastPort(s, end, k); path == 0 {
			return false
		}
		same = same && port == path
	}
	switch {
	case path < len(s) && !ascii.Is(s[path], ascii.SpecialEnd), k == file && !same:
		return false
	case g == headOnly:
		return true
	}
	u.scheme, u.user, u.hostAt, u.hostEnd = uint32(colon), uint32(start), uint32(start), uint32(end)
	u.kind, u.host, u.path = k, host, uint32(path)
	if !same {
		u.flags = rewriteFlag
	}
	if path < len(s) && s[path] != '/' {
		return false
	}
	query, frag := path, path
	if path < len(s) {
		ok := false
		if query, ok = fastPath(s, path, ascii.SpecialEnd); !ok || k == file && len(s) > path+2 && s[path+2] == '|' {
			return false // in a file URL, "|" can be a part of a drive letter
		}
		if frag = query; frag < len(s) && s[frag] == '?' {
			frag = ascii.IndexFrom(s, query, ascii.SpecialQuerySet)
		}
		if frag < len(s) && (s[frag] != '#' || ascii.IndexFrom(s, frag, ascii.FragmentSet) < len(s)) {
			return false
		}
	}
	switch {
	case !same && g == sameHead:
		return false
	case !same:
		u.rewrite(s, query, frag, port)
	case path < len(s):
		u.href, u.query, u.frag = s, uint32(query), uint32(frag)
	default:
		u.href, u.query, u.frag = s+"/", uint32(path+1), uint32(path+1)
	}
	return true
}

// rewrite sets u to the URL s with its head in normal form. u has the offsets of the head. The port to keep ends at
// port.
func (u *URL) rewrite(s string, query, frag, port int) {
	name, path := specialSchemes[u.kind].name, s[u.path:]
	if path == "" {
		path = "/"
		query, frag = len(s)+1, len(s)+1
	}
	out := make([]byte, 0, len(name)+len("://")+port-int(u.hostAt)+len(path))
	out = append(append(out, name...), "://"...)
	head := len(out)
	out = ascii.AppendLower(out, s[u.hostAt:u.hostEnd])
	out = append(out, s[u.hostEnd:port]...)
	shift := len(out) - int(u.path)
	out = append(out, path...)
	*u = URL{
		href: unsafe.String(unsafe.SliceData(out), len(out)), kind: u.kind, host: u.host,
		scheme: uint32(len(name)), user: uint32(head), hostAt: uint32(head), hostEnd: uint32(head) + u.hostEnd - u.hostAt,
		path: uint32(int(u.path) + shift), query: uint32(query + shift), frag: uint32(frag + shift),
	}
}

// fastScheme returns the kind of the special scheme at the start of s, the offset of its colon, and the offset after
// the slashes. same reports whether this text is in normal form. The kind is other if there is no special scheme with
// two slashes. len(s) >= 8.
func fastScheme(s string) (k kind, colon, i int, same bool) {
	switch x := ascii.Load8(s, 0); {
	case x == ascii.HTTPS:
		return https, 5, 8, true
	case x<<8 == ascii.HTTP:
		return http, 4, 7, true
	}
	for colon < 5 && s[colon] != ':' {
		colon++
	}
	k = kindOf(s[:colon])
	for i = colon + 1; i < len(s) && ascii.Is(s[i], ascii.AnySlash); i++ {
		if k == file && i == colon+3 {
			break // the path begins here
		}
	}
	if s[colon] != ':' || i < colon+3 {
		k = other
	}
	name := specialSchemes[k].name
	return k, colon, i, i == colon+3 && s[:colon] == name && s[colon+1:i] == "//"
}

// hostEnd returns the offset of the first byte of s[i:] that is not a lower-case letter, a digit, "-" or ".".
func hostEnd(s string, i int) int {
	for i < len(s) {
		x := ascii.Load8Padded(s, i)
		low := x &^ ascii.Highs
		letters := ascii.AtLeast8(low, 'a') &^ ascii.AtLeast8(low, 'z'+1)
		others := ascii.AtLeast8(low, '-') &^ ascii.AtLeast8(low, '9'+1) & ascii.Unequal8(low, '/')
		if stop := (^(letters | others) | x) & ascii.Highs; stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += 8
	}
	return len(s)
}

// fastHostKind returns the kind of host, or NoHost if host is not in normal form. Every byte of host can occur in a
// host in normal form.
func fastHostKind(host string, k kind) reading.HostKind {
	switch {
	case host == "" && k == file:
		return reading.HostEmpty
	case k == file && host == "localhost":
		return reading.NoHost
	case !ipaddr.EndsInNumber(host):
		return reading.HostName
	case ipaddr.IsIPv4(host):
		return reading.HostIPv4
	}
	return reading.NoHost
}

// fastPort returns the end of the port to keep after the colon at i, and the end of all of its digits. Both are i and
// the end if the port is omitted. The end is 0 if the parser has to read the port.
func fastPort(s string, i int, k kind) (keep, end int) {
	number, n := ascii.Number(s[i+1:], math.MaxUint16)
	switch end = i + 1 + n; {
	case k == file, n > 1 && s[i+1] == '0':
		return 0, 0
	case n == 0, number == k.defaultPort():
		return i, end
	}
	return end, end
}

// fastPath returns the end of the path that begins with the "/" at from: the offset of "?", "#" or the end of s. If a
// segment is not in normal form, ok is false and end is the offset of the "/" before it. The bytes of the class ends
// end a segment. fastPath skips letters, digits and $%&'()*+,-./:;_ eight at a time, except a "." or "%" after a "/",
// which may begin a dot segment.
func fastPath(s string, from int, ends ascii.Class) (end int, ok bool) {
	i := from
	var slash uint64 // marks the first byte if a "/" precedes it
	for i < len(s) {
		x := ascii.Load8Padded(s, i)
		low := x &^ ascii.Highs
		folded := low | ascii.Ones*0x20
		letters := ascii.AtLeast8(folded, 'a') &^ ascii.AtLeast8(folded, 'z'+1)
		others := ascii.AtLeast8(low, '$') &^ ascii.AtLeast8(low, ';'+1)
		stop := (^(letters | others | ^ascii.Unequal8(low, '_')) | x) & ascii.Highs
		slashes := ^ascii.Unequal8(low, '/') & ascii.Highs
		dots := (slashes<<8 | slash) &^ (ascii.Unequal8(low, '.') & ascii.Unequal8(low, '%'))
		slash = slashes >> 56
		if stop|dots == 0 {
			i += 8
			continue
		}
		if stop == ascii.Highs {
			if end := ascii.IndexFrom(s, i, ascii.PathSet|ends); end >= i+8 {
				i = end
				continue
			}
		}
		for stop != 0 {
			at := i + bits.TrailingZeros64(stop)/8
			if at >= len(s) || ascii.Is(s[at], ascii.PathSet|ends) {
				break
			}
			stop &= stop - 1
		}
		for dots &= stop - 1; dots != 0; dots &= dots - 1 { // the dots before the first stop
			if at := i + bits.TrailingZeros64(dots)/8; isDotSegment(s, at, ends) {
				return at - 1, false
			}
		}
		if stop == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(stop) / 8; i >= len(s) {
			return len(s), true
		}
		if c := s[i]; c == '?' || c == '#' {
			return i, true
		}
		for i > from && s[i] != '/' {
			i--
		}
		return i, false
	}
	return len(s), true
}

func isDotSegment(s string, i int, ends ascii.Class) bool {
	end := i
	for end < len(s) && s[end] == '.' {
		end++
	}
	if end == len(s) || ascii.Is(s[end], ends) {
		return end == i+1 || end == i+2
	}
	for end < len(s) && end < i+7 && !ascii.Is(s[end], ends) {
		end++
	}
	return dots(s[i:end]) != 0
}
