package pycall

import (
	"slices"
	"strings"

	"earl.example/urllib"
)

var functions = map[string]function{
	"urlsplit": {params: words("url scheme allow_fragments"), required: 1, call: (*evaluator).urlsplit},
	"urlparse": {params: words("url scheme allow_fragments"), required: 1, call: (*evaluator).urlparse},
	"urlunsplit": {params: words("components"), required: 1, call: func(ev *evaluator, a arguments) (any, error) {
		return ev.geturl(components("SplitResult", a.values[0]))
	}},
	"urlunparse": {params: words("components"), required: 1, call: func(ev *evaluator, a arguments) (any, error) {
		return ev.geturl(components("ParseResult", a.values[0]))
	}},
	"urljoin":          {params: words("base url allow_fragments"), required: 2, call: (*evaluator).urljoin},
	"urldefrag":        {params: words("url"), required: 1, call: (*evaluator).urldefrag},
	"unwrap":           {params: words("url"), required: 1, call: (*evaluator).unwrap},
	"parse_qsl":        {params: queryParams, required: 1, call: (*evaluator).parseQSL},
	"parse_qs":         {params: queryParams, required: 1, call: (*evaluator).parseQS},
	"quote":            {params: words("string safe encoding errors"), required: 1, call: (*evaluator).quote},
	"quote_plus":       {params: words("string safe encoding errors"), required: 1, call: (*evaluator).quotePlus},
	"quote_from_bytes": {params: words("bs safe"), required: 1, call: (*evaluator).quoteFromBytes},
	"unquote":          {params: words("string encoding errors"), required: 1, call: (*evaluator).unquote},
	"unquote_plus":     {params: words("string encoding errors"), required: 1, call: (*evaluator).unquotePlus},
	"unquote_to_bytes": {params: words("string"), required: 1, call: (*evaluator).unquoteToBytes},
	"urlencode":        {params: words("query doseq safe encoding errors quote_via"), required: 1, call: (*evaluator).urlencode},
}

var queryParams = words("qs keep_blank_values strict_parsing encoding errors max_num_fields separator")

func words(s string) []string { return strings.Fields(s) }

// FunctionNames lists the functions that a call can name, in order.
func FunctionNames() []string {
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// splitOptions reads arguments 1 and 2 of urlsplit and urlparse.
func splitOptions(a arguments) urllib.SplitOptions {
	opt := urllib.SplitOptions{NoFragments: !a.truth(2, true)}
	_, isBytes := a.values[0].(Bytes)
	switch scheme := a.values[1].(type) {
	case nil:
		if a.given[1] {
			fail("scheme=None")
		}
	case string:
		if isBytes && scheme != "" {
			fail("str and bytes")
		}
		opt.Scheme = scheme
	case Bytes:
		if !isBytes {
			fail("str and bytes")
		}
		opt.Scheme = string(scheme)
	default:
		fail("scheme")
	}
	return opt
}

func (ev *evaluator) urlsplit(a arguments) (any, error) {
	opt := splitOptions(a)
	plain := ev.standard && opt == urllib.SplitOptions{}
	switch url := a.values[0].(type) {
	case string:
		ways := []way{func() (any, error) { return split(ev.py.Split(url, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return split(urllib.Split(url)) })
		}
		return same(ways...)
	case Bytes:
		ways := []way{func() (any, error) { return splitBytes(ev.py.SplitBytes(url, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return splitBytes(urllib.SplitBytes(url)) })
		}
		return same(ways...)
	}
	fail("url")
	return nil, nil
}

func (ev *evaluator) urlparse(a arguments) (any, error) {
	opt := splitOptions(a)
	plain := ev.standard && opt == urllib.SplitOptions{}
	switch url := a.values[0].(type) {
	case string:
		ways := []way{func() (any, error) { return parsed(ev.py.Parse(url, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return parsed(urllib.Parse(url)) })
		}
		return same(ways...)
	case Bytes:
		ways := []way{func() (any, error) { return parsedBytes(ev.py.ParseBytes(url, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return parsedBytes(urllib.ParseBytes(url)) })
		}
		return same(ways...)
	}
	fail("url")
	return nil, nil
}

func (ev *evaluator) urljoin(a arguments) (any, error) {
	opt := urllib.JoinOptions{NoFragments: !a.truth(2, true)}
	plain := ev.standard && !opt.NoFragments
	switch base := a.values[0].(type) {
	case string:
		url, ok := a.values[1].(string)
		if !ok {
			fail("str and bytes")
		}
		ways := []way{
			func() (any, error) { return value(ev.py.Join(base, url, opt)) },
			func() (any, error) { return appended(ev.py.AppendJoin([]byte("prefix"), base, url, opt)) },
		}
		if plain {
			ways = append(ways, func() (any, error) { return value(urllib.Join(base, url)) })
		}
		return same(ways...)
	case Bytes:
		url, ok := a.values[1].(Bytes)
		if !ok {
			fail("str and bytes")
		}
		ways := []way{func() (any, error) { return octets(ev.py.JoinBytes(base, url, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return octets(urllib.JoinBytes(base, url)) })
		}
		return same(ways...)
	}
	fail("base")
	return nil, nil
}

func (ev *evaluator) urldefrag(a arguments) (any, error) {
	switch url := a.values[0].(type) {
	case string:
		ways := []way{func() (any, error) { return defrag(ev.py.Defrag(url)) }}
		if ev.standard {
			ways = append(ways, func() (any, error) { return defrag(urllib.Defrag(url)) })
		}
		return same(ways...)
	case Bytes:
		ways := []way{func() (any, error) { return defragBytes(ev.py.DefragBytes(url)) }}
		if ev.standard {
			ways = append(ways, func() (any, error) { return defragBytes(urllib.DefragBytes(url)) })
		}
		return same(ways...)
	}
	fail("url")
	return nil, nil
}

func (ev *evaluator) unwrap(a arguments) (any, error) {
	url, ok := a.values[0].(string)
	if !ok {
		fail("url")
	}
	ways := []way{func() (any, error) { return ev.py.Unwrap(url), nil }}
	if ev.standard {
		ways = append(ways, func() (any, error) { return urllib.Unwrap(url), nil })
	}
	return same(ways...)
}

// using is a call while the lists of schemes are others, as in the oracle.
func (ev *evaluator) using(args []any, keywords []Item) (any, error) {
	if len(args) < 3 {
		fail("using")
	}
	lists, isDict := args[0].(Dict)
	fn, isFunction := args[1].(Function)
	if !isDict || !isFunction {
		fail("using")
	}
	relative, netloc, params := ev.py.Schemes()
	changed := evaluator{py: ev.py}
	for _, list := range lists {
		switch list.Key {
		case "uses_relative":
			changed.py.UsesRelative = schemes(list.Value, relative)
		case "uses_netloc":
			changed.py.UsesNetloc = schemes(list.Value, netloc)
		case "uses_params":
			changed.py.UsesParams = schemes(list.Value, params)
		default:
			fail("list")
		}
	}
	return changed.callNamed(string(fn), args[2:], keywords)
}

// schemes returns the schemes of a list, where None stands for all in own.
// The result is never nil: no schemes are another thing than the usual ones.
func schemes(list any, own []string) []string {
	all := []string{}
	for _, item := range sequence(list) {
		switch item := item.(type) {
		case nil:
			all = append(all, own...)
		case string:
			all = append(all, item)
		default:
			fail("scheme")
		}
	}
	return all
}

func value(s string, err error) (any, error) {
	if err != nil {
		return zero(s == "", err)
	}
	return s, nil
}

func octets(b []byte, err error) (any, error) {
	if err != nil {
		return zero(b == nil, err)
	}
	if b == nil {
		panic(disagreement("nil for empty bytes"))
	}
	return Bytes(b), nil
}
