// Package canon writes URLs in named canonical forms, and makes of them the keys
// by which duplicates are found.
//
// A [Profile] is such a form. Each is frozen: the same input gives the same
// result in every release of this module, so that keys can be stored and compared
// years later. A form that has to change gets another version, and keeps the old
// one. Testdata holds results that a test never lets change.
//
//	p, err := canon.ParseProfile("surt")
//	key, err := p.Canonicalize("http://archive.org/goo/?a=2&b&a=1")
//	// org,archive)/goo?a=1&a=2&b
//
// docs/canonical-forms.md describes each of them.
//
// Steps can follow a profile: WHATWG | DropFragment | DropTracking also equates URLs that lead to the same page on most
// sites.
package canon

//go:generate go test -count=1 -run ^TestDescriptions$ . -update
