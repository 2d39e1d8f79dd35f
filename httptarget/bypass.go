package httptarget

import (
	"cmp"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// Bypass returns targets that pass an access rule on the paths below prefix, such as "/admin/", and that the server
// reads as a path below it. Both read the same target, as a rule in the program of the server does, or in a proxy that
// sends the target on as it is. check reads the target for the rule:
//
//	c, s := check.Read(target), server.Read(target)
//	!c.Refused && c.Location == "" && !c.Below(prefix) && s.Below(prefix)
//
// The targets are sorted by length, then by bytes. Bypass tries about 2,000 spellings of prefix + "secret" that differ
// from it at one or two places: a scheme and a host or a segment before it, its first slash, its first letter, its last
// slash, and its end. It returns nil if none of them passes. Others may pass.
func Bypass(check, server Reader, prefix string) []string {
	var found []string
	for target := range spellings(prefix) {
		if s := server.Read(target); !s.Below(prefix) {
			continue
		}
		if c := check.Read(target); !c.Refused && c.Location == "" && !c.Below(prefix) {
			found = append(found, target)
		}
	}
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return slices.Compact(found)
}

// The spellings of the places of a target that Bypass tries. The first one of each is the ordinary one. Each switch of
// a Reader has at least one spelling that two of its values read differently.
var (
	heads   = strings.Fields(`http://h //h /x/.. /x%2f.. /\/.. /%00/.. /#/..`)
	slashes = strings.Fields(`/ // /// /./ /%2e/ /x/../ /x/%2e%2e/ /x//../ /x//../../ //../ /x/..;/ /x/..;a/ /;/ /;a/ ;a/
		;a=1/ /../ /%2e%2e/ /..%2f /..;/ %2f /%2f \ %5c x/`)
	tails = strings.Fields(`secret / secret/ secret/. secret%2f secret;a secret# secret%00 secret#/../../..
		secret%00/../../.. secret;/../../.. secret/..;/..;/x`)
)

// spellings yields the targets that Bypass tries, some of them twice.
func spellings(prefix string) func(yield func(string) bool) {
	name := strings.Trim(prefix, "/")
	letters := []string{name}
	if name != "" {
		c, rest := name[0], name[1:]
		letters = append(letters, "%"+string([]byte{ascii.UpperHex[c>>4], ascii.UpperHex[c&15]})+rest)
		if upper := strings.ToUpper(name[:1]) + rest; c < 0x80 && upper != name {
			letters = append(letters, upper)
		}
	}
	return func(yield func(string) bool) {
		places := [][]string{nil, slashes, letters, slashes, nil}
		places[0], places[4] = append([]string{""}, heads...), append(slices.Clip(tails), "")
		var at [5]int
		target := func() bool {
			first := slashes[at[1]]
			if name == "" {
				return yield(places[0][at[0]] + first + places[4][at[4]])
			}
			last := slashes[at[3]]
			if places[4][at[4]] == "" { // the folder itself
				last = strings.TrimSuffix(last, "/")
			}
			return yield(places[0][at[0]] + first + letters[at[2]] + last + places[4][at[4]])
		}
		for i := range places {
			for at[i] = range places[i] {
				for j := i + 1; j < len(places); j++ {
					for at[j] = range places[j] {
						if !target() {
							return
						}
					}
					at[j] = 0
				}
			}
			at[i] = 0
		}
	}
}
