package cli

import "testing"

func TestRoff(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"plain", "plain"},
		{".TH", `\&.TH`},
		{"'x'", `\&\(aqx\(aq`},
		{`a\b "c" -d`, `a\eb \(dqc\(dq \-d`},
		{"~^`", "\\(ti\\(ha\\(ga"},
		{"§ é…", `\[u00A7] \[u00E9]\[u2026]`},
		{"😀", `\[u1F600]`},
	} {
		if got := roff(tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}
