package rfc3986

import (
	"earl.example/urlerr"
)

// An Edit is changes of several components at once, for which the order would
// matter if they were made one after the other: "s:a" can get a host and the
// path "/b", but a host alone does not fit its path.
//
// A nil pointer leaves a component as it is, unless it is to be removed. What is
// set is text, as in [Components], and written as Build does.
type Edit struct {
	Scheme   *string
	Userinfo *string
	Host     *string
	Port     *string
	Path     *string
	Query    *string
	Fragment *string

	// Remove lists components that are to be absent, before others are set. With
	// the authority go userinfo, host and port. A path becomes empty, and so
	// does a host, since neither can be absent alone.
	Remove []urlerr.Component
}

// Apply returns r with the changes. All other components keep their bytes. The
// errors are those of Build, and that there is nothing of what Remove lists that
// could be removed is none. For a component that it cannot remove alone, such as
// a password, the error is of kind [urlerr.BadValue].
func (e Edit) Apply(r Ref) (Ref, error) {
	p := r.draft()
	for _, c := range e.Remove {
		if !p.remove(c) {
			return Ref{}, failPart(&ruleRemove, c.String(), 0, c)
		}
	}
	for _, set := range [...]struct {
		to    *string
		text  *string
		has   *bool
		check func(string) error
	}{
		{e.Userinfo, &p.userinfo, &p.hasUserinfo, checkUserinfo},
		{e.Port, &p.port, &p.hasPort, checkPort},
		{e.Path, &p.path, new(bool), checkPath},
		{e.Query, &p.query, &p.hasQuery, checkQuery},
		{e.Fragment, &p.fragment, &p.hasFragment, checkFragment},
	} {
		if set.to == nil {
			continue
		}
		if err := set.check(*set.to); err != nil {
			return Ref{}, err
		}
		*set.text, *set.has = *set.to, true
	}
	if err := e.names(&p); err != nil {
		return Ref{}, err
	}
	if !p.hasAuthority {
		if p.hasUserinfo {
			return Ref{}, failPart(&ruleAuthority, p.userinfo, -1, urlerr.Userinfo)
		}
		if p.hasPort {
			return Ref{}, failPart(&ruleAuthority, p.port, -1, urlerr.Port)
		}
	}
	return p.compose()
}

// names sets scheme and host, which are written in lower case.
func (e Edit) names(p *draft) (err error) {
	if e.Scheme != nil {
		if p.scheme, err = checkScheme(*e.Scheme); err != nil {
			return err
		}
	}
	if e.Host != nil {
		p.hasAuthority = true
		p.host, err = checkHost(*e.Host)
	}
	return err
}

// remove removes a component, and reports whether there is such a one.
func (p *draft) remove(c urlerr.Component) bool {
	switch c {
	case urlerr.Scheme:
		p.scheme = ""
	case urlerr.Authority:
		p.userinfo, p.host, p.port = "", "", ""
		p.hasUserinfo, p.hasAuthority, p.hasPort = false, false, false
	case urlerr.Userinfo:
		p.userinfo, p.hasUserinfo = "", false
	case urlerr.Host:
		p.host = ""
	case urlerr.Port:
		p.port, p.hasPort = "", false
	case urlerr.Path:
		p.path = ""
	case urlerr.Query:
		p.query, p.hasQuery = "", false
	case urlerr.Fragment:
		p.fragment, p.hasFragment = "", false
	default:
		return false
	}
	return true
}
