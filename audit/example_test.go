package audit_test

import (
	"cmp"
	"fmt"
	"net"
	"net/http"

	"earl.example/audit"
)

func ExampleAudit() {
	r := audit.Audit(`http://evil.com\@good.com/`)
	fmt.Println(r.Differ)
	for _, v := range r.Verdicts {
		if v.Reading.Err() != nil {
			fmt.Println(v.Dialect, "rejects it")
			continue
		}
		host, _ := v.Reading.Host()
		fmt.Println(v.Dialect, host)
	}
	worst := r.Findings[1]
	fmt.Println(worst.ID, worst.Severity, worst.Span)
	// Output:
	// acceptance,userinfo,host,path
	// rfc3986 rejects it
	// urllib good.com
	// whatwg evil.com
	// net/url rejects it
	// libcurl good.com
	// host-split-backslash high {15 16}
}

func ExampleReport() {
	r := audit.Audit("http://0x7f.1/a/%2e%2e/b")
	worst, _ := r.Worst()
	fmt.Println("worst:", worst)
	for _, f := range r.Findings {
		fmt.Printf("%s %s at %q, better %s\n", f.Severity, f.ID, r.Input[f.Span.Start:f.Span.End],
			cmp.Or(f.Safe, "not at all"))
	}
	for i, odd := range r.Odd() { // who does not read it as most do
		if odd != 0 {
			fmt.Println(r.Verdicts[i].Dialect.Name(), "is odd:", odd)
		}
	}
	// Output:
	// worst: high
	// high ipv4-nonstandard at "0x7f.1", better http://127.0.0.1/a/%2e%2e/b
	// high dest-internal at "0x7f.1", better not at all
	// medium path-encoded-dots at "%2e%2e", better http://0x7f.1/a/../b
	// low part-disagreement at "/a/%2e%2e/b", better not at all
	// info not-normal at "%2e", better not at all
	// info local-meaning at "0x7f.1", better not at all
	// info path-readers at "/a/%2e%2e/b", better not at all
	// whatwg is odd: path
	// libcurl is odd: path
}

func ExampleParseHost() {
	for _, host := range []string{"0x7f.1", "[::ffff:7f00:1]", "BÜCHER.example"} {
		fmt.Println(audit.ParseHost(host), audit.ParseHost(host).Internal())
	}
	// Output:
	// 127.0.0.1 loopback (RFC 1122)
	// ::ffff:127.0.0.1 loopback (RFC 1122)
	// xn--bcher-kva.example
}

func ExamplePolicy() {
	policy := audit.Policy{Schemes: []string{"https"}, Hosts: []string{".example.com"}}
	for _, url := range []string{"https://api.example.com/a", "http://api.example.com/a",
		"https://user:secret@api.example.com/", "https://2130706433/"} {
		fmt.Println(policy.Check(url))
	}
	// Output:
	// <nil>
	// audit: rejected: policy-scheme: The policy does not accept this scheme. In "http://api.example.com/a"
	// audit: rejected: userinfo-secret: A password in a URL is shown, stored and logged with the URL. In "https://user:***@api.example.com/"
	// audit: rejected: ipv4-nonstandard: This is the address 127.0.0.1 in browsers, curl and many resolvers, and a name in other programs. Compare addresses, not texts. In "https://2130706433/"
}

// A client that reaches no address of its own network, for any name
// and wherever a redirect goes.
func ExamplePolicy_Control() {
	var policy audit.Policy
	client := &http.Client{
		Transport: &http.Transport{DialContext: (&net.Dialer{Control: policy.Control}).DialContext},
		CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			return policy.Check(r.URL.String())
		},
	}
	_ = client
	fmt.Println(policy.Control("tcp4", "169.254.169.254:80", nil))
	// Output:
	// audit: rejected: dest-internal: The address is not public: link local, and the metadata of clouds (RFC 3927). In "169.254.169.254:80"
}

func ExampleDisplay() {
	for _, url := range []string{"ftp://cnn.example.com&story=x:y@10.0.0.1/a", "http://аpple.com/", "http://h/%C3%BC"} {
		s := audit.Display(url, audit.DisplayOptions{})
		fmt.Println(s.Text, s.Text[s.Host.Start:s.Host.End], len(s.Marks))
	}
	// Output:
	// ftp://…@10.0.0.1/a 10.0.0.1 1
	// http://xn--pple-43d.com/ xn--pple-43d.com 1
	// http://h/ü h 0
}
