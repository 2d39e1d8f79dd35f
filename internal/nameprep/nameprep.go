package nameprep

import (
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/ascii"
	"earl.example/internal/idna"
)

const (
	acePrefix = "xn--"
	maxLabel  = 63 // bytes, RFC 3490 §4.1 step 8
)

// AppendToASCII appends to dst what domain.encode("idna") gives, and reports
// whether it gives anything: it fails for an empty label that is not the last
// one, for a label of more than 63 bytes, and for what Nameprep forbids. Then
// dst is returned as it was. Domain is in UTF-8; an ASCII one stays as it is.
func AppendToASCII(dst []byte, domain string) ([]byte, bool) {
	start := len(dst)
	plain := isASCII(domain)
	for more := domain != ""; more; {
		label := domain
		i, size := dot(domain, plain)
		if more = i >= 0; more {
			label, domain = domain[:i], domain[i+size:]
		}
		if label == "" && !more {
			break // behind a dot at the end
		}
		var ok bool
		if dst, ok = appendLabel(dst, label); !ok {
			return dst[:start], false
		}
		if more {
			dst = append(dst, '.')
		}
	}
	return dst, true
}

// dot returns the offset of the first dot of s and its length, or -1. In a
// name that is not ASCII there are four of them (RFC 3490 §3.1).
func dot(s string, plain bool) (i, size int) {
	if plain {
		return strings.IndexByte(s, '.'), 1
	}
	i = strings.IndexAny(s, ".\u3002\uff0e\uff61")
	if i >= 0 && s[i] != '.' {
		return i, len("\u3002")
	}
	return i, 1
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// appendLabel is ToASCII of RFC 3490 §4.1, without UseSTD3ASCIIRules.
func appendLabel(dst []byte, label string) ([]byte, bool) {
	if !isASCII(label) {
		prepared := prepare(label)
		if !allowed(prepared) {
			return dst, false
		}
		if !isASCII(string(prepared)) {
			return appendACE(dst, prepared)
		}
		label = string(prepared)
	}
	return append(dst, label...), 0 < len(label) && len(label) <= maxLabel
}

// appendACE appends a prepared label that is not ASCII.
func appendACE(dst, label []byte) ([]byte, bool) {
	// Its Punycode has no fewer bytes than it has characters.
	if utf8.RuneCount(label) > maxLabel-len(acePrefix) || strings.HasPrefix(string(label), acePrefix) {
		return dst, false
	}
	start := len(dst)
	dst = idna.AppendPunycode(append(dst, acePrefix...), string(label))
	return dst, len(dst)-start <= maxLabel
}

// prepare maps and normalises a label (RFC 3491 §3 and §4).
func prepare(label string) []byte {
	var mapped, out []byte
	for _, r := range label {
		i, found := slices.BinarySearchFunc(mapKeys[:], r, func(key uint32, r rune) int { return int(key>>lengthBits) - int(r) })
		switch {
		case found:
			at := int(mapOffsets[i])
			mapped = append(mapped, mapTexts[at:at+int(mapKeys[i]&(1<<lengthBits-1))]...)
		case r < utf8.RuneSelf && ascii.Is(byte(r), ascii.Upper):
			mapped = append(mapped, byte(r)|0x20)
		default:
			mapped = utf8.AppendRune(mapped, r)
		}
	}
	// What Unicode 3.2 did not know had no decomposition, and stops others.
	rest := string(mapped)
	for {
		i := strings.IndexFunc(rest, func(r rune) bool { return in(frozen[:], r) })
		if i < 0 {
			return idna.AppendNFC(out, rest)
		}
		out = idna.AppendNFC(out, rest[:i])
		_, size := utf8.DecodeRuneInString(rest[i:])
		out = append(out, rest[i:i+size]...)
		rest = rest[i+size:]
	}
}

// allowed checks a prepared label (RFC 3491 §5 and §6).
func allowed(label []byte) bool {
	var hasLeft, hasRight, first, last bool
	for i := 0; i < len(label); {
		r, size := utf8.DecodeRune(label[i:])
		if in(prohibited[:], r) {
			return false
		}
		last = in(right[:], r)
		first = first || i == 0 && last
		hasRight = hasRight || last
		hasLeft = hasLeft || 'a' <= r && r <= 'z' || in(left[:], r)
		i += size
	}
	return !hasRight || !hasLeft && first && last
}

// in reports whether r is in one of the ranges, which are sorted.
func in(ranges [][2]rune, r rune) bool {
	_, found := slices.BinarySearchFunc(ranges, r, func(x [2]rune, r rune) int {
		switch {
		case r < x[0]:
			return 1
		case r > x[1]:
			return -1
		}
		return 0
	})
	return found
}
