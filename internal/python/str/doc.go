// Package str implements Python's text model: how a str prints and changes case, and how other values print, in each
// release of CPython.
//
// A str is a Go string. A lone surrogate is written in its three-byte form (ED A0 80 to ED BF BF). Any other byte b
// that is not UTF-8 means U+DC00+b, as in os.fsdecode. So U+DC80 to U+DCFF have two forms with the same meaning. Output
// uses the three-byte form.
package str
