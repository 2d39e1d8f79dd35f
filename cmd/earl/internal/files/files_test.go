package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

// TestDoneIsOfTheFile: the count is of the bytes of the file itself, so
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

// TestDiscardAndKeep: the old file stays, and the kept one is next to it.
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
			t.Errorf("the file has %q, want old", text)
		}
		if all, _ := os.ReadDir(dir); len(all) != want {
			t.Errorf("%d files, want %d", len(all), want)
		}
	}
}

// TestFollow: a link is followed as the system does it, also one to a missing file
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
		if _, err := os.Readlink(filepath.Join(dir, name)); err != nil {
			t.Skip(err) // Wine makes no link, without an error
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
		t.Errorf("%v, %v, want one file", links, err)
	}
}

// TestBroken: data that is not compressed and cut data are different errors, and
// the same again if they are read again.
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
		{"cut.bz2", "BZh9" + bzip2Block + "\xfd", short}, {"end.bz2", "BZh1" + bzip2End, short},
		{"a.csv.xz", xzMark + "\x00", "compressed with xz: use xzcat FILE | earl …"},
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

// TestByContent checks that compressed data is recognized without a name, and that a short or slow input is not.
func TestByContent(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("http://example.com/\n", 1000)
	dir := t.TempDir()
	for _, ext := range []string{".gz", ".zst"} {
		w, err := Create(filepath.Join(dir, "a"+ext))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, "a"+ext), filepath.Join(dir, "a")); err != nil {
			t.Fatal(err)
		}
		r, err := Open(filepath.Join(dir, "a"), new(atomic.Int64))
		if err != nil {
			t.Fatal(err)
		}
		if at, err := r.Seek(0, io.SeekCurrent); err == nil {
			t.Errorf("%s: Seek = %d, want an error", ext, at)
		}
		if got, err := io.ReadAll(r); string(got) != text || err != nil {
			t.Errorf("%s: %d bytes, %v", ext, len(got), err)
		}
		r.Close()
		data, _ := os.ReadFile(filepath.Join(dir, "a"))
		for _, in := range []io.Reader{strings.NewReader(string(data)), iotest.OneByteReader(strings.NewReader(string(data)))} {
			if got, err := io.ReadAll(Input(in, new(atomic.Int64), "")); string(got) != text || err != nil {
				t.Errorf("standard input, %s: %d bytes, %v", ext, len(got), err)
			}
		}
	}
	for _, tt := range []struct{ name, data, want string }{ // written by bzip2 1.0.8
		{"bzip2", "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xf3\x18\x68\xd6\x00\x00\x05\x59\x80\x00\x10\x00\x01\x80\x10\x2a\x46\xc4\x40\x20\x00\x22\x99\x30\x99\xa6\x84\x00\x00\x58\xa7\xf0\x32\x1b\xef\x96\x08\x42\x74\x5d\xc9\x14\xe1\x42\x43\xcc\x61\xa3\x58",
			"http://example.com/\n"},
		{"bzip2 -1", "\x42\x5a\x68\x31\x31\x41\x59\x26\x53\x59\xf3\x18\x68\xd6\x00\x00\x05\x59\x80\x00\x10\x00\x01\x80\x10\x2a\x46\xc4\x40\x20\x00\x22\x99\x30\x99\xa6\x84\x00\x00\x58\xa7\xf0\x32\x1b\xef\x96\x08\x42\x74\x5d\xc9\x14\xe1\x42\x43\xcc\x61\xa3\x58",
			"http://example.com/\n"},
		{"bzip2 of nothing", "\x42\x5a\x68\x39\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00", ""},
	} {
		got, err := io.ReadAll(Input(iotest.OneByteReader(strings.NewReader(tt.data)), new(atomic.Int64), ""))
		if string(got) != tt.want || err != nil {
			t.Errorf("%s = %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	for _, text := range []string{"", "\x1f", gzipMark, gzipMark + "\n", "(", "(\xb5/", "BZh9" + bzip2Block[:5], "BZh0" + bzip2Block, "BZ\n", "a\n", "a"} {
		if got, err := io.ReadAll(Input(iotest.OneByteReader(strings.NewReader(text)), new(atomic.Int64), "")); string(got) != text ||
			err != nil {
			t.Errorf("read of %q = %q, %v, want the same text", text, got, err)
		}
	}
	// Bytes are returned before more of them come.
	pr, pw := io.Pipe()
	go io.WriteString(pw, "a\n")
	buf := make([]byte, 100)
	if n, err := Input(pr, new(atomic.Int64), "").Read(buf); n != 2 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	pw.Close()
}

// A terminal is a reader that returns its texts, each with io.EOF.
type terminal []string

func (t *terminal) Read(p []byte) (int, error) {
	n := copy(p, (*t)[0])
	*t = (*t)[1:]
	return n, io.EOF
}

// TestInputEnds: no input is read after the end, although a terminal could return more.
func TestInputEnds(t *testing.T) {
	t.Parallel()
	in := Input(&terminal{"a", "b"}, new(atomic.Int64), "")
	for _, want := range []string{"a", ""} {
		if got, err := io.ReadAll(in); string(got) != want || err != nil {
			t.Errorf("ReadAll(Input) = %q, %v, want %q", got, err, want)
		}
	}
}

// TestSeek checks that reading continues at the offset, and that bytes that are read again count once.
func TestSeek(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("http://example.com/\n", 1000)
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var done atomic.Int64
	r, err := Open(name, &done)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, tt := range []struct {
		name     string
		offset   int64
		whence   int
		at, read int64
	}{
		{"before the first read", 0, io.SeekCurrent, 0, 5},
		{"the current offset", 0, io.SeekCurrent, 5, 7},
		{"back", -2, io.SeekCurrent, 10, 5000},
		{"to the start", 0, io.SeekStart, 0, 20_000},
		{"after the end", 0, io.SeekStart, 0, 3},
		{"to the end", 0, io.SeekEnd, 20_000, 0},
		{"again", 1, io.SeekStart, 1, 19_999},
	} {
		at, err := r.Seek(tt.offset, tt.whence)
		if at != tt.at || err != nil {
			t.Errorf("%s: Seek(%d, %d) = %d, %v, want %d", tt.name, tt.offset, tt.whence, at, err, tt.at)
		}
		got := make([]byte, tt.read)
		if _, err := io.ReadFull(r, got); string(got) != text[at:at+tt.read] || err != nil {
			t.Errorf("%s: read %.40q, %v, want %.40q", tt.name, got, err, text[at:])
		}
	}
	if rest, err := io.ReadAll(r); len(rest) > 0 || err != nil || done.Load() != int64(len(text)) {
		t.Errorf("the rest is %q, %v, %d bytes are done, want %d", rest, err, done.Load(), len(text))
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if again, err := io.ReadAll(r); string(again) != text || err != nil {
		t.Errorf("after the end and a Seek to the start, the text is %.40q, %v, want the whole file", again, err)
	}
}

// fullDisk is a writer to a file that has room for some bytes.
type fullDisk struct {
	io.Writer
	room int
}

func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), d.room)
	d.room -= n
	d.Writer.Write(p[:n])
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// TestKeepAfterError checks that the output before an error is kept, and that nothing else is.
func TestKeepAfterError(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a")
	w, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w.w = &fullDisk{w.file, 4}
	if _, err := io.WriteString(w, "abcdef"); err != syscall.ENOSPC {
		t.Error(err)
	}
	kept, err := w.Keep()
	if text, _ := os.ReadFile(kept); kept != name+".partial" || string(text) != "abcd" || err != nil {
		t.Errorf("%q in %q, %v", text, kept, err)
	}
	if w, err = Create(name + "2"); err != nil {
		t.Fatal(err)
	}
	if kept, err := w.Keep(); kept != "" || err != nil {
		t.Errorf("an empty file is kept as %q, %v", kept, err)
	}
	if all, _ := os.ReadDir(filepath.Dir(name)); len(all) != 1 {
		t.Errorf("files %v, want 1", all)
	}
}

// TestWritable checks that a file that may not be written is not replaced.
func TestWritable(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("old"), 0o400); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(name, os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Skip("this user may write every file")
	}
	if _, err := Create(name); err == nil {
		t.Error("no error")
	}
}

// TestCreatePipe checks that a link to an open pipe, which /dev/stdout can be, is written directly.
func TestCreatePipe(t *testing.T) {
	t.Parallel()
	r, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer end.Close()
	name := fmt.Sprintf("/proc/self/fd/%d", end.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("there is no /proc")
	}
	w, err := Create(name)
	if err != nil {
		t.Fatalf("Create = %v, want no error", err)
	}
	io.WriteString(w, "text")
	if err := w.Commit(); err != nil {
		t.Errorf("Commit = %v, want no error", err)
	}
	end.Close()
	if text, err := io.ReadAll(r); string(text) != "text" || err != nil {
		t.Errorf("the pipe has %q, %v, want %q", text, err, "text")
	}
}

// TestReadErrors checks the errors of reading, with and without a prefix.
func TestReadErrors(t *testing.T) {
	t.Parallel()
	eio := &fs.PathError{Op: "read", Path: "x", Err: syscall.EIO}
	other := errors.New("other")
	for _, tt := range []struct {
		name, head string
		err        error
		prefix     string
		want       string
	}{
		{"the system", "a", eio, "", syscall.EIO.Error()},
		{"the system, with a prefix", "a", eio, "in: ", "in: " + syscall.EIO.Error()},
		{"another error", "a", other, "in: ", "other"},
		{"the system, while data is decompressed", "\x1f\x8b\x08\x00", eio, "in: ", "in: " + syscall.EIO.Error()},
		{"the end of compressed data", "\x1f\x8b\x08\x00", io.EOF, "in: ", "in: the compressed data ends too early"},
		{"the end of compressed data, without a prefix", "\x28\xb5\x2f\xfd", io.EOF, "", "the compressed data ends too early"},
	} {
		var done atomic.Int64
		r := Input(io.MultiReader(strings.NewReader(tt.head), iotest.ErrReader(tt.err)), &done, tt.prefix)
		if _, err := io.ReadAll(r); err == nil || err.Error() != tt.want {
			t.Errorf("%s: the error is %v, want %s", tt.name, err, tt.want)
		}
		if done.Load() != int64(len(tt.head)) {
			t.Errorf("%s: %d bytes are read, want %d", tt.name, done.Load(), len(tt.head))
		}
	}
}

// TestZstdStarts checks the first bytes of files that have the name of a zstd file.
func TestZstdStarts(t *testing.T) {
	t.Parallel()
	const skipped = "\x50\x2a\x4d\x18\x01\x00\x00\x00a" // a skippable frame of one byte
	const damaged, early = "not zstd, or something else follows it", "the compressed data ends too early"
	var z bytes.Buffer
	w, err := zstd.NewWriter(&z)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "text")
	w.Close()
	for _, tt := range []struct{ name, data, want, err string }{
		{"data", z.String(), "text", ""},
		{"after a frame to skip", skipped + z.String(), "text", ""},
		{"only a frame to skip", skipped, "", ""},
		{"a part of the magic number", "\x28\xb5\x2f", "", early},
		{"a part of a frame to skip", skipped[:3], "", damaged},
		{"the start of a frame to skip", skipped[:4], "", early},
		{"nothing", "", "", early},
		{"text", "text", "", damaged},
	} {
		name := filepath.Join(t.TempDir(), "a.zst")
		if err := os.WriteFile(name, []byte(tt.data), 0o600); err != nil {
			t.Fatal(err)
		}
		var done atomic.Int64
		r, err := Open(name, &done)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if string(text) != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%s: the text is %q, %v, want %q, %s", tt.name, text, err, tt.want, tt.err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("%s: Close = %v, want nil", tt.name, err)
		}
	}
}

// TestClosed: a closed file cannot be read, even if its data is decompressed already.
func TestClosed(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.zst")
	w, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "text")
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	var done atomic.Int64
	r, err := Open(name, &done)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Fatalf("Read = %d, %v, want 1 byte", n, err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("Read of a closed file = %d, %v, want an error", n, err)
	}
}

// TestPermissions: a new file has the usual permissions, and a replaced file keeps its own.
func TestPermissions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	usual := filepath.Join(dir, "usual")
	if err := os.WriteFile(usual, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(usual)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		old  fs.FileMode // 0 if there is no file
		want fs.FileMode
	}{
		{"new", 0, info.Mode()},
		{"private", 0o600, 0o600},
		{"of a group", 0o660, 0o660},
	} {
		name := filepath.Join(dir, tt.name)
		if tt.old != 0 {
			if err := errors.Join(os.WriteFile(name, nil, tt.old), os.Chmod(name, tt.old)); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(name); err != nil || info.Mode() != tt.old {
				continue // the system has no such permissions
			}
		}
		w, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != tt.want {
			t.Errorf("%s: the file has %v, %v, want %v", tt.name, info.Mode(), err, tt.want)
		}
	}
}

// TestKeepSome: a file is kept if a byte was written, and its compressed data is complete.
func TestKeepSome(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, text, kept string }{
		{"nothing", "a", "", ""},
		{"one byte", "a", "x", "a.partial"},
		{"gzip", "a.gz", "x", "a.gz.partial"},
		{"zstd", "a.zst", "x", "a.zst.partial"},
	} {
		dir := t.TempDir()
		w, err := Create(filepath.Join(dir, tt.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"", tt.text, ""} {
			io.WriteString(w, text)
		}
		kept, err := w.Keep()
		if err != nil || strings.TrimPrefix(kept, dir+string(filepath.Separator)) != tt.kept {
			t.Errorf("%s: Keep = %q, %v, want %q", tt.name, kept, err, tt.kept)
		}
		if kept == "" {
			continue
		}
		var done atomic.Int64
		r, err := Open(kept, &done)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); string(text) != tt.text || err != nil {
			t.Errorf("%s: the kept file has %q, %v, want %q", tt.name, text, err, tt.text)
		}
		r.Close()
	}
}

// TestErrorsWithoutNames: errors do not contain the name of the file, because messages begin with it.
func TestErrorsWithoutNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	w.file.Close()
	if _, err := w.Write([]byte("x")); err != fs.ErrClosed {
		t.Errorf("Write to a closed file = %v, want %v", err, fs.ErrClosed)
	}
	w.Discard()
	if err := Usable(dir); err != nil {
		t.Errorf("Usable(%s) = %v, want nil", dir, err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) > 0 {
		t.Errorf("the folder has %v, %v, want nothing", all, err)
	}
	if err := Usable(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "none") {
		t.Errorf("Usable of a folder that does not exist = %v, want an error without its name", err)
	}
}
