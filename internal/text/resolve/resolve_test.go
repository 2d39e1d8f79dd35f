package resolve_test

import (
	"strings"
	"testing"

	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/resolve"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, base string
		start, end int
		authority  bool
		want       string
	}{
		{"last segment", "x:/a/b?q", 2, 6, false, "x:/a/g"},
		{"directory", "x:/a/?q", 2, 5, false, "x:/a/g"},
		{"one segment", "x:a", 2, 3, false, "x:g"},
		{"empty path", "x:?q", 2, 2, false, "x:g"},
		{"empty path after an authority", "x://h?q", 5, 5, true, "x://h/g"},
		{"path after an authority", "x://h/a/b", 5, 9, true, "x://h/a/g"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var target resolve.Target
			target.Merge(row.base, row.start, row.end, row.authority, "g")
			if got := target.String(); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
			if got := string(target.Append([]byte("<"), 1)); got != "<"+row.want || int(target.Len()) != len(row.want) {
				t.Errorf("%q, %d bytes", got, target.Len())
			}
			if at := target.Shift(); row.want[at:] != "g" {
				t.Errorf("the reference is at %d", at)
			}
		})
	}
}

func TestSkip(t *testing.T) {
	t.Parallel()
	target := resolve.Target{Base: "x:/a", Cut: 2, Ref: "../b", Skip: 2}
	if got := target.String(); got != "x:/b" || target.Shift() != 0 || target.Len() != 4 {
		t.Errorf("%q, %d, %d, want x:/b, 0, 4", got, target.Shift(), target.Len())
	}
}

// paths returns all texts of at most n of the characters ".", "/" and "a".
func paths(n int) []string {
	all, last := []string{""}, []string{""}
	for range n {
		var longer []string
		for _, s := range last {
			longer = append(longer, s+".", s+"/", s+"a")
		}
		all, last = append(all, longer...), longer
	}
	return all
}

// hasDots reports whether a segment of path after the first is "." or "..".
func hasDots(path string) bool {
	_, rest, _ := strings.Cut(path, "/")
	for segment := range strings.SplitSeq(rest, "/") {
		if segment == "." || segment == ".." {
			return true
		}
	}
	return false
}

// TestSplice compares with RFC 3986 §5.2, for all short paths of a base and a reference.
func TestSplice(t *testing.T) {
	t.Parallel()
	const before, after = "x://h", "?q/b"
	for _, dir := range paths(4) {
		dir = "/" + dir
		for _, path := range paths(5)[1:] {
			merged, front := path, ""
			if path[0] != '/' {
				front = dir[:strings.LastIndexByte(dir, '/')+1]
				merged = front + path
			}
			wantOK := !hasDots(front) && !hasDots(path[dotsegment.Leading(path):])
			cut, skip, exact, ok := resolve.Splice(before+dir+after, len(before), len(before+dir), path)
			if ok != wantOK {
				t.Fatalf("Splice(%q, %q): ok = %v, want %v", dir, path, ok, wantOK)
			}
			if !ok {
				continue
			}
			want := string(dotsegment.Remove([]byte(merged)))
			if got := (before + dir)[:cut] + path[skip:]; got != before+want {
				t.Fatalf("Splice(%q, %q) = %q, want %q", dir, path, got, before+want)
			}
			if want := strings.Count(path[:skip], "..") < max(strings.Count(front, "/"), 1); exact != want {
				t.Fatalf("Splice(%q, %q): exact = %v, want %v", dir, path, exact, want)
			}
		}
	}
}

func TestRelative(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, dir, path, want string }{
		{"nothing", "", "", "."},
		{"a file", "", "a", "a"},
		{"the directory itself", "/a/", "/a/", "."},
		{"a file in it", "/a/", "/a/b", "b"},
		{"a directory in it", "/a/", "/a/b/", "b/"},
		{"its parent", "/a/b/", "/a/", ".."},
		{"the parent of its parent", "/a/b/c/", "/a/", "../.."},
		{"a file in its parent", "/a/b/", "/a/c", "../c"},
		{"a file whose name begins with the name of the directory", "/ab/", "/abc", "../abc"},
		{"a file whose name begins like the name of the directory", "/ab/", "/ac/d", "../ac/d"},
		{"a file with the name of the directory", "/a/", "/a", "../a"},
		{"an empty segment", "/a/", "/a//b", ".//b"},
		{"a colon", "/a/", "/a/b:c", "./b:c"},
		{"a colon at the start", "/a/", "/a/:", "./:"},
		{"a colon in the second segment", "/a/", "/a/b/c:d", "b/c:d"},
		{"a colon after a step up", "/a/", "/b:c", "../b:c"},
		{"without a first slash", "a/b/", "a/c", "../c"},
	} {
		if got := resolve.Relative(row.dir, row.path); got != row.want {
			t.Errorf("%s: Relative(%q, %q) = %q, want %q", row.name, row.dir, row.path, got, row.want)
		}
	}
}
