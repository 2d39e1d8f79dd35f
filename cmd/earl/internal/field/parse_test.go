package field

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// A piece is a field in braces or, if braced is nil, text.
type piece struct {
	text   string
	braced *braced
}

// pieces parses a template as pieces.
func pieces(s string) (all []piece, err error) {
	texts, fields, err := parseTemplate(s)
	for i, text := range texts {
		if text != "" {
			all = append(all, piece{text: text})
		}
		if i < len(fields) {
			all = append(all, piece{braced: fields[i]})
		}
	}
	return all, err
}

func TestParse(t *testing.T) {
	t.Parallel()
	field := func(offset int, name, source string) *braced {
		return &braced{Source: source, Call: Call{Name: name, Offset: offset}}
	}
	call := func(name, arg, raw string, offset int) Call {
		return Call{Name: name, Arg: arg, HasArg: true, Raw: raw, Offset: offset}
	}
	tests := []struct {
		name, in string
		want     []piece
	}{
		{"empty", "", nil},
		{"text", "a b", []piece{{text: "a b"}}},
		{"braces", "{{a}}", []piece{{text: "{a}"}}},
		{"escapes", `\n\t\r\\\{\}\|\:\x41\xff`, []piece{{text: "\n\t\r\\{}|:A\xff"}}},
		{"field", "{host}", []piece{{braced: field(1, "host", "host")}}},
		{"text around", "a{host}b", []piece{{text: "a"}, {braced: field(2, "host", "host")}, {text: "b"}}},
		{"three braces", "{{{host}}}", []piece{{text: "{"}, {braced: field(3, "host", "host")}, {text: "}"}}},
		{"argument", "{query:a b}", []piece{{braced: &braced{Source: "query:a b", Call: call("query", "a b", "a b", 1)}}}},
		{"empty argument", "{query:}", []piece{{braced: &braced{Source: "query:", Call: call("query", "", "", 1)}}}},
		{"colon in an argument", "{query:a:b}",
			[]piece{{braced: &braced{Source: "query:a:b", Call: call("query", "a:b", "a:b", 1)}}}},
		{"escape in an argument", `{query:\}\|}`,
			[]piece{{braced: &braced{Source: `query:\}\|`, Call: call("query", "}|", `\}\|`, 1)}}}},
		{"brace in an argument", `{query:{}`, []piece{{braced: &braced{Source: `query:{`, Call: call("query", "{", "{", 1)}}}},
		{"filters", "{a|b|c:d}", []piece{{braced: &braced{Source: "a|b|c:d", Call: Call{Name: "a", Offset: 1},
			Filters: []Call{{Name: "b", Offset: 3}, call("c", "d", "d", 5)}}}}},
		{"fields in the argument of a filter", `{a|or:{b|c}\}d}`, []piece{{braced: &braced{Source: `a|or:{b|c}\}d`,
			Call: Call{Name: "a", Offset: 1}, Filters: []Call{call("or", "{b|c}}d", `{b|c}\}d`, 3)}}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := pieces(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		offset   int
	}{
		{"not closed", "ab{host", 2},
		{"not closed at once", "{", 0},
		{"not closed in an argument", "{a:b", 0},
		{"not opened", "ab}", 2},
		{"no name", "a{}", 2},
		{"no name before an argument", "{:a}", 1},
		{"no filter", "{a|}", 3},
		{"bad name", "{a b}", 2},
		{"brace in a name", "{a{b}", 2},
		{"backslash at the end", `a\`, 1},
		{"unknown escape", `a\q`, 1},
		{"short escape", `\x4`, 0},
		{"bad escape", `{a:\xzz}`, 3},
		{"bad first digit", `\xg0`, 0},
		{"bad second digit", `\x0g`, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := pieces(tt.in)
			var e *TemplateError
			if !errors.As(err, &e) || e.Offset != tt.offset || e.Template != tt.in || got != nil {
				t.Errorf("%v, %v, want an error at byte %d", got, err, tt.offset)
			} else if !strings.HasSuffix(err.Error(), " at byte "+strconv.Itoa(tt.offset)) {
				t.Error(err)
			}
		})
	}
}

// quoted writes text so that it means itself.
func quoted(s string) string {
	return strings.NewReplacer("{", "{{", "}", "}}", `\`, `\\`).Replace(s)
}

// FuzzTextIsItself: text that is quoted is read as itself, and a read text has
// fields where the template says, and an error lies within the template.
func FuzzTextIsItself(f *testing.F) {
	for _, s := range []string{"", "a{b:c|d}e", `\x41{{`, "{a|b:\\}}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, err := pieces(quoted(s))
		if err != nil || len(text) > 1 || len(text) == 1 && text[0].text != s {
			t.Fatalf("Parse of %q quoted = %v, %v, want it back", s, text, err)
		}
		got, err := pieces(s)
		if err != nil {
			if e := err.(*TemplateError); e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("%q: %v, want an offset in the text", s, err)
			}
			return
		}
		for _, piece := range got {
			if f := piece.braced; f != nil && (s[f.Offset-1] != '{' || !strings.HasPrefix(s[f.Offset:], f.Source+"}") ||
				!strings.HasPrefix(f.Source, f.Name)) {
				t.Fatalf("%q: %+v, want the field's source and offset", s, f)
			}
		}
	})
}

// TestTimeIsLinear: a template of megabytes takes time in proportion.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"{a}", "a", "{{", "{a|b}", `\n`} {
		urltest.Linear(t, unit, urltest.Many("", unit, "", 1<<16), func(s string) { parseTemplate(s) })
	}
	urltest.Linear(t, "filters", urltest.Many("{a", "|b", "}", 1<<16), func(s string) { parseTemplate(s) })
}
