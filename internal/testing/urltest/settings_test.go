package urltest

import (
	"fmt"
	"runtime"
	"testing"
)

// failed is a test that notes how it ends.
type failed struct {
	testing.TB
	said string
}

func (f *failed) Fatalf(format string, args ...any) {
	f.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestNumber(t *testing.T) {
	const variable = "EARL_CALLS"
	for _, tt := range []struct {
		text string
		want int // or -1 for the end of the test
	}{
		{"", 7}, {"0", 0}, {"12", 12}, {"-1", -1}, {"1e3", -1}, {"many", -1},
	} {
		t.Setenv(variable, tt.text)
		f, got, done := &failed{TB: t}, -1, make(chan struct{})
		go func() {
			defer close(done)
			got = Number(f, variable, 7)
		}()
		<-done
		if got != tt.want || (f.said != "") != (tt.want < 0) {
			t.Errorf("%q: %d, %q, want %d", tt.text, got, f.said, tt.want)
		}
	}
}
