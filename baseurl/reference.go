package baseurl

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"log/slog"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Reference is a reference to a URL in a document.
type Reference struct {
	// Part is the part of a message that the reference stands in: "2.1" is the
	// first part of the second, and "" the message itself, with its header. A
	// message in a part is the first part of that. A document in an attribute
	// srcdoc, or in an element of a feed, is named by the part that it stands in,
	// "@", and the offset of the attribute's value, or of the element's content.
	Part string

	// Element and Attribute say where in the part: the name of an element, and
	// of its attribute, or "" for its content. In CSS, and in style elements,
	// the attribute is "url" or "@import". In a header, Element is "header" and
	// Attribute the name of the field as it is written.
	Element, Attribute string

	// Offset and End are where the reference stands, in bytes of the part: its
	// body, or its header, without its transfer encoding and in UTF-8. There it
	// may be written with character references of HTML, escapes of CSS, or
	// white space, which Raw does not have.
	Offset, End int64

	// Raw is the reference without those.
	Raw string

	// URL is what it is resolved to.
	URL string

	// Base is the base against which.
	Base Base

	// SameDocument tells that the reference is to the base itself, perhaps with
	// another fragment (RFC 3986 §4.4).
	SameDocument bool
}

// LogValue gives log/slog the reference without its password.
func (r Reference) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("part", r.Part), slog.String("element", r.Element), slog.String("attribute", r.Attribute),
		slog.Int64("offset", r.Offset), slog.String("raw", urlerr.Redact(r.Raw)), slog.String("url", urlerr.Redact(r.URL)),
	)
}

// References returns the references in a document of type t, in the order in
// which they stand there, and reads no further than it is asked to.
//
// With an error comes what is known of the place. If the reference has an
// Element, an Attribute, or an End behind its Offset, it is that which does not
// resolve, and the error is mostly the dialect's. Else it is the document, or what
// Context says of it: the error is an [*urlerr.Error] with one of [Rules], its
// offset is that of the reference, and its cause that of reading, if any; for how
// a message is divided into parts it is that in the message. Reading goes on in
// each case, where it can.
//
// References in HTML wait until the base is known, which may stand at the end.
// If r is an [io.Seeker], it is read twice instead.
//
// Time is linear in the length of the document, and memory limited by MaxToken
// and MaxHeld.
func (o Options) References(t Type, r io.Reader) iter.Seq2[Reference, error] {
	return func(yield func(Reference, error) bool) {
		x := &extractor{opt: &o, yield: yield}
		x.whole(t, r)
	}
}

// Base returns the base of a document of type t, as far as that is one for all
// of it: of XML, that of the root element; of a message, that of its header. It
// reads until that is known, which in HTML without a base element is at the
// end. The error is that of reading, or says as [Options.Establish] does why
// there is none.
func (o Options) Base(t Type, r io.Reader) (Base, error) {
	var failed error
	x := &extractor{opt: &o, yield: func(_ Reference, err error) bool {
		if rule := ruleOf(err); rule == ruleRead || rule == ruleToken {
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

// ruleOf returns the rule that an error names, if any.
func ruleOf(err error) urlerr.Rule {
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		return e.Rule
	}
	return urlerr.Rule{}
}

// probe returns the base of the document, of which nothing is given.
func (d *document) probe(r io.Reader) Base {
	d.probing = true
	if d.t == HTML || d.t == XML {
		d.read(r, d.x.opt.Charset)
	}
	d.settleWithout()
	if d.root != nil {
		_, b := d.root.in(d)
		return b
	}
	return d.dbase
}

// An extractor gives the references of a document and of those in it.
type extractor struct {
	opt     *Options
	yield   func(Reference, error) bool
	stopped bool
	in      *bufio.Reader // see reader
	looked  []byte        // see window
}

// emit gives a reference, and reports whether more are wanted.
func (x *extractor) emit(ref Reference, err error) bool {
	if !x.stopped && !x.yield(ref, err) {
		x.stopped = true
	}
	return !x.stopped
}

// fail gives an error of the document.
func (x *extractor) fail(part string, rule urlerr.Rule, offset int64, cause error) bool {
	return x.emit(Reference{Part: part, Offset: offset, End: offset}, fault(rule, offset, cause))
}

// whole gives the references of a document that is no part of another.
func (x *extractor) whole(t Type, r io.Reader) {
	known := x.opt.resolver(t)
	_, passed := known.fallback(x.opt.Context)
	for _, p := range passed {
		if p.Err != nil && !x.emit(Reference{Raw: p.Raw}, p.Err) {
			return
		}
	}
	if t == Message {
		x.message(r)
		return
	}
	d := x.document(t, "", 0, x.opt.Context)
	if t == HTML || t == XML {
		d.lookAhead(r)
	}
	if !x.stopped {
		d.read(r, x.opt.Charset)
	}
}

// A document is a part that has one base, or with xml:base one at a time.
type document struct {
	x       *extractor
	t       Type
	part    string
	depth   int
	within  int // how many documents in attributes this is in, itself included
	context Context
	resolver
	held     []item
	heldSize int
	settled  bool   // the base is known
	full     bool   // more was held than the limit, so that it was settled without a base
	probing  bool   // only the base is looked for
	root     *scope // of the root element, if it has xml:base
	dbase    Base
	outer    Base // the base it would be without one in the content
}

// An item is a reference on its way, or something else that keeps its place
// among the references.
type item struct {
	ref    Reference
	scope  *scope // of xml:base
	base   *Base  // the reference gives this base itself, and is resolved against its outer one
	srcdoc bool   // Raw is a document
}

func (x *extractor) document(t Type, part string, depth int, c Context) *document {
	d := &document{x: x, t: t, part: part, depth: depth, context: c, resolver: x.opt.resolver(t)}
	d.outer, _ = d.fallback(c)
	return d
}

// settle sets the base, once, and gives what waited for it.
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

// settleWithout is settle if the content has no base.
func (d *document) settleWithout(candidates ...Candidate) bool {
	if d.settled {
		return true
	}
	b, _, inner := d.embedded(d.outer, candidates)
	if b.IsZero() {
		b = d.outer.withPassed(inner)
	}
	return d.settle(b)
}

// overhead is what an item takes beside its text.
const overhead = 256

// add gives a reference, or holds it until the base is known.
func (d *document) add(it item) bool {
	it.ref.Part = d.part
	if d.settled {
		return d.give(&it)
	}
	it.ref.Raw = strings.Clone(it.ref.Raw)
	d.held = append(d.held, it)
	d.heldSize += len(it.ref.Raw) + overhead
	if d.heldSize <= d.x.opt.maxHeld() || d.full {
		return true
	}
	d.full = true
	return d.settleWithout()
}

// late reports a base that comes behind more references than could wait for
// it. They were given without it, and so is what follows.
func (d *document) late(candidates []Candidate, offset int64) bool {
	if b, _, _ := d.embedded(d.outer, candidates); b.IsZero() || b.URL() == d.dbase.URL() {
		return !d.x.stopped
	}
	return d.x.fail(d.part, ruleHeld, offset, nil)
}

// give gives an item.
func (d *document) give(it *item) bool {
	if it.srcdoc {
		return d.nested(it)
	}
	r, base := &d.resolver, d.dbase
	if it.scope != nil {
		r, base = it.scope.in(d)
	}
	if it.base != nil {
		base = it.base.Outer()
		own := *r
		own.setBase(base.URL())
		r = &own
	}
	it.ref.Base = base
	var err error
	it.ref.URL, err = r.resolve(it.ref.Raw)
	it.ref.SameDocument = err == nil && same(it.ref.URL, base.URL())
	return d.x.emit(it.ref, err)
}

// same reports whether two URLs differ in their fragments at most.
func same(url, base string) bool {
	if strings.HasPrefix(url, "#") {
		return true // without a base nothing else is known
	}
	a, _, _ := strings.Cut(url, "#")
	b, _, _ := strings.Cut(base, "#")
	return a == b
}

// nested gives the references of a document in an attribute srcdoc, whose base
// is that of the document around it unless it has one.
func (d *document) nested(it *item) bool {
	if d.depth >= d.x.opt.maxDepth() {
		return d.x.fail(d.part, ruleDepth, it.ref.Offset, nil)
	}
	if len(it.ref.Raw) > d.x.opt.maxToken()>>d.within {
		return d.x.fail(d.part, ruleToken, it.ref.Offset, errTokenTooLong)
	}
	base := d.dbase
	if it.scope != nil {
		_, base = it.scope.in(d)
	}
	inner := d.x.document(HTML, partAt(d.part, it.ref.Offset), d.depth+1, Context{Entity: base, Enclosed: true})
	inner.dialect, inner.within = d.dialect, d.within+1
	inner.html(strings.NewReader(it.ref.Raw), 0)
	return !d.x.stopped
}

// read gives the references of the document, whose bytes are in the encoding
// that label names, if any.
func (d *document) read(r io.Reader, label string) {
	switch d.t {
	case HTML:
		d.html(d.decode(r, label, sniffHTML))
	case XML:
		d.xml(d.decode(r, label, sniffXML))
	case CSS:
		d.settleWithout()
		d.css(d.decode(r, label, sniffCSS))
	case Text:
		d.settleWithout()
		d.text(d.decode(r, label, sniffNothing))
	}
}

// trimSpace returns s without the white space of HTML around it, and how much
// was in front.
func trimSpace(s string) (string, int) {
	from, to := 0, len(s)
	for from < to && isSpace(s[from]) {
		from++
	}
	for from < to && isSpace(s[to-1]) {
		to--
	}
	return s[from:to], from
}

// isSpace reports whether c is white space of ASCII as HTML has it.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// readFault tells a limit of the tokenizer from an error of reading.
func readFault(err error) urlerr.Rule {
	if errors.Is(err, html.ErrBufferExceeded) || errors.Is(err, errTokenTooLong) {
		return ruleToken
	}
	return ruleRead
}

// errTokenTooLong is the cause where a token exceeds MaxToken.
var errTokenTooLong = errors.New("baseurl: token too long")

// hasPrefixFold reports whether s begins with prefix, which is in lower case,
// whatever the case of ASCII letters.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && ascii.EqualFold(s[:len(prefix)], prefix)
}

// partAt names the document in an attribute srcdoc at an offset of a part.
func partAt(part string, offset int64) string { return part + "@" + strconv.FormatInt(offset, 10) }
