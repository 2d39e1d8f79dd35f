package show

import (
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
)

// verdictTables are tables for screens of some columns.
var verdictTables = []struct {
	url     string
	columns int
	want    string
}{
	{"https://a.example/b", 80, ` dialect        scheme  host       path
 rfc3986        https   a.example  /b
 urllib@3.15.2  https   a.example  /b
 whatwg         https   a.example  /b
`},
	{"https://a.example/b", 40, ` dialect        scheme  host       path
 rfc3986        https   a.example  /b
 urllib@3.15.2  https   a.example  /b
 whatwg         https   a.example  /b
`},
	{"https://a.example/b", 38, ` all
   scheme  https
   host    a.example
   path    /b
`},
	{"http://a.example/b/%2e%2e/c/d?e#f", 60, ` all
   scheme    http
   host      a.example
   query     e
   fragment  f

 dialect        path
 rfc3986        /b/%2e%2e/c/d
 urllib@3.15.2  /b/%2e%2e/c/d
 whatwg        */c/d
`},
	{"http://a.example/b/%2e%2e/c/long/path", 37, ` all
   scheme  http
   host    a.example

 dialect        path
 rfc3986        /b/%2e%2e/c/long/path
 urllib@3.15.2  /b/%2e%2e/c/long/path
 whatwg        */c/long/path
`},
	{"http://a.example/b/%2e%2e/c/long/path", 36, ` all
   scheme  http
   host    a.example

 dialect        path
 rfc3986        /b/%2e%2e/c/long/pa…
 urllib@3.15.2  /b/%2e%2e/c/long/pa…
 whatwg        */c/long/path
`},
	{"http://u:p@0x7f.1/b/%2e%2e/a/long/path", 40, ` all
   scheme  http
   user    u:***

 rfc3986
   host  0x7f.1
   path  /b/%2e%2e/a/long/path
 urllib@3.15.2
   host  0x7f.1
   path  /b/%2e%2e/a/long/path
 whatwg
   host  127.0.0.1
  *path  /a/long/path
`},
	{"http://a b/a/b/c/d/e/f/g", 43, ` all that accept it
   scheme  http
   host    a b
   path    /a/b/c/d/e/f/g

 dialect
 rfc3986        rejected: bad host: reg-na…
 urllib@3.15.2
 whatwg         rejected: bad host: domain…
`},
	{"http://a b/a/b/c/d/e/f/g", 24, ` all that accept it
   scheme  http
   host    a b
   path    /a/b/c/d/e/f…

 rfc3986
   rejected: bad host: …
 urllib@3.15.2
 whatwg
   rejected: bad host: …
`},
}

// TestVerdictTable checks that the table fits the screen. A value that all dialects read is written once, and on a narrow
// screen each dialect has several lines.
func TestVerdictTable(t *testing.T) {
	t.Parallel()
	var options audit.Options
	for _, name := range []string{"rfc3986", "urllib", "whatwg"} {
		options.Dialects = append(options.Dialects, earl.MustParseDialect(name))
	}
	for _, tt := range verdictTables {
		r := options.Audit(tt.url)
		got := newVerdictTable(&r).text(Style{Columns: tt.columns})
		if got != tt.want {
			t.Errorf("the table of %s in %d columns is:\n%s\nwant:\n%s", tt.url, tt.columns, got, tt.want)
		}
		for line := range strings.Lines(got) {
			if n := Columns(strings.TrimSuffix(line, "\n")); n > tt.columns {
				t.Errorf("a line of %s has %d columns, want at most %d: %s", tt.url, n, tt.columns, line)
			}
		}
	}
}
