package bulk

import "io"

// Inputs reads several inputs, such as files, one after the other. Each input can begin with a byte order mark, can end
// without a delimiter, and has its own header if it is a table. Inputs can be used once.
type Inputs struct {
	// Next opens the next input and returns it with a name for messages. It returns io.EOF when there are no more. An
	// input is closed when it has been read.
	Next func() (name string, r io.ReadCloser, err error)

	// Failed is called for an input that cannot be opened or read to its end. Reading continues with the next input.
	// Failed may be called from a goroutine other than Run's caller.
	Failed func(name string, err error)

	name    string
	current io.ReadCloser
}

// A boundary is the error that Read returns where an input begins or ends.
type boundary struct {
	begins bool
	name   string // name of the input that begins
	cut    bool   // the input that ends could not be read to its end
}

func (b *boundary) Error() string { return "bulk: an input begins or ends here" }

// Read reads bytes of one input, or returns a boundary as its error.
func (in *Inputs) Read(p []byte) (int, error) {
	if in.current == nil {
		name, r, err := in.Next()
		switch {
		case err == io.EOF:
			return 0, io.EOF
		case err != nil:
			in.Failed(name, err)
			return 0, &boundary{cut: true}
		}
		in.name, in.current = name, r
		return 0, &boundary{begins: true, name: name}
	}
	n, err := in.current.Read(p)
	switch {
	case err == nil || n > 0: // the next Read returns the error again
		return n, nil
	case err == io.EOF:
		in.close()
		return 0, &boundary{}
	}
	in.fail(err)
	return 0, &boundary{cut: true}
}

func (in *Inputs) fail(err error) {
	in.close()
	in.Failed(in.name, err)
}

// close closes the input that is being read, unless it has been read to its end. Its error does not matter: the input
// has been read, or there is another error already.
func (in *Inputs) close() {
	if in.current != nil {
		in.current.Close()
		in.current = nil
	}
}
