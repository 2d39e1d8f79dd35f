package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed static
var static embed.FS

// A site maps names to the files of the page.
type site map[string][]byte

// build compiles the parsers and returns the page for a site with an address, or "".
func build(address string) (site, error) {
	wasm, glue, err := compile("earl.example/web/wasm")
	if err != nil {
		return nil, err
	}
	return assemble(wasm, glue, address)
}

// assemble returns the page. wasm has the compiled parsers, and glue is the JavaScript file of the Go release that runs
// them.
func assemble(wasm, glue []byte, address string) (site, error) {
	texts := map[string][]byte{"earl.wasm": wasm, "wasm_exec.js": glue}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			texts[name], err = fs.ReadFile(files, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if texts["start.json"], err = start(); err != nil {
		return nil, err
	}
	size := []byte(strconv.Itoa(len(wasm)))
	texts["index.html"] = bytes.ReplaceAll(texts["index.html"], []byte("{{SIZE}}"), size)

	// The service worker contains a hash of the other files, so it is written last.
	hash := sha256.New()
	cached := []string{"./"}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(hash, "%s %d\n", name, len(texts[name]))
		hash.Write(texts[name])
		if name != "sw.js" && name != "index.html" {
			cached = append(cached, name)
		}
	}
	list, err := json.Marshal(cached)
	if err != nil {
		return nil, err
	}
	texts["sw.js"] = []byte(strings.NewReplacer(
		"{{VERSION}}", hex.EncodeToString(hash.Sum(nil))[:16], "{{FILES}}", string(list)).Replace(string(texts["sw.js"])))
	// The pages of advisories are not kept for use without a network: the live page can show all of them.
	if err := advisories(texts, address); err != nil {
		return nil, err
	}
	return texts, nil
}

func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	w.Write(text)                                         // writing to a buffer cannot fail
	w.Close()
	return b.Bytes()
}

// cookiejar replaces package net/http/cookiejar in the build of the page. Package publicsuffix needs only its interface
// PublicSuffixList. The real package would add the HTTP client, which has 1.8 MB.
const cookiejar = `package cookiejar

type PublicSuffixList interface {
	PublicSuffix(domain string) string
	String() string
}
`

// compile compiles a program to WebAssembly. glue is the JavaScript file of the Go release that runs them.
func compile(program string) (wasm, glue []byte, err error) {
	root, mod, err := folders()
	if err != nil {
		return nil, nil, err
	}
	if glue, err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "earl-web")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	config, out := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "earl.wasm")
	replaced := filepath.Join(root, "src", "net", "http", "cookiejar")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(replaced, "jar.go"): filepath.Join(dir, "jar.go"), filepath.Join(replaced, "punycode.go"): "",
		// The page writes only UTF-8. The other encodings of the Encoding Standard need 80 KB.
		filepath.Join(mod, "internal", "text", "encoding", "index.txt"): filepath.Join(dir, "index.txt"),
	}})
	if err != nil {
		return nil, nil, err
	}
	files := map[string][]byte{"jar.go": []byte(cookiejar), "index.txt": nil, "overlay.json": overlay}
	if err := writeFiles(dir, files); err != nil {
		return nil, nil, err
	}
	// Without inlining the compressed program has a tenth less, and takes 1.4 times as long for an audit.
	if _, err := run(nil, "", "build", "-overlay", config, "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-gcflags=all=-l", "-o", out, program); err != nil {
		return nil, nil, err
	}
	wasm, err = os.ReadFile(out)
	return wasm, glue, err
}

// folders returns the folders of Go and of the module.
func folders() (root, mod string, err error) {
	out, err := run(nil, "", "env", "GOROOT", "GOMOD")
	root, mod, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return root, filepath.Dir(mod), err
}

// run runs the go command in a folder and returns its output. The argument "build" builds for browsers.
func run(input []byte, dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, bytes.NewReader(input), os.Environ()
	if args[0] == "build" {
		cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	}
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, &messages)
	}
	return out, nil
}

// types maps file name extensions to media types.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml",
	".webmanifest": "application/manifest+json",
}

// ServeHTTP serves the files.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	text, ok := s[name]
	h := w.Header()
	switch {
	case !ok:
		http.NotFound(w, r)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "405 method not allowed", http.StatusMethodNotAllowed)
		return
	}
	h.Set("Content-Type", types[path.Ext(name)])
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "frame-ancestors 'none'")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	sum := sha256.Sum256(text)
	h.Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}
