package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSummary: after values were dropped, a count is at most lost too low, and a value without a count has occurred no
// more often than lost.
func TestSummary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		value func(r *rand.Rand, i int) int
	}{
		{"all different", func(_ *rand.Rand, i int) int { return i }},
		{"some frequent", func(r *rand.Rand, i int) int { return r.IntN(1 + r.IntN(1+r.IntN(5000))) }},
		{"frequent at the end", func(_ *rand.Rand, i int) int { return min(i, 8000) }},
		{"all equal", func(*rand.Rand, int) int { return 0 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			limited, exact := counter{}, map[string]int64{}
			const records, limit = 10_000, 100 * entrySize
			for i := range records {
				value := fmt.Sprint(tt.value(r, i))
				exact[value]++
				if limited.add(value, 1); limited.size > limit {
					if free := limited.shrink(); free <= 0 {
						t.Fatalf("shrink frees %d bytes, want more than 0", free)
					}
				}
			}
			if int64(len(limited.counts))*entrySize > limited.size || limited.size > limit {
				t.Errorf("%d values have size %d, want at most %d", len(limited.counts), limited.size, limit)
			}
			if limited.total != records {
				t.Errorf("the total is %d, want %d", limited.total, records)
			}
			if lost := limited.lost; lost > records/50 || (lost > 0) != (len(exact) > 99) {
				t.Errorf("%d values: counts are up to %d too low, want at most %d, and 0 if all fit", len(exact), lost, records/50)
			}
			for value, want := range exact {
				if got := limited.counts[value]; got > want || got < want-limited.lost {
					t.Errorf("%s has %d, want %d to %d", value, got, want-limited.lost, want)
				}
			}
		})
	}
}

// TestStatsMemory: if values do not fit into the memory, a message says how much too low counts are, and frequent values
// have their counts.
func TestStatsMemory(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&input, "http://h/%d\nhttp://often/\n", i)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"stats", "--memory", "32M", "--top", "1", "--json", "--field", "path", "--field", "host"}
	status := run(context.Background(), args, strings.NewReader(input.String()), &stdout, &stderr)
	out, messages := stdout.String(), stderr.String()
	if status != statusOK {
		t.Fatalf("status %d, %s; want success", status, messages)
	}
	if want := "earl: path has more values than fit into memory, so counts of path may be "; !strings.HasPrefix(messages, want) {
		t.Errorf("the message is %q, want %q", messages, want)
	}
	var lost, n, most int64
	_, after, _ := strings.Cut(messages, "may be ")
	fmt.Sscan(strings.ReplaceAll(strings.Fields(after)[0], ",", ""), &lost)
	_, after, _ = strings.Cut(out, `"field":"path","value":"/",`)
	if fmt.Sscanf(after, `"count":%d,"at_most":%d}`, &n, &most); lost == 0 || most != n+lost {
		t.Errorf("count %d and at_most %d, want a difference of %d, as in the message", n, most, lost)
	}
	for _, want := range []string{
		`{"field":"records","value":null,"count":400000,"at_most":400000}`, `{"field":"path","value":"/","count":1999`,
		`{"field":"host","value":"h","count":200000,"at_most":200000}`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output is\n%s\nwant %s", out, want)
		}
	}
}
