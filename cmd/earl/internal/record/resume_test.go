package record

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/files"
)

// TestCheckpointOfCutData: if the end of compressed data is missing, the checkpoint has only results that the file has.
func TestCheckpointOfCutData(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "out.gz")
	begin := func() *checkpoint {
		file, err := files.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := newCheckpoint(file, "command", "inputs")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := begin()
	block := []byte(strings.Repeat("0123456789abcdef", flushEvery/16))
	for i, text := range [][]byte{block, block[:10]} {
		if _, err := c.Write(text); err != nil {
			t.Fatal(err)
		}
		c.at(bulk.Stats{Records: int64(i + 1)})
	}
	if _, err := c.Keep(); err != nil {
		t.Fatal(err)
	}
	c.Cut = true
	if err := c.save(); err != nil {
		t.Fatal(err)
	}
	c = begin()
	defer c.Discard()
	defer c.discard()
	if err := c.resume(); err != nil || c.done != (extent{1, flushEvery}) || c.written != flushEvery {
		t.Errorf("resume = %v, %+v, %d bytes; want the first record", err, c.done, c.written)
	}
}

// TestFingerprint: the fingerprint of a file changes with its beginning and its size, and a pipe has none.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	p := &Process{Stdin: io.Reader(new(bytes.Buffer))}
	if one, two := p.fingerprint([]string{"-"}), p.fingerprint([]string{"absent"}); one != two {
		t.Errorf("fingerprints of a pipe and of no file: %s, %s; want the same", one, two)
	}
}
