// Package files opens and writes the files that the command line names. It decompresses and compresses them. A written
// file replaces an earlier file only when it is complete.
package files

import (
	"bufio"
	"cmp"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the maximum window size of a zstd file. The decoder keeps one window in memory. The program zstd exceeds
// maxWindow only with --ultra or --long.
const maxWindow = 8 << 20

// A Reader reads a file, decompressed.
type Reader struct {
	file   *os.File // nil for standard input
	source *counter
	raw    *bufio.Reader // reads source
	ext    string        // suffix that selects the format; "" if the content selects it
	text   io.Reader     // reads raw, decompressed; nil before the first read
	err    error         // the error of the first read
	prefix string        // precedes the texts of errors
}

// Open opens a file. It decompresses files with names ending in .gz or .zst, and files that begin with the magic number
// of gzip, zstd or bzip2. The counter done gets the number of bytes read from the file, before decompression.
func Open(name string, done *atomic.Int64) (*Reader, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, Reason(err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close() // its error does not matter: nothing was read
		return nil, fmt.Errorf("is a directory: name the files in it, as with find %s -type f -exec earl … {} +", name)
	}
	r := Input(file, done, "")
	r.file, r.ext = file, ext(name)
	return r, nil
}

// Input returns a reader of standard input. The counter done gets the number of bytes read. It decompresses gzip and
// zstd data, and bzip2 data. After its first error or io.EOF it reads no more, because a terminal could return more
// input. prefix precedes the texts of its errors.
func Input(r io.Reader, done *atomic.Int64, prefix string) *Reader {
	source := &counter{r: r, done: done}
	return &Reader{source: source, raw: bufio.NewReader(source), prefix: prefix}
}

// Read reads the decompressed file.
func (r *Reader) Read(p []byte) (n int, err error) {
	if err = r.begin(); err == nil {
		n, err = r.text.Read(p)
	}
	plain := r.text == r.raw
	switch {
	case err == nil || err == io.EOF:
		return n, err
	case plain:
		err = Reason(err)
	default:
		err = fault(err)
	}
	if r.prefix != "" && (!plain || errors.As(err, new(syscall.Errno))) {
		err = fmt.Errorf("%s%w", r.prefix, err)
	}
	return n, err
}

// begin sets text before the first read.
func (r *Reader) begin() error {
	if r.text == nil && r.err == nil {
		r.text, r.err = r.decompress(cmp.Or(r.ext, r.recognize()))
	}
	return r.err
}

// recognize returns the suffix of the compressed format that the file begins with, or "".
func (r *Reader) recognize() string {
	switch {
	case r.begins(gzipMark + "\x08"):
		return ".gz"
	case r.begins(zstdMark):
		return ".zst"
	case r.begins(xzMark):
		return ".xz"
	}
	for size := '1'; size <= '9'; size++ {
		if head := "BZh" + string(size); r.begins(head+bzip2Block) || r.begins(head+bzip2End) {
			return ".bz2"
		}
	}
	return ""
}

// begins reports whether the file begins with a magic number. It reads more only while the file agrees with the magic
// number, so that the bytes of a slow input are returned at once.
func (r *Reader) begins(mark string) bool {
	for n := range len(mark) {
		if head, _ := r.raw.Peek(n + 1); string(head) != mark[:n+1] {
			return false
		}
	}
	return true
}

// decompress returns a reader of the decompressed file.
func (r *Reader) decompress(ext string) (io.Reader, error) {
	switch ext {
	case ".gz":
		if err := r.magic(gzipMark, gzip.ErrHeader); err != nil {
			return nil, err
		}
		return gzip.NewReader(r.raw)
	case ".zst":
		// The decoder rejects other magic numbers, because skippable frames can precede zstd data.
		if err := r.magic(zstdMark, zstd.ErrMagicMismatch); err != nil && r.raw.Buffered() < len(zstdMark) {
			return nil, err
		}
		return zstd.NewReader(r.raw, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow))
	case ".bz2":
		return bzip2.NewReader(r.raw), nil
	case ".xz":
		return nil, errXZ
	}
	return r.raw, nil
}

// magic returns an error if the file does not begin with mark: mismatch, or io.ErrUnexpectedEOF if the file is shorter.
func (r *Reader) magic(mark string, mismatch error) error {
	head, err := r.raw.Peek(len(mark))
	switch {
	case !strings.HasPrefix(mark, string(head)):
		return mismatch
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return err
}

// Seek sets the offset of the next read. It fails for compressed files and for pipes. Bytes that are read again are
// counted only once.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	if r.begin() != nil || r.text != r.raw {
		return 0, errors.ErrUnsupported
	}
	before, err := r.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	if whence == io.SeekCurrent {
		offset -= int64(r.raw.Buffered())
	}
	at, err := r.file.Seek(offset, whence)
	if err == nil {
		r.source.done.Add(at - before)
		r.source.err = nil
		r.raw.Reset(r.source)
	}
	return at, err
}

// Close closes the file.
func (r *Reader) Close() error {
	if z, ok := r.text.(*zstd.Decoder); ok {
		z.Close()
	}
	return r.file.Close()
}

// Magic numbers. Skippable frames can precede zstd data. "BZh" and the size of blocks precede the first block
// or the end of bzip2 data.
const (
	gzipMark   = "\x1f\x8b"
	zstdMark   = "\x28\xb5\x2f\xfd"
	bzip2Block = "1AY&SY"
	bzip2End   = "\x17rE8P\x90"
	xzMark     = "\xfd7zXZ\x00"
)

var errXZ = errors.New("compressed with xz: use xzcat FILE | earl …")

func fault(err error) error {
	switch {
	case err == errXZ:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the compressed data ends too early")
	case errors.Is(err, gzip.ErrHeader):
		return errors.New("not gzip, or something else follows it")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return errors.New("the compressed data is damaged: its checksum is another")
	case errors.Is(err, zstd.ErrMagicMismatch):
		return errors.New("not zstd, or something else follows it")
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("the zstd data needs more than %d MiB of memory to be read", maxWindow>>20)
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return Reason(err)
	}
	return fmt.Errorf("the compressed data is damaged: %w", err)
}

// Reason returns err without the name of the file, because messages begin with the name.
func Reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// A counter counts the bytes that it reads. After an error it reads nothing more.
type counter struct {
	r    io.Reader
	done *atomic.Int64
	err  error
}

func (c *counter) Read(p []byte) (n int, err error) {
	if c.err == nil {
		n, c.err = c.r.Read(p)
		c.done.Add(int64(n))
	}
	return n, c.err
}

// Uncompressed returns name without the suffix of a compressed file.
func Uncompressed(name string) string { return strings.TrimSuffix(name, ext(name)) }

// ext returns the suffix of a compressed file, or "".
func ext(name string) string {
	if ext := filepath.Ext(name); ext == ".gz" || ext == ".zst" {
		return ext
	}
	return ""
}

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
	case err == nil:
		w.file, err = os.OpenFile(name, os.O_WRONLY, 0) // /dev/stdout can be a link to "pipe:[1]", which is no file
		// A regular file is opened only because the rename would replace a file that the user may not write.
		if err == nil && info.Mode().IsRegular() {
			if err = w.file.Close(); err == nil {
				err = w.createTemp(info.Mode().Perm())
			}
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
		z, _ := zstd.NewWriter(w.file, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
			zstd.WithWindowSize(1<<20)) // the options are valid, so there is no error
		w.w, w.zip = z, z
	}
	return w, nil
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
	temp := w.name + "." + strconv.FormatUint(uint64(rand.Uint32()), 36) + ".tmp"
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if w.temp, w.file = temp, file; perm != 0 {
		if err := file.Chmod(perm); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return cmp.Or(err, w.Discard())
		}
	}
	return nil
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
