package earl

import (
	"earl.example/reading"
	"earl.example/urlerr"
)

// A bridge makes readings of Parts and Spans, for dialects that do not fill readings yet.
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
	spans := Dialect{b.law}.Locate(url, &p)
	for i, c := range [...]urlerr.Component{urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment} {
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

func (b bridge) CanParse(url string) bool { return b.law.takes(url, b.opt) }

func (b bridge) Resolve(base, ref string) (string, error) {
	return b.law.resolve(base, ref, ResolveOptions{NoFragments: b.opt.NoFragments, Strict: b.opt.Strict})
}

// Read sets r to the reading of url.
func (d Dialect) Read(r *reading.Reading, url string) {
	if d.law == nil {
		r.Reset(url)
		r.Reject(dialectError("", 0, "not a dialect"))
		return
	}
	d.Options().Read(r, url)
}

// Options returns the dialect of the package that implements d, such as [earl.example/urllib.Dialect]. Its fields are
// the options of d.
func (d Dialect) Options() reading.Dialect { return bridge{law: d.law} }
