package earl

import (
	"earl.example/rfc1808"
)

// relative is the dialects rfc1808 and rfc2068. They differ in what is valid
// alone.
type relative struct{ grammar rfc1808.Grammar }

func (r relative) name() string { return r.grammar.String() }
func (r relative) parse(parts *Parts, url string, opt ParseOptions) error {
	*parts = Parts{}
	if opt.NoFragments || opt.DefaultScheme != "" {
		return optionError(r.name())
	}
	if opt.Strict {
		if err := r.grammar.Check(url); err != nil {
			return err
		}
	}
	u := rfc1808.Parse(url)
	parts.Href = url
	parts.Scheme = Part{u.Scheme(), u.IsAbsolute()}
	parts.Authority.Value, parts.Authority.Present = u.NetLoc()
	if parts.Authority.Present {
		login := u.Login()
		parts.Userinfo.Value, parts.Userinfo.Present = u.Userinfo()
		parts.Username = Part{login.User, login.HasUser}
		parts.Password = Part{login.Password, login.HasPassword}
		parts.Host = Some(login.Host)
		parts.Port = Part{login.Port, login.HasPort}
	}
	parts.Path = Some(u.Path())
	parts.Params.Value, parts.Params.Present = u.Params()
	parts.Query.Value, parts.Query.Present = u.Query()
	parts.Fragment.Value, parts.Fragment.Present = u.Fragment()
	return nil
}

func (r relative) takes(url string, opt ParseOptions) bool {
	if opt.NoFragments || opt.DefaultScheme != "" {
		return false
	}
	return !opt.Strict || r.grammar.Valid(url)
}

func (r relative) resolve(base, ref string, opt ResolveOptions) (string, error) {
	if opt.NoFragments || opt.BackwardCompatible {
		return "", optionError(r.name())
	}
	b, u := rfc1808.Parse(base), rfc1808.Parse(ref)
	if opt.Strict {
		if err := r.grammar.Check(ref); err != nil {
			return "", err
		}
		if !u.IsAbsolute() {
			if err := r.grammar.CheckBase(b); err != nil {
				return "", err
			}
		}
	}
	target, err := rfc1808.Resolve(b, u)
	return target.String(), err
}

func (relative) writing() writing { return writing{oldOrder: true} }
