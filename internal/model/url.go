package model

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Part is the text of a component. OK is false if the component is absent.
type Part struct {
	Text string
	OK   bool
}

// Present returns the Part of a present component with the given text.
func Present(text string) Part { return Part{text, true} }

// At returns the Part of c in text. The span of c in text is in spans.
func At(text string, spans *reading.Spans, c urlerr.Component) Part {
	span, ok := spans.Get(c)
	return Part{text[span.Start:span.End], ok}
}

// Between returns the text between two delimiters, or "" if the component is absent.
func (p Part) Between(before, after string) string {
	if !p.OK {
		return ""
	}
	return before + p.Text + after
}

// Index returns the offset in s of the first byte of s[start:end] that is in chars, or end if there is no such byte.
func Index(s string, start, end int, chars string) int {
	if i := strings.IndexAny(s[start:end], chars); i >= 0 {
		return start + i
	}
	return end
}

// After looks for delimiter in s[start:end]. It returns the offset of the delimiter and the text after it, and sets the
// span of c to this text. Without a delimiter, it returns end and the absent Part.
func After(s, delimiter string, start, end int, spans *reading.Spans, c urlerr.Component) (int, Part) {
	i := Index(s, start, end, delimiter)
	if i == end {
		return end, Part{}
	}
	spans.Set(c, i+1, end)
	return i, Present(s[i+1 : end])
}

// A Writer collects the pieces of a URL and the spans of its components. It does not copy the text if the URL equals
// the input.
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

// Put appends delimiter and value, and sets the span of c to the value. If value is absent, Put does nothing.
func (w *Writer) Put(delimiter string, c urlerr.Component, value Part) {
	if value.OK {
		w.Add(delimiter)
		w.At.Set(c, w.length, w.length+len(value.Text))
		w.Add(value.Text)
	}
}

// PutScheme appends the scheme and ":".
func (w *Writer) PutScheme(scheme Part) {
	if w.Put("", urlerr.Scheme, scheme); scheme.OK {
		w.Add(":")
	}
}

// PutUserinfo appends the username. If the password is present, it also appends ":" and the password.
func (w *Writer) PutUserinfo(username, password Part) {
	start := w.length
	w.Put("", urlerr.Username, username)
	w.Put(":", urlerr.Password, password)
	w.At.Set(urlerr.Userinfo, start, w.length)
}

// PutAuthority appends a userinfo with "@", a host, and a port after ":". The username is the text before the first
// colon of the userinfo.
func (w *Writer) PutAuthority(userinfo, host, port Part) {
	start := w.length
	if userinfo.OK {
		username, password, ok := strings.Cut(userinfo.Text, ":")
		w.PutUserinfo(Present(username), Part{password, ok})
		w.Add("@")
	}
	w.Put("", urlerr.Host, host)
	w.Put(":", urlerr.Port, port)
	w.At.Set(urlerr.Authority, start, w.length)
}

// PutPath appends a path, a query after "?", and a fragment after "#".
func (w *Writer) PutPath(path, query, fragment Part) {
	w.Put("", urlerr.Path, path)
	w.Put("?", urlerr.Query, query)
	w.Put("#", urlerr.Fragment, fragment)
}

// Accept sets the result of r to the text of w. The first href bytes of this text are the URL that the program returns.
// The other bytes are the values that this URL does not contain literally. The parameter in holds the spans of the
// components in the input.
func (w *Writer) Accept(r *reading.Reading, href int, in *reading.Spans) {
	if url := r.Input(); href == w.length && w.Is(url) {
		*r.AcceptSame(url) = w.At
		return
	}
	values, input := r.Accept(w.String(), href)
	*values, *input = w.At, *in
}

// Is reports whether w has the given text.
func (w *Writer) Is(text string) bool {
	for _, piece := range w.pieces[:w.n] {
		if !strings.HasPrefix(text, piece) {
			return false
		}
		text = text[len(piece):]
	}
	return text == ""
}

// Names is a list of names. It has a space before and after each name.
type Names string

// Has reports whether name is in the list.
func (n Names) Has(name string) bool { return name != "" && strings.Contains(string(n), " "+name+" ") }

// SchemeLen returns the length of the text before the first ":" in s, or 0 if this text is not a scheme. The scheme may
// begin with any scheme character, such as a digit.
func SchemeLen(s string) int {
	if n := strings.IndexByte(s, ':'); n > 0 && ascii.All(s[:n], ascii.SchemeChar) {
		return n
	}
	return 0
}

// Segments splits a path at slashes. For the empty path it returns no segments.
func Segments(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// WithoutDots removes the dot segments from path. A ".." also removes the segment before it. The result up counts the
// ".." segments that have no segment to remove.
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

// SlashAtEnd returns path. If the last segment is a dot segment, it appends an empty segment.
func SlashAtEnd(path []string) []string {
	if n := len(path); n > 0 && (path[n-1] == "." || path[n-1] == "..") {
		return append(path, "")
	}
	return path
}

// Parse parses url for an implementation of [reading.Dialect.Read]. If ok is false, Parse has already set r, and Read
// must return.
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

// IPv6Groups counts the groups of an IPv6 address before and after "::". If s has no "::", short is false, and after is
// the number of all groups. An IPv4 address at the end counts as two groups, and isNumber must accept each of its four
// numbers. If s is invalid, ok is false.
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

// IsZone reports whether s is a ZoneID of RFC 6874: unreserved characters and percent-encodings.
func IsZone(s string) bool { return s != "" && percent.Skip(s, 0, ascii.Unreserved) == len(s) }
