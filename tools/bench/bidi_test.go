package main

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// unicodeVariable is the environment variable that may hold the path of IdnaTestV2.txt, Unicode's test file for UTS
// #46.
const unicodeVariable = "EARL_IDNATEST"

// escapes match the characters that the file escapes.
var escapes = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}|\\x\{[0-9A-Fa-f]+\}`)

// bidiSuite returns the names in the file that only the Bidi Rule rejects, and the version of Unicode in the file. The
// web platform tests, made from a newer file, omit these names. ASCII names are left out, because the URL Standard does
// not check them.
func bidiSuite() (all suite, version string, err error) {
	name := os.Getenv(unicodeVariable)
	if name == "" {
		return suite{}, "", notSet(unicodeVariable, "Unicode's IdnaTestV2.txt")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return suite{}, "", err
	}
	all.columns = []string{"Bidi Rule"}
	for line := range strings.Lines(string(text)) {
		line, comment, _ := strings.Cut(strings.TrimSpace(line), "#")
		if v, ok := strings.CutPrefix(strings.TrimSpace(comment), "Version: "); ok && line == "" {
			version = v
		}
		columns := strings.Split(line, ";")
		if len(columns) < 5 {
			continue
		}
		// If the status of ToASCII is empty, it is the same as the status of ToUnicode.
		status := strings.Trim(columns[4], " \t[]")
		if status == "" && !strings.Contains(columns[4], "[") {
			status = strings.Trim(columns[2], " \t[]")
		}
		other := func(code string) bool { return !strings.HasPrefix(strings.TrimSpace(code), "B") }
		if status == "" || slices.ContainsFunc(strings.Split(status, ","), other) {
			continue
		}
		host := escapes.ReplaceAllStringFunc(strings.TrimSpace(columns[0]), func(escape string) string {
			n, _ := strconv.ParseUint(strings.Trim(escape, `\ux{}`), 16, 32) // it matched
			return string(rune(n))
		})
		if strings.ContainsFunc(host, func(r rune) bool { return r >= 0x80 }) {
			all.cases = append(all.cases, caseOf{question: question{url: "https://" + host + "/x"}, failure: true})
		}
	}
	if len(all.cases) == 0 || version == "" {
		return suite{}, "", &fs.PathError{Op: "read", Path: name, Err: errors.New("no test file of UTS #46")}
	}
	return all, version, nil
}
