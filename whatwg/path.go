package whatwg

import (
	"bytes"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// pathStart is the path start state, at offset i.
func (p *parser) pathStart(i int) bool {
	if p.check {
		return true
	}
	p.part = urlerr.Path
	p.at.path = p.size()
	switch {
	case p.slash(i):
		if p.in[i] == '\\' {
			p.report(ruleInvalidReverseSolidus, i)
		}
		return p.list(i, true)
	case p.kind != other:
		return p.list(i, false)
	}
	return p.query(i)
}

// list is the path state and what follows. The slash before the first segment
// stands at offset i; or if slash is false it stands nowhere, and the segment
// begins at i.
func (p *parser) list(i int, slash bool) bool {
	if p.check {
		return true
	}
	p.part = urlerr.Path
	if p.at.path == 0 {
		p.at.path = p.size()
	}
	i = p.segments(i, slash)
	p.guard()
	return p.query(i)
}

// segments appends the segments of a path and returns the offset of what ends
// it.
func (p *parser) segments(i int, slash bool) int {
	ends := p.segmentEnds()
	quick := !p.whole && p.violated == nil
	for {
		start := i
		if slash {
			next := p.c(i + 1)
			if quick && p.in[i] == '/' && next != '.' && (next != '%' || p.c(i+2) != '2') && (p.kind != fileScheme || p.c(i+2) != '|') {
				end, bad := fastPath(p.in, i)
				p.take(i, end)
				if i = end; !bad {
					return end
				}
			}
			if p.isOdd(i) {
				p.diverge()
				end, all := p.oddSegments(i, ends)
				if i = end; all {
					return end
				}
			}
			start = i + 1
		}
		for p.violated == nil && p.slash(start) && !p.isOdd(i) { // empty segments
			p.segmentSlash(i, start)
			i = start
			start++
		}
		end := start
		for end < len(p.in) && table[p.in[end]]&ends == 0 {
			end++
		}
		if p.violated != nil {
			p.checkUnits(max(start, min(p.unchecked, end)), end)
		}
		last := !p.slash(end)
		switch n := dots(p.in[start:end]); {
		case start == end:
			p.segmentSlash(i, start)
		case n == 0:
			p.segment(i, start, end)
		default:
			if n == 2 {
				p.shorten()
			}
			if last {
				p.segmentSlash(i, start)
			}
		}
		if last {
			return end
		}
		if p.in[end] == '\\' {
			p.report(ruleInvalidReverseSolidus, end)
		}
		i, slash = end, true
	}
}

// isOdd reports whether the rest of the path, from offset i on, is for
// oddSegments.
func (p *parser) isOdd(i int) bool {
	return len(p.in)-i > roomSize && p.violated == nil && (p.own || !p.whole)
}

// oddSegments appends segments of a long path to the output, which is own. The
// first has its slash at offset i. It returns the offset of what ends them: of
// all, or before a segment that is long and in normal form, such as fastPath is
// made for.
func (p *parser) oddSegments(i int, ends class) (end int, all bool) {
	const long, small = 16, 4096
	if size := len(p.in) - i; p.big == nil && size <= small {
		p.grow(p.used + 3*size + 20) // whatever is in it
	} else if p.big == nil {
		p.grow(p.used + p.likely(i))
	}
	in, out := p.in, p.big // the compiler keeps these in registers
	separators := slashes
	if p.kind != other {
		separators = specialSlashes
	}
	for {
		for ; i+1 < len(in) && table[in[i+1]]&separators != 0; i++ {
			out = append(out, '/')
		}
		start, seen := i+1, class(0)
		for end = start; end < len(in); end++ {
			c := table[in[end]]
			if c&ends != 0 {
				break
			}
			seen |= c
		}
		segment := in[start:end]
		n := 0
		switch {
		case start == end || in[start] != '.' && in[start] != '%':
		case end-start <= 2 && in[start] == '.' && in[end-1] == '.':
			n = end - start
		default:
			n = dots(segment)
		}
		switch {
		case start == end:
			out = append(out, '/')
		case n == 2: // shorten
			size := len(out)
			if p.kind == fileScheme && size-p.at.path == 3 && startsWithNormalDrive(string(out[p.at.path:])) {
				break
			}
			for size > p.at.path {
				if size--; out[size] == '/' {
					break
				}
			}
			out = out[:size]
		case n == 1:
		case p.kind == fileScheme && len(out) == p.at.path && isDriveLetter(segment):
			out = append(out, '/', segment[0], ':')
		case seen&pathSet == 0:
			if end-i > long && in[i] == '/' && !p.whole && (p.kind != fileScheme || in[i+2] != '|') {
				p.big = out
				return i, false
			}
			out = append(append(out, '/'), segment...)
		case seen&nonASCII == 0 && end-start < len(out):
			out = percent.AppendEncode(append(grown(out, 3*(end-start)+40), '/'), segment, pathSet.escapes())
		default:
			if end-start > len(out) {
				out = grown(out, 3*(end-start)+p.likely(end)+20)
			}
			p.big = append(out, '/')
			p.encodeBig(start, end, pathSet)
			out = p.big
		}
		if end == len(in) || table[in[end]]&separators == 0 {
			if n > 0 {
				out = append(out, '/')
			}
			p.big = out
			return end, true
		}
		i = end
	}
}

// segmentEnds returns the bytes that end a segment.
func (p *parser) segmentEnds() class {
	switch {
	case p.whole && p.kind != other:
		return specialSlashes
	case p.whole:
		return slashes
	case p.kind != other:
		return specialEnd
	}
	return authorityEnd
}

// segment appends a slash and the segment in[start:end]. If i is not start,
// some slash stands at i.
func (p *parser) segment(i, start, end int) {
	drive := p.kind == fileScheme && p.size() == p.at.path && isDriveLetter(p.in[start:end])
	p.segmentSlash(i, start)
	if drive {
		p.take(start, start+1)
		p.takeOr(start+1, ":")
		return
	}
	p.encode(start, end, pathSet)
}

// segmentSlash appends a slash, for the one at i, or for none if i is start.
func (p *parser) segmentSlash(i, start int) {
	if i < start && p.in[i] == '/' {
		p.take(i, start)
	} else {
		p.diverge()
		p.writeByte('/')
	}
}

// shorten is "shorten a url's path", §4.2. The bytes it looks at go, so all
// calls together take linear time.
func (p *parser) shorten() {
	from, to := p.at.path, p.size()
	if !p.own {
		if p.kind == fileScheme && to-from == 3 && startsWithNormalDrive(p.in[from:to]) {
			return
		}
		p.cut(from + max(0, strings.LastIndexByte(p.in[from:to], '/')))
		return
	}
	path := p.out()[from:]
	if p.kind == fileScheme && len(path) == 3 && startsWithNormalDrive(string(path)) {
		return
	}
	p.cut(from + max(0, bytes.LastIndexByte(path, '/')))
}

// startsWithNormalDrive reports whether the first segment of path is a
// normalized Windows drive letter, §4.2.
func startsWithNormalDrive(path string) bool {
	return len(path) >= 3 && path[0] == '/' && ascii.Is(path[1], ascii.Alpha) && path[2] == ':' && (len(path) == 3 || path[3] == '/')
}

// guard puts "/." before a path without an authority that could be taken for
// one, §4.5.
func (p *parser) guard() {
	if p.host != NoHost || p.size() < p.at.path+2 || p.opaque {
		return
	}
	if p.own {
		if string(p.out()[p.at.path:p.at.path+2]) != "//" {
			return
		}
	} else if p.in[p.at.path:p.at.path+2] != "//" {
		return
	}
	p.put("/.")
	path := p.out()[p.at.path:]
	copy(path[2:], path)
	copy(path, "/.")
	p.at.path += 2
}

// opaquePath is the opaque path state, at offset i.
func (p *parser) opaquePath(i int) bool {
	p.opaque = true
	if p.check {
		return true
	}
	p.part = urlerr.Path
	p.at.path = p.size()
	end := i
	for end < len(p.in) && p.in[end] != '?' && p.in[end] != '#' {
		end++
	}
	if p.violated != nil {
		p.checkUnits(i, end)
	}
	if end < len(p.in) && end > i && p.in[end-1] == ' ' {
		p.encode(i, end-1, c0Set)
		p.put("%20")
	} else {
		p.encode(i, end, c0Set)
	}
	return p.query(end)
}

// query is the query state, if a "?" stands at offset i, and what follows.
func (p *parser) query(i int) bool {
	p.at.query = p.size()
	if p.check || p.c(i) != '?' {
		return p.fragment(i)
	}
	p.part = urlerr.Query
	end := len(p.in)
	if n := strings.IndexByte(p.in[i:], '#'); n >= 0 {
		end = i + n
	}
	if p.violated != nil {
		p.checkUnits(i+1, end)
	}
	p.take(i, i+1)
	if !p.encodeQuery(i+1, end) {
		return false
	}
	return p.fragment(end)
}

// encodeQuery appends in[from:to] as a query.
func (p *parser) encodeQuery(from, to int) bool {
	set := querySet
	if p.kind != other {
		set = specialQuerySet
	}
	if p.encoding == encoding.UTF8 || p.kind == other || p.kind == ws || p.kind == wss || indexClass(p.in[:to], from, nonASCII|c0Set) == to {
		p.encode(from, to, set)
		return true
	}
	most := maxLength
	if p.most > 0 {
		most = min(most, p.most)
	}
	encoded, ok := appendOtherEncoding(nil, p.in[from:to], p.encoding, set, most)
	if !ok {
		return p.refuse(ruleTooLong, len(p.in))
	}
	p.put(string(encoded))
	return true
}

// fragment is the fragment state, if a "#" stands at offset i, where nothing
// else can be.
func (p *parser) fragment(i int) bool {
	p.at.frag = p.size()
	if p.check || i == len(p.in) {
		return true
	}
	p.part = urlerr.Fragment
	if p.violated != nil {
		p.checkUnits(i+1, len(p.in))
	}
	p.take(i, i+1)
	p.encode(i+1, len(p.in), fragmentSet)
	return true
}
