package urltext_test

import (
	"strings"
	"testing"

	"earl.example/urltext"
)

// markupTests have the links with Markup, and those of UTS #58 where they differ.
var markupTests = []struct{ name, text, want, uts58 string }{
	{"JSON in a text", `{"u":"http://h/a","v":1,"b":"https://k/b?c"}`, "http://h/a https://k/b?c", `http://h/a","v":1,"b":"https://k/b?c`},
	{"a cell", `"http://h/a",x`, "http://h/a", `http://h/a",x`},
	{"an element", "<loc>http://h/a</loc>", "http://h/a", "http://h/a</loc"},
	{"line breaks of HTML", "http://h/m<br>x http://h/n<br/>http://h/o", "http://h/m http://h/n http://h/o", "http://h/m<br>x http://h/n<br/ http://h/o"},
	{"inline code", "see `http://h/a` or `http://localhost:8080` or ``http://h/?a:``.", "http://h/a http://localhost:8080 http://h/?a:", "http://h/a` http://localhost:8080 http://h/?a:``"},
	{"bold", "**http://h/c** __http://h/c__ ~~http://h/c~~", "http://h/c http://h/c http://h/c", "http://h/c** http://h/c__ http://h/c~~"},
	{"bold in a link that is bold", "**http://h/a*b_c** x", "http://h/a*b_c", "http://h/a*b_c**"},
	{"italics", "*http://h/c* _http://h/c_d_ ~http://h/~c~.", "http://h/c http://h/c_d http://h/~c", "http://h/c* http://h/c_d_ http://h/~c~"},
	{"bold host", "**http://h** *http://h* _http://h_ ~http://h~ *http://h*next", "http://h http://h http://h http://h http://h", "http://h http://h"},
	{"no mark before", "http://h/c* http://h/*.txt http://h/_a_ http://h/~a", "http://h/c* http://h/*.txt http://h/_a_ http://h/~a", ""},
	{"a cell of Markdown", "|http://h/a|b| http://h/a|b", "http://h/a http://h/a|b", "http://h/a|b| http://h/a|b"},
	{"a bar at the end", "|Name http://h/a.html| http://h/a|. http://h/?f=A|B \"http://h/a|\"", "http://h/a.html http://h/a http://h/?f=A|B http://h/a|", "http://h/a.html| http://h/a| http://h/?f=A|B http://h/a|"},
	{"parentheses of the text", "http://h/a(in English) http://h/b(c http://h/(it's d) http://h/c_(d) http://h/e(f\ng) http://h/g(h/i j) http://h/k(l (m))",
		"http://h/a http://h/b(c http://h/ http://h/c_(d) http://h/e(f http://h/g(h/i http://h/k(l", "http://h/a(in http://h/b(c http://h/(it's http://h/c_(d) http://h/e(f http://h/g(h/i http://h/k(l"},
	{"emphasis around text", "**see http://h/a** *b http://h/c* ~~d http://h/e~~ f http://h/g* 2 * http://h/*i* _j http://h/k_\n**l\nhttp://h/m**",
		"http://h/a http://h/c http://h/e http://h/g* http://h/*i* http://h/k_ http://h/m**", "http://h/a** http://h/c* http://h/e~~ http://h/g* http://h/*i* http://h/k_ http://h/m**"},
	{"Chinese and Japanese punctuation", "http://h/477，涵盖 http://h/docs（中文）了解 http://h/安装（正式版） http://h/foo。次の文。 http://h/qux、続き。 http://h?q=a；b http://h/a’-here",
		"http://h/477 http://h/docs http://h/安装（正式版） http://h/foo http://h/qux http://h?q=a http://h/a’-here",
		"http://h/477，涵盖 http://h/docs（中文）了解 http://h/安装（正式版） http://h/foo。次の文 http://h/qux、続き http://h?q=a；b http://h/a’-here"},
	{"Markdown before an at sign", "[x](http://h.example)。（@[y](http://k/) (http://h.example)@m", "http://h.example http://k/ http://h.example", "http://k/"},
	{"quotation marks of Chinese", "“Edge://surf/”，就可以 “http://h/”。", "Edge://surf/ http://h/", "Edge://surf/”，就可以 http://h/"},
	{"apostrophes", "x='http://h/b';y 'http://h/c' it's 'http://h/d'e", "http://h/b http://h/c http://h/d", "http://h/b';y http://h/c http://h/d'e"},
	{"apostrophe without a partner", "see http://h/b', or http://h/b'", "http://h/b http://h/b", ""},
	{"apostrophes in a link", "http://h/Lista_d'articlos http://h/alert('m')/?q http://h/'a'", "http://h/Lista_d'articlos http://h/alert('m')/?q http://h/'a", ""},
	{"apostrophes in quotes", `"http://h/alert('m')/?q='"`, "http://h/alert('m')/?q='", "http://h/alert('m')/?q="},
	{"quotation marks in a link", `http://h/Lista_d"e_vvoce http://h/?q={"a"} http://h/{s["i"]}`, `http://h/Lista_d"e_vvoce http://h/?q={"a"} http://h/{s["i"]}`, ""},
	{"a bracket in quotes", `"http://h/("x`, "http://h/(", `http://h/("x`},
	{"escapes of JSON", `"http:\/\/h" "http://h/a\n" x\"http://h/b\"`, "http://h/a http://h/b", `http://h/a\n http://h/b\`},
	{"escapes of a URL", `http://h/John\_Adams http://h/?q=\u2603 http://h/a\u003c http://h/a\x26`, "http://h/John✂ http://h/?q=✂ http://h/a http://h/a✂", `http://h/John\_Adams http://h/?q=\u2603 http://h/a\u003c http://h/a\x26`},
	{"opening brackets", "https://h/a[`text`] http://h/b( http://h/c.{ http://h/d({", "https://h/a http://h/b http://h/c http://h/d", "https://h/a[`text`] http://h/b( http://h/c.{ http://h/d({"},
	{"troff", "\\fI\\(lahttps://h/a\\(ra\\fR https://h/b\\[rB], https://h/c\\-d https://h/e\\(f)", "https://h/a https://h/b https://h/c✂ https://h/e✂", "https://h/a\\(ra\\fR https://h/b\\[rB] https://h/c\\-d https://h/e\\(f)"},
	{"a line that goes on", "https://h/a\\\nb https://h/a\\", "https://h/a✂ https://h/a", "https://h/a\\ https://h/a\\"},
	{"entities", "&lt;a&gt;http://h/a&lt;/a&gt; &quot;http://h/b&quot; http://h/?a&amp;b http://h&gt; http://h/c&#39;", "http://h/a http://h/b http://h/?a&amp;b http://h http://h/c", "http://h/a&lt;/a&gt http://h/b&quot http://h/?a&amp;b http://h/c&#39"},
	{"lists", "https://proxy.example/a,https://h/b;http://h/c,direct", "https://proxy.example/a https://h/b http://h/c,direct", "https://proxy.example/a,https://h/b;http://h/c,direct"},
	{"no lists", "http://h/a,b http://h/?u=http://k/ http://h/a,x:y http://h/http://k http://h/a.,http://k/", "http://h/a,b http://h/?u=http://k/ http://h/a,x:y http://h/http://k http://h/a http://k/", "http://h/a,b http://h/?u=http://k/ http://h/a,x:y http://h/http://k http://h/a.,http://k/"},
	{"a long path before a list", "http://h/" + strings.Repeat("a", 1000) + ",http://h/b", "http://h/" + strings.Repeat("a", 1000) + " http://h/b", "http://h/" + strings.Repeat("a", 1000) + ",http://h/b"},
	{"punctuation in quotes", `"http://h/#client-download:" "See http://h/a." "http://h/?" "http://h/a.," "http://h/。"`, "http://h/#client-download: http://h/a http://h/? http://h/a http://h/", "http://h/#client-download http://h/a http://h/? http://h/a http://h/"},
	{"question marks", "Have you read http://h/a? http://h? (is it http://h/a?) really http://h/a?! http://h/a?b? http://h/a?b", "http://h/a http://h http://h/a http://h/a http://h/a?b http://h/a?b", "http://h/a? http://h? http://h/a? http://h/a? http://h/a?b http://h/a?b"},
	{"number signs", "http://json-schema.org/draft-04/schema# http://h/a#.", "http://json-schema.org/draft-04/schema# http://h/a#", ""},
	{"Markdown", "[x](http://h/a) <http://h/b> ![](http://h/c) [d]: http://h/d", "http://h/a http://h/b http://h/c http://h/d", ""},
	{"tokens", "https://TOKEN@github.com/x https://user@host.example/team/repo.git http://john@example.com http://%v@h:80 http://u%20v@h", "https://TOKEN@github.com/x https://user@host.example/team/repo.git http://john@example.com http://u%20v@h", "-"},
	{"other schemes", "'tel:+1' `urn:isbn:1` mailto:a@b.com?subject=c`", "tel:+1 urn:isbn:1 mailto:a@b.com?subject=c", "tel:+1 urn:isbn:1` mailto:a@b.com?subject=c`"},
}

// TestMarkup compares links with and without Markup, and checks that Malformed finds the same links with Markup.
func TestMarkup(t *testing.T) {
	t.Parallel()
	for _, row := range markupTests {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			strict := row.uts58
			switch strict {
			case "":
				strict = row.want
			case "-":
				strict = ""
			}
			if got := links(row.text, urltext.FindOptions{}); got != strict {
				t.Errorf("links of %q:\n%q, want\n%q", row.text, got, strict)
			}
			for _, opt := range []urltext.FindOptions{{Markup: true}, {Markup: true, Malformed: true}} {
				want := row.want
				if opt.Malformed { // which never reports Cut
					want = strings.ReplaceAll(want, "✂", "")
				}
				if got := links(row.text, opt); got != want {
					t.Errorf("links of %q with %+v:\n%q, want\n%q", row.text, opt, got, want)
				}
				checkLinks(t, row.text, opt)
			}
		})
	}
}

// TestMarkupOfDomains: the mark before one link does not count for the next.
func TestMarkupOfDomains(t *testing.T) {
	t.Parallel()
	const text = "_http://h_ a.com_b *b.com* `c.com/d` 'd.com/e'f |e.com/f|"
	if got, want := links(text, urltext.FindOptions{Markup: true, BareDomains: true}), "http://h b.com c.com/d d.com/e e.com/f"; got != want {
		t.Errorf("links of %q: %q, want %q", text, got, want)
	}
}

// TestMarkupWithEmail: a user name without a password could be the local part of an e-mail address.
func TestMarkupWithEmail(t *testing.T) {
	t.Parallel()
	const text = "http://john@example.com https://TOKEN@github.com/x"
	if got := links(text, urltext.FindOptions{Markup: true, Email: true}); got != "" {
		t.Errorf("links of %q: %q, want none", text, got)
	}
}
