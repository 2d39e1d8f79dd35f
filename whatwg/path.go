package whatwg

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// pathStart implements the path start state.
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
	p.note(urlerr.Path, i, i)
	return p.query(i)
}

// list implements the path state, and parses the text after the path. If slash is true, the path begins with the slash
// at i. If it is false, the first segment begins at i.
func (p *parser) list(i int, slash bool) bool {
	if p.check {
		return true
	}
	p.part = urlerr.Path
	if p.at.path == 0 {
		p.at.path = p.size()
	}
	end := p.segments(i, slash)
	p.note(urlerr.Path, i, end)
	p.separatePath()
	return p.query(end)
}

// segments appends the segments of a path. It returns the end of the path.
func (p *parser) segments(i int, slash bool) int {
	ends := p.segmentEnds()
	quick := !p.whole && p.violated == nil
	for {
		start := i
		if slash {
			next := p.c(i + 1)
			if quick && p.in[i] == '/' && next != '.' && (next != '%' || p.c(i+2) != '2') &&
				(p.kind != file || p.c(i+2) != '|') {
				end, ok := fastPath(p.in, i)
				p.take(i, end)
				if i = end; ok {
					return end
				}
			}
			if p.isLong(i) {
				p.diverge()
				end, all := p.longSegments(i, ends)
				if i = end; all {
					return end
				}
			}
			start = i + 1
		}
		for p.violated == nil && p.slash(start) && !p.isLong(i) { // empty segments
			p.segmentSlash(i, start)
			i = start
			start++
		}
		end := start
		for end < len(p.in) && table[p.in[end]]&ends == 0 {
			end++
		}
		p.reportUnits(max(start, min(p.unchecked, end)), end)
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

// isLong reports whether longSegments is used for the path at offset i.
func (p *parser) isLong(i int) bool {
	return len(p.in)-i > roomSize && p.violated == nil && (p.own || !p.whole)
}

// longSegments appends segments of a long path to the output. Precondition: own is true. The slash of the first segment
// is at i. It returns the end of the path and true, or the offset of a long segment in normal form and false. For such
// a segment, fastPath is faster. BenchmarkHostile measures longSegments.
func (p *parser) longSegments(i int, ends class) (end int, all bool) {
	const long, small = 16, 4096
	if size := len(p.in) - i; p.big == nil && size <= small {
		p.grow(p.used + 3*size + 20) // enough for any content
	} else if p.big == nil {
		p.grow(p.used + p.likely(i))
	}
	in, out := p.in, p.big // local variables stay in registers
	separators := slashes
	if p.kind != other {
		separators = specialSlashes
	}
	for {
		start, seen, stop := i+1, class(0), class(0)
		for end = start; end < len(in); end++ {
			c := table[in[end]]
			if c&ends != 0 {
				stop = c
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
			for ; stop&separators != 0 && end+1 < len(in) && table[in[end+1]]&separators != 0; end++ {
				out = append(out, '/')
			}
		case n == 2: // like p.shorten
			size := len(out)
			if p.kind == file && size-p.at.path == 3 && startsWithNormalDrive(string(out[p.at.path:])) {
				break
			}
			for size > p.at.path {
				if size--; out[size] == '/' {
					break
				}
			}
			out = out[:size]
		case n == 1:
		case p.kind == file && len(out) == p.at.path && isDriveLetter(segment):
			out = append(out, '/', segment[0], ':')
		case seen&pathSet == 0:
			if end-i > long && in[i] == '/' && !p.whole && (p.kind != file || in[i+2] != '|') {
				p.big = out
				return i, false
			}
			if in[i] == '/' {
				out = append(out, in[i:end]...)
			} else {
				out = append(append(out, '/'), segment...)
			}
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
		if stop&separators == 0 {
			if n > 0 {
				out = append(out, '/')
			}
			p.big = out
			return end, true
		}
		i = end
	}
}

func (p *parser) segmentEnds() class {
	switch {
	case p.whole && p.kind != other:
		return specialSlashes
	case p.whole:
		return slashes
	}
	return p.kind.authorityEnds()
}

// segment appends "/" and the segment in[start:end]. If i < start, the slash of the input is at i.
func (p *parser) segment(i, start, end int) {
	drive := p.kind == file && p.size() == p.at.path && isDriveLetter(p.in[start:end])
	p.segmentSlash(i, start)
	if drive {
		p.take(start, start+1)
		p.takeOr(start+1, ":")
		return
	}
	p.encode(start, end, pathSet)
}

// segmentSlash appends "/". If i < start, the slash of the input is at i.
func (p *parser) segmentSlash(i, start int) {
	if i < start && p.in[i] == '/' {
		p.take(i, start)
	} else {
		p.diverge()
		p.writeByte('/')
	}
}

// shorten removes the last segment of the path, but not a drive letter ("shorten a url's path", §4.2).
func (p *parser) shorten() {
	path := p.since(p.at.path)
	if p.kind != file || len(path) != 3 || !startsWithNormalDrive(path) {
		p.cut(p.at.path + max(0, strings.LastIndexByte(path, '/')))
	}
}

// startsWithNormalDrive reports whether the first segment of path is a normalized Windows drive letter (§4.2).
func startsWithNormalDrive(path string) bool {
	return len(path) >= 3 && path[0] == '/' && ascii.Is(path[1], ascii.Alpha) && path[2] == ':' &&
		(len(path) == 3 || path[3] == '/')
}

// separatePath puts "/." before a path that begins with "//" if there is no host (§4.5).
func (p *parser) separatePath() {
	if p.host != NoHost || p.opaque || !strings.HasPrefix(p.since(p.at.path), "//") {
		return
	}
	p.put("/.")
	path := p.buffer()[p.at.path:]
	copy(path[2:], path)
	copy(path, "/.")
	p.at.path += 2
}

// opaquePath implements the opaque path state.
func (p *parser) opaquePath(i int) bool {
	p.opaque = true
	if p.check {
		return true
	}
	p.part = urlerr.Path
	p.at.path = p.size()
	kept := opaqueEnd(p.in, i)
	end := kept
	for end < len(p.in) && p.in[end] != '?' && p.in[end] != '#' {
		end++
	}
	p.note(urlerr.Path, i, end)
	p.reportUnits(i, end)
	if end < len(p.in) && end > i && p.in[end-1] == ' ' {
		p.take(i, min(kept, end-1))
		p.encode(min(kept, end-1), end-1, c0Set)
		p.put("%20")
	} else {
		p.take(i, kept)
		p.encode(kept, end, c0Set)
	}
	return p.query(end)
}

// query implements the query state if in[i] is "?", and parses the text after the query.
func (p *parser) query(i int) bool {
	p.at.query = p.size()
	if p.check || p.c(i) != '?' {
		return p.fragment(i)
	}
	p.part = urlerr.Query
	end := i + indexByte(p.in[i:], '#')
	p.note(urlerr.Query, i+1, end)
	p.reportUnits(i+1, end)
	p.take(i, i+1)
	return p.encodeQuery(i+1, end) && p.fragment(end)
}

func (p *parser) encodeQuery(from, to int) bool {
	set := querySet
	if p.kind != other {
		set = specialQuerySet
	}
	if p.encoding == encoding.UTF8 || p.kind == other || p.kind == ws || p.kind == wss ||
		indexClass(p.in[:to], from, nonASCII|c0Set) == to {
		p.encode(from, to, set)
		return true
	}
	most := maxLength
	if p.maxLength > 0 {
		most = min(most, p.maxLength)
	}
	encoded, ok := appendOtherEncoding(nil, p.in[from:to], p.encoding, set, most)
	if !ok {
		return p.reject(ruleTooLong, len(p.in))
	}
	p.put(string(encoded))
	return true
}

// fragment implements the fragment state if i < len(in).
func (p *parser) fragment(i int) bool {
	p.at.frag = p.size()
	if p.check || i == len(p.in) {
		return true
	}
	p.part = urlerr.Fragment
	p.note(urlerr.Fragment, i+1, len(p.in))
	p.reportUnits(i+1, len(p.in))
	p.take(i, i+1)
	p.encode(i+1, len(p.in), fragmentSet)
	return true
}
