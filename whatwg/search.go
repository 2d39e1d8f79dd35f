package whatwg

import (
	"cmp"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unsafe"

	"earl.example/internal/text/encoding"
)

// A SearchParams is a list of names and values: the URLSearchParams of the standard (§6.2). It either belongs to a URL,
// or is independent. The list of a URL always has the pairs of its query, and edits change the query. A copy of the
// list of a URL belongs to the same URL. A copy of an independent list is independent of the original. The zero
// SearchParams is an empty independent list. NewSearchParams(p.String()) is an independent copy of any list. Two lists
// are equal if their Strings are.
//
// Edits return false, and change nothing, if the URL is the zero URL or would become too long.
type SearchParams struct {
	url      *URL // nil if the list is independent
	verbatim bool
	text     string // the form of an independent list; or the href after the last edit: its query is in normal form
	room     *room  // nil, or the memory of text
}

// A room is memory with a text and space after it. The bytes of the text never change, since other URLs may share them.
// Copies of a SearchParams use the same room.
type room struct{ text []byte }

// SearchParams returns the names and values of the query of u: the getter searchParams (§6.1). Edits change u. If u is
// nil, the list belongs to a zero URL.
//
// To append many pairs, call SearchParams once: p := u.SearchParams(), then p.Append(name, value) for each pair. This
// takes linear time. Calling u.SearchParams() for each pair takes quadratic time, because the URL has no memory for
// more pairs, so that each Append reads and copies the whole query.
func (u *URL) SearchParams() *SearchParams {
	if u == nil {
		u = new(URL)
	}
	return &SearchParams{url: u}
}

// NewSearchParams returns the names and values of query as an independent list. It ignores "?" at the start of query.
func NewSearchParams(query string) *SearchParams {
	query = strings.TrimPrefix(query, "?")
	p := new(SearchParams)
	p.setQuery(appendRewritten(make([]byte, 0, len(query)+len("=")), query))
	return p
}

// FromValues returns the names and values of v as an independent list. It sorts the names by their bytes, and keeps the
// order of the values of each name.
func FromValues(v url.Values) *SearchParams {
	p := new(SearchParams)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		for _, value := range v[name] {
			p.Append(name, value)
		}
	}
	return p
}

// Values returns the pairs as url.Values of package net/url. The order of different names is lost.
func (p *SearchParams) Values() url.Values {
	v := url.Values{}
	for name, value := range p.All() {
		v[name] = append(v[name], value)
	}
	return v
}

// MarshalText returns the result of String. The error is nil.
func (p SearchParams) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the independent list that [NewSearchParams] returns for text. The error is nil.
func (p *SearchParams) UnmarshalText(text []byte) error {
	*p = *NewSearchParams(string(text))
	return nil
}

// Verbatim returns a SearchParams for the same URL that preserves unchanged pairs. An edit keeps the bytes of all other
// pairs and the separators between them. Without Verbatim, as in the standard, an edit rewrites the whole query: "%20"
// becomes "+". Sort reorders pairs and drops empty segments, as in "a&&b".
func (p *SearchParams) Verbatim() *SearchParams {
	if p.url == nil {
		return p // an independent list has no encoded pairs
	}
	return &SearchParams{url: p.url, verbatim: true}
}

func (p *SearchParams) query() string {
	if p.url == nil {
		return p.text
	}
	query, _ := p.url.Query()
	return query
}

// All returns an iterator over the pairs of p in order. As in the standard, it iterates by index. If the loop changes
// p, the next iteration yields the pair that is then at the next index.
func (p *SearchParams) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		raw := rawPair{form: p.query()}
		for seen := 0; ; seen++ {
			if now := p.query(); now != raw.form {
				raw = rawPair{form: now}
				for range seen {
					raw.next()
				}
			} else {
				raw.form = now // equal text; the next comparison sees the same pointer
			}
			if !raw.next() || !yield(raw.decoded()) {
				return
			}
		}
	}
}

// Size returns the number of pairs.
func (p *SearchParams) Size() int { return countPairs(p.query()) }

// Get returns the value of the first pair with the given name. ok is false if there is no such pair.
func (p *SearchParams) Get(name string) (value string, ok bool) {
	raw := rawPair{form: p.query()}
	if !raw.find(scalars(name), nil) {
		return "", false
	}
	return formDecode(raw.value()), true
}

// GetAll returns the values of all pairs with the given name, in order. It returns nil if there are no such pairs.
func (p *SearchParams) GetAll(name string) []string {
	var values []string
	name = scalars(name)
	raw := rawPair{form: p.query()}
	for raw.find(name, nil) {
		values = append(values, formDecode(raw.value()))
	}
	return values
}

// Has reports whether p has a pair with the given name.
func (p *SearchParams) Has(name string) bool {
	_, ok := p.Get(name)
	return ok
}

// HasValue reports whether p has a pair with the given name and value.
func (p *SearchParams) HasValue(name, value string) bool {
	value = scalars(value)
	raw := rawPair{form: p.query()}
	return raw.find(scalars(name), &value)
}

// Append adds a pair at the end. It drops an empty query: ? becomes ?a=1, where AddPair of package rfc3986 gives ?&a=1.
//
// Appending n pairs with the same SearchParams takes time linear in the result, unless the list belongs to a URL with a
// fragment: each Append then copies the URL. The memory of the URL may be twice its length; see [URL.Clone].
func (p *SearchParams) Append(name, value string) bool {
	if p.cannotHold(name, value) {
		return false
	}
	if u := p.url; u == nil || u.href == p.text && int(u.frag) == len(u.href) {
		return p.extend(name, value)
	}
	query := p.query()
	out := make([]byte, 0, len(query)+len(name)+len(value)+len("&="))
	if p.verbatim {
		out = append(out, query...)
	} else {
		out = appendRewritten(out, query)
	}
	return p.setQuery(appendPair(out, name, value, encoding.UTF8))
}

// extend adds a pair to text, which ends with the query. All calls together take linear time: if text is the whole text
// in the room, extend appends in place. It returns false if the URL would be too long.
func (p *SearchParams) extend(name, value string) bool {
	u, r := p.url, p.room
	if r == nil || len(r.text) != len(p.text) || unsafe.SliceData(r.text) != unsafe.StringData(p.text) {
		r = &room{append(make([]byte, 0, 2*(len(p.text)+len(name)+len(value))), p.text...)}
		p.room = r
	}
	b := r.text
	switch {
	case u != nil && u.query == u.frag:
		b = append(b, '?')
	case p.query() != "":
		b = append(b, '&')
	}
	b = appendForm(append(appendForm(b, name), '='), value)
	if u != nil && tooLong(len(b)) {
		return false
	}
	r.text = b
	p.text = unsafe.String(unsafe.SliceData(b), len(b)) // the bytes of b never change
	if u != nil {
		u.href, u.frag = p.text, uint32(len(b))
	}
	return true
}

// Delete removes all pairs with the given name.
func (p *SearchParams) Delete(name string) bool { return p.edit(name, nil, nil) }

// DeleteValue removes all pairs with the given name and value.
func (p *SearchParams) DeleteValue(name, value string) bool { return p.edit(name, &value, nil) }

// Set sets the value of the first pair with the given name, and removes all other pairs with this name. If no pair has
// the name, Set appends a pair.
func (p *SearchParams) Set(name, value string) bool { return p.edit(name, nil, &value) }

// edit removes the pairs with the given name ("update", §6.2). If value is not nil, it removes only those that also
// have the value *value. If replace is not nil, the first of these pairs stays and gets the value *replace; if there is
// no such pair, a pair with the value *replace is appended.
func (p *SearchParams) edit(name string, value, replace *string) bool {
	name = scalars(name)
	if value != nil {
		value = new(scalars(*value))
	}
	if p.cannotHold(name, *cmp.Or(replace, &name)) {
		return false
	}
	query := p.query()
	out := make([]byte, 0, len(query)+len(name)+16)
	first := true
	raw := rawPair{form: query}
	for i := 0; i < len(query); {
		if query[i] == '&' { // an empty segment
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
		out = appendPair(out, name, *replace, encoding.UTF8)
	}
	return p.verbatim && string(out) == query || p.setQuery(out)
}

// Sort sorts the pairs by name, in the order of UTF-16 code units. The sort is stable.
func (p *SearchParams) Sort() bool {
	if p.cannotHold("", "") {
		return false
	}
	query := p.query()
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

// compareUTF16 compares two well-formed strings by their UTF-16 code units. The order is the order of the bytes, except
// that U+E000 to U+FFFF come after all larger characters. In UTF-16, these begin with a surrogate.
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

// String returns the pairs in the format application/x-www-form-urlencoded (§5.2).
func (p *SearchParams) String() string {
	if p.url == nil {
		return p.text
	}
	query := p.query()
	return string(appendRewritten(make([]byte, 0, len(query)+len("=")), query))
}

// cannotHold reports whether the URL is the zero URL, or would be too long with this pair.
func (p *SearchParams) cannotHold(name, value string) bool {
	return p.url != nil && (p.url.IsZero() || tooLong(len(name)) || tooLong(len(value)) ||
		tooLong(len(p.url.href)+len(name)+len(value)))
}

// setQuery replaces the encoded pairs of the list by query. If query is empty, the query of the URL becomes absent.
func (p *SearchParams) setQuery(query []byte) bool {
	text := unsafe.String(unsafe.SliceData(query), len(query)) // nothing else refers to query
	if p.url == nil {
		p.text = text
		return true
	}
	r := p.url.record()
	r.query, r.hasQuery = text, text != ""
	ok := p.url.set(&r)
	p.text = p.url.href
	return ok
}
