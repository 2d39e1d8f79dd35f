package urltext_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/linkprop"
	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urltext"
	"earl.example/whatwg"
)

var allLinks = urltext.FindOptions{BareDomains: true, Email: true}

func links(text string, opt urltext.FindOptions) string {
	var all []string
	for m := range opt.Find(text) {
		s := m.Raw()
		if m.Cut {
			s += "✂"
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

// longLabel is a label of the maximum length.
var longLabel = strings.Repeat("a", 63)

func TestLinks(t *testing.T) {
	t.Parallel()
	malformed := urltext.FindOptions{Malformed: true}
	for _, row := range []struct {
		name, text string
		opt        urltext.FindOptions
		want       string
	}{
		{"no links", "a: b://, c:d e@f g.h http:// http:///x https:a url://h x://h", allLinks, ""},
		{"Greek", "See http://example.com/αβγ, or not", urltext.FindOptions{}, "http://example.com/αβγ"},
		{"default", "example.com a@example.com mailto:a@example.com www.example.com/a", urltext.FindOptions{},
			"mailto:a@example.com"},
		{"bare domains", "example.com a@example.com www.example.com/a", urltext.FindOptions{BareDomains: true},
			"example.com www.example.com/a"},
		{"e-mail", "example.com a@example.com www.example.com/a", urltext.FindOptions{Email: true}, "a@example.com"},
		{"other schemes", "ftp://h/a, git+https://h/b ws://h foo://x/y file:///etc/hosts", urltext.FindOptions{},
			"ftp://h/a git+https://h/b ws://h foo://x/y file:///etc/hosts"},
		{"schemes without slashes", "tel:+1-2. urn:isbn:1 hotel:3 note: this", urltext.FindOptions{}, "tel:+1-2 urn:isbn:1"},
		{"scheme after letters", "请访问https://example.com/ or see.http://h/", urltext.FindOptions{},
			"https://example.com/ http://h/"},
		{"hosts", "http://localhost:8080/x http://127.0.0.1/ http://[::1]:80/x http://a_b.example/ http://%61.com/",
			urltext.FindOptions{}, "http://localhost:8080/x http://127.0.0.1/ http://[::1]:80/x http://a_b.example/ http://%61.com/"},
		{"bytes that are not UTF-8", "http://h/a\x80 http://h/(\x80) http://h/\xff", urltext.FindOptions{},
			"http://h/a✂ http://h/(✂ http://h/✂"},
		{"bad hosts", "http://a..b/ http://-a/ http://a-/ http://.a/ http://[::g]/ http://1.2.3.256/ http://xn--a/ http://a…b/c",
			urltext.FindOptions{}, "http://xn--a/"},
		{"ports", "http://h:/a http://h:80/a http://h:8a/ http://h:0/ http://h:65536/ http://h:x/ a.com:x a.com:8a a.com:80",
			allLinks, "http://h:/a http://h:80/a a.com a.com:80"},
		{"userinfo", "http://john@example.com/ http://u:p@h/a ssh://git@example.com/a.git", allLinks,
			"http://u:p@h/a ssh://git@example.com/a.git"},
		{"dots", "http://h. http://h./a http://h... http://h../a a.com... a.com./b", allLinks,
			"http://h http://h./a http://h a.com a.com./b"},
		{"ideographic full stop", "https://example.com。谢谢 普遍适用测试。我爱你 https://普遍适用测试。我爱你/a。", allLinks,
			"https://example.com 普遍适用测试。我爱你 https://普遍适用测试。我爱你/a"},
		{"part of something else", "a_b.example.com example.com_b /path/example.com #example.com a@b@example.com", allLinks, "b@example.com"},
		{"delimiters", `<http://h/a> "http://h/b" (http://h/c) 'http://h/d' „http://h/e“ «http://h/f» （http://h/g）`,
			urltext.FindOptions{}, "http://h/a http://h/b http://h/c http://h/d http://h/e http://h/f http://h/g"},
		{"brackets", "http://h/a_(b) http://h/(c)) http://h/[d](e http://h/「f」」", urltext.FindOptions{},
			"http://h/a_(b) http://h/(c) http://h/[d](e http://h/「f」"},
		{"brackets across parts", "http://h/(a/b) http://h/?(a=b) http://h/?(a&b) http://h/#(a:~:b) http://h/a(b?c)d", urltext.FindOptions{},
			"http://h/(a/b http://h/?(a=b http://h/?(a&b http://h/#(a:~:b http://h/a(b?c)d"},
		{"Markdown", "[x](http://h/a) **http://h** <http://h/b>", urltext.FindOptions{}, "http://h/a http://h http://h/b"},
		{"mailto with a query", "mailto:a@example.com?subject=b.", urltext.FindOptions{}, "mailto:a@example.com?subject=b"},
		{"cut at a byte that is not UTF-8", "http://h/caf\xe9/x", urltext.FindOptions{}, "http://h/caf✂"},
		{"cut at a control", "http://h/a.\x00b http://h\x01", urltext.FindOptions{}, "http://h/a✂ http://h✂"},
		{"cut at a private character", "http://h/a\ue000", urltext.FindOptions{}, "http://h/a✂"},
		{"malformed: userinfo", `"http://a@b@c" http://john@example.com/x http://u:p@h/a http://a@b.`, malformed,
			"http://a@b@c http://john@example.com/x http://u:p@h/a http://a@b"},
		{"malformed: backslashes", `x = "http://good.example\@127.0.0.1/a" 'http://good.example\\@[::1]:8/' http:\\h/a http:\\\\h/`, malformed,
			`http://good.example\@127.0.0.1/a http://good.example\\@[::1]:8/ http:\\h/a http:\\\\h/`},
		{"malformed: slashes", `http:///h/a http:////h http:/h http:\/\/h http:\\/\\/h http:/\w`, malformed, "http:///h/a http:////h"},
		{"malformed: hosts and ports", "http://a..b/ http://127.1:8a/ http://[::g]/ http://0x7f.1 http://h:99999/a", malformed,
			"http://a..b/ http://127.1:8a/ http://[::g]/ http://0x7f.1 http://h:99999/a"},
		{"malformed: escapes end it", `"http://h\n" "http://h/a.\n@b" "http://h/\"x" http://u@h\.example http://h\.example`, malformed,
			"http://h http://h/a http://h/"},
		{"malformed: prose", "http://example.com请看 http://u@example.com→next http://h.example—and http://good.example❤.evil.example/login http://example.com。次は", malformed,
			"http://example.com http://u@example.com http://h.example http://good.example❤.evil.example/login http://example.com"},
		{"malformed: hosts that go on", `http://foo!.example.com/ http://h&x.evil.com/ http://h=x http://h+x http://h& http://h, http://localhost:${port} http://b.{region}.aws.com/ http://h<x>.com/`, malformed, "http://h http://h"},
		{"malformed: placeholders", "http://%s:%d/ http://${H}/ http://$H http://{h}/ http://*.h/ http://u:$PASS@h/ http://h%zz/ http://<h>/ http://(a|b)/ http://[^/]+/",
			malformed, ""},
		{"malformed: U+FFFD", "http://a\ufffdb@c@h/", malformed, "http://a\ufffdb@c@h/"},
		{"malformed: escapes of letters", `https://m\u00e1n:p@h:1 http://b\u00fccher.example/ http://h\xe9te/ http://h\u{e9}/ ` +
			`http://a\u002@b/ http://evil.example\xfcd@h/ http://evil.example\x2e@h/`, malformed,
			`http://a\u002@b/ http://evil.example\xfcd@h/ http://evil.example\x2e@h/`},
		{"malformed: no placeholder", "http://a$1@b@h/ http://$1:x/", malformed, "http://a$1@b@h/ http://$1:x/"},
		{"malformed: text around", "(http://h) [http://h] [a](http://h/a) http://h. http://h: http://a,http://b http://a,u@h http://a;b@c http://h/日本。 http://h。",
			malformed, "http://h http://h http://h/a http://h http://h http://a http://b http://a http://a http://h/日本 http://h"},
		{"malformed: not a host", "http:// http://@ http://a@ http://a@/ http://...", malformed, ""},
		{"malformed: other schemes", `foo:\\a foo://a@b foo://a\@b ssh://git@h/a C:\\x ftp:\\h`, malformed, `foo://a@b foo://a ssh://git@h/a ftp:\\h`},
		{"malformed: not UTF-8", "http://caf\xe9@h/ http://h\xe9/ http://h/\xe9 http://h\x00/", malformed, "http://caf http://h http://h/ http://h"},
		{"malformed: scheme after letters", `see.http:\\h git+https://a@b x-http:\\h`, malformed, `http:\\h git+https://a@b`},
		{"malformed: octets", "http://a\x80@h/ http://a\xc3@h/", malformed, "http://a http://a"},
		{"malformed: wide dots and commas", "http://a。b@c/ http://a,@b http://a;@b http://a,;@b", malformed, "http://a。b@c/ http://a,@b http://a;@b http://a"},
		{"malformed: variables", "http://a$_b@c/ http://a$(x)@c/ http://h(a)/ http://h= http://h$", malformed, "http://h$"},
		{"malformed: slashes after backslashes", `http:\\//h/ http:\\\\h\x http:\h`, malformed, `http:\\\\h`},
		{"malformed: brackets", "http://h[::1]/ http://a]b/ http://a[b]c]/ http://[::1", malformed, "http://h[::1]/ http://a http://a[b]c]/"},
		{"labels", longLabel + ".com " + longLabel + "a.com", allLinks, longLabel + ".com"},
		{"names", strings.Repeat("a.", 125) + "com b" + strings.Repeat("a.", 125) + "com", allLinks, strings.Repeat("a.", 125) + "com"},
		{"names of other scripts", strings.Repeat("é.", 3) + "com é" + longLabel + ".com", allLinks, "é.é.é.com"},
		{"Punycode", "xn--a.com xn--bcher-kva.com ab--c.com abc-d.com a-b.com", allLinks, "xn--bcher-kva.com abc-d.com a-b.com"},
		{"text after the colon", "tel: tel:1 urn:. tel:1. tel:12 mailto:", allLinks, "tel:1 tel:1 tel:12"},
		{"letters before a scheme", "xhttp://h/ ahttps://g/ x-http://h/ x+http://h/", urltext.FindOptions{}, "http://h/ https://g/ x-http://h/ x+http://h/"},
		{"empty user name", "http://:p@h/ http://u@h/ http://u%:p@h/", urltext.FindOptions{}, "http://:p@h/ http://u%:p@h/"},
		{"no host", "file:///x file:// file:/// http:///a foo:///a foo://", urltext.FindOptions{}, "file:///x foo:///a"},
		{"brackets in a host", "http://h[::1]/ http://[::1 http://[::1]", urltext.FindOptions{}, "http://[::1]"},
		{"host with an apostrophe", "http://bob's.example/ http://h.example's 'http://h'.x http://h'x y.z", urltext.FindOptions{},
			"http://h.example http://h http://h"},
		{"two ports", "http://h:80:SSL/ http://h:80: x http://h:80:", urltext.FindOptions{}, "http://h:80 http://h:80"},
		{"scheme after a hyphen", "page-http://h/ --http://h/ git-https://h/ x-http://h/", urltext.FindOptions{},
			"http://h/ http://h/ https://h/ x-http://h/"},
		{"grammar of a URL", "method://machine[:port] http://h[1]", urltext.FindOptions{}, "http://h"},
		{"query after an e-mail address", "a@b.com? a@b.com?a mailto:a@b.com? mailto:a@b.com?x", allLinks, "a@b.com a@b.com mailto:a@b.com mailto:a@b.com?x"},
		{"text after an e-mail address", "a@b.com_ a@b.com@ a@b.com. a@b.com./x", allLinks, "a@b.com a@b.com"},
		{"not cut", "http://h/a\u00a0http://h/b\u3000http://h/c\u2028http://h/d\\e", urltext.FindOptions{},
			"http://h/a http://h/b http://h/c http://h/d\\e"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := links(row.text, row.opt); got != row.want {
				t.Errorf("links of %q:\n%q, want\n%q", row.text, got, row.want)
			}
			checkLinks(t, row.text, row.opt)
		})
	}
}

// TestHosts: a host is found whole or not at all. Prose after it is not part of it.
func TestHosts(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, text, want string }{
		{"symbols", "http://good.example❤.evil.example/login http://i❤.ws/ https://💩.la/x http://↑↑ba.tk/", "http://good.example❤.evil.example/login http://i❤.ws/ https://💩.la/x http://↑↑ba.tk/"},
		{"emoji", "http://👩\u200d🚀.example/ http://❤️.example/", "http://❤️.example/"},
		{"ignored characters", "http://exa\u00admple.com/ http://exa\u200bmple.com http://example.c\u00adom", "http://exa\u00admple.com/ http://exa\u200bmple.com http://example.c\u00adom"},
		{"ignored characters at the end", "http://example.com\u200b http://h.example\u200e\u2060. http://example.com请\u200b", "http://example.com http://h.example http://example.com"},
		{"a word after a space without width", "http://example.com\u200bnext http://example.com\u200bข้อความ", "http://example.com\u200bnext http://example.com"},
		{"punctuation", "http://good.example—evil.com/ http://good.example—evil.com http://good.example—evil/x", "http://good.example—evil.com/ http://good.example—evil.com http://good.example—evil/x"},
		{"prose after a dash", "http://example.com—and http://x.example—and http://localhost—and http://h•next", "http://example.com http://x.example http://localhost http://h"},
		{"prose after a top-level domain", "http://example.com请看 http://example.com에서 http://example.com→next http://example.com™ http://example.com🎉 http://example.com👍🏽! http://example.com×2",
			"http://example.com http://example.com http://example.com http://example.com http://example.com http://example.com http://example.com"},
		{"marks of prose", "http://example.com。次は http://example.com，请看 http://example.com「引用」 «http://example.com» http://example.com」", "http://example.com http://example.com http://example.com http://example.com http://example.com"},
		{"no prose before a path or a port", "http://example.com请看/a http://example.com→next:80 http://example.com请看?a http://example.com。次は/a", "http://example.com请看/a http://example.com→next:80 http://example.com请看?a http://example.com。次は/a"},
		{"a Latin letter", "http://example.comé http://example.com\u0301", "http://example.comé http://example.com\u0301"},
		{"no top-level domain", "http://x.example❤ http://h.example™ http://10.0.0.1→next http://localhost→next", "http://x.example❤ http://h.example™ http://10.0.0.1→next http://localhost→next"},
		{"hosts that browsers reject", "http://good.example℀.evil.com/ http://good.example％2e.evil.com/ http://a⒈b.com/ http://good.example＠evil.com/ http://a\u202eb.com/ http://good.example\ufffd.evil.com/", ""},
		{"placeholders", `http://b.{region}.aws.com/ http://foo*.example.com/ https://www.viafree.{dk|se} ^https://go\.dev/x http://localhost:${port} http://h:%s/ http://h:{0}/ http://api-{x}.h/ http://h(a|b).com/ http://h<x>.com http://a.$b/ http://a{b}c/ http://a!b/ http://h{a}:80/ http://h{a}:${p}/`, ""},
		{"no placeholders", `http://h*, {http://h} http://h{a} (http://h) http://h(a) http://h: http://h! http://h</a>-x http://h<br>-x http://h<br>x http://h.example(the site). **http://h**`, "http://h http://h http://h http://h http://h http://h http://h http://h http://h http://h http://h.example http://h"},
		{"without a scheme", "i❤ny.com a.com❤.b.com u@a.com❤.b.com a.com→b →a.com •b.com c.com, d.com—and mailto:u@d.com❤.b.com", "a.com a.com b.com c.com d.com"},
	} {
		t.Run(row.name, func(t *testing.T) {
			opt := allLinks
			if got := links(row.text, opt); got != row.want {
				t.Errorf("links of %q:\n%q, want\n%q", row.text, got, row.want)
			}
			checkLinks(t, row.text, opt)
		})
	}
}

// TestNoShorterHost puts every symbol and punctuation mark of Unicode into a host. The host is then found whole or not at
// all, unless the mark ends links: quotation marks, brackets and the punctuation of sentences.
func TestNoShorterHost(t *testing.T) {
	t.Parallel()
	const before, after = "http://good.example", ".evil.example/login"
	counts := map[string]int{}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !unicode.In(r, unicode.S, unicode.P, unicode.Cf, unicode.M) {
			continue
		}
		text := before + string(r) + after
		term := linkprop.TermOf(r)
		got := links(text, urltext.FindOptions{})
		switch u, err := whatwg.Parse(text); {
		case r == '。', r == '｡', r == '．': // dots
		case term != linkprop.Include && got != text:
			counts["ends links"]++
			if want := before; strings.TrimSuffix(got, "✂") != want {
				t.Errorf("links of %q: %q, want %q", text, got, want)
			}
		case got == text:
			counts["whole"]++
			if err != nil {
				t.Errorf("links of %q: %q, but browsers reject it", text, got)
			}
		case got == "":
			counts["none"]++
			if err == nil && r != utf8.RuneError {
				t.Errorf("links of %q: none, but browsers read %q", text, u.Href())
			}
		default:
			t.Errorf("links of %q: %q, want all or nothing", text, got)
		}
	}
	t.Log(counts)
	if counts["whole"] < 8000 || counts["ends links"] > 700 {
		t.Errorf("%v, want at least 8,000 whole hosts", counts)
	}
}

// TestEdges finds links in texts at the limits of the rules: without options, with all links, malformed URLs, and by
// appendix C.
func TestEdges(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, text, plain, all, malformed, appendixC string }{
		{"characters that end a URL", "http://a.com\u00a0b http://h/é http://h/a\\b http://h/\x80 http://h", "http://a.com http://h/é http://h/a\\b http://h/✂ http://h", "http://a.com http://h/é http://h/a\\b http://h/✂ http://h", "http://a.com http://h/é http://h/a http://h/ http://h", "http://a.com✂ http://h/✂ http://h/a✂ http://h/✂ http://h"},
		{"colons", "0:mailto:0http:data: mailto: tel:x", "tel:x", "tel:x", "tel:x", "mailto:0http:data tel:x"},
		{"bracket after a host", "<URL: xhttp://example.com]「@", "http://example.com", "http://example.com", "http://example.com", "xhttp://example.com"},
		{"letter before mailto", "amailto:a@b?c", "", "mailto:a@b?c", "", ""},
		{"drive letter after a host", "file://ex.comC:/;", "file://ex.comC:/", "file://ex.comC:/", "file://ex.comC:/", "file://ex.comC:/"},
		{"dollar sign after a port", "[v1.a])http://tel:1.2.3$x", "http://tel:1", "http://tel:1", "", "tel:1.2.3$x"},
		{"bracket after a port", "http://%2E.:0080[::1.2.3.4]0x7f.1(0x7f.1", "http://%2E.:0080", "http://%2E.:0080", "", "http://%2E.:0080"},
		{"two dots in a name", "www.example.com..É:see.http://]url://com", "", "", "", ""},
		{"only slashes", "htp:///", "", "", "", "htp:///"},
		{"dollar sign at the end", "http:\\\\$", "", "", "http:\\\\$", ""},
		{"question mark at the end", "mailto:a@b.com?", "mailto:a@b.com", "mailto:a@b.com", "mailto:a@b.com", "mailto:a@b.com"},
		{"at sign at the start", "@data:*)65535com", "", "", "", ""},
		{"long label", strings.Repeat("a", 64) + ".b.org " + strings.Repeat("a", 63) + ".b.org", "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.b.org", "", ""},
		{"at sign at the end", "Éa.b.org@", "", "", "", ""},
		{"open bracket after a userinfo", "httc://u:p@[:", "", "", "", ""},
		{"dots before backslashes", "http://xn--..\\\\", "", "", "http://xn", "http://xn--✂"},
		{"underscore before a label", "http://_443中?", "", "", "http://_443中?", "http://_443✂"},
		{"dot before a path of mail", "mailto:a@b.com./\u202e$", "mailto:a@b.com", "mailto:a@b.com", "mailto:a@b.com", "mailto:a@b.com./✂"},
		{"colon at the start of a userinfo", "see http://:~:38980@׳", "http://:~:38980@׳", "http://:~:38980@׳", "http://:~:38980@׳", ""},
		{"semicolon before an at sign", "http:\\\\%41;@see.http://_", "", "", "http:\\\\%41;@see.http://_", "see.http://_"},
		{"two e-mail addresses", "mailto:a@b.comuser@a.b.org", "", "b.comuser@a.b.org", "", "mailto:a@b.comuser@a.b.org"},
		{"open bracket", "ftp://[", "", "", "", ""},
		{"slash before a name", "/l.com/", "", "", "", ""},
		{"underscore at the end", "http://%41_", "", "", "http://%41", "http://%41_"},
		{"empty host after a userinfo", "http://tel:@", "", "", "", "tel:@"},
		{"octet in a host", "\"http://b%80", "", "", "http://b%80", "http://b%80"},
		{"octet as a host", "http://\x80: /.", "", "", "", ""},
		{"hyphens at the end of mail", "mailto:a@b.comxn--", "", "", "", "mailto:a@b.comxn--"},
		{"port with zeros", "\"http://URL:00080^ http://h:000080 http://h:00000080", "http://URL:00080", "http://URL:00080", "http://URL:00080 http://h:000080 http://h:00000080", "http://URL:00080 http://h:000080 http://h:00000080"},
		{"bracket that is not closed", "http://[v1.feil.com/\xa7", "", "", "", ""},
		{"octet in a userinfo", "<http://xn--\xff389͵data:u:p@", "", "", "http://xn", "http://xn--✂"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for i, opt := range []urltext.FindOptions{{}, allLinks, {Malformed: true}, {AppendixC: true}} {
				want := []string{row.plain, row.all, row.malformed, row.appendixC}[i]
				if got := links(row.text, opt); got != want {
					t.Errorf("links of %q with %+v:\n%q, want\n%q", row.text, opt, got, want)
				}
			}
		})
	}
}

// checkLinks checks the properties of all matches. A text has the same links if white space surrounds it.
func checkLinks(t *testing.T, text string, opt urltext.FindOptions) {
	t.Helper()
	end := 0
	var all []string
	for m := range opt.Find(text) {
		if m.Start < end || m.End <= m.Start || m.Raw() != text[m.Start:m.End] {
			t.Fatalf("links of %q: %+v, want it at %d or later, with the text %q", text, m, end, text[m.Start:m.End])
		}
		end = m.End
		all = append(all, m.Raw())
		missing := ""
		if u := m.URL(); !strings.HasPrefix(strings.ToLower(m.Raw()), u.Protocol()) {
			missing = map[string]string{"https": "https://", "mailto": "mailto:"}[u.Scheme()]
		}
		u, err := whatwg.Parse(missing + m.Raw())
		if err != nil && !opt.Malformed || u != m.URL() {
			t.Fatalf("links of %q: %q has the URL %q, want %q, %v", text, m.Raw(), m.URL(), u, err)
		}
		if r, _ := rfc3986.Parse(missing + m.Raw()); r != m.Ref() {
			t.Fatalf("links of %q: %q has the reference %q, want %q", text, m.Raw(), m.Ref(), r)
		}
		if !utf8.ValidString(m.Raw()) {
			t.Fatalf("links of %q: %q is not UTF-8", text, m.Raw())
		}
		if again := links(" "+m.Raw()+" ", opt); again != m.Raw() && !opt.Markup {
			t.Fatalf("links of %q: %q alone gives %q", text, m.Raw(), again)
		}
	}
	var again []string
	for m := range opt.Find("\n" + text + "\n") {
		again = append(again, m.Raw())
	}
	if strings.Join(all, " ") != strings.Join(again, " ") {
		t.Fatalf("links of %q: %q, want %q as with line feeds around it", text, all, again)
	}
}

func FuzzLinksAreURLs(f *testing.F) {
	for _, s := range findSeeds {
		f.Add(s, true, true)
	}
	for _, row := range markupTests {
		f.Add(row.text, true, false)
	}
	for _, s := range []string{`http://good.example\@127.0.0.1/ http:\\a@b.c`, "http://a,@b http://$ http://u@h:8a/x\\n", "a。b.com", "x://a@b.com@c.com", "mailto:a@b.com?a.", "http://u:p@h:1/(a)?b=)", "[::1] a.xn--p1ai"} {
		f.Add(s, true, false)
	}
	f.Fuzz(func(t *testing.T, text string, bare, mail bool) {
		checkLinks(t, text, urltext.FindOptions{BareDomains: bare, Email: mail})
		checkLinks(t, text, urltext.FindOptions{BareDomains: bare, Email: mail, Malformed: true})
		checkLinks(t, text, urltext.FindOptions{BareDomains: bare, Email: mail, Markup: true})
		checkLinks(t, text, urltext.FindOptions{Malformed: true, Markup: true})
	})
}

// TestLinksAllocate checks that Find does not allocate for links with ASCII hosts.
func TestLinksAllocate(t *testing.T) {
	text := strings.Repeat("See http://example.com/a_(b), or write a.b to c@example.com. ", 10)
	if n := testing.AllocsPerRun(100, func() {
		for range urltext.Find(text) {
		}
	}); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

// TestLinksAreLinear finds links in hostile texts of megabytes.
func TestLinksAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{
		"a.", "a@", "@", "(", "a.com@", "//", "a.com?", ".com", "://", "http://", "http://[", "http://[::1]", "http://h/http://[x]/", "http://a@", "http://u:p@",
		`http:\\`, `http:\`, `\`, "http://a,@", "http://$", "http:/",
		"mailto:", "mailto:a@b.com", "tel:", "tel:.", "x://a..b/", "a_", "a_b.com", "%41", "http://h:1", "http://h:99999", "。", "a。com", "я.рф", "я.я", "http://я。",
		"\u0f0b", "http://h/(", "http://h/)", "h.com:80",
		"http://h/a,http://h/b,", "http://h/,", "'http://h/'", "http://h/'", "http://h/'a", `http://h/"`, "*http://h/*a", "http://h/|", "&lt;",
		"http://h/&lt;", "http://h/?", "http://h/:://", "http://h/a,http:", "http://h/a;b:", "https://u@h/", "http://u@",
		"http://❤", "❤a.com", "a.com❤", "❤", "http://a{", "http://a{}b", "http://a.com请", "http://a.com\u200b", "http://a—", "a.b❤", "u@a.com❤", "http://xn--a.", "-.", "a-.com", "http://\xff", "http://h/\xff",
	} {
		for _, opt := range []urltext.FindOptions{{}, allLinks, {Malformed: true}, {Markup: true}, {Malformed: true, Markup: true}} {
			for _, prefix := range []string{"", "http://h/", "a@a."} {
				text := urltest.Many(prefix, unit, "", urltest.Size(1<<20))
				urltest.Linear(t, prefix+" and many of "+unit, text, func(s string) {
					for range opt.Find(s) {
					}
				})
			}
		}
	}
}
