package urllib

// Python is a CPython interpreter as far as urllib.parse depends on one. Its
// zero value is the default interpreter: the newest known 3.13, its own
// scheme lists, and the text codecs of this package. Its methods take every
// parameter of the Python functions; the package's functions of the same
// names are those of the zero Python with all defaults.
//
// A Python is data: it may be copied, and used by several goroutines at once
// as long as none changes it.
type Python struct {
	// Version is the release whose behaviour applies.
	Version Version

	// UsesRelative, UsesNetloc and UsesParams are the module's lists of
	// schemes that programs extend: those that urljoin resolves, those that
	// urlunsplit gives a "//", and those whose params urlparse splits off.
	// nil stands for the release's own list, which [Python.Schemes] returns.
	UsesRelative, UsesNetloc, UsesParams []string

	// Codecs adds text codecs to those of this package. nil adds none.
	Codecs Codecs
}

// SplitOptions are the optional arguments of urlsplit and urlparse.
type SplitOptions struct {
	Scheme      string // the scheme of a URL that has none
	NoFragments bool   // allow_fragments=False: a "#" is an ordinary character
}

// JoinOptions are the optional arguments of urljoin.
type JoinOptions struct {
	NoFragments bool // allow_fragments=False: a "#" is an ordinary character
}

// QueryOptions are the optional arguments of parse_qs and parse_qsl. A nil
// pointer is an argument that was not given.
type QueryOptions struct {
	KeepBlankValues bool    // keep pairs whose value is empty
	StrictParsing   bool    // fields without "=" are errors
	Encoding        *string // of the escaped octets; "utf-8"
	Errors          *string // the error handler; "replace"
	MaxNumFields    *int    // the most fields to accept, empty ones counted; no limit
	Separator       *string // between fields; "&". Text, which must be ASCII for bytes
}

// QuoteOptions are the optional arguments of quote and quote_plus. A nil
// pointer is an argument that was not given.
type QuoteOptions struct {
	Safe     *string // ASCII characters to leave alone; "/" for quote, "" for quote_plus
	Encoding *string // of characters; "utf-8"
	Errors   *string // the error handler; "strict"
}

// UnquoteOptions are the optional arguments of unquote and unquote_plus. A
// nil pointer is an argument that was not given.
type UnquoteOptions struct {
	Encoding *string // of the escaped octets; "utf-8"
	Errors   *string // the error handler; "replace"
}

// CodecOptions are the optional arguments of the methods encode and decode of
// results. A nil pointer is an argument that was not given.
type CodecOptions struct {
	Encoding *string // "ascii"
	Errors   *string // the error handler; "strict"
	Python   Python  // whose release and codecs apply
}

// or returns *p, or the default if p is nil.
func or(p *string, byDefault string) string {
	if p == nil {
		return byDefault
	}
	return *p
}

// An interpreter is what of a Python decides how URLs are cut, put together and
// checked, looked up once for each call, and small enough to be passed by
// value. What works with codecs needs a *Python.
type interpreter struct {
	quirks  quirk
	version Version
	custom  *Python // whose scheme lists replace the release's own, or nil
}

// standard is the interpreter of the zero Python.
var standard = interpreter{quirks: defaultQuirks}

// standardPython is the zero Python.
var standardPython Python

// interpreter makes py ready.
func (py *Python) interpreter() interpreter {
	in := interpreter{quirks: py.Version.quirks(), version: py.Version}
	if py.UsesRelative != nil || py.UsesNetloc != nil || py.UsesParams != nil {
		in.custom = py
	}
	return in
}

// has reports whether the release behaves in the newer of two ways.
func (in interpreter) has(q quirk) bool { return in.quirks&q != 0 }
