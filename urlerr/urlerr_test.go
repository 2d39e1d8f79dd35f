package urlerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
)

// TestRedact checks that Redact hides passwords and tokens, and that RedactQuery hides parameters too. Package redact
// has the table of all forms.
func TestRedact(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, redacted, query string }{
		{"nothing", "http://h/?a=b", "http://h/?a=b", "http://h/?a=b"},
		{"a password", "http://u:pw@h/?a=b", "http://u:***@h/?a=b", "http://u:***@h/?a=b"},
		{"a token", "https://SECRET@h/", "https://***@h/", "https://***@h/"},
		{"a parameter", "http://h/?token=s&a=b", "http://h/?token=s&a=b", "http://h/?token=***&a=b"},
		{"all", "https://SECRET:pw@h/?code=s", "https://SECRET:***@h/?code=s", "https://SECRET:***@h/?code=***"},
		{"five secrets", "//SECRET@h?u=//SECRET@h&u=//SECRET@h&u=//SECRET@h&u=//SECRET@h",
			"//***@h?u=//***@h&u=//***@h&u=//***@h&u=//***@h", "//***@h?u=//***@h&u=//***@h&u=//***@h&u=//***@h"},
	} {
		if got := urlerr.Redact(tt.in); got != tt.redacted {
			t.Errorf("%s: Redact(%q) = %q, want %q", tt.name, tt.in, got, tt.redacted)
		}
		if got := urlerr.RedactQuery(tt.in); got != tt.query {
			t.Errorf("%s: RedactQuery(%q) = %q, want %q", tt.name, tt.in, got, tt.query)
		}
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	long := "http://u:" + strings.Repeat("s", 300) + "@h/" + strings.Repeat("é", 100)
	for offset := -1; offset <= len(long); offset++ {
		got := urlerr.Excerpt(long, offset)
		if strings.Contains(got, "s") {
			t.Fatalf("offset %d shows the password: %q", offset, got)
		}
		if !utf8.ValidString(got) {
			t.Fatalf("offset %d cuts a character: %q", offset, got)
		}
		if len(got) > 120 {
			t.Fatalf("offset %d gives %d bytes, want at most 120", offset, len(got))
		}
	}
	if got, want := urlerr.Excerpt(strings.Repeat("a", 60)+"!"+strings.Repeat("b", 60), 60),
		"…"+strings.Repeat("a", 50)+"!"+strings.Repeat("b", 49)+"…"; got != want {
		t.Errorf("the middle of a long input is %q, want %q", got, want)
	}
	if got := urlerr.Excerpt("short", 3); got != "short" {
		t.Errorf("a short input is %q, want short", got)
	}
}

// TestExcerptEnds checks the ends of excerpts of text without the start of a character: an excerpt has at most 4 bytes
// more at each end, and ends where the text does.
func TestExcerptEnds(t *testing.T) {
	t.Parallel()
	input := strings.Repeat("\x80", 200)
	for _, tt := range []struct {
		name          string
		offset, bytes int
		before, after bool // whether the excerpt is cut there
	}{
		{"at the start", 0, 104, false, true},
		{"near the start", 52, 106, false, true},
		{"4 bytes from the start", 54, 108, false, true},
		{"5 bytes from the start", 55, 108, true, true},
		{"in the middle", 100, 108, true, true},
		{"5 bytes from the end", 145, 108, true, true},
		{"4 bytes from the end", 146, 108, true, false},
		{"near the end", 148, 106, true, false},
		{"at the end", 200, 104, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := strings.Repeat("\x80", tt.bytes)
			if tt.before {
				want = "…" + want
			}
			if tt.after {
				want += "…"
			}
			if got := urlerr.Excerpt(input, tt.offset); got != want {
				t.Errorf("Excerpt(%q, %d) = %q, want %q", input, tt.offset, got, want)
			}
		})
	}
}

func TestExcerptAt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 200) + "!" + strings.Repeat("b", 200)
	tests := []struct {
		name, input string
		offset      int
		from        string // the excerpt from there on
	}{
		{"plain", "http://h/ x", 9, " x"},
		{"at the end", "http://h", 8, ""},
		{"before a secret", "http://u:secret@h/", 7, "u:***@h/"},
		{"in a secret", "http://u:secret@h/", 12, "***@h/"},
		{"after a secret", "http://u:secret@h/", 16, "h/"},
		{"in the middle", long, 200, "!" + strings.Repeat("b", 49) + "…"},
		{"at a cut end", long, 401, ""},
		{"after two secrets", "http://SECRET@h/?code=s&a", 23, "&a"},
		{"between two secrets", "http://SECRET@h/?code=s&a", 15, "/?code=***&a"},
		{"in the second secret", "http://SECRET@h/?code=st&a", 23, "***&a"},
		{"a secret after the cut", "http://h/" + strings.Repeat("a", 85) + "?code=secret", 50,
			strings.Repeat("a", 44) + "?code=…"},
		{"in a cut secret", "http://u:" + strings.Repeat("s", 300) + "@h/", 100, "***…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			excerpt, at := urlerr.ExcerptAt(tt.input, tt.offset)
			if at < 0 || at > len(excerpt) || excerpt[at:] != tt.from || excerpt != urlerr.Excerpt(tt.input, tt.offset) {
				t.Errorf("%q, %d; want %q", excerpt, at, tt.from)
			}
		})
	}
	for _, offset := range []int{-1, -5} {
		if _, at := urlerr.ExcerptAt("http://h/", offset); at != -1 {
			t.Errorf("the offset %d is at %d, want -1", offset, at)
		}
	}
}

func TestRedactIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"25", "40", "2540", "%25", "%2540", "%", "%3", "3a", "@", ":", "/", "jdbc:", "jdbc%3a",
		"=", ";", "a=", "//a@", "%2F%2Fa@", "token=a&", "token%3D", "\uff20", "\uff1a", "a"} {
		for _, head := range []string{"", "%", "http://u:", "@", "%40", "jdbc:"} {
			urltest.Linear(t, head+" and many of "+unit, urltest.Many(head, unit, "", 1<<17), func(s string) {
				urlerr.Redact(s)
				urlerr.RedactQuery(s)
				urlerr.Excerpt(s, len(s)/2)
			})
		}
	}
}

// TestShare checks that messages of copies are those without Share, also if the input changes.
func TestShare(t *testing.T) {
	t.Parallel()
	e := urlerr.Error{Dialect: "d", Input: "http://u:secret@h/", Rule: urlerr.Rule{Kind: urlerr.BadHost}}
	shared := e
	shared.Share()
	for _, input := range []string{e.Input, "http://user:pw@h/", "http://h/?token=secret", e.Input} {
		for offset := -1; offset <= len(input); offset++ {
			e, shared := e, shared
			e.Input, e.Offset, shared.Input, shared.Offset = input, offset, input, offset
			if e.Error() != shared.Error() || e.LogValue().String() != shared.LogValue().String() {
				t.Errorf("%q at %d: %v, shared %v", input, offset, &e, &shared)
			}
		}
	}
}

// TestShareSearchesOnce checks that copies do not search the input again. Each search allocates.
func TestShareSearchesOnce(t *testing.T) {
	e := urlerr.Error{Dialect: "d", Input: "http://h/?token=secret", Rule: urlerr.Rule{Kind: urlerr.BadHost}}
	shared := e
	shared.Share()
	allocs := func(e *urlerr.Error) float64 {
		return testing.AllocsPerRun(100, func() {
			if got, want := e.Error(), `d: bad host at byte 0 of "http://h/?token=***"`; got != want {
				t.Fatalf("Error() = %s, want %s", got, want)
			}
		})
	}
	if with, without := allocs(&shared), allocs(&e); with >= without {
		t.Errorf("with Share, Error allocates %v times, want less than %v times", with, without)
	}
}

func FuzzExcerptIsShortAndHidesSecrets(f *testing.F) {
	f.Add("http://u:secret@h/", 3)
	f.Add(strings.Repeat("\xff", 200), 100)
	f.Fuzz(func(t *testing.T, input string, offset int) {
		offset = min(offset, len(input))
		got, at := urlerr.ExcerptAt(input, offset)
		if len(got) > 130 || at > len(got) || (at < 0) != (offset < 0) {
			t.Errorf("%d bytes of %q at %d, at %d", len(got), input, offset, at)
		}
		again := urlerr.Redact(input)
		if urlerr.Redact(again) != again {
			t.Errorf("Redact(%q) = %q is not redacted", input, again)
		}
	})
}

// FuzzRedactDropsTabs: tabs and newlines do not change the rest.
func FuzzRedactDropsTabs(f *testing.F) {
	f.Add("jdbc:x;pass\xffword=secret", 1)
	f.Add("http://h/?u=http%3A%2F%2Fu%3asecret%40g", 40)
	f.Fuzz(func(t *testing.T, s string, at int) {
		without := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace
		at = max(0, min(at, len(s)))
		tabs := s[:at] + "\t\n" + s[at:]
		if got, want := without(urlerr.Redact(tabs)), urlerr.Redact(without(s)); got != want {
			t.Errorf("%q is shown as %q, but without tabs as %q", tabs, got, want)
		}
		if got, want := without(urlerr.RedactQuery(tabs)), urlerr.RedactQuery(without(s)); got != want {
			t.Errorf("RedactQuery(%q) = %q, but without tabs %q", tabs, got, want)
		}
	})
}

func TestError(t *testing.T) {
	t.Parallel()
	rule := urlerr.Rule{Name: "port", Section: "§3.2.3", Kind: urlerr.BadPort}
	err := error(&urlerr.Error{
		Dialect: "rfc3986", Input: "http://u:secret@h:x/", Offset: 18, Component: urlerr.Port,
		Rule: rule, Err: io.ErrUnexpectedEOF,
	})
	const want = `rfc3986: bad port at byte 18 of "http://u:***@h:x/" (RFC 3986 §3.2.3, port)`
	if err.Error() != want {
		t.Errorf("Error() = %s\nwant      %s", err, want)
	}
	if !errors.Is(err, urlerr.BadPort) || errors.Is(err, urlerr.BadHost) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("errors.Is does not find the kind and the cause, and only them")
	}
	var e *urlerr.Error
	errors.As(err, &e)
	if value := e.LogValue().String(); strings.Contains(value, "secret") || !strings.Contains(value, "bad port") {
		t.Errorf("LogValue() = %s", value)
	}
}

func TestPrivateInput(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, input string
		offset      int
		want        string
	}{
		{"letter", "secret", 2, ` at byte 2: "c"`},
		{"first letter", "secret", 0, ` at byte 0: "s"`},
		{"character", "secr€t", 4, ` at byte 4: "€"`},
		{"no text", "s\xff\xfe", 1, ` at byte 1: "\xff"`},
		{"escape", "s%FFt", 1, ` at byte 1: "%FF"`},
		{"percent sign", "s%F", 1, ` at byte 1: "%"`},
		{"no escape", "s%Fx", 1, ` at byte 1: "%"`},
		{"end", "secret", 6, ` at byte 6`},
		{"no place", "secret", -1, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := &urlerr.Error{Dialect: "d", Input: test.input, Offset: test.offset, Rule: urlerr.Rule{Kind: urlerr.BadText},
				Private: true}
			if got, want := err.Error(), "d: bad text"+test.want; got != want {
				t.Errorf("Error() = %s\nwant      %s", got, want)
			}
			if value := err.LogValue().String(); strings.Contains(value, "ecr") {
				t.Errorf("LogValue() = %s", value)
			}
		})
	}
	err := &urlerr.Error{Dialect: "d", Input: "a b", Offset: 1, Private: true,
		Rule: urlerr.Rule{Kind: urlerr.BadText, Problem: "invalid character %c in %i"}}
	if got, want := err.Error(), `d: invalid character " " in URL at byte 1`; got != want {
		t.Errorf("Error() = %s, want %s, with the character once", got, want)
	}
}

// TestFormat: no verb of fmt shows what Error hides, of a value as of a pointer.
func TestFormat(t *testing.T) {
	t.Parallel()
	err := &urlerr.Error{Dialect: "d", Input: "http://u:secret@h", Offset: 0, Rule: urlerr.Rule{Kind: urlerr.BadHost}}
	text := `d: bad host at byte 0 of "http://u:***@h"`
	for verb, want := range map[string]string{"%v": text, "%+v": text, "%s": text, "%#v": strconv.Quote(text),
		"%d": "%!d(string=" + text + ")"} {
		for _, v := range []any{err, *err} {
			if got := fmt.Sprintf(verb, v); got != want {
				t.Errorf("%s of a %T: %s, want %s", verb, v, got, want)
			}
		}
	}
}

// TestMarshalJSON: an error as JSON, a value or in a struct too, hides what Error
// does.
func TestMarshalJSON(t *testing.T) {
	t.Parallel()
	e := urlerr.Error{
		Dialect: "d", Input: "http://u:secret@h", Offset: 3, Component: urlerr.Host,
		Rule: urlerr.Rule{Name: "r", Kind: urlerr.BadHost}, Err: errors.New("secret"),
	}
	const want = `{"component":"host","dialect":"d","input":"http://u:***@h","kind":"bad host","offset":3,"rule":"r"}`
	for _, test := range []struct {
		name string
		in   any
		want string
	}{
		{"pointer", &e, want}, {"value", e, want}, {"list", []error{&e}, "[" + want + "]"},
		{"field", struct{ E urlerr.Error }{e}, `{"E":` + want + "}"}, {"no error", (*urlerr.Error)(nil), "null"},
	} {
		if got, err := json.Marshal(test.in); err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, got, err, test.want)
		}
	}
	e.Private = true
	if got, err := json.Marshal(e); err != nil || !strings.Contains(string(got), `"input":"p"`) {
		t.Errorf("%s, %v, want the input p", got, err)
	}
}

// TestCitation checks the rule at the end of a message.
func TestCitation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, dialect, section, rule, want string }{
		{"an RFC", "rfc3986", "§3.2", "host", "rfc3986: bad host (RFC 3986 §3.2, host)"},
		{"the URL Standard", "whatwg", "§4.4", "host", "whatwg: bad host (URL Standard §4.4, host)"},
		{"another specification", "x", "§1", "host", "x: bad host (§1, host)"},
		{"a section with a specification", "whatwg", "RFC 9110 §4", "host", "whatwg: bad host (RFC 9110 §4, host)"},
		{"a section only", "whatwg", "§4.4", "", "whatwg: bad host (URL Standard §4.4)"},
		{"a name only", "whatwg", "", "host", "whatwg: bad host (host)"},
		{"neither", "whatwg", "", "", "whatwg: bad host"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := &urlerr.Error{Dialect: tt.dialect, Offset: -1,
				Rule: urlerr.Rule{Kind: urlerr.BadHost, Section: tt.section, Name: tt.rule}}
			if err.Error() != tt.want {
				t.Errorf("Error() = %s, want %s", err, tt.want)
			}
		})
	}
}

func TestErrorWithoutPlace(t *testing.T) {
	t.Parallel()
	err := &urlerr.Error{Dialect: "urllib", Offset: -1, Rule: urlerr.Rule{Kind: urlerr.UnknownName}}
	if got := err.Error(); got != "urllib: unknown name" {
		t.Errorf("Error() = %s, want urllib: unknown name", got)
	}
}

func TestErrorWithInputOnly(t *testing.T) {
	t.Parallel()
	err := &urlerr.Error{Dialect: "d", Input: "x", Offset: -1, Rule: urlerr.Rule{Kind: urlerr.BadHost}}
	if got, want := err.Error(), `d: bad host: "x"`; got != want {
		t.Errorf("Error() = %s, want %s", got, want)
	}
}

func TestNoKindMatchesNothing(t *testing.T) {
	t.Parallel()
	err := error(&urlerr.Error{Err: io.ErrUnexpectedEOF})
	if errors.Is(err, urlerr.Kind(0)) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("an error without a kind is of kind 0, or has lost its cause")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := urlerr.BadScheme; k <= urlerr.TooLong; k++ {
		if name := k.String(); seen[name] || strings.HasPrefix(name, "kind ") || k.Error() != name {
			t.Errorf("kind %d is %q", k, name)
		} else {
			seen[name] = true
		}
	}
	for c := urlerr.NoComponent; c <= urlerr.Fragment; c++ {
		if name := c.String(); seen[name] || strings.HasPrefix(name, "component ") {
			t.Errorf("component %d is %q", c, name)
		} else {
			seen[name] = true
		}
	}
	for got, want := range map[fmt.Stringer]string{
		urlerr.NotModelled + 1: "kind 15", urlerr.Kind(200): "kind 200",
		urlerr.Fragment + 1: "component 12", urlerr.Component(200): "component 200",
	} {
		if got.String() != want {
			t.Errorf("the name is %q, want %q", got, want)
		}
	}
}

// TestAdvice checks the texts of rules that have a problem and a fix.
func TestAdvice(t *testing.T) {
	t.Parallel()
	rule := urlerr.Rule{
		Name: "pchar", Section: "§3.3", Kind: urlerr.BadPath, Problem: "invalid character %c in %i",
		Fix: "percent-encode it as %e",
	}
	tilde := &urlerr.Error{Dialect: "rfc1808", Input: "/~", Offset: 1, Component: urlerr.Path, Rule: rule}
	if want := "percent-encode it as %7E"; !strings.Contains(tilde.Error(), want) {
		t.Errorf("Error() = %s, want %s, since RFC 1808 does not allow a tilde", tilde, want)
	}
	for _, test := range []struct {
		name, input, want, reason string
		offset                    int
	}{
		{"character", "/é", `rfc3986: invalid character "é" in path at byte 1 of "/é": percent-encode it as %C3%A9 (RFC 3986 §3.3, pchar)`,
			"non-ASCII character in path", 1},
		{"ASCII", "/ ", `rfc3986: invalid character " " in path at byte 1 of "/ ": percent-encode it as %20 (RFC 3986 §3.3, pchar)`,
			`invalid character " " in path`, 1},
		{"escape", "/%20", `rfc3986: invalid character "%" in path at byte 1 of "/%20": percent-encode it as %25 (RFC 3986 §3.3, pchar)`,
			`invalid character "%" in path`, 1},
		{"password", "http://u:s x@h/", `rfc3986: invalid character in path at byte 10 of "http://u:***@h/": percent-encode it (RFC 3986 §3.3, pchar)`,
			"invalid character in path", 10},
		{"start of a password", "http://u: x@h/", `rfc3986: invalid character in path at byte 9 of "http://u:***@h/": percent-encode it (RFC 3986 §3.3, pchar)`,
			"invalid character in path", 9},
		{"after a password", "http://u:s@h/", `rfc3986: invalid character "@" in path at byte 10 of "http://u:***@h/": percent-encode it as %40 (RFC 3986 §3.3, pchar)`,
			`invalid character "@" in path`, 10},
		{"parameter", "/?token=s", `rfc3986: invalid character in path at byte 8 of "/?token=***" (RFC 3986 §3.3, pchar)`,
			"invalid character in path", 8},
		{"3 bytes", "/€", `rfc3986: invalid character "€" in path at byte 1 of "/€": percent-encode it as %E2%82%AC (RFC 3986 §3.3, pchar)`,
			"non-ASCII character in path", 1},
		{"first byte that is not ASCII", "/\x80", `rfc3986: invalid character "\x80" in path at byte 1 of "/\x80": percent-encode it as %80 (RFC 3986 §3.3, pchar)`,
			"non-ASCII character in path", 1},
		{"end", "/", `rfc3986: unexpected end of path at byte 1 of "/" (RFC 3986 §3.3, pchar)`, "unexpected end of path", 1},
		{"unreserved", "/1", `rfc3986: invalid character "1" in path at byte 1 of "/1" (RFC 3986 §3.3, pchar)`,
			`invalid character "1" in path`, 1},
		{"unreserved in a password", "http://u:s~x@h/",
			`rfc3986: invalid character in path at byte 10 of "http://u:***@h/" (RFC 3986 §3.3, pchar)`, "invalid character in path", 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := &urlerr.Error{Dialect: "rfc3986", Input: test.input, Offset: test.offset, Component: urlerr.Path, Rule: rule}
			if err.Error() != test.want || err.Reason() != test.reason {
				t.Errorf("got  %s, %s\nwant %s, %s", err, err.Reason(), test.want, test.reason)
			}
		})
	}
}

// TestRedactOpenTelemetry checks the seven parameters of the semantic conventions, and the credentials.
func TestRedactOpenTelemetry(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "https://www.example.com/path?color=blue#x", "https://www.example.com/path?color=blue#x"},
		{"a signature", "https://h/path?color=blue&sig=s", "https://h/path?color=blue&sig=REDACTED"},
		{"all", "https://h/?AWSAccessKeyId=s&Signature=s&X-Amz-Credential=s&X-Amz-Security-Token=s&X-Amz-Signature=s&X-Goog-Signature=s",
			"https://h/?AWSAccessKeyId=REDACTED&Signature=REDACTED&X-Amz-Credential=REDACTED&X-Amz-Security-Token=REDACTED&" +
				"X-Amz-Signature=REDACTED&X-Goog-Signature=REDACTED"},
		{"case and other names", "https://h/?SIG=a&signature=b&token=c", "https://h/?SIG=a&signature=b&token=c"},
		{"a fragment", "https://h/?a#sig=s", "https://h/?a#sig=s"},
		{"no value", "https://h/?sig&sig=", "https://h/?sig&sig="},
		{"credentials", "https://username:password@www.example.com/", "https://REDACTED:REDACTED@www.example.com/"},
		{"a user name", "https://me@h/?sig=s", "https://REDACTED@h/?sig=REDACTED"},
		{"a password with delimiters", "https://u:p/w@h/", "https://u:REDACTED@h/"},
		{"a query", "?q=OpenTelemetry&sig=s", "?q=OpenTelemetry&sig=REDACTED"},
		{"an at sign in a path", "https://h/@scope", "https://h/@scope"},
	} {
		if got := urlerr.RedactOpenTelemetry(tt.in); got != tt.want {
			t.Errorf("%s: RedactOpenTelemetry(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

// TestCorrections: the fix of a text that people often take for a URL.
func TestCorrections(t *testing.T) {
	t.Parallel()
	const slash = `if this is a password, percent-encode "/" in it as %2F`
	for _, tt := range []struct {
		input, want string
		kind        urlerr.Kind
	}{
		{"http://u:p/w@h/", slash, urlerr.BadPort}, {"redis://:p/w@h/", slash, urlerr.BadHost}, {"redis://:12/34@h/", slash, urlerr.BadHost},
		{"redis://:12?34@h/", `if this is a password, percent-encode "?" in it as %3F`, urlerr.BadHost},
		{"http://h:80/@x", "", urlerr.BadHost}, {"http://:80/x", "", urlerr.BadHost},
		{"http://2001:db8::1/", "write the IPv6 address in brackets, as in [2001:db8::1]", urlerr.BadPort},
		{"x://h1:1,h2:2/", "a URL has one host: write a URL for each of them", urlerr.BadPort},
		{"git@h:a/b", "this is an address of scp, not a URL: write ssh:// before it, and / instead of the colon", urlerr.BadScheme},
	} {
		e := &urlerr.Error{Dialect: "d", Input: tt.input, Offset: -1, Rule: urlerr.Rule{Kind: tt.kind}}
		_, fix, _ := strings.Cut(e.Error(), `": `)
		if fix != tt.want {
			t.Errorf("%s: %s, want the fix %q", tt.input, e, tt.want)
		}
	}
}

// TestCorrectionOfAnotherCharacter: the fix names the character at the offset too, not only the "@" after it.
func TestCorrectionOfAnotherCharacter(t *testing.T) {
	t.Parallel()
	for offset, want := range map[int]string{
		len(`http://D`): `percent-encode this character and "@" in the userinfo`, len(`http://D\u:p`): `percent-encode "@" in the userinfo as %40`,
	} {
		e := &urlerr.Error{Input: `http://D\u:p@w@h/`, Offset: offset, Rule: urlerr.Rule{Kind: urlerr.BadUserinfo}}
		if got := e.Error(); !strings.Contains(got, want) {
			t.Errorf("offset %d: %s, want %s", offset, got, want)
		}
	}
}
