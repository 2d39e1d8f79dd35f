package rfc1808

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"earl.example/internal/steps"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/resolve"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Resolve returns the absolute form of ref against base (§4). Surplus ".." segments remain. Dot segments are removed
// from relative paths only. The empty reference is the base with its fragment (§5.2). Resolve does not check the scheme
// of base; see [Grammar.CheckBase].
//
// The zero URL as base means that no base is known (§3.4): the result is ref, which may be relative (step 1). Any other
// relative base is an error of kind [urlerr.NoBase], unless ref is absolute (§3).
//
// An empty component of a relative reference counts as absent: "g?" becomes "g". Some steps do not define the result,
// or write a text that parses differently. In these cases, Resolve follows these rules:
//
//   - "#" gives the base without its fragment: only the empty text is "entirely empty" (step 2a).
//   - A slash is added between a net_loc and a path, params or query that does not begin with a slash (§2.2): http://a
//     and g give http://a/g. It is added before dot segments are removed (step 6): http://a and . give http://a/.
//   - An empty net_loc of the base is kept: file:///b and g give file:///g.
//   - If there is no net_loc, an empty net_loc is added before a path that would begin with "//": http:/b/c and ..//g
//     give http:////g, not the host g.
func Resolve(base, ref URL) (URL, error) {
	var t target
	if err := t.plan(&base, &ref); err != nil {
		return URL{}, err
	}
	switch {
	case !t.rework:
		t.u.s = t.String()
	case t.Len()+uint64(len(emptyNetLoc)) <= stackText:
		var short [stackText]byte
		t.u.s = string(t.rewrite(short[:0]))
	default:
		t.u.s = ascii.Text(t.rewrite(nil))
	}
	return t.u, nil
}

// stackText is the size of a text that Resolve writes on the stack before it copies it.
const stackText = 256

// A target is the result of resolving, before rewrite changes it. The field u has the offsets of the components, but no
// text.
type target struct {
	resolve.Target
	u URL

	// rework means that rewrite must run: for dot segments, empty components, or a path that begins with "//".
	rework bool

	dots bool // step 6 applies to the path
	slow bool // plan takes no shortcut
	last byte // the last step before step 7, for explanations: a key in steps/texts.tsv
}

// emptyNetLoc is the empty net_loc before a path that begins with "//".
const emptyNetLoc = "//"

func (t *target) plan(base, ref *URL) error {
	switch {
	case ref.scheme != 0 || base.s == "": // steps 2b and 1
		t.Ref, t.u, t.last = ref.s, *ref, 'b'
		return nil
	case base.scheme == 0:
		return fail(ruleBase, base.s, -1, urlerr.NoComponent)
	case ref.s == "": // step 2a
		t.Base, t.Cut, t.u, t.last = base.s, len(base.s), *base, 'a'
		return nil
	}
	t.u.scheme, t.u.path = base.scheme, base.path
	switch {
	case ref.path > len("//"): // step 3: the net_loc is not empty
		t.u.path, t.last = base.scheme+ref.path, '3'
		t.splice(base, base.scheme, ref, 0)
	case ref.path == ref.params: // step 5
		t.last = '5'
		t.inherit(base, ref)
	case ref.s[ref.path] == '/': // step 4
		t.last = '4'
		t.splice(base, base.path, ref, ref.path)
		t.rework = t.u.path == t.u.scheme && strings.HasPrefix(ref.s[ref.path:], emptyNetLoc)
	default: // step 6
		t.last = '6'
		t.merge(base, ref)
	}
	if t.Len() > math.MaxInt-uint64(len(emptyNetLoc)) {
		return fail(ruleLength, ref.s, -1, urlerr.NoComponent)
	}
	if t.u.query-t.u.params == 1 || t.u.fragment-t.u.query == 1 || int(t.Len())-t.u.fragment == 1 {
		t.rework = true // a component is empty
	}
	return nil
}

// splice sets the text of t to base[:cut] + t.Mid + ref[skip:], and takes the offsets of the params and later
// components from ref.
func (t *target) splice(base *URL, cut int, ref *URL, skip int) {
	t.Base, t.Cut, t.Ref, t.Skip = base.s, cut, ref.s, skip
	shift := t.Shift()
	t.u.params, t.u.query, t.u.fragment = ref.params+shift, ref.query+shift, ref.fragment+shift
}

func (t *target) merge(base, ref *URL) {
	path := ref.s[ref.path:ref.params]
	hasNetLoc := base.path != base.scheme
	if hasNetLoc && base.path != base.params && !t.slow {
		if cut, skip, exact, ok := resolve.Splice(base.s, base.path, base.params, path); ok && exact {
			t.splice(base, cut, ref, ref.path+skip)
			return
		}
	}
	t.Merge(base.s, base.path, base.params, hasNetLoc, ref.s)
	t.splice(base, t.Cut, ref, ref.path)
	dir := strings.TrimPrefix(base.s[base.path:t.Cut], "/")
	t.dots = dotsegment.Has(dir) || dotsegment.Has(path)
	t.rework = t.dots
}

// inherit does step 5, for a ref without a path. The target is the text of base before the first component that ref
// has, followed by ref from this component on.
func (t *target) inherit(base, ref *URL) {
	hasParams, hasQuery := ref.query-ref.params > 1, ref.fragment-ref.query > 1
	if (hasParams || hasQuery) && base.path != base.scheme && base.path == base.params {
		t.Mid = "/"
	}
	switch {
	case hasParams:
		t.last = 'p'
		t.splice(base, base.params, ref, ref.params)
	case hasQuery:
		t.last = 'q'
		t.splice(base, base.query, ref, ref.query)
		t.u.params = base.params + len(t.Mid)
	default:
		t.splice(base, base.fragment, ref, ref.fragment)
		t.u.params, t.u.query = base.params, base.query
	}
}

// rewrite writes the text of t without dot segments and empty components to dst, which is empty. It sets the offsets of
// t.u.
func (t *target) rewrite(dst []byte) []byte {
	u := &t.u
	text := t.Append(dst, len(emptyNetLoc))
	path := text[u.path:u.params]
	if t.dots {
		slash := 0
		if path[0] == '/' {
			slash = 1
		}
		path = path[:slash+len(removeDots(path[slash:], nil))]
	}
	params, query, fragment := u.params, u.query, u.fragment
	u.params = u.path + len(path)
	u.query = u.params + moveComponent(text, u.params, params, query)
	u.fragment = u.query + moveComponent(text, u.query, query, fragment)
	text = text[:u.fragment+moveComponent(text, u.fragment, fragment, len(text))]
	if u.path == u.scheme && bytes.HasPrefix(path, []byte(emptyNetLoc)) {
		text = slices.Insert(text, u.path, []byte(emptyNetLoc)...)
		u.path += len(emptyNetLoc)
		u.params += len(emptyNetLoc)
		u.query += len(emptyNetLoc)
		u.fragment += len(emptyNetLoc)
	}
	return text
}

// moveComponent copies text[i:j], a component with its delimiter, to text[to:], and returns its length. If the
// component is empty, moveComponent copies nothing and returns 0, because step 7 omits empty components.
func moveComponent(text []byte, to, i, j int) int {
	if j-i <= 1 {
		return 0
	}
	return copy(text[to:], text[i:j])
}

// removeDots removes dot segments from path, which has no leading slash, in place: operations a to d of step 6.
// Invariant: surplus <= out <= in, where path[:surplus] has the ".." segments without a segment to remove. removeDots
// calls trace, if it is not nil, after each segment. The result is then path[:out], and path[in:] remains.
func removeDots(path []byte, trace func(out, in int)) []byte {
	out, surplus := 0, 0
	for in := 0; in < len(path); {
		end := in
		for end < len(path) && path[end] != '/' { // byte by byte, because most segments are short
			end++
		}
		dot, dotDot := string(path[in:end]) == ".", string(path[in:end]) == ".."
		end = min(end+1, len(path)) // with the slash
		switch {
		case dot: // a and b
		case dotDot && out > surplus: // c and d
			for out--; out > surplus && path[out-1] != '/'; {
				out--
			}
		default:
			out += copy(path[out:], path[in:end])
			if dotDot {
				surplus = out
			}
		}
		in = end
		if trace != nil {
			trace(out, in)
		}
	}
	return path[:out]
}

var _ = steps.Register(explain, "rfc1808")

// explain resolves ref against base as [Resolve] does, without its shortcuts, and adds the steps to trace.
func explain(_ reading.Dialect, base, ref string, trace *steps.Trace) {
	b, r, t := Parse(base), Parse(ref), target{slow: true}
	_ = t.plan(&b, &r) // the error is nil, because ref has a target
	text, from := t.String(), steps.Origin{Cut: t.Cut, End: t.Cut + len(t.Mid), Known: true}
	trace.Combine(string(rune(t.last)), text, from)
	at := t.u.path
	var path *steps.Path
	if t.dots {
		start := at
		if text[at] == '/' {
			start++
		}
		p := []byte(text[start:t.u.params])
		path = trace.Path("6", text, from, start, p)
		removeDots(p, func(out, in int) { path.Row("6", out, in) })
	}
	if t.rework {
		rewritten := string(t.rewrite(nil))
		switch {
		case t.u.path == at && path != nil:
			from = path.Origin(rewritten)
		case len(rewritten) != len(text) || t.u.path != at:
			from = steps.Origin{}
		}
		text = rewritten
	}
	trace.Combine("7", text, from)
}
