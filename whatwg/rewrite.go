package whatwg

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/urlerr"
)

// A rewriter copies its input to an output, with changes. While the output is a prefix of the input, it only counts
// bytes. The first difference copies the output to an array.
type rewriter struct {
	in   string
	size int    // the length of the output
	own  bool   // if false, the output is in[:size]
	big  []byte // nil, or the array of an output longer than room
	room [roomSize]byte
}

// roomSize is the maximum length of an output that takes only one allocation.
const roomSize = 256

// array returns the array that the output is in if own is true.
func (w *rewriter) array() []byte {
	if w.big != nil {
		return w.big
	}
	return w.room[:]
}

// since returns the output from offset n on. The result is valid until the output changes.
func (w *rewriter) since(n int) string {
	if !w.own {
		return w.in[n:w.size]
	}
	return unsafe.String(unsafe.SliceData(w.array()), w.size)[n:]
}

// text returns the output, which must not change afterwards.
func (w *rewriter) text() string {
	switch {
	case !w.own:
		return w.in[:w.size]
	case w.since(0) == w.in:
		return w.in
	case w.big != nil && len(w.big)-w.size <= w.size/4:
		return unsafe.String(unsafe.SliceData(w.big), w.size) // nothing else refers to big
	}
	return strings.Clone(w.since(0))
}

func (w *rewriter) diverge() {
	if n := w.size; !w.own {
		w.own, w.size = true, 0
		w.write(w.in[:n])
	}
}

func (w *rewriter) write(s string) {
	if len(w.array())-w.size < len(s) {
		w.grow(len(s) + w.likely(0))
	}
	w.size += copy(w.array()[w.size:], s)
}

// grow makes room for n more bytes. It at least doubles the length of big.
func (w *rewriter) grow(n int) {
	if w.big != nil {
		n = max(n, w.size)
	}
	big := make([]byte, w.size+n)
	copy(big, w.array()[:w.size])
	w.big = big
}

// likely estimates the length of the output of in[i:]. If in[i:] is short, the output is not longer, except for
// ill-formed UTF-8.
func (w *rewriter) likely(i int) int {
	const short = 4096
	if n := len(w.in) - i; n > short {
		return n + n/8
	}
	return 3*(len(w.in)-i) + 16
}

func (w *rewriter) take(from, to int) {
	if !w.own {
		if from == w.size {
			w.size = to
			return
		}
		if from == to {
			return
		}
		w.diverge()
	}
	w.write(w.in[from:to])
}

func (w *rewriter) put(s string) {
	w.diverge()
	w.write(s)
}

// takeOr appends s. If in[from:] begins with s, it takes s from the input. from may be negative.
func (w *rewriter) takeOr(from int, s string) {
	if from >= 0 && strings.HasPrefix(w.in[from:], s) {
		w.take(from, from+len(s))
	} else {
		w.put(s)
	}
}

func (w *rewriter) takeLower(from, to int) {
	i := ascii.IndexFrom(w.in[:to], from, ascii.Upper)
	w.take(from, i)
	if i == to {
		return
	}
	w.diverge()
	w.write(w.in[i:to])
	ascii.LowerBytes(w.array()[w.size-(to-i) : w.size])
}

// encode appends in[from:to], percent-encoded. It stops when the output is too long, unless dot segments may shorten
// it.
func (p *parser) encode(from, to int, set ascii.Class) {
	in, escapes := p.in[:to], escapesOf(set)
	i := ascii.IndexFrom(in, from, set)
	p.take(from, i)
	if i == to {
		return
	}
	p.diverge()
	out, size, valid := p.array(), p.size, utf8.ValidString(in[i:])
	for i < to {
		if len(out)-size < longestEscapes {
			p.size = size
			if (p.part != urlerr.Path || p.opaque) && exceeds(size, p.maxLength) {
				return
			}
			p.grow(3*(to-i) + p.likely(to))
			out = p.array()
		}
		if valid && 3*(to-i)+longestEscapes < len(out)-size {
			p.size = len(percent.AppendEncode(out[:size], in[i:], escapes))
			return
		}
		n, ok := 1, true
		if in[i] >= 0x80 && !valid {
			n, ok = scalar.Next(in[i:], true)
		}
		if !ok {
			size += copy(out[size:], replacementEscaped)
			i += n
		}
		for ; ok && n > 0; n-- {
			size += escapes.Put(out[size:], in[i])
			i++
		}
	}
	p.size = size
}

// longestEscapes is the length of the escapes of a character, and of a byte that percent.Table.Put writes after them.
const longestEscapes = 4*len("%00") + 1
