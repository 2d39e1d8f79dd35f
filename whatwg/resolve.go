package whatwg

import (
	"strings"

	"earl.example/internal/steps"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/resolve"
	"earl.example/reading"
)

// Resolve parses ref with the base URL u, like new URL(ref, u) in JavaScript (§6.1). If u is the zero URL, there is no
// base, and Resolve parses ref like [Parse]. The error is a [*urlerr.Error].
func (u URL) Resolve(ref string) (target URL, err error) {
	if !target.fast(ref, anyHead) && !target.fastResolve(&u, ref) {
		err = target.resume(ref, &ParseOptions{Base: u}, nil)
	}
	return target, err
}

// fastResolve resolves ref against base if ref is a path, perhaps with query and fragment, and in normal form except
// for "./" and "../" at its start. It leaves bases without a host and file URLs to the parser. It reports whether it
// set u. BenchmarkResolve measures it.
func (u *URL) fastResolve(base *URL, ref string) bool {
	if ref == "" || tooLong(len(ref)) || base.host == reading.NoHost || base.kind == file || base.path == base.query {
		return false
	}
	n, path := int(base.path), base.href[:base.query]
	if ref[0] == '/' {
		if len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\') {
			return false // ref has a host
		}
	} else {
		n = strings.LastIndexByte(path, '/') + 1
		skip := dotsegment.Leading(ref)
		n, _ = dotsegment.Climb(path[:n], ref[:skip], int(base.path)+1)
		ref = ref[skip:]
		if ref == "" || !ascii.Is(ref[0], ascii.SchemeChar) || ref[0] == '.' || ascii.SchemeColon(ref) > 0 {
			return false
		}
	}
	end, ok := fastPath(ref, 0, base.kind.authorityEnds())
	if !ok {
		return false
	}
	frag := end
	if end < len(ref) && ref[end] == '?' {
		frag = ascii.IndexFrom(ref, end, base.kind.querySet())
	}
	if frag < len(ref) && (ref[frag] != '#' || ascii.IndexFrom(ref, frag, ascii.FragmentSet) < len(ref)) ||
		tooLong(n+len(ref)) {
		return false
	}
	*u = *base
	u.href = base.href[:n] + ref
	u.query, u.frag = uint32(n+end), uint32(n+frag)
	return true
}

var _ = steps.Register(explain, "whatwg")

// explain resolves ref against base as [URL.Resolve] does, without its shortcuts, and adds states of the parser to
// trace.
func explain(_ reading.Dialect, base, ref string, trace *steps.Trace) {
	steps.Row(trace, "scheme start state", "", ref)
	var p parser
	p.base, _ = Parse(base)
	p.trace = trace
	p.prepare(ref)
	p.run() // it does not fail, because ref has a target
	trace.Add("result", p.text())
}

// enter adds a state of the parser to the trace: the output so far, and the input from in[i] on.
func (p *parser) enter(state string, i int) {
	if p.trace != nil {
		p.addState(state, i)
	}
}

func (p *parser) addState(state string, i int) {
	steps.Row(p.trace, state, p.since(0), p.in[min(i, len(p.in)):])
}

// Relative returns the shortest reference that resolves to target against base, as in browsers. Among references of the
// same length, it prefers a relative path, then a path from the root, then a host after "//", then the href of target.
// After a host, it always writes the path.
//
// A path never becomes a host: for the target "http://h//evil.example/" on the base "http://h/a" the reference is
// ".//evil.example/". The result is the href of target if base is the zero URL, and if no reference resolves to target,
// which a setter can bring about.
func Relative(base, target URL) string {
	best := target.href
	consider := func(ref string) {
		if len(ref) >= len(best) {
			return
		}
		if u, err := base.Resolve(ref); err == nil && u == target {
			best = ref
		}
	}
	path, tail := target.Pathname(), target.href[target.query:]
	if base.IsZero() || base.Scheme() != target.Scheme() {
		return best
	}
	consider(target.href[target.frag:])
	consider(tail)
	if base.href[:base.authorityEnd()] == target.href[:target.authorityEnd()] && path != "" && !target.HasOpaquePath() {
		dir := base.Pathname()
		if dir == "" || base.kind == file && len(dir) == len("/C:") && startsWithNormalDrive(dir) {
			dir += "/"
		}
		dir = dir[:strings.LastIndexByte(dir, '/')+1]
		relative := resolve.Relative(dir, path) + tail
		consider(strings.TrimPrefix(relative, "./")) // ":a" has no scheme
		consider(relative)
		if target.kind == file && startsWithNormalDrive(path) {
			rest := path[len("/C:"):] // a path from the root keeps the drive
			consider(rest + tail)
			consider("/." + rest + tail)
		}
		consider(path + tail)
		consider("/." + path + tail)
	}
	consider(target.href[target.scheme+1:])
	return best
}
