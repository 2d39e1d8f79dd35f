package rfc3986_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// offsetOf returns the offset of a *urlerr.Error of a kind, or -2 for another error.
func offsetOf(err error, kind urlerr.Kind) int {
	var e *urlerr.Error
	if !errors.As(err, &e) || !errors.Is(err, kind) {
		return -2
	}
	return e.Offset
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, raw, want string
		kind            urlerr.Kind
		offset          int
	}{
		{"nothing", "", "", 0, 0},
		{"G-021 no triplet", "a!b+c", "a!b+c", 0, 0},
		{"reserved", "a%2Fb%3fc", "a/b?c", 0, 0},
		{"G-031 once", "%2541", "%41", 0, 0},
		{"UTF-8", "%C3%A9%e3%82%a2", "éア", 0, 0},
		{"NUL", "%00", "\x00", 0, 0},
		{"not UTF-8", "a%20%E9b", "", urlerr.BadText, 4},
		{"cut off", "%C3", "", urlerr.BadText, 0},
		{"surrogate", "x%ED%A0%80", "", urlerr.BadText, 1},
		{"raw octets", "a\xff", "", urlerr.BadText, 1},
		{"raw octets and triplets", "%41\xff%41", "", urlerr.BadText, 3},
		{"bad triplet", "ab%4", "", urlerr.BadEscape, 2},
		{"bad triplet behind a good one", "%41%zz", "", urlerr.BadEscape, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := rfc3986.Decode(test.raw)
			if got != test.want || (err != nil) != (test.kind != 0) || err != nil && offsetOf(err, test.kind) != test.offset {
				t.Errorf("Decode(%q) = %q, %v", test.raw, got, err)
			}
		})
	}
}

// TestAllOctets: every octet has a triplet (G-014), only the unreserved ones are written as themselves (G-018, G-024),
// and data that looks like a triplet is encoded (G-030). Octets are encoded whether they are text or not (G-032,
// G-033).
func TestAllOctets(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		raw := fmt.Sprintf("%%%02x", c)
		if octet, err := rfc3986.Decode(raw); c < 0x80 && (err != nil || octet != string(rune(c))) || c >= 0x80 &&
			err == nil {
			t.Errorf("%s means %q, %v", raw, octet, err)
		}
		want := strings.ToUpper(raw)
		if strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", byte(c)) >= 0 {
			want = string(rune(c))
		}
		if got := rfc3986.Encode(string([]byte{byte(c)})); got != want {
			t.Errorf("%#02x is encoded as %s, want %s", c, got, want)
		}
	}
	for _, test := range []struct{ in, want string }{
		{"a:b;c", "a%3Ab%3Bc"},
		{"100%", "100%25"},
		{"%25 %% %41", "%2525%20%25%25%20%2541"},
		{"Laguna Beach", "Laguna%20Beach"},
		{"\xd3\x81\x87\xa4\x95\x81@\xc2\x85\x81\x83\x88", "%D3%81%87%A4%95%81%40%C2%85%81%83%88"}, // §2.5
		{"A\u00c0\u30a2\U0001f600\xff", "A%C3%80%E3%82%A2%F0%9F%98%80%FF"},                        // §2.5
	} {
		if got := rfc3986.Encode(test.in); got != test.want {
			t.Errorf("%q is encoded as %s, want %s", test.in, got, test.want)
		}
	}
}

func FuzzDecodeInvertsEncode(f *testing.F) {
	f.Add("a b+c%41é")
	f.Add("\xff\x00")
	f.Fuzz(func(t *testing.T, data string) {
		raw := rfc3986.Encode(data)
		got, err := rfc3986.Decode(raw)
		if utf8.ValidString(data) != (err == nil) || err == nil && got != data {
			t.Errorf("%q comes back as %q, %v", data, got, err)
		}
		if octetsOf(raw) != data {
			t.Errorf("%q is encoded as %q", data, raw)
		}
	})
}

// TestDecodedComponents: each is cut before it is decoded (§2.4, G-028), a plus
// sign is itself (G-021), and errors have the offset in the whole.
func TestDecodedComponents(t *testing.T) {
	t.Parallel()
	r := rfc3986.MustParseURI("s://u%3Ax+:p%40%3A:+q@h%C3%A9%2f+:1/a%2Fb%3Fc+?k%3D1=v%26#f%23%20+")
	user, password, ok, err := r.DecodedUserinfo()
	if user != "u:x+" || password != "p@::+q" || !ok || err != nil {
		t.Errorf("credentials %q, %q, %v, %v", user, password, ok, err)
	}
	for segment := range r.DecodedSegments() {
		if segment != "a/b?c+" {
			t.Errorf("segment %q", segment)
		}
	}
	if value, ok := r.Lookup("k=1"); value != "v&" || !ok {
		t.Errorf("value %q, %v", value, ok)
	}
	for name, value := range r.DecodedPairs() {
		if name != "k=1" || value != "v&" {
			t.Errorf("pair %q, %q", name, value)
		}
	}

	bad := rfc3986.MustParse("s://%FF:%FE@%FD/a/%FC/b#x%FB")
	if user, _, ok, err := bad.DecodedUserinfo(); user != "" || ok || offsetOf(err, urlerr.BadText) != 4 {
		t.Errorf("credentials %q, %v", user, err)
	}
	if user, _, ok, err := rfc3986.MustParse("//u:%FE@h").DecodedUserinfo(); user != "" || ok ||
		offsetOf(err, urlerr.BadText) != 4 {
		t.Errorf("credentials %q, %v", user, err)
	}
	if segments := slices.Collect(bad.DecodedSegments()); strings.Join(segments, "|") != "a|\xfc|b" {
		t.Errorf("segments %q", segments)
	}

	none := rfc3986.MustParse("a")
	_, _, hasUserinfo, err1 := none.DecodedUserinfo()
	if hasUserinfo || err1 != nil {
		t.Error("absent components are there")
	}
	if user, password, ok, err := rfc3986.MustParse("//u@[::1]").DecodedUserinfo(); user != "u" || password != "" || !ok ||
		err != nil {
		t.Errorf("credentials %q, %q, %v, %v", user, password, ok, err)
	}
}
