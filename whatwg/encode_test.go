package whatwg_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"earl.example/urlerr"
	"earl.example/whatwg"
)

// TestEncodings has the examples of §1.3 and what the Encoding Standard says of
// some encodings that other libraries do otherwise.
func TestEncodings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		encoding whatwg.Encoding
		in, want string
	}{
		{"a space", japanese.ShiftJIS, " a", "%20a"},
		{"two bytes", japanese.ShiftJIS, "\u2261", "%81%DF"},
		{"lacking", japanese.ShiftJIS, "\u203d", "%26%238253%3B"},
		{"yen sign", japanese.ISO2022JP, "\u00a5", "%1B(J\\%1B(B"},
		{"yen sign", japanese.ShiftJIS, "\u00a5\u203e", "\\~"},
		{"yen sign", japanese.EUCJP, "\u00a5\u203e\u2212", "\\~%A1%DD"},
		{"overline", japanese.ISO2022JP, "\u203e", "%1B(J~%1B(B"},
		{"lacking though the library has it", simplifiedchinese.GB18030, "\u4e2d\ue5e5", "%D6%D0%26%2358853%3B"},
		{"three sets", japanese.ISO2022JP, "a\u3042\u00a5b~\\c", "a%1B$B$%22%1B(J\\b%1B(B~\\c"},
		{"half width", japanese.ISO2022JP, "\uff71\uff9f", "%1B$B%%22!,%1B(B"},
		{"minus sign", japanese.ISO2022JP, "\u2212", "%1B$B!]%1B(B"},
		{"lacking in a set", japanese.ISO2022JP, "\u3042\u20ac\u3042", "%1B$B$%22%1B(B%26%238364%3B%1B$B$%22%1B(B"},
		{"escape", japanese.ISO2022JP, "\u3042\x1b\u00a5\x0f", "%1B$B$%22%1B(B%26%2365533%3B%1B(J\\%26%2365533%3B%1B(B"},
		{"no output encoding", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "\u00e9", "%C3%A9"},
		{"no output encoding", encoding.Replacement, "\u00e9", "%C3%A9"},
		{"UTF-8", unicode.UTF8, "\u00e9\xff", "%C3%A9%EF%BF%BD"},
		{"ill-formed", charmap.Windows1252, "\xff\u00e9", "%26%2365533%3B%E9"},
		{"long", charmap.Windows1252, long + "\u00e9" + long + "\u203d" + long, long + "%E9" + long + "%26%238253%3B" + long},
	} {
		t.Run(test.name, func(t *testing.T) {
			u, err := whatwg.ParseOptions{Encoding: test.encoding}.Parse("http://h/?" + test.in + "#f")
			if query, _ := u.Query(); err != nil || query != test.want {
				t.Errorf("%q in %v is %q, want %q, %v", test.in, test.encoding, query, test.want, err)
			}
		})
	}
}

// long is longer than any buffer.
var long = strings.Repeat("abcdefghijklmnopqrstuvwxyz", 40)

// An odd encoding does nothing but fail after the first few bytes.
type odd struct {
	transform.NopResetter
	err  error
	uses *int
}

func (o odd) NewEncoder() *encoding.Encoder { return &encoding.Encoder{Transformer: o} }

func (o odd) Transform(dst, src []byte, _ bool) (nDst, nSrc int, err error) {
	if *o.uses++; *o.uses == 1 {
		return copy(dst, src), len(src), nil
	}
	return 0, 0, o.err
}

func TestOddEncodings(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{transform.ErrShortDst, transform.ErrShortSrc, encoding.ErrInvalidUTF8} {
		_, err := whatwg.ParseOptions{Encoding: odd{err: cause, uses: new(int)}}.Parse("http://h/?\u00e9")
		var e *urlerr.Error
		if !errors.As(err, &e) || !errors.Is(err, cause) || !errors.Is(err, urlerr.BadText) || e.Component != urlerr.Query || e.Offset != 10 {
			t.Errorf("an encoder that fails with %v: %v", cause, err)
		}
		pairs := whatwg.NewSearchParams("a=\u00e9").All()
		if text, err := whatwg.FormatForm(pairs, odd{err: cause, uses: new(int)}); !errors.Is(err, cause) || text != "" {
			t.Errorf("an encoder that fails with %v, of a form: %q, %v", cause, text, err)
		}
	}
}
