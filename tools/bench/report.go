package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"text/template"
)

//go:embed report.tmpl
var reportText string

// report has the text of each section, up to the rows of its table.
var report = template.Must(template.New("").Parse(reportText))

// write writes a section of the report.
func write(w io.Writer, section string, data any) {
	if err := report.ExecuteTemplate(w, section, data); err != nil {
		panic(err)
	}
}

// results are the tables. They are printed as they are measured.
type results struct {
	out, messages io.Writer
	lacks         []string // what the tables lack, with the reasons
	text          bytes.Buffer
}

// Write prints a part of the tables and keeps it for save.
func (r *results) Write(p []byte) (int, error) {
	r.text.Write(p)
	return r.out.Write(p)
}

// goWithout records that the tables lack something, and the reason. If why is nil, it does nothing.
func (r *results) goWithout(what string, why error) {
	if why != nil {
		r.lacks = append(r.lacks, fmt.Sprintf("%s: %v", what, why))
		fmt.Fprintf(r.messages, "bench: goes without %s: %v\n", what, why)
	}
}

// save writes the tables to a file, if they lack nothing. If name is empty, it does nothing.
func (r *results) save(name string) error {
	switch {
	case name == "":
		return nil
	case len(r.lacks) > 0:
		_, err := fmt.Fprintf(r.messages, "bench: %s stays as it is, since these tables go without\n  %s\n", name,
			strings.Join(r.lacks, "\n  "))
		return err
	}
	return os.WriteFile(name, r.text.Bytes(), 0o644)
}

// versioned returns the name of a module of github.com, followed by the version of the module.
func versioned(name string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/"+name {
				return name + " " + m.Version
			}
		}
	}
	return name
}

func head(w io.Writer, urls []string, from string, rounds int, r rivals, trurl string) {
	var crates rivals
	for _, name := range crateNames {
		crates = append(crates, r.of(name)...)
	}
	if trurl != "" {
		trurl, _ = versionOf(trurl)
	}
	write(w, "head", map[string]any{
		"Count": len(urls), "From": from, "Average": float64(len(strings.Join(urls, ""))) / float64(len(urls)),
		"Rounds": rounds, "Machine": fmt.Sprintf("%s, %s/%s, %d processors: %s", runtime.Version(), runtime.GOOS,
			runtime.GOARCH, runtime.NumCPU(), processor()),
		"Modules": []string{versioned(fredbiName), versioned(nlnwaName)}, "Python": r.of(pythonName),
		"Adas": r.of(adaName), "Crates": crates, "Trurl": trurl,
	})
}

// processor returns the name of the processor, or "of unknown make" if the system does not name it.
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
	case ratio <= stretch:
		return "stretch"
	case ratio <= must:
		return "met"
	}
	return "**missed**"
}

// goals returns the columns of the limit, the goal and the verdict, which are empty for a limit of 0.
func goals(ratio, must, stretch float64) string {
	if must == 0 {
		return " |  | "
	}
	return fmt.Sprintf("%.2f | %.2f | %s", must, stretch, verdict(ratio, must, stretch))
}

func (c contest) print(w io.Writer, rings []ring) {
	write(w, "contest", map[string]any{"Title": strings.ToUpper(c.title[:1]) + c.title[1:], "Count": len(c.inputs)})
	for _, r := range rings {
		for _, m := range r {
			ratio, allocs := m.ns/r[0].ns, fmt.Sprintf("%.2f", m.allocs)
			if m.program {
				allocs = ""
			}
			fmt.Fprintf(w, "| %s | %.0f | %.2f | %s | %s |\n", m.Name, m.ns, ratio, goals(ratio, m.must, m.stretch), allocs)
		}
	}
}

const commandTitle = "The command, with one worker"

func printDuels(w io.Writer, all []duel) {
	if len(all) > 0 {
		write(w, "duels", nil)
	}
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
	write(w, "hostile", map[string]any{"Size": size, "Title": table.title, "Must": table.must, "Stretch": table.stretch,
		"Runs": hostileRuns, "Most": hostileRuns * hostilePatience})
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
	write(w, "commands", commandTitle)
	times := map[string]float64{}
	for _, r := range all {
		times[r.name] = r.perLine
		ratio := r.perLine / all[0].perLine
		fmt.Fprintf(w, "| `%s` | %.0f | %.2f | %s |\n", r.name, r.perLine, ratio, goals(ratio, r.must, r.stretch))
	}
	for _, r := range all {
		if r.earl != "" {
			fmt.Fprintf(w, "\n`%s` takes %.1f times as long as `%s`.\n", r.name, r.perLine/times[r.earl], r.earl)
		}
	}
}
