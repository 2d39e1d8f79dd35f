package disagree

import (
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/gallery"
)

// TestPayloads: the first dialect reads in each URL a host that a check with an allowed host accepts, and the second one
// the target, whatever the hosts are. Known attacks are among the URLs.
func TestPayloads(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ check, fetch, allowed, target, want string }{
		{"urllib@3.13.3", "requests@2.32.5", "good.example", "10.0.0.1", `http://10.0.0.1\@good.example/`},
		{"urllib", "whatwg", "a.b.good.example", "evil.example", `http://evil.example\.a.b.good.example/`},
		{"urllib", "whatwg", "good.example", "[::1]", `http:\\[::1]/`},
		{"whatwg", "urllib", "1.1.1.1", "localhost", `http://1.1.1.1\@localhost/`},
		{"java.net.URI", "libcurl", "good.example", "127.0.0.1", "http://127.1/"},
		{"rfc3986", "whatwg", "good.example", "evil.example", "http:/evil.example"},
	} {
		s := Search{Dialects: [2]earl.Dialect{earl.MustParseDialect(tt.check), earl.MustParseDialect(tt.fetch)}, Seed: 1, Tries: 2000}
		found, err := Payloads(s.Dialects, append(s.URLs(), gallery.Tricky...), tt.allowed, tt.target)
		if err != nil {
			t.Errorf("%+v: %v", tt, err)
		}
		trim := func(url string) string { return strings.TrimSuffix(url, "/") }
		if !slices.ContainsFunc(found, func(p Payload) bool { return trim(p.URL) == trim(tt.want) }) {
			t.Errorf("%s, %s: %d payloads, want %s among them", tt.check, tt.fetch, len(found), tt.want)
		}
		plain := audit.Options{Dialects: s.Dialects[1:]}.Audit("http://" + tt.target + "/")
		target, _ := plain.Verdicts[0].Hosts()
		for i, p := range found {
			check, fetch := earl.MustParseDialect(tt.check), earl.MustParseDialect(tt.fetch)
			reading, err := earl.Parse(check, p.URL)
			if err != nil {
				t.Errorf("%s rejects %s: %v", check, p.URL, err)
				continue
			}
			if host, _ := reading.Host(); host != p.Checked || strings.EqualFold(host, tt.target) {
				t.Errorf("%s reads %q in %s, want %q and not the target", check, host, p.URL, p.Checked)
			}
			r := audit.Options{Dialects: []earl.Dialect{fetch}}.Audit(p.URL)
			if host, _ := r.Verdicts[0].Hosts(); host != target || p.Kind == "" {
				t.Errorf("%s reaches %v in %s (%q), want %v and a kind", fetch, host, p.URL, p.Kind, target)
			}
			if slices.ContainsFunc(found[:i], func(q Payload) bool { return trim(q.URL) == trim(p.URL) }) {
				t.Errorf("%s is found twice", p.URL)
			}
		}
	}
}

// TestPayloadHosts: a text that is no host, and two equal hosts, are errors.
func TestPayloadHosts(t *testing.T) {
	t.Parallel()
	for _, hosts := range [][2]string{
		{"", "b.example"}, {"a.example", ""}, {"http://a.example", "b.example"}, {"a.example/x", "b.example"},
		{"a.example", "u@b.example"}, {"a.example", "A.example"}, {"a.example:80", "b.example"}, {"a.example", "b example"},
		{"a.example", strings.Repeat("é", 100_000)}, {"127.0.0.1", "127.0.0.1"},
	} {
		dialects := [2]earl.Dialect{earl.Urllib(), earl.WHATWG()}
		if found, err := Payloads(dialects, nil, hosts[0], hosts[1]); err == nil {
			t.Errorf("%.30q, %.30q: %d payloads, want an error", hosts[0], hosts[1], len(found))
		}
	}
}
