package httptarget

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Bypass returns targets that pass an access rule on the paths below prefix, such as "/admin/", and that the server
// reads as a path below it. check reads the target for the rule. server reads what check sends on, or the same target
// if that is not known, as for a rule in the program of the server:
//
//	c := check.Read(target)
//	s := server.Read(cmp.Or(c.Forward, target))
//	!c.Refused && c.Location == "" && !c.Below(prefix) && s.Below(prefix)
//
// For a rule of nginx in front of files of the same nginx, write "nginx forward=no". The target goes through fronts
// first: each one reads what the one before it sends on, and none of them refuses it.
//
// The targets are sorted by length, then by bytes. Bypass tries about 2,000 spellings of prefix + "secret" that differ
// from it at one or two places: a scheme and a host or a segment before it, its first slash, its first letter, its last
// slash, and its end. Of two spellings that pass on their own it does not try both at once. It returns nil if none
// passes. Others may pass.
func Bypass(check, server Reader, prefix string, fronts ...Reader) (found []string) {
	chain := append(slices.Clip(fronts), check)
	try := func(target string) {
		sent := target
		var g Reading
		for _, r := range chain {
			if g = r.Read(sent); g.Refused || g.Location != "" {
				return
			}
			sent = cmp.Or(g.Forward, sent)
		}
		isFolder := check.redirect != 0 && g.Path == strings.TrimSuffix(prefix, "/") // ServeMux adds the slash
		if !isFolder && !g.Below(prefix) && server.Read(sent).Below(prefix) {
			found = append(found, target)
		}
	}
	all := places(prefix)
	for i := range all {
		one := make([][]string, len(all))
		for j := range all {
			one[j] = all[j][:1]
		}
		all[i] = slices.DeleteFunc(slices.Clone(all[i]), func(spelling string) bool {
			n := len(found)
			one[i] = []string{spelling}
			spell(one, 0, "", try)
			return len(found) > n && spelling != all[i][0]
		})
	}
	spell(all, 2, "", try)
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return slices.Compact(found)
}

// The spellings of the places of a target that Bypass tries. The first one of each is the ordinary one. Each switch of
// a Reader has at least one spelling that two of its values read differently.
var (
	heads   = append([]string{""}, strings.Fields(`http://h //h /x/.. /x%2f.. /\/.. /%00/.. /#/..`)...)
	slashes = strings.Fields(`/ // /// /./ /%2e/ /x/../ /x/%2e%2e/ /x//../ /x//../../ //../ /x/..;/ /x/..;a/ /;/ /;a/ ;a/
		;a=1/ /../ /%2e%2e/ /..%2f /..;/ %2f /%2f \ %5c x/`)
	tails = append(strings.Fields(`secret / secret/ secret/. secret%2f secret;a secret# secret%00 secret#/../../..
		secret%00/../../.. secret;/../../.. secret/..;/..;/x`), "")
)

// places returns the spellings of each place of prefix + "secret".
func places(prefix string) [][]string {
	name := strings.Trim(prefix, "/")
	if name == "" {
		return [][]string{heads, slashes, tails}
	}
	letters := []string{name, fmt.Sprintf("%%%02X", name[0]) + name[1:]}
	if upper := strings.ToUpper(name[:1]) + name[1:]; upper != name && name[0] < 0x80 {
		letters = append(letters, upper)
	}
	return [][]string{heads, slashes, letters, slashes, tails}
}

// spell calls do with target and a spelling of each place. At most n of these spellings are not the first ones.
func spell(places [][]string, n int, target string, do func(string)) {
	for i, spelling := range places[0] {
		next := target + spelling
		switch {
		case i > 0 && n == 0:
			return
		case len(places) > 1:
			spell(places[1:], n-min(i, 1), next, do)
		case spelling == "": // the folder itself
			do(strings.TrimSuffix(next, "/"))
		default:
			do(next)
		}
	}
}
