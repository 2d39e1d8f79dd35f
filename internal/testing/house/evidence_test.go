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

// tableFiles are files of test cases that name requirements, with the test that runs them.
var tableFiles = []struct{ files, test string }{
	{"urllib/testdata/calls/*.jsonl", "urllib.TestRecorded"},
	{"urllib/testdata/changes.jsonl", "urllib.TestFirstReleases"},
	{"urllib/testdata/documents.jsonl", "urllib.TestDocumentExamples"},
}

// tableTest returns the test that runs the table in a file, or "" if the file is not a table.
func tableTest(t *testing.T, path string) string {
	t.Helper()
	for _, table := range tableFiles {
		if ok, err := filepath.Match(table.files, path); err != nil {
			t.Fatal(err)
		} else if ok {
			return table.test
		}
	}
	return ""
}

// testName matches the name of a test, a fuzz target or an example.
var testName = regexp.MustCompile(`^(Test|Fuzz|Example)([A-Z_]|$)`)

// A testDecl is a top-level declaration of a test file.
type testDecl struct {
	numbers []string        // requirements that its text names
	uses    map[string]bool // identifiers in it
	test    string          // its name, if it is a test
}

// testDecls returns the declarations of the test files in each folder, by name.
func testDecls(t *testing.T) map[string]map[string]*testDecl {
	t.Helper()
	all := map[string]map[string]*testDecl{}
	for _, f := range mustGo(t) {
		if !f.test() || tableTest(t, f.path) != "" {
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
	read := func(doc *ast.CommentGroup, n ast.Node) *testDecl {
		from := n.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		text := f.text[f.fset.Position(from).Offset:f.fset.Position(n.End()).Offset]
		d := &testDecl{numbers: requirementNumber.FindAllString(string(text), -1), uses: map[string]bool{}}
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
		fn := read(decl.Doc, decl)
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
				value := read(doc, spec)
				for _, name := range spec.Names {
					decls[name.Name] = value
				}
			}
		}
	}
}

// proofs returns the tests that show each requirement. A number in a table or a helper counts for the tests that
// use it in the fewest steps.
func proofs(t *testing.T) map[string][]string {
	t.Helper()
	tests := map[string]map[string]bool{}
	add := func(number, test string) {
		if tests[number] == nil {
			tests[number] = map[string]bool{}
		}
		tests[number][test] = true
	}
	for folder, decls := range testDecls(t) {
		if folder == "." {
			folder = "earl"
		}
		for name, d := range decls {
			for _, test := range nearest(decls, name) {
				for _, number := range d.numbers {
					add(number, folder+"."+test)
				}
			}
		}
	}
	for _, f := range mustText(t) {
		if test := tableTest(t, f.path); test != "" {
			for line := range strings.Lines(string(f.text)) {
				if shows, ok := strings.CutPrefix(line, `{"shows":"`); ok {
					shows, _, _ = strings.Cut(shows, `"`)
					for _, number := range requirementNumber.FindAllString(shows, -1) {
						add(number, test)
					}
				}
			}
		}
	}
	all := map[string][]string{}
	for number := range tests {
		all[number] = slices.Sorted(maps.Keys(tests[number]))
	}
	return all
}

// nearest returns the tests that use the declaration name in the fewest steps: itself, if it is a test.
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
