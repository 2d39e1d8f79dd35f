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
	cmd := page("set", func(args []string) error {
		if err := cmp.Or(s.checkEdit(), e.prepare(s.Dialect, s.QuerySeparator)); err != nil {
			return err
		}
		r := s.run("href")
		r.Numbers = r.Numbers || e.params.eachValue != nil && r.Out == bulk.JSONL
		if e.given[urlerr.Scheme] != nil && e.given[urlerr.Host] == nil {
			r.URL.Hint = nil // the error already suggests --guess-scheme
		}
		if s.given("iterate") {
			r.Repeats, r.Numbers = len(e.variants), r.Numbers || r.Out == bulk.JSONL
		}
		return s.work(r, args, e.op)
	})
	flags := s.addAs(cmd, view.DialectNames()...)
	e.add(flags, &s)
	return s.add(cmd)
}

// checkEdit rejects a command without an edit. If an argument looks like a value of one, the error says of which.
func (s *Given) checkEdit() error {
	edits := s.Dialect.Name() == "whatwg" || s.Guess || s.Base != nil || s.Refang || s.Unwrap
	s.flags.Visit(func(f *pflag.Flag) {
		edits = edits || f.Annotations[cli.GroupKey] == nil &&
			!slices.Contains([]string{"as", "encode", "query-separator"}, f.Name)
	})
	for _, name := range []string{"port", "query", "fragment"} {
		if f := s.flags.Lookup(name); f.Changed && f.Value.String() == "" && !s.quiet {
			fmt.Fprintf(s.Stderr, "earl: hint: --%s '' makes the %[1]s empty: --drop %[1]s removes it\n", name)
		}
	}
	if edits {
		return nil
	}
	for _, arg := range s.args {
		name, value, ok := strings.Cut(arg, "=")
		flag := "--" + name
		switch isURL := strings.Contains(arg, "://"); {
		case ok && slices.Contains(settable, name):
		case !isURL && strings.Contains(name, "*") && value != "":
			flag = "--each-value"
		case !isURL && strings.Contains(arg, "*"):
			flag, value = "--drop-param", arg
		case ok && !strings.Contains(arg, ":"):
			flag, value = "--set-param", arg
		default:
			continue
		}
		err := fmt.Errorf("nothing to change: did you mean %s %s?", flag, cli.Quoted(value))
		return cli.WithFix(err, cli.Replace(arg, flag, value))
	}
	return errors.New("nothing to change: add a flag such as --host, --drop, --drop-param or --drop-tracking")
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
	mail     *query.Editor // the same for mailto:, in which "+" is itself (RFC 6068 §5)
	form     query.Form
}

// paramFlags has the flags for parameters.
type paramFlags struct {
	query.Edit
	remove, keep         globs
	values, appendValues *string
	eachValue            *string
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
		cli.Optional(flags, &e.given[componentOf(name)], name)
	}
	cli.Repeated(flags, "default", nil, e.defaults.Set)
	e.iterated = variants{{}}
	cli.Repeated(flags, "iterate", nil, e.iterated.Set)
	cli.Switch(flags, &e.encode, "encode")
	cli.Repeated(flags, "drop", func() []string { return removable }, e.parseRemoved)
	cli.Repeated(flags, "segment", nil, e.replaceSegment)
	cli.Repeated(flags, "append-segment", nil, e.appendSegment)
	cli.Repeated(flags, "append-path", nil, func(s string) (err error) {
		for segment := range strings.SplitSeq(strings.TrimPrefix(s, "/"), "/") {
			err = cmp.Or(err, e.appendSegment(segment))
		}
		return err
	})
	cli.Switch(flags, &e.unicode, "unicode-hosts")
	p := &e.params
	cli.Repeated(flags, "set-param", nil, addTo(&p.Set, query.Always))
	cli.Repeated(flags, "replace-param", nil, addTo(&p.Set, query.IfPresent))
	cli.Repeated(flags, "default-param", nil, addTo(&p.Set, query.IfAbsent))
	cli.Repeated(flags, "append-param", nil, addTo(&p.Append, query.Always))
	cli.Optional(flags, &p.values, "set-values")
	cli.Optional(flags, &p.appendValues, "append-values")
	cli.Optional(flags, &p.eachValue, "each-value")
	cli.Repeated(flags, "drop-param", nil, func(s string) error { return p.remove.add("--drop-param", s) })
	cli.Repeated(flags, "keep-param", nil, func(s string) error { return p.keep.add("--keep-param", s) })
	cli.Switch(flags, &p.tracking, "drop-tracking")
	cli.Switch(flags, &p.Sort, "sort-params")
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
	e.form, e.variants = form, slices.Clone(e.iterated)
	all := []*values{&e.defaults}
	for i := range e.variants {
		v := &e.variants[i]
		all = append(all, v)
		for c, text := range e.given {
			v[c] = cmp.Or(v[c], text)
		}
	}
	encodes := false
	for _, v := range all {
		encodes = e.encode && v.encode() || encodes
		if err := check(v); err != nil {
			return err
		}
	}
	if e.encode && !encodes {
		return errors.New("--encode is for components such as --path: add one")
	}
	for c := range e.given {
		iterated := e.iterated[0][c] != nil || c == int(urlerr.Query) && e.params.eachValue != nil
		name := urlerr.Component(c)
		switch set := iterated || e.given[c] != nil; {
		case iterated && (e.given[c] != nil || e.defaults[c] != nil):
			return fmt.Errorf("--iterate %s contradicts another flag that sets the %[1]s", name)
		case set && e.defaults[c] != nil:
			return fmt.Errorf("--default %s contradicts --%[1]s, which always sets it", name)
		case set && e.removes(name):
			return fmt.Errorf("--drop %s contradicts another flag that sets the %[1]s", name)
		}
	}
	p := &e.params
	p.Remove, p.Values = p.removes(), p.newValue(form)
	if p.Remove != nil || p.Values != nil || len(p.Set)+len(p.Append) > 0 || p.Sort {
		e.pairs = query.NewEditor(form, p.Edit)
		form.Encode, form.PlusIsSpace = rfc3986.Encode, false
		edit := p.Edit
		edit.Values = p.newValue(form)
		e.mail = query.NewEditor(form, edit)
	}
	return nil
}

// encodable lists the components that accept any text after percent-encoding.
var encodable = [...]urlerr.Component{urlerr.Username, urlerr.Password, urlerr.Path, urlerr.Query, urlerr.Fragment}

// encode percent-encodes the values of the components in encodable, and reports whether there are any.
func (v *values) encode() (encodes bool) {
	for _, c := range encodable {
		if v[c] == nil {
			continue
		}
		text := rfc3986.Encode(*v[c])
		if c == urlerr.Path {
			text = strings.ReplaceAll(text, "%2F", "/")
		}
		v[c], encodes = &text, true
	}
	return encodes
}

// newValue returns a function that returns the new value of a parameter. Without --set-values and --append-values, it
// returns nil.
func (p *paramFlags) newValue(form query.Form) func(string) string {
	text := p.written(form, p.values) + p.written(form, p.appendValues)
	switch {
	case p.values != nil:
		return func(string) string { return text }
	case p.appendValues != nil:
		return func(value string) string { return value + text }
	}
	return nil
}

// written returns a value of a flag as it is written in a query.
func (p *paramFlags) written(form query.Form, s *string) string {
	if s == nil {
		return ""
	}
	if raw, ok := strings.CutPrefix(*s, ":="); ok {
		return raw
	}
	return form.Encode(*s)
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
			case strings.HasPrefix(what, "non-ASCII"):
				help = "use --as whatwg, or percent-encode it"
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
		give := func(i int, v0 values) {
			var err error
			if r.Text, err = e.edited(v, &v0); err == nil {
				if e.unicode {
					r.Text = view.UnicodeURL(r.Text)
				}
				err = out.Give(r)
			} else {
				err = e.explained(v, i, err)
			}
			if failed = cmp.Or(failed, err); len(e.variants) > 1 || e.params.eachValue != nil {
				out.End(err)
			}
		}
		if e.params.eachValue == nil {
			for i := range e.variants {
				give(i, e.variants[i])
			}
			return failed
		}
		if err := v.Read(); err != nil {
			return v.Explained(err)
		}
		out.Omit() // the record has no result unless it has a parameter
		e.oneByOne(v, func(query string) {
			for i, values := range e.variants {
				values[urlerr.Query] = &query
				give(i, values)
			}
		})
		return failed
	}
}

// oneByOne calls one with the query of a URL for the results of --each-value: with another value of one parameter.
func (e *editor) oneByOne(v *view.View, one func(query string)) {
	span, _ := v.URL.InInput(urlerr.Query)
	text := v.URL.Input()[span.Start:span.End]
	value, at := "="+e.params.written(e.form, e.params.eachValue), 0
	for pair := range e.form.Split(text) {
		if name, _, _ := strings.Cut(pair, "="); pair != "" {
			one(text[:at] + name + value + text[at+len(pair):])
		}
		at += len(pair) + len("&") // --query-separator is one byte
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
func (e *editor) parseRemoved(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		if !slices.Contains(removable, name) {
			return errors.New("must be one of " + strings.Join(removable, ", ") + "; --drop-param drops a parameter")
		}
		e.remove = append(e.remove, componentOf(name))
	}
	return nil
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
		if name == "*" {
			return errors.New("names the parameter *: to set all values, use --set-values")
		}
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
	var trackers, wrappers strings.Builder
	for _, t := range canon.Trackers() {
		fmt.Fprintf(&trackers, "%s\n    %s\n", cli.Wrapped("  ", t.Whose+": "+strings.Join(t.Names, ", ")), t.Source)
	}
	for _, w := range view.Wrappers() {
		fmt.Fprintf(&wrappers, "  %s: %s\n    %s\n", w.Whose, w.About, w.Source)
	}
	return fmt.Sprintf(long("tracking"), trackers.String(), wrappers.String())
}

// globs is a list of patterns. A pattern is the texts between its asterisks.
type globs [][]string

// add adds a pattern, the value of a flag. "*" matches any text, and `\*` matches an asterisk.
func (g *globs) add(flag, pattern string) error {
	if several := strings.ReplaceAll(pattern, ",", " "+flag+" "); several != pattern && !strings.Contains(pattern, `\,`) {
		return cli.WithFix(errors.New(`is for one name: write `+flag+" "+several+`, or \, for a comma in a name`),
			cli.Replace(pattern, strings.Fields(several)...))
	}
	const anyText = "\x00" // no argument contains it
	marked := strings.NewReplacer(`\*`, "*", `\\`, `\`, `\,`, ",", "*", anyText).Replace(pattern)
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
