package httptarget

import (
	_ "embed"
	"slices"
	"strings"

	"earl.example/urlerr"
)

// switches are the switches of a [Reader] that have one value, in the order in which String writes them.
var switches = []struct {
	name, values string // the first value is the value of the zero Reader
	of           func(r *Reader) *uint8
}{
	{"absolute", "path refuse raw", func(r *Reader) *uint8 { return &r.absolute }},
	{"host", "no yes named refuse", func(r *Reader) *uint8 { return &r.host }},
	{"fragment", "byte cut refuse", func(r *Reader) *uint8 { return &r.fragment }},
	{"backslash", "byte slash slash+%5C slash-with-#", func(r *Reader) *uint8 { return &r.backslash }},
	{"params", "keep cut", func(r *Reader) *uint8 { return &r.params }},
	{"redirect", "no raw decoded", func(r *Reader) *uint8 { return &r.redirect }},
	{"dots", "no raw encoded after both", func(r *Reader) *uint8 { return &r.dots }},
	{"decode", "no once not-%2F not-%2F-%5C unreserved go", func(r *Reader) *uint8 { return &r.decode }},
	{"nul", "byte cut", func(r *Reader) *uint8 { return &r.nul }},
	{"merge", "no before after leading leading-raw with-dots", func(r *Reader) *uint8 { return &r.merge }},
	{"fold", "no yes", func(r *Reader) *uint8 { return &r.fold }},
	{"match", "below below-or-self bytes name", func(r *Reader) *uint8 { return &r.match }},
	{"forward", "no raw escaped rewritten", func(r *Reader) *uint8 { return &r.forward }},
}

const (
	// refusalNames are the names of refusals in the order of their bits. The lower half of the bits has them as they are,
	// the upper half has them after keptPrefix.
	refusalNames = `%2F %5C %00 %25 %3B \ ; // dots encoded-dots .. dots-with-params control bad-escape non-UTF-8 ` +
		`leading-// above-root`
	keptPrefix = "kept-"
	keptNames  = `%2F %5C %00 %25 %3B ; // dots encoded-dots control bad-escape non-UTF-8` // step 12 finds them
	// suffixNames are the suffixes of dots, in the order of their bits.
	suffixNames = "params bare-end raw-end"
)

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

// rowSwitches returns the switches of the row with a name.
func rowSwitches(name string) (switches string, ok bool) {
	for line := range strings.Lines(rows) {
		columns := strings.Split(line, "\t")
		if slices.Contains(strings.Split(columns[0], ","), name) {
			return columns[4], true
		}
	}
	return "", false
}

// ParseReader returns the reader with a name of [Readers], with switches, or with a name and switches that replace
// those of the name: "nginx", "jetty@9.4", "nginx merge=no", "decode=once dots=after". [Reader] says what the switches
// mean. Two have lists: "dots=after+params+bare-end" and "refuse=%2F,above-root". refuse=no is the empty list. An empty
// text is the zero Reader, as is "raw".
//
// An unknown name, switch or value is an error of kind UnknownName that lists the known ones. A switch that occurs
// twice is an error of kind BadValue.
func ParseReader(text string) (Reader, error) {
	var r Reader
	at := len(text) - len(strings.TrimLeft(text, " "))
	if word, _, _ := strings.Cut(text[at:], " "); word != "" && strings.IndexByte(word, '=') < 0 {
		list, ok := rowSwitches(word)
		if !ok {
			return Reader{}, unknown(text, "reader", Readers(), at)
		}
		for s := range strings.FieldsSeq(list) {
			if err := r.set(s, s, 0); err != nil {
				return Reader{}, err // a test parses every row
			}
		}
		at += len(word)
	}
	var seen []string
	for word := range strings.SplitSeq(text[at:], " ") {
		if word != "" {
			if err := r.set(text, word, at); err != nil {
				return Reader{}, err
			}
			name, _, _ := strings.Cut(word, "=")
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

// set sets a switch to a value. The switch is at an offset of text.
func (r *Reader) set(text, word string, at int) error {
	name, value, _ := strings.Cut(word, "=")
	valueAt := at + len(name) + 1
	switch name {
	case "refuse":
		r.refuse = 0
		for item := range strings.SplitSeq(value, ",") {
			item, kept := strings.CutPrefix(item, keptPrefix)
			i := index(refusalNames, item)
			switch {
			case value == "no":
			case kept && index(keptNames, item) < 0:
				return unknown(text, "value of refuse after "+keptPrefix, strings.Fields(keptNames), valueAt)
			case i < 0:
				return unknown(text, "value of refuse", strings.Fields("no "+refusalNames+" "+keptPrefix+"…"), valueAt)
			case kept:
				r.refuse |= 1 << (i + refuseKept)
			default:
				r.refuse |= 1 << i
			}
		}
		return nil
	case "dots":
		var list string
		var isList bool
		r.suffixes = 0
		for value, list, isList = strings.Cut(value, "+"); isList; {
			var suffix string
			suffix, list, isList = strings.Cut(list, "+")
			i := index(suffixNames, suffix)
			if i < 0 {
				return unknown(text, "value of dots after +", strings.Fields(suffixNames), valueAt)
			}
			r.suffixes |= 1 << i
		}
	}
	for _, s := range switches {
		if s.name == name {
			i := index(s.values, value)
			if i < 0 {
				return unknown(text, "value of "+name, strings.Fields(s.values), valueAt)
			}
			*s.of(r) = uint8(i)
			return nil
		}
	}
	return unknown(text, "switch", switchNames(), at)
}

func switchNames() []string {
	names := []string{"refuse"}
	for _, s := range switches {
		names = append(names, s.name)
	}
	return names
}

func unknown(text, what string, known []string, at int) error {
	return &urlerr.Error{Dialect: "httptarget", Input: text, Offset: at, Rule: urlerr.Rule{
		Problem: "unknown " + what, Fix: "use one of " + strings.Join(known, ", "), Kind: urlerr.UnknownName,
	}}
}

// index returns the index of a word in a list, or -1.
func index(list, word string) int { return slices.Index(strings.Fields(list), word) }

// String returns the switches of r that differ from the zero Reader's, or "raw" for the zero Reader. ParseReader reads
// it as r.
func (r Reader) String() string {
	var words []string
	for _, s := range switches {
		value := strings.Fields(s.values)[*s.of(&r)]
		if s.name == "redirect" && r.refuse != 0 {
			words = append(words, "refuse="+r.refuse.String())
		}
		if s.name == "dots" {
			for i, suffix := range strings.Fields(suffixNames) {
				if r.suffixes>>i&1 != 0 {
					value += "+" + suffix
				}
			}
		}
		if index(s.values, value) != 0 {
			words = append(words, s.name+"="+value)
		}
	}
	if words == nil {
		return "raw"
	}
	return strings.Join(words, " ")
}

func (refuse refusals) String() string {
	var items []string
	for i, name := range strings.Fields(refusalNames) {
		if refuse>>i&1 != 0 {
			items = append(items, name)
		}
		if refuse>>(i+refuseKept)&1 != 0 {
			items = append(items, keptPrefix+name)
		}
	}
	return strings.Join(items, ",")
}
