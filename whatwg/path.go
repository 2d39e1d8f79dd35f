package whatwg

import (
	"slices"
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

// segments appends the segments of a path, each after a "/". It returns the end of the path.
func (p *parser) segments(i int, slash bool) int {
	in, separators := p.in, slashes
	if p.kind != other {
		separators = specialSlashes
	}
	ends := separators
	if !p.whole {
		ends = p.kind.authorityEnds()
	}
	quick := !p.whole && p.violated == nil
	for {
		start := i
		if slash {
			if quick && in[i] == '/' && p.c(i+1) != '.' && (p.c(i+1) != '%' || p.c(i+2) != '2') &&
				(p.kind != file || p.c(i+2) != '|') {
				end, ok := fastPath(in, i)
				p.take(i, end)
				if ok {
					return end
				}
				quick = end-i >= 8 // segments that are not in normal form are likely to recur
				i = end
			}
			start = i + 1
		}
		for p.violated == nil && start < len(in) && table[in[start]]&separators != 0 { // empty segments
			p.takeSlash(i)
			i = start
			start++
		}
		end, all := start, class(0)
		for end < len(in) && table[in[end]]&ends == 0 {
			all |= table[in[end]]
			end++
		}
		last := end == len(in) || table[in[end]]&separators == 0
		n := 0
		if start < end && (in[start] == '.' || in[start] == '%') {
			n = dots(in[start:end])
		}
		if p.violated != nil {
			p.reportUnits(max(start, min(p.unchecked, end)), end)
		}
		switch {
		case n > 0:
			if n == 2 {
				p.shorten()
			}
			if last {
				p.takeSlash(i)
			}
		case p.kind == file && p.size() == p.at.path && isDriveLetter(in[start:end]):
			p.takeSlash(i)
			p.take(start, start+1)
			p.takeOr(start+1, ":")
		case all&pathSet == 0 && i < start && in[i] == '/':
			p.take(i, end)
		case all&pathSet == 0:
			p.takeSlash(i)
			p.take(start, end)
		case all&nonASCII == 0 && p.own && !p.check && end-start <= shortPiece: // encode takes longer for few bytes
			p.out = percent.AppendEncode(append(p.out, '/'), in[start:end], pathSet.escapes())
		default:
			p.takeSlash(i)
			p.encode(start, end, pathSet)
		}
		if last {
			return end
		}
		if in[end] == '\\' {
			p.report(ruleInvalidReverseSolidus, end)
		}
		i, slash = end, true
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
	if p.host == NoHost && !p.opaque && strings.HasPrefix(p.since(p.at.path), "//") {
		p.diverge(len("/."))
		p.out = slices.Insert(p.out, p.at.path, '/', '.')
		p.at.path += len("/.")
	}
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
