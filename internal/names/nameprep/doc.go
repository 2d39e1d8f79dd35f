// Package nameprep is Nameprep (RFC 3491) as CPython's codec "idna" has it, in
// each release, and that codec's way to ASCII (RFC 3490).
//
// Nothing new should use it: [earl.example/internal/names/idna] is what browsers do
// today. Python's codec needs it, and canonical forms that were fixed in
// Python's time keep what it gives.
//
// Its tables are those of Unicode 3.2, but not wholly: the codec asks the
// interpreter for combining classes and compositions, and until gh-155292 for
// lower case, so that these follow the Unicode version of the release.
package nameprep

//go:generate go run gen.go
