package audit

import (
	"log/slog"

	"earl.example/urlerr"
)

// LogValue gives what is found, and the input without passwords, to log/slog.
func (r Report) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("input", urlerr.Redact(r.Input))}
	if r.Base.Present {
		attrs = append(attrs, slog.String("base", urlerr.Redact(r.Base.Value)))
	}
	attrs = append(attrs, slog.String("differ", r.Differ.String()))
	for i := range r.Findings {
		attrs = append(attrs, slog.Any(r.Findings[i].ID, r.Findings[i]))
	}
	return slog.GroupValue(attrs...)
}

// LogValue gives the dialect, and the error or the parts without the password, to
// log/slog.
func (v Verdict) LogValue() slog.Value {
	if v.Err != nil {
		return slog.GroupValue(slog.String("dialect", v.Dialect.String()), slog.Any("error", v.Err))
	}
	return slog.GroupValue(slog.String("dialect", v.Dialect.String()), slog.Any("parts", v.Parts))
}

// LogValue gives the finding to log/slog, without its safe form, which may hold a
// password.
func (f Finding) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("finding", f.ID),
		slog.String("severity", f.Severity.String()),
		slog.Int("start", f.Span.Start),
		slog.Int("end", f.Span.End),
		slog.String("message", f.Message),
	)
}
