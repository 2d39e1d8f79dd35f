package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestCommand: wrong usage has the status 2, and an error has the status 1.
func TestCommand(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	const usage = "Usage: go run ./web [-port N]\n       go run ./web -o DIR [-site ADDRESS]\n       go run ./web -npm DIR\n       go run ./web -vectors FILE\n"
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		want   string // the beginning of the message
	}{
		{"help", []string{"-h"}, 0, usage + "  -npm DIR\n"},
		{"an argument", []string{"a"}, 2, usage + "  -npm DIR\n"},
		{"an unknown flag", []string{"-x"}, 2, "flag provided but not defined: -x\n" + usage},
		{"no number", []string{"-port", "x"}, 2, `invalid value "x" for flag -port: parse error` + "\n" + usage},
		{"an address without files", []string{"-site", "http://h/"}, 2,
			"web: -site needs -o: only written files have an address of their own\n"},
		{"a port in use", []string{"-port", port}, 1, "web: listen tcp 127.0.0.1:" + port + ": "},
	} {
		var message bytes.Buffer
		if status := command(tt.args, &message); status != tt.status || !strings.HasPrefix(message.String(), tt.want) {
			t.Errorf("%s: status %d, %q, want status %d and a text that begins with %q", tt.name, status, &message, tt.status, tt.want)
		}
		if tt.status == 1 && !strings.HasSuffix(message.String(), "; name another port with -port\n") {
			t.Errorf("%s: %q, want advice to name another port", tt.name, &message)
		}
	}
}

// TestWriteFiles: files are written with their folders, and cannot be executed.
func TestWriteFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	if err := writeFiles(dir, map[string][]byte{"a": []byte("old"), "b/c/d": []byte("text")}); err != nil {
		t.Fatal(err)
	}
	if err := writeFiles(dir, map[string][]byte{"a": []byte("new")}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "new", "b/c/d": "text"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s has the text %q, %v, want %q", name, got, err, want)
		}
		if info, err := os.Stat(path); err != nil || info.Mode()&0o111 != 0 {
			t.Errorf("%s: %v, %v, want a file without permission to execute", name, info.Mode(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode()&0o111 != 0o111 && os.PathSeparator == '/' {
		t.Errorf("the folder is %v, %v, want everybody's permission to enter it", info.Mode(), err)
	}
	for name, bad := range map[string]string{"a file as a folder": "a/b", "a folder as a file": "b"} {
		if err := writeFiles(dir, map[string][]byte{bad: nil}); err == nil {
			t.Errorf("%s: writeFiles returned nil, want an error", name)
		}
	}
}

// TestPackage: the npm package has the parsers, the glue, and the files of the folder npm.
func TestPackage(t *testing.T) {
	t.Parallel()
	files, err := packageTexts([]byte("wasm"), []byte("glue"))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := strings.CutPrefix(string(files["wasm.js"]), `export default "`)
	text, _ = strings.CutSuffix(text, "\";\n")
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if wasm, err := io.ReadAll(r); string(wasm) != "wasm" || err != nil {
		t.Errorf("wasm.js has %q, %v, want the program", wasm, err)
	}
	want := map[string]string{"wasm.js": string(files["wasm.js"]), "go.js": fmt.Sprintf(glueModule, "glue")}
	for _, name := range []string{"README.md", "index.d.ts", "index.js", "package.json", "require.cjs"} {
		text, err := os.ReadFile(filepath.Join("npm", name))
		if err != nil {
			t.Fatal(err)
		}
		want[name] = string(text)
	}
	for name, text := range want {
		if string(files[name]) != text {
			t.Errorf("%s has %d bytes, want %d", name, len(files[name]), len(text))
		}
	}
	if len(files) != len(want) {
		t.Errorf("the package has %d files, want %d", len(files), len(want))
	}
}

// TestWrite: the written page has compressed files for hosts.
func TestWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the commands of the module tools")
	}
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	s, err := assemble([]byte("wasm"), []byte("glue"), "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	first := "advisories/" + slug("CVE-2026-24779")
	for _, name := range []string{"earl.wasm", "earl.wasm.gz", "earl.wasm.br", "index.html.br", first + ".html", first + ".html.gz"} {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v, want a file that is not empty", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(first+".html.br"))); err == nil {
		t.Errorf("%s.html.br exists, want only gzip for the files of an advisory", first)
	}
	if _, err := run(nil, "", "run", "./no-such-tool-"+strconv.Itoa(os.Getpid())); err == nil || !strings.Contains(err.Error(), "no-such-tool") {
		t.Errorf("an unknown tool has the error %v, want one with the message of the go command", err)
	}
}
