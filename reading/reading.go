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
//
// # For packages of dialects
//
// A dialect implements [Dialect], and [Releases], [Resolver], [BaseResolver] and [Named] if it has them. It fills a
// Reading by Reset, Accept, AcceptSame, Reject, SetPortErr and SetNeverAbsent, and the [Spans] of the components. Users
// of readings need none of these.
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
	w := jsontext.Writer{Text: make([]byte, 0, 192+2*len(r.text))}
	w.Object("")
	w.String("href", r.Href())
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		value, ok := r.Get(c)
		w.Value(c.String(), value, ok)
	}
	w.Close()
	return w.Text, nil
}
