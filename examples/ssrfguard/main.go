// Ssrfguard gets URLs that others have chosen, and refuses those that lead
// where nobody outside should reach. With net/url the guard used to be
//
//	u, err := url.Parse(s)
//	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
//		return errRefused
//	}
//	if ip := net.ParseIP(u.Hostname()); ip != nil && (ip.IsPrivate() || ip.IsLoopback()) {
//		return errRefused
//	}
//
// which passes http://0x7f.1/, http://127.1/, http://[::ffff:7f00:1]%2e/ and
// http://good.example\@10.0.0.1/ to clients that read them otherwise, and any
// name whose address is private. A policy of package audit refuses a URL about
// which readers disagree, and its Control looks at the address that is dialled.
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"earl.example/audit"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: ssrfguard URL...")
		os.Exit(2)
	}
	client := guarded(audit.Policy{})
	failed := false
	for _, url := range os.Args[1:] {
		if err := get(client, url, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "ssrfguard:", err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// maxRedirects is how many redirects are followed.
const maxRedirects = 5

// A guard is a transport that asks a policy first.
type guard struct {
	policy audit.Policy
	next   http.RoundTripper
}

// RoundTrip refuses what the policy does: the URL of each redirect comes here,
// too.
func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := g.policy.Check(r.URL.String()); err != nil {
		return nil, err
	}
	return g.next.RoundTrip(r)
}

// guarded returns a client that reaches only what the policy allows.
func guarded(policy audit.Policy) *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: policy.Control}
	transport := &http.Transport{DialContext: dialer.DialContext} // and no proxy, which would dial for us
	return &http.Client{
		Transport: guard{policy, transport},
		Timeout:   30 * time.Second,
		CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return errors.New("too many redirects")
			}
			return nil
		},
	}
}

// get copies what is at a URL. The text is checked as it was given, since
// net/http reads it by net/url, and writes it anew.
func get(client *http.Client, url string, w io.Writer) error {
	if err := client.Transport.(guard).policy.Check(url); err != nil {
		return err
	}
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(w, io.LimitReader(response.Body, 1<<20))
	return err
}
