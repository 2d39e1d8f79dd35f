package field

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/view"
)

// FuzzFastConditions compares the fast form of an expression with the machine of expr.
func FuzzFastConditions(f *testing.F) {
	for _, seed := range []string{
		`host == "h"`, `host != "h" and not (scheme in ["http", "https"])`, `port > 80 || port_or_default <= 443`,
		`path startsWith "/a" && path endsWith "b" or path contains "x"`,
		`port == 81 and port != 82 and port < 9 and port >= 0`,
		`!(query == "")`, `fragment == "x" or port > 1`,
	} {
		f.Add(seed, "http://h:81/a/xb?q#x")
	}
	f.Add(`port > 1 or host == ""`, "http://h:x/")
	f.Fuzz(func(t *testing.T, source, url string) {
		for _, d := range []string{"rfc3986", "urllib"} {
			v := view.New(view.Options{Dialect: earl.MustParseDialect(d)})
			program, err := compileExpression(source, v, nil)
			if err != nil {
				return
			}
			c := &Conditions{view: v}
			program.fast = c.condition(program.Node())
			if program.fast == nil {
				return
			}
			v.Start(&bulk.Record{Text: url})
			if v.Read() != nil {
				return
			}
			fast, fastErr := c.holds(program)
			program.fast = nil
			slow, slowErr := c.holds(program)
			if fastErr == nil && (fast != slow || slowErr != nil) || fastErr != nil && slowErr == nil && slow == fast {
				t.Errorf("%s of %q by %s: the fast form has %t, %v, want %t, %v", source, url, d, fast, fastErr, slow, slowErr)
			}
		}
	})
}

// TestFastConditions checks which expressions have a fast form.
func TestFastConditions(t *testing.T) {
	t.Parallel()
	v := view.New(view.Options{Dialect: earl.RFC3986()})
	for source, want := range map[string]bool{
		`host == "h" and port > 80`:          true,
		`scheme in ["a", "b"] or path != ""`: true,
		`not (host startsWith "h")`:          true,
		`host matches "^h"`:                  false,
		`has("query")`:                       false,
		`param("q") == "1"`:                  false,
	} {
		program, err := compileExpression(source, v, nil)
		if err != nil {
			t.Fatalf("compileExpression(%s) = %v, want no error", source, err)
		}
		c := &Conditions{view: v}
		program.fast = c.condition(program.Node())
		if got := program.fast != nil; got != want {
			t.Errorf("%s has a fast form: %t, want %t", source, got, want)
		}
	}
}

// TestLongExpressions compiles hostile expressions. An error of each is one of a few bytes.
func TestLongExpressions(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		strings.Repeat("(", 1<<20), strings.Repeat("(", 60000), strings.Repeat("not ", 15000) + "true",
		strings.Repeat("1 + ", 16000) + "port > 1", `host matches "` + strings.Repeat("(a*)*", 10000) + `"`,
		"host in [" + strings.Repeat(`"a",`, 16000) + "]", `host == "` + strings.Repeat("\x00", 1000), "\xff\xfe",
	} {
		if err := new(Where).Set(source); err != nil && len(err.Error()) > 2000 {
			t.Errorf("the error of %.20q has %d bytes, want at most 2000", source, len(err.Error()))
		}
	}
}

// TestScope filters by a list of 20,000 domains.
func TestScope(t *testing.T) {
	t.Parallel()
	domains := map[string]struct{}{}
	for i := range 20000 {
		domains[fmt.Sprintf("d%d.example", i)] = struct{}{}
	}
	for host, want := range map[string]bool{
		"d1.example": true, "a.b.d19999.example.": true, "xd1.example": false, "example": false, "": false,
		strings.Repeat("a.", 1000) + "d7.example": true,
	} {
		if got := under(host, domains); got != want {
			t.Errorf("under(%.40q) = %t, want %t", host, got, want)
		}
	}
}

// TestWrongExpressions checks the errors of expressions in other languages. Each is one line with a hint, then the place.
func TestWrongExpressions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"file", `host=@scope.txt`, `unexpected token Operator("=") at character 5: write 'host in file("scope.txt")'`},
		{"operator =~", `href =~ "://[^/]*@"`, `unexpected token Operator("=") at character 6: write 'href matches "://[^/]*@"'`},
		{"pattern without quotes", `path=^/x`, `unexpected token Operator("=") at character 5: write 'path matches "^/x"'`},
		{"two comparisons", `host=a and path=/x1`, `unexpected token Operator("=") at character 5: write 'host == "a" and path == "/x1"'`},
		{"number", `port=80`, `unexpected token Operator("=") at character 5: write 'port == 80'`},
		{"operator =~ without quotes", `host=~a`, `unexpected token Operator("=") at character 5: write 'host matches "a"'`},
		{"name with an underscore", `registered_domain=example.com`, `unexpected token Operator("=") at character 18: write 'registered_domain == "example.com"'`},
		{"operator ~", `host ~ "a"`, `unrecognized character: U+007E '~' at character 6: write 'host matches "a"'`},
		{"like", `host like "%a"`, `unexpected token Identifier("like") at character 6: write 'host contains "a"'`},
		{"name in a list", `params contains "id"`, `invalid operation: contains (mismatched types []string and string) at character 8: write '"id" in params'`},
		{"text and number", `param("id") == 5`, `invalid operation: == (mismatched types string and int) at character 13: write 'param("id") == "5"'`},
		{"order of text and number", `member("status") >= 400`, `invalid operation: >= (mismatched types string and int) at character 18: write 'int(member("status")) >= 400'`},
		{"no time", `time > "noon"`, `"noon" is no time, such as 2026-11-28T22:53:00Z; --since takes 24h or 7d`},
		{"member of a reference", `element == "a"`, `unknown name element at character 1: write 'member("element") == "a"'`},
		{"star", `host=*.example`, `unexpected token Operator("=*") at character 5: write 'host endsWith ".example"'`},
		{"text without quotes", `host == example.com`, `unknown name example at character 9: write 'host == "example.com"'`},
		{"word without quotes", `scheme == http`, `unknown name http at character 11: write 'scheme == "http"'`},
		{"operand without quotes", `param("q") contains test`, `unknown name test at character 21: write 'param("q") contains "test"'`},
		{"single quotes", `host = 'a'`, `unexpected token Operator("=") at character 6: write 'host == "a"'`},
		{"escape", `path matches "\d+"`, `invalid char escape at character 16: write 'path matches "\\d+"'`},
		{"raw escape", `query =~ 'id=\d+'`, `unexpected token Operator("=") at character 7: write 'query matches "id=\\d+"'`},
		{"invalid pattern", `host matches "("`, "error parsing regexp: missing closing ): `(` at character 6"},
		{"part of an expression", `(host == "a"`, `unexpected token EOF at character 12: the expression is not complete`},
		{"another error", `hots = "x"`, `unexpected token Operator("=") at character 6: write == to compare, and quotes around a text`},
		{"SQL: and", `(host=a or host=b) AND port = 80`, `unexpected token Operator("=") at character 6: write '(host == "a" or host == "b") and port == 80'`},
		{"SQL: not equal", `host <> 'a'`, `unexpected token Operator(">") at character 7: write 'host != "a"'`},
		{"JavaScript: operator", `host === "a"`, `unexpected token Operator("=") at character 8: write 'host == "a"'`},
		{"quoted pattern", `host = "*.example.com"`, `unexpected token Operator("=") at character 6: write 'host endsWith ".example.com"'`},
		{"text that begins with a dot", `host endsWith .com`, `unexpected token Operator(".") at character 15: write 'host endsWith ".com"'`},
		{"time ago", `time > now - 1h`, `bad number syntax: "1h" at character 15: use --since 1h`},
		{"time ago with a function", `status == 404 and time >= now()-"90m"`, `invalid operation: - (mismatched types time.Time and string) at character 32: use --since 90m`},
		{"SQL: interval", `time > NOW() - INTERVAL 1 HOUR`, `unexpected token Number("1") at character 25: use --since 1h`},
		{"until a time ago", `time < ago(2d)`, `bad number syntax: "2d" at character 13: use --until 2d`},
		{"class of statuses", `status == 4xx`, `bad number syntax: "4x" at character 12: write 'status in 400..499'`},
		{"class of statuses as a pattern", `status =~ "^5.."`, `unexpected token Operator("=") at character 8: write 'status in 500..599'`},
		{"SQL: between", `status between 400 and 403`, `unexpected token Identifier("between") at character 8: write 'status in 400..403'`},
		{"jq: member", `.code == 404`, `unexpected token Operator(".") at character 1: a member of the record is member("NAME")`},
		{"absent member of a log", `referer != "-"`, `an absent member of a log is "" instead of "-"`},
		{"missing quote", `host="a`, `unexpected token Operator("=") at character 5: write == to compare, and quotes around a text`},
	} {
		err := new(Where).Set(tt.source)
		if err == nil {
			t.Errorf("%s: set(%s) = nil, want %q", tt.name, tt.source, tt.want)
			continue
		}
		if got, _, _ := strings.Cut(err.Error(), "\n"); got != tt.want {
			t.Errorf("%s: the error of %s is %q, want %q", tt.name, tt.source, got, tt.want)
		}
	}
}

// FuzzRewrittenCompiles checks that the expression that an error suggests compiles.
func FuzzRewrittenCompiles(f *testing.F) {
	for _, seed := range []string{
		`host=*.a,b and not port = 80`, `.path | test("^/x") or $host ~ /x/`, `query:a != 'b"\'c' & "x" in path`,
		`where params["a"] is not null and status between 400 and 500`, `host in @scope.txt or path.length > 3;`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		written := rewritten(source)
		if written == "" || strings.Contains(written, "***") {
			return
		}
		if _, err := compileExpression(written, nil, nil); err != nil {
			t.Errorf("rewritten(%q) = %q, which does not compile: %v", source, written, err)
		}
	})
}

// TestLowerCaseFields checks which fields are compared in lower case.
func TestLowerCaseFields(t *testing.T) {
	t.Parallel()
	folding := []string{"scheme", "host", "extension", "origin", "tld", "suffix", "registered_domain", "subdomain", "host_reversed"}
	for _, f := range fields {
		if f.argument != nil || f.kind != kindText {
			continue
		}
		source := f.name + ` == "A"`
		err := new(Where).Set(source)
		if slices.Contains(folding, f.name) {
			if want := f.name + ` is in lower case: write "a"`; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error of %s is %v, want %s", source, err, want)
			}
		} else if err != nil {
			t.Errorf("the error of %s is %v, want none", source, err)
		}
	}
}

// TestUnknownNames checks the errors for names that are not known.
func TestUnknownNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"field", `nope == "x"`, `write member("nope") for a cell or member of the record, or a field (earl help fields)`},
		{"number", `n > 5`, `write int(member("n")) for a cell or member of the record, or a field (earl help fields)`},
		{"function", `strcmp(host, "x") == 0`, "earl help where lists functions"},
		{"typing error", `hots == "x"`, "did you mean host?"},
		{"typing error in the name of a member", `refferer == "x"`, "did you mean referer?"},
		{"name of another log", `user_agent == "x"`, `did you mean agent, or member("user_agent") for a cell or member of the record?`},
		{"name that people use", `ip == "x"`, `did you mean remote, or member("ip") for a cell or member of the record?`},
		{"member of a reference", `attr == "x"`, `did you mean member("attribute")?`},
		{"hour of the time", `hour == 22`, "write 'time.Hour() == 22'"},
		{"yesterday", `yesterday < time`, "use --since 24h"},
	} {
		err := new(Where).Set(tt.source)
		if err == nil || !strings.Contains(err.Error(), " at character 1: "+tt.want+"\n") {
			t.Errorf("%s: the error of %s is %v, want %q", tt.name, tt.source, err, tt.want)
		}
	}
}

// TestFilesAreReadOnce checks that each file of an expression is read once, because it may be a pipe.
func TestFilesAreReadOnce(t *testing.T) {
	t.Parallel()
	name := filepath.ToSlash(filepath.Join(t.TempDir(), "scope"))
	if err := os.WriteFile(name, []byte("h\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	w := &Where{}
	if err := w.Set(fmt.Sprintf("host in file(%q)", name)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	v := view.New(view.Options{Dialect: earl.WHATWG()})
	c := w.Conditions(v)
	for url, want := range map[string]bool{"http://h/": true, "http://g/": false} {
		v.Start(&bulk.Record{Text: url})
		if err := v.Read(); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Hold(false); got != want || err != nil {
			t.Errorf("hold() for %s = %t, %v, want %t, no error", url, got, err, want)
		}
	}
}
