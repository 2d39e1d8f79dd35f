package bulk

import (
	"errors"
	"fmt"
	"io"
)

// Inputs are several inputs, such as files, that [Run] and [Records] read one
// after the other. Unlike the bytes of io.MultiReader they stay apart: each
// may begin with a byte order mark and end without a delimiter, and each table
// has its own header. Inputs are read once.
type Inputs struct {
	// Next opens the next input and returns it with a name for messages. It
	// returns io.EOF when there are no more. An input is closed when it has been
	// read. If Next is nil, there are none.
	Next func() (name string, r io.ReadCloser, err error)

	// Failed, if not nil, is told of an input that cannot be opened, or not be
	// read to its end, and reading goes on with the next. It may be called from
	// another goroutine than the one that called Run. Without it, such an input
	// ends the run with a [*ReadError].
	Failed func(name string, err error)

	name    string
	current io.ReadCloser
}

// Read reads the bytes of the inputs, with nothing between them.
func (in *Inputs) Read(p []byte) (int, error) {
	for {
		n, err := in.read(p)
		if _, ok := err.(*boundary); !ok || n > 0 {
			return n, err
		}
	}
}

// Close closes the input that is being read. It is for those who stop early. When
// [Run] has left a call of Read behind, that must have returned.
func (in *Inputs) Close() error {
	current := in.current
	in.current = nil
	if current == nil {
		return nil
	}
	return current.Close()
}

// A boundary is told by read instead of bytes where an input begins or ends.
type boundary struct {
	begins bool
	name   string // of an input that begins
	cut    bool   // the input that ends could not be read to its end
}

func (b *boundary) Error() string { return "bulk: an input begins or ends here" }

// read is Read with boundaries.
func (in *Inputs) read(p []byte) (int, error) {
	if in.current == nil {
		if in.Next == nil {
			return 0, io.EOF
		}
		name, r, err := in.Next()
		switch {
		case err == io.EOF:
			return 0, io.EOF
		case err != nil:
			if err := in.fail(name, err); err != nil {
				return 0, err
			}
			return 0, &boundary{cut: true}
		}
		in.name, in.current = name, r
		return 0, &boundary{begins: true, name: name}
	}
	n, err := in.current.Read(p)
	switch {
	case err == nil || n > 0: // the error comes again
		return n, nil
	case err == io.EOF:
		in.Close() // everything has been read: there is nothing to lose
		return 0, &boundary{}
	}
	return 0, in.stop(err)
}

// stop ends the input that is being read because of err.
func (in *Inputs) stop(err error) error {
	in.Close() // err says more than what this could
	if err := in.fail(in.name, err); err != nil {
		return err
	}
	return &boundary{cut: true}
}

// fail returns the error to end the run with, if any.
func (in *Inputs) fail(name string, err error) error {
	if in.Failed == nil {
		if name != "" {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return err
	}
	in.Failed(name, err)
	return nil
}

// parts reads inputs with their boundaries.
type parts struct{ in *Inputs }

func (p parts) Read(buf []byte) (int, error) { return p.in.read(buf) }

// inParts returns r, with the boundaries of its inputs if it has several.
func inParts(r io.Reader) (io.Reader, *Inputs) {
	if in, ok := r.(*Inputs); ok {
		return parts{in}, in
	}
	return r, nil
}

// isBoundary returns the boundary that err is, or nil.
func isBoundary(err error) *boundary {
	b, _ := errors.AsType[*boundary](err)
	return b
}
