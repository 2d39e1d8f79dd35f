package urllib_test

import (
	"errors"
	"testing"

	"earl.example/urlerr"
	"earl.example/urllib"
)

// pairsOfDigits stands in for a codec of somebody else's: it writes U+4E00 to
// U+4E63 as two digits, refuses all other text, and cannot say why of "!".
type pairsOfDigits struct{}

func (pairsOfDigits) AppendEncode(dst []byte, s string, h urllib.Handler) ([]byte, error) {
	for at := 0; at < len(s); {
		r, size := urllib.DecodeRune(s[at:])
		switch {
		case r == '!':
			return nil, &urllib.Error{Exception: "UnicodeError", Text: "no ! please"}
		case r == '?':
			return nil, errors.New("not an exception")
		case 0x4E00 <= r && r < 0x4E00+100:
			dst = append(dst, byte('0'+(r-0x4E00)/10), byte('0'+(r-0x4E00)%10))
		default:
			fault := urllib.Fault{Label: "pairs", Reason: "no number", Start: at, End: at + size}
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

func (pairsOfDigits) AppendDecode(dst, b []byte, h urllib.Handler) ([]byte, error) {
	for at := 0; at < len(b); {
		if at+1 < len(b) && b[at]-'0' < 10 && b[at+1]-'0' < 10 {
			dst = urllib.AppendRune(dst, 0x4E00+rune(b[at]-'0')*10+rune(b[at+1]-'0'))
			at += 2
			continue
		}
		var err error
		fault := urllib.Fault{Label: "pairs", Reason: "no digits", Start: at, End: at + 1}
		if dst, at, err = h.Decode(dst, b, fault); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// someCodecs links pairsOfDigits for one name, until 3.13.
type someCodecs struct{}

func (someCodecs) Codec(name string, version urllib.Version) (urllib.Codec, bool) {
	return pairsOfDigits{}, name == "gb18030" && version.Compare(urllib.MustParseVersion("3.14.0")) < 0
}

func (someCodecs) RuneName(r rune, version urllib.Version) string {
	if r == 'é' && version == urllib.MustParseVersion("3.13") {
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
		{"strict", "丁é", "strict", urllib.Version{}, `UnicodeEncodeError: 'pairs' codec can't encode character '\xe9' in position 1: no number`},
		{"surrogate", "\xed\xa0\x80", "strict", urllib.Version{}, `UnicodeEncodeError: 'pairs' codec can't encode character '\ud800' in position 0: no number`},
		{"ignore", "丁é七", "ignore", urllib.Version{}, "0103"},
		{"namereplace", "é", "namereplace", urllib.Version{}, "%5CN%7BLATIN%20SMALL%20LETTER%20E%20WITH%20ACUTE%7D"},
		{"namereplace without name", "é", "namereplace", old, "%5Cxe9"},
		{"unknown handler", "é", "bogus", urllib.Version{}, "LookupError: unknown error handler name 'bogus'"},
		{"an exception of its own", "丁!", "strict", urllib.Version{}, "UnicodeError: no ! please"},
		{"an exception in a chain", "丁!", "strict", old, "UnicodeError: encoding with 'GB18030' codec failed (UnicodeError: no ! please)"},
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
	got := outcome(py.Unquote("01%4103", urllib.UnquoteOptions{Encoding: new("GB18030")}))
	if want := "丁\ufffd七"; got != want {
		t.Errorf("Unquote gives %s, want %s", got, want)
	}
	_, err := py.Unquote("01%4103", urllib.UnquoteOptions{Encoding: new("GB18030"), Errors: new("strict")})
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

// TestFaultsAsErrors holds the exceptions that a codec makes without asking
// the handler.
func TestFaultsAsErrors(t *testing.T) {
	t.Parallel()
	fault := urllib.Fault{Label: "pairs", Reason: "why", Start: 2, End: 4}
	for _, test := range []struct {
		name string
		err  *urllib.Error
		want string
	}{
		{"encode", urllib.EncodeError("éab", fault), "UnicodeEncodeError: 'pairs' codec can't encode characters in position 1-2: why"},
		{"decode", urllib.DecodeError([]byte("\xc3\xa9ab"), fault), "UnicodeDecodeError: 'pairs' codec can't decode bytes in position 2-3: why"},
	} {
		var shape *urlerr.Error
		if got := outcome("", test.err); got != test.want || test.err.Unicode.Reason != "why" || !errors.As(test.err, &shape) || shape.Offset != 2 {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
