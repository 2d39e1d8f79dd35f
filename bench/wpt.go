package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// conformanceVariable names the folder of conformance files: wpt in it is
// web-platform-tests' url/resources.
const conformanceVariable = "EARL_CONFORMANCE"

// readJSON reads a file of a folder that an environment variable names.
func readJSON(variable, name string, into any) error {
	folder := os.Getenv(variable)
	if folder == "" {
		return fmt.Errorf("%s is not set", variable)
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// objects are those of a list of JSON: the strings in one are comments.
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

// A caseOf is a question with what the answer has to be.
type caseOf struct {
	question
	failure bool
	want    map[string]string // by getter
}

// passes reports whether an answer accepts or refuses as it should, whether its
// href is right then, and whether all is.
func (c *caseOf) passes(a answer, p *peer) (acceptance, href, all bool) {
	if c.failure != (a == nil) {
		return false, false, false
	}
	href, all = true, true
	if c.failure {
		return true, true, true
	}
	for name, want := range c.want {
		if name == p.lacks || a.get(name) == want {
			continue
		}
		all = false
		if name == "href" {
			href = false
		}
	}
	return true, href, all
}

// A suite is the cases of one file.
type suite struct {
	name  string
	cases []caseOf
}

// wptSuites reads the files.
func wptSuites() (all []suite, err error) {
	for _, s := range []struct {
		name string
		read func() ([]caseOf, error)
	}{
		{"urltestdata", urlCases},
		{"setters_tests", setterCases},
		{"toascii", func() ([]caseOf, error) { return hostCases("toascii.json") }},
		{"IdnaTestV2", func() ([]caseOf, error) { return hostCases("IdnaTestV2.json") }},
	} {
		cases, err := s.read()
		if err != nil {
			return nil, err
		}
		all = append(all, suite{s.name, cases})
	}
	return all, nil
}

// urlCases are those of urltestdata.json.
func urlCases() (all []caseOf, err error) {
	var list []json.RawMessage
	if err := readJSON(conformanceVariable, "wpt/urltestdata.json", &list); err != nil {
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

// setterCases are those of setters_tests.json.
func setterCases() (all []caseOf, err error) {
	var groups map[string][]json.RawMessage
	if err := readJSON(conformanceVariable, "wpt/setters_tests.json", &groups); err != nil {
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

// hostCases are those of toascii.json and IdnaTestV2.json, as the hosts of URLs.
// An empty input, which is no host, is left out.
func hostCases(name string) (all []caseOf, err error) {
	var list []json.RawMessage
	if err := readJSON(conformanceVariable, "wpt/"+name, &list); err != nil {
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
