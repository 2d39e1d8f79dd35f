//go:build js && wasm

// Command npm gives the npm package its functions.
package main

import (
	"errors"
	"strings"
	"syscall/js"

	"earl.example"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/web/internal/answer"
)

func main() {
	exports := js.Global().Get("earlExports")
	var names []string
	for _, d := range earl.Dialects() {
		names = append(names, d.Name())
	}
	exports.Set("dialects", strings.Join(names, ","))
	exports.Set("audit", function(audit))
	exports.Set("check", function(check))
	exports.Set("join", function(join))
	select {}
}

// function returns a JavaScript function of a URL, an option, and a base or null. It returns two elements: the result,
// and the message of an option that is not valid.
func function(f func(url, option string, base *string) (string, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		var base *string
		if !args[2].IsNull() {
			text := args[2].String()
			base = &text
		}
		result, err := f(args[0].String(), args[1].String(), base)
		if err != nil {
			return []any{nil, err.Error()}
		}
		return []any{result, nil}
	})
}

// audit returns the record of an audit in dialects.
func audit(url, dialects string, base *string) (string, error) {
	r := answer.Request{URL: url, Dialects: dialects, Base: base}
	record, err := r.Record()
	return string(record), err
}

// check returns the error of a policy, or "{}".
func check(url, policy string, base *string) (string, error) {
	p, ok := show.Policy(policy)
	if !ok {
		return "", errors.New("unknown policy: use " + strings.Join(show.Policies(), ", "))
	}
	err := p.Check(url)
	if base != nil {
		err = p.CheckRef(*base, url)
	}
	return outcome(err, "", ""), nil
}

// join returns a URL, or the error of a dialect.
func join(ref, dialect string, base *string) (string, error) {
	d, err := earl.ParseDialect(dialect)
	if err != nil {
		return "", err
	}
	url, err := earl.Resolve(d, *base, ref)
	return outcome(err, url, ref, *base), nil
}

// outcome returns an object with a result or an error.
func outcome(err error, result string, inputs ...string) string {
	var o jsontext.Writer
	o.Object("")
	if err != nil {
		show.Error(&o, err, -1, inputs...)
	} else {
		o.String("result", result)
	}
	o.Close()
	return string(o.Text)
}
