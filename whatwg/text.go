package whatwg

import (
	"database/sql/driver"
	"log/slog"

	"earl.example/internal/text/marshal"
	"earl.example/urlerr"
)

// Redacted returns the href without passwords; see [urlerr.Redact]. For secrets in the query, use [urlerr.RedactQuery].
func (u URL) Redacted() string { return urlerr.Redact(u.href) }

// LogValue returns the result of [urlerr.RedactQuery]. For a URL inside a struct, [slog.JSONHandler] uses MarshalText,
// which includes the password. Log such a URL as a separate attribute.
func (u URL) LogValue() slog.Value { return slog.StringValue(urlerr.RedactQuery(u.href)) }

// AppendText appends the href to b. The error is nil.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.href...), nil }

// MarshalText returns the href, which is empty for the zero URL. The error is nil.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.href), nil }

// UnmarshalText sets u to the result of [Parse] for text. Empty text sets u to the zero URL.
func (u *URL) UnmarshalText(text []byte) error { return u.read(string(text)) }

// Value returns the href, or NULL for the zero URL. The href includes the password, if there is one.
func (u URL) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.href, nil
}

// Scan sets u to the result of [Parse] for a text of a database. NULL and empty text set u to the zero URL.
func (u *URL) Scan(src any) error {
	text, ok := marshal.Stored(src)
	if !ok {
		return newError(ruleScan, "", -1, urlerr.NoComponent, nil)
	}
	return u.read(text)
}

func (u *URL) read(text string) error {
	if text == "" {
		*u = URL{}
		return nil
	}
	return marshal.Set(u, text, Parse)
}
