package whatwg_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"earl.example/whatwg"
)

// A recorder is an http.RoundTripper that records the requests of net/http.
type recorder struct{ sent bytes.Buffer }

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Write(&r.sent); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: req}, nil
}

// requestOf returns the request that net/http sends for v, as a server reads it.
func requestOf(v *url.URL) (*http.Request, error) {
	var r recorder
	client := http.Client{Transport: &r}
	if _, err := client.Do(&http.Request{Method: "GET", URL: v, Header: http.Header{}}); err != nil {
		return nil, err
	}
	return http.ReadRequest(bufio.NewReader(&r.sent))
}

// checkRequest checks that net/http requests exactly the URL that FromNetURL returns for v. It reports whether
// FromNetURL accepted v.
func checkRequest(t *testing.T, v *url.URL) bool {
	t.Helper()
	u, err := whatwg.FromNetURL(v)
	if err != nil {
		return false
	}
	if s := u.Scheme(); s != "http" && s != "https" {
		tail := cmp.Or(v.Opaque, v.EscapedPath())
		if v.RawQuery != "" || v.ForceQuery {
			tail += "?" + v.RawQuery
		}
		if v.Fragment != "" {
			tail += "#" + v.EscapedFragment()
		}
		if !strings.HasSuffix(u.Href(), tail) && tail != "" {
			t.Errorf("FromNetURL(%#v) = %q, want a text that ends in %q", v, u, tail)
		}
		return true
	}
	req, err := requestOf(v)
	if err != nil {
		t.Errorf("FromNetURL(%#v) = %q, want an error as from net/http: %v", v, u, err)
		return true
	}
	target := u.Pathname()
	if query, ok := u.Query(); ok {
		target += "?" + query
	}
	if req.RequestURI != target {
		t.Errorf("FromNetURL(%#v) = %q, but net/http requests %q", v, u, req.RequestURI)
	}
	if fragment, _ := u.Fragment(); fragment != v.EscapedFragment() {
		t.Errorf("FromNetURL(%#v) = %q, want the fragment %q", v, u, v.EscapedFragment())
	}
	if !sameHostPort(req.Host, u) {
		t.Errorf("FromNetURL(%#v) = %q, but net/http requests the host %q", v, u, req.Host)
	}
	want := ""
	if u.HasCredentials() {
		want = "Basic " + base64.StdEncoding.EncodeToString(
			[]byte(whatwg.PercentDecode(u.Username())+":"+whatwg.PercentDecode(u.Password())))
	}
	if got := req.Header.Get("Authorization"); got != want {
		t.Errorf("FromNetURL(%#v) = %q, but net/http sends the field Authorization: %q, want %q", v, u, got, want)
	}
	return true
}

// sameHostPort compares a field Host with the host and port of u. Case and the default port do not matter.
func sameHostPort(field string, u whatwg.URL) bool {
	host := url.URL{Host: strings.ToLower(field)}
	name, port := host.Hostname(), strings.TrimLeft(host.Port(), "0")
	if port == "" && strings.Contains(host.Port(), "0") {
		port = "0"
	}
	if port == map[string]string{"http": "80", "https": "443"}[u.Scheme()] {
		port = ""
	}
	if a, err := netip.ParseAddr(name); err == nil {
		b, err := netip.ParseAddr(strings.Trim(u.Hostname(), "[]"))
		return err == nil && a == b && port == u.Port()
	}
	return name == u.Hostname() && port == u.Port()
}

// netURLParts are parts of the fields of generated values of type url.URL.
var netURLParts = strings.Fields("a B . .. /../ /./ // / %2e %2F %5C \\ : @ ? # = & + ' \" < > [ ] { } | ^ ` ; , é ß ｈ 。 * ! " +
	"\u00a0 %zz % 127.1 0x7f.1 1.2.3.4 [::1] [::ffff:1.2.3.4] :80 :443 :081 :0 :65536 localhost xn--9ca XN--9CA.example h " +
	"\u00ad \u200d \ufffd \xff C: C| ~ $ //h/x u@h u:p@h")

// generatedNetURL returns a value of type url.URL with odd fields.
func generatedNetURL(r *rand.Rand) *url.URL {
	blank := [...]string{" ", "\t", "\n", "\r", "\x00", "\x7f", "\v"}
	text := func(most int) string {
		var b strings.Builder
		for range r.IntN(most + 1) {
			if r.IntN(12) == 0 {
				b.WriteString(blank[r.IntN(len(blank))])
			} else {
				b.WriteString(netURLParts[r.IntN(len(netURLParts))])
			}
		}
		return b.String()
	}
	sometimes := func(n int, s string) string {
		if r.IntN(n) > 0 {
			return ""
		}
		return s
	}
	schemes := [...]string{"http", "http", "https", "HTTP", "ws", "ftp", "file", "foo", "mailto", ""}
	hosts := [...]string{"h", "h", "EXAMPLE.com:80", "[::1]:81", "\u00e9.example", "1.2.3.4"}
	v := &url.URL{
		Scheme: schemes[r.IntN(len(schemes))], Host: hosts[r.IntN(len(hosts))], Path: sometimes(2, "/"+text(4)),
		RawQuery: sometimes(2, text(4)), Fragment: sometimes(3, text(3)), Opaque: sometimes(12, text(3)),
		ForceQuery: r.IntN(9) == 0, OmitHost: r.IntN(9) == 0,
	}
	if r.IntN(5) == 0 {
		v.Host = text(3)
	}
	if r.IntN(8) == 0 {
		v.Path = text(4)
	}
	if r.IntN(6) == 0 {
		v.RawPath = "/" + text(4)
		if path, err := url.PathUnescape(v.RawPath); err == nil {
			v.Path = path
		}
	}
	if r.IntN(9) == 0 {
		v.RawFragment = text(2)
	}
	switch r.IntN(8) {
	case 0:
		v.User = url.User(text(2))
	case 1:
		v.User = url.UserPassword(text(2), text(2))
	}
	return v
}

// TestFromNetURLAsHTTP compares FromNetURL with the requests of net/http, for generated values.
func TestFromNetURLAsHTTP(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(29, 1))
	accepted := 0
	total := rounds(20_000)
	for range total {
		if checkRequest(t, generatedNetURL(r)) {
			accepted++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d values are accepted", accepted, total)
	if accepted < total/20 {
		t.Errorf("FromNetURL accepts %d of %d values, want more", accepted, total)
	}
}

// FuzzFromNetURLAsHTTP compares FromNetURL with the requests of net/http.
func FuzzFromNetURLAsHTTP(f *testing.F) {
	f.Add("http", "u:p", "h:80", "/a b", "", "x=1", "f", uint8(0))
	f.Add("http", "", "h", "/a/../b", "", "x=1#y", "", uint8(1))
	f.Add("https", "", "[::1]", "/a/b", "/a%2Fb", "x=1\ny", "", uint8(2))
	f.Add("mailto", "", "", "", "", "", "a@b", uint8(4))
	f.Fuzz(func(t *testing.T, scheme, user, host, path, rawPath, query, fragment string, flags uint8) {
		v := &url.URL{Scheme: scheme, Host: host, Path: path, RawPath: rawPath, RawQuery: query, Fragment: fragment,
			ForceQuery: flags&1 != 0, OmitHost: flags&2 != 0}
		if name, password, ok := strings.Cut(user, ":"); ok {
			v.User = url.UserPassword(name, password)
		} else if user != "" {
			v.User = url.User(user)
		}
		if flags&4 != 0 {
			v.Opaque, v.Path = path, ""
		}
		checkRequest(t, v)
	})
}
