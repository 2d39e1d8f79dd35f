package rfc3986

// Valid reports whether s is a URI reference (§4.1), that is whether [Parse]
// would accept it.
func Valid(s string) bool {
	var r Ref
	_, f := r.parse(s, false)
	return f == 0 && uint64(len(s)) <= maxLength
}

// ValidURI reports whether s is a URI (§3), that is whether [ParseURI] would
// accept it.
func ValidURI(s string) bool {
	var r Ref
	_, f := r.parse(s, false)
	return f == 0 && r.after != 0 && uint64(len(s)) <= maxLength
}
