package httptarget_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/httptarget"
	"earl.example/internal/testing/urltest"
)

// A question is a request. A server reports its target.
type question struct{ method, target, host string }

// questions returns n generated requests, the same ones in each call. The targets have no byte that ends a request line.
func questions(n int) []question {
	r := rand.New(rand.NewPCG(9112, 2068))
	atoms := []string{"/", "/", "//", "a", "b.example", ":", "443", "http", "https", "://", "*", "?", "#", "@", "%41", "%zz", "%", ".",
		"..", "[::1]", "[", "]", "\\", "|", "\"", "<", "é", "\xff", ";", "&", "=", "+", "!", "{", "`", "^", "~"}
	starts := []string{"/", "/", "/", "//", "http://h", "https://h:80", "h:443", "[::1]:80", "*", "", "", ""}
	hosts := []string{"shop.example", "shop.example:8080", "[::1]:80"}
	methods := []string{"GET", "GET", "GET", "OPTIONS", "CONNECT"}
	all := make([]question, n)
	for i := range all {
		var b strings.Builder
		b.WriteString(starts[r.IntN(len(starts))])
		for range r.IntN(6) {
			b.WriteString(atoms[r.IntN(len(atoms))])
		}
		all[i] = question{methods[r.IntN(len(methods))], b.String(), hosts[r.IntN(len(hosts))]}
	}
	return all
}

// lenient returns why servers may accept a target that Parse rejects.
func lenient(q question) string {
	switch {
	case q.method == "CONNECT":
		return "CONNECT with a target that is not in authority-form"
	case strings.Contains(q.target, "#"):
		return "fragment"
	case q.target == "*":
		return "asterisk with another method"
	case strings.HasPrefix(strings.ToLower(q.target), "http"):
		return "http without a host"
	case !strings.HasPrefix(q.target, "/"):
		return "no form"
	}
	return ""
}

// TestLikeNetHTTP compares with http.ReadRequest: the host, and the path and query as they were sent.
func TestLikeNetHTTP(t *testing.T) {
	t.Parallel()
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	differ := map[string]int{}
	for _, q := range questions(n) {
		text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n\r\n", q.method, q.target, q.host)
		request, theirs := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		target, ours := httptarget.Parse(q.method, q.target)
		switch {
		case ours != nil && theirs != nil:
		case ours != nil:
			class := lenient(q)
			if class == "" {
				t.Errorf("Parse(%q, %q) = %v, want no error as in net/http", q.method, q.target, ours)
			}
			differ[class]++
		case theirs != nil: // net/url rejects paths such as /%zz, and more characters in hosts
			differ["rejected by net/url"]++
		default:
			uri, err := target.URI("http", q.host)
			if err != nil {
				t.Errorf("URI of %v = %v, want no error", q, err)
				continue
			}
			want := ""
			switch target.Form() {
			case httptarget.Origin:
				want = "http://" + request.Host + request.RequestURI
			case httptarget.Absolute:
				want = request.RequestURI
				if u := request.URL; u.Host != "" && request.Host != u.Host {
					t.Errorf("net/http reads the host %q of %q, want %q", request.Host, q.target, u.Host)
				}
			case httptarget.Authority:
				want = "http://" + request.URL.Host
			case httptarget.Asterisk:
				want = "http://" + request.Host
			}
			if uri != want {
				t.Errorf("Parse(%q, %q).URI(http, %q) = %q, want %q as in net/http", q.method, q.target, q.host, uri, want)
			}
			differ["same"]++
		}
	}
	if differ["same"] < n/5 {
		t.Errorf("net/http and Parse accept %d of %d requests, want more: %v", differ["same"], n, differ)
	}
	t.Logf("%d requests: %v", n, differ)
}

// TestLiveServers compares with the servers of Node.js and Python on loopback, and with h11. EARL_H11 names a Python
// interpreter with h11.
func TestLiveServers(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	n := min(urltest.Number(t, "EARL_CALLS", 3_000), 20_000)
	for _, tt := range []struct {
		name    string
		command []string
		report  func(target string) string // the target that the server reports for a valid one
	}{
		{"Node.js", []string{"node", "testdata/servers.mjs"}, nil},
		{"http.server", []string{"python3", "testdata/servers.py", "http.server"}, func(target string) string {
			if strings.HasPrefix(target, "//") { // "so that a redirect is not to another host"
				return "/" + strings.TrimLeft(target, "/")
			}
			return target
		}},
		{"h11", []string{os.Getenv("EARL_H11"), "testdata/servers.py", "h11"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(tt.command[0]); err != nil {
				t.Skipf("there is no %s to compare with: %v", tt.name, err)
			}
			compareServer(t, tt.command, tt.report, questions(n))
		})
	}
}

func compareServer(t *testing.T, command []string, report func(string) string, all []question) {
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	answers := bufio.NewScanner(out)
	differ := map[string]int{}
	for _, q := range all {
		line, err := json.Marshal([]string{latin1(q.method), latin1(q.target), latin1(q.host)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(in, "%s\n", line); err != nil || !answers.Scan() {
			t.Fatalf("no answer to %q: %v, %v", q, err, answers.Err())
		}
		var seen *string
		if err := json.Unmarshal(answers.Bytes(), &seen); err != nil {
			t.Fatal(err)
		}
		target, err := httptarget.Parse(q.method, q.target)
		want := latin1(q.target)
		if report != nil {
			want = report(want)
		}
		switch {
		case err != nil && seen == nil:
		case err != nil:
			class := lenient(q)
			if class == "" {
				t.Errorf("Parse(%q, %q) = %v, want no error: the server reports %q", q.method, q.target, err, *seen)
			}
			differ[class]++
		case seen == nil && isPlain(q.target):
			t.Errorf("Parse(%q, %q) = %v, want an error as from the server", q.method, q.target, target)
		case seen == nil:
			differ["rejected by the server"]++
		case *seen != want:
			t.Errorf("Parse(%q, %q) = %q, want %q as from the server", q.method, q.target, target, *seen)
		default:
			differ["same"]++
		}
	}
	if differ["same"] < len(all)/5 {
		t.Errorf("the server and Parse accept %d of %d requests, want more: %v", differ["same"], len(all), differ)
	}
	t.Logf("%d questions: %v", len(all), differ)
}

// latin1 returns a text with a character for each byte of s.
func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range runes {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// isPlain reports whether a target has only characters that a URI can have, and the scheme http or https if it has one.
// Node.js accepts schemes of letters only, and two slashes after each.
func isPlain(target string) bool {
	return !strings.ContainsAny(target, "\\|\"<é{`^[]%") && utf8.ValidString(target) &&
		(strings.HasPrefix(target, "/") || strings.HasPrefix(target, "http://") || strings.HasPrefix(target, "https://"))
}
