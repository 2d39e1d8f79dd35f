package rfc3986_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"earl.example/rfc3986"
)

// pairsOf returns the pairs of r as "name=value".
func pairsOf(r rfc3986.Ref) []string {
	var all []string
	for name, value := range r.Pairs() {
		all = append(all, name+"="+value)
	}
	return all
}

func TestPairs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"no query", "a", nil},
		{"empty query", "?", []string{"="}},
		{"pairs", "?a=1&b=2&a=3", []string{"a=1", "b=2", "a=3"}},
		{"as written", "?a%3D=%26+x", []string{"a%3D=%26+x"}},
		{"no sign, empty, more signs", "?a&b=&c=d=e", []string{"a=", "b=", "c=d=e"}},
		{"empty pairs", "?a&&b&", []string{"a=", "=", "b=", "="}},
		{"fragment", "?a=1#b=2", []string{"a=1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := pairsOf(rfc3986.MustParse(test.in)); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	for range rfc3986.MustParse("?a&b").Pairs() { // stops when asked
		break
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	r := rfc3986.MustParse("?a=1&%61=2&b+c=3&d%20e=%204&f%2Bg=5&h&=6&%C3%A9=7&a%26b=8&octets=%FF%26")
	for _, test := range []struct {
		name, value string
		ok          bool
	}{
		{name: "a", value: "1", ok: true},
		{name: "b+c", value: "3", ok: true},
		{name: "b c"},
		{name: "d e", value: " 4", ok: true},
		{name: "octets", value: "\xff&", ok: true},
		{name: "h", ok: true},
		{name: "", value: "6", ok: true},
		{name: "é", value: "7", ok: true},
		{name: "a&b", value: "8", ok: true},
		{name: "%61"},
		{name: "aa"},
		{name: "A"},
	} {
		if value, ok := r.Lookup(test.name); value != test.value || ok != test.ok {
			t.Errorf("Lookup(%q) = %q, %v, want %q, %v", test.name, value, ok, test.value, test.ok)
		}
	}
	for name, want := range map[string][]string{"a": {"1", "2"}, "octets": {"\xff&"}, "h": {""}, "%61": nil, "z": nil} {
		if got := r.LookupAll(name); !slices.Equal(got, want) {
			t.Errorf("LookupAll(%q) = %q, want %q", name, got, want)
		}
	}
	u := rfc3986.MustParseURI("s:?%61=x")
	if value, ok := u.Lookup("a"); value != "x" || !ok {
		t.Errorf("Lookup = %q, %v, want x", value, ok)
	}
}

func TestDecodedPairs(t *testing.T) {
	t.Parallel()
	r := rfc3986.MustParse("/?a%26=1+%2B&&b&c==%FF&%FF&%FF=x&d=e%3D#%FF=")
	var got strings.Builder
	for name, value := range r.DecodedPairs() {
		fmt.Fprintf(&got, "|%s=%s", name, value)
	}
	if want := "|a&=1++|b=|c==\xff|\xff=|\xff=x|d=e="; got.String() != want {
		t.Errorf("%q, want %q", &got, want)
	}
	for name, value := range rfc3986.MustParse("?a").DecodedPairs() {
		if name != "a" || value != "" {
			t.Errorf("pair %q, %q, want a", name, value)
		}
	}
	for name, value := range r.DecodedPairs() { // stops when asked
		if name != "a&" || value != "1++" {
			t.Errorf("pair %q, %q, want a& and 1++", name, value)
		}
		break
	}
}

func TestEditPairs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in             string
		key, value           string
		set, added, withoutK string
	}{
		{"no query", "/p#f", "a", "1", "/p?a=1#f", "/p?a=1#f", "/p#f"},
		{"empty query", "/p?", "a", "1", "/p?&a=1", "/p?&a=1", "/p?"},
		{"the only one", "?a=0", "a", "1", "?a=1", "?a=0&a=1", ""},
		{"first of many", "?a=0&b&a=2&c", "a", "1", "?a=1&b&c", "?a=0&b&a=2&c&a=1", "?b&c"},
		{"others stay as they are", "?%7e=%7E+&x==&&%61&", "a", "1", "?%7e=%7E+&x==&&%61=1&", "?%7e=%7E+&x==&&%61&&a=1",
			"?%7e=%7E+&x==&&"},
		{"empty pair in front", "?&a=0&b", "a", "1", "?&a=1&b", "?&a=0&b&a=1", "?&b"},
		{"empty pair alone is left", "?&a", "a", "1", "?&a=1", "?&a&a=1", "?"},
		{"G-017 data", "?x", "a&b=c", "d+e f#", "?x&a%26b%3Dc=d%2Be%20f%23", "?x&a%26b%3Dc=d%2Be%20f%23", "?x"},
		{"empty name", "?", "", "", "?=", "?&=", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rfc3986.MustParse(test.in)
			if got := result(r.WithPair(test.key, test.value)); got != test.set {
				t.Errorf("WithPair gives %s, want %s", got, test.set)
			}
			if got := result(r.AddPair(test.key, test.value)); got != test.added {
				t.Errorf("AddPair gives %s, want %s", got, test.added)
			}
			if got := r.WithoutPair(test.key); got.String() != test.withoutK {
				t.Errorf("WithoutPair gives %s, want %s", got, test.withoutK)
			}
		})
	}
}

func FuzzPairsAreData(f *testing.F) {
	f.Add("?a=1&b", "a", "x y+z")
	f.Add("s:?%61+b=1", "a b", "&=#%")
	f.Fuzz(func(t *testing.T, s, name, value string) {
		r, err := rfc3986.Parse(s)
		if err != nil || len(s) > 1000 {
			return
		}
		set, err := r.WithPair(name, value)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := r.Lookup(name); !ok {
			if added, err := r.AddPair(name, value); err != nil || added.WithoutPair(name) != r {
				t.Fatalf("%s becomes %s, %v, and without it %s", r, added, err, added.WithoutPair(name))
			}
		}
		others := func(r rfc3986.Ref) string {
			var all []string
			for raw, value := range r.Pairs() {
				if decoded := octetsOf(raw); decoded != name {
					all = append(all, raw+"="+value)
				}
			}
			return strings.Join(all, "&")
		}
		got, ok := set.Lookup(name)
		want := others(r)
		if !ok || got != value || others(set) != want {
			t.Errorf("%q with %q = %q is %q; others are %q, want %q", s, name, value, set, others(set), want)
		}
		gone := set.WithoutPair(name)
		if _, ok := gone.Lookup(name); ok || others(gone) != others(set) {
			t.Errorf("%q without %q is %q", set, name, gone)
		}
	})
}

// octetsOf decodes raw, which is valid, by package net/url.
func octetsOf(raw string) string {
	s, err := url.PathUnescape(raw)
	if err != nil {
		panic(err)
	}
	return s
}
