package baseurl

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"earl.example/internal/text/ascii"
)

// maxTagAttrs is the number of attributes in one tag up to which the reader keeps its tokenizer. After a tag with more
// attributes it makes a new tokenizer, because the old one would clear a map of that size for each later tag.
const maxTagAttrs = 256

type htmlReader struct {
	d      *document
	z      *html.Tokenizer
	src    io.Reader
	pos    int64 // offset of the token
	tree   tree
	style  bool            // the next text is a style sheet
	renew  bool            // a tag had many attributes
	head   bool            // the head has begun
	body   bool            // the head has ended
	merged map[string]bool // attributes of html and body, after the name of the element
	frames frames
	inRaw  bool       // the next text is the content of a text-only element, such as title
	attrs  attributes // relevant attributes of the current tag
}

// An attribute is a relevant attribute of a tag.
type attribute struct {
	name string
	use  use
	value
}

// attributes are the relevant attributes of a tag.
type attributes []attribute

func (all attributes) get(name string) (string, bool) {
	for i := range all {
		if all[i].name == name {
			return all[i].text, true
		}
	}
	return "", false
}

// equal reports whether the value of an attribute is text, ignoring ASCII case.
func (all attributes) equal(name, text string) bool {
	value, _ := all.get(name)
	return ascii.EqualFold(value, text)
}

// html reports the references of an HTML document. r is in UTF-8, and skipped is the offset of its first byte in the
// document.
func (d *document) html(r io.Reader, skipped int) {
	h := &htmlReader{d: d, pos: int64(skipped)}
	h.run(r)
	if !d.x.stopped {
		d.establish()
	}
}

func (h *htmlReader) run(r io.Reader) {
	h.src = &sticky{r: r}
	h.reset(h.src)
	for {
		h.z.AllowCDATA(!h.tree.top().isHTML())
		kind := h.z.Next()
		raw := h.z.Raw()
		size := int64(len(raw))
		more := true
		switch kind {
		case html.ErrorToken:
			if err := h.z.Err(); err != io.EOF {
				h.d.abort(readFault(err), h.pos, err)
			}
			return
		case html.TextToken:
			more = h.text(raw)
		case html.StartTagToken, html.SelfClosingTagToken:
			more = h.start(raw, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			h.end()
		}
		if !more || h.d.x.stopped || h.d.probing && h.d.settled {
			return
		}
		h.pos += size
		if h.renew && !h.inRaw {
			rest := bytes.Clone(h.z.Buffered())
			h.src = io.MultiReader(bytes.NewReader(rest), h.src)
			h.reset(h.src)
		}
	}
}

// reset replaces the tokenizer. The first token of the new tokenizer is not raw text.
func (h *htmlReader) reset(r io.Reader) {
	h.z = html.NewTokenizer(&guard{h: h, r: r})
	h.z.SetMaxBuf(h.d.x.opt.maxToken())
	h.renew = false
}

// A guard stops the tokenizer in a tag with too many attributes, since an attribute in memory is much larger than in
// the input.
type guard struct {
	h       *htmlReader
	r       io.Reader
	pos     int64 // offset of the token checked last
	checked int   // number of bytes of this token that were checked
}

func (g *guard) Read(p []byte) (int, error) {
	raw := g.h.z.Raw()
	if g.pos != g.h.pos {
		g.pos, g.checked = g.h.pos, 0
	}
	if len(raw) >= 2*g.checked {
		g.checked = len(raw)
		isTag := !g.h.inRaw && len(raw) > 1 && ascii.Is(raw[1], ascii.Alpha)
		if isTag && tooManyAttrs(raw, g.h.d.x.opt.maxAttrs()) {
			return 0, errTokenTooLong
		}
	}
	return g.r.Read(p)
}

// A sticky reader returns an error of r again on every later read. A new tokenizer needs that, and so does a read after
// a peek.
type sticky struct {
	r   io.Reader
	err error
}

func (s *sticky) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	s.err = err
	return n, err
}

// text processes a text, which may be a style sheet.
func (h *htmlReader) text(raw []byte) bool {
	if !h.style && !h.tree.inStyle() {
		if !h.inRaw && !(h.body && h.frames.none) && len(bytes.TrimLeft(raw, " \t\n\f\r")) > 0 {
			h.frames.none = true
			h.head = true
			if !h.body && !h.tree.inTemplate() {
				h.headOver()
			}
		}
		return !h.d.x.stopped
	}
	h.style = false
	if h.d.probing {
		return true
	}
	in := inCDATA
	if h.tree.inStyle() {
		in = inText
	}
	v := newValue(raw, h.pos, in)
	return h.d.style(&v, "style", "", nil)
}

// headOver records that the body begins.
func (h *htmlReader) headOver() {
	h.body = true
	if h.d.x.opt.HeadOnly {
		h.d.establish()
		h.d.hasBase = true // later base elements do not count
	}
}

func (h *htmlReader) start(raw []byte, selfClosing bool) bool {
	if tooManyAttrs(raw, h.d.x.opt.maxAttrs()) {
		return h.d.abort(ruleToken, h.pos, errTokenTooLong)
	}
	name := tagName(raw, len("<"))
	n := nameOf(name)
	h.readAttrs(raw)
	if h.frames.inside && n != atom.Frameset && n != atom.Frame && n != atom.Noframes && n != atom.Html {
		return h.ignore() // also title and style, so tags in their content are processed like other tags
	}
	of, ok := h.tree.start(n, selfClosing, h.attrs)
	if !ok {
		return h.d.abort(ruleDepth, h.pos, nil)
	}
	element := ""
	if len(h.attrs) > 0 {
		element = atom.String(name)
	}
	foreign := of == svg || of == mathML
	if of == template && (n == atom.Html || n == atom.Body) {
		h.merge(element)
	}
	hadHead := h.head
	h.head = h.head || foreign || n != atom.Html
	h.inRaw = traitsOf(n)&isRaw != 0
	switch {
	case foreign && h.inRaw, n == atom.Noscript && h.d.x.opt.NoScript:
		h.z.NextIsNotRawText()
		h.inRaw = false
	case !foreign && n == atom.Image:
		element = "img" // the standard renames image to img (§13.2.6.4.7)
	case foreign && written[element] != "":
		element = written[element]
	}
	h.style = !foreign && n == atom.Style
	hadBody := h.body
	if !h.body && !h.tree.inTemplate() && (foreign || traitsOf(n)&inHead == 0) {
		h.headOver()
	}
	if of == noElement || hadHead && n == atom.Head && !foreign {
		return h.ignore()
	}
	return h.frames.start(n, foreign, hadBody, h.attrs) || h.references(of, element)
}

// ignore skips a start tag that makes no element. Its content is not text.
func (h *htmlReader) ignore() bool {
	h.z.NextIsNotRawText()
	h.inRaw, h.style = false, false
	return true
}

// merge removes the attributes that an earlier start tag of the element has set. Each document has one element html and
// one element body, and later start tags add attributes to it (HTML §13.2.6.4.7).
func (h *htmlReader) merge(element string) {
	h.attrs = slices.DeleteFunc(h.attrs, func(a attribute) bool {
		key := element + " " + a.name
		if h.merged[key] {
			return true
		}
		if h.merged == nil {
			h.merged = map[string]bool{}
		}
		h.merged[key] = true
		return false
	})
}

func (h *htmlReader) end() {
	name := tagName(h.z.Raw(), len("</"))
	n := nameOf(name)
	h.inRaw, h.style = false, false
	if n == atom.Frameset {
		h.frames.open = max(0, h.frames.open-1)
	}
	h.tree.end(n)
	if n == atom.Head || n == atom.Body || n == atom.Html || n == atom.Br {
		h.head = true
	}
	if n == atom.Head && !h.tree.foreign() && !h.tree.inTemplate() && !h.body {
		h.headOver()
	}
}

// readAttrs reads the relevant attributes of the tag. Of attributes with the same name, it reads the first.
func (h *htmlReader) readAttrs(raw []byte) {
	clear(h.attrs)
	h.attrs = h.attrs[:0]
	t := newTag(raw)
	n := 0
	for s, ok := t.next(); ok; s, ok = t.next() {
		n++
		name := raw[s.key:s.keyEnd]
		ascii.LowerBytes(name)
		if !matters[string(name)] {
			continue
		}
		if _, repeated := h.attrs.get(string(name)); !repeated {
			v := newValue(raw[s.value:s.valueEnd], h.pos+int64(s.value), inAttribute)
			h.attrs = append(h.attrs, attribute{name: string(name), value: v})
		}
	}
	h.renew = h.renew || n > maxTagAttrs
}

func (h *htmlReader) references(of kind, element string) bool {
	space := xhtmlNS
	switch of {
	case svg:
		space = svgNS
	case mathML:
		space = mathNS
	}
	for i := range h.attrs {
		h.attrs[i].use = useIn(space, element, h.attrs[i].name)
	}
	isBase := of == template && element == "base" && !h.tree.inTemplate()
	return h.d.attributes(element, h.attrs, isBase, nil, nil)
}

// relationOf returns the relation of an element that links, or nil if it has none.
func relationOf(element string, attrs attributes) *relation {
	if len(attrs) < 2 {
		return nil
	}
	if _, name, ok := strings.Cut(element, ":"); ok {
		element = name
	}
	switch element {
	case "a", "area", "form", "link":
	default:
		return nil
	}
	var r relation
	r.rel, _ = attrs.get("rel")
	r.hrefLang, _ = attrs.get("hreflang")
	r.mediaType, _ = attrs.get("type")
	if r == (relation{}) {
		return nil
	}
	return &r
}

// attributes reports the references in the attributes of an element. The attribute xml:base has the scope outer.
func (d *document) attributes(element string, attrs attributes, isBase bool, scope, outer *scope) bool {
	relation := relationOf(element, attrs)
	for i := range attrs {
		a, in, more := &attrs[i], scope, true
		if a.name == "xml:base" {
			in = outer
		}
		switch {
		case isBase && a.name == "href":
			more = d.baseElement(a)
		case d.probing || a.use == none || a.use == refresh && !attrs.equal("http-equiv", "refresh"):
		default:
			more = d.attribute(a, element, in, relation)
		}
		if !more {
			return false
		}
	}
	return true
}

// baseElement processes the href of a base element. Only the first one counts, even if it is unusable (HTML §2.4.3).
func (d *document) baseElement(a *attribute) bool {
	text, skipped := trimSpace(a.text)
	it := a.item("base", "href", skipped, skipped+len(text), nil)
	it.isBase = true
	if !d.probing && !d.add(&it) {
		return false
	}
	if d.hasBase {
		return !d.x.stopped
	}
	d.hasBase = true
	c := Candidate{Where: "base href", Raw: strings.Clone(text), Offset: a.offset, Err: d.frozen(text)}
	if d.full {
		return d.late(c)
	}
	return d.establish(c)
}

// frozen returns an error if the scheme of a base element is data or javascript (HTML §4.2.3).
func (d *document) frozen(raw string) error {
	r := d.resolver
	r.setBase(d.outer.URL())
	url, err := r.resolve(raw)
	if err == nil && (ascii.HasPrefixFold(url, "data:") || ascii.HasPrefixFold(url, "javascript:")) {
		return textFault(ruleFrozen, raw, 0)
	}
	return nil
}

func (d *document) attribute(a *attribute, element string, scope *scope, relation *relation) bool {
	give := func(from, to int) bool {
		it := a.item(element, a.name, from, to, scope)
		it.relation = relation
		return d.add(&it)
	}
	switch a.use {
	case one:
		text, skipped := trimSpace(a.text)
		return give(skipped, skipped+len(text))
	case spaced:
		return fields(a.text, isSpace, give)
	case pairs:
		n := 0
		return fields(a.text, isSpace, func(from, to int) bool {
			n++
			return n%2 != 0 || give(from, to)
		})
	case commas:
		return fields(a.text, isSpaceOrComma, give)
	case candidates:
		return srcset(a.text, give)
	case style:
		return d.style(&a.value, element, a.name, scope)
	case inner:
		it := a.item(element, a.name, 0, len(a.text), scope)
		it.srcdoc = true
		return d.add(&it)
	default:
		if from, to, ok := refreshURL(a.text); ok {
			return give(from, to)
		}
	}
	return true
}
