package jsontext

import "testing"

// TestWriter checks the commas, names and brackets of each kind of member.
func TestWriter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, want string
		write      func(w *Writer)
	}{
		{"empty object", `{}`, func(w *Writer) { w.Object(""); w.Close() }},
		{"objects in an object", `{"a":{"b":1},"c":{}}`, func(w *Writer) {
			w.Object("")
			w.Object("a")
			w.Int("b", 1)
			w.Close()
			w.Object("c")
			w.End()
		}},
		{"arrays in an array", `[[],[true,null],{"a":[]}]`, func(w *Writer) {
			w.Array("")
			w.Array("")
			w.Close()
			w.Array("")
			w.Bool("", true)
			w.Null("")
			w.Close()
			w.Object("")
			w.Strings("a")
			w.End()
		}},
		{"strings", `{"a":["x","y"],"b":"z","c":null,"d":null}`, func(w *Writer) {
			w.Object("")
			w.Strings("a", "x", "y")
			w.Value("b", "z", true)
			w.Value("c", "z", false)
			w.OrNull("d", "")
			w.End()
		}},
		{"name with a quote", `{"a":1,"\"":{"b":2}}`, func(w *Writer) {
			w.Object("")
			w.Int("a", 1)
			w.Name(`"`)
			w.Object("ignored")
			w.Int("b", 2)
			w.End()
		}},
		{"name in the first place", `{"\"":1,"b":2}`, func(w *Writer) {
			w.Object("")
			w.Name(`"`)
			w.Int("", 1)
			w.Int("b", 2)
			w.End()
		}},
		{"base64", `{"a":"` + "\ufffd" + `","a_base64":"/w=="}`, func(w *Writer) {
			w.Object("")
			w.Input("a", "\xff")
			w.End()
		}},
		{"no base64", `{"a":"\udcff"}`, func(w *Writer) {
			w.Surrogates = true
			w.Object("")
			w.Input("a", "\xff")
			w.End()
		}},
		{"value after End", `{}{"a":1}`, func(w *Writer) {
			w.Object("")
			w.End()
			w.Object("")
			w.Int("a", 1)
			w.End()
		}},
		{"value after Drop", `[{1`, func(w *Writer) {
			w.Array("")
			w.Object("")
			w.Drop()
			w.Int("", 1)
		}},
	} {
		var w Writer
		if tt.write(&w); string(w.Text) != tt.want {
			t.Errorf("%s: the text is %s, want %s", tt.name, w.Text, tt.want)
		}
	}
}

// TestWriterFull checks that Full is called before a member if the text is long.
func TestWriterFull(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ length, want int }{{fullText - 1, 0}, {fullText, 1}} {
		calls := 0
		w := Writer{Text: make([]byte, tt.length), Full: func() { calls++ }}
		if w.Null(""); calls != tt.want {
			t.Errorf("with %d bytes, Full is called %d times, want %d", tt.length, calls, tt.want)
		}
	}
}
