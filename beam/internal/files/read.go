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
	register.Function3x1(split)
	register.DoFn3x1[context.Context, Part, func([]byte), error](&readFn{})
	register.DoFn2x0[[]byte, func(int, []byte)](&blockFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(string), error](&writeFn{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&commitFn{})
	register.Emitter1[Part]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
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
	return beam.ParDo(s, &readFn{Column: column}, Find(s, patterns...))
}

// Find returns the parts of all files that match the patterns. Elements are of type Part.
func Find(s beam.Scope, patterns ...string) beam.PCollection {
	for _, pattern := range patterns {
		filesystem.ValidateScheme(pattern)
	}
	return beam.Reshuffle(s, beam.ParDo(s, split, beam.CreateList(s, patterns)))
}

// split emits the parts of the files that match a pattern.
func split(ctx context.Context, pattern string, emit func(Part)) error {
	n, err := each(ctx, pattern, func(fs filesystem.Interface, name string) error {
		size, step, err := measure(ctx, fs, name)
		for start := int64(0); start < size && err == nil; start += step {
			emit(Part{name, start, min(start+step, size)})
		}
		return err
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: there is no such file", pattern)
	}
	return err
}

// each calls do for each file that matches a pattern, until the first error. n is the number of files.
func each(ctx context.Context, pattern string, do func(fs filesystem.Interface, name string) error) (n int, err error) {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return 0, err
	}
	defer fs.Close()
	names, err := fs.List(ctx, pattern)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", pattern, err)
	}
	for _, name := range names {
		if err := do(fs, name); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

// measure returns the size of a file and the size of its parts. The unit is a byte for text, and a row group for
// Parquet. Both sizes are 1 if the file cannot be divided.
func measure(ctx context.Context, fs filesystem.Interface, name string) (size, step int64, err error) {
	size, step = 1, 1 // a part even if the file is empty: an empty compressed file is an error
	if isCompressed(name) {
		return size, step, nil
	}
	err = Open(ctx, name, func(r io.Reader) (err error) {
		if ext(name) == ".parquet" {
			table, err := openParquet(r)
			if err == nil {
				size = int64(len(table.RowGroups()))
			}
			return err
		}
		if _, ok := r.(io.Seeker); ok {
			step = partSize
			size, err = fs.Size(ctx, name)
		}
		return err
	})
	return size, step, err
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

func isCompressed(name string) bool { return ext(name) == ".gz" || ext(name) == ".zst" }

// A readFn emits the records of a part.
type readFn struct{ Column string }

func (fn *readFn) ProcessElement(ctx context.Context, part Part, emit func([]byte)) error {
	return Open(ctx, part.Name, func(r io.Reader) error {
		seeker, ok := r.(io.Seeker)
		switch {
		case ext(part.Name) == ".parquet":
			return fn.readColumn(r, part, emit)
		case !ok:
			return readLines(r, 0, -1, emit)
		}
		if _, err := seeker.Seek(max(0, part.Start-1), io.SeekStart); err != nil {
			return err
		}
		return readLines(r, part.Start, part.End, emit)
	})
}

// Open calls read with a reader of a file. The reader decompresses a file named .gz or .zst.
func Open(ctx context.Context, name string, read func(r io.Reader) error) (err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenRead(ctx, name)
	if err != nil {
		return err
	}
	defer file.Close()
	var r io.Reader = file
	switch ext(name) {
	case ".gz":
		z := new(gzip.Reader)
		r, err = z, z.Reset(file)
	case ".zst":
		z, e := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if e != nil {
			return e
		}
		defer z.Close()
		b := bufio.NewReader(z)
		r = b
		_, err = b.Peek(1)
	}
	if err == nil {
		err = read(r)
	}
	if isCompressed(name) {
		err = fault(err)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// fault returns an error that says whether compressed data is incomplete or damaged.
func fault(err error) error {
	switch {
	case err == nil:
		return nil
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
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
func openParquet(r io.Reader) (*parquet.File, error) {
	file, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		file = bytes.NewReader(data)
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	table, err := parquet.OpenFile(file, size)
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
