package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the path of the module.
const module = "earl.example"

// floors are the rooms of the house, from the ground up. A room is a folder
// with all below it that is not a room itself; package earl is ".". What is
// in a room may import what is in the same room and in rooms of lower floors,
// so that dialects, which share a floor, never import each other.
var floors = [][]string{
	{"internal/text"},
	{"internal/python"},
	{"internal/names"},
	{"urlerr"},
	{"internal/neturl", "reading"},
	{"models/libcurl", "rfc1808", "rfc3986", "urllib", "whatwg"},
	{".", "urltext"},
	{"canon"},
	{"audit", "baseurl"},
	{"cmd/earl", "examples"},
}

// helpers is the folder of the packages that only tests and generators import.
const helpers = "internal/testing/"

// commandOnly are the modules and packages that only the command may use.
var commandOnly = []string{"github.com/klauspost/compress", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/net/publicsuffix", "golang.org/x/term"}

// A goPackage is what go list says of a package.
type goPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string // of its files but tests
	Deps       []string // all that it needs, at any remove
	CgoFiles   []string
}

// folder returns the package's folder in the module, "." for package earl, or
// "" if it is no package of the module.
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

// goList returns the packages of the module and all that they need.
func goList(t *testing.T) map[string]*goPackage {
	t.Helper()
	list := runGoList(t, "-deps", "-json=ImportPath,Standard,Imports,Deps,CgoFiles")
	all := map[string]*goPackage{}
	for d := json.NewDecoder(list); ; {
		p := new(goPackage)
		if err := d.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	if all[module] == nil {
		t.Fatal("go list does not list the module itself")
	}
	return all
}

// runGoList returns what go list prints of the packages of the module.
func runGoList(t *testing.T, flags ...string) io.Reader {
	t.Helper()
	cmd := exec.Command("go", append(append([]string{"list"}, flags...), "./...")...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	}
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	return bytes.NewReader(out)
}

// room returns the room that a folder belongs to, and its floor.
func room(folder string) (room string, floor int) {
	floor = -1
	for i, rooms := range floors {
		for _, r := range rooms {
			if (folder == r || r != "." && strings.HasPrefix(folder, r+"/")) && len(r) > len(room) {
				room, floor = r, i
			}
		}
	}
	return room, floor
}

// TestImports: a room imports only rooms below it, helpers of tests are used
// by tests, the library needs nothing but the standard library and
// golang.org/x, and what only the command may use stays there.
func TestImports(t *testing.T) {
	t.Parallel()
	all := goList(t)
	for _, p := range all {
		from := p.folder()
		if from == "" {
			continue
		}
		helper := strings.HasPrefix(from, helpers)
		if _, floor := room(from); floor < 0 && !helper {
			t.Errorf("%s is in no room: give it a floor in internal/testing/house and a line in ARCHITECTURE.md", from)
			continue
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s uses cgo", from)
		}
		for _, path := range p.Imports {
			if to := folder(path); to != "" && !helper {
				checkImport(t, from, to)
			}
		}
		if helper || strings.HasPrefix(from, "cmd/") {
			continue
		}
		for _, path := range p.Deps {
			dep := all[path]
			if !dep.Standard && dep.folder() == "" && !strings.HasPrefix(path, "golang.org/x/") {
				t.Errorf("%s, which is of the library, needs %s", from, path)
			}
		}
	}
}

// TestNoNetwork: reading, resolving and comparing URLs is not access to what
// they name (G-007, G-178). No package of the library can open a connection,
// look a name up or start a program, and the dialects cannot open a file.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	for _, p := range goList(t) {
		from := p.folder()
		if from == "" || strings.HasPrefix(from, helpers) || strings.HasPrefix(from, "cmd/") || strings.HasPrefix(from, "examples/") {
			continue
		}
		banned := []string{"net", "net/http", "os/exec", "plugin"}
		if _, floor := room(from); floor < slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, ".") }) {
			banned = append(banned, "os", "io/fs", "io/ioutil", "path/filepath")
		}
		for _, path := range p.Imports {
			if slices.Contains(banned, path) && !(path == "syscall" && namesOnly(t, from, path, "RawConn")) {
				t.Errorf("%s imports %s", from, path)
			}
		}
	}
}

// namesOnly reports whether the files of a folder name nothing of an imported
// package but one type: net.Dialer.Control has one of syscall in its signature.
func namesOnly(t *testing.T, folder, path, name string) bool {
	t.Helper()
	for _, f := range mustGo(t) {
		if f.folder() != folder || f.test() {
			continue
		}
		only := true
		ast.Inspect(f.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := sel.X.(*ast.Ident); ok && of.Name == path && sel.Sel.Name != name {
					only = false
				}
			}
			return true
		})
		if !only {
			return false
		}
	}
	return true
}

func checkImport(t *testing.T, from, to string) {
	t.Helper()
	if strings.HasPrefix(to, helpers) {
		t.Errorf("%s imports %s, which is for tests", from, to)
	}
	fromRoom, fromFloor := room(from)
	toRoom, toFloor := room(to)
	if fromRoom != toRoom && fromFloor <= toFloor {
		t.Errorf("%s imports %s, which is not below it", from, to)
	}
}

// TestFloors: the table of floors names what there is, and no more.
func TestFloors(t *testing.T) {
	t.Parallel()
	for _, names := range floors {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Error(err)
			}
		}
	}
	tests := []struct {
		folder, room string
	}{
		{".", "."}, {"internal/text/ascii", "internal/text"}, {"models/libcurl", "models/libcurl"},
		{"cmd/earl", "cmd/earl"}, {"cmd/earl/internal/pairs", "cmd/earl"}, {"cmd/other", ""}, {"urllibs", ""},
	}
	for _, tt := range tests {
		if got, _ := room(tt.folder); got != tt.room {
			t.Errorf("%s is in %q, want %q", tt.folder, got, tt.room)
		}
	}
}

// TestRequirements: ARCHITECTURE.md gives the reason for each module that is
// required, and golang.org/x aside they are for the command or for tests.
func TestRequirements(t *testing.T) {
	t.Parallel()
	architecture := document(t, "ARCHITECTURE.md")
	required := requirements(t)
	for _, path := range required {
		if !strings.Contains(architecture, "`"+path+"`") {
			t.Errorf("ARCHITECTURE.md does not say why %s is needed", path)
		}
	}
	all := goList(t)
	for _, p := range all {
		if folder := p.folder(); folder == "" || folder == "cmd/earl" || strings.HasPrefix(folder, "cmd/earl/") {
			continue
		}
		for _, path := range p.Imports {
			for _, only := range commandOnly {
				if path == only || strings.HasPrefix(path, only+"/") {
					t.Errorf("%s imports %s, which is the command's", p.folder(), path)
				}
			}
		}
	}
}

// requirements returns the modules that go.mod requires directly.
func requirements(t *testing.T) []string {
	t.Helper()
	var all []string
	for line := range strings.Lines(document(t, "go.mod")) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) == 2 && strings.HasPrefix(fields[1], "v") {
			all = append(all, fields[0])
		}
	}
	return all
}
