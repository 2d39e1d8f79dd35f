package rfc3986_test

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// breakers has for each rule how its example breaks it, where that is not
// by Parse.
var breakers = map[string]func(example string) error{
	"component that can be removed": func(string) error {
		_, err := (&rfc3986.Edit{Remove: []urlerr.Component{urlerr.Password}}).Apply(rfc3986.Ref{})
		return err
	},
	"URI":    func(s string) error { _, err := rfc3986.ParseURI(s); return err },
	"ZoneID": func(s string) error { _, err := rfc3986.ParseOptions{AllowZone: true}.Parse(s); return err },
	"base URI": func(s string) error {
		_, err := rfc3986.Resolve(rfc3986.URI{}, rfc3986.MustParse(s))
		return err
	},
	"domain name of DNS":       func(s string) error { _, err := rfc3986.HostOfDomain(s); return err },
	"octets are UTF-8":         func(s string) error { _, err := rfc3986.Decode(s); return err },
	"URL that net/url accepts": func(s string) error { _, err := rfc3986.MustParse(s).NetURL(); return err },
	"path-abempty":             func(s string) error { _, err := rfc3986.MustParse("//h").WithPath(s); return err },
	"segment-nz":               func(s string) error { _, err := rfc3986.MustParse("a").WithSegments(s); return err },
	"userinfo and port need a host": func(s string) error {
		_, err := rfc3986.Edit{Port: &s}.Apply(rfc3986.MustParse("a"))
		return err
	},
	"dot segments are not data": func(s string) error { _, err := rfc3986.MustParse("a").WithSegments(s); return err },
	"target has a relative reference": func(s string) error {
		_, err := rfc3986.Relative(rfc3986.MustParseURI("http://a/"), rfc3986.MustParseURI(s))
		return err
	},
	"URL that net/url reads the same": func(s string) error {
		_, err := rfc3986.FromNetURL(&url.URL{Path: s})
		return err
	},
	"value of a database is text or NULL": func(s string) error { return new(rfc3986.Ref).Scan(len(s)) },
	"step of the ladder":                  func(s string) error { _, err := rfc3986.ParseSteps(s); return err },
	"port number is at most 65535": func(s string) error {
		_, _, err := rfc3986.MustParse(s).PortNumber()
		return err
	},
}

// TestRules: the example of each rule breaks it, and no other.
func TestRules(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, rule := range rfc3986.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			if seen[rule.Name] || rule.Section == "" || rule.Kind == 0 || !strings.HasPrefix(rule.Address, "https://") {
				t.Errorf("%+v is not complete, or not the first of its name", rule)
			}
			seen[rule.Name] = true
			if rule.Kind == urlerr.TooLong {
				return // see TestLongestText
			}
			breaks := breakers[rule.Name]
			if breaks == nil {
				breaks = func(s string) error { _, err := rfc3986.Parse(s); return err }
			}
			dialect := "rfc3986"
			if strings.HasPrefix(rule.Section, "RFC 3987") {
				dialect = "rfc3987"
				breaks = func(s string) error { _, err := rfc3986.ParseOptions{AllowIRI: true}.Parse(s); return err }
			}
			err := breaks(rule.Example)
			var e *urlerr.Error
			if !errors.As(err, &e) || e.Rule != rule || e.Dialect != dialect || e.Input != rule.Example &&
				rule.Kind != urlerr.BadValue || !errors.Is(err, rule.Kind) {
				t.Errorf("%q: %v, want this rule", rule.Example, err)
			}
		})
	}
	for name := range breakers {
		if !seen[name] {
			t.Errorf("there is no rule %q", name)
		}
	}
}

// TestErrorPlaces checks the offset and the component of the errors that Parse does not return.
func TestErrorPlaces(t *testing.T) {
	t.Parallel()
	edit := func(r string, e rfc3986.Edit) error { _, err := e.Apply(rfc3986.MustParse(r)); return err }
	second := func(_ any, err error) error { return err }
	http := rfc3986.MustParseURI("http://a/")
	for _, tt := range []struct {
		name   string
		err    error
		offset int
		part   urlerr.Component
	}{
		{"component that cannot be removed", edit("", rfc3986.Edit{Remove: []urlerr.Component{urlerr.Password}}), 0,
			urlerr.Password},
		{"scheme of digits", edit("", rfc3986.Edit{Scheme: new("1")}), 0, urlerr.Scheme},
		{"scheme with a space", edit("", rfc3986.Edit{Scheme: new("a b")}), 1, urlerr.Scheme},
		{"empty scheme", edit("", rfc3986.Edit{Scheme: new("")}), 0, urlerr.Scheme},
		{"userinfo without a host", edit("a", rfc3986.Edit{Userinfo: new("u")}), -1, urlerr.Userinfo},
		{"port without a host", edit("a", rfc3986.Edit{Port: new("1")}), -1, urlerr.Port},
		{"port with a letter", edit("//h", rfc3986.Edit{Port: new("12a")}), 2, urlerr.Port},
		{"userinfo with a space", edit("//h", rfc3986.Edit{Userinfo: new("u ")}), 1, urlerr.Userinfo},
		{"rootless path after a host", edit("//h", rfc3986.Edit{Path: new("a")}), 0, urlerr.Path},
		{"path with a query", edit("//h", rfc3986.Edit{Path: new("/a?")}), 2, urlerr.Path},
		{"query with a fragment", edit("", rfc3986.Edit{Query: new("a#")}), 1, urlerr.Query},
		{"fragment with a number sign", edit("", rfc3986.Edit{Fragment: new("a#")}), 1, urlerr.Fragment},
		{"host with a port", edit("", rfc3986.Edit{Host: new("h:1")}), 1, urlerr.Host},
		{"host with text after the literal", edit("", rfc3986.Edit{Host: new("[::]:")}), 4, urlerr.Host},
		{"host with a broken escape", edit("", rfc3986.Edit{Host: new("a%4")}), 1, urlerr.Host},
		{"host that is not UTF-8", edit("", rfc3986.Edit{Host: new("a%FF")}), 1, urlerr.Host},
		{"empty first segment", second(rfc3986.MustParse("a").WithSegments("")), 0, urlerr.Path},
		{"dots as a segment", second(rfc3986.MustParse("a").AppendSegments("b", "..")), 0, urlerr.Path},
		{"no address", second(rfc3986.HostOfAddr(netip.Addr{})), -1, urlerr.Host},
		{"address with a zone", second(rfc3986.HostOfAddr(netip.MustParseAddr("fe80::1%en1"))), 7, urlerr.Host},
		{"name that is not UTF-8", second(rfc3986.HostOfName("a\xff")), 1, urlerr.Host},
		{"domain that is not UTF-8", second(rfc3986.HostOfDomain("a\xff")), 1, urlerr.Host},
		{"domain with an underscore", second(rfc3986.HostOfDomain("a_b")), 1, urlerr.Host},
		{"port number out of range", func() error {
			_, _, err := rfc3986.MustParse("http://h:65536/").PortNumber()
			return err
		}(), 13, urlerr.Port},
		{"no base", second(rfc3986.Resolve(rfc3986.URI{}, rfc3986.MustParse("a"))), -1, urlerr.NoComponent},
		{"no base of a relative reference", second(rfc3986.Relative(rfc3986.URI{}, http)), -1, urlerr.NoComponent},
		{"no reference to the target", second(rfc3986.Relative(http, rfc3986.MustParseURI("http://a/b/../c"))), 8,
			urlerr.Path},
		{"unknown step", second(rfc3986.ParseSteps("case,up")), 5, urlerr.NoComponent},
		{"value of a database", new(rfc3986.Ref).Scan(1), -1, urlerr.NoComponent},
		{"no url.URL", second(rfc3986.FromNetURL(nil)), -1, urlerr.NoComponent},
		{"url.URL with another host", second(rfc3986.FromNetURL(&url.URL{Path: "//h/"})), -1, urlerr.NoComponent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var e *urlerr.Error
			if !errors.As(tt.err, &e) || e.Offset != tt.offset || e.Component != tt.part {
				t.Errorf("error %+v, want one at %d in %v", tt.err, tt.offset, tt.part)
			}
		})
	}
}
