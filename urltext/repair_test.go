package urltext_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urltext"
)

func TestRepair(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, in, want, changes string }{
		{"valid", "http://u@h:80/a%20b?c#d", "http://u@h:80/a%20b?c#d", ""},
		{"empty", "", "", ""},
		{"space", "http://h/a b", "http://h/a%20b", `10 " " "%20" pchar;`},
		{"around", " \thttp://h/a\n", "http://h/a", `0 " \t" "" pchar;12 "\n" "" pchar;`},
		{"around a query", " ?a ", "?a", `0 " " "" pchar;3 " " "" query;`},
		{"around a fragment", "#a ", "#a", `2 " " "" fragment;`},
		{"around a host", "//h ", "//h", `3 " " "" reg-name;`},
		{"around a literal", "//[::1] ", "//[::1]", `7 " " "" reg-name;`},
		{"around a port", "//h:80 ", "//h:80", `6 " " "" port;`},
		{"nothing but space", " \r\n ", "", `0 " \r\n " "" pchar;`},
		{"controls", "a\x00b\x7f\tc", "a%00b%7F%09c", `1 "\x00" "%00" pchar;3 "\x7f\t" "%7F%09" pchar;`},
		{"others", "/a<>\"{}|\\^`b", "/a%3C%3E%22%7B%7D%7C%5C%5E%60b",
			"2 \"<>\\\"{}|\\\\^`\" \"%3C%3E%22%7B%7D%7C%5C%5E%60\" pchar;"},
		{"beyond ASCII", "/é?я#日", "/%C3%A9?%D1%8F#%E6%97%A5",
			`1 "é" "%C3%A9" pchar;4 "я" "%D1%8F" query;7 "日" "%E6%97%A5" fragment;`},
		{"not UTF-8", "/\xe9", "/%E9", `1 "\xe9" "%E9" pchar;`},
		{"host", "http://é x/", "http://%C3%A9%20x/", `7 "é " "%C3%A9%20" reg-name;`},
		{"percent", "100%", "100%25", `3 "%" "%25" pct-encoded;`},
		{"percents", "%%41%4%zz%", "%25%41%254%25zz%25",
			`0 "%" "%25" pct-encoded;4 "%" "%25" pct-encoded;6 "%" "%25" pct-encoded;9 "%" "%25" pct-encoded;`},
		{"percents side by side", "?%%%", "?%25%25%25", `1 "%%%" "%25%25%25" pct-encoded;`},
		{"percent in a host", "//a%b c", "//a%25b%20c", `3 "%" "%25" pct-encoded;5 " " "%20" reg-name;`},
		{"percent and space", "% %", "%25%20%25", `0 "%" "%25" pct-encoded;1 " " "%20" pchar;2 "%" "%25" pct-encoded;`},
		{"second number sign", "a#b#c##", "a#b%23c%23%23", `3 "#" "%23" fragment;5 "##" "%23%23" fragment;`},
		{"brackets", "http://h/a[1]?b[]=c#[", "http://h/a%5B1%5D?b%5B%5D=c#%5B",
			`10 "[" "%5B" pchar;12 "]" "%5D" pchar;15 "[]" "%5B%5D" query;20 "[" "%5B" fragment;`},
		{"brackets in a name", "//h[1]", "//h%5B1%5D", `3 "[" "%5B" reg-name;5 "]" "%5D" reg-name;`},
		{"brackets of a literal", "//u[@[::1]:80/[", "//u%5B@[::1]:80/%5B", `3 "[" "%5B" userinfo;14 "[" "%5B" pchar;`},
		{"at signs", "ftp://me@example.com:p@h/", "ftp://me%40example.com:p@h/", `8 "@" "%40" userinfo;`},
		{"colon first", "1a:b c", "./1a:b%20c", `0 "" "./" scheme;4 " " "%20" pchar;`},
		{"colon first, space before it", " a b:c ", "./a%20b:c",
			`0 " " "" pchar;1 "" "./" scheme;2 " " "%20" pchar;6 " " "" pchar;`},
		{"colon later", "a b/c:d", "a%20b/c:d", `1 " " "%20" pchar;`},
		{"colon alone", ":", "./:", `0 "" "./" scheme;`},
		{"backslashes", `http:\\h\a`, "http:%5C%5Ch%5Ca", `5 "\\\\" "%5C%5C" pchar;8 "\\" "%5C" pchar;`},
		{"empty authority", "// ?", "//%20?", `2 " " "%20" reg-name;`},
		{"question mark in a query", "?a?[", "?a?%5B", `3 "[" "%5B" query;`},
		{"port", "http://h:8a/ ", "error at 10: port", ""},
		{"two ports", " http://h:80:80/", "error at 12: port", ""},
		{"bare IPv6", "http://::1/", "error at 8: port", ""},
		{"password without at sign", "http://u:p /", "error at 9: port", ""},
		{"literal", "http://[::g]/ ", "error at 10: IPv6address", ""},
		{"literal without end", "http://[::1/]", "error at 11: IP-literal", ""},
		{"literal and more", "http://[::1]x y/", "error at 12: IP-literal", ""},
		{"zone", "http://[fe80::1%en1]/", "error at 15: no zone identifiers in URIs", ""},
		{"host that is not UTF-8", "http://h\xff/", "error at 8: octets are UTF-8", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, changes, err := urltext.Repair(row.in)
			got, list := r.String(), ""
			if e := (*urlerr.Error)(nil); errors.As(err, &e) {
				got = fmt.Sprintf("error at %d: %s", e.Offset, e.Rule.Name)
				if e.Input != row.in {
					t.Errorf("input %q", e.Input)
				}
			}
			for _, c := range changes {
				list += fmt.Sprintf("%d %q %q %s;", c.Offset, c.Was, c.Became, c.Rule)
			}
			if got != row.want || list != row.changes {
				t.Errorf("%q becomes %s\n%s\nnot %s\n%s", row.in, got, list, row.want, row.changes)
			}
			checkRepair(t, row.in)
		})
	}
}

// TestChangeComponent: a change has its component.
func TestChangeComponent(t *testing.T) {
	t.Parallel()
	_, changes, err := urltext.Repair("//u @h /p ?q #f\\")
	var got []urlerr.Component
	for _, c := range changes {
		got = append(got, c.Component)
	}
	if want := []urlerr.Component{urlerr.Userinfo, urlerr.Host, urlerr.Path, urlerr.Query, urlerr.Fragment}; err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// checkRepair checks properties of Repair for one text: a valid text stays, the
// result is valid, the changes lead back, each is needed, and there is an error
// only for an authority that triplets cannot mend.
func checkRepair(t *testing.T, s string) {
	t.Helper()
	r, changes, err := urltext.Repair(s)
	if rfc3986.Valid(s) && (err != nil || changes != nil || r.String() != s) {
		t.Fatalf("%q is valid and becomes %q: %v, %v", s, r, changes, err)
	}
	if e := (*urlerr.Error)(nil); errors.As(err, &e) {
		trimmed := strings.Trim(s, "\t\n\v\f\r ")
		name := schemePattern.FindString(trimmed)
		after := trimmed[len(name):]
		if !strings.HasPrefix(after, "//") || e.Component != urlerr.Host && e.Component != urlerr.Port || e.Offset < 0 ||
			r != (rfc3986.Ref{}) || changes != nil {
			t.Fatalf("%q: %v, want an error of the authority", s, err)
		}
		return
	}
	if !rfc3986.Valid(r.String()) {
		t.Fatalf("%q becomes %q, which is not valid", s, r)
	}
	if got := undo(r.String(), changes, -1); got != s {
		t.Fatalf("%q becomes %q, and back %q: %v", s, r, got, changes)
	}
	for i, c := range changes {
		if i > 0 && c.Offset < changes[i-1].Offset+len(changes[i-1].Was) {
			t.Fatalf("%q: %v are not in order", s, changes)
		}
		if got := undo(r.String(), changes, i); rfc3986.Valid(got) {
			t.Fatalf("%q becomes %q; without %+v, %q would be valid", s, r, c, got)
		}
	}
	if again, more, err := urltext.Repair(r.String()); again != r || more != nil || err != nil {
		t.Fatalf("%q becomes %q, and that %q", s, r, again)
	}
}

// undo takes one change back, or all if i is -1.
func undo(s string, changes []urltext.Change, i int) string {
	var b strings.Builder
	grown, from := 0, 0
	for n, c := range changes {
		at := c.Offset + grown
		grown += len(c.Became) - len(c.Was)
		if i >= 0 && n != i {
			continue
		}
		if !strings.HasPrefix(s[at:], c.Became) {
			return fmt.Sprintf("%+v is not at %d", c, at)
		}
		b.WriteString(s[from:at] + c.Was)
		from = at + len(c.Became)
	}
	return b.String() + s[from:]
}

func FuzzRepairIsValidAndLeadsBack(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	for _, s := range []string{" a b:c ", "http://u@v@h:1/[?[#[#", "//[::1]x", "//h\xff", "% %", "\\\\h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkRepair(t, s) })
}

// TestRepairProperties is the fuzz target for texts that are made up.
func TestRepairProperties(t *testing.T) {
	t.Parallel()
	pieces := []string{"http:", "//", "/", "?", "#", "@", ":", "[::1]", "[", "]", ":80", "a", "1", " ", "\n", "%", "%41",
		"é", "\xff", "\\", "|", "é|", "."}
	r := rand.New(rand.NewPCG(2, 1))
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	for range n {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		checkRepair(t, b.String())
	}
}

// TestRepairIsLinear takes hostile shapes of megabytes.
func TestRepairIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{" ", "a ", "%", "%4", "@", ":", "#", "[", "é", "/ ", "http://", "?"} {
		for _, prefix := range []string{"", "http://", "http://h/", "#", " "} {
			text := urltest.Many(prefix, unit, "\\", urltest.Size(1<<20))
			urltest.Linear(t, fmt.Sprintf("%q and many of %q", prefix, unit), text, func(s string) {
				_, _, _ = urltext.Repair(s)
			})
		}
	}
}

func ExampleRepair() {
	r, changes, err := urltext.Repair("http://example.com/100% pure[1]")
	fmt.Println(r, err)
	for _, c := range changes {
		fmt.Printf("%d: %q became %q by %s\n", c.Offset, c.Was, c.Became, c.Rule)
	}
	// Output:
	// http://example.com/100%25%20pure%5B1%5D <nil>
	// 22: "%" became "%25" by pct-encoded
	// 23: " " became "%20" by pchar
	// 28: "[" became "%5B" by pchar
	// 30: "]" became "%5D" by pchar
}
