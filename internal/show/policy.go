package show

import "earl.example/audit"

// policies lists the named policies of package audit, the default one first.
var policies = []struct {
	name   string
	policy func() audit.Policy
}{{"web", audit.Web}, {"strict", audit.Strict}, {"webhook", audit.Webhook}, {"intranet", audit.Intranet}}

// Policies lists the names of policies, the default one first.
func Policies() (names []string) {
	for _, p := range policies {
		names = append(names, p.name)
	}
	return names
}

// Policy returns the policy with a name, and false if there is none.
func Policy(name string) (audit.Policy, bool) {
	for _, p := range policies {
		if p.name == name {
			return p.policy(), true
		}
	}
	return audit.Policy{}, false
}
