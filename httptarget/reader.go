package httptarget

import (
	"bytes"
	"log/slog"
	"path"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Reader reports which path a server, or an access rule in front of a server, reads in a request target. It is a set
// of switches. A Reader is a small value and comparable with ==. The zero Reader reads the path as it is written.
//
// [Reader.Read] takes these steps in this order. Each switch has its name and values as in [ParseReader], the value of
// the zero Reader first.
//
//  1. A target that does not begin with "/" is in absolute-form or refused. absolute: read its path (path), refuse it
//     (refuse), or read the whole target as the path, also one without a scheme (raw).
//  2. host, for a target that begins with "//": a path (no); a host and a path (yes), which is refused if the host is
//     empty (named); or refused unless the host is empty (refuse).
//  3. refuse=\ refuses a target with "\", also in its query.
//  4. fragment: "#" is a character of the path (byte), ends the path (cut), or is refused (refuse).
//  5. "?" ends the path.
//  6. backslash: "\" is a character (byte), or a slash (slash); slash+%5C is slash, and %5C becomes a slash in step 13;
//     slash-with-# is slash for a target with "#", as in url.parse of Node.js.
//  7. refuse=dots-with-params refuses segments such as "..;x" and "%2e;".
//  8. params: ";" is a character (keep), or each segment ends at its first ";" (cut).
//  9. refuse: %2F, %5C, %00, %25, %3B, ";", "//", dots, encoded-dots, control, bad-escape and non-UTF-8 refuse a path
//     that has such an encoding, character or segment.
//  10. redirect=raw answers with a redirect if the path has empty or dot segments; with decode=go and a character that
//     URIs may not have, only in step 14.
//  11. merge=leading-raw makes one slash of the slashes at the start.
//  12. dots: raw removes the segments "." and "..", and encoded also their encodings, such as "%2e.". merge=before
//     makes one slash of each run of slashes first, and merge=with-dots while segments are added, so that ".." after
//     "//" removes the empty segment only. both is encoded here and after in step 15. Then refuse=kept-%2F refuses as
//     refuse=%2F does in step 9, and so do the other items of step 9 after "kept-".
//  13. decode: percent-encodings are decoded never (no), once (once), unless they encode "/" (not-%2F) or "/" and "\"
//     (not-%2F-%5C), or if they encode unreserved characters (unreserved). go is not-%2F, but once for a path with a
//     character that URIs may not have, as in EscapedPath of net/url. Then backslash=slash+%5C makes "\" a slash,
//     nul=cut ends the path at a NUL, and refuse=leading-// refuses a path that begins with "//".
//  14. redirect=decoded answers with a redirect if the path now has empty or dot segments.
//  15. dots=after and dots=both remove the segments "." and "..", after merge=before.
//     +raw-end: the path ends with a slash exactly if it did in step 5.
//  16. merge: before, after and with-dots make one slash of each run of slashes, and leading does so at the start.
//  17. refuse=.. refuses a path in which step 12 found "..", or step 15 for dots=after. refuse=above-root refuses it if
//     ".." was above the root. For dots=no, both look for the segments of dots=encoded.
//
// The suffixes of dots change steps 12 and 15: with +params, "..;x" is a dot segment too, and with +bare-end, no slash
// follows a dot segment at the end. The switches fold and match belong to [Reading.Below].
//
// forward says what a proxy sends on: nothing is known (no); the target without scheme and host (raw); the same, but if
// it has characters that URIs may not have, the decoded path as net/url encodes it (escaped); or the path of the
// reading, percent-encoded where necessary, and the query (rewritten).
//
// Rewrite rules, regular expressions, several locations, virtual hosts, HTTP/2 and the names of file systems are not
// modelled.
type Reader struct {
	absolute, host, fragment, backslash, params, redirect, dots, decode, nul, merge, fold, match, forward uint8

	suffixes uint8 // of dots
	refuse   refusals
}

// The values of switches are their indexes in the column values of the variable switches.
const (
	yes = 1

	absoluteRefuse, absoluteRaw                                              = 1, 2
	hostNamed, hostRefuse                                                    = 2, 3
	fragmentCut, fragmentRefuse                                              = 1, 2
	backslashSlash, backslashEncoded, backslashWithHash                      = 1, 2, 3
	redirectRaw, redirectDecoded                                             = 1, 2
	dotsRaw, dotsEncoded, dotsAfter, dotsBoth                                = 1, 2, 3, 4
	decodeOnce, decodeNotSlash, decodeNotSlashes, decodeUnreserved, decodeGo = 1, 2, 3, 4, 5
	mergeBefore, mergeAfter, mergeLeading, mergeLeadingRaw, mergeWithDots    = 1, 2, 3, 4, 5
	matchSelf, matchBytes, matchName                                         = 1, 2, 3
	suffixParams, suffixBareEnd, suffixRawEnd                                = 1, 2, 4
	forwardRaw, forwardEscaped, forwardRewritten                             = 1, 2, 3
)

// refusals is a set of properties of a path for which a reader refuses it. refusalNames has the names. The upper half
// has the same properties with "kept-" before their names.
type refusals uint64

// refusedOctets are the octets of the first refusals, which are encodings.
const refusedOctets = "/\\\x00%;"

const (
	refuseBackslash refusals = 1 << (len(refusedOctets) + iota)
	refuseSemicolon
	refuseDoubleSlash
	refuseDots
	refuseEncodedDots
	refuseDoubleDots
	refuseDotParams
	refuseControl
	refuseBadEscape
	refuseNotUTF8
	refuseLeadingSlashes
	refuseAboveRoot

	refuseKept = 32
)

// A Reading is the answer of a [Reader]: a path, a redirect, or a refusal.
type Reading struct {
	Path     string // the path, decoded as far as the reader decodes it
	Location string // the target of a redirect, with its query, or ""
	Forward  string // the target that a proxy sends to the server behind it, or "" for a reader without forward
	Refused  bool   // whether the request is refused; it has no path then

	match uint8
	fold  bool
}

// Below reports whether the reader serves the target as a path below a folder such as "/admin/". The slash at the end
// of prefix may be missing. Nothing is below a redirect or a refused target.
//
// The switch fold=yes compares ASCII letters without case. The switch match says what is below "/admin/": paths that
// begin with it (below); these and "/admin" (below-or-self); paths that begin with "/admin" (bytes); or paths with a
// name after "/admin/" (name).
func (g Reading) Below(prefix string) bool {
	prefix = strings.TrimSuffix(prefix, "/")
	n := len(prefix)
	switch {
	case g.Refused || g.Location != "" || len(g.Path) < n:
		return false
	case g.Path[:n] != prefix && !(g.fold && ascii.EqualFold(g.Path[:n], prefix)):
		return false
	}
	rest := g.Path[n:]
	switch {
	case g.match == matchBytes:
		return true
	case rest == "":
		return g.match == matchSelf
	case rest[0] != '/':
		return false
	}
	return g.match != matchName || len(rest) > 1 && rest[1] != '/'
}

// LogValue returns the fields of g without passwords and tokens.
func (g Reading) LogValue() slog.Value {
	return slog.GroupValue(slog.String("path", urlerr.RedactQuery(g.Path)),
		slog.String("location", urlerr.RedactQuery(g.Location)), slog.String("forward", urlerr.RedactQuery(g.Forward)),
		slog.Bool("refused", g.Refused))
}

// Read returns how r reads a request target. It takes time proportional to the length of target.
func (r Reader) Read(target string) Reading {
	raw, ok := r.originForm(target)
	if !ok {
		return Reading{Refused: true}
	}
	end := len(raw)
	if i := strings.IndexByte(raw, '#'); i >= 0 {
		switch r.fragment {
		case fragmentRefuse:
			return Reading{Refused: true}
		case fragmentCut:
			end = i
		}
	}
	text, _, _ := strings.Cut(raw[:end], "?")
	g := r.steps(text, strings.IndexByte(raw, '#') >= 0)
	switch {
	case g.Refused:
	case g.Location != "":
		if query := raw[len(text):end]; query != "?" {
			g.Location += query
		}
	case r.forward == forwardRaw:
		g.Forward = raw
	case r.forward != 0:
		g.Forward = r.forwarded(raw, len(text), end, g.Path)
	}
	return g
}

// originForm returns a target without scheme and host. ok is false if r refuses the target.
func (r Reader) originForm(target string) (raw string, ok bool) {
	raw = target
	switch {
	case strings.HasPrefix(raw, "//") && r.host != 0:
		switch empty := strings.HasPrefix(raw, "///"); {
		case empty && r.host == hostNamed, !empty && r.host == hostRefuse:
			return "", false
		}
		raw = withoutHost(raw[2:])
	case !strings.HasPrefix(raw, "/") && r.absolute != absoluteRaw:
		scheme, rest, found := strings.Cut(raw, "://")
		if !found || !isScheme(scheme) || r.absolute == absoluteRefuse {
			return "", false
		}
		raw = withoutHost(rest)
	}
	return raw, r.refuse&refuseBackslash == 0 || strings.IndexByte(target, '\\') < 0
}

// withoutHost returns s after the authority at its start.
func withoutHost(s string) string {
	i := strings.IndexAny(s, "/?#")
	if i < 0 {
		return "/"
	}
	if s[i] != '/' {
		return "/" + s[i:]
	}
	return s[i:]
}

// isPlain reports whether no switch changes or refuses the path s: it has only unreserved characters and single
// slashes, and no segment begins with a dot.
func isPlain(s string) bool {
	last := byte(0)
	for i := range len(s) {
		c := s[i]
		if c != '/' && !ascii.Is(c, ascii.Unreserved) || last == '/' && (c == '/' || c == '.') {
			return false
		}
		last = c
	}
	return s != "" && s[0] == '/'
}

// steps takes the steps from the sixth on. hash reports whether the target has a "#".
func (r Reader) steps(text string, hash bool) Reading {
	g := Reading{Path: text, match: r.match, fold: r.fold == yes}
	if isPlain(text) {
		return g
	}
	var space [256]byte
	b := append(space[:0], text...)
	if r.backslash == backslashSlash || r.backslash == backslashEncoded || r.backslash == backslashWithHash && hash {
		replaceBackslashes(b)
	}
	if r.refuse&refuseDotParams != 0 && hasDotParams(b) {
		return Reading{Refused: true}
	}
	if r.params == yes {
		b = withoutParams(b)
	}
	if r.refuse.match(b) {
		return Reading{Refused: true}
	}
	once := r.decodesOnce(text)
	encodes := r.decode == decodeGo && once // net/url decodes and encodes the path
	if r.redirect == redirectRaw && !encodes && !isClean(b) {
		return Reading{Location: cleaned(string(b))}
	}
	if r.merge == mergeLeadingRaw {
		b = mergedLeading(b)
	}
	var removed refusals
	if r.dots == dotsRaw || r.dots == dotsEncoded || r.dots == dotsBoth {
		b, removed = r.withoutDots(b, r.dots != dotsRaw)
	}
	if r.dots == 0 && r.refuse&(refuseAboveRoot|refuseDoubleDots) != 0 {
		var space [256]byte
		_, removed = r.withoutDots(append(space[:0], b...), true)
	}
	if (r.refuse >> refuseKept).match(b) {
		return Reading{Refused: true}
	}
	switch {
	case once:
		b = decode(b, decodeOnce)
	case r.decode != 0:
		b = decode(b, r.decode)
	}
	if r.backslash == backslashEncoded {
		replaceBackslashes(b)
	}
	if r.nul == yes {
		b, _, _ = bytes.Cut(b, []byte{0})
	}
	if r.refuse&refuseLeadingSlashes != 0 && bytes.HasPrefix(b, []byte("//")) {
		return Reading{Refused: true}
	}
	switch {
	case r.redirect == redirectDecoded && !isClean(b):
		return Reading{Location: cleaned(string(b))}
	case r.redirect == redirectRaw && encodes && !isClean(b):
		return Reading{Location: cleaned(escaped(string(b), goPathChars))}
	}
	switch r.dots {
	case dotsAfter:
		b, removed = r.withoutDots(b, false)
	case dotsBoth:
		b, _ = r.withoutDots(b, false)
	}
	if r.suffixes&suffixRawEnd != 0 {
		if b = bytes.TrimRight(b, "/"); len(b) == 0 || text[len(text)-1] == '/' {
			b = append(b, '/')
		}
	}
	switch r.merge {
	case mergeBefore, mergeAfter, mergeWithDots:
		b = merged(b)
	case mergeLeading:
		b = mergedLeading(b)
	}
	if r.refuse&removed != 0 {
		return Reading{Refused: true}
	}
	g.Path = string(b)
	return g
}

// forwarded returns the target that a proxy sends on for a path. It has read the path in raw[:n], and the query in
// raw[n:end].
func (r Reader) forwarded(raw string, n, end int, path string) string {
	text, query := raw[:n], raw[n:end]
	switch {
	case r.forward == forwardEscaped && isURIPath(text):
		return raw
	case r.forward == forwardEscaped:
		return escaped(path, goPathChars) + query
	case isPlain(text):
		return raw[:end]
	case r.decodesOnce(text):
		return escaped(path, uriPathChars) + query
	}
	if r.decode != 0 { // decode less than for path, in which "%2F" may be from "%252F"
		r.decode = decodeUnreserved
		path = r.steps(text, strings.IndexByte(raw, '#') >= 0).Path
	}
	return escaped(path, uriPathChars+"%") + query
}

const (
	goPathChars  = "$&+,/:;=@"        // the characters that net/url does not escape in a path, apart from unreserved ones
	uriPathChars = "!$&'()*+,/:;=@[]" // the characters that net/url accepts in a path, apart from unreserved ones
)

// escaped percent-encodes the bytes of a path, except unreserved characters and those of also.
func escaped(path, also string) string {
	n := 0
	for i := range len(path) {
		if !ascii.Is(path[i], ascii.Unreserved) && strings.IndexByte(also, path[i]) < 0 {
			n++
		}
	}
	if n == 0 {
		return path
	}
	b := make([]byte, 0, len(path)+2*n)
	for i := range len(path) {
		if c := path[i]; ascii.Is(c, ascii.Unreserved) || strings.IndexByte(also, c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', ascii.UpperHex[c>>4], ascii.UpperHex[c&15])
		}
	}
	return string(b)
}

func replaceBackslashes(b []byte) {
	for i, c := range b {
		if c == '\\' {
			b[i] = '/'
		}
	}
}

// withoutParams cuts each segment at a semicolon.
func withoutParams(b []byte) []byte {
	kept, in := b[:0], false
	for _, c := range b {
		in = c == ';' || in && c != '/'
		if !in {
			kept = append(kept, c)
		}
	}
	return kept
}

// merged replaces runs of slashes by one.
func merged(b []byte) []byte {
	kept := b[:0]
	for _, c := range b {
		if c != '/' || len(kept) == 0 || kept[len(kept)-1] != '/' {
			kept = append(kept, c)
		}
	}
	return kept
}

func mergedLeading(b []byte) []byte {
	for len(b) > 1 && b[0] == '/' && b[1] == '/' {
		b = b[1:]
	}
	return b
}

// match reports whether the path b has a property of refuse, apart from those that other steps find.
func (refuse refusals) match(b []byte) bool {
	if refuse&(1<<refuseKept-1) == 0 {
		return false
	}
	var has refusals
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch c {
		case ';':
			has |= refuseSemicolon
		case '/':
			if i > 0 && b[i-1] == '/' {
				has |= refuseDoubleSlash
			}
		case '%':
			v, ok := escape(b[i:])
			if !ok {
				has |= refuseBadEscape
				break
			}
			i += 2
			if n := strings.IndexByte(refusedOctets, v); n >= 0 {
				has |= 1 << n
			}
			c = v
		}
		if c < ' ' || c == 0x7F {
			has |= refuseControl
		}
	}
	if has&refuse != 0 {
		return true
	}
	if refuse&refuseNotUTF8 != 0 {
		var space [256]byte
		if !utf8.Valid(decode(append(space[:0], b...), decodeOnce)) {
			return true
		}
	}
	if refuse&(refuseDots|refuseEncodedDots) == 0 {
		return false
	}
	for segment, rest, more := []byte(nil), b, true; more; {
		segment, rest, more = bytes.Cut(rest, []byte{'/'})
		if dots(segment, true, false) > 0 {
			has |= refuseDots
			if bytes.IndexByte(segment, '%') >= 0 {
				has |= refuseEncodedDots
			}
		}
	}
	return has&refuse != 0
}

func hasDotParams(b []byte) bool {
	for segment, rest, more := []byte(nil), b, true; more; {
		segment, rest, more = bytes.Cut(rest, []byte{'/'})
		if bytes.IndexByte(segment, ';') >= 0 && dots(segment, true, true) > 0 {
			return true
		}
	}
	return false
}

// escape returns the octet of the percent-encoding at the start of b.
func escape(b []byte) (byte, bool) {
	if len(b) < 3 || !ascii.Is(b[1], ascii.HexDigit) || !ascii.Is(b[2], ascii.HexDigit) {
		return 0, false
	}
	return ascii.Unhex[b[1]]<<4 | ascii.Unhex[b[2]], true
}

// dots returns 1 or 2 if the segment is "." or "..", and 0 otherwise. The dots may be encoded, and followed by
// parameters.
func dots(segment []byte, encoded, params bool) int {
	for n := 0; ; n++ {
		switch {
		case len(segment) == 0, params && segment[0] == ';':
			return n
		case n == 2:
			return 0
		case segment[0] == '.':
			segment = segment[1:]
		case encoded && len(segment) >= 3 && segment[0] == '%' && segment[1] == '2' && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return 0
		}
	}
}

// withoutDots removes dot segments, after merge=before. removed reports whether one of
// them was "..", and whether one was above the root.
func (r Reader) withoutDots(b []byte, encoded bool) (out []byte, removed refusals) {
	if r.merge == mergeBefore {
		b = merged(b)
	}
	if len(b) == 0 || b[0] != '/' {
		return b, 0
	}
	out = b[:0]
	for segment, rest, more := []byte(nil), b[1:], true; more; {
		segment, rest, more = bytes.Cut(rest, []byte{'/'})
		switch dots(segment, encoded, r.suffixes&suffixParams != 0) {
		case 0:
			if r.merge != mergeWithDots || len(out) == 0 || out[len(out)-1] != '/' {
				out = append(out, '/')
			}
			out = append(out, segment...)
			continue
		case 2:
			removed |= refuseDoubleDots
			if i := bytes.LastIndexByte(out, '/'); i >= 0 {
				out = out[:i]
			} else {
				removed |= refuseAboveRoot
			}
		}
		if !more && (r.suffixes&suffixBareEnd == 0 || len(out) == 0) {
			out = append(out, '/')
		}
	}
	return out, removed
}

// decodesOnce reports whether r decodes all encodings of a path.
func (r Reader) decodesOnce(text string) bool {
	return r.decode == decodeOnce || r.decode == decodeGo && !isURIPath(text)
}

// isURIPath reports whether a path is valid, brackets included, as net/url has it in EscapedPath.
func isURIPath[T string | []byte](path T) bool {
	for i := range len(path) {
		if c := path[i]; !ascii.Is(c, ascii.PathChar) && c != '%' && c != '[' && c != ']' {
			return false
		}
	}
	return true
}

// decode decodes the percent-encodings in b in place. Invalid ones stay.
func decode(b []byte, how uint8) []byte {
	out := b[:0]
	for i := 0; i < len(b); i++ {
		c := b[i]
		if v, ok := byte(0), false; c == '%' {
			if v, ok = escape(b[i:]); ok {
				if (how == decodeNotSlash || how == decodeGo) && v == '/' || how == decodeNotSlashes && (v == '/' || v == '\\') ||
					how == decodeUnreserved && !ascii.Is(v, ascii.Unreserved) {
					out = append(out, b[i:i+3]...)
				} else {
					out = append(out, v)
				}
				i += 2
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// isClean reports whether a path has no empty segments and no dot segments. Its last segment may be empty.
func isClean(b []byte) bool {
	if len(b) == 0 || b[0] != '/' {
		return false
	}
	for segment, rest, more := []byte(nil), b[1:], true; more; {
		segment, rest, more = bytes.Cut(rest, []byte{'/'})
		if len(segment) == 0 && more || dots(segment, false, false) > 0 {
			return false
		}
	}
	return true
}

// cleaned returns the path of the redirect of ServeMux in net/http.
func cleaned(s string) string {
	clean := path.Clean("/" + s)
	if clean != "/" && s[len(s)-1] == '/' {
		clean += "/"
	}
	return escaped(clean, goPathChars)
}
