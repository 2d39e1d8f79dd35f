package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/testing/urltest"
)

// yamlValue returns the value of a key in one line of a YAML file.
func yamlValue(t *testing.T, yaml, key string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^ *` + key + `: (.*)$`).FindStringSubmatch(yaml)
	if m == nil {
		t.Fatalf("no key %s in the file", key)
	}
	return m[1]
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHook runs the command line of .pre-commit-hooks.yaml. It needs no pre-commit.
func TestHook(t *testing.T) {
	t.Parallel()
	yaml := readFile(t, "../../.pre-commit-hooks.yaml")
	var args []string
	if err := json.Unmarshal([]byte(yamlValue(t, yaml, "args")), &args); err != nil {
		t.Fatal(err)
	}
	command := append(strings.Fields(yamlValue(t, yaml, "entry")), args...)
	if command[0] != "earl" {
		t.Fatalf("the entry runs %s, want earl", command[0])
	}
	const split = "host-disagreement,host-split-backslash"
	for _, tt := range []struct {
		name, file, text string
		want             []string // line:column and findings
	}{
		{"Python", "a.py", "import x\n\nx.get('http://good.example\\@127.0.0.1/')\n", []string{"3:8 " + split}},
		{"escaped in Go", "a.go", "package a\n\nconst u = \"http://good.example\\\\@127.0.0.1/\"\n", []string{"3:12 " + split}},
		{"CRLF", "a.txt", "one\r\ntwo http://a@b@c.example/\r\n", []string{"2:5 multi-at"}},
		{"Markdown", "a.md", "[é](http://a@b@c.example/) and <http://0x7f.1/>\n",
			[]string{"1:5 multi-at", "1:33 ipv4-nonstandard"}},
		{"HTML", "a.html", "<p>x\n<a href=\"/x\"></a> <a\nhref=\"http://good.example\\@127.0.0.1/\">x</a>\n", []string{"3:7 " + split}},
		{"escaped in HTML", "b.html", "<a href='http://good.example&#92;@127.0.0.1/'>x</a>\n", []string{"1:10 " + split}},
		{"JSON", "a.json", "{\n  \"a\": \"http:\\/\\/good.example\\\\@127.0.0.1/\"\n}\n", []string{"2:9 " + split}},
		{"YAML that looks like mail", "a.yaml", "subject: x\nurl: http:\\\\good.example\n", []string{"2:6 host-disagreement,backslash-authority"}},
		{"a message", "a.eml", "Subject: x\n\nhttp://a@b@c.example\n", []string{"multi-at"}},
		{"no UTF-8", "latin.txt", "caf\xe9 http://a@b@c.example/caf\xe9 http://a@b@d.example\n", []string{"1:6 multi-at", "1:32 multi-at"}},
		{"NUL", "a.bin", "\x00\x01http://h/\x00http://a@b@c.example\x00", []string{"1:13 multi-at"}},
		{"UTF-16", "utf16.txt", "\xff\xfea\x00\n\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00@\x00b\x00@\x00c\x00", []string{"2:1 multi-at"}},
		{"empty", "empty", "", nil},
		{"clean", "clean.py", "x = 'https://a.example/b?c=d\\n' # http://localhost:8080/, http://%s:%d/ or http://${H}/\r\n" +
			"re = r'https?://good\\.example/\\S+' + \"http://\\\"\n", nil},
		{"clean HTML", "clean.html", "<a href=''>\n<img src='data:image/gif;base64,R0lGODlhAQAB'><a href='../b'><a href='#c'>\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeFiles(t, dir, map[string]string{tt.file: tt.text, "other.txt": "http://a.example/\n"})
			name := filepath.Join(dir, tt.file)
			var out, messages bytes.Buffer
			status := run(context.Background(), append(command[1:len(command):len(command)], name, filepath.Join(dir, "other.txt")),
				strings.NewReader(""), &out, &messages)
			var got []string
			for line := range strings.Lines(out.String()) {
				fields := strings.Split(line, "\t")
				place, ok := strings.CutPrefix(fields[0], "place="+name)
				if !ok {
					t.Errorf("%q, want it to begin with %q", line, "place="+name)
				}
				got = append(got, strings.TrimSpace(strings.TrimPrefix(place, ":")+" "+strings.TrimPrefix(fields[3], "findings=")))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			want := cli.StatusOK
			if len(tt.want) > 0 {
				want = cli.StatusNo
			}
			if status != want || (messages.Len() > 0) != (want == cli.StatusNo) {
				t.Errorf("status %d, message %q, want status %d, and a message if it is not 0", status, &messages, want)
			}
		})
	}
}

// TestAction runs the script of action.yml in a repository.
func TestAction(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	for _, program := range []string{"bash", "git", "xargs", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	yaml := readFile(t, filepath.Join(root, "action.yml"))
	_, script, _ := strings.Cut(yaml, "      run: |\n")
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false",
			"-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v, %s", args, err, text)
		}
		return strings.TrimSpace(string(text))
	}
	const bad = "http://good.example\\@127.0.0.1/\n"
	git("init", "--quiet")
	writeFiles(t, dir, map[string]string{"old.txt": bad, "changed.txt": "x\n", "deleted.txt": bad})
	git("add", ".")
	git("commit", "--quiet", "-m", "a")
	base := git("rev-parse", "HEAD")
	writeFiles(t, dir, map[string]string{
		"changed.txt": "x\r\n\"" + bad, "a b'é.md": "<" + bad, "--output=x": bad, "image.png": "\x00" + bad, "clean.txt": "http://a.example/\n",
		":(top)": bad,
	})
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	git("rm", "--quiet", "deleted.txt")
	git("add", ".")
	git("commit", "--quiet", "-m", "b")
	for _, tt := range []struct {
		name, base, paths string
		set               []string
		want              []string // files and places of host-split-backslash
		status            int
	}{
		{"changed files", base, ".", nil, []string{"--output%3Dx:1:20", "%3A%28top%29:1:20", "a%20b%27%C3%A9.md:1:21", "changed.txt:2:21"}, 1},
		{"all files", "", ".", nil,
			[]string{"--output%3Dx:1:20", "%3A%28top%29:1:20", "a%20b%27%C3%A9.md:1:21", "changed.txt:2:21", "old.txt:1:20"}, 1},
		{"some paths", "", "*.txt\n:!changed.txt", nil, []string{"old.txt:1:20"}, 1},
		{"clean files", "", "clean.txt", nil, nil, 0},
		{"no files", "", "*.go", nil, nil, 0},
		{"never fail", base, "changed.txt", []string{"FAIL_ON="}, []string{"changed.txt:2:21"}, 0},
		{"ignore", base, "changed.txt", []string{"IGNORE=host-disagreement,host-split-backslash,dest-internal"}, nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command("bash", "-c", script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "ACTION="+root, "PATHS="+tt.paths, "BASE="+tt.base, "SARIF=earl.sarif")
			for _, name := range []string{"fail-on", "min-severity", "ignore"} {
				_, input, _ := strings.Cut(yaml, "  "+name+":\n")
				cmd.Env = append(cmd.Env, strings.ToUpper(strings.ReplaceAll(name, "-", "_"))+"="+yamlValue(t, input, "default"))
			}
			cmd.Env = append(cmd.Env, tt.set...)
			text, _ := cmd.CombinedOutput()
			if status := cmd.ProcessState.ExitCode(); status != tt.status {
				t.Fatalf("status %d, want %d: %s", status, tt.status, text)
			}
			var doc sarifLog
			if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, "earl.sarif"))), &doc); err != nil {
				t.Fatal(err)
			}
			checkSarif(t, &doc)
			var got []string
			for _, r := range doc.Runs[0].Results {
				if at := r.Locations[0].PhysicalLocation; r.RuleID == "host-split-backslash" {
					got = append(got, fmt.Sprintf("%s:%d:%d", at.ArtifactLocation.URI, at.Region.StartLine, at.Region.StartColumn))
				}
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("results at %q, want %q", got, tt.want)
			}
		})
	}
}
