package baseurl_test

import (
	"path"
	"strings"
	"testing"

	"earl.example"
	"earl.example/baseurl"
)

// appendix is the document of RFC 1808 §10.
const appendix = `<!doctype html public "-//IETF//DTD HTML//EN">
<HTML><HEAD>
<TITLE>An example HTML document</TITLE>
<BASE href="http://www.ics.uci.edu/Test/a/b/c">
</HEAD><BODY>
... <A href="../x">a hypertext anchor</A> ...
</BODY></HTML>
`

// TestAppendix10 (R-174, R-177, R-178): "../x" is the URL that RFC 1808 §10 says, "regardless of the
// context in which the example document was obtained", by each dialect.
func TestAppendix10(t *testing.T) {
	t.Parallel()
	entity := established(t, baseurl.Context{Default: "http://entity/"})
	for name, context := range map[string]baseurl.Context{
		"alone": {}, "retrieved": {Retrieval: []string{"http://h/x/y"}},
		"redirected": {Retrieval: []string{"http://h/x/y", "/z"}},
		"enclosed":   {Entity: entity, Enclosed: true}, "default": {Default: "http://d/"},
	} {
		for _, d := range []string{"", "whatwg", "rfc3986", "rfc1808", "urllib"} {
			t.Run(name+" "+d, func(t *testing.T) {
				t.Parallel()
				opt := baseurl.Options{Context: context}
				if d != "" {
					opt.Dialect = earl.MustParseDialect(d)
				}
				check(t, opt, baseurl.HTML, appendix,
					" base[href] http://www.ics.uci.edu/Test/a/b/c = http://www.ics.uci.edu/Test/a/b/c",
					" a[href] ../x = http://www.ics.uci.edu/Test/a/x")
			})
		}
	}
}

// TestAppendix10InMessages has the document as it came by mail, in each
// transfer encoding, with another base around it.
func TestAppendix10InMessages(t *testing.T) {
	t.Parallel()
	for name, message := range map[string]string{
		"plain": "Base: <URL:http://other/>\nContent-Type: text/html\n\n" + appendix,
		"quoted": "Base: <URL:http://other/>\nContent-Type: text/html\nContent-Transfer-Encoding: Quoted-Printable\n\n" +
			strings.ReplaceAll(appendix, "=", "=3D"),
		"CRLF": strings.ReplaceAll("Base: <URL:http://other/>\nContent-Type: text/html\n\n"+appendix, "\n", "\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, at("http://retrieved/"), baseurl.Message, message,
				" header[Base] http://other/ = http://other/",
				" base[href] http://www.ics.uci.edu/Test/a/b/c = http://www.ics.uci.edu/Test/a/b/c",
				" a[href] ../x = http://www.ics.uci.edu/Test/a/x")
		})
	}
}

// TestBaseField has the forms of RFC 1808 §3.1, and other texts: then
// the next source decides. The base is the one of the fields before and after
// and of the body.
func TestBaseField(t *testing.T) {
	t.Parallel()
	const none = "http://r/"
	tests := []struct{ name, field, want string }{
		{"R-079 the example", "Base: <URL:http://www.ics.uci.edu/Test/a/b/c>", "http://www.ics.uci.edu/Test/a/b/c"},
		{"R-080 case of the name", "bAsE: <URL:http://h/b>", "http://h/b"},
		{"X-129 no blank", "Base:<URL:http://h/b>", "http://h/b"},
		{"blank before the colon", "Base : <URL:http://h/b>", "http://h/b"},
		{"R-081 white space inside", "Base: <URL:http://h/ a/b\tc >", "http://h/a/bc"},
		{"X-130 white space in the prefix", "Base:  < URL : http://h/b >", "http://h/b"},
		{"R-082 folded", "Base: <URL:http://h/\r\n\ta/b>", "http://h/a/b"},
		{"folded twice", "Base: <URL:http://h/\r\n a\n /b>", "http://h/a/b"},
		{"folded before", "Base:\r\n <URL:http://h/b>", "http://h/b"},
		{"X-131 small letters", "Base: <url:http://h/b>", "http://h/b"},
		{"R-083 relative", "Base: <URL:../x>", none},
		{"R-083 empty", "Base: <URL:>", none},
		{"R-083 no prefix", "Base: <http://h/>", none},
		{"R-084 no brackets", "Base: http://h/", none},
		{"X-133 fragment", "Base: <URL:http://a/b#c>", "http://a/b"},
		{"not closed", "Base: <URL:http://h/", none},
		{"something behind", "Base: <URL:http://h/> x", none},
		{"nothing", "Base:", none},
	}
	const text = "<URL:http://h/a/b>"
	for at := range text[1:] {
		for _, space := range []string{" ", "\t", "\r\n ", "\n\t", " \t "} {
			tests = append(tests, struct{ name, field, want string }{"R-081 R-082 anywhere", "Base: " + text[:at+1] + space +
				text[at+1:], "http://h/a/b"})
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			message := "Location: before\n" + test.field + "\nLocation: after\nContent-Type: text/html\n\n<a href=x>"
			n, failed := 0, 0
			for ref, err := range at(none).References(baseurl.Message, strings.NewReader(message)) {
				if ref.Attribute != "Location" && ref.Attribute != "href" {
					if err != nil {
						failed++
					}
					continue
				}
				n++
				dir, _ := path.Split(test.want)
				if err != nil || ref.Base.URL() != test.want || !strings.HasPrefix(ref.URL, dir) {
					t.Errorf("%s[%s] %s = %q against %q, %v; want %q", ref.Element, ref.Attribute, ref.Raw, ref.URL, ref.Base, err,
						test.want)
				}
				source := ref.Base.Source()
				if ref.Element == "a" {
					source = ref.Base.Outer().Source() // it is enclosed
				}
				if inMessage := test.want != none; inMessage != (source == baseurl.Content) {
					t.Errorf("%s: %s, want a base from the content: %t", ref.Raw, ref.Base.Explain(), inMessage)
				}
			}
			if wantFailed := test.want == none; n != 3 || (failed > 0) != wantFailed {
				t.Errorf("%d references, %d failed fields", n, failed)
			}
		})
	}
}

// threeLevels is a message with parts that have three bases.
const threeLevels = `From: a@example.com
Base: <URL:http://one/a/b>
Content-Type: multipart/mixed; boundary="1"

--1
Content-Type: text/html

<a href="x">
--1
Content-Type: message/rfc822

Subject: the second level
Base: <URL:http://two/c/d>
Content-Type: multipart/alternative; boundary="2"

--2
Content-Type: text/html

<a href="x">
--2
Content-Type: multipart/related; boundary="3"

--3
Content-Type: text/html
Content-Location: http://three/e/f

<a href="x">
--3
Content-Type: text/html

<base href="http://four/g/h"><a href="x">
--3
Content-Type: text/html

<a href="x">
--3--
--2--
--1
Content-Type: text/html

<a href="x">
--1--
`

// TestThreeLevels (G-111, R-088, R-089, R-090, R-091, R-092, R-093, X-140): references in three levels of parts resolve
// against three bases, and against a fourth in a document; a base is handed on inwards through parts without one, and to no
// sibling.
func TestThreeLevels(t *testing.T) {
	t.Parallel()
	for name, message := range map[string]string{"LF": threeLevels, "CRLF": strings.ReplaceAll(threeLevels, "\n",
		"\r\n")} {
		for _, d := range []string{"", "rfc3986", "rfc1808", "urllib"} {
			t.Run(name+" "+d, func(t *testing.T) {
				t.Parallel()
				opt := at("http://retrieved/")
				if d != "" {
					opt.Dialect = earl.MustParseDialect(d)
				}
				check(t, opt, baseurl.Message, message,
					" header[Base] http://one/a/b = http://one/a/b",
					"1 a[href] x = http://one/a/x",
					"2.1 header[Base] http://two/c/d = http://two/c/d",
					"2.1.1 a[href] x = http://two/c/x",
					"2.1.2.1 header[Content-Location] http://three/e/f = http://three/e/f",
					"2.1.2.1 a[href] x = http://three/e/x",
					"2.1.2.2 base[href] http://four/g/h = http://four/g/h",
					"2.1.2.2 a[href] x = http://four/g/x",
					"2.1.2.3 a[href] x = http://two/c/x",
					"3 a[href] x = http://one/a/x")
			})
		}
	}
}

// TestNoBase (G-105, G-115, R-097, R-098, X-142): without any source RFC 1808 has references as they are (§3.4),
// and a field that cannot be used otherwise is an error.
func TestNoBase(t *testing.T) {
	t.Parallel()
	const page = "<a href=g><a href='#s'><a href=http://h/a/../b>"
	with := func(name string) baseurl.Options { return baseurl.Options{Dialect: earl.MustParseDialect(name)} }
	check(t, with("rfc1808"), baseurl.HTML, page, " a[href] g = g", " a[href] #s = #s",
		" a[href] http://h/a/../b = http://h/a/../b")
	check(t, with("urllib"), baseurl.HTML, page, " a[href] g = g", " a[href] #s = #s",
		" a[href] http://h/a/../b = http://h/a/../b")
	check(t, with("rfc3986"), baseurl.HTML, page, " a[href] g ! base URI @8", " a[href] #s = #s",
		" a[href] http://h/a/../b = http://h/b")
	check(t, with("whatwg"), baseurl.HTML, page, " a[href] g ! missing-scheme-non-relative-URL @8",
		" a[href] #s ! missing-scheme-non-relative-URL @19", " a[href] http://h/a/../b = http://h/b")
	for ref := range with("rfc3986").References(baseurl.HTML, strings.NewReader("<a href='#s'>")) {
		if !ref.SameDocument || !ref.Base.IsZero() {
			t.Errorf("%+v, want the same document and no base", ref)
		}
	}
}

// TestUnsuitableBase: a base of a scheme that relative URLs are never used with
// is one all the same, and relative references are errors (RFC 1808 §2.1).
func TestUnsuitableBase(t *testing.T) {
	t.Parallel()
	const message = "Base: <URL:mailto:u@h>\nContent-Type: text/html\n\n<a href=g><a href=g:h>"
	for _, d := range []string{"rfc1808"} {
		opt := at("http://retrieved/")
		opt.Dialect = earl.MustParseDialect(d)
		check(t, opt, baseurl.Message, message, " header[Base] mailto:u@h = mailto:u@h",
			" a[href] g ! scheme is used with relative URLs @8", " a[href] g:h = g:h")
	}
}

// TestBaseElements1808: by RFC 1808 the reference of a BASE is
// absolute, and one that is not, or none, leaves the base to the next source.
func TestBaseElements1808(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"<BASE href=http://b/c>": "http://b/x", "<base HREF=http://b/c>": "http://b/x",
		"<base href=c/>": "http://h/x", "<base href=/c/>": "http://h/x", "<base href=//b/c>": "http://h/x",
		"<base href=''>": "http://h/x", "<base href>": "http://h/x", "<base>": "http://h/x", "<base target=t>": "http://h/x",
	} {
		for _, d := range []string{"rfc1808"} {
			opt := at("http://h/page")
			opt.Dialect = earl.MustParseDialect(d)
			n := 0
			for ref, err := range opt.References(baseurl.HTML, strings.NewReader(page+"<a href=x>")) {
				if ref.Element != "a" {
					continue
				}
				if n++; err != nil || ref.URL != want {
					t.Errorf("%s: %s: %q, %v; want %q", d, page, ref.URL, err, want)
				}
			}
			if n != 1 {
				t.Errorf("%s: %s: %d references, want 1", d, page, n)
			}
		}
	}
}

// TestComposites: the parts of every multipart, and the message in every
// kind of message/* that holds one, have the base of what encloses them.
func TestComposites(t *testing.T) {
	t.Parallel()
	for _, typ := range []string{"mixed", "alternative", "related", "parallel", "signed", "x-unknown"} {
		check(t, at("http://retrieved/"), baseurl.Message,
			"Base: <URL:http://b/c>\nContent-Type: multipart/"+typ+"; boundary=b\n\n--b\nContent-Type: text/html\n\n<a "+
				"href=x>\n--b--",
			" header[Base] http://b/c = http://b/c", "1 a[href] x = http://b/x")
	}
	for _, typ := range []string{"rfc822", "global", "news"} {
		check(t, at("http://retrieved/"), baseurl.Message,
			"Base: <URL:http://b/c>\nContent-Type: message/"+typ+"\n\nContent-Type: text/html\n\n<a href=x>",
			" header[Base] http://b/c = http://b/c", "1 a[href] x = http://b/x")
	}
}

// TestSchemeAlone: a scheme is an absolute URL.
func TestSchemeAlone(t *testing.T) {
	t.Parallel()
	opt := at("http://retrieved/")
	opt.Dialect = earl.MustParseDialect("rfc1808")
	check(t, opt, baseurl.Message, "Base: <URL:http:>\nLocation: g\n\n", " header[Base] http: = http:",
		" header[Location] g = http:g")
}

// TestSeveralBaseFields: the first valid one counts, and the others are reported.
func TestSeveralBaseFields(t *testing.T) {
	t.Parallel()
	const message = "Base: http://bad/\nContent-Base: http://content/\nBase: <URL:http://first/>\nBase: " +
		"<URL:http://second/>\nContent-Location: c\n\nsee <http://x/>"
	check(t, baseurl.Options{}, baseurl.Message, message,
		" header[Base] http://bad/ ! base-header @6",
		" header[Content-Base] http://content/ = http://content/",
		" header[Base] http://first/ = http://first/",
		" header[Base] http://second/ ! one field that gives the base @85",
		" header[Content-Location] c = http://first/c",
		" [] http://x/ = http://x/")
}

// TestManyBaseFields: the first valid field counts however many come before, and
// a base does not list them all.
func TestManyBaseFields(t *testing.T) {
	t.Parallel()
	message := strings.Repeat("Base: bad\n", 10_000) + "Base: <URL:http://x/>\nContent-Type: text/html\n\n<a href=y>"
	n := 0
	for ref, err := range at("http://h/").References(baseurl.Message, strings.NewReader(message)) {
		if n++; err == nil && ref.Element == "a" && (ref.URL != "http://x/y" || len(ref.Base.Outer().Passed()) != 16) {
			t.Errorf("%+v: %d passed over", ref, len(ref.Base.Outer().Passed()))
		}
	}
	if n != 10_002 {
		t.Errorf("%d references, want 10002", n)
	}
}

// TestRetrievedMessage: parts of a message have the URL by
// which it was retrieved, through it, unless it has a base itself.
func TestRetrievedMessage(t *testing.T) {
	t.Parallel()
	const parts = "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n--b--\n"
	opt := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"http://h/a/b", "c/d"}}}
	check(t, opt, baseurl.Message, parts, "1 a[href] x = http://h/a/c/x")
	for ref := range opt.References(baseurl.Message, strings.NewReader(parts)) {
		if b := ref.Base; b.Source() != baseurl.Entity || b.Outer().Source() != baseurl.Entity &&
			b.Outer().Source() != baseurl.Retrieval {
			t.Error(b.Explain())
		}
	}
	check(t, opt, baseurl.Message, "Base: <URL:http://i/>\n"+parts, " header[Base] http://i/ = http://i/",
		"1 a[href] x = http://i/x")
}

// TestSameDocument (G-097, G-099): a reference to the base itself is marked,
// however it is written.
func TestSameDocument(t *testing.T) {
	t.Parallel()
	for _, d := range []string{"rfc3986", "whatwg", "rfc1808", "urllib"} {
		for raw, want := range map[string]bool{
			"": true, "#s": true, "?q": true, "d;p?q": true, "http://a/b/c/d;p?q#x": true, "d;p": false, "?r": false,
			"http://b/": false,
		} {
			opt := at("http://a/b/c/d;p?q")
			opt.Dialect = earl.MustParseDialect(d)
			for ref, err := range opt.References(baseurl.HTML, strings.NewReader("<a href='"+raw+"'>")) {
				if ref.SameDocument != want || err != nil {
					t.Errorf("%s: %q is %q: %t, %v", d, raw, ref.URL, ref.SameDocument, err)
				}
			}
		}
	}
	alone := baseurl.Options{Dialect: earl.MustParseDialect("urllib")}
	for ref, err := range alone.References(baseurl.HTML, strings.NewReader("<a href='' ping='#s'>")) {
		if !ref.SameDocument || err != nil {
			t.Errorf("without a base: %+v, %v", ref, err)
		}
	}
}
