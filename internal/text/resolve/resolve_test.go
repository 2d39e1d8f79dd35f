package resolve_test

import (
	"testing"

	"earl.example/internal/text/resolve"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, base string
		start, end int
		authority  bool
		want       string
	}{
		{"last segment", "x:/a/b?q", 2, 6, false, "x:/a/g"},
		{"directory", "x:/a/?q", 2, 5, false, "x:/a/g"},
		{"one segment", "x:a", 2, 3, false, "x:g"},
		{"empty path", "x:?q", 2, 2, false, "x:g"},
		{"empty path after an authority", "x://h?q", 5, 5, true, "x://h/g"},
		{"path after an authority", "x://h/a/b", 5, 9, true, "x://h/a/g"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var target resolve.Target
			target.Merge(row.base, row.start, row.end, row.authority, "g")
			if got := target.String(); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
			if got := string(target.Append([]byte("<"), 1)); got != "<"+row.want || int(target.Len()) != len(row.want) {
				t.Errorf("%q, %d bytes", got, target.Len())
			}
			if at := target.Shift(); row.want[at:] != "g" {
				t.Errorf("the reference is at %d", at)
			}
		})
	}
}

func TestSkip(t *testing.T) {
	t.Parallel()
	target := resolve.Target{Base: "x:/a", Cut: 2, Ref: "../b", Skip: 2}
	if got := target.String(); got != "x:/b" || target.Shift() != 0 || target.Len() != 4 {
		t.Errorf("%q, %d, %d, want x:/b, 0, 4", got, target.Shift(), target.Len())
	}
}
