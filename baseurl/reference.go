package baseurl

import (
	"errors"
	"io"
	"iter"
	"log/slog"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"earl.example/urlerr"
)

// A Reference is a reference to a URL in a document.
type Reference struct {
	// Part is the part of a message that contains the reference. "" is the message itself, with its header. "2.1" is the
	// first part of the second part. If part "2" contains a message, the message is part "2.1". A document in a srcdoc
	// attribute, or in an element of a feed, has the name of its part, "@", and the offset of the attribute value or of
	// the element content.
	Part string

	// Element and Attribute are the names of the element and of its attribute. Attribute is "" for a reference in the
	// content of the element. In CSS and in style elements, Attribute is "url" or "@import". In a header, Element is
	// "header" and Attribute is the name of the field as written.
	Element, Attribute string

	// Offset and End are the byte offsets of the reference in the part: in its body or its header, after transfer
	// decoding, in UTF-8. Unlike Raw, the text at these offsets may contain character references of HTML, escapes of
	// CSS, and white space.
	Offset, End int64

	// Raw is the text of the reference, with character references and escapes decoded.
	Raw string

	// URL is the target: Raw resolved against Base.
	URL string

	// Base is the base URL of the reference.
	Base Base

	// SameDocument is true if URL equals the base URL, ignoring fragments (RFC 3986 §4.4).
	SameDocument bool

	// Rel, HrefLang and MediaType are the attributes rel, hreflang and type of an element a, area, form or link of HTML,
	// of a link of Atom, or of the field Link, as written. They are "" for other references.
	Rel, HrefLang, MediaType string
}

// LogValue returns the reference for log/slog, without its secrets; see [urlerr.RedactQuery].
func (r Reference) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("part", r.Part), slog.String("element", r.Element), slog.String("attribute", r.Attribute),
		slog.Int64("offset", r.Offset), slog.String("raw", urlerr.RedactQuery(r.Raw)),
		slog.String("url", urlerr.RedactQuery(r.URL)),
	)
}

// References returns the references in a document of type t, in document order. It reads only as far as the loop needs.
//
// Each error comes with a Reference that describes its place. If Element or Attribute is set, or Offset < End, this
// reference could not be resolved, usually because the dialect rejected it. In other cases, the document, or a value in
// Context, has an error. Such an error is an [*urlerr.Error] with one of [Rules], and with the same offset as the
// Reference. For an error in the part structure, this offset is relative to the message. If reading failed, the cause
// is the read error. Reading continues after an error if possible.
//
// References in HTML are held until the base is known, which can be at the end of the document. If r is an [io.Seeker],
// at most 1 MiB of references are held: if the base is not known then, a second reading finds it. Otherwise MaxHeld
// is the limit.
//
// Time is linear in the length of the document. MaxToken and MaxHeld limit memory.
func (o Options) References(t Type, r io.Reader) iter.Seq2[Reference, error] {
	return func(yield func(Reference, error) bool) {
		x := &extractor{opt: &o, yield: yield}
		x.whole(t, r)
	}
}

// Base returns the base of a document of type t: for XML, the base of the root element; for a message, the base of its
// header. It reads until the base is known. In HTML without a base element, this is at the end. The error is a read
// error, or the reason why there is no base, as in [Options.Establish].
func (o Options) Base(t Type, r io.Reader) (Base, error) {
	var failed error
	x := &extractor{opt: &o, yield: func(_ Reference, err error) bool {
		if e, ok := errors.AsType[*urlerr.Error](err); ok && (e.Rule == ruleRead || e.Rule == ruleToken) {
			failed = err
		}
		return true
	}}
	var b Base
	if t == Message {
		e := entity{x: x, s: newSplitter(r), context: o.Context}
		e.heads()
		b = e.base
		if err := e.s.err; err != nil && err != io.EOF {
			failed = fault(ruleRead, e.s.off, err)
		}
	} else {
		b = x.document(t, "", 0, o.Context).probe(r)
	}
	if failed == nil && b.IsZero() {
		return o.Establish()
	}
	return b, failed
}

// probe returns the base of the document, without reporting references.
func (d *document) probe(r io.Reader) Base {
	d.probing = true
	if d.t == HTML || d.t == XML {
		d.read(r, d.x.opt.Charset)
	}
	d.establish()
	if d.root != nil {
		_, b := d.root.in(d)
		return b
	}
	return d.dbase
}

// An extractor reports the references of a document and of the documents in it.
type extractor struct {
	opt     *Options
	yield   func(Reference, error) bool
	stopped bool
	piece   []byte // empty, with capacity pieceLen; reused by pieces
}

// emit yields a reference, and reports whether to continue.
func (x *extractor) emit(ref Reference, err error) bool {
	if !x.stopped && !x.yield(ref, err) {
		x.stopped = true
	}
	return !x.stopped
}

func (x *extractor) fail(part string, rule urlerr.Rule, offset int64, cause error) bool {
	return x.emit(Reference{Part: part, Offset: offset, End: offset}, fault(rule, offset, cause))
}

// whole reports the references of a document that is not a part of another document.
func (x *extractor) whole(t Type, r io.Reader) {
	known := x.opt.resolver(t)
	_, passed := known.fallback(x.opt.Context)
	for _, p := range passed {
		if p.Err != nil && !x.emit(Reference{Raw: p.Raw}, p.Err) {
			return
		}
	}
	if t == Message || t == WARC {
		x.opt.Text = nil
		if t == WARC {
			x.warc(r)
		} else {
			x.message(r, "", 0, x.opt.Context)
		}
		return
	}
	d := x.document(t, "", 0, x.opt.Context)
	if seeker, ok := r.(io.ReadSeeker); ok && (t == HTML || t == XML) {
		if at, err := seeker.Seek(0, io.SeekCurrent); err == nil { // not a pipe
			d.again, d.begin = seeker, at
			d.maxHeld = min(d.maxHeld, maxHeldAgain)
		}
	}
	d.read(r, x.opt.Charset)
}

// reread finds the base in a second reading of the document, and settles the document.
func (d *document) reread() bool {
	at, err := d.again.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = d.again.Seek(d.begin, io.SeekStart)
	}
	opt := *d.x.opt
	opt.Text = nil
	quiet := &extractor{opt: &opt, yield: func(Reference, error) bool { return true }}
	probe := quiet.document(d.t, d.part, d.depth, d.context)
	if err == nil {
		probe.probe(d.again)
		_, err = d.again.Seek(at, io.SeekStart)
	}
	if err != nil {
		d.x.fail(d.part, ruleRead, 0, err)
		d.x.stopped = true
		return false
	}
	return d.settle(probe.dbase) // without an xml:base of the root element
}

// A document is a part that has one base or, with xml:base, one base at a time.
type document struct {
	x       *extractor
	t       Type
	part    string
	depth   int
	within  int // nesting depth of documents in attributes, including this one
	context Context
	resolver
	again    io.ReadSeeker // the document, if it can be read again from begin
	begin    int64
	broken   bool // reading failed, so the last piece is not complete
	held     []item
	heldSize int
	maxHeld  int
	hasBase  bool   // the document has a base element with href
	settled  bool   // the base is known
	full     bool   // held exceeded its limit, so the document was settled without a base in its content
	probing  bool   // only the base is needed
	root     *scope // scope of the root element, if it has xml:base
	dbase    Base
	outer    Base // base without a declaration in the content
}

// A relation has the attributes of an element that describe its link.
type relation struct{ rel, hrefLang, mediaType string }

// An item is a reference that is not yet resolved, or an embedded document.
type item struct {
	element, attribute, raw string // as in Reference
	offset, end             int64
	scope                   *scope // scope of the innermost xml:base
	relation                *relation
	isBase                  bool // a declaration of the base, which is resolved against the outer base
	srcdoc                  bool // raw is a document
}

func (x *extractor) document(t Type, part string, depth int, c Context) *document {
	d := &document{x: x, t: t, part: part, depth: depth, context: c, resolver: x.opt.resolver(t),
		maxHeld: x.opt.maxHeld()}
	d.outer, _ = d.fallback(c)
	return d
}

// settle sets the base and reports the held references.
func (d *document) settle(b Base) bool {
	d.settled, d.dbase = true, b
	d.setBase(b.URL())
	for i := range d.held {
		if !d.give(&d.held[i]) {
			break
		}
		d.held[i] = item{}
	}
	d.held, d.heldSize = nil, 0
	return !d.x.stopped
}

// establish settles the document, unless it is settled already, with the first usable candidate. If there is none, it
// uses the outer base.
func (d *document) establish(candidates ...Candidate) bool {
	if d.settled {
		return true
	}
	b, _, _ := d.embedded(d.outer, candidates)
	return d.settle(b)
}

// abort settles the document, reports an error, and returns false.
func (d *document) abort(rule urlerr.Rule, offset int64, cause error) bool {
	d.establish()
	d.x.fail(d.part, rule, offset, cause)
	return false
}

// overhead is the memory of an item apart from its text, in bytes.
const overhead = 256

// maxHeldAgain limits heldSize in a document that can be read again.
const maxHeldAgain = 1 << 20

// add reports a reference, or holds it until the base is known.
func (d *document) add(it *item) bool {
	if d.settled {
		return d.give(it)
	}
	d.held = append(d.held, *it)
	d.held[len(d.held)-1].raw = strings.Clone(it.raw)
	if d.heldSize += len(it.raw) + overhead; d.heldSize <= d.maxHeld {
		return true
	}
	if d.again != nil {
		return d.reread()
	}
	d.full = true
	return d.establish()
}

// late reports an error for a base that was declared after more references than MaxHeld allows. All references are
// resolved without this base.
func (d *document) late(c Candidate) bool {
	if b, i, _ := d.embedded(d.outer, []Candidate{c}); i < 0 || b.URL() == d.dbase.URL() {
		return !d.x.stopped
	}
	return d.x.fail(d.part, ruleHeld, c.Offset, nil)
}

// give resolves and reports an item.
func (d *document) give(it *item) bool {
	if it.srcdoc {
		return d.nested(it)
	}
	r, base := &d.resolver, d.dbase
	if it.scope != nil {
		r, base = it.scope.in(d)
	}
	if it.isBase {
		base = d.outer
		own := *r
		own.setBase(base.URL())
		r = &own
	}
	url, err := r.resolve(it.raw)
	if it.attribute == "xml:base" && err == nil && !d.x.opt.XMLBase {
		return true
	}
	ref := Reference{
		Part: d.part, Element: it.element, Attribute: it.attribute, Offset: it.offset, End: it.end, Raw: it.raw, URL: url,
		Base: base, SameDocument: err == nil && same(url, base.URL()),
	}
	if it.relation != nil {
		ref.Rel, ref.HrefLang, ref.MediaType = it.relation.rel, it.relation.hrefLang, it.relation.mediaType
	}
	return d.x.emit(ref, err)
}

// same reports whether two URLs are equal, ignoring fragments.
func same(url, base string) bool {
	if strings.HasPrefix(url, "#") {
		return true // without a base, only this form is known to match
	}
	a, _, _ := strings.Cut(url, "#")
	b, _, _ := strings.Cut(base, "#")
	return a == b
}

// nested reports the references of a document in a srcdoc attribute. Unless it declares a base, it has the base of the
// enclosing document.
func (d *document) nested(it *item) bool {
	if d.depth >= d.x.opt.maxDepth() {
		return d.x.fail(d.part, ruleDepth, it.offset, nil)
	}
	if len(it.raw) > d.x.opt.maxToken()>>d.within {
		return d.x.fail(d.part, ruleToken, it.offset, errTokenTooLong)
	}
	base := d.dbase
	if it.scope != nil {
		_, base = it.scope.in(d)
	}
	part := d.part + "@" + strconv.FormatInt(it.offset, 10)
	inner := d.x.document(HTML, part, d.depth+1, Context{Entity: base, Enclosed: true})
	inner.dialect, inner.within = d.dialect, d.within+1
	inner.html(strings.NewReader(it.raw), 0)
	return !d.x.stopped
}

// read reports the references of the document. label names the encoding of r, or is "".
func (d *document) read(r io.Reader, label string) {
	if d.t == NoType {
		d.x.fail(d.part, ruleBinary, 0, nil)
		return
	}
	if d.t != HTML && d.t != XML {
		d.establish()
	}
	sniff := map[Type]func(head []byte) string{HTML: sniffHTML, XML: sniffXML, CSS: sniffCSS}[d.t]
	text, skipped := d.decode(r, label, sniff)
	switch d.t {
	case HTML:
		d.html(text, skipped)
	case XML:
		d.xml(text, skipped)
	case CSS:
		d.css(text, skipped)
	case Text:
		d.text(text, skipped)
	case JSON:
		d.json(text, skipped)
	case CSV:
		d.table(text, skipped, 0)
	case TSV:
		d.table(text, skipped, '\t')
	}
}

// trimSpace returns s without leading and trailing ASCII white space, and the length of the leading white space.
func trimSpace(s string) (string, int) {
	text := strings.TrimLeft(s, spaces)
	return strings.TrimRight(text, spaces), len(s) - len(text)
}

// spaces is ASCII white space as defined by HTML.
const spaces = " \t\n\f\r"

// isSpace reports whether c is ASCII white space as defined by HTML.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// readFault returns the rule for err: a limit of the tokenizer or a read error.
func readFault(err error) urlerr.Rule {
	if errors.Is(err, html.ErrBufferExceeded) || errors.Is(err, errTokenTooLong) {
		return ruleToken
	}
	return ruleRead
}

// errTokenTooLong is the cause of an error for a token longer than MaxToken.
var errTokenTooLong = errors.New("baseurl: token too long")
