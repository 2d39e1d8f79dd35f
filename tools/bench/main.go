// Bench measures earl and its rivals with the same URLs, and prints tables of ratios to net/url. The rivals are
// nlnwa/whatwg-url, fredbi/uri, CPython, the C++ parser ada if EARL_ADA has its source, and the crates url, fluent-uri,
// iri-string, lol_html and linkify if EARL_CARGO has the path of cargo.
//
// Compared operations take turns on each chunk of 500 URLs. Each operation processes each chunk in many passes, and
// only the fastest pass counts; see urltest.Race. Times depend on the machine and its load, so only the ratios matter.
package main

import (
	"crypto/sha256"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"earl.example/internal/testing/urltest"
)

//go:embed python.py
var pythonScript string

func main() {
	if len(os.Args) > 1 && os.Args[1] == loopFlag {
		if err := loop(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	o := parseFlags()
	out := &results{out: os.Stdout, messages: os.Stderr}
	err := o.measure(out)
	if err == nil {
		err = out.save(o.write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the values of the flags.
type options struct {
	corpus, only, write string
	rounds, limit, size int
}

// parseFlags reads the flags, or ends the program.
func parseFlags() (o options) {
	flag.StringVar(&o.corpus, "corpus", os.Getenv(urltest.CorpusVariable),
		"`file` of URLs, one a line; without it, URLs are generated")
	flag.IntVar(&o.rounds, "rounds", 2, "rounds of 31 passes over each chunk")
	flag.IntVar(&o.limit, "urls", 0, "maximum number of URLs; 0 means all")
	flag.StringVar(&o.write, "write", "", "also write the tables to `file`, if they are complete")
	flag.IntVar(&o.size, "hostile", 1<<20, "bytes of each hostile text")
	flag.StringVar(&o.only, "only", "", "measure only tables with this text in the title")
	flag.Usage = func() {
		write(flag.CommandLine.Output(), "usage", map[string]string{
			"Corpus": urltest.CorpusVariable, "Ada": adaVariable, "Cargo": cargoVariable,
		})
		flag.PrintDefaults()
	}
	flag.Parse()
	return o
}

// wanted reports whether the table with the given title is selected.
func (o *options) wanted(title string) bool {
	return strings.Contains(strings.ToLower(title), strings.ToLower(o.only))
}

// measure prints the tables of times.
func (o *options) measure(out *results) error {
	if o.rounds < 1 || o.size < 1000 {
		return errors.New("-rounds must be 1 or more, and -hostile 1000 or more")
	}
	urls, from, err := o.read(out)
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(contests(urls), func(c contest) bool { return !o.wanted(c.title) || len(c.inputs) == 0 })
	if o.only != "" {
		hostile := slices.ContainsFunc(hostileTables, func(t hostileTable) bool { return o.wanted(t.title) })
		if len(all) == 0 && !hostile && !o.wanted(commandTitle) {
			return fmt.Errorf("no table has %q in its title", o.only)
		}
		out.goWithout("some of the tables", errors.New("-only says so"))
	}
	var r rivals
	python, err := start(pythonName, "python3", "-c", pythonScript)
	if out.goWithout("CPython", err); err == nil {
		r = append(r, python)
	}
	adas, err := newAdas(true)
	out.goWithout("ada", err)
	crates, err := newCrates()
	out.goWithout("the crates of Rust", err)
	r = slices.Concat(r, adas, crates)
	defer r.close()
	trurl, err := exec.LookPath("trurl")
	out.goWithout("trurl", err)
	head(out, urls, from, o.rounds, r, trurl)
	var against []duel
	for _, c := range all {
		rings := c.rings(r)
		for _, ring := range rings {
			ring.measure(c.inputs, o.rounds)
		}
		c.print(out, rings)
		against = append(against, c.duels(rings)...)
	}
	printDuels(out, against)
	for _, table := range hostileTables {
		if o.wanted(table.title) {
			table.print(out, o.size, table.measure(hostileOps(o.size, r.of(adaName)), o.size))
		}
	}
	if !o.wanted(commandTitle) {
		return nil
	}
	commands, err := measureCommand(urls, 5, r.of(pythonName), trurl)
	if err == nil {
		printCommands(out, commands)
	}
	return err
}

// read returns the URLs of the corpus, and a description of the URLs. If there is no corpus, it generates URLs.
func (o *options) read(out *results) (urls []string, from string, err error) {
	if o.corpus == "" {
		out.goWithout("a corpus of URLs", notSet(urltest.CorpusVariable, "a file of URLs, one a line; made-up ones stand in"))
		urls, from = urltest.MadeUp(10_000), "made-up URLs"
	} else {
		text, err := os.ReadFile(o.corpus)
		if err != nil {
			return nil, "", err
		}
		urls = urltest.Lines(string(text))
		from = fmt.Sprintf("URLs of %s (SHA-256 %.6x…)", filepath.Base(o.corpus), sha256.Sum256(text))
	}
	if 0 < o.limit && o.limit < len(urls) {
		out.goWithout("most of the URLs", errors.New("-urls says so"))
		urls = urls[:o.limit]
	}
	return urls, from, nil
}

// notSet returns the error for an environment variable without a value.
func notSet(variable, what string) error {
	return fmt.Errorf("%s is not set: it names %s", variable, what)
}
