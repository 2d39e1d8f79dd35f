// Package reading defines the result of parsing a URL in any dialect: a text and the offsets of its components. Package
// earl returns a [Reading]; packages of dialects implement [Dialect].
//
// A dialect is a set of rules by which a text is parsed as a URL: a specification, such as rfc3986 or whatwg, or the
// parser of a program, such as libcurl or urllib. A specification says how a URL should be parsed. The dialect of a
// program says how that program parses it, mistakes included.
//
// A release is a version of a program whose parser differs from the versions before it. "urllib@3.9" is a release;
// "urllib" alone is the newest one. A program keeps the behavior of its release until someone updates it, so deployed
// programs disagree even with themselves.
//
// A reading is what one dialect does with one text. For http://good.example\@evil.example/ the dialect whatwg has the
// host good.example, libcurl has the host evil.example, and rfc3986 has an error at the backslash. A reading has:
//
//   - the components, each with its text and its place: scheme, userinfo, host, port, path, query, fragment
//   - the URL that the dialect would write, which can differ from the input: here, whatwg writes "/" for the backslash
//   - or an error with the offset of the first invalid byte, and the rule that it breaks
//
// A component that is absent differs from an empty one: http://h has no query, http://h? has an empty query.
// Package audit compares the readings of several dialects.
package reading

import (
	"log/slog"
	"slices"

	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// A Reading is a URL as one dialect parses it: its components, their offsets in the input, and the URL that the dialect
// would write. If the dialect rejects the URL, a Reading has an error and no components.
//
// A Reading is large. Pass a pointer, and in a loop fill the same Reading again.
type Reading struct {
	input string
	text  string // text[:href] is the URL as the dialect writes it; values that do not occur in the URL follow
	err   error  // why the URL is rejected, or why the port of an accepted URL is invalid
	href  uint32
	never uint16 // bit 1<<c: c is never absent in this dialect
	ok    bool
	same  bool  // the spans at also apply to input; in is not filled
	at    Spans // spans in text
	in    Spans // spans in input
}

// A Dialect parses URLs as one specification or program does, and fills readings. Its implementations are comparable
// types.
type Dialect interface {
	// Read sets r to the reading of url. It calls r.Reset first, then r.Accept or r.Reject.
	Read(r *Reading, url string)
}

// A Named is a [Dialect] with a name that depends on its options.
type Named interface {
	// Name returns the name, such as "java.net.URL".
	Name() string
}

// A Resolver is a [Dialect] that resolves references.
type Resolver interface {
	// Resolve resolves ref against base.
	Resolve(base, ref string) (string, error)
}

// A BaseResolver is a [Resolver] that can prepare a base URL for many references.
type BaseResolver interface {
	// Resolver returns a function that resolves a reference against base, like Resolve. Several goroutines may call it
	// at the same time.
	Resolver(base string) func(ref string) (string, error)
}

// Releases is a [Dialect] that has several releases.
type Releases interface {
	Dialect
	// Release returns the full release of the dialect, such as "3.15.2".
	Release() string
	// Releases returns the newest known release of each line of development, oldest first. At may accept more.
	Releases() []string
	// At returns the dialect of another release. "3.9" means the newest known release of 3.9. The error for an unknown
	// release is of kind [urlerr.UnknownName].
	At(release string) (Dialect, error)
}

// maxLength is the largest offset in 32 bits.
const maxLength = 1<<32 - 1

// Reset makes r the empty reading of input. It returns false if input is longer than 4,294,967,295 bytes. r then has an
// error of kind [urlerr.TooLong].
func (r *Reading) Reset(input string) bool {
	r.input, r.text, r.err = input, "", nil
	r.href, r.never, r.ok, r.same = 0, 0, false, false
	r.at.Reset()
	r.in.Reset()
	if uint64(len(input)) <= maxLength {
		return true
	}
	r.err = errTooLong(input)
	return false
}

func errTooLong(input string) error {
	return &urlerr.Error{
		Dialect: "earl", Input: input, Offset: -1,
		Rule: urlerr.Rule{Name: "a URL has at most 4,294,967,295 bytes", Kind: urlerr.TooLong},
	}
}

// Input returns the text that was parsed.
func (r *Reading) Input() string { return r.input }

// Err returns the reason why the dialect rejects the URL, or nil.
func (r *Reading) Err() error {
	if r.ok {
		return nil
	}
	return r.err
}

// PortErr returns the reason why the port of an accepted URL cannot be read, or nil. Port is then absent.
func (r *Reading) PortErr() error {
	if r.ok {
		return r.err
	}
	return nil
}

// Href returns the URL as the dialect writes it.
func (r *Reading) Href() string { return r.text[:r.href] }

// Get returns the value of c. ok is false if c is absent.
func (r *Reading) Get(c urlerr.Component) (value string, ok bool) {
	if span, ok := r.at.Get(c); ok {
		return r.text[span.Start:span.End], true
	}
	return "", r.ok && r.never>>c&1 != 0
}

// InInput returns the span of c in the input, without delimiters. ok is false if c does not occur in the input.
func (r *Reading) InInput(c urlerr.Component) (span Span, ok bool) {
	if r.same {
		return r.at.Get(c)
	}
	return r.in.Get(c)
}

// Scheme returns the scheme without ":".
func (r *Reading) Scheme() (string, bool) { return r.Get(urlerr.Scheme) }

// Authority returns userinfo, host and port with their delimiters.
func (r *Reading) Authority() (string, bool) { return r.Get(urlerr.Authority) }

// Userinfo returns the text before the "@" of the authority.
func (r *Reading) Userinfo() (string, bool) { return r.Get(urlerr.Userinfo) }

// Username returns the user name.
func (r *Reading) Username() (string, bool) { return r.Get(urlerr.Username) }

// Password returns the password.
func (r *Reading) Password() (string, bool) { return r.Get(urlerr.Password) }

// Host returns the host.
func (r *Reading) Host() (string, bool) { return r.Get(urlerr.Host) }

// Port returns the port as decimal digits, perhaps empty.
func (r *Reading) Port() (string, bool) { return r.Get(urlerr.Port) }

// Path returns the path.
func (r *Reading) Path() (string, bool) { return r.Get(urlerr.Path) }

// Params returns the parameters of the last segment of the path, without ";".
func (r *Reading) Params() (string, bool) { return r.Get(urlerr.Params) }

// Query returns the query without "?".
func (r *Reading) Query() (string, bool) { return r.Get(urlerr.Query) }

// Fragment returns the fragment without "#".
func (r *Reading) Fragment() (string, bool) { return r.Get(urlerr.Fragment) }

// LogValue returns Href without its secrets; see [urlerr.RedactQuery]. If the input has other secrets, because the
// dialect writes a password as another component or encodes it, LogValue returns the input without its secrets.
func (r *Reading) LogValue() slog.Value {
	href, input := redact.Append(nil, r.Href(), true), redact.Append(nil, r.input, true)
	same := slices.EqualFunc(href, input, func(a, b redact.Span) bool {
		return r.Href()[a.Start:a.End] == r.input[b.Start:b.End]
	})
	if same || r.input == "" {
		return slog.StringValue(redact.Replace(r.Href(), href))
	}
	return slog.StringValue(redact.Replace(r.input, input))
}

// MarshalJSON returns an object of href and the components; an absent component is null. U+FFFD replaces bytes
// that are not UTF-8, so that the object is I-JSON (RFC 7493).
func (r *Reading) MarshalJSON() ([]byte, error) {
	b := jsontext.AppendQuote([]byte(`{"href":`), r.Href())
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		b = append(b, `,"`...)
		b = append(b, c.String()...)
		b = append(b, `":`...)
		if value, ok := r.Get(c); ok {
			b = jsontext.AppendQuote(b, value)
		} else {
			b = append(b, "null"...)
		}
	}
	return append(b, '}'), nil
}

// These methods are for packages of dialects.

// Reject makes r the reading of a URL that the dialect rejects because of err.
func (r *Reading) Reject(err error) {
	r.Reset(r.input)
	r.err = err
}

// Accept makes r the reading of a URL that the dialect accepts and writes as text[:href]. Other values are in
// text[href:]. Accept returns two empty Spans for the dialect to fill: the result at for the values in text, and the
// result in for the components in the input. If text is longer than 4,294,967,295 bytes, Accept rejects the URL, and
// the spans have no effect.
func (r *Reading) Accept(text string, href int) (at, in *Spans) {
	if uint64(len(text)) > maxLength {
		return r.rejectText()
	}
	r.text, r.href, r.ok = text, uint32(href), true
	return &r.at, &r.in
}

// rejectText rejects the URL because the text is too long. It returns spans that r does not use.
func (r *Reading) rejectText() (at, in *Spans) {
	r.Reject(errTooLong(r.input))
	return new(Spans), new(Spans)
}

// AcceptSame makes r the reading of a URL that the dialect accepts and writes as text. The components have the same
// offsets in text and in the input, so the dialect fills only one Spans, the result at.
func (r *Reading) AcceptSame(text string) (at *Spans) {
	r.text, r.href, r.ok, r.same = text, uint32(len(text)), true, true
	return &r.at
}

// SetNeverAbsent records that the components in mask are never absent: a component without a span has the value "". The
// bit of c is 1<<c.
func (r *Reading) SetNeverAbsent(mask uint16) { r.never = mask }

// SetPortErr records that the dialect accepts the URL, but cannot read its port.
func (r *Reading) SetPortErr(err error) {
	if r.ok {
		r.err = err
	}
}
