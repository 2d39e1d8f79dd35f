package linear

import (
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"earl.example/internal/testing/urltest"
)

// A Row is an operation of the library on a text.
type Row struct {
	// Name is the operation's package and main function, such as "rfc3986.Parse".
	Name string

	// Heads lists texts with which a hostile text can begin. After its head, a hostile text repeats a unit many times.
	Heads []string

	// Do runs the operation on s.
	Do func(s string)
}

// ofURL, ofText and ofTags are heads of URLs and of other texts.
var (
	ofURL  = Heads
	ofText = []string{""}
	ofTags = []string{"", "<", "\"http://"}
)

// Rows returns all rows.
func Rows() []Row {
	return slices.Concat(earlRows(), rfc3986Rows(), rfc1808Rows(), whatwgRows(), urllibRows(), codecRows(),
		auditRows(), baseurlRows(), otherRows())
}

// longest are the shapes of the longest texts. A row without heads of URLs has its own first head instead.
var longest = []struct{ head, unit string }{
	{"http://h/", "a/../"}, {"http://u:p@", "@"},
}

const (
	many   = 16 << 10
	most   = 1 << 20
	memory = 512 << 20 // with which the garbage collector runs
)

// TestEveryEntryPointIsLinear gives every hostile text to every operation, or a sample of these pairs.
func TestEveryEntryPointIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	// A collection during a long measurement but not during the short ones would look like quadratic time.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory))
	shapes, slowest, where := 0, 0.0, ""
	check := func(r Row, head, unit string, size int) {
		if shapes++; !Tested(shapes) {
			return
		}
		name := fmt.Sprintf("%s of %d bytes of %q after %q", r.Name, size, unit, head)
		input, small := urltest.Many(head, unit, "", size), urltest.Many(head, unit, "", size/8)
		if perByte := urltest.LinearTexts(t, name, input, small, r.Do); perByte > slowest {
			slowest, where = perByte, name
		}
	}
	for _, r := range Rows() {
		for _, head := range r.Heads {
			for _, unit := range Units {
				check(r, head, unit, many)
			}
		}
		if !urltest.IsExhaustive() {
			continue
		}
		for _, shape := range longest {
			if len(r.Heads) != len(ofURL) {
				shape.head = r.Heads[0]
			}
			check(r, shape.head, shape.unit, most)
		}
	}
	t.Logf("%d shapes of %d rows; the slowest: %.1f ns a byte, %s", shapes, len(Rows()), slowest, where)
}
