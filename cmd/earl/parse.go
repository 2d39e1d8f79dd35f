package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/query"
	"earl.example/reading"
	"earl.example/urlerr"
)

func (a *app) parse() *cobra.Command {
	s := stream{urls: true, columns: componentNames(), mayDraw: true}
	var opt dialectOptions
	var p components
	cmd := &cobra.Command{
		Use:   "parse [flags] [URL…]",
		Short: "Split URLs into components",
		Long: `Output formats:
  text      Fields name=value, separated by tabs: scheme, authority, userinfo,
            username, password, host, port, path, params, query, fragment.
            Absent components are omitted.
  jsonl     An object with input, dialect, ok, href and the same components.
            Absent components are null.
  csv, tsv  The input row, a cell per component, and a cell for the error.
  drawing   A bracket under each component. Default for URL arguments if
            standard output is a terminal. Shows passwords and, if it differs,
            the href. Invisible and right-to-left characters are escaped.

What dialects return:
  rfc3986   Components as written. There are no params.
  rfc1808   Components as written, including params. Any text is accepted,
            unless --strict is given.
  urllib    The result of Python's urlparse. authority is its netloc, host its
            hostname. Its six strings are never absent, unless
            --missing-as-none is given. For an invalid port, port is null,
            error has the reason, and ok stays true, because urlparse succeeds.
  whatwg    The URL record, as in browsers. username and password are never
            absent. The default port of the scheme is absent.

With --decode, a JSON record also has "decoded", an object with the username,
password, host, path, query and fragment percent-decoded, and "params_list", a list
of the parameters of the query, decoded, as objects {"name":…, "value":…}. The value
of a parameter without "=" is null.

With --base, each URL is resolved first, as by earl join. The member "base" of a
JSON record overrides --base.`,
		Example: `  earl parse 'http://user@example.com:80/a/b?c=d#e'
  earl parse --as urllib@3.9 --json < urls.txt
  earl parse --in csv --column link < shops.csv
  earl parse --base http://example.com/a/ --json b c ../d`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s.configure(opt)
			switch {
			case p.decode && s.out != bulk.JSONL:
				return errors.New("--decode is for JSON: add --json")
			case opt.missingAsNone && !s.dialect.CanParse(""):
				return fmt.Errorf("--missing-as-none does not apply to %s: use release 3.15 or later", s.dialect)
			case opt.noFragments && s.drawing:
				return errors.New("--no-fragments and --out drawing contradict each other")
			case !opt.noFragments:
				p.draw = a.drawingStyle(cmd, &s, args)
			}
			p.resolver = newResolver(s.dialect, &s)
			p.form.Separator = p.separator
			p.fields = fields()
			return a.work(cmd, &s, args, s.filtered(p.op))
		},
	}
	s.addAs(cmd, dialectNames()...)
	s.addBase(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.scheme, "scheme", "", "the `SCHEME` of a URL that has none (urlparse's parameter)")
	only(flags, "urllib", "scheme")
	flags.BoolVar(&opt.missingAsNone, "missing-as-none", false,
		"make a component absent if the URL does not have it (missing_as_none=True, since 3.15)")
	only(flags, "urllib", "missing-as-none")
	opt.addNoFragments(cmd)
	opt.addStrict(cmd, "reject URLs")
	flags.BoolVar(&p.decode, "decode", false, "add decoded values and the parameters of the query to JSON")
	addUnicode(flags, &p.unicode)
	addSeparator(flags, &p.separator)
	s.where.add(flags)
	s.add(cmd)
	return cmd
}

// componentNames returns the names of the components, in the order in which they occur in a URL.
func componentNames() (names []string) {
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		names = append(names, c.String())
	}
	return names
}

type components struct {
	*resolver
	decode, unicode bool
	fields          []field
	separator       string
	draw            *show.Style // the style of drawings, or nil if results are not drawings
}

// get returns a component of r. With --unicode-hosts, a host in the component is in Unicode.
func (p *components) get(r *reading.Reading, c urlerr.Component) (value string, ok bool) {
	value, ok = r.Get(c)
	if p.unicode {
		if convert := p.fields[c-urlerr.Scheme].unicode; convert != nil {
			value = convert(value)
		}
	}
	return value, ok
}

func (p *components) op() bulk.Op {
	var r reading.Reading
	var fields [urlerr.Fragment]bulk.Field
	return func(rec *bulk.Record, out *bulk.Output) error {
		err := p.read(rec, &r)
		if out.JSON() {
			return writeRecord(out, rec, p.name, err, func(o *jsontext.Writer) { p.write(o, rec, &r) })
		}
		if err != nil {
			return p.explained(rec, err)
		}
		if p.draw != nil && len(r.Input()) <= longestDrawn && len(r.Href()) <= longestDrawn {
			return out.Text(drawing(&r, p.draw))
		}
		n := 0
		for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
			if value, ok := p.get(&r, c); ok {
				fields[n] = bulk.Field{Name: c.String(), Value: value}
				n++
			}
		}
		if err := r.PortErr(); err != nil {
			out.Note(err)
		}
		return out.Fields(fields[:n]...)
	}
}

func (p *components) write(o *jsontext.Writer, rec *bulk.Record, r *reading.Reading) {
	href := r.Href()
	if p.unicode {
		href = unicodeURL(href)
	}
	o.String("href", href)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		value, ok := p.get(r, c)
		o.Value(c.String(), value, ok)
	}
	if p.decode {
		p.writeDecoded(o, r)
	}
	if err := r.PortErr(); err != nil {
		describe(o, err, rec.Text)
	}
}

func (p *components) writeDecoded(o *jsontext.Writer, r *reading.Reading) {
	o.Object("decoded")
	for _, c := range [...]urlerr.Component{
		urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Path, urlerr.Query, urlerr.Fragment,
	} {
		value, ok := p.get(r, c)
		value, _ = percent.DecodeString(value, false)
		o.Value(c.String(), value, ok)
	}
	o.Close()
	o.Array("params_list")
	rest, _ := r.Query()
	for more := rest != ""; more; {
		var pair string
		if pair, rest, more = p.form.Next(rest); pair == "" {
			continue
		}
		name, value, hasValue := query.Cut(pair)
		name, _ = percent.DecodeString(name, p.form.PlusIsSpace)
		value, _ = percent.DecodeString(value, p.form.PlusIsSpace)
		o.Object("")
		o.String("name", name)
		o.Value("value", value, hasValue)
		o.Close()
	}
	o.Close()
}
