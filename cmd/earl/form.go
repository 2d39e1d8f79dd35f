package main

import (
	"fmt"
	"slices"

	"earl.example/internal/text/encoding"
	"earl.example/whatwg"
)

// setNames lists the names of the percent-encode sets, indexed by set.
var setNames = [...]string{
	whatwg.C0ControlSet: "c0-control", whatwg.FragmentSet: "fragment", whatwg.QuerySet: "query",
	whatwg.SpecialQuerySet: "special-query", whatwg.PathSet: "path", whatwg.UserinfoSet: "userinfo",
	whatwg.ComponentSet: "component", whatwg.FormSet: "form",
}

func parseSet(s string) (whatwg.EncodeSet, error) {
	if i := slices.Index(setNames[:], s); i >= 0 {
		return whatwg.EncodeSet(i), nil
	}
	return 0, unknown("set", s, setNames[:])
}

// formEncoding returns the encoding with a label of the Encoding Standard, or UTF-8 if label is nil.
func formEncoding(label *string) (string, error) {
	if label == nil {
		return "", nil
	}
	if _, ok := encoding.Lookup(*label); !ok {
		return "", fmt.Errorf("--encoding %s: the Encoding Standard has no such label", *label)
	}
	return *label, nil
}
