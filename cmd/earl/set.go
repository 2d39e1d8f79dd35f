package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/query"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

func (a *app) set() *cobra.Command {
	var (
		s    stream
		d    dialectFlag
		base optional
		e    editor
		w    whereFlag
	)
	cmd := &cobra.Command{
		Use:   "set [flags] [URL…]",
		Short: "Change components and query parameters of URLs",
		Long: `Set changes what its flags name, and no other byte of the URL, in this order:

1. --remove makes components absent. A path becomes empty.
2. The flags of components set them. The values are text, escapes included; with
   --encode they are data. Scheme and host are written in lower case. --default
   sets a component only if the URL does not have it. A scheme that --guess-scheme
   has guessed counts as absent.
3. --segment replaces segments of the path, and --append-segment adds segments
   at its end. These are data.
4. --remove-param and --strip-tracking remove parameters. --keep-param removes
   all others.
5. --set-values sets the value of every parameter, and --append-values adds to
   it.
6. --set-param sets the first parameter of the name and removes others of that
   name. If there is none, it adds one. --replace-param never adds one, and
   --default-param only adds one. --append-param adds one at the end.
7. --sort-params sorts parameters by their names, and removes empty ones. Those
   of one name stay in order.

Data is percent-encoded where that is necessary. NAME=VALUE of a parameter is
data; NAME alone is a parameter without a value.

With --iterate, each record gives a result for each combination of values. The
last flag changes first. A record that fails gives as many empty results, so
that the number of lines for each record is the same. In JSON each result is an
object with the number of the record.

Names of parameters to remove or to keep are compared decoded, and may have "*"
for any text: utm_*; \* is a star. A query whose last parameter goes is absent.

The dialect rfc3986 changes the text of the URL as it is. Where a path would be
read as an authority or as a scheme, it gets "/." or "./" in front. The dialect
whatwg reads the URL, which writes it in normal form, and does what the setters
of the URL Standard do: these encode what has to be. There "+" in a parameter is
a space.

A value that can be in no URL is wrong usage; one that does not fit a URL, such
as a port where there is no host, is an error of that record.

--strip-tracking removes these, in either case:
` + trackingHelp() + `
As text, a result is one URL a line; as JSON, an object with the keys input, ok
and href.`,
		Example: `  earl set --scheme https --remove port,fragment http://example.com:80/a#b
  earl set --strip-tracking --sort-params < urls.txt
  earl set --set-param page=2 --remove-param 'session*' 'http://example.com/?page=1&session_id=x'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !is[rfc3986.Dialect](d.Dialect) && !is[whatwg.Dialect](d.Dialect) {
				return d.unsupported(cmd, "rfc3986", "whatwg")
			}
			if err := s.check(cmd); err != nil {
				return err
			}
			e.resolver = newResolver(d.Dialect, base.value, &s)
			s.numbers = s.numbers || len(e.iterate) > 0 && s.out.format == bulk.JSONL
			if err := e.prepare(d.Dialect); err != nil {
				return err
			}
			return a.work(cmd, &s, args, w.filter(newViewer(d.Dialect, base.value, &s), e.op))
		},
	}
	d.byDefault(cmd, "rfc3986")
	e.add(cmd.Flags())
	cmd.Flags().Var(&base, "base", "resolve each URL against this `URL` first")
	w.add(cmd.Flags())
	s.columns = []string{"href"}
	s.urls = true
	s.add(cmd)
	return cmd
}

// An editor changes URLs as its flags say.
type editor struct {
	given    values
	defaults values
	iterate  iterateFlag
	remove   componentsFlag
	encode   bool
	unicode  bool
	segments segmentsFlag
	appended segmentTexts
	params   paramFlags

	*resolver
	apply    func(url string, v *values) (string, error)
	variants []values      // what is set, for each result of a record
	pairs    *query.Editor // nil if no parameter is concerned
}

// paramFlags are the flags on parameters.
type paramFlags struct {
	set, append          []query.Pair
	remove, keep         globsFlag
	values, appendValues optional
	separator            separatorFlag
	tracking             bool
	sort                 bool
}

// values are texts of components. nil leaves a component as it is.
type values [urlerr.Fragment + 1]*string

// settable are the components that have a flag.
var settable = [...]urlerr.Component{
	urlerr.Scheme, urlerr.Userinfo, urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query,
	urlerr.Fragment,
}

// add adds the flags.
func (e *editor) add(flags *pflag.FlagSet) {
	for _, c := range settable {
		flags.Var(&componentFlag{&e.given[c]}, c.String(), "set the "+c.String()+" to this `TEXT`")
	}
	flags.Var(&e.defaults, "default", "set a component that the URL does not have: `COMPONENT=TEXT`; may be given again")
	flags.Var(&e.iterate, "iterate",
		"give a result for each value of a component: `COMPONENT=TEXTS` with spaces between the values; may be given again")
	flags.BoolVar(&e.encode, "encode", false,
		"percent-encode the values of components: everything but letters, digits, -._~ and the slashes of a path")
	flags.Var(&e.remove, "remove", "remove these `COMPONENTS`, separated by commas: "+removableNames())
	flags.Var(&e.segments, "segment",
		"replace a segment of the path, the first one being 1 and the last -1: `N=TEXT`; may be given again")
	flags.Var(&e.appended, "append-segment", "add this `TEXT` as a segment at the end of the path; may be given again")
	flags.BoolVar(&e.unicode, "unicode-hosts", false, "write host names in Unicode, not in Punycode")
	p := &e.params
	flags.Var(&pairsFlag{&p.set, query.Always}, "set-param", "set a parameter: `NAME=VALUE` or NAME; may be given again")
	flags.Var(&pairsFlag{&p.set, query.IfPresent}, "replace-param",
		"set a parameter that the query has: `NAME=VALUE` or NAME; may be given again")
	flags.Var(&pairsFlag{&p.set, query.IfAbsent}, "default-param",
		"add a parameter that the query does not have: `NAME=VALUE` or NAME; may be given again")
	flags.Var(&pairsFlag{&p.append, query.Always}, "append-param",
		"add a parameter at the end: `NAME=VALUE` or NAME; may be given again")
	flags.Var(&p.values, "set-values", "set the value of every parameter to this `TEXT`")
	flags.Var(&p.appendValues, "append-values", "append this `TEXT` to the value of every parameter")
	flags.Var(&p.remove, "remove-param", "remove the parameters of this `NAME`; may be given again")
	flags.Var(&p.keep, "keep-param", "remove all parameters but those of this `NAME`; may be given again")
	flags.BoolVar(&p.tracking, "strip-tracking", false, "remove parameters that tell how somebody came to a page")
	flags.BoolVar(&p.sort, "sort-params", false, "sort parameters by their names")
	addSeparator(flags, &p.separator)
}

// prepare checks the flags and prepares the edit. It rejects values that no URL can have.
func (e *editor) prepare(d earl.Dialect) error {
	form := query.Form{Encode: rfc3986.Encode, Separator: string(e.params.separator)}
	e.apply = e.byRFC3986
	check := e.checkRFC3986
	if is[whatwg.Dialect](d) {
		form.PlusIsSpace, form.Encode = true, whatwg.FormSet.Encode
		e.apply = e.byWHATWG
		check = e.checkWHATWG
	}
	e.variants = e.iterate.variants(e.given)
	all := []*values{&e.defaults}
	for i := range e.variants {
		all = append(all, &e.variants[i])
	}
	for _, v := range all {
		if e.encode {
			v.encode()
		}
		if err := check(v); err != nil {
			return err
		}
	}
	for _, it := range e.iterate {
		if e.given[it.component] != nil || e.defaults[it.component] != nil {
			return fmt.Errorf("--iterate %s contradicts another flag that sets the %[1]s", it.component)
		}
	}
	p := &e.params
	edit := query.Edit{Set: p.set, Append: p.append, Sort: p.sort, Remove: p.removes(), Values: p.newValue(form)}
	if edit.Remove != nil || edit.Values != nil || len(edit.Set)+len(edit.Append) > 0 || p.sort {
		e.pairs = query.NewEditor(form, edit)
	}
	return nil
}

// encode percent-encodes the components that can have any text.
func (v *values) encode() {
	for _, c := range [...]urlerr.Component{urlerr.Username, urlerr.Password, urlerr.Path, urlerr.Query, urlerr.Fragment} {
		if v[c] == nil {
			continue
		}
		text := rfc3986.Encode(*v[c])
		if c == urlerr.Path {
			text = strings.ReplaceAll(text, "%2F", "/")
		}
		v[c] = &text
	}
}

// newValue returns a function that returns the new value of a parameter, or nil if values stay.
func (p *paramFlags) newValue(form query.Form) func(string) string {
	set, added := p.values.value, p.appendValues.value
	if set == nil && added == nil {
		return nil
	}
	text := form.Encode(p.values.String() + p.appendValues.String())
	return func(value string) string {
		if set == nil {
			return value + text
		}
		return text
	}
}

// removes returns a function that reports whether to remove a parameter, or nil if none is removed.
func (p *paramFlags) removes() func(name string) bool {
	if p.remove.empty() && p.keep.empty() && !p.tracking {
		return nil
	}
	return func(name string) bool {
		return p.remove.match(name) || !p.keep.empty() && !p.keep.match(name) || p.tracking && canon.IsTracking(name)
	}
}

// checkRFC3986 checks each value for rfc3986.
func (e *editor) checkRFC3986(v *values) error {
	if v[urlerr.Userinfo] != nil && (v[urlerr.Username] != nil || v[urlerr.Password] != nil) {
		return errors.New("--userinfo contradicts --username and --password")
	}
	for _, c := range settable {
		ref := rfc3986.MustParse("//h")
		if c == urlerr.Path { // which need not begin with a slash
			ref = rfc3986.Ref{}
		}
		var one values
		one[c] = v[c]
		if c == urlerr.Username || c == urlerr.Password {
			one[urlerr.Userinfo] = v[c]
		}
		_, err := one.edit().Apply(ref)
		if e, ok := errors.AsType[*urlerr.Error](err); ok { // its text may quote a password
			return fmt.Errorf("--%s: %v: not %s (%s) at byte %d", c, e.Rule.Kind, e.Rule.Name, e.Rule.Section, e.Offset)
		}
	}
	if name := v[urlerr.Username]; name != nil && strings.Contains(*name, ":") {
		return errors.New("--username: a colon would begin the password; it is %3A")
	}
	return nil
}

// edit returns the edit that sets the values.
func (v *values) edit() rfc3986.Edit {
	return rfc3986.Edit{
		Scheme: v[urlerr.Scheme], Userinfo: v[urlerr.Userinfo], Host: v[urlerr.Host], Port: v[urlerr.Port],
		Path: v[urlerr.Path], Query: v[urlerr.Query], Fragment: v[urlerr.Fragment],
	}
}

// checkWHATWG checks each value for whatwg.
func (e *editor) checkWHATWG(v *values) error {
	if port := v[urlerr.Port]; port != nil && !ascii.All(*port, ascii.Digit) {
		return errors.New("--port: digits are wanted")
	}
	if v[urlerr.Userinfo] != nil {
		return errors.New("--userinfo is for --as rfc3986; there are --username and --password")
	}
	for _, c := range e.remove {
		if c == urlerr.Scheme || c == urlerr.Authority || c == urlerr.Host {
			return fmt.Errorf("--remove %s is for --as rfc3986", c)
		}
	}
	return nil
}

// op edits one record.
func (e *editor) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) (failed error) {
		for i := range e.variants {
			href, err := e.edited(rec, &e.variants[i])
			if err == nil && e.unicode {
				href = unicodeURL(href)
			}
			if err != nil {
				err = fail(out, rec, err)
			} else {
				err = give(out, rec, "href", href)
			}
			if failed = cmp.Or(failed, err); len(e.variants) > 1 {
				out.Next(err)
			}
		}
		return failed
	}
}

// removable are the components that --remove accepts.
var removable = [...]urlerr.Component{
	urlerr.Scheme, urlerr.Authority, urlerr.Userinfo, urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Port,
	urlerr.Path, urlerr.Query, urlerr.Fragment,
}

func removableNames() string {
	var names []string
	for _, c := range removable {
		names = append(names, c.String())
	}
	return strings.Join(names, ", ")
}

// A componentsFlag is the value of --remove.
type componentsFlag []urlerr.Component

func (f *componentsFlag) Type() string   { return "COMPONENTS" }
func (f *componentsFlag) String() string { return "" }

func (f *componentsFlag) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		i := slices.IndexFunc(removable[:], func(c urlerr.Component) bool { return c.String() == name })
		if i < 0 {
			return errors.New("there is " + removableNames())
		}
		*f = append(*f, removable[i])
	}
	return nil
}

// A componentFlag is the value of a component.
type componentFlag struct{ value **string }

func (f *componentFlag) Type() string       { return "TEXT" }
func (f *componentFlag) Set(s string) error { *f.value = &s; return nil }
func (f *componentFlag) String() string     { return "" }

// component reads COMPONENT=TEXT.
func component(s string) (urlerr.Component, string, error) {
	name, text, ok := strings.Cut(s, "=")
	i := slices.IndexFunc(settable[:], func(c urlerr.Component) bool { return c.String() == name })
	if !ok || i < 0 {
		var names []string
		for _, c := range settable {
			names = append(names, c.String())
		}
		return 0, "", errors.New("must be COMPONENT=TEXT with one of the components " + strings.Join(names, ", "))
	}
	return settable[i], text, nil
}

func (v *values) Type() string   { return "COMPONENT=TEXT" }
func (v *values) String() string { return "" }

func (v *values) Set(s string) error {
	c, text, err := component(s)
	if err == nil {
		v[c] = &text
	}
	return err
}

// An iterateFlag is the value of --iterate.
type iterateFlag []struct {
	component urlerr.Component
	texts     []string
}

func (f *iterateFlag) Type() string   { return "COMPONENT=TEXTS" }
func (f *iterateFlag) String() string { return "" }

// maxVariants is the maximum number of results for a record.
const maxVariants = 1 << 16

func (f *iterateFlag) Set(s string) error {
	c, text, err := component(s)
	if err != nil {
		return err
	}
	n := 1
	for _, it := range *f {
		if it.component == c {
			return errors.New("the component has values already")
		}
		n *= len(it.texts)
	}
	texts := strings.Split(text, " ")
	if n*len(texts) > maxVariants {
		return fmt.Errorf("must be %d combinations or fewer", maxVariants)
	}
	*f = append(*f, struct {
		component urlerr.Component
		texts     []string
	}{c, texts})
	return nil
}

// variants returns v with each combination of values.
func (f iterateFlag) variants(v values) []values {
	all := []values{v}
	for _, it := range f {
		var next []values
		for _, v := range all {
			for i := range it.texts {
				v[it.component] = &it.texts[i]
				next = append(next, v)
			}
		}
		all = next
	}
	return all
}

// A separatorFlag is the value of --query-separator.
type separatorFlag string

func addSeparator(flags *pflag.FlagSet, f *separatorFlag) {
	flags.Var(f, "query-separator", "parameters of queries are separated by this `CHARACTER` instead of &, such as ;")
}

func (f *separatorFlag) Type() string   { return "CHARACTER" }
func (f *separatorFlag) String() string { return string(*f) }

func (f *separatorFlag) Set(s string) error {
	if len(s) != 1 || !strings.Contains("&;,:|!$'()/?@", s) {
		return errors.New("must be one punctuation character, such as ; or , or a colon")
	}
	*f = separatorFlag(s)
	return nil
}

// A pairsFlag adds names and values to a list.
type pairsFlag struct {
	list *[]query.Pair
	when query.When
}

func (f *pairsFlag) Type() string   { return "NAME=VALUE" }
func (f *pairsFlag) String() string { return "" }

func (f *pairsFlag) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	*f.list = append(*f.list, query.Pair{Name: name, Value: value, Bare: !ok, When: f.when})
	return nil
}

// A globsFlag is a set of patterns.
type globsFlag struct{ globs }

func (f *globsFlag) Type() string       { return "NAME" }
func (f *globsFlag) String() string     { return "" }
func (f *globsFlag) Set(s string) error { f.add(s); return nil }

// A segmentTexts is a list of percent-encoded segments.
type segmentTexts []string

func (f *segmentTexts) Type() string   { return "TEXT" }
func (f *segmentTexts) String() string { return "" }

func (f *segmentTexts) Set(s string) error {
	if s == "." || s == ".." {
		return errors.New("a path cannot have that as data")
	}
	*f = append(*f, rfc3986.Encode(s))
	return nil
}

// A segmentsFlag is a list of segments with their numbers.
type segmentsFlag []struct {
	n    int
	text string
}

func (f *segmentsFlag) Type() string   { return "N=TEXT" }
func (f *segmentsFlag) String() string { return "" }

func (f *segmentsFlag) Set(s string) error {
	number, text, ok := strings.Cut(s, "=")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n == 0 {
		return errors.New("N=TEXT is wanted, with a number from 1, or from -1 for the last segment")
	}
	var texts segmentTexts
	if err := texts.Set(text); err != nil {
		return err
	}
	*f = append(*f, struct {
		n    int
		text string
	}{n, texts[0]})
	return nil
}

func (f *componentsFlag) choices() []string { return strings.Split(removableNames(), ", ") }
