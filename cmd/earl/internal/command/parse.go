package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Parse returns the command parse.
func Parse(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, named: true, documents: []string{"drawing"}}}
	var p components
	cmd := page("parse", func(args []string) error {
		p.configure(&s.Dialect)
		switch {
		case p.urllib.MissingAsNone && !s.Dialect.CanParse(""):
			return fmt.Errorf("--missing-as-none does not apply to %s: use release 3.15 or later", s.Dialect)
		case !p.urllib.NoFragments:
			p.draw = s.drawingStyle(len(args) > 0)
		}
		return s.work(s.run(componentNames()...), args, p.op)
	})
	flags := s.addAs(cmd, view.DialectNames()...)
	cli.Text(flags, &p.urllib.Scheme, "scheme")
	cli.Switch(flags, &p.urllib.MissingAsNone, "missing-as-none")
	cli.Switch(flags, &p.urllib.NoFragments, "no-fragments")
	p.addStrict(flags)
	cli.Switch(flags, &p.decode, "decode")
	cli.Switch(flags, &p.unicode, "unicode-hosts")
	s.addSeparator(flags)
	return s.add(cmd)
}

// componentNames returns the names of the components, in the order in which they occur in a URL.
func componentNames() (names []string) {
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		names = append(names, c.String())
	}
	return names
}

// components has the flags of parse.
type components struct {
	dialectOptions
	decode  bool
	unicode bool
	draw    *show.Style // the style of drawings, or nil if results are not drawings
}

// get returns a component of a URL. With --unicode-hosts, a host in the component is in Unicode.
func (p *components) get(v *view.View, c urlerr.Component) (value string, ok bool) {
	value, ok = v.URL.Get(c)
	switch {
	case p.unicode && c == urlerr.Authority:
		value = view.UnicodeAuthority(value)
	case p.unicode && c == urlerr.Host:
		value = view.UnicodeName(value)
	}
	return value, ok
}

func (p *components) op() record.Op {
	var v *view.View
	fields := make([]bulk.Field, 0, urlerr.Fragment)
	r := &record.Result{Members: func(o *jsontext.Writer) { p.write(o, v) }}
	return func(of *view.View, out *record.Results) error {
		v = of
		if err := v.Read(); err != nil {
			return v.Explained(err)
		}
		if out.JSON() {
			return out.Give(r)
		}
		u := &v.URL
		if r.Draw = nil; p.draw != nil && len(u.Input()) <= longestDrawn && len(u.Href()) <= longestDrawn {
			r.Draw = func() string { return drawing(u, p.draw) }
		}
		fields = fields[:0]
		for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
			if value, ok := p.get(v, c); ok {
				fields = append(fields, bulk.Field{Name: c.String(), Value: value})
			}
		}
		r.Fields, r.Note = fields, u.PortErr()
		return out.Give(r)
	}
}

func (p *components) write(o *jsontext.Writer, v *view.View) {
	href := v.URL.Href()
	if p.unicode {
		href = view.UnicodeURL(href)
	}
	o.String("href", href)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		value, ok := p.get(v, c)
		o.Value(c.String(), value, ok)
	}
	if p.decode {
		p.writeDecoded(o, v)
	}
	if err := v.URL.PortErr(); err != nil {
		record.Describe(o, err, v.Rec.Text)
	}
}

func (p *components) writeDecoded(o *jsontext.Writer, v *view.View) {
	o.Object("decoded")
	for _, c := range [...]urlerr.Component{
		urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Path, urlerr.Query, urlerr.Fragment,
	} {
		value, ok := p.get(v, c)
		value, _ = percent.DecodeString(value, false)
		o.Value(c.String(), value, ok)
	}
	o.Close()
	o.Array("query_params")
	text, _ := v.URL.Query()
	for pair := range v.Form.Split(text) {
		if pair == "" {
			continue
		}
		name, value, hasValue := strings.Cut(pair, "=")
		name, _ = percent.DecodeString(name, v.Form.PlusIsSpace)
		value, _ = percent.DecodeString(value, v.Form.PlusIsSpace)
		o.Object("")
		o.String("name", name)
		o.Value("value", value, hasValue)
		o.Close()
	}
	o.Close()
}

// longestDrawn is the maximum length of a URL that is drawn.
const longestDrawn = 64 << 10

// drawing returns the drawing of a URL that the dialect accepts. If the dialect writes the URL differently, this form
// is below the drawing. If the port cannot be read, the reason is below the drawing too.
func drawing(r *reading.Reading, style *show.Style) string {
	text := r.Input()
	pieces, empty := show.Parts(r)
	var b strings.Builder
	b.WriteString(show.Drawing(text, pieces, *style))
	if len(empty) > 0 {
		b.WriteString("empty: " + strings.Join(empty, ", ") + "\n")
	}
	if r.Href() != text {
		b.WriteString("read as " + show.Visible(r.Href()) + "\n")
	}
	if err := r.PortErr(); err != nil {
		b.WriteString("no port: " + show.Visible(err.Error()) + "\n")
	}
	return b.String()
}
