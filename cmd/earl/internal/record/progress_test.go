package record

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
)

func TestProgressLine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		stats         bulk.Stats
		size, read    int64
		spent         time.Duration
		line, summary string
	}{
		{"nothing yet", bulk.Stats{}, 0, 0, 0, "0 records", "0 records in 0:00"},
		{"one", bulk.Stats{Records: 1}, 0, 0, time.Second, "1 record, 1/s", "1 record, 1/s in 0:01"},
		{"halfway", bulk.Stats{Records: 1_500_000, Failed: 1_234}, 1000, 500, 90 * time.Second,
			"50 %, 1:30 left, 1,500,000 records, 1,234 failed, 16,666/s", "1,500,000 records, 1,234 failed, 16,666/s in 1:30"},
		{"nothing read", bulk.Stats{}, 1000, 0, time.Second, "0 %, 0 records, 0/s", "0 records, 0/s in 0:01"},
		{"a file that grows", bulk.Stats{Records: 10}, 1000, 1500, time.Second, "100 %, 0:00 left, 10 records, 10/s",
			"10 records, 10/s in 0:01"},
		{"hours", bulk.Stats{Records: 7_200_000}, 100, 1, 2 * time.Hour, "1 %, 198:00:00 left, 7,200,000 records, 1,000/s",
			"7,200,000 records, 1,000/s in 2:00:00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &Progress{source: &Source{Size: tt.size}}
			p.source.Done.Store(tt.read)
			p.update(tt.stats)
			if got := p.line(tt.spent); got != tt.line {
				t.Errorf("%q, want %q", got, tt.line)
			}
			if got := p.summary(tt.spent); got != tt.summary {
				t.Errorf("%q, want %q", got, tt.summary)
			}
			if got := fitting(tt.line, 30); len(got) > 29 || !strings.HasPrefix(tt.line, got) {
				t.Errorf("%q does not fit", got)
			}
		})
	}
}

// TestProgressNumbers checks the limits of the forms of numbers, times and shares.
func TestProgressNumbers(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0", 9: "9", 99: "99", 999: "999", 1000: "1,000", 99_999: "99,999", 999_999: "999,999", 1_000_000: "1,000,000",
	} {
		if got := cli.Grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0:00", 499 * time.Millisecond: "0:00", 500 * time.Millisecond: "0:01", 59 * time.Second: "0:59", time.Minute: "1:00",
		time.Hour - time.Second: "59:59", time.Hour: "1:00:00", 25*time.Hour + 61*time.Second: "25:01:01",
	} {
		if got := clock(d); got != want {
			t.Errorf("clock(%v) = %q, want %q", d, got, want)
		}
	}
	for _, tt := range []struct {
		done, left int64
		want       string
	}{
		{0, 0, "0 %"}, {0, 1, "0 %"}, {1, 0, "100 %, 0:00 left"}, {1, 1, "50 %, 0:10 left"}, {99, 1, "99 %, 0:00 left"}, {1, 99, "1 %, 16:30 left"},
	} {
		if got := share(tt.done, tt.left, 10*time.Second); got != tt.want {
			t.Errorf("share(%d, %d, 10 s) = %q, want %q", tt.done, tt.left, got, tt.want)
		}
	}
	for columns, want := range map[int]string{-1: "", 0: "", 1: "", 2: "a", 3: "ab", 4: "abc", 5: "abc"} {
		if got := fitting("abc", columns); got != want {
			t.Errorf("fitting to %d columns = %q, want %q", columns, got, want)
		}
	}
}

// TestProgressOfMerging: when the input has been read, the progress of dedupe with the records that have
// spilled is reported.
func TestProgressOfMerging(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &Progress{source: &Source{Size: 10}}
		p.source.Done.Store(10)
		p.update(bulk.Stats{Records: 2000, Failed: 3})
		p.Merge(0, 400)
		if got, want := p.line(time.Minute), "0 %, merging from disk, 2,000 records, 3 failed"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		time.Sleep(20 * time.Second)
		p.Merge(100, 300)
		if got, want := p.line(time.Minute), "25 %, 1:00 left, merging from disk, 2,000 records, 3 failed"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// TestConsole: messages go above the line with the progress, which is there again
// below them, and in the end is gone.
func TestConsole(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	c := &console{W: &b}
	c.Write([]byte("first\n"))
	c.status("1 %")
	c.status("1 %")
	c.Write([]byte("second\n"))
	c.status("2 %")
	c.status("")
	c.Write([]byte("third\n"))
	const clear = "\r\x1b[K"
	if want := "first\n" + clear + "1 %" + clear + "second\n" + clear + "1 %" + clear + "2 %" + clear + "third\n"; b.String() != want {
		t.Errorf("%q, want %q", &b, want)
	}
}

// TestProgressGoesOn: it reports again and again while the work goes on, and then
// the totals.
func TestProgressGoesOn(t *testing.T) {
	t.Parallel()
	const clear = "\r\x1b[K"
	for _, tt := range []struct {
		live bool
		want string
	}{
		{true, clear + "0 records, 0/s" + clear + "6 records, 2/s" + clear + "earl: 6 records, 2/s in 0:03\n"},
		{false, "earl: 0 records, 0/s\nearl: 6 records, 2/s\nearl: 6 records, 2/s in 0:03\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			p := &Progress{console: &console{W: &b}, live: tt.live, source: new(Source), first: 2 * time.Second, every: time.Second}
			p.start()
			time.Sleep(p.first)
			synctest.Wait()
			p.update(bulk.Stats{Records: 6})
			time.Sleep(p.every)
			synctest.Wait()
			p.end()
			if b.String() != tt.want {
				t.Errorf("%q, want %q", &b, tt.want)
			}
		})
	}
}

// TestProgressComesLate: without --progress it is silent until its first report.
func TestProgressComesLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		spent time.Duration
		want  string
	}{
		{"before", progressFirst - 1, ""},
		{"after", progressFirst + 1, "\r\x1b[K0 records, 0/s\r\x1b[Kearl: 0 records, 0/s in 0:01\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			p := &Progress{console: &console{W: &b}, live: true, quiet: true, source: new(Source), first: progressFirst,
				every: progressEvery}
			p.start()
			time.Sleep(tt.spent)
			synctest.Wait()
			p.end()
			if b.String() != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, &b, tt.want)
			}
		})
	}
}
