package whatwg

import (
	"iter"
	"slices"
	"strings"
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
	return SearchParamsOf(ParseForm(strings.TrimPrefix(query, "?")))
}

// SearchParamsOf returns a list of pairs on its own.
func SearchParamsOf(pairs iter.Seq2[string, string]) *SearchParams {
	p := new(SearchParams)
	for name, value := range pairs {
		p.list = append(p.list, pair{scalars(name), scalars(value)})
	}
	return p
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
	query := p.query()
	rest := query
	for seen := 0; ; seen++ {
		if now := p.query(); now != query {
			query, rest = now, now
			for range seen {
				_, rest, _ = nextPair(rest)
			}
		} else {
			query = now // the same text, so that it is compared in no time
		}
		raw, after, ok := nextPair(rest)
		if !ok || !yield(formDecode(raw.name), formDecode(raw.value)) {
			return
		}
		rest = after
	}
}

// Size returns how many pairs there are.
func (p *SearchParams) Size() int {
	if p.url == nil {
		return len(p.list)
	}
	n := 0
	for range formPairs(p.query()) {
		n++
	}
	return n
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
	for raw := range formPairs(p.query()) {
		if formEquals(raw.name, name) {
			return formDecode(raw.value), true
		}
	}
	return "", false
}

// GetAll returns all values of a name in order, nil if there are none.
func (p *SearchParams) GetAll(name string) []string {
	var values []string
	name = scalars(name)
	for n, value := range p.All() {
		if n == name {
			values = append(values, value)
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
	for n, v := range p.All() {
		if n == name && v == value {
			return true
		}
	}
	return false
}

// Append adds a pair at the end.
func (p *SearchParams) Append(name, value string) bool {
	added := pair{scalars(name), scalars(value)}
	switch {
	case p.url == nil:
		if p.owner != p { // another may have the same array
			p.list, p.owner = slices.Clone(p.list), p
		}
		p.list = append(p.list, added)
		return true
	case p.verbatim:
		return p.setQuery(added.append([]byte(p.query())))
	}
	return p.setPairs(append(p.pairs(), added))
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
	if replace != nil {
		replace = new(scalars(*replace))
	}
	if p.verbatim {
		return p.editVerbatim(name, value, replace)
	}
	list := p.pairs()
	kept := make([]pair, 0, len(list)+1) // another may have the same array
	for _, pair := range list {
		if pair.name == name && (value == nil || pair.value == *value) {
			if replace == nil {
				continue
			}
			pair.value, replace = *replace, nil
		}
		kept = append(kept, pair)
	}
	if replace != nil {
		kept = append(kept, pair{name, *replace})
	}
	return p.setPairs(kept)
}

// editVerbatim is edit for one who keeps bytes.
func (p *SearchParams) editVerbatim(name string, value, replace *string) bool {
	query := p.query()
	out := make([]byte, 0, len(query)+len(name)+16)
	first := true
	for piece := range strings.SplitSeq(query, "&") {
		rawName, rawValue, _ := strings.Cut(piece, "=")
		found := piece != "" && formEquals(rawName, name) && (value == nil || formEquals(rawValue, *value))
		if found && replace == nil {
			continue
		}
		if !first {
			out = append(out, '&')
		}
		first = false
		if !found {
			out = append(out, piece...)
			continue
		}
		out = append(append(out, rawName...), '=')
		out = appendForm(out, *replace)
		replace = nil
	}
	if replace != nil {
		out = pair{name, *replace}.append(out)
	}
	if string(out) == query {
		return !p.url.IsZero()
	}
	return p.setQuery(out)
}

// Sort sorts the pairs by name, in the order of UTF-16 code units, and leaves
// pairs with the same name in order.
func (p *SearchParams) Sort() bool {
	if p.verbatim {
		return p.sortVerbatim()
	}
	list := slices.Clone(p.pairs())
	slices.SortStableFunc(list, func(a, b pair) int { return compareUTF16(a.name, b.name) })
	return p.setPairs(list)
}

func (p *SearchParams) sortVerbatim() bool {
	type piece struct{ name, text string }
	var pieces []piece
	query := p.query()
	for raw := range formPairs(query) {
		pieces = append(pieces, piece{formDecode(raw.name), raw.text})
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return compareUTF16(a.name, b.name) })
	out := make([]byte, 0, len(query))
	for i, piece := range pieces {
		if i > 0 {
			out = append(out, '&')
		}
		out = append(out, piece.text...)
	}
	return p.setQuery(out)
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
func (p *SearchParams) String() string { return string(appendPairs(nil, p.pairs())) }

// pairs returns all pairs.
func (p *SearchParams) pairs() []pair {
	if p.url == nil {
		return p.list
	}
	var list []pair
	for name, value := range p.All() {
		list = append(list, pair{name, value})
	}
	return list
}

// setPairs is "update", §6.2. The list has an array that no other has.
func (p *SearchParams) setPairs(list []pair) bool {
	if p.url == nil {
		p.list, p.owner = list, p
		return true
	}
	return p.setQuery(appendPairs(nil, list))
}

// setQuery sets the query of the URL, or removes it if it is empty.
func (p *SearchParams) setQuery(query []byte) bool {
	if p.url.IsZero() {
		return false
	}
	r := p.url.record()
	r.query, r.hasQuery = string(query), len(query) > 0
	return p.url.set(&r)
}

// append appends the pair to a form.
func (p pair) append(dst []byte) []byte {
	if len(dst) > 0 {
		dst = append(dst, '&')
	}
	dst = append(appendForm(dst, p.name), '=')
	return appendForm(dst, p.value)
}

func appendPairs(dst []byte, list []pair) []byte {
	for _, p := range list {
		dst = p.append(dst)
	}
	return dst
}
