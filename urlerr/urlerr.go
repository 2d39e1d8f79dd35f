// Package urlerr defines the errors of all dialects: the kind of error, the component, the rule of the specification,
// and the offset.
//
// Use [errors.As] to get the [*Error] of a dialect's error, and [errors.Is] to check its [Kind]:
//
//	if errors.Is(err, urlerr.BadHost) { … }
//
// Messages mask secrets, as [RedactQuery] does, and shorten long inputs. [Error.Input] has the unchanged input.
package urlerr

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/marshal"
	"earl.example/internal/text/redact"
)

// A Kind is the general reason of an error, common to all dialects. It is a target of [errors.Is].
type Kind uint8

// The kinds. The zero Kind matches no error.
const (
	_           Kind = iota
	BadScheme        // the scheme breaks the grammar
	BadUserinfo      // the userinfo breaks the grammar
	BadHost          // the host breaks the grammar or names no host
	BadPort          // the port is not a number or out of range
	BadPath          // the path breaks the grammar or cannot follow the authority
	BadQuery         // the query breaks the grammar or exceeds a limit
	BadFragment      // the fragment breaks the grammar
	BadEscape        // a percent sign without two hexadecimal digits
	BadText          // octets or characters that the encoding does not support
	UnknownName      // an unknown codec, error handler or release
	BadValue         // a value of a type or shape that the function does not support
	NoBase           // a relative reference without a usable base
	TooLong          // a limit on length was exceeded
	NotModelled      // the model does not have the scheme or the operation; the program may accept the URL
)

var kindNames = [...]string{
	"no error", "bad scheme", "bad userinfo", "bad host", "bad port",
	"bad path", "bad query", "bad fragment", "bad percent-escape", "bad text",
	"unknown name", "bad value", "no base URL", "too long", "not modelled",
}

// String returns the name of the kind, such as "bad host".
func (k Kind) String() string { return marshal.Name(kindNames[:], k, "kind") }

// Error returns String.
func (k Kind) Error() string { return k.String() }

// A Component is a component of a URL.
type Component uint8

// The components, in the order of their occurrence in a URL.
const (
	NoComponent Component = iota // the error does not concern a single component
	Scheme
	Authority
	Userinfo
	Username
	Password
	Host
	Port
	Path
	Params // of RFC 1808; its name is path_params, because params are those of a query
	Query
	Fragment
)

var componentNames = [...]string{
	"", "scheme", "authority", "userinfo", "username", "password", "host",
	"port", "path", "path_params", "query", "fragment",
}

// String returns the name of the component in lower case, or "" for NoComponent.
func (c Component) String() string { return marshal.Name(componentNames[:], c, "component") }

// A Rule is a requirement of a specification that an input can break. Package rfc3986 and others have a function Rules,
// which lists their rules. The models of programs do not have this function.
type Rule struct {
	Name    string // name in the specification, such as "port"
	Section string // section of the specification, such as "§3.2.3"
	Address string // URL of the section
	Example string // an input that breaks this rule and no rule before it
	Kind    Kind   // kind of the errors about this rule

	// Problem is a short description of the error, such as "port out of range"; if it is "", Kind is used. Fix says how to
	// correct the input; it is "" if no correction is known. Both can have placeholders. " %c" is the character at the
	// offset, and " as %e" is its percent-encoding; both are removed if there is no character or if it is in a password.
	// "%i" is the component, or "URL" for NoComponent. At the end of the input, a Problem with " %c" is replaced by
	// "unexpected end of %i".
	//
	// ", or " separates alternatives in Fix. An alternative with " as %e" is omitted at the end of the input and for an
	// unreserved character, because to percent-encode such a character changes nothing (RFC 3986 §6.2.2.2).
	Problem, Fix string
}

// An Error says what is wrong with an input, and where.
type Error struct {
	Dialect string // dialect that rejected the input, such as "urllib"
	Input   string // unchanged input, including passwords
	// Offset of the first invalid byte of Input; len(Input) if Input ended too early; -1 if no single byte is invalid.
	Offset    int
	Component Component // component that contains the byte
	Rule      Rule      // broken rule
	Err       error     // the cause, or nil
	Private   bool      // Input is a part of a URL, perhaps a secret; messages show only its character at Offset

	hidden *hidden // the secrets of Input, shared by copies; nil unless Share was called
}

// hidden caches the secrets of an input.
type hidden struct {
	once    sync.Once
	input   string
	secrets []redact.Span
}

// Share makes e cache the places of the secrets in Input. Copies of e that are made after the call use the same cache,
// so all of them together search Input only once. Use Share if many errors have the same long input.
func (e *Error) Share() { e.hidden = &hidden{input: e.Input} }

// Unwrap returns the kind of the rule and the cause, if any.
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

// Error returns one line: dialect, problem, offset, an excerpt of the input, fix, and the rule in brackets. Secrets in
// a URL are masked. For a private input, the excerpt is only the character at the offset. The cause is omitted, since
// it may quote the password.
func (e *Error) Error() string {
	var b strings.Builder
	secrets := e.secrets()
	b.WriteString(e.Dialect + ": " + e.problem(secrets))
	if e.Offset >= 0 {
		b.WriteString(" at byte " + strconv.Itoa(e.Offset))
	}
	if shown := e.excerpt(secrets); shown != "" {
		switch {
		case !e.Private && e.Offset >= 0:
			b.WriteString(" of " + redact.Quote(shown))
		case !e.Private || !strings.Contains(e.Rule.Problem, " %c"):
			b.WriteString(": " + redact.Quote(shown))
		}
	}
	if fix := e.fix(); fix != "" {
		b.WriteString(": " + e.expand(fix, secrets))
	}
	if rule := e.Rule.cite(e.Dialect); rule != "" {
		b.WriteString(" (" + rule + ")")
	}
	return b.String()
}

// Reason returns the problem without offset, input and rule, so that a program can count errors by reason. It names an
// ASCII character, but calls every other character "non-ASCII character".
func (e *Error) Reason() string {
	c := characterAt(e.Input, e.Offset)
	if c == "" || c[0] < utf8.RuneSelf || !strings.Contains(e.Rule.Problem, "character %c") {
		return e.problem(e.secrets())
	}
	problem := strings.ReplaceAll(e.Rule.Problem, "invalid character %c", "non-ASCII character")
	return e.expand(problem, nil)
}

// problem returns the problem, expanded. An input that ends too early has no character to name.
func (e *Error) problem(secrets []redact.Span) string {
	switch {
	case e.Rule.Problem == "":
		return e.Rule.Kind.String()
	case e.Offset >= len(e.Input) && strings.Contains(e.Rule.Problem, " %c"):
		return e.expand("unexpected end of %i", secrets)
	}
	return e.expand(e.Rule.Problem, secrets)
}

// fix returns Rule.Fix without alternatives that do not help, or the advice for a text that people often write.
func (e *Error) fix() string {
	if advice := e.advice(); advice != "" && !e.Private {
		return advice
	}
	c := characterAt(e.Input, e.Offset)
	encodable := c != "" && !ascii.Is(c[0], ascii.Unreserved) ||
		c == "~" && e.Dialect == "rfc1808" // RFC 1738 §2.2 requires %7E
	if encodable || !strings.Contains(e.Rule.Fix, " as %e") {
		return e.Rule.Fix
	}
	fixes := slices.DeleteFunc(strings.Split(e.Rule.Fix, ", or "), func(fix string) bool {
		return strings.Contains(fix, " as %e")
	})
	return strings.Join(fixes, ", or ")
}

// expand replaces the placeholders of Problem and Fix.
func (e *Error) expand(text string, secrets []redact.Span) string {
	if !strings.Contains(text, "%") {
		return text
	}
	character, encoded, component := "", "", "URL"
	within := func(secret redact.Span) bool { return secret.Start <= e.Offset && e.Offset < secret.End }
	if c := characterAt(e.Input, e.Offset); c != "" && !slices.ContainsFunc(secrets, within) {
		if len(c) == len("%FF") && c[0] == '%' {
			c = c[:1]
		}
		character = " " + redact.Quote(c)
		encoded = " as %" + strings.ReplaceAll(fmt.Sprintf("% X", c), " ", "%")
	}
	if e.Component != NoComponent {
		component = e.Component.String()
	}
	text = strings.ReplaceAll(text, " %c", character)
	return strings.ReplaceAll(strings.ReplaceAll(text, " as %e", encoded), "%i", component)
}

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

// Format prints the result of Error for every verb of fmt, so that no verb prints a password.
func (e Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// secrets returns the secrets of the input. A private input has none, because messages show only one character of it.
func (e *Error) secrets() []redact.Span {
	h := e.hidden
	switch {
	case e.Private:
		return nil
	case h == nil || h.input != e.Input:
		return redact.Append(nil, e.Input, true)
	}
	h.once.Do(func() { h.secrets = redact.Append(nil, h.input, true) })
	return h.secrets
}

func (e *Error) excerpt(secrets []redact.Span) string {
	if e.Private {
		return characterAt(e.Input, e.Offset)
	}
	excerpt, _ := excerptAt(e.Input, e.Offset, secrets)
	return excerpt
}

// LogValue returns the fields of e for log/slog, with the same excerpt of the input as Error.
func (e Error) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("dialect", e.Dialect),
		slog.String("kind", e.Rule.Kind.String()),
		slog.String("rule", e.Rule.Name),
		slog.String("component", e.Component.String()),
		slog.Int("offset", e.Offset),
		slog.String("input", e.excerpt(e.secrets())),
	)
}

// MarshalJSON returns an object with the fields of LogValue. offset is relative to Input, not to the excerpt.
func (e Error) MarshalJSON() ([]byte, error) { return redact.JSON(e.LogValue()) }
