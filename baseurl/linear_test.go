package baseurl_test

import (
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"earl.example/baseurl"
	"earl.example/internal/testing/urltest"
)

// shapes are texts to repeat, up to megabytes, after a text that occurs once, by the
// type of document.
var shapes = []struct {
	name, once, unit string
	typ              baseurl.Type
}{
	{"links", "", "<a href=x>", baseurl.HTML},
	{"text", "", "x", baseurl.HTML},
	{"less-than signs", "", "<", baseurl.HTML},
	{"names", "<", "a", baseurl.HTML},
	{"one attribute", "<a href='", "x", baseurl.HTML},
	{"attributes", "<a ", "b ", baseurl.HTML},
	{"attributes, then tags", "<frameset><a" + manyNames() + ">", "<b c=d>", baseurl.HTML},
	{"attributes without name", "<a ", "=/", baseurl.HTML},
	{"references of characters", "<img srcset='", "&amp; 1x,", baseurl.HTML},
	{"ampersands", "<p style='", "&", baseurl.HTML},
	{"long names of entities", "<p style='&", "a", baseurl.HTML},
	{"digits of a reference", "<p style='&#", "1", baseurl.HTML},
	{"candidates", "<img srcset='", "a,", baseurl.HTML},
	{"commas", "<img srcset='", ",", baseurl.HTML},
	{"parentheses", "<img srcset='a ", "(", baseurl.HTML},
	{"foreign", "", "<svg><g>", baseurl.HTML},
	{"foreign, closed wrongly", strings.Repeat("<svg>", 1000), "</x><g></svg>", baseurl.HTML},
	{"HTML left open", "", "<b><div>", baseurl.HTML},
	{"HTML left open, ended in vain", "<div><table><td>" + strings.Repeat("<i>", 600), "</div><p>", baseurl.HTML},
	{"HTML of one name, left open", "", "<div>", baseurl.HTML},
	{"end tags in vain", strings.Repeat("<x>", 512), "</y>", baseurl.HTML},
	{"end tags of paragraphs in vain", strings.Repeat("<div>", 2000), "</p>", baseurl.HTML},
	{"end tags of headings in vain", strings.Repeat("<i>", 512), "</h1>", baseurl.HTML},
	{"items in what has none", strings.Repeat("<div>", 510), "<li></li>", baseurl.HTML},
	{"forms and what stands in them", "", "<form><i><i><i><i><i><i></form>", baseurl.HTML},
	{"tables in cells", "", "<table><td>", baseurl.HTML},
	{"HTML and foreign, left open", "", "<i><svg><desc>", baseurl.HTML},
	{"cells in foreign content", "<table><td>" + strings.Repeat("<svg><desc>", 1000), "<td></td>", baseurl.HTML},
	{"templates", "", "<template><svg></x>", baseurl.HTML},
	{"templates, closed", "", "<template></template></template>", baseurl.HTML},
	{"rows in templates", "", "<template><tr><td><tbody>", baseurl.HTML},
	{"ends of tables in templates", "<template><tr>", "<td></table><caption></table>", baseurl.HTML},
	{"cells outside a table", "", "<td><col><tr>", baseurl.HTML},
	{"columns in a template", "<template><col>", "<svg><p><style>", baseurl.HTML},
	{"selects", "", "<select><option><optgroup><hr><input>", baseurl.HTML},
	{"bodies", "", "<body style='a:url(b)'><html>", baseurl.HTML},
	{"bases", "", "<base href=a/>", baseurl.HTML},
	{"documents", "", "<iframe srcdoc='<a href=x>'>", baseurl.HTML},
	{"documents in documents", "<iframe srcdoc=" + deepQuote(0) + "<iframe srcdoc=" + deepQuote(1) + "<iframe srcdoc=" +
		deepQuote(2), "<div>", baseurl.HTML},
	{"style", "<style>", "a{b:url(c)}", baseurl.HTML},
	{"elements", "", "<a href='x'>", baseurl.XML},
	{"prefixes", "<a>", "<a xmlns:b='c'>", baseurl.XML},
	{"bases of XML", "<a>", "<b xml:base='c/' href='d'/>", baseurl.XML},
	{"nested bases", "", "<a xml:base='b/' href='c'>", baseurl.XML},
	{"attributes of XML", "<a ", "b='c' ", baseurl.XML},
	{"content", "<link>", "x", baseurl.XML},
	{"pieces of content", "<link>", "x<!---->", baseurl.XML},
	{"sheets", "", "a{b:url(c)}", baseurl.CSS},
	{"open functions", "", "a(", baseurl.CSS},
	{"comments", "", "/*", baseurl.CSS},
	{"stars", "/*", "*", baseurl.CSS},
	{"strings", "", "'", baseurl.CSS},
	{"escapes", "url(", "\\", baseurl.CSS},
	{"spaces in url", "url(", " ", baseurl.CSS},
	{"names", "", "a-", baseurl.CSS},
	{"bad urls", "", "url(a ", baseurl.CSS},
	{"URLs", "", "http://h/a ", baseurl.Text},
	{"brackets", "", "<http://h/", baseurl.Text},
	{"quotes", "", "\"a ", baseurl.Text},
	{"open bracket", "<", "a ", baseurl.Text},
	{"one word", "", "a", baseurl.Text},
	{"colons", "", "a:", baseurl.Text},
	{"records", "", "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n", baseurl.WARC},
	{"fields of a record", "WARC/1.0\r\n", "a: b\r\n", baseurl.WARC},
	{"lines of a record that are no fields", "WARC/1.0\r\n", "a\r\n", baseurl.WARC},
	{"cells", "", "http://h/a,", baseurl.CSV},
	{"one cell", "", "\"\"x", baseurl.CSV},
	{"quotation marks in a cell", "\"", "\"\"", baseurl.CSV},
	{"stray quotation marks", "\"", "\"x", baseurl.CSV},
	{"fields", "", "Link: <a>\n", baseurl.Message},
	{"one field", "Link: ", "<a> ", baseurl.Message},
	{"open brackets of fields", "Link: ", "<", baseurl.Message},
	{"policies", "Content-Security-Policy: ", "report-uri a,;", baseurl.Message},
	{"sources of a policy", "Content-Security-Policy: report-uri ", "a ", baseurl.Message},
	{"endpoints", "Reporting-Endpoints: ", "a=\"b\",(", baseurl.Message},
	{"escapes of an endpoint", "Reporting-Endpoints: a=\"", "\\\\", baseurl.Message},
	{"comments of fields", "Link: ", "(", baseurl.Message},
	{"encoded words", "Content-Location: ", "=?utf-8?q?a?= ", baseurl.Message},
	{"parameters", "Content-Type: a/b", ";c*0=d", baseurl.Message},
	{"broken parameters", "Content-Type: a/b", ";c=\"", baseurl.Message},
	{"fields of bases", "", "Base: <URL:http://h/>\n", baseurl.Message},
	{"parts", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\n<http://h/>\n", baseurl.Message},
	{"hyphens", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", "--", baseurl.Message},
	{"nested messages", "", "Content-Type: message/rfc822\n\n", baseurl.Message},
	{"base64", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n", "PGEgaHJlZj14Pg==", baseurl.Message},
	{"messages in quoted-printable",
		strings.Repeat("Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n", 90), "x\n",
		baseurl.Message},
	{"redirects", "", "HTTP/1.1 301 a\nLocation: b\n\n", baseurl.Message},
	{"redirects after one that is bad", "HTTP/1.1 301 a\nLocation: http://[\n\n", "HTTP/1.1 301 a\nLocation: b\n\n",
		baseurl.Message},
	{"parts of pages", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\nContent-Type: text/html\n\n<a href=c>\n",
		baseurl.Message},
	{"encoded words of other encodings", "Content-Location: ", "=?iso-2022-jp?b?GyRC?= ", baseurl.Message},
	{"words that are no encoded ones", "", "Content-Location: =?x?q?a?=\n", baseurl.Message},
	{"quoted-printable, spaces", "Content-Transfer-Encoding: quoted-printable\n\n", " ", baseurl.Message},
	{"quoted-printable, equals signs", "Content-Transfer-Encoding: quoted-printable\n\n", "=", baseurl.Message},
	{"quoted-printable, lines that go on", "Content-Transfer-Encoding: quoted-printable\n\n", "= ", baseurl.Message},
	{"chunks", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Type: text/html\n\n", "1\r\n<\r\n", baseurl.Message},
	{"chunks with extensions", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Type: text/html\n\n",
		"00000000000000000001;a=bbbbbbbbbbbb\r\n<\r\n", baseurl.Message},
	{"trailers", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Type: text/html\n\n0\r\n", "a:\r\n",
		baseurl.Message},
	{"transfer codings", "HTTP/1.1 200 OK\n", "Transfer-Encoding: chunked, identity,,\n", baseurl.Message},
	{"chunked responses in parts", "Content-Type: multipart/mixed; boundary=b\n\n",
		"--b\nContent-Type: application/http\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n", baseurl.Message},
	{"chunked responses in each other", "",
		"Content-Type: application/http\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n", baseurl.Message},
	{"quoted-printable", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n", "=\n",
		baseurl.Message},
}

// deepQuote returns a quotation mark for an attribute in documents in attributes.
func deepQuote(depth int) string {
	if depth == 0 {
		return `"`
	}
	return "&" + strings.Repeat("amp;", depth-1) + "quot;"
}

// manyNames returns many different attributes.
func manyNames() string {
	var b strings.Builder
	for i := range 20_000 {
		b.WriteString(" n" + strconv.Itoa(i))
	}
	return b.String()
}

// TestTimeIsLinear reads hostile documents of 4 MiB, once, so that the references
// may have to wait.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	slowest, where := 0.0, ""
	size := urltest.Size(4 << 20)
	for _, shape := range shapes {
		perByte := urltest.Linear(t, shape.typ.String()+", "+shape.name, urltest.Many(shape.once, shape.unit, "", size),
			func(doc string) {
				opt := at("http://h/")
				opt.MaxToken = math.MaxInt32 // for all those attributes
				for range opt.References(shape.typ, struct{ io.Reader }{strings.NewReader(doc)}) {
				}
			})
		if perByte > slowest {
			slowest, where = perByte, shape.name
		}
	}
	t.Logf("slowest: %s with %.1f ns a byte", where, slowest)
}

// endless gives a unit again and again, up to a length.
type endless struct {
	unit string
	left int
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && e.left > 0 {
		c := copy(p[n:min(len(p), n+e.left)], e.unit[e.at:])
		e.at = (e.at + c) % len(e.unit)
		e.left -= c
		n += c
	}
	return n, nil
}

// TestMemory reads documents of 8 MiB that have no long token, and fails if
// more than a small part of that is held at any time.
func TestMemory(t *testing.T) {
	urltest.Exhaustive(t)
	for _, test := range []struct {
		name, once, unit string
		typ              baseurl.Type
	}{
		{"HTML", "<base href=/x/>", "<p>text <a href=y>z</a>\n", baseurl.HTML},
		{"HTML without base", "", "<p>text <a href=y>z</a>\n", baseurl.HTML},
		{"XML", "<r>", "<a href='x'>y</a>\n", baseurl.XML},
		{"CSS", "", "a{b:url(c)}/* d */\n", baseurl.CSS},
		{"text", "", "see <http://h/a> and\n", baseurl.Text},
		{"message", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\nLink: <x>\n\nhttp://h/\n", baseurl.Message},
		{"part", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<base href=/x/>",
			"<a href=y>\n", baseurl.Message},
	} {
		opt := at("http://h/")
		opt.MaxHeld = 1 << 20
		n, most := 0, uint64(0)
		runtime.GC()
		var before, now runtime.MemStats
		runtime.ReadMemStats(&before)
		doc := io.MultiReader(strings.NewReader(test.once), &endless{unit: test.unit, left: 8 << 20})
		for range opt.References(test.typ, doc) {
			if n++; n%100_000 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc-min(before.HeapAlloc, now.HeapAlloc))
			}
		}
		if n < 200_000 || most > 4<<20 {
			t.Errorf("%s: %d references, %d bytes held", test.name, n, most)
		}
	}
}
