package whatwg_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"earl.example/internal/testing/literal"
	"earl.example/whatwg"
)

// A setter is a setter of §6.1, here and in the reference implementation.
type setter struct {
	name   string
	set    func(u *whatwg.URL, value string) bool
	oracle func(u *literal.URL, value string)
}

var setters = []setter{
	{"href", (*whatwg.URL).SetHref, func(u *literal.URL, value string) { u.SetHref(value) }},
	{"protocol", (*whatwg.URL).SetProtocol, (*literal.URL).SetProtocol},
	{"username", (*whatwg.URL).SetUsername, (*literal.URL).SetUsername},
	{"password", (*whatwg.URL).SetPassword, (*literal.URL).SetPassword},
	{"host", (*whatwg.URL).SetHost, (*literal.URL).SetHost},
	{"hostname", (*whatwg.URL).SetHostname, (*literal.URL).SetHostname},
	{"port", (*whatwg.URL).SetPort, (*literal.URL).SetPort},
	{"pathname", (*whatwg.URL).SetPathname, (*literal.URL).SetPathname},
	{"search", (*whatwg.URL).SetSearch, (*literal.URL).SetSearch},
	{"hash", (*whatwg.URL).SetHash, (*literal.URL).SetHash},
}

// getter returns the value of a getter of §6.1.
func getter(u whatwg.URL, name string) string {
	return map[string]string{
		"href": u.Href(), "protocol": u.Protocol(), "username": u.Username(), "password": u.Password(), "host": u.Host(),
		"hostname": u.Hostname(), "port": u.Port(), "pathname": u.Pathname(), "search": u.Search(), "hash": u.Hash(),
		"origin": u.Origin().String(),
	}[name]
}

func TestConformanceSetters(t *testing.T) {
	t.Parallel()
	var groups map[string]json.RawMessage
	wpt(t, "setters_tests.json", &groups)
	j := suite{file: "setters_tests"}
	for _, s := range setters {
		var list []json.RawMessage
		if err := json.Unmarshal(groups[s.name], &list); err != nil {
			t.Fatal(err)
		}
		for _, c := range objects[struct {
			Href, NewValue string `json:",omitempty"`
			Expected       map[string]string
			New            string `json:"new_value"`
		}](t, list) {
			u, err := whatwg.Parse(c.Href)
			oracle := standard.New(c.Href, nil)
			if err != nil || oracle == nil {
				t.Fatal(c.Href, err)
			}
			s.set(&u, c.New)
			s.oracle(oracle, c.New)
			complaint := ""
			for name, want := range c.Expected {
				if got := getter(u, name); got != want {
					complaint = fmt.Sprintf("%s is %q, want %q", name, got, want)
				}
			}
			if complaint == "" && oracle.Href() != u.Href() {
				complaint = fmt.Sprintf("%q differs from the oracle's %q", u, oracle.Href())
			}
			j.hold(t, fmt.Sprintf("%q %s = %q", c.Href, s.name, c.New), complaint)
		}
	}
	j.close(t, 278)
}

// checkSetter checks the properties of setters: the result equals the reference implementation's, and it parses
// again. A setter that does not apply changes nothing.
func checkSetter(t *testing.T, href string, s setter, value string) {
	t.Helper()
	u, err := whatwg.Parse(href)
	if err != nil {
		return
	}
	oracle := standard.New(href, nil)
	before := u
	applied := s.set(&u, value)
	s.oracle(oracle, value)
	what := fmt.Sprintf("%s = %q in %q", s.name, value, href)
	compareWithOracle(t, what, u, oracle)
	if !applied && u != before {
		t.Fatalf("%s does not apply and gives %q", what, u)
	}
	// The standard lets setters make URLs of files that Parse does not make:
	// host localhost, and drive letters with a bar. Their text parses all the
	// same.
	again, err := whatwg.Parse(u.Href())
	if err != nil {
		t.Fatalf("%s: %q does not parse again: %v", what, u, err)
	}
	if again != u && !(s.name == "protocol" && u.Protocol() == "file:") {
		t.Fatalf("%s: %q parses again as %q", what, u, again)
	}
}

func TestSettersEqualReference(t *testing.T) {
	t.Parallel()
	g := newGenerator(2)
	for range rounds(240000) {
		checkSetter(t, g.url(), setters[g.r.IntN(len(setters))], g.text(4))
	}
}

func FuzzSettersEqualReference(f *testing.F) {
	for i, s := range corners {
		f.Add(s, uint8(i), "http://h:81/a?b#c")
		f.Add("https://u:p@example.com:81/a?b#c", uint8(i), s)
		f.Add("file:///C:/a", uint8(i), s)
		f.Add("foo:/a//b", uint8(i), s)
	}
	f.Fuzz(func(t *testing.T, href string, which uint8, value string) {
		if len(href)+len(value) < 1000 {
			checkSetter(t, href, setters[int(which)%len(setters)], value)
		}
	})
}

// TestDefaultPorts checks that setters remove the default port of the scheme.
func TestDefaultPorts(t *testing.T) {
	t.Parallel()
	u := whatwg.MustParse("http://h:443/")
	if !u.SetProtocol("https") || u.Href() != "https://h/" {
		t.Errorf("https gives %s", u)
	}
	if !u.SetPort("8443") || u.Href() != "https://h:8443/" || !u.SetPort("0443x") || u.Href() != "https://h/" {
		t.Errorf("its own port gives %s", u)
	}
	if u.SetPort("65536") || u.SetPort("x") || u.Href() != "https://h/" {
		t.Errorf("no port gives %s", u)
	}
	if host := whatwg.MustParse("http://[::1]/").UnicodeHostname(); host != "[::1]" {
		t.Errorf("[::1] is shown as %s, want [::1]", host)
	}
	if name := whatwg.DomainToUnicode("a.example"); name != "a.example" {
		t.Errorf("a.example is shown as %s, want a.example", name)
	}
}

func TestSettersOfZero(t *testing.T) {
	t.Parallel()
	for _, s := range setters {
		var u whatwg.URL
		if s.name != "href" && (s.set(&u, "x") || !u.IsZero()) {
			t.Errorf("%s applies to the zero URL and gives %q", s.name, u)
		}
	}
}
