// Package ascii classifies bytes by the rules of the URL specifications. classes.txt has the classes and their
// rules.
package ascii

import (
	"encoding/binary"
	"strings"
	"unsafe"
)

//go:generate go run gen.go

// UpperHex has the hexadecimal digits from 0 to F, in the order of their values.
const UpperHex = "0123456789ABCDEF"

// A Class is a set of bytes, or a union of sets: one bit for each set.
type Class uint64

// Is reports whether c belongs to class.
func Is(c byte, class Class) bool { return Table[c]&class != 0 }

// All reports whether all bytes of s belong to class.
func All[T ~string | ~[]byte](s T, class Class) bool {
	for i := 0; i < len(s); i++ {
		if Table[s[i]]&class == 0 {
			return false
		}
	}
	return true
}

// Index returns the offset of the first byte of s that belongs to class, or -1 if no byte does.
func Index[T ~string | ~[]byte](s T, class Class) int {
	for i := 0; i < len(s); i++ {
		if Table[s[i]]&class != 0 {
			return i
		}
	}
	return -1
}

// IndexFrom returns the offset of the first byte of s[from:] that belongs to class, or len(s) if no byte does.
func IndexFrom(s string, from int, class Class) int {
	i := from
	for ; i+4 <= len(s); i += 4 {
		four := s[i : i+4]
		if (Table[four[0]]|Table[four[1]]|Table[four[2]]|Table[four[3]])&class != 0 {
			break
		}
	}
	for i < len(s) && Table[s[i]]&class == 0 {
		i++
	}
	return i
}

// Skip returns the offset of the first byte of s[i:] that does not belong to class, or len(s) if all bytes do.
func Skip(s string, i int, class Class) int {
	for i < len(s) && Table[s[i]]&class != 0 {
		i++
	}
	return i
}

// ClassesOf returns the classes of the bytes of s.
func ClassesOf(s string) (all Class) {
	for ; len(s) >= 4; s = s[4:] {
		all |= Table[s[0]] | Table[s[1]] | Table[s[2]] | Table[s[3]]
	}
	for i := range len(s) {
		all |= Table[s[i]]
	}
	return all
}

// SchemeLen returns the length of the scheme at the start of s (RFC 3986 §3.1): a letter, then letters, digits, "+",
// "-" and ".". It returns 0 if there is none. A colon need not follow.
func SchemeLen(s string) int {
	if s == "" || !Is(s[0], Alpha) {
		return 0
	}
	return Skip(s, 1, SchemeChar)
}

// SchemeColon returns the offset of the colon after the scheme at the start of s, or 0 if there is none.
func SchemeColon(s string) int {
	if n := SchemeLen(s); n < len(s) && s[n] == ':' {
		return n
	}
	return 0
}

// IsDrive reports whether s is a Windows drive letter: a letter, then ":" or "|" (WHATWG URL §4.2).
func IsDrive(s string) bool { return len(s) == 2 && Is(s[0], Alpha) && (s[1] == ':' || s[1] == '|') }

// HasDrive reports whether s starts with a Windows drive letter, as WHATWG URL §4.2 defines it: "/", "\", "?", "#" or
// the end follows.
func HasDrive(s string) bool {
	return len(s) >= 2 && IsDrive(s[:2]) && (len(s) == 2 || Is(s[2], SpecialEnd))
}

// Number returns the value of the decimal number at the start of s, and its length. The number ends before a digit that
// would make it greater than most.
func Number(s string, most int) (n, length int) {
	for length < len(s) && Is(s[length], Digit) {
		more := 10*n + int(s[length]-'0')
		if more > most {
			break
		}
		n = more
		length++
	}
	return n, length
}

// Prefix returns the length of the longest ASCII prefix of s.
func Prefix[T ~string | ~[]byte](s T) int {
	i, last := 0, len(s)-8
	for i < last && Load8(s, i)&Highs == 0 {
		i += 8
	}
	if last >= 0 && i >= last && Load8(s, last)&Highs == 0 {
		return len(s)
	}
	for i < len(s) && s[i] < 0x80 {
		i++
	}
	return i
}

// EqualFold reports whether a and b are equal, ignoring the case of ASCII letters.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if x, y := a[i], b[i]; x != y && (x^y != 0x20 || !Is(x, Alpha)) {
			return false
		}
	}
	return true
}

// HasPrefixFold reports whether s begins with prefix, ignoring the case of ASCII letters.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && EqualFold(s[:len(prefix)], prefix)
}

// ToLower returns s with ASCII letters in lower case. It returns s itself if nothing changes.
func ToLower(s string) string {
	at := Index(s, Upper)
	if at < 0 {
		return s
	}
	b := []byte(s)
	LowerBytes(b[at:])
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// LowerBytes converts ASCII letters in b to lower case.
func LowerBytes(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		binary.LittleEndian.PutUint64(b, x|Upper8(x&^Highs)&^x>>2)
	}
	for i, c := range b {
		if Is(c, Upper) {
			b[i] = c | 0x20
		}
	}
}

// AppendLower appends s with ASCII letters in lower case.
func AppendLower(dst []byte, s string) []byte {
	dst = append(dst, s...)
	LowerBytes(dst[len(dst)-len(s):])
	return dst
}

// Concat returns a + b. For texts as short as URLs, it is faster than the operator +. Like the operator, it does not
// copy if a or b is empty. rfc3986.BenchmarkResolve measures it.
func Concat(a, b string) string {
	n := len(a) + len(b)
	if a == "" || b == "" || uint(n) > 1024 {
		return a + b
	}
	text := make([]byte, n)
	copy(text[copy(text, a):], b)
	return unsafe.String(unsafe.SliceData(text), n)
}

// WithoutNewlines returns s without ASCII tabs and newlines.
func WithoutNewlines(s string) string {
	if strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\t') < 0 && strings.IndexByte(s, '\r') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if !Is(s[i], TabOrNewline) {
			b = append(b, s[i])
		}
	}
	return Text(b)
}

// Text returns b as a string. It reuses the memory of b if the length is at least half of the capacity.
func Text(b []byte) string {
	if len(b) < cap(b)/2 {
		return string(b)
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}
