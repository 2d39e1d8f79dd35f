package baseurl

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// An entity is a message, a part of a message, or an HTTP response.
type entity struct {
	x       *extractor
	s       *splitter
	part    string
	depth   int
	decoded int // number of enclosing messages that have a transfer encoding
	context Context
	http    bool // an HTTP response
	digest  bool // a part of a multipart/digest
	header
	base     Base   // base of the entity
	outer    Base   // base without the fields of this entity
	baseFrom *field // field that declared base; nil if no field did
}

// message reports the references in a message that is not a part of another message. It can be an HTTP response with a
// status line, also in a record of a web archive. As in the output of some HTTP clients, the headers of redirect
// responses may precede it.
func (x *extractor) message(r io.Reader, part string, depth int, c Context) {
	e := entity{x: x, s: newSplitter(r), part: part, depth: depth, context: c}
	if e.heads() {
		e.body()
	}
	if err := e.s.err; err != nil && err != io.EOF && !x.stopped {
		x.fail(part, readFault(err), e.s.off, err)
	}
}

// heads reads the headers of redirect responses, if there are any, and then the header of the message. It reports
// whether to continue with the body.
func (e *entity) heads() bool {
	for {
		e.http = e.statusLine() || e.http
		if !e.head() {
			return false
		}
		if !e.http || !e.redirects() {
			return true
		}
	}
}

// statusLine reads the status line of a response, and reports whether there was one.
func (e *entity) statusLine() bool {
	if string(e.s.peek(len("HTTP/"))) != "HTTP/" {
		return false
	}
	e.s.next() // peek has buffered it
	e.s.finishLine()
	return true
}

// resolver returns the resolver of the header, without a base. Browsers parse the fields of an HTTP response by the URL
// Standard, like the links of the page.
func (e *entity) resolver() resolver {
	if e.http {
		return e.x.opt.resolver(HTML)
	}
	return e.x.opt.resolver(Message)
}

// redirects reports whether another response follows the header. If so, it updates the retrieval URL with the redirect,
// without earlier redirects, since their number has no limit.
func (e *entity) redirects() bool {
	if string(e.s.peek(len("HTTP/"))) != "HTTP/" {
		return false
	}
	f, isKnown := e.find("location"), e.outer.Source() == Retrieval
	if f == nil || !isKnown && len(e.context.Retrieval) > 0 {
		return true // a URL in Retrieval is invalid, so every URL after it is unknown
	}
	urls := []string{f.references()[0].raw}
	if isKnown {
		r := e.resolver()
		urls = []string{e.outer.URL(), urls[0]}
		if url, _, err := r.chain(urls); err == nil {
			urls = []string{url} // the body may have another dialect, which could reject the target as written
		}
	}
	e.context.Retrieval = urls
	return true
}

func (e *entity) read() {
	if e.head() {
		e.body()
	}
}

// maxDecoded limits how many nested messages can have a transfer encoding. In mail, RFC 2045 §6.4 does not allow any.
// Each level decodes the innermost text once more.
const maxDecoded = 4

// maxHeader limits the length of a header in bytes. Its parsed fields take many times that memory.
const maxHeader = 1 << 20

// head reads the header and reports its references. It reports whether to continue.
func (e *entity) head() bool {
	limit := min(e.x.opt.maxToken(), maxHeader)
	e.header = e.s.readHeader(limit)
	for i := range e.header.fields {
		e.header.fields[i].http = e.http
	}
	switch {
	case e.long && !e.x.fail(e.part, ruleToken, int64(limit), errTokenTooLong):
		return false
	case e.header.bad >= 0 && !e.x.fail(e.part, ruleField, e.header.bad, nil):
		return false
	}
	e.establish()
	return e.references()
}

// precedence lists the fields that declare a base, in order. Base, which has no other purpose, is the first.
// Content-Location, which has another purpose, is the last.
var precedence = [...]string{"base", "content-base", "content-location"}

// establish finds the base of the entity, which applies to its header and its body (RFC 1808 §3.1, §3.2; RFC 2557 §5).
func (e *entity) establish() {
	r := e.resolver()
	e.outer, _ = r.fallback(e.context)
	e.baseFrom = nil
	var candidates []Candidate
	var declaring []*field
	for _, name := range precedence {
		if name != "base" && e.http && !e.x.opt.ContentLocation {
			break
		}
		for i := range e.header.fields {
			f := &e.header.fields[i]
			if !ascii.EqualFold(f.name, name) {
				continue
			}
			ref := f.references()[0]
			c := Candidate{Where: f.name, Raw: ref.raw, Offset: f.offset + int64(ref.from), Err: ref.err}
			if c.Err == nil && name != "content-location" {
				_, c.Err = r.absolute(ref.raw) // Base and Content-Base must be absolute
			}
			f.bad = c.Err
			candidates, declaring = append(candidates, c), append(declaring, f)
		}
	}
	var index int
	if e.base, index, _ = r.embedded(e.outer, candidates); index >= 0 {
		e.baseFrom = declaring[index]
	}
}

// references reports the references in the header, and whether to continue. An entity's base also applies to its header
// fields (RFC 1808 §3.1). The field that declares the base is itself resolved against the enclosing entity's base.
func (e *entity) references() bool {
	inner := e.resolver()
	outer := inner
	inner.setBase(e.base.URL())
	outer.setBase(e.outer.URL())
	for i := range e.header.fields {
		f := &e.header.fields[i]
		for _, ref := range f.references() {
			out := Reference{
				Part: e.part, Element: "header", Attribute: f.name, Raw: ref.raw, Base: e.base,
				Offset: f.offset + int64(ref.from), End: f.offset + int64(ref.to),
				Rel: ref.relation.rel, HrefLang: ref.relation.hrefLang, MediaType: ref.relation.mediaType,
			}
			r, err := &inner, ref.err
			if f == e.baseFrom {
				r, out.Base = &outer, e.outer
			}
			switch {
			case err != nil:
			case f.bad != nil:
				err = f.bad
			case f != e.baseFrom && e.baseFrom != nil && ascii.EqualFold(f.name, "base"):
				err = fault(ruleSecond, out.Offset, nil)
			default:
				out.URL, err = r.resolve(ref.raw)
				out.SameDocument = err == nil && same(out.URL, out.Base.URL())
			}
			if !e.x.emit(out, err) {
				return false
			}
		}
	}
	return true
}

// find returns the first field with the given lower-case name, or nil if there is none.
func (h *header) find(name string) *field {
	for i := range h.fields {
		if ascii.EqualFold(h.fields[i].name, name) {
			return &h.fields[i]
		}
	}
	return nil
}

// inside returns the context of the content of the entity. An HTTP response is not an enclosing entity, because its
// body is the retrieved document.
func (e *entity) inside() Context {
	if e.http && e.baseFrom == nil {
		return e.context
	}
	return Context{Entity: e.base, Enclosed: true}
}

// body reports the references in the body, which ends at the next delimiter of the splitter.
func (e *entity) body() {
	if e.ended {
		return
	}
	name, params := "text/plain", map[string]string(nil)
	switch {
	case e.digest:
		name = "message/rfc822" // RFC 2046 §5.1.5
	case e.http:
		name = ""
	}
	if f := e.find("content-type"); f != nil {
		n, p, err := f.mediaType()
		known := strings.Contains(n, "/") // otherwise the default type applies (RFC 2045 §5.2)
		if (err != nil || !known) && !e.x.fail(e.part, ruleMediaType, f.offset, err) {
			return
		}
		if known {
			name, params = n, p
		}
	}
	encoding, ok := e.transferEncoding()
	if !ok || !e.contentCoding() {
		if e.bounded() {
			e.s.skip()
		}
		return
	}
	t := TypeOf(name)
	if t == Message && encoding == "" {
		e.composite(name, params, e.s)
		return
	}
	b := &body{s: e.s}
	e.encoded(t, name, params, encoding, b)
	if e.bounded() {
		io.Copy(io.Discard, b) // the splitter keeps a read error
	}
}

// bounded reports whether text after the body has to be read.
func (e *entity) bounded() bool { return !e.x.stopped && len(e.s.stack) > 0 }

// transferEncoding returns "base64", "quoted-printable", "chunked", or "" if the body needs no decoding (RFC 2045 §6).
// It reports whether to continue.
func (e *entity) transferEncoding() (encoding string, ok bool) {
	if e.http {
		return e.transferCoding()
	}
	f := e.find("content-transfer-encoding")
	if f == nil {
		return "", true
	}
	encoding, _, _ = strings.Cut(ascii.ToLower(unfold(withoutComments(f.value))), ";")
	switch encoding {
	case "base64", "quoted-printable":
		return encoding, true
	case "", "7bit", "8bit", "binary":
		return "", true
	}
	return "", e.x.fail(e.part, ruleTransfer, f.offset, nil) // the body is read without decoding
}

// transferCoding returns the transfer coding of a response (RFC 9112 §6.1). The results are like transferEncoding's. A
// body may not be chunked twice, so "chunked" listed twice counts once. Any other coding is an error, and the body is
// not read.
func (e *entity) transferCoding() (coding string, ok bool) {
	for f, c := range e.codings("transfer-encoding") {
		if c != "chunked" {
			e.x.fail(e.part, ruleTransferCoding, f.offset, nil)
			return "", false
		}
		coding = c
	}
	if coding != "" && !isChunked(e.s.peek(lineLen)) {
		coding = ""
	}
	return coding, true
}

// contentCoding reports whether the body has no content coding. It reports an error for a compressed body. Some
// programs store a decoded body with its original header, so a body that begins with text counts as decoded.
func (e *entity) contentCoding() bool {
	if !e.http {
		return true
	}
	head := e.s.peek(lineLen)
	if len(head) >= 64 && !bytes.ContainsFunc(head[:64], func(r rune) bool {
		return r < ' ' && !isSpace(byte(r)) || r == utf8.RuneError
	}) {
		return true
	}
	for f := range e.codings("content-encoding") {
		e.x.fail(e.part, ruleCoding, f.offset, nil)
		return false
	}
	return true
}

// codings returns an iterator over the codings in the fields with the given name. It yields codings in lower case and
// omits "identity".
func (h *header) codings(name string) iter.Seq2[*field, string] {
	return func(yield func(*field, string) bool) {
		for i := range h.fields {
			f := &h.fields[i]
			if !ascii.EqualFold(f.name, name) {
				continue
			}
			for coding := range strings.SplitSeq(f.value, ",") {
				coding = ascii.ToLower(unfold(coding))
				if coding != "" && coding != "identity" && !yield(f, coding) {
					return
				}
			}
		}
	}
}

// encoded reports the references in a body with the given transfer encoding.
func (e *entity) encoded(t Type, name string, params map[string]string, encoding string, r io.Reader) {
	letters := &alphabet{r: r}
	var chunks *chunked
	switch encoding {
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, letters)
	case "quoted-printable":
		r = newQuoted(r)
	case "chunked":
		chunks = newChunked(r)
		r = chunks
	}
	decoded := &counter{sticky: sticky{r: r}}
	r = decoded
	if name == "" { // an HTTP response without Content-Type
		in := bufio.NewReaderSize(r, SniffLen)
		head, _ := in.Peek(SniffLen)
		t, r = Sniff(head), in
	}
	switch t {
	case NoType:
		return
	case Message:
		e.decoded++
		if e.decoded > maxDecoded {
			e.x.fail(e.part, ruleDepth, 0, nil)
			return
		}
		e.composite(name, params, newSplitter(r))
	default:
		d := e.x.document(t, e.part, e.depth, e.inside())
		d.read(r, params["charset"])
	}
	if e.x.stopped || e.s.err != nil && e.s.err != io.EOF {
		return // the splitter reports that error
	}
	switch err := decoded.err; {
	case chunks != nil && chunks.bad >= 0:
		e.x.fail(e.part, ruleTransferCoding, chunks.bad, nil)
	case err != nil && err != io.EOF, letters.cut:
		e.x.fail(e.part, ruleEncoded, decoded.n, err)
	}
}

// composite reports the references in a multipart or a message body, which ends at the next delimiter of an open
// multipart.
func (e *entity) composite(name string, params map[string]string, s *splitter) {
	if e.depth >= e.x.opt.maxDepth() {
		e.x.fail(e.part, ruleDepth, s.off, nil)
		s.skip()
		return
	}
	inner := entity{x: e.x, s: s, depth: e.depth + 1, decoded: e.decoded, context: e.inside()}
	if !strings.HasPrefix(name, "multipart/") {
		inner.part = subpart(e.part, 1)
		inner.http = inner.statusLine()
		inner.read()
		return
	}
	boundary := strings.TrimRight(params["boundary"], " \t") // a boundary does not end in white space (RFC 2046 §5.1.1)
	if boundary == "" || len(boundary) > lineLen/2 {
		e.x.fail(e.part, ruleBoundary, s.off, nil)
		s.skip()
		return
	}
	mine := len(s.stack)
	s.stack = append(s.stack, boundary)
	s.skip() // the preamble
	for n := 1; s.hit == mine && !s.final && !e.x.stopped; n++ {
		p := inner
		p.part, p.digest = subpart(e.part, n), name == "multipart/digest"
		p.read()
	}
	s.stack = s.stack[:mine]
	switch {
	case e.x.stopped:
	case s.hit == mine:
		s.skip() // the epilogue
	default:
		e.x.fail(e.part, ruleClose, s.off, nil)
	}
}

// subpart returns the name of the n-th part of part, such as "2.1".
func subpart(part string, n int) string {
	if part != "" {
		part += "."
	}
	return part + strconv.Itoa(n)
}
