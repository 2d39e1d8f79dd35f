package canon

import "testing"

// TestNormalized compares results with Normalization Form KC of Unicode 15.1.
func TestNormalized(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in, want string
	}{
		{"ASCII", "a.b", "a.b"},
		{"composed already", "\u00e9", "\u00e9"},
		{"composition", "e\u0301", "\u00e9"},
		{"order of marks", "e\u0301\u0323", "\u1eb9\u0301"},
		{"compatibility", "\uff45\u0301", "\u00e9"},
		{"blank", "a\u3000b", "a b"},
		{"mark of Unicode 16", "e\u0897\u0323", "e\u0897\u0323"},
		{"composition around an unassigned character", "e\u0301\u0378e\u0301", "\u00e9\u0378\u00e9"},
	} {
		if got, changed := normalized(tt.in); got != tt.want || changed != (tt.in != tt.want) {
			t.Errorf("%s: normalized(%+q) = %+q, %v, want %+q", tt.name, tt.in, got, changed, tt.want)
		}
	}
}
