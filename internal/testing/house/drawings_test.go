package house

import (
	"go/ast"
	"reflect"
	"strings"
	"testing"

	"earl.example/internal/show"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

// A named value is the name of a component in a drawing, and its value.
type namedValue struct{ name, value string }

// values returns the components of a URL in order, by the accessors of a package. Absent and empty components are not
// drawn.
var values = map[string]func(url string) []namedValue{
	"rfc3986": func(url string) []namedValue {
		r, _ := rfc3986.Parse(url)
		userinfo, _ := r.Userinfo()
		host, _ := r.Host()
		port, _ := r.Port()
		query, _ := r.Query()
		fragment, _ := r.Fragment()
		return []namedValue{{"scheme", r.Scheme()}, {"userinfo", userinfo}, {"host", host}, {"port", port},
			{"path", r.Path()}, {"query", query}, {"fragment", fragment}}
	},
	"rfc1808": func(url string) []namedValue {
		u := rfc1808.Parse(url)
		netLoc, _ := u.NetLoc()
		params, _ := u.Params()
		query, _ := u.Query()
		fragment, _ := u.Fragment()
		return []namedValue{{"scheme", u.Scheme()}, {"net_loc", netLoc}, {"path", u.Path()}, {"params", params},
			{"query", query}, {"fragment", fragment}}
	},
	"whatwg": func(url string) []namedValue {
		u, _ := whatwg.Parse(url)
		return []namedValue{{"protocol", u.Protocol()}, {"username", u.Username()}, {"password", u.Password()},
			{"hostname", u.Hostname()}, {"port", u.Port()}, {"pathname", u.Pathname()}, {"search", u.Search()}, {"hash", u.Hash()}}
	},
}

// isDrawing reports whether a comment has characters of a drawing.
func isDrawing(comment string) bool {
	return strings.ContainsAny(comment, "┌┐└┘├┤┬┴─│")
}

// drawn returns the drawing of a URL in a package: the URL, with a bracket and a name below each component.
func drawn(t *testing.T, pkg, url string) string {
	t.Helper()
	of := values[pkg]
	if of == nil {
		t.Fatalf("%s has a drawing of %q, and no function in values", pkg, url)
	}
	var parts []show.Part
	at := 0
	for _, v := range of(url) {
		if v.value == "" {
			continue
		}
		i := strings.Index(url[at:], v.value)
		if i < 0 {
			t.Fatalf("%s of %q is %q, which does not occur after byte %d", v.name, url, v.value, at)
		}
		parts = append(parts, show.Part{Name: v.name, Start: at + i, End: at + i + len(v.value)})
		at += i + len(v.value)
	}
	return show.Drawing(url, parts, show.Style{Columns: 115})
}

// TestDrawings checks that each drawing in a comment is the drawing of its URL.
func TestDrawings(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	for _, f := range mustGo(t) {
		if f.test() {
			continue
		}
		for _, group := range f.file.Comments {
			if !isDrawing(group.Text()) {
				continue
			}
			var block strings.Builder
			for line := range strings.Lines(group.Text()) {
				switch rest, ok := strings.CutPrefix(line, "\t"); {
				case ok:
					block.WriteString(rest)
				case isDrawing(block.String()):
				default:
					block.Reset()
				}
			}
			got := strings.TrimRight(block.String(), "\n")
			url, _, _ := strings.Cut(got, "\n")
			if want := strings.TrimRight(drawn(t, f.folder(), url), "\n"); got != want {
				t.Errorf("%s: the drawing is\n%s\nwant\n%s", f.path, got, want)
			}
			found[f.folder()]++
		}
	}
	for pkg := range values {
		if found[pkg] == 0 {
			t.Errorf("%s has no drawing", pkg)
		}
	}
}

// TestOffsetsDrawing checks the drawing of the offsets in the comment of the fields of whatwg.URL.
func TestOffsetsDrawing(t *testing.T) {
	t.Parallel()
	var comment string
	for _, f := range mustGo(t) {
		if f.path != "whatwg/url.go" {
			continue
		}
		ast.Inspect(f.file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && len(field.Names) == 1 && field.Names[0].Name == "href" {
				comment = field.Doc.Text()
			}
			return true
		})
	}
	url, checked := "", 0
	for line := range strings.Lines(comment) {
		line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "\t")
		switch {
		case !ok:
		case strings.Contains(line, "://"):
			url = line
		default:
			name := strings.TrimLeft(line, " |")
			if name == "" {
				continue
			}
			field := reflect.ValueOf(whatwg.MustParse(url)).FieldByName(name)
			if column := strings.Index(line, name); !field.IsValid() || int(field.Uint()) != column {
				t.Errorf("the offset %s of %q is drawn at %d, want %v", name, url, column, field)
			}
			checked++
		}
	}
	if checked != 7 {
		t.Errorf("the comment draws %d offsets, want 7", checked)
	}
}
