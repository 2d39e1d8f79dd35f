package main

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// TestManual: the manual pages have all commands and all their flags, and no line
// that roff would read as something else.
func TestManual(t *testing.T) {
	t.Parallel()
	root := newRoot(new(record.Process), nil)
	overview := cli.ManPage(root, "", "")
	for _, cmd := range cli.Documented(root) {
		text := cli.ManPage(cmd, "", "")
		said := unescaped(text)
		if cmd.HasParent() && !strings.Contains(overview, "\n.BR "+strings.ReplaceAll(cli.PageName(cmd), "-", `\-`)+" (1)\n") {
			t.Errorf("earl.1 does not name %s", cmd.Name())
		}
		help := strings.ReplaceAll(cmd.Flags().FlagUsages(), "[=true|false]", "")
		flags := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			flags++
			if !strings.Contains(said, "--"+f.Name+`" "`) {
				t.Errorf("%s: --%s is missing", cli.PageName(cmd), f.Name)
			}
			value, usage := pflag.UnquoteUsage(f)
			if !strings.Contains(said, "\n"+usage) ||
				!regexp.MustCompile("--"+f.Name+" ?"+regexp.QuoteMeta(value)+"[^ ]* +"+regexp.QuoteMeta(usage)).MatchString(help) {
				t.Errorf("%s: help and page do not both say %q, %q", cli.PageName(cmd), value, usage)
			}
		})
		if flags == 0 {
			t.Errorf("%s has no flags, not even --help", cli.PageName(cmd))
		}
		if strings.HasPrefix(cmd.Short, " ") || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: %q, want no blank first and no full stop last", cli.PageName(cmd), cmd.Short)
		}
		macros := []string{"TH ", "SH ", "B ", "BR ", "BI ", "TP", "PP", "nf", "fi"}
		open := false
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			for _, c := range line {
				if c > '~' || c < ' ' && c != '\t' {
					t.Errorf("%s: %q has %q", cli.PageName(cmd), line, c)
				}
			}
			macro, ok := strings.CutPrefix(line, ".")
			if !ok {
				continue
			}
			known := false
			for _, m := range macros {
				known = known || macro == strings.TrimSpace(m) || strings.HasPrefix(macro, m)
			}
			if !known || macro == "nf" && open || macro == "fi" && !open {
				t.Errorf("%s: %q, want known macros, nf and fi in turn", cli.PageName(cmd), line)
			}
			open = macro == "nf" || open && macro != "fi"
		}
		if open {
			t.Errorf("%s ends in the middle of an example", cli.PageName(cmd))
		}
	}
}

// unescaped returns the text of a manual page without the escapes of roff.
func unescaped(page string) string {
	page = strings.NewReplacer(`\(dq`, `"`, `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~", `\-`, "-", `\e`, `\`, `\&`, "").
		Replace(page)
	return regexp.MustCompile(`\\?\[u([0-9A-F]+)\]`).ReplaceAllStringFunc(page, func(s string) string {
		n, _ := strconv.ParseInt(strings.Trim(s, `\[u]`), 16, 32)
		return string(rune(n))
	})
}

// TestCompletion: shells complete all commands, all flags, and the values of
// flags that occur a few times.
func TestCompletion(t *testing.T) {
	t.Parallel()
	completed := func(args ...string) string {
		var out bytes.Buffer
		run(context.Background(), append([]string{"__complete"}, args...), nil, &out, &bytes.Buffer{})
		return "\n" + out.String()
	}
	root := newRoot(new(record.Process), nil)
	commands := completed("")
	for _, cmd := range cli.Documented(root)[1:] {
		if !strings.Contains(commands, "\n"+cmd.Name()+"\t"+cmd.Short+"\n") {
			t.Errorf("%s is missing:%s", cmd.Name(), commands)
		}
		flags := completed(cmd.Name(), "--")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(flags, "\n--"+f.Name+"\t") {
				t.Errorf("%s --%s is missing:%s", cmd.Name(), f.Name, flags)
			}
			if testing.Short() && cmd.Name() != "parse" {
				return
			}
			args := []string{cmd.Name(), "--" + f.Name, ""}
			if f.NoOptDefVal != "" {
				args = []string{cmd.Name(), "--" + f.Name + "="}
			}
			values := completed(args...)
			for _, value := range cli.ChoicesOf(f) {
				if !strings.Contains(values, "\n"+value+"\n") {
					t.Errorf("%s --%s %s is missing:%s", cmd.Name(), f.Name, value, values)
				}
				name, _, _ := strings.Cut(value, "\t")
				if err := f.Value.Set(name); err != nil && !strings.HasSuffix(name, ":") {
					t.Errorf("%s --%s %s: %v, want the completion to be accepted", cmd.Name(), f.Name, name, err)
				}
			}
		})
	}
}
