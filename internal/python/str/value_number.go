package str

import (
	"math"
	"strconv"
)

// appendFloat appends repr(f): the shortest digits that parse as f. An exponent is used for absolute values from 1e16
// on, and for absolute values below 1e-4 except 0.
func appendFloat(dst []byte, f float64) []byte {
	switch a := math.Abs(f); {
	case math.IsNaN(f):
		return append(dst, "nan"...) // a sign is not shown
	case f > math.MaxFloat64:
		return append(dst, "inf"...)
	case f < -math.MaxFloat64:
		return append(dst, "-inf"...)
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	if f == math.Trunc(f) {
		dst = append(dst, ".0"...)
	}
	return dst
}
