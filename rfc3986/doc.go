// Package rfc3986 is the generic syntax of URIs, RFC 3986 (STD 66): it accepts
// exactly what the grammar of the RFC's appendix A allows, and loses nothing.
//
//	u, err := rfc3986.ParseURI("http://me@example.com:8042/over/there?name=ferret#nose")
//	host, _ := u.Host() // "example.com"
//
// It is for URIs that programs exchange, check, build, compare and store. What
// people type into browsers, which repair it, is for package whatwg.
//
// A [Ref] is a URI reference (§4.1), a [URI] a reference that has a scheme
// (§3). Both are small values that can be compared with == and be keys of
// maps. Parsing allocates nothing: a value is the text that it came from and
// the offsets of the components.
//
// # Errors
//
// Every error is a [*urlerr.Error]. It names the offset of the first offending
// byte, the component, and the rule of the grammar; [Rules] lists those.
// Spaces, controls, characters beyond ASCII and the bytes " < > \ ^ ` { | }
// are nowhere allowed, square brackets only around an IP literal, and a
// percent sign only before two hexadecimal digits.
//
// # Components
//
// Accessors return text as it is written, and false for a component that is
// not there, which is not the same as an empty one. Octets stand behind
// triplets, and are decoded only where a component or one segment has been cut
// out: see [Decode], [Ref.DecodedSegments] and their like.
//
// Editing gives a new value, and one that is read again as what was asked for;
// what cannot be is an error. Two things are repaired by the RFC's own means,
// since no path would do: a path that begins with "//" where there is no
// authority begins with "/.//" (§3.3), and one with a colon in its first segment
// where there is no scheme begins with "./" (§4.2). What [Build] and the With
// methods take is text, but for segments, names and pairs, which are data that
// they encode.
//
// # Resolution
//
// [Resolve] makes a target of a reference and a base as §5.2 says, in one
// allocation, and [Relative] the shortest reference of a target. Dot segments
// are removed where the algorithm removes them, and only those written with
// dots: %2E is for [StepPercent].
//
// # Normalisation and comparison
//
// The ladder of §6.2 is a set of [Steps]: nothing is normalised unless a step
// says so, and no step decodes a reserved octet. == is its first rung, simple
// string comparison.
//
//	u.Normalize(rfc3986.StepsSyntax | rfc3986.StepsScheme)
//	rfc3986.Equivalent(a, b, rfc3986.StepsSyntax)
//	rfc3986.FirstRung(a, b, rfc3986.StepsSyntax|rfc3986.StepsScheme)
//
// The last reports at which rung two URIs meet. Equivalent URIs are the same
// by the rules of the steps; for others nothing is shown (§6.1). What §6.2.4
// says of protocols is true only where access shows it, so it is for the
// caller to choose: [StepTrailingSlash].
//
// Against a base whose path has a slash or that has an authority, and has no
// dot segments, encoded ones included, a reference and its normal form by
// [StepsSyntax] resolve to targets that have the same normal form. The one
// exception is a reference in which "." or ".." stands behind an encoded one,
// as in a/%2E%2E/../b: resolving takes %2E%2E for a name, and normalising for
// what it stands for (§2.3).
//
// # Security
//
// A reference that parses is well formed, and no more. Ports may be beyond
// 65535, hosts no names of DNS, userinfos made up to look like hosts (§7.6), and
// triplets stand for any octet, among them NUL, slashes and dots (§7.3). An IPv4
// address is one in four decimal numbers: what else inet_aton reads as one,
// such as 0x7f.1, is a name here (§7.4). Use what was checked as it is, rather
// than have another parser read it again. Errors, Redacted and LogValue hide
// passwords; String, the marshallers and Value do not.
//
// # Which text of the RFC
//
// The published one holds, and errata only where the RFC Editor has verified
// them, which concerns no behaviour. Three that were reported and not verified
// are seen in other implementations and in translations of the RFC. Here:
//
//   - §5.4.2: against http://a/b/c/d;p?q, the reference ../../../g is
//     http://a/g, as the algorithm of §5.2.4 says. Erratum 4547 would have
//     http://a/../g, which is RFC 1808's reading.
//   - §5.2.3: against http://a/b/.., the reference c is http://a/b/c. Erratum
//     4789 would have http://a/c.
//   - §3.2.2: a reg-name has all sub-delims, so http://a!b/ is valid. Erratum
//     4942 would have none of them but the hyphen.
//
// Zone identifiers of IPv6 addresses, which RFC 6874 once added, are refused:
// RFC 9844 has withdrawn them. [ParseOptions] lets them in.
package rfc3986
