package cross_test

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"earl.example/rfc3986"
	"earl.example/whatwg"
)

// netURLRows runs the rows of the table in from-net-url.md. The functions return the results of net/url, whatwg and
// rfc3986 as texts. The result of an empty cell is "".
var netURLRows = []struct {
	cell string // the first cell of the row
	run  func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (net, whatwg, rfc3986 string)
	// differs has the URLs for which the results differ, each with words of the page that say so.
	differs map[string]string
}{
	{cell: "`url.Parse(s)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.String(), u.String(), r.String()
	}},
	{cell: "`u.String()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.String(), u.Href(), r.String()
	}},
	{cell: "`u.Scheme == name`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return fmt.Sprint(n.Scheme == "http"), fmt.Sprint(u.Scheme() == "http"), fmt.Sprint(r.HasScheme("http"))
	}},
	{cell: "`u.Hostname()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Hostname(), u.DialHost(), r.DialHost()
	}},
	{cell: "`u.Port()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Port(), u.Port(), first(r.Port())
	}},
	{cell: "`u.Host`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Host, u.Host(), ""
	}},
	{cell: "`u.EscapedPath()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.EscapedPath(), u.Pathname(), r.Path()
	}, differs: map[string]string{
		"mailto:a@example.com": opaque,
	}},
	{cell: "`u.Path`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Path, whatwg.PercentDecodeText(u.Pathname()), text(rfc3986.Decode(r.Path()))
	}, differs: map[string]string{
		"mailto:a@example.com": opaque,
	}},
	{cell: "`strings.Split(u.Path, \"/\")`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		all, decoded := []string{}, []string{}
		for s := range u.DecodedSegments() {
			all = append(all, s)
		}
		for s := range r.DecodedSegments() {
			decoded = append(decoded, s)
		}
		names := strings.Split(strings.TrimPrefix(n.Path, "/"), "/")
		return fmt.Sprintf("%q", names), fmt.Sprintf("%q", all), fmt.Sprintf("%q", decoded)
	}, differs: map[string]string{
		"http://example.com/a%20b/c%2Fd": "`%2F` does not separate segments",
		"http://example.com":             "no segments in rfc3986",
		"mailto:a@example.com":           opaque,
	}},
	{cell: "`u.RequestURI()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.RequestURI(), u.Pathname() + u.Search(), ""
	}, differs: map[string]string{
		"http://example.com/?": "`u.Search()` is empty for an empty query",
	}},
	{cell: "`u.IsAbs()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return fmt.Sprint(n.IsAbs()), "true", fmt.Sprint(r.IsURI())
	}},
	{cell: "`u.RawQuery`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.RawQuery, first(u.Query()), first(r.Query())
	}},
	{cell: "`u.Query()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		values := url.Values{}
		for name, value := range r.DecodedPairs() {
			values.Add(name, value)
		}
		return fmt.Sprint(n.Query()), fmt.Sprint(u.SearchParams().Values()), fmt.Sprint(values)
	}, differs: map[string]string{
		"http://example.com/?q=a+b":  "rfc3986 does not decode `+`",
		"http://example.com/a?q=1;z": "drops pairs with `;`",
	}},
	{cell: "`q.Get(k)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Query().Get("q"), first(u.SearchParams().Get("q")), first(r.Lookup("q"))
	}, differs: map[string]string{
		"http://example.com/?q=a+b":  "rfc3986 does not decode `+`",
		"http://example.com/a?q=1;z": "drops pairs with `;`",
	}},
	{cell: "`q[k]`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return fmt.Sprint(n.Query()["q"]), fmt.Sprint(u.SearchParams().GetAll("q")), fmt.Sprint(r.LookupAll("q"))
	}, differs: map[string]string{
		"http://example.com/?q=a+b":  "rfc3986 does not decode `+`",
		"http://example.com/a?q=1;z": "drops pairs with `;`",
	}},
	{cell: "`u.EscapedFragment()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.EscapedFragment(), first(u.Fragment()), first(r.Fragment())
	}},
	{cell: "`u.Fragment`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Fragment, whatwg.PercentDecodeText(first(u.Fragment())), text(rfc3986.Decode(first(r.Fragment())))
	}},
	{cell: "`u.Path = p`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		n.Path, n.RawPath = "/p/q", ""
		u.SetPathname("/p/q")
		return n.String(), u.String(), edited(r.WithPath("/p/q"))
	}, differs: map[string]string{
		"mailto:a@example.com": opaque,
	}},
	{cell: "`q.Set(k, v)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		q := n.Query()
		q.Set("q", "a&b")
		n.RawQuery = q.Encode()
		u.SearchParams().Set("q", "a&b")
		return n.String(), u.String(), edited(r.WithPair("q", "a&b"))
	}, differs: map[string]string{
		"http://example.com/?":                "has one empty pair in rfc3986",
		"http://example.com/?q=c%20d&q=2&a=1": "sorts the names",
	}},
	{cell: "`q.Add(k, v)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		q := n.Query()
		q.Add("z", "a&b")
		n.RawQuery = q.Encode()
		u.SearchParams().Append("z", "a&b")
		return n.String(), u.String(), edited(r.AddPair("z", "a&b"))
	}, differs: map[string]string{
		"http://example.com/?":                "has one empty pair in rfc3986",
		"http://example.com/?q=c%20d&q=2&a=1": "sorts the names",
		"http://example.com/a?q=1;z":          "drops pairs with `;`",
	}},
	{cell: "`q.Del(k)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		q := n.Query()
		q.Del("q")
		n.RawQuery = q.Encode()
		u.SearchParams().Delete("q")
		return n.String(), u.String(), r.WithoutPair("q").String()
	}, differs: map[string]string{
		"http://example.com/?": "removes the `?` of an empty query",
	}},
	{cell: "`u.User = url.UserPassword(n, p)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		n.User = url.UserPassword("n", "p")
		u.SetUsername("n")
		u.SetPassword("p")
		userinfo := "n:p"
		return n.String(), u.String(), edited(rfc3986.Edit{Userinfo: &userinfo}.Apply(r))
	}, differs: map[string]string{
		"mailto:a@example.com": opaque,
	}},
	{cell: "`u.Fragment = \"\"`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		n.Fragment, n.RawFragment = "", ""
		u.SetHash("")
		return n.String(), u.String(), r.WithoutFragment().String()
	}},
	{cell: "`u.ResolveReference(ref)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		target, err := u.Resolve("../x?y#z")
		ref := &url.URL{Path: "../x", RawQuery: "y", Fragment: "z"}
		base, ok := r.URI()
		if err != nil || !ok {
			return n.ResolveReference(ref).String(), fmt.Sprint(err), fmt.Sprint(ok)
		}
		return n.ResolveReference(ref).String(), target.String(), edited(rfc3986.Resolve(base, rfc3986.MustParse("../x?y#z")))
	}, differs: map[string]string{
		"mailto:a@example.com": opaque,
	}},
	{cell: "`u.JoinPath(names...)`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		u.AppendSegments("x", "y z")
		return n.JoinPath("x", "y z").String(), u.String(), edited(r.AppendSegments("x", "y z"))
	}, differs: map[string]string{
		"http://example.com/a%20b/c%2Fd": "`JoinPath` cleans the path",
		"http://example.com/a/../b":      "`JoinPath` cleans the path",
		"mailto:a@example.com":           opaque,
		"http://example.com/a'b":         "`JoinPath` cleans the path",
		"http://example.com/%7Ea":        "`JoinPath` cleans the path",
	}},
	{cell: "`u.Redacted()`", run: func(n *url.URL, u *whatwg.URL, r rfc3986.Ref) (_, _, _ string) {
		return n.Redacted(), u.Redacted(), r.Redacted()
	}, differs: map[string]string{
		"http://user:secret@example.com:8080/a/b?q=1": "`***`",
	}},
}

const opaque = "is not opaque"

func first[T any](s string, _ T) string { return s }

func text(s string, _ error) string { return s }

func edited[T fmt.Stringer](r T, err error) string {
	if err != nil {
		return "error"
	}
	return r.String()
}

// TestFromNetURL runs each row of the table for each URL. The results of whatwg are compared with net/url's for the
// normal form of the URL, and the results of rfc3986 with net/url's for the URL as written.
func TestFromNetURL(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../docs/guide/from-net-url.md")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(string(data)), " ")
	for _, row := range netURLRows {
		if !strings.Contains(page, "| "+row.cell+" |") {
			t.Errorf("the table has no row for %s, want one", row.cell)
		}
		for _, note := range row.differs {
			if !strings.Contains(page, note) {
				t.Errorf("the page does not contain %q about %s, want it to", note, row.cell)
			}
		}
		for _, s := range []string{
			"http://h/", "https://example.com/docs/guide?lang=en#top", "http://user:secret@example.com:8080/a/b?q=1",
			"http://[2001:db8::1]:8080/a", "http://example.com:80/", "http://Example.COM/A?q=1", "http://example.com/?",
			"http://example.com/a%20b/c%2Fd", "http://example.com/?q=a+b", "http://example.com/?q=c%20d&q=2&a=1",
			"http://example.com/#e%20f", "http://example.com/%CE%B1?q=%CE%B1#%CE%B1", "http://example.com/a/../b",
			"http://example.com", "mailto:a@example.com", "http://example.com/a?q=1;z", "http://example.com/a'b",
			"http://example.com/%7Ea",
		} {
			u, r := whatwg.MustParse(s), rfc3986.MustParse(s)
			_, web, strict := row.run(netURL(t, s), &u, r)
			u = whatwg.MustParse(s)
			written, _, _ := row.run(netURL(t, s), &u, r)
			u = whatwg.MustParse(s)
			normal, _, _ := row.run(netURL(t, u.Href()), &u, r)
			_, want := row.differs[s]
			if got := normal != web || strict != "" && written != strict; got != want {
				t.Errorf("%s of %s: net/url has %s, whatwg %s; net/url has %s, rfc3986 %s: differs = %t, want %t", row.cell, s,
					normal, web, written, strict, got, want)
			}
		}
	}
}

func netURL(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestFromNetURLEscapes decodes results of earl by the functions of net/url, and results of net/url by earl's.
func TestFromNetURLEscapes(t *testing.T) {
	t.Parallel()
	const s = "a/b c+d%é&=;?#[]@!$'()*,~\"<>\\^`{|}"
	decoded := func(s string, err error) string {
		if err != nil {
			return err.Error()
		}
		return s
	}
	tests := []struct{ name, got string }{
		{"PathUnescape, ComponentSet", decoded(url.PathUnescape(whatwg.ComponentSet.Encode(s)))},
		{"PathUnescape, rfc3986.Encode", decoded(url.PathUnescape(rfc3986.Encode(s)))},
		{"QueryUnescape, FormSet", decoded(url.QueryUnescape(whatwg.FormSet.Encode(s)))},
		{"QueryUnescape, rfc3986.Encode", decoded(url.QueryUnescape(rfc3986.Encode(s)))},
		{"PercentDecodeText, PathEscape", decoded(whatwg.PercentDecodeText(url.PathEscape(s)), nil)},
		{"rfc3986.Decode, PathEscape", decoded(rfc3986.Decode(url.PathEscape(s)))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.got != s {
				t.Errorf("got %q, want %q", tt.got, s)
			}
		})
	}
}

// TestWhyNotNetURL runs the sentences about net/url in the comments of packages whatwg and rfc3986.
func TestWhyNotNetURL(t *testing.T) {
	t.Parallel()
	if got, want := netURL(t, "http:h").Host, ""; got != want {
		t.Errorf("net/url finds the host %q in http:h, want %q", got, want)
	}
	if got, want := whatwg.MustParse("http:h").Href(), "http://h/"; got != want {
		t.Errorf("whatwg reads http:h as %q, want %q", got, want)
	}
	for _, s := range []string{" http://h/", "http://h:x/"} {
		if u, err := url.Parse(s); err == nil {
			t.Errorf("net/url reads %q as %q, want an error", s, u)
		}
	}
	if got, want := netURL(t, "http://h/a b").Path, "/a b"; got != want {
		t.Errorf("net/url has the path %q, want %q", got, want)
	}
	if _, err := rfc3986.Parse("http://h/a b"); err == nil {
		t.Error("rfc3986 accepts a space, want an error")
	}
	if got, want := netURL(t, "http://h/a%2Fb").Path, "/a/b"; got != want {
		t.Errorf("net/url has the path %q, want %q", got, want)
	}
	if got, want := netURL(t, "HTTP://h/").String(), "http://h/"; got != want {
		t.Errorf("String of net/url is %q, want %q", got, want)
	}
}

// TestPort runs the rows of the table about a port in from-net-url.md: what net/url and rfc3986 read, as texts.
func TestPort(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../docs/guide/from-net-url.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ url, net, strict string }{
		{"redis://local:host:123", `"local:host" "" ""`, "error: use digits only"},
		{"redis://h1:1,h2:2/0", `"h1:1,h2" "/0" ""`, "error: write a URL for each"},
		{"redis://h?client_name=a;b", `"h" "" ""`, `"h" "" "a;b"`},
		{"redis://h?client_name=a+b", `"h" "" "a b"`, `"h" "" "a+b"`},
		{"redis:2345", `"" "" ""`, `"" "2345" ""`},
		{"redis://h/^", `"h" "/^" ""`, "error: percent-encode it as %5E"},
		{"redis://loc%61l", "error: invalid URL escape", `"loc%61l" "" ""`},
		{"redis://:pw#1@h", `error: invalid port ":pw"`, `error: percent-encode "#" in it as %23`},
	} {
		if !strings.Contains(string(data), "| `"+tt.url+"`") {
			t.Errorf("the table has no row for %s", tt.url)
		}
		var net, strict string
		if u, err := url.Parse(tt.url); err != nil {
			net = "error: " + err.Error()
		} else {
			net = fmt.Sprintf("%q %q %q", u.Hostname(), u.Path, u.Query().Get("client_name"))
		}
		if r, err := rfc3986.Parse(tt.url); err != nil {
			strict = "error: " + err.Error()
		} else {
			strict = fmt.Sprintf("%q %q %q", r.DialHost(), r.Path(), first(r.Lookup("client_name")))
		}
		for got, want := range map[string]string{net: tt.net, strict: tt.strict} {
			if words, fails := strings.CutPrefix(want, "error: "); got != want && !(fails && strings.HasPrefix(got, "error: ") && strings.Contains(got, words)) {
				t.Errorf("%s: got %s, want %s", tt.url, got, want)
			}
		}
		if strings.Contains(strict, "pw") {
			t.Errorf("%s: the error has the password: %s", tt.url, strict)
		}
	}
}
