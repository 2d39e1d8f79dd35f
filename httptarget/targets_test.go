package httptarget

import (
	"math/rand/v2"
	"strings"
)

// systematicTargets returns 13,270 targets: combinations of a beginning, a way up, a spelling of admin and a separator.
func systematicTargets() (targets []string) {
	beginnings := strings.Fields(`/public /public/x /. /%2e /;a /public;a /%2f // /\ /.;a`)
	ups := strings.Fields(`/.. /%2e%2e /.%2e /..; /..;x=1 /..%2f /..%5c /%2e%2e%2f /..\ /../. /..// /%252e%252e /..%00 /.%09.`)
	names := strings.Fields(`admin %61dmin Admin admin;x=1 admin%3bx ./admin admin%20 admin. %2561dmin`)
	separators := strings.Fields(`/ // %2f \ %5c /./ /;/ %2F /x/../`)
	seen := map[string]bool{}
	add := func(target string) {
		if !seen[target] {
			seen[target] = true
			targets = append(targets, target)
		}
	}
	for _, beginning := range append([]string{""}, beginnings...) {
		for _, up := range append([]string{""}, ups...) {
			start := beginning + up
			if lower := strings.ToLower(start); !strings.HasSuffix(lower, "/") && !strings.HasSuffix(lower, "%2f") &&
				!strings.HasSuffix(lower, `\`) && !strings.HasSuffix(lower, "%5c") {
				start += "/"
			}
			for _, name := range names {
				for _, separator := range separators {
					add(start + name + separator + "secret")
				}
			}
		}
	}
	for target := range strings.FieldsSeq(`/admin/secret#f /admin/secret?x /public/x?/../admin/secret /public#/../admin/secret
		http://127.0.0.1/admin/secret http://h/admin/secret /admin/secret/ /ADMIN/secret /admin /public/../admin/secret * admin/secret
		//h/admin/secret /?/admin/secret`) {
		add(target)
	}
	return targets
}

// randomTargets returns n targets: random separators and segments, then a spelling of admin and of secret.
func randomTargets(n int, seed uint64) (targets []string) {
	random := rand.New(rand.NewPCG(seed, 7))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	separators := strings.Fields(`/ / / / / // /// %2f %2F \ %5c /./ /;/ /;a=b/ /.;/ /%2e/ /x/../ /x/%2e%2e/ /x/..;/ /x/.%2E/ %252f /%20/`)
	segments := append(strings.Fields(`public public/x a .. %2e%2e .%2E ..; ..;a=1 . %2e a;b %61 a%2fb ..%2f ..%5c %c0%ae%c0%ae %u002e%u002e
		%00 a%00 %zz % a+b ~ %7e %e9 ... %252e%252e x/.. x/../.. a//.. a/.//..`), "", "", "")
	names := strings.Fields(`admin admin admin admin %61dmin a%64min ADMIN admi%6E admin; admin;a/b admin%3b admin%23 admin%3f admin. admin%20
		admin+ admin%09 adm%69n%2e %61%64%6d%69%6e admi` + "\xcc\x81" + `n`)
	files := strings.Fields(`secret secret secret secret s%65cret secret;a secret%00 secret?a/../b secret#a Secret ./secret x/../secret secret/.
		secret/ secret%2f`)
	seen := map[string]bool{}
	for len(targets) < n {
		target := pick(separators)
		for range random.IntN(3) {
			target += pick(segments) + pick(separators)
		}
		target += pick(names) + pick(separators) + pick(files)
		if !seen[target] && target[0] == '/' {
			seen[target] = true
			targets = append(targets, target)
		}
	}
	return targets
}
