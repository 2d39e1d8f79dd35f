package pycall

import (
	"earl.example/urllib"
)

// quoteOptions reads arguments 1 to 3 of quote and quote_plus.
func quoteOptions(a arguments) urllib.QuoteOptions {
	return urllib.QuoteOptions{Safe: a.characters(1), Encoding: a.text(2), Errors: a.text(3)}
}

func (ev *evaluator) quote(a arguments) (any, error) {
	opt := quoteOptions(a)
	plain := ev.standard && opt == urllib.QuoteOptions{}
	switch s := a.values[0].(type) {
	case string:
		ways := []way{
			func() (any, error) { return value(ev.py.Quote(s, opt)) },
			func() (any, error) { return appended(ev.py.AppendQuote([]byte("prefix"), s, opt)) },
			func() (any, error) { return value(ev.py.ViaQuote(s, false, opt)) },
		}
		if plain {
			ways = append(ways, func() (any, error) { return value(urllib.Quote(s)) })
		}
		return same(ways...)
	case Bytes:
		ways := []way{
			func() (any, error) { return value(ev.py.QuoteBytes(s, opt)) },
			func() (any, error) { return value(ev.py.ViaQuote(string(s), true, opt)) },
		}
		if plain {
			ways = append(ways, func() (any, error) { return urllib.QuoteBytes(s), nil })
		}
		return same(ways...)
	}
	fail("string")
	return nil, nil
}

func (ev *evaluator) quotePlus(a arguments) (any, error) {
	opt := quoteOptions(a)
	plain := ev.standard && opt == urllib.QuoteOptions{}
	switch s := a.values[0].(type) {
	case string:
		ways := []way{
			func() (any, error) { return value(ev.py.QuotePlus(s, opt)) },
			func() (any, error) { return appended(ev.py.AppendQuotePlus([]byte("prefix"), s, opt)) },
			func() (any, error) { return value(ev.py.ViaQuotePlus(s, false, opt)) },
		}
		if plain {
			ways = append(ways, func() (any, error) { return value(urllib.QuotePlus(s)) })
		}
		return same(ways...)
	case Bytes:
		ways := []way{
			func() (any, error) { return value(ev.py.QuotePlusBytes(s, opt)) },
			func() (any, error) { return value(ev.py.ViaQuotePlus(string(s), true, opt)) },
		}
		if plain {
			ways = append(ways, func() (any, error) { return urllib.QuotePlusBytes(s), nil })
		}
		return same(ways...)
	}
	fail("string")
	return nil, nil
}

func (ev *evaluator) quoteFromBytes(a arguments) (any, error) {
	b, ok := a.values[0].(Bytes)
	if !ok {
		fail("bs")
	}
	safe := a.characters(1)
	ways := []way{
		func() (any, error) { return ev.py.QuoteFromBytes(b, safe), nil },
	}
	if ev.standard && safe == nil {
		ways = append(ways, func() (any, error) { return urllib.QuoteFromBytes(b), nil })
	}
	return same(ways...)
}

func unquoteOptions(a arguments) urllib.UnquoteOptions {
	return urllib.UnquoteOptions{Encoding: a.text(1), Errors: a.text(2)}
}

func (ev *evaluator) unquote(a arguments) (any, error) {
	opt := unquoteOptions(a)
	plain := ev.standard && opt == urllib.UnquoteOptions{}
	switch s := a.values[0].(type) {
	case string:
		ways := []way{
			func() (any, error) { return value(ev.py.Unquote(s, opt)) },
			func() (any, error) { return appended(ev.py.AppendUnquote([]byte("prefix"), s, opt)) },
		}
		if plain {
			ways = append(ways, func() (any, error) { return urllib.Unquote(s), nil })
		}
		return same(ways...)
	case Bytes:
		if a.given[1] && opt.Encoding == nil || a.given[2] && opt.Errors == nil {
			fail("None")
		}
		ways := []way{func() (any, error) { return value(ev.py.UnquoteBytes(s, opt)) }}
		if plain {
			ways = append(ways, func() (any, error) { return urllib.UnquoteBytes(s), nil })
		}
		return same(ways...)
	}
	fail("string")
	return nil, nil
}

func (ev *evaluator) unquotePlus(a arguments) (any, error) {
	opt := unquoteOptions(a)
	s, ok := a.values[0].(string)
	if !ok {
		fail("string")
	}
	ways := []way{
		func() (any, error) { return value(ev.py.UnquotePlus(s, opt)) },
		func() (any, error) { return appended(ev.py.AppendUnquotePlus([]byte("prefix"), s, opt)) },
	}
	if ev.standard && opt == (urllib.UnquoteOptions{}) {
		ways = append(ways, func() (any, error) { return urllib.UnquotePlus(s), nil })
	}
	return same(ways...)
}

func (ev *evaluator) unquoteToBytes(a arguments) (any, error) {
	switch s := a.values[0].(type) {
	case string:
		ways := []way{
			func() (any, error) { return octets(ev.py.UnquoteToBytes(s)) },
		}
		if ev.standard {
			ways = append(ways, func() (any, error) { return octets(urllib.UnquoteToBytes(s)) })
		}
		return same(ways...)
	case Bytes:
		return Bytes(urllib.UnquoteToBytesBytes(s)), nil
	}
	fail("string")
	return nil, nil
}
