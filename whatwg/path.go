package whatwg

import (
	"bytes"
	"iter"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// pathStart implements the path start state.
func (p *parser) pathStart(i int) bool {
	if p.check {
		return true
	}
	p.part = urlerr.Path
	p.at.path = p.size
	switch {
	case p.checkedSlash(i):
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
		p.at.path = p.size
	}
	p.enter("path state", i)
	end := p.segments(i, slash)
	p.note(urlerr.Path, i, end)
	p.separatePath()
	return p.query(end)
}

// segments appends the segments of a path and returns its end. The first segment begins at i, or after the slash at i
// if slash is true. fastPath reads the segments up to the first one that changes. BenchmarkHostile measures the rest.
func (p *parser) segments(i int, slash bool) int {
	in, separators, ends := p.in, ascii.Slash, p.kind.authorityEnds()
	if p.kind != other {
		separators = ascii.AnySlash
	}
	if p.whole {
		ends = separators
	}
	drive := p.kind == file && ascii.HasDrive(in[min(i+1, len(in)):])
	if slash && in[i] == '/' && !drive && !p.whole && p.violated == nil {
		end, all := fastPath(in, i, ends)
		p.take(i, end)
		if i = end; all {
			return end
		}
	}
	p.diverge()
	start, out, size := i, p.array(), p.size // local variables stay in registers
	if slash {
		start++
	}
	for {
		end, all, n := start, ascii.Class(0), 0
		for ; end < len(in) && !ascii.Is(in[end], ends); end++ {
			all |= ascii.Table[in[end]]
		}
		if p.violated != nil {
			p.reportUnits(max(start, min(p.unchecked, end)), end)
		}
		if start < end && (in[start] == '.' || in[start] == '%') {
			n = dots(in[start:end])
		}
		switch {
		case n == 2:
			size = p.shortened(out, size)
			p.size = size
			p.enter(`path state: "..", shorten path`, end)
		case n == 1:
			p.size = size
			p.enter(`path state: "."`, end)
		case start == end && size < len(out):
			out[size] = '/'
			size++
			for p.violated == nil && end+1 < len(in) && ascii.Table[in[end]]&ascii.Table[in[end+1]]&separators != 0 &&
				size < len(out) {
				out[size] = '/' // another empty segment
				size, end = size+1, end+1
			}
		case all&ascii.PathSet == 0 && end-start < len(out)-size:
			out[size] = '/'
			size += 1 + copy(out[size+1:], in[start:end])
		case 3*(end-start)+longestEscapes < len(out)-size && (all&ascii.NonASCII == 0 || utf8.ValidString(in[start:end])):
			out[size] = '/'
			size = len(percent.AppendEncode(out[:size+1], in[start:end], escapesOf(ascii.PathSet)))
		default:
			p.size = size
			p.put("/")
			p.encode(start, end, ascii.PathSet)
			out, size = p.array(), p.size
		}
		if p.kind == file && size == p.at.path+len("/C|") && ascii.IsDrive(string(out[size-2:size])) {
			out[size-1] = ':'
		}
		if end == len(in) || !ascii.Is(in[end], separators) {
			if p.size = size; n > 0 {
				p.write("/")
			}
			return end
		}
		if start = end + 1; p.violated != nil && in[end] == '\\' {
			p.report(ruleInvalidReverseSolidus, end)
		}
	}
}

// shortened returns the size of the output out[:size] without the last segment of the path, but with a drive letter
// ("shorten a url's path", §4.2).
func (p *parser) shortened(out []byte, size int) int {
	path := p.at.path
	if p.kind == file && size == path+len("/C:") && startsWithNormalDrive(string(out[path:size])) {
		return size
	}
	return path + max(bytes.LastIndexByte(out[path:size], '/'), 0)
}

// startsWithNormalDrive reports whether the first segment of path is a normalized Windows drive letter (§4.2).
func startsWithNormalDrive(path string) bool {
	return len(path) >= 3 && path[0] == '/' && ascii.Is(path[1], ascii.Alpha) && path[2] == ':' &&
		(len(path) == 3 || path[3] == '/')
}

// separatePath puts "/." before a path that begins with "//" if there is no host (§4.5).
func (p *parser) separatePath() {
	if p.host != reading.NoHost || p.opaque || !strings.HasPrefix(p.since(p.at.path), "//") {
		return
	}
	p.put("/.")
	path := p.array()[p.at.path:p.size]
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
	p.enter("opaque path state", i)
	p.at.path = p.size
	kept := ascii.IndexFrom(p.in, i, ascii.C0Set|ascii.PathEnd)
	end := ascii.IndexFrom(p.in, kept, ascii.PathEnd)
	p.note(urlerr.Path, i, end)
	p.reportUnits(i, end)
	if p.in[end-1] == ' ' { // before "?" or "#", since the input does not end in a space
		p.take(i, min(kept, end-1))
		p.encode(min(kept, end-1), end-1, ascii.C0Set)
		p.put("%20")
	} else {
		p.take(i, kept)
		p.encode(kept, end, ascii.C0Set)
	}
	return p.query(end)
}

// query implements the query state if in[i] is "?", and parses the text after the query.
func (p *parser) query(i int) bool {
	p.at.query = p.size
	if p.check || p.c(i) != '?' {
		return p.fragment(i)
	}
	p.part = urlerr.Query
	p.enter("query state", i+1)
	end := i + indexByte(p.in[i:], '#')
	p.note(urlerr.Query, i+1, end)
	p.reportUnits(i+1, end)
	p.take(i, i+1)
	return p.encodeQuery(i+1, end) && p.fragment(end)
}

func (p *parser) encodeQuery(from, to int) bool {
	set := p.kind.querySet()
	if p.encoding == encoding.UTF8 || p.kind == other || p.kind == ws || p.kind == wss ||
		ascii.IndexFrom(p.in[:to], from, ascii.NonASCII|ascii.C0Set) == to {
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
	p.at.frag = p.size
	if p.check || i == len(p.in) {
		return true
	}
	p.part = urlerr.Fragment
	p.enter("fragment state", i+1)
	p.note(urlerr.Fragment, i+1, len(p.in))
	p.reportUnits(i+1, len(p.in))
	p.take(i, i+1)
	p.encode(i+1, len(p.in), ascii.FragmentSet)
	return true
}

var segmentEscapes = escaped(ascii.FileEncoded | ascii.Slash)

// Segments yields the segments of the path as written (§4.1). The path "/a%2Fb/" has the segments "a%2Fb" and "". An
// opaque path has no segments.
func (u URL) Segments() iter.Seq[string] {
	return func(yield func(segment string) bool) {
		if path := u.Pathname(); path != "" && !u.HasOpaquePath() {
			strings.SplitSeq(path[1:], "/")(yield)
		}
	}
}

// DecodedSegments yields the segments of the path, each decoded: "/a%2Fb/" has "a/b" and "". Octets that are not UTF-8
// remain as they are. A decoded segment can contain slashes, NUL, or dots that a file system would interpret. To use a
// path as a file name, see [URL.POSIXPath].
func (u URL) DecodedSegments() iter.Seq[string] {
	return func(yield func(segment string) bool) {
		for segment := range u.Segments() {
			if !yield(PercentDecode(segment)) {
				return
			}
		}
	}
}

// AppendSegments appends segments to the path, percent-encoded: a "/" in a segment becomes "%2F". If the last segment
// of the path is empty, the new segments replace it: "/a" and "/a/" with "b" both become "/a/b". AppendSegments returns
// false, and does not change u, if the path is opaque, if there are no segments, if a segment is "." or "..", or if the
// URL would be too long.
func (u *URL) AppendSegments(segments ...string) bool {
	if u.IsZero() || u.HasOpaquePath() || len(segments) == 0 {
		return false
	}
	path := []byte(strings.TrimSuffix(u.Pathname(), "/"))
	for _, segment := range segments {
		if segment == "." || segment == ".." || tooLong(len(u.href)+len(path)+len(segment)) {
			return false
		}
		path = percent.AppendEncode(append(path, '/'), segment, &segmentEscapes)
	}
	r := u.record()
	r.path = string(path)
	return u.set(&r)
}
