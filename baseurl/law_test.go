package baseurl

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"earl.example"
	"earl.example/internal/text/ascii"
	"earl.example/urltext"
)

// pages are seeds for what reads HTML.
var pages = []string{
	"<a href=x>", "<base href='/y?a&amp;b'><a href=' x '>", "<A\tB='c\r\nd'e=\"&lt;\"f/g=/h/ =i==j>",
	"<a b b=c B=d href='&#x41;&notit;&not=&not'>",
	"<img srcset='a 1x, b&#44; 2x'><style>@import 'c';d{e:url(f\\29)}</style><p style='g:url(&quot;h&quot;)'>",
	"<svg><style>a{b:url(c&amp;d)}</style><use xlink:href=#e /></svg>",
	"<iframe srcdoc='<base href=&quot;/x/&quot;><a href=y>'>",
	"<template><base href=/a></template><svg><desc><base href=/b></desc></svg>",
	"<meta http-equiv=refresh content='1;url=&#39;a&#39;'>",
	"<a b\x00c=d href=e>", "<a ping='&semi; &fjlig;b c'>", "<a href=\x00\x01&\x00#0;&#128;&#55296;&#x110000;>",
	"<a ping='a\r\nb c'>", "\xef\xbb\xbf<a href=\xff\xe9>", "<svg><A\x00\xffB/href=x></A\x00\xffB>",
}

// FuzzAttributesAreTheTokenizers: the name and the attributes that a tag is found to have, and the meaning of their
// bytes are the ones of the tokenizer.
func FuzzAttributesAreTheTokenizers(f *testing.F) {
	for _, page := range pages {
		f.Add([]byte(page))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		z := html.NewTokenizer(bytes.NewReader(page))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			raw := bytes.Clone(z.Raw())
			name, more := z.TagName()
			if start := bytes.IndexAny(raw, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"); name != nil {
				if got := tagName(bytes.Clone(raw), start); !bytes.Equal(got, name) {
					t.Fatalf("the name of %q is %q, want %q", raw, got, name)
				}
			}
			tag := newTag(raw)
			for more {
				var key, val []byte
				key, val, more = z.TagAttr()
				s, ok := tag.next()
				for ok && !names(raw[s.key:s.keyEnd], key) {
					s, ok = tag.next()
				}
				if !ok {
					t.Fatalf("%q of %q is not found", key, raw)
				}
				v := newValue(raw[s.value:s.valueEnd], 0, inAttribute)
				if v.text != string(val) {
					t.Fatalf("%q of %q is %q, want %q", key, raw, v.text, val)
				}
				if end := v.place(len(val)); end != v.end {
					t.Fatalf("%q of %q ends at %d, want %d", key, raw, end, v.end)
				}
			}
		}
	})
}

// names reports whether the tokenizer reports an attribute that is written as raw under the name key.
func names(raw, key []byte) bool {
	name := bytes.ReplaceAll(raw, []byte{0}, []byte("\ufffd"))
	ascii.LowerBytes(name)
	return bytes.Equal(name, key)
}

// FuzzXMLValuesAreTheDecoders: the attributes of a tag of XML are what the
// decoder says, and their values end where they end.
func FuzzXMLValuesAreTheDecoders(f *testing.F) {
	f.Add([]byte(`<a b="c&amp;d" e='&#x41;&eacute;&unknown;'/>`))
	f.Add([]byte("<a:b c:d=\"\r\n\" e = 'f'g=h>"))
	f.Add([]byte(`<a b c="d>"/><e f='/'></e>`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		in := &tap{r: bufio.NewReader(bytes.NewReader(doc)), opt: &Options{}, check: 1 << 20}
		d := xml.NewDecoder(in)
		d.Strict = false
		d.Entity = xml.HTMLEntity
		d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
		for {
			token, err := d.RawToken()
			if err != nil {
				return
			}
			raw := bytes.Clone(in.take(d.InputOffset()))
			in.drop(d.InputOffset())
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			tag := newTag(raw)
			tag.isXML = true
			for _, a := range e.Attr {
				s, ok := tag.next()
				if !ok || asWritten(a.Name) != string(raw[s.key:s.keyEnd]) {
					t.Fatalf("%v of %q is at %q", a, raw, raw[s.key:s.keyEnd])
				}
				if s.value == s.keyEnd && a.Value == a.Name.Local {
					continue // no value
				}
				if v := newValue(raw[s.value:s.valueEnd], 0, inXML); v.text != a.Value {
					t.Fatalf("%v of %q is %q, want %q", a, raw, v.text, a.Value)
				}
			}
		}
	})
}

// all returns the references in a document, one a line.
func all(opt Options, typ Type, r io.Reader) string {
	var b strings.Builder
	n := 0
	for ref, err := range opt.References(typ, r) {
		if n++; n > 5000 {
			break
		}
		fmt.Fprintf(&b, "%q %q %q %d %d %q %q %q %t %v\n", ref.Part, ref.Element, ref.Attribute, ref.Offset, ref.End, ref.Raw,
			ref.URL, ref.Base.Explain(), ref.SameDocument, err)
	}
	return b.String()
}

// piecemeal is a reader that cannot seek, and gives little at a time.
type piecemeal struct {
	r io.Reader
	n int
}

func (p piecemeal) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.n)]) }

func fuzzOptions() Options {
	return Options{Find: urltext.FindOptions{Markup: true}, Context: Context{Retrieval: []string{"http://h/d/p?q#f"}}}
}

// FuzzReadingTwiceIsWaiting: references that wait for their base are the same that are found by reading again after the
// first reference, and in pieces of any size.
func FuzzReadingTwiceIsWaiting(f *testing.F) {
	for _, page := range pages {
		f.Add([]byte(page))
	}
	f.Add([]byte(`<html xmlns="http://www.w3.org/1999/xhtml" xml:base="y/"><a href="1"/><base href="/x/"/></html>`))
	f.Add([]byte("a{b:url(c)}@import 'd'; <http://h/\n a> \"http://i/\""))
	f.Add([]byte("Base: <URL:http://x/>\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: " +
		"text/html\n\n<a href=x>\n--b--\n"))
	f.Add([]byte("a,\"http://h/\"\"b\",http://h/c?\r\n\"x\" http://h/d\"\thttp://h/e,f\"\n"))
	f.Add([]byte("{\"a\": [\"http:\\/\\/h?\", \"\\\"http://h/b\\\"\", \"http://h/c\xff\"]}"))
	f.Add([]byte("WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://h/\nContent-Length: 50\n\nHTTP/1.1 200 OK\n" +
		"Content-Type: text/html\n\n<a href=b>\n\nWARC/1.0\nWARC-Type: resource\nContent-Type: text/css\n" +
		"Content-Length: 11\n\na{b:url(d)}"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for typ := HTML; typ < numTypes; typ++ {
			want := all(fuzzOptions(), typ, bytes.NewReader(doc))
			for _, n := range []int{1, 1 << 20} {
				if got := all(fuzzOptions(), typ, piecemeal{bytes.NewReader(doc), n}); got != want {
					t.Fatalf("%v: by %d bytes:\n%s\nwith a file:\n%s", typ, n, got, want)
				}
			}
			if (typ == HTML || typ == XML) && !strings.Contains(want, "\n\"@") && !strings.HasPrefix(want, "\"@") {
				again := fuzzOptions() // a document in an attribute cannot be read again
				again.MaxHeld = 1
				if got := all(again, typ, bytes.NewReader(doc)); got != want {
					t.Fatalf("%v: by reading again:\n%s\nby waiting:\n%s", typ, got, want)
				}
			}
		}
	})
}

// FuzzReferencesAreWhereTheySay: the text at the offset of a reference in HTML
// is the reference, as it is written there; and its URL is what the dialect
// makes of it and the base.
func FuzzReferencesAreWhereTheySay(f *testing.F) {
	for _, page := range pages {
		f.Add(page, uint8(0))
		f.Add(page, uint8(1))
	}
	dialects := earl.Dialects()
	f.Fuzz(func(t *testing.T, page string, which uint8) {
		opt := fuzzOptions()
		opt.Charset = "utf-8"
		opt.Dialect = dialects[int(which)%len(dialects)]
		if strings.HasPrefix(page, "\xff\xfe") || strings.HasPrefix(page, "\xfe\xff") {
			return // offsets are in the text in UTF-8
		}
		for ref, err := range opt.References(HTML, strings.NewReader(page)) {
			if ref.Part != "" || err != nil && ref.Raw == "" {
				continue
			}
			checkPlace(t, page, ref)
			url, err2 := earl.Resolve(opt.Dialect, ref.Base.URL(), ref.Raw)
			if err == nil && (url != ref.URL || err2 != nil) {
				t.Fatalf("%+v is %q by %v, %v", ref, url, opt.Dialect, err2)
			}
		}
	})
}

// checkPlace compares the text at the place of a reference with it.
func checkPlace(t *testing.T, page string, ref Reference) {
	t.Helper()
	if ref.Offset < 0 || ref.End < ref.Offset || ref.End > int64(len(page)) {
		t.Fatalf("%+v in %d bytes", ref, len(page))
	}
	there := page[ref.Offset:ref.End]
	if strings.Contains(there, "\\") {
		there = unescapeCSS(there) // and if that was no CSS, Raw has it anyway
	}
	if there == ref.Raw || there == unescapeCSS(ref.Raw) {
		return
	}
	in := inAttribute
	if ref.Attribute == "url" || ref.Attribute == "@import" {
		in = inText
	}
	got := newValue([]byte(page[ref.Offset:ref.End]), 0, in).text
	if got != ref.Raw && unescapeCSS(got) != ref.Raw && html.UnescapeString(page[ref.Offset:ref.End]) != ref.Raw {
		t.Fatalf("%+v is %q there", ref, page[ref.Offset:ref.End])
	}
}

// FuzzCSSInPieces: a style sheet that is cut anywhere has the references that it
// has as a whole.
func FuzzCSSInPieces(f *testing.F) {
	for _, css := range []string{
		`@import "a"; b{c:url( d\29 )/* url(e) */} f{g:image-set('h' 1x)}`, `url(a b)url("c\` + "\r\n" + `d")`,
		`<!--/**/u\72 l(a)/***/u\72` + "\r\n" + `l(b)u\r\L(no)`, "@import url(a\\)b) c; @\\69mport 'd' e; 1url(no)#url(no)",
	} {
		for at := range len(css) + 1 {
			f.Add(css, at)
		}
	}
	f.Fuzz(func(t *testing.T, css string, at int) {
		var want, got []string
		var c sheet
		c.scan(css, true, func(what string, from, to int, raw string) bool {
			want = append(want, fmt.Sprint(what, from, to, raw))
			return true
		})
		if at < 0 || at > len(css) {
			return
		}
		c = sheet{}
		off := 0
		give := func(what string, from, to int, raw string) bool {
			got = append(got, fmt.Sprint(what, off+from, off+to, raw))
			return true
		}
		off = c.scan(css[:at], false, give)
		c.scan(css[off:], true, give)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("cut at %d, %q has %v, want %v", at, css, got, want)
		}
	})
}

// FuzzPartsAreDocuments: a page in a message has the references that it has by
// itself in an entity of the same base, in each transfer encoding.
func FuzzPartsAreDocuments(f *testing.F) {
	for _, page := range pages {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		entity, err := Options{}.Establish(Candidate{Where: "Base", Raw: "http://h/a/", Offset: 6})
		if err != nil {
			t.Fatal(err)
		}
		alone := Options{Context: Context{Entity: entity, Enclosed: true}, Charset: "utf-8"}
		want := withoutBases(alone, HTML, page)
		const boundary = "6vTb0Xn3"
		head := "Base: <URL:http://h/a/>\nContent-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary +
			"\nContent-Type: text/html; charset=utf-8\n"
		tail := "\n--" + boundary + "--\n"
		var quoted strings.Builder
		w := quotedprintable.NewWriter(&quoted)
		w.Binary = true
		io.WriteString(w, page)
		w.Close()
		for encoding, body := range map[string]string{"base64": base64.StdEncoding.EncodeToString([]byte(page)),
			"quoted-printable": quoted.String(), "8bit": page} {
			if encoding == "8bit" && (strings.Contains(page, boundary) || strings.HasSuffix(page, "\r")) {
				continue // which are the delimiter's
			}
			if got := withoutBases(Options{}, Message, head+"Content-Transfer-Encoding: "+encoding+"\n\n"+body+tail); got != want {
				t.Fatalf("in %s:\n%s\nalone:\n%s", encoding, got, want)
			}
		}
	})
}

// withoutBases returns the references in a document except the ones in its
// header, one a line.
func withoutBases(opt Options, typ Type, doc string) string {
	var b strings.Builder
	for ref, err := range opt.References(typ, strings.NewReader(doc)) {
		if ref.Element != "header" {
			fmt.Fprintf(&b, "%q %q %q %d %d %q %q %q %v\n", strings.TrimPrefix(ref.Part, "1"), ref.Element, ref.Attribute, ref.Offset, ref.End, ref.Raw, ref.URL, ref.Base, err)
		}
	}
	return b.String()
}

// FuzzPartsAreTheStandardLibrarys: a message that net/mail and mime/multipart
// read without an error has the parts, and the bodies, that they find.
func FuzzPartsAreTheStandardLibrarys(f *testing.F) {
	f.Add("Content-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n--b\r\nA: b\r\n\r\nbody\r\n--b\r\n\r\nother\r\n\r\n--b--\r\nepilogue")
	f.Add("Content-Type: multipart/mixed; boundary=\"b c\"\n\n--b c\nA: b\n\nbody\n--b c--\n")
	f.Fuzz(func(t *testing.T, message string) {
		want, boundary, ok := standardParts(message)
		if !ok {
			return
		}
		s := newSplitter(strings.NewReader(message))
		if h := s.readHeader(1 << 20); h.bad >= 0 || h.ended {
			return // net/mail takes lines that no header has
		}
		mine := 0
		s.stack = []string{boundary}
		s.skip()
		var got []string
		for s.hit == mine && !s.final {
			s.hit = -1
			h := s.readHeader(1 << 20)
			if h.bad >= 0 || h.long {
				return // so does net/textproto
			}
			if h.ended && s.err != nil {
				break // which mime/multipart takes for the end
			}
			text := []byte{}
			if !h.ended {
				text, _ = io.ReadAll(&body{s: s})
			}
			got = append(got, string(text))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Fatalf("the bodies of %q are %q, want %q", message, got, want)
		}
	})
}

// standardParts returns the bodies of the parts of a message, if all is well.
func standardParts(message string) (bodies []string, boundary string, ok bool) {
	if returns := strings.Count(message, "\r"); returns > 0 && (returns != strings.Count(message, "\n") || returns != strings.Count(message, "\r\n")) {
		return nil, "", false // mime/multipart takes one end of line for all
	}
	m, err := mail.ReadMessage(strings.NewReader(message))
	if err != nil {
		return nil, "", false
	}
	name, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	boundary = params["boundary"]
	if err != nil || !strings.HasPrefix(name, "multipart/") || boundary == "" || strings.ContainsAny(boundary, "\r\n") || strings.TrimSpace(boundary) != boundary {
		return nil, "", false
	}
	for r := multipart.NewReader(m.Body, boundary); ; {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return bodies, boundary, true
		}
		if err != nil {
			return nil, "", false
		}
		body, err := io.ReadAll(p)
		if err != nil {
			return nil, "", false
		}
		bodies = append(bodies, string(body))
	}
}

// FuzzQuotedPrintableIsTheStandardLibrarys: what mime/quotedprintable reads
// without an error is read so, in pieces of any length.
func FuzzQuotedPrintableIsTheStandardLibrarys(f *testing.F) {
	for _, text := range []string{"a=3D=\r\nb=\nc \t\r\n=zz =3d= \nd\t=", "a =", "=\n=4", strings.Repeat(" ", 5000) + "b=20 \n"} {
		f.Add([]byte(text), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		for i, c := range text {
			if c == '\r' && !bytes.HasPrefix(text[i:], []byte("\r\n")) {
				return // which it takes for white space at the end of a line
			}
		}
		want, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(text)))
		got, err2 := io.ReadAll(newQuoted(piecemeal{bytes.NewReader(text), int(size) + 1}))
		if err2 != nil {
			t.Fatal(err2)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Fatalf("%q is %q, want %q", text, got, want)
		}
	})
}
