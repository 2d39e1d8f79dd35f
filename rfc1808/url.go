package rfc1808

import "earl.example/internal/text/ascii"

// A URL is a relative or an absolute URL of RFC 1808, with its fragment. It holds
// the text that it came from and where the components begin, nothing else: no
// component is decoded or changed.
//
// URLs are immutable and comparable. Two are equal with == if and only if their
// texts are. The zero URL is the empty one, which is valid: as a reference it
// stands for the base (§4 step 2a), as a base it says that none is known (§3.4).
//
//	scheme net_loc         path        params   query   fragment
//	 ┌─┴┐   ┌─┴─┐  ┌─────────┴───────┐ ┌─┴──┐ ┌───┴───┐ ┌─┴┐
//	 http://a.net/d/e.html             ;  p=1 ?  q=2    #  f
//
// The RFC takes a component that is empty for one that is absent, and so does
// resolving. A URL tells the two apart all the same: the accessors return false
// where the component has no delimiter.
type URL struct {
	s string
	// Offsets into s. Any text has components, whatever its length, so these
	// are ints.
	scheme   int // behind the scheme's colon, 0 without a scheme
	path     int // of the path or the slash before it, behind the net_loc if there is one
	params   int // behind the path, of ";" if there are params
	query    int // behind the params, of "?" if there is a query
	fragment int // behind the query, of "#" if there is a fragment
}

// String returns the URL as it was given. It holds the password if there is one, and
// so does what package fmt prints of a URL; for logs there are [URL.Redacted] and
// [URL.LogValue].
func (u URL) String() string { return u.s }

// IsZero reports whether u is the zero URL, which is the empty one.
func (u URL) IsZero() bool { return u.s == "" }

// IsAbsolute reports whether u has a scheme (§2). A fragment does not matter, unlike
// in RFC 3986, since it is no part of a URL here (§2.1).
func (u URL) IsAbsolute() bool { return u.scheme != 0 }

// Scheme returns the scheme as it is written, or "" for a relative URL: a scheme
// is never empty (§2.4.2). Schemes are case-insensitive (RFC 1738 §2.1); see
// [URL.HasScheme].
func (u URL) Scheme() string {
	if u.scheme == 0 {
		return ""
	}
	return u.s[:u.scheme-1]
}

// HasScheme reports whether the scheme is name, without regard to case.
func (u URL) HasScheme(name string) bool {
	return u.scheme != 0 && ascii.EqualFold(u.s[:u.scheme-1], name)
}

// NetLoc returns the network location and login, without the slashes before it,
// and whether there is one (§2.4.3). It may hold a password; see [URL.Redacted].
func (u URL) NetLoc() (netLoc string, ok bool) {
	if u.path == u.scheme {
		return "", false
	}
	return u.s[u.scheme+2 : u.path], true
}

// Path returns the path together with the slash that may precede it, as §2.4.6
// allows to store it. [URL.BarePath] is the path in the words of the grammar.
func (u URL) Path() string { return u.s[u.path:u.params] }

// BarePath returns the path without the slash before it, which is no part of it
// (§2.1), and whether that slash is there: a path without it is relative.
func (u URL) BarePath() (path string, slash bool) {
	path = u.s[u.path:u.params]
	if path == "" || path[0] != '/' {
		return path, false
	}
	return path[1:], true
}

// Params returns the parameters, without the ";" before them, and whether there
// are any (§2.4.5). They reach to the query, over slashes too.
func (u URL) Params() (params string, ok bool) {
	if u.params == u.query {
		return "", false
	}
	return u.s[u.params+1 : u.query], true
}

// Query returns the query, without the "?" before it, and whether there is one
// (§2.4.4).
func (u URL) Query() (query string, ok bool) {
	if u.query == u.fragment {
		return "", false
	}
	return u.s[u.query+1 : u.fragment], true
}

// Fragment returns the fragment, without the "#" before it, and whether there is
// one (§2.4.1).
func (u URL) Fragment() (fragment string, ok bool) {
	if u.fragment == len(u.s) {
		return "", false
	}
	return u.s[u.fragment+1:], true
}

// WithoutFragment returns u without its fragment and the "#" before it, which
// are not part of the URL (§2.1).
func (u URL) WithoutFragment() URL {
	u.s = u.s[:u.fragment]
	return u
}
