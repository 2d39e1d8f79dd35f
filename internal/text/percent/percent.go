// Package percent encodes and decodes percent-encodings (RFC 3986 §2.1). It works on bytes. A [Table] lists the bytes
// that a dialect does not encode.
package percent
