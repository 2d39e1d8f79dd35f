package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
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
	)
	cmd := &cobra.Command{
		Use:   "set [flags] [URL…]",
		Short: "Change parts of URLs and parameters of their queries",
		Long: `Set changes what its flags name, and no other byte of the URL, in this order:

1. Components of --remove become absent; a path becomes empty.
2. Components are set to the text that their flags give, escapes included.
   Scheme and host are written in lower case.
3. --segment replaces segments of the path, --append-segment adds some at its
   end. These are data: what has to be percent-encoded is.
4. Parameters are removed: those that --remove-param or --strip-tracking names,
   and with --keep-param all that it does not.
5. --set-param sets parameters: the first one of the name gets the value, others
   go; without any it is added. --append-param adds one at the end. Names and
   values are data.
6. --sort-params sorts parameters by their names; those of one name stay in
   order, and empty ones go.

Names of parameters to remove or to keep are compared decoded, and may have "*"
for any text: utm_*; \* is a star. A query whose last parameter goes is absent.

The dialect rfc3986 changes the text of the URL as it is. Where a path would be
read as an authority or as a scheme, it gets "/." or "./" in front. The dialect
whatwg reads the URL, which writes it in normal form, and does what the setters
of the URL Standard do: these encode what has to be. There "+" in a parameter is
a space.

A value that can be in no URL is wrong usage; one that does not fit a URL, such
as a port where there is no host, is an error of that record.

--strip-tracking removes these, in either case (list ` + strconv.Itoa(trackingVersion) + `):
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
			e.resolver = newResolver(d.Dialect, base.value)
			if err := e.prepare(d.Dialect); err != nil {
				return err
			}
			return a.work(cmd, &s, args, e.op)
		},
	}
	d.byDefault(cmd, "rfc3986")
	e.add(cmd.Flags())
	cmd.Flags().Var(&base, "base", "resolve each URL against this `URL` first")
	s.columns = []string{"href"}
	s.add(cmd)
	return cmd
}

// An editor changes URLs as its flags say.
type editor struct {
	scheme, userinfo, username, password, host, port, path, query, fragment optional

	remove   componentsFlag
	segments segmentsFlag
	appended segmentTexts
	params   paramFlags

	*resolver
	apply func(url string) (string, error)
	edit  rfc3986.Edit  // what does not depend on the URL
	pairs *query.Editor // nil if no parameter is concerned
}

// paramFlags are the flags on parameters.
type paramFlags struct {
	set, append  pairsFlag
	remove, keep globsFlag
	tracking     bool
	sort         bool
}

// A componentFlag is a flag that sets a component.
type componentFlag struct {
	name  string
	value *optional
}

func (e *editor) components() [9]componentFlag {
	return [...]componentFlag{
		{"scheme", &e.scheme}, {"userinfo", &e.userinfo}, {"username", &e.username}, {"password", &e.password},
		{"host", &e.host}, {"port", &e.port}, {"path", &e.path}, {"query", &e.query}, {"fragment", &e.fragment},
	}
}

// add adds the flags.
func (e *editor) add(flags *pflag.FlagSet) {
	for _, f := range e.components() {
		flags.Var(f.value, f.name, "set the "+f.name+" to this `TEXT`")
	}
	flags.Var(&e.remove, "remove", "remove these `COMPONENTS`, separated by commas: "+removableNames())
	flags.Var(&e.segments, "segment",
		"replace a segment of the path, the first one being 1 and the last -1: `N=TEXT`; may be given again")
	flags.Var(&e.appended, "append-segment", "add this `TEXT` as a segment at the end of the path; may be given again")
	p := &e.params
	flags.Var(&p.set, "set-param", "set a parameter: `NAME=VALUE`; may be given again")
	flags.Var(&p.append, "append-param", "add a parameter at the end: `NAME=VALUE`; may be given again")
	flags.Var(&p.remove, "remove-param", "remove the parameters of this `NAME`; may be given again")
	flags.Var(&p.keep, "keep-param", "remove all parameters but those of this `NAME`; may be given again")
	flags.BoolVar(&p.tracking, "strip-tracking", false, "remove parameters that tell how somebody came to a page")
	flags.BoolVar(&p.sort, "sort-params", false, "sort parameters by their names")
}

// prepare checks the flags and prepares the edit. It rejects values that no URL can have.
func (e *editor) prepare(d earl.Dialect) error {
	if e.userinfo.value != nil && (e.username.value != nil || e.password.value != nil) {
		return errors.New("--userinfo contradicts --username and --password")
	}
	form := query.Form{Encode: rfc3986.Encode}
	e.apply = e.byRFC3986
	check := e.checkRFC3986
	if is[whatwg.Dialect](d) {
		form = query.Form{PlusIsSpace: true, Encode: whatwg.FormSet.Encode}
		e.apply = e.byWHATWG
		check = e.checkWHATWG
	}
	if err := check(); err != nil {
		return err
	}
	p := &e.params
	edit := query.Edit{Set: p.set, Append: p.append, Sort: p.sort, Remove: p.removes()}
	if edit.Remove != nil || len(edit.Set)+len(edit.Append) > 0 || p.sort {
		e.pairs = query.NewEditor(form, edit)
	}
	return nil
}

// removes returns a function that reports whether to remove a parameter, or nil if none is removed.
func (p *paramFlags) removes() func(name string) bool {
	if p.remove.empty() && p.keep.empty() && !p.tracking {
		return nil
	}
	var tracks globs
	if p.tracking {
		tracks = tracking()
	}
	return func(name string) bool {
		return p.remove.match(name) || !p.keep.empty() && !p.keep.match(name) || p.tracking &&
			tracks.match(ascii.ToLower(name))
	}
}

// checkRFC3986 checks each value for rfc3986.
func (e *editor) checkRFC3986() error {
	e.edit = rfc3986.Edit{
		Scheme: e.scheme.value, Userinfo: e.userinfo.value, Host: e.host.value, Port: e.port.value,
		Path: e.path.value, Query: e.query.value, Fragment: e.fragment.value,
	}
	for _, c := range e.remove {
		if c != urlerr.Password {
			e.edit.Remove = append(e.edit.Remove, c)
		}
	}
	for _, f := range []struct {
		name string
		edit rfc3986.Edit
	}{
		{"scheme", rfc3986.Edit{Scheme: e.scheme.value}},
		{"userinfo", rfc3986.Edit{Userinfo: e.userinfo.value}},
		{"username", rfc3986.Edit{Userinfo: e.username.value}},
		{"password", rfc3986.Edit{Userinfo: e.password.value}},
		{"host", rfc3986.Edit{Host: e.host.value}},
		{"port", rfc3986.Edit{Port: e.port.value}},
		{"path", rfc3986.Edit{Path: e.path.value}},
		{"query", rfc3986.Edit{Query: e.query.value}},
		{"fragment", rfc3986.Edit{Fragment: e.fragment.value}},
	} {
		ref := rfc3986.MustParse("//h")
		if f.name == "path" { // which need not begin with a slash
			ref = rfc3986.Ref{}
		}
		_, err := f.edit.Apply(ref)
		if e, ok := errors.AsType[*urlerr.Error](err); ok { // its text may quote a password
			return fmt.Errorf("--%s: %v: not %s (%s) at byte %d", f.name, e.Rule.Kind, e.Rule.Name, e.Rule.Section, e.Offset)
		}
	}
	if name := e.username.value; name != nil && strings.Contains(*name, ":") {
		return errors.New("--username: a colon would begin the password; it is %3A")
	}
	return nil
}

// checkWHATWG checks each value for whatwg.
func (e *editor) checkWHATWG() error {
	if port := e.port.value; port != nil && !ascii.All(*port, ascii.Digit) {
		return errors.New("--port: digits are wanted")
	}
	if e.userinfo.value != nil {
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
	return func(rec *bulk.Record, out *bulk.Output) error {
		var href string
		err := rec.Err
		if err == nil {
			href, err = e.edited(rec)
		}
		if err != nil {
			return fail(out, rec, err)
		}
		return give(out, rec, "href", href)
	}
}

// removable are the components that --remove accepts.
var removable = [...]urlerr.Component{
	urlerr.Scheme, urlerr.Authority, urlerr.Userinfo, urlerr.Password, urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query,
	urlerr.Fragment,
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

// A pairsFlag is a list of names and values.
type pairsFlag []query.Pair

func (f *pairsFlag) Type() string   { return "NAME=VALUE" }
func (f *pairsFlag) String() string { return "" }

func (f *pairsFlag) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok {
		return errors.New("NAME=VALUE is wanted")
	}
	*f = append(*f, query.Pair{Name: name, Value: value})
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
