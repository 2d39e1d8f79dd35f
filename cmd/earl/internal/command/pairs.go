package command

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/jsontext"
)

const (
	// maxDepth is the maximum nesting of arrays in a value.
	maxDepth = 100

	// maxDigits is the maximum number of digits of an integer, the same as in CPython.
	maxDigits = 4300
)

// pairsOfText returns the fields "name=value" of a text, as pairsOfFields does. Tabs separate fields. An empty text has
// no fields.
func pairsOfText(text string) ([][2]any, error) {
	if text == "" {
		return nil, nil
	}
	return pairsOfFields(strings.Split(text, "\t"))
}

// pairsOfFields returns the names and values of fields "name=value". The first equals sign of a field ends its name.
func pairsOfFields(fields []string) ([][2]any, error) {
	pairs := make([][2]any, len(fields))
	for i, field := range fields {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return nil, fmt.Errorf("field %d has no equals sign", i+1)
		}
		pairs[i] = [2]any{name, value}
	}
	return pairs, nil
}

// pairsOfJSON returns the pairs of a JSON text in order. The text must be valid JSON. If it is an object, its members
// are the pairs. Otherwise it must be an array of arrays of two elements, or of objects with a name and a value as earl
// query writes them. A value can be a string, a number, true, false, null, or an array of values, with the meaning that
// Python's json.loads gives it. An object as a value is an error. A repeated name in an object is also an error,
// because Python would drop one of the members.
func pairsOfJSON(text string) ([][2]any, error) { return pairsOfValue(text, false) }

// pairsOfStrings is like pairsOfJSON if names and values must be strings.
func pairsOfStrings(text string) ([][2]any, error) { return pairsOfValue(text, true) }

// twoStrings returns the elements of a JSON array of two strings. The text must be valid JSON.
func twoStrings(text string) ([]string, error) {
	pairs, err := pairsOfStrings("[" + text + "]")
	if err != nil || !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return nil, errors.New("expected a JSON array of two strings")
	}
	return []string{pairs[0][0].(string), pairs[0][1].(string)}, nil
}

func pairsOfValue(text string, areStrings bool) (pairs [][2]any, err error) {
	text = strings.TrimSpace(text)
	size := strings.IndexByte(" [{", text[0]) // the number of elements of a pair
	if size < 1 {
		return nil, errors.New("expected a JSON object or array")
	}
	names := make(map[string]bool)
	for two := range slices.Chunk(elements(text), size) {
		n := len(pairs) + 1
		if size == 1 {
			if two = nameAndValue(two[0]); two == nil {
				return nil, fmt.Errorf("element %d is not an array of a name and a value", n)
			}
		} else if name := stringOf(two[0]); names[name] {
			return nil, fmt.Errorf("member %d has the name of an earlier one: for both, write an array of pairs", n)
		} else {
			names[name] = true
		}
		var pair [2]any
		for i, text := range two {
			if areStrings && text[0] != '"' {
				return nil, fmt.Errorf("pair %d is not of two strings", n)
			}
			if pair[i], err = valueOf(text, 0); err != nil {
				return nil, err
			}
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// elements returns the texts of the elements of a JSON array, or of the names and values of an object in turn.
func elements(text string) (all []string) {
	var scanner jsontext.Scanner
	all = make([]string, 0, 8) // enough for most
	for i := jsontext.Space(text, 1); text[i] != ']' && text[i] != '}'; {
		end, _ := scanner.Value(text, i)
		all = append(all, text[i:end])
		if i = jsontext.Space(text, end); text[i] == ',' || text[i] == ':' {
			i = jsontext.Space(text, i+1)
		}
	}
	return all
}

// nameAndValue returns the elements of an array of two elements, or the name and the value of an object. It returns nil
// for other values.
func nameAndValue(text string) []string {
	if text[0] != '[' && text[0] != '{' {
		return nil
	}
	switch all := elements(text); {
	case text[0] == '[' && len(all) == 2:
		return all
	case text[0] == '[' || len(all) != 4:
		return nil
	case stringOf(all[0]) == "name" && stringOf(all[2]) == "value":
		return []string{all[1], all[3]}
	case stringOf(all[0]) == "value" && stringOf(all[2]) == "name":
		return []string{all[3], all[1]}
	}
	return nil
}

func stringOf(text string) string {
	raw := text[1 : len(text)-1]
	if !strings.Contains(raw, `\`) {
		return raw
	}
	return string(jsontext.AppendUnquote(nil, raw))
}

// valueOf returns a value in an array of a depth. An array is a []any.
func valueOf(text string, depth int) (any, error) {
	switch text[0] {
	case '"':
		return stringOf(text), nil
	case '{':
		return nil, errors.New("a value is an object: only strings, numbers, true, false, null and arrays can be encoded")
	case 't', 'f':
		return text[0] == 't', nil
	case 'n':
		return nil, nil
	case '[':
		if depth == maxDepth {
			return nil, errors.New("a value is nested too deeply")
		}
		list := []any{}
		for _, element := range elements(text) {
			value, err := valueOf(element, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	}
	return numberOf(text)
}

// numberOf parses an int or a float as Python does.
func numberOf(text string) (any, error) {
	if _, integer, _ := jsontext.Number(text, 0); !integer {
		f, _ := strconv.ParseFloat(text, 64) // infinity if out of range, as in Python
		return f, nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, nil
	}
	if len(strings.TrimPrefix(text, "-")) > maxDigits {
		return nil, fmt.Errorf("an integer has more than %d digits", maxDigits)
	}
	n, _ := new(big.Int).SetString(text, 10)
	return n, nil
}
