package house

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A requirement is a row of a page in docs/reference/requirements.
type requirement struct {
	page   string
	line   int // index into the lines of the page
	number string
	cells  []string // number, section, requirement, tests, remark
}

// The columns of a requirement's row.
const (
	requirementColumn = 2
	testsColumn       = 3
	remarkColumn      = 4
)

var (
	requirementNumber = regexp.MustCompile(`\b(?:[GDRXCU]-\d{2,3}|B-\d(?:\.\d+)?)\b`)
	requirementRow    = regexp.MustCompile(`^\| (` + requirementNumber.String() + `) \|`)
)

// splitRow returns the cells of a row of a Markdown table. A bar within a cell is written \|.
func splitRow(line string) []string {
	const bar = "\x00" // in no page
	line = strings.ReplaceAll(strings.Trim(strings.TrimSpace(line), "|"), `\|`, bar)
	cells := strings.Split(line, "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(c, bar, `\|`))
	}
	return cells
}

func readRequirements(t *testing.T) []requirement {
	t.Helper()
	var all []requirement
	for _, f := range mustText(t) {
		if ok, _ := filepath.Match("docs/reference/requirements/*.md", f.path); !ok {
			continue
		}
		for i, line := range strings.Split(string(f.text), "\n") {
			if m := requirementRow.FindStringSubmatch(line); m != nil {
				cells := splitRow(line)
				if len(cells) != remarkColumn+1 || cells[requirementColumn] == "" {
					t.Errorf("%s:%d: %d cells, want number, section, requirement, tests, remark", f.path, i+1, len(cells))
					continue
				}
				all = append(all, requirement{f.path, i, m[1], cells})
			}
		}
	}
	return all
}

// TestRequirementsPage checks the column "tests" of docs/reference/requirements.
func TestRequirementsPage(t *testing.T) {
	t.Parallel()
	lines := map[string][]string{} // by page
	shown := proofs(t)
	for _, r := range readRequirements(t) {
		if lines[r.page] == nil {
			lines[r.page] = strings.Split(document(t, r.page), "\n")
		}
		r.cells[testsColumn] = ""
		if tests := shown[r.number]; len(tests) > 0 {
			r.cells[testsColumn] = "`" + strings.Join(tests, "`, `") + "`"
		}
		lines[r.page][r.line] = "| " + strings.Join(r.cells, " | ") + " |"
	}
	for page, text := range lines {
		current(t, page, strings.Join(text, "\n"))
	}
}

// TestRequirementsAreShown checks that each requirement has a test or a remark, that the numbers of a letter have
// no gap, and that tests and remarks name only numbers and tests that exist.
func TestRequirementsAreShown(t *testing.T) {
	t.Parallel()
	shown, known := proofs(t), map[string]bool{}
	last := map[string]int{}
	all := readRequirements(t)
	for _, r := range all {
		if known[r.number] {
			t.Errorf("%s:%d: %s is there twice", r.page, r.line+1, r.number)
		}
		known[r.number] = true
		if len(shown[r.number]) == 0 && r.cells[remarkColumn] == "" {
			t.Errorf("%s:%d: %s has neither a test nor a remark", r.page, r.line+1, r.number)
		}
		if letter, n, _ := strings.Cut(r.number, "-"); letter != "B" { // B-1.2
			n, _ := strconv.Atoi(n)
			last[letter] = max(last[letter], n)
		}
	}
	for letter, n := range last {
		count := 0
		for number := range known {
			if strings.HasPrefix(number, letter+"-") {
				count++
			}
		}
		if count != n {
			t.Errorf("docs/reference/requirements has %d numbers %s-, and the last is %d", count, letter, n)
		}
	}
	for number, tests := range shown {
		if !known[number] && requirementNumber.FindString(number) == number {
			t.Errorf("%v name %s, which is not in docs/reference/requirements", tests, number)
		}
	}
	var tests []string
	for _, decls := range testDecls(t) {
		for _, d := range decls {
			tests = append(tests, d.test)
		}
	}
	for _, r := range all {
		for _, name := range namedTest.FindAllString(r.cells[remarkColumn], -1) {
			if !slices.Contains(tests, name) {
				t.Errorf("%s:%d: there is no %s", r.page, r.line+1, name)
			}
		}
		for _, number := range requirementNumber.FindAllString(r.cells[remarkColumn], -1) {
			if !known[number] {
				t.Errorf("%s:%d: there is no %s", r.page, r.line+1, number)
			}
		}
	}
}

// namedTest matches the name of a test in a remark.
var namedTest = regexp.MustCompile(`\b(?:Test|Fuzz|Example)[A-Z]\w*`)
