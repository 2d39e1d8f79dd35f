package urllib

import (
	"fmt"
	"log/slog"
	"strings"

	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

const dialect = "urllib"

const address = "https://docs.python.org/3/library/urllib.parse.html"

// The rules. Section is an entry of the module's documentation, or "CPython" for a rule that only the code defines.
var (
	ruleAddress = urlerr.Rule{Problem: "invalid IP address in brackets",
		Name: "square brackets hold an IPv6 or IPvFuture address", Section: "CPython",
		Address: "https://github.com/python/cpython/issues/103848", Example: "http://[foo]/", Kind: urlerr.BadHost}
	ruleOutsideBrackets = urlerr.Rule{Problem: "text next to the brackets of a host",
		Name:    "nothing but userinfo and port is next to square brackets",
		Section: "CPython", Address: "https://github.com/python/cpython/issues/105704", Example: "http://a.[::1]/",
		Kind: urlerr.BadHost}
	rulePort = documented("port is a number", "urlparse", "http://h:abc/", urlerr.BadPort,
		"port is not a number", "use digits only")
	rulePortRange = documented("port is at most 65535", "urlparse", "http://h:65536/", urlerr.BadPort,
		"port out of range", "the maximum is 65535")
	ruleASCII = urlerr.Rule{Name: "bytes are ASCII", Section: "Parsing ASCII Encoded Bytes",
		Address: address + "#parsing-ascii-encoded-bytes", Example: "http://h/\xe9", Kind: urlerr.BadText}
	ruleSeparator = documented("separator is not empty", "parse_qs", "", urlerr.BadValue,
		"empty separator", "write a character")
	ruleMaxFields = documented("no more than max_num_fields fields", "parse_qs", "a=1&b=2", urlerr.TooLong, "", "")
	ruleField     = documented("with strict_parsing each field has a =", "parse_qs", "a=1&b", urlerr.BadQuery,
		`missing "=" in a field of the query`, `write "=", or parse without strict_parsing`)
	ruleQuoteBytes   = documented("bytes are quoted without encoding and errors", "quote", "a", urlerr.BadValue, "", "")
	ruleUnquoteBytes = documented("unquote accepts bytes since 3.9", "unquote", "a", urlerr.BadValue, "", "")
	ruleQuery        = documented("query is a mapping or a sequence of pairs", "urlencode", "a", urlerr.BadValue,
		"not a query", "use a map, a Dict, or a slice of Pair or [2]any")
	ruleGoType = urlerr.Rule{Name: "a Python value is equal to the Go value", Section: "CPython",
		Address: address + "#urllib.parse.urlencode", Example: "a", Kind: urlerr.BadValue,
		Problem: "Go value without an equal Python value", Fix: "convert it, for example to a string"}
	ruleDecode = documented("octets are text in the encoding", "unquote", "%F1", urlerr.BadText,
		"bytes that the encoding does not have", "name another encoding or error handler")
	ruleEncode = documented("text has octets in the encoding", "quote", "\u20ac", urlerr.BadText,
		"character that the encoding does not have", "name another encoding or error handler")
	ruleLookup = documented("encoding and errors name a text codec and an error handler", "quote", "%41",
		urlerr.UnknownName, "unknown encoding or error handler",
		"use a name that Python has, such as latin-1 or replace")
	ruleArgument = urlerr.Rule{Name: "arguments have values that Python accepts", Section: "CPython", Address: address,
		Example: "%FF", Kind: urlerr.BadValue}
	ruleKeepEmpty = documented("keep_empty needs a result of missing_as_none", "urlunsplit", "http://h/?",
		urlerr.BadValue, "empty components may be absent ones", "split the URL with MissingAsNone")
	ruleKeyword = documented("the function has the keyword argument", "urlsplit", "http://h/", urlerr.BadValue,
		"the function does not have this argument in this release",
		"remove it; missing_as_none and keep_empty need release 3.15 or later")
	ruleVersion = urlerr.Rule{Name: "release is one of CPython 3.8 to 3.15", Section: "Version",
		Address: "https://devguide.python.org/versions/", Example: "2.7", Kind: urlerr.UnknownName}
	ruleMethod = urlerr.Rule{Name: "results of str have encode, results of bytes have decode",
		Section: "Structured Parse Results", Address: address + "#structured-parse-results", Example: "http://h/",
		Kind: urlerr.BadValue}
)

// A netlocRule is a rule about the netloc. It has one variant for each component of the netloc, because the kind of
// error depends on the component.
type netlocRule struct{ userinfo, host, port urlerr.Rule }

var (
	ruleBrackets = netlocRule{
		documented("square brackets in userinfo match", "urlsplit", "http://u[@h/", urlerr.BadUserinfo,
			"unbalanced bracket in userinfo", "percent-encode it"),
		documented("square brackets in netloc match", "urlsplit", "http://[::1/", urlerr.BadHost,
			"unbalanced bracket in host", `close the IPv6 address with "]"`),
		documented("square brackets in port match", "urlsplit", "http://h:8]/", urlerr.BadPort,
			"unbalanced bracket in port", "use digits only"),
	}
	ruleNFKC = netlocRule{
		documented("userinfo does not decompose into / ? # @ or : under NFKC", "urlsplit", "http://u\u2100@h/",
			urlerr.BadUserinfo,
			"invalid character %c in userinfo", "percent-encode it as %e"),
		documented("netloc does not decompose into / ? # @ or : under NFKC", "urlsplit", "http://ex\u2100b.com/",
			urlerr.BadHost,
			"invalid character %c in host", "remove it"),
		documented("port does not decompose into / ? # @ or : under NFKC", "urlsplit", "http://h:8\u21000/", urlerr.BadPort,
			"invalid character %c in port", "use digits only"),
	}
)

func documented(name, entry, example string, kind urlerr.Kind, problem, fix string) urlerr.Rule {
	return urlerr.Rule{Name: name, Section: entry, Address: address + "#urllib.parse." + entry, Example: example,
		Kind: kind, Problem: problem, Fix: fix}
}

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

func netlocComponent(rule urlerr.Rule) urlerr.Component {
	switch rule.Kind {
	case urlerr.BadUserinfo:
		return urlerr.Userinfo
	case urlerr.BadPort:
		return urlerr.Port
	}
	return urlerr.Host
}

// Rules returns every rule that an error of this package can name.
func Rules() []urlerr.Rule {
	return []urlerr.Rule{
		ruleBrackets.userinfo, ruleBrackets.host, ruleBrackets.port, ruleAddress, ruleOutsideBrackets,
		ruleNFKC.userinfo, ruleNFKC.host, ruleNFKC.port, rulePort, rulePortRange, ruleASCII,
		ruleSeparator, ruleMaxFields, ruleField, ruleQuoteBytes, ruleUnquoteBytes, ruleQuery, ruleGoType,
		ruleDecode, ruleEncode, ruleLookup, ruleArgument, ruleKeepEmpty, ruleKeyword, ruleVersion, ruleMethod,
	}
}

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

func unexpectedArgument(function, name string) *Error {
	return typeError(ruleKeyword, function+"() got an unexpected keyword argument '"+name+"'")
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
	exc, ok := err.(*str.Exception)
	if !ok {
		exc = &str.Exception{Class: "Exception", Text: err.Error(), Cause: err}
	}
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

func encodeError(err error, s string) *Error {
	return fromException(err, s, 0, func(index int) int { return str.Offset(s, index) })
}

func decodeError(err error, b string) *Error {
	// Positions of idna and punycode may exceed the length.
	return fromException(err, b, 0, func(index int) int { return min(index, len(b)) })
}
