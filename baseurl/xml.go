package baseurl

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
)

// A contentUse is the use of the text in an element.
type contentUse uint8

const (
	noContent    contentUse = iota
	textContent             // one reference
	htmlContent             // HTML written as text
	typedContent            // like htmlContent, if the attribute type says so
	cssContent
)

func hasAttr(e xml.StartElement, name string, values ...string) bool {
	return slices.ContainsFunc(e.Attr, func(a xml.Attr) bool {
		return a.Name.Local == name && slices.Contains(values, a.Value)
	})
}

// A tap is the reader of the decoder of encoding/xml. It keeps the bytes of the current token.
type tap struct {
	r     *bufio.Reader
	kept  []byte // the current token, and the text after it that the decoder has read
	start int64  // offset of kept
	opt   *Options
	check int // length of kept at which to check the limits
	err   error
}

func (t *tap) Read(p []byte) (n int, err error) {
	if len(t.kept) >= t.check {
		if len(t.kept) >= t.opt.maxToken() || tooManyAttrs(t.kept, t.opt.maxAttrs()) {
			t.err = errTokenTooLong
			return 0, t.err
		}
		t.check = min(2*len(t.kept), t.opt.maxToken())
	}
	n, t.err = t.r.Read(p)
	t.kept = append(t.kept, p[:n]...)
	return n, t.err
}

// take returns the bytes up to an offset. They are valid until the next read.
func (t *tap) take(to int64) []byte { return t.kept[:min(to-t.start, int64(len(t.kept)))] }

func (t *tap) drop(to int64) {
	t.kept = t.kept[to-t.start:]
	t.start = to
	t.check = min(2*t.opt.maxAttrs(), t.opt.maxToken())
}

// A scope is an element with xml:base. Its base applies to everything inside.
type scope struct {
	outer  *scope
	raw    string
	offset int64
	level  int // level of the element that ends the scope
	nested int // number of enclosing scopes
	r      *resolver
	base   Base
}

// in returns the resolver of the scope and its base. The base of the document must be known.
func (s *scope) in(d *document) (*resolver, Base) {
	var todo []*scope
	for at := s; at != nil && at.r == nil; at = at.outer {
		todo = append(todo, at)
	}
	for _, at := range slices.Backward(todo) {
		r, outer := &d.resolver, d.dbase
		if at.outer != nil {
			r, outer = at.outer.r, at.outer.base
		}
		own := *r
		at.base, _, _ = r.embedded(outer, []Candidate{{Where: "xml:base", Raw: at.raw, Offset: at.offset}})
		own.setBase(at.base.URL())
		at.r = &own
	}
	return s.r, s.base
}

// A binding is the declaration of a namespace for a prefix.
type binding struct {
	level  int // level of the element
	prefix string
	outer  string // namespace of the prefix outside the element
}

type xmlReader struct {
	d        *document
	dec      *xml.Decoder
	tap      *tap
	skipped  int64
	pos      int64 // offset of the token
	level    int   // number of open elements
	scope    *scope
	spaces   map[string]string // namespaces by prefix, without empty ones
	declared []binding         // declarations of the open elements
	names    int               // total size of the declarations in bytes
	xhtml    bool              // the root is html
	rdf      bool              // the root is rdf:RDF
	sitemap  bool              // the root is the element of a sitemap, in the namespace root
	root     string
	content  contentText
	attrs    attributes // relevant attributes of the current tag
}

// contentText is the text in an element, if this text is used.
type contentText struct {
	element string
	use     contentUse
	text    []byte
	from    int64
	to      int64
	level   int // level of the element, 0 if none is open
}

func (d *document) xml(r io.Reader, skipped int) {
	t := &tap{r: bufio.NewReader(r), opt: d.x.opt}
	t.drop(0)
	// The decoder rejects versions other than 1.0, so the declaration is skipped.
	head, _ := t.r.Peek(SniffLen)
	if end := bytes.Index(head, []byte("?>")); end >= 0 && bytes.HasPrefix(head, []byte("<?xml ")) {
		n, _ := t.r.Discard(end + len("?>")) // peek has buffered it
		skipped += n
	}
	x := &xmlReader{d: d, tap: t, skipped: int64(skipped), spaces: map[string]string{"xml": "xml"}}
	x.dec = xml.NewDecoder(t)
	x.dec.Strict = false
	x.dec.Entity = xml.HTMLEntity
	x.dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // in is already UTF-8
	for x.token() && !d.x.stopped && !(d.probing && d.settled) {
	}
	if !d.x.stopped {
		d.establish()
	}
}

func (x *xmlReader) token() bool {
	token, err := x.dec.RawToken()
	end := x.dec.InputOffset()
	if err == nil && end-x.tap.start > int64(x.d.x.opt.maxToken()) {
		err, x.tap.err = errTokenTooLong, errTokenTooLong
	}
	if err != nil {
		if err == io.EOF && x.level == 0 {
			return false
		}
		rule := ruleXML
		if x.tap.err != nil && x.tap.err != io.EOF {
			rule = readFault(x.tap.err)
		}
		if rule == ruleToken {
			end = x.tap.start
		}
		return x.d.abort(rule, x.skipped+end, err)
	}
	raw := x.tap.take(end)
	x.pos = x.skipped + x.tap.start
	more := true
	switch token := token.(type) {
	case xml.StartElement:
		more = x.start(token, raw)
	case xml.EndElement:
		more = x.end()
	case xml.CharData:
		x.text(token, raw)
	case xml.ProcInst:
		more = x.instruction(token, raw)
	}
	x.tap.drop(end)
	return more
}

// asWritten returns a name with its prefix.
func asWritten(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// bind sets the namespace of a prefix.
func (x *xmlReader) bind(prefix, namespace string) {
	if x.spaces[prefix] = namespace; namespace == "" {
		delete(x.spaces, prefix)
	}
}

// declare processes the namespace declarations of an element.
func (x *xmlReader) declare(attrs []xml.Attr) bool {
	for _, a := range attrs {
		prefix := a.Name.Local
		if a.Name.Space == "" && prefix == "xmlns" {
			prefix = ""
		} else if a.Name.Space != "xmlns" || prefix == "xml" {
			continue // always bound to this namespace (Namespaces in XML §3)
		}
		if x.names += len(prefix) + len(a.Value) + overhead; x.names > x.d.x.opt.maxToken() {
			return false
		}
		x.declared = append(x.declared, binding{x.level, prefix, x.spaces[prefix]})
		x.bind(prefix, a.Value)
	}
	return true
}

// undeclare removes the declarations of the element that ends.
func (x *xmlReader) undeclare() {
	for n := len(x.declared) - 1; n >= 0 && x.declared[n].level > x.level; n-- {
		b := x.declared[n]
		x.declared = x.declared[:n]
		x.names -= len(b.prefix) + len(x.spaces[b.prefix]) + overhead
		x.bind(b.prefix, b.outer)
	}
}

func (x *xmlReader) start(e xml.StartElement, raw []byte) bool {
	x.level++
	d := x.d
	if tooManyAttrs(raw, d.x.opt.maxAttrs()) {
		return d.abort(ruleToken, x.pos, errTokenTooLong)
	}
	if !x.declare(e.Attr) {
		return d.abort(ruleDepth, x.pos, nil)
	}
	ns := x.spaces[e.Name.Space]
	if x.level == 1 {
		x.xhtml = ns == xhtmlNS && e.Name.Local == "html"
		x.rdf = ns == rdfNS && e.Name.Local == "RDF"
		x.sitemap, x.root = e.Name.Local == "urlset" || e.Name.Local == "sitemapindex", ns
		if !x.xhtml && !d.probing {
			d.establish()
		}
	}
	x.content.level = 0
	content := contents[name{ns, e.Name.Local}]
	switch {
	case content == typedContent && !hasAttr(e, "type", "html", "text/html"),
		content == textContent && hasAttr(e, "isPermaLink", "false"): // an RSS guid that is not a URL
		content = noContent
	case x.sitemap && e.Name.Local == "loc" && ns == x.root:
		content = textContent
	}
	if content != noContent {
		x.content = contentText{element: asWritten(e.Name), use: content, text: x.content.text[:0], level: x.level}
	}
	if !x.attributes(e, ns, raw) {
		return false
	}
	if x.level == 1 && !x.xhtml && d.probing {
		d.establish() // the base of the root element is known: stop
	}
	return true
}

func (x *xmlReader) attributes(e xml.StartElement, ns string, raw []byte) bool {
	attrs := x.attrs[:0]
	t := newTag(raw)
	t.isXML = true
	for _, a := range e.Attr {
		s, ok := t.next()
		if !ok {
			break
		}
		u := x.use(e.Name.Local, ns, a)
		if u == none && !slices.Contains([]string{"http-equiv", "rel", "hreflang", "type"}, a.Name.Local) {
			continue
		}
		v := newValue(raw[s.value:s.valueEnd], x.pos+int64(s.value), inXML)
		if s.value == s.keyEnd {
			v.text = a.Value // the decoder's value of an attribute without a value
		}
		attrs = append(attrs, attribute{name: asWritten(a.Name), use: u, value: v})
	}
	x.attrs = attrs
	outer := x.scope
	for i := range attrs {
		if attrs[i].name == "xml:base" && !x.enter(&attrs[i]) {
			return false
		}
	}
	if x.xhtml && ns == xhtmlNS && e.Name.Local == "base" {
		return x.d.attributes("base", attrs, true, outer, outer)
	}
	return x.d.attributes(asWritten(e.Name), attrs, false, x.scope, outer)
}

func (x *xmlReader) use(element, ns string, a xml.Attr) use {
	switch local := a.Name.Local; {
	case a.Name.Space != "":
		return qualified[name{x.spaces[a.Name.Space], local}]
	case x.rdf && (local == "about" || local == "resource") && !isPage(ns):
		return one // RDF/XML §6.1.4: as with the prefix
	default:
		return useIn(ns, element, local)
	}
}

// enter begins the scope of an xml:base attribute.
func (x *xmlReader) enter(a *attribute) bool {
	s := &scope{outer: x.scope, raw: strings.Clone(strings.Trim(a.text, " \t\r\n")), offset: a.offset, level: x.level}
	if x.scope != nil {
		s.nested = x.scope.nested + 1
	}
	if s.nested >= x.d.x.opt.maxDepth() {
		return x.d.probing || x.d.x.fail(x.d.part, ruleDepth, a.offset, nil) // the enclosing base remains
	}
	x.scope = s
	if x.level == 1 {
		x.d.root = s
	}
	return true
}

func (x *xmlReader) end() bool {
	x.level = max(x.level-1, 0)
	x.undeclare()
	more := true
	if c := &x.content; c.level == x.level+1 {
		more = x.d.probing || x.give(c)
		c.level = 0
	}
	for x.scope != nil && x.scope.level > x.level {
		x.scope = x.scope.outer
	}
	return more
}

// give reports the content of an element.
func (x *xmlReader) give(c *contentText) bool {
	if c.use == cssContent {
		return true // the style sheet was reported when it was read
	}
	text, _ := trimSpace(string(c.text))
	if text == "" || c.use != textContent && !strings.Contains(text, "<") {
		return true
	}
	return x.d.add(&item{element: c.element, raw: text, offset: c.from, end: c.to, scope: x.scope,
		srcdoc: c.use != textContent})
}

// cdata begins a section without character references.
const cdata = "<![CDATA["

// text processes text in an element.
func (x *xmlReader) text(data []byte, raw []byte) {
	c := &x.content
	if c.level != x.level || c.level == 0 {
		return
	}
	offset, in := x.pos, inXML
	if bytes.HasPrefix(raw, []byte(cdata)) {
		in = inCDATA
		raw = raw[len(cdata) : len(raw)-len("]]>")]
		offset += int64(len(cdata))
	}
	if c.use == cssContent {
		v := newValue(raw, offset, in)
		if !x.d.probing {
			x.d.style(&v, c.element, "", x.scope)
		}
		return
	}
	inner, skipped := trimSpace(string(raw))
	if inner == "" {
		if c.use != textContent && len(c.text) > 0 {
			c.text = append(c.text, data...)
		}
		return
	}
	if len(c.text) == 0 {
		c.from = offset + int64(skipped)
	}
	c.to = offset + int64(skipped+len(inner))
	if len(c.text)+len(data) > x.d.x.opt.maxToken() {
		c.level = 0
		x.d.abort(ruleToken, c.from, errTokenTooLong)
		return
	}
	c.text = append(c.text, data...)
}

// instruction processes a processing instruction, which may refer to a style sheet (Associating Style Sheets with XML
// §3).
func (x *xmlReader) instruction(p xml.ProcInst, raw []byte) bool {
	if p.Target != "xml-stylesheet" || x.d.probing {
		return true
	}
	t := newTag(raw)
	t.isXML = true
	for s, ok := t.next(); ok; s, ok = t.next() {
		if string(raw[s.key:s.keyEnd]) == "href" {
			v := newValue(raw[s.value:s.valueEnd], x.pos+int64(s.value), inXML)
			a := attribute{name: "href", use: one, value: v}
			return x.d.attribute(&a, "?xml-stylesheet", nil, nil)
		}
	}
	return true
}
