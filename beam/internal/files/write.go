package files

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// Write writes lines to files, one for each bundle. Elements of lines are of type []byte. The names of the files are
// derived from output: for the output out/urls.txt.gz, they are out/urls-ID.txt.gz. The suffixes select the same
// formats as for Read. If output ends in .parquet, each element of lines is a row with a cell for each column, as
// AppendCells returns it.
//
// Until every bundle is written, the names of the files end in .tmp. So nobody can mistake the files of a failed
// pipeline for a complete result. When Write renames the files, it removes other files with names derived from output,
// because failed attempts left them.
func Write(s beam.Scope, output string, columns []string, lines beam.PCollection) {
	s = s.Scope("earl.Write")
	names := beam.ParDo(s, &writeFn{Output: output, Columns: columns}, lines)
	beam.ParDo0(s, &commitFn{Output: output}, beam.GroupByKey(s, beam.AddFixedKey(s, names)))
}

// Check returns an error if output is not a valid name for Write, or if files with names derived from output exist.
func Check(ctx context.Context, output string) error {
	if base := path.Base(output); output == "" || strings.HasSuffix(output, "/") || strings.HasPrefix(base, ".") {
		return fmt.Errorf("%q is a folder or has no name: want a file such as out/urls.txt", output)
	}
	fs, err := filesystem.New(ctx, output)
	if err != nil {
		return err
	}
	defer fs.Close()
	if strings.ContainsAny(output, `*?[\`) {
		return fmt.Errorf("%q: the name of an output cannot contain any of * ? [ \\", output)
	}
	names, err := list(ctx, fs, output)
	if err == nil && len(names) > 0 {
		err = fmt.Errorf("%s is there already: remove the files of that result or name another", names[0])
	}
	return err
}

// name returns the name of one file of an output. The given ID is a part of the name.
func name(output, id string) string {
	prefix, suffix := split(output)
	return prefix + "-" + id + suffix
}

// split splits the name of an output before its suffixes: out/urls.txt.gz into out/urls and .txt.gz.
func split(output string) (prefix, suffix string) {
	base := path.Base(output)
	if i := strings.IndexByte(base, '.'); i >= 0 {
		suffix = base[i:]
	}
	return strings.TrimSuffix(output, suffix), suffix
}

// list returns the files of an output, including temporary files.
func list(ctx context.Context, fs filesystem.Interface, output string) ([]string, error) {
	names, err := fs.List(ctx, name(output, "*")+"*")
	if err != nil {
		return nil, err
	}
	prefix, suffix := split(path.Base(output))
	own := regexp.MustCompile(`^` + regexp.QuoteMeta(prefix) + `-[0-9a-z]{26}` + regexp.QuoteMeta(suffix) + `(\.tmp)?$`)
	return slices.DeleteFunc(names, func(name string) bool { return !own.MatchString(path.Base(name)) }), nil
}

// A writeFn writes the elements of a bundle to a temporary file, and emits the final name of the file.
type writeFn struct {
	Output  string
	Columns []string

	file string // the final name, or "" before the first element
	w    io.WriteCloser
	sink sink
	fs   filesystem.Interface
}

// A sink encodes lines.
type sink interface {
	write(line []byte) error
	Close() error
}

// StartBundle clears the file name that a failed bundle has left.
func (fn *writeFn) StartBundle(context.Context, func(string)) error {
	fn.file = ""
	return nil
}

func (fn *writeFn) ProcessElement(ctx context.Context, line []byte, _ func(string)) error {
	if fn.file == "" {
		if err := fn.open(ctx); err != nil {
			return fmt.Errorf("%s: %w", fn.Output, err)
		}
	}
	return fn.sink.write(line)
}

func (fn *writeFn) open(ctx context.Context) (err error) {
	fn.file = name(fn.Output, strings.ToLower(rand.Text()))
	if fn.fs, err = filesystem.New(ctx, fn.Output); err != nil {
		return err
	}
	if fn.w, err = fn.fs.OpenWrite(ctx, fn.file+".tmp"); err != nil {
		return err
	}
	switch ext(fn.Output) {
	case ".gz":
		fn.sink = textSink{gzip.NewWriter(fn.w)}
	case ".zst":
		z, err := zstd.NewWriter(fn.w, zstd.WithEncoderConcurrency(1))
		fn.sink = textSink{z}
		return err
	case ".parquet":
		fn.sink = newTableSink(fn.w, fn.Columns)
	default:
		fn.sink = textSink{buffered{bufio.NewWriterSize(fn.w, 1<<20)}}
	}
	return nil
}

// FinishBundle closes the file and emits its final name.
func (fn *writeFn) FinishBundle(_ context.Context, emit func(string)) error {
	if fn.file == "" {
		return nil
	}
	err := errors.Join(fn.sink.Close(), fn.w.Close(), fn.fs.Close())
	if err != nil {
		return fmt.Errorf("%s: %w", fn.Output, err)
	}
	emit(fn.file)
	fn.file = ""
	return nil
}

// A commitFn renames the files of all bundles to their final names.
type commitFn struct{ Output string }

func (fn *commitFn) ProcessElement(ctx context.Context, _ int, names func(*string) bool) error {
	fs, err := filesystem.New(ctx, fn.Output)
	if err != nil {
		return err
	}
	defer fs.Close()
	found, err := list(ctx, fs, fn.Output)
	if err != nil {
		return err
	}
	left := map[string]string{} // files that are not yet renamed or checked, by base name
	for _, name := range found {
		left[path.Base(name)] = name
	}
	for name := ""; names(&name); {
		base := path.Base(name)
		if temporary, ok := left[base+".tmp"]; ok {
			if err := filesystem.Rename(ctx, fs, temporary, name); err != nil {
				return err
			}
		} else if _, ok := left[base]; !ok { // an earlier attempt may have renamed the file
			return fmt.Errorf("%s.tmp has vanished", name)
		}
		delete(left, base+".tmp")
		delete(left, base)
	}
	remover, ok := fs.(filesystem.Remover)
	for _, name := range left {
		if !ok {
			return fmt.Errorf("cannot remove %s, which an attempt that failed has left", name)
		}
		if err := remover.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// A textSink writes lines.
type textSink struct{ io.WriteCloser }

func (s textSink) write(line []byte) error {
	if _, err := s.Write(line); err != nil {
		return err
	}
	_, err := s.Write([]byte{'\n'})
	return err
}

// buffered is a buffered writer. Its method Close flushes the buffer.
type buffered struct{ *bufio.Writer }

func (b buffered) Close() error { return b.Flush() }

// AppendCells appends cells to the row of a table. A nil is a null cell.
func AppendCells(row []byte, cells ...*string) []byte {
	for _, cell := range cells {
		if cell == nil {
			row = append(row, 0)
			continue
		}
		row = append(binary.AppendUvarint(row, uint64(len(*cell))+1), *cell...)
	}
	return row
}

// A tableSink writes rows of strings to a Parquet file.
type tableSink struct {
	*parquet.Writer
	order []int // for each cell, the index of its column
}

// newTableSink returns a sink for a table of nullable string columns.
func newTableSink(w io.Writer, columns []string) *tableSink {
	group := parquet.Group{}
	for _, column := range columns {
		group[column] = parquet.Optional(parquet.String())
	}
	schema := parquet.NewSchema("earl", group)
	s := &tableSink{Writer: parquet.NewWriter(w, schema, parquet.Compression(&parquet.Zstd))}
	for _, column := range columns {
		leaf, _ := schema.Lookup(column)
		s.order = append(s.order, leaf.ColumnIndex)
	}
	return s
}

func (s *tableSink) write(line []byte) error {
	row := make(parquet.Row, len(s.order))
	for _, column := range s.order {
		n, size := binary.Uvarint(line)
		if size <= 0 || n > uint64(len(line)-size)+1 {
			return errors.New("a row ends too early")
		}
		line = line[size:]
		value := parquet.Value{}
		if n > 0 {
			value = parquet.ByteArrayValue([]byte(strings.ToValidUTF8(string(line[:n-1]), "\ufffd")))
			line = line[n-1:]
		}
		row[column] = value.Level(0, min(1, int(n)), column)
	}
	_, err := s.WriteRows([]parquet.Row{row})
	return err
}
