package whatwg_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

// nodeFileScript reads lines with a file path and its URL in JSON, and a last line with "true" if the paths are of
// Windows. It answers each with the URL of pathToFileURL for the path, and the path of fileURLToPath for the URL.
const nodeFileScript = `
const {pathToFileURL, fileURLToPath} = require('url');
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(line => line !== '');
const windows = lines.pop() === 'true';
for (const line of lines) {
	const [path, url] = JSON.parse(line);
	console.log(JSON.stringify([pathToFileURL(path, {windows}).href, fileURLToPath(url, {windows})]));
}
`

var severalSlashes = regexp.MustCompile(`//+|\\\\+`)

// TestNodeFiles compares file paths and URLs with Node's, which also accepts paths that this package rejects.
func TestNodeFiles(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to give a second opinion")
	}
	pieces := strings.Split(`/a / \ \b a B .b c.d %41 % ? # : ; & = + ~ | ^ [ ] { } < > " ' ! $ é ü 日 %2f aux nul.txt $DATA`, " ")
	pieces = append(pieces, " ", "\t", "\n", "\u202e", "\U0001f600")
	for _, system := range []struct {
		name   string
		starts []string
		url    func(string) (whatwg.URL, error)
		path   func(whatwg.URL) (string, error)
	}{
		{"POSIX", []string{"/x", "/home/x"}, whatwg.FromPOSIXPath, whatwg.URL.POSIXPath},
		{"Windows", []string{`C:\x`, `d:/x`, `\\server\share\x`}, whatwg.FromWindowsPath, whatwg.URL.WindowsPath},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		var in bytes.Buffer
		var paths []string
		for range 20000 {
			path := system.starts[rng.IntN(len(system.starts))]
			for range rng.IntN(8) {
				path += pieces[rng.IntN(len(pieces))]
			}
			u, err := system.url(path)
			if err != nil {
				continue
			}
			if _, err := rfc3986.ParseURI(u.Href()); err != nil {
				t.Error(err)
			}
			paths = append(paths, path)
			line, _ := json.Marshal([]string{path, u.Href()})
			in.Write(append(line, '\n'))
		}
		fmt.Fprintln(&in, system.name == "Windows")
		cmd := exec.Command(node, "-e", nodeFileScript)
		cmd.Stdin, cmd.Stderr = &in, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if len(answers) != len(paths) || len(paths) < 1000 {
			t.Fatalf("%d answers for %d paths", len(answers), len(paths))
		}
		for i, path := range paths {
			var answer [2]string
			if err := json.Unmarshal([]byte(answers[i]), &answer); err != nil {
				t.Fatal(err)
			}
			if system.name == "Windows" {
				path = strings.ReplaceAll(path, "/", `\`)
			}
			if answer[1] != path {
				t.Errorf("%s path %q: Node reads the URL as %q", system.name, path, answer[1])
			}
			u, err := whatwg.Parse(answer[0])
			if err != nil {
				t.Fatal(err)
			}
			clean := severalSlashes.ReplaceAllStringFunc(path, func(s string) string { return s[:1] }) // Node drops empty names
			if got, err := system.path(u); got != path && got != clean && !strings.HasPrefix(path, `\\`) || err != nil {
				t.Errorf("%s path %q: Node's URL %s is %q, %v", system.name, path, answer[0], got, err)
			}
		}
	}
}
