package baseurl_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/iotest"

	"earl.example"
	"earl.example/baseurl"
	"earl.example/urlerr"
)

// established is a base that a context gives.
func established(t *testing.T, c baseurl.Context) baseurl.Base {
	t.Helper()
	b, err := baseurl.Options{Context: c}.Establish()
	if err != nil || b.IsZero() {
		t.Fatalf("Establish(%+v) = %v, %v", c, b, err)
	}
	return b
}

// TestSources (G-108, R-075, R-076, R-087) has each combination of the four sources, and asks for the
// nearest one and for the reasons of the others.
func TestSources(t *testing.T) {
	t.Parallel()
	entity := established(t, baseurl.Context{Retrieval: []string{"http://entity/"}})
	for set := range 16 {
		defined := func(i int) bool { return set&(1<<i) != 0 }
		opt := baseurl.Options{}
		var candidates []baseurl.Candidate
		want := baseurl.NoSource
		if defined(3) {
			opt.Context.Default, want = "http://default/", baseurl.Default
		}
		if defined(2) {
			opt.Context.Retrieval, want = []string{"http://retrieval/"}, baseurl.Retrieval
		}
		if defined(1) {
			opt.Context.Entity, want = entity, baseurl.Entity
		}
		if defined(0) {
			candidates, want = []baseurl.Candidate{{Where: "test", Raw: "http://content/"}}, baseurl.Content
		}
		b, err := opt.Establish(candidates...)
		if err != nil || b.Source() != want || b.IsZero() != (want == baseurl.NoSource) {
			t.Errorf("set %04b: %v from %v, %v; want %v", set, b, b.Source(), err, want)
		}
		if url := "http://" + want.String() + "/"; want != baseurl.NoSource && b.URL() != url {
			t.Errorf("set %04b: URL %q, want %q", set, b.URL(), url)
		}
		if want == baseurl.NoSource {
			continue
		}
		passed := b.Passed()
		if len(passed) != int(want)-1 {
			t.Errorf("set %04b: %v passed over", set, passed)
		}
		for i, p := range passed {
			if p.Source != baseurl.Source(i+1) || p.Err != nil {
				t.Errorf("set %04b: passed over %v", set, p)
			}
		}
	}
}

// TestEstablish has what makes a candidate a base, or not, by each dialect.
func TestEstablish(t *testing.T) {
	t.Parallel()
	retrieved := func(urls ...string) baseurl.Context { return baseurl.Context{Retrieval: urls} }
	cand := func(raw ...string) []baseurl.Candidate {
		var all []baseurl.Candidate
		for _, r := range raw {
			all = append(all, baseurl.Candidate{Where: "test", Raw: r})
		}
		return all
	}
	for _, test := range []struct {
		name, dialect string
		context       baseurl.Context
		candidates    []baseurl.Candidate
		want, explain string
	}{
		{"X-136 relative", "rfc3986", retrieved("http://a/b"), cand("x/"), "http://a/x/", "content (test)"},
		{"R-074 R-175 relative, 1808", "rfc1808", retrieved("http://a/b"), cand("x/"), "http://a/b",
			"retrieval; content: test is no base: baseurl: relative URL as base at byte 0 of \"x/\": give a " +
				"base with a scheme (RFC 3986 §5.1, a base URL is absolute); entity: none"},
		{"relative, urllib", "urllib", retrieved("http://a/b"), cand("x/"), "http://a/x/", "content (test)"},
		{"empty", "whatwg", retrieved("http://a/b"), cand(""), "http://a/b", "content (test)"},
		{"G-110 relative to nothing", "rfc3986", baseurl.Context{}, cand("x/"), "", ""},
		{"relative to nothing, whatwg", "whatwg", baseurl.Context{}, cand("x/"), "", ""},
		{"relative to nothing, urllib", "urllib", baseurl.Context{}, cand("x/"), "", ""},
		{"relative to nothing, net/url", "net/url", baseurl.Context{}, cand("x/"), "", ""},
		{"absolute, net/url", "net/url", baseurl.Context{}, cand("http://c/"), "http://c/", "content (test)"},
		{"absolute, libcurl", "libcurl", baseurl.Context{}, cand("http://c/"), "http://c/", "content (test)"},
		{"G-107 G-112 R-094 fragment goes", "rfc3986", retrieved("http://a/b#f"), nil, "http://a/b",
			"retrieval; content: none; entity: none"},
		{"empty fragment goes", "rfc3986", retrieved("http://a/b#"), nil, "http://a/b",
			"retrieval; content: none; entity: none"},
		{"fragment of a candidate goes", "rfc3986", retrieved("http://a/b"), cand("c#f"), "http://a/c", "content (test)"},
		{"X-133 fragment stays, 1808", "rfc1808", baseurl.Context{}, cand("http://a/b#f"), "http://a/b#f", "content (test)"},
		{"fragment stays, whatwg", "whatwg", baseurl.Context{}, cand("http://a/b#f"), "http://a/b#f", "content (test)"},
		{"dot segments", "rfc3986", retrieved("http://a/b"), cand("http://c/d/../e"), "http://c/e", "content (test)"},
		{"G-110 first that is good", "rfc3986", baseurl.Context{}, cand("http://[", "http://c/"), "http://c/",
			"content (test); content: test is no base: rfc3986: invalid IPv6 address at byte 8 of \"http://[\": write " +
				"eight groups of up to four hexadecimal digits, or \"::\" once for zeros (RFC 3986 §3.2.2, IPv6address)"},
		{"unsuitable, yet a base", "rfc1808", retrieved("http://a/b"), cand("mailto:u@h"), "mailto:u@h", "content (test)"},
		{"opaque", "whatwg", retrieved("http://a/b"), cand("mailto:u@h"), "mailto:u@h", "content (test)"},
		{"G-113 R-095 redirects", "rfc3986", retrieved("http://a/x", "http://b/y/z", "w"), nil, "http://b/y/w",
			"retrieval; content: none; entity: none"},
		{"fragment over redirects", "whatwg", retrieved("http://a/x#f", "/y", "z"), nil, "http://a/z#f",
			"retrieval; content: none; entity: none"},
		{"its own fragment", "whatwg", retrieved("http://a/x#f", "/y#g"), nil, "http://a/y#g",
			"retrieval; content: none; entity: none"},
		{"bad redirect", "rfc3986", baseurl.Context{Retrieval: []string{"http://a/", "http://b:x/"}, Default: "http://d/"},
			nil, "http://d/",
			"default; content: none; entity: none; retrieval: the URL of retrieval is no base: rfc3986: invalid character " +
				"\"x\" in port at byte 9 of \"http://b:x/\": use digits only (RFC 3986 §3.2.3, port)"},
		{"relative retrieval", "rfc3986", baseurl.Context{Retrieval: []string{"a"}, Default: "http://d/"}, nil, "http://d/",
			"default; content: none; entity: none; retrieval: the URL of retrieval is no base: baseurl: relative URL as " +
				"base at byte 0 of \"a\": give a base with a scheme (RFC 3986 §5.1, a base URL is absolute)"},
		{"G-114 relative default", "rfc3986", baseurl.Context{Default: "d"}, nil, "", ""},
		{"X-143 enclosed, so not retrieved", "rfc3986", baseurl.Context{Enclosed: true, Retrieval: []string{"http://a/"},
			Default: "http://d/"}, nil, "http://d/", "default; content: none; entity: none; retrieval: none"},
		{"password is hidden", "rfc3986", retrieved("http://a/b"), cand("http://u:secret@h:x/"), "http://a/b",
			"retrieval; content: test is no base: rfc3986: invalid character \"x\" in port at byte 18 of " +
				"\"http://u:***@h:x/\": use digits only (RFC 3986 §3.2.3, port); entity: none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b, err := baseurl.Options{Context: test.context,
				Dialect: earl.MustParseDialect(test.dialect)}.Establish(test.candidates...)
			if b.URL() != test.want || b.IsZero() != (test.want == "") {
				t.Errorf("got %q, want %q", b.URL(), test.want)
			}
			if test.want == "" {
				if !errors.Is(err, urlerr.NoBase) || b.Explain() != "no base is known" {
					t.Errorf("error %v, %q", err, b.Explain())
				}
				return
			}
			if err != nil || b.Explain() != test.explain {
				t.Errorf("error %v, explained by\n%s\nwant\n%s", err, b.Explain(), test.explain)
			}
		})
	}
}

// TestBaseLimit: a base is not longer than MaxBase, wherever it is from.
func TestBaseLimit(t *testing.T) {
	t.Parallel()
	long := "http://h/" + strings.Repeat("a", 100)
	opt := baseurl.Options{MaxBase: 100}
	if _, err := opt.Establish(baseurl.Candidate{Raw: long}); !errors.Is(err, urlerr.TooLong) {
		t.Errorf("candidate: %v", err)
	}
	opt.Context.Default = long
	if _, err := opt.Establish(); !errors.Is(err, urlerr.TooLong) {
		t.Errorf("default: %v", err)
	}
	opt.Context = baseurl.Context{Retrieval: []string{"http://h/" + strings.Repeat("a", 60) + "/"}}
	if b, err := opt.Establish(baseurl.Candidate{Raw: strings.Repeat("b", 60)}); err != nil ||
		b.Source() != baseurl.Retrieval {
		t.Errorf("resolved candidate: %v, %v", b.Source(), err)
	}
}

// TestBaseOfDocuments: the base of a document as a whole, by its type, of
// which some have none.
func TestBaseOfDocuments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, doc, want string
		typ             baseurl.Type
		source          baseurl.Source
	}{
		{"HTML", "<a href=x><base href=/y/>", "http://h/y/", baseurl.HTML, baseurl.Content},
		{"HTML without", "<a href=x>", "http://h/d/p", baseurl.HTML, baseurl.Retrieval},
		{"XML", "<a xml:base='x/'><b xml:base='y/'/></a>", "http://h/d/x/", baseurl.XML, baseurl.Content},
		{"XML without", "<a><b xml:base='y/'/></a>", "http://h/d/p", baseurl.XML, baseurl.Retrieval},
		{"XHTML", "<html xmlns='http://www.w3.org/1999/xhtml' xml:base='x/'><base href='/y/'/></html>", "http://h/y/x/",
			baseurl.XML, baseurl.Content},
		{"message", "Base: <URL:http://b/>\n\n", "http://b/", baseurl.Message, baseurl.Content},
		{"message without", "Subject: x\n\n", "http://h/d/p", baseurl.Message, baseurl.Retrieval},
		{"HTTP", "HTTP/1.1 200 OK\nContent-Location: /x\n\n", "http://h/d/p", baseurl.Message, baseurl.Retrieval},
		{"HTTP with redirects",
			"HTTP/1.1 301 Moved\nLocation: /x/y\n\nHTTP/1.1 302 Found\nLocation: z\n\nHTTP/1.1 200 OK\n\n", "http://h/x/z",
			baseurl.Message, baseurl.Retrieval},
		{"CSS", "@import 'x'", "http://h/d/p", baseurl.CSS, baseurl.Retrieval},
		{"text", "http://x/", "http://h/d/p", baseurl.Text, baseurl.Retrieval},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b, err := at("http://h/d/p").Base(test.typ, stream(test.doc))
			if b.URL() != test.want || b.Source() != test.source || err != nil {
				t.Errorf("%q from %v, %v", b, b.Source(), err)
			}
			broken := errors.New("broken")
			_, err = at("http://h/d/p").Base(test.typ, iotest.ErrReader(broken))
			if read := test.typ != baseurl.CSS && test.typ != baseurl.Text; read != errors.Is(err, broken) {
				t.Errorf("broken: %v", err)
			}
		})
	}
	if _, err := (baseurl.Options{Context: baseurl.Context{Default: "x"}}).Base(baseurl.HTML, stream("")); !errors.Is(err, urlerr.NoBase) {
		t.Errorf("a relative default: %v", err)
	}
	if b, err := (baseurl.Options{}).Base(baseurl.HTML, stream("")); !b.IsZero() || err != nil {
		t.Errorf("nothing at all: %v, %v", b, err)
	}
}

func TestZeroBase(t *testing.T) {
	t.Parallel()
	var b baseurl.Base
	if !b.IsZero() || b.URL() != "" || b.Source() != baseurl.NoSource || b.Where() != "" || b.Offset() != -1 || !b.Outer().IsZero() || b.Passed() != nil {
		t.Errorf("the zero base says %q, %v, %q, %d, %v, %v", b, b.Source(), b.Where(), b.Offset(), b.Outer(), b.Passed())
	}
	if got := baseurl.Source(77).String(); got != "source 77" {
		t.Error(got)
	}
	if got := baseurl.Type(77).String(); got != "type 77" {
		t.Error(got)
	}
}

// TestLogsHidePasswords: log/slog shows no password, as text and as JSON.
func TestLogsHidePasswords(t *testing.T) {
	t.Parallel()
	opt := at("http://u:secret@h/a")
	var out strings.Builder
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		log := slog.New(handler)
		for ref, err := range opt.References(baseurl.HTML, strings.NewReader("<base href=http://v:secret@x:y/><a href=//w:secret@i/>")) {
			log.Info("found", "ref", ref, "base", ref.Base, "err", err)
			for _, p := range ref.Base.Passed() {
				log.Info("passed", "by", p)
			}
		}
	}
	for _, want := range []string{"http://u:***@h/a", "source=retrieval", `"source":"retrieval"`, "content: base href is no base"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "secret") {
		t.Error(out.String())
	}
}

// TestTypes: types of media types and of names of files.
func TestTypes(t *testing.T) {
	t.Parallel()
	if got, want := baseurl.HTML.String(), "html"; got != want {
		t.Errorf("HTML.String() = %q, want %q", got, want)
	}
	for media, want := range map[string]baseurl.Type{
		"text/html": baseurl.HTML, "TEXT/HTML; charset=x": baseurl.HTML, "text/html; charset=\"": baseurl.HTML,
		"application/xhtml+xml": baseurl.XML, "image/svg+xml": baseurl.XML, "text/xml": baseurl.XML, "application/atom+xml": baseurl.XML,
		"application/rdf+xml": baseurl.XML, "text/x-opml": baseurl.XML,
		"text/css": baseurl.CSS, "message/rfc822": baseurl.Message, "multipart/related; boundary=a": baseurl.Message,
		"message/delivery-status": baseurl.Text, "text/plain": baseurl.Text, "text/markdown": baseurl.Text,
		"application/json": baseurl.JSON, "text/csv; header=present": baseurl.CSV, "text/tab-separated-values": baseurl.TSV, "application/ld+json; charset=utf-8": baseurl.JSON, "application/x-ndjson": baseurl.JSON,
		"image/png": baseurl.NoType, "": baseurl.NoType, "application/pdf": baseurl.NoType,
	} {
		if got := baseurl.TypeOf(media); got != want {
			t.Errorf("TypeOf(%q) = %v, want %v", media, got, want)
		}
	}
	for name, want := range map[string]baseurl.Type{
		"a.html": baseurl.HTML, "/x.y/A.HTM": baseurl.HTML, "a.svg": baseurl.XML, "s.css": baseurl.CSS, "m.mhtml": baseurl.Message,
		"n.txt": baseurl.Text, "n.JSON": baseurl.JSON, "n.har": baseurl.JSON, "n.csv": baseurl.CSV, "n.TSV": baseurl.TSV, "a": baseurl.NoType, "a.png": baseurl.NoType,
	} {
		if got := baseurl.TypeOfName(name); got != want {
			t.Errorf("TypeOfName(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, head string
		want       baseurl.Type
	}{
		{"empty", "", baseurl.Text},
		{"doctype", "\n<!DOCTYPE HTML><p>", baseurl.HTML},
		{"tag", "<p>a", baseurl.HTML},
		{"comment", "<!-- c --><html>", baseurl.HTML},
		{"comment that goes on", "<!-- c", baseurl.HTML},
		{"beginning of a tag", "<htm", baseurl.Text},
		{"comment alone", "<!-- c -->", baseurl.HTML},
		{"mark", "\xef\xbb\xbf<title>", baseurl.HTML},
		{"UTF-16", "\xff\xfe<\x00p\x00>\x00", baseurl.HTML},
		{"UTF-16 without a mark", inUTF16("<?xml ", false), baseurl.XML},
		{"UTF-16BE without a mark", inUTF16("<?xml ", true), baseurl.XML},
		{"UTF-16BE with a mark", "\xfe\xff" + inUTF16("<p>", true), baseurl.HTML},
		{"declaration", "<?xml version='1.0'?><html>", baseurl.XML},
		{"namespace", "<svg xmlns='http://www.w3.org/2000/svg'>", baseurl.XML},
		{"other doctype", "<!DOCTYPE svg>", baseurl.XML},
		{"RSS", "<rss version='2.0'>", baseurl.XML},
		{"OPML", "<opml version='2.0'>", baseurl.XML},
		{"html with namespace", "<html xmlns='http://www.w3.org/1999/xhtml'>", baseurl.HTML},
		{"custom element", "<my-x a=b>", baseurl.HTML},
		{"URL in brackets", "<http://h/>", baseurl.Text},
		{"less than", "< 5", baseurl.Text},
		{"less than alone", "<", baseurl.Text},
		{"text behind a comment", "<!-- c -->xa b>", baseurl.Text},
		{"charset rule", "@charset \"x\";", baseurl.CSS},
		{"import rule", "@import url(x);", baseurl.CSS},
		{"mail", "Received: by x\n\tfolded\nX-Other: y\n\nbody", baseurl.Message},
		{"mailbox", "From a@b Mon\nSubject: x\n\n", baseurl.Message},
		{"header alone", "Subject: x\nTo: y", baseurl.Message},
		{"header that is cut", "Subject: x\nTo", baseurl.Message},
		{"HTTP", "HTTP/1.1 200 OK\r\n", baseurl.Message},
		{"HTTP/3", "HTTP/3 200 \r\n", baseurl.Message},
		{"HTTP/2", "HTTP/2 200 \r\n", baseurl.Message},
		{"unknown fields", "Foo: x\nBar: y\n\n", baseurl.Text},
		{"prose with colons", "Subject: x\nand then prose\n", baseurl.Text},
		{"URLs", "http://h/\nhttp://i/\n", baseurl.Text},
		{"zip", "PK\x03\x04\x14", baseurl.NoType},
		{"an image", "\x89PNG\r\n", baseurl.NoType},
		{"PDF", "%PDF-1.7", baseurl.Text},
		{"object", "\ufeff {\n \"a\": 1}", baseurl.JSON},
		{"array of strings", "[\"a\"]", baseurl.JSON},
		{"array of objects", "[ {\"a\":{}}]", baseurl.JSON},
		{"brackets", "[1] http://h/ {a}", baseurl.Text},
		{"links of a wiki", "[[a]] {{b}} \"c\"", baseurl.Text},
		{"quotation", "\"http://h/\"", baseurl.Text},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := baseurl.Sniff([]byte(test.head)); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestSniffNames: these elements begin HTML even with a namespace, and these fields begin a message.
func TestSniffNames(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq(
		"html head body title meta link script style base a p div span table h1 h2 img iframe br b font center ul ol form") {
		head := "<" + name + " xmlns='http://www.w3.org/1999/xhtml'>"
		if got := baseurl.Sniff([]byte(head)); got != baseurl.HTML {
			t.Errorf("Sniff(%q) = %v, want %v", head, got, baseurl.HTML)
		}
	}
	for name := range strings.FieldsSeq("Base Bcc Cc Content-Base Content-Location Content-Transfer-Encoding Content-Type " +
		"Date Delivered-To DKIM-Signature From In-Reply-To List-Unsubscribe Message-ID MIME-Version Newsgroups Path " +
		"Received References Reply-To Return-Path Sender Subject To") {
		head := name + ": x\n\n"
		if got := baseurl.Sniff([]byte(head)); got != baseurl.Message {
			t.Errorf("Sniff(%q) = %v, want %v", head, got, baseurl.Message)
		}
	}
}

// A found is the part of a reference that a test compares.
func found(ref baseurl.Reference, err error) string {
	s := ref.Part + " " + ref.Element + "[" + ref.Attribute + "] " + ref.Raw
	if err == nil {
		return s + " = " + ref.URL
	}
	var e *urlerr.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%s ! %s @%d", s, e.Rule.Name, ref.Offset)
	}
	return s + " ! " + err.Error()
}

// check compares references with lines of found.
func check(t *testing.T, opt baseurl.Options, typ baseurl.Type, doc string, want ...string) {
	t.Helper()
	i := 0
	for ref, err := range opt.References(typ, strings.NewReader(doc)) {
		got := found(ref, err)
		switch {
		case i >= len(want):
			t.Errorf("also %q", got)
		case got != want[i]:
			t.Errorf("%d: got %q\nwant %q", i, got, want[i])
		}
		i++
	}
	for ; i < len(want); i++ {
		t.Errorf("missing %q", want[i])
	}
}

// at is a context for a document that was retrieved.
func at(url string) baseurl.Options {
	return baseurl.Options{Context: baseurl.Context{Retrieval: []string{url}}}
}
