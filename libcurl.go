package earl

import (
	"strings"

	"earl.example/models/libcurl"
)

// client is the dialect libcurl.
type client struct {
	version libcurl.Version
	exact   bool // the release was asked for
}

func clientAt(release string) (law, error) {
	version, err := libcurl.ParseVersion(release)
	if err != nil {
		return nil, err
	}
	return client{version, true}, nil
}

func (client) name() string      { return "libcurl" }
func (c client) release() string { return c.version.String() }
func (c client) pinned() bool    { return c.exact }

func (client) releases() []string {
	var all []string
	for _, r := range libcurl.Versions() {
		all = append(all, r.String())
	}
	return all
}

func (c client) parse(parts *Parts, url string, opt ParseOptions) error {
	*parts = Parts{}
	if !opt.standard() {
		return optionError(c.name())
	}
	u, err := c.version.Parse(url)
	if err != nil {
		return err
	}
	parts.Href = u.String()
	parts.Scheme = Some(u.Scheme)
	if u.Host != "" {
		authority := parts.Href[len(u.Scheme)+len("://"):]
		authority = authority[:strings.IndexByte(authority, '/')]
		parts.Authority = Some(authority)
		if at := strings.IndexByte(authority, '@'); at >= 0 {
			parts.Userinfo = Some(authority[:at])
		}
		parts.Host = Some(u.Host)
	}
	parts.Username = Part{u.User, u.HasUser}
	parts.Password = Part{u.Password, u.HasPassword}
	parts.Port = Part{u.Port, u.HasPort}
	parts.Path = Some(u.Path)
	parts.Query = Part{u.Query, u.HasQuery}
	parts.Fragment = Part{u.Fragment, u.HasFragment}
	return nil
}

func (c client) takes(url string, opt ParseOptions) bool {
	if !opt.standard() {
		return false
	}
	_, err := c.version.Parse(url)
	return err == nil
}

func (c client) resolve(base, ref string, opt ResolveOptions) (string, error) {
	if opt != (ResolveOptions{}) {
		return "", optionError(c.name())
	}
	u, err := c.version.Resolve(base, ref)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

func (client) writing() writing { return writing{slashes: true, firstAt: true} }
