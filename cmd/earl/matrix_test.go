package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// cells returns the table of ARCHITECTURE.md that begins with a column "command".
func cells(t *testing.T) (rows [][]string) {
	t.Helper()
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n| command |")
	table, _, _ = strings.Cut("| command |"+table, "\n\n")
	for line := range strings.Lines(table) {
		row := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		rows = append(rows, row)
	}
	return rows
}

var quotedName = regexp.MustCompile("`([^`]+)`")

// quotedNames returns the names of a cell that are in backquotes.
func quotedNames(cell string) (names []string) {
	for _, m := range quotedName.FindAllStringSubmatch(cell, -1) {
		names = append(names, m[1])
	}
	return names
}

// TestMatrix: the matrix of commands and dialects in ARCHITECTURE.md has all
// commands, and is true in each cell.
func TestMatrix(t *testing.T) {
	t.Parallel()
	args := map[string]string{
		"get": "{host} http://h/p?a=b#c", "join": "http://b/ http://h/p", "compare": "http://h/ http://h/",
		"set":       "--fragment new http://h/",
		"urlencode": "a=b", "extract": "", "completion": "bash", "man": t.TempDir(), "dialects": "", "version": "",
		"audit": "http://h/", "check": "http://h.example/p", "serve": "--help", "find-disagreement": "urllib whatwg --tries 9", "dedupe": "--by {host} http://h/p",
	}
	named := map[string][]string{} // by the help
	for _, cmd := range cli.Documented(newRoot(new(record.Process), nil))[1:] {
		named[cmd.Name()] = cli.DialectsOf(cmd)
	}
	rows := cells(t)
	var seen []string
	for _, row := range rows[2:] {
		for _, command := range quotedNames(row[0]) {
			seen = append(seen, command)
			line, ok := args[command]
			if !ok {
				line = "http://h/p?a=b#c"
			}
			does := func(as string) (status int, out, messages bytes.Buffer) {
				words := slices.Concat([]string{command}, strings.Fields(as), strings.Fields(line))
				status = run(context.Background(), words, strings.NewReader("See http://h/p.\n"), &out, &messages)
				return status, out, messages
			}
			status, byDefault, messages := does("")
			if status != cli.StatusOK {
				t.Errorf("%s: status %d, %s", command, status, &messages)
			}
			for i, cell := range row[1 : len(row)-1] {
				for _, dialect := range quotedNames(rows[0][i+1]) {
					status, out, messages := does("--as " + dialect)
					name, _, _ := strings.Cut(dialect, "@")
					if slices.Contains(named[command], name) != (status == cli.StatusOK) {
						t.Errorf("the help of %s names %q, but --as %s has status %d", command, named[command], dialect, status)
					}
					none := cell == "" || command == "find-disagreement" // which has arguments instead of --as
					switch {
					case none && (status != cli.StatusUsage || out.Len() > 0):
						t.Errorf("%s --as %s: status %d, %q, but the cell is empty", command, dialect, status, &out)
					case !none && (status != cli.StatusOK || out.Len() == 0):
						t.Errorf("%s --as %s: status %d, %s", command, dialect, status, &messages)
					case dialect == row[len(row)-1] && !bytes.Equal(out.Bytes(), byDefault.Bytes()):
						t.Errorf("%s is by %s if --as is not given, but gives %q, want %q", command, dialect, &byDefault, &out)
					}
				}
			}
		}
	}
	for _, cmd := range cli.Documented(newRoot(new(record.Process), nil))[1:] {
		if name := cmd.Name(); name != "help" && !slices.Contains(seen, name) {
			t.Errorf("%s is not in the matrix", name)
		}
	}
}

// TestFlagsAreDescribed: each flag has a description that begins small and ends
// without a full stop, and one that is not a switch names its value.
func TestFlagsAreDescribed(t *testing.T) {
	t.Parallel()
	for _, cmd := range cli.Documented(newRoot(new(record.Process), nil)) {
		cmd.InitDefaultHelpFlag()
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			switch {
			case len(usage) < 10 || strings.HasSuffix(usage, "."):
				t.Errorf("%s --%s: usage %q, want ten characters and no full stop", cmd.Name(), f.Name, usage)
			case f.NoOptDefVal == "" && (value == "" || value == "string" || value == "int"):
				t.Errorf("%s --%s has a value without a name", cmd.Name(), f.Name)
			}
		})
	}
}
