package codecs

import (
	"bytes"
	"math"
	"math/big"
	"slices"
	"strconv"

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
	punyMax     = 0x10FFFF
	punyInvalid = '?' // replaces invalid characters unless errors are strict
)

// maxPunyDigits is the maximum number of digits of a number whose value affects the result. Computing the value of
// longer numbers would take quadratic time, as in CPython.
const maxPunyDigits = 4096

type punycode struct{}

func (punycode) AppendEncode(dst []byte, s string, _ codec.Handler) ([]byte, error) {
	return appendPunycode(dst, s), nil
}

// An extended is a character that is not ASCII.
type extended struct {
	r    rune
	at   int // index in the text
	rank int // number of such characters before it
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
			others = append(others, extended{r, n, len(others)})
		}
	}
	basic := len(dst) - start
	if basic > 0 {
		dst = append(dst, '-')
	}
	if len(others) == 0 {
		return dst
	}
	before := newPlaces(len(others)) // the characters already in the output, by rank
	slices.SortStableFunc(others, func(a, b extended) int { return int(a.r - b.r) })
	last, lastIndex := rune(punyFirst), -1
	bias := punyBias
	there := basic
	for i, o := range others {
		delta := int64(-1)
		if i == 0 || o.r != others[i-1].r {
			delta += int64(there+1) * int64(o.r-last)
			last = o.r
		}
		index := o.at - o.rank + before.count(o.rank)
		delta += int64(index - lastIndex)
		lastIndex = index
		dst = appendPunyNumber(dst, delta, bias)
		there++
		bias = adapt(big.NewInt(delta), i == 0, there)
		before.add(o.rank, 1)
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

type places []int32

func newPlaces(n int) places { return make(places, n+1) }

func (p places) add(at int, n int32) {
	for at++; at < len(p); at += at & -at {
		p[at] += n
	}
}

func (p places) count(at int) int {
	n := int32(0)
	for ; at > 0; at -= at & -at {
		n += p[at]
	}
	return int(n)
}

func (p places) find(rank int) int {
	at := 0
	step := 1
	for step*2 < len(p) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if at+step < len(p) && int(p[at+step]) <= rank {
			at += step
			rank -= int(p[at])
		}
	}
	return at
}

func (punycode) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	release := h.Text().Release
	switch h.Name() {
	case "strict", "replace", "ignore":
	default:
		return nil, unsupportedHandler("Unsupported", h.Name(), release)
	}
	d := punyDecoder{release: release, handler: h.Name()}
	if err := d.decode(b); err != nil {
		return nil, err
	}
	return d.append(dst), nil
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
	return codec.UnicodeDecodeError(object, str.UnicodeFault{Encoding: label, Start: start, End: end, Reason: reason})
}

type punyDecoder struct {
	release  str.Release
	handler  string
	base     []rune
	inserted []extended // in order of insertion; at is the index at the time of insertion
}

// decode decodes b and stores the result in d. If errors are not strict, decoding ends at the first invalid number,
// without an error.
func (d *punyDecoder) decode(b []byte) *str.Exception {
	dash := bytes.LastIndexByte(b, '-')
	if err := d.decodeBase(b, dash); err != nil {
		return err
	}
	r, at, bias := int64(punyFirst), int64(-1), punyBias
	for i := dash + 1; i < len(b); {
		end, err := d.endOfNumber(b, i, bias)
		switch {
		case err != nil || end < 0:
			return err
		case end-i > maxPunyDigits:
			return d.beyondLimit()
		}
		count := len(d.base) + len(d.inserted) + 1
		number := punyNumber(b[i:end], bias)
		bias = adapt(number, i == dash+1, count)
		sum := number.Add(number, big.NewInt(at+1))
		char, index := new(big.Int).DivMod(sum, big.NewInt(int64(count)), new(big.Int))
		at = index.Int64()
		switch char.Add(char, big.NewInt(r)); {
		case char.IsInt64() && char.Int64() <= punyMax:
			r = char.Int64()
		case d.handler == "strict":
			return d.invalidCharacter(b, dash+1, char, sum)
		default:
			r = punyInvalid
		}
		d.inserted = append(d.inserted, extended{r: rune(r), at: int(at)})
		i = end
	}
	return nil
}

// decodeBase decodes the text before the last hyphen as ASCII. In releases before 3.13, it also checks that the text
// after the hyphen is ASCII.
func (d *punyDecoder) decodeBase(b []byte, dash int) *str.Exception {
	const reason = "ordinal not in range(128)"
	base := b[:max(dash, 0)]
	for i, c := range base {
		switch {
		case c < punyFirst:
			d.base = append(d.base, rune(c))
		case d.handler == "strict":
			return decodeException("ascii", base, i, i+1, reason)
		case d.handler == "replace":
			d.base = append(d.base, 0xFFFD)
		}
	}
	if !positions(d.release) {
		tail := b[dash+1:]
		for i, c := range tail {
			if c >= punyFirst {
				return decodeException("ascii", tail, i, i+1, reason)
			}
		}
	}
	return nil
}

// endOfNumber returns the offset after the number at b[i], or -1 for an invalid number.
func (d *punyDecoder) endOfNumber(b []byte, i, bias int) (int, *str.Exception) {
	for digit := 0; i < len(b); digit++ {
		value := punyValue(b[i])
		if value < 0 {
			return -1, d.badNumber(b, i, "Invalid extended code point '"+string(rune(b[i]))+"'",
				"Invalid extended code point '"+strconv.Itoa(int(b[i]))+"'")
		}
		if i++; value < punyThreshold(digit, bias) {
			return i, nil
		}
	}
	return -1, d.badNumber(b, i, "incomplete punicode string", "incomplete punycode string")
}

func punyNumber(digits []byte, bias int) *big.Int {
	n := new(big.Int)
	for i, c := range slices.Backward(digits) {
		n.Mul(n, big.NewInt(int64(punyBase-punyThreshold(i, bias))))
		n.Add(n, big.NewInt(int64(punyValue(c))))
	}
	return n
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

func (d *punyDecoder) badNumber(b []byte, at int, old, reason string) *str.Exception {
	switch {
	case d.handler != "strict":
		return nil
	case positions(d.release):
		return decodeException(punyLabel, b, at, at+1, reason)
	}
	return plainError("UnicodeError", old)
}

// invalidCharacter returns the error for a number that gives a character beyond U+10FFFF, at the index sum modulo the
// length of the text.
func (d *punyDecoder) invalidCharacter(b []byte, offset int, char, sum *big.Int) *str.Exception {
	reason := "Invalid character U+" + char.Text(16)
	sum.Add(sum, big.NewInt(int64(offset)))
	switch {
	case !positions(d.release):
		return plainError("UnicodeError", reason)
	case !sum.IsInt64() || sum.Int64() > math.MaxInt:
		return tooLarge()
	}
	end := int(sum.Int64())
	return decodeException(punyLabel, b, end-1, end, reason)
}

// beyondLimit returns the error for a number with more than maxPunyDigits digits.
func (d *punyDecoder) beyondLimit() *str.Exception {
	if d.handler == "strict" && positions(d.release) {
		return tooLarge()
	}
	return plainError("OverflowError", "a number in punycode has more than "+strconv.Itoa(maxPunyDigits)+" digits")
}

// append appends the text. It handles the insertions from the last to the first. The index of an insertion counts only
// positions that are still free.
func (d *punyDecoder) append(dst []byte) []byte {
	out := make([]rune, len(d.base)+len(d.inserted))
	free := newPlaces(len(out))
	for i := range out {
		free.add(i, 1)
		out[i] = -1
	}
	for _, x := range slices.Backward(d.inserted) {
		at := free.find(x.at)
		free.add(at, -1)
		out[at] = x.r
	}
	next := 0
	for _, r := range out {
		if r < 0 {
			r = d.base[next]
			next++
		}
		dst = str.AppendRune(dst, r)
	}
	return dst
}
