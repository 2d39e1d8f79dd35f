package main

import (
	"hash/maphash"
	"iter"
	"math"
	"strings"
	"unicode/utf8"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/python/str"
	"earl.example/urllib"
)

// A grouper groups the values of a query by name. It stores the offsets of fields, and reads the fields again to write
// them. For short fields, a urllib.Dict would need many times the memory of the query.
type grouper[I uint32 | uint64] struct {
	fieldReader
	query     string
	separator string

	starts []I      // offset of each field that is a pair
	next   []I      // for each field, the next field with the same name; for the last such field, the first
	first  []uint64 // one bit for each field: it is the first field with its name
	slots  []I      // hash table of names: the last field with the name, plus one; 0 is a free slot
	seed   maphash.Seed
}

// groups returns the names of a long query with their values, in the order of parse_qs. The query must have n pairs and
// no error.
func (q *queryParser) groups(query string, n int) iter.Seq2[string, iter.Seq[string]] {
	if uint64(len(query)) <= math.MaxUint32/3 { // conversion to a Python str can triple the length
		return newGrouper[uint32](q, query, n).all()
	}
	return newGrouper[uint64](q, query, n).all()
}

// A fieldReader decodes the fields of a query in one dialect.
type fieldReader struct {
	name    func(field string) (name string, ok bool) // returns the name if field is a pair
	unquote func(s string) string
}

func (q *queryParser) fieldReader() fieldReader {
	if q.form {
		return fieldReader{formName, formText}
	}
	unquote := func(s string) string {
		s, _ = q.py.UnquotePlus(s, urllib.UnquoteOptions{Encoding: q.opt.Encoding, Errors: q.opt.Errors})
		return s
	}
	// These are the fields that parse_qs omits in a valid query. Calling urllib for each field would allocate.
	return fieldReader{
		name: func(field string) (string, bool) {
			name, value, found := strings.Cut(field, "=")
			if field == "" || !q.opt.KeepBlankValues && (!found || value == "") {
				return "", false
			}
			return unquote(name), true
		},
		unquote: unquote,
	}
}

func newGrouper[I uint32 | uint64](q *queryParser, query string, n int) *grouper[I] {
	g := &grouper[I]{fieldReader: q.fieldReader(), query: query, separator: "&", seed: maphash.MakeSeed()}
	if q.opt.Separator != nil {
		g.separator = *q.opt.Separator
	}
	if !utf8.ValidString(g.separator) { // as in urllib, the separator must not match inside a character
		g.separator, g.query = str.Canonical(g.separator), str.Canonical(query)
	}
	g.starts = make([]I, 0, n)
	g.next = make([]I, 0, n)
	g.first = make([]uint64, (n+63)/64)
	g.slots = make([]I, 16)
	names := 0
	for start := 0; start <= len(g.query); start += len(g.field(start)) + len(g.separator) {
		name, ok := g.name(g.field(start))
		if !ok {
			continue
		}
		if 4*names >= 3*len(g.slots) {
			g.grow()
		}
		if g.add(start, name) {
			names++
		}
	}
	g.slots = nil
	return g
}

func (g *grouper[I]) field(start int) string {
	rest := g.query[start:]
	if end := strings.Index(rest, g.separator); end >= 0 {
		return rest[:end]
	}
	return rest
}

func (g *grouper[I]) nameOf(i I) string {
	name, _, _ := strings.Cut(g.field(int(g.starts[i])), "=")
	return str.Canonical(g.unquote(name))
}

func (g *grouper[I]) value(i I) string {
	_, value, _ := strings.Cut(g.field(int(g.starts[i])), "=")
	return g.unquote(value)
}

// add adds the field at start, and reports whether it is the first of its name.
func (g *grouper[I]) add(start int, name string) bool {
	i := I(len(g.starts))
	g.starts = append(g.starts, I(start))
	name = str.Canonical(name)
	slot := g.find(name)
	last := *slot
	*slot = i + 1
	if last == 0 {
		g.next = append(g.next, i)
		g.first[i/64] |= 1 << (i % 64)
		return true
	}
	g.next = append(g.next, g.next[last-1])
	g.next[last-1] = i
	return false
}

// find returns the slot of a name, or the free slot for it.
func (g *grouper[I]) find(name string) *I {
	i := int(maphash.String(g.seed, name) % uint64(len(g.slots)))
	for g.slots[i] != 0 && g.nameOf(g.slots[i]-1) != name {
		i = (i + 1) % len(g.slots)
	}
	return &g.slots[i]
}

func (g *grouper[I]) grow() {
	old := g.slots
	g.slots = make([]I, len(old)+len(old)/2)
	for _, last := range old {
		if last != 0 {
			*g.find(g.nameOf(last - 1)) = last
		}
	}
}

// all returns each name with its values, in the order of first occurrence.
func (g *grouper[I]) all() iter.Seq2[string, iter.Seq[string]] {
	return func(yield func(string, iter.Seq[string]) bool) {
		for n := range g.starts {
			i := I(n)
			if g.first[i/64]&(1<<(i%64)) != 0 && !yield(g.nameOf(i), g.values(i)) {
				return
			}
		}
	}
}

// values returns the values of the name whose first field is i.
func (g *grouper[I]) values(i I) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := i; yield(g.value(at)); {
			if at = g.next[at]; at == i {
				return
			}
		}
	}
}

func giveGroups(out *bulk.Output, rec *bulk.Record, groups iter.Seq2[string, iter.Seq[string]]) error {
	if !out.JSON() {
		return out.FieldSeq(func(yield func(bulk.Field) bool) {
			for name, values := range groups {
				for value := range values {
					if !yield(bulk.Field{Name: name, Value: value}) {
						return
					}
				}
			}
		})
	}
	return writeRecord(out, rec, "", nil, func(o *bulk.Object) {
		o.Object("values")
		for name, values := range groups {
			o.Name(name)
			writeList(o, "", values)
		}
		o.Close()
	})
}
