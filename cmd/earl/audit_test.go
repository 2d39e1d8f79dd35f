package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/audit"
)

// TestSarif: whatever is audited, the document is JSON in UTF-8 of the shape that
// SARIF has, with a rule for each result.
func TestSarif(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("http://h/%zz\nhttps://a.example/\n", 5000)
	for _, tt := range []struct {
		name, in string
		args     []string
		results  int // at least
		status   int
	}{
		{"nothing", "", nil, 0, statusOK},
		{"no findings", "https://a.example/\n", nil, 0, statusOK},
		{"odd bytes", "http://h\xff/\x00\u202e\n\"\\\n", nil, 4, statusOK},
		{"many, by several workers", many, []string{"--jobs", "3"}, 5000, statusOK},
		{"a failed record", "\"http://127.1/\"\n[]\n\"http://127.1/\"\n", []string{"--in", "jsonl"}, 4, statusRecords},
		{"a failed record first", "[]\n\"http://127.1/\"\n", []string{"--in", "jsonl"}, 2, statusRecords},
		{"stopped", "[]\n\"http://127.1/\"\n", []string{"--in", "jsonl", "--fail-fast"}, 0, statusRecords},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out, messages bytes.Buffer
			if status := run(context.Background(), append([]string{"audit", "--sarif"}, tt.args...), strings.NewReader(tt.in), &out, &messages); status != tt.status {
				t.Fatalf("status %d: %s", status, &messages)
			}
			var doc struct {
				Version string
				Runs    []struct {
					Tool struct {
						Driver struct{ Rules []struct{ ID string } }
					}
					Results []struct {
						RuleID    string
						RuleIndex int
						Level     string
						Message   struct{ Text string }
						Locations []struct {
							PhysicalLocation struct {
								ArtifactLocation struct{ URI string }
								Region           struct{ StartLine, StartColumn, EndColumn int }
							}
						}
					}
				}
			}
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil || !utf8.Valid(out.Bytes()) {
				t.Fatalf("%v: %.300s", err, &out)
			}
			if doc.Version != "2.1.0" || len(doc.Runs) != 1 || len(doc.Runs[0].Tool.Driver.Rules) != len(audit.Kinds()) || len(doc.Runs[0].Results) < tt.results || tt.results == 0 && len(doc.Runs[0].Results) > 0 {
				t.Fatalf("%.300s", &out)
			}
			for _, r := range doc.Runs[0].Results {
				region := r.Locations[0].PhysicalLocation.Region
				if doc.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Level == "" || r.Message.Text == "" || region.StartLine < 1 || region.EndColumn < region.StartColumn {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}
