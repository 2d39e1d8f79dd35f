package rfc3986

import "earl.example/urlerr"

// The edits of a URI return a URI, since no edit removes the scheme. Edits of the zero URI, which has none, are an
// error of kind [urlerr.BadScheme]. Those without an error result return the zero URI.

// uriOf returns the result of an edit of a URI.
func uriOf(r Ref, err error) (URI, error) {
	if err == nil && !r.IsURI() {
		return URI{}, failPart(ruleURI, "", -1, urlerr.Scheme)
	}
	return URI{r}, err
}

// WithHost is like [Ref.WithHost].
func (u URI) WithHost(host string) (URI, error) { return uriOf(u.ref.WithHost(host)) }

// WithPath is like [Ref.WithPath].
func (u URI) WithPath(path string) (URI, error) { return uriOf(u.ref.WithPath(path)) }

// WithQuery is like [Ref.WithQuery].
func (u URI) WithQuery(query string) (URI, error) { return uriOf(u.ref.WithQuery(query)) }

// WithSegments is like [Ref.WithSegments].
func (u URI) WithSegments(segments ...string) (URI, error) {
	return uriOf(u.ref.WithSegments(segments...))
}

// AppendSegments is like [Ref.AppendSegments].
func (u URI) AppendSegments(segments ...string) (URI, error) {
	return uriOf(u.ref.AppendSegments(segments...))
}

// WithDomain is like [Ref.WithDomain].
func (u URI) WithDomain() (URI, error) { return uriOf(u.ref.WithDomain()) }

// WithPair is like [Ref.WithPair].
func (u URI) WithPair(name, value string) (URI, error) { return uriOf(u.ref.WithPair(name, value)) }

// AddPair is like [Ref.AddPair].
func (u URI) AddPair(name, value string) (URI, error) { return uriOf(u.ref.AddPair(name, value)) }

// WithoutPair is like [Ref.WithoutPair].
func (u URI) WithoutPair(name string) URI { return URI{u.ref.WithoutPair(name)} }

// WithoutPort is like [Ref.WithoutPort].
func (u URI) WithoutPort() URI { return URI{u.ref.WithoutPort()} }

// WithoutUserinfo is like [Ref.WithoutUserinfo].
func (u URI) WithoutUserinfo() URI { return URI{u.ref.WithoutUserinfo()} }

// WithoutQuery is like [Ref.WithoutQuery].
func (u URI) WithoutQuery() URI { return URI{u.ref.WithoutQuery()} }

// WithoutFragment returns u without its fragment, as an absolute URI. It does not allocate.
func (u URI) WithoutFragment() URI { return URI{u.ref.WithoutFragment()} }
