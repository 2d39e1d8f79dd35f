package marshal_test

import (
	"strconv"
	"testing"

	"earl.example/internal/text/marshal"
)

func TestName(t *testing.T) {
	t.Parallel()
	for c, want := range []string{"a", "b", "letter 2"} {
		if got := marshal.Name([]string{"a", "b"}, uint8(c), "letter"); got != want {
			t.Errorf("Name(%d) = %q, want %q", c, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	n := 1
	if err := marshal.Set(&n, "2", strconv.Atoi); n != 2 || err != nil {
		t.Errorf("Set sets %d and returns %v, want 2", n, err)
	}
	if err := marshal.Set(&n, "a", strconv.Atoi); n != 2 || err == nil {
		t.Errorf("Set sets %d and returns %v, want 2 and an error", n, err)
	}
}

func TestStored(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		src  any
		want string
		ok   bool
	}{{"NULL", nil, "", true}, {"text", "a", "a", true}, {"bytes", []byte("a"), "a", true}, {"number", 1, "", false}} {
		if got, ok := marshal.Stored(tt.src); got != tt.want || ok != tt.ok {
			t.Errorf("%s: Stored returns %q, %v, want %q, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}
