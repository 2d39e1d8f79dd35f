package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

func head(w io.Writer, urls []string, from string, rounds int, r rivals, trurl string) {
	bytes := 0
	for _, s := range urls {
		bytes += len(s)
	}
	fmt.Fprint(w, "# Measurements\n\n`make bench` prints these tables, and writes them here. A ratio is to net/url, "+
		"which did the same for\n"+
		"the same inputs by turns with it. Earl's lines take turns with net/url and cheap rows alone. Each rival\n"+
		"has a ring of its own, in which net/url runs once more, \"beside\" it, and is what its ratio is to: behind\n"+
		"another library or program caches and branch predictors are cold, which costs most where little is to\n"+
		"do, so that no ratio of earl's depends on which rivals there are. \"must\" and \"stretch\" are the ratios\n"+
		"that earl set itself; what is not met stands here too. Rows without them are for comparison.\n\n")
	fmt.Fprintf(w, "- %d %s, %.1f bytes on average; %d rounds of 31 passes\n", len(urls), from,
		float64(bytes)/float64(len(urls)), rounds)
	fmt.Fprintf(w, "- %s, %s/%s, %d processors: %s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		processor())
	fmt.Fprintf(w, "- Go's collector rests while the clock runs, but for hostile texts and commands: an allocation "+
		"costs what\n  it costs the allocator\n")
	for _, module := range []string{uriModule, nlnwaModule} {
		fmt.Fprintf(w, "- %s\n", versioned(module))
	}
	if r.python != nil {
		fmt.Fprintf(w, "- CPython %s, which times itself, loop included\n", r.python.version)
	}
	for _, a := range r.adas {
		fmt.Fprintf(w, "- %s, compiled by %s with %s\n", a, a.compiler, strings.Join(a.flags(), " "))
	}
	if len(r.adas) > 0 {
		fmt.Fprint(w,
			"- ada times itself, too: `ada::url_aggregator`, allocating and freeing included. Of each turn the best of\n"+
				"  three passes counts, since it slept before; earl's lines beside it get one\n")
	}
	for _, c := range r.crates {
		fmt.Fprintf(w, "- %s, compiled by %s with the profile of `rust/Cargo.toml`\n", c.name, c.compiler)
	}
	if len(r.crates) > 0 {
		fmt.Fprint(w, "- crates time themselves as ada does. parse of fluent-uri and iri-string borrows the\n"+
			"  text and allocates nothing; parse of iri-string only validates, and each getter splits\n")
	}
	if trurl != "" {
		fmt.Fprintf(w, "- %s\n", trurlVersion(trurl))
	}
}

// processor returns the name of the processor, or "" if the system does not name it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "of unknown make"
}

// verdict compares a ratio with its limit and its goal.
func verdict(ratio, must, stretch float64) string {
	switch {
	case must == 0:
		return ""
	case ratio <= stretch:
		return "stretch"
	case ratio <= must:
		return "met"
	}
	return "**missed**"
}

// target formats a number for the column of targets.
func target(x float64) string {
	if x == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", x)
}

func (c contest) print(w io.Writer, rings []ring) {
	fmt.Fprintf(w,
		"\n## %s%s: %d inputs\n\n| | ns | ratio | must | stretch | | allocations |\n|---|--:|--:|--:|--:|---|--:|\n",
		strings.ToUpper(c.title[:1]), c.title[1:], len(c.inputs))
	for _, r := range rings {
		for _, m := range r {
			ratio, allocs := m.ns/r[0].ns, fmt.Sprintf("%.2f", m.allocs)
			if m.program {
				allocs = ""
			}
			fmt.Fprintf(w, "| %s | %.0f | %.2f | %s | %s | %s | %s |\n",
				m.Name, m.ns, ratio, target(m.must), target(m.stretch), verdict(ratio, m.must, m.stretch), allocs)
		}
	}
}

// Introductions of the last two tables.
const (
	hostileTitle = "each hostile shape of ASCII"
	commandTitle = "The command, with one worker"
)

func printDuels(w io.Writer, all []duel) {
	if len(all) == 0 {
		return
	}
	fmt.Fprint(w,
		"\n## Compared with ada and the crates\n\nThe ratio is earl's time relative to the rival's, "+
			"interleaved with it;\nearl is slower if it is above 1. Of several adas the row has the best one.\n\n"+
			"| | earl | ns | rival | ns | ratio | |\n|---|---|--:|---|--:|--:|---|\n")
	for _, d := range all {
		verdict, ratio := "faster", d.ratio()
		if ratio >= 1 {
			verdict = "**slower**"
		}
		fmt.Fprintf(w, "| %s | %s | %.0f | %s | %.0f | %.2f | %s |\n",
			d.title, d.earl.Name, d.earl.ns, d.rival.Name, d.rival.ns, ratio, verdict)
	}
}

func printHostile(w io.Writer, size int, all []hostileResult) {
	fmt.Fprintf(w, "\n## %d bytes of "+hostileTitle+"\n\nNanoseconds a byte: at most %v, better %v. Of each shape the "+
		"best of %d runs counts, by the time that\n"+
		"their thread had a processor; of one that takes more than it may, the best of %d. Of ada it is the best\n"+
		"of three times %[4]d, by the clock.\n\n"+
		"| | worst | | median | the worst shape |\n|---|--:|---|--:|---|\n", size, hostileMust, hostileStretch, hostileRuns,
		hostileRuns*hostilePatience)
	for _, r := range all {
		verdict := verdict(r.worst, hostileMust, hostileStretch)
		if r.rival {
			verdict = ""
		}
		fmt.Fprintf(w, "| %s | %.2f | %s | %.2f | `%s` |\n", r.name, r.worst, verdict, r.median,
			strings.ReplaceAll(r.where, "|", `\|`))
	}
}

func printCommands(w io.Writer, all []commandResult) {
	fmt.Fprint(w, "\n## "+commandTitle+"\n\nProcessor time for a line, starting included, of standard input and to "+
		"nowhere.\n\n| | ns | ratio | must | stretch | |\n|---|--:|--:|--:|--:|---|\n")
	times := map[string]float64{}
	for _, r := range all {
		times[r.name] = r.perLine
		ratio := r.perLine / all[0].perLine
		fmt.Fprintf(w, "| `%s` | %.0f | %.2f | %s | %s | %s |\n", r.name, r.perLine, ratio, target(r.must), target(r.stretch),
			verdict(ratio, r.must, r.stretch))
	}
	for _, r := range all {
		if r.earl != "" {
			fmt.Fprintf(w, "\n`%s` takes %.1f times what `%s` takes.\n", r.name, r.perLine/times[r.earl], r.earl)
		}
	}
}
