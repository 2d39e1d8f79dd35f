package whatwg

import (
	"earl.example/reading"
	"earl.example/urlerr"
)

// Dialect fills readings by the URL Standard. User name and password are never absent (§4.1). An empty user name or
// password has no span.
type Dialect struct{}

var _ interface {
	reading.Dialect
	reading.BaseResolver
} = Dialect{}

// neverAbsent are the components that the standard never calls null.
const neverAbsent = 1<<urlerr.Username | 1<<urlerr.Password

// Read sets r to the reading of url.
func (Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	var u URL
	if u.fast(url, sameHead) && u.href == url {
		u.setSpans(r.AcceptSame(url))
		r.SetNeverAbsent(neverAbsent)
		return
	}
	_, in := r.Accept("", 0)
	if err := u.resume(url, &ParseOptions{}, in); err != nil {
		r.Reject(err)
		return
	}
	at, _ := r.Accept(u.href, len(u.href))
	u.setSpans(at)
	r.SetNeverAbsent(neverAbsent)
}

func (u *URL) setSpans(at *reading.Spans) {
	at.Set(urlerr.Scheme, 0, int(u.scheme))
	if u.host != reading.NoHost {
		at.Set(urlerr.Authority, int(u.scheme)+len("://"), int(u.path))
		at.Set(urlerr.Host, int(u.hostAt), int(u.hostEnd))
		if u.hostEnd < u.path {
			at.Set(urlerr.Port, int(u.hostEnd)+1, int(u.path))
		}
		if u.HasCredentials() {
			start, end := int(u.scheme)+len("://"), int(u.hostAt)-len("@")
			at.Set(urlerr.Userinfo, start, end)
			at.Set(urlerr.Username, start, int(u.user))
			if int(u.user) < end {
				at.Set(urlerr.Password, int(u.user)+1, end)
			}
		}
	}
	at.Set(urlerr.Path, int(u.path), int(u.query))
	if u.query < u.frag {
		at.Set(urlerr.Query, int(u.query)+1, int(u.frag))
	}
	if int(u.frag) < len(u.href) {
		at.Set(urlerr.Fragment, int(u.frag)+1, len(u.href))
	}
}

// Resolve resolves ref against base and returns the href of the target.
func (d Dialect) Resolve(base, ref string) (string, error) { return d.Resolver(base)(ref) }

// Resolver returns a function that resolves a reference against base.
func (Dialect) Resolver(base string) func(ref string) (string, error) {
	b, err := Parse(base)
	return func(ref string) (string, error) {
		if err != nil {
			return "", err
		}
		u, err := b.Resolve(ref)
		return u.Href(), err
	}
}
