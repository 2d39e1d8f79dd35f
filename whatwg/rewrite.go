package whatwg

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"earl.example/urlerr"
)

// A rewriter copies its input to an output, with changes. While the output is a prefix of the input, it only counts
// bytes. The first difference moves the output to a buffer.
type rewriter struct {
	in    string
	same  int  // if !own, in[:same] is the output
	own   bool // the output is out
	check bool // only whether parsing fails matters: the output stays in[:same]
	out   []byte
}

const (
	slack      = 40 // extra bytes for percent-encodings
	shortPiece = 12 // the length of the pieces of a short text; see pieceEnd
	longPiece  = 4096
)

func (w *rewriter) size() int {
	if w.own {
		return len(w.out)
	}
	return w.same
}

// since returns the output from offset n on. The result is valid until the output changes.
func (w *rewriter) since(n int) string {
	if w.own {
		return unsafe.String(unsafe.SliceData(w.out), len(w.out))[n:]
	}
	return w.in[n:w.same]
}

// text returns the output, which must not change afterwards.
func (w *rewriter) text() string {
	out := w.since(0)
	if w.own && cap(w.out)-len(w.out) > 2*slack+len(w.out)/4 {
		return strings.Clone(out)
	}
	return out // nothing else refers to w.out
}

// begin replaces the output by s. It allocates for an output of the given size.
func (w *rewriter) begin(s string, size int) {
	w.own = true
	if w.out == nil {
		w.out = make([]byte, 0, size)
	}
	w.out = append(w.out[:0], s...)
}

// diverge moves the output to the buffer, which gets extra more bytes than the input.
func (w *rewriter) diverge(extra int) {
	if !w.own {
		w.begin(w.in[:w.same], len(w.in)+extra)
	}
}

func (w *rewriter) cut(n int) {
	if w.own {
		w.out = w.out[:n]
	} else {
		w.same = n
	}
}

// take appends in[from:to].
func (w *rewriter) take(from, to int) {
	if !w.own && from == w.same {
		w.same = to
	} else if from < to && !w.check {
		w.diverge(0)
		w.out = append(w.out, w.in[from:to]...)
	}
}

// put appends s.
func (w *rewriter) put(s string) {
	if !w.check {
		w.diverge(len(s))
		w.out = append(w.out, s...)
	}
}

// takeOr appends s. If in[from:] begins with s, it takes s from the input. from may be negative.
func (w *rewriter) takeOr(from int, s string) {
	if from >= 0 && strings.HasPrefix(w.in[from:], s) {
		w.take(from, from+len(s))
	} else {
		w.put(s)
	}
}

// takeSlash appends "/", which it takes from in[i] if possible.
func (w *rewriter) takeSlash(i int) {
	if !w.own && i == w.same && strings.HasPrefix(w.in[i:], "/") {
		w.same++
		return
	}
	w.diverge(0)
	w.out = append(w.out, '/')
}

// takeLower appends in[from:to] in lower case. It does not read the output, which may not be in the cache.
func (w *rewriter) takeLower(from, to int) {
	i := indexClass(w.in[:to], from, upper)
	w.take(from, i)
	if i == to || w.check {
		return
	}
	w.diverge(0)
	out := w.out
	for ; i < to; i++ {
		c := w.in[i]
		if table[c]&upper != 0 {
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	w.out = out
}

// encode appends in[from:to], percent-encoded. It stops when the output is too long, unless dot segments may shorten
// the output.
func (p *parser) encode(from, to int, set class) {
	i := indexClass(p.in[:to], from, set)
	p.take(from, i)
	if i == to || p.check {
		return
	}
	p.diverge(slack)
	shrinks := p.part == urlerr.Path && !p.opaque
	for i < to && (shrinks || !tooLong(len(p.out), p.maxLength)) {
		end := to
		if to-i > shortPiece {
			end = pieceEnd(p.in[:to], i)
			p.out = grown(p.out, 3*(end-i))
		}
		p.out = appendEncoded(p.out, p.in[i:end], set)
		i = end
	}
}

// pieceEnd returns len(s), or an offset between two characters some bytes after from. Pieces of a short text are short:
// percent.AppendEncode reserves three bytes for each byte, which must not exceed the slack.
func pieceEnd(s string, from int) int {
	end := from + shortPiece
	if len(s)-from > longPiece {
		end = from + longPiece
	}
	for n := 0; n < utf8.UTFMax-1 && end < len(s) && !utf8.RuneStart(s[end]); n++ {
		end++
	}
	return min(end, len(s))
}
