package urltext_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/names/scheme"
	"earl.example/rfc3986"
	"earl.example/urlerr"
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
func foundIn(text string, opt urltext.FindOptions) []string {
	var all []string
	opt.AppendixC = true
	for m := range opt.Find(text) {
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
			if got := strings.Join(foundIn(row.text, urltext.FindOptions{}), " "); got != row.want {
				t.Errorf("in %q: %s, want %s", row.text, got, row.want)
			}
			checkFind(t, row.text, urltext.FindOptions{})
		})
	}
}

func TestFindOptions(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, text string
		opt        urltext.FindOptions
		want       string
	}{
		{"schemes", "data:,x DATA:,y about:blank", urltext.FindOptions{Schemes: []string{"about", "Data"}},
			"data:,x DATA:,y about:blank"},
		{"schemes that require a host", `http:x "http:x" <http:x> http://x`, urltext.FindOptions{Schemes: []string{"HTTP"}},
			"http://x"},
		{"schemes in quotes", `"data:,x"`, urltext.FindOptions{Schemes: []string{"data"}}, "data:,x"},
		{"any scheme", `<xs:a> "b:c" d:e <http:> "x://"`, urltext.FindOptions{AnyScheme: true}, "xs:a b:c http: x://"},
		{"relative", `<../a> <URL:b> <> "c" d <//h/p>`, urltext.FindOptions{Relative: true}, "../a b //h/p"},
		{"G-191 quote marks", "> <http://h/a\n> > b\n>c>", urltext.FindOptions{QuoteMarks: true}, "http://h/abc"},
		{"quote marks not asked for", "> <http://h/a\n> b>", urltext.FindOptions{}, "http://h/a"},
		{"quote marks before it", "<\n> http://h/a>", urltext.FindOptions{QuoteMarks: true}, "http://h/a"},
		{"quote marks behind the prefix", "<URL:\n> http://h/a>", urltext.FindOptions{QuoteMarks: true}, "http://h/a"},
		{"quote marks in quotes", "\"http://h/a\n> b\"", urltext.FindOptions{QuoteMarks: true}, "http://h/ab"},
		{"quote mark within a line", "<http://h/a >b", urltext.FindOptions{QuoteMarks: true}, "http://h/a"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := strings.Join(foundIn(row.text, row.opt), " "); got != row.want {
				t.Errorf("in %q: %s, want %s", row.text, got, row.want)
			}
			checkFind(t, row.text, row.opt)
		})
	}
}

// TestFindStops: a loop that breaks gets no more.
func TestFindStops(t *testing.T) {
	t.Parallel()
	for m := range byAppendixC.Find("http://a http://b") {
		if m.Ref().String() != "http://a" {
			t.Fatalf("%q after the loop has ended", m.Ref())
		}
		break
	}
}

// TestPlainSchemesRegistered: each scheme that Find's documentation names is
// registered, and is found.
func TestPlainSchemesRegistered(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq("doi geo magnet mailto mid news sip sips sms tel urn xmpp") {
		if !scheme.Lookup(name).IsRegistered() || !slices.Equal(foundIn(name+":x", urltext.FindOptions{}),
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
				if typed, err := urltext.Unwrap(row.text); err != nil || typed.Ref() != m.Ref() ||
					typed.Start != m.Start || typed.End != m.End {
					t.Errorf("Unwrap: %+v, %v; Find: %+v", typed, err, m)
				}
			}
			if n != 1 {
				t.Errorf("%d matches, want 1", n)
			}
		})
	}
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, in, want string }{
		{"G-196", " <http://ex ample.com/> ", "http://example.com/ <>"},
		{"nothing around", "http://h/", "http://h/ none"},
		{"white space", "\t http://h/ a\n", "http://h/a none"},
		{"quotes", "\"http://h/\"", "http://h/ quotes"},
		{"prefix", "URL: http://h/", "http://h/ none"},
		{"prefix in brackets", "< URL: http://h/ >", "http://h/ <>"},
		{"prefix once", "URL:URL:x", "URL:x none"},
		{"relative", "<a/b>", "a/b <>"},
		{"nothing", "<>", " <>"},
		{"nothing at all", "", " none"},
		{"one bracket", "<http://h/", "error at 0: pchar"},
		{"a bracket alone", "<", "error at 0: pchar"},
		{"a quote alone", "\"", "error at 0: pchar"},
		{"a quote after a space", " \"", "error at 1: pchar"},
		{"nothing in quotes", "\"\"", " quotes"},
		{"different ones", "<http://h/\"", "error at 0: pchar"},
		{"pair within pair", "<\"a\">", "error at 1: pchar"},
		{"offset", " <http://ex ample.com/a|b> ", "error at 23: pchar"},
		{"offset of a percent sign", "<a %\n4 >", "error at 3: pct-encoded"},
		{"offset at the end", "<http://[::\n1>", "error at 13: IP-literal"},
		{"hyphen either way", "<http://h:a-\nb/>", "error at 10: port"},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, err := urltext.Unwrap(row.in)
			by := []string{"none", "quotes", "<>"}[m.By]
			got := m.Ref().String() + " " + by
			if e := (*urlerr.Error)(nil); errors.As(err, &e) {
				got = fmt.Sprintf("error at %d: %s", e.Offset, e.Rule.Name)
				if e.Input != row.in || m != (urltext.Match{}) {
					t.Errorf("%v, %+v, want the whole input in the error, and no match", err, m)
				}
			}
			if got != row.want {
				t.Errorf("Unwrap(%q) is %s, want %s", row.in, got, row.want)
			}
		})
	}
}

// TestDelimited is G-193 and G-195: brackets, no break after a hyphen, no
// prefix.
func TestDelimited(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, ref string
		width     int
		want      string
	}{
		{"no breaks", "http://example.com/a-b", 0, "<http://example.com/a-b>"},
		{"fits", "http://h/", 11, "<http://h/>"},
		{"does not fit", "http://h/", 10, "<http://h/\n>"},
		{"lines", "http://example.com/", 8, "<http://\nexample.\ncom/>"},
		{"hyphen", "http://h/ab-cd", 13, "<http://h/ab\n-cd>"},
		{"hyphens", "http://h/a---b", 13, "<http://h/a\n---b>"},
		{"nothing but hyphens", "------", 3, "<------>"},
		{"hyphen second", "a-bc", 3, "<a\n-bc\n>"},
		{"narrow", "a-bc", 1, "<a\n-b\nc\n>"},
		{"empty", "", 5, "<>"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := urltext.Delimit(rfc3986.MustParse(row.ref), row.width); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
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
	if got != "white space, double quotes, angle brackets, delimiter out of range, delimiter out of range" {
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
