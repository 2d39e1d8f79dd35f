// Package nameprep writes domain names in ASCII as IDNA of 2003 did (RFC 3490,
// with Nameprep, RFC 3491), exactly as CPython's codec "idna" does it.
//
// Nothing new should use it: [earl.example/internal/idna] is what browsers do
// today. Canonical forms that were fixed in Python's time keep what it gives.
//
// Its tables are those of Unicode 3.2, but lower case is that of the release
// of CPython that nameprep.txt names, as the codec asks the interpreter for it.
package nameprep

//go:generate go run gen.go
