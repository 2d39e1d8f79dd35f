package guard_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"

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
