package idna

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A wptCase is a case of toascii.json or IdnaTestV2.json.
type wptCase struct {
	Input           string
	Output          *string // nil means failure
	Comment         string
	URLStandardOnly bool
}

func wptCases(t *testing.T, name string) (cases []wptCase) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "whatwg", "testdata", "wpt", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, raw := range all {
		if raw[0] != '{' {
			continue // a comment
		}
		var c wptCase
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// allASCII reports whether s is ASCII: then the URL Standard takes it in lower
// case whatever ToASCII says.
func allASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 0x7F }) < 0
}

// rulesOf returns the rules that a comment of IdnaTestV2.json names: the ones that
// the URL Standard asks for, and all.
func rulesOf(comment string) (names, all []string) {
	for name := range strings.SplitSeq(comment, ";") {
		name, ignored := strings.CutSuffix(strings.Trim(name, " "), " (ignored)")
		if name != "" {
			all = append(all, name)
			if !ignored {
				names = append(names, name)
			}
		}
	}
	return names, all
}

// ofUnicode18 has the cases with letters that Unicode 18 added. The file has the results of Unicode 17.
var ofUnicode18 = []string{
	"xn--5cb172r175fug38a.xn--mlj", "xn--t92s.xn--znb.xn--5-y88f",
	"\U0003e8ac\u3002\u0729\u3002\ucbd95", "\U0003e8ac\u3002\u0729\u3002\u110d\u1173\u11ac5",
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"IdnaTestV2.json", "toascii.json"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			passed, skipped := 0, 0
			for _, c := range wptCases(t, name) {
				if c.URLStandardOnly {
					skipped++ // what ToASCII does not refuse
					continue
				}
				problem := problemOf(t, &c, name == "IdnaTestV2.json")
				if slices.Contains(ofUnicode18, c.Input) {
					if problem == "" {
						t.Errorf("%+q passes: remove it from the list", c.Input)
					}
					skipped++
				} else if problem != "" {
					t.Errorf("%+q: %s, want what the file says", c.Input, problem)
				} else {
					passed++
				}
			}
			t.Logf("%d cases passed, %d skipped", passed, skipped)
		})
	}
}

// problemOf returns the difference of a result from its case. Of ASCII the files
// have the URL Standard's result, which is never a failure; the rules that
// IdnaTestV2.json names hold all the same.
func problemOf(t *testing.T, c *wptCase, named bool) string {
	got, err := AppendToASCII(nil, c.Input, Options{})
	rule, _ := outcome(t, err)
	if c.Output == nil && rule == 0 {
		return fmt.Sprintf("ToASCII gives %q, want failure: %s", got, c.Comment)
	}
	if c.Output != nil && rule != 0 && !allASCII(c.Input) {
		return fmt.Sprintf("ToASCII fails with %v, want %q", err, *c.Output)
	}
	if c.Output != nil && rule == 0 && string(got) != *c.Output {
		return fmt.Sprintf("ToASCII gives %q, want %q", got, *c.Output)
	}
	if !named {
		return ""
	}
	names, all := rulesOf(c.Comment)
	if (rule == 0) != (len(names) == 0) || rule != 0 && !slices.Contains(names, rule.String()) {
		return fmt.Sprintf("ToASCII: %v, want %s", err, names)
	}
	opt := Strict()
	opt.CheckHyphens = !slices.Contains(all, "V4") // which is for the other case
	_, err = AppendToASCII(nil, c.Input, opt)
	rule, _ = outcome(t, err)
	if (rule == 0) != (len(all) == 0) || rule != 0 && !slices.Contains(all, rule.String()) {
		return fmt.Sprintf("strict ToASCII: %v, want %s", err, all)
	}
	return ""
}
