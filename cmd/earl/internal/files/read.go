// Package files opens and writes the files that the command line names. It decompresses and compresses them. A written
// file replaces an earlier file only when it is complete.
package files

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	file    *os.File
	text    io.Reader
	begin   func(r io.Reader) (io.Reader, error) // called before the first read; nil if text is set
	release func()                               // releases the result of begin
	sniff   bool                                 // the first read decides whether it is compressed
}

// Open opens a file. It decompresses files with names ending in .gz or .zst, and files that begin with the magic number
// of gzip, zstd or bzip2. The counter done gets the number of bytes read from the file, before decompression.
func Open(name string, done *atomic.Int64) (*Reader, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, Reason(err)
	}
	r := &Reader{file: file, release: func() {}}
	switch ext(name) {
	case ".gz":
		r.begin = ungzip
	case ".zst":
		r.begin = r.unzstd
	default:
		r.sniff = true
	}
	r.text = &counter{file, done}
	return r, nil
}

// Read reads the decompressed file.
func (r *Reader) Read(p []byte) (int, error) {
	if r.begin != nil {
		text, err := r.begin(r.text)
		if err != nil {
			r.begin = func(io.Reader) (io.Reader, error) { return nil, err } // return it from every read
			return 0, fault(err)
		}
		r.text, r.begin = text, nil
	}
	n, err := r.text.Read(p)
	if r.sniff {
		if r.sniff = false; r.compressed(p, &n, &err) {
			return r.Read(p)
		}
	}
	if _, plain := r.text.(*counter); plain {
		return n, Reason(err)
	}
	if err != nil && err != io.EOF {
		err = fault(err)
	}
	return n, err
}

// compressed reports whether p[:n], the result of the first read, begins compressed data, and prepares r to decompress
// it. It reads more only if p[:n] is the beginning of a magic number, so that the bytes of a slow input are returned at
// once.
func (r *Reader) compressed(p []byte, n *int, err *error) bool {
	marks := []string{gzipMark + "\x08", zstdMark, xzMark}
	for size := '1'; size <= '9'; size++ {
		marks = append(marks, "BZh"+string(size)+bzip2Block, "BZh"+string(size)+bzip2End)
	}
	for _, mark := range marks {
		for *n > 0 && *n < len(mark) && *n < len(p) && *err == nil && strings.HasPrefix(mark, string(p[:*n])) {
			var more int
			more, *err = r.text.Read(p[*n:])
			*n += more
		}
		if !strings.HasPrefix(string(p[:min(*n, len(mark))]), mark) {
			continue
		}
		r.text = io.MultiReader(bytes.NewReader(bytes.Clone(p[:*n])), r.text)
		switch r.begin = ungzip; {
		case mark == zstdMark:
			r.begin = r.unzstd
		case mark == xzMark:
			r.begin = func(io.Reader) (io.Reader, error) { return nil, errXZ }
		case strings.HasPrefix(mark, "BZh"):
			r.begin = func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }
		}
		return true
	}
	return false
}

// Seek sets the offset of the next read. It fails for compressed files and for pipes. Bytes that are read again are
// counted only once.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	c, ok := r.text.(*counter)
	if !ok || r.begin != nil {
		return 0, errors.ErrUnsupported
	}
	before, err := r.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	at, err := r.file.Seek(offset, whence)
	if err == nil {
		c.done.Add(at - before)
	}
	return at, err
}

// Close closes the file.
func (r *Reader) Close() error {
	r.release()
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

func ungzip(r io.Reader) (io.Reader, error) {
	r, head, err := peek(r, len(gzipMark))
	switch {
	case err != nil:
		return nil, err
	case !strings.HasPrefix(gzipMark, head):
		return nil, gzip.ErrHeader
	}
	z, err := gzip.NewReader(r)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return z, err
}

// peek returns the first n bytes of r, and a reader that reads r from its start. If r has fewer bytes, peek returns all
// of them. If r is empty, peek returns an error.
func peek(r io.Reader, n int) (whole io.Reader, head string, err error) {
	buf := make([]byte, n)
	n, err = io.ReadFull(r, buf)
	switch {
	case err == io.EOF:
		return nil, "", io.ErrUnexpectedEOF
	case err != nil && err != io.ErrUnexpectedEOF:
		return nil, "", err
	}
	return io.MultiReader(bytes.NewReader(buf[:n]), r), string(buf[:n]), nil
}

func (r *Reader) unzstd(in io.Reader) (io.Reader, error) {
	in, head, err := peek(in, len(zstdMark))
	switch {
	case err != nil:
		return nil, err
	case len(head) < len(zstdMark) && !strings.HasPrefix(zstdMark, head):
		return nil, zstd.ErrMagicMismatch
	}
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	r.release = z.Close
	return z, nil
}

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

// Input returns a reader of standard input. The counter done gets the number of bytes read. It decompresses gzip and
// zstd data, and bzip2 data. After its first error or io.EOF it reads no more, because a terminal could return more
// input. prefix precedes the texts of its errors.
func Input(r io.Reader, done *atomic.Int64, prefix string) io.Reader {
	return &input{Reader{text: &counter{r, done}, release: func() {}, sniff: true}, prefix, nil}
}

type input struct {
	r      Reader
	prefix string
	err    error
}

func (in *input) Read(p []byte) (n int, err error) {
	if in.err != nil {
		return 0, in.err
	}
	n, err = in.r.Read(p)
	if _, plain := in.r.text.(*counter); err != nil && err != io.EOF && (!plain || errors.As(err, new(syscall.Errno))) {
		err = fmt.Errorf("%s%w", in.prefix, err)
	}
	in.err = err
	return n, err
}

type counter struct {
	r    io.Reader
	done *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.done.Add(int64(n))
	return n, err
}

// Uncompressed returns name without the suffix of a compressed file.
func Uncompressed(name string) string { return strings.TrimSuffix(name, ext(name)) }

// ext returns the suffix of a compressed file, or "".
func ext(name string) string {
	for _, ext := range []string{".gz", ".zst"} {
		if strings.HasSuffix(name, ext) {
			return ext
		}
	}
	return ""
}
