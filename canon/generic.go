package canon

import (
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

const syntaxPage = `The syntax-based normalisation of RFC 3986 §6.2.2. It is valid for every scheme.

1. The scheme and the host are written in lower case, and the hexadecimal digits of
   percent-encodings in upper case (§6.2.2.1).
2. Percent-encoded unreserved characters are decoded (§6.2.2.2), and no others.
3. Dot segments are removed (§6.2.2.3).

The URL must match the grammar of appendix A. It can be relative and then stays
relative. The fragment stays.
`

const schemePage = `The form rfc3986-syntax, followed by the scheme-based normalisation of RFC 3986
§6.2.3:

1. An empty port with its colon, and the default port of the scheme, are removed.
2. An empty path after an authority becomes "/", except for the six schemes that
   define a meaning of the empty path.
3. file://localhost/ and file:/ become file:///.
4. Parts that a scheme defines as case-insensitive are written in lower case: the
   domain of mailto and similar schemes, and the namespace of urn.

The facts about schemes come from IANA's registry and the RFCs that define them.
`

const whatwgPage = `The href of the URL in the URL Standard, which package whatwg implements. Spaces
around the URL, and tabs and line breaks in it, are removed. The host is processed
by UTS #46 and can become an IPv4 address. Default ports and dot segments are
removed. In URLs with a special scheme, backslashes become slashes. Characters that
are not allowed in a component are percent-encoded. Percent-encodings stay.

The URL must be absolute. The fragment stays. A host with characters of a newer
Unicode version is an error until this package has the tables of that version.
`

func syntaxForm(url string) (string, error) { return normalForm(url, rfc3986.StepsSyntax) }

func schemeForm(url string) (string, error) {
	return normalForm(url, rfc3986.StepsSyntax|rfc3986.StepsScheme)
}

func normalForm(url string, steps rfc3986.Steps) (string, error) {
	ref, err := rfc3986.Parse(url)
	if err != nil {
		return "", err
	}
	return ref.Normalize(steps).String(), nil
}

func whatwgForm(url string) (string, error) {
	u, err := whatwg.Parse(url)
	return u.Href(), err
}
