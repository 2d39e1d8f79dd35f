package whatwg

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unsafe"
)

// A SearchParams is a list of names and values, the standard's
// URLSearchParams, §6.2: of a URL's query, which it changes and whose changes
// it sees, or on its own. The zero SearchParams is an empty list on its own. A
// copy of a SearchParams belongs to the same URL; of one on its own, it is a list
// of its own, which changes with no other.
//
// What changes the list reports whether it did so: it can not if the URL is the
// zero URL, which has no query, or would be longer than a URL may be.
//
// Here the list of a URL is what its query says at any time. In the standard
// it can differ where a tab or a newline was given to the setter search.
type SearchParams struct {
	url      *URL // nil if on its own
	list     []pair
	owner    *SearchParams // the one that may append to list in its place
	verbatim bool
}

// A pair is a name and its value, decoded.
type pair struct{ name, value string }

// SearchParams returns the names and values of u's query: the getter
// searchParams of §6.1. Changes of them change u. Of no URL, nil, they are those of
// the zero URL.
func (u *URL) SearchParams() *SearchParams {
	if u == nil {
		u = new(URL)
	}
	return &SearchParams{url: u}
}

// NewSearchParams returns the names and values of a query, on their own. A "?"
// at the start is no part of it.
func NewSearchParams(query string) *SearchParams {
	query = strings.TrimPrefix(query, "?")
	p := &SearchParams{list: make([]pair, 0, countPairs(query))}
	p.owner = p
	for name, value := range ParseForm(query) {
		p.list = append(p.list, pair{name, value})
	}
	return p
}

// doubled returns list with room for one more. Append would make more room in smaller
// steps, and so copy a long list several times.
func doubled[T any](list []T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, len(list)+1)
	}
	return list
}

// Verbatim returns the same list with another way to change a query: pairs that
// are not concerned keep all their bytes, and so do the separators between
// them. The standard instead writes the whole query again, so that for example
// each "%20" becomes "+". Sort moves pairs, and drops what is empty.
func (p *SearchParams) Verbatim() *SearchParams {
	if p.url == nil {
		return p // has no bytes to keep
	}
	return &SearchParams{url: p.url, verbatim: true}
}

// query returns the query that p is bound to.
func (p *SearchParams) query() string {
	query, _ := p.url.Query()
	return query
}

// All iterates over names and values in order. As in the standard, it goes by
// their numbers, and sees what is changed while it runs: after the pair that is
// third it gives what is fourth then.
func (p *SearchParams) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		if p.url != nil {
			p.eachOfURL(yield)
			return
		}
		for i := 0; i < len(p.list); i++ {
			if !yield(p.list[i].name, p.list[i].value) {
				return
			}
		}
	}
}

// eachOfURL is what All does with the query of a URL.
func (p *SearchParams) eachOfURL(yield func(name, value string) bool) {
	raw := rawPair{form: p.query()}
	for seen := 0; ; seen++ {
		if now := p.query(); now != raw.form {
			raw = rawPair{form: now}
			for range seen {
				raw.next()
			}
		} else {
			raw.form = now // the same text, so that it is compared in no time
		}
		if !raw.next() || !yield(raw.decoded()) {
			return
		}
	}
}

// Size returns how many pairs there are.
func (p *SearchParams) Size() int {
	if p.url == nil {
		return len(p.list)
	}
	return countPairs(p.query())
}

// Get returns the first value of a name, and whether there is one.
func (p *SearchParams) Get(name string) (value string, ok bool) {
	name = scalars(name)
	if p.url == nil {
		for i := range p.list {
			if p.list[i].name == name {
				return p.list[i].value, true
			}
		}
		return "", false
	}
	raw := rawPair{form: p.query()}
	for raw.next() {
		if raw.is(name, nil) {
			return formDecode(raw.value()), true
		}
	}
	return "", false
}

// GetAll returns all values of a name in order, nil if there are none.
func (p *SearchParams) GetAll(name string) []string {
	var values []string
	name = scalars(name)
	if p.url == nil {
		for i := range p.list {
			if p.list[i].name == name {
				values = append(doubled(values), p.list[i].value)
			}
		}
		return values
	}
	raw := rawPair{form: p.query()}
	for raw.next() {
		if raw.is(name, nil) {
			values = append(doubled(values), formDecode(raw.value()))
		}
	}
	return values
}

// Has reports whether there is a pair with that name.
func (p *SearchParams) Has(name string) bool {
	_, ok := p.Get(name)
	return ok
}

// HasValue reports whether there is a pair with that name and value.
func (p *SearchParams) HasValue(name, value string) bool {
	name, value = scalars(name), scalars(value)
	if p.url == nil {
		return slices.Contains(p.list, pair{name, value})
	}
	raw := rawPair{form: p.query()}
	for raw.next() {
		if raw.is(name, &value) {
			return true
		}
	}
	return false
}

// Append adds a pair at the end.
func (p *SearchParams) Append(name, value string) bool {
	switch {
	case p.url == nil:
		if p.owner != p { // another may have the same array
			p.list, p.owner = slices.Clone(p.list), p
		}
		p.list = append(p.list, pair{scalars(name), scalars(value)})
		return true
	case p.cannotHold(name, value):
		return false
	}
	query := p.query()
	out := make([]byte, 0, len(query)+len(name)+len(value)+len("&="))
	if p.verbatim {
		out = append(out, query...)
	} else {
		out = appendRewritten(out, query)
	}
	return p.setQuery(appendPair(out, name, value))
}

// Delete removes all pairs with that name.
func (p *SearchParams) Delete(name string) bool { return p.edit(name, nil, nil) }

// DeleteValue removes all pairs with that name and value.
func (p *SearchParams) DeleteValue(name, value string) bool { return p.edit(name, &value, nil) }

// Set gives the first pair with that name the value, and removes the others, or
// adds a pair at the end if there is none.
func (p *SearchParams) Set(name, value string) bool { return p.edit(name, nil, &value) }

// edit removes the pairs that have the name, and the value if it is not nil.
// If replace is not nil, the first of them stays with that value, or is added.
func (p *SearchParams) edit(name string, value, replace *string) bool {
	name = scalars(name)
	if value != nil {
		value = new(scalars(*value))
	}
	if p.url != nil {
		return p.editQuery(name, value, replace)
	}
	kept := make([]pair, 0, len(p.list)+1) // another may have the same array
	for _, pair := range p.list {
		if pair.name == name && (value == nil || pair.value == *value) {
			if replace == nil {
				continue
			}
			pair.value, replace = scalars(*replace), nil
		}
		kept = append(kept, pair)
	}
	if replace != nil {
		kept = append(kept, pair{name, scalars(*replace)})
	}
	p.list, p.owner = kept, p
	return true
}

// editQuery is edit for the query of a URL: "update" of §6.2, unless verbatim.
func (p *SearchParams) editQuery(name string, value, replace *string) bool {
	if p.cannotHold(name, *cmp.Or(replace, &name)) {
		return false
	}
	query := p.query()
	out := make([]byte, 0, len(query)+len(name)+16)
	first := true
	raw := rawPair{form: query}
	for i := 0; i < len(query); {
		if query[i] == '&' { // no pair
			if p.verbatim && !first {
				out = append(out, '&')
			}
			first = first && !p.verbatim
			i++
			continue
		}
		raw.read(i)
		i = raw.end + 1
		found := raw.is(name, value)
		if found && replace == nil {
			continue
		}
		if !first {
			out = append(out, '&')
		}
		first = false
		switch {
		case found && p.verbatim:
			out = appendForm(append(append(out, raw.name()...), '='), *replace)
			replace = nil
		case found:
			out = appendForm(append(appendForm(out, name), '='), *replace)
			replace = nil
		case p.verbatim:
			out = append(out, raw.text()...)
		default:
			out = raw.append(out)
		}
	}
	if p.verbatim && !first && strings.HasSuffix(query, "&") {
		out = append(out, '&')
	}
	if replace != nil {
		out = appendPair(out, name, *replace)
	}
	if p.verbatim && string(out) == query {
		return true
	}
	return p.setQuery(out)
}

// Sort sorts the pairs by name, in the order of UTF-16 code units, and leaves
// pairs with the same name in order.
func (p *SearchParams) Sort() bool {
	if p.url == nil {
		byName := func(a, b pair) int { return compareUTF16(a.name, b.name) }
		if !slices.IsSortedFunc(p.list, byName) {
			p.list, p.owner = slices.Clone(p.list), p // another may have the same array
			slices.SortStableFunc(p.list, byName)
		}
		return true
	}
	if p.cannotHold("", "") {
		return false
	}
	query := p.query()
	if !p.verbatim && isSorted(query) {
		return p.setQuery(appendRewritten(make([]byte, 0, len(query)+16), query))
	}
	type named struct{ name, text string }
	pairs := make([]named, 0, p.Size())
	raw := rawPair{form: query}
	for raw.next() {
		pairs = append(pairs, named{formDecode(raw.name()), raw.text()})
	}
	slices.SortStableFunc(pairs, func(a, b named) int { return compareUTF16(a.name, b.name) })
	out := make([]byte, 0, len(query)+16)
	for i, pair := range pairs {
		if i > 0 {
			out = append(out, '&')
		}
		if p.verbatim {
			out = append(out, pair.text...)
		} else {
			raw := rawPair{form: pair.text}
			raw.read(0)
			out = raw.append(out)
		}
	}
	return p.setQuery(out)
}

// isSorted reports whether the pairs of a query are in the order of Sort.
func isSorted(query string) bool {
	last := ""
	raw := rawPair{form: query}
	for raw.next() {
		name := formDecode(raw.name())
		if compareUTF16(last, name) > 0 {
			return false
		}
		last = name
	}
	return true
}

// compareUTF16 compares two well-formed strings by their UTF-16 code units.
// That is the order of their bytes, but for U+E000 to U+FFFF, which stand
// behind the surrogates that the characters above them are made of.
func compareUTF16(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if x, y := a[i], b[i]; x != y {
			if x|1 == 0xEF {
				x |= 0x10
			}
			if y|1 == 0xEF {
				y |= 0x10
			}
			return int(x) - int(y)
		}
	}
	return len(a) - len(b)
}

// String returns the pairs in the format application/x-www-form-urlencoded,
// §5.2.
func (p *SearchParams) String() string {
	if p.url != nil {
		query := p.query()
		return string(appendRewritten(make([]byte, 0, len(query)+len("=")), query))
	}
	size := 0
	for _, pair := range p.list {
		size += len(pair.name) + len(pair.value) + len("&=")
	}
	var room [256]byte
	out := room[:0]
	if size > len(room) {
		out = make([]byte, 0, size)
	}
	for _, pair := range p.list {
		out = appendPair(out, pair.name, pair.value)
	}
	return string(out)
}

// cannotHold reports whether the URL is zero, or too long with such a pair.
func (p *SearchParams) cannotHold(name, value string) bool {
	return p.url.IsZero() || tooLong(len(name), 0) || tooLong(len(value), 0) || tooLong(len(p.url.href)+len(name)+len(value), 0)
}

// setQuery sets the query of the URL, or removes it if it is empty.
func (p *SearchParams) setQuery(query []byte) bool {
	r := p.url.record()
	// Nobody else has the query, and set copies it.
	r.query, r.hasQuery = unsafe.String(unsafe.SliceData(query), len(query)), len(query) > 0
	return p.url.set(&r)
}
