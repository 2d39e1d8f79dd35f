package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"earl.example/cmd/earl/internal/bulk"
)

// A console is standard error, to which messages go, and on a terminal a line
// below them that says how far the work is.
type console struct {
	mu   sync.Mutex
	w    io.Writer
	line string // the line that is there now
}

// Write writes messages, which are whole lines.
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.line
	c.show("")
	n, err := c.w.Write(p)
	c.show(line)
	return n, err
}

// status replaces the line at the bottom.
func (c *console) status(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.show(line)
}

func (c *console) show(line string) {
	if line != c.line {
		io.WriteString(c.w, "\r\x1b[K"+line)
		c.line = line
	}
}

// How often progress is told: first and then, on a terminal; in a log.
const (
	progressFirst = 500 * time.Millisecond
	progressEvery = 200 * time.Millisecond
	progressLog   = 10 * time.Second
)

// A progress tells how far the work is while it goes on.
type progress struct {
	console *console
	live    bool // on a terminal
	quiet   bool // it was not asked for: say nothing of work that is done at once
	told    bool
	first   time.Duration // when to tell first, and how often then
	every   time.Duration
	begun   time.Time
	source  *source
	records atomic.Int64
	failed  atomic.Int64
	merging atomic.Pointer[merging] // not nil when what has spilled is being worked on
	stop    chan struct{}
	stopped sync.WaitGroup
}

// progress begins to tell of the work on src, or returns nil if that is not
// wanted.
func (a *app) progress(s *stream, src *source, out *destination) *progress {
	live := isTerminal(a.console.w) && os.Getenv("TERM") != "dumb"
	wanted := live && src.size > 0 && (out.file != nil || !isTerminal(a.stdout.w))
	if s.tellsProgress {
		wanted = s.progress
	}
	if !wanted {
		return nil
	}
	first, every := progressFirst, progressEvery
	if !live {
		first, every = progressLog, progressLog
	}
	p := &progress{first: first, every: every, console: a.console, live: live, source: src, quiet: !s.tellsProgress}
	p.start()
	return p
}

// start begins to tell.
func (p *progress) start() {
	p.begun = time.Now()
	p.stop = make(chan struct{})
	p.stopped.Go(func() {
		timer := time.NewTimer(p.first)
		defer timer.Stop()
		for {
			select {
			case <-timer.C:
				p.tell(time.Since(p.begun))
				timer.Reset(p.every)
			case <-p.stop:
				return
			}
		}
	})
}

// update is told what is done.
func (p *progress) update(stats bulk.Stats) {
	p.records.Store(stats.Records)
	p.failed.Store(stats.Failed)
}

// A merging is how far dedupe is with what has spilled.
type merging struct {
	begun      time.Time
	done, left int64
}

// merge is told what is done of it.
func (p *progress) merge(done, left int64) {
	m := merging{time.Now(), done, left}
	if before := p.merging.Load(); before != nil {
		m.begun = before.begun
	}
	p.merging.Store(&m)
}

// end ends telling; the last is what all came to.
func (p *progress) end() {
	close(p.stop)
	p.stopped.Wait()
	if p.live {
		p.console.status("")
	}
	if p.told || !p.quiet {
		fmt.Fprintln(p.console, "earl:", p.summary(time.Since(p.begun)))
	}
}

func (p *progress) tell(spent time.Duration) {
	p.told = true
	if !p.live {
		fmt.Fprintln(p.console, "earl:", p.line(spent))
		return
	}
	p.console.status(fitting(p.line(spent), columnsOf(p.console.w)))
}

// fitting cuts a line, which is ASCII, so that it does not wrap.
func fitting(line string, columns int) string { return line[:min(len(line), max(0, columns-1))] }

// line says how far the work is. What is wanted most goes first, as lines are cut.
func (p *progress) line(spent time.Duration) string {
	if m := p.merging.Load(); m != nil {
		return share(m.done, m.left, time.Since(m.begun)) + ", merging from disk, " + p.number()
	}
	line := p.counts(spent)
	if size := p.source.size; size > 0 {
		read := min(p.source.done.Load(), size)
		line = share(read, size-read, spent) + ", " + line
	}
	return line
}

// share says how much of the work is done, and how long the rest will take as it goes on.
func share(done, left int64, spent time.Duration) string {
	s := fmt.Sprintf("%d %%", 100*done/max(1, done+left))
	if done > 0 {
		s += ", " + clock(time.Duration(float64(spent)*float64(left)/float64(done))) + " left"
	}
	return s
}

// summary says what was done.
func (p *progress) summary(spent time.Duration) string {
	return p.counts(spent) + " in " + clock(spent)
}

func (p *progress) counts(spent time.Duration) string {
	n, s := p.records.Load(), p.number()
	if seconds := spent.Seconds(); seconds > 0 {
		s += ", " + grouped(int64(float64(n)/seconds)) + "/s"
	}
	return s
}

// number says how many records there were.
func (p *progress) number() string {
	n := p.records.Load()
	s := grouped(n) + " records"
	if n == 1 {
		s = "1 record"
	}
	if failed := p.failed.Load(); failed > 0 {
		s += ", " + grouped(failed) + " failed"
	}
	return s
}

// grouped writes a number, from 0, with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// clock writes a duration as minutes and seconds, and hours if it has some.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
