package rfc3986

import (
	"iter"
	"slices"
	"strings"

	"earl.example/internal/text/percent"
	"earl.example/internal/text/query"
	"earl.example/urlerr"
)

// Pairs returns the pairs of the query as written. RFC 3986 does not define pairs (§3.4). Here, "&" separates pairs,
// and the first "=" ends a name. A pair without "=" has the value "". Empty pairs count: "a&&b" has three pairs, and an
// empty query has one pair.
//
// "+" is a plus sign. For forms of HTML, where it means a space, use package whatwg.
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

var pairs query.Form

// Lookup returns the decoded value of the first pair with the given name, which is data. It is the inverse of
// [Ref.WithPair]: octets that are not UTF-8 remain as they are.
func (r Ref) Lookup(name string) (value string, ok bool) {
	for value := range r.named(name) {
		return value, true
	}
	return "", false
}

// LookupAll returns the decoded values of all pairs with the given name, which is data. It is nil if there is none.
func (r Ref) LookupAll(name string) (values []string) { return slices.Collect(r.named(name)) }

func (r Ref) named(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for raw, value := range r.Pairs() {
			if pairs.DecodesTo(raw, name) {
				if value, _ = percent.DecodeString(value, false); !yield(value) {
					return
				}
			}
		}
	}
}

// DecodedPairs returns the pairs of the query, decoded. It omits pairs without a name and a value, as in "?" and "a&&".
// Octets that are not UTF-8 remain as they are.
func (r Ref) DecodedPairs() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for name, value := range r.Pairs() {
			name, _ = percent.DecodeString(name, false)
			value, _ = percent.DecodeString(value, false)
			if (name != "" || value != "") && !yield(name, value) {
				return
			}
		}
	}
}

// WithPair returns r with exactly one pair of the given name in its query. The first such pair gets the value, and the
// others are removed. If there is none, a pair is added at the end. Name and value are data, encoded as by [Encode].
// The only error is a text that is too long.
func (r Ref) WithPair(name, value string) (Ref, error) { return r.editPairs(name, &value) }

// AddPair returns r with a pair added at the end of its query. If the query had no such pair, [Ref.WithoutPair] undoes
// it. Therefore an empty pair stays: ? becomes ?&a=1, where Append of whatwg.SearchParams gives ?a=1. Name and value
// are data, encoded as by [Encode]. The only error is a text that is too long.
func (r Ref) AddPair(name, value string) (Ref, error) {
	d := r.draft()
	d.addPair(name, value)
	return d.compose()
}

// WithoutPair returns r without the pairs of the given name. If no pair is left, there is no query.
func (r Ref) WithoutPair(name string) Ref {
	r, _ = r.editPairs(name, nil) // the text does not grow
	return r
}

// editPairs removes all pairs of the given name. If value is not nil, the first pair stays and gets this value.
func (r Ref) editPairs(name string, value *string) (Ref, error) {
	d := r.draft()
	rest, more := r.Query()
	kept := make([]byte, 0, len(rest))
	found, left := false, false
	for more {
		var pair string
		pair, rest, more = strings.Cut(rest, "&")
		raw, _, _ := strings.Cut(pair, "=")
		if pairs.DecodesTo(raw, name) {
			found = true
			if value == nil {
				continue
			}
			pair = raw + "=" + Encode(*value)
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
		d[urlerr.Query] = part{string(kept), left}
	case value != nil:
		d.addPair(name, *value)
	default:
		return r, nil
	}
	return d.compose()
}

func (d *draft) addPair(name, value string) {
	pair := Encode(name) + "=" + Encode(value)
	if query := d[urlerr.Query]; query.ok {
		pair = query.text + "&" + pair // an empty query has one pair
	}
	d[urlerr.Query] = part{pair, true}
}
