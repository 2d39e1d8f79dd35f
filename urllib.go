package earl

import (
	"errors"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urllib"
)

// python is the dialect urllib.
type python struct{ version urllib.Version }

func (p python) name() string { return "urllib" }

func (p python) resolve(base, ref string, opt ResolveOptions) (string, error) {
	if opt.BackwardCompatible || opt.Strict {
		return "", optionError(p.name())
	}
	py := p.python()
	return py.Join(base, ref, urllib.JoinOptions{NoFragments: opt.NoFragments})
}

func (p python) takes(url string, opt ParseOptions) bool {
	if opt.Strict {
		return false
	}
	py := p.python()
	_, err := py.Parse(url, urllib.SplitOptions{Scheme: opt.DefaultScheme, NoFragments: opt.NoFragments})
	return err == nil
}

func (p python) parse(parts *Parts, url string, opt ParseOptions) error {
	*parts = Parts{}
	if opt.Strict {
		return optionError(p.name())
	}
	var r urllib.ParseResult
	var err error
	if p.version == (urllib.Version{}) && opt.standard() {
		r, err = urllib.Parse(url) // takes less time than the method
	} else {
		r, err = p.python().Parse(url, urllib.SplitOptions{Scheme: opt.DefaultScheme, NoFragments: opt.NoFragments})
	}
	if err != nil {
		return err
	}
	parts.Scheme = Some(r.Scheme)
	parts.Authority = Some(r.Netloc)
	parts.Path = Some(r.Path)
	parts.Params = Some(r.Params)
	parts.Query = Some(r.Query)
	parts.Fragment = Some(r.Fragment)
	switch {
	case opt.NoHref:
	case sameAsParsed(url, &r):
		parts.Href = url
	default:
		parts.Href = p.python().Unparse(r)
	}
	switch {
	case r.Netloc == "":
	case isPlainHost(r.Netloc):
		parts.Host = parts.Authority
	default:
		setNetloc(parts, p.python().Netloc(r.Netloc), r.Netloc)
		if parts.PortErr != nil {
			parts.PortErr = portError(parts.PortErr, url)
		}
	}
	return nil
}

// python is the interpreter.
func (p python) python() urllib.Python { return urllib.Python{Version: p.version} }

// isPlainHost reports whether a netloc is its own hostname and nothing else:
// lower-case letters, digits, dots and hyphens.
func isPlainHost(netloc string) bool {
	for i := range len(netloc) {
		if ascii.Table[netloc[i]]&(ascii.Unreserved|ascii.Upper) != ascii.Unreserved {
			return false
		}
	}
	return true
}

// portError says where in url the port is, if that can be told: err counts
// from the slashes before the netloc. Nothing from the port on is shown, as it may be
// the beginning of a password with a slash in it.
func portError(err error, url string) error {
	e, ok := errors.AsType[*Error](err)
	slash := strings.IndexByte(url, '/')
	if !ok || slash < 0 || !strings.HasPrefix(url[slash:], e.Input) {
		return err
	}
	offset := slash + len(e.Input)
	return &Error{
		Dialect: e.Dialect, Input: url[:offset], Offset: offset, Component: e.Component, Rule: e.Rule, Err: err,
	}
}

// setNetloc sets the parts that Python computes from the netloc.
func setNetloc(parts *Parts, netloc urllib.Netloc, text string) {
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		parts.Userinfo = Some(text[:at])
		parts.Username.Value, parts.Username.Present = netloc.Username()
		parts.Password.Value, parts.Password.Present = netloc.Password()
	}
	parts.Host.Value, parts.Host.Present = netloc.Hostname()
	port, ok, err := netloc.Port()
	if ok {
		parts.Port = Some(strconv.Itoa(port))
	}
	parts.PortErr = err
}

// sameAsParsed reports whether r, which url was parsed to, gives url when put
// together. It may say no of some for which that is so, and need not know the
// rules for that: with a netloc there is nothing that depends on the scheme.
func sameAsParsed(url string, r *urllib.ParseResult) bool {
	if r.Netloc == "" {
		return false
	}
	rest, ok := url, true
	cut := func(prefix, part string) {
		if part != "" && ok {
			if rest, ok = strings.CutPrefix(rest, prefix); ok {
				rest, ok = strings.CutPrefix(rest, part)
			}
		}
	}
	if r.Scheme != "" {
		cut("", r.Scheme)
		cut("", ":")
	}
	cut("//", r.Netloc)
	if r.Path != "" && r.Path[0] != '/' || r.Path == "" && r.Params != "" {
		return false
	}
	cut("", r.Path)
	cut(";", r.Params)
	cut("?", r.Query)
	cut("#", r.Fragment)
	return ok && rest == ""
}

// Python returns the interpreter that d stands for, if it is the dialect
// urllib: with it all functions of package urllib can be called.
func (d Dialect) Python() (py urllib.Python, ok bool) {
	b, _ := d.impl.(bridge)
	p, ok := b.law.(python)
	return p.python(), ok
}

// pythonText returns the text of a Python exception.
func pythonText(err error) (string, bool) {
	exc, ok := errors.AsType[*urllib.Error](err)
	if !ok {
		return "", false
	}
	return exc.Text, true
}

// writing asks the release itself what it drops.
func (p python) writing() writing {
	py := p.python()
	dropped, _ := py.Split("h\tttp:", urllib.SplitOptions{})
	trimmed, _ := py.Split(" http:", urllib.SplitOptions{})
	return writing{brackets: true, drops: dropped.Scheme == "http", trimsLeft: trimmed.Scheme == "http"}
}
