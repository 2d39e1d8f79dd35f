package main

import (
	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
)

// Results of operations, kept so that the compiler does not remove the operations.
var (
	sinkString string
	sinkInt    int
	sinkWord   uint64
	sinkBool   bool
)

// floors are lower bounds: the time to look up each byte in a table, to read eight bytes at a time, and to copy the
// URL.
func floors() []urltest.Op {
	var classes [256]byte
	for c := range classes {
		if ascii.Is(byte(c), ascii.Unreserved|ascii.GenDelim|ascii.SubDelim) {
			classes[c] = 1
		}
	}
	clone := urltest.Copy()
	clone.Name = "floor: copying the text"
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
		clone,
	}
}
