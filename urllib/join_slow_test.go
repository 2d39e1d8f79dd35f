package urllib

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// slowMerge is appendMerged as CPython writes it: with lists of segments.
func slowMerge(base, path string) string {
	segments := strings.Split(path, "/")
	if !strings.HasPrefix(path, "/") {
		parts := strings.Split(base, "/")
		if parts[len(parts)-1] != "" {
			parts = parts[:len(parts)-1]
		}
		all := append(parts, segments...)
		segments = nil
		for i, segment := range all {
			if segment != "" || i == 0 || i == len(all)-1 {
				segments = append(segments, segment)
			}
		}
	}
	var resolved []string
	for _, segment := range segments {
		switch segment {
		case "..":
			resolved = resolved[:max(0, len(resolved)-1)]
		case ".":
		default:
			resolved = append(resolved, segment)
		}
	}
	if last := segments[len(segments)-1]; last == "." || last == ".." {
		resolved = append(resolved, "")
	}
	if joined := strings.Join(resolved, "/"); joined != "" {
		return joined
	}
	return "/"
}

func TestMergeEqualsSlowMerge(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	path := func() string {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString([]string{"/", "/", "a", "bc", ".", "..", ".d"}[r.IntN(7)])
		}
		return b.String()
	}
	for range 300_000 {
		base, ref := path(), path()
		if got, want := string(appendMerged(nil, base, ref)), slowMerge(base, ref); got != want {
			t.Fatalf("merge(%q, %q) = %q, want %q", base, ref, got, want)
		}
	}
}

func FuzzMergeEqualsSlowMerge(f *testing.F) {
	f.Add("/b/c/d;p", "../../g")
	f.Add("", "./a//b/.")
	f.Add("a", "")
	f.Fuzz(func(t *testing.T, base, ref string) {
		if got, want := string(appendMerged([]byte("x"), base, ref))[1:], slowMerge(base, ref); got != want {
			t.Errorf("merge(%q, %q) = %q, want %q", base, ref, got, want)
		}
	})
}
