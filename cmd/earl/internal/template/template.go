// Package template parses templates such as "{scheme}://{host|lower}{path}": text with fields in braces. The caller
// defines the fields and filters.
//
//	text     any characters, {{ and }} for braces, and escapes
//	field    { name }, { name:argument }, then any number of | filter or
//	         | filter:argument before the closing brace
//	escape   \n \r \t \\ \{ \} \| \: \xHH
//
// An argument ends before the next unescaped "|" or "}". The argument of a filter can have fields, so braces in it are
// in pairs, and its end is after them.
package template

import (
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
)

// A Template is a parsed template.
type Template struct {
	Pieces []Piece
}

// A Piece is a field or, if Field is nil, text.
type Piece struct {
	Text  string
	Field *Field
}

// A Field is a field in braces.
type Field struct {
	Source  string // the text between the braces
	Call           // the name of the field and its argument
	Filters []Call
}

// A Call is a name with an optional argument.
type Call struct {
	Name   string
	Arg    string // "" if absent
	HasArg bool
	Raw    string // the argument as it is in the template
	Offset int    // byte offset of the name in the template
}

// An Error is an error of a template.
type Error struct {
	Template string
	Offset   int // byte offset of the first invalid byte; len(Template) if the template ends too early
	Reason   string
}

// Error returns the reason and the offset.
func (e *Error) Error() string { return e.Reason + " at byte " + strconv.Itoa(e.Offset) }

// Parse parses a template. The error is an [*Error].
func Parse(s string) (*Template, error) {
	p := parser{s: s}
	t := new(Template)
	for p.i < len(s) {
		if s[p.i] == '{' && !strings.HasPrefix(s[p.i:], "{{") {
			field, err := p.field()
			if err != nil {
				return nil, err
			}
			t.Pieces = append(t.Pieces, Piece{Field: field})
			continue
		}
		text, err := p.text()
		if err != nil {
			return nil, err
		}
		t.Pieces = append(t.Pieces, Piece{Text: text})
	}
	return t, nil
}

// A parser is at offset i of a template.
type parser struct {
	s string
	i int
}

func (p *parser) fail(offset int, reason string) error { return &Error{p.s, offset, reason} }

// text parses up to the next field.
func (p *parser) text() (string, error) {
	var b []byte
	for p.i < len(p.s) {
		c := p.s[p.i]
		double := p.i+1 < len(p.s) && p.s[p.i+1] == c
		switch {
		case (c == '{' || c == '}') && double:
			b = append(b, c)
			p.i += 2
		case c == '{':
			return string(b), nil
		case c == '}':
			return "", p.fail(p.i, "a closing brace without an opening one (a brace as text is written twice)")
		default:
			var err error
			if b, err = p.char(b); err != nil {
				return "", err
			}
		}
	}
	return string(b), nil
}

// char appends a byte, or the value of an escape.
func (p *parser) char(b []byte) ([]byte, error) {
	c := p.s[p.i]
	if c != '\\' {
		p.i++
		return append(b, c), nil
	}
	rest := p.s[p.i+1:]
	if rest == "" {
		return nil, p.fail(p.i, "a backslash at the end (a backslash is written twice)")
	}
	if i := strings.IndexByte(`nrt\{}|:`, rest[0]); i >= 0 {
		p.i += 2
		return append(b, "\n\r\t\\{}|:"[i]), nil
	}
	if rest[0] == 'x' && len(rest) > 2 && ascii.Is(rest[1], ascii.HexDigit) && ascii.Is(rest[2], ascii.HexDigit) {
		p.i += 4
		return append(b, ascii.Unhex[rest[1]]<<4|ascii.Unhex[rest[2]]), nil
	}
	return nil, p.fail(p.i, `no such escape; there is \n \r \t \\ \{ \} \| \: \xHH`)
}

// field parses a field or an escaped brace.
func (p *parser) field() (*Field, error) {
	start := p.i
	p.i++
	f := new(Field)
	for {
		call, err := p.call(f.Name != "")
		if err != nil {
			return nil, err
		}
		if f.Name == "" {
			f.Call = call
		} else {
			f.Filters = append(f.Filters, call)
		}
		if p.i == len(p.s) {
			return nil, p.fail(start, "a brace that is not closed (a brace as text is written twice)")
		}
		p.i++
		if p.s[p.i-1] == '}' {
			f.Source = p.s[start+1 : p.i-1]
			return f, nil
		}
	}
}

// call reads a name and its argument, up to "|", "}" or the end. If nests is set, the argument can have fields.
func (p *parser) call(nests bool) (Call, error) {
	call := Call{Offset: p.i}
	for p.i < len(p.s) && (ascii.Is(p.s[p.i], ascii.Alpha|ascii.Digit) || p.s[p.i] == '-' || p.s[p.i] == '_') {
		p.i++
	}
	call.Name = p.s[call.Offset:p.i]
	if p.i < len(p.s) && strings.IndexByte(":|}", p.s[p.i]) < 0 {
		return call, p.fail(p.i, "a name has letters, digits, hyphens and underscores; its argument follows a colon, as in "+
			"{param:KEY} or {member:a.b}")
	}
	if call.Name == "" && p.i < len(p.s) {
		return call, p.fail(p.i, "a name is missing")
	}
	if p.i == len(p.s) || p.s[p.i] != ':' {
		return call, nil
	}
	p.i++
	call.HasArg = true
	var arg []byte
	start, open := p.i, 0
	for p.i < len(p.s) && (open > 0 || p.s[p.i] != '|' && p.s[p.i] != '}') {
		switch p.s[p.i] {
		case '{':
			if nests {
				open++
			}
		case '}':
			open--
		}
		var err error
		if arg, err = p.char(arg); err != nil {
			return call, err
		}
	}
	call.Arg, call.Raw = string(arg), p.s[start:p.i]
	return call, nil
}
