// Package marshal has code that types of several packages share: names of constants, and values from texts.
package marshal

import "strconv"

// Name returns the name of a constant. If names does not have it, Name returns the kind of the constant and its number.
func Name[T ~uint8](names []string, c T, kind string) string {
	if int(c) < len(names) {
		return names[c]
	}
	return kind + " " + strconv.Itoa(int(c))
}

// Set sets dst to the result of parse for text. If parse returns an error, Set returns it and does not change dst.
func Set[T any](dst *T, text string, parse func(text string) (T, error)) error {
	parsed, err := parse(text)
	if err == nil {
		*dst = parsed
	}
	return err
}

// Stored returns the text of a value of a database. NULL is the empty text. ok is false for a value of another type.
func Stored(src any) (text string, ok bool) {
	switch src := src.(type) {
	case nil:
		return "", true
	case string:
		return src, true
	case []byte:
		return string(src), true
	}
	return "", false
}
