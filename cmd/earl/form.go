package main

import (
	"fmt"
	"slices"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/reading"
	"earl.example/whatwg"
)

// setNames lists the names of the percent-encode sets, indexed by set.
var setNames = [...]string{
	whatwg.C0ControlSet: "c0-control", whatwg.FragmentSet: "fragment", whatwg.QuerySet: "query",
	whatwg.SpecialQuerySet: "special-query", whatwg.PathSet: "path", whatwg.UserinfoSet: "userinfo",
	whatwg.ComponentSet: "component", whatwg.FormSet: "form",
}

func parseSet(s string) (whatwg.EncodeSet, error) {
	if i := slices.Index(setNames[:], s); i >= 0 {
		return whatwg.EncodeSet(i), nil
	}
	return 0, unknown("set", s, setNames[:])
}

// scalarBoundary returns the greatest index, at most i, at which s can be split. i must be less than len(s). A split
// must not divide an escape, a character, or an invalid sequence that the URL Standard replaces with one U+FFFD. A
// character or sequence can consist of escapes.
func scalarBoundary(s string, i int) int {
	at := unitStart(s, i)
	for n, start := 0, at; n < 4 && start > 0; n++ {
		if !continues(s[start:]) {
			return start
		}
		start = unitStart(s, start-1)
	}
	return at // no character has four continuation bytes
}

// unitStart returns the start of the escape that contains index i. If no escape contains the index, it returns i.
func unitStart(s string, i int) int {
	for start := max(0, i-2); start < i; start++ {
		if isEscape(s[start:]) {
			return start
		}
	}
	return i
}

func isEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && ascii.Unhex[s[1]]|ascii.Unhex[s[2]] < 16
}

// continues reports whether s begins with a UTF-8 continuation byte, unescaped or as an escape.
func continues(s string) bool {
	c := s[0]
	if isEscape(s) {
		c = ascii.Unhex[s[1]]<<4 | ascii.Unhex[s[2]]
	}
	return c&0xC0 == 0x80
}

// formName returns the name in a field of a form. ok is false if the field is not a pair.
func formName(field string) (name string, ok bool) {
	for name := range whatwg.ParseForm(field) {
		return name, true
	}
	return "", false
}

func formText(s string) (text string) {
	for _, value := range whatwg.ParseForm("=" + s) {
		text = value
	}
	return text
}

func (q *queryParser) formOp() bulk.Op {
	var r reading.Reading
	var fields []bulk.Field
	return func(rec *bulk.Record, out *bulk.Output) error {
		text, err := q.text(rec, &r)
		if err != nil {
			return fail(out, rec, err)
		}
		pairs := func(yield func(bulk.Field) bool) {
			for name, value := range whatwg.ParseForm(text) {
				if !yield(bulk.Field{Name: name, Value: value}) {
					return
				}
			}
		}
		switch {
		case q.group:
			n := 0
			for range pairs {
				n++
			}
			return giveGroups(out, rec, q.groups(text, n))
		case out.JSON() || len(text) > pieceLen || !q.plain():
			return q.print(out, rec, pairs)
		}
		fields = slices.AppendSeq(fields[:0], pairs)
		return out.Fields(fields...)
	}
}

// formEncoding returns the encoding with a label of the Encoding Standard, or UTF-8 if label is nil.
func formEncoding(label *string) (string, error) {
	if label == nil {
		return "", nil
	}
	if _, ok := encoding.Lookup(*label); !ok {
		return "", fmt.Errorf("--encoding %s: the Encoding Standard has no such label", *label)
	}
	return *label, nil
}

// formPieces returns the query string of a record, encoded as whatwg does.
func (e *encoder) formPieces(rec *bulk.Record) text {
	return func(yield func(string, error) bool) {
		var buf []byte
		flush := func() bool {
			if len(buf) < pieceLen {
				return true
			}
			piece := string(buf)
			buf = buf[:0]
			return yield(piece, nil)
		}
		add := func(s string) bool {
			if e.encoding != "" {
				// A name or a value is encoded as a whole.
				one := func(yield func(name, value string) bool) { yield(s, "") }
				pair, err := whatwg.FormatForm(one, e.encoding)
				if err != nil {
					yield("", err)
					return false
				}
				buf = append(buf, strings.TrimSuffix(pair, "=")...)
				return flush()
			}
			for piece := range cutAt(s, scalarBoundary) {
				if buf = whatwg.FormSet.AppendEncode(buf, piece); !flush() {
					return false
				}
			}
			return true
		}
		before := ""
		for item, err := range e.all(rec) {
			if err != nil {
				yield("", err)
				return
			}
			buf = append(buf, before...)
			before = "&"
			if !add(item[0].(string)) {
				return
			}
			buf = append(buf, '=')
			if !add(item[1].(string)) {
				return
			}
		}
		yield(string(buf), nil)
	}
}
