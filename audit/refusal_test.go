package audit

import (
	"errors"
	"net/netip"
	"testing"

	"earl.example"
)

// TestRefusals checks the reason of each refusal, and the part of the URL that it names.
func TestRefusals(t *testing.T) {
	t.Parallel()
	one := []earl.Dialect{earl.WHATWG()}
	base := new("http://h.example/a")
	nested := Policy{FailOn: High, Dialects: one, Schemes: []string{"http", "view-source", "jdbc"}}
	for _, tt := range []struct {
		name   string
		policy Policy
		base   *string
		url    string
		id, at string // "" if the policy accepts the URL
		text   string // of the message
	}{
		{"as long as allowed", Policy{MaxLength: 17}, nil, "http://a.example/", "", "", ""},
		{"too long", Policy{MaxLength: 15}, nil, "http://a.example/", "policy-length", "e/", "The URL is longer than the policy allows."},

		{"a colon that is no scheme", Policy{}, base, "0a:b", "policy-dialects", "0a:", "Some programs read a scheme before the colon."},
		{"a colon after a slash", Policy{}, base, "a/b:c", "", "", ""},
		{"a colon after a question mark", Policy{}, base, "?:", "", "", ""},
		{"a colon after a number sign", Policy{}, base, "#:", "", "", ""},
		{"a scheme", Policy{}, base, "http://b.example/", "", "", ""},
		{"an internal host of a reference", Policy{}, base, "//127.0.0.1/", "dest-internal", "127.0.0.1",
			"Some program reads a host that is not on the public Internet: loopback (RFC 1122)."},

		{"a URL inside", nested, nil, "view-source:http://a.example/", "", "", ""},
		{"two URLs inside", nested, nil, "view-source:view-source:http://a.example/", "", "", ""},
		{"three URLs inside", nested, nil, "view-source:view-source:view-source:http://a.example/", "policy-nested",
			"http://a.example/", "Too many URLs are inside each other."},
		{"an internal host inside", nested, nil, "view-source:http://10.0.0.1/", "dest-internal", "10.0.0.1",
			"Some program reads a host that is not on the public Internet: private use (RFC 1918)."},
		{"an internal host inside twice", nested, nil, "view-source:view-source:http://10.0.0.1/", "dest-internal", "10.0.0.1",
			"Some program reads a host that is not on the public Internet: private use (RFC 1918)."},
		{"another scheme inside", nested, nil, "view-source:ftp://a.example/", "policy-scheme", "ftp:",
			"The policy does not accept this scheme."},
		{"an error inside", nested, nil, "view-source:http://a b/", "policy-dialects", " b/", "The dialect whatwg rejects this URL."},

		{"rejected by one", Policy{}, nil, "http://a b/", "policy-dialects", " b/", "The dialect rfc3986 rejects this URL."},
		{"rejected by all", Policy{Dialects: one, MayDiffer: Acceptance}, nil, "http://a b/", "policy-dialects", "http://a b/",
			"No dialect accepts this URL."},
		{"a disagreement", Policy{MayDiffer: Acceptance}, nil, `http://a.example\@b.example/`, "policy-dialects", "b.example",
			"Dialects disagree on the userinfo, host, path."},

		{"a listed host", Policy{RefusedHosts: []string{"b.example", "a.example"}}, nil, "http://a.example/?", "policy-host",
			"a.example", "The policy lists this host in RefusedHosts."},
		{"a host that is not listed", Policy{Hosts: []string{"b.example"}}, nil, "http://a.example/", "policy-host", "a.example",
			"The policy does not accept this host."},
		{"userinfo", Policy{}, nil, "http://u@a.example/", "policy-userinfo", "u", "The policy does not accept userinfo."},
		{"userinfo that is accepted", Policy{AllowUserinfo: true}, nil, "http://u@a.example/", "", "", ""},
		{"an empty userinfo", Policy{}, nil, "http://@a.example/", "policy-userinfo", "@a.example",
			"The policy does not accept an empty userinfo."},
		{"no host, but one in browsers", Policy{Ignore: []string{"slash-count"}, Dialects: []earl.Dialect{earl.RFC3986()}}, nil, "http:///a", "policy-host", "a", "There is no host."},
		{"no authority", Policy{Dialects: []earl.Dialect{earl.RFC3986()}, Schemes: []string{"x"}}, nil, "x:a", "policy-host", "a",
			"There is no host to check."},
		{"a port that is not listed", Policy{Ports: []uint16{80}}, nil, "http://a.example:8080/", "policy-port", "a.example",
			"The policy does not accept this port."},
		{"a port that is refused", Policy{RefusedPorts: []uint16{8080}}, nil, "http://a.example:8080/", "policy-port", "a.example",
			"The policy does not accept this port."},
		{"the default port of the scheme is refused", Policy{RefusedPorts: []uint16{443}}, nil, "https://a.example/", "policy-port",
			"a.example", "The policy does not accept this port."},
		{"an invalid port", Policy{Ignore: []string{"port-suspicious"}, Dialects: []earl.Dialect{earl.Urllib()}}, nil, "http://a.example:99999/", "policy-port", "a.example",
			"The port is invalid."},
	} {
		err := tt.policy.check(tt.url, tt.base)
		refused, ok := errors.AsType[*PolicyError](err)
		if tt.id == "" {
			if err != nil {
				t.Errorf("%s: %v, want no error", tt.name, err)
			}
			continue
		}
		if !ok {
			t.Errorf("%s: error %v, want %s", tt.name, err, tt.id)
			continue
		}
		f := refused.Finding
		if at := tt.url[f.Span.Start:f.Span.End]; f.ID != tt.id || at != tt.at || f.Message != tt.text {
			t.Errorf("%s: %s at %q: %q; want %s at %q: %q", tt.name, f.ID, at, f.Message, tt.id, tt.at, tt.text)
		}
		if f.Severity != High && f.ID[:7] == "policy-" {
			t.Errorf("%s: severity %v, want high", tt.name, f.Severity)
		}
	}
}

// TestRefusedAddress: the error of an address names the whole address.
func TestRefusedAddress(t *testing.T) {
	t.Parallel()
	err := Policy{}.CheckAddr("a.example", netip.MustParseAddr("10.0.0.1"))
	e, ok := errors.AsType[*PolicyError](err)
	if !ok {
		t.Fatalf("CheckAddr = %v, want a PolicyError", err)
	}
	if at := e.Finding.Span; e.Input != "10.0.0.1" || at != span(0, len(e.Input)) {
		t.Errorf("the error is about %v of %q, want all of 10.0.0.1", at, e.Input)
	}
}
