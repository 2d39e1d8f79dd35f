package urllib

import (
	"log/slog"

	"earl.example/internal/pytext"
	"earl.example/urlerr"
)

// dialect is this package's name in errors.
const dialect = "urllib"

// An Error is an exception that CPython would raise. Every error of this
// package is one.
//
// [Error.Exception] and [Error.Text] are Python's; earl's own account, with
// the kind of error, the component and the offset, comes by way of
// [errors.Is] and [errors.As] with the types of package urlerr.
type Error struct {
	// Exception is the class that Python raises, such as "ValueError".
	Exception string

	// Text is exactly what str(exception) gives. Python quotes its input
	// there, passwords included; Error() is the text for logs.
	Text string

	// Unicode holds the attributes of a UnicodeEncodeError or
	// UnicodeDecodeError, and is nil for other exceptions.
	Unicode *UnicodeFault

	at urlerr.Error
}

// A UnicodeFault holds the attributes of a UnicodeError: the label of the
// codec, the half-open range of the fault, and the reason. The range counts
// code points when encoding and octets when decoding.
type UnicodeFault = pytext.UnicodeFault

// Error returns one line for people and logs, in which passwords are masked
// and long inputs are cut.
func (e *Error) Error() string { return e.at.Error() + " [" + e.Exception + "]" }

// Unwrap returns the error as an [*urlerr.Error].
func (e *Error) Unwrap() error { return &e.at }

// LogValue gives the error to log/slog, masked as Error does it.
func (e *Error) LogValue() slog.Value {
	return slog.GroupValue(append(e.at.LogValue().Group(), slog.String("exception", e.Exception))...)
}

// valueError makes the error for an input that breaks rule at offset.
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

// fromException turns an exception of the text layer, raised for input with
// a fault at byte offset (-1 if unknown), into an Error.
func fromException(err error, input string, offset int, component urlerr.Component) *Error {
	exc, ok := err.(*pytext.Exception)
	if !ok {
		exc = &pytext.Exception{Class: "Exception", Text: err.Error(), Cause: err}
	}
	rule := ruleArgument
	switch exc.Class {
	case "UnicodeDecodeError":
		rule = ruleDecode
	case "UnicodeEncodeError":
		rule = ruleEncode
	case "LookupError":
		rule = ruleLookup
		offset = -1
	}
	return &Error{
		Exception: exc.Class,
		Text:      exc.Text,
		Unicode:   exc.Unicode,
		at: urlerr.Error{
			Dialect: dialect, Input: input, Offset: offset, Component: component, Rule: rule,
			Err: exc.Cause,
		},
	}
}

// byteOffset returns the offset in s of its code point number n.
func byteOffset(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := pytext.DecodeRune(s[at:])
		at += size
	}
	return at
}
