// Package canon converts URLs to named canonical forms, which serve as keys for finding duplicates.
//
// A [Profile] names a canonical form. Each form is frozen: the same input gives the same result in every release of
// this module, so keys can be stored and compared years later. A changed form gets a new version, and the old version
// stays. A test compares the forms with recorded results in testdata.
//
//	p, err := canon.ParseProfile("surt")
//	key, err := p.Canonicalize("http://archive.org/goo/?a=2&b&a=1")
//	// org,archive)/goo?a=1&a=2&b
//
// docs/reference/canonical-forms.md describes each form.
//
// Steps can follow a profile. For example, WHATWG | DropFragment | DropTracking gives equal forms to URLs of the same
// page on most sites. Steps are frozen too, and have versions: "whatwg@1+drop-tracking@1".
package canon

//go:generate go test -count=1 -run ^TestDescriptions$ . -update
