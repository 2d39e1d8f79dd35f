// Bench measures earl beside net/url, nlnwa/whatwg-url, fredbi/uri, CPython and,
// where EARL_ADA names its source, the C++ parser ada, over the same URLs, and
// prints tables of ratios to net/url. All take turns in each chunk of 500 URLs,
// and of each chunk the best of many passes counts; see urltest.Race. Times
// differ from machine to machine, and on a busy one from minute to minute: it is
// the ratios that count.
//
// With -conformance it prints instead how many cases of public test suites each
// of them passes.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
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
	only := flag.String("only", "", "measure what has this in its title, alone")
	native := flag.Bool("native", true, "measure ada compiled for this very processor, too")
	conformance := flag.Bool("conformance", false, "count the cases of test suites that are passed, instead of measuring")
	flag.Parse()
	err := error(nil)
	if *conformance {
		err = runConformance(*write)
	} else {
		err = run(*corpus, *rounds, *limit, *size, *interpreter, *native, *only, *write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(corpus string, rounds, limit, size int, interpreter string, native bool, only, write string) error {
	urls, from, err := read(corpus)
	if err != nil {
		return err
	}
	if limit > 0 && limit < len(urls) {
		urls = urls[:limit]
	}
	wanted := func(title string) bool { return strings.Contains(strings.ToLower(title), strings.ToLower(only)) }
	all := slices.DeleteFunc(contests(urls), func(c contest) bool { return !wanted(c.title) })
	if len(all) == 0 && !wanted(hostileTitle) && !wanted(commandTitle) {
		return fmt.Errorf("no title has %q", only)
	}
	r := rivals{}
	if interpreter != "" {
		if r.python, err = newPython(interpreter); err != nil {
			fmt.Fprintf(os.Stderr, "CPython is left out: %v\n", err)
		} else {
			defer r.python.close()
		}
	}
	if r.adas, err = newAdas(native); err != nil {
		fmt.Fprintf(os.Stderr, "ada is left out: %v\n", err)
	}
	defer closeAdas(r.adas)
	out, done, err := output(write)
	if err != nil {
		return err
	}
	head(out, urls, from, rounds, r)
	var against []duel
	for _, c := range all {
		measured := measure(c, rounds, r)
		c.print(out, measured)
		against = append(against, c.duels(measured)...)
	}
	printDuels(out, against)
	if wanted(hostileTitle) {
		printHostile(out, size, measureHostile(hostileOps(size, r.adas), size, 7))
	}
	if !wanted(commandTitle) {
		return done()
	}
	if r.python == nil {
		interpreter = ""
	}
	commands, err := measureCommand(urls, 5, interpreter)
	if err != nil {
		return err
	}
	printCommands(out, commands)
	return done()
}

// rivals are the other programs that there are.
type rivals struct {
	python *python // or nil
	adas   []*ada
}

// output is where tables go: standard output, and the file of that name if it has one.
func output(name string) (out io.Writer, done func() error, err error) {
	if name == "" {
		return os.Stdout, func() error { return nil }, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, nil, err
	}
	return io.MultiWriter(os.Stdout, file), file.Close, nil
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
	other         bool   // another program, whose allocations are not known
	earl          string // what of earl's does the same, if that is known
}

// measure holds a contest. The first measurement is that of net/url.
func measure(c contest, rounds int, r rivals) []measurement {
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
	if r.python != nil && len(c.python) > 0 {
		r.python.load(c.inputs)
		for _, function := range c.python {
			op := r.python.op(function)
			ops = append(ops, op)
			all = append(all, measurement{name: op.Name, other: true})
		}
	}
	for _, v := range c.ada {
		for _, a := range r.adas {
			a.load(c.inputs)
			op := a.op(v.what)
			ops = append(ops, op)
			all = append(all, measurement{name: op.Name, other: true, earl: v.earl})
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
