package urllib_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/urllib"
)

// A form is another way to make a call of the default release. It panics with notGo for arguments that it cannot have.
type form func(a arguments) (any, error)

// defaultForms are the functions that have no options.
var defaultForms = map[string][]form{
	"urlsplit": {
		func(a arguments) (any, error) { return value(urllib.Split(get[string](a, "url"))) },
	},
	"urlparse": {
		func(a arguments) (any, error) { return value(urllib.Parse(get[string](a, "url"))) },
	},
	"urldefrag": {
		func(a arguments) (any, error) { return value(urllib.Defrag(get[string](a, "url"))) },
	},
	"urljoin": {
		func(a arguments) (any, error) {
			return value(urllib.Join(get[string](a, "base"), get[string](a, "url")))
		},
	},
	"unwrap": {func(a arguments) (any, error) { return urllib.Unwrap(get[string](a, "url")), nil }},
	"quote": {
		func(a arguments) (any, error) { return value(urllib.Quote(get[string](a, "string"))) },
	},
	"quote_plus": {
		func(a arguments) (any, error) { return value(urllib.QuotePlus(get[string](a, "string"))) },
	},
	"unquote": {
		func(a arguments) (any, error) { return urllib.Unquote(get[string](a, "string")), nil },
	},
	"unquote_plus": {func(a arguments) (any, error) { return urllib.UnquotePlus(get[string](a, "string")), nil }},
	"parse_qsl": {
		func(a arguments) (any, error) { return value(urllib.ParseQSL(get[string](a, "qs")), nil) },
	},
	"parse_qs": {
		func(a arguments) (any, error) { return value(urllib.ParseQS(get[string](a, "qs")), nil) },
	},
	"urlencode": {func(a arguments) (any, error) { return value(urllib.Encode(goQuery(urllib.Python{}, a["query"]))) }},
}

// optionForms are the iterators, and the types that a query may have.
var optionForms = map[string][]form{
	"parse_qsl": {
		func(a arguments) (any, error) { return iterated(urllib.Python{}, get[string](a, "qs"), a) },
		func(a arguments) (any, error) { return iterated(octets(urllib.Python{}), get[[]byte](a, "qs"), a) },
	},
	"urlencode": {
		encodeForm(func(pairs []urllib.Pair[string]) any { return pairs }),
		encodeForm(func(pairs []urllib.Pair[string]) any {
			var out [][2]string
			for _, p := range pairs {
				out = append(out, [2]string{p.Name, p.Value})
			}
			return out
		}),
		encodeForm(func(pairs []urllib.Pair[string]) any {
			return func(yield func(string, string) bool) {
				for _, p := range pairs {
					if !yield(p.Name, p.Value) {
						return
					}
				}
			}
		}),
		encodeForm(func(pairs []urllib.Pair[string]) any {
			m := map[string]string{}
			for _, p := range pairs {
				m[p.Name] = p.Value
			}
			if !slices.IsSortedFunc(pairs, func(a, b urllib.Pair[string]) int {
				return strings.Compare(a.Name, b.Name)
			}) || len(m) != len(pairs) {
				panic(notGo("a map has another order"))
			}
			return m
		}),
	},
}

// encodeForm encodes a query of text in another type.
func encodeForm(queryOf func([]urllib.Pair[string]) any) form {
	return func(a arguments) (any, error) {
		pairs := []urllib.Pair[string]{}
		add := func(key, v any) {
			name, ok := key.(string)
			s, ok2 := v.(string)
			if !ok || !ok2 {
				panic(notGo("not text"))
			}
			pairs = append(pairs, urllib.Pair[string]{Name: name, Value: s})
		}
		switch query := a["query"].(type) {
		case dict:
			for _, it := range query {
				add(it.key, it.value)
			}
		case list:
			for _, x := range query {
				if t, ok := x.(tuple); ok && len(t) == 2 {
					add(t[0], t[1])
				} else {
					panic(notGo("not a pair"))
				}
			}
		default:
			panic(notGo("not pairs"))
		}
		return value(urllib.Python{}.Encode(queryOf(pairs), encodeOptions(urllib.Python{}, a)))
	}
}

// iterated returns the pairs of the iterator.
func iterated[T string | []byte](py urllib.Interpreter[T], qs T, a arguments) (any, error) {
	out := []urllib.Pair[T]{}
	for p, err := range py.ParsePairs(qs, queryOptions(a)) {
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return value(out, nil)
}

// TestFormsAgree makes each recorded call in every other way that the package has.
func TestFormsAgree(t *testing.T) {
	t.Parallel()
	made := map[string]int{}
	var found differences
	for _, line := range mustRecording(t).calls {
		c := line.call
		f, ok := functions[c.Call]
		if !ok || line.only != "" || len(c.Lists) > 0 || slices.ContainsFunc(c.Args, func(v any) bool { _, ok := v.(*call); return ok }) {
			continue
		}
		want, ok := answerOnce(urllib.Python{}, c)
		if !ok {
			t.Fatalf("%s: %s, want an answer", line.source, want)
		}
		a := bind(f.params, c.Args, c.KW)
		forms := optionForms[c.Call]
		if len(a) == 1 || len(a) == 2 && c.Call == "urljoin" && a["url"] != nil {
			forms = append(slices.Clip(forms), defaultForms[c.Call]...)
		}
		for _, form := range forms {
			if got, ok := formAnswer(form, a); ok {
				made[c.Call]++
				found.compare("default", line.source, want, got)
			}
		}
	}
	found.report(t)
	for name := range defaultForms {
		if made[name] == 0 {
			t.Errorf("%s was called in one way only", name)
		}
	}
}

func formAnswer(f form, a arguments) (text string, ok bool) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case notGo:
			ok = false
		default:
			text, ok = fmt.Sprintf("panic %v", fault), true
		}
	}()
	return answerText(f(a)), true
}
