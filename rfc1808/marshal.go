package rfc1808

import (
	"database/sql/driver"
	"log/slog"
	"strings"

	"earl.example/urlerr"
)

// Compare compares the texts of u and v and returns -1, 0 or 1, as
// [strings.Compare] does. It is 0 if and only if u == v.
func (u URL) Compare(v URL) int { return strings.Compare(u.s, v.s) }

// Clone returns u with a copy of its text, so that it does not keep the text
// alive that it was cut out of.
func (u URL) Clone() URL {
	u.s = strings.Clone(u.s)
	return u
}

// Redacted returns the text of u with "***" in place of what may be a password:
// see [urlerr.Redact]. As any text can be a URL here, it hides rather too much.
func (u URL) Redacted() string { return urlerr.Redact(u.s) }

// LogValue is Redacted, for log/slog.
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// AppendText appends the text of u to b. There is no error.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText returns the text of u. There is no error.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText is [ParseBytes]. There is no error.
func (u *URL) UnmarshalText(text []byte) error {
	*u = ParseBytes(text)
	return nil
}

// AppendBinary is AppendText.
func (u URL) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary is MarshalText.
func (u URL) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary is UnmarshalText.
func (u *URL) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// Value returns the text of u for a database. Mind that it holds the password
// too, if there is one.
func (u URL) Value() (driver.Value, error) { return u.s, nil }

// Scan reads text from a database. NULL gives the zero URL, and so does the
// empty text, which is the empty URL.
func (u *URL) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*u = URL{}
	case string:
		*u = Parse(src)
	case []byte:
		*u = ParseBytes(src)
	default:
		return fail(&ruleScan, "", -1, urlerr.NoComponent)
	}
	return nil
}
