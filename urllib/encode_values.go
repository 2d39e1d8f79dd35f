package urllib

import (
	"reflect"

	"earl.example/internal/python/str"
)

// maxPointers is how many pointers are followed. A pointer may lead to itself.
const maxPointers = 100

// plainValue returns what v is or points to, or the zero Value for None and
// for what has a text of its own, and so is neither bytes nor a sequence.
func plainValue(v any) reflect.Value {
	value := reflect.ValueOf(v)
	for range maxPointers {
		if !value.IsValid() || str.HasText(value.Interface()) {
			return reflect.Value{}
		}
		if kind := value.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return value
		}
		value = value.Elem()
	}
	return reflect.Value{}
}

// sortedEntries returns what is in a map, sorted by key.
func (in interpreter) sortedEntries(m reflect.Value) ([]str.Entry, error) {
	entries, err := str.SortedEntries(m, in.version.release())
	if err != nil {
		return nil, printError(err)
	}
	return entries, nil
}

// printError turns the exception of a value that cannot be printed into an
// Error.
func printError(err error) error {
	return fromException(err, "", func(*str.UnicodeFault) int { return -1 })
}

// concrete returns what stands in an interface.
func concrete(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}
