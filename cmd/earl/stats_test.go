package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example/internal/show"
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
		counts := &counter{counts: map[string]int64{"a": 1200, "b": 600, "c": 5}, total: 1805}
		top := []count{{"a", 1200}, {"b", 600}}
		r := statistic{field: "host", count: count{tt.value, tt.n}, values: counts, top: top, at: tt.at}
		if got := r.drawing(&show.Style{Columns: tt.columns, ASCII: tt.ascii}); got != tt.want {
			t.Errorf("%s: the drawing is\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
	both := &counter{counts: map[string]int64{"a": 2, "b": 1}, total: 3}
	last := statistic{field: "host", count: count{"b", 1}, values: both, top: []count{{"a", 2}, {"b", 1}}, at: 1}
	if got, want := last.drawing(&show.Style{ASCII: true}), "  b"+strings.Repeat(" ", 28)+"           1  "+"#######\n"; got != want {
		t.Errorf("the drawing of the last value without others is %q, want %q", got, want)
	}
	r := statistic{field: "records", count: count{n: 1234}}
	if got, want := r.drawing(nil), "records        1,234\n"; got != want {
		t.Errorf("the drawing of the number of records is %q, want %q", got, want)
	}
	lost := &counter{counts: map[string]int64{"a": 5}, total: 5, lost: 1000}
	r = statistic{field: "host", count: count{"a", 5}, values: lost, top: []count{{"a", 5}}}
	if got, want := r.drawing(&show.Style{}), "\nhost: more than fit into memory; counts may be 1,000 too low\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the drawing of a field with lost counts is %q, want it to begin with %q", got, want)
	}
}

// TestLongestCounted: of a longer value the beginning is counted, which ends with a whole character.
func TestLongestCounted(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", longestCounted-1)
	for _, tt := range []struct{ name, value, want string }{
		{"the longest", text + "b", text + "b"},
		{"one byte more", text + "bc", text + "b…"},
		{"a character in the middle", text + "é", text + "…"},
		{"a long character in the middle", text[2:] + "𝐚", text[2:] + "…"},
		{"a character at the end", text[1:] + "éa", text[1:] + "é…"},
		{"no characters", strings.Repeat("\x80", longestCounted+1), strings.Repeat("\x80", longestCounted-4) + "…"},
	} {
		w := &worker{counts: []map[string]int64{{}}}
		w.add(0, tt.value)
		if w.counts[0][tt.want] != 1 {
			t.Errorf("%s: a value of %d bytes is counted as %v, want %q", tt.name, len(tt.value), w.counts[0], tt.want)
		}
	}
}
