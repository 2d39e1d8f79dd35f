package audit

import (
	"log/slog"

	"earl.example/urlerr"
)

// LogValue returns the findings and the redacted input.
func (r Report) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("input", urlerr.Redact(r.Input))}
	if r.base != nil {
		attrs = append(attrs, slog.String("base", urlerr.Redact(*r.base)))
	}
	attrs = append(attrs, slog.String("differ", r.Differ.String()))
	for i := range r.Findings {
		attrs = append(attrs, slog.Any(r.Findings[i].ID, r.Findings[i]))
	}
	return slog.GroupValue(attrs...)
}

// LogValue returns the dialect, and either the dialect's error or the redacted URL.
func (v Verdict) LogValue() slog.Value {
	if err := v.Reading.Err(); err != nil {
		return slog.GroupValue(slog.String("dialect", v.Dialect.String()), slog.Any("error", err))
	}
	return slog.GroupValue(slog.String("dialect", v.Dialect.String()), slog.Any("href", &v.Reading))
}

// LogValue returns the finding without Safe, which can contain a password.
func (f Finding) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("finding", f.ID),
		slog.String("severity", f.Severity.String()),
		slog.Int("start", f.Span.Start),
		slog.Int("end", f.Span.End),
		slog.String("message", f.Message),
	)
}
