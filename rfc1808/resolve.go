package rfc1808

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/urlerr"
)

// Resolve returns the absolute form of ref against base, by the steps of §4.
// Surplus ".." segments stay, dot segments go from relative paths only, and an
// entirely empty reference is the base with its fragment (§5.2). Which scheme
// base has plays no part (§2.3); see [Grammar.CheckBase] for that.
//
// With the zero URL as base, which says that no base is known (§3.4), the result
// is ref as it is, by step 1; it may then be relative. Else a relative base is an
// error of kind [urlerr.NoBase], unless ref is absolute (§3).
//
// An empty component of a relative reference counts as none: "?" inherits what
// nothing at all would, and "g?" is written "g". The steps leave some results
// open, or that would be read differently from what was computed. Here:
//
//   - "Entirely empty" (step 2a) is the empty text alone: "#" gives the base
//     without its fragment.
//   - Between a net_loc and a path, params or query without a slash stands one:
//     http://a and g give http://a/g, as only abs_path can follow net_loc (§2.2).
//   - An empty net_loc of the base is kept: file:///b and g give file:///g.
//   - Without a net_loc, a path that would begin with "//" has an empty net_loc
//     before it: http:/b/c and ..//g give http:////g, not the host g.
func Resolve(base, ref URL) (URL, error) {
	cut, lead, ok := joint(&base, &ref)
	if !ok {
		return ResolveOptions{}.resolve(&base, &ref)
	}
	by := cut - lead
	return URL{
		ascii.Concat(base.s[:cut], ref.s[lead:]), base.scheme, base.path,
		ref.params + by, ref.query + by, ref.fragment + by,
	}, nil
}

// AppendResolve appends the text of Resolve(base, ref) to dst. If there is an
// error it returns dst as it was.
func AppendResolve(dst []byte, base, ref URL) ([]byte, error) {
	cut, lead, ok := joint(&base, &ref)
	if !ok {
		return ResolveOptions{}.AppendResolve(dst, base, ref)
	}
	return append(append(dst, base.s[:cut]...), ref.s[lead:]...), nil
}

// joint returns where b is cut and how much of r is left out if what remains of the
// two makes up the result, and false if there is more to it. So it is for nearly all
// references that begin with a path: dot segments in front of r cancel segments at
// the end of b. BenchmarkResolve measures it.
func joint(b, r *URL) (cut, lead int, ok bool) {
	if r.path != 0 || r.params == 0 || b.scheme == 0 || b.path == b.scheme || b.path == b.params ||
		r.query-r.params == 1 || r.fragment-r.query == 1 || len(r.s)-r.fragment == 1 { // an empty component
		return 0, 0, false
	}
	cut = b.path
	path, enough := r.s[:r.params], true
	ok = uint64(b.params)+uint64(len(r.s)) <= math.MaxInt
	if path[0] != '/' {
		cut += ascii.LastIndexByte(b.s[b.path:b.params], '/') + 1
		if dotsegment.InnerIndex(b.s[b.path:cut]) >= 0 {
			return 0, 0, false
		}
		if path[0] == '.' {
			lead = dotsegment.Leading(path)
			cut, enough = dotsegment.Climb(b.s[:cut], path[:lead], b.path+len("/"))
		}
		ok = ok && enough && dotsegment.InnerIndex(path[lead:]) < 0
	}
	return cut, lead, ok
}

// ResolveOptions limit results. The zero value is the standard.
//
// There is no option for the loophole that §5.2 names, to take a reference with
// the scheme of the base for a relative one.
type ResolveOptions struct {
	// MaxLength is how many bytes a result may have before dot segments are
	// taken out of it, if it is not 0. More are an error of kind
	// [urlerr.TooLong].
	MaxLength int
}

// Resolve is the function [Resolve] with options.
func (opt ResolveOptions) Resolve(base, ref URL) (URL, error) { return opt.resolve(&base, &ref) }

// resolve is Resolve for all bases and references.
func (opt ResolveOptions) resolve(base, ref *URL) (u URL, err error) {
	var t target
	if err = opt.plan(&t, base, ref); err != nil {
		return
	}
	switch {
	case t.rework:
		u.s = dotsegment.Text(t.append(nil))
	case t.mid == "":
		u.s = t.head + t.tail
	default:
		u.s = t.head + t.mid + t.tail
	}
	u.scheme, u.path, u.params, u.query, u.fragment = t.scheme, t.path, t.params, t.query, t.fragment
	return
}

// AppendResolve is the function [AppendResolve] with options.
func (opt ResolveOptions) AppendResolve(dst []byte, base, ref URL) ([]byte, error) {
	var t target
	if err := opt.plan(&t, &base, &ref); err != nil {
		return dst, err
	}
	return t.append(dst), nil
}

// A target is the outcome of resolving: pieces of text that follow on each
// other, and where the components begin in the whole, as in URL.
type target struct {
	head, mid, tail string

	scheme, path, params, query, fragment int

	// rework means that the pieces are not yet the result: dot segments are to
	// be removed, or empty components, or the path begins with "//" and would
	// be read as a net_loc.
	rework bool

	// relative is set where step 6 is to be done on the path when reworking.
	relative bool
}

// guard is the empty net_loc before a path that begins with "//" where there is
// no net_loc.
const guard = "//"

// plan fills t with the target of r against b, by the steps of §4. Most
// references need no more than pieces of both texts: the dot segments in front
// of r cancel segments at the end of b, and others are rare. BenchmarkResolve
// measures it.
func (opt ResolveOptions) plan(t *target, b, r *URL) error {
	switch {
	case r.scheme != 0 || b.s == "": // steps 2b and 1
		t.tail = r.s
		t.scheme, t.path, t.params, t.query, t.fragment = r.scheme, r.path, r.params, r.query, r.fragment
		return opt.check(t, r)
	case b.scheme == 0:
		return fail(&ruleBase, b.s, -1, urlerr.NoComponent)
	case r.s == "": // step 2a
		t.tail = b.s
		t.scheme, t.path, t.params, t.query, t.fragment = b.scheme, b.path, b.params, b.query, b.fragment
		return opt.check(t, r)
	}
	t.scheme, t.path = b.scheme, b.path
	switch {
	case r.path > len("//"): // step 3: there is a net_loc that is not empty
		t.path = b.scheme + r.path
		t.take(b.s[:b.scheme], r, 0)
	case r.path == r.params: // step 5
		t.inherit(b, r)
	case r.s[r.path] == '/': // step 4
		t.take(b.s[:b.path], r, r.path)
		t.rework = t.path == t.scheme && strings.HasPrefix(t.tail, guard)
	default:
		t.merge(b, r)
	}
	if t.query-t.params == 1 || t.fragment-t.query == 1 || len(t.head)+len(t.mid)+len(t.tail)-t.fragment == 1 {
		t.rework = true // a component is empty
	}
	return opt.check(t, r)
}

// take makes t end with the text of r from an offset on, behind head and t.mid.
func (t *target) take(head string, r *URL, from int) {
	t.head, t.tail = head, r.s[from:]
	by := len(head) + len(t.mid) - from
	t.params, t.query, t.fragment = r.params+by, r.query+by, r.fragment+by
}

// check reports that the target is longer than is allowed, or possible.
func (opt ResolveOptions) check(t *target, r *URL) error {
	most := uint64(math.MaxInt)
	if opt.MaxLength > 0 {
		most = uint64(opt.MaxLength)
	}
	if uint64(len(t.head))+uint64(len(t.mid))+uint64(len(t.tail)) > most {
		return tooLong(r.s, -1)
	}
	return nil
}

// inherit is step 5, for a reference without a path: it takes as much of b as
// the reference leaves open.
func (t *target) inherit(b, r *URL) {
	hasParams, hasQuery := r.query-r.params > 1, r.fragment-r.query > 1
	if (hasParams || hasQuery) && b.path != b.scheme && b.path == b.params {
		t.mid = "/"
	}
	switch {
	case hasParams: // a
		t.take(b.s[:b.params], r, r.params)
	case hasQuery: // b
		t.take(b.s[:b.query], r, r.query)
		t.params = b.params + len(t.mid)
	default:
		t.take(b.s[:b.fragment], r, r.fragment)
		t.params, t.query = b.params, b.query
	}
}

// merge is step 6, for a reference with a relative path: it takes b up to the
// last slash of its path. Dot segments in front of the reference take more away
// where that is all that has to be done.
func (t *target) merge(b, r *URL) {
	path := r.s[r.path:r.params]
	cut := b.path + strings.LastIndexByte(b.s[b.path:b.params], '/') + 1
	first := b.path // of the path in the words of the grammar, behind the slash
	switch {
	case cut > b.path && b.s[b.path] == '/':
		first++
	case cut == b.path && b.path != b.scheme:
		t.mid = "/"
	}
	lead := 0
	if path[0] == '.' {
		lead = dotsegment.Leading(path)
	}
	t.relative = dotsegment.Has(b.s[first:cut]) || dotsegment.InnerIndex(path[lead:]) >= 0
	if lead > 0 && !t.relative {
		if up, enough := dotsegment.Climb(b.s[:cut], path[:lead], first); enough && (b.path != b.scheme || path[lead:] == "" || path[lead] != '/') {
			t.take(b.s[:up], r, r.path+lead)
			return
		}
		t.relative = true
	}
	t.take(b.s[:cut], r, r.path)
	t.rework = t.relative
}

// append appends the text of t to dst and corrects the offsets.
func (t *target) append(dst []byte) []byte {
	n := len(dst)
	dst = slices.Grow(dst, len(t.head)+len(t.mid)+len(t.tail)+len(guard))
	dst = append(append(append(dst, t.head...), t.mid...), t.tail...)
	if !t.rework {
		return dst
	}
	text := dst[n:]
	path := text[t.path:t.params]
	if t.relative {
		slash := 0
		if path[0] == '/' {
			slash = 1
		}
		path = path[:slash+len(clean(path[slash:]))]
	}
	end := t.path + len(path)
	params, query, fragment := t.params, t.query, t.fragment
	t.params = end
	end += moveComponent(text, end, params, query)
	t.query = end
	end += moveComponent(text, end, query, fragment)
	t.fragment = end
	end += moveComponent(text, end, fragment, len(text))
	dst = dst[:n+end]
	if t.path == t.scheme && bytes.HasPrefix(path, []byte(guard)) {
		dst = slices.Insert(dst, n+t.path, []byte(guard)...)
		t.path += len(guard)
		t.params += len(guard)
		t.query += len(guard)
		t.fragment += len(guard)
	}
	return dst
}

// moveComponent moves a component that stands in text from offset i to j, with
// its delimiter, to offset to, and returns how long it is: 0 if it has no more
// than a delimiter, since step 7 writes what is not empty.
func moveComponent(text []byte, to, i, j int) int {
	if j-i <= 1 {
		return 0
	}
	return copy(text[to:], text[i:j])
}

// clean takes dot segments out of path, which begins behind the slash that may
// precede it, by the operations a to d of step 6, and returns what is left in the
// memory of path. It is a stack of segments, as §4 suggests: out is its top.
// The module bench measures it, with hostile texts.
func clean(path []byte) []byte {
	out, surplus := 0, 0 // behind what is left, and behind the ".." in front of it
	for in := 0; in < len(path); {
		switch n := dots(path, in); {
		case n == 1: // a and b
			in += 2
		case n == 2 && out > surplus: // c and d
			for out--; out > surplus && path[out-1] != '/'; {
				out--
			}
			in += 3
		case n == 2:
			n = min(3, len(path)-in)
			out += copy(path[out:], path[in:in+n])
			in += n
			surplus = out
		default:
			n = ordinary(path[in:])
			out += copy(path[out:], path[in:in+n])
			in += n
		}
	}
	return path[:out]
}

// dots returns 1 or 2 if the segment "." or ".." begins at offset i of path, and
// else 0.
func dots(path []byte, i int) int {
	if path[i] != '.' {
		return 0
	}
	n := 1
	if i++; i < len(path) && path[i] == '.' {
		n = 2
		i++
	}
	if i < len(path) && path[i] != '/' {
		return 0
	}
	return n
}

// ordinary returns the length of the segments that path begins with, up to the
// next one that begins with a dot.
func ordinary(path []byte) int {
	n := 0
	for n < len(path) && path[n] != '/' { // one by one, as short ones are the most
		n++
	}
	if n++; n >= len(path) || path[n] == '.' {
		return min(n, len(path))
	}
	if i := bytes.Index(path[n:], []byte("/.")); i >= 0 {
		return n + i + 1
	}
	return len(path)
}
