package house

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// testCommand is the command of README.md that passes the tests. It is not
// run here, since it is what runs this.
const testCommand = "go test ./..."

// An example is one command shown in a document, and what it prints.
type example struct {
	command, output string
	line            int
}

// blocks returns the fenced blocks of a language in a Markdown text, with the
// number of each one's first line.
func blocks(text, language string) (bodies []string, lines []int) {
	var body strings.Builder
	inside, wanted := false, false
	n := 0
	for line := range strings.Lines(text) {
		n++
		switch name, fence := strings.CutPrefix(line, "```"); {
		case fence && inside:
			if wanted {
				bodies = append(bodies, body.String())
			}
			inside, wanted = false, false
		case fence:
			inside, wanted = true, strings.TrimSpace(name) == language
			if wanted {
				body.Reset()
				lines = append(lines, n+1)
			}
		case wanted:
			body.WriteString(line)
		}
	}
	return bodies, lines
}

// examples returns the commands of the console blocks of a Markdown text.
func examples(text string) []example {
	var all []example
	bodies, lines := blocks(text, "console")
	for i, body := range bodies {
		n := lines[i]
		for line := range strings.Lines(body) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, example{command: strings.TrimSpace(command), line: n})
			} else if len(all) > 0 {
				all[len(all)-1].output += line
			}
			n++
		}
	}
	return all
}

// listed matches a command in the list that earl --help prints.
var listed = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`)

// TestReadmeCommands runs what README.md shows, and compares. The matrix of
// ARCHITECTURE.md has each command.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to run commands with")
	}
	bin := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	program := filepath.Join(bin, "earl")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := run("go", "build", "-o", program, "./cmd/earl"); errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	} else if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := run(program, "--help")
	if err != nil {
		t.Fatal(err)
	}
	architecture := document(t, "ARCHITECTURE.md")
	_, list, found := strings.Cut(out, "Commands:")
	if !found {
		t.Fatalf("earl --help lists no commands:\n%s", out)
	}
	for _, m := range listed.FindAllStringSubmatch(list, -1) {
		if name := m[1]; name != "help" && !strings.Contains(architecture, "`"+name+"`") {
			t.Errorf("the matrix of ARCHITECTURE.md does not have the command %s", name)
		}
	}
	ran, tests := 0, 0
	for _, e := range examples(document(t, "README.md")) {
		if e.command == testCommand {
			tests++
			continue
		}
		ran++
		// A command may fail on purpose: what it prints decides.
		out, err := run(sh, "-c", e.command)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if out != e.output {
			t.Errorf("README.md:%d: %s\nprints\n%s\nnot\n%s", e.line, e.command, out, e.output)
		}
	}
	if ran < 4 || tests != 1 {
		t.Errorf("README.md shows %d commands, and %q %d times", ran, testCommand, tests)
	}
}

var (
	// quotedRow matches a row of README.md's table of measurements: name, ratio, the
	// beginning of the table's title, a remark, allocations.
	quotedRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d\\.\\d\\d) \\| ([^;|]+)(?:; ([^|]+))? \\| (\\d*) ?\\|$")

	// quotedRemark matches another row of the same table in a remark.
	quotedRemark = regexp.MustCompile("`([^`]+)` takes (\\d+)")

	// quotedDuel matches the sentence about ada.
	quotedDuel = regexp.MustCompile("By turns with the faster build of ada, `([^`]+)` takes (\\d\\.\\d\\d) of its time")

	// realURLs matches how many URLs were measured, in any document.
	realURLs = regexp.MustCompile(`([0-9,]+) real\s+URLs`)
)

// section returns the part of a Markdown text below the first heading that begins
// so, whatever the case.
func section(text, heading string) string {
	for part := range strings.SplitSeq(text, "\n## ") {
		if len(part) >= len(heading) && strings.EqualFold(part[:len(heading)], heading) {
			return part
		}
	}
	return ""
}

// cells returns those of the first row of a table that has a name in its column.
func cells(table string, column int, name string) []string {
	for line := range strings.Lines(table) {
		all := strings.Split(line, "|")
		for i := range all {
			all[i] = strings.Trim(all[i], " `")
		}
		if column < len(all) && all[column] == name {
			return all
		}
	}
	return make([]string, 16)
}

// rounded is a number of a cell without what stands behind the point.
func rounded(cell string) string {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return cell
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// TestReadmeQuotesMeasurements: the figures of README.md are those that were
// measured last.
func TestReadmeQuotesMeasurements(t *testing.T) {
	t.Parallel()
	results, readme := document(t, "bench/RESULTS.md"), document(t, "README.md")
	rows := quotedRow.FindAllStringSubmatch(readme, -1)
	_, costs, _ := strings.Cut(readme, "What it costs")
	costs, _, _ = strings.Cut(costs, "How many")
	if n := strings.Count(costs, "\n| `"); len(rows) != n || n < 5 {
		t.Errorf("README.md has %d measurements, of which %d are understood", n, len(rows))
	}
	remarks := 0
	for _, m := range rows {
		table := section(results, m[3])
		row := cells(table, 1, m[1])
		if row[3] != m[2] {
			t.Errorf("README.md has %s for %s, and bench/RESULTS.md %q", m[2], m[1], row[3])
		}
		if m[5] != "" && rounded(row[7]) != m[5] {
			t.Errorf("README.md has %s allocations for %s, and bench/RESULTS.md %q", m[5], m[1], row[7])
		}
		for _, r := range quotedRemark.FindAllStringSubmatch(m[4], -1) {
			remarks++
			if got := cells(table, 1, r[1])[3]; rounded(got) != r[2] {
				t.Errorf("README.md has %s for %s, and bench/RESULTS.md %q", r[2], r[1], got)
			}
		}
	}
	if remarks < 3 {
		t.Errorf("README.md has %d measurements in remarks", remarks)
	}
	if m := quotedDuel.FindStringSubmatch(readme); m == nil {
		t.Error("README.md does not say how earl does against ada")
	} else if got := cells(section(results, "Against ada"), 2, m[1])[6]; got != m[2] {
		t.Errorf("README.md has %s for %s against ada, and bench/RESULTS.md %q", m[2], m[1], got)
	}
	for _, name := range []string{"README.md", "CHANGELOG.md"} {
		m := realURLs.FindStringSubmatch(document(t, name))
		if m == nil || !strings.Contains(results, "\n- "+strings.ReplaceAll(m[1], ",", "")+" URLs ") {
			t.Errorf("%s and bench/RESULTS.md speak of other URLs: %q", name, m)
		}
	}
}

// countOf matches a count of cases that README.md quotes.
var countOf = regexp.MustCompile("`([^`]+)` (\\d+/\\d+)")

// TestReadmeQuotesConformance: so are the counts of cases.
func TestReadmeQuotesConformance(t *testing.T) {
	t.Parallel()
	report := document(t, "bench/CONFORMANCE.md")
	counts := countOf.FindAllStringSubmatch(document(t, "README.md"), -1)
	for _, m := range counts {
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(m[1]) + ` \|.* ` + regexp.QuoteMeta(m[2]) + ` \|`)
		if !row.MatchString(report) {
			t.Errorf("bench/CONFORMANCE.md does not have %s with %s", m[1], m[2])
		}
	}
	if len(counts) < 6 {
		t.Errorf("README.md has %d counts of cases", len(counts))
	}
}
