package record

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSourceSizes: the size of files is their sum, and the size of the rest is without the bytes that were read. Neither is
// known for other inputs.
func TestSourceSizes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		names []string
		want  int64
	}{
		{"nothing", nil, 0},
		{"a file", []string{name}, 5},
		{"two files", []string{name, name}, 10},
		{"a file that does not exist", []string{name, name + "b", name}, 10},
		{"standard input", []string{name, "-", name}, 0},
		{"a folder", []string{name, dir, name}, 0},
	} {
		if got := SizeOf(tt.names); got != tt.want {
			t.Errorf("%s: sizeOf(%q) = %d, want %d", tt.name, tt.names, got, tt.want)
		}
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ at, want int64 }{{0, 5}, {2, 3}, {5, 0}, {9, 0}} {
		if _, err := file.Seek(tt.at, 0); err != nil {
			t.Fatal(err)
		}
		if got := sizeOfRest(file); got != tt.want {
			t.Errorf("the rest after %d bytes of 5 is %d, want %d", tt.at, got, tt.want)
		}
	}
	file.Close()
	if got := sizeOfRest(file); got != 0 {
		t.Errorf("the rest of a closed file is %d, want 0", got)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if got := sizeOfRest(r); got != 0 {
		t.Errorf("the rest of a pipe is %d, want 0", got)
	}
}
