package whatwg_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/whatwg"
)

// wpt reads a file of the web platform tests, as testdata/wpt/README.md describes them.
func wpt(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "wpt", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// objects decodes the objects of a list. Strings in the list are comments.
func objects[T any](t *testing.T, list []json.RawMessage) []T {
	t.Helper()
	var all []T
	for _, raw := range list {
		if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
			continue
		}
		var v T
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// A wptFile collects the failures in a file of the web platform tests.
type wptFile struct {
	file   string
	count  int
	failed []string
}

// hold counts one case. The case fails if complaint is not empty.
func (j *wptFile) hold(t *testing.T, name, complaint string) {
	t.Helper()
	j.count++
	if complaint != "" {
		j.failed = append(j.failed, j.file+": "+name)
		t.Logf("%s: %s", name, complaint)
	}
}

// close compares the failures with testdata/wpt-failures.txt, in both directions.
func (j *wptFile) close(t *testing.T, count int) {
	t.Helper()
	if j.count != count {
		t.Errorf("%s has %d cases, want %d", j.file, j.count, count)
	}
	text, err := os.ReadFile("testdata/wpt-failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, j.file+": ") {
			listed = append(listed, line)
		}
	}
	slices.Sort(listed)
	slices.Sort(j.failed)
	j.failed, listed = slices.Compact(j.failed), slices.Compact(listed)
	for _, name := range j.failed {
		if _, found := slices.BinarySearch(listed, name); !found {
			t.Errorf("%s fails and is not listed", name)
		}
	}
	for _, name := range listed {
		if _, found := slices.BinarySearch(j.failed, name); !found {
			t.Errorf("%s is listed and does not fail", name)
		}
	}
	t.Logf("%s: %d of %d cases passed", j.file, j.count-len(j.failed), j.count)
}

// A urlCase is a case of urltestdata.json.
type urlCase struct {
	Input                                                                    string
	Base                                                                     *string
	Failure                                                                  bool
	Href, Protocol, Username, Password, Host, Hostname, Port, Pathname, Hash string
	Search                                                                   string
	Origin                                                                   *string
	RelativeTo                                                               string
}

func (c *urlCase) name() string {
	base := "without base"
	if c.Base != nil {
		base = fmt.Sprintf("on %q", *c.Base)
	}
	return fmt.Sprintf("%q %s", c.Input, base)
}

func urlCases(t *testing.T) []urlCase {
	var list []json.RawMessage
	wpt(t, "urltestdata.json", &list)
	return objects[urlCase](t, list)
}

func parseCase(c *urlCase) (whatwg.URL, error) {
	if c.Base == nil {
		return whatwg.Parse(c.Input)
	}
	return parseBase(c.Input, *c.Base)
}

func TestConformanceParse(t *testing.T) {
	t.Parallel()
	j := wptFile{file: "urltestdata"}
	for _, c := range urlCases(t) {
		u, err := parseCase(&c)
		complaint := ""
		switch {
		case c.Base == nil && whatwg.CanParse(c.Input) != (err == nil):
			complaint = fmt.Sprintf("CanParse differs from Parse: %v", err)
		case c.Failure != (err != nil):
			complaint = fmt.Sprintf("got %q, %v", u, err)
		case !c.Failure:
			if complaint = compareGetters(u, &c); complaint == "" && c.Origin != nil && u.Origin().String() != *c.Origin {
				complaint = fmt.Sprintf("origin is %q, want %q", u.Origin(), *c.Origin)
			}
		}
		j.hold(t, c.name(), complaint)
	}
	j.close(t, 891)
}

func compareGetters(u whatwg.URL, c *urlCase) string {
	for _, g := range []struct{ name, got, want string }{
		{"href", u.Href(), c.Href}, {"protocol", u.Protocol(), c.Protocol}, {"username", u.Username(), c.Username},
		{"password", u.Password(), c.Password}, {"host", u.Host(), c.Host}, {"hostname", u.Hostname(), c.Hostname},
		{"port", u.Port(), c.Port}, {"pathname", u.Pathname(), c.Pathname}, {"search", u.Search(), c.Search}, {"hash", u.Hash(), c.Hash},
	} {
		if g.got != g.want {
			return fmt.Sprintf("%s is %q, want %q", g.name, g.got, g.want)
		}
	}
	return ""
}

// A hostCase is a case of toascii.json and IdnaTestV2.json.
type hostCase struct {
	Comment string
	Input   string
	Output  *string
}

func TestConformanceHosts(t *testing.T) {
	t.Parallel()
	for file, count := range map[string]int{"toascii": 87, "IdnaTestV2": 2671} {
		var list []json.RawMessage
		wpt(t, file+".json", &list)
		j := wptFile{file: file}
		for _, c := range objects[hostCase](t, list) {
			complaint := ""
			if c.Input == "" {
				j.count++ // has no URL to stand in
				continue
			}
			u, err := whatwg.Parse("https://" + c.Input + "/x")
			switch {
			case (c.Output == nil) != (err != nil):
				complaint = fmt.Sprintf("got %q, %v", u, err)
			case err == nil && (u.Host() != *c.Output || u.Hostname() != *c.Output || u.Pathname() != "/x"):
				complaint = fmt.Sprintf("got %q, want %q", u.Host(), *c.Output)
			}
			j.hold(t, fmt.Sprintf("%q", c.Input), complaint)
		}
		j.close(t, count)
	}
}

func TestConformancePercentEncoding(t *testing.T) {
	t.Parallel()
	var list []json.RawMessage
	wpt(t, "percent-encoding.json", &list)
	j := wptFile{file: "percent-encoding"}
	for _, c := range objects[struct {
		Input  string
		Output map[string]string
	}](t, list) {
		for label, want := range c.Output {
			u, err := whatwg.ParseOptions{Encoding: label}.Parse("https://h/?" + c.Input + "#" + c.Input)
			complaint := ""
			if query, _ := u.Query(); err != nil || query != want {
				complaint = fmt.Sprintf("query is %q, want %q, error %v", query, want, err)
			} else if fragment, _ := u.Fragment(); c.Output["utf-8"] != "" && fragment != c.Output["utf-8"] {
				complaint = fmt.Sprintf("fragment is %q, want %q", fragment, c.Output["utf-8"])
			}
			j.hold(t, fmt.Sprintf("%q in %s", c.Input, label), complaint)
		}
	}
	j.close(t, 16)
}
