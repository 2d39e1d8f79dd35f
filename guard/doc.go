// Package guard sends HTTP requests to URLs from untrusted sources, and rejects requests to internal addresses.
//
//	var client guard.Client
//	response, err := client.Get(ctx, url)
//
// A server that fetches an untrusted URL can be made to send a request into its own network: to the metadata service of
// its cloud, for example, or to the port of a database. This attack is server-side request forgery (SSRF). [Client]
// checks each step of a request:
//
//   - The text of a URL is checked with an [audit.Policy] before net/url parses it. The policy rejects a URL that
//     programs parse differently.
//   - The Location header of each redirect is checked in the same way, before and after it is resolved.
//   - Each address is checked when it is dialed, so a name cannot change its address after the check (DNS rebinding).
//   - Credentials, cookies, other headers of the caller and the body are not sent to another origin after a redirect.
//   - Redirects, time, headers and the body, after decompression, are limited. So are the bytes that a server sends.
//   - The query is sent as browsers send it, so that no URL changes the request line.
//   - Proxies from environment variables are not used, and only TCP is dialed.
//
// [Client.RoundTripper] keeps these promises inside other libraries, and [Client.Proxy] for other programs.
//
// To allow one internal name, list it in Policy.InternalFor. To allow a test server of package net/http/httptest, list
// its address and its port:
//
//	client := guard.Client{Policy: audit.Policy{
//		Internal: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
//		Ports:    []uint16{port},
//	}}
//
// Client cannot know which public addresses belong to the network of the sender. List them in Policy.Refused. The
// project's docs/guide/ssrf.md lists other attacks that Client does not prevent.
package guard
