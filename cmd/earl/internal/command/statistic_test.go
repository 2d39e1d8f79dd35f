package command

import (
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
)

// TestStatisticDrawing checks the widths of the parts of a line, and the lines around the values of a field.
func TestStatisticDrawing(t *testing.T) {
	t.Parallel()
	wide := strings.Repeat("日", 30)
	for _, tt := range []struct {
		name, value string
		n           int64
		at, columns int
		ascii       bool
		want        string
	}{
		{"the first", "a", 1200, 0, 60, false, "\nhost: 3 different\n" +
			"  a" + strings.Repeat(" ", 28) + "       1,200  " + strings.Repeat("█", 15) + "\n"},
		{"the last, and others", "b", 600, 1, 40, true,
			"  b" + strings.Repeat(" ", 28) + "         600  " + strings.Repeat("#", 7) + "\n" +
				"  … and 1 others" + strings.Repeat(" ", 15) + "           5\n"},
		{"a wide screen", "b", 600, 1, 100, true,
			"  b" + strings.Repeat(" ", 55) + "         600  " + strings.Repeat("#", 14) + "\n" +
				"  … and 1 others" + strings.Repeat(" ", 42) + "           5\n"},
		{"a rare value", "b", 1, 0, 60, true, "\nhost: 3 different\n" + "  b" + strings.Repeat(" ", 28) + "           1  #\n"},
		{"a wide value", wide, 1200, 0, 60, true, "\nhost: 3 different\n" +
			"  " + strings.Repeat("日", 14) + "…" + "       1,200  " + strings.Repeat("#", 15) + "\n"},
	} {
		r := statistic{field: "host", value: tt.value, n: tt.n, of: &bulk.Group{Keys: 3}, at: tt.at, most: 1200, rest: 5, last: tt.at == 1}
		if got := r.drawing(&show.Style{Columns: tt.columns, ASCII: tt.ascii}); got != tt.want {
			t.Errorf("%s: the drawing is\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
	last := statistic{field: "host", value: "b", n: 1, of: &bulk.Group{Keys: 2}, at: 1, most: 2, last: true}
	if got, want := last.drawing(&show.Style{ASCII: true}), "  b"+strings.Repeat(" ", 28)+"           1  "+"#######\n"; got != want {
		t.Errorf("the drawing of the last value without others is %q, want %q", got, want)
	}
	r := statistic{field: "records", n: 1234}
	if got, want := r.drawing(nil), "records        1,234\n"; got != want {
		t.Errorf("the drawing of the number of records is %q, want %q", got, want)
	}
}
