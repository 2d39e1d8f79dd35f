package urltest

import (
	_ "embed"
	"strings"
)

// ResolutionBase is the base of RFC 3986 §5.4.
const ResolutionBase = "http://a/b/c/d;p?q"

// A Resolution is a reference and its target for the base ResolutionBase.
type Resolution struct{ Ref, Want string }

//go:embed resolutions.tsv
var resolutions string

// Resolutions returns the 42 examples of RFC 3986 §5.4.1 and §5.4.2, as published. For the last example, RFC 3986 gives
// two targets, and Want is the target for strict parsers.
func Resolutions() (all []Resolution) {
	for line := range strings.Lines(resolutions) {
		ref, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, Resolution{ref, want})
	}
	return all
}
