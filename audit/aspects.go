package audit

import (
	"strings"

	"earl.example/urlerr"
)

// Aspects is a set of things on which dialects can disagree: [Acceptance] and components. Components are compared among
// the dialects that accept the URL:
//
//   - Scheme: without case.
//   - Userinfo: user name and password, decoded. Empty is the same as absent.
//   - Host: by value, see [ParseHost].
//   - Port: as a number. The default port of the scheme is the same as absent.
//   - Path: with params, in one spelling of escapes, without plain dot segments. After a host, empty is the same as
//     "/".
//   - Query, Fragment: in one spelling of escapes. Empty is the same as absent.
type Aspects uint16

// Acceptance means that some dialects accept the URL and others reject it. The bit of a component c is 1<<c.
const Acceptance Aspects = 1 << urlerr.NoComponent

// compared are the components that are aspects.
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
