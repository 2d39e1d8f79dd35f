//go:build js && wasm

// Command wasm gives the page the functions of package answer.
package main

import (
	"syscall/js"

	"earl.example/web/internal/answer"
)

func main() {
	exports := js.Global().Get("earl")
	exports.Set("answer", function(answer.Answer))
	exports.Set("card", function(answer.CardJSON))
	exports.Set("payloads", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var seeds []string
		for i := range args[3].Length() {
			seeds = append(seeds, args[3].Index(i).String())
		}
		return string(answer.Payloads(args[0].String(), args[1].String(), args[2].String(), seeds, args[4].Bool()))
	}))
	exports.Call("ready")
	select {}
}

// function returns a JavaScript function of the URL, the base or null, the dialects, whether releases are apart, the
// columns, and the two programs.
func function(f func(answer.Request) []byte) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		r := answer.Request{URL: args[0].String(), Dialects: args[2].String(), Apart: args[3].Bool(), Columns: args[4].Int(),
			Check: args[5].String(), Fetch: args[6].String()}
		if base := args[1]; !base.IsNull() {
			text := base.String()
			r.Base = &text
		}
		return string(f(r))
	})
}
