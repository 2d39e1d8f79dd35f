package urltext_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/names/scheme"
	"earl.example/urltext"
)

// appendixC is the sample text of appendix C, and appendixCRussian the same in
// other words.
const (
	appendixC = `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.`
	appendixCRussian = `Да, Джим, это есть под "http://www.w3.org/Addressing/",
      а ещё, наверное, по ссылке <ftp://foo.example.
      com/rfc/>. И прочти предупреждение: <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.`
)

// byAppendixC finds the URIs of appendix C.
var byAppendixC = urltext.FindOptions{AppendixC: true}

// foundIn returns the references that appendix C finds.
func foundIn(text string) []string {
	var all []string
	for m := range byAppendixC.Find(text) {
		all = append(all, m.Ref().String())
	}
	return all
}

// TestAppendixC is the appendix's own example (G-197), in its words and in
// others, with line feeds and with CR LF.
func TestAppendixC(t *testing.T) {
	t.Parallel()
	refs := []string{"http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/",
		"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"}
	raws := []string{refs[0], "ftp://foo.example.\n      com/rfc/",
		"http://www.ics.uci.edu/pub/\n      ietf/uri/historical.html#WARNING"}
	by := []urltext.Delimiter{urltext.DoubleQuotes, urltext.AngleBrackets, urltext.AngleBrackets}
	for _, text := range []string{appendixC, appendixCRussian, strings.ReplaceAll(appendixC, "\n", "\r\n"),
		strings.ReplaceAll(appendixC, "\n      ", "\r")} {
		n := 0
		for m := range byAppendixC.Find(text) {
			if n == len(refs) || m.Ref().String() != refs[n] || m.By != by[n] ||
				m.Raw() != text[m.Start:m.End] {
				t.Fatalf("match %d is %+v", n, m)
			}
			if strings.Contains(text, "\n   ") && strings.ReplaceAll(m.Raw(), "\r\n", "\n") != raws[n] {
				t.Errorf("match %d is at %q", n, m.Raw())
			}
			n++
		}
		if n != len(refs) {
			t.Errorf("%d URIs in %q", n, text)
		}
	}
}

var findRows = []struct{ name, text, want string }{
	{"octets of another encoding", "\xd1\xe5http://h/\xe9", "http://h/"},
	{"bytes that no URI has", "http://h/a{b http://h/c|d http://h/e^ http://h/`",
		"http://h/a http://h/c http://h/e http://h/"},
	{"G-189 quotes", `"http://example.com/"`, "http://example.com/"},
	{"G-189 brackets", `<http://example.com/>`, "http://example.com/"},
	{"G-189 space", ` http://example.com/ `, "http://example.com/"},
	{"G-190", "see http://example.com/a, or (http://example.com/b).", "http://example.com/a http://example.com/b"},
	{"G-190 full stop", "http://h/a.", "http://h/a"},
	{"G-190 comma", "http://h/a,", "http://h/a"},
	{"G-190 semicolon", "http://h/a;", "http://h/a"},
	{"G-190 colon", "http://h/a:", "http://h/a"},
	{"G-190 colon after a host", "http://h:", "http://h"},
	{"G-190 exclamation mark", "http://h/a!", "http://h/a"},
	{"G-190 question mark", "http://h/a?", "http://h/a"},
	{"G-190 apostrophe", "http://h/a'", "http://h/a"},
	{"G-190 parenthesis", "http://h/a)", "http://h/a"},
	{"G-190 bracket", "[http://h/a]", "http://h/a"},
	{"G-190 many", "http://h/a...?!).", "http://h/a"},
	{"G-190 inside", "http://h/a.b,c;d:e!f?g'h", "http://h/a.b,c;d:e!f?g'h"},
	{"G-190 balanced", "http://h/a_(b)", "http://h/a_(b)"},
	{"G-190 balanced, in parentheses", "(http://h/a_(b))", "http://h/a_(b)"},
	{"G-190 balanced, in prose", "(see http://h/a_(b))", "http://h/a_(b)"},
	{"G-190 open", "http://h/a(", "http://h/a"},
	{"G-190 apostrophes in pairs", "http://h/'a'", "http://h/'a'"},
	{"G-190 two in parentheses", "(http://h/a),(http://h/b)", "http://h/a http://h/b"},
	{"G-190 two in apostrophes", "'http://h/a','http://h/b'", "http://h/a http://h/b"},
	{"G-190 Markdown", "[a](http://h/a)[b](http://h/b).", "http://h/a http://h/b"},
	{"G-190 dots alone", "http://... and tel:...", ""},
	{"G-191", "<ftp://foo.example.\ncom/rfc/>", "ftp://foo.example.com/rfc/"},
	{"G-191 CR LF and tabs", "<ftp://foo.example.\r\n\t\tcom/rfc/>", "ftp://foo.example.com/rfc/"},
	{"G-191 spaces", "< ftp://foo. example. com/rfc/ >", "ftp://foo.example.com/rfc/"},
	{"G-191 in quotes", "\"ftp://foo.example.\n  com/rfc/\"", "ftp://foo.example.com/rfc/"},
	{"G-191 in a scheme", "<ht\ntp://h/>", "http://h/"},
	{"G-192", "http://h/a b", "http://h/a"},
	{"G-192 line", "http://h/a-\nb", "http://h/a-"},
	{"G-192 quotes without line break", `"http://h/a b"`, "http://h/a"},
	{"G-194", "<http://h/long-\nname>", "http://h/long-name"},
	{"G-194 no valid reading with it", "<http://h:8-\n0/>", "http://h:80/"},
	{"G-194 no valid reading", "<http://h:8-\na/>", ""},
	{"G-195", "<URL:http://h/x>", "http://h/x"},
	{"G-195 space", "<URL: http://h/x>", "http://h/x"},
	{"G-195 case", "<Url:http://h/x>", "http://h/x"},
	{"G-195 quotes", `"URL:http://h/x"`, "http://h/x"},
	{"G-195 bare", "URL:http://h/x URL: http://h/y", "http://h/x http://h/y"},
	{"G-196", " <http://ex ample.com/> ", "http://example.com/"},
	{"G-195 any scheme", "<URL:foo:bar>", "foo:bar"},
	{"G-195 no scheme of that name", "url://h/ <url://h/>", ""},
	{"no noise", "note: this, note:this, 12:30, C:\\x, C://x, std::string, a ? b:c, localhost:8080, www.example.com", ""},
	{"no noise from tags", `<b> <a href=x> <xs:element> </p> <a@b.example>`, ""},
	{"no noise from quotes", `"a": "b", "c:d", "note: http"`, ""},
	{"attribute", `<a href="http://h/x">http://h/y</a>`, "http://h/x http://h/y"},
	{"closing quote", "\"a\" http://h/b\n\"c\"", "http://h/b"},
	{"brackets without end", "a < http://h/b", "http://h/b"},
	{"in brackets, registered", "<magnet:?xt=a> <about:blank>", "magnet:?xt=a about:blank"},
	{"without slashes", "mailto:a@b.example, tel:+1-816-555-1212. about:blank", "mailto:a@b.example tel:+1-816-555-1212"},
	{"nothing behind the colon", "mailto: tel:, <http:> <mailto:>", ""},
	{"host required", "http:a <http:a> http:///a http://:80/ http://u@/ http://?a file:///a", "file:///a"},
	{"any scheme with slashes", "foo+bar://h foo:///a foo:// foo://?a", "foo+bar://h foo:///a"},
	{"another letter before", "http://h -http://h 1http://h éhttp://h xhttp://h",
		"http://h http://h http://h http://h xhttp://h"},
	{"IP literal", "http://[::1]:80/a], http://u@[v1.x] [http://[::1]]", "http://[::1]:80/a http://u@[v1.x] http://[::1]"},
	{"no IP literal", "http://[::1 http://[x] http://a[::1]", "http://a"},
	{"authority that is none", "http://h:8a/ http://h:80,b http://a@b@c http://100%", ""},
	{"authority and punctuation", "http://h:80, http://h:80). http://h!", "http://h:80 http://h:80 http://h"},
	{"percent", "http://h/100% http://h/%41%4", "http://h/100 http://h/%41"},
	{"second number sign", "http://h/#a#b", "http://h/#a"},
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, row := range findRows {
		t.Run(row.name, func(t *testing.T) {
			if got := strings.Join(foundIn(row.text), " "); got != row.want {
				t.Errorf("in %q: %s, want %s", row.text, got, row.want)
			}
			checkFind(t, row.text)
		})
	}
}

// TestPlainSchemesRegistered: each scheme that Find's documentation names is
// registered, and is found.
func TestPlainSchemesRegistered(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq("doi geo magnet mailto mid news sip sips sms tel urn xmpp") {
		if !scheme.Lookup(name).IsRegistered() || !slices.Equal(foundIn(name+":x"),
			[]string{name + ":x"}) {
			t.Errorf("%s is not registered, or not found", name)
		}
	}
}

// TestClosingQuote checks that a closing quote does not open another pair of quotes.
func TestClosingQuote(t *testing.T) {
	t.Parallel()
	got := ""
	for m := range byAppendixC.Find(`"http://a"http://b"`) {
		got += fmt.Sprintf("%s in %v, ", m.Raw(), m.By)
	}
	if want := "http://a in double quotes, http://b in white space, "; got != want {
		t.Errorf("found %s want %s", got, want)
	}
}

// TestHyphens is G-194.
func TestHyphens(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, text, want, without string
	}{
		{"none", "<http://h/a\nb-c>", "http://h/ab-c", ""},
		{"kept", "<http://h/long-\nname>", "http://h/long-name", "http://h/longname"},
		{"kept, with space around the break", "<http://h/long- \r\n  name>", "http://h/long-name", "http://h/longname"},
		{"kept in quotes", "\"http://h/long-\nname\"", "http://h/long-name", "http://h/longname"},
		{"several", "<http://h/a-\nb-\nc-d>", "http://h/a-b-c-d", "http://h/abc-d"},
		{"two of which one", "<http://h/a--\nb>", "http://h/a--b", "http://h/a-b"},
		{"no line break", "<http://h/a- b>", "http://h/a-b", ""},
		{"at the end", "<http://h/a-\n>", "http://h/a-", ""},
		{"must stay", "<http://[v1.-\n]/>", "http://[v1.-]/", ""},
		{"must go", "<http://h:8-\n0/>", "http://h:80/", "http://h:80/"},
	} {
		t.Run(row.name, func(t *testing.T) {
			n := 0
			for m := range byAppendixC.Find(row.text) {
				without, _ := m.WithoutHyphens()
				if n++; m.Ref().String() != row.want || without.String() != row.without {
					t.Errorf("%q, without %q; want %q, %q", m.Ref(), without, row.want, row.without)
				}
			}
			if n != 1 {
				t.Errorf("%d matches, want 1", n)
			}
		})
	}
}

// TestMatchInLogs: a log shows where it was, and no password.
func TestMatchInLogs(t *testing.T) {
	t.Parallel()
	for m := range byAppendixC.Find("<http://u:pw@h/>") {
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("", "match", m)
		if _, after, _ := strings.Cut(log.String(), "match"); after != ".url=http://u:***@h/ match.start=1 match.end=15 match.by=\"angle brackets\"\n" {
			t.Error(after)
		}
	}
}

// TestFindNames: the names of constants.
func TestFindNames(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(urltext.WhiteSpace, ", ", urltext.DoubleQuotes, ", ", urltext.AngleBrackets, ", ", urltext.Delimiter(3), ", ", urltext.Delimiter(9))
	if got != "white space, double quotes, angle brackets, delimiter 3, delimiter 9" {
		t.Error(got)
	}
}

// TestFindAllocates: Find does not allocate, except for candidates with white space inside or with an error.
func TestFindAllocates(t *testing.T) {
	for _, text := range []string{
		"http://h/a, (http://h/b) <http://h/c> \"http://h/d\"", "< \" ( note:this http:a <a:b> \"c:d\" <http:// > \"a\nb\" <http:// h|>", strings.Repeat("\"a:b\" http:// tel:% ", 100),
	} {
		if n := testing.AllocsPerRun(100, func() {
			for range byAppendixC.Find(text) {
			}
		}); n != 0 {
			t.Errorf("%v allocations for %q, want 0", n, text[:min(len(text), 60)])
		}
	}
}
