package rfc1808

import (
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A production is a rule of the grammars, with what breaks it.
type production struct {
	rfc1808, rfc2068 string // the name, "" where the RFC has no such rule
	example          string // that is none
	component        urlerr.Component
	kind             urlerr.Kind
	shape            shape
	classes          func(a *alphabet) (first, others ascii.Class) // from shapeAny on
}

// A shape is what a rule looks like.
type shape uint8

const (
	shapeURL shape = iota
	shapeAbsolute
	shapeGeneric
	shapeRelative
	shapeNetPath
	shapeAbsPath
	shapeRelPath
	shapeEscape
	shapeAny    // any number of characters and escapes
	shapeSome   // at least one
	shapeOne    // one
	shapeScheme // at least one character, no escapes
	shapeChar   // one character, no escape
)

// each makes the classes of a rule that has the same for each character.
func each(class func(a *alphabet) ascii.Class) func(*alphabet) (first, others ascii.Class) {
	return func(a *alphabet) (first, others ascii.Class) { return class(a), class(a) }
}

// only makes the classes of a rule that both grammars have alike.
func only(class ascii.Class) func(*alphabet) (first, others ascii.Class) {
	return func(*alphabet) (first, others ascii.Class) { return class, class }
}

var (
	pchars   = each(func(a *alphabet) ascii.Class { return a.pchar })
	anyChars = each((*alphabet).any)
)

// productions are RFC 1808 §2.2 and RFC 2068 §3.2.1, in the order of the former
// where they have the same.
var productions = [...]production{
	{"URL", "URI", "a b", urlerr.NoComponent, urlerr.BadPath, shapeURL, nil},
	{"absoluteURL", "absoluteURI", "a", urlerr.Scheme, urlerr.BadScheme, shapeAbsolute, nil},
	{"generic-RL", "", "http://h//a", urlerr.NoComponent, urlerr.BadPath, shapeGeneric, nil},
	{"relativeURL", "relativeURI", "////a", urlerr.NoComponent, urlerr.BadPath, shapeRelative, nil},
	{"net_path", "net_path", "/a", urlerr.Authority, urlerr.BadHost, shapeNetPath, nil},
	{"abs_path", "abs_path", "//h//a", urlerr.Path, urlerr.BadPath, shapeAbsPath, nil},
	{"rel_path", "rel_path", "/a", urlerr.Path, urlerr.BadPath, shapeRelPath, nil},
	{"path", "path", "/a", urlerr.Path, urlerr.BadPath, shapeSome, func(a *alphabet) (first, others ascii.Class) {
		return a.pchar, a.pchar | ascii.Slash
	}},
	{"fsegment", "fsegment", "", urlerr.Path, urlerr.BadPath, shapeSome, pchars},
	{"segment", "segment", "a/b", urlerr.Path, urlerr.BadPath, shapeAny, pchars},
	{"params", "params", "a?b", urlerr.Params, urlerr.BadPath, shapeAny, each(func(a *alphabet) ascii.Class {
		return a.pchar | ascii.Slash | ascii.Semicolon
	})},
	{"param", "param", "a;b", urlerr.Params, urlerr.BadPath, shapeAny, each(func(a *alphabet) ascii.Class {
		return a.pchar | ascii.Slash
	})},
	{"scheme", "scheme", "a_b", urlerr.Scheme, urlerr.BadScheme, shapeScheme, only(ascii.SchemeChar)},
	{"net_loc", "net_loc", "h/", urlerr.Authority, urlerr.BadHost, shapeAny, each(func(a *alphabet) ascii.Class {
		return a.pchar | ascii.Semicolon | ascii.QuestionMark
	})},
	{"query", "query", "a#b", urlerr.Query, urlerr.BadQuery, shapeAny, anyChars},
	{"fragment", "fragment", "a#b", urlerr.Fragment, urlerr.BadFragment, shapeAny, anyChars},
	{"pchar", "pchar", "\"", urlerr.Path, urlerr.BadPath, shapeOne, pchars},
	{"uchar", "uchar", ":", urlerr.NoComponent, urlerr.BadPath, shapeOne, each(func(a *alphabet) ascii.Class { return a.unreserved })},
	{"unreserved", "unreserved", ":", urlerr.NoComponent, urlerr.BadPath, shapeChar, each(func(a *alphabet) ascii.Class { return a.unreserved })},
	{"escape", "escape", "%4G", urlerr.NoComponent, urlerr.BadEscape, shapeEscape, nil},
	{"hex", "", "g", urlerr.NoComponent, urlerr.BadEscape, shapeChar, only(ascii.HexDigit)},
	{"alpha", "", "0", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Alpha)},
	{"lowalpha", "", "A", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Lower)},
	{"hialpha", "", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Upper)},
	{"digit", "", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Digit)},
	{"safe", "safe", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, each(func(a *alphabet) ascii.Class { return a.safe })},
	{"extra", "extra", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Extra)},
	{"national", "national", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, each(func(a *alphabet) ascii.Class { return a.national })},
	{"reserved", "reserved", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, each(func(a *alphabet) ascii.Class { return a.reserved })},
	{"punctuation", "", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Punctuation)},
	{"", "unsafe", "a", urlerr.NoComponent, urlerr.BadPath, shapeChar, only(ascii.Punctuation | ascii.Control)},
}

// name returns the name of p in a grammar.
func (p *production) name(g Grammar) string {
	if g == RFC2068 {
		return p.rfc2068
	}
	return p.rfc1808
}

// scan returns whether p derives s, and if not the offset of the first byte with
// which s is no longer the beginning of what p derives.
func (p *production) scan(a *alphabet, s string) (at int, ok bool) {
	switch p.shape {
	case shapeURL:
		at, _ = scanURL(a.any(), s)
		return at, at == len(s)
	case shapeAbsolute, shapeGeneric:
		at = count(s, ascii.SchemeChar)
		if at == 0 || at == len(s) || s[at] != ':' {
			return at, false
		}
		at++
		if p.shape == shapeAbsolute {
			at = skipAny(s, at, a.any())
		} else {
			n, _ := scanRelative(a.any(), s[at:])
			at += n
		}
		return at, at == len(s)
	case shapeRelative, shapeNetPath, shapeAbsPath, shapeRelPath:
		return p.scanRelative(a, s)
	case shapeEscape:
		if len(s) < 3 || unit(s, 0, 0) == 0 {
			return 0, false
		}
		return 3, len(s) == 3
	}
	return p.scanClass(a, s)
}

// scanRelative is scan for the relativeURL and its forms, which begin in their
// own ways.
func (p *production) scanRelative(a *alphabet, s string) (at int, ok bool) {
	slashes := count(s[:min(len(s), 2)], ascii.Slash)
	switch {
	case p.shape == shapeNetPath && slashes < 2:
		return slashes, false
	case p.shape == shapeAbsPath && slashes != 1:
		return slashes / 2, false
	case p.shape == shapeRelPath && slashes > 0:
		return 0, false
	}
	at, _ = scanRelative(a.any(), s)
	return at, at == len(s)
}

// scanClass is scan for a number of characters.
func (p *production) scanClass(a *alphabet, s string) (at int, ok bool) {
	first, others := p.classes(a)
	if s == "" {
		return 0, p.shape == shapeAny
	}
	switch p.shape {
	case shapeScheme:
		at = count(s, others)
	case shapeChar:
		at = count(s[:1], first)
	default:
		if at = unit(s, 0, first); at > 0 && p.shape != shapeOne {
			at = skip(s, at, others)
		}
	}
	return at, at == len(s)
}

// count returns how many bytes at the beginning of s are of class.
func count(s string, class ascii.Class) int {
	n := 0
	for n < len(s) && ascii.Is(s[n], class) {
		n++
	}
	return n
}
