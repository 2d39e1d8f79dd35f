package codecs_test

import (
	"errors"
	"testing"

	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// pairsOfDigits is a codec of another author. It encodes U+4E00 to U+4E63 as two digits and rejects all other text, "!"
// with an exception of its own.
type pairsOfDigits struct{}

func (pairsOfDigits) AppendEncode(dst []byte, s string, h codecs.Handler) ([]byte, error) {
	for at := 0; at < len(s); {
		r, size := codecs.DecodeRune(s[at:])
		switch {
		case r == '!':
			return nil, &codecs.Exception{Class: "UnicodeError", Text: "no ! please"}
		case r == '?':
			return nil, errors.New("not an exception")
		case 0x4E00 <= r && r < 0x4E00+100:
			dst = append(dst, byte('0'+(r-0x4E00)/10), byte('0'+(r-0x4E00)%10))
		default:
			fault := codecs.Fault{Label: "pairs", Reason: "no number", Start: at, End: at + size}
			out, _, err := h.Encode(dst, s, fault)
			if err != nil {
				return nil, err
			}
			dst = out
		}
		at += size
	}
	return dst, nil
}

func (pairsOfDigits) AppendDecode(dst, b []byte, h codecs.Handler) ([]byte, error) {
	for at := 0; at < len(b); {
		if at+1 < len(b) && b[at]-'0' < 10 && b[at+1]-'0' < 10 {
			dst = codecs.AppendRune(dst, 0x4E00+rune(b[at]-'0')*10+rune(b[at+1]-'0'))
			at += 2
			continue
		}
		var err error
		fault := codecs.Fault{Label: "pairs", Reason: "no digits", Start: at, End: at + 1}
		if dst, at, err = h.Decode(dst, b, fault); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// someCodecs links pairsOfDigits for one name, except in 3.14.
type someCodecs struct{}

func (someCodecs) Codec(name string, rel codecs.Release) (codecs.Codec, bool) {
	return pairsOfDigits{}, name == "gb18030" && rel.Minor != 14
}

func (someCodecs) RuneName(r rune, rel codecs.Release) string {
	if r == 'é' && rel.Minor >= 13 {
		return "LATIN SMALL LETTER E WITH ACUTE"
	}
	return ""
}

func TestCodecsOfOthers(t *testing.T) {
	t.Parallel()
	old := urllib.MustParseVersion("3.11")
	for _, test := range []struct {
		name, text, errors string
		version            urllib.Version
		want               string
	}{
		{"all is well", "丁七", "strict", urllib.Version{}, "0103"},
		{"strict", "丁é", "strict", urllib.Version{},
			`UnicodeEncodeError: 'pairs' codec can't encode character '\xe9' in position 1: no number`},
		{"surrogate", "\xed\xa0\x80", "strict", urllib.Version{},
			`UnicodeEncodeError: 'pairs' codec can't encode character '\ud800' in position 0: no number`},
		{"ignore", "丁é七", "ignore", urllib.Version{}, "0103"},
		{"namereplace", "é", "namereplace", urllib.Version{}, "%5CN%7BLATIN%20SMALL%20LETTER%20E%20WITH%20ACUTE%7D"},
		{"namereplace without name", "é", "namereplace", old, "%5Cxe9"},
		{"unknown handler", "é", "bogus", urllib.Version{}, "LookupError: unknown error handler name 'bogus'"},
		{"an exception of its own", "丁!", "strict", urllib.Version{}, "UnicodeError: no ! please"},
		{"an exception in a chain", "丁!", "strict", old,
			"UnicodeError: encoding with 'GB18030' codec failed (UnicodeError: no ! please)"},
		{"an error", "丁?", "strict", urllib.Version{}, "Exception: not an exception"},
		{"not in this release", "丁", "strict", urllib.MustParseVersion("3.14"), "LookupError: unknown encoding: GB18030"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			py := urllib.Python{Version: test.version, Codecs: someCodecs{}}
			got := outcome(py.Quote(test.text, urllib.QuoteOptions{Encoding: new("GB18030"), Errors: &test.errors}))
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	py := urllib.Python{Codecs: someCodecs{}}
	got := outcome(py.Unquote("01%4103", urllib.CodecOptions{Encoding: new("GB18030")}))
	if want := "丁\ufffd七"; got != want {
		t.Errorf("Unquote gives %s, want %s", got, want)
	}
	_, err := py.Unquote("01%4103", urllib.CodecOptions{Encoding: new("GB18030"), Errors: new("strict")})
	var shape *urlerr.Error
	if !errors.As(err, &shape) || shape.Offset != 2 || !errors.Is(err, urlerr.BadText) {
		t.Errorf("Unquote gives %v", err)
	}
	// An error of the handler comes back through the codec as it was.
	_, err = py.Quote("丁é", urllib.QuoteOptions{Encoding: new("GB18030"), Errors: new("bogus")})
	if !errors.As(err, &shape) || shape.Input != "bogus" || !errors.Is(err, urlerr.UnknownName) {
		t.Errorf("with an unknown handler Quote gives %v", err)
	}
}

// TestFaultsAsErrors checks the exceptions that a codec returns without its handler.
func TestFaultsAsErrors(t *testing.T) {
	t.Parallel()
	fault := codecs.Fault{Label: "pairs", Reason: "why", Start: 2, End: 4}
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"encode", codecs.EncodeError("éab", fault),
			"UnicodeEncodeError: 'pairs' codec can't encode characters in position 1-2: why"},
		{"decode", codecs.DecodeError([]byte("\xc3\xa9ab"), fault),
			"UnicodeDecodeError: 'pairs' codec can't decode bytes in position 2-3: why"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func outcome(s string, err error) string {
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		return e.Exception + ": " + e.Text
	}
	return s
}
