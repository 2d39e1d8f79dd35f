// Package pycall performs calls of Python's urllib.parse with package urllib,
// so that CPython and earl can be asked the very same question and their
// answers be compared as text.
//
// A call is a Python expression in ASCII, such as
//
//	urlsplit('http://[::1]:80/').port
//	urlencode([('a', b'\xff'), ('b', [1, 2])], doseq=True, quote_via=quote)
//
// of the subset that [Parse] reads: literals, displays, the names of the
// module, calls, attributes, indexing, and a few operators. An [Outcome] is
// what testdata/oracle.py prints for it: the value as Python's ascii() shows
// it, or "raise Class('text')". Text is lossless: what is not ASCII is
// escaped, lone surrogates included, and ill-formed bytes of Go strings are
// the surrogates that package urllib takes them for.
//
// It serves tests only.
package pycall
