package bulk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// countOp counts the record in group 0, and its first byte in group 2. A record "bad" fails.
func countOp() Op {
	return func(rec *Record, out *Output) error {
		if rec.Text == "bad" {
			return errBroken
		}
		out.Count(0, rec.Text)
		if rec.Text != "" {
			out.Count(2, rec.Text[:1])
		}
		out.Omit()
		return nil
	}
}

// TestCount compares counts with those of a map, in memory and in the temporary file.
func TestCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		value func(r *rand.Rand, i int) string
	}{
		{"all different", func(_ *rand.Rand, i int) string { return fmt.Sprint("v", i) }},
		{"some frequent", func(r *rand.Rand, i int) string { return fmt.Sprint(r.IntN(1 + r.IntN(1+r.IntN(5000)))) }},
		{"all equal", func(*rand.Rand, int) string { return "x" }},
		{"empty and long", func(r *rand.Rand, i int) string {
			n := r.IntN(3) * r.IntN(500)
			return fmt.Sprintf("%03d%s", n, strings.Repeat("é", n))[r.IntN(2)*(3+2*n):]
		}},
		{"some bad", func(r *rand.Rand, i int) string { return []string{"bad", "a", "b"}[r.IntN(3)] }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			records := 20_000
			if testing.Short() {
				records = 3000
			}
			r := rand.New(rand.NewPCG(1, 2))
			var in strings.Builder
			exact := [3]map[string]int64{{}, {}, {}}
			bad := int64(0)
			for i := range records {
				value := tt.value(r, i)
				in.WriteString(value + "\n")
				if value == "bad" {
					bad++
					continue
				}
				exact[0][value]++
				if value != "" {
					exact[2][value[:1]]++
				}
			}
			for _, memory := range []int64{1, 64 << 10, 1 << 30} {
				for _, workers := range []int{1, 3} {
					for _, top := range []int{0, 3} {
						job := DedupeJob{Job: Job{Workers: workers, New: countOp}, Memory: memory, TempDir: t.TempDir()}
						counts, stats, err := Count(t.Context(), strings.NewReader(in.String()), job, top)
						if err != nil || stats.Records != int64(records) || stats.Failed != bad {
							t.Fatalf("memory %d, %d workers: %+v, %v; want %d records, %d failed", memory, workers, stats, err, records, bad)
						}
						checkCounts(t, counts, exact[:], top)
						counts.Close()
					}
				}
			}
		})
	}
}

func checkCounts(t *testing.T, counts *Counts, exact []map[string]int64, top int) {
	t.Helper()
	var got, want []KeyCount
	for c, err := range counts.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, c)
	}
	for group, values := range exact {
		var sum Group
		var all []KeyCount
		for value, n := range values {
			sum.Keys++
			sum.Total += n
			all = append(all, KeyCount{group, value, n})
		}
		if group < len(counts.Groups) && counts.Groups[group] != sum || group >= len(counts.Groups) && sum.Keys > 0 {
			t.Errorf("groups %+v, want group %d %+v", counts.Groups, group, sum)
		}
		slices.SortFunc(all, func(x, y KeyCount) int {
			return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Key, y.Key))
		})
		if top > 0 {
			all = all[:min(top, len(all))]
		}
		want = append(want, all...)
	}
	if !slices.Equal(got, want) {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		t.Errorf("%d keys, want %d; from key %d on %.200q, want %.200q", len(got), len(want), i, fmt.Sprint(got[i:]),
			fmt.Sprint(want[i:]))
	}
}

// TestCountEnds checks runs that end early: the keys of the records before the end are counted, and those after a last
// failure are not.
func TestCountEnds(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2} {
		job := DedupeJob{Job: Job{Workers: workers, New: countOp, MaxFailed: 2}}
		counts, stats, err := Count(t.Context(), strings.NewReader("a\na\nbad\nb\nbad\nc\n"), job, 0)
		var many *TooManyError
		if !errors.As(err, &many) || stats.Failed != 2 {
			t.Fatalf("%+v, %v; want a TooManyError", stats, err)
		}
		checkCounts(t, counts, []map[string]int64{{"a": 2, "b": 1}, {}, {"a": 2, "b": 1}}, 0)
		counts.Close()

		ctx, cancel := context.WithCancel(t.Context())
		job.MaxFailed = 0
		counts, _, err = Count(ctx, io.MultiReader(strings.NewReader("a\nb\n"), readerFunc(func([]byte) (int, error) {
			cancel()
			select {}
		})), job, 0)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want that of the context", err)
		}
		checkCounts(t, counts, []map[string]int64{{"a": 1, "b": 1}, {}, {"a": 1, "b": 1}}, 0)
		for range counts.All() {
			break
		}
		counts.Close()
	}
}

// TestCountWithoutADisk checks the error of a temporary file that cannot be created.
func TestCountWithoutADisk(t *testing.T) {
	t.Parallel()
	job := DedupeJob{Job: Job{Workers: 1, New: countOp}, Memory: 1, TempDir: "no such folder"}
	var in strings.Builder
	for i := range 10_000 {
		fmt.Fprintln(&in, i)
	}
	counts, _, err := Count(t.Context(), strings.NewReader(in.String()), job, 0)
	var failed *spillError
	if counts != nil || !errors.As(err, &failed) {
		t.Errorf("Count = %v, %v, want an error of the temporary file", counts, err)
	}
}
