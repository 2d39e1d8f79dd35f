package canon

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/internal/text/jsontext"
)

var freeze = flag.Bool("freeze", false, "add the results of profiles that testdata/frozen.jsonl does not have yet")

// TestFrozen: a version of a profile always gives the recorded results. -freeze appends profiles to the file and
// changes no recorded result.
func TestFrozen(t *testing.T) {
	t.Parallel()
	name := filepath.Join("testdata", "frozen.jsonl")
	inputs := handpicked(t)
	has := map[string]bool{}
	rows := lines(t, name)
	for len(rows) > 0 {
		version := rows[0]
		var p Profile
		if err := p.UnmarshalText([]byte(version)); err != nil {
			t.Fatalf("%s is gone: %v", version, err)
		}
		has[version] = true
		for i, url := range inputs {
			if got, want := result(p, url), rows[1+i]; got != want {
				t.Errorf("%s of %+q: %s, was %s", version, url, got, want)
			}
		}
		rows = rows[1+len(inputs):]
	}
	var added strings.Builder
	for _, p := range Profiles() {
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
		for _, url := range inputs {
			added.WriteString(result(p, url) + "\n")
		}
	}
	if !*freeze || added.Len() == 0 {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, added.String()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// result returns the form as JSON, or null.
func result(p Profile, url string) string {
	form, err := p.Canonicalize(url)
	if err != nil {
		return "null"
	}
	return string(jsontext.AppendQuote(nil, form))
}
