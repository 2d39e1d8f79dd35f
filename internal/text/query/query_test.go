package query

import (
	"math"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

var (
	plain = Form{Encode: url.PathEscape}
	form  = Form{PlusIsSpace: true, Encode: url.QueryEscape}
)

func TestLookup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		form       *Form
		text, key  string
		want       string
		wantAbsent bool
	}{
		{"first of two", &plain, "a=1&a=2", "a", "1", false},
		{"not there", &plain, "a=1", "b", "", true},
		{"empty query", &plain, "", "", "", true},
		{"empty pair is no name", &plain, "&a", "", "", true},
		{"empty name", &plain, "a&=1", "", "1", false},
		{"no value", &plain, "b&a", "a", "", false},
		{"escaped name", &plain, "%61%3d=x", "a=", "x", false},
		{"broken escapes", &plain, "%&%4=%&%4g=1", "%4", "%", false},
		{"broken escape longer", &plain, "%4g=1", "%4g", "1", false},
		{"plus is plus", &plain, "a+b=1", "a+b", "1", false},
		{"plus is no space", &plain, "a+b=1", "a b", "", true},
		{"plus is a space", &form, "a+b=1", "a b", "1", false},
		{"prefix", &plain, "ab=1", "a", "", true},
		{"escaped prefix", &plain, "%61b=1", "a", "", true},
		{"value as written", &plain, "a=%41", "a", "%41", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, ok := tt.form.Lookup(tt.text, tt.key); got != tt.want || ok == tt.wantAbsent {
				t.Errorf("Lookup = %q, %v, want %q, absent: %t", got, ok, tt.want, tt.wantAbsent)
			}
			if all := tt.form.LookupAll(tt.text, tt.key); (len(all) == 0) != tt.wantAbsent || len(all) > 0 && all[0] != tt.want {
				t.Errorf("all are %q", all)
			}
		})
	}
}

func TestLookupAll(t *testing.T) {
	t.Parallel()
	if got := plain.LookupAll("a=1&b=2&&%61=%33&a", "a"); !slices.Equal(got, []string{"1", "%33", ""}) {
		t.Errorf("LookupAll = %q, want 1, %%33 and an empty value", got)
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	remove := func(names ...string) func(string) bool {
		return func(s string) bool { return slices.Contains(names, s) }
	}
	const absent = "(absent)"
	tests := []struct {
		name     string
		edit     Edit
		in, want string
	}{
		{"nothing", Edit{}, "a=%61&&b=+", "a=%61&&b=+"},
		{"nothing of nothing", Edit{}, absent, absent},
		{"nothing of an empty one", Edit{}, "", ""},
		{"remove", Edit{Remove: remove("a")}, "a=1&b&%61=2&c", "b&c"},
		{"remove all", Edit{Remove: remove("a")}, "a=1&a", absent},
		{"remove none", Edit{Remove: remove("a")}, "b&&", "b&&"},
		{"remove of an empty one", Edit{Remove: remove("a", "")}, "", ""},
		{"an empty pair is not removed", Edit{Remove: remove("a", "")}, "a&&=1", ""},
		{"set", Edit{Set: []Pair{{Name: "a", Value: "x y"}}}, "b=1&%61=2&a=3&c", "b=1&%61=x%20y&c"},
		{"set what is not there", Edit{Set: []Pair{{Name: "a b", Value: "x"}}}, "b=1", "b=1&a%20b=x"},
		{"set of an absent one", Edit{Set: []Pair{{Name: "a", Value: ""}}}, absent, "a="},
		{"set twice", Edit{Set: []Pair{{Name: "a", Value: "1"}, {Name: "a", Value: "2"}}}, "a", "a=2"},
		{"set two", Edit{Set: []Pair{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}}, "b&c", "b=2&c&a=1"},
		{"set what is removed", Edit{Remove: remove("a"), Set: []Pair{{Name: "a", Value: "1"}}}, "a=0&b", "b&a=1"},
		{"append", Edit{Append: []Pair{{Name: "a", Value: "1"}, {Name: "a", Value: "&"}}}, "a=0", "a=0&a=1&a=%26"},
		{"append to an empty one", Edit{Append: []Pair{{Name: "a", Value: "1"}}}, "", "a=1"},
		{"append without a value", Edit{Append: []Pair{{Name: "a b", Bare: true}}}, "b=0", "b=0&a%20b"},
		{"set without a value", Edit{Set: []Pair{{Name: "a", Bare: true}}}, "b&a=1&a=2", "b&a"},
		{"set if absent", Edit{Set: []Pair{{Name: "a", Value: "1", When: IfAbsent}}}, "b", "b&a=1"},
		{"set if absent, present", Edit{Set: []Pair{{Name: "a", Value: "1", When: IfAbsent}}}, "a=2&b&a", "a=2&b&a"},
		{"set if present", Edit{Set: []Pair{{Name: "a", Value: "1", When: IfPresent}}}, "a=2&b&a", "a=1&b"},
		{"set if present, absent", Edit{Set: []Pair{{Name: "a", Value: "1", When: IfPresent}}}, absent, absent},
		{"set if present, empty", Edit{Set: []Pair{{Name: "a", Value: "1", When: IfPresent}}}, "", ""},
		{"values", Edit{Values: func(s string) string { return s + "x" }}, "a=1&b&=&&c==", "a=1x&b=x&=x&&c==x"},
		{"values before set", Edit{Values: func(string) string { return "x" }, Set: []Pair{{Name: "b", Value: "2"}}},
			"a&b", "a=x&b=2"},
		{"sort", Edit{Sort: true}, "b=2&&%61=2&b=1&a=1&", "%61=2&a=1&b=2&b=1"},
		{"sort empty pairs", Edit{Sort: true}, "&&", ""},
		{"sort an absent one", Edit{Sort: true}, absent, absent},
		{"sort an empty one", Edit{Sort: true}, "", ""},
		{"sort what is left", Edit{Remove: remove("a"), Sort: true}, "b&a", "b"},
		{"sort nothing", Edit{Remove: remove("a"), Sort: true}, "a", absent},
		{"all", Edit{Remove: remove("x"), Set: []Pair{{Name: "c", Value: "3"}}, Append: []Pair{{Name: "a", Value: "1"}}, Sort: true}, "x&c&b=%2f", "a=1&b=%2f&c=3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := plain
			f.Encode = func(s string) string { return strings.ReplaceAll(url.PathEscape(s), "&", "%26") }
			in := tt.in
			if in == absent {
				in = ""
			}
			got, present := NewEditor(f, tt.edit).Apply(in, tt.in != absent)
			if !present {
				if got != "" {
					t.Errorf("absent, but %q, want nothing", got)
				}
				got = absent
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestSeparator(t *testing.T) {
	t.Parallel()
	f := Form{Separator: ";", Encode: url.QueryEscape}
	edit := Edit{
		Remove: func(s string) bool { return s == "a" }, Sort: true, Append: []Pair{{Name: "b", Value: "x;y"}},
	}
	if got, _ := NewEditor(f, edit).Apply("d=1&2;c;a;;%62", true); got != "%62;b=x%3By;c;d=1&2" {
		t.Errorf("Apply = %q, want the parameters sorted", got)
	}
	edit.Sort = false
	if got, _ := NewEditor(f, edit).Apply("d=1&2;c;a;;", true); got != "d=1&2;c;;;b=x%3By" {
		t.Errorf("Apply = %q, want the order kept", got)
	}
	if got, ok := f.Lookup("a=1&b=2;b=3", "b"); got != "3" || !ok {
		t.Errorf("Lookup = %q, want 3", got)
	}
}

// FuzzOthersKeepTheirBytes: an edit of one name leaves all pairs of other names
// alone, in their order, and a set value is found again.
func FuzzOthersKeepTheirBytes(f *testing.F) {
	for _, s := range []string{"", "a=1&b=2", "%61&&a+b", "&", "a", "%", "+=%20"} {
		f.Add(s, "a", "x", true)
		f.Add(s, " ", "&=+", false)
	}
	others := func(form *Form, text, name string) (pairs []string) {
		for pair := range form.Split(text) {
			if raw, _, _ := strings.Cut(pair, "="); pair == "" || !form.DecodesTo(raw, name) {
				pairs = append(pairs, pair)
			}
		}
		if len(pairs) == 1 && pairs[0] == "" { // is written as none is
			return nil
		}
		return pairs
	}
	f.Fuzz(func(t *testing.T, text, name, value string, plus bool) {
		form := Form{PlusIsSpace: plus, Encode: url.PathEscape}
		if plus {
			form.Encode = url.QueryEscape
		} else {
			form.Encode = func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
		}
		set, present := NewEditor(form, Edit{Set: []Pair{{Name: name, Value: value}}}).Apply(text, text != "")
		if !present || !slices.Equal(others(&form, set, name), others(&form, text, name)) {
			t.Fatalf("%q: %q set to %q: %q", text, name, value, set)
		}
		if got, ok := form.Lookup(set, name); !ok || !form.DecodesTo(got, value) {
			t.Fatalf("%q: %q set to %q: %q, found %q", text, name, value, set, got)
		}
		gone, present := NewEditor(form, Edit{Remove: func(s string) bool { return s == name }}).Apply(set, true)
		if _, ok := form.Lookup(gone, name); ok || !slices.Equal(others(&form, gone, name), others(&form, text, name)) {
			t.Fatalf("%q without %q: %q, %v", set, name, gone, present)
		}
	})
}

// TestTimeIsLinear: queries of many pairs take time in proportion, but for
// sorting.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	e := NewEditor(form, Edit{Remove: func(s string) bool { return s == "b" }, Set: []Pair{{Name: "a", Value: "1"}}})
	for _, unit := range []string{"a&", "b&", "&", "=", "%61=1&", "%", "c=1&"} {
		urltest.Linear(t, unit, urltest.Many("", unit, "", 1<<16), func(s string) { e.Apply(s, true) })
		urltest.Linear(t, unit, urltest.Many("", unit, "", 1<<16), func(s string) { form.Lookup(s, "x") })
	}
}

// TestMemory: an edit of many pairs, without sorting, allocates a small multiple of the text.
func TestMemory(t *testing.T) {
	text := strings.Repeat("&", 1<<20)
	e := NewEditor(form, Edit{Set: []Pair{{Name: "a", Value: "1"}}})
	least := uint64(math.MaxUint64)
	for range 5 { // other goroutines allocate too
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e.Apply(text, true)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	if most := uint64(4 * len(text)); least > most {
		t.Errorf("%d bytes for a text of %d bytes, want at most %d", least, len(text), most)
	}
}
