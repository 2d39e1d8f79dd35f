package whatwg

import (
	"strings"
	"testing"
	"unsafe"

	"earl.example/internal/text/ascii"
)

// The other tests cannot see whether Parse used the fast path, so these tests call its functions.

// TestHostEnd puts each byte at each place, and compares with a search byte by byte.
func TestHostEnd(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for n := range 20 {
			for at := range n + 1 {
				s := "//" + strings.Repeat("a", at) + string([]byte{byte(c)}) + strings.Repeat("z", n-at)
				want := 2
				for want < len(s) && ascii.Is(s[want], ascii.Lower|ascii.Digit) || want < len(s) && (s[want] == '-' || s[want] == '.') {
					want++
				}
				if got := hostEnd(s, 2); got != want {
					t.Fatalf("hostEnd(%q, 2) = %d, want %d", s, got, want)
				}
			}
		}
	}
}

// TestFastPath tries all short texts of some characters at each place of a word, and compares with a search segment by
// segment.
func TestFastPath(t *testing.T) {
	t.Parallel()
	segmentwise := func(s string, i int, ends ascii.Class) (end int, ok bool) {
		for {
			end := ascii.IndexFrom(s, i+1, ascii.PathSet|ends)
			switch {
			case dots(s[i+1:end]) != 0:
				return i, false
			case end == len(s) || s[end] == '?' || s[end] == '#':
				return end, true
			case s[end] != '/':
				return i, false
			}
			i = end
		}
	}
	check := func(s string, from int) {
		for _, ends := range []ascii.Class{ascii.SpecialEnd, ascii.SpecialEnd&^ascii.AnySlash | ascii.Slash} {
			wantEnd, wantOK := segmentwise(s, from, ends)
			if end, ok := fastPath(s, from, ends); end != wantEnd || ok != wantOK {
				t.Fatalf("fastPath(%q, %d, %#x) = %d, %v, want %d, %v", s, from, ends, end, ok, wantEnd, wantOK)
			}
		}
	}
	texts := []string{""}
	for range 5 {
		var longer []string
		for _, text := range texts {
			for _, front := range []string{"/", "/abc", "/abcdefgh", "/~~~~~~~~~~/"} {
				check("x"+front+text, 1)
				check("x"+front+text+"bcdefghi", 1)
			}
			for _, unit := range []string{"/", ".", "a", "%2e", "~", "?", " ", `\`} {
				longer = append(longer, text+unit)
			}
		}
		texts = longer
	}
	for c := range 256 {
		for n := range 20 {
			check("/"+strings.Repeat("a", n)+string([]byte{byte(c)})+"b/c", 0)
			check("/"+strings.Repeat("~", n)+string([]byte{byte(c)})+"b/c", 0)
		}
	}
}

func TestFastScheme(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, in  string
		kind      kind
		colon, at int
		same      bool
	}{
		{"https", "https://a", https, 5, 8, true},
		{"http", "http://a", http, 4, 7, true},
		{"http before a tab", "http://\t", http, 4, 7, true},
		{"ws", "ws://abcd", ws, 2, 5, true},
		{"wss", "wss://abcd", wss, 3, 6, true},
		{"ftp", "ftp://abcd", ftp, 3, 6, true},
		{"file", "file:///a", file, 4, 7, true},
		{"file and four slashes", "file:////", file, 4, 7, true},
		{"capitals", "HTTP://ab", http, 4, 7, false},
		{"one capital", "Https://ab", https, 5, 8, false},
		{"backslashes", `https:\\a`, https, 5, 8, false},
		{"a slash and a backslash", `https:/\a`, https, 5, 8, false},
		{"a backslash and a slash", `https:\/a`, https, 5, 8, false},
		{"three slashes after http", "http:///a", http, 4, 7, true},
		{"three slashes", "ws:///abc", ws, 2, 6, false},
		{"one slash", "http:/abc", other, 0, 0, false},
		{"no slash", "http:abcd", other, 0, 0, false},
		{"a longer scheme", "httpss://a", other, 0, 0, false},
		{"another scheme", "abcd://ab", other, 0, 0, false},
		{"no scheme", "://abcdefg", other, 0, 0, false},
		{"no colon", "https//ab", other, 0, 0, false},
		{"only slashes", "wss://///", wss, 3, 9, false},
	} {
		k, colon, at, same := fastScheme(row.in)
		if k != row.kind || k != other && (colon != row.colon || at != row.at || same != row.same) {
			t.Errorf("%s: fastScheme(%q) = %d, %d, %d, %v, want %d, %d, %d, %v", row.name, row.in, k, colon, at, same,
				row.kind, row.colon, row.at, row.same)
		}
	}
}

// TestFast: the fast path parses common URLs, and leaves the others to the parser.
func TestFast(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, in string
		want     string // the URL, or "" if the parser has to read it
	}{
		{"everything", "https://example.com:81/a/b?c=d#e", "https://example.com:81/a/b?c=d#e"},
		{"no path", "https://example.com", "https://example.com/"},
		{"only a slash", "http://h.example/", "http://h.example/"},
		{"shortest", "ws://h/a", "ws://h/a"},
		{"too short", "ws://h/", ""},
		{"controls and spaces around it", " \x00https://h.example/a\n ", "https://h.example/a"},
		{"capitals in the host", "https://H.Example/A", "https://h.example/A"},
		{"capitals and no path", "HTTPS://H", "https://h/"},
		{"backslashes", `https:\\h/a`, "https://h/a"},
		{"default port", "https://h:443/a", "https://h/a"},
		{"default port of http", "http://h:80/a", "http://h/a"},
		{"empty port", "https://h:/a", "https://h/a"},
		{"port 0", "https://h:0/a", "https://h:0/a"},
		{"greatest port", "https://h:65535/a", "https://h:65535/a"},
		{"port out of range", "https://h:65536/a", ""},
		{"zero before the port", "https://h:08/a", ""},
		{"a letter after the port", "https://h:8a/a", ""},
		{"IPv4 address", "https://127.0.0.1/a", "https://127.0.0.1/a"},
		{"IPv4 address in another form", "https://127.1/a", ""},
		{"hexadecimal number", "https://0xf/a", ""},
		{"hexadecimal number without digits", "https://a.0x/a", ""},
		{"letters of a number", "https://abc.def/a", "https://abc.def/a"},
		{"symbols in the host", "https://a_b$c/d", "https://a_b$c/d"},
		{"no host", "https:///a", ""},
		{"three slashes", "ws:///h/a", "ws://h/a"},
		{"no host at the end", "https://", ""},
		{"credentials", "https://u:p@h/a", ""},
		{"IPv6 address", "https://[::1]/a", ""},
		{"escape in the host", "https://%61/a", ""},
		{"non-ASCII host", "https://é/a", ""},
		{"no path, and a query", "https://h?a", ""},
		{"file", "file:///a/b", "file:///a/b"},
		{"file with a host", "file://h/a", "file://h/a"},
		{"file with localhost", "file://localhost/a", ""},
		{"file with backslashes", `file:\\h/a`, ""},
		{"file with capitals", "FILE:///a", ""},
		{"file with a port", "file://h:1/a", ""},
		{"file with a drive letter", "file:///C:/a", "file:///C:/a"},
		{"file with a bar", "file:///C|/a", ""},
		{"a bar in another URL", "http://h/C|/a", "http://h/C|/a"},
		{"file with a bar later", "file:///ab|/c", "file:///ab|/c"},
		{"dot segment", "https://h/a/../b", ""},
		{"space in the path", "https://h/a b", ""},
		{"space in the query", "https://h/a?b c", ""},
		{"apostrophe in the query", "https://h/a?b'", ""},
		{"space in the fragment", "https://h/a#b c", ""},
		{"number sign in the fragment", "https://h/a#b#c?d", "https://h/a#b#c?d"},
		{"another scheme", "mailto:a@example.com", ""},
		{"one slash", "https:/h/abcd", ""},
		{"empty", "", ""},
	} {
		var u URL
		got := ""
		if u.fast(row.in, anyHead) {
			got = u.href
		}
		if got != row.want {
			t.Errorf("%s: fast(%q) gives %q, want %q", row.name, row.in, got, row.want)
		}
		var same URL
		if ok := same.fast(row.in, sameHead); ok != (row.want != "" && strings.HasPrefix(row.want, strings.Trim(row.in, " \x00\n"))) {
			t.Errorf("%s: fast(%q) with sameHead = %v", row.name, row.in, ok)
		}
	}
}

// TestCanParseLong tests an input that is too long for the check without a result. Most of its memory is never written to
// or read.
func TestCanParseLong(t *testing.T) {
	t.Parallel()
	text := make([]byte, maxUnread+1)
	text[0], text[maxUnread] = '?', 'a'
	if CanParse(unsafe.String(&text[0], len(text))) {
		t.Error("CanParse accepts a reference")
	}
}
