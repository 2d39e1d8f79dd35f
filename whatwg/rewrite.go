package whatwg

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"earl.example/internal/text/ascii"
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
	slack      = 32 // the free space in the buffer of a short output
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
	switch out := w.since(0); {
	case out == w.in:
		return w.in
	case !w.own || cap(w.out)-len(w.out) <= 2*slack+len(w.out)/4:
		return out // nothing else refers to w.out
	default:
		return strings.Clone(out)
	}
}

// begin replaces the output by s. It allocates for an output of about the given size.
func (w *rewriter) begin(s string, size int) {
	w.own = true
	if w.out == nil {
		w.out = make([]byte, 0, size+size/8+slack)
	}
	w.out = append(w.out[:0], s...)
}

func (w *rewriter) diverge() {
	if !w.own {
		w.begin(w.in[:w.same], len(w.in))
	}
}

func (w *rewriter) cut(n int) {
	if w.own {
		w.out = w.out[:n]
	} else {
		w.same = n
	}
}

func (w *rewriter) take(from, to int) {
	if !w.own && from == w.same {
		w.same = to
	} else if from < to {
		w.put(w.in[from:to])
	}
}

func (w *rewriter) put(s string) {
	if !w.check {
		w.diverge()
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
	w.diverge()
	w.out = append(w.out, '/')
}

func (w *rewriter) takeLower(from, to int) {
	i := indexClass(w.in[:to], from, upper)
	w.take(from, i)
	if i < to {
		w.put(w.in[i:to])
		if !w.check {
			ascii.LowerBytes(w.out[len(w.out)-(to-i):])
		}
	}
}

// encode appends in[from:to], percent-encoded. It stops when the output is too long, unless dot segments may shorten
// the output.
func (p *parser) encode(from, to int, set class) {
	i := indexClass(p.in[:to], from, set)
	p.take(from, i)
	if i == to || p.check {
		return
	}
	p.diverge()
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
