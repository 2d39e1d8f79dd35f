package rfc1808

import (
	"database/sql/driver"
	"log/slog"
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/urlerr"
)

// String returns the text of u, passwords included. For logs see [URL.Redacted].
func (u URL) String() string { return u.s }

// Clone returns u with a copy of its text, so that u does not keep a larger text alive.
func (u URL) Clone() URL {
	u.s = strings.Clone(u.s)
	return u
}

// Redacted returns the text of u without passwords; see [urlerr.Redact].
func (u URL) Redacted() string { return urlerr.Redact(u.s) }

// LogValue returns the result of [urlerr.RedactQuery].
func (u URL) LogValue() slog.Value { return slog.StringValue(urlerr.RedactQuery(u.s)) }

// AppendText appends the text of u to b. The error is nil.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText returns the text of u. The error is nil.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText sets u to the URL parsed from text. The error is nil.
func (u *URL) UnmarshalText(text []byte) error {
	*u = Parse(string(text))
	return nil
}

// Value returns the text of u, passwords included, for a database.
func (u URL) Value() (driver.Value, error) { return u.s, nil }

// Scan sets u to the URL parsed from a text of a database. NULL gives the zero URL.
func (u *URL) Scan(src any) error {
	text, ok := marshal.Stored(src)
	if !ok {
		return fail(ruleScan, "", -1, urlerr.NoComponent)
	}
	*u = Parse(text)
	return nil
}
