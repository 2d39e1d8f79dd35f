package rfc3986_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

var allowIRI = rfc3986.ParseOptions{AllowIRI: true}

func iri(t *testing.T, s string) rfc3986.Ref {
	t.Helper()
	r, err := allowIRI.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestIRI has the borders of the classes of RFC 3987 §2.2, by component.
func TestIRI(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in  string
		rule      string // "" if the reference is valid
		offset    int
		component urlerr.Component
	}{
		{name: "every component", in: "http://é:ü@ö.example:80/ä/b?ß#ç"},
		{name: "relative", in: "é/ü"},
		{name: "query alone", in: "?é"},
		{name: "first and last ucschar", in: "/\u00a0\ud7ff\uf900\ufdcf\ufdf0\uffef\U00010000\U0001fffd\U000e1000\U000efffd"},
		{name: "iprivate in a query", in: "?\ue000\uf8ff\U000f0000\U000ffffd\U00100000\U0010fffd"},
		{name: "a long host", in: "//" + strings.Repeat("é", 100) + "/"},
		{name: "only a reference of ASCII", in: "http://a/%C3%A9"},
		{name: "iprivate in a path", in: "/\ue000", rule: "iprivate only in queries", offset: 1, component: urlerr.Path},
		{name: "iprivate in a fragment", in: "#a\U00100000", rule: "iprivate only in queries", offset: 2, component: urlerr.Fragment},
		{name: "iprivate in a host", in: "//a\uf8ff", rule: "iprivate only in queries", offset: 3, component: urlerr.Host},
		{name: "C1 control", in: "/a\u009f", rule: "ucschar", offset: 2, component: urlerr.Path},
		{name: "replacement character", in: "?\ufffd", rule: "ucschar", offset: 1, component: urlerr.Query},
		{name: "noncharacter", in: "/\ufdd0", rule: "ucschar", offset: 1, component: urlerr.Path},
		{name: "end of a plane", in: "/\U0001fffe", rule: "ucschar", offset: 1, component: urlerr.Path},
		{name: "tags", in: "?\U000e0001", rule: "ucschar", offset: 1, component: urlerr.Query},
		{name: "not UTF-8", in: "/\xc3(", rule: "ucschar", offset: 1, component: urlerr.Path},
		{name: "surrogate", in: "/\xed\xa0\x80", rule: "ucschar", offset: 1, component: urlerr.Path},
		{name: "override of direction", in: "/\u202egpj", rule: "no bidirectional formatting characters", offset: 1, component: urlerr.Path},
		{name: "mark of direction in a userinfo", in: "//\u200e@h", rule: "no bidirectional formatting characters", offset: 2, component: urlerr.Userinfo},
		{name: "in a scheme", in: "é:b", rule: "scheme", offset: 2, component: urlerr.Scheme},
		{name: "in a port", in: "//h:８", rule: "port", offset: 4, component: urlerr.Port},
		{name: "in an IPv6 address", in: "//[é]", rule: "IPv6address", offset: 3, component: urlerr.Host},
		{name: "in an IPvFuture address", in: "//[v1.é]", rule: "IPvFuture", offset: 6, component: urlerr.Host},
		{name: "in a percent-encoding", in: "/%é", rule: "pct-encoded", offset: 1, component: urlerr.Path},
		{name: "a space after it", in: "/é b", rule: "pchar", offset: 3, component: urlerr.Path},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := allowIRI.Parse(tt.in)
			if tt.rule == "" {
				if err != nil || r.String() != tt.in {
					t.Errorf("Parse(%q) = %q, %v, want it accepted", tt.in, r, err)
				}
				return
			}
			e, ok := errors.AsType[*urlerr.Error](err)
			if !ok || e.Rule.Name != tt.rule || e.Offset != tt.offset || e.Component != tt.component || e.Dialect != "rfc3987" {
				t.Errorf("Parse(%+q): %v, want rule %q at byte %d of the %v", tt.in, err, tt.rule, tt.offset, tt.component)
			}
			if rfc3986.Valid(tt.in) {
				t.Errorf("Valid(%+q), want false", tt.in)
			}
		})
	}
	if _, err := rfc3986.Parse("http://é/"); err == nil {
		t.Error("Parse without AllowIRI accepts é, want an error")
	}
	zoned := rfc3986.ParseOptions{AllowIRI: true, AllowZone: true}
	if r, err := zoned.Parse("http://[fe80::1%25en1]/é"); err != nil || r.Path() != "/é" {
		t.Errorf("with zones: %v, %v, want the path /é", r, err)
	}
}

// TestIRISteps has the steps of RFC 3987 §3.1, §3.2 and §5.3.2.
func TestIRISteps(t *testing.T) {
	t.Parallel()
	const toIRI = rfc3986.StepPercent | rfc3986.StepIRI
	for _, tt := range []struct {
		name, in string
		steps    rfc3986.Steps
		want     string
	}{
		{"to a URI", "http://ü@é.example/ä%c3?\ue000#ß", rfc3986.StepURI, "http://%C3%BC@%C3%A9.example/%C3%A4%c3?%EE%80%80#%C3%9F"},
		{"a URI stays", "http://h/[%zz", 0, ""},
		{"ASCII stays", "http://[::1]/a?b#c", rfc3986.StepURI, "http://[::1]/a?b#c"},
		{"a zone stays", "http://[fe80::1%25en1]/é", rfc3986.StepURI, "http://[fe80::1%25en1]/%C3%A9"},
		{"from a URI", "http://h%C3%A9/%7e%f0%9f%98%80?%EE%80%80", toIRI, "http://hé/~😀?\ue000"},
		{"iprivate only in a query", "/%EE%80%80?%EE%80%80#%EE%80%80", toIRI, "/%EE%80%80?\ue000#%EE%80%80"},
		{"reserved characters stay", "/%2F%3F%23%25%20%3C", toIRI, "/%2F%3F%23%25%20%3C"},
		{"ill-formed UTF-8 stays", "/%C3%C3%A9%E9%ED%A0%80%C0%AF%F8", toIRI, "/%C3é%E9%ED%A0%80%C0%AF%F8"},
		{"cut UTF-8 stays", "/%F0%9F%98", toIRI, "/%F0%9F%98"},
		{"formatting characters stay", "/%E2%80%AE%E2%80%8E%D8%9C%E2%81%A6", toIRI, "/%E2%80%AE%E2%80%8E%D8%9C%E2%81%A6"},
		{"characters no IRI has stay", "/%EF%BF%BD%EF%B7%90%C2%80", toIRI, "/%EF%BF%BD%EF%B7%90%C2%80"},
		{"case of the host in ASCII only", "//É.Example/É", rfc3986.StepCase, "//É.example/É"},
		{"case of an encoded host", "//A%C3%89B", rfc3986.StepCase | toIRI, "//aÉb"},
		{"NFC", "/e\u0301?\u212b#\u1100\u1161", rfc3986.StepNFC, "/é?Å#가"},
		{"NFC of a decoded character", "/e%CC%81", rfc3986.StepNFC | toIRI, "/é"},
		{"NFC changes no encoding", "/e%CC%81", rfc3986.StepNFC, "/e%CC%81"},
		{"NFC before case", "//\u212a/", rfc3986.StepNFC | rfc3986.StepCase, "//k/"},
		{"NFC of a varia", "/\u1fef", rfc3986.StepNFC, "/%60"},
		{"NFC, then a URI", "/e\u0301", rfc3986.StepNFC | rfc3986.StepURI, "/%C3%A9"},
		{"dot segments between others", "http://é/ä/../ö/./%2e", rfc3986.StepsSyntax, "http://é/ö/"},
		{"port and path", "http://é:80", rfc3986.StepsScheme, "http://é/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := rfc3986.ParseOptions{AllowIRI: true, AllowZone: true}.Parse(tt.in)
			if tt.want == "" {
				if err == nil {
					t.Errorf("Parse(%q) = %q, want an error", tt.in, r)
				}
				return
			}
			got := r.Normalize(tt.steps)
			if got.String() != tt.want || err != nil {
				t.Errorf("%+q after %v = %+q, %v, want %+q", tt.in, tt.steps, got, err, tt.want)
			}
			if again := got.Normalize(tt.steps); again != got {
				t.Errorf("%+q after %v again = %+q, want no change", got, tt.steps, again)
			}
		})
	}
}

// TestWithDomain has hosts of IRIs in the form of DNS.
func TestWithDomain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"a domain name", "http://é.example/é", "http://xn--9ca.example/é"},
		{"an encoded domain name", "http://%C3%A9.Example:80/", "http://xn--9ca.example:80/"},
		{"ASCII stays", "http://A_b.Example/", "http://A_b.Example/"},
		{"an address stays", "http://[::1]/é", "http://[::1]/é"},
		{"no authority", "é", "é"},
		{"no domain name", "http://é_.example/", ""},
		{"no UTF-8", "http://%E9.example/", ""},
	} {
		got, err := iri(t, tt.in).WithDomain()
		if got.String() != tt.want && err == nil || (err != nil) != (tt.want == "") {
			t.Errorf("%s: WithDomain of %q = %q, %v, want %q", tt.name, tt.in, got, err, tt.want)
		}
	}
}

func TestCompareIRIs(t *testing.T) {
	t.Parallel()
	uri := func(s string) rfc3986.URI {
		u, ok := iri(t, s).URI()
		if !ok {
			t.Fatalf("%q has no scheme, want one", s)
		}
		return u
	}
	for _, tt := range []struct {
		name, a, b string
		steps      rfc3986.Steps
		want       rfc3986.Rung
	}{
		{"the same text", "http://é/", "http://é/", 0, rfc3986.RungString},
		{"an IRI and its URI", "http://h/é", "http://h/%C3%A9", rfc3986.StepsSyntax | rfc3986.StepURI, rfc3986.RungPercent},
		{"without a step for it", "http://h/é", "http://h/%C3%A9", rfc3986.StepsSyntax, rfc3986.NoRung},
		{"composed and not", "http://h/é", "http://h/e\u0301", rfc3986.StepsSyntax | rfc3986.StepNFC, rfc3986.RungPercent},
		{"composed and not, unasked", "http://h/é", "http://h/e\u0301", rfc3986.StepsSyntax, rfc3986.NoRung},
	} {
		if got := rfc3986.FirstRung(uri(tt.a), uri(tt.b), tt.steps); got != tt.want {
			t.Errorf("%s: FirstRung(%+q, %+q) = %v, want %v", tt.name, tt.a, tt.b, got, tt.want)
		}
	}
}

// FuzzIRIsAreURIs: a text is an IRI if its URI is valid and each of its characters is in a class. Both have the same
// components. Resolving, relativizing and normalizing an IRI agree with the URI.
func FuzzIRIsAreURIs(f *testing.F) {
	for _, s := range []string{"http://é:ü@ö.example:80/ä/../b?ß#ç", "é/../ü", "?\ue000", "//é", "/e\u0301%CC%81", "a%C3%A9/.é"} {
		f.Add(s, "http://ü/ä/ö?ß")
	}
	encode := func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			if c < utf8.RuneSelf {
				b.WriteByte(c)
			} else {
				b.WriteString(rfc3986.Encode(string([]byte{c})))
			}
		}
		return b.String()
	}
	f.Fuzz(func(t *testing.T, s, base string) {
		r, err := allowIRI.Parse(s)
		u, uriErr := rfc3986.Parse(encode(s))
		if err == nil != (uriErr == nil) && uriErr != nil {
			t.Fatalf("Parse(%q) = %q, but its URI: %v, want an error", s, r, uriErr)
		}
		if err != nil {
			return
		}
		if got := r.Normalize(rfc3986.StepURI); got != u {
			t.Fatalf("the URI of %q is %q, want %q", s, got, u)
		}
		if r.PathForm() != u.PathForm() || r.HostKind() != u.HostKind() || encode(r.Path()) != u.Path() {
			t.Fatalf("%q and %q differ in their parts, want the same", r, u)
		}
		for _, steps := range []rfc3986.Steps{rfc3986.StepsSyntax | rfc3986.StepIRI, rfc3986.StepsSyntax | rfc3986.StepsScheme,
			rfc3986.StepNFC | rfc3986.StepIRI | rfc3986.StepsSyntax} {
			normal := r.Normalize(steps)
			if again, err := allowIRI.Parse(normal.String()); err != nil || again != normal || again.Normalize(steps) != normal {
				t.Fatalf("%q after %v is %q, %v, want a normal IRI", s, steps, normal, err)
			}
		}
		b, err := allowIRI.Parse(base)
		baseURI, ok := b.URI()
		if err != nil || !ok {
			return
		}
		target, err := rfc3986.Resolve(baseURI, r)
		want, uriErr := rfc3986.Resolve(baseURI.Normalize(rfc3986.StepURI), u)
		if err != nil || uriErr != nil || target.Normalize(rfc3986.StepURI) != want {
			t.Fatalf("%q against %q = %q, %v, want the IRI of %q", s, base, target, err, want)
		}
		if ref, err := rfc3986.Relative(baseURI, target); err == nil {
			if back, err := rfc3986.Resolve(baseURI, ref); err != nil || back != target {
				t.Fatalf("%q against %q = %q, %v, want %q", ref, base, back, err, target)
			}
		}
	})
}

// TestIRISuiteConformance runs the formats iri and iri-reference of JSON-Schema-Test-Suite. Its folder is in
// EARL_JSON_SCHEMA.
func TestIRISuiteConformance(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("EARL_JSON_SCHEMA")
	if folder == "" {
		t.Skip("EARL_JSON_SCHEMA is not set")
	}
	for _, format := range []string{"iri", "iri-reference"} {
		text, err := os.ReadFile(filepath.Join(folder, "tests/draft2020-12/optional/format", format+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Tests []struct {
				Data  any
				Valid bool
			}
		}
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, test := range groups[0].Tests {
			s, ok := test.Data.(string)
			if !ok {
				continue
			}
			n++
			r, err := allowIRI.Parse(s)
			if got := err == nil && (format == "iri-reference" || r.IsURI()); got != test.Valid {
				t.Errorf("%s: %q: %t, %v, want %t", format, s, got, err, test.Valid)
			}
		}
		t.Logf("%s: %d cases", format, n)
	}
}
