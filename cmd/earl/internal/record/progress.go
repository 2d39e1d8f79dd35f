package record

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
)

// These are the intervals between progress reports: before the first report on a terminal, between later reports on a
// terminal, and between reports in a log.
const (
	progressFirst = 500 * time.Millisecond
	progressEvery = 200 * time.Millisecond
	progressLog   = 10 * time.Second
)

// A Progress reports the progress of a run.
type Progress struct {
	console *console
	live    bool // standard error is a terminal
	quiet   bool // --progress is not given, so only long runs are reported
	told    bool
	first   time.Duration // time before the first report
	every   time.Duration // time between later reports
	begun   time.Time
	source  *Source
	records atomic.Int64
	failed  atomic.Int64
	merging atomic.Pointer[merging] // set while the temporary file is processed
	stop    chan struct{}
	stopped sync.WaitGroup
}

// reports starts to report progress on src. It returns nil if reports are off.
func (r *Run) reports(src *Source, out *Destination) *Progress {
	live := cli.IsTerminal(r.Stderr.W) && os.Getenv("TERM") != "dumb"
	wanted := live && src.Size > 0 && (out.file != nil || !cli.IsTerminal(r.Stdout.W))
	if r.ShowProgress != nil {
		wanted = *r.ShowProgress
	}
	if !wanted {
		return nil
	}
	first, every := progressFirst, progressEvery
	if !live {
		first, every = progressLog, progressLog
	}
	p := &Progress{first: first, every: every, console: r.Stderr, live: live, source: src, quiet: r.ShowProgress == nil}
	p.start()
	return p
}

func (p *Progress) start() {
	p.begun = time.Now()
	p.stop = make(chan struct{})
	p.stopped.Go(func() {
		timer := time.NewTimer(p.first)
		defer timer.Stop()
		for {
			select {
			case <-timer.C:
				line := p.line(time.Since(p.begun))
				if p.told = true; p.live {
					p.console.status(fitting(line, cli.ColumnsOf(p.console.W)))
				} else {
					fmt.Fprintln(p.console, "earl:", line)
				}
				timer.Reset(p.every)
			case <-p.stop:
				return
			}
		}
	})
}

func (p *Progress) update(stats bulk.Stats) {
	p.records.Store(stats.Records)
	p.failed.Store(stats.Failed)
}

// A merging is the progress of dedupe with its temporary file.
type merging struct {
	begun      time.Time
	done, left int64
}

// Merge reports that a part of the temporary file is processed.
func (p *Progress) Merge(done, left int64) {
	m := merging{time.Now(), done, left}
	if before := p.merging.Load(); before != nil {
		m.begun = before.begun
	}
	p.merging.Store(&m)
}

func (p *Progress) end() {
	close(p.stop)
	p.stopped.Wait()
	if p.live {
		p.console.status("")
	}
	if p.told || !p.quiet {
		fmt.Fprintln(p.console, "earl:", p.summary(time.Since(p.begun)))
	}
}

// fitting shortens line so that the terminal does not wrap it. line must be ASCII.
func fitting(line string, columns int) string { return line[:min(len(line), max(0, columns-1))] }

// line returns a progress report. It begins with the most important numbers, because narrow terminals show only the
// beginning.
func (p *Progress) line(spent time.Duration) string {
	if m := p.merging.Load(); m != nil {
		return share(m.done, m.left, time.Since(m.begun)) + ", merging from disk, " + p.number()
	}
	line := p.counts(spent)
	if size := p.source.Size; size > 0 {
		read := min(p.source.Done.Load(), size)
		line = share(read, size-read, spent) + ", " + line
	}
	return line
}

// share returns the percentage of work done and the estimated time left.
func share(done, left int64, spent time.Duration) string {
	s := fmt.Sprintf("%d %%", 100*done/max(1, done+left))
	if done > 0 {
		s += ", " + clock(time.Duration(float64(spent)*float64(left)/float64(done))) + " left"
	}
	return s
}

func (p *Progress) summary(spent time.Duration) string {
	return p.counts(spent) + " in " + clock(spent)
}

func (p *Progress) counts(spent time.Duration) string {
	n, s := p.records.Load(), p.number()
	if seconds := spent.Seconds(); seconds > 0 {
		s += ", " + cli.Grouped(int64(float64(n)/seconds)) + "/s"
	}
	return s
}

func (p *Progress) number() string {
	n := p.records.Load()
	s := cli.Grouped(n) + " records"
	if n == 1 {
		s = "1 record"
	}
	if failed := p.failed.Load(); failed > 0 {
		s += ", " + cli.Grouped(failed) + " failed"
	}
	return s
}

// clock formats d as minutes and seconds. If d is an hour or more, it also writes the hours.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
