package jsontext

import (
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
)

// A SyntaxError describes where a text stops being JSON. It does not quote the text.
type SyntaxError struct {
	Offset int    // offset of the first invalid byte
	Want   string // what the grammar requires there, in words
}

// Error returns the error in words.
func (e *SyntaxError) Error() string {
	return "invalid JSON at byte " + strconv.Itoa(e.Offset) + ": expected " + e.Want
}

// Space returns the index of the first byte of s[i:] that is not white space.
func Space(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

// String scans the JSON string at s[i:]. It returns the index after the closing quote, and whether the string has
// escapes. It accepts bytes that are not UTF-8.
func String(s string, i int) (end int, escapes bool, err error) {
	if i >= len(s) || s[i] != '"' {
		return 0, false, &SyntaxError{i, "a string"}
	}
	i++
	for i < len(s) {
		switch c := s[i]; {
		case c == '"':
			return i + 1, escapes, nil
		case c < ' ':
			return 0, false, &SyntaxError{i, "an escape instead of a control character"}
		case c == '\\':
			escapes = true
			if i, err = escape(s, i); err != nil {
				return 0, false, err
			}
		default:
			i++
			i += plainPrefix(s[i:])
		}
	}
	return 0, false, &SyntaxError{i, "the end of a string"}
}

func escape(s string, i int) (int, error) {
	i++
	if i == len(s) || s[i] != 'u' && shortEscapes[s[i]] == 0 {
		return 0, &SyntaxError{i, "an escape"}
	}
	if s[i] != 'u' {
		return i + 1, nil
	}
	for end := i + 4; i < end; {
		i++
		if i == len(s) || !ascii.Is(s[i], ascii.HexDigit) {
			return 0, &SyntaxError{i, "a hexadecimal digit"}
		}
	}
	return i + 1, nil
}

// Number scans the number at s[i:], which can have any size. It returns the index after the number, and whether the
// number is written without a fraction and an exponent.
func Number(s string, i int) (end int, integer bool, err error) {
	if i < len(s) && s[i] == '-' {
		i++
	}
	start := i
	if i, err = digits(s, i); err != nil {
		return 0, false, err
	}
	if s[start] == '0' && i > start+1 {
		return 0, false, &SyntaxError{start + 1, "the end of the number after a leading zero"}
	}
	integer = true
	if i < len(s) && s[i] == '.' {
		integer = false
		if i, err = digits(s, i+1); err != nil {
			return 0, false, err
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		integer = false
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i, err = digits(s, i); err != nil {
			return 0, false, err
		}
	}
	return i, integer, nil
}

// digits scans one or more digits.
func digits(s string, i int) (int, error) {
	start := i
	i = ascii.Skip(s, i, ascii.Digit)
	if i == start {
		return 0, &SyntaxError{i, "a digit"}
	}
	return i, nil
}

// literal scans true, false or null at s[i:] and returns the index after it.
func literal(s string, i int) (int, error) {
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s[i:], word) {
			return i + len(word), nil
		}
	}
	return 0, &SyntaxError{i, "a value"}
}

// A Scanner scans values of any depth without recursion. The zero Scanner is ready to use. Between calls it keeps its
// memory: one byte for each level of nesting.
type Scanner struct {
	closers []byte // of the open objects and arrays, the outermost first
}

// Value scans the value at s[i:], after optional white space, and returns the index after it.
func (sc *Scanner) Value(s string, i int) (end int, err error) {
	sc.closers = sc.closers[:0]
	for {
		if i, err = sc.open(s, Space(s, i)); err != nil {
			return 0, err
		}
		if i, err = sc.close(s, i); err != nil || len(sc.closers) == 0 {
			return i, err
		}
	}
}

// open scans the beginning of a value: the starts of nested arrays and objects, up to the end of the first scalar,
// empty array or empty object. The arrays and objects around it stay open.
func (sc *Scanner) open(s string, i int) (int, error) {
	for {
		if i == len(s) {
			return 0, &SyntaxError{i, "a value"}
		}
		var err error
		switch c := s[i]; {
		case c == '{' || c == '[':
			closer := c + 2 // in ASCII, one character is between the brackets
			i = Space(s, i+1)
			if i < len(s) && s[i] == closer {
				return i + 1, nil
			}
			if sc.closers = append(sc.closers, closer); c == '{' {
				if i, err = Key(s, i); err != nil {
					return 0, err
				}
				i = Space(s, i)
			}
			continue
		case c == '"':
			i, _, err = String(s, i)
		case c == '-' || ascii.Is(c, ascii.Digit):
			i, _, err = Number(s, i)
		default:
			i, err = literal(s, i)
		}
		return i, err
	}
}

// close scans the text after a value: the ends of the arrays and objects around it, then a comma and, in an object, the
// next key. At depth zero it scans nothing.
func (sc *Scanner) close(s string, i int) (int, error) {
	for len(sc.closers) > 0 {
		j := Space(s, i)
		last := len(sc.closers) - 1
		switch closer := sc.closers[last]; {
		case j < len(s) && s[j] == ',' && closer == '}':
			return Key(s, Space(s, j+1))
		case j < len(s) && s[j] == ',':
			return j + 1, nil
		case j < len(s) && s[j] == closer:
			sc.closers = sc.closers[:last]
			i = j + 1
		case closer == '}':
			return 0, &SyntaxError{j, "a comma or a closing brace"}
		default:
			return 0, &SyntaxError{j, "a comma or a closing bracket"}
		}
	}
	return i, nil
}

// Key scans the name at s[i:] and the colon after it, and returns the index after the colon.
func Key(s string, i int) (int, error) {
	i, _, err := String(s, i)
	if err != nil {
		return 0, err
	}
	if i = Space(s, i); i == len(s) || s[i] != ':' {
		return 0, &SyntaxError{i, "a colon"}
	}
	return i + 1, nil
}

// Member returns the value of the last member of an object with a name, as JSON, and the number of such members. The
// object is valid JSON. Of any other value it returns 0 members.
func Member(object, name string) (value string, n int) {
	var sc Scanner
	i := Space(object, 0)
	if i == len(object) || object[i] != '{' {
		return "", 0
	}
	for i = Space(object, i+1); i < len(object) && object[i] == '"'; {
		end, escapes, err := String(object, i)
		if err != nil {
			return "", 0
		}
		key := object[i+1 : end-1]
		if escapes {
			key = string(AppendUnquote(nil, key))
		}
		if i, err = Key(object, i); err != nil {
			return "", 0
		}
		start := Space(object, i)
		if i, err = sc.Value(object, start); err != nil {
			return "", 0
		}
		if key == name {
			value, n = object[start:i], n+1
		}
		if i = Space(object, i); i < len(object) && object[i] == ',' {
			i = Space(object, i+1)
		}
	}
	return value, n
}
