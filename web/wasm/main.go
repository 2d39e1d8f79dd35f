//go:build js && wasm

// Command wasm gives the page the functions of package answer.
package main

import (
	"syscall/js"

	"earl.example/web/internal/answer"
)

func main() {
	exports := js.Global().Get("earl")
	exports.Set("dialects", string(answer.Dialects()))
	exports.Set("maxLength", answer.MaxLength)
	exports.Set("answer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		r := answer.Request{URL: args[0].String(), Dialects: args[2].String(), Apart: args[3].Bool(), Columns: args[4].Int()}
		if base := args[1]; !base.IsNull() {
			text := base.String()
			r.Base = &text
		}
		return string(answer.Answer(r))
	}))
	exports.Call("ready")
	select {}
}
