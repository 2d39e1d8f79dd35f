package whatwg

import (
	"math/bits"

	"earl.example/internal/text/ascii"
)

// This file reads what most URLs are: in normal form already, and with a
// special scheme and a host. Eight bytes are looked at together, each byte of
// a word being a byte of text, and a result has the high bit set in each byte
// that meets a condition.

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// atLeast marks the bytes of x, all below 0x80, that are n or more, n being 1
// to 0x80.
func atLeast(x uint64, n byte) uint64 { return x + ones*uint64(0x80-n) }

// unequal marks the bytes of x, all below 0x80, that are not c.
func unequal(x uint64, c byte) uint64 { return (x ^ ones*uint64(c)) + ones*0x7F }

// load returns the eight bytes of s from offset i on, with zeros behind its
// end. It is too long to be inlined, so loops call it for the end alone.
func load(s string, i int) uint64 {
	switch {
	case i+8 <= len(s):
		return ascii.Load8(s, i)
	case len(s) >= 8:
		return ascii.Load8(s, len(s)-8) >> (8 * uint(i+8-len(s)) & 63)
	}
	var x uint64
	for k := len(s) - 1; k >= i; k-- {
		x = x<<8 | uint64(s[k])
	}
	return x
}

// foldCase is what makes hostEnd take capitals: the bit that letters in lower case have.
const foldCase = ones * 0x20

// hostEnd returns the offset of the first byte from i on that is no lower-case
// letter, digit, "-" or ".": what nearly all hosts consist of. If fold is foldCase
// and not 0, letters are of any case.
func hostEnd(s string, i int, fold uint64) int {
	for i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = load(s, i)
		}
		low := x &^ highs
		folded := low | fold
		letters := atLeast(folded, 'a') &^ atLeast(folded, 'z'+1)
		others := atLeast(low, '-') &^ atLeast(low, '9'+1) & unequal(low, '/')
		if stop := (^(letters | others) | x) & highs; stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += 8
	}
	return len(s)
}

// fastScheme returns the kind of the scheme that s, of eight bytes or more,
// begins with, and the offset behind the slashes; or 0 if it is none that is
// special and followed by two slashes.
func fastScheme(s string) (k kind, i int) {
	const mask7, mask6, mask5 = 1<<56 - 1, 1<<48 - 1, 1<<40 - 1
	x := ascii.Load8(s, 0)
	switch {
	case x == 0x2F2F3A7370747468: // https://
		return https, 8
	case x&mask7 == 0x2F2F3A70747468: // http://
		return http, 7
	case x&mask7 == 0x2F2F3A656C6966: // file://
		return fileScheme, 7
	case x&mask6 == 0x2F2F3A737377: // wss://
		return wss, 6
	case x&mask5 == 0x2F2F3A7377: // ws://
		return ws, 5
	case x&mask6 == 0x2F2F3A707466: // ftp://
		return ftp, 6
	}
	return other, 0
}

// specialScheme returns the kind of the special scheme that s begins with, in letters of
// any case, and the offset behind its colon, or 0 if there is none.
func specialScheme(s string) (k kind, i int) {
	if s == "" || !ascii.Is(s[0], ascii.Alpha) {
		return other, 0
	}
	const mask6, mask5, mask4, mask3 = 1<<48 - 1, 1<<40 - 1, 1<<32 - 1, 1<<24 - 1
	switch x := load(s, 0) | 0x2020202020; {
	case x&mask6 == 0x3A7370747468: // https:
		k, i = https, 6
	case x&mask5 == 0x3A70747468: // http:
		k, i = http, 5
	case x&mask5 == 0x3A656C6966: // file:
		k, i = fileScheme, 5
	case x&mask4 == 0x3A737377: // wss:
		k, i = wss, 4
	case x&mask3 == 0x3A7377: // ws:
		k, i = ws, 3
	case x&mask4 == 0x3A707466: // ftp:
		k, i = ftp, 4
	}
	if i == 0 || len(s) < i || s[i-1] != ':' {
		return other, 0
	}
	return k, i
}

// oddHost is what a host in normal form does not have.
const oddHost = upper | nonASCII | forbiddenDomain

// fastHostKind returns the kind of the host that consists of other bytes, or
// NoHost if it is not in normal form but for its case.
func fastHostKind(host string, k kind) HostKind {
	if host == "" {
		if k == fileScheme {
			return HostEmpty
		}
		return NoHost
	}
	if mayBeNumber(host) && endsInNumber(host) {
		if isPlainIPv4(host) {
			return HostIPv4
		}
		return NoHost
	}
	if k == fileScheme && ascii.EqualFold(host, "localhost") {
		return NoHost
	}
	return HostDomain
}

// fastPort returns the offset behind the port whose colon is at i, or 0 if
// there is no port in normal form there.
func fastPort(s string, i int, k kind) int {
	start, number := i+1, 0
	for i++; i < len(s) && i < start+6 && ascii.Is(s[i], ascii.Digit); i++ {
		number = number*10 + int(s[i]-'0')
	}
	if i == start || number > 65535 || s[start] == '0' && i > start+1 ||
		number == k.defaultPort() || k == fileScheme {
		return 0
	}
	return i
}

// What fast returns beside an offset.
const (
	fastDone = 0
	fastNone = -1
)

// fast parses s if it is a URL with a special scheme, a host that is no IPv6 address and no
// credentials in normal form, and returns fastDone; the caller sets the href, which is s. If
// that ends before the path, it returns fastNone; if later, the offset from which on all is
// to be read again, and u has what was found before: see resume. BenchmarkParse measures it.
func (u *URL) fast(s string) (resume int) {
	if len(s) < 8 || tooLong(len(s), 0) {
		return fastNone
	}
	k, start := fastScheme(s)
	if start == 0 {
		return fastNone
	}
	end := hostEnd(s, start, 0)
	if end < len(s) && s[end] != '/' {
		for end < len(s) && table[s[end]]&oddHost == 0 {
			end++
		}
	}
	host := HostDomain
	if c := s[end-1]; c <= 'f' || c == 'x' || k == fileScheme {
		if host = fastHostKind(s[start:end], k); host == NoHost {
			return fastNone
		}
	}
	path := end
	if end < len(s) && s[end] == ':' {
		if path = fastPort(s, end, k); path == 0 {
			return fastNone
		}
	}
	if path < len(s) && table[s[path]]&specialEnd == 0 {
		return fastNone
	}
	u.scheme, u.user, u.hostAt, u.hostEnd = uint32(start-3), uint32(start), uint32(start), uint32(end)
	u.kind, u.host = k, host
	if path == len(s) || s[path] != '/' {
		return path
	}
	query, bad := fastPath(s, path)
	if !bad && query == len(s) && k != fileScheme {
		u.path, u.query, u.frag = uint32(path), uint32(query), uint32(query)
		return fastDone
	}
	return u.tail(s, path, query, bad)
}

// tail reads what stands behind the path of a special URL. The path begins at offset path,
// and fastPath returned query and bad for it. Tail returns what fast does.
func (u *URL) tail(s string, path, query int, bad bool) (resume int) {
	u.path = uint32(path)
	if bad || u.kind == fileScheme && len(s) > path+2 && s[path+2] == '|' {
		if u.kind == fileScheme {
			return path
		}
		return query
	}
	u.query = uint32(query)
	frag := query
	if query < len(s) && s[query] == '?' {
		frag = indexClass(s, query+1, specialQuerySet)
	}
	if frag < len(s) {
		if s[frag] != '#' {
			return query
		}
		if u.frag = uint32(frag); indexClass(s, frag+1, fragmentSet) < len(s) {
			return frag
		}
	}
	u.frag = uint32(frag)
	return fastDone
}

// fastPath returns the offset of what ends the path that begins at offset from,
// with a slash, or else with neither a dot nor "%". If the path is not in normal
// form, which bad says, it is the offset of the slash before the first segment
// that is not. FastPath looks at letters, digits and $ % & ' ( ) * + , - . / : ; _
// eight at a time, and at other bytes one by one. Behind a slash a dot or "%" may
// begin a dot segment.
func fastPath(s string, from int) (end int, bad bool) {
	i := from
	var slash uint64 // marks the slashes, moved to the bytes behind them
	for i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = load(s, i)
		}
		low := x &^ highs
		folded := low | ones*0x20
		letters := atLeast(folded, 'a') &^ atLeast(folded, 'z'+1)
		others := atLeast(low, '$') &^ atLeast(low, ';'+1)
		stop := (^(letters | others | ^unequal(low, '_')) | x) & highs
		slashes := ^unequal(low, '/') & highs
		dots := (slashes<<8 | slash) &^ (unequal(low, '.') & unequal(low, '%'))
		slash = slashes >> 56
		if stop|dots == 0 {
			i += 8
			continue
		}
		if stop == highs {
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
		// Of the dots, those before the first stop count.
		for dots &= stop - 1; dots != 0; dots &= dots - 1 {
			if at := i + bits.TrailingZeros64(dots)/8; isDotSegment(s, at) {
				return at - 1, true
			}
		}
		if stop == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(stop) / 8; i >= len(s) {
			return len(s), false
		}
		if c := s[i]; c == '?' || c == '#' {
			return i, false
		}
		for i > from && s[i] != '/' {
			i--
		}
		return i, true
	}
	return len(s), false
}

// rareEnd returns the offset of the first byte of s from i on that is not rarePath.
func rareEnd(s string, i int) int {
	for i < len(s) && table[s[i]]&rarePath != 0 {
		i++
	}
	return i
}

// isDotSegment reports whether a segment that begins at i is a single-dot or
// double-dot URL path segment, §4.1.
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

// hasControl reports whether s may have a tab or a newline.
func hasControl(s string) bool {
	const limit = '\r' + 1
	if len(s) < 8 {
		return indexClass(s, 0, tabOrNewline) < len(s)
	}
	var marks uint64
	for i := 0; i+8 <= len(s); i += 8 {
		marks |= ascii.Below8(ascii.Load8(s, i), limit)
	}
	return (marks | ascii.Below8(ascii.Load8(s, len(s)-8), limit)) != 0
}
