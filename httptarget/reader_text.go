package httptarget

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"earl.example/urlerr"
)

// switches are the switches of a [Reader] in the order in which String writes them. refuse has a list of values.
var switches = []struct {
	name, values string // the first value is the value of the zero Reader
	of           func(r *Reader) *uint8
}{
	{"absolute", "path refuse raw", func(r *Reader) *uint8 { return &r.absolute }},
	{"host", "no yes named refuse", func(r *Reader) *uint8 { return &r.host }},
	{"fragment", "byte cut refuse", func(r *Reader) *uint8 { return &r.fragment }},
	{"backslash", "byte slash slash+%5C slash-with-#", func(r *Reader) *uint8 { return &r.backslash }},
	{"params", "keep cut after", func(r *Reader) *uint8 { return &r.params }},
	{"refuse", "no " + refusals, nil},
	{"redirect", "no raw decoded", func(r *Reader) *uint8 { return &r.redirect }},
	{"dots", "no raw encoded after both", func(r *Reader) *uint8 { return &r.dots }},
	{"dot-params", "no yes", func(r *Reader) *uint8 { return &r.dotParams }},
	{"dot-end", "slash bare raw", func(r *Reader) *uint8 { return &r.dotEnd }},
	{"decode", "no once not-%2F not-%2F-%5C unreserved go unreserved-%2F-%5C",
		func(r *Reader) *uint8 { return &r.decode }},
	{"nul", "byte cut", func(r *Reader) *uint8 { return &r.nul }},
	{"merge", "no before after leading leading-raw with-dots", func(r *Reader) *uint8 { return &r.merge }},
	{"fold", "no yes", func(r *Reader) *uint8 { return &r.fold }},
	{"match", "below below-or-self bytes name", func(r *Reader) *uint8 { return &r.match }},
	{"forward", "no raw escaped rewritten", func(r *Reader) *uint8 { return &r.forward }},
}

// refusals are the names of properties in the order of their bits.
const refusals = `%2F %5C %00 %25 %3B ; // dots encoded-dots control bad-escape non-UTF-8 ` +
	`\ .. dots-with-params leading-// above-root ` +
	`kept-%2F kept-%5C kept-%00 kept-%25 kept-%3B kept-; kept-// kept-dots kept-encoded-dots kept-control ` +
	`kept-bad-escape kept-non-UTF-8`

// rows has a line for each row. Its columns are names, servers, date, configuration, switches and misses.
//
//go:embed rows.tsv
var rows string

// Readers returns the names that [ParseReader] knows. A name without a release, such as "jetty", is the newest release
// that was measured; "jetty@9.4" is an older one. docs/reference/path-readers.md lists what each name stands for.
func Readers() (names []string) {
	for line := range strings.Lines(rows) {
		list, _, _ := strings.Cut(line, "\t")
		names = append(names, strings.Split(list, ",")...)
	}
	return names
}

// ParseReader returns a reader. text is a name of [Readers], a list of switches, or a name and switches that replace
// its switches: "nginx", "jetty@9.4", "nginx merge=no", "decode=once dots=after". refuse has a list, as in
// "refuse=%2F,above-root"; refuse=no is the empty list. An empty text is the zero Reader, as is "raw".
//
// An unknown name, switch or value is an error of kind UnknownName that lists the known ones. A switch that occurs
// twice is an error of kind BadValue.
func ParseReader(text string) (r Reader, err error) {
	rest := strings.TrimLeft(text, " ")
	at := len(text) - len(rest)
	if name, _, _ := strings.Cut(rest, " "); name != "" && strings.IndexByte(name, '=') < 0 {
		var ok bool
		if r, ok = readers()[name]; !ok {
			return Reader{}, unknown(text, "reader", Readers(), at)
		}
		at += len(name)
	}
	return r.with(text, at)
}

// with returns r with the switches in text[at:].
func (r Reader) with(text string, at int) (Reader, error) {
	var seen []string
	for word := range strings.SplitSeq(text[at:], " ") {
		if name, value, _ := strings.Cut(word, "="); word != "" {
			if err := r.set(text, name, value, at); err != nil {
				return Reader{}, err
			}
			if slices.Contains(seen, name) {
				return Reader{}, &urlerr.Error{Dialect: "httptarget", Input: text, Offset: at, Rule: urlerr.Rule{
					Problem: "second switch " + name, Fix: "write it once", Kind: urlerr.BadValue,
				}}
			}
			seen = append(seen, name)
		}
		at += len(word) + 1
	}
	return r, nil
}

// readers returns the reader of each name.
var readers = sync.OnceValue(func() map[string]Reader {
	all := map[string]Reader{}
	for line := range strings.Lines(rows) {
		cells := strings.Split(line, "\t")
		r, _ := Reader{}.with(cells[4], 0) // a test parses each row
		for name := range strings.SplitSeq(cells[0], ",") {
			all[name] = r
		}
	}
	return all
})

// set sets a switch, which is at an offset of text.
func (r *Reader) set(text, name, value string, at int) error {
	names := make([]string, len(switches))
	for i, s := range switches {
		if names[i] = s.name; s.name != name {
			continue
		}
		values, bits := strings.Fields(s.values), properties(0)
		items := []string{value}
		if s.of == nil {
			items = strings.Split(value, ",")
		}
		for _, item := range items {
			n := slices.Index(values, item)
			switch {
			case n < 0 || n == 0 && len(items) > 1:
				return unknown(text, "value of "+name, values, at+len(name)+1)
			case s.of != nil:
				*s.of(r) = uint8(n)
			case n > 0:
				bits |= 1 << (n - 1)
			}
		}
		if s.of == nil {
			r.refuse = bits
		}
		return nil
	}
	return unknown(text, "switch", names, at)
}

func unknown(text, what string, known []string, at int) error {
	return &urlerr.Error{Dialect: "httptarget", Input: text, Offset: at, Rule: urlerr.Rule{
		Problem: "unknown " + what, Fix: "use one of " + strings.Join(known, ", "), Kind: urlerr.UnknownName,
	}}
}

// String returns the first name of [Readers] that stands for r or, if there is none, the switches of r that differ from
// the zero Reader's. ParseReader reads it as r.
func (r Reader) String() string {
	for _, name := range Readers() {
		if readers()[name] == r {
			return name
		}
	}
	return r.switches()
}

// switches returns the switches of r that differ from the zero Reader's.
func (r Reader) switches() string {
	var words []string
	for _, s := range switches {
		values, items := strings.Fields(s.values), []string(nil)
		for n := 1; n < len(values); n++ {
			if s.of == nil && r.refuse>>(n-1)&1 != 0 || s.of != nil && int(*s.of(&r)) == n {
				items = append(items, values[n])
			}
		}
		if items != nil {
			words = append(words, s.name+"="+strings.Join(items, ","))
		}
	}
	return strings.Join(words, " ")
}
