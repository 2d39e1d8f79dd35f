// Package nameprep implements Nameprep (RFC 3491) and ToASCII (RFC 3490) like CPython's codec "idna" in each release.
// Use it only for this codec and for frozen canonical forms; browsers use [earl.example/internal/names/idna].
//
// Its tables are from Unicode 3.2. Like CPython, it takes combining classes, compositions and, until gh-155292, lower
// case from the Unicode version of the release.
package nameprep

//go:generate go run gen.go
