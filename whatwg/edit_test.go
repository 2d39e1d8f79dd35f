package whatwg_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"earl.example/whatwg"
)

// A setter is a setter of §6.1.
type setter struct {
	name string
	set  func(u *whatwg.URL, value string) bool
}

var setters = []setter{
	{"href", (*whatwg.URL).SetHref},
	{"protocol", (*whatwg.URL).SetProtocol},
	{"username", (*whatwg.URL).SetUsername},
	{"password", (*whatwg.URL).SetPassword},
	{"host", (*whatwg.URL).SetHost},
	{"hostname", (*whatwg.URL).SetHostname},
	{"port", (*whatwg.URL).SetPort},
	{"pathname", (*whatwg.URL).SetPathname},
	{"search", (*whatwg.URL).SetSearch},
	{"hash", (*whatwg.URL).SetHash},
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
	j := wptFile{file: "setters_tests"}
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
			if err != nil {
				t.Fatal(c.Href, err)
			}
			s.set(&u, c.New)
			complaint := ""
			for name, want := range c.Expected {
				if got := getter(u, name); got != want {
					complaint = fmt.Sprintf("%s is %q, want %q", name, got, want)
				}
			}
			j.hold(t, fmt.Sprintf("%q %s = %q", c.Href, s.name, c.New), complaint)
		}
	}
	j.close(t, 278)
}

// checkSetter checks the properties of setters: a setter that does not apply changes nothing, and the result parses again.
func checkSetter(t *testing.T, href string, s setter, value string) {
	t.Helper()
	u, err := whatwg.Parse(href)
	if err != nil {
		return
	}
	before := u
	applied := s.set(&u, value)
	what := fmt.Sprintf("%s = %q in %q", s.name, value, href)
	if !applied && u != before {
		t.Fatalf("%s does not apply and gives %q", what, u)
	}
	// The standard lets setters make URLs of files that Parse does not make: host localhost, and drive letters with a bar.
	// Their text parses all the same.
	again, err := whatwg.Parse(u.Href())
	if err != nil {
		t.Fatalf("%s: %q does not parse again: %v", what, u, err)
	}
	if again != u && !(s.name == "protocol" && u.Protocol() == "file:") {
		t.Fatalf("%s: %q parses again as %q", what, u, again)
	}
}

func FuzzSetters(f *testing.F) {
	for i, s := range corners {
		f.Add(s, uint8(i), "http://h:81/a?b#c")
		f.Add("https://u:p@example.com:81/a?b#c", uint8(i), s)
		f.Add("file:///C:/a", uint8(i), s)
		f.Add("foo:/a//b", uint8(i), s)
	}
	f.Fuzz(func(t *testing.T, href string, which uint8, value string) {
		checkSetter(t, href, setters[int(which)%len(setters)], value)
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
