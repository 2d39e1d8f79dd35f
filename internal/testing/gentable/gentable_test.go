package gentable_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/gentable"
)

// problem returns the value with which f panics, as text, or "" if f does not panic.
func problem(f func()) (text string) {
	defer func() {
		if value := recover(); value != nil {
			text = fmt.Sprint(value)
		}
	}()
	f()
	return ""
}

func TestRunes(t *testing.T) {
	t.Parallel()
	if rs := gentable.Runes("41,1F600"); string(rs) != "A\U0001F600" {
		t.Errorf("runes %x", rs)
	}
	if rs := gentable.Runes(""); rs != nil {
		t.Errorf("runes %x", rs)
	}
	if problem(func() { gentable.Runes("41,") }) == "" {
		t.Error("no panic for an empty code point")
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
	gentable.Write(file, b.Bytes())
	var lines []string
	gentable.Lines(file, func(line string) { lines = append(lines, line) })
	text := strings.Join(lines, "\n") + "\n"
	for _, part := range []string{"\t1, 2,\n\t3,\n", "\t0x0008, 0x0009, 0x000a,", "0x00ff, // 0xf8\n"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q", part)
		}
	}
	if problem(func() { gentable.Write(file, []byte("no Go")) }) == "" {
		t.Error("no panic for what is no Go")
	}
	text = problem(func() { gentable.Lines(file, func(string) { panic(os.ErrInvalid) }) })
	if want := file + ":1: invalid argument"; text != want {
		t.Errorf("Lines panics with %q, want %q", text, want)
	}
	if problem(func() { gentable.Lines(file+"x", func(string) {}) }) == "" {
		t.Error("no panic for a file that does not exist")
	}
}
