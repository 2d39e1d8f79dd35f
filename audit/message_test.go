package audit

import (
	"encoding/json"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"earl.example"
)

// TestMessages checks the messages and the spans of findings that have several messages.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, id, message, text string }{
		{"an escaped ampersand", "http://h/?a=1&amp;b=2", "query-separator",
			`This is an ampersand with its escape for HTML: the next name begins with "amp;".`, ";"},
		{"a semicolon", "http://h/?a=1;b=2", "query-separator",
			"Some programs also split a query at semicolons. Go drops the pair.", ";"},
		{"rejected by two", `http://a.example\@b.example/`, "acceptance-split",
			"Rejected by rfc3986, net/url, accepted by others. Do not trust a URL on which programs disagree.", `\`},
		{"a port that two reject", "http://a.example:99999/", "acceptance-split",
			"Rejected by whatwg, libcurl, accepted by others. Do not trust a URL on which programs disagree.", "9"},
		{"hosts", `http://a.example\@b.example/`, "host-disagreement",
			"Dialects read different hosts: urllib b.example, whatwg a.example, libcurl b.example.", "b.example"},
		{"a long host", `http://` + strings.Repeat("a", 61) + `\@b.example/`, "host-disagreement",
			"Dialects read different hosts: urllib b.example, whatwg " + strings.Repeat("a", 60) + "…, libcurl b.example.", "b.example"},
		{"no host", "http:a.example/", "host-disagreement",
			"Dialects read different hosts: rfc3986 none, urllib none, whatwg a.example, net/url none.", "a.example"},
		{"paths", `http://a.example/a\b`, "part-disagreement", "Dialects disagree on the path.", `/a\b`},
	} {
		found := false
		for _, f := range Audit(tt.url).Findings {
			if f.ID == tt.id {
				found = true
				if got := tt.url[f.Span.Start:f.Span.End]; f.Message != tt.message || got != tt.text {
					t.Errorf("%s: %q at %q, want %q at %q", tt.name, f.Message, got, tt.message, tt.text)
				}
			}
		}
		if !found {
			t.Errorf("%s: no finding %s in %s, want one", tt.name, tt.id, tt.url)
		}
	}
}

// TestSchemes checks that a finding names the dialects that read different schemes.
func TestSchemes(t *testing.T) {
	t.Parallel()
	old := earl.MustParseDialect("urllib@3.8.8")
	const url = "path:80"
	for _, f := range (Options{Dialects: []earl.Dialect{old, earl.RFC3986()}}).Audit(url).Findings {
		if f.ID == "host-disagreement" {
			const want = "Dialects read different schemes: urllib@3.8.8 none, rfc3986 path."
			if at := url[f.Span.Start:f.Span.End]; f.Message != want || at != "path:" {
				t.Errorf("%q at %q, want %q at %q", f.Message, at, want, "path:")
			}
			return
		}
	}
	t.Errorf("there is no finding host-disagreement in %q, want one", url)
}

// TestIsNoHost checks the characters that end a part of a host that a resolver could read.
func TestIsNoHost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in string
		want     bool
	}{
		{"in hosts", "aZ09-._:%", false},
		{"other ASCII", "~!$&'()*+,;=[]@/?#\\ \t\x00\x7f", true},
		{"blanks", "\u0085\u00a0\u2028\u3000", true},
		{"other characters", "\u0080\u00e9\u200b\u3002", false},
	} {
		for _, r := range tt.in {
			if got := isNoHost(r); got != tt.want {
				t.Errorf("%s: isNoHost(%q) = %t, want %t", tt.name, r, got, tt.want)
			}
		}
	}
}

// TestWebhook checks the two limits that only Webhook has.
func TestWebhook(t *testing.T) {
	t.Parallel()
	const url = "https://example.com/"
	for _, tt := range []struct {
		name, url string
		accepted  bool
	}{
		{"https", url, true},
		{"http", "http://example.com/", false},
		{"2,048 bytes", url + strings.Repeat("a", 2048-len(url)), true},
		{"2,049 bytes", url + strings.Repeat("a", 2049-len(url)), false},
	} {
		if err := Webhook().Check(tt.url); (err == nil) != tt.accepted {
			t.Errorf("%s: Check = %v, want accepted: %v", tt.name, err, tt.accepted)
		}
	}
}

// TestValidateRanges checks that Validate rejects an invalid range of InternalFor.
func TestValidateRanges(t *testing.T) {
	t.Parallel()
	p := Policy{InternalFor: map[string][]netip.Prefix{"redis": {{}}}}
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "InternalFor") {
		t.Errorf("Validate = %v, want an error about InternalFor", err)
	}
}

// TestPolicyErrorJSON checks that a PolicyError is an object with the finding and the redacted input.
func TestPolicyErrorJSON(t *testing.T) {
	t.Parallel()
	refused, ok := errors.AsType[*PolicyError](Strict().Check("http://127.0.0.1/"))
	if !ok {
		t.Fatal("Strict accepts 127.0.0.1, want a PolicyError")
	}
	text, err := json.Marshal(*refused)
	var got struct{ Severity, Message, Input string }
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil || got.Severity != refused.Finding.Severity.String() || got.Message != refused.Finding.Message ||
		!strings.Contains(got.Input, "127.0.0.1") {
		t.Errorf("%s, %v, want the finding and the input", text, err)
	}
}
