package show

import (
	"strconv"

	"earl.example/internal/text/jsontext"
)

// JSON is an [Object] in memory. The zero value is empty.
type JSON struct {
	Text    []byte
	closers []byte // closing brackets of the open objects and arrays, the outermost first
}

// next begins a member with a name, or an element of an array.
func (j *JSON) next(name string) {
	if n := len(j.Text); n > 0 && j.Text[n-1] != '{' && j.Text[n-1] != '[' {
		j.Text = append(j.Text, ',')
	}
	if n := len(j.closers); n > 0 && j.closers[n-1] == '}' {
		j.Text = append(jsontext.AppendQuote(j.Text, name), ':')
	}
}

// String writes a string.
func (j *JSON) String(name, value string) {
	j.next(name)
	j.Text = jsontext.AppendQuote(j.Text, value)
}

// Null writes null.
func (j *JSON) Null(name string) { j.Raw(name, "null") }

// Bool writes true or false.
func (j *JSON) Bool(name string, value bool) { j.Raw(name, strconv.FormatBool(value)) }

// Int writes a number.
func (j *JSON) Int(name string, value int64) { j.Raw(name, strconv.FormatInt(value, 10)) }

// Raw writes a JSON text.
func (j *JSON) Raw(name, text string) {
	j.next(name)
	j.Text = append(j.Text, text...)
}

// Object opens an object.
func (j *JSON) Object(name string) { j.open(name, '{', '}') }

// Array opens an array.
func (j *JSON) Array(name string) { j.open(name, '[', ']') }

func (j *JSON) open(name string, opening, closing byte) {
	j.next(name)
	j.Text = append(j.Text, opening)
	j.closers = append(j.closers, closing)
}

// Close closes the innermost open array or object.
func (j *JSON) Close() {
	last := len(j.closers) - 1
	j.Text = append(j.Text, j.closers[last])
	j.closers = j.closers[:last]
}

// Strings writes an array of strings.
func (j *JSON) Strings(name string, values ...string) {
	j.Array(name)
	for _, value := range values {
		j.String("", value)
	}
	j.Close()
}
