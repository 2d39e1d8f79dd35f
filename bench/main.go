// Bench measures earl beside net/url, nlnwa/whatwg-url, fredbi/uri and CPython
// over the same URLs, and prints tables of ratios to net/url. All take turns in
// each chunk of 500 URLs, and of each chunk the best of many passes counts; see
// urltest.Race. Times differ from machine to machine, and on a busy one from
// minute to minute: it is the ratios that count.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	"earl.example/internal/urltest"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == loopFlag {
		if err := loop(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	corpus := flag.String("corpus", os.Getenv(urltest.CorpusVariable), "file of URLs, one a line; made-up ones without it")
	rounds := flag.Int("rounds", 2, "rounds of 31 passes over each chunk")
	limit := flag.Int("urls", 0, "at most so many URLs; 0 means all")
	interpreter := flag.String("python", "python3", "CPython to measure; none if empty")
	write := flag.String("write", "", "file to write the tables to, too")
	size := flag.Int("hostile", 1<<20, "bytes of each hostile text")
	flag.Parse()
	if err := run(*corpus, *rounds, *limit, *size, *interpreter, *write); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(corpus string, rounds, limit, size int, interpreter, write string) error {
	urls, from, err := read(corpus)
	if err != nil {
		return err
	}
	if limit > 0 && limit < len(urls) {
		urls = urls[:limit]
	}
	var py *python
	if interpreter != "" {
		if py, err = newPython(interpreter); err != nil {
			fmt.Fprintf(os.Stderr, "CPython is left out: %v\n", err)
			py = nil
		}
	}
	var out io.Writer = os.Stdout
	if write != "" {
		file, err := os.Create(write)
		if err != nil {
			return err
		}
		defer file.Close()
		out = io.MultiWriter(os.Stdout, file)
	}
	head(out, urls, from, rounds, py)
	for _, c := range contests(urls) {
		c.print(out, measure(c, rounds, py))
	}
	printHostile(out, size, measureHostile(size, 7))
	if py == nil {
		interpreter = ""
	}
	commands, err := measureCommand(urls, 5, interpreter)
	if err != nil {
		return err
	}
	printCommands(out, commands)
	return nil
}

// read returns the URLs of a file, or made-up ones if it has no name, and says
// what they are.
func read(name string) (urls []string, from string, err error) {
	if name == "" {
		fmt.Fprintln(os.Stderr, "no corpus is named: measuring with made-up URLs")
		return urltest.MadeUp(10_000), "made-up URLs", nil
	}
	urls, err = urltest.ReadCorpus(name)
	return urls, "URLs of a corpus", err
}

// A measurement is what one contestant takes.
type measurement struct {
	name          string
	ns, allocs    float64 // for each input
	must, stretch float64
	other         bool // another program, whose allocations are not known
}

// measure holds a contest. The first measurement is that of net/url.
func measure(c contest, rounds int, py *python) []measurement {
	ops := []urltest.Op{c.std}
	all := []measurement{{name: c.std.Name}}
	for _, l := range c.earl {
		ops = append(ops, l.Op)
		all = append(all, measurement{name: l.Name, must: l.must, stretch: l.stretch})
	}
	for _, op := range c.rivals {
		ops = append(ops, op)
		all = append(all, measurement{name: op.Name})
	}
	if py != nil {
		py.load(c.inputs)
		for _, function := range c.python {
			op := py.op(function)
			ops = append(ops, op)
			all = append(all, measurement{name: op.Name, other: true})
		}
	}
	for i, ns := range urltest.Times(c.inputs, rounds, ops...) {
		all[i].ns = ns
		if !all[i].other {
			sample := c.inputs[:min(1000, len(c.inputs))]
			all[i].allocs = testing.AllocsPerRun(1, func() {
				for _, s := range sample {
					ops[i].Do(s)
				}
			}) / float64(len(sample))
		}
	}
	return all
}
