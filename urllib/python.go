package urllib

import (
	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// An Interpreter holds the parts of a CPython interpreter that affect urllib.parse. Its methods are the functions of
// the module with all their parameters, for str or for bytes. Python(py) converts an interpreter for bytes. The zero
// Interpreter has the default release, the scheme lists of this release, and the codecs of this package.
type Interpreter[T string | []byte] struct {
	// Version is the release.
	Version Version

	// Lists replaces lists of schemes in the module. If it is nil, the lists of the release apply.
	Lists *SchemeLists

	// Codecs adds text codecs, and the names of characters for namereplace. The only value, apart from nil, is All of
	// package [earl.example/urllib/codecs], which has all of CPython.
	Codecs codecs.Codecs
}

// SchemeLists are the three lists of schemes in the module. If a field is nil, the list of the release applies.
//
// Interpreters and results share the lists that a pointer points to, as in Python, where the lists are variables of the
// module. Do not change the lists while another goroutine uses them.
type SchemeLists struct {
	UsesRelative []string // schemes for which urljoin resolves references
	UsesNetloc   []string // schemes for which urlunsplit writes "//" before an empty netloc
	UsesParams   []string // schemes with params
}

// Python is an interpreter for str.
type Python = Interpreter[string]

// URLOptions are the optional arguments of the functions that split, join and build URLs. A nil pointer means that the
// argument is omitted. As in Python, an argument that the function does not have is a TypeError.
type URLOptions struct {
	// Scheme is the scheme of a URL that has no scheme. Split and Parse have it.
	Scheme *string

	// NoFragments is allow_fragments=False: a "#" is an ordinary character. Split, Parse and Join have it.
	NoFragments bool

	// MissingAsNone makes components None if the URL does not have them. Split, Parse and Defrag have it since 3.15.
	MissingAsNone bool

	// KeepEmpty writes the delimiters of empty components. It is true by default for a result that was made with
	// MissingAsNone. Unsplit and Unparse have it since 3.15.
	KeepEmpty *bool
}

// QueryOptions are the optional arguments of parse_qs and parse_qsl. A nil pointer means that the argument is omitted.
type QueryOptions struct {
	KeepBlankValues bool    // keep pairs with an empty value
	StrictParsing   bool    // a field without "=" is an error
	Encoding        *string // encoding of the escaped octets; "utf-8" by default
	Errors          *string // error handler; "replace" by default
	MaxNumFields    *int    // maximum number of fields, including empty ones; no limit by default
	Separator       *string // separator of fields; "&" by default
}

// QuoteOptions are the optional arguments of quote and quote_plus. A nil pointer means that the argument is omitted.
type QuoteOptions struct {
	Safe     *string // ASCII characters not to quote; by default "/" for quote, "" for quote_plus and urlencode
	Encoding *string // encoding of characters; "utf-8" by default
	Errors   *string // error handler; "strict" by default
	Bytes    bool    // a string to quote holds the bytes of a []byte, not text
}

// CodecOptions are the optional arguments of unquote and unquote_plus, and of the methods encode and decode of results.
// A nil pointer means that the argument is omitted.
type CodecOptions struct {
	Encoding *string // "utf-8" by default in unquote and unquote_plus, and "ascii" in encode and decode
	Errors   *string // error handler; "replace" by default in unquote and unquote_plus, and "strict" in encode and decode
}

func or(p *string, byDefault string) string {
	if p == nil {
		return byDefault
	}
	return *p
}

// An interpreter holds the settings that affect how URLs are split, checked and joined.
type interpreter struct {
	version Version
	custom  *SchemeLists // nil unless the interpreter has its own scheme lists
}

var standard interpreter

func (py *Interpreter[T]) interpreter() interpreter {
	return interpreter{py.Version, py.Lists}
}

// has reports whether the release has the newer behaviour of q.
func (in interpreter) has(q quirk) bool { return in.version.has(q) }

func (py *Interpreter[T]) text() codecs.Text {
	return codecs.Text{Release: py.Version.release(), Codecs: py.Codecs}
}

// Lower returns s.lower(). Unlike [strings.ToLower], it keeps surrogates, and has the Unicode version of the release.
func (py Interpreter[T]) Lower(s string) string { return str.Lower(s, py.Version.release()) }

// Strip returns s.strip().
func (py Interpreter[T]) Strip(s string) string { return str.Strip(s) }

// EncodeText returns s.encode(encoding, errors). Every error is an [*Error].
func (py Interpreter[T]) EncodeText(s, encoding, errors string) ([]byte, error) {
	b, err := py.text().AppendEncode([]byte{}, s, encoding, errors)
	if err != nil {
		return nil, fromException(err, s, 0, func(index int) int { return str.Offset(s, index) })
	}
	return b, nil
}

// DecodeText returns b.decode(encoding, errors). Every error is an [*Error].
func (py Interpreter[T]) DecodeText(b []byte, encoding, errors string) (string, error) {
	s, err := py.text().AppendDecode(nil, b, encoding, errors)
	if err != nil {
		return "", decodeError(err, string(b))
	}
	return string(s), nil
}
