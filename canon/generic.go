package canon

import (
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

const syntaxPage = `The syntax-based normalisation of RFC 3986 §6.2.2, which is right for every
scheme:

1. The scheme and the host are written in lower case, the digits of
   percent-escapes in upper case (§6.2.2.1).
2. Escapes of unreserved characters are decoded (§6.2.2.2). No other octet is.
3. The segments "." and ".." are removed (§6.2.2.3).

The URL must be a valid reference by the grammar of appendix A. It may be
relative, and stays so. The fragment stays.
`

const schemePage = `The form rfc3986-syntax, and then the scheme-based normalisation of RFC 3986
§6.2.3:

1. The colon before an empty port and a port that is the scheme's default are
   removed.
2. An empty path behind an authority becomes "/", but for the six schemes that
   give it another meaning.
3. file://localhost/ and file:/ become file:///.
4. What a scheme's definition declares to be without case is written in lower
   case: the domain of mailto and its kin, the namespace of urn.

What is known of schemes comes from IANA's registry and the RFCs that define
them.
`

const whatwgPage = `The href that the URL Standard gives a URL when it is parsed and serialised,
with the revision of June 2026. Spaces around it and tabs and newlines in it
are removed, the host is processed by UTS #46 and may become an IPv4 address,
default ports go, dot segments go, backslashes of special URLs are slashes, and
what may not stand in a component is percent-encoded. Escapes stay as they are.

The URL must be absolute. The fragment stays. A host with characters that a later
Unicode adds is an error until this package has the tables of that version.
`

func syntaxForm(url string) (string, error) { return normal(url, rfc3986.StepsSyntax) }

func schemeForm(url string) (string, error) {
	return normal(url, rfc3986.StepsSyntax|rfc3986.StepsScheme)
}

func normal(url string, steps rfc3986.Steps) (string, error) {
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
