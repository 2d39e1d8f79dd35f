package main

import (
	"strings"

	"earl.example/internal/ascii"
	"earl.example/internal/urltest"
)

// What operations leave behind, so that they are not optimised away.
var (
	sinkString string
	sinkInt    int
	sinkWord   uint64
	sinkBool   bool
)

// floors are what no parser can be faster than that looks at each byte, or
// copies the URL.
func floors() []urltest.Op {
	var classes [256]byte
	for c := range classes {
		if ascii.Is(byte(c), ascii.Unreserved|ascii.GenDelim|ascii.SubDelim) {
			classes[c] = 1
		}
	}
	return []urltest.Op{
		{Name: "floor: a table of 256 classes", Do: func(s string) {
			all := byte(1)
			for i := 0; i < len(s); i++ {
				all &= classes[s[i]]
			}
			sinkInt += int(all)
		}},
		{Name: "floor: eight bytes at a time", Do: func(s string) {
			var all uint64
			i := 0
			for ; i+8 <= len(s); i += 8 {
				x := ascii.Load8(s, i)
				all |= x | (x - ascii.Ones*0x21)
			}
			if i < len(s) {
				all |= ascii.Load8Padded(s, i)
			}
			sinkWord |= all & ascii.Highs
		}},
		{Name: "floor: copying the text", Do: func(s string) { sinkString = strings.Clone(s) }},
	}
}
