package urllib

import (
	"bytes"
	"iter"
	"log/slog"
	"slices"

	"earl.example/internal/python/str"
)

// A SplitResultBytes is what urlsplit returns for bytes: SplitResult's
// components as octets, never nil.
type SplitResultBytes struct {
	Scheme   []byte // in lower case
	Netloc   []byte // userinfo, host and port as written
	Path     []byte
	Query    []byte
	Fragment []byte
}

// A ParseResultBytes is what urlparse returns for bytes. See
// [SplitResultBytes].
type ParseResultBytes struct {
	Scheme   []byte // in lower case
	Netloc   []byte // userinfo, host and port as written
	Path     []byte
	Params   []byte // of the last path segment
	Query    []byte
	Fragment []byte
}

// A DefragResultBytes is what urldefrag returns for bytes. See
// [SplitResultBytes].
type DefragResultBytes struct {
	URL      []byte // without fragment
	Fragment []byte
}

// Tuple returns the components in order, as indexing gives them.
func (r SplitResultBytes) Tuple() [5][]byte {
	return [...][]byte{r.Scheme, r.Netloc, r.Path, r.Query, r.Fragment}
}

// Tuple returns the components in order, as indexing gives them.
func (r ParseResultBytes) Tuple() [6][]byte {
	return [...][]byte{r.Scheme, r.Netloc, r.Path, r.Params, r.Query, r.Fragment}
}

// Tuple returns the components in order, as indexing gives them.
func (r DefragResultBytes) Tuple() [2][]byte { return [...][]byte{r.URL, r.Fragment} }

// MakeSplitResultBytes is SplitResultBytes._make: the inverse of Tuple.
func MakeSplitResultBytes(t [5][]byte) SplitResultBytes {
	return SplitResultBytes{t[0], t[1], t[2], t[3], t[4]}
}

// MakeParseResultBytes is ParseResultBytes._make: the inverse of Tuple.
func MakeParseResultBytes(t [6][]byte) ParseResultBytes {
	return ParseResultBytes{t[0], t[1], t[2], t[3], t[4], t[5]}
}

// MakeDefragResultBytes is DefragResultBytes._make: the inverse of Tuple.
func MakeDefragResultBytes(t [2][]byte) DefragResultBytes { return DefragResultBytes{t[0], t[1]} }

// All yields Python's field names and the components, as _asdict gives them.
func (r SplitResultBytes) All() iter.Seq2[string, []byte] {
	t := r.Tuple()
	return zip(splitFields[:], t[:])
}

// All yields Python's field names and the components, as _asdict gives them.
func (r ParseResultBytes) All() iter.Seq2[string, []byte] {
	t := r.Tuple()
	return zip(parseFields[:], t[:])
}

// All yields Python's field names and the components, as _asdict gives them.
func (r DefragResultBytes) All() iter.Seq2[string, []byte] {
	t := r.Tuple()
	return zip(defragFields[:], t[:])
}

// GetURL is geturl(): UnsplitBytes of r for the default release.
func (r SplitResultBytes) GetURL() ([]byte, error) { return UnsplitBytes(r) }

// GetURL is geturl(): UnparseBytes of r for the default release.
func (r ParseResultBytes) GetURL() ([]byte, error) { return UnparseBytes(r) }

// GetURL is geturl(): the URL, with "#" and the fragment if that is not empty.
func (r DefragResultBytes) GetURL() []byte {
	if len(r.Fragment) == 0 {
		return append([]byte{}, r.URL...)
	}
	return slices.Concat(r.URL, []byte{'#'}, r.Fragment)
}

// Compare orders results as Python orders tuples: component by component.
func (r SplitResultBytes) Compare(o SplitResultBytes) int {
	a, b := r.Tuple(), o.Tuple()
	return slices.CompareFunc(a[:], b[:], bytes.Compare)
}

// Compare orders results as Python orders tuples: component by component.
func (r ParseResultBytes) Compare(o ParseResultBytes) int {
	a, b := r.Tuple(), o.Tuple()
	return slices.CompareFunc(a[:], b[:], bytes.Compare)
}

// Compare orders results as Python orders tuples: component by component.
func (r DefragResultBytes) Compare(o DefragResultBytes) int {
	a, b := r.Tuple(), o.Tuple()
	return slices.CompareFunc(a[:], b[:], bytes.Compare)
}

// netlocOf reads the attributes of a Bytes result's netloc.
func netlocOf(netloc []byte) Netloc { return Python{}.NetlocBytes(netloc) }

// octets turns a text attribute into bytes.
func octets(s string, ok bool) ([]byte, bool) {
	if !ok {
		return nil, false
	}
	return []byte(s), true
}

// Username returns what stands before the first ":" of the userinfo; see
// [Netloc.Username].
func (r SplitResultBytes) Username() ([]byte, bool) { return octets(netlocOf(r.Netloc).Username()) }

// Username returns what stands before the first ":" of the userinfo; see
// [Netloc.Username].
func (r ParseResultBytes) Username() ([]byte, bool) { return octets(netlocOf(r.Netloc).Username()) }

// Password returns what stands after the first ":" of the userinfo; see
// [Netloc.Password].
func (r SplitResultBytes) Password() ([]byte, bool) { return octets(netlocOf(r.Netloc).Password()) }

// Password returns what stands after the first ":" of the userinfo; see
// [Netloc.Password].
func (r ParseResultBytes) Password() ([]byte, bool) { return octets(netlocOf(r.Netloc).Password()) }

// Hostname returns the host with its ASCII letters in lower case; see
// [Netloc.Hostname].
func (r SplitResultBytes) Hostname() ([]byte, bool) { return octets(netlocOf(r.Netloc).Hostname()) }

// Hostname returns the host with its ASCII letters in lower case; see
// [Netloc.Hostname].
func (r ParseResultBytes) Hostname() ([]byte, bool) { return octets(netlocOf(r.Netloc).Hostname()) }

// Port returns the port, or the error of a bad one; see [Netloc.Port].
func (r SplitResultBytes) Port() (int, bool, error) { return netlocOf(r.Netloc).Port() }

// Port returns the port, or the error of a bad one; see [Netloc.Port].
func (r ParseResultBytes) Port() (int, bool, error) { return netlocOf(r.Netloc).Port() }

// Repr is repr(r):
//
//	SplitResultBytes(scheme=b'', netloc=b'', path=b'x', query=b'', fragment=b'')
func (r SplitResultBytes) Repr() string { return reprBytes("SplitResultBytes", r.All()) }

// Repr is repr(r).
func (r ParseResultBytes) Repr() string { return reprBytes("ParseResultBytes", r.All()) }

// Repr is repr(r).
func (r DefragResultBytes) Repr() string { return reprBytes("DefragResultBytes", r.All()) }

func (r SplitResultBytes) repr(str.Release) string  { return r.Repr() }
func (r ParseResultBytes) repr(str.Release) string  { return r.Repr() }
func (r DefragResultBytes) repr(str.Release) string { return r.Repr() }

// reprBytes prints a named tuple of bytes.
func reprBytes(class string, fields iter.Seq2[string, []byte]) string {
	return printTuple(class, fields, str.AppendBytesRepr)
}

// text returns r as text, each octet standing for itself.
func (r SplitResultBytes) text() SplitResult {
	return SplitResult{string(r.Scheme), string(r.Netloc), string(r.Path), string(r.Query), string(r.Fragment)}
}

// text returns r as text, each octet standing for itself.
func (r ParseResultBytes) text() ParseResult {
	return ParseResult{string(r.Scheme), string(r.Netloc), string(r.Path), string(r.Params), string(r.Query), string(r.Fragment)}
}

// LogValue gives the URL to log/slog with its password masked.
func (r SplitResultBytes) LogValue() slog.Value { return r.text().LogValue() }

// LogValue gives the URL to log/slog with its password masked.
func (r ParseResultBytes) LogValue() slog.Value { return r.text().LogValue() }

// LogValue gives the URL to log/slog with its password masked.
func (r DefragResultBytes) LogValue() slog.Value {
	return DefragResult{string(r.URL), string(r.Fragment)}.LogValue()
}
