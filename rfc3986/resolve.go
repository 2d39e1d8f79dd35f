package rfc3986

import (
	"bytes"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/urlerr"
)

// Resolve returns the target URI of ref against base (§5.2). Nothing but dot
// segments of the path changes on the way: use a reference as it was given,
// and normalise the target (§5.2.1).
//
// A fragment of base plays no part (§5.1). A relative reference needs a base:
// with the zero URI it is an error of kind [urlerr.NoBase]. The only other
// error is a target that is too long for a URI.
//
// There is one allocation at most, for the text, or two if that is long and dot
// segments were more than half of it.
//
// The result is always a URI that has the components that the RFC's algorithm
// computes. Where there is no authority and the path would begin with "//",
// which would be read as an authority, it begins with "/.//" instead.
func Resolve(base URI, ref Ref) (URI, error) {
	cut, lead, ok := joint(base.ref, ref)
	if !ok {
		return ResolveOptions{}.resolve(base, ref)
	}
	by := uint64(cut-lead) * (1<<32 + 1) // for both halves
	return URI{Ref{ascii.Concat(base.ref.s[:cut], ref.s[lead:]), base.ref.head, ref.tail + by}}, nil
}

// AppendResolve appends the text of Resolve(base, ref) to dst. If there is an
// error it returns dst as it was.
func AppendResolve(dst []byte, base URI, ref Ref) ([]byte, error) {
	cut, lead, ok := joint(base.ref, ref)
	if !ok {
		return ResolveOptions{}.AppendResolve(dst, base, ref)
	}
	return append(append(dst, base.ref.s[:cut]...), ref.s[lead:]...), nil
}

// joint returns where base is cut and how much of ref is left out if what remains
// of the two makes up the target, and false if there is more to it. So it is for
// nearly all references to another path: dot segments in front of ref cancel
// segments at the end of base. BenchmarkResolve measures it.
func joint(base, ref Ref) (cut, lead int, ok bool) {
	if ref.head != 0 || ref.query() == 0 || base.path() == base.after() || base.path() == base.query() {
		return 0, 0, false
	}
	path, at := ref.s[:ref.query()], int(base.path())
	cut = at
	if path[0] != '/' {
		cut += ascii.LastIndexByte(base.s[at:base.query()], '/') + 1
		if dotsegment.InnerIndex(base.s[at:cut]) >= 0 {
			return 0, 0, false
		}
		if path[0] == '.' {
			lead = dotsegment.Leading(path)
			cut, _ = dotsegment.Climb(base.s[:cut], path[:lead], at+len("/"))
		}
	}
	fits := uint64(cut)+uint64(len(ref.s)-lead) <= uint64(longest)
	return cut, lead, fits && dotsegment.InnerIndex(path[lead:]) < 0
}

// ResolveOptions change how references are resolved. The zero value is the
// strict form of the standard.
type ResolveOptions struct {
	// BackwardCompatible ignores a scheme of the reference that is the
	// base's, without regard to case (§5.2.2, §5.4.2): http:g is read as g.
	// The RFC advises against it.
	BackwardCompatible bool

	// MaxLength is how many bytes base and reference may have together, not
	// counting what is replaced. 0 means 4 GiB - 16, which is also the most; where
	// an int has 32 bits, it is 2 GiB - 16.
	MaxLength int
}

// Resolve is the function [Resolve] with options.
func (opt ResolveOptions) Resolve(base URI, ref Ref) (URI, error) {
	if opt == (ResolveOptions{}) {
		return Resolve(base, ref)
	}
	return opt.resolve(base, ref)
}

// resolve is Resolve for all bases and references.
func (opt ResolveOptions) resolve(base URI, ref Ref) (URI, error) {
	var t target
	if err := opt.plan(&t, base.ref, ref); err != nil {
		return URI{}, err
	}
	switch {
	case t.dots:
		if len(t.head)+len(t.mid)+len(t.tail)+len(guard) <= stackText {
			var short [stackText]byte
			t.s = string(t.append(short[:0]))
		} else {
			t.s = dotsegment.Text(t.append(nil))
		}
	case t.mid == "":
		t.s = t.head + t.tail
	default:
		t.s = t.head + t.mid + t.tail
	}
	return URI{t.ref()}, nil
}

// AppendResolve is the function [AppendResolve] with options.
func (opt ResolveOptions) AppendResolve(dst []byte, base URI, ref Ref) ([]byte, error) {
	var t target
	if err := opt.plan(&t, base.ref, ref); err != nil {
		return dst, err
	}
	return t.append(dst), nil
}

// A target is the outcome of resolving: pieces of text that follow on each
// other, and the offsets in the whole.
type target struct {
	head, mid, tail string

	layout // of the whole

	// dots means that dot segments are still to be removed from the path. It
	// may also become shorter than the offsets say, or longer by two bytes.
	dots bool
}

// plan fills t with the target of r against b. The branches are those of
// §5.2.2. Most references need no more than pieces of both texts: the dot
// segments in front of r cancel segments at the end of b, and others are rare.
// BenchmarkResolve measures it.
func (opt ResolveOptions) plan(t *target, base, ref Ref) error {
	var based, referred layout
	b, r := &based, &referred
	b.unpack(base)
	r.unpack(ref)
	if opt.BackwardCompatible && ascii.EqualFold(schemeOf(b), schemeOf(r)) {
		r.dropScheme()
	}
	if r.after == 0 && b.after == 0 {
		return fail(&ruleBase, r.s, -1, urlerr.NoComponent)
	}
	switch {
	case r.after != 0:
		t.head, t.tail = r.s[:r.path], r.s[r.path:]
		t.from(r, 0)
		t.query, t.fragment = r.query, r.fragment
		if t.dots = dotsegment.Has(pathOf(r)); !t.dots {
			t.head, t.tail = "", r.s // no copy
		}
	case r.path != 0:
		t.head, t.mid, t.tail = b.s[:b.after], r.s[:r.path], r.s[r.path:]
		t.from(r, b.after)
		t.query, t.fragment = r.query+b.after, r.fragment+b.after
		t.dots = dotsegment.InnerIndex(pathOf(r)) >= 0
	case r.query != 0: // there is a path
		t.from(b, 0)
		t.merge(b, r)
	case r.fragment != 0: // there is a query
		t.from(b, 0)
		t.head, t.tail = b.s[:b.query], r.s
		t.query, t.fragment = b.query, b.query+r.fragment
	default:
		t.from(b, 0)
		t.head, t.tail = b.s[:b.fragment], r.s
		t.query, t.fragment = b.query, b.fragment
	}
	if uint64(len(t.head))+uint64(len(t.mid))+uint64(len(t.tail)) > uint64(limit(opt.MaxLength)) {
		return fail(&ruleLength, r.s, -1, urlerr.NoComponent)
	}
	return nil
}

// from takes the authority from r, which begins at offset by of the target,
// and the scheme from whichever has one.
func (t *target) from(r *layout, by uint32) {
	t.after, t.host, t.hostEnd, t.path = r.after+by, r.host+by, r.hostEnd+by, r.path+by
}

// guard stands before a path that begins with "//" where there is no
// authority. Resolving removes it again.
const guard = "/."

// merge fills t with the target of a reference that is nothing but a path,
// not an empty one, with perhaps a query and a fragment.
func (t *target) merge(b, r *layout) {
	path := r.s[:r.query]
	cut, lead := int(b.path), 0
	if path[0] != '/' { // §5.2.3
		cut += strings.LastIndexByte(b.s[b.path:b.query], '/') + 1
		if path[0] == '.' {
			lead = dotsegment.Leading(path)
		}
		t.dots = dotsegment.Has(b.s[b.path:cut])
		if b.path != b.after && b.path == b.query {
			t.mid = "/"
		}
	}
	t.dots = t.dots || dotsegment.InnerIndex(path[lead:]) >= 0
	if lead > 0 && !t.dots {
		whole := cut
		if cut, _ = dotsegment.Climb(b.s[:cut], path[:lead], int(b.path)); cut < whole && cut == int(b.path) {
			t.mid = "/" // which the segment had that was the first
		}
		if b.path == b.after && beginsWithSlashes(b.s[b.path:cut], t.mid, path[lead:]) {
			cut, t.mid, t.dots = whole, "", true
		}
	}
	if t.dots {
		lead = 0
	}
	t.head, t.tail = b.s[:cut], r.s[lead:]
	t.query = uint32(cut + len(t.mid) + len(path) - lead)
	t.fragment = t.query + r.fragment - r.query
}

// beginsWithSlashes reports whether the text of three pieces begins with "//".
func beginsWithSlashes(a, b, c string) bool {
	for range 2 {
		switch {
		case a != "":
		case b != "":
			a, b = b, ""
		default:
			a, c = c, ""
		}
		if a == "" || a[0] != '/' {
			return false
		}
		a = a[1:]
	}
	return true
}

// append appends the text of t to dst and corrects the offsets.
func (t *target) append(dst []byte) []byte {
	n := len(dst)
	dst = slices.Grow(dst, len(t.head)+len(t.mid)+len(t.tail)+len(guard))
	dst = append(append(append(dst, t.head...), t.mid...), t.tail...)
	if !t.dots {
		return dst
	}
	text := dst[n:]
	at, end := int(t.path), int(t.query)
	path := dotsegment.Remove(text[at:end])
	rest := t.tail[len(t.tail)-(len(text)-end):]
	dst = dst[:n+at+len(path)]
	if t.path == t.after && bytes.HasPrefix(path, []byte("//")) {
		dst = slices.Insert(dst, n+at, []byte(guard)...)
	}
	query := uint32(len(dst) - n)
	t.fragment = query + t.fragment - t.query
	t.query = query
	return append(dst, rest...)
}

// dropScheme takes the scheme off r, which may then be no valid reference: the
// first segment may have a colon.
func (r *layout) dropScheme() {
	n := r.after
	r.s, r.after = r.s[n:], 0
	r.host, r.hostEnd, r.path = r.host-n, r.hostEnd-n, r.path-n
	r.query, r.fragment = r.query-n, r.fragment-n
}

// IsSameDocument reports whether r refers to the document that base is the URI
// of (§4.4): whether its target is base, fragments aside. Both are compared as
// they are; normalise them before if that is wanted. Without a base, the zero
// URI, only the empty reference and one that is a fragment are such.
func (r Ref) IsSameDocument(base URI) bool {
	if r.fragment() == 0 {
		return true
	}
	target, err := Resolve(base, r)
	return err == nil && target.ref.s[:target.ref.fragment()] == base.ref.s[:base.ref.fragment()]
}

// IsSameDocument reports whether u is base, fragments aside. See
// [Ref.IsSameDocument].
func (u URI) IsSameDocument(base URI) bool { return u.ref.IsSameDocument(base) }
