// Package idna converts domain names between Unicode and ASCII as UTS #46
// says (Unicode IDNA Compatibility Processing, for Unicode
// 18.0.0), with the parameters that the URL Standard passes, or others. All it
// knows of Unicode is in tables of its own, so that a name comes out the same
// under every Go toolchain.
//
// # Where the standard is silent
//
// An ill-formed byte of UTF-8 counts as U+FFFD, which no name may contain.
//
// Punycode takes quadratic time as RFC 3492 writes it. So labels that have it
// or need it, and only those, have a limit: [MaxLabel]. A name may have any
// number of labels. All takes time in proportion to the length of the name,
// and beside the result only so much memory as one such label needs.
//
// The standard records errors and does not name them. The one that is
// returned is the first of the first label that has one, in the order of the
// steps of section 4 and the criteria of section 4.1. What ToASCII adds to
// them comes last.
//
// With IgnoreInvalidPunycode the standard goes on with the result of a
// conversion that has none. Here such a label stays as it is, and is not
// examined further.
package idna
