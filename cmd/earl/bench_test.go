package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// benchInput returns URLs, one a line, of the file that EARL_CORPUS
// names, or else 48,000 made up here, of the shapes and lengths that ordinary
// lists of links have.
func benchInput(b *testing.B) []byte {
	if name := os.Getenv("EARL_CORPUS"); name != "" {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		return bytes.TrimPrefix(data, []byte("\ufeff"))
	}
	hosts := []string{"www.example.com", "example.org", "blog.example.net", "www.a-long-name-of-a-shop.example",
		"192.0.2.7:8080", "Example.COM"}
	paths := []string{"/", "", "/index.html", "/news/2021/05/17/some-title-of-an-article", "/a/b/c.php?id=%d",
		"/~user/page%%20%d.html", "/search?q=one+two&page=%d#top", "/shop;v=1/item_%d"}
	var in bytes.Buffer
	for i := range 48_000 {
		scheme := "https://"
		if i%3 == 0 {
			scheme = "http://"
		}
		path := paths[i*7/5%len(paths)]
		if strings.Contains(path, "%") {
			path = fmt.Sprintf(path, i)
		}
		in.WriteString(scheme + hosts[i/2%len(hosts)] + path + "\n")
	}
	return in.Bytes()
}

// netURL is the rival: net/url parses and prints the lines of in.
func netURL(in []byte, out io.Writer) {
	lines := bufio.NewScanner(bytes.NewReader(in))
	lines.Buffer(nil, 1<<20)
	w := bufio.NewWriterSize(out, 64<<10)
	for lines.Scan() {
		if u, err := url.Parse(lines.Text()); err == nil {
			w.WriteString(u.String())
		}
		w.WriteByte('\n')
	}
	w.Flush()
}

// BenchmarkAgainstNetURL runs a command and net/url in turns, and reports how
// the best times compare: only that ratio travels from one machine to another.
func BenchmarkAgainstNetURL(b *testing.B) {
	in := benchInput(b)
	records := float64(bytes.Count(in, []byte("\n")))
	for _, line := range []string{
		"parse --jobs 1",
		"parse --jobs 1 --json",
		"join --jobs 1 http://example.com/a/b",
		"normalize --jobs 1",
		"parse --as urllib --jobs 1",
		"parse --as urllib --jobs 1 --json",
		"join --as urllib --jobs 1 http://example.com/a/b",
		"quote --jobs 1",
		"unquote --jobs 1",
		"query --url --jobs 1",
		"query --url --jobs 1 --json",
	} {
		b.Run(strings.ReplaceAll(line, " ", "_"), func(b *testing.B) {
			best, rival := time.Hour, time.Hour
			args := strings.Fields(line)
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				netURL(in, io.Discard)
				rival = min(rival, time.Since(start))
				start = time.Now()
				run(context.Background(), args, bytes.NewReader(in), io.Discard, io.Discard)
				best = min(best, time.Since(start))
			}
			b.ReportMetric(float64(best)/float64(rival), "of-net/url")
			b.ReportMetric(float64(best)/records, "ns/record")
			b.ReportMetric(float64(rival)/records, "net/url-ns/record")
		})
	}
}

// BenchmarkJobs runs a command with one job and with two in turns, and reports
// how many times as fast the second is, by their best times, and how much more
// of the processors it takes. The time counts only where two are free.
func BenchmarkJobs(b *testing.B) {
	in := bytes.Repeat(benchInput(b), 4)
	for _, line := range []string{"parse", "parse --json", "parse --as urllib --json", "normalize --steps syntax,scheme"} {
		b.Run(strings.ReplaceAll(line, " ", "_"), func(b *testing.B) {
			var best, work [2]time.Duration
			for b.Loop() {
				for i, jobs := range []string{"1", "2"} {
					args := append(strings.Fields(line), "--jobs", jobs)
					start, used := time.Now(), processorTime()
					run(context.Background(), args, bytes.NewReader(in), io.Discard, io.Discard)
					best[i] = least(best[i], time.Since(start))
					work[i] = least(work[i], processorTime()-used)
				}
			}
			b.ReportMetric(float64(best[0])/float64(best[1]), "times-as-fast")
			b.ReportMetric(float64(work[1])/float64(max(1, work[0])), "times-the-work")
		})
	}
}

// least is the smaller duration, where 0 is none yet.
func least(a, b time.Duration) time.Duration {
	if a == 0 {
		return b
	}
	return min(a, b)
}
