package httptarget

import (
	"bytes"
	"log/slog"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Reader reports which path a server, or an access rule in front of a server, reads in a request target. It is a set
// of switches. A Reader is a small value and comparable with ==. The zero Reader reads the path as it is written.
//
// docs/reference/path-readers.md has the switches with their values, the steps of [Reader.Read] in their order, and the
// rows with the names that [ParseReader] knows. In short: the target loses its scheme, host, "#" and query; backslashes
// become slashes; parameters are cut; the path is refused or redirected; dot segments are removed, percent-encodings
// are decoded, and slashes are merged, in an order that the switches say.
//
// Rewrite rules, regular expressions, several locations, virtual hosts, HTTP/2 and the names of file systems are not
// modelled.
type Reader struct {
	absolute, host, fragment, backslash, params, redirect, dots, dotParams, dotEnd, decode, nul, merge uint8
	fold, match, forward                                                                               uint8

	refuse properties
}

// The values of switches are their indexes in the column values of the variable switches.
const (
	yes = 1

	paramsAfter                                                              = 2
	absoluteRefuse, absoluteRaw                                              = 1, 2
	hostNamed, hostRefuse                                                    = 2, 3
	fragmentCut, fragmentRefuse                                              = 1, 2
	backslashEncoded, backslashWithHash                                      = 2, 3
	redirectRaw, redirectDecoded                                             = 1, 2
	dotsRaw, dotsEncoded, dotsAfter, dotsBoth                                = 1, 2, 3, 4
	endBare, endRaw                                                          = 1, 2
	decodeOnce, decodeNotSlash, decodeNotSlashes, decodeUnreserved, decodeGo = 1, 2, 3, 4, 5
	decodeUnreservedSlashes, decodeForward                                   = 6, 7 // not a value: all but "/" and "%"
	mergeBefore, mergeAfter, mergeLeading, mergeLeadingRaw, mergeWithDots    = 1, 2, 3, 4, 5
	matchSelf, matchBytes, matchName                                         = 1, 2, 3
	forwardRaw, forwardEscaped, forwardRewritten                             = 1, 2, 3
)

// properties is a set of properties of a path. The first ones are those for which a reader can refuse it, in the order
// of the variable refusals. The function scan finds those before isBackslash, and some others.
type properties uint32

// octets are the octets of the first properties, which are encodings.
const octets = "/\\\x00%;"

const (
	hasSemicolon properties = 1 << (len(octets) + iota)
	hasDoubleSlash
	hasDots
	hasEncodedDots
	hasControl
	hasBadEscape
	hasNotUTF8 // or only octets that are not ASCII
	hasBackslash
	hasDoubleDots
	hasDotParams
	hasLeadingSlashes
	hasAboveRoot
	hasEscape    properties = 1 << 30
	hasPlainDots properties = 1 << 31

	kept = len(octets) + 12 // the bits of the properties after "kept-" begin here
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
	if g.Refused || g.Location != "" || len(g.Path) < n || g.Path[:n] != prefix &&
		!(g.fold && ascii.EqualFold(g.Path[:n], prefix)) {
		return false
	}
	rest := g.Path[n:]
	switch {
	case g.match == matchBytes:
		return true
	case rest == "":
		return g.match == matchSelf
	}
	return rest[0] == '/' && (g.match != matchName || len(rest) > 1 && rest[1] != '/')
}

// LogValue returns the fields of g without passwords and tokens.
func (g Reading) LogValue() slog.Value {
	return slog.GroupValue(slog.String("path", urlerr.RedactQuery(g.Path)),
		slog.String("location", urlerr.RedactQuery(g.Location)), slog.String("forward", urlerr.RedactQuery(g.Forward)),
		slog.Bool("refused", g.Refused))
}

// goPath has the characters that net/url does not escape in a path, uriPath the characters that it accepts there, and
// encodedPath these and "%".
var (
	goPath      = percent.NewTable(ascii.Unreserved, "$&+,/:;=@")
	uriPath     = percent.NewTable(ascii.PathChar, "[]")
	encodedPath = percent.NewTable(ascii.PathChar, "[]%")
)

// Read returns how r reads a request target. It takes time proportional to the length of target.
func (r Reader) Read(target string) Reading {
	raw, ok := r.originForm(target)
	hash, end := strings.IndexByte(raw, '#'), len(raw)
	if !ok || hash >= 0 && r.fragment == fragmentRefuse {
		return Reading{Refused: true}
	}
	if hash >= 0 && r.fragment == fragmentCut {
		end = hash
	}
	text, _, _ := strings.Cut(raw[:end], "?")
	query := raw[len(text):end]
	g := r.steps(text, hash >= 0)
	sent, keep := g.Path, &encodedPath
	switch {
	case g.Location != "" && query != "?":
		g.Location += query
		return g
	case g.Refused || g.Location != "" || r.forward == 0:
		return g
	case r.forward == forwardRaw, r.forward == forwardEscaped && isURIPath(text):
		g.Forward = raw
		return g
	case r.forward == forwardEscaped:
		sent, _ = percent.DecodeString(text, false)
		keep = &goPath
	case r.decodesOnce(text):
		keep = &uriPath
	case forwardDecode[r.decode] != r.decode && strings.IndexByte(text, '%') >= 0:
		// Decode less than for g.Path, in which "%2F" may be from "%252F".
		r.decode = forwardDecode[r.decode]
		sent = r.steps(text, hash >= 0).Path
	}
	if sent, _ = percent.EncodeString(sent, keep); sent == text {
		g.Forward = raw[:end]
	} else {
		g.Forward = sent + query
	}
	return g
}

// forwardDecode has the value of decode with which a proxy makes the path that it sends on.
var forwardDecode = [...]uint8{
	decodeNotSlash: decodeForward, decodeNotSlashes: decodeForward, decodeUnreserved: decodeUnreserved,
	decodeGo: decodeUnreserved, decodeUnreservedSlashes: decodeUnreservedSlashes,
}

// originForm returns a target without scheme and host. ok is false if r refuses the target.
func (r Reader) originForm(target string) (raw string, ok bool) {
	raw = target
	switch {
	case strings.HasPrefix(raw, "//") && r.host != 0:
		empty := strings.HasPrefix(raw, "///")
		if empty && r.host == hostNamed || !empty && r.host == hostRefuse {
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
	return raw, r.refuse&hasBackslash == 0 || strings.IndexByte(target, '\\') < 0
}

// withoutHost returns s after the authority at its start.
func withoutHost(s string) string {
	s = s[ascii.IndexFrom(s, 0, ascii.AuthorityEnd):]
	if strings.HasPrefix(s, "/") {
		return s
	}
	return "/" + s
}

// steps takes the steps from the sixth on. hash reports whether the target has a "#".
func (r Reader) steps(text string, hash bool) Reading {
	g := Reading{Path: text, match: r.match, fold: r.fold == yes}
	has := scan(text)
	if has == 0 && strings.HasPrefix(text, "/") {
		return g
	}
	var space [256]byte
	b := append(space[:0], text...)
	if has&hasBackslash != 0 && r.backslash != 0 && (r.backslash != backslashWithHash || hash) {
		replaceBackslashes(b)
		has = scan(b)
	}
	if has&hasSemicolon != 0 && r.params == yes {
		if has&r.refuse&hasDotParams != 0 {
			return Reading{Refused: true}
		}
		b = withoutParams(b)
		has = scan(b)
	}
	if refuses(b, has, r.refuse) {
		return Reading{Refused: true}
	}
	once := r.decodesOnce(text)
	late := r.decode == decodeGo && once // net/url decodes and encodes the path
	if r.redirect == redirectRaw && !late && !isClean(b) {
		return Reading{Location: cleaned(string(b))}
	}
	if r.merge == mergeLeadingRaw {
		b = mergedLeading(b)
	}
	var removed properties
	switch r.dots {
	case dotsRaw, dotsEncoded, dotsBoth:
		b, removed = r.withoutDots(b, r.dots != dotsRaw)
	case 0:
		if has&(hasDots|hasDotParams) != 0 && r.refuse&(hasAboveRoot|hasDoubleDots) != 0 {
			var space [256]byte
			_, removed = r.withoutDots(append(space[:0], b...), true)
		}
	}
	if r.refuse>>kept != 0 && refuses(b, scan(b), r.refuse>>kept) {
		return Reading{Refused: true}
	}
	if r.params == paramsAfter {
		b = withoutParams(b)
	}
	switch {
	case has&hasEscape == 0 || r.decode == 0:
	case once:
		b = decode(b, decodeOnce)
	default:
		b = decode(b, r.decode)
	}
	if r.backslash == backslashEncoded {
		replaceBackslashes(b)
	}
	if r.nul == yes {
		b, _, _ = bytes.Cut(b, []byte{0})
	}
	switch {
	case r.refuse&hasLeadingSlashes != 0 && bytes.HasPrefix(b, []byte("//")):
		return Reading{Refused: true}
	case r.redirect == redirectDecoded && !isClean(b):
		return Reading{Location: cleaned(string(b))}
	case r.redirect == redirectRaw && late && !isClean(b):
		encoded, _ := percent.EncodeString(string(b), &goPath)
		return Reading{Location: cleaned(encoded)}
	}
	switch r.dots {
	case dotsAfter:
		b, removed = r.withoutDots(b, false)
	case dotsBoth:
		b, _ = r.withoutDots(b, false)
	}
	if r.dotEnd == endRaw {
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
	if string(b) != text { // the comparison does not allocate
		g.Path = string(b)
	}
	return g
}

// scan returns the properties of a path. It returns 0 if no switch changes or refuses the path, unless the path does
// not begin with a slash.
func scan[T string | []byte](path T) (has properties) {
	const other = 3               // a segment that is not a dot segment has this number of dots or more
	dots, last := 0, hasPlainDots // last is hasEncodedDots if a dot of the segment is encoded
	for i := 0; ; i++ {
		if i == len(path) || path[i] == '/' {
			if dots == 1 || dots == 2 {
				has |= hasDots | last
			}
			if i == len(path) {
				return has
			}
			if dots, last = 0, hasPlainDots; i > 0 && path[i-1] == '/' {
				has |= hasDoubleSlash
			}
			continue
		}
		c := path[i]
		if c == '.' {
			dots++
			continue
		}
		if ascii.Is(c, ascii.Unreserved) {
			dots = other
			continue
		}
		switch c {
		case ';':
			if has |= hasSemicolon; dots == 1 || dots == 2 {
				has |= hasDotParams
			}
		case '\\':
			has |= hasBackslash
		case '%':
			v, ok := escape(path[i:])
			if !ok {
				has |= hasBadEscape
				break
			}
			i += len("2F")
			has |= hasEscape
			if v == '.' {
				dots, last = dots+1, hasEncodedDots
				continue
			}
			if n := strings.IndexByte(octets, v); n >= 0 {
				has |= 1 << n
			}
			c = v
		}
		dots = other
		if c < ' ' || c == 0x7F {
			has |= hasControl
		} else if c >= utf8.RuneSelf {
			has |= hasNotUTF8
		}
	}
}

// refuses reports whether a path with the properties has is refused. It decodes the path if that depends on UTF-8.
func refuses(b []byte, has, refuse properties) bool {
	has &= refuse
	if has != hasNotUTF8 {
		return has != 0
	}
	var space [256]byte
	return !utf8.Valid(decode(append(space[:0], b...), decodeOnce))
}

// isClean reports whether a path has no empty segments and no dot segments. Its last segment may be empty.
func isClean(b []byte) bool {
	return len(b) > 0 && b[0] == '/' && scan(b)&(hasDoubleSlash|hasPlainDots) == 0
}

// cleaned returns the path of the redirect of ServeMux in net/http.
func cleaned(s string) string {
	clean := path.Clean("/" + s)
	if clean != "/" && s[len(s)-1] == '/' {
		clean += "/"
	}
	clean, _ = percent.EncodeString(clean, &goPath)
	return clean
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
	out, in := b[:0], false
	for _, c := range b {
		if in = c == ';' || in && c != '/'; !in {
			out = append(out, c)
		}
	}
	return out
}

// merged replaces runs of slashes by one.
func merged(b []byte) []byte {
	if !bytes.Contains(b, []byte("//")) {
		return b
	}
	return slices.CompactFunc(b, func(x, y byte) bool { return x == '/' && y == '/' })
}

func mergedLeading(b []byte) []byte { return b[max(0, len(b)-len(bytes.TrimLeft(b, "/"))-1):] }

// escape returns the octet of the percent-encoding at the start of s.
func escape[T string | []byte](s T) (octet byte, ok bool) {
	if len(s) < 3 || !ascii.Is(s[1], ascii.HexDigit) || !ascii.Is(s[2], ascii.HexDigit) {
		return 0, false
	}
	return ascii.Unhex[s[1]]<<4 | ascii.Unhex[s[2]], true
}

// withoutDots removes dot segments, after merge=before. removed reports whether one of them was "..", and whether one
// was above the root.
func (r Reader) withoutDots(b []byte, encoded bool) (out []byte, removed properties) {
	if r.merge == mergeBefore {
		b = merged(b)
	}
	if len(b) == 0 || b[0] != '/' {
		return b, 0
	}
	out = b[:0]
	for i := 0; i < len(b); {
		start := i
		for i++; i < len(b) && b[i] != '/'; i++ {
		}
		n := 0
		if first := start + 1; first < i && (b[first] == '.' || b[first] == '%') {
			n = dots(b[first:i], encoded, r.dotParams == yes)
		}
		switch n {
		case 0:
			if r.merge == mergeWithDots && len(out) > 0 && out[len(out)-1] == '/' {
				start++
			}
			if len(out) == start {
				out = b[:i]
			} else {
				out = append(out, b[start:i]...)
			}
			continue
		case 2:
			removed |= hasDoubleDots
			if len(out) == 0 {
				removed |= hasAboveRoot
			}
			out = out[:max(0, bytes.LastIndexByte(out, '/'))]
		}
		if i == len(b) && (r.dotEnd != endBare || len(out) == 0) {
			out = append(out, '/')
		}
	}
	return out, removed
}

// dots returns 1 or 2 if the segment is "." or "..", and 0 otherwise. The dots may be encoded, and followed by
// parameters.
func dots(segment []byte, encoded, params bool) int {
	if params {
		segment, _, _ = bytes.Cut(segment, []byte{';'})
	}
	if len(segment) > len("%2e%2e") {
		return 0
	}
	return dotsegment.Dots(string(segment), encoded)
}

// decodesOnce reports whether r decodes all encodings of a path.
func (r Reader) decodesOnce(text string) bool {
	return r.decode == decodeOnce || r.decode == decodeGo && !isURIPath(text)
}

// isURIPath reports whether a path is valid, brackets included, as net/url has it in EscapedPath.
func isURIPath(path string) bool {
	return ascii.All(path, ascii.PathChar|ascii.Bracket|ascii.PercentSign)
}

// decode decodes the percent-encodings in b in place. Invalid ones stay.
func decode(b []byte, how uint8) []byte {
	i := max(0, bytes.IndexByte(b, '%'))
	out := b[:i]
	for ; i < len(b); i++ {
		c := b[i]
		if c == '%' {
			if v, ok := escape(b[i:]); ok && decodes(v, how) {
				c, i = v, i+2
			}
		}
		out = append(out, c)
	}
	return out
}

// decodes reports whether a value of decode decodes the encoding of an octet.
func decodes(octet byte, how uint8) bool {
	switch how {
	case decodeNotSlash, decodeGo:
		return octet != '/'
	case decodeForward:
		return octet != '/' && octet != '%'
	case decodeNotSlashes:
		return octet != '/' && octet != '\\'
	case decodeUnreserved, decodeUnreservedSlashes:
		return ascii.Is(octet, ascii.Unreserved) || how == decodeUnreservedSlashes && (octet == '/' || octet == '\\')
	}
	return true
}
