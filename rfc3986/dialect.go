package rfc3986

import (
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect reads and resolves URLs of any form as text, as package earl does. The zero value is the standard.
type Dialect struct {
	// BackwardCompatible makes Resolve ignore a scheme of the reference that equals the scheme of the base (§5.2.2,
	// §5.4.2): http:g means g. The RFC advises against it.
	BackwardCompatible bool

	// IRI reads and resolves internationalized references (RFC 3987): the dialect rfc3987.
	IRI bool
}

// Name returns "rfc3986", or "rfc3987" for IRIs.
func (d Dialect) Name() string {
	if d.IRI {
		return dialectIRI
	}
	return dialect
}

// Read sets r to the reading of url.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	g := ParseOptions{AllowIRI: d.IRI}.grammar()
	ref, at, broken := g.scan(url)
	if broken != nil {
		r.Reject(g.violation(broken, url, at))
		return
	}
	ref.setSpans(r.AcceptSame(url))
}

func (r Ref) setSpans(at *reading.Spans) {
	after, path := int(r.after()), int(r.path())
	query, fragment := int(r.query()), int(r.fragment())
	if r.IsURI() {
		at.Set(urlerr.Scheme, 0, after-1)
	}
	if path != after {
		host, hostEnd := int(r.host()), int(r.hostEnd())
		begin := after + len("//")
		at.Set(urlerr.Authority, begin, path)
		if host > begin {
			at.SetUserinfo(r.s, begin, host-1)
		}
		at.Set(urlerr.Host, host, hostEnd)
		if hostEnd < path {
			at.Set(urlerr.Port, hostEnd+1, path)
		}
	}
	at.Set(urlerr.Path, path, query)
	if query < fragment {
		at.Set(urlerr.Query, query+1, fragment)
	}
	if fragment < len(r.s) {
		at.Set(urlerr.Fragment, fragment+1, len(r.s))
	}
}

// Resolve resolves ref against base. A base without a scheme is an error only if ref has no scheme either.
func (d Dialect) Resolve(base, ref string) (string, error) { return d.Resolver(base)(ref) }

// Resolver returns a function that resolves a reference against base.
func (d Dialect) Resolver(base string) func(ref string) (string, error) {
	opt := ParseOptions{AllowIRI: d.IRI}
	b, err := opt.Parse(base)
	u, _ := b.URI()
	return func(ref string) (string, error) {
		if err != nil {
			return "", err
		}
		r, err := opt.Parse(ref)
		if err != nil {
			return "", err
		}
		resolve := Resolve
		if d.BackwardCompatible {
			resolve = func(base URI, ref Ref) (URI, error) { return resolveSlow(base, ref, true) }
		}
		target, err := resolve(u, r)
		if e, ok := err.(*urlerr.Error); ok {
			e.Dialect = d.Name()
		}
		return target.String(), err
	}
}
