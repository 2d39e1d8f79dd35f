package audit

import (
	"strings"

	"earl.example/urlerr"
)

// Aspects is a set of properties of a URL on which dialects can disagree: [Acceptance] and components. Only the
// dialects that accept the URL are compared on components, as follows:
//
//   - Scheme: upper and lower case are equal.
//   - Userinfo: the decoded user name and the decoded password are compared. Empty equals absent.
//   - Host: the values that [ParseHost] returns are compared.
//   - Port: numbers are compared. The default port of the scheme equals an absent port.
//   - Path: paths with their params are compared, after dot segments are removed. A character equals its escape if some
//     dialect escapes it or if it is unreserved. An escaped dot is not decoded. After a host, an empty path equals "/".
//   - Query, Fragment: escapes are compared as in paths. Empty equals absent.
type Aspects uint16

// Acceptance means that some dialects accept the URL and others reject it. The bit of a component c is 1<<c.
const Acceptance Aspects = 1 // the bit of urlerr.NoComponent

// compared lists the components that are aspects.
var compared = [...]urlerr.Component{
	urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query, urlerr.Fragment,
}

// AspectsOf returns the set of components. A component that is not listed at [Aspects], such as the authority, is never
// compared, so it has no effect in [Policy].
func AspectsOf(components ...urlerr.Component) Aspects {
	var a Aspects
	for _, c := range components {
		a |= 1 << c
	}
	return a
}

// Has reports whether component c is in a.
func (a Aspects) Has(c urlerr.Component) bool { return a&(1<<c) != 0 }

// String returns the names of the aspects, separated by commas.
func (a Aspects) String() string {
	var names []string
	if a&Acceptance != 0 {
		names = append(names, "acceptance")
	}
	for _, c := range compared {
		if a.Has(c) {
			names = append(names, c.String())
		}
	}
	return strings.Join(names, ",")
}
