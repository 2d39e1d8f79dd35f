package pycall

import (
	"math/big"
	"slices"

	"earl.example/urllib"
)

func queryOptions(a arguments) urllib.QueryOptions {
	return urllib.QueryOptions{
		KeepBlankValues: a.truth(1, false),
		StrictParsing:   a.truth(2, false),
		Encoding:        a.text(3),
		Errors:          a.text(4),
		MaxNumFields:    a.number(5),
		Separator:       separator(a),
	}
}

func separator(a arguments) *string {
	if a.given[6] && a.values[6] == nil {
		fail("separator=None")
	}
	return a.characters(6)
}

func (ev *evaluator) parseQSL(a arguments) (any, error) {
	opt := queryOptions(a)
	plain := ev.standard && opt == urllib.QueryOptions{}
	switch qs := a.values[0].(type) {
	case string:
		ways := []way{
			func() (any, error) { return pairs(ev.py.ParseQSL(qs, opt)) },
			func() (any, error) { return iterated(ev.py, qs, opt) },
		}
		if plain {
			ways = append(ways,
				func() (any, error) { return pairs(urllib.ParseQSL(qs), nil) },
				func() (any, error) {
					list := List{}
					for name, value := range urllib.Pairs(qs) {
						list = append(list, Tuple{name, value})
					}
					return list, nil
				})
		}
		return same(ways...)
	case Bytes:
		ways := []way{
			func() (any, error) { return bytesPairs(ev.py.ParseQSLBytes(qs, opt)) },
			func() (any, error) { return iteratedBytes(ev.py, qs, opt) },
		}
		if plain {
			ways = append(ways,
				func() (any, error) { return bytesPairs(urllib.ParseQSLBytes(qs), nil) },
				func() (any, error) {
					list := List{}
					for name, value := range urllib.PairsBytes(qs) {
						list = append(list, Tuple{Bytes(name), Bytes(value)})
					}
					return list, nil
				})
		}
		return same(ways...)
	}
	fail("qs")
	return nil, nil
}

func pairs(all []urllib.Pair, err error) (any, error) {
	if err != nil {
		return zero(all == nil, err)
	}
	list := List{}
	for _, p := range all {
		list = append(list, Tuple{p.Name, p.Value})
	}
	return list, nil
}

func bytesPairs(all []urllib.PairBytes, err error) (any, error) {
	if err != nil {
		return zero(all == nil, err)
	}
	list := List{}
	for _, p := range all {
		if p.Name == nil || p.Value == nil {
			panic(disagreement("nil in a pair"))
		}
		list = append(list, Tuple{Bytes(p.Name), Bytes(p.Value)})
	}
	return list, nil
}

// iterated collects the pairs of the iterator. After an error it must stop.
func iterated(py urllib.Python, qs string, opt urllib.QueryOptions) (any, error) {
	list := List{}
	var failed error
	for p, err := range py.Pairs(qs, opt) {
		if failed != nil {
			panic(disagreement("Pairs went on after an error"))
		}
		failed = err
		list = append(list, Tuple{p.Name, p.Value})
	}
	if failed != nil {
		return nil, failed
	}
	return list, nil
}

// iteratedBytes is iterated for bytes.
func iteratedBytes(py urllib.Python, qs []byte, opt urllib.QueryOptions) (any, error) {
	var all []urllib.PairBytes
	var failed error
	for p, err := range py.PairsBytes(qs, opt) {
		if failed != nil {
			panic(disagreement("PairsBytes went on after an error"))
		}
		failed = err
		all = append(all, p)
	}
	if failed != nil {
		return nil, failed
	}
	return bytesPairs(all, nil)
}

func (ev *evaluator) parseQS(a arguments) (any, error) {
	opt := queryOptions(a)
	plain := ev.standard && opt == urllib.QueryOptions{}
	switch qs := a.values[0].(type) {
	case string:
		ways := []way{func() (any, error) { return dict(ev.py.ParseQS(qs, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return dict(urllib.ParseQS(qs), nil) })
		}
		return same(ways...)
	case Bytes:
		ways := []way{func() (any, error) { return bytesDict(ev.py.ParseQSBytes(qs, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return bytesDict(urllib.ParseQSBytes(qs), nil) })
		}
		return same(ways...)
	}
	fail("qs")
	return nil, nil
}

func dict(d urllib.Dict, err error) (any, error) {
	if err != nil {
		return zero(d.Len() == 0, err)
	}
	out := Dict{}
	for name, values := range d.All() {
		list := List{}
		for _, v := range values {
			list = append(list, v)
		}
		if got, ok := d.Get(name); !ok || !slices.Equal(got, values) {
			panic(disagreement("Get and All of a Dict"))
		}
		out = append(out, Item{name, list})
	}
	if _, ok := d.Get("no such name"); ok || d.Len() != len(out) {
		panic(disagreement("Len, Get and All of a Dict"))
	}
	return out, nil
}

func bytesDict(d urllib.DictBytes, err error) (any, error) {
	if err != nil {
		return zero(d.Len() == 0, err)
	}
	out := Dict{}
	for name, values := range d.All() {
		list := List{}
		for _, v := range values {
			list = append(list, Bytes(v))
		}
		if got, ok := d.Get(name); !ok || len(got) != len(values) {
			panic(disagreement("Get and All of a Dict"))
		}
		out = append(out, Item{Bytes(name), list})
	}
	if _, ok := d.Get([]byte("no such name")); ok || d.Len() != len(out) {
		panic(disagreement("Len, Get and All of a Dict"))
	}
	return out, nil
}

func (ev *evaluator) urlencode(a arguments) (any, error) {
	opt := urllib.EncodeOptions{
		DoSeq:    a.truth(1, false),
		Safe:     a.characters(2),
		Encoding: a.text(3),
		Errors:   a.text(4),
		QuoteVia: ev.quoteVia(a.values[5]),
	}
	var ways []way
	for _, query := range shapes(a.values[0]) {
		ways = append(ways,
			func() (any, error) { return value(ev.py.Encode(query, opt)) },
			func() (any, error) { return appended(ev.py.AppendEncode([]byte("prefix"), query, opt)) })
		if ev.standard && !slices.Contains(a.given[1:], true) {
			ways = append(ways, func() (any, error) { return value(urllib.Encode(query)) })
		}
	}
	return same(ways...)
}

func (ev *evaluator) quoteVia(v any) urllib.QuoteFunc {
	switch v {
	case nil:
		return nil
	case Function("quote"):
		return ev.py.ViaQuote
	case Function("quote_plus"):
		return ev.py.ViaQuotePlus
	case Function("record"):
		return record
	}
	fail("quote_via")
	return nil
}

// record is the oracle's function of that name.
func record(s string, isBytes bool, opt urllib.QuoteOptions) (string, error) {
	if isBytes {
		return Ascii(Tuple{Bytes(s), pointed(opt.Safe)}), nil
	}
	return Ascii(Tuple{s, pointed(opt.Safe), pointed(opt.Encoding), pointed(opt.Errors)}), nil
}

func pointed(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// shapes returns the Go queries that are equal to the Python query v.
func shapes(v any) []any {
	var items []urllib.Item
	isPairs, allText, allBytes, sorted := true, true, true, true
	add := func(key, value any) {
		_, a := key.(string)
		_, b := value.(string)
		allText = allText && a && b
		_, a = key.(Bytes)
		_, b = value.(Bytes)
		allBytes = allBytes && a && b
		if n := len(items); n > 0 && allText {
			sorted = sorted && items[n-1].Key.(string) < key.(string)
		}
		items = append(items, urllib.Item{Key: plain(key), Value: plain(value)})
	}
	switch v := v.(type) {
	case Dict:
		for _, item := range v {
			add(item.Key, item.Value)
		}
	case List:
		for _, x := range v {
			if t, ok := x.(Tuple); ok && len(t) == 2 {
				add(t[0], t[1])
			} else {
				isPairs = false
			}
		}
	default:
		return []any{plain(v)}
	}
	if !isPairs {
		return []any{plain(v)}
	}
	all := []any{items}
	if _, ok := v.(List); ok {
		all = append(all, plain(v))
	}
	if allText {
		all = append(all, textShapes(items, sorted)...)
	}
	if allBytes {
		var p []urllib.PairBytes
		for _, item := range items {
			p = append(p, urllib.PairBytes{Name: item.Key.([]byte), Value: item.Value.([]byte)})
		}
		all = append(all, p)
	}
	return all
}

// textShapes are the shapes of pairs of str.
func textShapes(items []urllib.Item, sorted bool) []any {
	var pairs []urllib.Pair
	var arrays [][2]string
	m := map[string]string{}
	for _, item := range items {
		k, v := item.Key.(string), item.Value.(string)
		pairs = append(pairs, urllib.Pair{Name: k, Value: v})
		arrays = append(arrays, [2]string{k, v})
		m[k] = v
	}
	all := []any{pairs, arrays, func(yield func(string, string) bool) {
		for _, p := range pairs {
			if !yield(p.Name, p.Value) {
				return
			}
		}
	}}
	if sorted && len(m) == len(items) {
		all = append(all, m)
	}
	return all
}

// plain returns the Go value that is equal to a Python value.
func plain(v any) any {
	switch v := v.(type) {
	case Bytes:
		return []byte(v)
	case *big.Int, nil, bool, int64, float64, string:
		return v
	case Tuple:
		t := urllib.Tuple{}
		for _, x := range v {
			t = append(t, plain(x))
		}
		return t
	case List:
		list := []any{}
		for _, x := range v {
			list = append(list, plain(x))
		}
		return list
	case Dict:
		m := map[string]any{}
		last := ""
		for i, item := range v {
			k, ok := item.Key.(string)
			if !ok || i > 0 && k <= last {
				fail("a dict as a value whose keys are not str in order")
			}
			m[k], last = plain(item.Value), k
		}
		return m
	}
	fail("a value of no Go type")
	return nil
}

// appended drops what stood before what was appended.
func appended(b []byte, err error) (any, error) {
	s := afterPrefix(b)
	if err != nil {
		return zero(s == "", err)
	}
	return s, nil
}
