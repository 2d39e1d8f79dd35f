// Package files has transforms that read and write files of text, compressed text and Parquet. It uses the filesystems
// of the SDK.
package files

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

func init() {
	register.DoFn3x1[context.Context, string, func(Part), error](&splitFn{})
	register.DoFn3x1[context.Context, Part, func([]byte), error](&readFn{})
	register.DoFn3x1[context.Context, []byte, func(string), error](&writeFn{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&commitFn{})
	register.Emitter1[Part]()
	register.Emitter1[[]byte]()
	register.Emitter1[string]()
	register.Iter1[string]()
	beam.RegisterType(reflect.TypeFor[Part]())
}

// partSize is the length of a part of a text file in bytes. Workers read the parts of a file in parallel.
const partSize = 16 << 20

// maxWindow is the maximum size of the window of a zstd file in bytes. It is the same as for the command earl.
const maxWindow = 8 << 20

// A Part is a part of a file: the bytes [Start, End) of a text, or the row groups [Start, End) of a Parquet file.
type Part struct {
	Name       string
	Start, End int64
}

// Read reads the records of all files that match the patterns. The records of a Parquet file, named .parquet, are the
// values of the given column. The records of any other file are its lines. Read decompresses files named .gz and .zst.
// Workers read the parts of a file in parallel, unless the file is compressed or its filesystem cannot seek. Elements
// are of type []byte.
//
// As for the command earl, a line ends with a line feed, with a carriage return and a line feed, or at the end of the
// file. Read ignores a byte order mark at the start of a file.
func Read(s beam.Scope, column string, patterns ...string) beam.PCollection {
	s = s.Scope("earl.Read")
	for _, pattern := range patterns {
		filesystem.ValidateScheme(pattern)
	}
	parts := beam.ParDo(s, &splitFn{}, beam.CreateList(s, patterns))
	return beam.ParDo(s, &readFn{Column: column}, beam.Reshuffle(s, parts))
}

// A splitFn emits the parts of the files that match a pattern.
type splitFn struct{}

func (*splitFn) ProcessElement(ctx context.Context, pattern string, emit func(Part)) error {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return err
	}
	defer fs.Close()
	names, err := fs.List(ctx, pattern)
	if err == nil && len(names) == 0 {
		err = errors.New("there is no such file")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", pattern, err)
	}
	for _, name := range names {
		size, step, err := measure(ctx, fs, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for start := int64(0); start < size; start += step {
			emit(Part{name, start, min(start+step, size)})
		}
	}
	return nil
}

// measure returns the size of a file and the size of its parts. The unit is a byte for text, and a row group for
// Parquet. Both sizes are 1 if the file cannot be divided.
func measure(ctx context.Context, fs filesystem.Interface, name string) (size, step int64, err error) {
	file, err := fs.OpenRead(ctx, name)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	if ext(name) == ".parquet" {
		table, err := openParquet(file)
		if err != nil {
			return 0, 0, err
		}
		return int64(len(table.RowGroups())), 1, nil
	}
	if size, err = fs.Size(ctx, name); err != nil {
		return 0, 0, err
	}
	if _, ok := file.(io.Seeker); !ok || ext(name) != "" {
		return 1, 1, nil // a part even if the file is empty: an empty compressed file is an error
	}
	return size, partSize, nil
}

// ext returns the suffix that selects the format of a file, or "" for text.
func ext(name string) string {
	for _, ext := range []string{".gz", ".zst", ".parquet"} {
		if strings.HasSuffix(name, ext) {
			return ext
		}
	}
	return ""
}

// A readFn emits the records of a part.
type readFn struct{ Column string }

func (fn *readFn) ProcessElement(ctx context.Context, part Part, emit func([]byte)) error {
	if err := fn.read(ctx, part, emit); err != nil {
		return fmt.Errorf("%s: %w", part.Name, err)
	}
	return nil
}

func (fn *readFn) read(ctx context.Context, part Part, emit func([]byte)) error {
	fs, err := filesystem.New(ctx, part.Name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenRead(ctx, part.Name)
	if err != nil {
		return err
	}
	defer file.Close()
	switch ext(part.Name) {
	case ".parquet":
		return fn.readColumn(file, part, emit)
	case ".gz":
		z, err := gzip.NewReader(file)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return fault(err)
		}
		return fault(readLines(z, 0, -1, emit))
	case ".zst":
		z, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return err
		}
		defer z.Close()
		r := bufio.NewReader(z)
		if _, err := r.Peek(1); err == io.EOF {
			return fault(io.ErrUnexpectedEOF)
		}
		return fault(readLines(r, 0, -1, emit))
	}
	seeker, ok := file.(io.Seeker)
	if !ok {
		return readLines(file, 0, -1, emit)
	}
	if _, err := seeker.Seek(max(0, part.Start-1), io.SeekStart); err != nil {
		return err
	}
	return readLines(file, part.Start, part.End, emit)
}

// fault returns an error that says whether compressed data is incomplete or damaged.
func fault(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the compressed data ends too early: the file is truncated")
	}
	return fmt.Errorf("the compressed data is damaged: %w", err)
}

// readLines emits the lines that begin at an offset in [start, end). If end is negative, there is no limit. If start is
// not 0, r begins at offset start-1, and the line that contains this byte belongs to the previous part.
func readLines(r io.Reader, start, end int64, emit func([]byte)) error {
	b := bufio.NewReaderSize(r, 256<<10)
	at, skip := start, int64(0)
	if start > 0 {
		skipped, err := b.ReadBytes('\n')
		if err != nil {
			return ignoreEOF(err)
		}
		at += int64(len(skipped)) - 1
	} else if mark, _ := b.Peek(3); string(mark) == "\ufeff" {
		b.Discard(3)
		skip = 3 // length of the byte order mark
	}
	for end < 0 || at < end {
		line, err := b.ReadBytes('\n')
		at += skip + int64(len(line))
		skip = 0
		if text, ended := bytes.CutSuffix(line, []byte{'\n'}); ended {
			emit(bytes.TrimSuffix(text, []byte{'\r'}))
		} else if err == io.EOF && len(line) > 0 {
			emit(line)
		}
		if err != nil {
			return ignoreEOF(err)
		}
	}
	return nil
}

func ignoreEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// openParquet opens a Parquet file. It reads the file into memory if its filesystem has no random access.
func openParquet(file io.Reader) (*parquet.File, error) {
	at, size := io.ReaderAt(nil), int64(0)
	if f, ok := file.(interface {
		io.ReaderAt
		io.Seeker
	}); ok {
		end, err := f.Seek(0, io.SeekEnd)
		if err != nil {
			return nil, err
		}
		at, size = f, end
	} else {
		data, err := io.ReadAll(file)
		if err != nil {
			return nil, err
		}
		at, size = bytes.NewReader(data), int64(len(data))
	}
	table, err := parquet.OpenFile(at, size)
	if err != nil {
		return nil, fmt.Errorf("not a Parquet file: %w", err)
	}
	return table, nil
}

// readColumn emits the values of the column in the row groups of a part. It emits an empty record for a null.
func (fn *readFn) readColumn(file io.Reader, part Part, emit func([]byte)) error {
	table, err := openParquet(file)
	if err != nil {
		return err
	}
	leaf, ok := table.Schema().Lookup(fn.Column)
	if !ok || leaf.Node.Type().Kind() != parquet.ByteArray || leaf.MaxRepetitionLevel > 0 {
		return fmt.Errorf("the table has no column %q of strings: name it with -column", fn.Column)
	}
	values := make([]parquet.Value, 1024)
	for _, group := range table.RowGroups()[part.Start:part.End] {
		pages := group.ColumnChunks()[leaf.ColumnIndex].Pages()
		defer pages.Close()
		for {
			page, err := pages.ReadPage()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			for r := page.Values(); err == nil; {
				var n int
				n, err = r.ReadValues(values)
				for _, v := range values[:n] {
					emit(bytes.Clone(v.ByteArray()))
				}
			}
			if err != io.EOF {
				return err
			}
		}
	}
	return nil
}
