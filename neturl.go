package earl

import (
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"

	"earl.example/internal/neturl"
	"earl.example/internal/percent"
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
	u, ok, cause := neturl.Parse(text)
	if !ok {
		return goError(text, cause)
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
	b, ok, cause := neturl.Parse(base)
	if !ok {
		return "", goError(base, cause)
	}
	u, ok, cause := neturl.Parse(ref)
	if !ok {
		return "", goError(ref, cause)
	}
	return b.ResolveReference(u).String(), nil
}

// goReasons are the reasons of net/url, each known by words of its text, in the
// order in which they are looked for.
var goReasons = []struct {
	words     string
	name      string
	kind      Kind
	component Component
}{
	{"control character", "control character", BadText, NoComponent},
	{"scheme", "scheme", BadScheme, Scheme},
	{"first path segment", "colon in the first segment of a path", BadPath, Path},
	{"userinfo", "userinfo", BadUserinfo, Userinfo},
	{"port", "port", BadPort, Port},
	{"", "host", BadHost, Host},
}

// goError is the error of net/url, which refuses text. The cause is what it says
// without quoting a password, and may be nil.
func goError(text string, cause error) error {
	e := &Error{Dialect: goURL{}.name(), Input: text, Offset: -1, Err: cause}
	e.Rule = Rule{Address: "https://pkg.go.dev/net/url#Parse"}
	_, err := url.Parse(text)
	if _, ok := errors.AsType[url.EscapeError](err); ok {
		e.Rule.Name, e.Rule.Kind = "percent-escape", BadEscape
		e.Offset = badEscape(text)
		return e
	}
	said := fmt.Sprint(errors.Unwrap(err)) // without the text, which the error quotes
	for _, reason := range goReasons {
		if strings.Contains(said, reason.words) {
			e.Rule.Name, e.Rule.Kind, e.Component = reason.name, reason.kind, reason.component
			break
		}
	}
	if e.Rule.Kind == BadText {
		e.Offset = strings.IndexFunc(text, func(c rune) bool { return c < ' ' || c == 0x7F })
	}
	return e
}

// badEscape returns the offset of the first percent sign in s that two
// hexadecimal digits do not follow, or -1.
func badEscape(s string) int {
	for i := range len(s) {
		if s[i] == '%' && !percent.IsEscape(s, i) {
			return i
		}
	}
	return -1
}

func (goURL) writing() writing { return writing{lastColon: true, noSlashes: true} }
