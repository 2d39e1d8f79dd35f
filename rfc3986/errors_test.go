package rfc3986_test

import (
	"errors"
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
	"domain name of DNS":  func(s string) error { _, err := rfc3986.HostOfDomain(s); return err },
	"octets are UTF-8":    func(s string) error { _, err := rfc3986.Decode(s); return err },
	"accepted by net/url": func(s string) error { _, err := rfc3986.MustParse(s).NetURL(); return err },
	"path-abempty":        func(s string) error { _, err := rfc3986.MustParse("//h").WithPath(s); return err },
	"segment-nz":          func(s string) error { _, err := rfc3986.MustParse("a").WithSegments(s); return err },
	"userinfo and port need a host": func(s string) error {
		_, err := rfc3986.Edit{Port: &s}.Apply(rfc3986.MustParse("a"))
		return err
	},
	"dot segments are not data": func(s string) error { _, err := rfc3986.MustParse("a").WithSegments(s); return err },
	"target has a relative reference": func(s string) error {
		_, err := rfc3986.Relative(rfc3986.MustParseURI("http://a/"), rfc3986.MustParseURI(s))
		return err
	},
	"read the same by net/url": func(s string) error {
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
