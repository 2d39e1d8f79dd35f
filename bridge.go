package earl

import (
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// A law is a dialect that does not fill readings yet.
type law interface {
	parse(p *Parts, url string, opt ParseOptions) error
	takes(url string, opt ParseOptions) bool
	resolve(base, ref string, opt ResolveOptions) (string, error)
	writing() writing
}

// A bridge makes readings of Parts and Spans.
type bridge struct {
	law law
	opt ParseOptions
}

func (b bridge) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	var p Parts
	if err := b.law.parse(&p, url, b.opt); err != nil {
		r.Reject(err)
		return
	}
	text := p.Href
	for _, part := range p.List() {
		text += part.Value
	}
	at, in := r.Accept(text, len(p.Href))
	from := len(p.Href)
	for i, part := range p.List() {
		if part.Present {
			at.Set(urlerr.Component(i+1), from, from+len(part.Value))
		}
		from += len(part.Value)
	}
	r.SetPortErr(p.PortErr)
	spans := locate(b.law, url, &p)
	for i, c := range located {
		if s := *spans.list()[i]; s.Present() {
			in.Set(c, s.Start, s.End)
		}
	}
	if s := spans.Userinfo; s.Present() {
		in.SetUserinfo(url, s.Start, s.End)
	}
	if s := spans.Host; s.Present() {
		start, end := s.Start, s.End
		if spans.Userinfo.Present() {
			start = spans.Userinfo.Start
		}
		if spans.Port.Present() {
			end = spans.Port.End
		}
		in.Set(urlerr.Authority, start, end)
	}
}

// located are the components of Spans.
var located = [...]urlerr.Component{urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment}

func (b bridge) CanParse(url string) bool { return b.law.takes(url, b.opt) }

func (b bridge) Resolve(base, ref string) (string, error) {
	return b.law.resolve(base, ref, ResolveOptions{NoFragments: b.opt.NoFragments, Strict: b.opt.Strict})
}

// Resolver implements [reading.BaseResolver].
func (b bridge) Resolver(base string) func(ref string) (string, error) {
	if l, ok := b.law.(reader); ok {
		return l.resolver(base, ResolveOptions{})
	}
	return func(ref string) (string, error) { return b.Resolve(base, ref) }
}

// optionError is the error of an option that a dialect does not have.
func optionError(dialect string) error {
	return &Error{
		Dialect: dialect,
		Offset:  -1,
		Rule:    Rule{Name: "an option that the dialect does not have", Kind: BadValue},
	}
}

// withOptions returns the implementation of d with the options of opt and opt2.
func (d Dialect) withOptions(opt ParseOptions, opt2 ResolveOptions) (reading.Dialect, error) {
	opt.Base, opt.NoHref = Part{}, false
	impl := d.impl
	switch i := d.impl.(type) {
	case urllib.Dialect:
		if opt.DefaultScheme != "" {
			i.Scheme, opt.DefaultScheme = opt.DefaultScheme, ""
		}
		i.NoFragments = i.NoFragments || opt.NoFragments || opt2.NoFragments
		opt.NoFragments, opt2.NoFragments = false, false
		impl = i
	case rfc1808.Dialect:
		if opt.Strict || opt2.Strict {
			i.Strict = rfc1808.RFC1808
		}
		opt.Strict, opt2.Strict = false, false
		impl = i
	case rfc3986.Dialect:
		i.BackwardCompatible, opt2.BackwardCompatible = i.BackwardCompatible || opt2.BackwardCompatible, false
		impl = i
	}
	if opt != (ParseOptions{}) || opt2 != (ResolveOptions{}) {
		return nil, optionError(d.name)
	}
	return impl, nil
}
