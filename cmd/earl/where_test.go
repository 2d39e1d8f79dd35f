package main

import (
	"fmt"
	"strings"
	"testing"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
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
	s := &stream{app: &app{}}
	s.quiet = true
	f.Fuzz(func(t *testing.T, source, url string) {
		for _, d := range []string{"rfc3986", "urllib"} {
			v := s.view(earl.MustParseDialect(d))
			program, err := compileExpression(source, v)
			if err != nil {
				return
			}
			c := &conditions{view: v, of: &whereFlag{}}
			c.add(program)
			if c.fast[0] == nil {
				return
			}
			v.start(&bulk.Record{Text: url})
			if v.read() != nil {
				return
			}
			fast, fastErr := c.holds(0)
			c.fast[0] = nil
			slow, slowErr := c.holds(0)
			if fastErr == nil && (fast != slow || slowErr != nil) || fastErr != nil && slowErr == nil && slow == fast {
				t.Errorf("%s of %q by %s: the fast form has %t, %v, want %t, %v", source, url, d, fast, fastErr, slow, slowErr)
			}
		}
	})
}

// TestFastConditions checks which expressions have a fast form.
func TestFastConditions(t *testing.T) {
	t.Parallel()
	v := (&stream{app: &app{}}).view(earl.MustParseDialect("rfc3986"))
	for source, want := range map[string]bool{
		`host == "h" and port > 80`:          true,
		`scheme in ["a", "b"] or path != ""`: true,
		`not (host startsWith "h")`:          true,
		`host matches "^h"`:                  false,
		`has("query")`:                       false,
		`param("q") == "1"`:                  false,
	} {
		program, err := compileExpression(source, v)
		if err != nil {
			t.Fatalf("compileExpression(%s) = %v, want no error", source, err)
		}
		c := &conditions{view: v, of: &whereFlag{}}
		c.add(program)
		if got := c.fast[0] != nil; got != want {
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
		if _, err := compileExpression(source, nil); err != nil && len(err.Error()) > 2000 {
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

// TestNumbersInTexts checks comparisons with the number in a text.
func TestNumbersInTexts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ source, want string }{
		{`int(param("n")) > 3`, "4 99999999999999999999"},
		{`int(param("n")) <= 3`, ""},
		{`int(param("n")) == 4`, "4"},
		{`int(param("n")) != 4`, "- x empty 99999999999999999999 4.5"},
		{`not (int(param("n")) > 3)`, "- x empty 4.5"},
		{`int(param("n")) in [4, 5]`, "4"},
		{`int(param("n")) in 4..5`, "4"},
		{`int(param("n")) == int(param("n"))`, "4 99999999999999999999"},
		{`float(param("n")) > 4`, "99999999999999999999 4.5"},
		{`int(int(param("n"))) + int(float(param("n"))) + int(port) == 8`, "4"},
	} {
		urls := "http://h/#-\nhttp://h/?n=x#x\nhttp://h/?n=#empty\nhttp://h/?n=4#4\n" +
			"http://h/?n=99999999999999999999#99999999999999999999\nhttp://h/?n=4.5#4.5\n"
		var out, messages strings.Builder
		run(t.Context(), []string{"get", "--quiet", "--where", tt.source, "{fragment}"}, strings.NewReader(urls), &out, &messages)
		if got := strings.Join(strings.Fields(out.String()), " "); got != tt.want || messages.Len() > 0 {
			t.Errorf("%s keeps %q with messages %q, want %q without", tt.source, got, &messages, tt.want)
		}
	}
}
