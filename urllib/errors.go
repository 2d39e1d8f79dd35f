package urllib

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// dialect is this package's name in errors.
const dialect = "urllib"

// An Error is an exception that CPython would raise. Every error of a
// function of Python's is one.
//
// [Error.Exception] and [Error.Text] are Python's; earl's own account, with
// the kind of error, the component and the offset, comes by way of
// [errors.Is] and [errors.As] with the types of package urlerr. That account
// is about a whole URL where the function took one, and else about the part
// at fault: one component of a result, a query, a text to quote, the name of
// an encoding.
type Error struct {
	// Exception is the class that Python raises, such as "ValueError".
	Exception string

	// Text is exactly what str(exception) gives. Python quotes its input
	// there, passwords and values of queries included; Error() is the text
	// for logs.
	Text string

	// Unicode holds the attributes of a UnicodeEncodeError or
	// UnicodeDecodeError, and is nil for other exceptions.
	Unicode *UnicodeFault

	at    urlerr.Error
	tuple bool // see TupleError
}

// TupleError returns the exception that a [Codec] raises with more arguments
// than a text; the text is that of their tuple. Until 3.11 the registry of
// codecs puts another text around an exception, but not around such a one.
func TupleError(class, text string) *Error {
	return &Error{Exception: class, Text: text, tuple: true}
}

// A UnicodeFault holds the attributes of a UnicodeError.
type UnicodeFault struct {
	Encoding   string // the label of the codec
	Start, End int    // half-open range of the fault: code points when encoding, octets when decoding
	Reason     string
}

// A NotLinkedError is the cause of a LookupError that CPython would not raise:
// it knows the encoding or the error handler, and this program has not linked
// what implements it.
type NotLinkedError struct {
	Name string // such as "encoding gb18030" or "namereplace"
}

// Error names the package to link.
func (e *NotLinkedError) Error() string { return (*codecs.NotLinkedError)(e).Error() }

// Error returns one line for people and logs. Of a URL it shows some hundred
// bytes around the offset, with passwords masked; of anything else, such as
// one component alone or a value of a query, the character at the offset and
// nothing more.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.at.Error())
	if cause, ok := errors.AsType[*NotLinkedError](e.at.Err); ok {
		b.WriteString(": ")
		b.WriteString(cause.Error())
	}
	b.WriteString(" [" + e.Exception + "]")
	return b.String()
}

// Format prints Error by any verb of fmt, so that none shows a password, of an
// Error that is no pointer either.
func (e Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// Unwrap returns the error as an [*urlerr.Error].
func (e *Error) Unwrap() error { return &e.at }

// LogValue gives the error to log/slog, masked as Error does it.
func (e Error) LogValue() slog.Value {
	fields := append(e.at.LogValue().Group(), slog.String("exception", e.Exception))
	if cause, ok := errors.AsType[*NotLinkedError](e.at.Err); ok {
		fields = append(fields, slog.String("cause", cause.Error()))
	}
	return slog.GroupValue(fields...)
}

// MarshalJSON gives an object with the fields of LogValue. So JSON shows no
// password either, and not Text.
func (e Error) MarshalJSON() ([]byte, error) {
	fields := map[string]any{}
	for _, a := range e.LogValue().Group() {
		fields[a.Key] = a.Value.Any()
	}
	return json.Marshal(fields)
}

// valueError makes the error for an input that breaks rule at offset. It is a
// whole URL, unless inPart says otherwise.
func valueError(rule urlerr.Rule, text, input string, offset int, component urlerr.Component) *Error {
	return &Error{
		Exception: "ValueError",
		Text:      text,
		at: urlerr.Error{
			Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: rule,
		},
	}
}

// typeError makes the error for an argument of a type or shape that Python
// refuses.
func typeError(rule urlerr.Rule, text string) *Error {
	return &Error{
		Exception: "TypeError",
		Text:      text,
		at:        urlerr.Error{Dialect: dialect, Offset: -1, Rule: rule},
	}
}

// inPart says that the input of e, if not the name of an encoding, is not a
// URL but a part of one.
func (e *Error) inPart(component urlerr.Component) *Error {
	if e.at.Rule != ruleLookup {
		e.at.Component = component
		e.at.Private = true
	}
	return e
}

// fromException turns an exception of the text layer, raised for input, into
// an Error; place gives the offset in input of the fault, which is nil if the
// exception names none.
func fromException(err error, input string, place func(*str.UnicodeFault) int) *Error {
	exc, ok := err.(*str.Exception)
	if !ok {
		exc = &str.Exception{Class: "Exception", Text: err.Error(), Cause: err}
	}
	e := &Error{
		Exception: exc.Class,
		Text:      exc.Text,
		Unicode:   (*UnicodeFault)(exc.Unicode),
		at:        urlerr.Error{Dialect: dialect, Input: input, Rule: ruleArgument, Err: exc.Cause},
	}
	if cause, ok := errors.AsType[*codecs.NotLinkedError](exc.Cause); ok {
		e.at.Err = (*NotLinkedError)(cause)
	}
	if exc.Name != "" || exc.Class == "LookupError" {
		e.at.Input, e.at.Rule = exc.Name, ruleLookup
		if exc.Unicode != nil {
			e.at.Offset = byteOffset(exc.Name, exc.Unicode.Start)
		} else {
			e.at.Offset = max(0, strings.IndexByte(exc.Name, 0))
		}
		return e
	}
	e.at.Offset = place(exc.Unicode)
	e.at.Private = true
	switch exc.Class {
	case "UnicodeDecodeError":
		e.at.Rule = ruleDecode
	case "UnicodeEncodeError":
		e.at.Rule = ruleEncode
	}
	return e
}

// encodeError turns the exception of encoding s into an Error, with the
// offset in bytes of the code point at fault.
func encodeError(err error, s string) *Error {
	return fromException(err, s, func(fault *str.UnicodeFault) int {
		if fault == nil {
			return 0
		}
		return byteOffset(s, fault.Start)
	})
}

// decodeError turns the exception of decoding the octets b into an Error.
func decodeError(err error, b string) *Error {
	return fromException(err, b, func(fault *str.UnicodeFault) int {
		if fault == nil {
			return 0
		}
		return min(fault.Start, len(b)) // idna and punycode may name positions beyond
	})
}

// byteOffset returns the offset in s of its code point number n.
func byteOffset(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := str.DecodeRune(s[at:])
		at += size
	}
	return at
}
