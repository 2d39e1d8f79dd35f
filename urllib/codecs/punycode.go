package codecs

import (
	"bytes"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// Punycode as in CPython's encodings.punycode (RFC 3492 §5 and §6): numbers have no limit, and characters may be
// surrogates.
const (
	punyBase    = 36
	punyTMin    = 1
	punyTMax    = 26
	punySkew    = 38
	punyDamp    = 700
	punyBias    = 72
	punyFirst   = 0x80
	punyDigits  = "abcdefghijklmnopqrstuvwxyz0123456789"
	punyLabel   = "punycode"
	punyInvalid = '?' // replaces invalid characters unless errors are strict
)

// maxPunyDigits is the maximum number of digits of a number whose value affects the result. Computing the value of
// longer numbers would take quadratic time, as in CPython.
const maxPunyDigits = 4096

type punycode struct{}

func (punycode) AppendEncode(dst []byte, s string, _ codec.Handler) ([]byte, error) {
	return appendPunycode(dst, s), nil
}

// An extended is a character that is not ASCII, and its index in the text.
type extended struct {
	r  rune
	at int
}

func appendPunycode(dst []byte, s string) []byte {
	var others []extended
	n := 0
	start := len(dst)
	for i := 0; i < len(s); n++ {
		r, size := str.DecodeRune(s[i:])
		i += size
		if r < punyFirst {
			dst = append(dst, byte(r))
		} else {
			others = append(others, extended{r, n})
		}
	}
	there := len(dst) - start // the number of characters already in the output
	if there > 0 {
		dst = append(dst, '-')
	}
	if len(others) == 0 {
		return dst
	}
	before := newPlaces(n) // those characters, by their index in the text
	for _, o := range others {
		before.add(o.at, -1)
	}
	slices.SortStableFunc(others, func(a, b extended) int { return int(a.r - b.r) })
	last, lastIndex := rune(punyFirst), -1
	bias := punyBias
	for i, o := range others {
		delta := int64(-1)
		if i == 0 || o.r != last {
			delta += int64(there+1) * int64(o.r-last)
			last = o.r
		}
		index := before.count(o.at)
		delta += int64(index - lastIndex)
		lastIndex = index
		dst = appendPunyNumber(dst, delta, bias)
		there++
		bias = adapt(big.NewInt(delta), i == 0, there)
		before.add(o.at, 1)
	}
	return dst
}

func punyThreshold(digit, bias int) int { return min(max(punyBase*(digit+1)-bias, punyTMin), punyTMax) }

func appendPunyNumber(dst []byte, n int64, bias int) []byte {
	for digit := 0; ; digit++ {
		t := int64(punyThreshold(digit, bias))
		if n < t {
			return append(dst, punyDigits[n])
		}
		dst = append(dst, punyDigits[t+(n-t)%(punyBase-t)])
		n = (n - t) / (punyBase - t)
	}
}

// adapt returns the bias for the next number, RFC 3492 §3.4.
func adapt(delta *big.Int, first bool, count int) int {
	damp := int64(2)
	if first {
		damp = punyDamp
	}
	d := new(big.Int).Div(delta, big.NewInt(damp))
	d.Add(d, new(big.Int).Div(d, big.NewInt(int64(count))))
	k := 0
	for ; !d.IsInt64() || d.Int64() > (punyBase-punyTMin)*punyTMax/2; k += punyBase {
		d.Div(d, big.NewInt(punyBase-punyTMin))
	}
	return k + int(punyBase*d.Int64()/(d.Int64()+punySkew))
}

// places is a set of places, as a Fenwick tree.
type places []int32

// newPlaces returns the places from 0 to n-1.
func newPlaces(n int) places {
	p := make(places, n+1)
	for i := range p {
		p[i] = int32(i & -i)
	}
	return p
}

// add adds the place at, or removes it if n is -1.
func (p places) add(at int, n int32) {
	for at++; at < len(p); at += at & -at {
		p[at] += n
	}
}

// count returns the number of places before at.
func (p places) count(at int) int {
	n := int32(0)
	for ; at > 0; at -= at & -at {
		n += p[at]
	}
	return int(n)
}

// find returns the place with the given number of places before it.
func (p places) find(rank int) (at int) {
	for step := 1 << bits.Len(uint(len(p))); step > 0; step /= 2 {
		if at+step < len(p) && int(p[at+step]) <= rank {
			at += step
			rank -= int(p[at])
		}
	}
	return at
}

func (punycode) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	d := punyDecoder{release: h.Text.Release, strict: h.Name == "strict"}
	if !d.strict && h.Name != "replace" && h.Name != "ignore" {
		return nil, unsupportedHandler("Unsupported", h.Name, d.release)
	}
	base, err := d.decode(b, h.Name)
	if err != nil {
		return nil, err
	}
	return d.append(dst, base), nil
}

// positions reports whether the errors of punycode and idna have positions, as they do since 3.13.
func positions(release str.Release) bool { return release.AtLeast(13, 0) }

// unsupportedHandler returns the error of punycode and idna for an unsupported error handler. Before 3.13, the message
// begins with the given word.
func unsupportedHandler(word, handler string, release str.Release) *str.Exception {
	if positions(release) {
		return plainError("UnicodeError", "Unsupported error handling: "+handler)
	}
	return plainError("UnicodeError", word+" error handling "+handler)
}

func plainError(class, text string) *str.Exception {
	return &str.Exception{Class: class, Text: text}
}

func tooLarge() *str.Exception {
	return plainError("OverflowError", "Python int too large to convert to C ssize_t")
}

func decodeException(label string, object []byte, start, end int, reason string) *str.Exception {
	return codec.DecodeError(object, codec.Fault{Encoding: label, Start: start, End: end, Reason: reason})
}

type punyDecoder struct {
	release  str.Release
	strict   bool
	inserted []extended // in order of insertion; at is the index at the time of insertion
}

// decode decodes b, and returns the characters before the last hyphen. The others are in d. If errors are not strict,
// decoding ends at the first invalid number, without an error. Releases before 3.13 check first that b is ASCII.
func (d *punyDecoder) decode(b []byte, errors string) (base []byte, err error) {
	text, dash := codec.Text{Release: d.release}, bytes.LastIndexByte(b, '-')
	base, err = text.AppendDecode(nil, b[:max(dash, 0)], "ascii", errors)
	if err == nil && !positions(d.release) {
		_, err = text.AppendDecode(nil, b[dash+1:], "ascii", "strict")
	}
	if err != nil {
		return nil, err
	}
	r, at, bias, count := int64(punyFirst), int64(-1), punyBias, int64(utf8.RuneCount(base))
	for i := dash + 1; i < len(b); {
		count++
		number, end, err := d.number(b, i, bias)
		if number == nil {
			return base, err
		}
		bias = adapt(number, i == dash+1, int(count))
		i = end
		sum := number.Add(number, big.NewInt(at+1))
		char, index := new(big.Int).DivMod(sum, big.NewInt(count), new(big.Int))
		at = index.Int64()
		switch char.Add(char, big.NewInt(r)); {
		case char.IsInt64() && char.Int64() <= utf8.MaxRune:
			r = char.Int64()
		case d.strict:
			// CPython's position is not an index of b.
			end := sum.Add(sum, big.NewInt(int64(dash+1)))
			reason := "Invalid character U+" + char.Text(16)
			if positions(d.release) && (!end.IsInt64() || end.Int64() > math.MaxInt) {
				return nil, tooLarge()
			}
			return nil, d.fault(b, int(end.Int64())-1, reason, reason)
		default:
			r = punyInvalid
		}
		d.inserted = append(d.inserted, extended{rune(r), int(at)})
	}
	return base, nil
}

// number returns the number at b[i] and the offset after it. For an invalid number, the result is nil.
func (d *punyDecoder) number(b []byte, i, bias int) (n *big.Int, end int, err error) {
	digits := b[i:]
	for digit := range digits {
		value := punyValue(digits[digit])
		switch {
		case value < 0:
			const reason = "Invalid extended code point '"
			c := digits[digit]
			return nil, i, d.fault(b, i+digit, reason+string(rune(c))+"'", reason+strconv.Itoa(int(c))+"'")
		case value >= punyThreshold(digit, bias):
		case digit >= maxPunyDigits:
			if d.strict && positions(d.release) {
				return nil, i, tooLarge()
			}
			text := "a number in punycode has more than " + strconv.Itoa(maxPunyDigits) + " digits"
			return nil, i, plainError("OverflowError", text)
		default:
			n = big.NewInt(int64(value))
			for place, c := range slices.Backward(digits[:digit]) {
				n.Mul(n, big.NewInt(int64(punyBase-punyThreshold(place, bias))))
				n.Add(n, big.NewInt(int64(punyValue(c))))
			}
			return n, i + digit + 1, nil
		}
	}
	return nil, i, d.fault(b, len(b), "incomplete punicode string", "incomplete punycode string")
}

func punyValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c-'0') + 26
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return int(c|0x20) - 'a'
	}
	return -1
}

// fault returns the error for an octet of b, with the message of releases before 3.13 or of later ones.
func (d *punyDecoder) fault(b []byte, at int, old, reason string) error {
	switch {
	case !d.strict:
		return nil
	case positions(d.release):
		return decodeException(punyLabel, b, at, at+1, reason)
	}
	return plainError("UnicodeError", old)
}

// append appends the text. It handles the insertions from the last to the first. The index of an insertion counts only
// positions that are still free.
func (d *punyDecoder) append(dst, base []byte) []byte {
	rest := string(base)
	out := make([]rune, utf8.RuneCountInString(rest)+len(d.inserted))
	free := newPlaces(len(out))
	for _, x := range slices.Backward(d.inserted) {
		at := free.find(x.at)
		free.add(at, -1)
		out[at] = x.r
	}
	for _, r := range out {
		if r == 0 { // free: no insertion is U+0000
			first, size := utf8.DecodeRuneInString(rest)
			r, rest = first, rest[size:]
		}
		dst = str.AppendRune(dst, r)
	}
	return dst
}
