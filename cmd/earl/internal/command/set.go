package command

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
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/query"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// Set returns the command set.
func Set(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true}}
	var e editor
	cmd := &cobra.Command{
		Use:   "set [flags] [URL…]",
		Short: "Change components and query parameters of URLs",
		Long: `Set changes the named parts and no other byte of the URL. The flags apply in this
order:

1. --drop makes components absent, and the path empty. The components are
   ` + strings.Join(removable[:7], ", ") + `, ` + strings.Join(removable[7:], ", ") + `.
2. --scheme, --host and the other components are set. Percent-encodings in a value
   are kept; with --encode, all but letters, digits, -._~ and slashes of a path is
   encoded. Scheme and host are written in lower case. --default sets a component
   only if it is absent. A scheme from --guess-scheme counts as absent.
3. --segment replaces path segments: 1 is the first, -1 the last. --append-segment
   adds them.
4. --drop-param and --drop-tracking drop parameters. --keep-param drops all others.
   "*" matches any text, as in utm_*, and \* is an asterisk. Names are
   compared after decoding. Without parameters, the query is absent.
5. --set-values sets every value, and --append-values appends to it.
6. --set-param sets the first parameter of a name and removes the others, or adds
   it. --replace-param only replaces, --default-param only adds, and --append-param
   always adds one at the end. NAME alone is a parameter without a value.
7. --sort-params sorts parameters by name and removes empty ones. Those with the
   same name keep their order.

Segments and parameters are percent-encoded where necessary. := writes a value as it
is: --set-param NAME:=VALUE, --set-values :=VALUE. Flags with N, NAME or
COMPONENT can be repeated. earl help tracking has the names for --drop-tracking.

--iterate COMPONENT=TEXTS, with spaces between the values, gives one result for
each value or, if it is repeated, for each combination. The values of the last flag
change fastest. A failed record gives the same number of empty results. In JSON,
each result has the number of its record.

Dialects:
  rfc3986  Edits the text of the URL. If the new path would be read as an authority
           or a scheme, "/." or "./" is written before it.
  whatwg   Applies the setters of the URL Standard. The result is in normal form,
           and values are encoded where necessary. In parameters, "+" is a space.
  others   Replace the text where the dialect finds it. The result is read again:
           if another component changes, the record fails.

A value that no URL can have is a usage error. One that does not fit a URL, such as
a port for a URL without a host, fails the record.
In JSON, a result has input, ok and href.`,
		Example: `  earl set --scheme https --drop port,fragment http://example.com:80/a#b
  earl set --scheme ftp --host h.example ''    # ftp://h.example
  earl set --drop-tracking --sort-params < urls.txt
  earl set --set-param page=2 --drop-param 'session*' 'http://example.com/?page=1&session_id=x'`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := e.prepare(s.Dialect, s.QuerySeparator); err != nil {
				return err
			}
			r := s.run("href")
			if e.given[urlerr.Scheme] != nil && e.given[urlerr.Host] == nil {
				r.URL.Hint = nil // the error already suggests --guess-scheme
			}
			if s.given("iterate") {
				r.Repeats, r.Numbers = len(e.variants), r.Numbers || r.Out == bulk.JSONL
			}
			return s.work(r, args, e.op)
		},
	}
	flags := s.addAs(cmd, view.DialectNames()...)
	e.add(flags, &s)
	s.addBase(flags)
	return s.add(cmd)
}

// An editor has the flags of set, and changes URLs.
type editor struct {
	given    values
	defaults values
	iterated variants // the values of --iterate
	remove   []urlerr.Component
	encode   bool
	unicode  bool // hosts of results are written in Unicode
	segments []newSegment
	appended []string // percent-encoded
	params   paramFlags

	apply    func(of *view.View, url string, v *values) (string, error)
	variants variants      // the values for each result of a record
	pairs    *query.Editor // nil if no parameter is edited
}

// paramFlags has the flags for parameters.
type paramFlags struct {
	query.Edit
	remove, keep         globs
	values, appendValues *string
	tracking             bool
}

// values has a text for each component. nil leaves the component unchanged.
type values [urlerr.Fragment + 1]*string

// removable lists the components that --drop accepts, and settable lists the components that have a flag.
var (
	removable = strings.Fields("scheme authority userinfo username password host port path query fragment")
	settable  = slices.DeleteFunc(slices.Clone(removable), func(name string) bool { return name == "authority" })
)

// componentOf returns the component with a name, or 0 if there is none.
func componentOf(name string) urlerr.Component {
	return urlerr.Component(slices.Index(componentNames(), name)) + urlerr.Scheme
}

// add adds the flags of set, and those of s for the same parts of URLs.
func (e *editor) add(flags *pflag.FlagSet, s *Given) {
	for _, name := range settable {
		cli.Optional(flags, &e.given[componentOf(name)], name, "set the "+name+" to `TEXT`")
	}
	flags.Func("default", "set `COMPONENT=TEXT` if it is absent", e.defaults.Set)
	e.iterated = variants{{}}
	flags.Func("iterate", "a result for each value: `COMPONENT=TEXTS`", e.iterated.Set)
	flags.BoolVar(&e.encode, "encode", false, "percent-encode the values of components")
	cli.Choose(flags, &e.remove, "drop", "", "drop `COMPONENTS`, separated by commas",
		func() []string { return removable }, e.parseRemoved)
	flags.Func("segment", "replace the Nth path segment: `N=TEXT`", e.replaceSegment)
	flags.Func("append-segment", "add a segment at the end: `TEXT`", e.appendSegment)
	addUnicode(flags, &e.unicode)
	p := &e.params
	flags.Func("set-param", "set or add the parameter `NAME=VALUE`", addTo(&p.Set, query.Always))
	flags.Func("replace-param", "set `NAME=VALUE` if NAME is present", addTo(&p.Set, query.IfPresent))
	flags.Func("default-param", "add `NAME=VALUE` if NAME is absent", addTo(&p.Set, query.IfAbsent))
	flags.Func("append-param", "add `NAME=VALUE` at the end", addTo(&p.Append, query.Always))
	cli.Optional(flags, &p.values, "set-values", "set the values of all parameters to `TEXT`")
	cli.Optional(flags, &p.appendValues, "append-values", "append `TEXT` to all values")
	flags.Func("drop-param", "drop parameters: `NAME`", p.remove.add)
	flags.Func("keep-param", "drop all other parameters: `NAME`", p.keep.add)
	flags.BoolVar(&p.tracking, "drop-tracking", false, "drop parameters that track visitors")
	flags.BoolVar(&p.Sort, "sort-params", false, "sort parameters by name")
	s.addSeparator(flags)
}

// prepare checks the flags and prepares the edit. It rejects values that are invalid in every URL.
func (e *editor) prepare(d earl.Dialect, separator string) error {
	form := query.Form{Encode: rfc3986.Encode, Separator: separator, PlusIsSpace: view.PlusIsSpace(d)}
	e.apply = e.bySpans
	check := func(*values) error { return nil } // the result is read again
	switch d.Name() {
	case "rfc3986":
		e.apply, check = e.byRFC3986, e.checkRFC3986
	case "whatwg":
		form.Encode = whatwg.FormSet.Encode
		e.apply, check = e.byWHATWG, e.checkWHATWG
	}
	e.variants = slices.Clone(e.iterated)
	all := []*values{&e.defaults}
	for i := range e.variants {
		v := &e.variants[i]
		all = append(all, v)
		for c, text := range e.given {
			v[c] = cmp.Or(v[c], text)
		}
	}
	for _, v := range all {
		if e.encode {
			v.encode()
		}
		if err := check(v); err != nil {
			return err
		}
	}
	for _, v := range e.iterated {
		for c, text := range v {
			if text != nil && (e.given[c] != nil || e.defaults[c] != nil) {
				return fmt.Errorf("--iterate %s contradicts another flag that sets the %[1]s", urlerr.Component(c))
			}
		}
	}
	p := &e.params
	p.Remove, p.Values = p.removes(), p.newValue(form)
	if p.Remove != nil || p.Values != nil || len(p.Set)+len(p.Append) > 0 || p.Sort {
		e.pairs = query.NewEditor(form, p.Edit)
	}
	return nil
}

// encodable lists the components that accept any text after percent-encoding.
var encodable = [...]urlerr.Component{urlerr.Username, urlerr.Password, urlerr.Path, urlerr.Query, urlerr.Fragment}

// encode percent-encodes the values of the components in encodable.
func (v *values) encode() {
	for _, c := range encodable {
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

// newValue returns a function that returns the new value of a parameter. Without --set-values and --append-values, it
// returns nil.
func (p *paramFlags) newValue(form query.Form) func(string) string {
	written := func(s *string) string {
		if s == nil {
			return ""
		}
		if raw, ok := strings.CutPrefix(*s, ":="); ok {
			return raw
		}
		return form.Encode(*s)
	}
	text := written(p.values) + written(p.appendValues)
	switch {
	case p.values != nil:
		return func(string) string { return text }
	case p.appendValues != nil:
		return func(value string) string { return value + text }
	}
	return nil
}

// removes returns a function that reports whether to remove a parameter. If the flags remove no parameter, it returns
// nil.
func (p *paramFlags) removes() func(name string) bool {
	if len(p.remove)+len(p.keep) == 0 && !p.tracking {
		return nil
	}
	return func(name string) bool {
		return p.remove.match(name) || len(p.keep) > 0 && !p.keep.match(name) || p.tracking && canon.IsTracking(name)
	}
}

// checkRFC3986 checks each value by the grammar of RFC 3986.
func (e *editor) checkRFC3986(v *values) error {
	if v[urlerr.Userinfo] != nil && (v[urlerr.Username] != nil || v[urlerr.Password] != nil) {
		return errors.New("--userinfo contradicts --username and --password")
	}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		ref := rfc3986.MustParse("//h")
		if c == urlerr.Path { // a path without a slash is allowed
			ref = rfc3986.Ref{}
		}
		var one values
		one[c] = v[c]
		if c == urlerr.Username || c == urlerr.Password {
			one[urlerr.Userinfo] = v[c]
		}
		_, err := one.edit().Apply(ref)
		if e, ok := errors.AsType[*urlerr.Error](err); ok { // the text of e may quote a password
			what, help := e.Reason(), e.Rule.Fix
			if one[urlerr.Userinfo] != nil {
				what = "invalid text"
			}
			switch {
			case slices.Contains(encodable[:], c):
				help = "percent-encode it, or use --encode"
			case strings.HasPrefix(help, "percent-encode it"):
				help = "percent-encode it"
			}
			if before, field, ok := strings.Cut(help, "Edit."); ok {
				help = before + "--" + strings.ToLower(field)
			}
			return fmt.Errorf("--%s: %s at byte %d: %s (RFC 3986 %s, %s)", c, what, e.Offset, help, e.Rule.Section, e.Rule.Name)
		}
	}
	if name := v[urlerr.Username]; name != nil && strings.Contains(*name, ":") {
		return errors.New("--username: a colon would begin the password: write %3A")
	}
	return nil
}

// edit returns the rfc3986.Edit that sets the values.
func (v *values) edit() rfc3986.Edit {
	return rfc3986.Edit{
		Scheme: v[urlerr.Scheme], Userinfo: v[urlerr.Userinfo], Host: v[urlerr.Host], Port: v[urlerr.Port],
		Path: v[urlerr.Path], Query: v[urlerr.Query], Fragment: v[urlerr.Fragment],
	}
}

// checkWHATWG checks that a setter of the URL Standard accepts each value.
func (e *editor) checkWHATWG(v *values) error {
	if port := v[urlerr.Port]; port != nil {
		if _, err := strconv.ParseUint(*port, 10, 16); err != nil && *port != "" {
			return errors.New("--port: must be a number up to 65535")
		}
	}
	if v[urlerr.Userinfo] != nil {
		return errors.New("--userinfo needs --as rfc3986: use --username and --password")
	}
	for _, c := range e.remove {
		if c == urlerr.Scheme || c == urlerr.Authority || c == urlerr.Host {
			return fmt.Errorf("--drop %s needs --as rfc3986", c)
		}
	}
	return nil
}

func (e *editor) op() record.Op {
	r := new(record.Result)
	return func(v *view.View, out *record.Results) (failed error) {
		for i := range e.variants {
			var err error
			if r.Text, err = e.edited(v, &e.variants[i]); err == nil {
				if e.unicode {
					r.Text = view.UnicodeURL(r.Text)
				}
				err = out.Give(r)
			} else {
				err = e.explained(v, i, err)
			}
			if failed = cmp.Or(failed, err); len(e.variants) > 1 {
				out.End(err)
			}
		}
		return failed
	}
}

// explained returns err, the error of variant i, with an explanation. It prefers urllib, which accepts almost every
// text. Whatwg is no substitute: its setters ignore a part of some values, and it changes other bytes.
func (e *editor) explained(v *view.View, i int, err error) error {
	if v.Dialect.Name() == "whatwg" {
		return err
	}
	return v.ExplainedBy(err, earl.Urllib(), func(of *view.View) bool {
		other := *e
		if of.Dialect.Name() == "whatwg" || other.prepare(of.Dialect, of.Form.Separator) != nil {
			return false
		}
		_, err := other.edited(of, &other.variants[i])
		return err == nil
	})
}

// parseRemoved adds the components in a value of --drop to e.remove.
func (e *editor) parseRemoved(s string) ([]urlerr.Component, error) {
	all := e.remove
	for name := range strings.SplitSeq(s, ",") {
		if !slices.Contains(removable, name) {
			return all, errors.New("must be one of " + strings.Join(removable, ", "))
		}
		all = append(all, componentOf(name))
	}
	return all, nil
}

// component splits an argument COMPONENT=TEXT.
func component(s string) (urlerr.Component, string, error) {
	name, text, ok := strings.Cut(s, "=")
	if !ok || !slices.Contains(settable, name) {
		return 0, "", errors.New("must be COMPONENT=TEXT with one of the components " + strings.Join(settable, ", "))
	}
	return componentOf(name), text, nil
}

func (v *values) Set(s string) error {
	c, text, err := component(s)
	if err == nil {
		v[c] = &text
	}
	return err
}

// variants has the values for each result of a record.
type variants []values

// maxVariants is the maximum number of results for a record.
const maxVariants = 1 << 16

// Set sets a component in copies of each variant: one for each value.
func (all *variants) Set(s string) error {
	c, text, err := component(s)
	if err != nil {
		return err
	}
	old, texts := *all, strings.Split(text, " ")
	switch {
	case old[0][c] != nil:
		return errors.New("the component has values already")
	case len(texts)*len(old) > maxVariants:
		return fmt.Errorf("must be %d combinations or fewer", maxVariants)
	}
	*all = nil
	for _, v := range old {
		for i := range texts {
			v[c] = &texts[i]
			*all = append(*all, v)
		}
	}
	return nil
}

// addTo returns a function for a flag. The function adds the parameter in its argument to list.
func addTo(list *[]query.Pair, when query.When) func(string) error {
	return func(s string) error {
		name, value, ok := strings.Cut(s, "=")
		raw := false
		if ok {
			name, raw = strings.CutSuffix(name, ":")
		}
		*list = append(*list, query.Pair{Name: name, Value: value, Bare: !ok, Raw: raw, When: when})
		return nil
	}
}

// A newSegment is a value of --segment: a percent-encoded segment, and the number of the segment that it replaces.
type newSegment struct {
	n    int
	text string
}

func (e *editor) replaceSegment(s string) error {
	number, text, ok := strings.Cut(s, "=")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n == 0 {
		return errors.New("must be N=TEXT, where N is 1 for the first segment, or -1 for the last")
	}
	text, err = encodedSegment(text)
	e.segments = append(e.segments, newSegment{n, text})
	return err
}

func (e *editor) appendSegment(s string) error {
	text, err := encodedSegment(s)
	e.appended = append(e.appended, text)
	return err
}

func encodedSegment(text string) (string, error) {
	if text == "." || text == ".." {
		return "", errors.New("a path cannot have that as data")
	}
	return rfc3986.Encode(text), nil
}

func trackingHelp() string {
	var b strings.Builder
	b.WriteString("Upper and lower case are the same, and * matches any text.\n\n")
	for _, t := range canon.Trackers() {
		fmt.Fprintf(&b, "  %s: %s\n", t.Whose, strings.Join(t.Names, ", "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// globs is a list of patterns. A pattern is the texts between its asterisks.
type globs [][]string

// add adds a pattern. "*" matches any text, and `\*` matches an asterisk. The error is always nil:
// add can be the function of a flag.
func (g *globs) add(pattern string) error {
	const anyText = "\x00" // no argument contains it
	marked := strings.NewReplacer(`\*`, "*", `\\`, `\`, "*", anyText).Replace(pattern)
	*g = append(*g, strings.Split(marked, anyText))
	return nil
}

func (g globs) match(name string) bool {
	return slices.ContainsFunc(g, func(pieces []string) bool { return matchGlob(pieces, name) })
}

// matchGlob reports whether name consists of pieces with any text between them. It matches each piece at the earliest
// possible place, and never needs to try a later one.
func matchGlob(pieces []string, name string) bool {
	last := len(pieces) - 1
	name, ok := strings.CutPrefix(name, pieces[0])
	if last == 0 {
		return ok && name == ""
	}
	for _, piece := range pieces[1:last] {
		var found bool
		_, name, found = strings.Cut(name, piece)
		ok = ok && found
	}
	return ok && strings.HasSuffix(name, pieces[last])
}
