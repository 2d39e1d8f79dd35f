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
	for range sample(300_000) {
		base, ref := path(), path()
		if got, want := string(appendMerged(nil, base, ref, nil)), slowMerge(base, ref); got != want {
			t.Fatalf("merge(%q, %q) = %q, want %q", base, ref, got, want)
		}
	}
}

func FuzzMergeEqualsSlowMerge(f *testing.F) {
	f.Add("/b/c/d;p", "../../g")
	f.Add("", "./a//b/.")
	f.Add("a", "")
	f.Fuzz(func(t *testing.T, base, ref string) {
		if got, want := string(appendMerged([]byte("x"), base, ref, nil))[1:], slowMerge(base, ref); got != want {
			t.Errorf("merge(%q, %q) = %q, want %q", base, ref, got, want)
		}
	})
}

// slowJoin is Join that takes all the steps for every URL.
func slowJoin(py Python, base, url string, noFragments bool) (string, error) {
	if base == "" || url == "" {
		return base + url, nil
	}
	in := py.interpreter()
	var b, r cutURL
	var err error
	if b.s, b.cuts, err = in.split(base, noFragments); err != nil {
		return "", err
	}
	if r.s, r.cuts, err = in.split(url, noFragments); err != nil {
		return "", err
	}
	if _, related := in.related(&b, &r); !related {
		return url, nil
	}
	return in.joinInSteps(&b, &r, nil), nil
}

// compareJoins holds Join of the releases that differ against
// slowJoin.
func compareJoins(t *testing.T, base, url string, noFragments bool) {
	t.Helper()
	opt := URLOptions{NoFragments: noFragments}
	for _, py := range []Python{{}, {Version: MustParseVersion("3.8.8")}, {Version: MustParseVersion("3.9.5")}, {Version: MustParseVersion("3.14.0")}} {
		want, wantErr := slowJoin(py, base, url, noFragments)
		got, err := py.Join(base, url, opt)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Fatalf("Join(%q, %q, %v) of %v = %q, want %q (%v, %v)", base, url, noFragments, py.Version, got, want, err,
				wantErr)
		}
	}
}

func TestJoinEqualsSlowJoin(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	pick := func(choices ...string) string { return choices[r.IntN(len(choices))] }
	rest := func() string {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(pick("/", "/", "/", "abc", "bc", ".", "..", "../", ".d", ";", "long-segment"))
		}
		for range r.IntN(3) {
			b.WriteString(pick("?", "?", "#", "a", "b=/../", "\t"))
		}
		return b.String()
	}
	for range sample(200_000) {
		base := pick("http:", "https:", "HTTP:", "", "x:", "git:", "tel:") + pick("//h", "//host.example", "//h", "//", "") +
			rest()
		ref := pick("", "", "", "", "", "http:", "HTTP:", "https:", "x:") + pick("", "", "", "//g", "//") + rest()
		compareJoins(t, base, ref, r.IntN(4) == 0)
	}
}

func FuzzJoinEqualsSlowJoin(f *testing.F) {
	f.Add("http://h/a/b;p?q#f", "../c?d#e", false)
	f.Add("HTTPS://h", "..//x;y", true)
	f.Add("http://h/a/b/", "//g?", false)
	f.Add("ftp://h?q#", "?", false)
	f.Fuzz(compareJoins)
}
