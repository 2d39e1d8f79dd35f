package model

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Part is a component that can be absent.
type Part struct {
	Text string
	OK   bool
}

// Present returns the Part for text.
func Present(text string) Part { return Part{text, true} }

// Index returns the offset of the first of chars in s[start:end], or end.
func Index(s string, start, end int, chars string) int {
	if i := strings.IndexAny(s[start:end], chars); i >= 0 {
		return start + i
	}
	return end
}

// A Writer writes a URL in pieces and notes the spans of its components. A URL that is its input is never copied.
type Writer struct {
	At reading.Spans

	pieces [32]string
	n      int
	length int
}

// Add appends text.
func (w *Writer) Add(text string) {
	if w.n == len(w.pieces) {
		w.pieces[0], w.n = w.String(), 1
	}
	w.pieces[w.n] = text
	w.n++
	w.length += len(text)
}

// Len returns the length of the text.
func (w *Writer) Len() int { return w.length }

// String returns the text.
func (w *Writer) String() string { return strings.Join(w.pieces[:w.n], "") }

// Put appends the delimiter and the value of c, if it is present.
func (w *Writer) Put(delimiter string, c urlerr.Component, value Part) {
	if value.OK {
		w.Add(delimiter)
		w.At.Set(c, w.length, w.length+len(value.Text))
		w.Add(value.Text)
	}
}

// PutUserinfo appends the username, and the password after ":".
func (w *Writer) PutUserinfo(username, password Part) {
	start := w.length
	w.Put("", urlerr.Username, username)
	w.Put(":", urlerr.Password, password)
	w.At.Set(urlerr.Userinfo, start, w.length)
}

// Accept makes r the reading of a URL whose first href bytes of text are what the program writes. Values that the
// program has in another form follow. in are the spans of the components in the input.
func (w *Writer) Accept(r *reading.Reading, href int, in *reading.Spans) {
	if url := r.Input(); href == w.length && w.is(url) {
		*r.AcceptSame(url) = w.At
		return
	}
	values, input := r.Accept(w.String(), href)
	*values, *input = w.At, *in
}

func (w *Writer) is(text string) bool {
	for _, piece := range w.pieces[:w.n] {
		if !strings.HasPrefix(text, piece) {
			return false
		}
		text = text[len(piece):]
	}
	return text == ""
}

// Names is a list of names with a space before and after each.
type Names string

// Has reports whether name is in the list.
func (n Names) Has(name string) bool { return name != "" && strings.Contains(string(n), " "+name+" ") }

// SchemeLen returns the length of the characters of a scheme at the beginning of s, or 0 if ":" does not follow them.
func SchemeLen(s string) int {
	if n := strings.IndexByte(s, ':'); n > 0 && ascii.All(s[:n], ascii.SchemeChar) {
		return n
	}
	return 0
}

// Segments splits a path at slashes. The empty path has no segments.
func Segments(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// WithoutDots returns the segments of path without dot segments. ".." removes the segment before it. up is the number
// of ".." that have nothing to remove.
func WithoutDots(path []string) (out []string, up int) {
	out = make([]string, 0, len(path))
	for _, segment := range path {
		switch {
		case segment == ".":
		case segment != "..":
			out = append(out, segment)
		case len(out) > 0:
			out = out[:len(out)-1]
		default:
			up++
		}
	}
	return out, up
}

// SlashAtEnd returns path, with an empty segment after a dot segment at its end.
func SlashAtEnd(path []string) []string {
	if n := len(path); n > 0 && (path[n-1] == "." || path[n-1] == "..") {
		return append(path, "")
	}
	return path
}

// Parse parses url for [reading.Dialect.Read]. If ok is false, the reading is complete.
func Parse[T any](r *reading.Reading, url string, parse func(url string) (T, error)) (result T, ok bool) {
	if !r.Reset(url) {
		return result, false
	}
	result, err := parse(url)
	if err != nil {
		r.Reject(err)
	}
	return result, err == nil
}

// ParseBoth parses a base and a reference.
func ParseBoth[T any](parse func(url string) (T, error), base, ref string) (b, r T, err error) {
	if b, err = parse(base); err == nil {
		r, err = parse(ref)
	}
	return b, r, err
}

// Decimal returns digits without leading zeros.
func Decimal(digits string) string {
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	return digits
}

// IPv6Groups counts the groups of 16 bits of an IPv6 address before and after "::". Without "::", all are after. An
// IPv4 address at the end counts twice; isNumber reports whether it can have a number.
func IPv6Groups(s string, isNumber func(string) bool) (before, after int, short, ok bool) {
	left, right, short := strings.Cut(s, "::")
	if !short {
		left, right = "", s
	}
	before, ok = groups(left, nil)
	after, also := groups(right, isNumber)
	return before, after, short, ok && also
}

func groups(s string, isNumber func(string) bool) (n int, ok bool) {
	for more := s != ""; more; n++ {
		var group string
		group, s, more = strings.Cut(s, ":")
		if isNumber != nil && !more && strings.Count(group, ".") == 3 {
			n++
			for number := range strings.SplitSeq(group, ".") {
				if !isNumber(number) {
					return 0, false
				}
			}
		} else if group == "" || len(group) > 4 || !ascii.All(group, ascii.HexDigit) {
			return 0, false
		}
	}
	return n, true
}

// IsNumber reports whether s has one to three digits.
func IsNumber(s string) bool { return s != "" && len(s) <= 3 && ascii.All(s, ascii.Digit) }
