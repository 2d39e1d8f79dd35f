package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"earl.example/internal/testing/urltest"
)

// module is the path of the module.
const module = "earl.example"

// layers lists the groups of packages from the bottom up. A group is a folder with everything below it; package
// earl is ".". A package imports packages of its own group and of lower layers. So dialects never import each other,
// except that a model may import the standard that its program implements, or the model of a parser that it calls.
var layers = [][]string{
	{"internal/text"},
	{"internal/python", "internal/gallery"},
	{"internal/names"},
	{"urlerr"},
	{"reading"},
	{"internal/cite", "internal/model", "internal/neturl", "internal/steps"},
	{"rfc1808", "rfc3986", "urllib", "whatwg"},
	{"models/javanet", "models/urllib3"}, // parsers that other programs call
	{"models/*"},
	{".", "httptarget", "urltext"},
	{"canon"},
	{"audit", "baseurl"},
	{"guard"},
	{"internal/show", "internal/disagree"},
	{"cmd/earl/internal/bulk", "cmd/earl/internal/files", "cmd/earl/internal/weblog"},
	{"cmd/earl/internal/cli"},
	{"cmd/earl/internal/view"},
	{"cmd/earl/internal/field", "cmd/earl/internal/record"},
	{"cmd/earl/internal/command"},
	{"cmd/earl", "examples", "web"},
}

// testOnly is the folder of the packages that only tests and generators import.
const testOnly = "internal/testing/"

// commandOnly lists the modules and packages that only the command and the page import. The package regexp is large, and
// slow for hostile text.
var commandOnly = []string{
	"github.com/expr-lang/expr", "github.com/klauspost/compress", "github.com/spf13/cobra", "github.com/spf13/pflag",
	"golang.org/x/net/publicsuffix", "golang.org/x/term", "regexp",
}

// A goPackage is what go list reports of a package.
type goPackage struct {
	ImportPath, Name, Export string
	Standard                 bool
	Imports                  []string // of its files, tests excepted
	Deps                     []string // its imports, and theirs
	CgoFiles                 []string
}

// folder returns the package's folder in the module, or "" if it is outside the module.
func (p *goPackage) folder() string { return folder(p.ImportPath) }

func folder(importPath string) string {
	if importPath == module {
		return "."
	}
	rest, ok := strings.CutPrefix(importPath, module+"/")
	if !ok {
		return ""
	}
	return rest
}

var listed = sync.OnceValues(func() (map[string]*goPackage, error) {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Name,Export,Standard,Imports,Deps,CgoFiles",
		"./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	all := map[string]*goPackage{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(goPackage)
		if err := d.Decode(p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p
	}
})

// goList returns the packages of the module and of their imports, by import path.
func goList(t *testing.T) map[string]*goPackage {
	t.Helper()
	urltest.Live(t)
	all, err := listed()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	}
	if err != nil {
		t.Fatal(err)
	}
	if all[module] == nil {
		t.Fatal("go list does not list the module itself")
	}
	return all
}

// group returns the group that a folder belongs to, and its layer: -1 without one.
func group(folder string) (group string, layer int) {
	segments := strings.Split(folder, "/")
	for i, patterns := range layers {
		for _, pattern := range patterns {
			n := 1 + strings.Count(pattern, "/")
			if n > len(segments) {
				continue
			}
			head := strings.Join(segments[:n], "/")
			if ok, _ := path.Match(pattern, head); ok {
				return head, i
			}
		}
	}
	return "", -1
}

// TestImports checks that packages import only lower layers, that the library needs only the standard library and
// golang.org/x, and that nothing uses cgo.
func TestImports(t *testing.T) {
	t.Parallel()
	all := goList(t)
	for _, p := range all {
		from := p.folder()
		if from == "" || strings.HasPrefix(from, testOnly) {
			continue
		}
		fromGroup, fromLayer := group(from)
		if fromLayer < 0 {
			t.Errorf("%s has no layer: add it to the table layers and to ARCHITECTURE.md", from)
			continue
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s uses cgo", from)
		}
		command := strings.HasPrefix(from, "cmd/") || fromGroup == "web"
		for _, imported := range p.Imports {
			to := folder(imported)
			toGroup, toLayer := group(to)
			switch {
			case strings.HasPrefix(to, testOnly):
				t.Errorf("%s imports %s, which is for tests", from, to)
			case to != "" && fromGroup != toGroup && fromLayer <= toLayer:
				t.Errorf("%s imports %s, which is not in a lower layer", from, to)
			}
			for _, only := range commandOnly {
				if !command && (imported == only || strings.HasPrefix(imported, only+"/")) {
					t.Errorf("%s imports %s, which is for the command and the page", from, imported)
				}
			}
		}
		for _, dep := range p.Deps {
			if !command && !all[dep].Standard && folder(dep) == "" && !strings.HasPrefix(dep, "golang.org/x/") {
				t.Errorf("%s, a package of the library, needs %s", from, dep)
			}
		}
	}
}

// TestNoNetwork checks that reading, resolving and comparing URLs does not access the resources (G-007, G-178). A
// package of the library other than guard cannot connect, look a name up or start a program, and a dialect cannot open
// a file.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	_, earl := group(".")
	for _, p := range goList(t) {
		from := p.folder()
		group, layer := group(from)
		if from == "" || layer < 0 || from == "guard" || strings.HasPrefix(from, "cmd/") ||
			slices.Contains(layers[len(layers)-1], group) {
			continue
		}
		banned := []string{"net", "net/http", "os/exec", "plugin"}
		if layer < earl {
			banned = append(banned, "os", "io/fs", "io/ioutil", "path/filepath")
		}
		for _, imported := range p.Imports {
			if slices.Contains(banned, imported) {
				t.Errorf("%s imports %s", from, imported)
			}
		}
	}
}

// TestLayers checks that each group exists, and how folders belong to groups.
func TestLayers(t *testing.T) {
	t.Parallel()
	for _, patterns := range layers {
		for _, pattern := range patterns {
			if found, err := filepath.Glob(filepath.Join(root, pattern)); err != nil || len(found) == 0 {
				t.Errorf("there is no %s: %v", pattern, err)
			}
		}
	}
	for _, tt := range []struct{ folder, group string }{
		{".", "."}, {"internal/text/ascii", "internal/text"}, {"models/libcurl", "models/libcurl"},
		{"models/other/internal/x", "models/other"}, {"models", ""},
		{"cmd/earl", "cmd/earl"}, {"cmd/earl/internal/files", "cmd/earl/internal/files"}, {"cmd/other", ""}, {"urllibs", ""},
	} {
		if got, _ := group(tt.folder); got != tt.group {
			t.Errorf("%s is in %q, want %q", tt.folder, got, tt.group)
		}
	}
}
