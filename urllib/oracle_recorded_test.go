package urllib_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"earl.example/urllib"
)

// A recordedCall is one line of testdata/calls.
type recordedCall struct {
	file    string
	line    int
	source  string // without its answers
	call    *call
	only    string // "Python" if no Go program can write the call, at least for some releases
	answers []recordedAnswer
}

// A recordedAnswer is an answer that several releases gave.
type recordedAnswer struct {
	releases []string
	text     string
}

// A recording is all calls with their answers.
type recording struct {
	releases []string // oldest first
	calls    []recordedCall
}

var readRecording = sync.OnceValues(func() (*recording, error) {
	r := &recording{}
	err := readLines(filepath.Join("testdata", "releases.jsonl"), func(_ int, text []byte) error {
		var line struct{ Release string }
		defer func() { r.releases = append(r.releases, line.Release) }()
		return json.Unmarshal(text, &line)
	})
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join("testdata", "calls", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		err := readLines(file, func(n int, text []byte) error {
			var j struct {
				jsonCall
				Only    string
				Answers map[string]json.RawMessage
			}
			err := unmarshal(text, &j)
			if err != nil {
				return err
			}
			source, _, _ := bytes.Cut(text, []byte(`,"answers":`))
			line := recordedCall{file: filepath.Base(file), line: n, source: string(source) + "}", only: j.Only}
			if line.call, err = j.value(); err != nil {
				return err
			}
			for ranges, answer := range j.Answers {
				line.answers = append(line.answers, recordedAnswer{r.expand(ranges), string(answer)})
			}
			r.calls = append(r.calls, line)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
})

// readLines calls f for each line of a file.
func readLines(file string, f func(n int, text []byte) error) error {
	text, err := os.Open(file)
	if err != nil {
		return err
	}
	defer text.Close()
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if err := f(n, lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// expand returns the releases of ranges such as "3.8.8..3.9.2,3.9.6", or of "*", which is all.
func (r *recording) expand(ranges string) (all []string) {
	if ranges == "*" {
		return r.releases
	}
	for one := range strings.SplitSeq(ranges, ",") {
		first, last, found := strings.Cut(one, "..")
		if !found {
			last = first
		}
		all = append(all, r.releases[slices.Index(r.releases, first):slices.Index(r.releases, last)+1]...)
	}
	return all
}

func mustRecording(tb testing.TB) *recording {
	tb.Helper()
	r, err := readRecording()
	if err != nil {
		tb.Fatal(err)
	}
	if len(r.releases) == 0 || len(r.calls) == 0 {
		tb.Fatal("no recording")
	}
	return r
}

// TestRecorded compares package urllib, as each release, with the release's recorded answers. With -short it tries
// calls that every release answers alike as the oldest and the newest release.
func TestRecorded(t *testing.T) {
	t.Parallel()
	r := mustRecording(t)
	pythons := map[string]urllib.Python{}
	for _, release := range r.releases {
		if v, err := urllib.ParseVersion(release); err == nil {
			pythons[release] = pythonOf(v)
		}
	}
	var found differences
	for _, line := range r.calls {
		foreign := 0
		for _, answers := range line.answers {
			releases := answers.releases
			if len(line.answers) == 1 && testing.Short() {
				releases = []string{releases[0], releases[len(releases)-1]}
			}
			for _, release := range releases {
				if py, ok := pythons[release]; ok {
					got, ok := answer(py, line.call)
					switch {
					case ok:
						found.compare(release, line.source, answers.text, got)
					case line.only == "":
						t.Fatalf("%s:%d: %s, want an answer of Python", line.file, line.line, got)
					default:
						foreign++
					}
				}
			}
		}
		if line.only != "" && foreign == 0 {
			t.Errorf("%s:%d: only = %q, but a Go program can write the call", line.file, line.line, line.only)
		}
	}
	found.report(t)
}

// TestRecordedBuilds checks the releases that a distributor changed: each answer is one that urllib gives for a
// release of the same branch.
func TestRecordedBuilds(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not with -short: builds that differ little from their releases")
	}
	r := mustRecording(t)
	for _, build := range r.releases {
		if _, err := urllib.ParseVersion(build); err == nil {
			continue
		}
		t.Run(build, func(t *testing.T) {
			t.Parallel()
			branch := branchOf(t, build)
			var found differences
			for _, line := range r.calls {
				i := slices.IndexFunc(line.answers, func(a recordedAnswer) bool { return slices.Contains(a.releases, build) })
				if i < 0 {
					continue
				}
				want, got := line.answers[i].text, ""
				for _, v := range branch {
					if got, _ = answer(pythonOf(v), line.call); got == want {
						break
					}
				}
				found.compare(build, line.source, want, got)
			}
			found.report(t)
		})
	}
}

// branchOf returns the releases of the branch of a build such as "3.11.2-6+deb12u6", beginning with its own.
func branchOf(t *testing.T, build string) (all []urllib.Version) {
	t.Helper()
	number, _, _ := strings.Cut(build, "-")
	own, err := urllib.ParseVersion(number)
	if err != nil {
		t.Fatal(err)
	}
	minor, patch := numbers(own)
	all = append(all, own)
	for _, v := range everyRelease(t) {
		if m, p := numbers(v); m == minor && p > patch {
			all = append(all, v)
		}
	}
	return all
}

// A difference is a call that Python and package urllib answer differently.
type difference struct{ release, call, want, got string }

type differences []difference

func (d *differences) compare(release, call, want, got string) {
	if want != got {
		*d = append(*d, difference{release, call, want, got})
	}
}

// report prints the differences of the shortest calls.
func (d differences) report(tb testing.TB) {
	tb.Helper()
	slices.SortStableFunc(d, func(a, b difference) int { return len(a.call) - len(b.call) })
	printed, last := 0, ""
	for _, one := range d {
		if one.call == last {
			continue // on another release
		}
		if last = one.call; printed == 10 {
			break
		}
		printed++
		want, got := aroundDifference(one.want, one.got)
		tb.Errorf("%s: %.2000s\n\tPython: %s\n\turllib: %s", one.release, one.call, want, got)
	}
	if len(d) > 0 {
		tb.Errorf("%d differences in all", len(d))
	}
}

// aroundDifference cuts long answers to the bytes around the first one that differs.
func aroundDifference(want, got string) (string, string) {
	const most, before = 600, 100
	if len(want) <= most && len(got) <= most {
		return want, got
	}
	at := 0
	for at < len(want) && at < len(got) && want[at] == got[at] {
		at++
	}
	cut := func(s string) string {
		lo, hi := max(0, min(at, len(s))-before), min(len(s), at+most)
		return s[lo:max(lo, hi)]
	}
	return cut(want), cut(got)
}

// TestDocumentExamples runs the examples of two editions of the module's documentation, as the releases that the
// editions describe, and the examples that both have, as every branch.
func TestDocumentExamples(t *testing.T) {
	t.Parallel()
	editions := map[string][]string{
		"ru": {"3.8.8", "3.8.9", "3.8.10"},
		"pt": {"3.9.17", "3.9.18", "3.9"},
	}
	editions["both"] = slices.Concat(editions["ru"], editions["pt"])
	for _, name := range (urllib.Dialect{}).Releases() {
		v := urllib.MustParseVersion(name)
		editions["both"] = append(editions["both"], v.String())
	}
	var found differences
	readTable(t, "documents.jsonl", func(c *call, source string, text []byte) {
		var line struct {
			Edition string
			Answer  json.RawMessage
		}
		if err := json.Unmarshal(text, &line); err != nil || editions[line.Edition] == nil {
			t.Fatalf("%s: %v, want a line with a known edition", text, err)
		}
		for _, release := range editions[line.Edition] {
			got, _ := answer(pythonOf(urllib.MustParseVersion(release)), c)
			found.compare(release, source, string(line.Answer), got)
		}
	})
	found.report(t)
}

// TestFirstReleases checks that each change of CPython applies to the releases that testdata/changes.jsonl lists, and
// to no earlier one. The recording has some releases only; this is about all of them.
func TestFirstReleases(t *testing.T) {
	t.Parallel()
	all := everyRelease(t)
	var found differences
	readTable(t, "changes.jsonl", func(c *call, source string, text []byte) {
		var line struct{ Since [][2]json.RawMessage }
		if err := json.Unmarshal(text, &line); err != nil || len(line.Since) == 0 {
			t.Fatalf("%s: %v, want a line with Since", text, err)
		}
		for _, v := range all {
			var want string
			for _, since := range line.Since {
				if includes(t, string(since[0]), v) {
					want = string(since[1])
				}
			}
			got, _ := answer(pythonOf(v), c)
			found.compare(v.String(), source, want, got)
		}
	})
	found.report(t)
}

// includes reports whether v is one of the releases since "3.8.11,3.9.5": the first release of each branch, where
// branches after the last have the change from their first release on.
func includes(t *testing.T, since string, v urllib.Version) bool {
	t.Helper()
	minor, patch := numbers(v)
	var last urllib.Version
	for first := range strings.SplitSeq(strings.Trim(since, `"`), ",") {
		var err error
		if last, err = urllib.ParseVersion(first); err != nil {
			t.Fatal(err)
		}
		if m, p := numbers(last); m == minor {
			return patch >= p
		}
	}
	m, _ := numbers(last)
	return minor > m
}

// numbers returns the minor and patch numbers of a release.
func numbers(v urllib.Version) (minor, patch int) {
	fmt.Sscanf(v.String(), "3.%d.%d", &minor, &patch)
	return minor, patch
}

// readTable calls f for each line of a file of calls.
func readTable(t *testing.T, file string, f func(c *call, source string, text []byte)) {
	t.Helper()
	n := 0
	err := readLines(filepath.Join("testdata", file), func(_ int, text []byte) error {
		n++
		var j jsonCall
		if err := unmarshal(text, &j); err != nil {
			return err
		}
		c, err := j.value()
		if err == nil {
			f(c, string(text), text)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Fatalf("%s: %d lines, %v", file, n, err)
	}
}

// everyRelease returns the releases that package urllib knows, oldest first.
func everyRelease(t *testing.T) (all []urllib.Version) {
	t.Helper()
	for _, newest := range (urllib.Dialect{}).Releases() {
		minor, last := numbers(urllib.MustParseVersion(newest))
		for patch := range last + 1 {
			if v, err := urllib.ParseVersion(fmt.Sprintf("3.%d.%d", minor, patch)); err == nil {
				all = append(all, v)
			}
		}
	}
	if len(all) < 100 || all[0].String() != "3.8.8" {
		t.Fatalf("%d releases from %s on", len(all), all[0])
	}
	return all
}
