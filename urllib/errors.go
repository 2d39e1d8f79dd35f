package urllib

import (
	_ "embed" // embeds the rules
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

const dialect = "urllib"

const address = "https://docs.python.org/3/library/urllib.parse.html"

//go:embed rules.tsv
var rulesText string

// rules has the rules. A section is an entry of the module's documentation, or "CPython" for a rule that only the code
// defines.
var rules = cite.ParseTable(rulesText, func(_, section string) string { return address + "#urllib.parse." + section })

var (
	ruleAddress         = *rules.Named("square brackets hold an IPv6 or IPvFuture address")
	ruleOutsideBrackets = *rules.Named("nothing but userinfo and port is next to square brackets")
	rulePort            = *rules.Named("port is a number")
	rulePortRange       = *rules.Named("port is at most 65535")
	ruleASCII           = *rules.Named("bytes are ASCII")
	ruleSeparator       = *rules.Named("separator is not empty")
	ruleMaxFields       = *rules.Named("no more than max_num_fields fields")
	ruleField           = *rules.Named("with strict_parsing each field has a =")
	ruleQuoteBytes      = *rules.Named("bytes are quoted without encoding and errors")
	ruleUnquoteBytes    = *rules.Named("unquote accepts bytes since 3.9")
	ruleQuery           = *rules.Named("query is a mapping or a sequence of pairs")
	ruleGoType          = *rules.Named("a Python value is equal to the Go value")
	ruleDecode          = *rules.Named("octets are text in the encoding")
	ruleEncode          = *rules.Named("text has octets in the encoding")
	ruleLookup          = *rules.Named("encoding and errors name a text codec and an error handler")
	ruleArgument        = *rules.Named("arguments have values that Python accepts")
	ruleKeepEmpty       = *rules.Named("keep_empty needs a result of missing_as_none")
	ruleKeyword         = *rules.Named("the function has the keyword argument")
	ruleVersion         = *rules.Named("release is one of CPython 3.8 to 3.15")
	ruleMethod          = *rules.Named("results of str have encode, results of bytes have decode")
)

// A netlocRule is a rule about the netloc. It has one variant for each component of the netloc, because the kind of
// error depends on the component.
type netlocRule struct{ userinfo, host, port urlerr.Rule }

var (
	ruleBrackets = netlocRule{
		*rules.Named("square brackets in userinfo match"),
		*rules.Named("square brackets in netloc match"),
		*rules.Named("square brackets in port match"),
	}
	ruleNFKC = netlocRule{
		*rules.Named("userinfo does not decompose into / ? # @ or : under NFKC"),
		*rules.Named("netloc does not decompose into / ? # @ or : under NFKC"),
		*rules.Named("port does not decompose into / ? # @ or : under NFKC"),
	}
)

// at returns the rule for the component of netloc that contains the byte at the given offset.
func (r *netlocRule) at(netloc string, offset int) urlerr.Rule {
	if offset < strings.LastIndexByte(netloc, '@') {
		return r.userinfo
	}
	if c := cutNetloc(netloc); c.port >= 0 && offset >= c.port {
		return r.port
	}
	return r.host
}

// Rules returns every rule that an error of this package can name.
func Rules() []urlerr.Rule { return slices.Clone(rules) }

// An Error is an exception that CPython would raise. All Python functions in this package return errors of this type.
//
// Use [errors.Is] and [errors.As] with the types of package urlerr for the kind of error, the component and the offset.
// If the argument is a URL, the offset is an offset in the whole URL. If not, it is an offset in the invalid part, such
// as a text to quote.
type Error struct {
	// Exception is the class that Python raises, such as "ValueError".
	Exception string

	// Text is the text of str(exception), which can quote passwords. For logs, use Error().
	Text string

	// The attributes of a UnicodeEncodeError or a UnicodeDecodeError. Other exceptions do not have them.
	Encoding   string // the label of the codec
	Start, End int    // half-open range of the fault: code points when encoding, octets when decoding
	Reason     string

	at urlerr.Error
}

// Error returns one line for logs, with passwords masked. If the input is not a URL, such as the value of a query, the
// line contains only the character at the offset.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.at.Error())
	if cause := e.cause(); cause != nil {
		b.WriteString(": ")
		b.WriteString(cause.Error())
	}
	b.WriteString(" [" + e.Exception + "]")
	return b.String()
}

// cause returns the cause if its text cannot have secrets, and else nil.
func (e *Error) cause() error {
	switch cause := e.at.Err.(type) {
	case *codecs.NotLinkedError, str.GoType:
		return cause
	}
	return nil
}

// Format prints the result of Error for every verb of fmt, so that no verb prints a password.
func (e Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// Unwrap returns the error as an [*urlerr.Error].
func (e *Error) Unwrap() error { return &e.at }

// LogValue returns the error for log/slog.
func (e Error) LogValue() slog.Value {
	fields := append(e.at.LogValue().Group(), slog.String("exception", e.Exception))
	if cause := e.cause(); cause != nil {
		fields = append(fields, slog.String("cause", cause.Error()))
	}
	return slog.GroupValue(fields...)
}

// MarshalJSON returns an object with the fields of LogValue.
func (e Error) MarshalJSON() ([]byte, error) { return redact.JSON(e.LogValue()) }

func valueError(rule urlerr.Rule, text, input string, offset int, component urlerr.Component) *Error {
	return &Error{
		Exception: "ValueError",
		Text:      text,
		at: urlerr.Error{
			Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: rule,
		},
	}
}

func typeError(rule urlerr.Rule, text string) *Error {
	return &Error{
		Exception: "TypeError",
		Text:      text,
		at:        urlerr.Error{Dialect: dialect, Offset: -1, Rule: rule},
	}
}

// inPart records that the input of e is the given component of a URL, unless the input is the name of an encoding.
func (e *Error) inPart(component urlerr.Component) *Error {
	if e.at.Rule != ruleLookup {
		e.at.Component = component
		e.at.Private = true
	}
	return e
}

// fromException converts an exception that the codecs raise for input to an Error. place returns the offset in input of
// the code point or octet with the given index. If the exception has no position, the offset is start.
func fromException(err error, input string, start int, place func(index int) int) *Error {
	exc := err.(*str.Exception)
	e := &Error{
		Exception: exc.Class,
		Text:      exc.Text,
		at:        urlerr.Error{Dialect: dialect, Input: input, Offset: start, Rule: ruleArgument, Err: exc.Cause},
	}
	if f := exc.Unicode; f != nil {
		e.Encoding, e.Start, e.End, e.Reason = f.Encoding, f.Start, f.End, f.Reason
	}
	if exc.Name != "" || exc.Class == "LookupError" {
		e.at.Input, e.at.Rule = exc.Name, ruleLookup
		if exc.Unicode != nil {
			e.at.Offset = str.Offset(exc.Name, exc.Unicode.Start)
		} else {
			e.at.Offset = max(0, strings.IndexByte(exc.Name, 0))
		}
		return e
	}
	if exc.Unicode != nil {
		e.at.Offset = place(exc.Unicode.Start)
	}
	e.at.Private = true
	_, isGoType := exc.Cause.(str.GoType)
	switch {
	case exc.Class == "UnicodeDecodeError":
		e.at.Rule = ruleDecode
	case exc.Class == "UnicodeEncodeError":
		e.at.Rule = ruleEncode
	case isGoType:
		e.at.Rule = ruleGoType
	}
	return e
}

func decodeError(err error, b string) *Error {
	// Positions of idna and punycode may exceed the length.
	return fromException(err, b, 0, func(index int) int { return min(index, len(b)) })
}
