package str

import (
	"math"
	"strconv"
)

// appendFloat appends repr(f): the shortest digits that parse as f. An exponent is used for absolute values from 1e16
// on, and for absolute values below 1e-4 except 0.
func appendFloat(dst []byte, f float64) []byte {
	dst = appendShortest(dst, f)
	if math.Abs(f) < 1e16 && f == math.Trunc(f) {
		dst = append(dst, ".0"...)
	}
	return dst
}

// appendShortest appends f like appendFloat, but writes an integral value without a point.
func appendShortest(dst []byte, f float64) []byte {
	switch a := math.Abs(f); {
	case math.IsNaN(f):
		return append(dst, "nan"...) // a sign is not shown
	case f > math.MaxFloat64:
		return append(dst, "inf"...)
	case f < -math.MaxFloat64:
		return append(dst, "-inf"...)
	case a == 0 || 1e-4 <= a && a < 1e16:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	default:
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
}

// appendComplex appends repr(c). If the real part is +0, only the imaginary part is written, without parentheses.
func appendComplex(dst []byte, c complex128) []byte {
	re, im := real(c), imag(c)
	if re == 0 && !math.Signbit(re) {
		return append(appendShortest(dst, im), 'j')
	}
	dst = appendShortest(append(dst, '('), re)
	if math.IsNaN(im) || !math.Signbit(im) {
		dst = append(dst, '+')
	}
	return append(appendShortest(dst, im), "j)"...)
}
