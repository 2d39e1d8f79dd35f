package whatwg_test

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"earl.example/whatwg"
)

// A pair is a name and its value.
type pair struct{ Name, Value string }

func collect(pairs iter.Seq2[string, string]) (list []pair) {
	for name, value := range pairs {
		list = append(list, pair{name, value})
	}
	return list
}

func pairsOf(p *whatwg.SearchParams) []pair { return collect(p.All()) }

// format returns the list as a form. The recorded answers of whatwg-url judge ParseForm and FormatForm.
func format(list []pair) string {
	text, err := whatwg.FormatForm(func(yield func(string, string) bool) {
		for _, p := range list {
			if !yield(p.Name, p.Value) {
				return
			}
		}
	}, "")
	if err != nil {
		panic(err)
	}
	return text
}

// An edit is an edit of a SearchParams, and the same edit of a list of pairs.
type edit struct {
	name   string
	do     func(p *whatwg.SearchParams, name, value string) bool
	oracle func(list []pair, name, value string) []pair
}

func remove(list []pair, gone func(pair) bool) []pair {
	return slices.DeleteFunc(slices.Clone(list), gone)
}

var edits = []edit{
	{
		"append", (*whatwg.SearchParams).Append,
		func(list []pair, name, value string) []pair {
			return append(slices.Clone(list), pair{Name: name, Value: value})
		},
	},
	{
		"delete", func(p *whatwg.SearchParams, name, _ string) bool { return p.Delete(name) },
		func(list []pair, name, _ string) []pair {
			return remove(list, func(p pair) bool { return p.Name == name })
		},
	},
	{
		"delete a value", (*whatwg.SearchParams).DeleteValue,
		func(list []pair, name, value string) []pair {
			return remove(list, func(p pair) bool { return p.Name == name && p.Value == value })
		},
	},
	{
		"set", (*whatwg.SearchParams).Set,
		func(list []pair, name, value string) []pair {
			at := slices.IndexFunc(list, func(p pair) bool { return p.Name == name })
			if at < 0 {
				return append(slices.Clone(list), pair{Name: name, Value: value})
			}
			after := remove(list[at+1:], func(p pair) bool { return p.Name == name })
			return append(append(slices.Clone(list[:at]), pair{Name: name, Value: value}), after...)
		},
	},
	{
		"sort", func(p *whatwg.SearchParams, _, _ string) bool { return p.Sort() },
		func(list []pair, _, _ string) []pair {
			list = slices.Clone(list)
			slices.SortStableFunc(list, func(a, b pair) int {
				return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
			})
			return list
		},
	},
}

// checkEdit compares an edit with the same edit of a list: for the list of a URL, for an independent list, and for the
// list of a URL with Verbatim.
func checkEdit(t *testing.T, href string, which uint8, name, value string) {
	t.Helper()
	u, err := whatwg.Parse(href)
	if err != nil {
		return
	}
	e := edits[int(which)%len(edits)]
	what := fmt.Sprintf("%s %q %q in %q", e.name, name, value, href)
	before := pairsOf(u.SearchParams())
	list := e.oracle(before, usv(name), usv(value))
	want := u
	want.SetSearch(format(list))

	live := u
	p := live.SearchParams()
	if !e.do(p, name, value) {
		t.Fatalf("%s does not apply", what)
	}
	if live != want || p.String() != format(list) {
		t.Fatalf("%s: %q, want %q", what, live, want)
	}
	checkURL(t, live)

	query, _ := u.Query()
	own := whatwg.NewSearchParams("?" + query)
	aside := *own
	if !e.do(own, name, value) {
		t.Fatalf("%s on its own does not apply", what)
	}
	if own.String() != format(list) || !slices.Equal(pairsOf(own), list) || own.Size() != len(list) {
		t.Fatalf("%s on its own: %q, want %q", what, own, list)
	}
	after := *own
	e.do(&aside, "x", "y")
	own.Append("z", "")
	if got := e.oracle(before, "x", "y"); !slices.Equal(pairsOf(&aside), got) || !slices.Equal(pairsOf(&after), list) {
		t.Fatalf("%s changes a copy: %q, %q, want %q, %q", what, &aside, &after, got, list)
	}
	own = &after
	checkIteration(t, what, u, e, name, value)

	kept := u
	if !e.do(kept.SearchParams().Verbatim(), name, value) {
		t.Fatalf("%s verbatim does not apply", what)
	}
	if got := pairsOf(kept.SearchParams()); !slices.Equal(got, list) {
		t.Fatalf("%s verbatim: %q, want %q", what, got, list)
	}
	checkURL(t, kept)
	checkKept(t, what, e.name, u, kept, usv(name))
	checkLookups(t, kept.SearchParams(), list, name, value)
	checkLookups(t, own, list, name, value)
}

// checkIteration checks that an iterator continues by index after an edit in one of the first steps.
func checkIteration(t *testing.T, what string, u whatwg.URL, e edit, name, value string) {
	t.Helper()
	query, _ := u.Query()
	for step := range 3 {
		var want []pair
		list := collect(whatwg.ParseForm(query))
		for i := 0; i < len(list); i++ {
			want = append(want, list[i])
			if i == step {
				list = e.oracle(list, usv(name), usv(value))
			}
		}
		live := u
		for where, p := range map[string]*whatwg.SearchParams{"of a URL": live.SearchParams(), "on its own": whatwg.NewSearchParams("?" + query)} {
			var got []pair
			all := p.All()
			for name1, value1 := range all {
				got = append(got, pair{Name: name1, Value: value1})
				if len(got) == step+1 {
					e.do(p, name, value)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s at step %d, %s: %q, want %q", what, step, where, got, want)
			}
			if again := slices.Collect(valuesOf(all)); len(again) != p.Size() {
				t.Fatalf("%s, %s: iterating again gives %q of %q", what, where, again, p)
			}
		}
	}
}

func valuesOf(pairs iter.Seq2[string, string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, value := range pairs {
			if !yield(value) {
				return
			}
		}
	}
}

// checkKept checks that pairs with other names keep their bytes.
func checkKept(t *testing.T, what, edit string, before, after whatwg.URL, name string) {
	t.Helper()
	others := func(u whatwg.URL) []string {
		var all []string
		query, _ := u.Query()
		for piece := range strings.SplitSeq(query, "&") {
			list := collect(whatwg.ParseForm(piece))
			if len(list) == 1 && list[0].Name != name || len(list) == 0 && edit != "sort" && piece != query {
				all = append(all, piece)
			}
		}
		return all
	}
	was, is := others(before), others(after)
	if edit == "sort" {
		slices.Sort(was)
		slices.Sort(is)
	}
	if len(is) == 1 && is[0] == "" || len(was) == 1 && was[0] == "" {
		return // all that is left is a separator
	}
	if strings.Join(was, "&") != strings.Join(is, "&") {
		t.Fatalf("%s: other pairs were %q and are %q", what, was, is)
	}
}

// checkLookups compares Get, GetAll, Has and HasValue with a plain search.
func checkLookups(t *testing.T, p *whatwg.SearchParams, list []pair, name, value string) {
	t.Helper()
	var all []string
	hasValue := false
	for _, pair := range list {
		if pair.Name == usv(name) {
			all = append(all, pair.Value)
			hasValue = hasValue || pair.Value == usv(value)
		}
	}
	first, ok := p.Get(name)
	if ok != (all != nil) || ok && first != all[0] || !slices.Equal(p.GetAll(name), all) || p.Has(name) != ok ||
		p.HasValue(name, value) != hasValue || p.Size() != len(list) {
		t.Fatalf("looking up %q in %q: %q, %v, all %q, want %q", name, p, first, ok, p.GetAll(name), all)
	}
}

func TestEdits(t *testing.T) {
	t.Parallel()
	g := newGenerator(3)
	for range rounds(120000) {
		checkEdit(t, "http://h/?"+g.form(), uint8(g.r.IntN(len(edits))), formNames[g.r.IntN(len(formNames))], g.text(2))
	}
}

func FuzzEdits(f *testing.F) {
	for i, query := range []string{"a=1&b=2&a=3", "a+b=%20&a%20b=+", "&&=&a", "%ff=\u00e9", "\U00010000=1&\uffff=2", ""} {
		f.Add("http://h/?"+query+"#f", uint8(i), "a", "1")
		f.Add("foo:x?"+query, uint8(i), "a b", " ")
	}
	f.Fuzz(func(t *testing.T, href string, which uint8, name, value string) {
		if len(href)+len(name)+len(value) < 1000 {
			checkEdit(t, href, which, name, value)
		}
	})
}

func TestVerbatim(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, query string
		do          func(p *whatwg.SearchParams) bool
		want        string
	}{
		{"spaces stay", "a=x%20y&b=1", func(p *whatwg.SearchParams) bool { return p.Set("b", "2 3") }, "?a=x%20y&b=2+3"},
		{"the name stays", "%61=1", func(p *whatwg.SearchParams) bool { return p.Set("a", "2") }, "?%61=2"},
		{"bare names stay", "a&b&c=~", func(p *whatwg.SearchParams) bool { return p.Delete("b") }, "?a&c=~"},
		{"separators stay", "a=1&&b=2&", func(p *whatwg.SearchParams) bool { return p.Append("c", "") }, "?a=1&&b=2&&c="},
		{"nothing to do", "a=~&", func(p *whatwg.SearchParams) bool { return p.Delete("b") }, "?a=~&"},
		{"the last", "a=1", func(p *whatwg.SearchParams) bool { return p.Delete("a") }, ""},
		{"a value", "a=1&a=%31&a=2", func(p *whatwg.SearchParams) bool { return p.DeleteValue("a", "1") }, "?a=2"},
		{"the others go", "a=1&b=~&a=2", func(p *whatwg.SearchParams) bool { return p.Set("a", "3") }, "?a=3&b=~"},
		{"the first", "", func(p *whatwg.SearchParams) bool { return p.Set("a", "=") }, "?a=%3D"},
		{"sort", "b=~&&a='&b=%7E", (*whatwg.SearchParams).Sort, "?a=%27&b=~&b=%7E"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := must(whatwg.Parse("http://h/?" + test.query + "#f"))
			if !test.do(u.SearchParams().Verbatim()) || u.Search() != test.want || u.Hash() != "#f" {
				t.Errorf("%q becomes %q, want %q", test.query, u.Search(), test.want)
			}
		})
	}
}

// TestLive checks that edits of a list change its URL, and setters of a URL change its list.
func TestLive(t *testing.T) {
	t.Parallel()
	u := must(whatwg.Parse("http://h/?a=1"))
	p := u.SearchParams()
	u.SetSearch("b=2&c=3")
	if p.Has("a") || p.Size() != 2 {
		t.Errorf("after SetSearch the list is %q", p)
	}
	p.Append("d", "~ ")
	if u.Href() != "http://h/?b=2&c=3&d=%7E+" {
		t.Errorf("after Append the URL is %q", u)
	}
	for _, name := range []string{"b", "c", "d"} {
		p.Delete(name)
	}
	if u.Href() != "http://h/" {
		t.Errorf("after Delete the URL is %q", u)
	}
	// All is of when it is iterated over, not of when it is called.
	u.SetSearch("a=1")
	all := p.All()
	u.SetSearch("a=2")
	if got := maps.Collect(all); got["a"] != "2" {
		t.Errorf("after SetSearch All gives %q", got)
	}
	// A change of another component does not disturb.
	u.SetSearch("a=1&b=2&c=3")
	names := ""
	for name := range p.All() {
		names += name
		u.SetHash(name)
	}
	if names != "abc" {
		t.Errorf("with SetHash in between All gives %q, want abc", names)
	}
}

// TestEditsReport checks that edits of the zero URL return false.
func TestEditsReport(t *testing.T) {
	t.Parallel()
	for _, e := range edits {
		var zero whatwg.URL
		for _, p := range []*whatwg.SearchParams{zero.SearchParams(), zero.SearchParams().Verbatim(), (*whatwg.URL)(nil).SearchParams()} {
			if e.do(p, "a", "b") || !zero.IsZero() || p.Size() != 0 || p.Has("a") || p.String() != "" {
				t.Errorf("%s applies to the zero URL and gives %q, %q", e.name, zero, p)
			}
		}
	}
	var own whatwg.SearchParams
	if !own.Verbatim().Append("a", "b c") || own.String() != "a=b+c" {
		t.Errorf("the list on its own is %q", &own)
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"surrogate", "\xed\xa0\x80=%ed%a0%80", "\ufffd=\ufffd\ufffd\ufffd;"},
		{"cut", "\xe2\x82=%e2%82", "\ufffd=\ufffd;"},
		{"raw and escaped", "\xe2%82%ac=", "\ufffd\ufffd\ufffd=;"},
		{"byte order mark", "\ufeffa=%EF%BB%BF", "\ufeffa=\ufeff;"},
		{"plus", "a+b=%2B+%20", "a b=+  ;"},
		{"equals", "=a=b&=", "=a=b;=;"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			for name, value := range whatwg.ParseForm(test.in) {
				got += name + "=" + value + ";"
			}
			if got != test.want {
				t.Errorf("%q has %q, want %q", test.in, got, test.want)
			}
		})
	}
	pairs := whatwg.NewSearchParams("1%2B1 \u2261 2%20\u203d=").All()
	if got, err := whatwg.FormatForm(pairs, "shift_jis"); err != nil || got != "1%2B1+%81%DF+2+%26%238253%3B=" {
		t.Errorf("in Shift JIS: %q, %v", got, err)
	}
	var list whatwg.SearchParams
	list.Append("a b", "&")
	if got, err := whatwg.FormatForm(maps.All(map[string]string{"a b": "&"}), ""); err != nil || got != "a+b=%26" || list.String() != got || list.Size() != 1 {
		t.Errorf("a list of pairs: %q, %v, %s", got, err, list.String())
	}
	if got, err := whatwg.FormatForm(whatwg.NewSearchParams("a=1&b=&=c").All(), ""); err != nil || got != "a=1&b=&=c" {
		t.Errorf("three pairs: %q, %v", got, err)
	}
	if got, err := whatwg.FormatForm(pairs, ""); err != nil || got != "1%2B1+%E2%89%A1+2+%E2%80%BD=" {
		t.Errorf("in UTF-8: %q, %v", got, err)
	}
}

// TestShortNames tests names of up to 20 bytes and an end.
func TestShortNames(t *testing.T) {
	t.Parallel()
	for n := range 20 {
		for _, end := range []string{"", "%41", "+", "+%2b%", "%4", "%e9", "\u00e9", "\xe9", "%C3%A9+", "'", "*-._"} {
			name := strings.Repeat("a", n) + end
			if name == "" {
				continue
			}
			want := whatwg.PercentDecodeText(strings.ReplaceAll(name, "+", " "))
			u := must(whatwg.Parse("http://h/?" + name))
			query, _ := u.Query() // in which Parse has replaced ill-formed UTF-8
			for got, value := range whatwg.ParseForm(query) {
				if got != want || value != "" {
					t.Errorf("ParseForm(%q) gives %q, %q, want %q", query, got, value, want)
				}
			}
			if !u.SearchParams().Has(want) || u.SearchParams().Has(want+"a") || n > 0 && u.SearchParams().Has(want[1:]) {
				t.Errorf("%q: another name than %q is found", query, want)
			}
			if got, want := u.SearchParams().String(), whatwg.FormSet.Encode(want)+"="; got != want {
				t.Errorf("%q is written as %q, want %q", query, got, want)
			}
		}
	}
}
