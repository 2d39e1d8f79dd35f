package canon

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/jsontext"
)

var freeze = flag.Bool("freeze", false, "add the results of profiles that testdata/frozen.jsonl does not have yet")

// TestFrozen: a version of a profile always gives the recorded results. -freeze appends profiles to the file and
// changes no recorded result.
func TestFrozen(t *testing.T) {
	t.Parallel()
	name := filepath.Join("testdata", "frozen.jsonl")
	inputsOf := func(p Profile) []string {
		if p&allSteps != 0 {
			return quotedLines(t, "step-inputs.jsonl")
		}
		return handpicked(t)
	}
	has := map[string]bool{}
	rows := lines(t, name)
	for len(rows) > 0 {
		version := rows[0]
		var p Profile
		if err := p.UnmarshalText([]byte(version)); err != nil {
			t.Fatalf("%s is gone: %v", version, err)
		}
		has[version] = true
		inputs := inputsOf(p)
		for i, url := range inputs {
			if got, want := result(p, url), rows[1+i]; got != want {
				t.Errorf("%s of %+q: %s, was %s", version, url, got, want)
			}
		}
		rows = rows[1+len(inputs):]
	}
	var added strings.Builder
	for _, p := range frozenProfiles() {
		version, err := p.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if has[string(version)] {
			continue
		}
		if !*freeze {
			t.Errorf("%s is not frozen: run go test -freeze once", version)
		}
		added.WriteString(string(version) + "\n")
		for _, url := range inputsOf(p) {
			added.WriteString(result(p, url) + "\n")
		}
	}
	appendTo(t, name, added.String())
}

// frozenProfiles returns all profiles, whatwg with each step, and each profile that allows steps with all steps.
func frozenProfiles() []Profile {
	all := Profiles()
	for i := range steps {
		all = append(all, WHATWG|1<<(stepShift+i))
	}
	for _, p := range Profiles() {
		if p.Idempotent() {
			all = append(all, p|allSteps)
		}
	}
	return all
}

func appendTo(t *testing.T, name, text string) {
	t.Helper()
	if !*freeze || text == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestFrozenNames: the names in the tables of a version never change. Recorded forms cannot show this, because one more
// name changes the forms of URLs that nobody has recorded. -freeze appends versions to the file that it does not have.
func TestFrozenNames(t *testing.T) {
	t.Parallel()
	name := filepath.Join("testdata", "frozen-names.txt")
	recorded := map[string]string{}
	var order []string
	for _, line := range lines(t, name) {
		version, names, _ := strings.Cut(line, " ")
		recorded[version] = names
		order = append(order, version)
	}
	now := namesInTables(t)
	var added strings.Builder
	for _, version := range slices.Sorted(maps.Keys(now)) {
		switch was, ok := recorded[version]; {
		case ok && was != now[version]:
			t.Errorf("names of %s:\n%s, want\n%s\nThis version is frozen. Give the names another version.", version,
				now[version], was)
		case !ok && !*freeze:
			t.Errorf("%s is not frozen: run go test -freeze once", version)
		case !ok:
			added.WriteString(version + " " + now[version] + "\n")
		}
	}
	for _, version := range order {
		if _, ok := now[version]; !ok {
			t.Errorf("%s is gone", version)
		}
	}
	appendTo(t, name, added.String())
}

// namesInTables returns the names in the tables of each version of a profile or a step.
func namesInTables(t *testing.T) map[string]string {
	t.Helper()
	names := map[string][]string{}
	newest := 0
	for _, st := range steps {
		if st.name == "drop-tracking" {
			newest = max(newest, st.version)
		}
	}
	for version := 1; version <= newest; version++ {
		key := fmt.Sprintf("drop-tracking@%d", version)
		for _, tracker := range trackers() {
			if tracker.version <= version {
				names[key] = append(names[key], tracker.Names...)
			}
		}
	}
	for _, tracker := range trackers() {
		if tracker.version < 1 || tracker.version > newest {
			t.Errorf("trackers of %s: version %d, want 1 to %d", tracker.Whose, tracker.version, newest)
		}
		if len(tracker.Names) == 0 || tracker.Whose == "" || !strings.HasPrefix(tracker.Source, "https://") {
			t.Errorf("row of trackers.tsv: %+v, want names, a service and a source", tracker)
		}
	}
	for _, base := range indexBases {
		for _, extension := range indexExtensions {
			names["drop-index@1"] = append(names["drop-index@1"], base+"."+extension)
		}
	}
	for _, info := range scheme.All() {
		forms := schemeForms(info.Name, info.Port)
		if forms != strings.ReplaceAll(schemeForms("unregistered", 0), "unregistered", info.Name) {
			names["rfc3986-scheme@1"] = append(names["rfc3986-scheme@1"], forms)
		}
	}
	all := map[string]string{}
	for version := range names {
		slices.Sort(names[version])
		all[version] = strings.Join(names[version], " ")
	}
	return all
}

// schemeForms returns forms that depend on the facts about a scheme.
func schemeForms(name string, port uint16) string {
	urls := []string{"://h", "://h/", "://h:/A", "://localhost/A", ":///A", ":/A", ":A@B.C", ":A:B"}
	if port > 0 {
		urls = append(urls, fmt.Sprintf("://h:%d/A", port))
	}
	for i, rest := range urls {
		urls[i] = result(RFC3986Scheme, name+rest)
	}
	return strings.Join(urls, ",")
}

// TestTrackersOfOneVersion drops the parameters of a tracker from the version on that knows the tracker.
func TestTrackersOfOneVersion(t *testing.T) {
	t.Parallel()
	f := form{query: "?gclid=1&b=2&utm_x=3"}
	f.dropTracking(0)
	if want := "?gclid=1&b=2&utm_x=3"; f.query != want {
		t.Errorf("query without the trackers of version 0 = %q, want %q", f.query, want)
	}
	f.dropTracking(1)
	if want := "?b=2"; f.query != want {
		t.Errorf("query without the trackers of version 1 = %q, want %q", f.query, want)
	}
}

// result returns the form as JSON, or null.
func result(p Profile, url string) string {
	form, err := p.Canonicalize(url)
	if err != nil {
		return "null"
	}
	return string(jsontext.AppendSurrogates(nil, form))
}
