// Package str is Python's text model in Go: what a str is, how it prints,
// how it changes case, and how other values print as one, in each release of
// CPython.
//
// A str is a Go string. Ill-formed UTF-8 stands for what Python calls lone
// surrogates: a surrogate is its three-byte form (ED A0 80 to ED BF BF), and
// any other byte b that belongs to no well-formed sequence is U+DC00+b, as
// os.fsdecode would give. The two ways to write U+DC80 to U+DCFF are the one
// collision of the model: both read the same, and output uses the former.
package str
