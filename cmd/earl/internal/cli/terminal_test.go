package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
)

func TestTerminalWriter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "a\tä😀\n\x00", "a\tä😀\n\x00"},
		{"controls", "\x1b[31m\a\r\x7f\n", `\x1b[31m\x07\x0d\x7f` + "\n"},
		{"controls beyond ASCII", "\u009b\x9b\u0085", `\u009b\x9b\u0085`},
		{"line ends", "\u2027\u2028\u2029", "\u2027\\u2028\\u2029"},
		{"direction", "a\u202eb\u2066", `a\u202eb\u2066`},
		{"not UTF-8", "\xff\xc3\n\xe2\x80\n", "\xff\xc3\n\xe2\\x80\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var whole, single bytes.Buffer
			if n, err := (&TerminalWriter{W: &whole}).Write([]byte(tt.in)); n != len(tt.in) || err != nil {
				t.Errorf("Write = %d, %v, want the length of the text", n, err)
			}
			io.Copy(struct{ io.Writer }{&TerminalWriter{W: &single}}, iotest.OneByteReader(bytes.NewReader([]byte(tt.in))))
			if whole.String() != tt.want || single.String() != tt.want {
				t.Errorf("%q, byte by byte %q, want %q", &whole, &single, tt.want)
			}
		})
	}
}

// TestTerminalCharacters tries all characters and all bytes that are not UTF-8.
func TestTerminalCharacters(t *testing.T) {
	t.Parallel()
	shown := func(text string) bool {
		var b bytes.Buffer
		if _, err := (&TerminalWriter{W: &b}).Write([]byte(text + "\n")); err != nil {
			t.Fatal(err)
		}
		return b.String() == text+"\n"
	}
	for r := rune(0); r <= 0x3000; r++ {
		want := !unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) || strings.ContainsRune("\n\t\x00", r)
		if unicode.Is(unicode.Bidi_Control, r) && r > 0x200F { // marks of a direction have no extent
			want = false
		}
		if got := shown(string(r)); got != want {
			t.Errorf("%U is shown unchanged: %v, want %v", r, got, want)
		}
	}
	for c := 0x80; c <= 0xFF; c++ {
		if got, want := shown(string([]byte{byte(c)})), c >= 0xA0; got != want {
			t.Errorf("the byte %#x is shown unchanged: %v, want %v", c, got, want)
		}
	}
}
