package earl

import (
	"strings"

	"earl.example/whatwg"
)

// living is the dialect whatwg.
type living struct{}

func (living) name() string { return "whatwg" }
func (l living) parse(parts *Parts, url string, opt ParseOptions) error {
	*parts = Parts{}
	if !opt.standard() {
		return optionError(l.name())
	}
	u, err := whatwg.Parse(url)
	if err != nil {
		return err
	}
	parts.Href = u.Href()
	parts.Scheme = Some(u.Scheme())
	if u.HostKind() != whatwg.NoHost {
		setAuthority(parts, u)
	}
	// Of these two the standard says that they are empty, never that they are null (§4.1).
	parts.Username, parts.Password = Some(u.Username()), Some(u.Password())
	parts.Path = Some(u.Pathname())
	parts.Query.Value, parts.Query.Present = u.Query()
	parts.Fragment.Value, parts.Fragment.Present = u.Fragment()
	return nil
}

// setAuthority sets what stands between "//" and the path. The path begins with
// a slash there or is empty, and before it all slashes are percent-encoded.
func setAuthority(parts *Parts, u whatwg.URL) {
	authority := parts.Href[len(u.Protocol())+len("//"):]
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	parts.Authority = Some(authority)
	if u.HasCredentials() {
		parts.Userinfo = Some(authority[:strings.LastIndexByte(authority, '@')])
	}
	parts.Host = Some(u.Hostname())
	port := u.Port()
	parts.Port = Part{port, port != ""}
}

func (living) takes(url string, opt ParseOptions) bool {
	return opt.standard() && whatwg.CanParse(url)
}

func (l living) resolve(base, ref string, opt ResolveOptions) (string, error) {
	return l.resolver(base, opt)(ref)
}

func (l living) resolver(base string, opt ResolveOptions) func(ref string) (string, error) {
	b, err := whatwg.Parse(base)
	if opt != (ResolveOptions{}) {
		err = optionError(l.name())
	}
	return func(ref string) (string, error) {
		if err != nil {
			return "", err
		}
		u, err := b.Resolve(ref)
		return u.Href(), err
	}
}

func (living) writing() writing {
	return writing{drops: true, trimsLeft: true, trimsRight: true, backslash: true}
}
