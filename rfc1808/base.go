package rfc1808

import (
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Category is what §2.3 says of a scheme and relative URLs. Neither parsing nor
// resolving looks at it.
type Category uint8

// The categories.
const (
	// Unlisted schemes are those that §2.3 does not name: it has only those of
	// RFC 1738, and nothing against others.
	Unlisted Category = iota
	// NeverRelative schemes are never used with relative URLs.
	NeverRelative
	// SometimesGeneric schemes may use reserved characters in other ways.
	// Relative URLs can be used where the base follows the syntax of generic-RL.
	SometimesGeneric
	// AlwaysGeneric schemes can always be parsed as generic-RL. Whether relative
	// URLs are of use there is for the application to say.
	AlwaysGeneric
)

var categoryNames = [...]string{"unlisted", "never relative", "sometimes generic", "always generic"}

// String returns the category in words, such as "never relative".
func (c Category) String() string {
	if int(c) < len(categoryNames) {
		return categoryNames[c]
	}
	return "category out of range"
}

// A SchemeCategory is a scheme that §2.3 lists.
type SchemeCategory struct {
	Scheme   string
	Category Category
}

// categories are the lists of §2.3.
var categories = [...]SchemeCategory{
	{"mailto", NeverRelative},
	{"news", NeverRelative},
	{"telnet", NeverRelative},
	{"gopher", SometimesGeneric},
	{"prospero", SometimesGeneric},
	{"wais", SometimesGeneric},
	{"file", AlwaysGeneric},
	{"ftp", AlwaysGeneric},
	{"http", AlwaysGeneric},
	{"nntp", AlwaysGeneric},
}

// Schemes returns the schemes that §2.3 lists, in its order.
func Schemes() []SchemeCategory { return append([]SchemeCategory(nil), categories[:]...) }

// CategoryOf returns the category of a scheme, whose case does not matter.
func CategoryOf(scheme string) Category {
	for _, c := range categories {
		if ascii.EqualFold(c.Scheme, scheme) {
			return c.Category
		}
	}
	return Unlisted
}

// CheckBase checks that u can serve as base of relative URLs: it is absolute
// (§3), its scheme is not one that is never used with them (§2.3), and it is a
// generic-RL (§2.2) in the characters of the grammar, where a fragment may
// follow. The first two are errors of kind [urlerr.NoBase]. [Resolve] itself
// needs the first alone.
func (g Grammar) CheckBase(u URL) error {
	switch {
	case u.scheme == 0:
		return g.fail(ruleBase, u.s, -1, urlerr.NoComponent)
	case CategoryOf(u.Scheme()) == NeverRelative:
		return g.fail(ruleNever, u.s, 0, urlerr.Scheme)
	}
	if err := g.Check(u.s); err != nil {
		return err
	}
	if at, doubled := scanRelative(g.alphabet().any(), u.s[u.scheme:]); doubled {
		return g.fail(g.production("abs_path").rule(g), u.s, u.scheme+at, urlerr.Path)
	}
	return nil
}

// HidesDirectory reports whether u is the ftp URL of a directory that says so by
// its params ";type=d" and not by a slash at the end of its path. As base of
// relative URLs such a URL misleads, since params do not matter there (§4, §5.3):
// ftp://h/d;type=d and g give ftp://h/g.
func (u URL) HidesDirectory() bool {
	params, _ := u.Params()
	path := u.Path()
	return u.HasScheme("ftp") && ascii.EqualFold(params, "type=d") && path != "" && path[len(path)-1] != '/'
}
