package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// conformanceVariable is the environment variable with the folder of conformance files. The subfolder wpt has
// url/resources of web-platform-tests.
const conformanceVariable = "EARL_CONFORMANCE"

// readJSON reads a file in the folder that an environment variable names.
func readJSON(variable, what, name string, into any) error {
	folder := os.Getenv(variable)
	if folder == "" {
		return notSet(variable, what)
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// readWPT reads a file of the web platform tests.
func readWPT(name string, into any) error {
	return readJSON(conformanceVariable, "a folder with web-platform-tests' url/resources as wpt", "wpt/"+name, into)
}

// objects returns the objects in a list of JSON. Strings in the list are comments.
func objects[T any](list []json.RawMessage) (all []T, err error) {
	for _, raw := range list {
		if raw[0] != '{' {
			continue
		}
		var v T
		if err := json.Unmarshal(raw, &v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// A caseOf is a question with its expected answer.
type caseOf struct {
	question
	failure bool
	want    map[string]string // maps getters to values
}

// passes compares an answer with the expected one. It returns 0 if the peer does not accept or reject the URL as
// expected, 1 if only that is right, 2 if the href is right too, and 3 if every value is.
func (c *caseOf) passes(a answer, p *peer) int {
	switch {
	case c.failure != (a == nil):
		return 0
	case c.failure:
		return 3
	}
	passed := 3
	for name, want := range c.want {
		switch {
		case name == p.lacks || a.get(name) == want:
		case name == "href":
			return 1
		default:
			passed = 2
		}
	}
	return passed
}

// A suite has the cases of one file, and the names of its columns. Either one column counts the cases that pass, or
// three columns count the three results of passes.
type suite struct {
	columns []string
	cases   []caseOf
}

// setters reports whether the cases test setters.
func (s *suite) setters() bool { return len(s.cases) > 0 && s.cases[0].setter != "" }

// wptSuites reads the files.
func wptSuites() ([]suite, error) {
	hosts := func(name string) func() ([]caseOf, error) {
		return func() ([]caseOf, error) { return hostCases(name) }
	}
	var all []suite
	for _, s := range []struct {
		columns []string
		read    func() ([]caseOf, error)
	}{
		{[]string{"accepts", "and href", "and all"}, urlCases},
		{[]string{"setters"}, setterCases},
		{[]string{"toascii"}, hosts("toascii.json")},
		{[]string{"IdnaTestV2"}, hosts("IdnaTestV2.json")},
	} {
		cases, err := s.read()
		if err != nil {
			return nil, err
		}
		all = append(all, suite{s.columns, cases})
	}
	return all, nil
}

// urlCases returns the cases of urltestdata.json.
func urlCases() (all []caseOf, err error) {
	var list []json.RawMessage
	if err := readWPT("urltestdata.json", &list); err != nil {
		return nil, err
	}
	found, err := objects[map[string]any](list)
	for _, m := range found {
		c := caseOf{want: map[string]string{}}
		c.url, _ = m["input"].(string)
		c.failure, _ = m["failure"].(bool)
		if base, ok := m["base"].(string); ok {
			c.base = &base
		}
		for _, name := range getters {
			if want, ok := m[name].(string); ok {
				c.want[name] = want
			}
		}
		all = append(all, c)
	}
	return all, err
}

// setterCases returns the cases of setters_tests.json.
func setterCases() (all []caseOf, err error) {
	var groups map[string][]json.RawMessage
	if err := readWPT("setters_tests.json", &groups); err != nil {
		return nil, err
	}
	for _, setter := range getters {
		found, err := objects[struct {
			Href     string
			New      string `json:"new_value"`
			Expected map[string]string
		}](groups[setter])
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			all = append(all, caseOf{question{url: f.Href, setter: setter, value: f.New}, false, f.Expected})
		}
	}
	return all, nil
}

// hostCases returns the cases of toascii.json and IdnaTestV2.json, as hosts of URLs. An empty input is not a host and
// is left out.
func hostCases(name string) (all []caseOf, err error) {
	var list []json.RawMessage
	if err := readWPT(name, &list); err != nil {
		return nil, err
	}
	found, err := objects[struct {
		Input  string
		Output *string
	}](list)
	for _, f := range found {
		if f.Input == "" {
			continue
		}
		c := caseOf{question: question{url: "https://" + f.Input + "/x"}, failure: f.Output == nil}
		if f.Output != nil {
			c.want = map[string]string{"host": *f.Output, "hostname": *f.Output, "pathname": "/x"}
		}
		all = append(all, c)
	}
	return all, err
}
