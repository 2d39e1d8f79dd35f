// Package audit says where URL parsers disagree about a URL, and what is risky
// about it.
//
//	r := audit.Audit(`http://good.com\@evil.com/`)
//	fmt.Println(r.Differ)                // acceptance,userinfo,host,path
//	fmt.Println(r.Findings[0].Message)   // Browsers end the host at this backslash. …
//
// A guard that reads a URL in one way and a client that reads it in another can
// be led to different hosts. [Audit] reads a URL in several dialects at once, and
// a [Report] has the verdict of each, the [Aspects] that they differ in, and
// findings. Hosts are compared by value, see [ParseHost], so that another
// spelling of an address or a name is no difference.
//
// A [Finding] is something that is known to go wrong, with the bytes of the URL
// that it is about. [Kinds] has all of them with examples, and the project's
// docs/findings.md shows them. They cover section 7 of RFC 3986, and what is
// decoded is looked at, too (§7.3).
//
// # Before a request
//
// A [Policy] says which URLs an application accepts. It is against server-side request forgery (SSRF): URLs from
// outside that lead a server into its own network, to the metadata of its cloud, or past a list of hosts. The functions
// [Strict], [Web] and [Webhook] return policies for common uses.
//
// To send the request, use package guard, which applies a policy to the URL, to each redirect and to each address:
//
//	client := guard.Client{Policy: audit.Web()}
//	response, err := client.Get(ctx, url)
//
// If another client sends the request, three checks are necessary. [Policy.Check] checks the URL. [Policy.CheckRef]
// checks the Location of each redirect. [Policy.Control], in the dialer, checks the address, because the address of a
// name can change after Check (DNS rebinding). The client must not use a proxy: Control would see only its address.
//
// # Showing a URL
//
// [Display] makes of a URL what can be shown to a person: cut, without userinfo,
// with the part that says whose it is marked, and without characters that hide or
// turn text. A name that looks like another one, as in a homograph attack, is shown
// in Punycode.
//
// Nothing here uses the network or the file system, and all takes time in
// proportion to the length of the URL.
package audit

//go:generate go test -count=1 -run ^(TestFindingsPage|TestQuirksPage)$ . -update
