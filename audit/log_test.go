package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// TestLogsHidePasswords: passwords of reports, verdicts and findings.
func TestLogsHidePasswords(t *testing.T) {
	t.Parallel()
	r := Options{Base: new("http://v:s3cret@example.com/")}.Audit("http://u:s3cret@example.org/%zz")
	for _, v := range []any{r, &r, r.Findings[0], r.Verdicts[0], &r.Verdicts[1], &r.Verdicts[2], Report{}, Finding{}} {
		for _, handler := range []func(b *bytes.Buffer) slog.Handler{
			func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
			func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
		} {
			var b bytes.Buffer
			slog.New(handler(&b)).Info("audited", "it", v)
			if text := b.String(); strings.Contains(text, "s3cret") || !strings.Contains(text, "it") {
				t.Errorf("%T: logged %s, want no password", v, text)
			}
		}
	}
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("audited", "report", r, "refused", r.Verdicts[0], "taken", r.Verdicts[1])
	for _, want := range []string{"refused.dialect=rfc3986 refused.error.",
		"taken.dialect=urllib taken.href=http://u:***@example.org/%zz", "report.input=http://u:***@example.org/%zz",
		"report.base=http://v:***@example.com/", "report.differ=acceptance", "report.userinfo-secret.severity=medium",
		"report.pct-malformed.start="} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in %s", want, b.String())
		}
	}
}

// TestJSONHidesPasswords checks the JSON of reports, verdicts and findings, and that every verb of fmt prints it.
func TestJSONHidesPasswords(t *testing.T) {
	t.Parallel()
	r := Audit("http://u:s3cret@example.org/%zz")
	for _, tt := range []struct {
		name string
		v    any
		want string
	}{
		{"a report", r, `"input":"http://u:***@example.org/%zz"`},
		{"a verdict with an error", r.Verdicts[0], `"dialect":"rfc3986"`},
		{"a verdict with a URL", r.Verdicts[1], `"href":"http://u:***@example.org/%zz"`},
		{"a finding", r.Findings[0], `"finding":"` + r.Findings[0].ID + `"`},
	} {
		text, err := json.Marshal(tt.v)
		if err != nil || !strings.Contains(string(text), tt.want) || strings.Contains(string(text), "s3cret") {
			t.Errorf("%s: Marshal = %s, %v, want %s in it, and no password", tt.name, text, err, tt.want)
		}
		for _, verb := range []string{"%v", "%+v", "%s"} {
			if got := fmt.Sprintf(verb, tt.v); got != string(text) {
				t.Errorf("%s: Sprintf(%q) = %s, want %s", tt.name, verb, got, text)
			}
		}
	}
}
