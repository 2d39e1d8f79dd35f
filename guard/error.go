package guard

import (
	"fmt"
	"log/slog"

	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// Format prints the result of Error for every verb of package fmt, so that no verb prints a password.
func (e Error) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error()) }

// LogValue returns the number of the redirect, the redacted URL, the address if one was dialed, and the cause.
func (e Error) LogValue() slog.Value {
	attrs := []slog.Attr{slog.Int("hop", e.Hop), slog.String("url", urlerr.RedactQuery(e.URL))}
	if e.Addr.IsValid() {
		attrs = append(attrs, slog.String("addr", e.Addr.String()))
	}
	return slog.GroupValue(append(attrs, slog.Any("cause", e.Cause))...)
}

// MarshalJSON returns an object with the fields of LogValue.
func (e Error) MarshalJSON() ([]byte, error) { return redact.JSON(e.LogValue()) }
