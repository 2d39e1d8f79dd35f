package urltext_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/urltext"
	"earl.example/whatwg"
)

func ExampleReadable() {
	fmt.Println(urltext.Readable("http://example.com/%CE%B1%20(%CE%B2)?q=%D1%8F.#%25"))
	// Output: http://example.com/α%20(β)?q=я.#%25
}

func TestReadable(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, url, want string }{
		{"letters", "http://example.com/%CE%B1?%ce%b1#%CE%B1", "http://example.com/α?α#α"},
		{"host", "https://xn--e1afmkfd.xn--p1ai/%D1%8F", "https://xn--e1afmkfd.xn--p1ai/я"},
		{"no URL", "../%CE%B1", "../%CE%B1"},
		{"no path", "https://example.com?%CE%B1", "https://example.com?α"},
		{"delimiters", "http://h/%2F%3F%23%25?%26%3D%2B%23#%23", "http://h/%2F%3F%23%25?%26%3D%2B%23#%23"},
		{"characters that the URL Standard keeps", "http://h/%7Ea%2D%3A%40%41", "http://h/%7Ea%2D%3A%40%41"},
		{"characters that the URL Standard encodes", "http://h/%22%3Ca%3E%7Bb%7D", "http://h/\"<a>{b}"},
		{"white space and controls", "http://h/%20%C2%A0%E3%80%80%00%0A", "http://h/%20%C2%A0%E3%80%80%00%0A"},
		{"raw white space", " http://h/a b\u00a0c\n", "http://h/a%20b%C2%A0c"},
		{"bidirectional controls", "http://h/%E2%80%AE%E2%80%8Fa\u202eb", "http://h/%E2%80%AE%E2%80%8Fa%E2%80%AEb"},
		{"joiners", "http://h/%E0%A4%95%E0%A5%8D%E2%80%8D", "http://h/क्\u200d"},
		{"invisible characters", "http://h/%EF%BB%BF%C2%AD%E2%A0%80", "http://h/%EF%BB%BF%C2%AD%E2%A0%80"},
		{"four bytes", "http://h/%F0%9F%98%80", "http://h/😀"},
		{"not UTF-8", "http://h/%FF%C3%A9%C3%ED%A0%80%F0%9F", "http://h/%FFé%C3%ED%A0%80%F0%9F"},
		{"last punctuation", "http://h/a.?b.", "http://h/a.?b%2E"},
		{"last quotation mark", "http://h/%C2%ABa%C2%BB", "http://h/«a%C2%BB"},
		{"brackets", "http://h/(a)b)?[c]]", "http://h/(a)b%29?[c]%5D"},
		{"brackets across delimiters", "http://h/(a/b)?(c=d)#(e:~:f)", "http://h/(a/b%29?(c=d%29#(e:~:f%29"},
		{"backslash", `http://h\a\%CE%B1`, "http://h/a/α"},
		{"userinfo", "http://u%CE%B1:p@h:80/%CE%B1", "http://u%CE%B1:p@h:80/α"},
		{"mailto", "mailto:%CE%B1@example.com?subject=%CE%B1", "mailto:α@example.com?subject=α"},
		{"other scheme", "foo:/%CE%B1", "foo:/α"},
		{"quote in a query", "http://h/?%27a", "http://h/?'a"},
		{"quote in a query of another scheme", "foo://h/?%27a", "foo://h/?%27a"},
		{"bytes that are not UTF-8", "http://h/\xff%CE%B1", "http://h/\ufffdα"},
		{"no authority", "x:/..", "x:/"},
		{"text directive in a path", "http://h/(a:~:b)", "http://h/(a:~:b)"},
		{"quote in an opaque path", "x:a%22b", "x:a%22b"},
		{"colon at the start of an opaque path", "x::", "x::"},
		{"punctuation before an escape that stays", "http://h/a.%41", "http://h/a.%41"},
		{"punctuation before an escape that is decoded", "http://h/a.%CE%B1", "http://h/a.α"},
		{"punctuation before a delimiter", "http://h/a./", "http://h/a./"},
		{"punctuation before a control", "http://h/a.%C2%80", "http://h/a.%C2%80"},
		{"colon at the end of an opaque path", "data:foo:", "data:foo%3A"},
		{"replacement character", "http://h/%EF%BF%BD%EF%BF", "http://h/\ufffd%EF%BF"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := urltext.Readable(row.url); got != row.want {
				t.Errorf("Readable(%q) = %q, want %q", row.url, got, row.want)
			}
			checkReadable(t, row.url)
		})
	}
}

// checkReadable checks that the readable form of a text is the same URL, is stable, and is found in a text.
func checkReadable(t *testing.T, url string) {
	t.Helper()
	got := urltext.Readable(url)
	u, err := whatwg.Parse(url)
	if err != nil {
		if got != url {
			t.Fatalf("Readable(%q) = %q, want the same text: it is not a URL", url, got)
		}
		return
	}
	v, err := whatwg.Parse(got)
	if err != nil || pieces(v) != pieces(u) {
		t.Fatalf("Readable(%q) = %q, which is %s, %v; want %s", url, got, pieces(v), err, pieces(u))
	}
	if again := urltext.Readable(got); again != got {
		t.Fatalf("Readable(%q) = %q, and Readable of this is %q", url, got, again)
	}
	front := strings.TrimSuffix(strings.TrimSuffix(u.Href(), u.Pathname()+u.Search()+u.Hash()), "/")
	rest, ok := strings.CutPrefix(got, front)
	if ok && (u.Scheme() == "http" || u.Scheme() == "https") && (rest == "" || strings.ContainsAny(rest[:1], "/?#")) &&
		links(front, urltext.FindOptions{}) == front {
		if in := links("a "+got+" b", urltext.FindOptions{}); in != got {
			t.Fatalf("Readable(%q) = %q, of which Find finds %q", url, got, in)
		}
	}
}

// pieces returns the decoded pieces of u.
func pieces(u whatwg.URL) string {
	decode := func(s, delimiters string) string {
		all := regexp.MustCompile("["+delimiters+"]").Split(s, -1)
		for i, piece := range all {
			all[i] = fmt.Sprintf("%q", whatwg.PercentDecode(piece))
		}
		return strings.Join(all, delimiters)
	}
	query, queryOK := u.Query()
	fragment, fragmentOK := u.Fragment()
	return fmt.Sprintf("%s//%s:%s@%s %s ?%v %s #%v %s", u.Protocol(), u.Username(), u.Password(), u.Host(),
		decode(u.Pathname(), "/"), queryOK, decode(query, "&="), fragmentOK, decode(fragment, "#"))
}

func FuzzReadableReadsBack(f *testing.F) {
	for _, s := range findSeeds {
		f.Add(s)
	}
	for _, s := range []string{"http://h/%22?%CE%B1)=(#:~:(.", "http://h/a/%2e%2e/.", "foo://h/%C2%A0 b", "mailto:a b%CE%B1 ", "file:///C|/%CE%B1", "http:///h", "HTTP:h/%41",
		"http://h/%%CE%B1%", "http://h/%E2%80", "data:,%CE%B1 #a", "http:0/\xe8%C7080", "http://ho:"} {
		f.Add(s)
	}
	f.Fuzz(checkReadable)
}

// TestReadableGenerated checks the readable forms of generated and of tricky URLs.
func TestReadableGenerated(t *testing.T) {
	t.Parallel()
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	for _, url := range append(oracle.Mutations(n), urltest.MadeUp(n)...) {
		checkReadable(t, url)
	}
}
