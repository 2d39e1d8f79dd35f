package guard

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"testing"

	"earl.example/audit"
)

// cves are published holes. get is the code that had the hole, rebuilt. It returns nil if it reaches the URL.
var cves = []struct {
	name string
	url  string
	rows map[string][]string // of the name server
	get  func(ctx context.Context, r *net.Resolver, s *target, url string) error
}{
	{
		// The check used IsPrivate, which does not know shared address space, NAT64 and other ranges.
		name: "gitea CVE-2026-22874", url: "http://evil.example/latest/meta-data/",
		rows: map[string][]string{"evil.example": {"100.100.100.200"}},
		get: func(ctx context.Context, r *net.Resolver, s *target, url string) error {
			control := func(network, address string, _ syscall.RawConn) error {
				if ip := netip.MustParseAddrPort(address).Addr(); !ip.IsGlobalUnicast() || ip.IsPrivate() {
					return errors.New("not external")
				}
				return errAccepted // instead of a connection to this address
			}
			return accepted(plain(ctx, &net.Dialer{Resolver: r, Control: control}, url))
		},
	},
	{
		// The webhooks had a check of addresses. The import of large files used http.DefaultClient.
		name: "soft-serve GHSA-3fvx-xrxq-8jvv", url: "http://127.0.0.1:PORT/secret",
		get: func(ctx context.Context, r *net.Resolver, s *target, url string) error {
			return plain(ctx, &net.Dialer{Resolver: r}, url)
		},
	},
	{
		// Integrations had no check (4090). The check of feeds looked the name up before the request, and did not
		// check redirects (4092).
		name: "miniflux 4090 and 4092", url: "http://evil.example:PORT/secret",
		rows: map[string][]string{"evil.example": {"1.1.1.1", "127.0.0.1"}},
		get: func(ctx context.Context, r *net.Resolver, s *target, url string) error {
			if ips, err := r.LookupNetIP(ctx, "ip4", "evil.example"); err != nil || ips[0].IsLoopback() {
				return errors.New("private network")
			}
			return plain(ctx, &net.Dialer{Resolver: r}, url)
		},
	},
	{
		// A test of a webhook sent a request to any URL.
		name: "grafana 123581", url: "http://evil.example:PORT/secret",
		rows: map[string][]string{"evil.example": {"127.0.0.1"}},
		get: func(ctx context.Context, r *net.Resolver, s *target, url string) error {
			return plain(ctx, &net.Dialer{Resolver: r}, url)
		},
	},
	{
		// The list of rejected hosts was compared with the text, and net.Dial removes brackets.
		name: "smokescreen CVE-2022-29188", url: "http://[localhost]:PORT/secret",
		rows: map[string][]string{"localhost": {"127.0.0.1"}},
		get: func(ctx context.Context, r *net.Resolver, s *target, url string) error {
			address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/secret")
			if strings.HasPrefix(address, "localhost:") || strings.HasPrefix(address, "127.") {
				return errors.New("rejected host")
			}
			c, err := (&net.Dialer{Resolver: r}).DialContext(ctx, "tcp4", address)
			if err == nil {
				c.Close()
				s.hits.Add(1)
			}
			return err
		},
	},
}

// errAccepted is the error of a dialer after its check accepted the address.
var errAccepted = errors.New("accepted")

func accepted(err error) error {
	if errors.Is(err, errAccepted) {
		return nil
	}
	return err
}

// plain sends a GET request with net/http.
func plain(ctx context.Context, d *net.Dialer, url string) error {
	client := http.Client{Transport: &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}}
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, response.Body)
	response.Body.Close()
	return err
}

// TestCVEs checks that the code with the hole reaches the URL, and that Client does not.
func TestCVEs(t *testing.T) {
	t.Parallel()
	for _, tt := range cves {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newTarget(t)
			c := s.client(t, tt.rows)
			if err := tt.get(t.Context(), c.Resolver, s, s.at(tt.url)); err != nil {
				t.Errorf("the code with the hole: %v, want no error", err)
			}
			hits := s.hits.Load()
			_, err := read(t, c, s.at(tt.url))
			if _, ok := errors.AsType[*audit.PolicyError](err); !ok || s.hits.Load() != hits {
				t.Errorf("guard: %v", err)
			}
		})
	}
}
