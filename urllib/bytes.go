package urllib

import (
	"fmt"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// SplitBytes is urlsplit(url) of bytes. Octets beyond ASCII are an error.
func SplitBytes(url []byte) (SplitResultBytes, error) {
	return Python{}.SplitBytes(url, SplitOptions{})
}

// SplitBytes is urlsplit(url, scheme, allow_fragments) of bytes.
func (py Python) SplitBytes(url []byte, opt SplitOptions) (SplitResultBytes, error) {
	var out [5][]byte
	s, err := decodeASCII(url, opt.Scheme)
	if err != nil {
		return SplitResultBytes{}, err
	}
	r, err := py.Split(s, opt)
	if err != nil {
		return SplitResultBytes{}, err
	}
	t := r.Tuple()
	encodeASCII(out[:], t[:])
	return MakeSplitResultBytes(out), nil
}

// ParseBytes is urlparse(url) of bytes. Octets beyond ASCII are an error.
func ParseBytes(url []byte) (ParseResultBytes, error) {
	return Python{}.ParseBytes(url, SplitOptions{})
}

// ParseBytes is urlparse(url, scheme, allow_fragments) of bytes.
func (py Python) ParseBytes(url []byte, opt SplitOptions) (ParseResultBytes, error) {
	var out [6][]byte
	s, err := decodeASCII(url, opt.Scheme)
	if err != nil {
		return ParseResultBytes{}, err
	}
	r, err := py.Parse(s, opt)
	if err != nil {
		return ParseResultBytes{}, err
	}
	t := r.Tuple()
	encodeASCII(out[:], t[:])
	return MakeParseResultBytes(out), nil
}

// UnsplitBytes is urlunsplit(components) of bytes. Octets beyond ASCII are an
// error.
func UnsplitBytes(r SplitResultBytes) ([]byte, error) { return Python{}.UnsplitBytes(r) }

// UnsplitBytes is urlunsplit(components) of bytes.
func (py Python) UnsplitBytes(r SplitResultBytes) ([]byte, error) {
	t := r.Tuple()
	var s [5]string
	if err := decodeAllASCII(s[:], t[:], splitComponents[:]); err != nil {
		return nil, err
	}
	return []byte(py.Unsplit(MakeSplitResult(s))), nil
}

// UnparseBytes is urlunparse(components) of bytes. Octets beyond ASCII are an
// error.
func UnparseBytes(r ParseResultBytes) ([]byte, error) { return Python{}.UnparseBytes(r) }

// UnparseBytes is urlunparse(components) of bytes.
func (py Python) UnparseBytes(r ParseResultBytes) ([]byte, error) {
	t := r.Tuple()
	var s [6]string
	if err := decodeAllASCII(s[:], t[:], parseComponents[:]); err != nil {
		return nil, err
	}
	return []byte(py.Unparse(MakeParseResult(s))), nil
}

// JoinBytes is urljoin(base, url) of bytes. Octets beyond ASCII are an error,
// unless base or url is empty: then nothing is looked at. The result is never
// nil but with an error.
func JoinBytes(base, url []byte) ([]byte, error) { return Python{}.JoinBytes(base, url, JoinOptions{}) }

// JoinBytes is urljoin(base, url, allow_fragments) of bytes.
func (py Python) JoinBytes(base, url []byte, opt JoinOptions) ([]byte, error) {
	if len(base) == 0 {
		return append([]byte{}, url...), nil
	}
	if len(url) == 0 {
		return append([]byte{}, base...), nil
	}
	b, u := string(base), string(url)
	for _, s := range [...]string{b, u} {
		if err := checkASCII(s); err != nil {
			return nil, err
		}
	}
	out, err := py.AppendJoin([]byte{}, b, u, opt)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// DefragBytes is urldefrag(url) of bytes. Octets beyond ASCII are an error.
func DefragBytes(url []byte) (DefragResultBytes, error) { return Python{}.DefragBytes(url) }

// DefragBytes is urldefrag(url) of bytes.
func (py Python) DefragBytes(url []byte) (DefragResultBytes, error) {
	s, err := decodeASCII(url, "")
	if err != nil {
		return DefragResultBytes{}, err
	}
	r, err := py.Defrag(s)
	if err != nil {
		return DefragResultBytes{}, err
	}
	t := r.Tuple()
	var out [2][]byte
	encodeASCII(out[:], t[:])
	return MakeDefragResultBytes(out), nil
}

// decodeASCII returns the text of url, which with the argument scheme must be
// ASCII, as CPython demands of bytes.
func decodeASCII(url []byte, scheme string) (string, error) {
	s := string(url)
	if err := checkASCII(s); err != nil {
		return "", err
	}
	if err := checkASCII(scheme); err != nil {
		return "", err.inPart(urlerr.Scheme)
	}
	return s, nil
}

// decodeAllASCII sets out to the texts of in, which must be ASCII. The names
// say what each is.
func decodeAllASCII(out []string, in [][]byte, names []urlerr.Component) error {
	for i, b := range in {
		out[i] = string(b)
		if err := checkASCII(out[i]); err != nil {
			return err.inPart(names[i])
		}
	}
	return nil
}

// checkASCII returns Python's error for the first octet of s, a URL, beyond
// ASCII, or nil.
func checkASCII(s string) *Error {
	at := ascii.Index(s, ascii.NonASCII)
	if at < 0 {
		return nil
	}
	const reason = "ordinal not in range(128)"
	return &Error{
		Exception: "UnicodeDecodeError",
		Text:      fmt.Sprintf("'ascii' codec can't decode byte 0x%02x in position %d: %s", s[at], at, reason),
		Unicode:   &UnicodeFault{Encoding: "ascii", Start: at, End: at + 1, Reason: reason},
		at:        urlerr.Error{Dialect: dialect, Input: s, Offset: at, Rule: ruleASCII},
	}
}

// encodeASCII sets out to the octets of in, which is ASCII, in one piece of
// memory that no two components share.
func encodeASCII(out [][]byte, in []string) {
	n := 0
	for _, s := range in {
		n += len(s)
	}
	all := make([]byte, 0, n)
	for i, s := range in {
		start := len(all)
		all = append(all, s...)
		out[i] = all[start:len(all):len(all)]
	}
}
