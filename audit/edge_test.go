package audit

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"earl.example"
	"earl.example/urlerr"
)

// TestErrorOffset checks that only errors in the input have an offset.
func TestErrorOffset(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  error
		want int
	}{
		{"in the input", &urlerr.Error{Input: "abc", Offset: 2}, 2},
		{"at the end", &urlerr.Error{Input: "abc", Offset: 3}, 3},
		{"after the end", &urlerr.Error{Input: "abc", Offset: 4}, -1},
		{"in another input", &urlerr.Error{Input: "ab", Offset: 1}, -1},
		{"in an error", fmt.Errorf("audit: %w", &urlerr.Error{Input: "abc", Offset: 1}), 1},
		{"another error", io.EOF, -1},
		{"no error", nil, -1},
	} {
		if got := errorOffset(tt.err, "abc"); got != tt.want {
			t.Errorf("%s: errorOffset(%v) = %d, want %d", tt.name, tt.err, got, tt.want)
		}
	}
}

// TestNoGuessWithBase checks that a name without a scheme is a path if there is a base.
func TestNoGuessWithBase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		base  *string
		guess bool
	}{{"no base", nil, true}, {"a base", new("http://h.example/"), false}} {
		r := Options{Base: tt.base}.Audit("www.example.com/a")
		if got := fmt.Sprint(r); strings.Contains(got, "scheme-guess") != tt.guess {
			t.Errorf("%s: Audit = %s, want scheme-guess: %v", tt.name, got, tt.guess)
		}
	}
}

// TestEdges checks messages and spans at the edges of components.
func TestEdges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"a port that begins with a wide digit", "http://h:８0/", "its digits are not ASCII"},
		{"a drive and nothing after it", "file:///c:", "a Windows drive"},
		{"an ampersand", "http://127.0.0.1/?a&b", "?a&b"},
		{"an empty port before a password", `http://h.example:\81@h.example:81/`, "whatwg none, "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(Audit(tt.url)); !strings.Contains(got, tt.want) {
				t.Errorf("Audit(%q) = %s, want %q in it", tt.url, got, tt.want)
			}
		})
	}
}

// TestDecodedHost checks that a plus sign in a host is not a space.
func TestDecodedHost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"escapes", "http://%41%2e.example/", "A..example"},
		{"a plus sign", "http://a+b%2Bc.example/", "a+b+c.example"},
		{"no host", "mailto:a", ""},
	} {
		r := Audit(tt.url)
		if got := newView(&r, nil).decodedHost(); got != tt.want {
			t.Errorf("%s: decodedHost of %q = %q, want %q", tt.name, tt.url, got, tt.want)
		}
	}
}

// TestRejectedSpan checks that the finding of a URL that a dialect rejects begins at the invalid character.
func TestRejectedSpan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"in a path", "http://example.com/a|b", "|b"},
		{"in a query", "http://example.com/?a|b", "|b"},
	} {
		e, ok := errors.AsType[*PolicyError](Strict().Check(tt.url))
		if !ok || e.Finding.ID != "policy-dialects" || tt.url[e.Finding.Span.Start:e.Finding.Span.End] != tt.want {
			t.Errorf("%s: Check(%q) = %+v, want policy-dialects at %q", tt.name, tt.url, e, tt.want)
		}
	}
}

// TestDifference checks the aspects on which two URLs of one dialect differ.
func TestDifference(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, a, b, want string }{
		{"nothing", "http://u:p@h:81/a?b#c", "http://u:p@h:81/a?b#c", ""},
		{"the case of the scheme", "HTTP://h/", "http://h/", ""},
		{"the scheme", "http://h:1/", "https://h:1/", "scheme"},
		{"the user name", "http://u@h/", "http://v@h/", "userinfo"},
		{"the password", "http://u:p@h/", "http://u:q@h/", "userinfo"},
		{"an escape and a plus sign in the userinfo", "http://a+%62@h/", "http://a+b@h/", ""},
		{"the escapes of the userinfo", "http://%75:%70@h/", "http://u:p@h/", ""},
		{"the host", "http://h/", "http://g/", "host"},
		{"the case of the host", "http://H/", "http://h/", ""},
		{"the spelling of an address", "http://127.0.0.1/", "http://0x7f.1/", ""},
		{"a local file", "file://localhost/a", "file:///a", ""},
		{"a local file in upper case", "FILE://LOCALHOST/a", "file:///a", ""},
		{"the file of a host", "file://h/a", "file:///a", "host"},
		{"the file of two hosts", "file://localhost/a", "file://h/a", "host"},
		{"another scheme and localhost", "ftp://localhost/a", "ftp:///a", "host"},
		{"the port", "http://h:81/", "http://h:82/", "port"},
		{"the default port", "http://h:80/", "http://h/", ""},
		{"the path", "http://h/a", "http://h/b", "path"},
		{"the params", "http://h/a;b", "http://h/a;c", "path"},
		{"an empty path", "http://h", "http://h/", ""},
		{"the query", "http://h/?a", "http://h/?b", "query"},
		{"the fragment", "http://h/#a", "http://h/#b", "fragment"},
		{"all", "http://h/a?b#c", "ftp://u@g:1/b?c#d", "scheme,userinfo,host,port,path,query,fragment"},
	} {
		for _, d := range []earl.Dialect{earl.RFC3986(), earl.Urllib()} {
			a, b := Verdict{Dialect: d}, Verdict{Dialect: d}
			d.Read(&a.Reading, tt.a)
			d.Read(&b.Reading, tt.b)
			if got, back := difference(&a, &b), difference(&b, &a); got.String() != tt.want || back != got {
				t.Errorf("%s: difference(%q, %q) by %v = %v and %v, want %s", tt.name, tt.a, tt.b, d, got, back, tt.want)
			}
		}
	}
}

// TestHiddenRanges checks the first and the last character of each range of hidden characters, and their neighbours.
func TestHiddenRanges(t *testing.T) {
	t.Parallel()
	const ranges = "80-A0 AD-AD 34F-34F 61C-61C 115F-1160 1680-1680 17B4-17B5 180B-180F 2000-200F 2028-202F 205F-206F 2800-2800 " +
		"3000-3000 3164-3164 E000-F8FF FE00-FE0F FEFF-FEFF FFA0-FFA0 FFF0-FFFC 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF F0000-10FFFF"
	code := func(s string) rune {
		n, err := strconv.ParseInt(s, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return rune(n)
	}
	for text := range strings.FieldsSeq(ranges) {
		from, to, _ := strings.Cut(text, "-")
		for r, want := range map[rune]bool{code(from) - 1: false, code(from): true, code(to): true, code(to) + 1: false} {
			if r > unicode.MaxRune {
				continue
			}
			if got := isHidden(r); got != want {
				t.Errorf("isHidden(%U) = %v, want %v", r, got, want)
			}
		}
	}
}

// TestRightToLeft checks the ends of the ranges of letters that are written from right to left, and of padlocks.
func TestRightToLeft(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]bool{
		0x58F: false, 0x590: true, 0x8FF: true, 0x900: false, 0xFB1C: false, 0xFB1D: true, 0xFDFF: true, 0xFE00: false, 0xFE6F: false,
		0xFE70: true, 0xFEFF: true, 0xFF00: false, 0x107FF: false, 0x10800: true, 0x10FFF: true, 0x11000: false, 0x1E7FF: false,
		0x1E800: true, 0x1EFFF: true, 0x1F000: false, 'a': false,
	} {
		if got := isRightToLeft(r); got != want {
			t.Errorf("isRightToLeft(%U) = %v, want %v", r, got, want)
		}
	}
	for r, want := range map[rune]bool{0x1F50E: false, 0x1F50F: true, 0x1F510: true, 0x1F511: false, 0x1F512: true, 0x1F513: true,
		0x1F514: false} {
		if got := isLock(r); got != want {
			t.Errorf("isLock(%U) = %v, want %v", r, got, want)
		}
	}
}

// TestOverlays checks the number of marks on a character, in the middle and at the start.
func TestOverlays(t *testing.T) {
	t.Parallel()
	mark := "\u0301"
	for _, tt := range []struct {
		s      string
		letter bool
		want   bool
	}{
		{"", false, false}, {"a", false, false}, {mark, false, true}, {mark, true, false}, {"a" + mark, false, false},
		{strings.Repeat(mark, 4), true, false}, {strings.Repeat(mark, 5), true, true},
		{"a" + strings.Repeat(mark, 4), false, false}, {"a" + strings.Repeat(mark, 5), false, true},
		{"a" + strings.Repeat(mark, 3) + "b" + strings.Repeat(mark, 3), false, false},
	} {
		if got := overlays(tt.s, tt.letter); got != tt.want {
			t.Errorf("overlays(%+q, %v) = %v, want %v", tt.s, tt.letter, got, tt.want)
		}
	}
}

// TestCut checks the width of shortened texts.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		s     string
		width int
		want  string
	}{
		{"abc", -1, "abc"}, {"abc", 0, "abc"}, {"abc", 1, "…"}, {"abc", 2, "a…"}, {"abc", 3, "abc"}, {"äöü", 2, "ä…"}, {"", 1, ""},
	} {
		if got := cut(tt.s, tt.width); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.s, tt.width, got, tt.want)
		}
	}
}

// TestDisagreementLists checks the items of messages: a port that is invalid, no port, a long text, and a secret.
func TestDisagreementLists(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 60)
	v := view{report: &Report{}}
	for _, d := range []earl.Dialect{earl.RFC3986(), earl.Urllib()} {
		r := Verdict{Dialect: d}
		d.Read(&r.Reading, "http://u:pw@h:99999/?token=t")
		v.report.Verdicts = append(v.report.Verdicts, r)
	}
	for _, tt := range []struct {
		c    urlerr.Component
		text string
		want string
	}{
		{urlerr.Host, "h", "h"}, {urlerr.Host, "", "none"}, {urlerr.Host, long, long}, {urlerr.Host, long + "b", long + "…"},
		{urlerr.Password, "pw", "***"}, {urlerr.Username, "u", "u"}, {urlerr.Query, "token=t", "token=t"},
	} {
		got := v.list(tt.c, func(*Verdict) string { return tt.text })
		for item := range strings.SplitSeq(got, ", ") {
			if !strings.HasSuffix(item, " "+tt.want) {
				t.Errorf("list of %v, %q = %q, want items with %q", tt.c, tt.text, got, tt.want)
			}
		}
	}
	if got := portText(&v.report.Verdicts[len(v.report.Verdicts)-1]); got != "invalid" {
		t.Errorf("portText = %q, want invalid", got)
	}
}

// TestUnknownStack checks the offset of the error.
func TestUnknownStack(t *testing.T) {
	t.Parallel()
	_, err := Stack("x")
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Offset != 0 {
		t.Errorf("Stack(x) = %v, want an error at byte 0", err)
	}
}

// TestPortReasons checks that the message about an odd port has the reason.
func TestPortReasons(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, port, want string }{
		{"empty", "", "it is empty."},
		{"a wide digit at the start", "\uff11", "its digits are not ASCII."},
		{"a letter", "8x", "it is not a number."},
		{"the first number above", "65536", "it is above 65535."},
		{"zero", "0", "no server listens on port 0."},
		{"a leading zero", "080", "it has leading zeros."},
	} {
		r := Audit("http://h.example:" + tt.port + "/")
		i := slices.Index(ids(&r), "port-suspicious")
		if i < 0 {
			t.Errorf("%s: port-suspicious is not found for port %q", tt.name, tt.port)
		} else if got := r.Findings[i].Message; !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s: the message is %q, want the end %q", tt.name, got, tt.want)
		}
	}
}
