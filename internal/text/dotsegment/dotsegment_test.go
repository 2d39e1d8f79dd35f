package dotsegment_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/text/dotsegment"
)

// A step is what remove_dot_segments holds after a step.
type step struct{ name, output, input string }

// literal is remove_dot_segments as §5.2.4 has it, line by line.
func literal(input string) (output string, steps []step) {
	steps = []step{{"1", "", input}}
	for input != "" {
		var name string
		removeLast := func() {
			output = output[:max(0, strings.LastIndexByte(output, '/'))]
		}
		switch {
		case strings.HasPrefix(input, "../"):
			name, input = "2A", input[3:]
		case strings.HasPrefix(input, "./"):
			name, input = "2A", input[2:]
		case strings.HasPrefix(input, "/./"):
			name, input = "2B", "/"+input[3:]
		case input == "/.":
			name, input = "2B", "/"
		case strings.HasPrefix(input, "/../"):
			name, input = "2C", "/"+input[4:]
			removeLast()
		case input == "/..":
			name, input = "2C", "/"
			removeLast()
		case input == "." || input == "..":
			name, input = "2D", ""
		default:
			n := strings.IndexByte(input[1:], '/') + 1
			if n == 0 {
				n = len(input)
			}
			name, output, input = "2E", output+input[:n], input[n:]
		}
		steps = append(steps, step{name, output, input})
	}
	return output, steps
}

// TestTraces: the two traces that §5.2.4 prints.
func TestTraces(t *testing.T) {
	t.Parallel()
	for _, want := range [][]step{
		{
			{"1", "", "/a/b/c/./../../g"},
			{"2E", "/a", "/b/c/./../../g"},
			{"2E", "/a/b", "/c/./../../g"},
			{"2E", "/a/b/c", "/./../../g"},
			{"2B", "/a/b/c", "/../../g"},
			{"2C", "/a/b", "/../g"},
			{"2C", "/a", "/g"},
			{"2E", "/a/g", ""},
		},
		{
			{"1", "", "mid/content=5/../6"},
			{"2E", "mid", "/content=5/../6"},
			{"2E", "mid/content=5", "/../6"},
			{"2C", "mid", "/6"},
			{"2E", "mid/6", ""},
		},
	} {
		if _, got := literal(want[0].input); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", want[0].input, got, want)
		}
		if got := remove(want[0].input); got != want[len(want)-1].output {
			t.Errorf("Remove(%q) = %q", want[0].input, got)
		}
	}
}

func remove(path string) string { return string(dotsegment.Remove([]byte(path))) }

func TestRemove(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"A, up", "../a", "a"},
		{"A twice", "./../a", "a"},
		{"A, then a slash", ".//a", "/a"},
		{"B inside", "/a/./b", "/a/b"},
		{"B at the end", "/a/b/.", "/a/b/"},
		{"C inside", "/a/b/../c", "/a/c"},
		{"C at the end", "/a/..", "/"},
		{"C without a slash in front", "a/../b", "/b"},
		{"C after an empty segment", "/a//../b", "/a/b"},
		{"C with nothing to remove", "/../../a", "/a"},
		{"C after two slashes", "//..", "/"},
		{"D, one", ".", ""},
		{"D, two", "../..", ""},
		{"E, empty segments", "/a//b", "/a//b"},
		{"only dots in names", "/.../.a/a../..a/%2e%2e", "/.../.a/a../..a/%2e%2e"},
		{"guard comes off", "/.//b", "//b"},
		{"empty", "", ""},
		{"slash", "/", "/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := remove(test.in); got != test.want {
				t.Errorf("Remove(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

// TestAllShortPaths: every path of up to nine bytes of three.
func TestAllShortPaths(t *testing.T) {
	t.Parallel()
	paths := []string{""}
	for range 9 {
		for _, p := range paths {
			check(t, p)
			check(t, "/abcdef/"+p+"/abcdefghijk")
		}
		var longer []string
		for _, p := range paths {
			longer = append(longer, p+"/", p+".", p+"a")
		}
		paths = longer
	}
}

// check holds every function against the literal version.
func check(t *testing.T, path string) {
	t.Helper()
	want, steps := literal(path)
	if got := remove(path); got != want {
		t.Errorf("Remove(%q) = %q, want %q", path, got, want)
	}
	buf := []byte(path)
	reported := steps[:1:1]
	dotsegment.RemoveInSteps(buf, func(rule string, out, in int) {
		reported = append(reported, step{rule, string(buf[:out]), string(buf[in:])})
	})
	var last []step // the last one of repeated steps A and D, or E
	for i, s := range steps {
		if s.name == "2D" {
			s.name = "2A"
		}
		if i > 0 && s.name == last[len(last)-1].name && (s.name == "2A" || s.name == "2E") {
			last = last[:len(last)-1]
		}
		last = append(last, s)
	}
	if !slices.Equal(reported, last) {
		t.Errorf("the steps of %q are %q, want %q", path, reported, last)
	}
	has, inner := false, -1
	for i, segment := range strings.Split(path, "/") {
		if segment == "." || segment == ".." {
			has = true
			if i > 0 && inner < 0 {
				inner = len(strings.Join(strings.Split(path, "/")[:i], "/"))
			}
		}
	}
	if dotsegment.Has(path) != has || dotsegment.InnerIndex(path) != inner {
		t.Errorf("Has(%q) = %v, want %v; InnerIndex = %d, want %d", path, dotsegment.Has(path), has,
			dotsegment.InnerIndex(path), inner)
	}
	leading := 0
	for _, s := range steps[1:] {
		if s.name != "2A" && s.name != "2D" {
			break
		}
		leading = len(path) - len(s.input)
	}
	if got := dotsegment.Leading(path); got != leading {
		t.Errorf("Leading(%q) = %d, want %d", path, got, leading)
	}
}

func TestRandomPaths(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 24))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString([]string{"/", "/", ".", "..", "a", "bcdefgh", "..."}[r.IntN(7)])
		}
		check(t, b.String())
	}
}

// TestClimb compares with the literal version, and with the number of slashes.
func TestClimb(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"/", "//", "/a/", "/a//", "//a/", "/abcdefgh/i/", "/a/b/cdefghijklm/", "/a/////b/"} {
		for _, dots := range []string{"", ".", "..", "./", "../", "../..", "../../", "./.././../.", "../../../../",
			"../../.././../../../.."} {
			want, _ := literal(dir + dots)
			cut, enough := dotsegment.Climb(dir, dots, len("/"))
			if dir[:cut] != want || enough != (strings.Count(dots, "..") < strings.Count(dir, "/")) {
				t.Errorf("Climb(%q, %q) leaves %q, %v, want %q", dir, dots, dir[:cut], enough, want)
			}
			rest, more := dotsegment.Climb("b:c"+dir, dots, len("b:c/"))
			if rest != cut+len("b:c") || more != enough {
				t.Errorf("Climb(%q, %q) leaves %d bytes, %v, behind others", dir, dots, rest, more)
			}
		}
	}
	if cut, enough := dotsegment.Climb("a:b/c/", "../../..", len("a:")); cut != len("a:") || enough {
		t.Errorf("a path without a slash: %d, %v", cut, enough)
	}
}

func FuzzRemoveIsTheAlgorithm(f *testing.F) {
	f.Add("/a/b/c/./../../g")
	f.Add("mid/content=5/../6")
	f.Fuzz(func(t *testing.T, path string) {
		if len(path) < 2000 { // the literal version is quadratic
			check(t, path)
		}
	})
}

func TestDots(t *testing.T) {
	t.Parallel()
	for segment, want := range map[string][2]int{
		"": {0, 0}, ".": {1, 1}, "..": {2, 2}, "...": {0, 0}, "a": {0, 0}, ".a": {0, 0}, "a.": {0, 0},
		"%2e": {0, 1}, "%2E.": {0, 2}, ".%2e": {0, 2}, "%2e%2E": {0, 2}, "%2e%2e.": {0, 0}, "%2": {0, 0}, "%2f": {0, 0},
		".%2": {0, 0}, "%3e": {0, 0}, "%2e%2e%2e": {0, 0},
	} {
		if got := [2]int{dotsegment.Dots(segment, false), dotsegment.Dots(segment, true)}; got != want {
			t.Errorf("%q: %v, want %v", segment, got, want)
		}
	}
}
