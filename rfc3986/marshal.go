package rfc3986

import (
	"database/sql/driver"
	"log/slog"
	"strings"

	"earl.example/urlerr"
)

// Compare compares the texts of r and s and returns -1, 0 or 1, as
// [strings.Compare] does. It is 0 if and only if r == s.
func (r Ref) Compare(s Ref) int { return strings.Compare(r.s, s.s) }

// Clone returns r with a copy of its text, so that it does not keep the text
// alive that it was cut out of.
func (r Ref) Clone() Ref {
	r.s = strings.Clone(r.s)
	return r
}

// Redacted returns the text of r with "***" in place of what may be a password
// (§3.2.1), also of a URI inside this one, as in "jdbc:mysql://u:p@h/": see
// [urlerr.Redact], which hides rather too much. What else in a reference may be
// a secret, such as a value of the query, it cannot know.
func (r Ref) Redacted() string { return urlerr.Redact(r.s) }

// LogValue is Redacted, for log/slog.
func (r Ref) LogValue() slog.Value { return slog.StringValue(r.Redacted()) }

// AppendText appends the text of r to b. There is no error.
func (r Ref) AppendText(b []byte) ([]byte, error) { return append(b, r.s...), nil }

// MarshalText returns the text of r. There is no error.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.s), nil }

// UnmarshalText is [ParseBytes].
func (r *Ref) UnmarshalText(text []byte) error {
	parsed, err := ParseBytes(text)
	if err == nil {
		*r = parsed
	}
	return err
}

// AppendBinary is AppendText.
func (r Ref) AppendBinary(b []byte) ([]byte, error) { return r.AppendText(b) }

// MarshalBinary is MarshalText.
func (r Ref) MarshalBinary() ([]byte, error) { return r.MarshalText() }

// UnmarshalBinary is UnmarshalText.
func (r *Ref) UnmarshalBinary(data []byte) error { return r.UnmarshalText(data) }

// Value returns the text of r for a database. Mind that it holds the password
// too, if there is one: RFC 3986 §3.2.1 asks not to store it unencrypted.
func (r Ref) Value() (driver.Value, error) { return r.s, nil }

// Scan reads text from a database. NULL gives the zero Ref, and so does the
// empty text, which is the empty reference.
func (r *Ref) Scan(src any) error {
	text, err := scanned(src)
	if err != nil {
		return err
	}
	parsed, err := Parse(text)
	if err == nil {
		*r = parsed
	}
	return err
}

// scanned returns the text of a value from a database.
func scanned(src any) (string, error) {
	switch src := src.(type) {
	case nil:
		return "", nil
	case string:
		return src, nil
	case []byte:
		return string(src), nil
	}
	return "", fail(&ruleScan, "", -1, urlerr.NoComponent)
}

// Compare compares the texts of u and v. See [Ref.Compare].
func (u URI) Compare(v URI) int { return u.ref.Compare(v.ref) }

// Clone returns u with a copy of its text. See [Ref.Clone].
func (u URI) Clone() URI { return URI{u.ref.Clone()} }

// Redacted returns the text of u without a password. See [Ref.Redacted].
func (u URI) Redacted() string { return u.ref.Redacted() }

// LogValue is Redacted, for log/slog.
func (u URI) LogValue() slog.Value { return u.ref.LogValue() }

// AppendText appends the text of u to b. There is no error.
func (u URI) AppendText(b []byte) ([]byte, error) { return u.ref.AppendText(b) }

// MarshalText returns the text of u, which is empty for the zero URI. There is
// no error.
func (u URI) MarshalText() ([]byte, error) { return u.ref.MarshalText() }

// UnmarshalText is [ParseURI] of a copy of text. Empty text gives the zero
// URI.
func (u *URI) UnmarshalText(text []byte) error { return u.set(string(text)) }

// AppendBinary is AppendText.
func (u URI) AppendBinary(b []byte) ([]byte, error) { return u.ref.AppendText(b) }

// MarshalBinary is MarshalText.
func (u URI) MarshalBinary() ([]byte, error) { return u.ref.MarshalText() }

// UnmarshalBinary is UnmarshalText.
func (u *URI) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// Value returns the text of u for a database, and NULL for the zero URI. See
// [Ref.Value].
func (u URI) Value() (driver.Value, error) {
	if u.IsZero() {
		return nil, nil
	}
	return u.ref.s, nil
}

// Scan reads text from a database. NULL and the empty text give the zero URI.
func (u *URI) Scan(src any) error {
	text, err := scanned(src)
	if err != nil {
		return err
	}
	return u.set(text)
}

// set makes u the URI that text is, or the zero one if it is empty.
func (u *URI) set(text string) error {
	if text == "" {
		*u = URI{}
		return nil
	}
	parsed, err := ParseURI(text)
	if err == nil {
		*u = parsed
	}
	return err
}
