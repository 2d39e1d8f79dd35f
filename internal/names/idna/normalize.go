package idna

import "slices"

// The algorithmic decomposition of Hangul, the Unicode Standard section 3.12.
const (
	syllableBase = 0xAC00
	leadBase     = 0x1100
	vowelBase    = 0x1161
	tailBase     = 0x11A7
	leadCount    = 19
	vowelCount   = 21
	tailCount    = 28
	syllables    = leadCount * vowelCount * tailCount
)

// A quickCheck detects text that is certainly in Normalization Form C (UAX #15 §9). The zero value has seen no text.
type quickCheck struct {
	last   uint32 // combining class
	unsure bool
}

func (q *quickCheck) add(p props) {
	ccc := p.ccc()
	if p&(nfcNo|nfcMaybe) != 0 || ccc != 0 && ccc < q.last {
		q.unsure = true
	}
	q.last = ccc
}

// normalize returns Normalization Form C of label, which it may overwrite.
func normalize(label []char) []char {
	var room [2 * smallLabel]char
	return append(label[:0], compose(decompose(room[:0], label))...)
}

// AppendNFC appends Normalization Form C of s.
func AppendNFC(dst []byte, s string) []byte {
	var room [smallLabel]char
	return appendUTF8(dst, normalize(appendChars(room[:0], s)))
}

func appendChars(dst []char, s string) []char {
	for i, r := range s {
		dst = append(dst, newChar(r, i))
	}
	return dst
}

func isNFC(label []char) bool {
	var room [2 * smallLabel]char
	normal := compose(decompose(room[:0], label))
	return slices.EqualFunc(normal, label, func(a, b char) bool { return a.code() == b.code() })
}

func decompose(dst, src []char) []char {
	for _, c := range src {
		if c.props()&decomposes == 0 {
			dst = append(dst, c)
		} else {
			dst = appendDecomposition(dst, c)
		}
	}
	Reorder(dst, classOfChar)
	return dst
}

func classOfChar(c char) uint32 { return c.props().ccc() }

func appendDecomposition(dst []char, c char) []char {
	at := c.at()
	if jamo, n := DecomposeHangul(c.code()); n > 0 {
		for _, r := range jamo[:n] {
			dst = append(dst, newChar(r, at))
		}
		return dst
	}
	i, _ := slices.BinarySearchFunc(decompositionKeys[:], c.code(), func(key uint32, r rune) int {
		return int(key>>offsetBits) - int(r)
	})
	text := int(decompositionKeys[i] & (1<<offsetBits - 1))
	for _, r := range decompositionTexts[text+1 : text+1+int(decompositionTexts[text])] {
		dst = append(dst, newChar(r, at))
	}
	return dst
}

// Reorder sorts each run of marks by combining class (the Canonical Ordering Algorithm).
func Reorder[T any](s []T, class func(c T) uint32) {
	for i := 0; i < len(s); i++ {
		start := i
		for i < len(s) && class(s[i]) != 0 {
			i++
		}
		slices.SortStableFunc(s[start:i], func(a, b T) int { return int(class(a)) - int(class(b)) })
	}
}

// Compose composes decomposed text in place (the Canonical Composition Algorithm). composite returns the character that
// a and b compose to. ok is false if they do not compose.
func Compose[T any](s []T, class func(c T) uint32, composite func(a, b T) (c T, ok bool)) []T {
	starter, end := -1, 0 // offsets in the composed text
	last := uint32(0)     // combining class of s[end-1]
	for _, c := range s {
		ccc := class(c)
		if starter >= 0 && (starter == end-1 || last < ccc) {
			if composed, ok := composite(s[starter], c); ok {
				s[starter] = composed
				continue
			}
		}
		if ccc == 0 {
			starter = end
		}
		last = ccc
		s[end] = c
		end++
	}
	return s[:end]
}

func compose(s []char) []char {
	return Compose(s, classOfChar, func(a, b char) (char, bool) {
		if b.props()&nfcMaybe == 0 {
			return a, false
		}
		r := composition(a.code(), b.code())
		return newChar(r, a.at()), r != 0
	})
}

// composition returns the primary composite of two code points, or 0 if they do not compose.
func composition(a, b rune) rune {
	if r := ComposeHangul(a, b); r != 0 {
		return r
	}
	key := uint64(a)<<(2*codeBits) | uint64(b)<<codeBits
	i, _ := slices.BinarySearch(compositions[:], key)
	if i < len(compositions) && compositions[i]>>codeBits == key>>codeBits {
		return rune(compositions[i] & (1<<codeBits - 1))
	}
	return 0
}

// DecomposeHangul returns the canonical decomposition of a Hangul syllable: n letters. For other characters, n is 0.
func DecomposeHangul(r rune) (jamo [3]rune, n int) {
	s := r - syllableBase
	if s < 0 || s >= syllables {
		return jamo, 0
	}
	jamo = [3]rune{leadBase + s/(vowelCount*tailCount), vowelBase + s/tailCount%vowelCount, tailBase + s%tailCount}
	if jamo[2] == tailBase {
		return jamo, 2
	}
	return jamo, 3
}

// ComposeHangul returns the Hangul syllable that a and b compose to, or 0 if they do not.
func ComposeHangul(a, b rune) rune {
	if l, v := a-leadBase, b-vowelBase; 0 <= l && l < leadCount && 0 <= v && v < vowelCount {
		return syllableBase + (l*vowelCount+v)*tailCount
	}
	if s, t := a-syllableBase, b-tailBase; 0 <= s && s < syllables && s%tailCount == 0 && 0 < t && t < tailCount {
		return a + t
	}
	return 0
}
