package pycall

import (
	"math/big"
	"strconv"
	"strings"

	"earl.example/internal/python/str"
)

// Values are: nil (None), bool, int64, *big.Int, float64, string (str),
// [Bytes], [Tuple], [List], [Dict], [*Result] and [Function].
type (
	// Bytes is Python's bytes.
	Bytes []byte
	// A Tuple is a plain tuple.
	Tuple []any
	// A List is a list.
	List []any
	// A Dict is a dict, in order.
	Dict []Item
	// An Item is one item of a Dict.
	Item struct{ Key, Value any }
	// A Result is one of the six result types.
	Result struct {
		Class  string // such as "SplitResultBytes"
		Fields Tuple  // all string or all Bytes
	}
	// A Function is a function or class by its Python name.
	Function string
)

// fieldNames are the fields of the result types by class, less "Bytes".
var fieldNames = map[string][]string{
	"SplitResult":  {"scheme", "netloc", "path", "query", "fragment"},
	"ParseResult":  {"scheme", "netloc", "path", "params", "query", "fragment"},
	"DefragResult": {"url", "fragment"},
}

// FieldNames returns the names of r's fields in order.
func (r *Result) FieldNames() []string { return fieldNames[strings.TrimSuffix(r.Class, "Bytes")] }

// IsBytes reports whether r is of a Bytes type.
func (r *Result) IsBytes() bool { return strings.HasSuffix(r.Class, "Bytes") }

// Ascii returns what Python's ascii() shows for v.
func Ascii(v any) string { return string(appendAscii(nil, v)) }

func appendAscii(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "None"...)
	case bool:
		if v {
			return append(dst, "True"...)
		}
		return append(dst, "False"...)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case *big.Int:
		return v.Append(dst, 10)
	case float64:
		return strconv.AppendFloat(dst, v, 'g', -1, 64)
	case string:
		return appendText(dst, v)
	case Bytes:
		return appendBytes(dst, v)
	case Tuple:
		dst = appendAll(append(dst, '('), v)
		if len(v) == 1 {
			dst = append(dst, ',')
		}
		return append(dst, ')')
	case List:
		return append(appendAll(append(dst, '['), v), ']')
	case Dict:
		dst = append(dst, '{')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(appendAscii(dst, item.Key), ": "...)
			dst = appendAscii(dst, item.Value)
		}
		return append(dst, '}')
	case *Result:
		dst = append(append(dst, v.Class...), '(')
		for i, name := range v.FieldNames() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(append(dst, name...), '=')
			dst = appendAscii(dst, v.Fields[i])
		}
		return append(dst, ')')
	case Function:
		return append(dst, v...)
	}
	panic("pycall: not a value")
}

func appendAll(dst []byte, items []any) []byte {
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendAscii(dst, item)
	}
	return dst
}

// appendText appends a str literal. Python takes double quotes only if that
// saves escaping single ones.
func appendText(dst []byte, s string) []byte {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	dst = append(dst, quote)
	for i := 0; i < len(s); {
		r, size := str.DecodeRune(s[i:])
		dst = appendChar(dst, r, quote)
		i += size
	}
	return append(dst, quote)
}

func appendBytes(dst []byte, b Bytes) []byte {
	quote := byte('\'')
	if strings.IndexByte(string(b), '\'') >= 0 && strings.IndexByte(string(b), '"') < 0 {
		quote = '"'
	}
	dst = append(dst, 'b', quote)
	for _, c := range b {
		dst = appendChar(dst, rune(c), quote)
	}
	return append(dst, quote)
}

func appendChar(dst []byte, r rune, quote byte) []byte {
	const digits = "0123456789abcdef"
	switch {
	case r == rune(quote) || r == '\\':
		return append(dst, '\\', byte(r))
	case r == '\n':
		return append(dst, '\\', 'n')
	case r == '\r':
		return append(dst, '\\', 'r')
	case r == '\t':
		return append(dst, '\\', 't')
	case r >= ' ' && r < 0x7F:
		return append(dst, byte(r))
	}
	letter, n := byte('U'), 8
	switch {
	case r <= 0xFF:
		letter, n = 'x', 2
	case r <= 0xFFFF:
		letter, n = 'u', 4
	}
	dst = append(dst, '\\', letter)
	for shift := 4 * (n - 1); shift >= 0; shift -= 4 {
		dst = append(dst, digits[r>>shift&0xF])
	}
	return dst
}
