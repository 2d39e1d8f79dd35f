package field_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/command"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
)

// earl returns the output of a command on a URL.
func earl(t *testing.T, make func(*record.Process) *cobra.Command, args ...string) string {
	t.Helper()
	const url = "http://u:p@www.example.co.uk:81/a/b.gz;x?K=1&k=2#f"
	var out, messages strings.Builder
	p := record.NewProcess(t.Context(), strings.NewReader(url+"\n"), &out, &messages)
	cmd := make(p)
	cmd.SetArgs(args)
	isHint := func(line string) bool { return line == "" || strings.HasPrefix(line, "earl: hint: no record has ") }
	if err := cmd.Execute(); err != nil || p.Status != 0 ||
		len(slices.DeleteFunc(strings.Split(messages.String(), "\n"), isHint)) > 0 {
		t.Errorf("%s %q: %v, status %d and the message %q, want success", cmd.Name(), args, err, p.Status, &messages)
	}
	return out.String()
}

// TestEachFieldWorksEverywhere checks that the row of a field is enough for templates, JSON, --where with the type of the
// field, stats and the help.
func TestEachFieldWorksEverywhere(t *testing.T) {
	t.Parallel()
	numbers, _, _ := strings.Cut(field.WhereHelp, "are numbers")
	arguments := map[string]string{"KEY": "K", "NAME": "NAME", "N": "2", "PROFILE": "whatwg"}
	operands := map[string]string{"text": `"x" + %s endsWith ""`, "number": "%s + 1 > 0", "list": "len(%s) >= 0", "time": "%s.Year() > 0"}
	for _, name := range field.Filters() {
		if !strings.Contains(field.Help, "\n  "+name) {
			t.Errorf("the help has no filter %s, want it", name)
		}
	}
	for _, row := range field.Rows() {
		shown, label, source, operand := "{"+row.Name+"}", row.Name, row.Name, row.Name
		if row.Argument != "" {
			arg := arguments[row.Argument]
			shown, label, source = "{"+row.Name+":"+row.Argument+"}", row.Name+":", row.Name+":"+arg
			if operand = fmt.Sprintf("%s(%q)", row.Name, arg); row.Takes == "number" {
				operand = row.Name + "(" + arg + ")"
			}
		}
		if !slices.Contains(field.Names(), label) {
			t.Errorf("the names of fields have no %s, want it", label)
		}
		if !slices.Contains(strings.Fields(field.Help), shown) {
			t.Errorf("the help has no %s, want it", shown)
		}
		if row.Kind == "number" && row.Argument == "" && !strings.Contains(numbers, row.Name) {
			t.Errorf("the help of --where does not say that %s is a number, want it", row.Name)
		}
		for kind, condition := range operands {
			err := new(field.Where).Set(fmt.Sprintf(condition, operand))
			if (err == nil) != (kind == row.Kind || kind == "list" && row.Kind == "text") {
				t.Errorf("%s as a %s: %v, want an error unless it is one", operand, kind, err)
			}
		}
		if row.Kind == "time" { // a line has none
			continue
		}
		condition := fmt.Sprintf(operands[row.Kind], operand)
		if rest := earl(t, command.Get, "--where", condition, "{host}"); rest != "www.example.co.uk\n" {
			t.Errorf("--where '%s' keeps %q, want the record", condition, rest)
		}
		value := strings.TrimSuffix(earl(t, command.Get, "{"+source+"}"), "\n")
		member := fmt.Sprintf(`"fields":{"%s":"%s"}`, source, value)
		switch {
		case row.Kind == "list":
			member = fmt.Sprintf(`"fields":{"%s":["%s"]}`, source, strings.ReplaceAll(value, " ", `","`))
		case value == "":
			member = fmt.Sprintf(`"fields":{"%s":null}`, source)
		}
		if got := earl(t, command.Get, "--json", "{"+source+"}"); !strings.Contains(got, member) {
			t.Errorf("get --json of %s writes %s, want %s", source, got, member)
		}
		first, _, _ := strings.Cut(value, " ")
		counts := earl(t, command.Stats, "--field", source, "--out", "text")
		if value != "" && !strings.Contains(counts, source+"\t"+first+"\t1\n") {
			t.Errorf("stats --field %s writes %s, want the value %s", source, counts, first)
		}
	}
}

// TestFieldsAreReadOnce checks that templates and JSON evaluate a field once for each record. It changes the table, so
// no other test runs at the same time.
func TestFieldsAreReadOnce(t *testing.T) {
	read := 0
	defer field.CountReads("host", func() { read++ })()
	for _, args := range []string{"{host}", "--json {host}", "--json {host}/{host}", "--json --field host", "--out csv --field host"} {
		read = 0
		if earl(t, command.Get, strings.Fields(args)...); read != 1 {
			t.Errorf("get %s reads the host %d times, want once", args, read)
		}
	}
}
