package urltest

import "testing"

func TestWithout(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"column", "| a | net/url 1.26 | b |\n|---|---|---|\n| 1 | 2 | 3 |\n", "| a || b |\n|---||---|\n| 1 || 3 |\n"},
		{"bar in a cell", "| a | net/url |\n|---|---|\n| `1\\|2` | 3 |", "| a ||\n|---||\n| `1\\|2` ||"},
		{"two tables", "| net/url | a |\n| 1 | 2 |\n\n| a | b |\n| 1 | 2 |", "|| a |\n|| 2 |\n\n| a | b |\n| 1 | 2 |"},
		{"text", "net/url | b", "net/url | b"},
		{"short row", "| a | net/url |\n| 1 |", "| a ||\n| 1 |"},
	} {
		if got := without(test.in, []string{"net/url"}); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
