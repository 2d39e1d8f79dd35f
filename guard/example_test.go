package guard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"time"

	"earl.example/audit"
	"earl.example/guard"
)

// The zero Client rejects a URL that leads inside before it sends a request.
func ExampleClient_Get() {
	var client guard.Client
	_, err := client.Get(context.Background(), "http://[64:ff9b::a9fe:a9fe]/latest/meta-data/")
	var rejected *audit.PolicyError
	fmt.Println(errors.As(err, &rejected), rejected.Finding.ID)
	fmt.Println(rejected.Finding.Message)
	// Output:
	// true dest-internal
	// Some program reads a host that is not on the public Internet: link local, and the metadata of clouds (RFC 3927).
}

// A client for URLs that people copy from a browser. It reaches one internal name, and no address of the own network.
func ExampleClient() {
	policy := audit.Web()
	policy.InternalFor = map[string][]netip.Prefix{"images.internal": {netip.MustParsePrefix("10.1.2.0/24")}}
	policy.Refused = []netip.Prefix{netip.MustParsePrefix("198.51.101.0/24")}
	client := guard.Client{Policy: policy, MaxBody: 1 << 20}
	_, err := client.Get(context.Background(), "http://198.51.101.7/")
	var rejected *audit.PolicyError
	fmt.Println(errors.As(err, &rejected), rejected.Finding.Message)
	// Output:
	// true The host is not public: the policy lists its address range in Refused.
}

// The cause of an error says which limit of the client was reached.
func ExampleError() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/long":
			w.Write(make([]byte, 2000))
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		}
	}))
	defer server.Close()
	policy := audit.Strict()
	policy.Internal = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} // for this example only
	client := guard.Client{Policy: policy, MaxBody: 1000, MaxRedirects: 2, Timeout: 5 * time.Second, AllowDowngrade: false}
	for _, path := range []string{"/long", "/loop"} {
		response, err := client.Get(context.Background(), server.URL+path)
		if err == nil {
			_, err = io.Copy(io.Discard, response.Body)
			response.Body.Close()
		}
		for _, cause := range []error{guard.ErrTooLarge, guard.ErrRedirects, guard.ErrDowngrade, guard.ErrLookup} {
			if errors.Is(err, cause) {
				fmt.Println(path, cause)
			}
		}
	}
	// Output:
	// /long the response is longer than MaxBody allows
	// /loop too many redirects
}

// Events can be counted, for example by name and reason, and so can the bytes that servers send.
func ExampleEvent() {
	counts := map[string]int{}
	var received int64
	client := guard.Client{Observe: func(_ context.Context, e guard.Event) {
		counts[e.Name+" "+e.Reason]++
		received += e.Received
	}}
	_, err := client.Get(context.Background(), "http://127.0.0.1/")
	fmt.Println(err != nil, counts, received)
	// Output: true map[finished :1 rejected dest-internal:1] 0
}

// ReportOnly tries a stricter policy. Here it would reject the URL, and then the address that the client connects to.
func ExampleClient_reportOnly() {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	strict := audit.Strict()
	client := guard.Client{Policy: audit.Policy{AllowInternal: true}, ReportOnly: &strict, Observe: func(_ context.Context, e guard.Event) {
		if e.Name == "reported" {
			fmt.Println(e.Reason)
		}
	}}
	response, err := client.Get(context.Background(), server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	fmt.Println(response.Status)
	// Output:
	// dest-internal
	// dest-internal
	// 404 Not Found
}

// For code that needs an http.Client.
func ExampleClient_HTTP() {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.Proxy = nil // a proxy would connect to addresses that the client cannot check: see ProxyMayDial
	client := guard.Client{
		Log: slog.New(slog.DiscardHandler), Resolver: net.DefaultResolver, LookupTimeout: 2 * time.Second, MaxPerHost: 4,
		MaxHeader: 16 << 10, Base: base, ProxyMayDial: false,
	}
	_, err := client.HTTP().Get("http://127.0.0.1/")
	if e, ok := errors.AsType[*guard.Error](err); ok {
		fmt.Println(e.Hop, e.URL, e.Addr.IsValid())
		fmt.Println(e.Cause)
	}
	// Output:
	// 0 http://127.0.0.1/ false
	// audit: rejected: dest-internal: Some program reads a host that is not on the public Internet: loopback (RFC 1122). In "http://127.0.0.1/"
}

func ExampleClient_Do() {
	var client guard.Client
	r, err := http.NewRequest("PUT", "http://[::1]/", strings.NewReader("text"))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Do(r)
	fmt.Println(err)
	// Output:
	// guard: "http://[::1]/": audit: rejected: dest-internal: Some program reads a host that is not on the public Internet: loopback (RFC 4291). In "http://[::1]/"
}

// A Post checks the URL, as Get does. A library that makes its own requests gets the RoundTripper.
func ExampleClient_Post() {
	client := &guard.Client{Policy: audit.Webhook()}
	_, err := client.Post(context.Background(), "https://0x7f.1/hook", "application/json", strings.NewReader("{}"))
	fmt.Println(err)
	sdk := &http.Client{Transport: client.RoundTripper()}
	_, err = sdk.Get("https://10.0.0.1/")
	fmt.Println(err)
	// Output:
	// guard: "https://0x7f.1/hook": audit: rejected: ipv4-nonstandard: This is the address 127.0.0.1 in browsers, curl and many resolvers, and a name in other programs. Compare addresses, not texts. In "https://0x7f.1/hook"
	// Get "https://10.0.0.1/": guard: "https://10.0.0.1/": audit: rejected: dest-internal: Some program reads a host that is not on the public Internet: private use (RFC 1918). In "https://10.0.0.1/"
}
