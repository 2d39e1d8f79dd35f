package earl

import (
	"strings"

	"earl.example/rfc3986"
)

// generic is the dialect rfc3986.
type generic struct{}

func (generic) name() string { return "rfc3986" }
func (g generic) parse(parts *Parts, url string, opt ParseOptions) error {
	*parts = Parts{}
	if !opt.standard() {
		return optionError(g.name())
	}
	ref, err := rfc3986.Parse(url)
	if err != nil {
		return err
	}
	parts.Href = url
	parts.Scheme = Part{ref.Scheme(), ref.IsURI()}
	parts.Authority.Value, parts.Authority.Present = ref.Authority()
	if parts.Authority.Present {
		parts.Host.Value, parts.Host.Present = ref.Host()
		parts.Port.Value, parts.Port.Present = ref.Port()
		setUserinfo(parts, ref)
	}
	parts.Path = Some(ref.Path())
	parts.Query.Value, parts.Query.Present = ref.Query()
	parts.Fragment.Value, parts.Fragment.Present = ref.Fragment()
	return nil
}

// setUserinfo sets the userinfo, and what stands before and after its first
// colon (§3.2.1).
func setUserinfo(parts *Parts, ref rfc3986.Ref) {
	userinfo, ok := ref.Userinfo()
	if !ok {
		return
	}
	parts.Userinfo = Some(userinfo)
	user, password, colon := strings.Cut(userinfo, ":")
	parts.Username = Some(user)
	parts.Password = Part{password, colon}
}

func (generic) takes(url string, opt ParseOptions) bool {
	return opt.standard() && rfc3986.Valid(url)
}

func (g generic) resolve(base, ref string, opt ResolveOptions) (string, error) {
	return g.resolver(base, opt)(ref)
}

func (g generic) resolver(base string, opt ResolveOptions) func(ref string) (string, error) {
	b, err := rfc3986.Parse(base)
	if opt.NoFragments || opt.Strict {
		err = optionError(g.name())
	}
	u, _ := b.URI() // without a scheme it is of no use, which is an error only for a relative reference
	return func(ref string) (string, error) {
		if err != nil {
			return "", err
		}
		r, err := rfc3986.Parse(ref)
		if err != nil {
			return "", err
		}
		target, err := rfc3986.ResolveOptions{BackwardCompatible: opt.BackwardCompatible}.Resolve(u, r)
		return target.String(), err
	}
}

func (generic) writing() writing { return writing{} }
