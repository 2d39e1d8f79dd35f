package whatwg

import (
	"math/bits"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
)

// The fast path parses URLs that are in normal form and have a special scheme and a host: 99.6 % of a real corpus.
// FuzzParseEqualsReference compares it with the reference implementation; BenchmarkParse measures it.

// fast parses s if s is in normal form. The "/" after the host may be missing. It leaves other schemes, credentials and
// IPv6 addresses to the parser. If headOnly is set, fast ignores the text from the path on, and does not set u. If fast
// returns false and u.path > 0, the text before the path is in normal form, and [URL.resume] continues at the path.
func (u *URL) fast(s string, headOnly bool) bool {
	if len(s) < 8 || tooLong(len(s)+len("/"), 0) {
		return false
	}
	k, start := fastScheme(s)
	if start == 0 {
		return false
	}
	end := hostEnd(s, start)
	if end < len(s) && s[end] != '/' {
		for end < len(s) && table[s[end]]&(upper|nonASCII|forbiddenDomain) == 0 {
			end++
		}
	}
	host := HostDomain
	if c := s[end-1]; c <= 'f' || c == 'x' || k == file {
		if host = fastHostKind(s[start:end], k); host == NoHost {
			return false
		}
	}
	path := end
	if end < len(s) && s[end] == ':' {
		if path = fastPort(s, end, k); path == 0 {
			return false
		}
	}
	if headOnly {
		return path == len(s) || table[s[path]]&specialEnd != 0
	}
	if path < len(s) && table[s[path]]&specialEnd == 0 {
		return false
	}
	u.scheme, u.user, u.hostAt, u.hostEnd = uint32(start-3), uint32(start), uint32(start), uint32(end)
	u.kind, u.host, u.path = k, host, uint32(path)
	if path < len(s) && s[path] != '/' {
		return false
	}
	if path == len(s) {
		u.href = s + "/"
		u.query, u.frag = uint32(path+1), uint32(path+1)
		return true
	}
	query, ok := fastPath(s, path)
	if !ok || u.kind == file && len(s) > path+2 && s[path+2] == '|' { // the path can begin with a drive letter
		return false
	}
	u.href, u.query, u.frag = s, uint32(query), uint32(query)
	if query == len(s) {
		return true
	}
	frag := query
	if s[query] == '?' {
		frag = indexClass(s, query+1, specialQuerySet)
		u.frag = uint32(frag)
	}
	return frag == len(s) || s[frag] == '#' && indexClass(s, frag+1, fragmentSet) == len(s)
}

// fastScheme returns the kind of the special scheme at the start of s, and the offset after its "//". The offset is 0
// if s does not begin with a special scheme in lower case and "//". len(s) >= 8.
func fastScheme(s string) (k kind, i int) {
	switch x := ascii.Load8(s, 0); {
	case x == ascii.HTTPS:
		return https, 8
	case x<<8 == ascii.HTTP:
		return http, 7
	}
	for k := ws; k <= file; k++ {
		n := len(specialSchemes[k].name)
		if s[:n] == specialSchemes[k].name && s[n:n+3] == "://" {
			return k, n + 3
		}
	}
	return other, 0
}

// hostEnd returns the offset of the first byte of s[i:] that is not a lower-case letter, a digit, "-" or ".".
func hostEnd(s string, i int) int {
	for i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
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
func fastHostKind(host string, k kind) HostKind {
	switch {
	case host == "" && k == file:
		return HostEmpty
	case host == "", k == file && host == "localhost":
		return NoHost
	case !mayBeNumber(host) || !ipaddr.EndsInNumber(host):
		return HostDomain
	case isPlainIPv4(host):
		return HostIPv4
	}
	return NoHost
}

func fastPort(s string, i int, k kind) int {
	start, number := i+1, 0
	for i++; i < len(s) && i < start+6 && ascii.Is(s[i], ascii.Digit); i++ {
		number = number*10 + int(s[i]-'0')
	}
	if i == start || number > 65535 || s[start] == '0' && i > start+1 || number == k.defaultPort() || k == file {
		return 0
	}
	return i
}

// fastPath returns the end of the path that begins with the "/" at from: the offset of "?", "#" or the end of s. If a
// segment is not in normal form, ok is false and end is the offset of the "/" before it. fastPath skips letters, digits
// and $%&'()*+,-./:;_ eight at a time, except a "." or "%" after a "/", which may begin a dot segment.
func fastPath(s string, from int) (end int, ok bool) {
	i := from
	var slash uint64 // marks the first byte if a "/" precedes it
	for i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
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
			if end := rareEnd(s, i); end >= i+8 {
				i = end
				continue
			}
		}
		for stop != 0 {
			at := i + bits.TrailingZeros64(stop)/8
			if at >= len(s) || table[s[at]]&rarePath == 0 {
				break
			}
			stop &= stop - 1
		}
		for dots &= stop - 1; dots != 0; dots &= dots - 1 { // the dots before the first stop
			if at := i + bits.TrailingZeros64(dots)/8; isDotSegment(s, at) {
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

func rareEnd(s string, i int) int {
	for i < len(s) && table[s[i]]&rarePath != 0 {
		i++
	}
	return i
}

func isDotSegment(s string, i int) bool {
	end := i
	for end < len(s) && s[end] == '.' {
		end++
	}
	if end == len(s) || table[s[end]]&specialEnd != 0 {
		return end == i+1 || end == i+2
	}
	for end < len(s) && end < i+7 && table[s[end]]&specialEnd == 0 {
		end++
	}
	return dots(s[i:end]) != 0
}

// opaqueEnd returns the offset of the first byte of s[i:] that would change in an opaque path, or that ends the path.
func opaqueEnd(s string, i int) int {
	for i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
		low := x &^ ascii.Highs
		kept := ascii.AtLeast8(low, ' ') & ascii.Unequal8(low, 0x7F) & ascii.Unequal8(low, '?') & ascii.Unequal8(low, '#')
		if stop := (^kept | x) & ascii.Highs; stop != 0 {
			return min(i+bits.TrailingZeros64(stop)/8, len(s))
		}
		i += 8
	}
	return len(s)
}
