package browser

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestPackage checks that audit of the npm package returns the records of earl audit --json, also for other dialects.
func TestPackage(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	dir := t.TempDir()
	build := exec.Command("go", "run", "./web", "-npm", dir)
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go run: %v\n%s", err, out)
	}
	const script = `import { audit } from "./index.js";
import { readFileSync } from "node:fs";
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
	console.log(JSON.stringify(audit(JSON.parse(line), process.argv.slice(2))));
}`
	if err := os.WriteFile(filepath.Join(dir, "lines.mjs"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	var input bytes.Buffer
	all := urls(1000)
	for _, url := range all {
		text, err := json.Marshal(url)
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(text, '\n'))
	}
	lines := func(cmd *exec.Cmd) []string {
		cmd.Stdin, cmd.Stderr = bytes.NewReader(input.Bytes()), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v, want success", cmd, err)
		}
		return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	}
	for _, dialects := range [][]string{nil, {"urllib3@1.26.20", "yarl", "rfc3987"}} {
		args := []string{"audit", "--json", "--in", "jsonl"}
		if dialects != nil {
			args = append(args, "--as", strings.Join(dialects, ","))
		}
		want := lines(exec.Command(command, args...))
		got := lines(exec.Command(node, append([]string{filepath.Join(dir, "lines.mjs")}, dialects...)...))
		if len(got) != len(all) || len(want) != len(all) {
			t.Fatalf("%d and %d records, want %d", len(got), len(want), len(all))
		}
		for i, url := range all {
			var g, w any
			if json.Unmarshal([]byte(got[i]), &g) != nil || json.Unmarshal([]byte(want[i]), &w) != nil || !reflect.DeepEqual(g, w) {
				t.Fatalf("audit(%q, %q) =\n%s\nwant\n%s", url, dialects, got[i], want[i])
			}
		}
		t.Logf("%d URLs", len(all))
	}
}
