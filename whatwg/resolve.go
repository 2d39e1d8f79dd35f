package whatwg

import (
	"strings"

	"earl.example/internal/steps"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
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
