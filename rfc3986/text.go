package rfc3986

import (
	"database/sql/driver"
	"log/slog"
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/urlerr"
)

// String returns the text of r, passwords included. For logs, use [Ref.Redacted] or [Ref.LogValue].
func (r Ref) String() string { return r.s }

// Clone returns r with a copy of its text, so that r does not keep a larger text alive.
func (r Ref) Clone() Ref {
	r.s = strings.Clone(r.s)
	return r
}

// Redacted returns the text of r without passwords. This includes passwords of an embedded URI, as in
// "jdbc:mysql://u:p@h/"; see [urlerr.Redact]. For secrets in the query, use [urlerr.RedactQuery].
func (r Ref) Redacted() string { return urlerr.Redact(r.s) }

// LogValue returns the result of [urlerr.RedactQuery].
func (r Ref) LogValue() slog.Value { return slog.StringValue(urlerr.RedactQuery(r.s)) }

// AppendText appends the text of r to b. The error is nil.
func (r Ref) AppendText(b []byte) ([]byte, error) { return append(b, r.s...), nil }

// MarshalText returns the text of r. The error is nil.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.s), nil }

// UnmarshalText sets r to the reference parsed from text. On error it does not change r.
func (r *Ref) UnmarshalText(text []byte) error { return marshal.Set(r, string(text), Parse) }

// UnmarshalText sets u to the URI parsed from text, or to the zero URI if text is empty. On error it does not change u.
func (u *URI) UnmarshalText(text []byte) error { return marshal.Set(u, string(text), parseStored) }

// parseStored is ParseURI for a text that is empty for the zero URI.
func parseStored(text string) (URI, error) {
	if text == "" {
		return URI{}, nil
	}
	return ParseURI(text)
}

// Value returns the text of r, passwords included, for a database. RFC 3986 §3.2.1 asks not to store passwords
// unencrypted.
func (r Ref) Value() (driver.Value, error) { return r.s, nil }

// Value returns the text of u for a database, or NULL for the zero URI. See [Ref.Value].
func (u URI) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.s, nil
}

// Scan sets r to the reference parsed from a text of a database. NULL gives the zero Ref.
func (r *Ref) Scan(src any) error { return scan(r, src, Parse) }

// Scan sets u to the URI parsed from a text of a database. NULL and the empty text give the zero URI.
func (u *URI) Scan(src any) error { return scan(u, src, parseStored) }

func scan[T any](dst *T, src any, parse func(text string) (T, error)) error {
	text, ok := marshal.Stored(src)
	if !ok {
		return fail(ruleScan, "", -1, urlerr.NoComponent)
	}
	return marshal.Set(dst, text, parse)
}
