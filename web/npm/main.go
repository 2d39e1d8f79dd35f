//go:build js && wasm

// Command npm gives the npm package the function audit.
package main

import (
	"strings"
	"syscall/js"

	"earl.example"
	"earl.example/web/internal/answer"
)

func main() {
	exports := js.Global().Get("earlExports")
	var names []string
	for _, d := range earl.Dialects() {
		names = append(names, d.Name())
	}
	exports.Set("dialects", strings.Join(names, ","))
	// audit returns the record, or an error as the second element.
	exports.Set("audit", js.FuncOf(func(_ js.Value, args []js.Value) any {
		r := answer.Request{URL: args[0].String(), Dialects: args[1].String()}
		record, err := r.Record()
		if err != nil {
			return []any{nil, err.Error()}
		}
		return []any{string(record), nil}
	}))
	select {}
}
