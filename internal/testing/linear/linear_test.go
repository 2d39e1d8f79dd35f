package linear

import (
	"fmt"
	"testing"

	"earl.example/internal/testing/urltest"
)

// longest are the shapes that also make the longest texts. The head is that of
// URLs: other texts have their first.
var longest = []struct{ head, unit string }{
	{"http://h/", "a/../"}, {"http://u:p@", "@"},
}

const (
	many = 64 << 10
	most = 8 << 20
)

// TestEveryEntryPointIsLinear gives each shape to each function.
func TestEveryEntryPointIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	shapes, slowest, where := 0, 0.0, ""
	check := func(r Row, head, unit string, size int) {
		name := fmt.Sprintf("%s of %d bytes of %q after %q", r.Names, size, unit, head)
		shapes++
		if perByte := urltest.LinearTexts(t, name, urltest.Many(head, unit, "", size), urltest.Many(head, unit, "", size/8), r.Do); perByte > slowest {
			slowest, where = perByte, name
		}
	}
	for _, r := range Rows() {
		for _, head := range r.Heads {
			for _, unit := range Units {
				check(r, head, unit, many)
			}
		}
		for _, shape := range longest {
			if len(r.Heads) != len(ofURL) {
				shape.head = r.Heads[0]
			}
			check(r, shape.head, shape.unit, most)
		}
	}
	t.Logf("%d times of %d rows; the slowest: %.1f ns a byte, %s", shapes, len(Rows()), slowest, where)
}
