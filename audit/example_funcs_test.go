package audit_test

import (
	"fmt"
	"net/netip"

	"golang.org/x/net/publicsuffix"

	"earl.example/audit"
	"earl.example/urlerr"
)

func ExampleSameOrigin() {
	for _, next := range []string{"/cart?id=1", "//evil.example/", "/\\evil.example", "/.//evil.example"} {
		safe, err := audit.SameOrigin("https://shop.example/login", next)
		fmt.Println(safe, err == nil)
	}
	// Output:
	// /cart?id=1 true
	//  false
	//  false
	//  false
}

func ExampleCheckRedirectURI() {
	registered := []string{"https://app.example/callback", "http://127.0.0.1/callback"}
	for _, uri := range []string{
		"https://app.example/callback", "http://127.0.0.1:51004/callback", "https://app.example/callbackevil",
	} {
		fmt.Println(audit.CheckRedirectURI(uri, registered) == nil)
	}
	// Output:
	// true
	// true
	// false
}

func ExampleCheckOrigin() {
	allowed := []string{"https://app.example", "https://*.shop.example"}
	for _, origin := range []string{"https://app.example", "https://a.shop.example", "https://app.example.evil.example", "null"} {
		fmt.Println(audit.CheckOrigin(origin, allowed) == nil)
	}
	// Output:
	// true
	// true
	// false
	// false
}

func ExampleCheckCookieDomain() {
	for _, domain := range []string{"example.co.uk", "co.uk", "other.example"} {
		fmt.Println(audit.CheckCookieDomain("www.example.co.uk", domain, publicsuffix.List) == nil)
	}
	// Output:
	// true
	// false
	// false
}

func ExampleIntranet() {
	p := audit.Intranet()
	for _, url := range []string{"http://10.1.2.3/", "http://127.0.0.1/", "http://0.0.0.0/", "http://169.254.169.254/"} {
		fmt.Println(p.Check(url) == nil)
	}
	// Output:
	// true
	// false
	// false
	// false
}

func ExampleAspectsOf() {
	r := audit.Audit("http://example.com/a/%2e%2e/b")
	fmt.Println(r.Differ, r.Differ&audit.AspectsOf(urlerr.Host, urlerr.Port) == 0)
	// Output: path true
}

func ExampleDialects() {
	for _, d := range audit.Dialects() {
		fmt.Println(d)
	}
	// Output:
	// rfc3986
	// urllib
	// whatwg
	// net/url
	// libcurl
}

func ExampleEscape() {
	fmt.Println(audit.Escape("http://example.com/\u202egpj.exe\n"))
	// Output: http://example.com/\u202egpj.exe\x0a
}

func ExampleKinds() {
	high := 0
	for _, kind := range audit.Kinds() {
		if kind.Severity == audit.High {
			high++
		}
	}
	first := audit.Kinds()[0]
	fmt.Println(high > 10, first.Severity, first.ID)
	// Output: true high host-disagreement
}

func ExampleStack() {
	stack, err := audit.Stack("python-requests")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := audit.Options{Dialects: stack}.Audit(`http://example.com\@10.0.0.1/`)
	for _, v := range r.Verdicts {
		host, _ := v.Reading.Host()
		fmt.Println(v.Dialect, host)
	}
	// Output:
	// urllib 10.0.0.1
	// requests example.com
}

func ExampleStacks() {
	for _, name := range audit.Stacks() {
		if _, err := audit.Stack(name); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(audit.Stacks()[:3])
	// Output: [browser-and-proxy go go-releases]
}

func ExampleStrict() {
	policy := audit.Strict()
	for _, url := range []string{"https://example.com/a", "https://example.com/a%2Fb"} {
		fmt.Println(url, "is accepted:", policy.Check(url) == nil)
	}
	// Output:
	// https://example.com/a is accepted: true
	// https://example.com/a%2Fb is accepted: false
}

func ExampleWeb() {
	policy := audit.Web()
	for _, url := range []string{"https://example.com/a%2Fb", "http://0x7f.1/"} {
		fmt.Println(url, "is accepted:", policy.Check(url) == nil)
	}
	// Output:
	// https://example.com/a%2Fb is accepted: true
	// http://0x7f.1/ is accepted: false
}

func ExampleWebhook() {
	policy := audit.Webhook()
	for _, url := range []string{"https://hooks.example.com/in", "http://hooks.example.com/in"} {
		fmt.Println(url, "is accepted:", policy.Check(url) == nil)
	}
	// Output:
	// https://hooks.example.com/in is accepted: true
	// http://hooks.example.com/in is accepted: false
}

func ExampleHostValue_Kind() {
	for _, host := range []string{"0x7f.1", "[::1]", "[v1.fe]", "EXAMPLE.com", ""} {
		value := audit.ParseHost(host)
		fmt.Printf("%q %v %v %q %q\n", host, value.Kind(), value.Addr, value.Future, value.Name)
	}
	// Output:
	// "0x7f.1" ipv4 127.0.0.1 "" ""
	// "[::1]" ipv6 ::1 "" ""
	// "[v1.fe]" ipvfuture invalid IP "v1.fe" ""
	// "EXAMPLE.com" name invalid IP "" "example.com"
	// "" none invalid IP "" ""
}

func ExampleDisplayOptions() {
	shown := audit.Display("https://user:secret@xn--pple-43d.com/%F0%9F%94%92", audit.DisplayOptions{ShowUsername: true})
	fmt.Println(shown.Text)
	warn := func(mark audit.Mark) { fmt.Printf("%s: %s\n", shown.Text[mark.Span.Start:mark.Span.End], mark.Why) }
	for _, mark := range shown.Marks {
		warn(mark)
	}
	// Output:
	// https://user@xn--pple-43d.com/%F0%9F%94%92
	// user@: The text before the "@" is not the host.
	// xn--pple-43d.com: A label mixes Cyrillic and Latin: similar characters make it look like another name.
}

// A policy for a service that fetches pictures from one site.
func ExamplePolicy_fields() {
	policy := audit.Policy{
		Hosts: []string{".example.com"}, RefusedHosts: []string{"old.example.com"}, Ports: []uint16{443, 8443},
		Schemes: []string{"https"}, MaxLength: 2000, Ignore: []string{"path-encoded-slash"},
	}
	for _, url := range []string{
		"https://img.example.com/a%2Fb.png", "https://old.example.com/", "https://img.example.com:80/", "https://example.org/",
	} {
		fmt.Println(url, policy.Check(url) == nil)
	}
	// Output:
	// https://img.example.com/a%2Fb.png true
	// https://old.example.com/ false
	// https://img.example.com:80/ false
	// https://example.org/ false
}

// A policy for links that users of an intranet send each other: only the worst findings and the port of mail are refused.
func ExamplePolicy_lenient() {
	differ := audit.AspectsOf(urlerr.Path, urlerr.Query, urlerr.Fragment)
	policy := audit.Policy{
		AllowInternal: true, AllowUserinfo: true, RefusedPorts: []uint16{25}, FailOn: audit.High, MayDiffer: differ,
	}
	for _, url := range []string{"http://wiki.corp/a", "http://alice@10.1.2.3/", "http://10.1.2.3:25/", `http://a\@b/`} {
		fmt.Println(url, policy.Check(url) == nil)
	}
	// Output:
	// http://wiki.corp/a true
	// http://alice@10.1.2.3/ true
	// http://10.1.2.3:25/ false
	// http://a\@b/ false
}

func ExampleShown() {
	list := func(string) string { return "example.co.uk" } // golang.org/x/net/publicsuffix has the list
	shown := audit.Display("https://u:p@www.example.co.uk/a/long/path", audit.DisplayOptions{Width: 30, Registrable: list})
	bold := func(s audit.Shown) string {
		return s.Text[:s.Domain.Start] + "*" + s.Text[s.Domain.Start:s.Domain.End] + "*" + s.Text[s.Domain.End:]
	}
	fmt.Println(bold(shown), shown.Userinfo)
	// Output: https://…@….*example.co.uk*/a/l… {8 12}
}

func ExampleOptions_AuditInto() {
	var report audit.Report // its memory is used again
	for _, url := range []string{"http://example.com/", `http://good.example\@10.0.0.1/`} {
		audit.Options{}.AuditInto(&report, url)
		worst, found := report.Worst()
		fmt.Println(url, worst, found)
	}
	// Output:
	// http://example.com/ none false
	// http://good.example\@10.0.0.1/ high true
}

func ExamplePolicy_CheckRef() {
	policy := audit.Web()
	for _, location := range []string{"/next", `/\10.0.0.1/`, "http://169.254.169.254/"} {
		fmt.Println(location, policy.CheckRef("https://example.com/a", location) == nil)
	}
	// Output:
	// /next true
	// /\10.0.0.1/ false
	// http://169.254.169.254/ false
}

func ExamplePolicy_CheckAddr() {
	policy := audit.Web()
	policy.InternalFor = map[string][]netip.Prefix{"grafana.corp": {netip.MustParsePrefix("10.1.0.0/16")}}
	addr := netip.MustParseAddr("10.1.2.3")
	fmt.Println(policy.CheckAddr("grafana.corp", addr) == nil, policy.CheckAddr("evil.example", addr) == nil)
	// Output: true false
}
