package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/rfc3986"
)

// TestSarif: for every input, the document is JSON in UTF-8 of the shape that
// SARIF has, with a rule for each result.
func TestSarif(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("http://h/%zz\nhttps://a.example/\n", 2000)
	for _, tt := range []struct {
		name, in string
		args     []string
		results  int // at least
		status   int
	}{
		{"nothing", "", nil, 0, cli.StatusOK},
		{"no findings", "https://a.example/\n", nil, 0, cli.StatusOK},
		{"odd bytes", "http://h\xff/\x00\u202e\n\"\\\n", nil, 4, cli.StatusOK},
		{"many, by several workers", many, []string{"--jobs", "3"}, 2000, cli.StatusOK},
		{"a failed record", "\"http://127.1/\"\n[]\n\"http://127.1/\"\n", []string{"--in", "jsonl"}, 4, cli.StatusRecords},
		{"a failed record first", "[]\n\"http://127.1/\"\n", []string{"--in", "jsonl"}, 2, cli.StatusRecords},
		{"stopped", "[]\n\"http://127.1/\"\n", []string{"--in", "jsonl", "--fail-fast"}, 0, cli.StatusRecords},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out, messages bytes.Buffer
			if status := run(context.Background(), append([]string{"audit", "--out=sarif"}, tt.args...), strings.NewReader(tt.in),
				&out, &messages); status != tt.status {
				t.Fatalf("status %d: %s, want %v", status, &messages, tt.status)
			}
			var doc sarifLog
			d := json.NewDecoder(&out)
			d.DisallowUnknownFields()
			if !utf8.Valid(out.Bytes()) {
				t.Error("not UTF-8")
			}
			if err := d.Decode(&doc); err != nil || d.More() {
				t.Fatal(err)
			}
			checkSarif(t, &doc)
			if doc.Version != "2.1.0" || len(doc.Runs) != 1 ||
				len(doc.Runs[0].Results) < tt.results || tt.results == 0 && len(doc.Runs[0].Results) > 0 {
				t.Fatalf("%d results", len(doc.Runs[0].Results))
			}
		})
	}
}

// TestSarifText checks that no control character is in a document, and that braces in a message are not placeholders.
func TestSarifText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"placeholder", `http://{0}.com\.evil.com`, `urllib {{0}}.com`},
		{"escaped placeholder", `http://%7B0%7D.com\.evil.com`, `whatwg {{0}}.com.`},
		{"controls", "http://h/\u007f\u0085\u009b", `\u007f\u0085\u009b`},
		{"direction", "http://h/\u202e\u2066\u200f\u061c", `\u202e\u2066\u200f\u061c`},
		{"line ends", "http://h/\u2028\u2029", `\u2028\u2029`},
		{"in a host", "http://\u202e{0}.example/", `\u202e`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			run(context.Background(), []string{"audit", "--out=sarif"}, strings.NewReader(tt.in+"\n"), &out, &out)
			raw := func(r rune) bool {
				return 0x7F <= r && r < 0xA0 || 0x2028 <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 || r == 0x200F
			}
			if strings.ContainsFunc(out.String(), raw) || !strings.Contains(out.String(), tt.want) {
				t.Errorf("audit --out sarif %q = %q, want %q and no control characters", tt.in, &out, tt.want)
			}
			var doc sarifLog
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
				t.Fatal(err)
			}
			for _, result := range doc.Runs[0].Results {
				text := strings.NewReplacer("{{", "", "}}", "").Replace(result.Message.Text)
				if strings.ContainsAny(text, "{}") {
					t.Errorf("audit --out sarif %q has message %q, want pairs of braces", tt.in, result.Message.Text)
				}
				if result.Properties.URL != tt.in {
					t.Errorf("audit --out sarif %q has URL %q", tt.in, result.Properties.URL)
				}
			}
		})
	}
}

// TestSarifSecrets checks that a document of SARIF, which people upload, has no secret of a URL.
func TestSarifSecrets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"a password", "http://user:s3cret@0x7f.1/", "http://user:***@0x7f.1/"},
		{"a token as user name", "https://ghp_s3cret@github.com/x", "https://***@github.com/x"},
		{"a parameter", "https://h/?access_token=s3cret", "https://h/?access_token=***"},
		{"a safe form", "http://HOST/?access_token=s3cret", "http://HOST/?access_token=***"},
	} {
		var out bytes.Buffer
		run(context.Background(), []string{"audit", "--out=sarif"}, strings.NewReader(tt.in+"\n"), &out, &out)
		if strings.Contains(out.String(), "s3cret") || !strings.Contains(out.String(), `"url":"`+tt.want+`"`) {
			t.Errorf("%s: the document has %s, want the URL %s and no secret", tt.name, &out, tt.want)
		}
	}
}

// A sarifLog has the members that we write, named as the JSON schema of SARIF
// 2.1.0 names them (OASIS, errata 01); that schema allows no others, and a whole
// document was valid by it.
type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		ColumnKind string
		Tool       struct {
			Driver struct {
				Name, Version string
				Rules         []struct {
					ID                                      string
					ShortDescription, FullDescription, Help struct{ Text string }
					HelpURI                                 string
					DefaultConfiguration                    struct{ Level string }
					Properties                              struct {
						Tags             []string
						SecuritySeverity string `json:"security-severity"`
					}
				}
			}
		}
		Results []struct {
			RuleID    string
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           *sarifRegion
				}
			}
			PartialFingerprints struct{ PrimaryLocationLineHash string }
			Properties          struct{ URL, Severity, Instead string }
		}
	}
}

// A sarifRegion is a place in a file.
type sarifRegion struct {
	StartLine              int
	StartColumn, EndColumn int
}

// of returns the text of the region: a line, or the text between its
// columns, which count units of UTF-16.
func (r sarifRegion) of(text string) string {
	line := strings.Split(text, "\n")[r.StartLine-1]
	if r.StartColumn == 0 {
		return line
	}
	return string(utf16.Decode(utf16.Encode([]rune(line))[r.StartColumn-1 : r.EndColumn-1]))
}

// TestSarifRegions: a reader of the document finds the place in the file.
func TestSarifRegions(t *testing.T) {
	t.Parallel()
	extract := []string{"--extract"}
	for _, tt := range []struct {
		name string
		args []string
		in   []string // of files f0, f1
		want string   // file: its text there
	}{
		{"lines", nil, []string{"https://a.example/\r\n\r\nhttp://é😀@a@b.example/\r\n"}, "f0: é😀@a@b.example"},
		{"no UTF-8", nil, []string{"http://\xff😀@a@b.example/"}, "f0: \ufffd😀@a@b.example"},
		{"a byte order mark", nil, []string{"\ufeffhttp://a@b@c.example/"}, "f0: a@b@c.example"},
		{"dropped", nil, []string{"http://\ta@b@c.example/"}, "f0: a@b@c.example"},
		{"files", nil, []string{"https://a.example/\nhttps://b.example/\n", "\nhttp://a@b@c.example/\n"},
			"f1: a@b@c.example"},
		{"objects", []string{"--in", "jsonl"},
			[]string{"\"https://a.example/\"\n", "{\"url\":\"http:\\/\\/a@b@c.example\"}\n"},
			"f1: {\"url\":\"http:\\/\\/a@b@c.example\"}"},
		{"a table", []string{"--in", "csv"},
			[]string{"n,url\nx,https://a.example/\n\"y\nz\",https://b.example/\nw,http://a@b@c.example/\n"},
			"f0: w,http://a@b@c.example/"},
		{"tables", []string{"--in", "csv"}, []string{"url\nhttps://a.example/\n", "url\nhttp://a@b@c.example/\n"},
			"f1: http://a@b@c.example/"},
		{"a row of two lines", []string{"--in", "csv"}, []string{"n,url\n\"y\nz\",http://a@b@c.example/\n"}, "f0: \"y"},
		{"no header", []string{"--in", "tsv", "--no-header"}, []string{"https://a.example/\nhttp://a@b@c.example/\n"},
			"f0: http://a@b@c.example/"},
		{"text", extract, []string{"a\r\n\n", "a\r\né😀 \"http://é😀@a@b.example/\"\r\n"}, "f1: é😀@a@b.example"},
		{"text with a byte order mark", extract, []string{"\ufeffhttp://a@b@c.example/"}, "f0: a@b@c.example"},
		{"HTML", extract, []string{"<p>é\n<p><a href=' http://a@b@c.example/'>"}, "f0: a@b@c.example"},
		{"escapes in HTML", extract, []string{"<p>\n<a href='/x'>é</a><a href='http://a&#64;b@c.example/'>"},
			"f0: http://a&#64;b@c.example/"},
		{"two lines of HTML", extract, []string{"<p>\n<a href='http://a@b\n@c.example/'>"}, "f0: <a href='http://a@b"},
		{"the base of HTML", extract, []string{"<base href='http://a@b@c.example/'>\n<a href='x'>"}, "f0: a@b@c.example"},
		{"JSON", extract, []string{"{\"é\": 1,\n\"x\": \"see http:\\/\\/a@b@c.example\"}"}, "f0: see http:\\/\\/a@b@c.example"},
		{"Latin-1", extract, []string{"<meta charset=latin1>\xe9\n\xe9<a href=http://a@b@c.example>"}, "f0: a@b@c.example"},
		{"looks like a message", extract, []string{"Subject: x\n\nhttp://a@b@c.example"}, "f0: a@b@c.example"},
		{"not lines", []string{"--in", "nul"}, []string{"https://a.example/\x00http://a@b@c.example/\x00"}, "f0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := append([]string{"audit", "--out=sarif"}, tt.args...)
			for i, text := range tt.in {
				name := filepath.Join(dir, fmt.Sprint("f", i))
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				args = append(args, "--input", name)
			}
			var out, messages bytes.Buffer
			if status := run(context.Background(), args, strings.NewReader(""), &out, &messages); status != cli.StatusOK {
				t.Fatalf("status %d: %s", status, &messages)
			}
			var doc sarifLog
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
				t.Fatal(err)
			}
			checkSarif(t, &doc)
			for _, r := range doc.Runs[0].Results {
				if r.RuleID != "multi-at" {
					continue
				}
				at := r.Locations[0].PhysicalLocation
				got := path.Base(at.ArtifactLocation.URI)
				if at.Region != nil {
					text := tt.in[got[1]-'0']
					got += ": " + at.Region.of(strings.TrimPrefix(text, "\ufeff"))
				}
				if got != tt.want {
					t.Errorf("%q, want %q", got, tt.want)
				}
				return
			}
			t.Error("no result")
		})
	}
}

var fingerprintForm = regexp.MustCompile(`^[0-9a-f]{16}:1$`)

// TestSarifFingerprints: the same finding in the same URL has the same fingerprint in another line of another file, and
// another finding or URL has another one.
func TestSarifFingerprints(t *testing.T) {
	t.Parallel()
	fingerprints := func(in string) (all []string) {
		var out bytes.Buffer
		if status := run(context.Background(), []string{"audit", "--out=sarif"}, strings.NewReader(in), &out, &out); status != 0 {
			t.Fatalf("status %d: %s, want 0", status, &out)
		}
		var doc sarifLog
		if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		for _, r := range doc.Runs[0].Results {
			all = append(all, r.PartialFingerprints.PrimaryLocationLineHash)
		}
		return all
	}
	one := fingerprints("http://a@b@c.example/\n")
	again := fingerprints("https://a.example/\n\nhttps://a.example/\nhttp://a@b@c.example/\n")
	if len(one) < 2 || !slices.Equal(one, again[len(again)-len(one):]) {
		t.Errorf("%q in the first line, %q in the fourth", one, again)
	}
	slices.Sort(one)
	if len(slices.Compact(slices.Clone(one))) != len(one) {
		t.Errorf("%q: two findings have one fingerprint", one)
	}
	for _, other := range fingerprints("http://a@b@d.example/\n") {
		if slices.Contains(one, other) {
			t.Errorf("%s is of two URLs", other)
		}
	}
}

// checkSarif checks a document against the schema and the text of SARIF for
// the values.
func checkSarif(t *testing.T, doc *sarifLog) {
	t.Helper()
	levels := []string{"none", "note", "warning", "error"}
	isURI := func(s string) bool { _, err := rfc3986.ParseURI(s); return err == nil }
	for _, run := range doc.Runs {
		if run.ColumnKind != "utf16CodeUnits" || run.Tool.Driver.Name != "earl" || run.Tool.Driver.Version == "" ||
			!isURI(doc.Schema) {
			t.Errorf("%+v, want earl as the driver, with addresses", run.Tool.Driver)
		}
		seen, used := map[string]string{}, map[string]bool{} // levels of rules
		for _, rule := range run.Tool.Driver.Rules {
			score, err := strconv.ParseFloat(rule.Properties.SecuritySeverity, 64)
			if err != nil || score <= 0 || score > 10 || !slices.Equal(rule.Properties.Tags, []string{"security"}) {
				t.Errorf("%+v: %v, want a score up to 10 and the tag security", rule.Properties, err)
			}
			if seen[rule.ID] != "" || rule.ID == "" || !strings.Contains(rule.Help.Text, rule.ID) || rule.ShortDescription.Text == "" ||
				!strings.HasSuffix(rule.FullDescription.Text, ".") || !isURI(rule.HelpURI) ||
				!slices.Contains(levels, rule.DefaultConfiguration.Level) {
				t.Errorf("rule %+v, want texts, an address and a level", rule)
			}
			seen[rule.ID] = rule.DefaultConfiguration.Level
		}
		for _, r := range run.Results {
			used[r.RuleID] = true
			at := r.Locations[0].PhysicalLocation
			if r.Level != seen[r.RuleID] || r.Message.Text == "" ||
				r.Properties.Severity == "" || !fingerprintForm.MatchString(r.PartialFingerprints.PrimaryLocationLineHash) {
				t.Errorf("result %+v, want the level of its rule, a text and a fingerprint", r)
			}
			if region := at.Region; region != nil &&
				(region.StartLine < 1 || (region.StartColumn == 0) != (region.EndColumn == 0) ||
					region.EndColumn < region.StartColumn) {
				t.Errorf("region %+v, want columns in order", region)
			}
			if _, err := rfc3986.Parse(at.ArtifactLocation.URI); err != nil || at.ArtifactLocation.URI == "" {
				t.Errorf("artifact %q: %v, want a URI", at.ArtifactLocation.URI, err)
			}
		}
		if len(used) != len(seen) {
			t.Errorf("%d rules, want the %d that have results", len(seen), len(used))
		}
	}
}

// TestSarifBeside: --sarif writes the document of --out sarif, whatever the format of the results is.
func TestSarifBeside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"a.txt": "see http://good.example\\@127.0.0.1/\nHTTP://Example.com/%7Ea and http://h.example/\n", "b.txt": "nothing\n",
	})
	audit := func(args ...string) string {
		var out, messages bytes.Buffer
		args = append([]string{"audit", "--extract", filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")}, args...)
		if status := run(t.Context(), args, strings.NewReader(""), &out, &messages); status != cli.StatusOK {
			t.Fatalf("%q: status %d, %s", args, status, &messages)
		}
		return out.String()
	}
	want := audit("--out", "sarif")
	for _, format := range []string{"text", "jsonl", "csv", "nul"} {
		name := filepath.Join(dir, "beside-"+format) // nul is a device of Windows
		if out := audit("--out", format, "--sarif", name); out != audit("--out", format) {
			t.Errorf("--sarif changes the results of %s: %s", format, out)
		}
		if got := readFile(t, name); got != want {
			t.Errorf("beside %s: %s, want %s", format, got, want)
		}
	}
}
