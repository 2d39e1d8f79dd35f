package gentable_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/gentable"
)

func TestRange(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in     string
		lo, hi rune
		ok     bool
	}{{"41-5A", 'A', 'Z', true}, {"10FFFF", 0x10FFFF, 0x10FFFF, true}, {"", 0, 0, false}, {"41-x", 'A', 0, false},
		{"x-41", 0, 0, false}} {
		lo, hi, err := gentable.Range(test.in)
		if (err == nil) != test.ok || test.ok && (lo != test.lo || hi != test.hi) {
			t.Errorf("%q is %x to %x, %v", test.in, lo, hi, err)
		}
	}
	rs, err := gentable.Runes("41,1F600")
	if string(rs) != "A\U0001F600" || err != nil {
		t.Errorf("runes %x, %v", rs, err)
	}
	if rs, err := gentable.Runes(""); rs != nil || err != nil {
		t.Errorf("runes %x, %v", rs, err)
	}
	if _, err := gentable.Runes("41,"); err == nil {
		t.Error("no error for an empty code point")
	}
}

// TestBlocks puts the two stages together again.
func TestBlocks(t *testing.T) {
	t.Parallel()
	s := []uint8{1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 1, 2}
	distinct, index := gentable.Blocks(s, 2)
	var back []uint8
	for _, n := range index {
		back = append(back, distinct[2*n:2*n+2]...)
	}
	if !slices.Equal(back, s) || len(distinct) != 6 {
		t.Errorf("%v and %v give %v", distinct, index, back)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.go")
	var b bytes.Buffer
	b.WriteString("package x\n")
	gentable.Array(&b, "a", "uint8", []uint8{1, 2, 3}, 2)
	b.WriteString("var t = [256]uint32{\n")
	gentable.Bytes(&b, 4, func(c byte) uint64 { return uint64(c) })
	b.WriteString("}\n")
	if err := gentable.Write(file, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	var lines []string
	if err := gentable.Lines(file, func(line string) error { lines = append(lines, line); return nil }); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(lines, "\n") + "\n"
	for _, part := range []string{"\t1, 2,\n\t3,\n", "\t0x0008, 0x0009, 0x000a,", "0x00ff, // 0xf8\n"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q", part)
		}
	}
	if err := gentable.Write(file, []byte("no Go")); err == nil {
		t.Error("no error for what is no Go")
	}
	err := gentable.Lines(file, func(string) error { return os.ErrInvalid })
	if err == nil || !strings.HasPrefix(err.Error(), file+":1: ") {
		t.Errorf("the error is %v", err)
	}
}
