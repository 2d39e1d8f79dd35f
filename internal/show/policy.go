package show

import (
	"slices"

	"earl.example/audit"
)

// policies has the named policies of package audit, in the order of Policies.
var policies = []func() audit.Policy{audit.Web, audit.Strict, audit.Webhook, audit.Intranet}

// Policies lists the names of policies, the default one first.
func Policies() []string { return []string{"web", "strict", "webhook", "intranet"} }

// Policy returns the policy with a name, and false if there is none.
func Policy(name string) (p audit.Policy, ok bool) {
	i := slices.Index(Policies(), name)
	if i < 0 {
		return p, false
	}
	return policies[i](), true
}
