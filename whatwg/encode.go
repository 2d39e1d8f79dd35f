package whatwg

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"earl.example/internal/text/percent"
)

// A queryEncoder is "percent-encode after encoding", §1.3, with an encoding
// that may not be UTF-8.
type queryEncoder struct {
	dst     []byte
	set     class
	most    int // how long dst may become, and a little more
	encoder transform.Transformer
}

// errTooLong says that a queryEncoder gave up.
var errTooLong = errors.New("the encoded text is too long")

// appendOtherEncoding appends s in the encoding e, and percent-encoded. It fails
// with errTooLong if that makes more than most bytes.
func appendOtherEncoding(dst []byte, s string, e Encoding, set class, most int) ([]byte, error) {
	q := queryEncoder{dst, set, most, e.NewEncoder().Transformer}
	if !q.keepsASCII() {
		return appendEncoded(dst, s, set), nil
	}
	text := scalars(s)
	var err error
	switch name := encodingName(e); name {
	case "ISO-2022-JP":
		err = q.iso2022JP(text)
	default:
		err = q.pieces(text, name)
	}
	if err != nil {
		return nil, err
	}
	return q.dst, nil
}

// encodingName returns the name that encodings of golang.org/x/text have as
// Stringers, or "".
func encodingName(e Encoding) string {
	if s, ok := e.(fmt.Stringer); ok {
		return s.String()
	}
	return ""
}

// keepsASCII reports whether the encoding leaves "a" alone, as all do that the
// standard uses for output.
func (q *queryEncoder) keepsASCII() bool {
	var room [16]byte
	n, _, err := q.encoder.Transform(room[:], []byte("a"), true)
	return err == nil && n == 1 && room[0] == 'a'
}

// octets appends bytes in the encoding.
func (q *queryEncoder) octets(bytes ...byte) {
	q.dst = percent.AppendEncode(q.dst, bytes, q.set.escapes())
}

// lacking appends a character that the encoding does not have.
func (q *queryEncoder) lacking(r rune) {
	q.dst = append(q.dst, "%26%23"...)
	q.dst = strconv.AppendInt(q.dst, int64(r), 10)
	q.dst = append(q.dst, "%3B"...)
}

// pieces appends text, and sets right what golang.org/x/text does otherwise
// than the Encoding Standard.
func (q *queryEncoder) pieces(text, name string) error {
	japanese, chinese := name == "Shift JIS" || name == "EUC-JP", name == "GB18030"
	start := 0
	for i, r := range text {
		var octet byte
		instead := ""
		switch {
		case japanese && r == '\u00A5':
			octet = '\\'
		case japanese && r == '\u203E':
			octet = '~'
		case japanese && r == '\u2212':
			instead = "\uFF0D"
		case chinese && r == '\uE5E5':
		default:
			continue
		}
		if err := q.piece(text[start:i]); err != nil {
			return err
		}
		start = i + utf8.RuneLen(r)
		switch {
		case octet != 0:
			q.octets(octet)
		case instead == "":
			q.lacking(r)
		default:
			if err := q.piece(instead); err != nil {
				return err
			}
		}
	}
	return q.piece(text[start:])
}

// piece appends text as the encoder has it.
func (q *queryEncoder) piece(text string) error {
	q.encoder.Reset()
	src := []byte(text)
	var room [256]byte
	for {
		nDst, nSrc, err := q.encoder.Transform(room[:], src, true)
		q.octets(room[:nDst]...)
		src = src[nSrc:]
		if len(q.dst) > q.most {
			return errTooLong
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, transform.ErrShortDst) && nDst+nSrc > 0:
		case errors.Is(err, transform.ErrShortDst), errors.Is(err, transform.ErrShortSrc), errors.Is(err, encoding.ErrInvalidUTF8), len(src) == 0:
			return err
		default:
			r, n := utf8.DecodeRune(src)
			src = src[n:]
			q.lacking(r)
		}
	}
}

// The states of the ISO-2022-JP encoder, with the bytes that lead to each.
type jpState string

const (
	jpASCII jpState = "\x1b(B"
	jpRoman jpState = "\x1b(J"
	jp0208  jpState = "\x1b$B"
)

// katakana holds for U+FF61 to U+FF9F the character of full width: the
// Encoding Standard's index ISO-2022-JP katakana.
const katakana = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"

// iso2022JP is the Encoding Standard's ISO-2022-JP encoder, which switches
// between three sets of characters, and of which golang.org/x/text knows two.
func (q *queryEncoder) iso2022JP(text string) error {
	state := jpASCII
	enter := func(next jpState) {
		if state != next {
			q.octets([]byte(next)...)
			state = next
		}
	}
	wide := []rune(katakana)
	for _, r := range text {
		if len(q.dst) > q.most {
			return errTooLong
		}
		switch {
		case r == 0x0E || r == 0x0F || r == 0x1B:
			if state == jp0208 {
				enter(jpASCII)
			}
			q.lacking('\uFFFD')
			continue
		case state == jpRoman && r < 0x80 && r != '\\' && r != '~':
			q.octets(byte(r))
			continue
		case r < 0x80:
			enter(jpASCII)
			q.octets(byte(r))
			continue
		case r == '\u00A5':
			enter(jpRoman)
			q.octets('\\')
			continue
		case r == '\u203E':
			enter(jpRoman)
			q.octets('~')
			continue
		case r == '\u2212':
			r = '\uFF0D'
		case '\uFF61' <= r && r <= '\uFF9F':
			r = wide[r-'\uFF61']
		}
		pair, ok := q.jis(r)
		if !ok {
			if state == jp0208 {
				enter(jpASCII)
			}
			q.lacking(r)
			continue
		}
		enter(jp0208)
		q.octets(pair[:]...)
	}
	enter(jpASCII)
	return nil
}

// jis returns the two bytes of r in JIS X 0208, which the encoder of
// golang.org/x/text puts between escape sequences.
func (q *queryEncoder) jis(r rune) (pair [2]byte, ok bool) {
	var src [utf8.UTFMax]byte
	var room [16]byte
	q.encoder.Reset()
	n, _, err := q.encoder.Transform(room[:], src[:utf8.EncodeRune(src[:], r)], true)
	if err != nil || n < 5 || string(room[:3]) != string(jp0208) {
		return pair, false
	}
	return [2]byte(room[3:5]), true
}
