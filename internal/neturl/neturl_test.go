package neturl_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/neturl"
	"earl.example/urlerr"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const none = urlerr.NoComponent
	for _, test := range []struct {
		name, in  string
		kind      urlerr.Kind // 0 for no refusal
		component urlerr.Component
		at        int
		cause     string // "" for none
	}{
		{"well", "http://u:secret@h/", 0, none, 0, ""},
		{"control character", "http://h/\n", urlerr.BadText, none, 9, "net/url: invalid control character in URL"},
		{"control character after a space", "http://h/ \x1f", urlerr.BadText, none, 10, "net/url: invalid control character in URL"},
		{"delete character", "\x7f", urlerr.BadText, none, 0, "net/url: invalid control character in URL"},
		{"first character beyond ASCII in a userinfo", "http://u\u0080@h/", urlerr.BadUserinfo, urlerr.Userinfo, 8, "net/url: invalid userinfo"},
		{"escape in a relative path", "a/%zz", urlerr.BadEscape, urlerr.Path, 2, `invalid URL escape "%zz"`},
		{"no scheme", ":a", urlerr.BadScheme, urlerr.Scheme, 0, "missing protocol scheme"},
		{"colon in a path", "a b:c", urlerr.BadPath, urlerr.Path, 3, "first path segment in URL cannot contain colon"},
		{"userinfo", "http://u<@h/", urlerr.BadUserinfo, urlerr.Userinfo, 8, "net/url: invalid userinfo"},
		{"userinfo beyond ASCII", "http://u@%\u00e9@h/", urlerr.BadUserinfo, urlerr.Userinfo, 10,
			"net/url: invalid userinfo"},
		{"port", "http://h:x/", urlerr.BadPort, urlerr.Port, 8, `invalid port ":x" after host`},
		{"port behind colons", "x://h:1:y/", urlerr.BadPort, urlerr.Port, 7, `invalid port ":y" after host`},
		{"port behind an address", "x://[::1]y/", urlerr.BadPort, urlerr.Port, 9, `invalid port "y" after host`},
		{"host", "http://a b/", urlerr.BadHost, urlerr.Host, 8, `invalid character " " in host name`},
		{"brackets", "http://u@[h/", urlerr.BadHost, urlerr.Host, 9, "missing ']' in host"},
		{"address that looks like a reason", "http://[scheme]/", urlerr.BadHost, urlerr.Host, 7,
			`invalid host: ParseAddr("scheme"): unable to parse IP`},
		{"escape", "http://h/%zz", urlerr.BadEscape, urlerr.Path, 9, `invalid URL escape "%zz"`},
		{"escape at the end of a path", "http://h/%4%41?%4", urlerr.BadEscape, urlerr.Path, 9, `invalid URL escape "%4%"`},
		{"escape in a query", "http://h/%41?%zz#%zz", urlerr.BadEscape, urlerr.Fragment, 17, `invalid URL escape "%zz"`},
		{"escape in what is opaque", "a:%zz?%zz#a%zz", urlerr.BadEscape, urlerr.Fragment, 11, `invalid URL escape "%zz"`},
		{"escape in a userinfo", "http://%41%4@h/%zz", urlerr.BadEscape, urlerr.Userinfo, 10, `invalid URL escape "%4"`},
		{"escape in a host", "http://%41@h%41/", urlerr.BadEscape, urlerr.Host, 12, `invalid URL escape "%41"`},
		{"broken escape in a host", "//u%zz@h%zz", urlerr.BadEscape, urlerr.Host, 8, `invalid URL escape "%zz"`},
		{"path of three slashes", "///a@%zz", urlerr.BadEscape, urlerr.Path, 5, `invalid URL escape "%zz"`},
		{"scheme that begins with a digit", "1:%zz", urlerr.BadPath, urlerr.Path, 1,
			"first path segment in URL cannot contain colon"},
		{"escape beside a password", "http://u:secret@h/%zz", urlerr.BadEscape, urlerr.Path, 18, `invalid URL escape "%zz"`},
		{"password", "http://u:secret%zz@h/", urlerr.BadEscape, urlerr.Userinfo, 15, ""},
		{"password that looks like a port", "http://u:secret/@h/%zz", urlerr.BadPort, urlerr.Port, 8,
			`invalid URL escape "%zz"`},
		{"password that looks like a port, nothing else", "http://u:secret/@h/", urlerr.BadPort, urlerr.Port, 8, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := url.Parse("x://h:1:2/"); err != nil && test.name == "port behind colons" {
				t.Skip("net/url of this Go has no colons in a host")
			}
			u, no := neturl.Parse(test.in)
			if no == nil {
				if test.kind != 0 || u.String() != test.in {
					t.Errorf("%q is read as %q", test.in, u)
				}
				return
			}
			cause := ""
			if no.Err != nil {
				cause = no.Err.Error()
			}
			if u != nil || no.Rule.Kind != test.kind || no.Component != test.component || no.Offset != test.at ||
				cause != test.cause || no.Rule.Name == "" {
				t.Errorf("%q: %v, %+v, want %v in %v at byte %d", test.in, u, no, test.kind, test.component, test.at)
			}
		})
	}
	_, no := neturl.Parse("http://h/%zz")
	if escape, ok := errors.AsType[url.EscapeError](no.Err); !ok {
		t.Errorf("the cause is %v", escape)
	}
}

// FuzzWhatIsBlamedIsToBlame: without the byte at the offset, net/url takes the text, or has another reason.
func FuzzWhatIsBlamedIsToBlame(f *testing.F) {
	for _, seed := range []string{"http://u%zz@h%41:x/%zz?%zz#%zz", "http://[::1%25%41]/", "a\x7f", "a b:c", "//<>@h",
		"//[::1%25<]:1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, no := neturl.Parse(text)
		if no == nil {
			return
		}
		if no.Offset < 0 || no.Offset > len(text) {
			t.Fatalf("%q: %+v, want an offset in the text", text, no)
		}
		if no.Rule.Kind == urlerr.BadEscape && text[no.Offset] != '%' {
			t.Errorf("%q: no percent sign is blamed: %+v", text, no)
		}
		_, again := neturl.Parse(text[:no.Offset] + text[min(no.Offset+1, len(text)):])
		if again != nil && isOfOneByte(no) && isOfOneByte(again) && again.Rule.Kind == no.Rule.Kind &&
			again.Component == no.Component && again.Offset < no.Offset {
			t.Errorf("%q: %+v, and without that byte %+v", text, no, again)
		}
	})
}

// isOfOneByte reports whether net/url blames one byte, not a host or port.
func isOfOneByte(no *urlerr.Error) bool {
	_, ok := errors.AsType[url.InvalidHostError](no.Err)
	return ok || no.Rule.Kind != urlerr.BadHost && no.Rule.Kind != urlerr.BadPort
}

func FuzzCausesHidePasswords(f *testing.F) {
	f.Add("%zz", "@h/")
	f.Add("/", "%zz")
	f.Fuzz(func(t *testing.T, before, after string) {
		const password = "hunter2"
		_, no := neturl.Parse("http://u:" + before + password + after + "@h/")
		if no != nil && no.Err != nil && strings.Contains(no.Err.Error(), password) && !strings.Contains(before+after,
			password) {
			t.Errorf("%q and %q: %v", before, after, no.Err)
		}
	})
}
