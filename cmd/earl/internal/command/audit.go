package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"
	"golang.org/x/net/publicsuffix"

	"earl.example"
	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/httptarget"
	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/place"
	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Audit returns the command audit.
func Audit(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, documents: []string{"drawing", "sarif"}}}
	var explain []string
	var list, published, extract bool
	var beside cli.NameFlag
	var besideFile *files.Writer
	var check, server httptarget.Reader
	x := auditor{tripped: map[string]int64{}}
	cmd := page("audit", func(args []string) (err error) {
		if len(args) > 0 && slices.Contains(append(findingIDs(), "list", "explain", "advisories"), args[0]) {
			return errors.New(args[0] + " is no URL: did you mean --list, --explain ID, or earl audit URL | grep ID?")
		}
		switch {
		case (list || published || explain != nil) && len(args)+s.files > 0:
			return errors.New("--list, --explain and --advisories take no URLs")
		case published:
			return advisories(&s)
		case list || explain != nil:
			return kinds(&s, explain)
		case x.failOn != 0 && x.failOn < x.least:
			return fmt.Errorf("--fail-on %s is below --min-severity %s, which leaves such findings out", x.failOn, x.least)
		case s.Base != nil:
			if err := view.Resolving("--base", x.options.Dialects...); err != nil {
				return err
			}
		}
		x.options.Base, x.options.IsTopLevel = s.Base, isTopLevel
		if s.given("check") {
			x.options.Readers = []httptarget.Reader{check, server}
		}
		if s.value("out") == "sarif" {
			s.Out, x.report = bulk.Document, newSarif(s.In, len(args) > 0)
		} else {
			x.draw = s.drawingStyle(len(args) > 0)
		}
		if len(beside) > 0 && s.Trial == nil {
			name := beside[len(beside)-1]
			if name == "-" || slices.Contains(s.output, name) || slices.Contains(slices.Concat(s.inputs, args), name) {
				return fmt.Errorf("--sarif %s: must be a file of its own", cli.Shown(name))
			}
			file, err := files.Create(name)
			if err != nil {
				return cli.FileError(name, err)
			}
			defer file.Discard()
			x.beside = newSarif(s.In, false)
			x.besideDoc, besideFile = x.beside.document(), file
			x.besideDoc.W = file
		}
		r := s.run("worst", "differ", "findings")
		x.only = x.only || extract
		if x.guess = s.Guess; x.report != nil {
			r.Document = x.report.document()
		}
		if extract {
			docs := documents{text: new(place.Text)}
			docs.opt.Text, docs.opt.Find.Malformed, docs.opt.Find.Markup = docs.text.Add, true, true
			if s.Base != nil {
				docs.opt.Context.Retrieval = []string{*s.Base}
			}
			err = docs.run(r, append(s.inputs, args...), x.op)
		} else {
			err = s.work(r, args, x.op)
		}
		if x.high.Load() && x.failOn == 0 && len(args) > 0 && !extract &&
			cli.IsTerminal(proc.Stderr.W) { // a script has no use for it
			r.Hint("fail", "there are findings of severity high; with --fail-on high, they make the exit status 1")
		}
		if x.beside != nil && err == nil {
			if err = cmp.Or(x.besideDoc.End(), besideFile.Commit()); err != nil {
				return cli.FileError(beside[len(beside)-1], err)
			}
		}
		if x.failed > 0 {
			if !s.quiet {
				fmt.Fprintln(proc.Stderr, x.failure())
			}
			if proc.Status == cli.StatusOK {
				proc.Status = cli.StatusNo
			}
		}
		return err
	})
	stacks := ""
	for _, name := range audit.Stacks() {
		dialects, _ := audit.Stack(name)
		stacks += fmt.Sprintf("  %-17s  %s\n", name, strings.Join(cli.NamesOf(dialects, earl.Dialect.String), ","))
	}
	cmd.Long = fmt.Sprintf(cmd.Long, stacks)
	flags := cmd.Flags()
	cli.Optional(flags, &s.Base, "base")
	as := cli.Join(cli.Choose(flags, &x.options.Dialects, "as", "", view.DialectChoices, listOf(view.ParseDialect)))
	as.Annotations = map[string][]string{cli.DialectKey: view.DialectNames()}
	cli.Choose(flags, &x.options.Dialects, "stack", "", audit.Stacks, parseStack)
	cli.Pick(flags, &x.failOn, "fail-on", "", audit.Info, audit.Low, audit.Medium, audit.High)
	cli.Pick(flags, &x.least, "min-severity", "", audit.Info, audit.Low, audit.Medium, audit.High)
	cli.Repeated(flags, "ignore", findingIDs, func(s string) error {
		ids, err := listOf(parseID)(s)
		x.ignore = append(x.ignore, ids...)
		return err
	})
	addBelow(flags, &x.options.Below)
	cli.Choose(flags, &check, "check", "", httptarget.Readers, parseReader)
	cli.Choose(flags, &server, "server", "", httptarget.Readers, parseReader)
	cli.Switch(flags, &extract, "extract")
	flags.Var(&beside, "sarif", "")
	cli.Switch(flags, &x.only, "only-findings")
	cli.Switch(flags, &x.params, "params")
	cli.Choose(flags, &explain, "explain", "", findingIDs, listOf(parseID))
	cli.Switch(flags, &list, "list")
	cli.Switch(flags, &published, "advisories")
	return s.add(cmd)
}

func parseStack(s string) ([]earl.Dialect, error) {
	dialects, err := audit.Stack(s)
	if err != nil {
		err = cli.Unknown("stack", s, audit.Stacks())
	}
	return dialects, err
}

func findingIDs() []string {
	return cli.NamesOf(audit.Kinds(), func(kind audit.Kind) string { return kind.ID })
}

// listOf returns a function that parses a list of values with commas between them.
func listOf[T any](parse func(s string) (T, error)) func(s string) ([]T, error) {
	return func(s string) (all []T, err error) {
		for part := range strings.SplitSeq(s, ",") {
			value, bad := parse(part)
			all, err = append(all, value), cmp.Or(err, bad)
		}
		return all, err
	}
}

func parseID(id string) (string, error) {
	if ids := findingIDs(); !slices.Contains(ids, id) {
		return "", cli.UnknownOf("finding", id, ids, "earl audit --list has all")
	}
	return id, nil
}

// An auditor has the settings of audit, and counts the records that meet --fail-on.
type auditor struct {
	guess         bool // --guess-scheme
	only          bool // --only-findings, and in documents
	params        bool // --params
	options       audit.Options
	failOn, least audit.Severity
	ignore        []string
	report        *sarif // the document of --out sarif, or nil
	beside        *sarif // the results of --sarif, or nil
	besideDoc     *record.Document
	draw          *show.Style // the style of drawings, or nil

	audited  atomic.Int64
	high     atomic.Bool // a finding has the severity high
	mu       sync.Mutex
	failed   int              // records that meet --fail-on
	tripped  map[string]int64 // number of findings in these records, by ID
	firstNum int64            // number of the first of these records
	first    string           // describes the first of these records
}

func (x *auditor) op() record.Op {
	var r audit.Report
	var writer show.Recorder
	return func(v *view.View, out *record.Results) error {
		rec := v.Rec
		doc, inDocument := rec.Value.(*reference)
		switch {
		case inDocument && doc.ofDocument():
			return doc.placed()
		case inDocument && !doc.Base.IsZero():
			rec.Base, rec.HasBase = doc.Base.URL(), true
		}
		if name := ascii.ToLower(rec.Input); inDocument && strings.HasSuffix(rec.Text, "]") &&
			(strings.HasSuffix(name, ".adoc") || strings.HasSuffix(name, ".asciidoc")) {
			rec.Text, _, _ = strings.Cut(rec.Text, "[") // in AsciiDoc, the text of a link follows in brackets
		}
		if x.guess && !rec.HasBase && x.options.Base == nil {
			rec.Text = view.WithScheme(rec.Text) // without --guess-scheme, audit reports the finding scheme-guess
		}
		base := x.audit(&r, rec)
		if x.beside != nil {
			if text := x.beside.append(nil, rec, &r); len(text) > 0 { // one worker: documents have no more
				if _, err := x.besideDoc.Write(append(text, x.besideDoc.Separator...)); err != nil {
					return err
				}
			}
		}
		if x.least == 0 && x.failOn != audit.Info && x.report == nil && !out.JSON() {
			r.Findings = show.WithoutNotNormal(r.Findings)
		}
		if x.only && len(r.Findings) == 0 {
			out.Omit()
			return nil
		}
		result := record.Result{Whole: true, Members: func(o *jsontext.Writer) {
			writer.Audit(o, &r)
			if inDocument {
				doc.write(o)
			}
			rec.WriteExtra(o)
		}}
		if !out.JSON() {
			result.Fields = fieldsOf(&r, rec)
			result.Cells = result.Fields[1:4]
		}
		switch {
		case x.report != nil:
			result.Draw = func() string { return string(x.report.append(nil, rec, &r)) }
		case x.draw != nil && len(rec.Text) <= longestDrawn:
			result.Draw = func() string { return show.Report(&r, base, registrable, *x.draw) }
		}
		return out.Give(&result)
	}
}

// fieldsOf returns the fields of an audit as text.
func fieldsOf(r *audit.Report, rec *bulk.Record) []bulk.Field {
	worst, _ := r.Worst()
	differ := cmp.Or(r.Differ.String(), "none")
	if show.AllReject(r) {
		differ = "all-reject"
	}
	ids := cli.NamesOf(r.Findings, func(f audit.Finding) string { return f.ID })
	return fields("place", placeOf(rec), "worst", worst.String(), "differ", differ, "findings", strings.Join(ids, ","),
		"input", audit.Escape(rec.Text))
}

// isTopLevel reports whether label is a top-level domain. It looks up a name below the label, because for some labels
// the public suffix list has only a wildcard rule, such as "*.ck".
func isTopLevel(label string) bool {
	_, icann := publicsuffix.PublicSuffix("-." + label)
	return icann
}

func registrable(host string) string {
	domain, _ := publicsuffix.EffectiveTLDPlusOne(host) // "" if there is an error
	return domain
}

// beforeExpression returns the offset of the first expression of a template engine in text, or else the length of text.
// What the engine writes there is not known.
func beforeExpression(text string) int {
	at := len(text)
	for _, mark := range [...]string{"{{", "{%", "${", "#{", "<%", "<?"} {
		if i := strings.Index(text, mark); i >= 0 {
			at = min(at, i)
		}
	}
	return at
}

// placeOf returns the number of a record or, in a document, its line and column. The name of the file precedes it.
func placeOf(rec *bulk.Record) string {
	at := strconv.FormatInt(rec.Line, 10)
	if r, ok := rec.Value.(*reference); ok {
		if r.Line == 0 {
			return audit.Escape(rec.Input)
		}
		at = fmt.Sprintf("%d:%d", r.Line, r.Column)
	}
	if rec.Input == "" || rec.Input == "-" {
		return at
	}
	return audit.Escape(rec.Input) + ":" + at
}

// audit writes the report about a record to r. It returns the base of the record, or nil.
func (x *auditor) audit(r *audit.Report, rec *bulk.Record) (base *string) {
	options := x.options
	if rec.HasBase {
		options.Base = &rec.Base
	}
	options.AuditInto(r, rec.Text)
	if x.params {
		r.Findings = inParameters(r.Findings, rec.Text)
	}
	written := len(rec.Text)
	if _, inDocument := rec.Value.(*reference); inDocument {
		written = beforeExpression(rec.Text)
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f audit.Finding) bool {
		return f.Severity < x.least || slices.Contains(x.ignore, f.ID) || f.Span.End > written
	})
	x.audited.Add(1)
	worst, found := r.Worst()
	x.high.Store(x.high.Load() || found && worst == audit.High)
	if found && x.failOn != 0 && worst >= x.failOn {
		x.trip(r, rec)
	}
	return options.Base
}

// trip counts a record that meets --fail-on.
func (x *auditor) trip(r *audit.Report, rec *bulk.Record) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.failed++
	for _, f := range r.Findings {
		if f.Severity >= x.failOn {
			x.tripped[f.ID]++
		}
	}
	if x.firstNum == 0 || rec.Num < x.firstNum {
		x.firstNum = rec.Num
		x.first = placeOf(rec) + ", " + redact.Quote(urlerr.Excerpt(rec.Text, r.Findings[0].Span.Start))
	}
}

// failure returns the message about the findings that met --fail-on.
func (x *auditor) failure() string {
	ids := cli.NamesOf(record.Sorted(x.tripped),
		func(id string) string { return fmt.Sprintf("%s (%d)", id, x.tripped[id]) })
	return fmt.Sprintf("earl: --fail-on %s: %d of %d URLs have such findings: %s; the first is record %s", x.failOn,
		x.failed, x.audited.Load(), strings.Join(ids, ", "), x.first)
}

// inParameters appends the findings of the URLs and hosts in the parameters of a URL. They have the place of the value.
func inParameters(found []audit.Finding, url string) []audit.Finding {
	before, _, _ := strings.Cut(url, "#")
	_, query, _ := strings.Cut(before, "?")
	at := len(before) - len(query)
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		end := at + len(pair)
		for _, f := range inValue(value) {
			f.Span, f.Safe = reading.Span{Start: end - len(value), End: end}, ""
			f.Message = "In the parameter " + audit.Escape(name) + ": " + f.Message
			found = append(found, f)
		}
		at = end + len("&")
	}
	slices.SortStableFunc(found, func(a, b audit.Finding) int { return int(b.Severity) - int(a.Severity) })
	return found
}

// inValue returns the findings of severity medium and high of the value of a parameter, decoded once. A value is a URL
// if it has a web scheme or "://", or begins with two slashes or backslashes. It is a host if it is an address or a
// name that is not public, perhaps with a port.
func inValue(value string) []audit.Finding {
	value, _ = percent.DecodeString(value, true)
	begin := strings.TrimLeft(value, " \t\r\n\f")
	lower := ascii.ToLower(begin[:min(len(begin), len("https:"))])
	host, _, _ := strings.Cut(begin, ":")
	read := audit.ParseHost(host)
	switch {
	case strings.Contains(begin, "://"), strings.HasPrefix(lower, "http:"), strings.HasPrefix(lower, "https:"),
		len(begin) > 1 && strings.ContainsRune(`/\`, rune(begin[0])) && strings.ContainsRune(`/\`, rune(begin[1])):
	case strings.Count(host, ".") == 3 && read.Addr.IsValid(), read.Name == "localhost",
		strings.Contains(read.Name, ".") && read.Internal() != "":
		value = "http://" + begin
	default:
		return nil
	}
	r := audit.Audit(value)
	return slices.DeleteFunc(r.Findings, func(f audit.Finding) bool { return f.Severity < audit.Medium })
}

// kinds prints the kinds of findings with the given IDs. If ids is nil, it lists all kinds.
func kinds(s *Given, ids []string) error {
	if ids != nil && !s.given("out") && !s.json {
		s.Out = bulk.Document
	}
	all, style := findingIDs(), s.style()
	if ids == nil {
		ids = all
	}
	return s.run("severity", "detects").List(ids, func(i int) *record.Result {
		kind := &audit.Kinds()[slices.Index(all, ids[i])]
		fields := fields("id", kind.ID, "severity", kind.Severity.String(), "detects", kind.Detects)
		return &record.Result{
			Fields: fields, Cells: fields[1:], Unnamed: true,
			Draw:  func() string { return explanationOf(kind, style) },
			Whole: true, Members: func(o *jsontext.Writer) {
				texts(o, "id", kind.ID, "severity", kind.Severity.String(), "detects", kind.Detects, "advice", kind.Advice,
					"reference", kind.Reference, "address", kind.Address)
				o.Array("examples")
				for _, url := range kind.Examples {
					f := findingOf(kind.ID, url)
					o.Object("")
					texts(o, "url", url, "message", f.Message)
					o.OrNull("instead", f.Safe)
					o.Close()
				}
				o.Close()
				o.String("not_in", kind.NearMiss)
			},
		}
	})
}

// fields returns fields by their names, each before its value.
func fields(namesAndValues ...string) []bulk.Field {
	all := make([]bulk.Field, 0, len(namesAndValues)/2)
	for two := range slices.Chunk(namesAndValues, 2) {
		all = append(all, bulk.Field{Name: two[0], Value: two[1]})
	}
	return all
}

// texts writes members of JSON: their names, each before its value.
func texts(o *jsontext.Writer, namesAndValues ...string) {
	for two := range slices.Chunk(namesAndValues, 2) {
		o.String(two[0], two[1])
	}
}

// findingOf audits a URL that has a finding with the given ID, and returns this finding.
func findingOf(id, url string) audit.Finding {
	r := audit.Options{IsTopLevel: isTopLevel}.Audit(url)
	return r.Findings[slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.ID == id })]
}

// explanationOf returns the explanation of a kind of finding, for people.
func explanationOf(kind *audit.Kind, style show.Style) string {
	const indent = "                "
	var b strings.Builder
	wrapped := func(text string) string {
		return strings.Join(show.Wrap(text, max(style.Columns-len(indent), 20)), "\n"+indent) + "\n"
	}
	fmt.Fprintf(&b, "%s (%s): %s\n", kind.ID, show.Severity(kind.Severity, style), kind.Detects)
	b.WriteString("  do            " + wrapped(kind.Advice))
	b.WriteString("  see           " + kind.Reference + "\n" + indent + kind.Address + "\n")
	for _, url := range kind.Examples {
		f := findingOf(kind.ID, url)
		b.WriteString("  found in      " + show.Visible(cli.Excerpt(url)) + "\n" + indent + wrapped(show.Visible(f.Message)))
		if f.Safe != "" {
			b.WriteString(indent + "instead: " + show.Visible(cli.Excerpt(f.Safe)) + "\n")
		}
	}
	b.WriteString("  not found in  " + show.Visible(kind.NearMiss) + "\n")
	return b.String()
}

// advisories prints published advisories, and what the programs or servers of each read.
func advisories(s *Given) error {
	hosts, paths := gallery.Advisories, gallery.PathAdvisories
	ids := append(cli.NamesOf(hosts, func(a gallery.Advisory) string { return a.ID }),
		cli.NamesOf(paths, func(a gallery.PathAdvisory) string { return a.ID })...)
	return s.run("url", "base", "checked", "fetched", "fixed").List(ids, func(i int) *record.Result {
		var a gallery.Advisory
		below := ""
		reads := func(name string) string { return show.Host(&a, name) }
		if i < len(hosts) {
			a = hosts[i]
		} else {
			p := paths[i-len(hosts)]
			a = gallery.Advisory{ID: p.ID, Title: p.Title, URL: p.Target, Address: p.Address}
			a.Checked.Dialect, a.Fetched.Dialect, a.Fixed.Dialect = p.Check, p.Server, p.Fixed
			below = p.Prefix
			reads = func(name string) string { return show.Path(&p, name) }
		}
		readers := fields("checked", a.Checked.Dialect, "fetched", a.Fetched.Dialect, "fixed", a.Fixed.Dialect)
		fields := fields("id", a.ID, "url", show.Visible(a.URL), "base", cmp.Or(a.Base, "-"))
		for _, r := range readers {
			if r.Value != "" {
				r.Value += "=" + show.Visible(reads(r.Value))
			}
			fields = append(fields, bulk.Field{Name: r.Name, Value: cmp.Or(r.Value, "-")})
		}
		members := func(o *jsontext.Writer) {
			texts(o, "id", a.ID, "title", a.Title, "url", a.URL)
			o.OrNull("base", a.Base)
			o.OrNull("below", below)
			for _, r := range readers {
				if r.Value == "" {
					o.Null(r.Name)
					continue
				}
				o.Object(r.Name)
				texts(o, "dialect", r.Value, "reads", reads(r.Value))
				o.Close()
			}
			o.String("address", a.Address)
		}
		return &record.Result{Fields: fields, Cells: fields[1:], Unnamed: true, Whole: true, Members: members}
	})
}
