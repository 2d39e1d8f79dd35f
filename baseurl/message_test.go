package baseurl_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"earl.example"
	"earl.example/baseurl"
	"earl.example/urlerr"
)

// A messageCase is a message and the lines of found that it has.
type messageCase struct {
	name, doc string
	want      []string
}

// checkMessages compares what messages refer to, with either end of line.
func checkMessages(t *testing.T, cases []messageCase) {
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			check(t, at("http://h/d/p"), baseurl.Message, test.doc, test.want...)
			if strings.ContainsAny(strings.Join(test.want, ""), "!@") {
				return // offsets count bytes
			}
			check(t, at("http://h/d/p"), baseurl.Message, strings.ReplaceAll(strings.ReplaceAll(test.doc, "\r\n", "\n"), "\n",
				"\r\n"), test.want...)
		})
	}
}

// TestMessage has what messages refer to, in headers and bodies.
func TestMessage(t *testing.T) {
	t.Parallel()
	in64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	checkMessages(t, []messageCase{
		{"headers", "List-Help: <a> (c <no>), <mailto:x@y>\nArchived-At: < b\n c >\nLink: <d>; title=\"<no>\", " +
			"<e>;a\nRefresh: 3; url=f\nURI: <g>\nReferer: h\nX-Other: <no>\n\n", []string{
			" header[List-Help] a = http://h/d/a", " header[List-Help] mailto:x@y = mailto:x@y",
			" header[Archived-At] bc = http://h/d/bc",
			" header[Link] d = http://h/d/d", " header[Link] e = http://h/d/e", " header[Refresh] f = http://h/d/f",
			" header[URI] g = http://h/d/g", " header[Referer] h = http://h/d/h"}},
		{"comments", "List-Help: (a \\) <no>) <b> \"\\\" <no>\" ((<no>)<no>) ) \\<c>\n\n",
			[]string{" header[List-Help] b = http://h/d/b", " header[List-Help] c = http://h/d/c"}},
		{"Content-Location", "Content-Location: x/\n\tyz\nContent-Type: text/html\n\n<a href=a>", []string{
			" header[Content-Location] x/yz = http://h/d/x/yz", " a[href] a = http://h/d/x/a"}},
		{"Content-Base before it", "Content-Location: x/\nContent-Base: http://b/c/\nContent-Type: text/html\n\n<a href=a>",
			[]string{
				" header[Content-Location] x/ = http://b/c/x/", " header[Content-Base] http://b/c/ = http://b/c/",
				" a[href] a = http://b/c/a"}},
		{"relative Content-Base is none", "Content-Base: b/\nContent-Type: text/html\n\n<a href=a>", []string{
			" header[Content-Base] b/ ! a base URL is absolute @14", " a[href] a = http://h/d/a"}},
		{"comments", "Content-Location: (a (b\\)) c)\n (d) x/(y)z (e) (f\\(\n g)\n\nsee <http://x/>", []string{
			" header[Content-Location] x/(y)z = http://h/d/x/(y)z", " [] http://x/ = http://x/"}},
		{"comment without a space", "Content-Base: http://b/a(c)\n\n", []string{
			" header[Content-Base] http://b/a(c) = http://b/a(c)"}},
		{"comment without an end", "Content-Base: http://b/a (c\n\n", []string{
			" header[Content-Base] http://b/a(c = http://b/a(c"}},
		{"comments side by side", "Content-Base: (a)(b)http://b/a(c) (d)(e(f))(g)\n\n", []string{
			" header[Content-Base] http://b/a(c) = http://b/a(c)"}},
		{"comments around a quoted value", "Content-Base: (a)\"http://b/a\"(c)(d) (e)\n\n", []string{
			" header[Content-Base] http://b/a = http://b/a"}},
		{"comment alone", "Content-Location: (a)(b)\n\n", []string{" header[Content-Location]  = http://h/d/p"}},
		{"quoted value", "Content-Base: \" http://b/a \" (c)\n\n", []string{
			" header[Content-Base] http://b/a = http://b/a"}},
		{"encoded word", "Content-Location: =?iso-8859-1?Q?http://b/%C3%A9=2F?=\n\nsee <http://x/>", []string{
			" header[Content-Location] http://b/%C3%A9/ = http://b/%C3%A9/", " [] http://x/ = http://x/"}},
		{"encoded word, and what is none", "Content-Location: =?utf-8?q?a?= =?b\n\n",
			[]string{" header[Content-Location] =?utf-8?q?a?==?b ! encoded-word @18"}},
		{"comment that is closed twice", "List-Help: ) (<no>) <a>\n\n", []string{" header[List-Help] a = http://h/d/a"}},
		{"bad encoded word", "Content-Location: =?x-unknown?Q?a?=\n\nsee <http://x/>", []string{
			" header[Content-Location] =?x-unknown?Q?a?= ! encoded-word @18", " [] http://x/ = http://x/"}},
		{"external body in pieces", "Content-Type: message/external-body; access-type=URL; URL*0=\"http://b/\"; URL*1=c\n\n",
			[]string{
				" header[Content-Type] http://b/c = http://b/c"}},
		{"external body", "Content-Type: message/external-body; access-type=URL;\n\tURL=\"http://b/\n c\"\n\n", []string{
			" header[Content-Type] http://b/c = http://b/c"}},
		{"external body without a URL", "Content-Type: message/external-body; access-type=URL\n\n", []string{
			" header[Content-Type]  = http://h/d/p"}},
		{"external body by FTP", "Content-Type: message/external-body; access-type=ftp; url=a\n\n", nil},
		{"access-type of another type", "Content-Type: text/plain; access-type=url; url=a\n\n", nil},
		{"base64", "Content-Type: text/html\nContent-Transfer-Encoding: BASE64\n\n" + in64("<a href=a>")[:5] + "\r\n *" +
			in64("<a href=a>")[5:], []string{" a[href] a = http://h/d/a"}},
		{"base64 that is cut", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + in64("<a href=a>bcde")[:18],
			[]string{
				" a[href] a = http://h/d/a", " []  ! a body in its transfer encoding @13"}},
		{"base64 without padding", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
			strings.TrimRight(in64("<a href=ab>"), "="), []string{
			" a[href] ab = http://h/d/ab", " []  ! a body in its transfer encoding @11"}},
		{"base64 with one character more", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
			in64("<a href=a>bc") + "A", []string{
			" a[href] a = http://h/d/a", " []  ! a body in its transfer encoding @12"}},
		{"base64 with a comment", "Content-Type: text/html\nContent-Transfer-Encoding: Base64(x)\n\n" + in64("<a href=a>"),
			[]string{" a[href] a = http://h/d/a"}},
		{"quoted-printable",
			"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D=\nx>=zz<a href=3Dy>", []string{
				" a[href] x = http://h/d/x", " a[href] y = http://h/d/y"}},
		{"quoted-printable with a long line", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n" +
			strings.Repeat("<p>=3D ", 3000) + "<a href=3Dx>\n<a href=3Dy>\n", []string{
			" a[href] x = http://h/d/x", " a[href] y = http://h/d/y"}},
		{"quoted-printable with control characters",
			"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n\f<a\x7f>\x00<a href=3Dx>",
			[]string{" a[href] x = http://h/d/x"}},
		{"quoted-printable with equals signs",
			"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href= x><a href=y ><q cite=3D= \t\nz=",
			[]string{
				" a[href] x = http://h/d/x", " a[href] y = http://h/d/y"}},
		{"quoted-printable with a long run of white space",
			"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a" + strings.Repeat(" ", 3*4096) +
				"href=3Dx>=" + strings.Repeat(" ", 3*4096) + "\n<q cite=3Dy>", []string{
				" a[href] x = http://h/d/x", " q[cite] y = http://h/d/y"}},
		{"unknown encoding", "Content-Type: text/html\nContent-Transfer-Encoding: x-uu\n\n<a href=a>", []string{
			" []  ! mechanism @50", " a[href] a = http://h/d/a"}},
		{"charset", "Content-Type: text/html; charset=windows-1251\n\n<a href='?\xe0'>",
			[]string{" a[href] ?а = http://h/d/p?%E0"}},
		{"unknown charset", "Content-Type: text/plain; charset=x-unknown\n\n<http://x/>",
			[]string{" []  ! charset @0", " [] http://x/ = http://x/"}},
		{"bad parameter", "Content-Type: text/html; charset=\"a\n\n<a href=a>",
			[]string{" []  ! content @13", " a[href] a = http://h/d/a"}},
		{"type with comments", "Content-Type: text/html (a \\) (b)); (c) charset=windows-1251 (\"d)\n\n<a href='\xe0'>",
			[]string{" a[href] а = http://h/d/%D0%B0"}},
		{"type with what looks like comments",
			"Content-Type: text/html; charset=\"windows-1251\"; a=\"(\\\"(\"\n\n<a href='\xe0'>",
			[]string{" a[href] а = http://h/d/%D0%B0"}},
		{"type that is none", "Content-Type: html\n\n<http://x/>",
			[]string{" []  ! content @13", " [] http://x/ = http://x/"}},
		{"base64 behind a comment", "Content-Transfer-Encoding: (a) base64; b\n\n" + in64("<http://x/>"),
			[]string{" [] http://x/ = http://x/"}},
		{"brackets in parameters", "Link: <a>; b=<no>, c; d=<no>,<e> <no>, \"f\" <no>, (,) <g>\nList-Help: (x), <h> <i>\n\n",
			[]string{
				" header[Link] a = http://h/d/a", " header[Link] e = http://h/d/e", " header[Link] g = http://h/d/g",
				" header[List-Help] h = http://h/d/h", " header[List-Help] i = http://h/d/i"}},
		{"image", "Content-Type: image/png\n\n<http://x/>", nil},
		{"style sheet and XML",
			"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/css\n\na{b:url(c)}\n--b\nContent-Type: " +
				"image/svg+xml\n\n<svg xmlns='http://www.w3.org/2000/svg'><a href='d'/></svg>\n--b--", []string{
				"1 [url] c = http://h/d/c", "2 a[href] d = http://h/d/d"}},
		{"digest", "Content-Type: multipart/digest; boundary=b\n\n--b\n\nBase: <URL:http://x/>\n\nsee <http://y/>\n--b--",
			[]string{
				"1.1 header[Base] http://x/ = http://x/", "1.1 [] http://y/ = http://y/"}},
		{"multipart in base64", "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n" +
			in64("--b\n\n<http://x/>\n--b--"), []string{"1 [] http://x/ = http://x/"}},
		{"message in base64", "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
			in64("Base: <URL:http://x/>\nContent-Type: text/html\n\n<a href=a>"), []string{
			"1 header[Base] http://x/ = http://x/", "1 a[href] a = http://x/a"}},
		{"header that stops", "Subject: x\nno field <http://x/>\n\n<http://y/>",
			[]string{" []  ! fields @11", " [] http://x/ = http://x/", " [] http://y/ = http://y/"}},
		{"part that has no header line", "Content-Type: multipart/mixed; boundary=b\n\n--b\nsee <http://x/>\n--b--",
			[]string{"1 []  ! fields @0", "1 [] http://x/ = http://x/"}},
		{"mailbox", "From a@b Mon Jan 1\nBase: <URL:http://x/>\nContent-Type: text/html\n\n<a href=a>",
			[]string{" header[Base] http://x/ = http://x/", " a[href] a = http://x/a"}},
		{"mailbox with a long line", "From " + strings.Repeat("a", 5000) + "\nLink: <a>\n\nsee <http://x/>",
			[]string{" header[Link] a = http://h/d/a", " [] http://x/ = http://x/"}},
		{"mailbox line that is none", "Subject: x\nFrom a@b\n\nsee <http://x/>",
			[]string{" []  ! fields @11", " [] http://x/ = http://x/"}},
		{"header that begins with white space", " x\nLink: <a>\n\nsee <http://x/>",
			[]string{" []  ! fields @0", " [] http://x/ = http://x/"}},
		{"bracket that is not closed", "Link: <a>, <b\n\n", []string{" header[Link] a = http://h/d/a"}},
		{"empty Base", "Base: <URL: >\n\n", []string{" header[Base]  ! base-header @12"}},
		{"charset given twice", "Content-Type: text/html; charset=windows-1251; charset=utf-8\n\n<a href='\xe0'>",
			[]string{" []  ! content @13", " a[href] а = http://h/d/%D0%B0"}},
		{"type without a space before it", "Content-Type:text/html (c)\n\n<a href=a>", []string{" a[href] a = http://h/d/a"}},
		{"comment behind a quoted parameter", "Content-Type: text/html; a=\"b\"; (c) charset=windows-1251\n\n<a href='\xe0'>",
			[]string{" a[href] а = http://h/d/%D0%B0"}},
		{"comment in a list that does not end", "List-Help: <a> (b <no>\n\n", []string{" header[List-Help] a = http://h/d/a"}},
		{"quoted-printable with an escape that is cut",
			"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3Dx>=4",
			[]string{" a[href] x = http://h/d/x"}},
		{"header only", "Location: a", []string{" header[Location] a = http://h/d/a"}},
		{"empty", "", nil},
		{"MHTML", "Content-Location: http://site/page.html\nContent-Type: multipart/related; boundary=b; " +
			"type=\"text/html\"\n\n--b\nContent-Type: text/html\nContent-Location: http://site/page.html\n\n<img " +
			"src=i.png>\n--b\nContent-Type: text/html\nContent-Location: frames/f.html\n\n<a href=x>\n--b\nContent-Type: " +
			"image/png\nContent-Location: i.png\n\nPNG\n--b--", []string{
			" header[Content-Location] http://site/page.html = http://site/page.html",
			"1 header[Content-Location] http://site/page.html = http://site/page.html", "1 img[src] i.png = http://site/i.png",
			"2 header[Content-Location] frames/f.html = http://site/frames/f.html", "2 a[href] x = http://site/frames/x",
			"3 header[Content-Location] i.png = http://site/i.png"}},
	})
}

// TestParts has how messages are divided into parts.
func TestParts(t *testing.T) {
	t.Parallel()
	checkMessages(t, []messageCase{
		{"preamble and epilogue",
			"Content-Type: multipart/mixed; " +
				"boundary=b\n\n<http://no/>\n--b\n\n<http://x/>\n--b--\n<http://no/>\n--b\n\n<http://no/>",
			[]string{"1 [] http://x/ = http://x/"}},
		{"white space behind delimiters", "Content-Type: multipart/mixed; boundary=b\n\n--b \t\n\n<http://x/>\n--b-- \n",
			[]string{"1 [] http://x/ = http://x/"}},
		{"no close delimiter", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n<http://x/>",
			[]string{"1 [] http://x/ = http://x/", " []  ! close-delimiter @59"}},
		{"part without a header that is not closed", "Content-Type: multipart/mixed; boundary=b\n\n--b\nsee <http://x/>",
			[]string{"1 []  ! fields @0", "1 [] http://x/ = http://x/", " []  ! close-delimiter @62"}},
		{"inner not closed",
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; " +
				"boundary=c\n\n--c\n\n<http://x/>\n--b\n\n<http://y/>\n--b--", []string{
				"1.1 [] http://x/ = http://x/", "1 []  ! close-delimiter @111", "2 [] http://y/ = http://y/"}},
		{"same boundary inside",
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; " +
				"boundary=b\n\n--b\n\n<http://x/>\n--b--\n--b\n\n<http://y/>\n--b--", []string{
				"1.1 [] http://x/ = http://x/", "2 [] http://y/ = http://y/"}},
		{"boundary that another begins with",
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; " +
				"boundary=bc\n\n--bc\n\n<http://x/>\n--bc--\n--b\n\n<http://y/>\n--b--", []string{
				"1.1 [] http://x/ = http://x/", "2 [] http://y/ = http://y/"}},
		{"boundary with hyphens at its end",
			"Content-Type: multipart/mixed; boundary=\"b--\"\n\n--b--\n\n<http://x/>\n--b----\n",
			[]string{"1 [] http://x/ = http://x/"}},
		{"boundary with white space at its end",
			"Content-Type: multipart/mixed; boundary=\"b \"\n\n--b \n\n<http://x/>\n--b --\n\n--b\n\n<http://y/>\n--b--",
			[]string{
				"1 [] http://x/ = http://x/", "2 [] http://y/ = http://y/"}},
		{"what looks like delimiters",
			"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n--bb\n --b--\n--b--x\n---b\n-- b\n--B\n<http://x/>\n--b--",
			[]string{"1 [] http://x/ = http://x/"}},
		{"long boundary", "Content-Type: multipart/mixed; boundary=" + strings.Repeat("b", 3000) + "\n\n<http://x/>",
			[]string{" []  ! boundary @3042"}},
		{"delimiter in a long line", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + strings.Repeat("x", 4096) +
			"--b\nsee <http://x/>\n--b--", []string{"1 [] http://x/ = http://x/"}},
		{"no boundary", "Content-Type: multipart/mixed\n\n<http://x/>", []string{" []  ! boundary @31"}},
		{"delimiter in place of an empty line", "Content-Type: multipart/mixed; boundary=b\n--b\n\n<http://x/>\n--b--",
			[]string{" []  ! fields @42", "1 [] http://x/ = http://x/"}},
		{"message without anything",
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n--b\n\n<http://x/>\n--b--",
			[]string{"2 [] http://x/ = http://x/"}},
		{"response that is not read",
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/http\n\nHTTP/1.1 200 " +
				"OK\nContent-Encoding: identity\nContent-Encoding: gzip\n\nLink: <no>\n--b\n\n<http://x/>\n--b--", []string{
				"1.1 []  ! a body without content coding @44", "2 [] http://x/ = http://x/"}},
		{"part without header", "Content-Type: multipart/mixed; boundary=b\n\n--b\n--b\n\n<http://x/>\n--b--",
			[]string{"2 [] http://x/ = http://x/"}},
	})
}

// TestLongHeader: the text after the limit of a header is missing, which is an
// error, and the body is read.
func TestLongHeader(t *testing.T) {
	t.Parallel()
	opt := at("http://h/")
	opt.MaxToken = 64
	check(t, opt, baseurl.Message, "Link: <a>\nX: "+strings.Repeat("x", 60)+"\nLink: <b>\n\n<http://x/>",
		" []  ! a token within the limit @64", " header[Link] a = http://h/a", " [] http://x/ = http://x/")
}

// TestHTTP: a response is based on the URL of retrieval, after redirects, and on
// its Content-Location only if that is asked for.
func TestHTTP(t *testing.T) {
	t.Parallel()
	const response = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Location: /c/l\r\nLink: " +
		"<s.css>; rel=stylesheet\r\n\r\n<a href=a>"
	check(t, at("http://h/d/p"), baseurl.Message, response,
		" header[Content-Location] /c/l = http://h/c/l", " header[Link] s.css = http://h/d/s.css",
		" a[href] a = http://h/d/a")
	old := at("http://h/d/p")
	old.ContentLocation = true
	check(t, old, baseurl.Message, response,
		" header[Content-Location] /c/l = http://h/c/l", " header[Link] s.css = http://h/c/s.css",
		" a[href] a = http://h/c/a")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 301 Moved\r\nLocation: /x/y\r\n\r\nHTTP/2 103 \r\nLink: <e>\r\n\r\nHTTP/2 302 \r\nLocation: "+
			"//i/z\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<!doctype html><a href=a>",
		" header[Location] /x/y = http://h/x/y", " header[Link] e = http://h/x/e", " header[Location] //i/z = http://i/z",
		" a[href] a = http://i/a")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 301 a\nLocation: http://[\n\nHTTP/1.1 301 a\nLocation: http://x/\n\nHTTP/1.1 200 OK\nContent-Type: "+
			"text/html\n\n<a href=a>",
		" header[Location] http://[ ! IPv6-unclosed @10", " header[Location] http://x/ = http://x/",
		" a[href] a ! missing-scheme-non-relative-URL @8")
	check(t, at("http://h/d/p"), baseurl.Message, "HTTP/1.1 200 OK\nContent-Type: text/html\n<a href=x>\nHTTP/<a href=y>",
		" []  ! fields @24", " a[href] x = http://h/d/x", " a[href] y = http://h/d/y")
	inPieces := ""
	for ref := range at("http://h/d/p").References(baseurl.Message,
		iotest.OneByteReader(strings.NewReader("HTTP/1.1 200 OK\nContent-Type: text/html\n<a href=x>\nHTTP/2"))) {
		inPieces += ref.URL
	}
	if inPieces != "http://h/d/x" {
		t.Errorf("in pieces: %q, want http://h/d/x", inPieces)
	}
	check(t, at("http://h/d/p"), baseurl.Message, "HTTP/1.1 200 OK\nRefresh: 0;url=''x\n\n",
		" header[Refresh]  = http://h/d/p")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 302 Found\r\nLocation: x\r\nContent-Type: text/html\r\n\r\n<a href=a>",
		" header[Location] x = http://h/d/x", " a[href] a = http://h/d/a")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 301 Moved\r\nLocation: /a b\r\nContent-Location: =?a?Q?b?=\r\nLink: <c d>\r\n\r\n",
		" header[Location] /a b = http://h/a%20b", " header[Content-Location] =?a?Q?b?= = http://h/d/=?a?Q?b?=",
		" header[Link] c d = http://h/d/c%20d")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 200 OK\r\nLink: <x>\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n<a href=a>",
		" header[Link] x = http://h/d/x", " []  ! a body without content coding @53")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 200 OK\r\nLink: <x>; rel=\"<no>\"; anchor=\"/no\", </y>; a=(, <z>\r\n",
		" header[Link] x = http://h/d/x", " header[Link] /y = http://h/y", " header[Link] z = http://h/d/z")
	check(t, at("http://h/d/p"), baseurl.Message,
		"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: Identity\r\n\r\n<a href=a>",
		" a[href] a = http://h/d/a")
	for ref := range at("http://h/d/p").References(baseurl.Message, strings.NewReader(response)) {
		if ref.Base.Source() != baseurl.Retrieval {
			t.Errorf("%s: %s, want the base of retrieval", ref.Raw, ref.Base.Explain())
		}
	}
}

// TestHTTPByWHATWG checks that the URL Standard applies to the fields of a response, and RFC 3986 to fields of mail.
func TestHTTPByWHATWG(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, fields, http, mail string }{
		{"Refresh with a space", "Refresh: 0; url=/a b\n", " header[Refresh] /a b = http://h/a%20b",
			" header[Refresh] /a b ! pchar @16"},
		{"Location beyond ASCII", "Location: /\u00e4\n", " header[Location] /\u00e4 = http://h/%C3%A4",
			" header[Location] /\u00e4 ! pchar @10"},
		{"Location with a backslash", "Location: \\\\i\\a\n", ` header[Location] \\i\a = http://i/a`,
			` header[Location] \\i\a ! pchar @10`},
		{"Location, host beyond ASCII", "Location: //\u00e4.example\n",
			" header[Location] //\u00e4.example = http://xn--4ca.example/",
			" header[Location] //\u00e4.example ! reg-name @10"},
		{"Location of a scheme without slashes", "Location: HTTP:a\n", " header[Location] HTTP:a = http://h/d/a",
			" header[Location] HTTP:a = HTTP:a"},
		{"Link with a bar", "Link: </a|b>; rel=x\n", " header[Link] /a|b = http://h/a|b", " header[Link] /a|b ! pchar @7"},
		{"Content-Location", "Content-Location: /a{b}\n", " header[Content-Location] /a{b} = http://h/a%7Bb%7D",
			" header[Content-Location] /a{b} ! pchar @18"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			const status = "HTTP/1.1 200 OK\n"
			opt := at("http://h/d/p")
			check(t, opt, baseurl.Message, test.fields+"\n", test.mail)
			check(t, opt, baseurl.Message, status+test.fields+"\n", test.http)
			check(t, opt, baseurl.Message, "Content-Type: message/http\n\n"+status+test.fields+"\n", "1"+test.http)
			opt.Dialect = earl.RFC3986()
			check(t, opt, baseurl.Message, status+test.fields+"\n", test.mail)
		})
	}
	const redirect = "HTTP/1.1 302 a\nLocation: /\u00e4 b/\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\n\n<http://x/>"
	for ref, err := range at("http://h/").References(baseurl.Message, strings.NewReader(redirect)) {
		if want := "http://h/%C3%A4%20b/"; err != nil || ref.Element != "header" && ref.Base.URL() != want {
			t.Errorf("%q has the base %q, %v, want %q", ref.Raw, ref.Base.URL(), err, want)
		}
	}
}

// TestHTTPFields checks the fields that only responses have.
func TestHTTPFields(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, field, value string
		want               []string // raw text, offset and end
	}{
		{"source map", "SourceMap", " m.map ", []string{"m.map 1 6"}},
		{"source map, old name", "X-SourceMap", "/m.map", []string{"/m.map 0 6"}},
		{"endpoints", "Reporting-Endpoints", `a="https://r/x", b = "/y"; p="/z", c=?1, d="v"`,
			[]string{"https://r/x 3 14", "/y 22 24", "v 44 45"}},
		{"endpoint with escapes", "reporting-endpoints", `a="/\"\\x"`, []string{`/"\x 3 9`}},
		{"endpoint that does not end", "Reporting-Endpoints", `a="/x", b="/y`, []string{"/x 3 5"}},
		{"endpoint in an inner list", "Reporting-Endpoints", `a=("/x" "/y"), b="/z"`, []string{"/z 18 20"}},
		{"speculation rules", "Speculation-Rules", `"/r.json", "s.json";a="no", token, "t"`,
			[]string{"/r.json 1 8", "s.json 12 18", "t 36 37"}},
		{"no speculation rules", "Speculation-Rules", "/r.json", nil},
		{"report-uri", "Content-Security-Policy", "default-src https://no/; report-uri /csp  https://r/x; report-to g",
			[]string{"/csp 36 40", "https://r/x 42 53"}},
		{"report-uri twice", "Content-Security-Policy", "Report-URI /a;report-uri /no", []string{"/a 11 13"}},
		{"report-uri of two policies", "content-security-policy-report-only", "report-uri /a, report-uri /b;",
			[]string{"/a 11 13", "/b 26 28"}},
		{"report-uri without a URL", "Content-Security-Policy", "report-uri ;;,", nil},
		{"report-to names an endpoint", "Content-Security-Policy", "report-to https://no/", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			head := test.field + ":"
			for ref, err := range at("http://h/").References(baseurl.Message,
				strings.NewReader("HTTP/1.1 200 OK\n"+head+test.value+"\n\n")) {
				if err != nil {
					t.Error(err)
				}
				size := int64(len(head))
				got = append(got, fmt.Sprintf("%s %d %d", ref.Raw, ref.Offset-size, ref.End-size))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Response with %s: %s has %q, want %q", test.field, test.value, got, test.want)
			}
		})
	}
}

// TestEncodedMessages: messages in transfer encodings in each other have a limit.
func TestEncodedMessages(t *testing.T) {
	t.Parallel()
	const head = "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
	check(t, at("http://h/"), baseurl.Message, strings.Repeat(head, 4)+"Link: <a>\n\n",
		"1.1.1.1 header[Link] a = http://h/a")
	check(t, at("http://h/"), baseurl.Message, "Content-Type: multipart/mixed; boundary=b\n\n--b\n"+strings.Repeat(head,
		5)+"Link: <a>\n--b\n"+strings.Repeat(head, 4)+"Link: <b>\n--b--\n",
		"1.1.1.1.1 []  ! nesting within the limit @0", "2.1.1.1.1 header[Link] b = http://h/b")
}

// TestDeepMessages: 10,000 nested parts (fewer with -short) are an error with its place, and the parts
// beside them are found.
func TestDeepMessages(t *testing.T) {
	t.Parallel()
	depth := fewer(10_000)
	var parts, ends strings.Builder
	for i := range depth {
		fmt.Fprintf(&parts, "Content-Type: multipart/mixed; boundary=%d.\n\n--%d.\n", i, i)
		fmt.Fprintf(&ends, "--%d.--\n", depth-1-i)
	}
	deep := parts.String() + "\n<http://x/>\n" + ends.String()
	n := 0
	for ref, err := range (baseurl.Options{}).References(baseurl.Message,
		strings.NewReader("Content-Type: multipart/mixed; boundary=b\n\n--b\n"+deep+"--b\n\n<http://y/>\n--b--\n")) {
		n++
		switch {
		case n == 1 && errors.Is(err, urlerr.TooLong) && ref.Part == "1"+strings.Repeat(".1", 99):
		case n == 2 && err == nil && ref.URL == "http://y/" && ref.Part == "2":
		default:
			t.Errorf("%d: %+v, %v, want another URL or part", n, ref, err)
		}
	}
	if n != 2 {
		t.Errorf("%d references, want 2", n)
	}
	all := baseurl.Options{MaxDepth: depth}
	check(t, all, baseurl.Message, deep, "1"+strings.Repeat(".1", depth-1)+" [] http://x/ = http://x/")

	messages := strings.Repeat("Content-Type: message/rfc822\n\n", depth)
	check(t, baseurl.Options{MaxDepth: 3}, baseurl.Message, messages, "1.1.1 []  ! nesting within the limit @120")
}

// TestReadErrors: an error of the reader is an error of the document, after all
// that was found before it.
func TestReadErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	attrs := strings.Repeat(" a=b", 300)
	for _, test := range []struct {
		typ baseurl.Type
		doc string
	}{
		{baseurl.HTML, "<a href=http://x/>text"}, {baseurl.HTML, "<a href=http://x/" + attrs + "><b" + attrs + ">text"},
		{baseurl.XML, "<a><b href='http://x/'/>"}, {baseurl.CSS, "a{b:url(http://x/)}"},
		{baseurl.Text, "<http://x/>"}, {baseurl.Message, "Link: <http://x/>\n"},
		{baseurl.Message, "Subject: x\n\n<http://x/>\n"},
		{baseurl.Message, "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n<http://x/>\n"},
	} {
		var got []string
		for ref, err := range (baseurl.Options{}).References(test.typ, io.MultiReader(strings.NewReader(test.doc),
			iotest.ErrReader(broken))) {
			switch {
			case err == nil:
				got = append(got, ref.URL)
			case errors.Is(err, broken):
				got = append(got, "broken")
			}
		}
		if len(got) < 2 || got[0] != "http://x/" || got[len(got)-1] != "broken" {
			t.Errorf("%v %q: %q, want http://x/ first, broken last", test.typ, test.doc, got)
		}
	}
}

// A fickle reader says once that it is broken, and then that it is at its end.
type fickle struct {
	io.Reader
	err error
}

func (f *fickle) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err, f.err = f.err, io.EOF
	}
	return n, err
}

// TestErrorsAreKept: an error is not forgotten that comes while something is
// looked at that is read later.
func TestErrorsAreKept(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, typ := range []baseurl.Type{baseurl.HTML, baseurl.XML, baseurl.CSS, baseurl.Text, baseurl.Message} {
		for _, doc := range []string{"", "<a/>", "a{}", "HTTP/1.1 200 OK\n\n",
			"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\n"} {
			var got error
			for _, err := range (baseurl.Options{}).References(typ, &fickle{strings.NewReader(doc), broken}) {
				got = err
			}
			if !errors.Is(got, broken) {
				t.Errorf("%v %q: %v, want the reader's error", typ, doc, got)
			}
		}
	}
}

// A seeker is a reader. Its nth call of Seek fails.
type seeker struct {
	*strings.Reader
	fails int
}

func (s *seeker) Seek(offset int64, whence int) (int64, error) {
	if s.fails--; s.fails == 0 {
		return 0, errors.New("no way back")
	}
	return s.Reader.Seek(offset, whence)
}

// TestSeekErrors: a reader that cannot seek is read once, and one that cannot go back is an error. Nobody seeks while
// the held references are below the limit.
func TestSeekErrors(t *testing.T) {
	t.Parallel()
	const page = "<a href=b><a href=c><a href=d><base href=http://x/><a href=e>"
	once := "[ a[href] b = http://h/b  a[href] c = http://h/c  a[href] d = http://h/d  base[href] http://x/ = http://x/ " +
		" []  ! references before a base within the limit @41  a[href] e = http://h/e]"
	twice := "[ a[href] b = http://x/b  a[href] c = http://x/c  a[href] d = http://x/d  base[href] http://x/ = http://x/ " +
		" a[href] e = http://x/e]"
	broken := "[ []  ! the input can be read @0]"
	for _, test := range []struct {
		fails, maxHeld int
		want           string
	}{
		{1, 600, once}, {2, 600, broken}, {3, 600, broken}, {4, 600, broken}, {5, 600, twice}, {0, 600, twice},
		{2, 6000, twice},
	} {
		var got []string
		opt := baseurl.Options{MaxHeld: test.maxHeld, Context: baseurl.Context{Default: "http://h/"}}
		for ref, err := range opt.References(baseurl.HTML, &seeker{strings.NewReader(page), test.fails}) {
			got = append(got, found(ref, err))
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("Seek %d fails, MaxHeld %d: %s, want %s", test.fails, test.maxHeld, got, test.want)
		}
	}
}

// TestReadAgain: beyond a mebibyte of references, a file is read again from where it began, and its text is passed
// once. MaxHeld has no effect then.
func TestReadAgain(t *testing.T) {
	t.Parallel()
	links := strings.Repeat("<a href=b>", 5000)
	for _, tail := range []string{"", "<base href=http://x/>", "<base href=:x>", "<base href=data:x>"} {
		for _, typ := range []baseurl.Type{baseurl.HTML, baseurl.XML} {
			page := links + tail
			if typ == baseurl.XML {
				page = "<html xmlns='http://www.w3.org/1999/xhtml'>" +
					strings.NewReplacer("=b", "='b'/", "=http://x/", "='http://x/'/", "=:x", "=':x'/", "=data:x", "='data:x'/").
						Replace(page) + "</html>"
			}
			file := strings.NewReader("before" + page)
			file.Seek(int64(len("before")), io.SeekStart)
			text, n := "", 0
			opt := at("http://h/")
			opt.MaxHeld = 10 << 20
			opt.Text = func(off int64, piece []byte) {
				if off != int64(len(text)) {
					t.Fatalf("%v: a piece at %d, want %d", typ, off, len(text))
				}
				text += string(piece)
			}
			var once []string
			for ref, err := range opt.References(typ, stream(page)) {
				once = append(once, found(ref, err))
			}
			text = ""
			for ref, err := range opt.References(typ, file) {
				if got := found(ref, err); n >= len(once) || got != once[n] {
					t.Fatalf("%v, %s: %s differs from a reading with more memory", typ, tail, got)
				}
				n++
			}
			if n != len(once) || text != page {
				t.Errorf("%v, %s: %d references, want %d; %d bytes of text, want %d", typ, tail, n, len(once), len(text), len(page))
			}
		}
	}
}

// TestReadErrorInLink: the last link of a text that ends in an error is a failed reference.
func TestReadErrorInLink(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for text, want := range map[string]string{
		"http://h/a http://h/b":   "[ [] http://h/a = http://h/a  [] http://h/b ! the input can be read @11  []  ! the input can be read @21]",
		"http://h/a http://h/b\n": "[ [] http://h/a = http://h/a  [] http://h/b = http://h/b  []  ! the input can be read @22]",
	} {
		var got []string
		in := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		for ref, err := range (baseurl.Options{}).References(baseurl.Text, in) {
			got = append(got, found(ref, err))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestRelations: a reference has the attributes that describe its link.
func TestRelations(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		typ       baseurl.Type
		doc, want string
	}{
		{baseurl.HTML, "<link REL=canonical href=a>", `"canonical" "" ""`},
		{baseurl.HTML, "<a href=a hreflang=fr rel='nofollow ugc' type=text/html>", `"nofollow ugc" "fr" "text/html"`},
		{baseurl.HTML, "<form action=a rel=search>", `"search" "" ""`},
		{baseurl.HTML, "<img src=a rel=x type=y>", `"" "" ""`},
		{baseurl.HTML, "<a href=a><b rel=next>", `"" "" ""`},
		{baseurl.HTML, "<base href=/x/><a href=a rel=next><base href=/>", `"" "" "" | "next" "" "" | "" "" ""`},
		{baseurl.Message, "Link: <a> ; REL = \"next last\"; title=\"rel=x, <b>\";hreflang=fr;rel=no,<c>;type=a/b, <d> x;rel=no\n\n",
			`"next last" "fr" "" | "" "" "a/b" | "" "" ""`},
		{baseurl.Message, "Link: <a>;;rel;rel=;rel=\"a\\\"b\nArchived-At: <b>; rel=no\n\n", `"a\"b" "" "" | "" "" ""`},
		{baseurl.XML, "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='alternate' type='a/b' href='c'/></feed>", `"alternate" "" "a/b"`},
		{baseurl.XML, "<s:urlset xmlns:s='x' xmlns:h='http://www.w3.org/1999/xhtml'><h:link rel='alternate' hreflang='fr' href='c'/><s:loc>http://h/</s:loc></s:urlset>",
			`"alternate" "fr" "" | "" "" ""`},
		{baseurl.XML, "<urlset><url><loc> http://h/ </loc></url><x:loc xmlns:x='y'>http://no/</x:loc></urlset>", `"" "" ""`},
	} {
		var got []string
		for ref, err := range at("http://h/").References(test.typ, stream(test.doc)) {
			if err != nil {
				t.Error(err)
			}
			got = append(got, fmt.Sprintf("%q %q %q", ref.Rel, ref.HrefLang, ref.MediaType))
		}
		if s := strings.Join(got, " | "); s != test.want {
			t.Errorf("%s: %s, want %s", test.doc, s, test.want)
		}
	}
}

// TestWARC has the records of web archives, each with its own base.
func TestWARC(t *testing.T) {
	t.Parallel()
	record := func(kind, target, mediaType, body string) string {
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			kind, target, mediaType, len(body), body)
	}
	const html = "<!doctype html><p>A page with enough text to be no compressed one.</p><a href=b>x</a>"
	response := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	encoded := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
	chunked := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
	for _, test := range []struct {
		name, doc string
		want      []string
	}{
		{"records", record("warcinfo", "", "application/warc-fields", "software: http://no/\r\n") +
			record("response", "http://h/a", "application/http; msgtype=response", response+html) +
			record("request", "http://h/a", "application/http; msgtype=request", "GET /a HTTP/1.1\r\nReferer: http://no/\r\n\r\n") +
			record("response", "<http://i/a/>", "application/http", "HTTP/1.1 301 Moved\r\nLocation: c\r\n\r\n") +
			record("resource", "http://j/", "text/css; charset=utf-8", "a{b:url(d)}") +
			record("conversion", "http://k/", "text/plain", "see http://l/é .") +
			record("response", "dns:h", "text/dns", "h. 300 IN A 192.0.2.1") +
			record("revisit", "http://h/", "application/http", response),
			[]string{"2 a[href] b = http://h/b", "4 header[Location] c = http://i/a/c", "5 [url] d = http://j/d", "6 [] http://l/é = http://l/%C3%A9"}},
		{"codings", record("response", "http://h/", "application/http", encoded+html) +
			record("response", "http://h/", "application/http", encoded+"\x1f\x8b\x08"+html) +
			record("response", "http://h/", "application/http", chunked+"10\r\n<a href=b>x</a>\n\r\n0\r\n\r\n"),
			[]string{"1 a[href] b = http://h/b", "2 []  ! a body without content coding @42", "3 a[href] b = http://h/b"}},
		{"a record that is cut", strings.TrimSuffix(record("resource", "http://h/", "text/html", "<a href=b>xyz"), "z\r\n\r\n"),
			[]string{"1 a[href] b = http://h/b", " []  ! warc-record @118"}},
		{"no length", "WARC/1.1\r\nWARC-Type: resource\r\n\r\n<a href=b>", []string{" []  ! warc-record @0"}},
		{"no record", record("metadata", "", "", "x") + "<a href=b>", []string{" []  ! warc-record @88"}},
		{"lines that are no fields", strings.Replace(record("resource", "http://h/", "text/html", "<a href=b>"), "\r\n",
			"\r\nbad\r\n folded\r\n", 1) + strings.Replace(record("resource", "http://i/", "text/html", "<a href=b>"),
			"\r\n\r\n", "\r\n: a\r\n"+strings.Repeat("b", 5000)+"\r\n\r\n", 1),
			[]string{"1 a[href] b = http://h/b", "2 a[href] b = http://i/b"}},
		{"fields twice", "WARC/1.0\r\nContent-Length: 1\r\nWARC-Type: request\r\n" +
			strings.TrimPrefix(record("resource", "http://h/", "text/html", "<a href=b>"), "WARC/1.0\r\n") +
			strings.Replace(record("resource", "http://i/", "text/html", "<a href=b>"), "\r\n\r\n",
				"\r\nContent-Length: x\r\n\r\n", 1),
			[]string{"1 a[href] b = http://h/b", "2 a[href] b = http://i/b"}},
		{"empty", "\r\n\r\n", nil},
	} {
		var got []string
		for ref, err := range (baseurl.Options{}).References(baseurl.WARC, stream(test.doc)) {
			got = append(got, found(ref, err))
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if typ := baseurl.Sniff([]byte("WARC/1.0\r\n")); typ != baseurl.WARC {
		t.Errorf("Sniff of a web archive = %v, want warc", typ)
	}
}

// TestReadNothing: so is one that comes at once.
func TestReadNothing(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, typ := range []baseurl.Type{baseurl.HTML, baseurl.XML, baseurl.CSS, baseurl.Text, baseurl.Message} {
		var got error
		for _, err := range (baseurl.Options{}).References(typ, iotest.ErrReader(broken)) {
			got = err
		}
		if !errors.Is(got, broken) {
			t.Errorf("%v: %v, want the reader's error", typ, got)
		}
	}
}

// TestRules: each rule has an example that breaks it.
func TestRules(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, rule := range baseurl.Rules() {
		if names[rule.Name] || rule.Name == "" || rule.Kind == 0 {
			t.Errorf("rule %+v", rule)
		}
		names[rule.Name] = true
		if rule.Example == "" {
			continue // of reading: TestReadErrors
		}
		opt := baseurl.Options{MaxDepth: 1, MaxToken: 60}
		broken := func(err error) bool {
			var e *urlerr.Error
			return errors.As(err, &e) && e.Rule == rule
		}
		_, err := baseurl.Options{MaxBase: 18, Context: baseurl.Context{Default: rule.Example}}.Establish()
		ok := broken(err)
		if rule.Name == "a token within the limit" {
			opt.MaxToken = 12
		}
		if rule.Name == "references before a base within the limit" {
			opt.MaxHeld = 100
		}
		typ := baseurl.Sniff([]byte(rule.Example))
		if strings.Contains(rule.Example, "\n\n") {
			typ = baseurl.Message
		}
		if rule.Name == "document" {
			typ = baseurl.XML
		}
		if rule.Name == "a relative reference needs a base" {
			opt.Dialect = earl.MustParseDialect("net/url") // which has no rule of its own for that
		} else {
			opt.Context.Default = "http://h/"
		}
		for ref, err := range opt.References(typ, stream(rule.Example+"<a href=>")) {
			ok = ok || broken(err)
			for _, p := range ref.Base.Passed() {
				ok = ok || broken(p.Err)
			}
		}
		if !ok {
			t.Errorf("%q does not break %q", rule.Example, rule.Name)
		}
	}
}

// TestHeaderPlaces checks the text of a header at the offsets of a reference.
func TestHeaderPlaces(t *testing.T) {
	t.Parallel()
	for _, header := range []string{
		"Content-Base: X", "Content-Base:X", "Content-Base: (a) X", "Content-Base: (a)(b) \"X\" (c)", "Content-Base: \" X \"",
		"Content-Base: X (c)", "Base: <URL:X>", "Base: < URL : X >", "Link: <X>", "Link: < X >; a=b", "List-Help: (a) <X> (b)",
		"Refresh: 0;url=X", "Refresh: 0; 'X'", "Refresh: 1 X", `Reporting-Endpoints: a="X"`, `Speculation-Rules: "X"`,
		"Content-Security-Policy: a b; report-uri X", "Content-Security-Policy: a;report-uri X",
		"Content-Security-Policy: a,report-uri X", `Speculation-Rules: ("no" "no"), "X"`, `Speculation-Rules: "X";a="no"`,
		`Reporting-Endpoints: a=("no"), b="X"`, `Content-Type: message/external-body; access-type=URL; url="X"`,
	} {
		const url = "http://h/b"
		for before := range 2 {
			message := strings.Repeat("A: b\n", before) + strings.Replace(header, "X", url, 1) + "\n\n"
			n := 0
			for ref, err := range at(url).References(baseurl.Message, strings.NewReader(message)) {
				if got := message[ref.Offset:ref.End]; got != url || err != nil {
					t.Errorf("%q: the text at the reference = %q, %v, want %q", message, got, err, url)
				}
				n++
			}
			if n != 1 {
				t.Errorf("%q: %d references, want 1", message, n)
			}
		}
	}
}

// TestBaseFieldErrors checks the offset of the error for a field Base that has another form.
func TestBaseFieldErrors(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, before, after string }{
		{"no bracket", "Base: ", "http://h/"},
		{"another prefix", "Base: < UR", "X:http://h/>"},
		{"no colon", "Base: <URL", "http://h/>"},
		{"no end", "Base: <URL:http://h/", ""},
		{"text after it", "Base: <URL:http://h/>", " x"},
		{"empty", "Base: <URL: ", ">"},
		{"in the second field", "A: b\nBase: <U", ">"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			n := 0
			for _, err := range at("http://h/").References(baseurl.Message, strings.NewReader(row.before+row.after+"\n\n")) {
				if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Offset != len(row.before) {
					t.Errorf("%#v, want an error at byte %d", err, len(row.before))
				}
				n++
			}
			if n != 1 {
				t.Errorf("%d references, want 1", n)
			}
		})
	}
}
