package command

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
)

// newEditor returns the editor that flags make, nil if they are wrong usage.
func newEditor(tb testing.TB, d earl.Dialect, args ...string) *editor {
	tb.Helper()
	e := new(editor)
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	e.add(flags, new(Given))
	if flags.Parse(args) != nil || e.prepare(d, "") != nil {
		return nil
	}
	return e
}

// edited returns the URL after the edit of e.
func edited(e *editor, d earl.Dialect, url string) (string, error) {
	v := view.New(view.Options{Dialect: d})
	v.Start(&bulk.Record{Text: url})
	return e.edited(v, &e.variants[0])
}

// got returns a field of a URL.
func got(tb testing.TB, d earl.Dialect, source, url string) string {
	tb.Helper()
	t, err := field.Compile(source, false)
	if err != nil {
		tb.Fatal(err)
	}
	v := view.New(view.Options{Dialect: d})
	v.Start(&bulk.Record{Text: url})
	if err := v.Read(); err != nil {
		tb.Fatalf("%q: %v", url, err)
	}
	text, err := t.Expander().Expand(nil, v)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// FuzzSetThenGet: get gives back the text of set, and of all other fields the value
// before the edit.
func FuzzSetThenGet(f *testing.F) {
	rows := [...]struct{ flag, field, others string }{
		{"--port=", "{port}", "{scheme} {userinfo} {host} {path} {query} {fragment}"},
		{"--query=", "{query}", "{scheme} {authority} {path} {fragment}"},
		{"--fragment=", "{fragment}", "{scheme} {authority} {path} {query}"},
		{"--path=/", "{path}", "{scheme} {authority} {query} {fragment}"},
		{"--username=", "{username}", "{scheme} {password} {host} {port} {path} {query} {fragment}"},
		{"--password=", "{password}", "{scheme} {username} {host} {port} {path} {query} {fragment}"},
		{"--set-param=x=", "{param:x|decode_plus}", "{scheme} {authority} {path} {fragment} {params:y}"},
		{"--segment=1=", "{segment:1|decode}", "{scheme} {authority} {query} {fragment}"},
		{"--append-segment=", "{segment:-1|decode}", "{scheme} {authority} {query} {fragment}"},
	}
	for i := range rows {
		f.Add("http://u:p@h:80/a/b?x=1&y=2#f", uint8(i), "8080", false)
		f.Add("http://u:p@h:80/a/b?x=1&y=2#f", uint8(i), "a%20b", true)
		f.Add("//h?", uint8(i), "a b&+=/", false)
	}
	f.Fuzz(func(t *testing.T, url string, which uint8, value string, byWHATWG bool) {
		row := rows[int(which)%len(rows)]
		d := earl.RFC3986()
		if byWHATWG {
			d = earl.WHATWG()
		}
		e := newEditor(t, d, row.flag+value)
		var before reading.Reading
		d.Read(&before, url)
		if e == nil || before.Err() != nil {
			return
		}
		edited, err := edited(e, d, url)
		if err != nil {
			return
		}
		if before, after := got(t, d, row.others, before.Href()), got(t, d, row.others, edited); after != before {
			t.Fatalf("%q with %s%q: %q, others were %q, are %q", url, row.flag, value, edited, before, after)
		}
		if byWHATWG {
			return // the setters encode and drop characters
		}
		want := strings.TrimPrefix(row.flag[strings.IndexByte(row.flag, '=')+1:], "x=") + value
		if strings.HasPrefix(row.flag, "--segment") {
			want = value
		}
		switch have := got(t, d, row.field, edited); {
		case have == want:
		case row.field == "{path}" && have == "/."+want: // which guards it
		default:
			t.Fatalf("%q with %s%q: %q has %q, want %q", url, row.flag, value, edited, have, want)
		}
	})
}

// TestSettingIsLinear: edits of long URLs take time in proportion.
func TestSettingIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, d := range []earl.Dialect{earl.RFC3986(), earl.WHATWG()} {
		e := newEditor(t, d, "--port=1", "--append-segment=x", "--segment=1=y", "--set-param=a=1", "--drop-param=*a*b*c*",
			"--keep-param=*a*", "--drop-tracking")
		for _, head := range []string{"http://h/", "http://h/?", "http://", "http://h/?a="} {
			for _, unit := range []string{"a", "ab", "/", "a&", "a=1&", "%61", "&"} {
				urltest.Linear(t, d.Name()+": "+unit+" after "+head, urltest.Many(head, unit, "", 1<<16), func(url string) {
					edited(e, d, url)
				})
			}
		}
	}
}

func TestGlobs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"a", "a", true},
		{"a", "ab", false},
		{"", "", true},
		{"*", "", true},
		{"*", "x", true},
		{"a*", "a", true},
		{"a*", "ba", false},
		{"*a", "ba", true},
		{"a*a", "a", false},
		{"a*a", "aa", true},
		{"a*b*c", "aXbYc", true},
		{"a*b*c", "aXc", false},
		{"a**c", "ac", true},
		{"*ab*ab*", "abab", true},
		{"*ab*ab*", "aab", false},
		{`\*`, "*", true},
		{`\*`, "x", false},
		{`\\*`, `\x`, true},
		{`a\b`, `a\b`, true},
		{"\xff*", "\xffa", true},
	}
	for _, tt := range tests {
		var g globs
		g.add("--drop-param", tt.pattern)
		if got := g.match(tt.name); got != tt.want {
			t.Errorf("%q and %q: %v, want %v", tt.pattern, tt.name, got, tt.want)
		}
	}
}

// TestTrackingParams: each name of the list is stripped, in either case.
func TestTrackingParams(t *testing.T) {
	t.Parallel()
	e := newEditor(t, earl.RFC3986(), "--drop-tracking")
	seen := map[string]bool{}
	for _, row := range canon.Trackers() {
		if !strings.HasPrefix(row.Source, "https://") || row.Whose == "" {
			t.Errorf("%+v is not complete", row)
		}
		for _, name := range row.Names {
			if seen[name] {
				t.Errorf("%s is listed twice", name)
			}
			seen[name] = true
			name = strings.ReplaceAll(name, "*", "x")
			if got, err := edited(e, earl.RFC3986(), "/?a&"+name+"=1&"+strings.ToUpper(name)); got != "/?a" ||
				err != nil {
				t.Errorf("%s: %q, %v, want /?a", name, got, err)
			}
		}
	}
}

// TestVariants checks the limit of the number of results of a record.
func TestVariants(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{maxVariants: true, maxVariants + 1: false} {
		if got := newEditor(t, earl.RFC3986(), "--iterate=fragment="+strings.Repeat(" ", n-1)) != nil; got != want {
			t.Errorf("%d values are accepted: %t, want %t", n, got, want)
		}
	}
}
