package house

import (
	"go/ast"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A proof is what shows a requirement: a test, and how often the files of the
// test name the requirement.
type proof struct {
	test  string // such as rfc3986.TestSplits
	times int
}

// tablesOf are files that hold tables for the tests of a package in another
// way than as variables that the tests name, and the test that runs them all.
var tablesOf = []struct{ files, test string }{
	{"urllib/testdata/calls/*.txt", "urllib.TestVectors"},
	{"urllib/judge_loops_test.go", "urllib.TestVectors"},
}

// requirementID matches the number of a requirement.
var requirementID = regexp.MustCompile(`\b(?:[A-Z]-\d{2,3}|B-\d\.\d+|B-\d)\b`)

// testName matches the name of a test, a fuzz target or an example.
var testName = regexp.MustCompile(`^(Test|Fuzz|Example)([A-Z_]|$)`)

// A testDecl is a declaration on the top level of a test file.
type testDecl struct {
	ids  []string        // requirements that its text names
	uses map[string]bool // identifiers in it
	test string          // its name, if it is a test
}

// testDecls returns the declarations of the tests in each folder, by the
// names that they declare.
func testDecls(t *testing.T) map[string]map[string]*testDecl {
	t.Helper()
	all := map[string]map[string]*testDecl{}
	for _, f := range mustGo(t) {
		if !f.test() || slices.ContainsFunc(tablesOf, func(tt struct{ files, test string }) bool { return tt.files == f.path }) {
			continue
		}
		decls := all[f.folder()]
		if decls == nil {
			decls = map[string]*testDecl{}
			all[f.folder()] = decls
		}
		for _, decl := range f.file.Decls {
			addDecl(decls, f, decl)
		}
	}
	return all
}

func addDecl(decls map[string]*testDecl, f *goFile, decl ast.Decl) {
	text := func(doc *ast.CommentGroup, n ast.Node) string {
		from := n.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		return string(f.text[f.fset.Position(from).Offset:f.fset.Position(n.End()).Offset])
	}
	d := func(doc *ast.CommentGroup, n ast.Node) *testDecl {
		d := &testDecl{ids: requirementID.FindAllString(text(doc, n), -1), uses: map[string]bool{}}
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				d.uses[id.Name] = true
			}
			return true
		})
		return d
	}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		fn := d(decl.Doc, decl)
		if testName.MatchString(decl.Name.Name) {
			fn.test = decl.Name.Name
		}
		decls[decl.Name.Name] = fn
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok {
				doc := spec.Doc
				if len(decl.Specs) == 1 {
					doc = decl.Doc
				}
				value := d(doc, spec)
				for _, name := range spec.Names {
					decls[name.Name] = value
				}
			}
		}
	}
}

// proofs returns what shows each requirement, by its number. A requirement
// that a table or a helper names is shown by the tests that are nearest to
// that: those that use it, or that use what uses it.
func proofs(t *testing.T) map[string][]proof {
	t.Helper()
	counts := map[string]map[string]int{}
	add := func(id, test string, n int) {
		if counts[id] == nil {
			counts[id] = map[string]int{}
		}
		counts[id][test] += n
	}
	for folder, decls := range testDecls(t) {
		for name, d := range decls {
			for _, test := range nearest(decls, name) {
				for _, id := range d.ids {
					add(id, packageName(folder)+"."+test, 1)
				}
			}
		}
	}
	for _, table := range tablesOf {
		for _, f := range mustText(t) {
			if ok, err := filepath.Match(table.files, f.path); err != nil {
				t.Fatal(err)
			} else if !ok {
				continue
			}
			for line := range strings.Lines(string(f.text)) {
				if !strings.HasPrefix(line, "#") {
					for _, id := range requirementID.FindAllString(line, 1) {
						add(id, table.test, 1)
					}
				}
			}
		}
	}
	all := map[string][]proof{}
	for id, tests := range counts {
		for _, test := range slices.Sorted(maps.Keys(tests)) {
			all[id] = append(all[id], proof{test, tests[test]})
		}
	}
	return all
}

// nearest returns the tests that use what is declared as name in the fewest
// steps: itself, if it is a test.
func nearest(decls map[string]*testDecl, name string) []string {
	seen := map[string]bool{name: true}
	for level := []string{name}; len(level) > 0; {
		var tests, next []string
		for _, name := range level {
			if test := decls[name].test; test != "" {
				tests = append(tests, test)
			}
			for user, d := range decls {
				if d.uses[name] && !seen[user] {
					seen[user] = true
					next = append(next, user)
				}
			}
		}
		if len(tests) > 0 {
			return tests
		}
		level = next
	}
	return nil
}

// packageName returns how a package is called in the page: by its folder, and
// the one of the module by its name.
func packageName(folder string) string {
	if folder == "." {
		return "earl"
	}
	return folder
}
