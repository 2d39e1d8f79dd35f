package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// The versions of rivals, from go.mod.
const (
	uriModule   = "github.com/fredbi/uri"
	nlnwaModule = "github.com/nlnwa/whatwg-url"
)

// versioned returns the path of a module without github.com, followed by the version of the module.
func versioned(module string) string {
	name := strings.TrimPrefix(module, "github.com/")
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == module {
				return name + " " + m.Version
			}
		}
	}
	return name
}

func head(w io.Writer, urls []string, from string, rounds int, r rivals, trurl string) {
	bytes := 0
	for _, s := range urls {
		bytes += len(s)
	}
	fmt.Fprint(w, "# Measurements\n\n`make bench` prints these tables and writes this page. A ratio is the time of a row "+
		"relative to the\n"+
		"time of net/url. Both do the same work on the same inputs, interleaved in one run. The rows of earl are\n"+
		"interleaved with net/url and the floors only. Each other library or program is measured in a separate group,\n"+
		"in which net/url runs again. Its row is \"net/url, beside\" the other library, and the ratios of the group are\n"+
		"relative to this row. Separate groups are necessary, because caches and branch predictors are cold after\n"+
		"another library has run, and this slows down short operations most. \"must\" and \"stretch\" are the goals for\n"+
		"earl's ratios. Rows without goals are for comparison. Tables of pages and texts are relative to the first row.\n\n")
	fmt.Fprintf(w, "- %d %s, %.1f bytes on average; %d rounds of 31 passes\n", len(urls), from,
		float64(bytes)/float64(len(urls)), rounds)
	fmt.Fprintf(w, "- %s, %s/%s, %d processors: %s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		processor())
	fmt.Fprintf(w, "- Go's garbage collector is off during measurements, except for hostile texts and commands. So "+
		"the time\n  of an allocation is only the time of the allocator\n")
	for _, module := range []string{uriModule, nlnwaModule} {
		fmt.Fprintf(w, "- %s\n", versioned(module))
	}
	for _, p := range r.of(pythonName) {
		fmt.Fprintf(w, "- CPython %s, which measures its own time, with the loop\n", p.Release)
	}
	adas := r.of(adaName)
	var crates rivals
	for _, name := range crateNames {
		crates = append(crates, r.of(name)...)
	}
	for _, a := range adas {
		fmt.Fprintf(w, "- %s, compiled by %s\n", a.name, a.madeBy)
	}
	if len(adas) > 0 {
		fmt.Fprint(w,
			"- ada measures its own time for `ada::url_aggregator`, with allocating and freeing. The best of three passes\n"+
				"  counts each time, because the process slept before; rows of earl in ada's group have one pass\n")
	}
	for _, c := range crates {
		fmt.Fprintf(w, "- %s, compiled by %s\n", c.name, c.madeBy)
	}
	if len(crates) > 0 {
		fmt.Fprint(w, "- crates measure their own time as ada does. parse of fluent-uri and iri-string borrows the text\n"+
			"  and does not allocate. parse of iri-string only validates; each getter splits the text again. lol_html reads\n"+
			"  href and src of every element, and the crate url resolves them\n")
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

const commandTitle = "The command, with one worker"

func printDuels(w io.Writer, all []duel) {
	if len(all) == 0 {
		return
	}
	fmt.Fprint(w,
		"\n## Compared with ada and the crates\n\nThe ratio is earl's time relative to the rival's, "+
			"interleaved in one run.\n"+
			"Earl is slower if the ratio is above 1. If several releases of ada run, the row has the fastest.\n\n"+
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

func (table hostileTable) print(w io.Writer, size int, all []hostileResult) {
	fmt.Fprintf(w, "\n## %d bytes of %s\n\nNanoseconds a byte: the limit is %v, the goal is %v. For each "+
		"shape, the best of %d runs counts, in\n"+
		"CPU time of the thread. For a shape above the limit, it is the best of %d runs. For ada it is the best\n"+
		"of three times %[5]d runs, in elapsed time.\n\n"+
		"| | worst | | median | the worst shape |\n|---|--:|---|--:|---|\n", size, table.title, table.must, table.stretch,
		hostileRuns, hostileRuns*hostilePatience)
	for _, r := range all {
		verdict := verdict(r.worst, table.must, table.stretch)
		if r.rival {
			verdict = ""
		}
		fmt.Fprintf(w, "| %s | %.2f | %s | %.2f | `%s` |\n", r.name, r.worst, verdict, r.median,
			strings.ReplaceAll(r.where, "|", `\|`))
	}
}

func printCommands(w io.Writer, all []commandResult) {
	fmt.Fprint(w, "\n## "+commandTitle+"\n\nCPU time for a line, with the start of the program. The input is standard "+
		"input, and the output is discarded.\n\n| | ns | ratio | must | stretch | |\n|---|--:|--:|--:|--:|---|\n")
	times := map[string]float64{}
	for _, r := range all {
		times[r.name] = r.perLine
		ratio := r.perLine / all[0].perLine
		fmt.Fprintf(w, "| `%s` | %.0f | %.2f | %s | %s | %s |\n", r.name, r.perLine, ratio, target(r.must), target(r.stretch),
			verdict(ratio, r.must, r.stretch))
	}
	for _, r := range all {
		if r.earl != "" {
			fmt.Fprintf(w, "\n`%s` takes %.1f times as long as `%s`.\n", r.name, r.perLine/times[r.earl], r.earl)
		}
	}
}
