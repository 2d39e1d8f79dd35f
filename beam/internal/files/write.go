package files

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// An Output describes the files of a result.
type Output struct {
	Name    string   // the file after which the files are named
	Shards  int      // the number of files
	Columns []string // if the files are tables
	Note    string   // what made the result, as JSON
}

// Write writes lines to files. Elements of lines are of type []byte. For the output out/urls.txt.gz, the names of the
// files are out/urls-00000-of-00016.txt.gz and so on. The suffixes select the same formats as for Read. In a .parquet
// file, a line is a row with a cell for each column, as AppendCells returns it. The bytes of a line determine its file.
// So the same lines give the same files, with the same lines in each, in any order. Files without lines do not exist.
//
// Until all files are written, their names end in .tmp, so that nobody mistakes the files of a failed pipeline for a
// result. Then Write renames them, removes those of failed attempts, and writes o.Note to out/urls.manifest.json. Some
// runners hold a file in memory.
func Write(s beam.Scope, o Output, lines beam.PCollection) {
	s = s.Scope("earl.Write")
	blocks := beam.GroupByKey(s, beam.ParDo(s, &blockFn{Shards: o.Shards}, lines))
	names := beam.Flatten(s, beam.ParDo(s, &writeFn{Output: o}, blocks), beam.Create(s, "")) // "" if there are no lines
	beam.ParDo0(s, &commitFn{Output: o}, beam.GroupByKey(s, beam.AddFixedKey(s, names)))
}

// Check returns an error if output is not a valid name for Write, or if files with names derived from output exist.
func Check(ctx context.Context, output string) error {
	if base := path.Base(output); output == "" || strings.HasSuffix(output, "/") || strings.HasPrefix(base, ".") {
		return fmt.Errorf("%q is a folder or has no name: want a file such as out/urls.txt", output)
	}
	if strings.ContainsAny(output, `*?[\`) {
		return fmt.Errorf("%q: the name of an output cannot contain any of * ? [ \\", output)
	}
	_, err := each(ctx, name(output, anyFile)+"*", func(_ filesystem.Interface, name string) error {
		return fmt.Errorf("%s is there already: remove the files of that result or name another", name)
	})
	return err
}

// Clean removes the temporary files that attempts to write outputs have left. A name may be empty.
func Clean(ctx context.Context, outputs ...string) (err error) {
	for _, output := range outputs {
		if output == "" {
			continue
		}
		_, e := each(ctx, name(output, anyFile)+".*.tmp", func(fs filesystem.Interface, name string) error {
			if remover, ok := fs.(filesystem.Remover); ok {
				return remover.Remove(ctx, name)
			}
			return fmt.Errorf("cannot remove %s, which an attempt that failed has left", name)
		})
		err = errors.Join(err, e)
	}
	return err
}

// anyFile matches the numbers of the files of an output.
const anyFile = "[0-9][0-9][0-9][0-9][0-9]-of-[0-9][0-9][0-9][0-9][0-9]"

// name returns the name of one file of an output: out/urls-ID.txt.gz for out/urls.txt.gz.
func name(output, id string) string {
	prefix, suffix := cutSuffix(output)
	return prefix + "-" + id + suffix
}

// cutSuffix splits the name of an output before its suffixes: out/urls.txt.gz into out/urls and .txt.gz.
func cutSuffix(output string) (prefix, suffix string) {
	base := path.Base(output)
	if i := strings.IndexByte(base, '.'); i >= 0 {
		suffix = base[i:]
	}
	return strings.TrimSuffix(output, suffix), suffix
}

// A blockFn emits the lines of a bundle in blocks, with the number of the file for each block. In a block, the length
// of each line precedes the line.
type blockFn struct {
	Shards int

	blocks map[int][]byte
}

// StartBundle drops the blocks that a failed bundle has left.
func (fn *blockFn) StartBundle(func(int, []byte)) { fn.blocks = map[int][]byte{} }

func (fn *blockFn) ProcessElement(line []byte, emit func(int, []byte)) {
	const maxBlock, maxBlocks = 256 << 10, 32 << 20 // bytes
	shard := int(crc32.ChecksumIEEE(line) % uint32(fn.Shards))
	block := append(binary.AppendUvarint(fn.blocks[shard], uint64(len(line))), line...)
	if len(block) > min(maxBlock, maxBlocks/fn.Shards) {
		emit(shard, block)
		block = nil
	}
	fn.blocks[shard] = block
}

// FinishBundle emits the remaining blocks.
func (fn *blockFn) FinishBundle(emit func(int, []byte)) {
	for shard, block := range fn.blocks {
		emit(shard, block)
	}
}

// A writeFn writes blocks to a temporary file, and emits the name of the file.
type writeFn struct{ Output Output }

func (fn *writeFn) ProcessElement(ctx context.Context, shard int, blocks func(*[]byte) bool, emit func(string)) error {
	file := name(fn.Output.Name, fmt.Sprintf("%05d-of-%05d", shard, fn.Output.Shards)) + temporary()
	if err := fn.Output.write(ctx, file, blocks); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	emit(file)
	return nil
}

// temporary returns a new suffix for the names of temporary files. All suffixes have the same length.
func temporary() string { return "." + strings.ToLower(rand.Text()) + ".tmp" }

func (o *Output) write(ctx context.Context, name string, blocks func(*[]byte) bool) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	var text []byte
	var w io.Writer = file
	var end io.Closer = io.NopCloser(nil)
	line := func(line []byte) error {
		text = append(append(text, line...), '\n')
		return nil
	}
	switch ext(o.Name) {
	case ".gz":
		z := gzip.NewWriter(file)
		w, end = z, z
	case ".zst":
		var z *zstd.Encoder
		z, err = zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
		w, end = z, z
	case ".parquet":
		t := newTable(file, o)
		end, line = t, t.writeRow
	}
	for block := []byte(nil); err == nil && blocks(&block); {
		for len(block) > 0 && err == nil {
			n, size := binary.Uvarint(block)
			err = line(block[size : size+int(n)])
			block = block[size+int(n):]
		}
		if err == nil && len(text) > 0 {
			_, err = w.Write(text)
			text = text[:0]
		}
	}
	return errors.Join(err, end.Close(), file.Close())
}

// A commitFn renames the files to their final names, and writes the manifest.
type commitFn struct{ Output Output }

func (fn *commitFn) ProcessElement(ctx context.Context, _ int, names func(*string) bool) error {
	fs, err := filesystem.New(ctx, fn.Output.Name)
	if err != nil {
		return err
	}
	defer fs.Close()
	for file := ""; names(&file); {
		if file == "" {
			continue
		}
		final := file[:len(file)-len(temporary())]
		if err := filesystem.Rename(ctx, fs, file, final); err != nil {
			if _, e := fs.Size(ctx, final); e != nil { // an earlier attempt may have renamed the file
				return err
			}
		}
	}
	if err := Clean(ctx, fn.Output.Name); err != nil {
		return err
	}
	prefix, _ := cutSuffix(fn.Output.Name)
	return filesystem.Write(ctx, fs, prefix+".manifest.json", []byte(fn.Output.Note+"\n"))
}

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

// A table writes rows of strings to a Parquet file.
type table struct {
	*parquet.Writer
	order []int // for each cell, the index of its column
}

// newTable returns a table of nullable string columns. Its metadata has the note.
func newTable(w io.Writer, o *Output) *table {
	group := parquet.Group{}
	for _, column := range o.Columns {
		group[column] = parquet.Optional(parquet.String())
	}
	schema := parquet.NewSchema("earl", group)
	t := &table{Writer: parquet.NewWriter(w, schema, parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata("earl", o.Note))}
	for _, column := range o.Columns {
		leaf, _ := schema.Lookup(column)
		t.order = append(t.order, leaf.ColumnIndex)
	}
	return t
}

// CutCell returns the first cell of a row of AppendCells, and the rest of the row.
func CutCell(row []byte) (cell *string, rest []byte, err error) {
	n, size := binary.Uvarint(row)
	if size <= 0 || n > uint64(len(row)-size)+1 {
		return nil, nil, errors.New("a row ends too early")
	}
	row = row[size:]
	if n == 0 {
		return nil, row, nil
	}
	text := string(row[:n-1])
	return &text, row[n-1:], nil
}

func (t *table) writeRow(line []byte) (err error) {
	row := make(parquet.Row, len(t.order))
	for _, column := range t.order {
		var cell *string
		if cell, line, err = CutCell(line); err != nil {
			return err
		}
		row[column] = parquet.Value{}.Level(0, 0, column)
		if cell != nil {
			row[column] = parquet.ByteArrayValue([]byte(strings.ToValidUTF8(*cell, "\ufffd"))).Level(0, 1, column)
		}
	}
	_, err = t.WriteRows([]parquet.Row{row})
	return err
}
