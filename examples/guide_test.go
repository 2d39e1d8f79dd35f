package examples_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"earl.example"
	"golang.org/x/net/publicsuffix"

	"earl.example/audit"
	"earl.example/guard"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/whatwg"
)

func Example_fromNetURL() {
	u, err := whatwg.Parse("HTTPS://Example.com:443/a b?q=1#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u) // https://example.com/a%20b?q=1#top
	fmt.Println(u.Hostname(), u.Pathname(), u.SearchParams().Values())

	target, err := u.Resolve("../c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(target) // https://example.com/c
	// Output:
	// https://example.com/a%20b?q=1#top
	// example.com /a%20b map[q:[1]]
	// https://example.com/c
}

func Example_fromNetURLEdit() {
	u := whatwg.MustParse("https://example.com/a?q=1")
	v := u
	v.SetPathname("/b")
	v.SearchParams().Set("q", "2")
	fmt.Println(u, v) // a copy is independent
	fmt.Println(u == whatwg.MustParse("HTTPS://EXAMPLE.com/a?q=1"))
	// Output:
	// https://example.com/a?q=1 https://example.com/b?q=2
	// true
}

func Example_fromNetURLRedirect() {
	const page = "https://app.example/a/login"
	for _, next := range []string{"../home?x=1", "//evil.example", `\\evil.example`, "/.//evil.example", "javascript:alert(1)"} {
		to, err := audit.SameOrigin(page, next)
		if err != nil {
			fmt.Println("rejected:", next)
			continue
		}
		fmt.Println(to) // for http.Redirect
	}
	// Output:
	// /home?x=1
	// rejected: //evil.example
	// rejected: \\evil.example
	// rejected: /.//evil.example
	// rejected: javascript:alert(1)
}

func Example_fromNetURLError() {
	_, err := rfc3986.Parse("http://user:secret@h/a b")
	if e, ok := err.(*urlerr.Error); ok {
		fmt.Println(e.Component, e.Offset)
	}
	fmt.Println(err)
	// Output:
	// path 22
	// rfc3986: invalid character " " in path at byte 22 of "http://user:***@h/a b": percent-encode it as %20 (RFC 3986 §3.3, pchar)
}

func Example_fromNetURLBridge() {
	u := whatwg.MustParse("https://example.com/a%2Fb")
	n, err := u.NetURL() // *url.URL, for net/http
	fmt.Println(n, err)
	request, err := http.NewRequest("GET", n.String(), nil)
	fmt.Println(request.URL.EscapedPath(), err)
	// Output:
	// https://example.com/a%2Fb <nil>
	// /a%2Fb <nil>
}

func Example_fromPython() {
	r, err := urllib.Split("https://user@www.example.com:8042/over/there?name=ferret#nose")
	host, _ := r.Hostname()
	port, _, _ := r.Port()
	fmt.Println(r.Scheme, host, port, r.Path, err)
	fmt.Println(urllib.Join("http://a/b/c", "../d"))
	fmt.Println(urllib.ParseQSL("a=1&b=%C3%A9"))
	// Output:
	// https www.example.com 8042 /over/there <nil>
	// http://a/d <nil>
	// [{a 1} {b é}]
}

func Example_fromPythonRelease() {
	py := urllib.Python{Version: urllib.MustParseVersion("3.8.8")}
	pairs, err := py.ParseQSL("a=1;b=2", urllib.QueryOptions{Separator: new(";")})
	fmt.Println(pairs, err)
	r, err := py.Split("http://h/a\nb", urllib.URLOptions{})
	fmt.Printf("%q %v\n", r.Path, err) // 3.8.11 removes the newline
	// Output:
	// [{a 1} {b 2}] <nil>
	// "/a\nb" <nil>
}

func Example_fromPythonError() {
	_, err := urllib.Split("http://[bad/")
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		fmt.Println(e.Text) // str(e) in Python
	}
	text, err := urllib.Encode([][2]any{{"q", "x y"}, {"page", 2}}) // urlencode({"q": "x y", "page": 2})
	fmt.Println(text, err)
	// Output:
	// Invalid IPv6 URL
	// q=x+y&page=2 <nil>
}

func Example_whichDialect() {
	const text = `http://good.example\@10.0.0.1/`
	for _, d := range []earl.Dialect{earl.WHATWG(), earl.Urllib(), earl.NetURL()} {
		r, err := earl.Parse(d, text)
		if err != nil {
			fmt.Println(d, "rejects it")
			continue
		}
		host, _ := r.Host()
		fmt.Println(d, host)
	}
	// Output:
	// whatwg good.example
	// urllib 10.0.0.1
	// net/url rejects it
}

func Example_ssrf() {
	fetch := func(r *http.Request) (*http.Response, error) {
		ctx := r.Context()
		var client guard.Client
		response, err := client.Get(ctx, r.FormValue("url"))
		return response, err
	}
	r, _ := http.NewRequest("GET", "/?url=http://127.0.0.1/", nil)
	_, err := fetch(r)
	fmt.Println(err != nil)
	// Output: true
}

// This is the attack of the guide.
var _ = func(r *http.Request) (*http.Response, error) {
	u, err := url.Parse(r.FormValue("url")) // http://evil.example/
	if ips, _ := net.LookupIP(u.Hostname()); err != nil || ips[0].IsPrivate() || ips[0].IsLoopback() {
		return nil, errRejected // evil.example has the address 203.0.113.7 now
	}
	return http.Get(u.String()) // and 169.254.169.254 now, or it redirects there
}

var errRejected = errors.New("rejected")

func Example_ssrfHandler() {
	client := &guard.Client{Policy: audit.Web(), MaxBody: 1 << 20}
	handler := func(w http.ResponseWriter, r *http.Request) {
		response, err := client.Get(r.Context(), r.FormValue("url"))
		if _, ok := errors.AsType[*audit.PolicyError](err); ok {
			http.Error(w, err.Error(), http.StatusBadRequest) // the URL, a redirect or an address is rejected
			return
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer response.Body.Close()
		io.Copy(w, response.Body)
	}
	w := httptest.NewRecorder()
	handler(w, httptest.NewRequest("GET", "/?url=http://0x7f.1/", nil))
	fmt.Print(w.Code)
	// Output: 400
}

func Example_policies() {
	client := struct{ RedirectURIs []string }{[]string{"https://app.example/callback"}}
	login := func(w http.ResponseWriter, r *http.Request) {
		to, err := audit.SameOrigin("https://app.example/a/login", r.FormValue("next"))
		if err != nil {
			to = "/"
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
	authorize := func(r *http.Request) error {
		err := audit.CheckRedirectURI(r.FormValue("redirect_uri"), client.RedirectURIs)
		return err
	}
	cors := func(w http.ResponseWriter, r *http.Request) {
		if audit.CheckOrigin(r.Header.Get("Origin"), []string{"https://app.example", "https://*.app.example"}) == nil {
			w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
			w.Header().Add("Vary", "Origin")
		}
	}
	cookie := func(r *http.Request) error {
		err := audit.CheckCookieDomain(r.Host, "example.co.uk", publicsuffix.List) // golang.org/x/net/publicsuffix
		return err
	}
	r := httptest.NewRequest("GET", "/?next=/.//evil.example&redirect_uri=https://app.example/callback", nil)
	r.Header.Set("Origin", "https://a.app.example")
	w := httptest.NewRecorder()
	login(w, r)
	cors(w, r)
	fmt.Println(w.Header().Get("Location"), w.Header().Get("Access-Control-Allow-Origin"), authorize(r))
	r.Host = "evil.co.uk"
	fmt.Println(cookie(r) == nil)
	// Output:
	// / https://a.app.example <nil>
	// false
}

func Example_parserConfusion() {
	check := func(url string) error {
		dialects, err := audit.Stack("python-requests")
		if err != nil {
			return err
		}
		policy := audit.Policy{Dialects: dialects}
		return policy.Check(url)
	}
	fmt.Println(check("https://example.com/"), check(`http://good.example\@10.0.0.1/`) != nil)
	// Output: <nil> true
}

func Example_ssrfValidate() {
	strict := audit.Strict()
	client := &guard.Client{Policy: audit.Webhook(), ReportOnly: &strict, LogOrigins: true}
	if err := client.Validate(); err != nil {
		log.Fatal(err)
	}
	// Output:
}

func Example_ssrfReportOnly() {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()

	var reported atomic.Int64
	strict := audit.Strict()
	client := &guard.Client{
		Policy:     audit.Policy{AllowInternal: true, AllowUserinfo: true, FailOn: audit.High + 1, MayDiffer: ^audit.Aspects(0)},
		ReportOnly: &strict,
		Observe: func(_ context.Context, e guard.Event) {
			if e.Name == "reported" {
				reported.Add(1) // or a counter with the label e.Reason
			}
		},
	}
	response, err := client.Get(context.Background(), server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	fmt.Println(response.StatusCode, reported.Load() > 0)
	// Output: 404 true
}

// TestGuides checks that the Go code of the guides and of README.md is in the examples of this file, of beam and of guard/wrappers.
func TestGuides(t *testing.T) {
	t.Parallel()
	var code string
	for _, name := range []string{"guide_test.go", filepath.Join("..", "beam", "example_test.go"),
		filepath.Join("..", "guard", "wrappers", "example_test.go")} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code += unindented(string(source))
	}
	files, err := filepath.Glob(filepath.Join("..", "docs", "guide", "*.md"))
	if err != nil || len(files) < 5 {
		t.Fatal(len(files), "guides:", err)
	}
	blocks := 0
	for _, file := range append(files, filepath.Join("..", "README.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(text), "```go") {
			block, _, _ := strings.Cut(part, "\n```")
			block, _, _ = strings.Cut(block, "\n   ```") // in a list
			if i == 0 {
				continue
			}
			blocks++
			if !strings.Contains(code, unindented(block)) {
				t.Errorf("%s: no example has this code:\n%s", file, block)
			}
		}
	}
	if blocks < 7 {
		t.Errorf("found %d blocks of Go, want at least 7", blocks)
	}
}

// unindented returns code without the space around its lines.
func unindented(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return strings.TrimSpace(b.String())
}
