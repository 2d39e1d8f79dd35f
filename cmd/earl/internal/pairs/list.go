package pairs

import (
	"errors"

	"earl.example/internal/python/str"
)

// list converts a JSON array to the text that Python's str returns for the same list.
func list(array string, release str.Release) Long {
	return func(yield func(string, error) bool) {
		w := listWriter{reader: reader{text: array, release: release}, yield: yield}
		if err := w.list(); err != nil {
			if err != errStop {
				yield("", err)
			}
			return
		}
		w.buf = append(w.buf, ']')
		yield(string(w.buf), nil)
	}
}

// A listWriter writes a JSON array as Python prints the same list.
type listWriter struct {
	reader
	buf   []byte
	yield func(string, error) bool
}

// list writes the next array without its last bracket.
func (w *listWriter) list() error {
	w.buf = append(w.buf, '[')
	for depth, first := 1, true; depth > 0; {
		if !w.more(first) {
			if depth--; depth > 0 {
				w.buf = append(w.buf, ']')
			}
			first = false
			continue
		}
		if !first {
			w.buf = append(w.buf, ", "...)
		}
		if first = w.space() == '['; first {
			if depth++; depth > maxDepth {
				return errors.New("a value is nested too deeply")
			}
			w.buf = append(w.buf, '[')
			continue
		}
		if err := w.element(); err != nil {
			return err
		}
		if err := w.flush(); err != nil {
			return err
		}
	}
	return nil
}

func (w *listWriter) element() error {
	if w.text[w.i] == '"' {
		return w.quoted(w.str())
	}
	element, err := w.scalar()
	if err == nil {
		w.buf, err = str.AppendReprValue(w.buf, element, w.release)
	}
	return err
}

func (w *listWriter) quoted(s string) error {
	quote := str.Quote(s)
	w.buf = append(w.buf, quote)
	for len(s) > pieceLen {
		n := Boundary(s, pieceLen)
		w.buf = str.AppendQuoted(w.buf, s[:n], quote, w.release)
		if err := w.flush(); err != nil {
			return err
		}
		s = s[n:]
	}
	w.buf = append(str.AppendQuoted(w.buf, s, quote, w.release), quote)
	return nil
}

// flush yields the written text if it is long.
func (w *listWriter) flush() error {
	if len(w.buf) < pieceLen {
		return nil
	}
	piece := string(w.buf)
	w.buf = w.buf[:0]
	if !w.yield(piece, nil) {
		return errStop
	}
	return nil
}

// Boundary returns the greatest index, at most i, at which s can be split. A split must not divide a character or the
// three bytes of a surrogate.
func Boundary(s string, i int) int {
	for start := i - 1; start > max(0, i-4); start-- {
		if _, size := str.DecodeRune(s[start:]); start+size > i {
			return start
		}
	}
	return i
}
