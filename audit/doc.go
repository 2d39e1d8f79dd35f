// Package audit reports where URL parsers disagree about a URL, and what is risky about it.
//
//	r := audit.Audit(`http://good.com\@evil.com/`)
//	fmt.Println(r.Differ)         // acceptance,userinfo,host,path
//	fmt.Println(r.Findings[0].ID) // host-disagreement
//
// A check and the client after it can read different hosts in one URL, if their parsers differ. [Audit] reads a URL in
// several dialects at once. A [Report] has the verdict of each dialect, the [Aspects] on which they disagree, and
// findings. Hosts are compared by value, see [ParseHost]: another spelling of an address or a name is no disagreement.
// [Stack] returns the dialects of programs that are often used together.
//
// A [Finding] is a known risk, with its place in the URL. [Kinds] has all kinds with examples, and docs/findings.md of
// the project shows them. They cover section 7 of RFC 3986. Escapes do not hide a risk (§7.3).
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
// [Display] returns a URL for people: shortened, without userinfo, with the registrable domain marked, and without
// characters that are invisible or change the direction of text. A name that looks like another name is in Punycode.
//
// Package audit does not use the network or the file system. It takes time in proportion to the length of the URL.
package audit

//go:generate go test -count=1 -run ^(TestFindingsPage|TestQuirksPage)$ . -update
