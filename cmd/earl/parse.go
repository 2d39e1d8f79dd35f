package main

import (
	"errors"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/show"
)

// parse is the command of that name.
func (a *app) parse() *cobra.Command {
	var (
		s    stream
		d    dialectFlag
		base optional
		opt  earl.ParseOptions
	)
	cmd := &cobra.Command{
		Use:   "parse [flags] [URL…]",
		Short: "Take URLs apart",
		Long: `Parse takes each URL apart as the dialect does: RFC 3986, if --as names no
other.

As text, a URL is one line of fields name=value, separated by tabs, in the
order scheme, authority, userinfo, username, password, host, port, path,
params, query, fragment. A part that is absent is left out.

For people, with --out drawing, a URL has a bracket below each part and its name
below that, passwords too; what is empty is listed, and so is the URL that it is
read as, if that is another one. Characters that are not seen, or not where they
stand, are escaped. URLs that are given as arguments are drawn if standard output
is a terminal and no other format is asked for.

As JSON, a URL is an object with the keys input, dialect, ok, href (the URL put
together again), and those parts, null where absent.

With --base, each URL is resolved first, as by earl join; in a JSON record,
"base" goes before --base. The input is shown as it was, errors are of both
steps.

The dialect rfc3986 gives the parts as they are written; it has no params. The
dialects rfc1808 and rfc2068 give the parts as they are written, params too,
and take any text apart; --strict refuses what their grammar does not have. The
dialect urllib gives what Python's urlparse gives: the six strings of its
result are never absent, but may be empty; authority is the netloc, host the
hostname. A port that Python refuses when it is read is null, with ok true and
an error that says why; in a table that is in the column error. The record has
not failed. The dialect whatwg gives the parts of the standard's URL
record, as browsers write them; username and password are never absent there,
but may be empty, and a port that is the scheme's default is absent.`,
		Example: `  earl parse 'http://user@example.com:80/a/b?c=d#e'
  earl parse --as urllib@3.9 --json < urls.txt
  earl parse --in csv --column link < shops.csv
  earl parse --base http://example.com/a/ --json b c ../d`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			if err := d.onlyFor(cmd, "urllib", "scheme", "no-fragments"); err != nil {
				return err
			}
			if err := d.strictOnly(cmd); err != nil {
				return err
			}
			p := newParser(d.Dialect, base.value, opt)
			if opt.NoFragments && s.out.drawing {
				return errors.New("--no-fragments and --out drawing contradict each other")
			}
			if !opt.NoFragments && a.draws(cmd, &s, args) {
				style := a.style(&s)
				p.draw = &style
			}
			p.opt.NoHref = s.out.format != bulk.JSONL && p.draw == nil
			return a.work(cmd, &s, args, p.op)
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&base, "base", "resolve each URL against this `URL` first")
	cmd.Flags().StringVar(&opt.DefaultScheme, "scheme", "", "for urllib: the `SCHEME` of a URL that has none (urlparse's parameter)")
	cmd.Flags().BoolVar(&opt.NoFragments, "no-fragments", false, `for urllib: take "#" as an ordinary character (allow_fragments=False)`)
	cmd.Flags().BoolVar(&opt.Strict, "strict", false, "for rfc1808 and rfc2068: refuse what the grammar does not have")
	s.columns, s.mayDraw = partNames[:], true
	s.add(cmd)
	return cmd
}

// The names of the parts, for text and for JSON.
var (
	partNames   = earl.PartNames()
	partMembers = func() (names [len(partNames)]bulk.Name) {
		for i, name := range partNames {
			names[i] = bulk.NewName(name)
		}
		return names
	}()
)

// A parser is what parse was told.
type parser struct {
	dialect earl.Dialect
	name    string
	bases   *bases
	opt     earl.ParseOptions
	draw    *show.Style // to draw, or nil
}

func newParser(d earl.Dialect, base *string, opt earl.ParseOptions) parser {
	resolving := earl.ResolveOptions{NoFragments: opt.NoFragments, Strict: opt.Strict}
	return parser{dialect: d, name: d.String(), bases: newBases(d, base, resolving), opt: opt}
}

// op parses one record and prints the parts.
func (p *parser) op() bulk.Op {
	var parts earl.Parts
	list := parts.List()
	var fields [len(partNames)]bulk.Field
	return func(rec *bulk.Record, out *bulk.Output) error {
		err := p.parse(rec, &parts)
		if out.JSON() {
			if err == nil || !out.SkipsFailed() {
				p.print(out, rec, &parts, err)
			}
			return err
		}
		if err != nil {
			return p.refused(rec, err)
		}
		if p.draw != nil && len(parts.Href) <= longestDrawn {
			return out.Text(p.drawing(rec, &parts))
		}
		n := 0
		for i := range list {
			if part := list[i]; part.Present {
				fields[n] = bulk.Field{Name: partNames[i], Value: part.Value}
				n++
			}
		}
		if parts.PortErr != nil {
			out.Note(parts.PortErr)
		}
		return out.Fields(fields[:n]...)
	}
}

// parse parses one record.
func (p *parser) parse(rec *bulk.Record, parts *earl.Parts) error {
	if rec.Err != nil {
		return rec.Err
	}
	text, err := p.bases.resolved(rec)
	if err != nil {
		return err
	}
	return p.dialect.ParseInto(parts, text, p.opt)
}

// refused adds to the error of a record which dialects would take it.
func (p *parser) refused(rec *bulk.Record, err error) error {
	if rec.Err != nil {
		return err
	}
	return refused(err, p.dialect, func(d earl.Dialect) bool { return p.bases.takes(d, rec) })
}

// print writes the JSON record.
func (p *parser) print(out *bulk.Output, rec *bulk.Record, parts *earl.Parts, err error) {
	o := begin(out, rec)
	o.String(nameDialect, p.name)
	o.Bool(nameOK, err == nil)
	if err != nil {
		describe(o, err, rec.Text)
		finish(o, rec)
		return
	}
	o.String(nameHref, parts.Href)
	for i, part := range parts.List() {
		if part.Present {
			o.String(partMembers[i], part.Value)
		} else {
			o.Null(partMembers[i])
		}
	}
	if parts.PortErr != nil {
		describe(o, parts.PortErr, rec.Text)
	}
	finish(o, rec)
}
