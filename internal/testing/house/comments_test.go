package house

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestPackageComments checks that each package has one package comment.
func TestPackageComments(t *testing.T) {
	t.Parallel()
	packages, comments := map[string]bool{}, map[string]int{}
	for _, f := range mustGo(t) {
		if f.test() || f.script() || strings.Contains(f.folder(), "testdata") {
			continue
		}
		packages[f.folder()] = true
		if f.file.Doc != nil {
			comments[f.folder()]++
			if text := f.file.Doc.Text(); f.file.Name.Name != "main" &&
				!strings.HasPrefix(text, "Package "+f.file.Name.Name+" ") {
				t.Errorf("%s: the package comment does not begin with \"Package %s\"", f.path, f.file.Name.Name)
			}
		}
	}
	for folder := range packages {
		if comments[folder] != 1 {
			t.Errorf("%s has %d package comments", folder, comments[folder])
		}
	}
}

// TestDocComments checks that exported names have comments.
func TestDocComments(t *testing.T) {
	t.Parallel()
	for _, f := range mustGo(t) {
		if f.test() || f.generated() || f.file.Name.Name == "main" {
			continue
		}
		missing := func(name *ast.Ident, docs ...*ast.CommentGroup) {
			for _, doc := range docs {
				if doc != nil {
					return
				}
			}
			if name.IsExported() {
				t.Errorf("%s:%d: %s has no comment", f.path, f.line(name.Pos()), name.Name)
			}
		}
		for _, decl := range f.file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if reachable(decl) {
					missing(decl.Name, decl.Doc)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						missing(spec.Name, typeDocs(decl, spec)...)
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							missing(name, decl.Doc, spec.Doc, spec.Comment)
						}
					}
				}
			}
		}
	}
}

// typeDocs returns the comments that may document a type. The comment of a group of types does not.
func typeDocs(decl *ast.GenDecl, spec *ast.TypeSpec) []*ast.CommentGroup {
	if decl.Lparen == token.NoPos {
		return []*ast.CommentGroup{decl.Doc, spec.Doc}
	}
	return []*ast.CommentGroup{spec.Doc, spec.Comment}
}

// reachable reports whether fn is a function, or a method of an exported type.
func reachable(fn *ast.FuncDecl) bool {
	if fn.Recv == nil {
		return true
	}
	exported := false
	ast.Inspect(fn.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			exported = exported || id.IsExported()
		}
		_, index := n.(*ast.IndexExpr)
		return !index // type parameters do not count
	})
	return exported
}
