package jsontext

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"
)

// A Writer appends JSON to Text, member by member. Members are written in the order of the calls. A Writer does not
// detect repeated names. Names are written without escapes, so call Name first if a name may need escapes. The name of
// an array element is ignored. The zero value is ready to use.
type Writer struct {
	Text []byte

	// Secrets says that texts may show passwords. The Writer ignores it; its callers use it.
	Secrets bool

	// Surrogates makes strings reversible: see [AppendSurrogates].
	Surrogates bool

	// Full, if not nil, is called before a member when Text has reached fullText. It may take and empty Text.
	Full func()

	closers []byte // closing brackets of the open objects and arrays, the outermost first
	comma   bool   // a comma precedes the next member
	named   bool   // the name of the next member is written
}

const fullText = 64 << 10

// next begins a member with a name, or an element of an array.
func (w *Writer) next(name string) {
	if w.Full != nil && len(w.Text) >= fullText {
		w.Full()
	}
	if w.named {
		w.named = false
		return
	}
	if w.comma {
		w.Text = append(w.Text, ',')
	}
	w.comma = true
	if n := len(w.closers); n > 0 && w.closers[n-1] == '}' {
		w.Text = append(append(append(w.Text, '"'), name...), '"', ':')
	}
}

// Name writes the name of the next member. The call that writes its value ignores the name passed to it.
func (w *Writer) Name(name string) {
	if w.comma {
		w.Text = append(w.Text, ',')
	}
	w.comma, w.named = true, true
	w.Text = append(appendQuote(w.Text, name, w.Surrogates), ':')
}

// String writes a string.
func (w *Writer) String(name, value string) {
	w.next(name)
	w.Text = appendQuote(w.Text, value, w.Surrogates)
}

// Input writes a string. If U+FFFD replaces bytes of it, the next member has the exact bytes, in base64: its name ends
// in "_base64".
func (w *Writer) Input(name, value string) {
	w.String(name, value)
	if !w.Surrogates && !utf8.ValidString(value) {
		w.String(name+"_base64", base64.StdEncoding.EncodeToString([]byte(value)))
	}
}

// Value writes a string, or null if ok is false.
func (w *Writer) Value(name, value string, ok bool) {
	if ok {
		w.String(name, value)
	} else {
		w.Null(name)
	}
}

// OrNull writes a string, or null if it is empty.
func (w *Writer) OrNull(name, value string) { w.Value(name, value, value != "") }

// Null writes null.
func (w *Writer) Null(name string) {
	w.next(name)
	w.Text = append(w.Text, "null"...)
}

// Bool writes true or false.
func (w *Writer) Bool(name string, value bool) {
	w.next(name)
	w.Text = strconv.AppendBool(w.Text, value)
}

// Int writes a number.
func (w *Writer) Int(name string, value int64) {
	w.next(name)
	w.Text = strconv.AppendInt(w.Text, value, 10)
}

// Raw writes a valid JSON text, with the characters escaped that String escapes. Ill-formed UTF-8 is written as String
// writes it. Unless Surrogates is set, U+FFFD replaces escapes of lone surrogates.
func (w *Writer) Raw(name, text string) {
	w.next(name)
	w.Text = appendRaw(w.Text, text, w.Surrogates)
}

// Members writes members of an object, which another Writer has written.
func (w *Writer) Members(text []byte) {
	if w.Full != nil && len(w.Text) >= fullText {
		w.Full()
	}
	if w.comma {
		w.Text = append(w.Text, ',')
	}
	w.comma = true
	w.Text = append(w.Text, text...)
}

// Strings writes an array of strings.
func (w *Writer) Strings(name string, values ...string) {
	w.Array(name)
	for _, value := range values {
		w.String("", value)
	}
	w.Close()
}

// Object opens an object. Close closes it.
func (w *Writer) Object(name string) { w.open(name, '{', '}') }

// Array opens an array. Close closes it.
func (w *Writer) Array(name string) { w.open(name, '[', ']') }

func (w *Writer) open(name string, opening, closing byte) {
	w.next(name)
	w.Text = append(w.Text, opening)
	w.closers = append(w.closers, closing)
	w.comma = false
}

// Close closes the innermost open object or array. It panics if there is none.
func (w *Writer) Close() {
	last := len(w.closers) - 1
	w.Text = append(w.Text, w.closers[last])
	w.closers = w.closers[:last]
	w.comma = true
}

// End closes all open objects and arrays. The next value is not a member of them.
func (w *Writer) End() {
	for len(w.closers) > 0 {
		w.Close()
	}
	w.comma = false
}

// Drop forgets the open objects and arrays.
func (w *Writer) Drop() { w.closers, w.comma = w.closers[:0], false }
