package files

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A Writer writes a file. It writes a temporary file in the same directory and renames it at the end. So the file is
// never incomplete, and the same run can read it as an input. A file that is not regular, such as a device or a named
// pipe, is written directly.
type Writer struct {
	name string // after following links
	temp string // the temporary file, or ""
	file *os.File
	w    io.Writer
	zip  io.Closer // the compressor, or nil
	some bool      // something was written
	Cut  bool      // the end of the compressed data is missing
}

// Create creates a Writer. It compresses if the name ends in .gz or .zst.
func Create(name string) (*Writer, error) {
	w := &Writer{name: follow(name)}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		w.file, err = os.OpenFile(name, os.O_WRONLY, 0) // /dev/stdout can be a link to "pipe:[1]", which is no file
	case err == nil:
		if err = writable(w.name); err == nil {
			err = w.createTemp(info.Mode().Perm())
		}
	case errors.Is(err, fs.ErrNotExist):
		err = w.createTemp(0)
	}
	if err != nil {
		return nil, Reason(err)
	}
	w.w = w.file
	switch ext(name) {
	case ".gz":
		z := gzip.NewWriter(w.file)
		w.w, w.zip = z, z
	case ".zst":
		z, err := zstd.NewWriter(w.file, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
			zstd.WithWindowSize(1<<20))
		if err != nil {
			return nil, cmp.Or(err, w.Discard())
		}
		w.w, w.zip = z, z
	}
	return w, nil
}

// writable returns the error of opening an existing file for writing, or nil. Without this check, the rename would
// replace a file that the user may not write.
func writable(name string) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return file.Close()
}

// follow returns the target of a symbolic link, even if the target does not exist yet. It returns any other name
// unchanged.
func follow(name string) string {
	const most = 40
	for range most {
		target, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			// After a link to a directory, ".." is relative to the target of the link, but Windows cleans paths first.
			dir, _ := filepath.Split(name)
			if real, err := filepath.EvalSymlinks(dir); err == nil && dir != "" {
				dir = real + string(filepath.Separator)
			}
			target = dir + target
		}
		name = target
	}
	return name
}

// createTemp creates the temporary file with the permissions of the file, if it exists.
func (w *Writer) createTemp(perm fs.FileMode) error {
	for range 100 {
		temp := w.name + "." + strconv.FormatUint(uint64(rand.Uint32()), 36) + ".tmp"
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		w.temp, w.file = temp, file
		if perm != 0 {
			if err := file.Chmod(perm); err != nil && !errors.Is(err, errors.ErrUnsupported) {
				return cmp.Or(err, w.Discard())
			}
		}
		return nil
	}
	return fs.ErrExist
}

// Write compresses p if necessary and writes it.
func (w *Writer) Write(p []byte) (int, error) {
	w.some = w.some || len(p) > 0
	n, err := w.w.Write(p)
	return n, Reason(err)
}

// Flush writes the bytes that a compressor holds back.
func (w *Writer) Flush() error {
	if z, ok := w.zip.(interface{ Flush() error }); ok {
		return z.Flush()
	}
	return nil
}

// Commit closes the file and, if it is a temporary file, renames it to its final name. After an error, the caller calls
// Keep or Discard.
func (w *Writer) Commit() error {
	var err error
	if w.zip != nil {
		err = w.zip.Close()
	}
	if err == nil && w.temp != "" {
		err = w.file.Sync()
	}
	if err != nil {
		return Reason(err)
	}
	if err = w.file.Close(); err == nil && w.temp != "" {
		err = os.Rename(w.temp, w.name)
	}
	return Reason(err)
}

// Keep closes an incomplete file, gives it a name that ends in .partial, and returns this name. It replaces an earlier
// file with this name. After an error, such as a full disk, the bytes before the error are kept. The returned name is
// empty if nothing was written, or if the file was written directly.
func (w *Writer) Keep() (name string, err error) {
	if w.temp == "" || !w.some {
		return "", w.Discard()
	}
	if w.zip != nil {
		w.Cut = w.zip.Close() != nil
	}
	_ = w.file.Close() // Commit may have closed it
	name = w.Partial()
	if err := os.Rename(w.temp, name); err != nil {
		return "", cmp.Or(os.Remove(w.temp), Reason(err))
	}
	return name, nil
}

// Partial returns the name that Keep gives the file. It is empty if the file is written directly.
func (w *Writer) Partial() string {
	if w.temp == "" {
		return ""
	}
	return w.name + ".partial"
}

// Discard removes the temporary file. An existing file with the final name is unchanged.
func (w *Writer) Discard() error {
	err := w.file.Close()
	if w.temp != "" {
		err = cmp.Or(err, os.Remove(w.temp))
	}
	return err
}

// Usable creates and removes a temporary file in a directory, and returns the error, if any.
func Usable(dir string) error {
	file, err := os.CreateTemp(dir, "earl-*.tmp")
	if err != nil {
		return Reason(err)
	}
	return cmp.Or(file.Close(), os.Remove(file.Name()))
}
