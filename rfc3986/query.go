package rfc3986

import (
	"iter"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// Pairs returns the pairs of the query as they are written, in order: what
// stands between ampersands, cut at the first "=" (§3.4 knows no more of pairs
// than that they are common). A pair without "=" has the value "". Empty pairs
// count: a query "a&&b" has three, an empty query has one, and where there is
// no query there is none.
func (r Ref) Pairs() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		query, more := r.Query()
		for more {
			var pair string
			pair, query, more = strings.Cut(query, "&")
			name, value, _ := strings.Cut(pair, "=")
			if !yield(name, value) {
				return
			}
		}
	}
}

// Lookup returns the value, as it is written, of the first pair of the query
// whose name decodes to name, and whether there is one. It is the zero
// [QueryOptions]' Lookup.
func (r Ref) Lookup(name string) (value string, ok bool) { return QueryOptions{}.Lookup(r, name) }

// QueryOptions say how names and values are written in a query. The zero value
// is RFC 3986, which knows triplets only.
type QueryOptions struct {
	// PlusIsSpace reads "+" as a space and writes a space as "+", as forms of
	// HTML do.
	PlusIsSpace bool

	// Keep lists reserved characters that are written as they are, such as
	// "/?:@": a query is easier to read so (§3.4). What a name or a value could
	// end at has no effect there, nor has what no query may have: "&", "=", "#"
	// and the brackets; nor has "+" beside PlusIsSpace.
	Keep string
}

// Lookup returns the value, as it is written, of the first pair of r's query
// whose name decodes to name, and whether there is one. Nothing is allocated.
func (opt QueryOptions) Lookup(r Ref, name string) (value string, ok bool) {
	for raw, value := range r.Pairs() {
		if opt.decodesTo(raw, name) {
			return value, true
		}
	}
	return "", false
}

// decodesTo reports whether raw decodes to text.
func (opt QueryOptions) decodesTo(raw, text string) bool {
	if len(raw) < len(text) {
		return false
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '%':
			c = ascii.Unhex[raw[i+1]]<<4 | ascii.Unhex[raw[i+2]]
			i += 2
		case c == '+' && opt.PlusIsSpace:
			c = ' '
		}
		if text == "" || text[0] != c {
			return false
		}
		text = text[1:]
	}
	return text == ""
}

// A Pair is a name and a value, decoded.
type Pair struct{ Name, Value string }

// DecodedPairs returns the pairs of r's query as [Ref.Pairs] does, each
// decoded. Where the octets of one are not UTF-8, it comes as the zero Pair with
// an error of kind [urlerr.BadText]; the others follow.
func (opt QueryOptions) DecodedPairs(r Ref) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		at := int(r.query()) + 1
		for name, value := range r.Pairs() {
			pair, err := opt.decodePair(r, at, name, value)
			if !yield(pair, err) {
				return
			}
			at += len(name) + len(value) + len("&")
			if at <= len(r.s) && r.s[at-1] != '&' {
				at += len("=")
			}
		}
	}
}

// decodePair decodes the pair at offset at of r.
func (opt QueryOptions) decodePair(r Ref, at int, name, value string) (pair Pair, err error) {
	decode := DecodeOptions{PlusIsSpace: opt.PlusIsSpace}
	var rule *urlerr.Rule
	var bad int
	if pair.Name, rule, bad = decode.decode(name); rule == nil {
		at += len(name) + len("=")
		pair.Value, rule, bad = decode.decode(value)
	}
	if rule != nil {
		return Pair{}, fail(rule, r.s, at+bad, urlerr.Query)
	}
	return pair, nil
}

// WithPair returns r with one pair of that name in its query, which are data:
// see [QueryOptions.WithPair].
func (r Ref) WithPair(name, value string) (Ref, error) {
	return QueryOptions{}.WithPair(r, name, value)
}

// AddPair returns r with one pair more in its query, which are data: see
// [QueryOptions.AddPair].
func (r Ref) AddPair(name, value string) (Ref, error) { return QueryOptions{}.AddPair(r, name, value) }

// WithoutPair returns r without the pairs of that name: see
// [QueryOptions.WithoutPair].
func (r Ref) WithoutPair(name string) Ref { return QueryOptions{}.WithoutPair(r, name) }

// WithPair returns r with exactly one pair of that name in its query: the
// first one gets the value, others go, and if there is none it is added at the
// end. Name and value are data, and encoded as by [Encode], but for what Keep
// says. All other bytes stay as they are. The only error is a text that is too long.
func (opt QueryOptions) WithPair(r Ref, name, value string) (Ref, error) {
	return opt.edit(r, name, &value)
}

// AddPair returns r with one pair more at the end of its query, which is data
// and encoded as by WithPair. An empty query becomes that pair. The only error
// is a text that is too long.
func (opt QueryOptions) AddPair(r Ref, name, value string) (Ref, error) {
	p := r.draft()
	p.addPair(opt.encode(name) + "=" + opt.encode(value))
	return p.compose()
}

// addPair adds a pair to the query.
func (p *draft) addPair(pair string) {
	if p.query != "" {
		pair = p.query + "&" + pair
	}
	p.query, p.hasQuery = pair, true
}

// WithoutPair returns r without the pairs whose name decodes to name. All other
// bytes stay as they are, but for one ampersand a pair; if no pair is left,
// neither is there a query.
func (opt QueryOptions) WithoutPair(r Ref, name string) Ref {
	r, _ = opt.edit(r, name, nil) // nothing becomes longer
	return r
}

// edit gives the first pair of that name the value, if there is one, and
// removes the others.
func (opt QueryOptions) edit(r Ref, name string, value *string) (Ref, error) {
	p := r.draft()
	kept := make([]byte, 0, len(p.query))
	found, left := false, false
	rest, more := p.query, p.hasQuery
	for more {
		var pair string
		pair, rest, more = strings.Cut(rest, "&")
		raw, _, _ := strings.Cut(pair, "=")
		if opt.decodesTo(raw, name) {
			found = true
			if value == nil {
				continue
			}
			pair = raw + "=" + opt.encode(*value)
			value = nil
		}
		if left {
			kept = append(kept, '&')
		}
		kept = append(kept, pair...)
		left = true
	}
	switch {
	case found:
		p.query, p.hasQuery = string(kept), left
	case value != nil:
		p.addPair(opt.encode(name) + "=" + opt.encode(*value))
	default:
		return r, nil
	}
	return p.compose()
}

// encode writes data as a name or a value of a query.
func (opt QueryOptions) encode(data string) string {
	return EncodeOptions{PlusIsSpace: opt.PlusIsSpace, Keep: strings.Map(keptInPair, opt.Keep)}.Encode(data)
}

// keptInPair returns c, or -1 if a name or a value of a query must not have it.
func keptInPair(c rune) rune {
	if c >= utf8.RuneSelf || c == '&' || c == '=' || !ascii.Is(byte(c), ascii.QueryChar) {
		return -1
	}
	return c
}

// Pairs returns the pairs of the query as they are written. See [Ref.Pairs].
func (u URI) Pairs() iter.Seq2[string, string] { return u.ref.Pairs() }

// DecodedPairs returns the pairs of the query, decoded. It is the zero
// [QueryOptions]' DecodedPairs.
func (r Ref) DecodedPairs() iter.Seq2[Pair, error] { return QueryOptions{}.DecodedPairs(r) }

// DecodedPairs returns the pairs of the query, decoded. See
// [QueryOptions.DecodedPairs].
func (u URI) DecodedPairs() iter.Seq2[Pair, error] { return u.ref.DecodedPairs() }

// Lookup returns the value of the first pair of a name. See [Ref.Lookup].
func (u URI) Lookup(name string) (value string, ok bool) { return u.ref.Lookup(name) }
