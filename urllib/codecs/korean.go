package codecs

import "strings"

const (
	hangulFirst = 0xAC00
	hangulLast  = 0xD7A3
	vowels      = 21
	finals      = 28
)

// cp949 is Unified Hangul Code.
type cp949 struct{}

func (cp949) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	if c := cp949Grid.cell(b[0], b[1]); c != 0 {
		return rune(c), 2
	}
	return -1, 1
}

func (cp949) encode(dst []byte, r rune, _ string) ([]byte, int) {
	code := cp949Ranks.code(r)
	if code == 0 {
		return dst, -1
	}
	return append(dst, byte(code>>8), byte(code)), 0
}

// ksx1001Char returns the character that two octets mean in KS X 1001, or 0 if they mean none. KS X 1001 is the part of
// CP949 in which both octets are 0xA1 or greater.
func ksx1001Char(lead, trail byte) rune {
	if lead < 0xA1 || trail < 0xA1 {
		return 0
	}
	return rune(cp949Grid.cell(lead, trail))
}

func inKSX1001(code uint16) bool { return code >= 0xA1A1 && code&0xFF >= 0xA1 }

// EUC-KR can write a syllable letter by letter. Each letter has two octets: jamoLead and one of these octets. The
// octets of vowels are consecutive.
const (
	jamoLead   = 0xA4
	jamoFiller = 0xD4
	jamoVowel  = 0xBF
	initials   = "\xA1\xA2\xA4\xA7\xA8\xA9\xB1\xB2\xB3\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xBE"
	finalJamos = "\xD4\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA9\xAA\xAB\xAC\xAD\xAE\xAF\xB0\xB1\xB2\xB4\xB5\xB6\xB7\xB8\xBA\xBB\xBC\xBD\xBE"
)

// eucKR is EUC-KR. A syllable that KS X 1001 lacks has eight octets: a filler, an initial, a vowel and a final.
type eucKR struct{}

func (eucKR) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	if b[0] != jamoLead || b[1] != jamoFiller {
		if r := ksx1001Char(b[0], b[1]); r != 0 {
			return r, 2
		}
		return -1, 1
	}
	if len(b) < 8 {
		return -1, 0
	}
	initial, vowel, final := strings.IndexByte(initials, b[3]), int(b[5])-jamoVowel, strings.IndexByte(finalJamos, b[7])
	if b[2] != jamoLead || b[4] != jamoLead || b[6] != jamoLead ||
		initial < 0 || vowel < 0 || vowel >= vowels || final < 0 {
		return -1, 1
	}
	return rune(hangulFirst + (initial*vowels+vowel)*finals + final), 8
}

func (eucKR) encode(dst []byte, r rune, _ string) ([]byte, int) {
	code := cp949Ranks.code(r)
	switch {
	case code == 0:
		return dst, -1
	case inKSX1001(code):
		return append(dst, byte(code>>8), byte(code)), 0
	}
	initial, vowel, final := letters(r)
	return append(dst, jamoLead, jamoFiller, jamoLead, initials[initial],
		jamoLead, byte(jamoVowel+vowel), jamoLead, finalJamos[final]), 0
}

func letters(r rune) (initial, vowel, final int) {
	n := int(r - hangulFirst)
	return n / (vowels * finals), n / finals % vowels, n % finals
}

// The numbers of five bits that Johab uses for letters and for absent letters.
const (
	johabInitials   = "\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10\x11\x12\x13\x14"
	johabVowels     = "\x03\x04\x05\x06\x07\x0A\x0B\x0C\x0D\x0E\x0F\x12\x13\x14\x15\x16\x17\x1A\x1B\x1C\x1D"
	johabFinals     = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10\x11\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D"
	johabNoInitial  = 1
	johabNoVowel    = 2
	johabNoFinal    = 1
	firstLetter     = 0x3131 // HANGUL LETTER KIYEOK
	firstVowel      = 0x314F
	lastLetter      = 0x3163
	johabSymbols    = 0xD8 // the first lead after the leads of syllables
	ideographicFill = 0x3000
)

// The low octets of the code points of single letters, by the number of the letter as an initial and as a final. The
// final 0 means no letter.
const (
	initialLetters = "\x31\x32\x34\x37\x38\x39\x41\x42\x43\x45\x46\x47\x48\x49\x4A\x4B\x4C\x4D\x4E"
	finalLetters   = "\x00\x31\x32\x33\x34\x35\x36\x37\x39\x3A\x3B\x3C\x3D\x3E\x3F\x40\x41\x42\x44\x45\x46\x47\x48\x4A\x4B\x4C\x4D\x4E"
)

// johab is Johab (KS X 1001:1992, annex 3): syllables with five bits for each letter, and the symbols and hanja of KS X
// 1001.
type johab struct{}

func (johab) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	var r rune
	if b[0] < johabSymbols {
		r = johabSyllable(b[0], b[1])
	} else {
		r = johabSymbol(b[0], b[1])
	}
	if r == 0 {
		return -1, 1
	}
	return r, 2
}

func johabSyllable(lead, trail byte) rune {
	i, v, f := lead>>2&0x1F, lead<<3&0x18|trail>>5, trail&0x1F
	initial, vowel, final := strings.IndexByte(johabInitials, i), strings.IndexByte(johabVowels, v),
		strings.IndexByte(johabFinals, f)
	noInitial, noVowel, noFinal := i == johabNoInitial, v == johabNoVowel, f == johabNoFinal
	switch {
	case initial < 0 && !noInitial, vowel < 0 && !noVowel, final < 0:
		return 0
	case !noInitial && !noVowel:
		return rune(hangulFirst + (initial*vowels+vowel)*finals + final)
	case !noInitial && noFinal:
		return 0x3100 | rune(initialLetters[initial])
	case !noVowel && noInitial && noFinal:
		return firstVowel + rune(vowel)
	case noInitial && noVowel && noFinal:
		return ideographicFill
	case noInitial && noVowel:
		return 0x3100 | rune(finalLetters[final])
	}
	return 0
}

func johabSymbol(lead, trail byte) rune {
	if lead == 0xDF || lead > 0xF9 || trail < 0x31 || trail >= 0x80 && trail < 0x91 || trail&0x7F == 0x7F ||
		lead == 0xDA && trail >= 0xA1 && trail <= 0xD3 {
		return 0
	}
	row, cell := 2*(int(lead)-0xD9), int(trail)-0x31
	if lead >= 0xE0 {
		row = 2*int(lead) - 0x197
	}
	if trail >= 0x91 {
		cell = int(trail) - 0x43
	}
	if cell >= 94 {
		row, cell = row+1, cell-94
	}
	return ksx1001Char(byte(row+0xA1), byte(cell+0xA1))
}

func (johab) encode(dst []byte, r rune, _ string) ([]byte, int) {
	switch {
	case hangulFirst <= r && r <= hangulLast:
		initial, vowel, final := letters(r)
		return appendJohab(dst, johabInitials[initial], johabVowels[vowel], johabFinals[final]), 0
	case firstVowel <= r && r <= lastLetter:
		return appendJohab(dst, johabNoInitial, johabVowels[r-firstVowel], johabNoFinal), 0
	case firstLetter <= r && r < firstVowel:
		if i := strings.IndexByte(initialLetters, byte(r)); i >= 0 {
			return appendJohab(dst, johabInitials[i], johabNoVowel, johabNoFinal), 0
		}
		return appendJohab(dst, johabNoInitial, johabNoVowel, johabFinals[strings.IndexByte(finalLetters, byte(r))]), 0
	}
	code := cp949Ranks.code(r)
	row, cell := int(code>>8)-0xA1, int(code&0xFF)-0xA1
	switch {
	case code == 0:
		return dst, -1
	case row < 0x4A-0x21:
		row += 0x1B2
	default:
		row += 0x197
	}
	if row&1 != 0 {
		cell += 94
	}
	if cell < 0x4E {
		cell += 0x31
	} else {
		cell += 0x43
	}
	return append(dst, byte(row>>1), byte(cell)), 0
}

func appendJohab(dst []byte, initial, vowel, final byte) []byte {
	return append(dst, 0x80|initial<<2|vowel>>3, vowel<<5|final)
}
