package files

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestDoneIsOfTheFile: what is counted is what was read of the file itself, so
// that it can be compared with its size.
func TestDoneIsOfTheFile(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("http://example.com/\n", 10_000)
	for _, name := range []string{"a", "a.gz", "a.zst"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			name = filepath.Join(t.TempDir(), name)
			w, err := Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(name); err == nil {
				t.Error("the file is there before it is whole")
			}
			if err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if compressed := filepath.Ext(name) != ""; (info.Size() < int64(len(text))) != compressed {
				t.Errorf("%d bytes", info.Size())
			}
			var done atomic.Int64
			r, err := Open(name, &done)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != text || done.Load() != info.Size() {
				t.Errorf("%v, %d bytes of %d, read %d of %d", err, len(got), len(text), done.Load(), info.Size())
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDiscardAndKeep: what was there before stays, and what is kept is beside it.
func TestDiscardAndKeep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	for _, keep := range []bool{false, true} {
		w, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, "new")
		want := 1
		if keep {
			want = 2
			kept, err := w.Keep()
			if text, _ := os.ReadFile(kept); err != nil || string(text) != "new" || kept != name+".partial" {
				t.Errorf("%q in %s, %v", text, kept, err)
			}
		} else if err := w.Discard(); err != nil {
			t.Error(err)
		}
		if text, _ := os.ReadFile(name); string(text) != "old" {
			t.Errorf("%q", text)
		}
		if all, _ := os.ReadDir(dir); len(all) != want {
			t.Errorf("%d files, want %d", len(all), want)
		}
	}
}

// TestFollow: a link is followed as the system does it, also one to what is not there
// yet, and from a folder that is reached by a link.
func TestFollow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, folder := range []string{"real/deep", "other"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{
		"other/folder":  filepath.Join(dir, "real", "deep"),
		"real/deep/out": filepath.Join("..", "text"),
		"real/again":    filepath.Join("deep", "out"),
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"real/deep/out", "other/folder/out", "real/again"} {
		w, err := Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, name)
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "real", "text")); string(text) != name {
			t.Errorf("%s leads elsewhere: %q, %v", name, text, err)
		}
	}
	if links, err := os.ReadDir(filepath.Join(dir, "other")); err != nil || len(links) != 1 {
		t.Errorf("%v, %v", links, err)
	}
}

// TestBroken: what is no compressed data is told from what is only its beginning, and
// told again if it is read again.
func TestBroken(t *testing.T) {
	t.Parallel()
	const short, noGzip, noZstd = "the compressed data ends too early", "not gzip, or something else follows it",
		"not zstd, or something else follows it"
	for _, tt := range []struct{ name, data, want string }{
		{"empty.gz", "", short}, {"a.gz", "a", noGzip}, {"ab.gz", "ab", noGzip},
		{"long.gz", strings.Repeat("ab", 100), noGzip},
		{"mark1.gz", gzipMark[:1], short}, {"mark2.gz", gzipMark, short}, {"head.gz", gzipMark + "\x08\x00", short},
		{"empty.zst", "", short}, {"a.zst", "a", noZstd}, {"abc.zst", "abc", noZstd},
		{"long.zst", strings.Repeat("ab", 100), noZstd},
		{"mark3.zst", zstdMark[:3], short}, {"mark4.zst", zstdMark, short},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), tt.name)
			if err := os.WriteFile(name, []byte(tt.data), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := Open(name, new(atomic.Int64))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			for range 2 {
				if text, err := io.ReadAll(r); err == nil || err.Error() != tt.want {
					t.Errorf("%q, %v, want %s", text, err, tt.want)
				}
			}
		})
	}
}
