// Package nameprep implements Nameprep (RFC 3491) and ToASCII (RFC 3490) like CPython's codec "idna" in each release.
// Use it only for this codec and for frozen canonical forms; browsers use [earl.example/internal/names/idna].
//
// Its tables are from Unicode 3.2. As in CPython, combining classes and compositions are instead from the Unicode
// version of the release. Until gh-155292, so is lower case.
package nameprep
