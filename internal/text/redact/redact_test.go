package redact

import (
	"slices"
	"strings"
	"testing"
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
		{"nothing", "", -1, -1},
		{"no colon", "jdbc", -1, -1},
		{"at the start", "JDBC:x", 0, 5},
		{"encoded", "?u=j%64bc%3Ax", 3, 12},
		{"the first of two", "ajdbc:jdbc:", 1, 6},
	} {
		if start, end := jdbc(tt.s); start != tt.start || end != tt.end {
			t.Errorf("%s: jdbc(%q) = %d, %d, want %d, %d", tt.name, tt.s, start, end, tt.start, tt.end)
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
		value   int
	}{
		{"nothing", "", true, nil, -1},
		{"no secret", "?a=b", true, nil, -1},
		{"a secret", "?a=b&code=c", true, []Span{{10, 11}}, -1},
		{"two secrets", "?code=c&sig=d", true, []Span{{6, 7}, {12, 13}}, -1},
		{"a secret, without query", "?code=c", false, nil, -1},
		{"JDBC", "jdbc:x;password=s", true, nil, 16},
		{"JDBC, without query", "jdbc:x;password=s", false, nil, 16},
		{"JDBC without a secret", "jdbc:x;a=s", false, nil, -1},
		{"a secret before JDBC", "?code=c&u=jdbc:x;pwd=s", true, []Span{{6, 7}}, 21},
	} {
		got, value := parameters(nil, tt.s, tt.query)
		if !slices.Equal(got, tt.want) || value != tt.value {
			t.Errorf("%s: parameters(%q, %v) = %v, %d, want %v, %d", tt.name, tt.s, tt.query, got, value, tt.want, tt.value)
		}
	}
}

// TestKnownNames checks that each name of the lists is in the form that names are compared in, and is found.
func TestKnownNames(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Concat(known[:], parts[:]) {
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
