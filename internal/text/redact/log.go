package redact

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"earl.example/internal/text/jsontext"
)

// JSON returns a log value as JSON. A group is an object with sorted names, and an error is its text. It does not use
// encoding/json, which would make programs 150 KB larger that only print an error.
func JSON(v slog.Value) ([]byte, error) {
	var w jsontext.Writer
	write(&w, "", v)
	return w.Text, nil
}

// Format prints a log value as JSON for every verb of fmt.
func Format(f fmt.State, verb rune, v slog.Value) {
	text, _ := JSON(v)
	fmt.Fprintf(f, fmt.FormatString(f, verb), string(text))
}

func write(w *jsontext.Writer, name string, v slog.Value) {
	v = v.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		w.Object(name)
		attrs := slices.Clone(v.Group())
		slices.SortStableFunc(attrs, func(a, b slog.Attr) int { return strings.Compare(a.Key, b.Key) })
		for i, a := range attrs {
			if i+1 == len(attrs) || attrs[i+1].Key != a.Key { // of equal names, the last counts
				write(w, a.Key, a.Value)
			}
		}
		w.Close()
	case slog.KindInt64:
		w.Int(name, v.Int64())
	case slog.KindBool:
		w.Bool(name, v.Bool())
	case slog.KindAny:
		if err, ok := v.Any().(error); ok {
			w.String(name, err.Error())
			return
		}
		w.Value(name, v.String(), v.Any() != nil)
	default:
		w.String(name, v.String())
	}
}
