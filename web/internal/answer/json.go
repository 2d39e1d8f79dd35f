package answer

import (
	"strconv"

	"earl.example/internal/text/jsontext"
)

// An object is a JSON text in memory. It implements show.Object. The zero object is empty.
type object struct {
	text    []byte
	closers []byte // closing brackets of the open objects and arrays, the outermost first
}

// next begins a member with a name, or an element of an array.
func (o *object) next(name string) {
	if n := len(o.text); n > 0 && o.text[n-1] != '{' && o.text[n-1] != '[' {
		o.text = append(o.text, ',')
	}
	if n := len(o.closers); n > 0 && o.closers[n-1] == '}' {
		o.text = append(jsontext.AppendQuote(o.text, name), ':')
	}
}

func (o *object) String(name, value string) {
	o.next(name)
	o.text = jsontext.AppendQuote(o.text, value)
}

func (o *object) Null(name string) { o.raw(name, "null") }

func (o *object) Bool(name string, value bool) { o.raw(name, strconv.FormatBool(value)) }

func (o *object) Int(name string, value int64) { o.raw(name, strconv.FormatInt(value, 10)) }

func (o *object) Object(name string) { o.open(name, '{', '}') }

func (o *object) Array(name string) { o.open(name, '[', ']') }

func (o *object) raw(name, text string) {
	o.next(name)
	o.text = append(o.text, text...)
}

func (o *object) open(name string, opening, closing byte) {
	o.next(name)
	o.text = append(o.text, opening)
	o.closers = append(o.closers, closing)
}

func (o *object) Close() {
	last := len(o.closers) - 1
	o.text = append(o.text, o.closers[last])
	o.closers = o.closers[:last]
}

// strings writes an array of strings.
func (o *object) strings(name string, values ...string) {
	o.Array(name)
	for _, value := range values {
		o.String("", value)
	}
	o.Close()
}

// span writes an array of two offsets.
func (o *object) span(name string, start, end int) {
	o.Array(name)
	o.Int("", int64(start))
	o.Int("", int64(end))
	o.Close()
}
