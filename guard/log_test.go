package guard

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"earl.example/audit"
)

// TestLogMasksQuery checks that Log has no secret parameter of a query, for URLs that are accepted, rejected and
// reported.
func TestLogMasksQuery(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct {
		name, url string
		change    func(*Client)
		want      string
	}{
		{"accepted", "http://good.example:PORT/?access_token=s3cret&a=b", nil, "guard: accepted"},
		{"a URL", "http://127.0.0.1/?access_token=s3cret&a=b", nil, "guard: rejected"},
		{"a Location", s.to("http://127.0.0.1/?access_token=s3cret&a=b"), nil, "guard: rejected"},
		{"reported", "http://good.example:PORT/?access_token=s3cret&a=b", func(c *Client) {
			c.ReportOnly = &audit.Policy{AllowInternal: true, RefusedHosts: []string{"good.example"}}
		}, "guard: would reject"},
	} {
		var text bytes.Buffer
		c := s.client(t, nil)
		c.Log = slog.New(slog.NewTextHandler(&text, nil))
		if tt.change != nil {
			tt.change(c)
		}
		_, _ = read(t, c, s.at(tt.url))
		masked := 0
		for line := range strings.Lines(text.String()) {
			if strings.Contains(line, tt.want) && strings.Contains(line, "?access_token=***&a=b") {
				masked++
			}
		}
		if masked == 0 || strings.Contains(text.String(), "s3cret") {
			t.Errorf("%s: Log has %s, want a line %q with ?access_token=***&a=b, and no secret", tt.name, &text, tt.want)
		}
	}
}

// TestLogHasSentURL checks that Log has the URL that Get sends, also if Get encodes a part of the given URL.
func TestLogHasSentURL(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct{ name, given, sent string }{
		{"nothing to encode", "/a", "/a"},
		{"a lone percent sign", "/100%", "/100%25"},
		{"a backslash", `/a\b`, "/a/b"},
	} {
		var text bytes.Buffer
		c := s.client(t, nil)
		c.Policy = audit.Policy{AllowInternal: true, MayDiffer: ^audit.Aspects(0), FailOn: audit.High + 1}
		c.Log = slog.New(slog.NewTextHandler(&text, nil))
		if _, err := read(t, c, s.at("http://good.example:PORT"+tt.given)); err != nil {
			t.Errorf("%s: Get = %v, want no error", tt.name, err)
		}
		want := `msg="guard: accepted" hop=0 url=` + s.at("http://good.example:PORT"+tt.sent) + "\n"
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s: Log has %s, want %s", tt.name, &text, want)
		}
	}
}

// TestLogOrigins checks that LogOrigins keeps paths, queries and relative redirects out of the log.
func TestLogOrigins(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct{ name, url, want string }{
		{"accepted", "http://good.example:PORT/services/s3cret?s3cret#s3cret", "url=http://good.example:PORT\n"},
		{"a URL", "http://127.0.0.1/services/s3cret", "url=http://127.0.0.1 cause=\"dest-internal: "},
		{"a Location", s.to("http://127.0.0.1/services/s3cret"), "url=http://127.0.0.1 cause="},
		{"a relative Location", s.to(`\s3cret`), "url=*** cause="},
		{"no address", "http://none.example/s3cret", "url=http://none.example cause="},
		{"no URL", "http://good.example:PORT/s3cret\x7f", "url=*** cause="},
		{"reported", "http://good.example:PORT/s3cret", "would reject\" hop=0 url=http://good.example:PORT cause="},
	} {
		var text bytes.Buffer
		c := s.client(t, nil)
		c.ReportOnly = &audit.Policy{Hosts: []string{"other.example"}}
		c.Log, c.LogOrigins = slog.New(slog.NewTextHandler(&text, nil)), true
		_, err := read(t, c, s.at(tt.url))
		if strings.Contains(text.String(), "s3cret") || !strings.Contains(text.String(), s.at(tt.want)) {
			t.Errorf("%s: the log has %s, want %s and no path", tt.name, &text, tt.want)
		}
		if err != nil && !strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: the error %v has no path, want it", tt.name, err)
		}
	}
}
