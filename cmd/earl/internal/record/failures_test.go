package record

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/bulk"
)

// TestCounts: the most frequent reasons have their numbers, and the others one number together.
func TestCounts(t *testing.T) {
	t.Parallel()
	most := map[string]int64{}
	for i := range mostReasons {
		most[fmt.Sprint("reason ", i)] = 1000
	}
	list := "1,000 reason 0, 1,000 reason 1, 1,000 reason 2, 1,000 reason 3, 1,000 reason 4"
	with := func(reason string, n int64) map[string]int64 {
		more := map[string]int64{reason: n}
		for reason, n := range most {
			more[reason] = n
		}
		return more
	}
	for _, tt := range []struct {
		name    string
		reasons map[string]int64
		want    string
	}{
		{"one", map[string]int64{"a": 1}, ": 1 a"},
		{"by number, then by name", map[string]int64{"a": 2, "c": 3, "b": 2}, ": 3 c, 2 a, 2 b"},
		{"the most", most, ": " + list},
		{"one more", with("rare", 2), ": " + list + ", 2 for other reasons"},
		{"reasons that were not kept", with("", 7), ": " + list + ", 7 for other reasons"},
	} {
		if got := (&FailureLog{Reasons: tt.reasons}).counts(); got != tt.want {
			t.Errorf("%s: counts = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestReasonOf: a reason has no place in the record.
func TestReasonOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, reason, want string }{
		{"a record", "blank line", "blank line"},
		{"a row", "line 3: the row has 1 cell", "the row has 1 cell"},
		{"a row that failed before", "line 3: failed before: bad host: x", "failed before"},
		{"a colon", "expected: a value", "expected: a value"},
		{"a word like line", "linear: a: b", "linear: a: b"},
	} {
		if got := reasonOf(&bulk.RecordError{Offset: -1, Reason: tt.reason}); got != tt.want {
			t.Errorf("%s: reasonOf(%q) = %q, want %q", tt.name, tt.reason, got, tt.want)
		}
	}
	if got := reasonOf(errors.New("line 1: x")); got != "line 1: x" {
		t.Errorf("reasonOf of another error = %q, want its text", got)
	}
}

// TestPlace: the caret is below the character at the offset, also after wide and escaped characters.
func TestPlace(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 300)
	for _, tt := range []struct {
		name, text string
		offset     int
		want       string
	}{
		{"the start", "ab", 0, "    ab\n    ^\n"},
		{"the middle", "ab", 1, "    ab\n     ^\n"},
		{"the end", "ab", 2, "    ab\n      ^\n"},
		{"after wide characters", "日本b", 6, "    日本b\n        ^\n"},
		{"after an escape", "\x00b", 1, "    \\x00b\n        ^\n"},
		{"after a password", "http://u:secret@h/", 16, "    http://u:***@h/\n                 ^\n"},
	} {
		if got := string(AppendPlace(nil, tt.text, tt.offset, "^")); got != tt.want {
			t.Errorf("%s: the place %d of %q is\n%s\nwant\n%s", tt.name, tt.offset, tt.text, got, tt.want)
		}
	}
	text, caret, _ := strings.Cut(string(AppendPlace([]byte("x"), long+"b"+long, 300, "^")), "\n")
	if at := strings.Index(text, "b"); !strings.HasPrefix(text, "x    …") || at != len("…")-1+strings.Index(caret, "^")+len("x") {
		t.Errorf("the place in a long text is\n%s\n%s\nwant the caret below b", text, caret)
	}
}
