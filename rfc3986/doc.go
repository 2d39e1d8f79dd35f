// Package rfc3986 implements the generic syntax of URIs, RFC 3986 (STD 66). It accepts exactly the texts that the
// grammar of appendix A allows, and keeps every byte of them.
//
//	u, err := rfc3986.ParseURI("http://me@example.com:8042/over/there?name=ferret#nose")
//	host, _ := u.Host() // "example.com"
//
// Use it to exchange, check, build, compare and store URIs. For URLs that people type into browsers, use package
// whatwg. For URLs in plain text, use package urltext.
//
// Package net/url accepts texts that the grammar does not allow, such as http://h/a b. It decodes the path, after which
// %2F and "/" are the same, and its String can differ from the text that was parsed. A [Ref] keeps the text.
//
// A Ref is a URI reference (§4.1): a [URI], which has a scheme (§3), or a relative reference. Both are small values
// that can be compared with == and be map keys. Parsing does not allocate.
//
// # Errors
//
// Every error is a [*urlerr.Error] with the offset of the first offending byte, the component, and the rule of the
// grammar. [Rules] lists the rules. These characters must be percent-encoded: spaces, controls, non-ASCII characters, "
// < > \ ^ ` { | }, square brackets except around an IP literal, and percent signs that do not begin a percent-encoding.
//
// # Components
//
// Accessors return text as written. ok is false if the component is absent; an absent component differs from an empty
// one. Decode a component or a segment only after it has been split off: see [Decode] and [Ref.DecodedSegments].
//
// [Edit] sets and removes components. Edits return a new value and an error; those that only remove
// something, such as [Ref.WithoutPort], cannot fail and return the value alone. Edits of a URI return a URI.
// Parsing the new value gives the components that were set, except for a "/." or "./" that keeps the path apart from
// other components.
//
// # Resolution
//
// [Resolve] computes the target of a reference (§5.2), with one allocation. [Relative] returns the shortest reference
// to a target. Resolving removes "." and ".." segments, but not "%2E"; see [StepPercent].
//
// # Normalization and comparison
//
// [Steps] are the steps of the ladder in §6.2. No step decodes a reserved octet. The operator == is the first rung,
// simple string comparison.
//
//	u.Normalize(rfc3986.StepsSyntax | rfc3986.StepsScheme)
//	rfc3986.Equivalent(a, b, rfc3986.StepsSyntax)
//	rfc3986.FirstRung(a, b, rfc3986.StepsSyntax|rfc3986.StepsScheme)
//
// [FirstRung] returns the rung at which two URIs become equal. URIs that are not equivalent can still identify the same
// resource (§6.1).
//
// Resolving a reference and resolving its normal form by [StepsSyntax] give equivalent targets, if:
//
//   - the path of the base has a slash, or the base has an authority
//   - the path of the base has no dot segments, encoded ones included
//   - the reference has no "." or ".." after an encoded dot segment, as in a/%2E%2E/../b: only normalization treats
//     %2E%2E as ".."
//
// # Security
//
// A reference that parses is not necessarily safe:
//
//   - Ports can exceed 65535. Hosts need not be names in DNS.
//   - A userinfo can look like a host (§7.6).
//   - Percent-encodings can encode any octet, such as NUL, slashes and dots (§7.3).
//   - An IPv4 address is four decimal numbers. Other forms that inet_aton accepts, such as 0x7f.1, are names (§7.4).
//
// Use the Ref that was checked; do not let another parser read its text. Errors, Redacted and LogValue hide passwords.
// String, MarshalText and Value do not.
//
// # Internationalized references
//
// [ParseOptions] accepts IRIs (RFC 3987), which can have characters beyond ASCII. A Ref of an IRI has the same methods.
// The steps convert and compare IRIs:
//
//	opt := rfc3986.ParseOptions{AllowIRI: true}
//	r, err := opt.Parse("http://é.example/ä")
//	r.Normalize(rfc3986.StepURI)                       // http://%C3%A9.example/%C3%A4
//	r.Normalize(rfc3986.StepPercent | rfc3986.StepIRI) // from a URI to an IRI
//	r.WithDomain()                                     // http://xn--9ca.example/ä
//
// Comparing does not apply Normalization Form C, unless [StepNFC] is among the steps (RFC 3987 §5.3.2.2). [Edit] and
// other methods that set components take texts of URIs.
//
// # Text of the RFC
//
// The package follows the published RFC. Three errata were reported, but not verified. The package ignores them:
//
//   - §5.4.2: with base http://a/b/c/d;p?q, the reference ../../../g resolves to http://a/g, by the algorithm of
//     §5.2.4. Erratum 4547 would give http://a/../g, as RFC 1808 does.
//   - §5.2.3: with base http://a/b/.., the reference c resolves to http://a/b/c. Erratum 4789 would give http://a/c.
//   - §3.2.2: a reg-name has all sub-delims, so http://a!b/ is valid. Erratum 4942 would allow only the hyphen.
//
// Zone identifiers of IPv6 addresses (RFC 6874) are rejected, as RFC 9844 has withdrawn them. [ParseOptions] accepts
// them.
package rfc3986
