package urllib

import (
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"
	"testing"
)

// TestNamesOfOneHash gives a dict two names that the slots of its table do not tell
// apart. It is inside of the package, since nobody else knows the hashes.
func TestNamesOfOneHash(t *testing.T) {
	t.Parallel()
	const mask = 31 // of the first table
	seen := map[uint64]string{}
	for i := 0; ; i++ {
		name := "n" + strconv.Itoa(i)
		hash := maphash.String(hashSeed, name)
		key := hash&^indexMask | hash&mask
		other, ok := seen[key]
		if !ok {
			seen[key] = name
			continue
		}
		var query strings.Builder
		for j := range manyEntries {
			fmt.Fprintf(&query, "k%d=x&", j)
		}
		fmt.Fprintf(&query, "%s=1&%s=2&%s=3&%s=4", other, name, name, other)
		d := ParseQS(query.String())
		if len(d.slots) != mask+1 {
			t.Fatalf("the table has %d slots", len(d.slots))
		}
		one, _ := d.Get(other)
		two, _ := d.Get(name)
		if fmt.Sprint(one, two) != "[1 4] [2 3]" || d.Len() != manyEntries+2 {
			t.Errorf("%s has %s, %s has %s", other, one, name, two)
		}
		return
	}
}
