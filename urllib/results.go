package urllib

import (
	"cmp"
	"iter"
	"log/slog"
	"slices"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// A SplitResult is what urlsplit returns: five components, "" where the URL
// has none. Like Python's, it may be built by hand, is compared with ==, and
// checks nothing. To change a field, as _replace does, copy it and assign.
//
// What package fmt prints of it, or of the other results, holds the password if
// there is one. LogValue, which log/slog uses, hides it.
//
// A result does not know the release that it comes from: its methods are those
// of the default release.
type SplitResult struct {
	Scheme   string // in lower case
	Netloc   string // userinfo, host and port as written
	Path     string
	Query    string
	Fragment string
}

// A ParseResult is what urlparse returns: six components, "" where the URL
// has none. See [SplitResult].
type ParseResult struct {
	Scheme   string // in lower case
	Netloc   string // userinfo, host and port as written
	Path     string
	Params   string // of the last path segment
	Query    string
	Fragment string
}

// A DefragResult is what urldefrag returns. See [SplitResult].
type DefragResult struct {
	URL      string // without fragment
	Fragment string
}

// The names of the fields, as in Python's _fields.
var (
	splitFields  = [...]string{"scheme", "netloc", "path", "query", "fragment"}
	parseFields  = [...]string{"scheme", "netloc", "path", "params", "query", "fragment"}
	defragFields = [...]string{"url", "fragment"}
)

// The components of the results, in order.
var (
	splitComponents  = [...]urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Query, urlerr.Fragment}
	parseComponents  = [...]urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Path, urlerr.Params, urlerr.Query, urlerr.Fragment}
	defragComponents = [...]urlerr.Component{urlerr.NoComponent, urlerr.Fragment}
)

// Tuple returns the components in order, as indexing gives them.
func (r SplitResult) Tuple() [5]string {
	return [...]string{r.Scheme, r.Netloc, r.Path, r.Query, r.Fragment}
}

// Tuple returns the components in order, as indexing gives them.
func (r ParseResult) Tuple() [6]string {
	return [...]string{r.Scheme, r.Netloc, r.Path, r.Params, r.Query, r.Fragment}
}

// Tuple returns the components in order, as indexing gives them.
func (r DefragResult) Tuple() [2]string { return [...]string{r.URL, r.Fragment} }

// MakeSplitResult is SplitResult._make: the inverse of Tuple.
func MakeSplitResult(t [5]string) SplitResult { return SplitResult{t[0], t[1], t[2], t[3], t[4]} }

// MakeParseResult is ParseResult._make: the inverse of Tuple.
func MakeParseResult(t [6]string) ParseResult {
	return ParseResult{t[0], t[1], t[2], t[3], t[4], t[5]}
}

// MakeDefragResult is DefragResult._make: the inverse of Tuple.
func MakeDefragResult(t [2]string) DefragResult { return DefragResult{t[0], t[1]} }

// All yields Python's field names and the components, as _asdict gives them.
func (r SplitResult) All() iter.Seq2[string, string] {
	t := r.Tuple()
	return zip(splitFields[:], t[:])
}

// All yields Python's field names and the components, as _asdict gives them.
func (r ParseResult) All() iter.Seq2[string, string] {
	t := r.Tuple()
	return zip(parseFields[:], t[:])
}

// All yields Python's field names and the components, as _asdict gives them.
func (r DefragResult) All() iter.Seq2[string, string] {
	t := r.Tuple()
	return zip(defragFields[:], t[:])
}

// zip yields names and values side by side.
func zip[T any](names []string, values []T) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for i, name := range names {
			if !yield(name, values[i]) {
				return
			}
		}
	}
}

// GetURL is geturl(): Unsplit of r for the default release.
func (r SplitResult) GetURL() string { return Unsplit(r) }

// GetURL is geturl(): Unparse of r for the default release.
func (r ParseResult) GetURL() string { return Unparse(r) }

// GetURL is geturl(): the URL, with "#" and the fragment if that is not empty.
func (r DefragResult) GetURL() string {
	if r.Fragment == "" {
		return r.URL
	}
	return r.URL + "#" + r.Fragment
}

// Compare orders results as Python orders tuples of strings: component by
// component, by code point.
func (r SplitResult) Compare(o SplitResult) int {
	a, b := r.Tuple(), o.Tuple()
	return compareTuples(a[:], b[:])
}

// Compare orders results as Python orders tuples of strings: component by
// component, by code point.
func (r ParseResult) Compare(o ParseResult) int {
	a, b := r.Tuple(), o.Tuple()
	return compareTuples(a[:], b[:])
}

// Compare orders results as Python orders tuples of strings: component by
// component, by code point.
func (r DefragResult) Compare(o DefragResult) int {
	a, b := r.Tuple(), o.Tuple()
	return compareTuples(a[:], b[:])
}

func compareTuples(a, b []string) int {
	return slices.CompareFunc(a, b, compareText)
}

// compareText compares two str by code point, which is by byte where both are
// well-formed.
func compareText(a, b string) int {
	for a != "" && b != "" {
		x, n := str.DecodeRune(a)
		y, m := str.DecodeRune(b)
		if x != y {
			return cmp.Compare(x, y)
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// Username returns what stands before the first ":" of the userinfo; see
// [Netloc.Username].
func (r SplitResult) Username() (string, bool) { return Netloc{text: r.Netloc}.Username() }

// Username returns what stands before the first ":" of the userinfo; see
// [Netloc.Username].
func (r ParseResult) Username() (string, bool) { return Netloc{text: r.Netloc}.Username() }

// Password returns what stands after the first ":" of the userinfo; see
// [Netloc.Password].
func (r SplitResult) Password() (string, bool) { return Netloc{text: r.Netloc}.Password() }

// Password returns what stands after the first ":" of the userinfo; see
// [Netloc.Password].
func (r ParseResult) Password() (string, bool) { return Netloc{text: r.Netloc}.Password() }

// Hostname returns the host in lower case; see [Netloc.Hostname].
func (r SplitResult) Hostname() (string, bool) { return Netloc{text: r.Netloc}.Hostname() }

// Hostname returns the host in lower case; see [Netloc.Hostname].
func (r ParseResult) Hostname() (string, bool) { return Netloc{text: r.Netloc}.Hostname() }

// Port returns the port, or the error of a bad one; see [Netloc.Port].
func (r SplitResult) Port() (int, bool, error) { return Netloc{text: r.Netloc}.Port() }

// Port returns the port, or the error of a bad one; see [Netloc.Port].
func (r ParseResult) Port() (int, bool, error) { return Netloc{text: r.Netloc}.Port() }

// Repr is repr(r) of the default release; see [Python.Repr].
//
//	SplitResult(scheme='', netloc='', path='x', query='', fragment='')
func (r SplitResult) Repr() string { return r.repr(Version{}.release()) }

// Repr is repr(r) of the default release; see [Python.Repr].
func (r ParseResult) Repr() string { return r.repr(Version{}.release()) }

// Repr is repr(r) of the default release; see [Python.Repr].
func (r DefragResult) Repr() string { return r.repr(Version{}.release()) }

func (r SplitResult) repr(rel str.Release) string  { return reprText("SplitResult", r.All(), rel) }
func (r ParseResult) repr(rel str.Release) string  { return reprText("ParseResult", r.All(), rel) }
func (r DefragResult) repr(rel str.Release) string { return reprText("DefragResult", r.All(), rel) }

// A Printable is a result of one of the functions, or a dict that parse_qs
// returns: what has a repr.
type Printable interface {
	// Repr is repr of the value, of the default release.
	Repr() string

	repr(rel str.Release) string
}

// Repr is repr(v) as py's release prints it. Releases differ in which
// characters they know, and so print as they are.
func (py Python) Repr(v Printable) string { return v.repr(py.Version.release()) }

// reprText prints a named tuple of str.
func reprText(class string, fields iter.Seq2[string, string], rel str.Release) string {
	return printTuple(class, fields, func(dst []byte, s string) []byte {
		return str.AppendRepr(dst, s, rel)
	})
}

// printTuple prints a named tuple, each value as appendRepr does it.
func printTuple[T any](class string, fields iter.Seq2[string, T], appendRepr func([]byte, T) []byte) string {
	out := append([]byte(class), '(')
	for name, value := range fields {
		if out[len(out)-1] != '(' {
			out = append(out, ", "...)
		}
		out = appendRepr(append(append(out, name...), '='), value)
	}
	return string(append(out, ')'))
}

// LogValue gives the URL to log/slog with its password masked.
func (r SplitResult) LogValue() slog.Value { return slog.StringValue(urlerr.Redact(r.GetURL())) }

// LogValue gives the URL to log/slog with its password masked.
func (r ParseResult) LogValue() slog.Value { return slog.StringValue(urlerr.Redact(r.GetURL())) }

// LogValue gives the URL to log/slog with its password masked.
func (r DefragResult) LogValue() slog.Value { return slog.StringValue(urlerr.Redact(r.GetURL())) }
