package idna

import "testing"

// TestFaultsOfOthers: what golang.org/x/net/idna got wrong at some time, by
// the number of the issue at golang/go, and what ada did.
func TestFaultsOfOthers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		opt      Options
		rule     Rule
		want     string // if there is no rule
	}{
		{"81525, the Bidi Rule before mapping", "a\u2135b", Options{}, B5, ""},
		{"81525, the same decoded", "xn--ab-vld", Options{}, B5, ""},
		{"81116, Punycode that is not ASCII", "xn--\u304c-", Options{}, P4, ""},
		{"78760, Punycode of ASCII", "xn--example-.com", Options{}, P4, ""},
		{"78760, Punycode of nothing", "xn--", Options{}, P4, ""},
		{"81026, hyphens behind non-ASCII", "\u3042\u3044--a", Options{CheckHyphens: true}, V2, ""},
		{"58303, hyphens in NR-LDH labels", "r3---sn-apo3qvuoxuxbt-j5pe.\u00fc", Options{}, 0,
			"r3---sn-apo3qvuoxuxbt-j5pe.xn--tda"},
		{"19603, other full stops", "example\u3002jp", Options{}, 0, "example.jp"},
		{"ada/idna 87, a mark behind a composite", "\u015a\u0327", Options{}, 0, "xn--nga05f"},
		{"ada/idna 91, each label of a Bidi domain name", "\u0627.1x", Options{}, B1, ""},
		{"ada/idna 91, the first label", "x.1.\u05d0", Options{}, B1, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := AppendToASCII(nil, test.in, test.opt)
			if rule, _ := outcome(t, err); rule != test.rule || string(got) != test.want {
				t.Errorf("ToASCII(%+q) = %q, %v, want %q, %v", test.in, got, err, test.want, test.rule)
			}
			checkTwin(t, test.in, test.opt)
		})
	}
}
