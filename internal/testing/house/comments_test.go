package house

import (
	"go/ast"
	"regexp"
	"testing"
)

// testInComment is a test, a fuzz target or a benchmark that a comment names, with the
// package that it says it is in, if any.
var testInComment = regexp.MustCompile(`(\w+\.)?\b((?:Test|Fuzz|Benchmark)[A-Z0-9]\w*)`)

// TestNamedTestsExist: what comments say is tested or measured by a function is so
// by one that there is, in the same folder if they name no package.
func TestNamedTestsExist(t *testing.T) {
	t.Parallel()
	files := mustGo(t)
	declared, anywhere := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		for _, decl := range f.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && f.test() {
				declared[f.folder()+"."+fn.Name.Name] = true
				anywhere[fn.Name.Name] = true
			}
		}
	}
	named := 0
	for _, f := range files {
		for _, group := range f.file.Comments {
			for _, m := range testInComment.FindAllStringSubmatch(group.Text(), -1) {
				named++
				if !declared[f.folder()+"."+m[2]] && (m[1] == "" || !anywhere[m[2]]) {
					t.Errorf("%s:%d: there is no %s", f.path, f.line(group.Pos()), m[0])
				}
			}
		}
	}
	if named < 100 {
		t.Errorf("comments name %d tests", named)
	}
}
