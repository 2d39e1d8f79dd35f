package audit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"earl.example/internal/testing/urltest"
)

const loginPage = "https://app.example/a/login"

// policyRow matches a row of a table of docs/guide/policies.md: a text in backticks, and another cell.
var policyRow = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| (.*) \\|$")

// policyTables returns the rows of the tables of docs/guide/policies.md in their order, without the backticks. \xNN is
// an escape.
func policyTables(t *testing.T) (tables [][][2]string) {
	t.Helper()
	text, err := os.ReadFile("../docs/guide/policies.md")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(cell string) string {
		return strings.NewReplacer(`\x09`, "\t", `\x0a`, "\n").Replace(strings.Trim(cell, "`"))
	}
	for i, table := range strings.Split(string(text), "\n|---|---|\n") {
		if i == 0 {
			continue
		}
		table, _, _ = strings.Cut(table, "\n\n")
		var rows [][2]string
		for _, m := range policyRow.FindAllStringSubmatch(table, -1) {
			rows = append(rows, [2]string{plain(m[1]), plain(m[2])})
		}
		if len(rows) != strings.Count(table, "\n")+1 {
			t.Errorf("a table has %d rows that can be read, want %d", len(rows), strings.Count(table, "\n")+1)
		}
		tables = append(tables, rows)
	}
	if len(tables) != 5 {
		t.Fatalf("%d tables, want 5", len(tables))
	}
	return tables
}

// TestSameOriginRows checks the rows of the guide: attacks, and honest references with their results.
func TestSameOriginRows(t *testing.T) {
	t.Parallel()
	tables := policyTables(t)
	for _, row := range tables[0] {
		if got, err := SameOrigin(loginPage, row[0]); err == nil {
			t.Errorf("SameOrigin of %q = %q, want an error", row[0], got)
		}
	}
	for _, row := range tables[1] {
		if got, err := SameOrigin(loginPage, row[0]); err != nil || got != row[1] {
			t.Errorf("SameOrigin of %q = %q, %v, want %q", row[0], got, err, row[1])
		}
	}
	for _, base := range []string{"https://u:s3cret@app.example/login", "http://localhost:8080/login", "http://10.0.0.1/", "https://[::1]:9200/x", "http://redis:6379/"} {
		if got, err := SameOrigin(base, "/home"); got != "/home" {
			t.Errorf("SameOrigin(%s) of /home = %q, %v, want /home", base, got, err)
		}
	}
	for _, base := range []string{"", "/a", "mailto:a@b", "data:x"} {
		if got, err := SameOrigin(base, "/home"); err == nil {
			t.Errorf("SameOrigin(%q) = %q, want an error", base, got)
		}
	}
}

// TestSameOriginNode checks with the parser of Node.js, which is that of browsers, that no result leads to another
// origin, for the rows of the guide and for generated references.
func TestSameOriginNode(t *testing.T) {
	urltest.Live(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	tables := policyTables(t)
	refs := []string{}
	for _, row := range append(tables[0], tables[1]...) {
		refs = append(refs, row[0])
	}
	r := rand.New(rand.NewPCG(1, 2))
	parts := strings.Fields(`/ // \ . .. %2e %2f %5c : @ ? # evil.example app.example https: http: javascript: a %09 ;`)
	parts = append(parts, "\t", "\n", " ", "\x00", "\u3002", "\uff0f")
	for range 20000 {
		ref := ""
		for range 1 + r.IntN(7) {
			ref += parts[r.IntN(len(parts))]
		}
		refs = append(refs, ref)
	}
	var given, sent []string
	for _, ref := range refs {
		if got, err := SameOrigin(loginPage, ref); err == nil {
			given, sent = append(given, ref), append(sent, got)
		}
	}
	input, _ := json.Marshal([][]string{given, sent})
	cmd := exec.Command(node, "-e", `
		const [given, sent] = JSON.parse(require("fs").readFileSync(0)), base = "`+loginPage+`";
		const pages = [base, "https://app.example/", "https://app.example//x/y", "https://app.example/a/b/c?d#e"];
		const found = [];
		sent.forEach((ref, i) => {
			const direct = new URL(given[i], base);
			for (const page of pages) {
				const u = new URL(ref, page);
				if (u.origin !== "https://app.example" || u.href !== direct.href || u.username) found.push([given[i], ref, u.href]);
			}
		});
		console.log(JSON.stringify([sent.length, found]));`)
	cmd.Stdin = strings.NewReader(string(input))
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answer [2]json.RawMessage
	if err := json.Unmarshal(output, &answer); err != nil {
		t.Fatal(err)
	}
	if string(answer[1]) != "[]" {
		t.Errorf("other URLs in Node.js: %.2000s", answer[1])
	}
	t.Logf("%d references, %s accepted", len(refs), answer[0])
	if len(sent) < 500 {
		t.Errorf("%d references are accepted, want at least 500", len(sent))
	}
}

func TestCheckRedirectURI(t *testing.T) {
	t.Parallel()
	registered := []string{"https://app.example/callback", "http://127.0.0.1/callback", "http://[::1]:1/callback",
		"com.example.app:/oauth", "http://127.0.0.1:8080?x"}
	for _, row := range policyTables(t)[2] {
		if CheckRedirectURI(row[0], registered) == nil {
			t.Errorf("CheckRedirectURI(%q) = nil, want an error", row[0])
		}
	}
	for _, uri := range append(registered, "http://127.0.0.1:3000/callback", "http://127.0.0.1:65535/callback", "http://[::1]/callback",
		"http://[::1]:49152/callback", "http://127.0.0.1?x") {
		if err := CheckRedirectURI(uri, registered); err != nil {
			t.Errorf("CheckRedirectURI(%q) = %v, want nil", uri, err)
		}
	}
	if err := CheckRedirectURI("https://a/#", []string{"https://a/#"}); err == nil {
		t.Error("a registered URI with a fragment is accepted, want an error")
	}
}

func TestCheckOrigin(t *testing.T) {
	t.Parallel()
	allowed := []string{"https://app.example", "https://*.app.example"}
	for _, row := range policyTables(t)[3] {
		if CheckOrigin(row[0], allowed) == nil {
			t.Errorf("CheckOrigin(%q) = nil, want an error", row[0])
		}
	}
	allowed = append(allowed, "null", "chrome-extension://abc", "http://localhost:3000", "https://xn--bcher-kva.example")
	for _, origin := range append(allowed[2:], "https://app.example", "https://a.app.example", "https://a.b-1.app.example") {
		if err := CheckOrigin(origin, allowed); err != nil {
			t.Errorf("CheckOrigin(%q) = %v, want nil", origin, err)
		}
	}
	for _, item := range []string{"https://app.example/", "HTTPS://app.example", "https://app.example:443", "https://bücher.example",
		"https://*app.example", "https://a.*.example", "*", "https://*", "*.example", "https://*.", "https://**.example"} {
		if err := CheckOrigin("https://other.example", []string{item}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", item)) {
			t.Errorf("CheckOrigin with the item %q: %v, want an error that names it", item, err)
		}
	}
}

func TestCheckCookieDomain(t *testing.T) {
	t.Parallel()
	const host = "shop.example.co.uk"
	for _, row := range policyTables(t)[4] {
		if CheckCookieDomain(host, row[0], publicsuffix.List) == nil {
			t.Errorf("CheckCookieDomain(%q, %q) = nil, want an error", host, row[0])
		}
	}
	for _, tt := range []struct {
		host, domain string
		want         bool
	}{
		{host, "example.co.uk", true}, {host, ".example.co.uk", true}, {host, "SHOP.example.co.uk", true}, {host, "", true},
		{host + ":443", "example.co.uk", true}, {"alice.github.io", "github.io", false}, {"github.io", "github.io", true},
		{"a.com", "com", false}, {"localhost", "localhost", true}, {"a.localhost", "localhost", false}, {"10.0.0.1", "10.0.0.1", true},
		{"10.0.0.1", "0.0.1", false}, {"[::1]:80", "::1", true}, {"[::1]", "1", false}, {"a.corp", "corp", false},
		{"b.a.corp", "a.corp", true}, {"shop.bücher.example", "bücher.example", true}, {"shop.bücher.example", "xn--bcher-kva.example", true},
		{"x..com", ".com", false}, {"", "com", false}, {"a.example.com.", "example.com", false}, {"a_b.example.com", "example.com", true},
	} {
		if err := CheckCookieDomain(tt.host, tt.domain, publicsuffix.List); (err == nil) != tt.want {
			t.Errorf("CheckCookieDomain(%q, %q) = %v, want nil: %v", tt.host, tt.domain, err, tt.want)
		}
	}
}

// TestNetworkPath checks the finding path-network, alone and with a base.
func TestNetworkPath(t *testing.T) {
	t.Parallel()
	const base = loginPage
	for _, tt := range []struct {
		base, url string
		want      bool
	}{
		{"", "https://app.example//evil.com", true}, {"", "https://app.example//", false}, {"", "https://app.example///", false}, {"", "https://app.example///a", true},
		{"", "https://app.example/./%2e//evil.com", true},
		{"", `https://app.example/\evil.com`, true}, {"", "/.//evil.com", true},
		{"", "..//evil.com", true}, {"", "https://app.example/a/..//evil.com", true}, {"", "https://app.example/a/b/../..//evil.com", true},
		{"", "https://app.example/.//..", false}, {"", "https://app.example//.a", true}, {"", "https://app.example/a/..//..", false},
		{"", "https://app.example/a//evil.com", false}, {"", "https://app.example/a/b/..//evil.com", false},
		{"", "https://app.example/..;//evil.com", false}, {"", "https://app.example/?a//b", false}, {"", "a//b", false},
		{"", "mailto://a", false}, {"", "data:a//b", false}, {"", "file:////server/share", false}, {"", "http:////evil.com", false},
		{base, "/.//evil.com", true}, {base, "..//evil.com", true}, {base, ".//evil.com", false}, {base, "../..//evil.com", true},
		{base, "//evil.com", false}, {base, "/a", false}, {base, "https://app.example//evil.com", true}, {base, "https:/.//evil.com", true},
		{"https://app.example//x/y", "z", true}, {"https://app.example//x/y", "/z", false}, {base, `/\evil.com`, false},
	} {
		r := Audit(tt.url)
		if tt.base != "" {
			r = Options{Base: &tt.base}.Audit(tt.url)
		}
		found := false
		for _, f := range r.Findings {
			found = found || f.ID == "path-network" && f.Severity == Medium
		}
		if found != tt.want {
			t.Errorf("path-network of %q with base %q: %v, want %v", tt.url, tt.base, found, tt.want)
		}
	}
	if err := Strict().Check("https://app.example//evil.com"); err == nil {
		t.Error("Strict accepts a path with two slashes, want an error")
	}
	if err := Web().Check("https://app.example//evil.com"); err != nil {
		t.Errorf("Web().Check = %v, want nil: the URL is fetched", err)
	}
}
