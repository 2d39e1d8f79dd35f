// Package view reads the URL of a record in a dialect, resolved against its base and with a guessed scheme.
package view

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/query"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// Options say how the URLs of records are read.
type Options struct {
	Dialect        earl.Dialect
	Base           *string // the base of records that have none, or nil
	Guess          bool    // add a guessed scheme to URLs that begin with a host
	QuerySeparator string  // between parameters; "" means "&"
	ICANN          bool    // public suffixes are without private ones
	Keeps          bool    // the dialects to suggest write URLs unchanged
	Unwrap, Refang bool    // open wrappers of links; read links that were made harmless
	Hint           *Hint   // about texts that look like hosts, or nil

	Zone *time.Location // of times of records that have no zone; nil is UTC

	// Members returns a member of a record instead of [bulk.Record.Lookup]. It may be nil.
	Members func(rec *bulk.Record, name string) (value string, ok bool)
}

// A View is the URL of one record in one dialect. It is resolved against the base of the record or, if the record has
// none, the base of the options. It is resolved and read once, when that is first needed.
type View struct {
	Options
	Form    query.Form
	resolve func(ref string) (string, error) // resolves ref against base
	Rec     *bulk.Record

	text     string // the text of the record, resolved
	textErr  error
	resolved bool

	URL     reading.Reading
	err     error
	hasRead bool

	// These fields are set by LookUp. Several fields need them.
	looked bool
	domain string // "" if the host is not a domain
	suffix string
}

// New returns a view that reads by the given options.
func New(o Options) *View {
	v := &View{Options: o}
	if o.Dialect.IsZero() { // the command has no dialect, or chooses one for each record
		return v
	}
	v.Form = query.Form{PlusIsSpace: PlusIsSpace(o.Dialect), Encode: rfc3986.Encode, Separator: o.QuerySeparator}
	if v.Base != nil {
		if o.Guess {
			v.Base = new(WithScheme(*v.Base))
		}
		v.resolve = o.Dialect.Resolver(*v.Base)
	}
	return v
}

// With returns the options with another dialect.
func (o Options) With(d earl.Dialect) Options {
	o.Dialect = d
	return o
}

// Start makes rec the record of the view.
func (v *View) Start(rec *bulk.Record) {
	v.Rec = rec
	v.resolved, v.hasRead, v.looked = false, false, false
}

// BaseOf returns the base against which a record is resolved, or nil if there is no base.
func (v *View) BaseOf(rec *bulk.Record) *string {
	if rec.HasBase {
		return &rec.Base
	}
	return v.Base
}

// Target returns the text of the record. If there is a base, the text is resolved.
func (v *View) Target() (string, error) {
	if !v.resolved {
		v.resolved = true
		if v.Rec.HasBase {
			v.text, v.textErr = earl.Resolve(v.Dialect, v.Rec.Base, v.Rec.Text)
		} else {
			v.text, v.textErr = v.Against(v.Rec.Text)
		}
	}
	return v.text, v.textErr
}

// Against resolves a text against the base of the options. If there is none, it returns the text, or the text with its
// guessed scheme.
func (v *View) Against(text string) (string, error) {
	if v.resolve != nil {
		return v.resolve(text)
	}
	completed := text
	if v.Guess {
		completed = WithScheme(text)
	}
	if v.Hint != nil && !v.Hint.done.Load() {
		v.Hint.about(text, &v.Options, completed != text)
	}
	return completed, nil
}

// Read reads the URL of the record to v.url, and returns the error of the record.
func (v *View) Read() error {
	if !v.hasRead {
		v.hasRead = true
		var text string
		if text, v.err = v.Target(); v.err == nil {
			v.Dialect.Read(&v.URL, text)
			v.err = v.URL.Err()
			// In mailto:, "+" is itself (RFC 6068 §5).
			v.Form.PlusIsSpace = PlusIsSpace(v.Dialect) && !ascii.EqualFold(v.Value(urlerr.Scheme), "mailto")
		}
	}
	return v.err
}

// Value returns the value of a component, or "" if the component is absent.
func (v *View) Value(c urlerr.Component) string {
	value, _ := v.URL.Get(c)
	return value
}

// Member returns another cell or member of the record, or "".
func (v *View) Member(name string) string {
	if v.Members == nil {
		value, _ := v.Rec.Lookup(name)
		return value
	}
	value, ok := v.Members(v.Rec, name)
	v.Rec.Note(name, ok)
	return value
}

// Canonical returns the canonical form of the record in a profile.
func (v *View) Canonical(p canon.Profile) (string, error) {
	url, err := v.Target()
	if err != nil {
		return "", err
	}
	return p.Canonicalize(url)
}

// A Rejected is the error of a record that a dialect rejects. Another dialect may accept the record.
type Rejected struct {
	error
	options Options
	rec     bulk.Record
	accepts func(of *View) bool
	first   earl.Dialect // the other dialect to prefer
}

// Unwrap returns the error of the dialect.
func (e *Rejected) Unwrap() error { return e.error }

// Explained returns err, the error of the record, as an error that finds a dialect that accepts the record and, if
// there is a base, resolves it. It prefers whatwg, the dialect of browsers.
func (v *View) Explained(err error) error {
	return v.ExplainedBy(err, earl.WHATWG(), func(of *View) bool {
		return of.Read() == nil && (!of.Keeps || of.URL.Href() == of.Rec.Text)
	})
}

// ExplainedBy returns err as an error that prefers the dialect first. accepts reports whether the command accepts the
// record in the dialect of a view.
func (v *View) ExplainedBy(err error, first earl.Dialect, accepts func(of *View) bool) error {
	if _, ok := errors.AsType[*urlerr.Error](err); !ok || v.Rec.Err != nil {
		return err
	}
	return &Rejected{err, v.Options, *v.Rec, accepts, first}
}

// Text returns the text of the record.
func (e *Rejected) Text() string { return e.rec.Text }

// AcceptedBy returns the first of the dialects others that accepts the record, after the preferred one.
func (e *Rejected) AcceptedBy(others ...earl.Dialect) (d earl.Dialect, ok bool) {
	for _, other := range append([]earl.Dialect{e.first}, others...) {
		if other.Name() == e.options.Dialect.Name() {
			continue
		}
		of := New(e.options.With(other))
		if of.Start(&e.rec); e.accepts(of) {
			return other, true
		}
	}
	return d, false
}

// ParseDialect returns the named dialect. Its errors list the known dialects or releases.
func ParseDialect(s string) (earl.Dialect, error) {
	d, err := earl.ParseDialect(s)
	if err == nil {
		return d, nil
	}
	name, release, _ := strings.Cut(s, "@")
	d, unknownName := earl.ParseDialect(name)
	switch releases := d.Releases(); {
	case strings.Contains(s, ","):
		return d, errors.New("takes one dialect: earl audit --as A,B URL compares several")
	case unknownName != nil && strings.ContainsAny(s, ":/\\"):
		return d, errors.New("not a dialect: write " + cli.Alternatives(DialectNames()) + " after --as, then the URL")
	case unknownName != nil:
		plain := strings.ToLower(strings.TrimRight(name, ".0123456789")) // of python3.9
		if other := cmp.Or(cli.Habit("dialect", strings.ToLower(name)), cli.Habit("dialect", plain)); other != "" {
			return d, cli.Suggestion("unknown dialect", other, DialectNames(), "")
		}
		return d, cli.Unknown("dialect", name, DialectNames())
	case len(releases) == 0:
		return d, fmt.Errorf("%s has no releases: use --as %s", name, name)
	default:
		return d, cli.Unknown("release of "+name, release, releases)
	}
}

// DialectChoices returns the dialects with their releases, for the completion.
func DialectChoices() (all []string) {
	for _, d := range earl.Dialects() {
		all = append(all, d.Name()+"\t"+d.About())
		for _, release := range d.Releases() {
			all = append(all, d.Name()+"@"+release)
		}
	}
	return all
}

// ResolvingNames returns the dialects that resolve references.
func ResolvingNames() []string {
	return slices.DeleteFunc(DialectNames(), func(name string) bool {
		return Resolving("", earl.MustParseDialect(name)) != nil
	})
}

// DialectNames returns the names of the dialects.
func DialectNames() []string { return cli.NamesOf(earl.Dialects(), earl.Dialect.Name) }

// Resolving returns an error if a dialect does not resolve references. The error begins with the given flag, which
// needs resolution.
func Resolving(flag string, dialects ...earl.Dialect) error {
	for _, d := range dialects {
		if _, ok := d.Options().(reading.Resolver); !ok && !d.IsZero() {
			return fmt.Errorf("%s: %s does not resolve references: resolve them with earl join --as DIALECT, such as urllib",
				flag, d)
		}
	}
	return nil
}

// PlusIsSpace reports whether d reads "+" in a query as a space.
func PlusIsSpace(d earl.Dialect) bool {
	return slices.Contains([]string{"urllib", "whatwg", "net/url"}, d.Name())
}

// ParseProfile returns the named profile. Its errors list the known profiles.
func ParseProfile(s string) (canon.Profile, error) {
	p, err := canon.ParseProfile(s)
	name, _, _ := strings.Cut(strings.ReplaceAll(s, "@", "+"), "+")
	if e, ok := errors.AsType[*urlerr.Error](err); ok && slices.Contains(ProfileNames(), name) {
		list, isStep := strings.CutPrefix(e.Rule.Name, "unknown step: use ")
		if !isStep {
			return p, errors.New(e.Rule.Name)
		}
		steps := strings.Split(list, ", ")
		step, _, _ := strings.Cut(s[e.Offset:], "+")
		word := step[strings.LastIndexByte(step, '-')+1:] // such as slash
		meant := cmp.Or(cli.Habit("step", word), cli.Nearest(step, steps), cli.Nearest(word, steps))
		err = cli.Suggestion("unknown step "+cli.Quoted(step), meant, steps, "use "+cli.Alternatives(steps))
		return p, cli.WithFix(err, cli.Replace(s, s[:e.Offset]+meant+s[e.Offset+len(step):]))
	}
	if err != nil {
		return p, cli.Unknown("profile", s, ProfileNames())
	}
	return p, nil
}

// Profiles returns all profiles, as canon.ParseProfile accepts them.
func Profiles() []string { return cli.NamesOf(canon.Profiles(), canon.Profile.String) }

// ProfileNames returns the names of the profiles of version 1, for messages. It omits "w3lib@2", because redaction
// would mask a list with an "@".
func ProfileNames() []string {
	return slices.DeleteFunc(Profiles(), func(name string) bool { return strings.Contains(name, "@") })
}
