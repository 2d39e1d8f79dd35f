package rfc3986

import (
	"bytes"
	"slices"
	"strings"

	"earl.example/internal/steps"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/resolve"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Resolve returns the target URI of ref against base (§5.2). It removes dot segments, and does no other normalization.
// Normalize the target, not the reference (§5.2.1).
//
// A relative reference needs a base: with the zero URI the error is of kind [urlerr.NoBase]. The only other error is a
// target that is too long, of kind [urlerr.TooLong].
//
// If the target has no authority and its path would begin with "//", the path begins with "/.//".
//
// Resolve allocates at most once, or twice if the text is long and removing dot segments more than halves it.
func Resolve(base URI, ref Ref) (URI, error) {
	cut, skip, ok := splice(base.ref, ref)
	if !ok {
		return resolveSlow(base, ref, false)
	}
	shift := uint64(cut-skip) * (1<<32 + 1) // for both halves of tail
	return URI{Ref{ascii.Concat(base.ref.s[:cut], ref.s[skip:]), base.ref.head, ref.tail + shift}}, nil
}

// splice reports whether the target is simply base[:cut] + ref[skip:], which is true for nearly every path reference.
// BenchmarkResolve measures it.
func splice(base, ref Ref) (cut, skip int, ok bool) {
	if ref.head != 0 || ref.query() == 0 || base.path() == base.after() || base.path() == base.query() {
		return 0, 0, false
	}
	cut, skip, _, ok = resolve.Splice(base.s, int(base.path()), int(base.query()), ref.s[:ref.query()])
	return cut, skip, ok && uint64(cut)+uint64(len(ref.s)-skip) <= uint64(longest)
}

// resolveSlow resolves ref against base without splice. If compatible is set, it ignores a scheme of ref that equals
// the scheme of base (§5.2.2).
func resolveSlow(base URI, ref Ref, compatible bool) (URI, error) {
	var t target
	if err := t.plan(base.ref, ref, compatible); err != nil {
		return URI{}, err
	}
	switch {
	case !t.dots:
		t.s = t.String()
	case t.Len()+uint64(len(dotPrefix)) <= stackText:
		var short [stackText]byte
		t.s = string(t.write(short[:0]))
	default:
		t.s = ascii.Text(t.write(nil))
	}
	return URI{t.pack()}, nil
}

// A target is the result of resolving before dot segments are removed. The layout has no text.
type target struct {
	resolve.Target
	layout

	dots   bool // the path has dot segments
	branch byte // the branch of §5.2.2, for explanations: a key in steps/texts.tsv
}

// dotPrefix is added before a path that begins with "//" without an authority. Resolving removes it again.
const dotPrefix = "/."

// plan sets t to the target of ref against base, by the branches of §5.2.2.
func (t *target) plan(base, ref Ref, compatible bool) error {
	var based, referred layout
	b, r := &based, &referred
	b.unpack(base)
	r.unpack(ref)
	if compatible && ascii.EqualFold(schemeOf(b), schemeOf(r)) {
		r.dropScheme()
	}
	t.Base, t.Ref = b.s, r.s
	authority := b
	switch {
	case r.after == 0 && b.after == 0:
		return fail(ruleBase, r.s, -1, urlerr.NoComponent)
	case r.after != 0:
		authority, t.branch = r, 's'
		t.dots = dotsegment.Has(pathOf(r))
	case r.path != 0: // r has an authority
		authority, t.branch = r, 'a'
		t.Cut = int(b.after)
		t.dots = dotsegment.Has(pathOf(r))
	case r.query == 0 && r.fragment != 0: // r has a query and no path
		t.Cut, t.branch = int(b.query), 'q'
	case r.query == 0:
		t.Cut, t.branch = int(b.fragment), 'f'
	case r.s[0] == '/':
		t.Cut, t.branch = int(b.path), '/'
		t.dots = dotsegment.Has(pathOf(r))
	default: // §5.2.3
		t.branch = 'm'
		t.Merge(b.s, int(b.path), int(b.query), b.path != b.after, r.s)
		t.dots = dotsegment.Has(b.s[b.path:t.Cut]) || dotsegment.Has(pathOf(r))
	}
	if t.Len() > uint64(longest) {
		return fail(ruleLength, ref.s, -1, urlerr.NoComponent)
	}
	t.after, t.host, t.hostEnd, t.path = authority.after, authority.host, authority.hostEnd, authority.path
	shift := uint32(t.Shift())
	if authority == r {
		t.after, t.host, t.hostEnd, t.path = r.after+shift, r.host+shift, r.hostEnd+shift, r.path+shift
	}
	t.query, t.fragment = r.query+shift, r.fragment+shift
	if r.query == 0 && r.after == 0 && r.path == 0 {
		t.query = b.query
	}
	return nil
}

// write writes the text of t without dot segments to dst, which is empty. It updates query and fragment.
func (t *target) write(dst []byte) []byte {
	text := t.Append(dst, len(dotPrefix))
	at, end := int(t.path), int(t.query)
	path := dotsegment.Remove(text[at:end])
	rest := t.Ref[len(t.Ref)-(len(text)-end):]
	text = text[:at+len(path)]
	if t.path == t.after && bytes.HasPrefix(path, []byte("//")) {
		text = slices.Insert(text, at, []byte(dotPrefix)...)
	}
	query := uint32(len(text))
	t.fragment = query + t.fragment - t.query
	t.query = query
	return append(text, rest...)
}

// dropScheme removes the scheme of r. The first segment of r can then have a colon.
func (r *layout) dropScheme() {
	n := r.after
	r.s, r.after = r.s[n:], 0
	r.host, r.hostEnd, r.path = r.host-n, r.hostEnd-n, r.path-n
	r.query, r.fragment = r.query-n, r.fragment-n
}

var _ = steps.Register(explain, dialect, dialectIRI)

// explain resolves ref against base as [Resolve] does, without its shortcuts, and adds the steps to trace.
func explain(d reading.Dialect, base, ref string, trace *steps.Trace) {
	opt := ParseOptions{AllowIRI: d.(Dialect).IRI}
	b, _ := opt.Parse(base)
	r, _ := opt.Parse(ref)
	var t target
	_ = t.plan(b, r, d.(Dialect).BackwardCompatible) // the error is nil, because ref has a target
	if len(t.Ref) < len(ref) {
		trace.Add("same scheme", "")
	}
	text, from := t.String(), steps.Origin{Cut: t.Cut, End: t.Cut + len(t.Mid), Known: true}
	trace.Combine(string(rune(t.branch))+t.Mid, text, from)
	if t.dots {
		trace.Add("dots", "")
		p := []byte(text[t.path:t.query])
		path := trace.Path("1", text, from, int(t.path), p)
		dotsegment.RemoveInSteps(p, path.Row)
		if text = string(t.write(nil)); strings.HasPrefix(text[t.path:], dotPrefix+"//") {
			trace.Add("slashes", "")
		}
		from = path.Origin(text)
	}
	trace.Combine("result", text, from)
}

// IsSameDocument reports whether the target of r equals base, ignoring fragments (§4.4). Normalize both first if
// needed. With the zero URI as base, only the empty reference and a fragment alone refer to the same document.
func (r Ref) IsSameDocument(base URI) bool {
	if r.fragment() == 0 {
		return true
	}
	target, err := Resolve(base, r)
	return err == nil && target.ref.s[:target.fragment()] == base.ref.s[:base.fragment()]
}
