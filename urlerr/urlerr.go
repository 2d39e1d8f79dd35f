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

// Error returns one line for people: dialect, rule, place, and the input
// around that place, or just the character there if the input is private. A
// password in a URL is masked, and the cause is left out, which may quote it.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Dialect)
	b.WriteString(": ")
	b.WriteString(e.Rule.Kind.String())
	if e.Rule.Name != "" {
		b.WriteString(": ")
		b.WriteString(e.Rule.Name)
	}
	if e.Rule.Section != "" {
		b.WriteString(" (")
		b.WriteString(e.Rule.Section)
		b.WriteByte(')')
	}
	if e.Offset >= 0 {
		b.WriteString(" at byte ")
		b.WriteString(strconv.Itoa(e.Offset))
	}
	if shown := e.shown(); shown != "" {
		if e.Private {
			b.WriteString(": ")
		} else {
			b.WriteString(" of ")
		}
		b.WriteString(strconv.Quote(shown))
	}
	return b.String()
}

// Format prints Error by any verb of fmt, so that none shows a password, of an
// Error that is no pointer either.
func (e Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// shown returns what messages show of the input.
func (e *Error) shown() string {
	if e.Private {
		return characterAt(e.Input, e.Offset)
	}
	h := e.hidden
	if h == nil || h.input != e.Input {
		return Excerpt(e.Input, e.Offset)
	}
	h.once.Do(func() { h.start, h.end = secret(h.input) })
	excerpt, _ := excerptAt(e.Input, e.Offset, h.start, h.end)
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
		slog.String("input", e.shown()),
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
