// Package audit reports the components of a URL on which URL parsers disagree, and the known risks of the URL.
//
//	r := audit.Audit(`http://good.com\@evil.com/`)
//	fmt.Println(r.Differ)         // acceptance,userinfo,host,path
//	fmt.Println(r.Findings[0].ID) // host-disagreement
//
// If a program checks a URL and then passes it to a client, the check and the client can find different hosts in the
// URL, because their parsers differ. [Audit] reads a URL in several dialects. The [Report] has the verdict of each
// dialect, the [Aspects] on which they disagree, and findings. Hosts are compared by value (see [ParseHost]), so two
// spellings of one address or name are equal. [Stack] returns the dialects of programs that are often used together.
//
// A [Finding] is a known risk and its span in the URL. [Kinds] lists all kinds of findings with examples, as does
// docs/reference/findings.md of the project. The kinds cover section 7 of RFC 3986. Audit also finds a risk that is
// hidden by escapes (§7.3).
//
// # Before a request
//
// A [Policy] defines which URLs an application accepts. It prevents server-side request forgery (SSRF): an attacker
// supplies a URL that makes a server send a request into its own network, to the metadata service of its cloud, or to a
// host that is not on a list of allowed hosts. The functions [Strict], [Web] and [Webhook] return policies for common
// uses.
//
// To send the request, use package guard, which applies a policy to the URL, to each redirect and to each address:
//
//	client := guard.Client{Policy: audit.Web()}
//	response, err := client.Get(ctx, url)
//
// If another client sends the request, three checks are necessary. [Policy.Check] checks the URL. [Policy.CheckRef]
// checks the Location header of each redirect. [Policy.Control], in the dialer, checks the address, because the address
// of a name can change after Check (DNS rebinding). The client must not use a proxy: Control would check only the
// address of the proxy.
//
// # Showing a URL
//
// [Display] returns a form of a URL to show to people. It shortens the URL, hides the userinfo, marks the registrable
// domain, and escapes characters that are invisible or change the direction of text. A name that looks like another
// name is shown in Punycode.
//
// Package audit does not use the network or the file system. Its time is linear in the length of the URL.
package audit

//go:generate go test -count=1 -run ^(TestFindingsPage|TestQuirksPage|TestRecord)$ . -update
