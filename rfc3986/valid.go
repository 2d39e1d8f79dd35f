package rfc3986

import "unsafe"

// Valid reports whether s is a URI reference (§4.1), that is whether [Parse]
// would accept it.
func Valid(s string) bool {
	_, _, f := parse(s, false, longest)
	return f == 0
}

// ValidURI reports whether s is a URI (§3), that is whether [ParseURI] would
// accept it.
func ValidURI(s string) bool {
	r, _, f := parse(s, false, longest)
	return f == 0 && r.IsURI()
}

// ValidBytes is Valid without a copy of b.
func ValidBytes(b []byte) bool {
	// The string does not outlive the call, in which b does not change.
	return Valid(unsafe.String(unsafe.SliceData(b), len(b)))
}

// ValidURIBytes is ValidURI without a copy of b.
func ValidURIBytes(b []byte) bool {
	return ValidURI(unsafe.String(unsafe.SliceData(b), len(b)))
}
