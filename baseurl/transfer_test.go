package baseurl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"strings"
	"testing"
	"testing/iotest"

	"earl.example/urlerr"
)

const (
	page = `<p>one <a href="/a/long/path">two</a> three`
	coll = "\r\n" // of lines
)

// inChunks returns a text in chunks of a size.
func inChunks(text string, size int) string {
	var b strings.Builder
	for len(text) > 0 {
		n := min(size, len(text))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, text[:n])
		text = text[n:]
	}
	return b.String() + "0\r\n\r\n"
}

// TestChunked has bodies of responses with a header that says that they are chunked,
// and their decoded forms.
func TestChunked(t *testing.T) {
	t.Parallel()
	const link = "/a/long/path@16-28"
	large := strings.Repeat("<p>", 3000) + page
	for _, test := range []struct{ name, body, want string }{
		{"one chunk", inChunks(page, 100), link},
		{"chunks of one byte", inChunks(page, 1), link},
		{"chunks that cut the reference", inChunks(page, 20), link},
		{"large chunks", inChunks(large, 5000), "/a/long/path@9016-9028"},
		{"a body that is decoded already", page, link},
		{"a decoded body that begins like a chunk", "a\r\n" + page, "/a/long/path@19-31"},
		{"a decoded body that begins with 0", "0\r\n" + page, "/a/long/path@19-31"},
		{"a decoded body that begins with a number too large", "fffffffffffffffff\r\n" + page, "/a/long/path@35-47"},
		{"a decoded body with other ends of lines", "2b\n" + page, "/a/long/path@19-31"},
		{"no body", "", ""},
		{"an empty one", "0\r\n\r\n", ""},
		{"an empty one with a trailer", "0\r\nX: y\r\n\r\n", ""},
		{"capitals, zeros, white space and extensions", "0002B ; a=\"b\";c\r\n" + page + "\r\n0;d\r\n\r\n", link},
		{"trailers", strings.TrimSuffix(inChunks(page, 30), coll) + "Link: <no>\r\n X\r\nX: " +
			strings.Repeat("y", 2*lineLen) + "\r\n\r\n", link},
		{"the last line is missing", strings.TrimSuffix(inChunks(page, 30), coll), link},
		{"a chunk is cut", inChunks(page, 40)[:40], link + " !36"},
		{"a chunk ends the body", inChunks(page, 40)[:46], link + " !40"},
		{"the last chunk is missing", strings.TrimSuffix(inChunks(page, 40), "0\r\n\r\n"), link + " !43"},
		{"a chunk is longer than its size", strings.Replace(inChunks(page, 20), "\r\n3\r\n", "ee\r\n3\r\n", 1),
			link + " !40"},
		{"a decoded body whose first line is no size of what follows", strings.Replace(inChunks(page, 40), "\r\n3\r\n",
			"ee\r\n3\r\n", 1), "/a/long/path@20-32"},
		{"a size is none", strings.Replace(inChunks(page, 10), "\r\n3\r\n", "\r\nx <q cite=b>\r\n3\r\n", 1),
			link + " b@50-51 !40"},
		{"a size is signed", strings.Replace(inChunks(page, 40), "\r\n3\r\n", "\r\n+3\r\n", 1), link + " !40"},
		{"an extension is none", strings.Replace(inChunks(page, 40), "\r\n3\r\n", "\r\n3 a\r\n", 1), link + " !40"},
		{"an extension with an end of line in it", strings.Replace(inChunks(page, 40), "\r\n3\r\n", "\r\n3;\r\r\n", 1),
			link + " !40"},
		{"an extension is too long", strings.Replace(inChunks(page, 40), "\r\n3\r\n",
			"\r\n3;"+strings.Repeat("a", lineLen)+"\r\n", 1), link + " !40"},
		{"a size is too large", strings.Replace(inChunks(page, 40), "\r\n3\r\n", "\r\n8000000000000000\r\n", 1),
			link + " !40"},
		{"the largest size", strings.Replace(inChunks(page, 40), "\r\n3\r\n", "\r\n7fffffffffffffff\r\n", 1), link + " !50"},
		{"one byte in place of a size", "9\r\n<q cite=b\r\n>", "b@8-9 !9"},
		{"a trailer is none", strings.TrimSuffix(inChunks(page, 40), coll) + "<q cite=b>\r\n\r\n", link + " b@51-52 !43"},
		{"something behind it", inChunks(page, 40) + "<q cite=no>", link + " !43"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, coding := range []string{"Chunked", "identity, chunked", "chunked\r\nTransfer-Encoding: chunked"} {
				checkChunked(t, "HTTP/1.1 200 OK\r\nTransfer-Encoding: "+coding+"\r\nContent-Type: text/html\r\n\r\n"+test.body,
					test.want)
			}
		})
	}
	checkChunked(t, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+inChunks(page, 100), "/a/long/path@20-32")
	checkChunked(t, "Transfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n"+inChunks(page, 100),
		"/a/long/path@20-32")
	checkChunked(t, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\nContent-Encoding: "+
		"gzip\r\n\r\n"+inChunks(page, 20), "/a/long/path@16-28") // stored decoded
	checkChunked(t, "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nContent-Type: text/html\r\n\r\n"+inChunks(page,
		20), "!18")
	checkChunked(t, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"+inChunks("<!doctype html>"+page, 7),
		"/a/long/path@31-43")
	checkChunked(t, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n"+inChunks(page, 100),
		"!53 "+link)
	checkChunked(t,
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"+inChunks("--b\r\nContent-Type: text/html\r\n\r\n"+page+"\r\n--b--", 9), link)
	const parts = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: " +
		"application/http\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n"
	checkChunked(t, parts+inChunks(page, 20)+"--b--", link)
	checkChunked(t, parts+inChunks(page, 100)[:44]+"\r\n--b\r\n\r\n<http://x/>\r\n--b--", link+" !40 http://x/@1-10")
}

// checkChunked compares the references in a response, and the offsets of errors.
func checkChunked(t *testing.T, response, want string) {
	t.Helper()
	for _, r := range []io.Reader{strings.NewReader(response), iotest.OneByteReader(strings.NewReader(response))} {
		var got []string
		for ref, err := range (Options{Context: Context{Retrieval: []string{"http://h/"}}}).References(Message, r) {
			e, _ := errors.AsType[*urlerr.Error](err)
			switch {
			case err == nil:
				got = append(got, fmt.Sprintf("%s@%d-%d", ref.Raw, ref.Offset, ref.End))
			case e != nil && (e.Rule == ruleTransferCoding || e.Rule == ruleCoding || e.Rule == ruleField):
				got = append(got, fmt.Sprint("!", ref.Offset))
			default:
				t.Error(err)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%.200q: got %q, want %q", response, got, want)
		}
	}
}

// FuzzChunkedIsTheStandardLibrarys: a body that is written in chunks is read so, and what
// net/http/httputil reads without an error is read so, if it is chunked by the
// letter.
func FuzzChunkedIsTheStandardLibrarys(f *testing.F) {
	f.Add([]byte("1\r\na\r\n0\r\n\r\n"), uint8(3))
	f.Add([]byte("0\r\n\r"), uint8(2))
	f.Add([]byte("0a;b\r\n0123456789\r\n000\r\nX: y\r\n\r\n"), uint8(0))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		n := int(size) + 1
		c := newChunked(piecemeal{strings.NewReader(inChunks(string(text), n)), n})
		if got, err := io.ReadAll(c); err != nil || !bytes.Equal(got, text) || c.bad >= 0 || c.n != int64(len(text)) {
			t.Fatalf("%q in chunks is %q, %v, broken at %d", text, got, err, c.bad)
		}
		want, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(text)))
		c = newChunked(piecemeal{bytes.NewReader(text), n})
		got, err2 := io.ReadAll(c)
		if err2 != nil {
			t.Fatal(err2)
		}
		if err == nil && c.bad < 0 && !bytes.Equal(got, want) {
			t.Fatalf("%q is %q, want %q", text, got, want)
		}
		if c.bad < 0 && !isChunked(text) && len(text) <= lineLen {
			t.Fatalf("%q is chunked", text)
		}
	})
}

// TestQuotedPrintableOfOneBuffer: a body that is as long as the buffer is read once.
func TestQuotedPrintableOfOneBuffer(t *testing.T) {
	t.Parallel()
	for _, n := range []int{lineLen - 1, lineLen, lineLen + 1, 2 * lineLen} {
		want := strings.Repeat("x", n)
		if got, err := io.ReadAll(newQuoted(strings.NewReader(want))); string(got) != want || err != nil {
			t.Errorf("ReadAll(newQuoted(%d bytes)) = %d bytes, %v, want the same bytes", n, len(got), err)
		}
	}
}
