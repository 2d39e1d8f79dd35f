package httptarget

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRecipes attacks the rules of docs/guide/path-rules.md: no target of Bypass passes a rule before its server. A
// rule of a proxy is tested before all servers. The target in the row of a rule passes the reader without its other
// switches. TestLivePaths runs servers with the configurations of the page.
func TestRecipes(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/guide/path-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	_, table, _ := strings.Cut(string(page), "| reader of the rule |")
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if len(cells) != 4 || !strings.HasPrefix(cells[1], "`") {
			continue
		}
		rows++
		rule, server := strings.Trim(cells[1], "`"), mustParse(t, strings.Trim(cells[2], "`"))
		servers := []Reader{server}
		for _, name := range Readers() {
			// A rule of a proxy agrees with all servers except servers that treat /adminx like /admin/x.
			if r := mustParse(t, name); mustParse(t, rule).forward != 0 && r.match != matchBytes {
				servers = append(servers, r)
			}
		}
		for _, server := range servers {
			if found := Bypass(mustParse(t, rule), server, "/admin/"); found != nil {
				t.Errorf("%q pass the rule %s before %s", found, rule, server)
			}
		}
		target := strings.Trim(strings.TrimSuffix(cells[3], " |\n"), "`")
		if name, _, _ := strings.Cut(rule, " "); target != "–" {
			plain := mustParse(t, strings.NewReplacer("haproxy-normalize", "haproxy", "express-static", "express").Replace(name))
			c := plain.Read(target)
			if c.Below("/admin/") || !server.Read(cmp.Or(c.Forward, target)).Below("/admin/") {
				t.Errorf("%q does not pass %s", target, plain)
			}
		}
	}
	if rows < 10 {
		t.Errorf("%d rules, want 10", rows)
	}
	var configurations []string
	files, _ := filepath.Glob("testdata/servers/*")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		configurations = append(configurations, string(data))
	}
	blocks := strings.Split(string(page), "```")
	for i := 1; i < len(blocks); i += 2 {
		language, text, _ := strings.Cut(blocks[i], "\n")
		if language == "console" {
			continue
		}
		if !slices.ContainsFunc(configurations, func(s string) bool { return strings.Contains(s, strings.TrimSuffix(text, "\n")) }) {
			t.Errorf("no configuration of testdata/servers has\n%s", text)
		}
	}
}
