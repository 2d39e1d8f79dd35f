// Package guard sends HTTP requests to URLs that others chose, without reaching what only the sender can reach.
//
//	var client guard.Client
//	response, err := client.Get(ctx, url)
//
// A server that fetches a URL from outside can be led into its own network, to the metadata of its cloud, or to a port
// of a database. This attack is server-side request forgery (SSRF). [Client] rejects it at each step of a request:
//
//   - The text of a URL is checked with an [audit.Policy] before net/url parses it. A URL that programs read
//     differently is rejected.
//   - The text of each redirect is checked in the same way, as the server sent it. The resolved URL is checked too.
//   - Each address is checked when it is dialed, so a name cannot change its address after the check (DNS rebinding).
//   - Credentials, cookies, other headers of the caller and the body do not follow a redirect to another origin.
//   - Redirects, time, headers and the body, after decompression, are limited.
//   - Proxies of the environment are not used, and only TCP is dialed.
//
// To reach one internal name, list it in Policy.InternalFor. To reach a server of package net/http/httptest in a test,
// accept its address and its port:
//
//	client := guard.Client{Policy: audit.Policy{
//		Internal: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
//		Ports:    []uint16{port},
//	}}
//
// Client cannot know which public addresses belong to the network of the sender. List them in Policy.Refused. The
// project's docs/guide/ssrf.md lists what else it does not cover.
package guard
