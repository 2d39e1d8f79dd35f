package str

// An Exception is an exception that CPython would raise. Its text may quote the input, passwords included.
type Exception struct {
	Class   string        // such as "ValueError"
	Text    string        // str(exception)
	Unicode *UnicodeFault // set for UnicodeEncodeError and UnicodeDecodeError
	Name    string        // name of the encoding or error handler that is invalid
	Tuple   bool          // raised with several arguments; the text is their tuple
	Cause   error         // a cause that Python does not report, or nil
}

// A GoType is the name of a Go type. It is the cause of an Exception about a Go value that no Python value is equal to.
type GoType string

// Error returns a sentence with the name.
func (t GoType) Error() string { return "the Go type is " + string(t) }

// A UnicodeFault holds the attributes of a UnicodeError.
type UnicodeFault struct {
	Encoding   string // the codec's label, as in the text
	Start, End int    // half-open range of the fault: code points when encoding, bytes when decoding
	Reason     string
}

// Error returns class and text, as in a traceback.
func (e *Exception) Error() string { return e.Class + ": " + e.Text }

// Unwrap returns the cause.
func (e *Exception) Unwrap() error { return e.Cause }
