// Package urlerr is the vocabulary that every dialect's errors share: what
// kind of mistake it is, in which component, against which rule of which
// specification, and at which byte.
//
// A dialect returns errors from which [errors.As] extracts an [*Error], and
// [errors.Is] tells the [Kind]:
//
//	if errors.Is(err, urlerr.BadHost) { … }
//
// Messages made by this package are fit for logs: passwords are masked and
// long inputs are cut around the offending byte. The input itself is in
// [Error.Input], as it was given.
package urlerr

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Kind is the coarse reason of an error, the same in every dialect.
// Kinds are errors themselves, so that errors.Is(err, kind) works.
type Kind uint8

// The kinds. Zero is no kind at all and matches nothing.
const (
	_           Kind = iota
	BadScheme        // the scheme breaks the grammar
	BadUserinfo      // the userinfo breaks the grammar
	BadHost          // the host breaks the grammar or names no host
	BadPort          // the port is not a number or out of range
	BadPath          // the path breaks the grammar or fits no authority
	BadQuery         // the query breaks the grammar, or a limit on it
	BadFragment      // the fragment breaks the grammar
	BadEscape        // a percent sign without two hexadecimal digits
	BadText          // octets or characters that the encoding cannot carry
	UnknownName      // a codec, an error handler or a release that is not known
	BadValue         // a value of a type or shape that the function does not take
	NoBase           // a relative reference without a usable base
	TooLong          // a limit on length was exceeded
)

var kindNames = [...]string{
	"no error", "bad scheme", "bad userinfo", "bad host", "bad port",
	"bad path", "bad query", "bad fragment", "bad percent-escape", "bad text",
	"unknown name", "bad value", "no base URL", "too long",
}

// String returns the kind in words, such as "bad host".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// Error is String; it makes a Kind a target of errors.Is.
func (k Kind) Error() string { return k.String() }

// A Component is the part of a URL that an error is about.
type Component uint8

// The components, in the order in which they stand in a URL. Zero means that
// the error is about no component in particular.
const (
	NoComponent Component = iota
	Scheme
	Authority
	Userinfo
	Username
	Password
	Host
	Port
	Path
	Params
	Query
	Fragment
)

var componentNames = [...]string{
	"", "scheme", "authority", "userinfo", "username", "password", "host",
	"port", "path", "params", "query", "fragment",
}

// String returns the component's name in lower case, "" for NoComponent.
func (c Component) String() string {
	if int(c) < len(componentNames) {
		return componentNames[c]
	}
	return "component " + strconv.Itoa(int(c))
}

// A Rule is one requirement of a specification: what an error says was broken.
// Each dialect lists its own with a function Rules. Rules are comparable.
type Rule struct {
	Name    string // the rule as the specification names it, such as "port"
	Section string // where it stands, such as "§3.2.3"
	Address string // the URL of that place
	Example string // an input that breaks this rule and no earlier one
	Kind    Kind   // the kind of error that breaking it is

	// Problem says in a few words what is wrong, such as "port out of range"; "" means the words of Kind. Fix says what
	// to do about it, or is "". In both, " %c" is the character at the offset, " as %e" its percent-encoding, and
	// " in %i" the component. They are left out if they are unknown or part of a password.
	Problem, Fix string
}

// An Error says what is wrong with an input and where.
type Error struct {
	Dialect string // the dialect that refused, such as "urllib"
	Input   string // the input as it was given, passwords included
	// of the first offending byte of Input, len(Input) if it ended too early, -1 if no byte is to blame
	Offset    int
	Component Component // the component the byte belongs to
	Rule      Rule      // the rule that was broken
	Err       error     // the cause, or nil
	Private   bool      // Input is no whole URL and may be a secret: messages show its character at Offset alone

	hidden *hidden // what messages hide of Input, found at most once; nil unless Share was called
}

// hidden holds the bounds of what is masked in an input.
type hidden struct {
	once       sync.Once
	input      string
	start, end int
}

// Share makes e and its later copies search Input for a password at most once. Each message of an error searches the
// whole Input otherwise. Use Share if there are many errors of one long input.
func (e *Error) Share() { e.hidden = &hidden{input: e.Input} }

// Unwrap returns the kind of the broken rule and the cause, as far as there
// are such.
func (e *Error) Unwrap() []error {
	var errs []error
	if e.Rule.Kind != 0 {
		errs = append(errs, e.Rule.Kind)
	}
	if e.Err != nil {
		errs = append(errs, e.Err)
	}
	return errs
}

// Error returns one line for people: dialect, problem, place, the input around that place, what to do, and the rule in
// brackets. Of a private input there is just the character at the offset. A password in a URL is masked, and the cause
// is left out, which may quote it.
func (e *Error) Error() string {
	var b strings.Builder
	start, end := e.secret()
	b.WriteString(e.Dialect)
	b.WriteString(": ")
	b.WriteString(e.problem(start, end))
	if e.Offset >= 0 {
		b.WriteString(" at byte ")
		b.WriteString(strconv.Itoa(e.Offset))
	}
	if shown := e.excerpt(start, end); shown != "" {
		if !e.Private && e.Offset >= 0 {
			b.WriteString(" of " + strconv.Quote(shown))
		} else if !e.Private {
			b.WriteString(": " + strconv.Quote(shown))
		} else if !strings.Contains(e.Rule.Problem, " %c") {
			b.WriteString(": " + strconv.Quote(shown))
		}
	}
	if e.Rule.Fix != "" {
		b.WriteString(": " + e.expand(e.Rule.Fix, start, end))
	}
	if rule := e.Rule.cite(e.Dialect); rule != "" {
		b.WriteString(" (" + rule + ")")
	}
	return b.String()
}

// Reason returns what is wrong, without the place, the input and the rule. Errors with the same reason can be counted
// together: it names each ASCII character, and calls all others "non-ASCII character".
func (e *Error) Reason() string {
	c := characterAt(e.Input, e.Offset)
	if c == "" || c[0] < utf8.RuneSelf || !strings.Contains(e.Rule.Problem, "character %c") {
		start, end := e.secret()
		return e.problem(start, end)
	}
	problem := strings.Replace(e.Rule.Problem, "invalid character %c", "non-ASCII character", 1)
	return e.expand(problem, 0, 0)
}

// problem returns what is wrong. If the input is too short it says so instead of naming a character.
func (e *Error) problem(start, end int) string {
	switch {
	case e.Rule.Problem == "":
		return e.Rule.Kind.String()
	case e.Offset >= len(e.Input) && strings.Contains(e.Rule.Problem, " %c"):
		return e.expand("unexpected end of %i", start, end)
	}
	return e.expand(e.Rule.Problem, start, end)
}

// expand replaces the placeholders of Problem and Fix. Input[start:end] is masked.
func (e *Error) expand(text string, start, end int) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	character, encoded, component := "", "", "URL"
	if c := characterAt(e.Input, e.Offset); c != "" && (e.Offset < start || end <= e.Offset) {
		if len(c) == len("%FF") && c[0] == '%' {
			c = c[:1]
		}
		character = " " + strconv.Quote(c)
		encoded = " as %" + strings.ReplaceAll(fmt.Sprintf("% X", c), " ", "%")
	}
	if e.Component != NoComponent {
		component = e.Component.String()
	}
	return strings.NewReplacer(" %c", character, " as %e", encoded, "%i", component).Replace(text)
}

// cite returns the name and the section of the rule, as an error of a dialect shows them.
func (r *Rule) cite(dialect string) string {
	section := r.Section
	if strings.HasPrefix(section, "§") {
		switch number, ok := strings.CutPrefix(dialect, "rfc"); {
		case ok:
			section = "RFC " + number + " " + section
		case dialect == "whatwg":
			section = "URL Standard " + section
		}
	}
	if section == "" || r.Name == "" {
		return section + r.Name
	}
	return section + ", " + r.Name
}

// Format prints Error by any verb of fmt, so that none shows a password, of an
// Error that is no pointer either.
func (e Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// secret returns the bounds of what messages mask of the input. Nothing is masked of a private input, of which messages
// show only one character.
func (e *Error) secret() (start, end int) {
	h := e.hidden
	switch {
	case e.Private:
		return 0, 0
	case h == nil || h.input != e.Input:
		return secret(e.Input)
	}
	h.once.Do(func() { h.start, h.end = secret(h.input) })
	return h.start, h.end
}

// excerpt returns what messages show of the input. Input[start:end] is masked.
func (e *Error) excerpt(start, end int) string {
	if e.Private {
		return characterAt(e.Input, e.Offset)
	}
	excerpt, _ := excerptAt(e.Input, e.Offset, start, end)
	return excerpt
}

// LogValue gives the error's fields to log/slog, with the input as Error
// shows it.
func (e Error) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("dialect", e.Dialect),
		slog.String("kind", e.Rule.Kind.String()),
		slog.String("rule", e.Rule.Name),
		slog.String("component", e.Component.String()),
		slog.Int("offset", e.Offset),
		slog.String("input", e.excerpt(e.secret())),
	)
}

// MarshalJSON gives an object with the fields of LogValue, so that JSON shows no
// password either. Offset counts in Input, of which the object has but a part.
func (e Error) MarshalJSON() ([]byte, error) {
	fields := map[string]any{}
	for _, a := range e.LogValue().Group() {
		fields[a.Key] = a.Value.Any()
	}
	return json.Marshal(fields)
}
