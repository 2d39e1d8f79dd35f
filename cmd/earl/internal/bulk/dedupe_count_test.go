package bulk

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestDedupeCounts: each key has the number of its records, however little memory there is, in the order of first
// occurrence, and failed records have their place.
func TestDedupeCounts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var in strings.Builder
	var order []string
	count := map[string]int{}
	for range 8_000 {
		line := fmt.Sprint("key", random.IntN(1+random.IntN(2_000)))
		if random.IntN(100) == 0 {
			line = "bad"
		}
		in.WriteString(line + "\n")
		if count[line]++; count[line] == 1 || line == "bad" {
			order = append(order, line)
		}
	}
	count["bad"] = 0 // has none, and comes last if results are sorted
	newKey := func() KeyOp {
		return func(rec *Record, out *Output, key []byte) ([]byte, error) {
			if rec.Text == "bad" {
				if out.JSON() {
					out.Object().Bool("ok", false)
				}
				return nil, fmt.Errorf("bad")
			}
			switch {
			case out.JSON():
				out.Object().String("s", rec.Text)
			default:
				if err := out.Text(rec.Text); err != nil {
					return nil, err
				}
			}
			return append(key, rec.Text...), nil
		}
	}
	unsorted := order
	for i := range 8 {
		format, sorted := []Format{Lines, NUL, JSONL, CSV}[i/2], i%2 == 1
		if order = unsorted; sorted {
			order = slices.Clone(order)
			slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
		}
		var want strings.Builder
		if format == CSV {
			want.WriteString("result;count\n")
		}
		for _, line := range order {
			switch {
			case line == "bad" && format == JSONL:
				want.WriteString(`{"ok":false}` + "\n")
			case line == "bad":
			case format == JSONL:
				fmt.Fprintf(&want, "{\"count\":%d,\"s\":\"%s\"}\n", count[line], line)
			case format == CSV:
				fmt.Fprintf(&want, "%s;%d\n", line, count[line])
			default:
				fmt.Fprintf(&want, "%d\t%s%c", count[line], line, format.delimiter())
			}
		}
		for _, memory := range []int64{0, 16 << 10, 4 << 10} {
			var out strings.Builder
			job := DedupeJob{
				Job: withKeys(Job{Out: format, Workers: 2, SkipFailed: format != JSONL, Columns: []string{"result"}, OnlyColumns: true, Delimiter: ';'}, newKey), Memory: memory, Count: true, Sort: sorted, TempDir: t.TempDir(),
			}
			stats, err := Dedupe(context.Background(), strings.NewReader(in.String()), &out, job)
			if err != nil || out.String() != want.String() {
				t.Errorf("%v, %d: %v, %d bytes, want %d: %.200q", format, memory, err, out.Len(), want.Len(), out.String())
			}
			if memory == 4<<10 && stats.spilled < int64(in.Len()) {
				t.Errorf("%v: %d bytes in the file", format, stats.spilled)
			}
		}
	}
}
