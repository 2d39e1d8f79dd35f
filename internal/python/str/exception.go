package str

// An Exception is what CPython would raise: the class and the exact text
// that str(exception) gives. The text may quote the input, secrets included.
type Exception struct {
	Class   string        // such as "ValueError"
	Text    string        // str(exception)
	Unicode *UnicodeFault // set for UnicodeEncodeError and UnicodeDecodeError
	Name    string        // of the encoding or error handler, if that and not the text is at fault
	Tuple   bool          // raised with several arguments, of which the text is the tuple
	Cause   error         // what earl knows beyond Python, or nil
}

// A UnicodeFault holds the attributes of a UnicodeError.
type UnicodeFault struct {
	Encoding   string // the codec's label, as in the text
	Start, End int    // half-open range of the fault: code points when encoding, bytes when decoding
	Reason     string
}

// Error returns class and text, as the last line of a traceback.
func (e *Exception) Error() string { return e.Class + ": " + e.Text }

// Unwrap returns the cause.
func (e *Exception) Unwrap() error { return e.Cause }
