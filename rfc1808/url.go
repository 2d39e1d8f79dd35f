package rfc1808

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// A URL is a relative or an absolute URL of RFC 1808 with an optional fragment. Nothing is decoded or changed.
//
// URLs are immutable. Two URLs are equal with == if and only if their texts are equal. The zero URL is the empty text.
// As a reference it means the base (§4 step 2a). As a base it means that no base is known (§3.4).
//
//	http://a.net/d/e.html;p=1?q=2#f
//	└┬─┘   └─┬─┘└───┬───┘ └┬┘ └┬┘ │
//	scheme net_loc path    │   │  fragment
//	                       │  query
//	                      params
//
// [Resolve] treats an empty component as absent. The accessors distinguish empty from absent: ok is false if the
// delimiter of the component does not occur.
type URL struct {
	s string
	// 0 <= scheme <= path <= params <= query <= fragment <= len(s)
	scheme   int // offset after "scheme:"; 0 without a scheme
	path     int // end of the net_loc; equal to scheme without a net_loc
	params   int // end of the path
	query    int // end of the params; equal to params without params
	fragment int // end of the query; equal to query without a query
}

// IsZero reports whether u is the empty text.
func (u URL) IsZero() bool { return u.s == "" }

// IsAbsoluteURL reports whether u has a scheme (§2). Unlike in RFC 3986, an absolute URL can have a fragment, which is
// not part of the URL (§2.1).
func (u URL) IsAbsoluteURL() bool { return u.scheme != 0 }

// Scheme returns the scheme as it is written, or "" if there is none (§2.4.2). See [URL.HasScheme].
func (u URL) Scheme() string {
	if u.scheme == 0 {
		return ""
	}
	return u.s[:u.scheme-1]
}

// HasScheme reports whether the scheme is name, ignoring case (RFC 1738 §2.1).
func (u URL) HasScheme(name string) bool {
	return u.scheme != 0 && ascii.EqualFold(u.s[:u.scheme-1], name)
}

// NetLoc returns the network location and login, without the "//" before it (§2.4.3). It may contain a password.
func (u URL) NetLoc() (netLoc string, ok bool) {
	if u.path == u.scheme {
		return "", false
	}
	return u.s[u.scheme+2 : u.path], true
}

// Path returns the path with its leading slash, as §2.4.6 allows.
func (u URL) Path() string { return u.s[u.path:u.params] }

// Params returns the parameters, without the ";" before them (§2.4.5). They may contain slashes.
func (u URL) Params() (params string, ok bool) {
	if u.params == u.query {
		return "", false
	}
	return u.s[u.params+1 : u.query], true
}

// Query returns the query, without the "?" before it (§2.4.4).
func (u URL) Query() (query string, ok bool) {
	if u.query == u.fragment {
		return "", false
	}
	return u.s[u.query+1 : u.fragment], true
}

// Fragment returns the fragment, without the "#" before it (§2.4.1).
func (u URL) Fragment() (fragment string, ok bool) {
	if u.fragment == len(u.s) {
		return "", false
	}
	return u.s[u.fragment+1:], true
}

// WithoutFragment returns u without its fragment.
func (u URL) WithoutFragment() URL {
	u.s = u.s[:u.fragment]
	return u
}

// Parse splits s into components (§2.4). Every text has components, so there is no error; [Grammar.Check] reports
// whether they are valid. Parse(s).String() == s. The URL shares the memory of s; see [URL.Clone].
func Parse(s string) (u URL) {
	// §2.4 splits off the fragment first, so "#" ends every other component. It splits off the net_loc before the query,
	// so "?" does not end a net_loc. The path is the rest, so ";", "?" and "#" end the path.
	u.s = s
	u.scheme = schemeEnd(s)
	i := u.scheme
	if len(s)-i >= 2 && s[i] == '/' && s[i+1] == '/' {
		i = ascii.IndexAny3(s, i+2, '/', '#', '#')
	}
	u.path = i
	i = ascii.IndexAny3(s, i, ';', '?', '#')
	u.params = i
	if i < len(s) && s[i] == ';' {
		i = ascii.IndexAny3(s, i, '?', '#', '#')
	}
	u.query = i
	if i < len(s) && s[i] == '?' {
		if n := strings.IndexByte(s[i:], '#'); n >= 0 {
			i += n
		} else {
			i = len(s)
		}
	}
	u.fragment = i
	return u
}

func schemeEnd(s string) int {
	if len(s) >= 8 {
		switch x := ascii.Load8(s, 0); {
		case x == ascii.HTTPS:
			return 6
		case x<<8 == ascii.HTTP:
			return 5
		}
	}
	n := ascii.Skip(s, 0, ascii.SchemeChar)
	if n > 0 && n < len(s) && s[n] == ':' {
		return n + 1
	}
	return 0
}
