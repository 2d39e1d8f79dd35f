package reading

import "earl.example/urlerr"

// A Dialect parses URLs as one specification or program does, and fills readings. Its implementations are comparable
// types.
type Dialect interface {
	// Read sets r to the reading of url. It calls r.Reset first, then r.Accept or r.Reject.
	Read(r *Reading, url string)
}

// A Named is a [Dialect] with a name that depends on its options.
type Named interface {
	// Name returns the name, such as "java.net.URL".
	Name() string
}

// A Resolver is a [Dialect] that resolves references.
type Resolver interface {
	// Resolve resolves ref against base.
	Resolve(base, ref string) (string, error)
}

// A BaseResolver is a [Resolver] that can prepare a base URL for many references.
type BaseResolver interface {
	// Resolver returns a function that resolves a reference against base, like Resolve. Several goroutines may call it
	// at the same time.
	Resolver(base string) func(ref string) (string, error)
}

// Releases is a [Dialect] that has several releases.
type Releases interface {
	Dialect
	// Release returns the full release of the dialect, such as "3.15.2".
	Release() string
	// Releases returns the newest known release of each line of development, oldest first. At may accept more.
	Releases() []string
	// At returns the dialect of another release. "3.9" means the newest known release of 3.9. The error for an unknown
	// release is of kind [urlerr.UnknownName].
	At(release string) (Dialect, error)
}

// maxLength is the largest offset in 32 bits.
const maxLength = 1<<32 - 1

// Reset makes r the empty reading of input. It returns false if input is longer than 4,294,967,295 bytes. r then has an
// error of kind [urlerr.TooLong].
func (r *Reading) Reset(input string) bool {
	r.input, r.text, r.err = input, "", nil
	r.href, r.never, r.ok, r.same = 0, 0, false, false
	r.at.Reset()
	r.in.Reset()
	if uint64(len(input)) <= maxLength {
		return true
	}
	r.err = errTooLong(input)
	return false
}

func errTooLong(input string) error {
	return &urlerr.Error{
		Dialect: "earl", Input: input, Offset: -1,
		Rule: urlerr.Rule{Name: "a URL has at most 4,294,967,295 bytes", Kind: urlerr.TooLong},
	}
}

// Reject makes r the reading of a URL that the dialect rejects because of err.
func (r *Reading) Reject(err error) {
	r.Reset(r.input)
	r.err = err
}

// Accept makes r the reading of a URL that the dialect accepts and writes as text[:href]. Other values are in
// text[href:]. Accept returns two empty Spans for the dialect to fill: the result at for the values in text, and the
// result in for the components in the input. If text is longer than 4,294,967,295 bytes, Accept rejects the URL, and
// the spans have no effect.
func (r *Reading) Accept(text string, href int) (at, in *Spans) {
	if uint64(len(text)) > maxLength {
		return r.rejectText()
	}
	r.text, r.href, r.ok = text, uint32(href), true
	return &r.at, &r.in
}

// rejectText rejects the URL because the text is too long. It returns spans that r does not use.
func (r *Reading) rejectText() (at, in *Spans) {
	r.Reject(errTooLong(r.input))
	return new(Spans), new(Spans)
}

// AcceptSame makes r the reading of a URL that the dialect accepts and writes as text. The components have the same
// offsets in text and in the input, so the dialect fills only one Spans, the result at.
func (r *Reading) AcceptSame(text string) (at *Spans) {
	r.text, r.href, r.ok, r.same = text, uint32(len(text)), true, true
	return &r.at
}

// SetNeverAbsent records that the components in mask are never absent: a component without a span has the value "". The
// bit of c is 1<<c.
func (r *Reading) SetNeverAbsent(mask uint16) { r.never = mask }

// SetPortErr records that the dialect accepts the URL, but cannot read its port.
func (r *Reading) SetPortErr(err error) {
	if r.ok {
		r.err = err
	}
}
