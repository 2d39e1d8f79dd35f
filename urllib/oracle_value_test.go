package urllib_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/python/str"
)

// A value of Python is nil (None), bool, int64, *big.Int, float64, string, []byte, tuple, list, dict, *result, function
// or *call. testdata/README.md describes their JSON. In Go's strings a surrogate is its three-byte form.
type (
	tuple    []any
	list     []any
	dict     []item
	item     struct{ key, value any }
	function string
	result   struct {
		class  string // such as "SplitResultBytes"
		fields []any
		made   any // the Go value, if package urllib returned it
	}
	// A register is the value of a step of a program, if its type in Python is kind. If not, the step is skipped.
	register struct {
		index int64
		kind  string
	}
	// A call is f(args..., kw...).attribute, where f may also be a method of the first argument.
	call struct {
		Call  string // such as "urlsplit.port"
		Args  list
		KW    map[string]any
		Lists map[string][]any // changed lists of schemes; nil is all items of the own list
	}
)

// A jsonCall is a call as package encoding/json has it.
type jsonCall struct {
	Call  string
	Args  []any
	KW    map[string]any
	Lists map[string][]any
}

func (j jsonCall) value() (c *call, err error) {
	c = &call{Call: j.Call, KW: map[string]any{}, Lists: j.Lists}
	if c.Args, err = valuesOf(j.Args); err != nil {
		return nil, err
	}
	for name, v := range j.KW {
		if c.KW[name], err = valueOf(v); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// unmarshal is json.Unmarshal that keeps numbers as they are written.
func unmarshal(text []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(v)
}

// valueOf returns the value of some JSON, as package encoding/json has it.
func valueOf(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		return numberOf(string(v))
	case []any:
		all, err := valuesOf(v)
		return list(all), err
	case map[string]any:
		if name, ok := v["call"].(string); ok {
			j := jsonCall{Call: name}
			j.Args, _ = v["args"].([]any)
			j.KW, _ = v["kw"].(map[string]any)
			return j.value()
		}
		if index, ok := v["reg"].(json.Number); ok {
			n, err := index.Int64()
			kind, _ := v["is"].(string)
			return register{n, kind}, err
		}
		for kind, inner := range v {
			if text, ok := inner.(string); ok {
				return textOf(kind, text)
			}
			items, _ := inner.([]any)
			all, err := valuesOf(items)
			if err != nil || len(v) != 1 {
				return nil, fmt.Errorf("%v is not a value: %v", v, err)
			}
			return sequenceOf(kind, all), nil
		}
	}
	return nil, fmt.Errorf("%v is not a value", v)
}

func numberOf(s string) (any, error) {
	if strings.ContainsAny(s, ".eE") {
		return strconv.ParseFloat(s, 64)
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, nil
	}
	n, _ := new(big.Int).SetString(s, 10)
	return n, nil
}

func valuesOf(items []any) ([]any, error) {
	all := make([]any, len(items))
	for i := range items {
		var err error
		if all[i], err = valueOf(items[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func textOf(kind, s string) (any, error) {
	switch kind {
	case "bytes":
		b := []byte{}
		for _, r := range s {
			b = append(b, byte(r))
		}
		return b, nil
	case "str":
		var b []byte
		for {
			before, after, found := strings.Cut(s, `\u`)
			b = append(b, before...)
			if !found {
				return string(b), nil
			}
			n, err := strconv.ParseUint(after[:4], 16, 16)
			if err != nil {
				return nil, err
			}
			b, s = str.AppendRune(b, rune(n)), after[4:]
		}
	case "float":
		return strconv.ParseFloat(s, 64)
	case "function":
		return function(s), nil
	}
	return nil, fmt.Errorf("%q is not a kind of text", kind)
}

func sequenceOf(kind string, all []any) any {
	switch kind {
	case "tuple":
		return tuple(all)
	case "dict":
		d := dict{}
		for _, pair := range all {
			p := pair.(list)
			d = append(d, item{p[0], p[1]})
		}
		return d
	}
	return &result{class: kind, fields: all}
}

// appendJSON appends the JSON of a value, byte for byte as Python prints it.
func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case *big.Int:
		return v.Append(dst, 10)
	case float64:
		return appendFloat(dst, v)
	case string:
		return appendStr(dst, v)
	case []byte:
		runes := make([]rune, len(v))
		for i, c := range v {
			runes[i] = rune(c)
		}
		return append(appendQuoted(append(dst, `{"bytes":`...), runes), '}')
	case function:
		return append(appendStr(append(dst, `{"function":`...), string(v)), '}')
	case list:
		return appendItems(dst, v)
	case tuple:
		return append(appendItems(append(dst, `{"tuple":`...), v), '}')
	case dict:
		pairs := make([]any, len(v))
		for i, it := range v {
			pairs[i] = list{it.key, it.value}
		}
		return append(appendItems(append(dst, `{"dict":`...), pairs), '}')
	case *result:
		dst = append(append(append(dst, `{"`...), v.class...), `":`...)
		return append(appendItems(dst, v.fields), '}')
	case register:
		dst = strconv.AppendInt(append(dst, `{"reg":`...), v.index, 10)
		return append(appendStr(append(dst, `,"is":`...), v.kind), '}')
	case *call:
		return appendCall(dst, v)
	}
	panic(fmt.Sprintf("%T is not a value", v))
}

func appendCall(dst []byte, c *call) []byte {
	dst = appendStr(append(dst, `{"call":`...), c.Call)
	dst = appendItems(append(dst, `,"args":`...), c.Args)
	separator := `,"kw":{`
	for _, name := range slices.Sorted(maps.Keys(c.KW)) {
		dst = appendStr(append(dst, separator...), name)
		dst = appendJSON(append(dst, ':'), c.KW[name])
		separator = ","
	}
	if len(c.KW) > 0 {
		dst = append(dst, '}')
	}
	separator = `,"lists":{`
	for _, name := range slices.Sorted(maps.Keys(c.Lists)) {
		dst = appendStr(append(dst, separator...), name)
		dst = appendItems(append(dst, ':'), c.Lists[name])
		separator = ","
	}
	if len(c.Lists) > 0 {
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

func appendItems(dst []byte, items []any) []byte {
	dst = append(dst, '[')
	for i, v := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, v)
	}
	return append(dst, ']')
}

func appendFloat(dst []byte, f float64) []byte {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	switch {
	case math.IsInf(f, 0) || math.IsNaN(f):
		return append(appendStr(append(dst, `{"float":`...), strings.ToLower(text)), '}')
	case !strings.ContainsAny(text, ".e"):
		text += ".0"
	}
	return append(dst, text...)
}

// appendStr appends a str. One with surrogates is escaped twice, since JSON has no lone surrogates.
func appendStr(dst []byte, s string) []byte {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7F || r == '"' || r == '\\' }) {
		return append(append(append(dst, '"'), s...), '"')
	}
	all := runes(s)
	if !slices.ContainsFunc(all, isSurrogate) {
		return appendQuoted(dst, all)
	}
	var escaped []rune
	for _, r := range all {
		if r == '\\' || isSurrogate(r) {
			escaped = append(escaped, []rune(fmt.Sprintf(`\u%04x`, r))...)
		} else {
			escaped = append(escaped, r)
		}
	}
	return append(appendQuoted(append(dst, `{"str":`...), escaped), '}')
}

func isSurrogate(r rune) bool { return r>>11 == 0xD800>>11 }

// appendQuoted appends a JSON string in ASCII.
func appendQuoted(dst []byte, all []rune) []byte {
	dst = append(dst, '"')
	for _, r := range all {
		switch i := strings.IndexRune("\"\\\n\r\t\b\f", r); {
		case i >= 0:
			dst = append(dst, '\\', `"\nrtbf`[i])
		case r >= ' ' && r < 0x7F:
			dst = append(dst, byte(r))
		case r > 0xFFFF:
			r -= 0x10000
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
	}
	return append(dst, '"')
}

// runes returns the code points of s as Python has them.
func runes(s string) []rune {
	var all []rune
	for i := 0; i < len(s); {
		r, size := str.DecodeRune(s[i:])
		all = append(all, r)
		i += size
	}
	return all
}

// runesText is the inverse of runes.
func runesText(all []rune) string {
	var b []byte
	for _, r := range all {
		b = str.AppendRune(b, r)
	}
	return string(b)
}

// withBytes returns v with lone surrogates U+DC80 to U+DCFF written as the single bytes that package urllib also reads
// as such, and whether there are any. Where these bytes would make another text, only bytes that begin no sequence are
// written so.
func withBytes(v any) (any, bool) {
	found := false
	each := func(items []any) []any {
		out := make([]any, len(items))
		for i := range items {
			x, ok := withBytes(items[i])
			out[i], found = x, found || ok
		}
		return out
	}
	switch v := v.(type) {
	case string:
		if !strings.Contains(v, "\xed") {
			return v, false
		}
		all := runes(v)
		var b, single []byte
		for _, r := range all {
			c := byte(r)
			isByte := r>>8 == 0xDC && c >= 0x80
			if found = found || isByte; isByte {
				single = append(single, c)
			} else {
				single = str.AppendRune(single, r)
			}
			if isByte && (c < 0xC2 || c > 0xF4) {
				b = append(b, c)
			} else {
				b = str.AppendRune(b, r)
			}
		}
		if slices.Equal(runes(string(single)), all) {
			return string(single), found
		}
		return string(b), found
	case list:
		return list(each(v)), found
	case tuple:
		return tuple(each(v)), found
	case dict:
		out := make(dict, len(v))
		for i, it := range v {
			pair := each([]any{it.key, it.value})
			out[i] = item{pair[0], pair[1]}
		}
		return out, found
	case *result:
		return &result{class: v.class, fields: each(v.fields)}, found
	case *call:
		c := *v
		c.Args = each(v.Args)
		c.KW = map[string]any{}
		for name, x := range v.KW {
			c.KW[name] = each([]any{x})[0]
		}
		return &c, found
	}
	return v, false
}
