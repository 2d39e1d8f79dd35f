// Package str is Python's text model: how a str prints and changes case, and how other values print, in each release of
// CPython.
//
// A str is a Go string. A lone surrogate is its three-byte form (ED A0 80 to ED BF BF), and any other byte b that is
// not UTF-8 means U+DC00+b, as in os.fsdecode. Both forms of U+DC80 to U+DCFF mean the same; output uses the former.
package str
