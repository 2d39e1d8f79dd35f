package scheme_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/names/scheme"
	"earl.example/internal/testing/urltest"
)

// fields returns the words of each line of a file of data, comments left out.
func fields(t testing.TB, name string) (all [][]string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		if f := strings.Fields(line); len(f) > 0 {
			all = append(all, f)
		}
	}
	return all
}

// TestRegistry: each line of the registry is found, in either case.
func TestRegistry(t *testing.T) {
	t.Parallel()
	registry := fields(t, "schemes.txt")
	if len(registry) < 396 {
		t.Fatalf("the registry has %d schemes, want 396 or more", len(registry))
	}
	for _, f := range registry {
		for _, name := range []string{f[0], strings.ToUpper(f[0]), strings.ToUpper(f[0][:1]) + f[0][1:]} {
			if info := scheme.Lookup(name); info.Name != f[0] || !info.IsRegistered() {
				t.Errorf("Lookup(%q) = %+v, want %q", name, *info, f)
			}
		}
	}
}

// TestFacts: each line of the facts is in the table, and nothing else is.
func TestFacts(t *testing.T) {
	t.Parallel()
	bits := map[string]scheme.Facts{
		"host": scheme.HostRequired, "path": scheme.PathRequired, "localhost": scheme.Localhost,
		"domain": scheme.DomainAfterAt, "nid": scheme.NamespaceID, "http": scheme.HTTP,
	}
	type known struct {
		port  uint16
		facts scheme.Facts
	}
	want := map[string]known{}
	for _, f := range fields(t, "facts.txt") {
		var k known
		for _, fact := range f[1:] {
			if port, ok := strings.CutPrefix(fact, "port="); ok {
				n, err := strconv.ParseUint(port, 10, 16)
				if err != nil {
					t.Fatal(err)
				}
				k.port = uint16(n)
			} else {
				k.facts |= bits[fact]
			}
		}
		want[f[0]] = k
	}
	for _, f := range fields(t, "schemes.txt") {
		info := scheme.Lookup(f[0])
		if got := (known{info.Port, info.Facts}); got != want[f[0]] {
			t.Errorf("%s: %+v, want %+v", f[0], got, want[f[0]])
		}
	}
	for _, tt := range []struct {
		name  string
		port  uint16
		facts scheme.Facts
	}{
		{"http", 80, scheme.HostRequired | scheme.HTTP},
		{"https", 443, scheme.HostRequired | scheme.HTTP},
		{"ws", 80, scheme.HTTP},
		{"wss", 443, scheme.HTTP},
		{"ftp", 21, 0},
		{"file", 0, scheme.Localhost},
		{"mailto", 0, scheme.DomainAfterAt},
		{"urn", 0, scheme.NamespaceID},
		{"data", 0, 0},
	} {
		if info := scheme.Lookup(tt.name); info.Port != tt.port || info.Facts != tt.facts {
			t.Errorf("%s: %+v, want %+v", tt.name, *info, tt)
		}
	}
}

// TestUnregistered: a name outside the registry, or an invalid one,
// has the zero Info, also where it shares its hash with one.
func TestUnregistered(t *testing.T) {
	t.Parallel()
	names := []string{
		"", "h", "htt", "httpx", "http ", "http:", "x-unknown", "HTTPſ", "\x00", "a\r", "z39\x0e50", "coap\x0btcp",
		"ms-settings:", strings.Repeat("a", 36), strings.Repeat("a", 37), strings.Repeat("http", 1<<18),
	}
	for _, f := range fields(t, "schemes.txt") {
		for i := range len(f[0]) { // the hash ignores this bit; the table must not
			b := []byte(f[0])
			if c := b[i] &^ 0x20; c < 'A' || c > 'Z' {
				b[i] = c
				names = append(names, string(b))
			}
		}
	}
	for _, name := range names {
		if got := scheme.Lookup(name); *got != (scheme.Info{}) || got.IsRegistered() {
			t.Errorf("Lookup(%.40q) = %+v, want none", name, *got)
		}
	}
}

func TestHas(t *testing.T) {
	t.Parallel()
	info := scheme.Lookup("http")
	if !info.Has(scheme.HTTP) || !info.Has(scheme.HTTP|scheme.HostRequired) || info.Has(scheme.HTTP|scheme.Localhost) {
		t.Errorf("%+v has other facts than it says", *info)
	}
}

func TestLookupAllocs(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		if scheme.Lookup("HTTPS").Port != 443 || scheme.Lookup("no-such-scheme").Port != 0 {
			t.Error("wrong port")
		}
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

// BenchmarkLookup races the table against a map, which does not fold case.
func BenchmarkLookup(b *testing.B) {
	ports := map[string]uint16{}
	for _, f := range fields(b, "schemes.txt") {
		ports[f[0]] = scheme.Lookup(f[0]).Port
	}
	urls := slices.Repeat([]string{"http", "https", "https", "mailto", "ftp", "chrome-extension", "x-unknown"}, 1000)
	var port uint16
	urltest.Race(b, urls,
		urltest.Op{Name: "lookup", Do: func(s string) { port += scheme.Lookup(s).Port }},
		urltest.Op{Name: "map", Do: func(s string) { port += ports[s] }},
	)
	_ = port
}
