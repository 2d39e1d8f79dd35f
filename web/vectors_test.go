package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"earl.example"
	"earl.example/internal/gallery"
)

// TestVectors: each line of the vectors has the readings of package earl, and members that the schema has.
func TestVectors(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "vectors")
	if err := writeVectors(name, "urllib@3.11.7"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	schemaText, err := os.ReadFile(filepath.Join("..", "docs", "reference", "who-reads-what.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Readers struct {
				Items struct{ Properties map[string]any }
			}
		}
	}
	if err := json.Unmarshal(schemaText, &schema); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))[1:]
	if want := len(gallery.Tricky) + len(gallery.Advisories); len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	compared := 0
	for _, line := range lines {
		var vector struct {
			URL, Base string
			Readers   []map[string]any
		}
		if err := json.Unmarshal(line, &vector); err != nil {
			t.Fatal(err)
		}
		if vector.Base == "" {
			t.Errorf("%q has no base", vector.URL)
		}
		for _, reader := range vector.Readers {
			for member := range reader {
				if schema.Properties.Readers.Items.Properties[member] == nil {
					t.Errorf("the schema has no member %s", member)
				}
			}
			dialect := reader["dialect"].(string)
			if release, ok := reader["release"].(string); ok {
				dialect += "@" + release
			}
			d := earl.MustParseDialect(dialect)
			r, err := earl.Parse(d, vector.URL)
			if accepts, known := reader["accepts"].(bool); known && accepts != (err == nil) {
				t.Errorf("%s accepts %q: %t, want %v", dialect, vector.URL, accepts, err)
			}
			if err == nil {
				host, ok := r.Host()
				if got, has := reader["host"].(string); got != decoded(host) || has != ok {
					t.Errorf("%s reads the host %q, %t in %q, want %q, %t", dialect, got, has, vector.URL, host, ok)
				}
			}
			joined, err := earl.Resolve(d, vector.Base, vector.URL)
			if got, has := reader["joined"].(string); got != decoded(joined) || has != (err == nil) {
				t.Errorf("%s joins %q and %q to %q, %t, want %q, %v", dialect, vector.Base, vector.URL, got, has, joined, err)
			}
			compared++
		}
	}
	t.Logf("%d readings", compared)
}

// decoded returns s as package json decodes it from its escapes: U+FFFD for each octet that is not UTF-8.
func decoded(s string) string { return string([]rune(s)) }
