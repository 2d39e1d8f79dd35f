package neturl

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl with the releases of Go that EARL_GOS names")

// recorded lists releases on both sides of each change of net/url, oldest first.
var recorded = []string{
	"1.19.0", "1.22.12", "1.23.0", "1.24.7", "1.24.8", "1.24.10", "1.24.13", "1.25.1", "1.25.2", "1.25.4", "1.25.8",
	"1.25.13", "1.26.0", "1.26.1", "1.26.2", "1.26.6", "1.26.6+go1.25", "1.27.0", "1.27.4", "1.27.4+go1.25",
}

func suite(releases []string) *oracle.Suite {
	return &oracle.Suite{
		Program: oracle.Program{
			Name: "Go", Variable: "EARL_GOS", Command: strings.TrimPrefix(runtime.Version(), "go"), Build: compile,
		},
		Releases: releases,
		Answer:   answer,
		More: []string{
			"http://[evil.com]/", "http://[127.0.0.1]/", "http://[v1.a]/", "http://[]/", "http://[]", "http://[::1]]/",
			"http://[fe80::1%25]/", "http://[fe80::1%25%65th%200]/", "http://[fe80::1%25%c3]/", "http://[fe80::1%25é<]/",
			"http://[::1%25a%]/", "http://[::1%25%5d%3a80]/", "http://[::ffff:7f00:1]/", "http://[::ffff:1.2.3.4%25z]/",
			"http://[::1.2.3.04]/", "http://[::256.1.1.1]/", "http://[1:2:3:4:5:6:7::]/", "http://[1:2:3:4:5:6:7:8::]/",
			"http://[1:2:3:4:5:6:1.2.3.4]/", "http://[::%41]/", "http://[é]/", "http://[%C3%A9]/", "http://[::1]:/",
			"http://[::1]:080/", "http://[::1]80/", "http://127.0.0.1[::1]/", "http://a b[::1]:80/", "http://u@a:1[::1]:80/",
			"postgres://[::1]:1,[::2]:2/d", "postgres://a:1,b:2/d", "PostgreSQL://a:1,b:2/d", "mysql://a:1,b:2/d",
			"http://127.0.0.1:80:90/", "HTTPS://a:b:80/", "ws://a:b:80/", "//a:b:80/", "//a:80:/", "http://a:80:80a/",
			"http://:80:80/", "http://[::1]:80:90/", "http://]:80/", "http://a]:80/", "http://a]b[/", "http://%C3%A9:80/",
			"http://%e9/", "http://%25/", "http://a%25b/", "http://a\"<>b/", "http://é/é?é#é", "http://a:b@c@h/",
			"http://u%3ax:p%40q@h/", "http://u!'()*~:p%21@h/", "http://@h/", "http://:@h/", "http://u:@/", "http://u@",
			"http://u%@h/", "http://é@h/", "http://a[b]@h/", "http:/%2Fevil/p<", "http:/%2fevil", "%2F%2Fevil/x<", "%2A", "%2a",
			"*", "/*", "/%2A", "*?q", "*#f", "http:///p", "http:////p", "http:///", "///p", "////p", "http://", "http:?", "http:",
			"x:#f", "%3Ax<", "a%3Ax/b:c<", ":a", "1:a", "a/b:c", "/a b%2f", "/a%2f!*'()[]", "/a;b,c@d&e=f+g$h:i~j_k", "/\"<>\\^`{|}",
			"#a b", "#a!*'()[]", "#%", "#\x00\x7f", "#a b%2f*%2A", "?a??", "a??", "?#", "#", "x:a%zz?%zz#f", "http:a/../b",
			"g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", ".", "./", "..",
			"../", "../g", "../..", "../../", "../../g", "../../../g", "../../../../g", "/./g", "/../g", "g.", ".g", "g..",
			"..g", "./../g", "./g/.", "g/./h", "g/../h", "http:g", "..//g", "..//..//g", "../..//g", ".//g", "./..//g", "/..//g",
			"/.//g", "/a/..//g", "/a//../g", "/a/b/..//../g", "//h/..//g", "..//", "..//.", "..///..//g", "/..", "/.", "/a/..",
			"/a/../", "x/%2e%2e/y", "%2e%2e/y", "x:/../..//y",
		},
		Bases: []string{
			"http://a/b/c/d;p?q#r", "http://u:p@h:80", "mailto:a@b?q#r", "x:/a//b", "", "http://h/%2f/a b/[c]?",
		},
	}
}

// answer returns the answer of the model, from a Reading.
func answer(release string, q oracle.Question) string {
	d, err := Dialect{}.At(release)
	if err != nil {
		return err.Error()
	}
	if q.HasBase {
		text, err := d.(Dialect).Resolve(q.Base, q.URL)
		if err != nil {
			return oracle.Rejected
		}
		return oracle.Fields(oracle.Quote(text))
	}
	var r reading.Reading
	d.Read(&r, q.URL)
	if r.Err() != nil {
		return oracle.Rejected
	}
	_, user := r.Userinfo()
	host, _ := r.Authority()
	var fields []string
	for _, c := range []urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Userinfo, urlerr.Username, urlerr.Password,
		urlerr.Host, urlerr.Port, urlerr.Path, urlerr.Query, urlerr.Fragment} {
		value, ok := r.Get(c)
		if !ok || !user && host == "" && (c == urlerr.Authority || c == urlerr.Host) { // net/url has no absent host
			fields = append(fields, oracle.Absent)
		} else {
			fields = append(fields, oracle.Quote(value))
		}
	}
	return oracle.Fields(append(fields, oracle.Quote(r.Href()))...)
}

// compile compiles testdata/oracle.go with a release of Go, and returns the program. The go command downloads a missing
// release. The go line of the main module is the line of the release, or the one in a suffix such as "+go1.25".
func compile(tb testing.TB, release string) string {
	tb.Helper()
	name, goLine, ok := strings.Cut(release, "+go")
	line := name[:strings.LastIndexByte(name, '.')]
	if !ok {
		goLine = line
	}
	if line == "1.19" || line == "1.20" {
		name = strings.TrimSuffix(name, ".0")
	}
	dir := tb.TempDir()
	source, err := os.ReadFile("testdata/oracle.go")
	if err != nil {
		tb.Fatal(err)
	}
	for file, text := range map[string]string{"oracle.go": string(source), "go.mod": "module oracle\n\ngo " + goLine + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-o", "oracle", "oracle.go")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN=go"+name, "GOFLAGS=-buildvcs=false", "GOWORK=off", "CGO_ENABLED=0", "GOOS=", "GOARCH=")
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("Go %s cannot compile testdata/oracle.go: %v\n%s", release, err, out)
	}
	return filepath.Join(dir, "oracle")
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite(recorded).Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite(everyRelease()).Live(t)
}

func FuzzSameAsGo(f *testing.F) { suite(everyRelease()).Fuzz(f) }

// everyRelease returns the names of all supported releases, with and without a go line.
func everyRelease() (all []string) {
	for line := range lines {
		d := Dialect{line: uint8(line)}
		for _, patch := d.version(); int(d.older) <= patch; d.older++ {
			d.LooseColons = false
			all = append(all, d.Release())
			d.LooseColons = true
			all = append(all, d.Release())
		}
	}
	slices.Reverse(all)
	return all
}
