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
	in   string
	same int    // if !own, in[:same] is the output
	own  bool   // the output is big, or room[:used] if big is nil
	used int    // the length of the output in room
	big  []byte // nil, or an output longer than room
	room [roomSize]byte
}

// roomSize is the maximum length of an output that takes only one allocation.
const roomSize = 256

func (w *rewriter) size() int {
	switch {
	case !w.own:
		return w.same
	case w.big != nil:
		return len(w.big)
	}
	return w.used
}

func (w *rewriter) buffer() []byte {
	if w.big != nil {
		return w.big
	}
	return w.room[:w.used]
}

// since returns the output from offset n on. The result is valid until the output changes.
func (w *rewriter) since(n int) string {
	if !w.own {
		return w.in[n:w.same]
	}
	out := w.buffer()
	return unsafe.String(unsafe.SliceData(out), len(out))[n:]
}

// text returns the output, which must not change afterwards.
func (w *rewriter) text() string {
	if !w.own {
		return w.in[:w.same]
	}
	out := w.buffer()
	switch {
	case string(out) == w.in:
		return w.in
	case w.big != nil && cap(w.big)-len(w.big) <= len(w.big)/4:
		return unsafe.String(unsafe.SliceData(w.big), len(w.big)) // nothing else refers to big
	}
	return string(out)
}

func (w *rewriter) diverge() {
	if !w.own {
		w.own = true
		w.write(w.in[:w.same])
	}
}

func (w *rewriter) write(s string) {
	if w.big == nil && w.used+len(s) <= roomSize {
		w.used += copy(w.room[w.used:], s)
		return
	}
	if w.big == nil {
		w.grow(max(w.likely(0), w.used) + len(s))
	}
	w.big = append(w.big, s...)
}

func (w *rewriter) writeByte(c byte) {
	if w.big == nil && w.used < roomSize {
		w.room[w.used] = c
		w.used++
		return
	}
	if w.big == nil {
		w.grow(max(w.likely(0), w.used) + 1)
	}
	w.big = append(w.big, c)
}

// grow moves the output from room to a new slice with the given capacity.
func (w *rewriter) grow(size int) {
	w.big = make([]byte, w.used, size)
	copy(w.big, w.room[:w.used])
}

// likely estimates the length of the output of in[i:].
func (w *rewriter) likely(i int) int { return (len(w.in) - i) + (len(w.in)-i)/8 }

func (w *rewriter) cut(n int) {
	switch {
	case !w.own:
		w.same = n
	case w.big != nil:
		w.big = w.big[:n]
	default:
		w.used = n
	}
}

func (w *rewriter) take(from, to int) {
	if !w.own {
		if from == w.same {
			w.same = to
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
	i := indexClass(w.in[:to], from, upper)
	w.take(from, i)
	if i == to {
		return
	}
	w.diverge()
	w.write(w.in[i:to])
	out := w.buffer()
	ascii.LowerBytes(out[len(out)-(to-i):])
}

func (p *parser) encode(from, to int, set class) {
	for {
		i := indexClass(p.in[:to], from, set)
		p.take(from, i)
		if i == to {
			return
		}
		p.diverge()
		if p.big != nil || p.used+12 > roomSize {
			if p.big == nil {
				p.grow(p.used + 3*(to-i) + p.likely(to) + 16)
			}
			p.encodeBig(i, to, set)
			return
		}
		var room [12]byte
		escapes, n := appendEncodedChar(room[:0], p.in[i:])
		p.used += copy(p.room[p.used:], escapes)
		from = i + n
	}
}

// encodeBig does the work of encode if the output is big. It stops when the output is too long, unless dot segments may
// shorten the output.
func (p *parser) encodeBig(from, to int, set class) {
	shrinks := p.part == urlerr.Path && !p.opaque
	for from < to && (shrinks || !tooLong(len(p.big), p.maxLength)) {
		end := pieceEnd(p.in[:to], from)
		p.big = appendEncoded(grown(p.big, 3*(end-from)+16), p.in[from:end], set)
		from = end
	}
}

// pieceEnd returns an offset between two characters about 4,096 bytes after from, or len(s).
func pieceEnd(s string, from int) int {
	const size = 4096
	if len(s)-from <= size {
		return len(s)
	}
	end := from + size
	for n := 0; n < utf8.UTFMax-1 && end < len(s) && !utf8.RuneStart(s[end]); n++ {
		end++
	}
	return end
}
