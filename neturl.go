package earl

import (
	"errors"
	"net/url"
	"runtime"
	"strings"

	"earl.example/internal/neturl"
)

// goURL is the dialect net/url. Its release is that of the Go toolchain that
// built the program, since the package is that toolchain's.
type goURL struct{ exact bool }

func goURLAt(release string) (law, error) {
	full := goURL{}.release()
	if release != full && !strings.HasPrefix(full, release+".") {
		return nil, errors.New("not the release of Go that built this program")
	}
	return goURL{exact: true}, nil
}

func (goURL) name() string { return "net/url" }

func (goURL) release() string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	return version
}

func (g goURL) pinned() bool       { return g.exact }
func (g goURL) releases() []string { return []string{g.release()} }

func (g goURL) parse(parts *Parts, text string, opt ParseOptions) error {
	*parts = Parts{}
	if !opt.standard() {
		return optionError(g.name())
	}
	u, no := neturl.Parse(text)
	if no != nil {
		return goError(text, no)
	}
	parts.Href = u.String()
	parts.Scheme = Part{u.Scheme, u.Scheme != ""}
	if hasAuthority(text, u) {
		parts.Authority = Some(u.Host)
		if u.User != nil {
			parts.Userinfo = Some(u.User.String())
			parts.Authority.Value = parts.Userinfo.Value + "@" + u.Host
			parts.Username = Some(u.User.Username())
			parts.Password.Value, parts.Password.Present = u.User.Password()
		}
		parts.Host = Some(u.Hostname())
		port := u.Port()
		parts.Port = Part{port, port != ""}
	}
	parts.Path = Some(u.EscapedPath())
	if u.Opaque != "" {
		parts.Path = Some(u.Opaque)
	}
	parts.Query = Part{u.RawQuery, u.RawQuery != "" || u.ForceQuery}
	parts.Fragment = Part{u.EscapedFragment(), u.Fragment != ""}
	return nil
}

// hasAuthority reports whether net/url saw "//" before an authority, which of
// an empty one it does not tell.
func hasAuthority(text string, u *url.URL) bool {
	if u.Host != "" || u.User != nil {
		return true
	}
	if u.Scheme == "" {
		return strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "///")
	}
	return strings.HasPrefix(text[len(u.Scheme)+1:], "//")
}

func (goURL) takes(text string, opt ParseOptions) bool {
	_, err := url.Parse(text)
	return opt.standard() && err == nil
}

func (g goURL) resolve(base, ref string, opt ResolveOptions) (string, error) {
	if opt != (ResolveOptions{}) {
		return "", optionError(g.name())
	}
	b, no := neturl.Parse(base)
	if no != nil {
		return "", goError(base, no)
	}
	u, no := neturl.Parse(ref)
	if no != nil {
		return "", goError(ref, no)
	}
	return b.ResolveReference(u).String(), nil
}

// goError is the error of net/url, which refuses text.
func goError(text string, no *neturl.Refusal) error {
	return &Error{
		Dialect: goURL{}.name(), Input: text, Offset: no.Offset, Component: no.Component, Err: no.Cause,
		Rule: Rule{Name: no.Name, Kind: no.Kind, Address: "https://pkg.go.dev/net/url#Parse"},
	}
}

func (goURL) writing() writing { return writing{lastColon: true, noSlashes: true} }
