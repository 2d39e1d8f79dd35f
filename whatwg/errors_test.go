package whatwg_test

import (
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// baseOf returns the base URL of the example of a rule.
func baseOf(rule string) whatwg.URL {
	if rule == "file-invalid-Windows-drive-letter" {
		return must(whatwg.Parse("file:///"))
	}
	return whatwg.URL{}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestRules checks that the first validation error of each example is the one of its rule. The error of domain names
// that cannot be registered may come before it.
func TestRules(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, rule := range whatwg.Rules() {
		if seen[rule.Name] || rule.Kind == 0 {
			t.Errorf("rule %+v: the name is not its own, or it has no kind", rule)
		}
		seen[rule.Name] = true
		if rule.Section == "" {
			err := breakers[rule.Name](rule.Example)
			var e *urlerr.Error
			if !errors.As(err, &e) || e.Rule != rule {
				t.Errorf("%q breaks %q: %v", rule.Example, rule.Name, err)
			}
			continue
		}
		t.Run(rule.Name, func(t *testing.T) {
			if want := "https://url.spec.whatwg.org/#"; !strings.HasPrefix(rule.Address, want) {
				t.Errorf("address %q", rule.Address)
			}
			var names []string
			opt := whatwg.ParseOptions{Base: baseOf(rule.Name), Violation: func(e *urlerr.Error) { names = append(names, e.Rule.Name) }}
			_, err := opt.Parse(rule.Example)
			if len(names) > 1 && names[0] == "domain-to-ASCII" {
				names = names[1:]
			}
			if len(names) == 0 || names[0] != rule.Name {
				t.Errorf("%q breaks %v", rule.Example, names)
			}
			if failure := failures[rule.Name]; failure != (err != nil) {
				t.Errorf("%q fails with %v, want failure %v", rule.Example, err, failure)
			}
			if err != nil && (!errors.Is(err, rule.Kind) || !strings.Contains(err.Error(), rule.Name)) {
				t.Errorf("%q fails with %v", rule.Example, err)
			}
		})
	}
	for name := range failures {
		if !seen[name] {
			t.Errorf("%s is no rule", name)
		}
	}
}

// breakers returns an error of each rule of this package for its example.
var breakers = map[string]func(example string) error{
	"input and result keep within the maximum length": func(s string) error {
		_, err := whatwg.ParseOptions{MaxLength: 30}.Parse(s)
		return err
	},
	"a label that is not ASCII keeps within MaxLabel": func(s string) error { _, err := whatwg.Parse(s); return err },
	"encoding label that the Encoding Standard has": func(s string) error {
		_, err := whatwg.ParseOptions{Encoding: s}.Parse("https://example.org/")
		return err
	},
	"a URL of a file has the scheme file": func(s string) error { _, err := must(whatwg.Parse(s)).POSIXPath(); return err },
	"a path of a file is absolute":        func(s string) error { _, err := whatwg.FromPOSIXPath(s); return err },
	"a name in a path has nothing that path or URL give another meaning": func(s string) error {
		_, err := whatwg.FromPOSIXPath(s)
		return err
	},
	"a path of a file has a host that its system knows": func(s string) error { _, err := must(whatwg.Parse(s)).POSIXPath(); return err },
	"URL that net/url accepts":                          func(s string) error { _, err := must(whatwg.Parse(s)).NetURL(); return err },
	"URL that net/url reads the same":                   func(s string) error { _, err := whatwg.FromNetURL(&url.URL{Scheme: "http", Path: s}); return err },
	"an origin is as it is serialized":                  func(s string) error { _, err := whatwg.ParseOrigin(s); return err },
	"a database gives text":                             func(string) error { return new(whatwg.URL).Scan(7) },
}

// failures has the rules with examples that cannot be parsed (§1.1).
var failures = map[string]bool{
	"domain-to-ASCII": true, "host-invalid-code-point": true, "IPv4-too-many-parts": true, "IPv4-non-numeric-part": true,
	"IPv4-out-of-range-part": true, "IPv6-unclosed": true, "IPv6-invalid-compression": true, "IPv6-too-many-pieces": true,
	"IPv6-multiple-compression": true, "IPv6-invalid-code-point": true, "IPv6-too-few-pieces": true,
	"IPv4-in-IPv6-too-many-pieces": true, "IPv4-in-IPv6-invalid-code-point": true, "IPv4-in-IPv6-out-of-range-part": true,
	"IPv4-in-IPv6-too-few-parts": true, "missing-scheme-non-relative-URL": true, "host-missing": true,
	"port-out-of-range": true, "port-invalid": true,
}

// TestErrors checks offsets and components of errors.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in  string
		offset    int
		component urlerr.Component
		rule      string
	}{
		{"empty", "", 0, urlerr.Scheme, "missing-scheme-non-relative-URL"},
		{"no scheme", "  //h/", 2, urlerr.Scheme, "missing-scheme-non-relative-URL"},
		{"no host", "http://", 7, urlerr.Host, "host-missing"},
		{"credentials only", "http://u:p@/", 11, urlerr.Host, "host-missing"},
		{"port only", "http://:80/", 7, urlerr.Host, "host-missing"},
		{"space in the host", "http://u:p@exa mple/", 14, urlerr.Host, "domain-to-ASCII"},
		{"disallowed in the host", "http://a.\u00e9\u0080.b/", 11, urlerr.Host, "domain-to-ASCII"},
		{"decoded host", "http://a.%00/", 7, urlerr.Host, "domain-to-ASCII"},
		{"a percent sign of no escape", "http://a.%/", 9, urlerr.Host, "domain-to-ASCII"},
		{"forbidden behind what is mapped", "http://\u00e9.a<b/", 11, urlerr.Host, "domain-to-ASCII"},
		{"forbidden once it is mapped", "http://a.\uff05/", 7, urlerr.Host, "domain-to-ASCII"},
		{"a part of an IPv4 address", "http://1.2.3.4.5/", 15, urlerr.Host, "IPv4-too-many-parts"},
		{"a part that is no number", "http://a.b.1/", 7, urlerr.Host, "IPv4-non-numeric-part"},
		{"a part that is too big", "http://1.256.1.1/", 9, urlerr.Host, "IPv4-out-of-range-part"},
		{"long label", "http://a." + strings.Repeat("\u00e9", whatwg.MaxLabel+1), 9, urlerr.Host, "a label that is not ASCII keeps within MaxLabel"},
		{"non-ASCII address that is too big", "http://\u2460.256.1.1", 7, urlerr.Host, "IPv4-out-of-range-part"},
		{"a bracket is missing", "http://[::1:80/x", 14, urlerr.Host, "IPv6-unclosed"},
		{"no digit", "http://[::g]/", 10, urlerr.Host, "IPv6-invalid-code-point"},
		{"port", "http://h:8a/", 10, urlerr.Port, "port-invalid"},
		{"high port", "http://h:65536/", 9, urlerr.Port, "port-out-of-range"},
		{"tabs before", " ht\ttp://h:8\n\na/", 14, urlerr.Port, "port-invalid"},
		{"opaque host", "foo://a<b", 7, urlerr.Host, "host-invalid-code-point"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u, err := whatwg.Parse(test.in)
			var e *urlerr.Error
			if !errors.As(err, &e) || !u.IsZero() {
				t.Fatalf("Parse(%q) = %q, %v", test.in, u, err)
			}
			if e.Dialect != "whatwg" || e.Input != test.in || e.Offset != test.offset || e.Component != test.component || e.Rule.Name != test.rule {
				t.Errorf("Parse(%q): %v, component %v", test.in, e, e.Component)
			}
			if strings.Contains(err.Error(), "u:p") {
				t.Errorf("the error shows a password: %v", err)
			}
		})
	}
}

// TestMaxLabel checks that the last validation error of a label that is too long is the reason.
func TestMaxLabel(t *testing.T) {
	t.Parallel()
	long := "http://" + strings.Repeat("\u00e9", whatwg.MaxLabel+1) + ".a-.example/"
	last := ""
	_, err := whatwg.ParseOptions{Violation: func(e *urlerr.Error) { last = e.Rule.Name }}.Parse(long)
	var e *urlerr.Error
	if !errors.Is(err, urlerr.TooLong) || errors.Is(err, urlerr.BadHost) || !errors.As(err, &e) || e.Rule.Name != last {
		t.Errorf("%v after %q", err, last)
	}
	if ascii := "http://" + strings.Repeat("a", 2*whatwg.MaxLabel) + "/"; !whatwg.CanParse(ascii) {
		t.Error("an ASCII label has a limit")
	}
}

// TestIPv4NonASCIIInput checks the validation error of addresses that are not ASCII, also if they are percent-encoded.
func TestIPv4NonASCIIInput(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"circled digits", "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/", "IPv4-non-ASCII-input@7"},
		{"full stops", "http://127\u30020\u30020\u30021/", "IPv4-non-ASCII-input@7"},
		{"percent-encoded", "http://%EF%BC%91.2.3.4/", "domain-percent-encoded@7 IPv4-non-ASCII-input@7"},
		{"percent-encoded ASCII", "http://%31.2.3.4/", "domain-percent-encoded@7"},
		{"before other errors", "http://\u2460.2/", "IPv4-non-ASCII-input@7 IPv4-too-few-parts@7"},
		{"domain", "http://\u2460.example/", ""},
		{"ASCII", "http://1.2.3.4/", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			whatwg.ParseOptions{Violation: func(e *urlerr.Error) {
				got = append(got, fmt.Sprintf("%s@%d", e.Rule.Name, e.Offset))
			}}.Parse(test.in)
			if strings.Join(got, " ") != test.want {
				t.Errorf("%s reports %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestMaxLength(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		most     int
		ok       bool
	}{
		{"just", "http://h/a", 10, true},
		{"input too long", "http://h/ab", 10, false},
		{"result too long", "http://h/\u00e9", 12, false},
		{"result just", "http://h/\u00e9", 15, true},
		{"normal form too long", "http://h/aaaa", 12, false},
		{"slash too many", "http://hhh", 10, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			u, err := whatwg.ParseOptions{MaxLength: test.most}.Parse(test.in)
			if (err == nil) != test.ok || u.IsZero() == test.ok {
				t.Errorf("Parse(%q) with at most %d bytes: %q, %v", test.in, test.most, u, err)
			}
			if err != nil && !errors.Is(err, urlerr.TooLong) {
				t.Errorf("error is %v", err)
			}
		})
	}
}

// TestMaxLengthBoundsMemory checks that Parse does not allocate a result that is too long.
func TestMaxLengthBoundsMemory(t *testing.T) {
	if urltest.RaceDetector || testing.Short() {
		t.Skip("allocates 100 MiB, and the race detector allocates more")
	}
	const most = 1 << 20
	opt := whatwg.ParseOptions{MaxLength: most}
	allocated := func(s string) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := opt.Parse(s); !errors.Is(err, urlerr.TooLong) {
			t.Errorf("%q…: %v, want too long", s[:12], err)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / most
	}
	for _, test := range []struct {
		place string
		limit float64
	}{
		{"http://h/?", 5}, {"http://h/#", 5}, {"foo://", 5}, {"foo://u:", 5}, {"foo:", 5}, {"http://h/", 40},
	} {
		tail := strings.Repeat("\xff", most-20)
		if test.place == "foo://u:" {
			tail += "@h"
		}
		if got := allocated(test.place + tail); got > test.limit {
			t.Errorf("a %q that becomes too long takes %.1f times the limit", test.place, got)
		}
		if got := allocated(test.place + strings.Repeat("\xff", 10*most)); got > 0.1 {
			t.Errorf("a %q that is too long takes %.1f times the limit", test.place, got)
		}
	}
}

// TestMaxLengthOfEncodings is TestMaxLengthBoundsMemory for queries in other encodings.
func TestMaxLengthOfEncodings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		encoding string
		unit     string
		tooLong  bool
	}{
		{"one byte for two", "windows-1252", "\u00e9", false},
		{"lacking", "windows-1252", "\u203d", true},
		{"ill-formed", "windows-1252", "\xff", true},
		{"two bytes for three", "iso-2022-jp", "\u3042", false},
		{"lacking in a set", "iso-2022-jp", "\u00e9", true},
	} {
		opt := whatwg.ParseOptions{MaxLength: 1 << 16, Encoding: test.encoding}
		_, err := opt.Parse(urltest.Many("http://h/?", test.unit, "", 1<<15))
		if errors.Is(err, urlerr.TooLong) != test.tooLong || (err != nil) != test.tooLong {
			t.Errorf("%s: %v, want too long: %t", test.name, err, test.tooLong)
		}
	}
}

// TestLongIllFormedText compares the query of a long URL with its encoding alone.
func TestLongIllFormedText(t *testing.T) {
	t.Parallel()
	const mixed = "\U0001f600\xed\xa0\x80\xe2\x82\xff\x80\x80\x80\x80\x80\u00e9\xf0\x9f\x98 \xed\xa0a"
	for shift := range len(mixed) + 1 {
		for _, unit := range []string{mixed, "\x80", "\U0001f600", "\xed\xa0\x80", "\xf0\x9f\x98"} {
			s := strings.Repeat("a", shift) + strings.Repeat(unit, 10000/len(unit))
			u, err := whatwg.Parse("http://h/?" + s)
			if want := whatwg.SpecialQuerySet.Encode(s); err != nil || u.Search() != "?"+want {
				t.Fatalf("%d letters and many of %q: %v", shift, unit, err)
			}
		}
	}
}
