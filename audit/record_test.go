package audit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// recordedURLs returns URLs with unusual components: each component of a list in a plain URL, and pairs of some of them.
func recordedURLs() (urls []string) {
	label63, label64 := strings.Repeat("a", 63), strings.Repeat("a", 64)
	fronts := []string{"http://", "https://", "ws://", "ftp://", "http:", "http:/", "http:///", "https:////", `http:\\`, `http:/\`,
		`http://\`, "//", `\\`, `/\`, "///", "/", "", "file:", "file:/", "file://", "file:///", "file:////", `file:\\`, "FILE:",
		"HTTP://", "hTTps://", "mailto:", "mailto://", "javascript:", "data:", "gopher://", "php://", "urn:", "urn://", "foo:",
		"foo:/", "foo://", "jar:http://", "jar:http:", "jdbc:mysql://", "blob:http://", "view-source:", "view-source:http://",
		"a:b://", "a:b:c://", "a,b://", "ht%74p://", "http%3A//", "%68ttp://", "ht\ntp://", " http://", "\thttp://", "-x", "-x://",
		"http://-", "1http://", "ssh://", "git+ssh://", "tel:", "ldap://", "redis://", "postgres://", "x-y.z+1://", "localhost:"}
	hosts := []string{"", "h", "H", "example.com", "EXAMPLE.com", "example.com.", "example.com..", ".", "..", ".example.com", "a..b",
		"a_b.com", "_a.com", "a_.com", "-a.com", "a-.com", "a.-b", "a-b.com", "a--b.com", label63 + ".com", label64 + ".com",
		strings.Repeat("abcdefgh.", 27) + "abcdefgh", strings.Repeat("abcdefgh.", 28) + "ab", "localhost", "localhost.", "LOCALHOST",
		"a.localhost", "metadata", "fritz.box", "nip.io", "a.nip.io", "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433",
		"0x7f.1", "0x7f000001", "0X7F.1", "0177.0.0.1", "010.0.0.1", "256.1.1.1", "1.2.3.4.5", "1.2.3.256", "0x", "0xg", "a.0x1", "a.09",
		"a.b0", "8.8.8.8", "8.8.8.08", "4294967295", "4294967296", "0.0.0.0", "10.1.1.1", "169.254.169.254", "127.0.0.1.example",
		"[::1]", "[::]", "[::1", "::1]", "::1", "[::1]x", "x[::1]", "[::1]]", "[[::1]]", "[example.com]", "[]", "[", "]", "a]", "[a",
		"[1.2.3.4]", "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b::808:808]",
		"[2002:7f00:1::]", "[2001:db8::1]", "[2001:4860::8888]", "[2d00::1]", "[fe80::1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[fe80::1%]",
		"[v1.fe]", "[V1.fe]", "[v1.]", "[v.a]", "[vg.a]", "[::%41]", "[::g]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8:9]", "%5B::1%5D",
		"%30x7f.1", "a%62c.com", "a%2Eb.com", "a%2Fb.com", "a%5Cb.com", "a%3Fb", "a%23b", "a%40b", "a%3Ab", "a%00b", "a%20b", "a%7Cb",
		"a%0Ab", "a%09b", "a%25b", "a%2562.com", "a%", "a%4", "a%zz", "%FF", "a%C3%A9.com", "a%E2%84%80.com", "%EF%BC%A5vil.com", "a+b.com",
		"a b.com", "a|b.com", "a<b", "a>b", "a\"b", "a^b", "a`b", "a{b}", "a*b.com", "a!b.com", "a'b", "a(b)", "a$b", "a,b.com", "a;b", "a=b", "a&b",
		"a~b", "é.com", "É.com", "faß.de", "fa\u1e9ee.de", "\u03c2.gr", "evİil.com", "a\u200db.com", "a\u200cb.com", "क्\u200dष.com",
		"e\u0301.com", "аpple.com", "ѕсоре.com", "пример.рф", "xn--pple-43d.com", "xn--bcher-kva.example", "XN--bcher-kva.example", "xn--a", "xn--",
		"xn--example-.org", "xn--fa-hia.de", "a.xn--p1ai", "ab--c.com", "①②⑦.0.0.1", "⒑0.0.1", "１２７.0.0.1", "evil。com", "evil．com", "evil｡com",
		"c℀.com", "a\u2215b.com", "a\u2044b", "a／b", "a＼b", "a？b", "a＃b", "a＠b", "a：b", "a\uFE19b", "a\u3002", "i❤.ws", "xn--i-7iq.ws", "a•b.example",
		"col·legi.cat", "a\u00adb.com", "a\u034fb.com", "a\u1806b.com", "\x80.com", "a\ufeffb.com", "a\u202eb.com", "a\u2066b.com", "a\u2028b", "a\u00a0b", "a\u3164b.com",
		"\u0590.com", "\u05d0.com", "a\u05d0.com", "\u05d0a.com", "\u05d0", "\u0627.com", "\u08ff.com", "\u0900.com", "\u0905.com", "\ufb1d.com", "\ufdff.com",
		"\ufe70.com", "\ufefc.com", "\U00010800.com", "\U00010fff.com", "\U0001e800.com", "\U0001e900.com", "日本.jp", "xn--wgv71a.jp", "한국.kr", "🔒.com", "a.b\u0301\u0301\u0301\u0301\u0301"}
	userinfos := []string{"@", ":@", "u@", "u:@", ":p@", "u:p@", "u:p:q@", "u@v@", "u:p@v@", "u%40v@", "u%2Fv@", "u%3Av@", "u%3ap@", "u:p%23@", "%75@", "%FF@", "%C3%A9@",
		"é@", "u v@", "[u]@", "u[@", "a.com@", "www.a.com@", "a.com:80@", "a.com&@", "localhost@", "http://u@", "https%3A%2F%2Fa.com@", "a.invalid@",
		"a.de@", "a.zz@", "a.toolong@", "1.2.3.4@", "1.2.3@", "a..com@", ".com@", "а.com@", "a。com@", "a.com%2F@", "a.com\u2215@", "-u@", "%2Du@", "%2du:p@", `a.com\@`,
		`u:p\@`, `u\v:p@`, `D\u:p@`, "u/p@", "u?p@", "u#p@", "u:p/q@", "u:p?q@", "u:p#q@", "u%252F@"}
	ports := []string{":", ":0", ":00", ":080", ":80", ":443", ":8080", ":81", ":808", ":7", ":1", ":1023", ":1024", ":6379", ":6667", ":65535", ":65536", ":99999",
		":x", ":8x", ":-1", ":+80", ": 80", ":８0", ":8０", ":80:80", "::80", ":%38%30", ":80%00", ":80\\", ":22"}
	paths := []string{"", "/", "//", "/a", "/a/", "/a//b", "//a//", "/.", "/..", "/./", "/../a", "/a/.", "/a/..", "/a/../b", "/a/./b", "/.a", "/...", "/a.", "/a..b",
		"/%2e", "/%2E%2e/", "/a/%2e%2e/b", "/.%2E", "/%2e.", "/a%2eb", "/..;/b", "/.;a/b", "/..;a", "/;a", "/a;b/..", "/..%2fb", "/a%2Fb", "/a%2fb", "/a%5Cb", "/a%5cb", `/a\b`,
		`/a\..\b`, `\a`, "/a%252Fb", "/a%252e", "/a%2541", "/a%250A", "/a%2500", "/%25", "/%2", "/%", "/100%", "/%zz", "/%4g", "/%g4", "/a%00b", "/a%0Ab", "/a%0db", "/a%09b", "/a\nb",
		"/a\rb", "/a\tb", "/a\x00b", "/a\x7fb", "/a b", "/a%20b", "/a|b", "/a\"b", "/a<b>", "/a^b", "/a`b", "/a{b}", "/a[b]", "/a'b", "/a~b", "/%7e", "/%7E", "/%41", "/%c3%a9", "/%C3%A9",
		"/é", "/%E9", "/%c0%af", "/%C1%9C", "/%e0%80%af", "/%E0%9F%BF", "/%E0%A0%80", "/%f0%80%80%af", "/%F0%8F%BF%BF", "/%F0%90%80%80", "/%C2%80", "/%C2%80%FF", "/%E0%A0%80%FF", "/%F0%90%80%80%FF", "/\x80", "/\xc0\xaf", "/\xe0\x80\xaf", "/\u202efdp.exe", "/\u200b", "/%E2%80%AE",
		"/%F0%9F%94%92", "/%CC%81", "/a%CC%81", "/a%CC%81%CC%81%CC%81%CC%81%CC%81", "/\u05d0", "/%D7%90", "/1", "/aux", "/AUX", "/AUX.txt", "/%61ux", "/con", "/prn.x", "/nul", "/com1", "/com0", "/COM9.a", "/lpt1", "/com¹", "/auxiliary",
		"/clock$", "/conin$", "/conout$", "/a:b", "/c:", "/c:/x", "/C|/x", "/c%3A/x", "/c%3a", "/a./b", "/a /b", "/a%20/b", "/a...", "/.../x", "/ ...", "/a*b", "/@", "/a@b", "/u:p@h", "//u:p@h/", "/http://u:p@h/",
		"/" + strings.Repeat("a", 1980), "/" + strings.Repeat("a", 2000), "/" + strings.Repeat("é", 999)}
	queries := []string{"?", "?a", "?a=b", "?a=b&c=d", "?a&b", "?a=1;b=2", "?a;b", "?a=1&amp;b=2", "?a&amp", "?&", "?=", "?a b", "?a|b", "?a[b]=c", "?%", "?50%", "?%zz", "?a%00", "?a%0D%0Ab", "?a\nb", "?%252F",
		"?token=x", "?access_token=", "?access_token=x&b", "?%74oken=x", "?q=token", "?api-key=x", "?code=x#code=y", "?u=http://g/", "?u=http://u:p@g/", "?u=%2F%2Fu%3Ap%40g", "?@h", "?a=b@c.d", "?a@b", "?x@evil.com/",
		"?=a@b", "?a=@b", "?a.b=c@d", "?a%=c@d", "#", "#a", "#a b", "#a#b", "#%", "#@evil.com/", "#x@[::1]:80/", "#x@[::1/", "#é", "#\u202e", "?é", "?%C3%A9", "?%FF", "?" + strings.Repeat("a", 2000), `?\@h`, `#\`, "?-a"}
	add := func(list []string, url func(string) string) {
		for _, s := range list {
			urls = append(urls, url(s))
		}
	}
	for _, rest := range []string{"example.com/", "h", "u:p@a.com:25/b?c#d", "/a", "127.1\\x@y"} {
		add(fronts, func(s string) string { return s + rest })
	}
	for _, shape := range []string{"http://%s/", "foo://%s:80", "file://%s/a", "%s:80", "http://g#@%s/"} {
		add(hosts, func(s string) string { return strings.Replace(shape, "%s", s, 1) })
	}
	for _, shape := range []string{"http://%sexample.com/", "postgres://%s[::1]"} {
		add(userinfos, func(s string) string { return strings.Replace(shape, "%s", s, 1) })
	}
	for _, front := range []string{"http://example.com", "//h", "smtp://[::1]"} {
		add(ports, func(s string) string { return front + s + "/" })
		add(paths, func(s string) string { return front + s })
		add(queries, func(s string) string { return front + s })
	}
	add(queries, func(s string) string { return "/a" + s })
	add(paths, func(s string) string { return "file://" + s })
	add(paths, func(s string) string { return strings.TrimPrefix(s, "/") })
	add(paths, func(s string) string { return "mailto:a" + s })
	return urls
}

// shorten returns s in quotes. A long text is replaced by its ends and its length.
func shorten(s string) string {
	if len(s) > 200 {
		s = fmt.Sprintf("%s(%d bytes)%s", s[:40], len(s), s[len(s)-40:])
	}
	return strconv.QuoteToASCII(s)
}

// ofDialects lists the findings that depend on the releases of dialects.
var ofDialects = map[string]bool{"host-disagreement": true, "part-disagreement": true, "acceptance-split": true}

// record returns the findings of a URL with their spans and safe forms, the decisions of the presets, and how the URL
// is shown.
func record(url string, base *string) string {
	var b strings.Builder
	for _, f := range (Options{Base: base}).Audit(url).Findings {
		if ofDialects[f.ID] {
			continue
		}
		fmt.Fprintf(&b, "%s %d %d", f.ID, f.Span.Start, f.Span.End)
		if f.Safe != "" {
			b.WriteString(" " + shorten(f.Safe))
		}
		b.WriteString("; ")
	}
	if base != nil {
		return b.String()
	}
	for _, p := range []Policy{Strict(), Web(), {AllowInternal: true, AllowUserinfo: true, FailOn: High + 1, MayDiffer: ^Aspects(0)}} {
		id := "ok"
		if e, ok := errors.AsType[*PolicyError](p.Check(url)); ok {
			id = e.Finding.ID
		}
		b.WriteString("| " + id + " ")
	}
	for _, o := range []DisplayOptions{{}, {Width: 12, ShowUsername: true, Registrable: func(host string) string {
		return lastLabels(host, 2)
	}}} {
		s, text := Display(url, o), "same"
		if s.Text != url {
			text = shorten(s.Text)
		}
		fmt.Fprintf(&b, "| %s %v%v%v", text, s.Host, s.Domain, s.Userinfo)
		for _, m := range s.Marks {
			fmt.Fprintf(&b, " %v", m.Span)
		}
	}
	return strings.NewReplacer("{0 0}", "-").Replace(b.String())
}

// TestRecord compares the findings, decisions and shown forms of many URLs with testdata/record.txt, which go generate
// writes.
func TestRecord(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	base := "http://base.example/a/b"
	for _, url := range recordedURLs() {
		fmt.Fprintf(&b, "%s\t%s\n", shorten(url), record(url, nil))
		if !strings.Contains(url, "://") {
			fmt.Fprintf(&b, "%s + %s\t%s\n", base, shorten(url), record(url, &base))
		}
	}
	file := filepath.Join("testdata", "record.txt")
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(recorded)) {
		url, result, _ := strings.Cut(line, "\t")
		want[url] = result
	}
	n := 0
	for line := range strings.Lines(b.String()) {
		if url, got, _ := strings.Cut(line, "\t"); got != want[url] {
			if n++; n <= 5 {
				t.Errorf("%s: %swant %s", url, got, want[url])
			}
		}
	}
	if string(recorded) != b.String() {
		t.Errorf("%s has %d other results: if they are right, run go generate ./audit and read the difference", file, n)
	}
}
