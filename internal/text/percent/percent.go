// Package percent encodes and decodes percent-escapes (RFC 3986 §2.1) in
// strings and byte slices. It judges bytes only; what a dialect leaves alone
// is a [Table], and characters and encodings are the dialect's business.
package percent
