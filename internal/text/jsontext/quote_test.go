package jsontext

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendQuote(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want, surrogates string }{
		{"empty", "", `""`, ""},
		{"plain", "http://h/?a=b&c=<d>", `"http://h/?a=b&c=<d>"`, ""},
		{"quote and backslash", `a"b\c`, `"a\"b\\c"`, ""},
		{"quote in a long run", "0123456789abcdef\"0123456789", `"0123456789abcdef\"0123456789"`, ""},
		{"controls", "\x00\b\t\n\v\f\r\x1f\x7f", `"\u0000\b\t\n\u000b\f\r\u001f\u007f"`, ""},
		{"delete in a long run", "0123456\x7f89abcdef", `"0123456\u007f89abcdef"`, ""},
		{"before delete", "~~~~~~~~~", `"~~~~~~~~~"`, ""},
		{"well-formed", "é😀", `"é😀"`, ""},
		{"C1 controls", "\u0080\u0085\u009b\u009f\u00a0", "\"\\u0080\\u0085\\u009b\\u009f\u00a0\"", ""},
		{"line ends", "\u2027\u2028\u2029", "\"\u2027\\u2028\\u2029\"", ""},
		{"embeddings and overrides", "\u202a\u202e\u202f", "\"\\u202a\\u202e\u202f\"", ""},
		{"isolates", "\u2065\u2066\u2069\u206a", "\"\u2065\\u2066\\u2069\u206a\"", ""},
		{"direction marks", "\u061b\u061c\u200d\u200e\u200f\u2010", "\"\u061b\\u061c\u200d\\u200e\\u200f\u2010\"", ""},
		{"odd byte", "a\xffb\x80", "\"a\ufffdb\ufffd\"", `"a\udcffb\udc80"`},
		{"cut sequence", "\xe2\x82", "\"\ufffd\"", `"\udce2\udc82"`},
		{"cut sequence before a letter", "\xf0\x9f\x98a", "\"\ufffda\"", `"\udcf0\udc9f\udc98a"`},
		{"overlong", "\xc0\x80", "\"\ufffd\ufffd\"", `"\udcc0\udc80"`},
		{"high surrogate", "\xed\xa0\x80", "\"\ufffd\ufffd\ufffd\"", `"\udced\udca0\udc80"`},
		{"bytes of \\udcff", "\xed\xb3\xbf", "\"\ufffd\ufffd\ufffd\"", `"\udced\udcb3\udcbf"`},
		{"replacement character", "\ufffd", "\"\ufffd\"", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := string(AppendQuote(nil, tt.in)); got != tt.want {
				t.Errorf("AppendQuote(%q) = %s, want %s", tt.in, got, tt.want)
			}
			want := cmp.Or(tt.surrogates, tt.want)
			if got := string(AppendSurrogates(nil, tt.in)); got != want {
				t.Errorf("AppendSurrogates(%q) = %s, want %s", tt.in, got, want)
			}
		})
	}
}

func TestAppendUnquote(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, want string }{
		{"plain", "abc", "abc"},
		{"short escapes", `\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t"},
		{"letter", `\u0041\u00e9\u20AC`, "Aé€"},
		{"pair", `\ud83d\ude00`, "😀"},
		{"lone high", `\ud83d`, "\xed\xa0\xbd"},
		{"lone low", `\ude00x`, "\xed\xb8\x80x"},
		{"a byte", `\udcffx\udc80`, "\xffx\x80"},
		{"no byte", `\udc7f\udd00`, "\xed\xb1\xbf\xed\xb4\x80"},
		{"two highs", `\ud83d\ud83d\ude00`, "\xed\xa0\xbd😀"},
		{"high then letter", `\ud83d\u0041`, "\xed\xa0\xbdA"},
		{"high then other escape", `\ud83d\n`, "\xed\xa0\xbd\n"},
		{"odd bytes stay", "\xff", "\xff"},
		{"NUL", `\u0000`, "\x00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if end, _, err := String(`"`+tt.raw+`"`, 0); err != nil || end != len(tt.raw)+2 {
				t.Fatalf("String(%q) = %d, %v", tt.raw, end, err)
			}
			if got := string(AppendUnquote(nil, tt.raw)); got != tt.want {
				t.Errorf("AppendUnquote(%q) = %q, want %q", tt.raw, got, tt.want)
			}
		})
	}
}

// FuzzQuoteRoundTrip checks that quoted texts are I-JSON in one line. AppendSurrogates gives JSON that reads back as the
// same bytes, and AppendQuote gives JSON that reads back as the same text with U+FFFD for ill-formed UTF-8.
func FuzzQuoteRoundTrip(f *testing.F) {
	for _, s := range []string{
		"", "http://h/", "\x00\"\\", "é😀", "\x7f\u0085\u2028\u202e", "\xff\xfe", "\xed\xa0\x80", "\xed\xa0\xbd\xed\xb8\x80",
		"\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80\x80", "\xe2\x82", "0123456\xed", strings.Repeat("a\n", 40), "\xed\xb3\xbf\xff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, quoted := range map[string]string{
			"AppendQuote": string(AppendQuote(nil, s)), "AppendSurrogates": string(AppendSurrogates(nil, s)),
		} {
			if !json.Valid([]byte(quoted)) || !utf8.ValidString(quoted) ||
				strings.ContainsAny(quoted, "\n\x7f\u0085\u009b\u2028\u2029\u202e") {
				t.Fatalf("%s(%q) = %q, want JSON in one line", name, s, quoted)
			}
			if end, _, err := String(quoted, 0); err != nil || end != len(quoted) {
				t.Fatalf("String(%q) = %d, %v, want %d", quoted, end, err, len(quoted))
			}
			back := string(AppendUnquote(nil, quoted[1:len(quoted)-1]))
			if name == "AppendSurrogates" && back != s {
				t.Errorf("%s: %q reads back as %q, want the same", name, s, back)
			}
			if name == "AppendQuote" && (!utf8.ValidString(back) || utf8.ValidString(s) && back != s) {
				t.Errorf("%s: %q reads back as %q, want the same text", name, s, back)
			}
		}
	})
}

func TestRaw(t *testing.T) {
	t.Parallel()
	const in = "{\"\xff\": [\"\xed\xa0\x80é\u2028\x7f\", \"\\n\\\\ud800\\ud800\\ud83d\\ude00\\udcff\\udc00\\u00e9\"]}"
	for _, tt := range []struct {
		surrogates bool
		want       string
	}{
		{false, "{\"\ufffd\": [\"\ufffd\ufffd\ufffdé\\u2028\\u007f\", \"\\n\\\\ud800\ufffd\\ud83d\\ude00\ufffd\ufffd\\u00e9\"]}"},
		{true, "{\"\\udcff\": [\"\\udced\\udca0\\udc80é\\u2028\\u007f\", \"\\n\\\\ud800\\ud800\\ud83d\\ude00\\udcff\\udc00\\u00e9\"]}"},
	} {
		w := Writer{Surrogates: tt.surrogates}
		if w.Raw("", in); string(w.Text) != tt.want {
			t.Errorf("Raw(%q) writes %s, want %s", in, w.Text, tt.want)
		}
	}
}

func TestQuoteAllocatesNothing(t *testing.T) {
	s := "http://user@example.com/é?\xff\xed\xa0\x80\n"
	buf := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(100, func() { buf = AppendQuote(buf[:0], s) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkAppendQuote(b *testing.B) {
	const s = "http://www.example.com/some/path/page.html?id=17"
	buf := make([]byte, 0, 256)
	for b.Loop() {
		buf = AppendQuote(buf[:0], s)
	}
}
