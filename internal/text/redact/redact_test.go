package redact

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReplace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		spans []Span
		want  string
	}{
		{"none", nil, "abcdef"},
		{"all", []Span{{0, 6}}, "***"},
		{"empty", []Span{{3, 3}}, "abc***def"},
		{"two", []Span{{0, 1}, {5, 6}}, "***bcde***"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Replace("abcdef", tt.spans); got != tt.want {
				t.Errorf("Replace(%v) = %q, want %q", tt.spans, got, tt.want)
			}
		})
	}
}

func TestUnion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		in, want []Span
	}{
		{"none", nil, nil},
		{"one", []Span{{1, 2}}, []Span{{1, 2}}},
		{"apart", []Span{{4, 5}, {1, 2}}, []Span{{1, 2}, {4, 5}}},
		{"touch", []Span{{1, 2}, {2, 3}}, []Span{{1, 3}}},
		{"overlap", []Span{{2, 5}, {1, 3}}, []Span{{1, 5}}},
		{"inside", []Span{{1, 9}, {2, 3}, {4, 5}}, []Span{{1, 9}}},
		{"an empty span", []Span{{3, 3}, {1, 2}, {2, 2}}, []Span{{1, 2}}},
		{"inside, then apart", []Span{{1, 4}, {2, 3}, {6, 7}, {7, 8}}, []Span{{1, 4}, {6, 8}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := union(slices.Clone(tt.in)); !slices.Equal(got, tt.want) {
				t.Errorf("union(%v) = %v, want %v", tt.in, got, tt.want)
			}
		})
	}
}

// TestJDBC checks the bounds of "jdbc:".
func TestJDBC(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, s    string
		start, end int
	}{
		{"nothing", "", 0, 0},
		{"no colon", "jdbc", 4, 4},
		{"no j", "dbc:", 4, 4},
		{"at the start", "JDBC:x", 0, 5},
		{"encoded", "?u=j%64bc%3Ax", 3, 12},
		{"the first of two", "ajdbc:jdbc:", 1, 6},
	} {
		if got, want := jdbc(tt.s), (Span{tt.start, tt.end}); got != want {
			t.Errorf("%s: jdbc(%q) = %v, want %v", tt.name, tt.s, got, want)
		}
	}
}

// TestParameters checks the spans of values, and the offset of the first value after "jdbc:".
func TestParameters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, s string
		query   bool
		want    []Span
		rest    int
	}{
		{"nothing", "", true, nil, 0},
		{"no secret", "?a=b", true, nil, 4},
		{"a secret", "?a=b&code=c", true, []Span{{10, 11}}, 11},
		{"two secrets", "?code=c&sig=d", true, []Span{{6, 7}, {12, 13}}, 13},
		{"a secret, without query", "?code=c", false, nil, 7},
		{"JDBC", "jdbc:x;password=s", true, nil, 16},
		{"JDBC, without query", "jdbc:x;password=s", false, nil, 16},
		{"JDBC without a secret", "jdbc:x;a=s", false, nil, 10},
		{"a secret before JDBC", "?code=c&u=jdbc:x;pwd=s", true, []Span{{6, 7}}, 21},
	} {
		got, rest := parameters(nil, tt.s, tt.query)
		if !slices.Equal(got, tt.want) || rest != tt.rest {
			t.Errorf("%s: parameters(%q, %v) = %v, %d, want %v, %d", tt.name, tt.s, tt.query, got, rest, tt.want, tt.rest)
		}
	}
}

// TestKnownNames checks that each name of the lists is in the form that names are compared in, and is found.
func TestKnownNames(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Concat(known, parts) {
		var form []byte
		for i := range len(name) {
			form = appendName(form, name[i])
		}
		if string(form) != name || !isSecret(form) {
			t.Errorf("isSecret(%q) = %v, want true for the form %q", form, isSecret(form), name)
		}
	}
	for i, name := range known {
		if slices.Contains(known[:i], name) {
			t.Errorf("known has %q twice, want once", name)
		}
	}
	for name, want := range map[string]bool{
		"access_token": true, "X-Amz-Signature": true, "code": true, "PHPSESSID": true, "api key": true, "Api+Key": true,
		"": false, "page": false, "codes": false, "passengers": false, "xtoken": false,
	} {
		if got := IsKnown(name); got != want {
			t.Errorf("IsKnown(%q) = %v, want %v", name, got, want)
		}
	}
}

// TestJSON checks how each kind of log value is written.
func TestJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		v    slog.Value
		want string
	}{
		{"a string", slog.StringValue("a\"b"), `"a\"b"`},
		{"a number", slog.IntValue(-7), "-7"},
		{"a bool", slog.BoolValue(true), "true"},
		{"a time", slog.DurationValue(time.Second), `"1s"`},
		{"nothing", slog.AnyValue(nil), "null"},
		{"an error", slog.AnyValue(errors.New("e")), `"e"`},
		{"a list", slog.AnyValue([]int{1, 2}), `"[1 2]"`},
		{"no members", slog.GroupValue(), "{}"},
		{"members, in order", slog.GroupValue(slog.Int("b", 1), slog.String("a", "x"), slog.Bool("c", false)), `{"a":"x","b":1,"c":false}`},
		{"equal names", slog.GroupValue(slog.Int("a", 1), slog.Int("b", 2), slog.Int("a", 3)), `{"a":3,"b":2}`},
		{"a group inside", slog.GroupValue(slog.Group("g", "n", nil), slog.Int("a", 1)), `{"a":1,"g":{"n":null}}`},
		{"a value that logs itself", slog.AnyValue(valuer{}), `"v"`},
	} {
		got, err := JSON(tt.v)
		if string(got) != tt.want || err != nil {
			t.Errorf("%s: JSON = %s, %v, want %s", tt.name, got, err, tt.want)
		}
		if tt.name == "a string" {
			continue
		}
		if got := fmt.Sprintf("%v %+v %8s", formatter{tt.v}, formatter{tt.v}, formatter{slog.IntValue(1)}); got !=
			tt.want+" "+tt.want+"        1" {
			t.Errorf("%s: Format = %q, want %s", tt.name, got, tt.want)
		}
	}
}

type valuer struct{}

func (valuer) LogValue() slog.Value { return slog.StringValue("v") }

type formatter struct{ v slog.Value }

func (x formatter) Format(f fmt.State, verb rune) { Format(f, verb, x.v) }

// FuzzQueryHidesMore checks that spans are sorted and apart, and that with query, Append hides no less.
func FuzzQueryHidesMore(f *testing.F) {
	f.Add("http://u:p@h/?token=a:b@c&d")
	f.Add("jdbc:x;pass=a//SECRET@h\t?code=x")
	f.Fuzz(func(t *testing.T, s string) {
		all := Append(nil, s, true)
		for i, x := range all {
			if x.Start < 0 || x.End > len(s) || x.Start > x.End || i > 0 && x.Start <= all[i-1].End {
				t.Fatalf("Append(%q, true) = %v, want sorted spans", s, all)
			}
		}
		for _, x := range Append(nil, s, false) {
			if !slices.ContainsFunc(all, func(y Span) bool { return y.Start <= x.Start && x.End <= y.End }) {
				t.Fatalf("Append(%q, true) = %v, want %v in it", s, all, x)
			}
		}
	})
}

// FuzzInner checks that AppendInner returns spans of the text after the scheme, unless it is a JDBC URL.
func FuzzInner(f *testing.F) {
	f.Add("http://u:p@h/?u=//a:b@c", true, false)
	f.Add("u:pw@h/", true, true)
	f.Fuzz(func(t *testing.T, rest string, opaque, secret bool) {
		const front = "x:"
		for _, x := range AppendInner(nil, front+rest, len(front), opaque, secret) {
			if x.Start < len(front) || x.End > len(front+rest) || x.Start >= x.End {
				t.Fatalf("AppendInner(%q) has %v, want a span of the text after %q", front+rest, x, front)
			}
		}
	})
}

func TestAppendAllocatesNothing(t *testing.T) {
	var buf [4]Span
	for _, s := range []string{"https://www.example.com/a?b=c#d", "https://u:pw@h/?token=s", "https://SECRET@h/"} {
		if n := testing.AllocsPerRun(100, func() { Append(buf[:0], s, true) }); n != 0 {
			t.Errorf("Append(%q) allocates %v times, want 0", s, n)
		}
	}
	short := []Span{{0, 1}, {2, 3}, {4, 5}}
	if n := testing.AllocsPerRun(100, func() { Replace("abcdef", short) }); n != 1 {
		t.Errorf("Replace(%v) allocates %v times, want 1", short, n)
	}
	if n := testing.AllocsPerRun(100, func() { Replace("abcdef", nil) }); n != 0 {
		t.Errorf("Replace without spans allocates %v times, want 0", n)
	}
	if strings.Count(Mask, "*") != 3 {
		t.Errorf("Mask = %q, want three asterisks", Mask)
	}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, s, want string }{
		{"nothing", "", `""`},
		{"a URL", "http://h/é", `"http://h/é"`},
		{"backslashes", `http:\\h\@x`, `"http:\\h\@x"`},
		{"a quote", `a"b\`, `"a\"b\\"`},
		{"a line feed", "a\nb\\", `"a\nb\\"`},
		{"the letters of a line feed", `a\nb`, `"a\nb"`},
		{"a character that reverses text", "\u202e", `"\u202e"`},
		{"not UTF-8", "\xff", `"\xff"`},
	} {
		if got := Quote(tt.s); got != tt.want {
			t.Errorf("%s: Quote(%q) = %s, want %s", tt.name, tt.s, got, tt.want)
		}
	}
}

// TestNames checks the first word of each line of names.txt.
func TestNames(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(nameText) {
		switch kind, rest, _ := strings.Cut(line, " "); {
		case line == "\n", strings.HasPrefix(line, "#"):
		case !slices.Contains([]string{"part", "end", "name"}, kind), strings.TrimSpace(rest) == "":
			t.Errorf("the line %q of names.txt, want part, end or name, and texts", line)
		}
	}
}
