package tables_test

import (
	"fmt"
	"slices"
	"testing"

	"earl.example/internal/text/tables"
)

// TestRows: comments and empty lines are left out.
func TestRows(t *testing.T) {
	t.Parallel()
	const text = "# A list.\n# As of 2026-11-01. More follows.\na b  c# #d\n\n # e\nf"
	if rows := fmt.Sprint(slices.Collect(tables.Rows(text))); rows != "[[a b c#] [f]]" {
		t.Errorf("the rows are %s", rows)
	}
	for row := range tables.Rows(text) {
		if row[0] != "a" {
			t.Errorf("row %q after the loop ended", row)
		}
		break
	}
	if date := tables.Date(text); date != "2026-11-01" {
		t.Errorf("the date is %s", date)
	}
}

// TestCells: cells can have spaces and be empty, and comments are left out.
func TestCells(t *testing.T) {
	t.Parallel()
	const text = "# A list.\na b\tc#\t\n\t#d\n"
	if rows := fmt.Sprintf("%q", tables.Cells(text)); rows != `[["a b" "c#" ""] ["" "#d"]]` {
		t.Errorf("the rows are %s", rows)
	}
}

func TestRange(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in          string
		first, last rune
		ok          bool
	}{{"41-5A", 'A', 'Z', true}, {"10FFFF", 0x10FFFF, 0x10FFFF, true}, {"", 0, 0, false}, {"41-x", 'A', 0, false},
		{"x-41", 0, 0, false}} {
		t.Run(tt.in, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if problem := recover(); (problem == nil) != tt.ok {
					t.Errorf("panic: %v", problem)
				}
			}()
			if first, last := tables.Range(tt.in); first != tt.first || last != tt.last {
				t.Errorf("%x to %x, want %x to %x", first, last, tt.first, tt.last)
			}
		})
	}
}
