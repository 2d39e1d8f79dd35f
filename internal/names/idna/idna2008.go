package idna

import (
	_ "embed" // embeds the ranges
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// ranges2008 has lines of 16 bytes. idna2008.py writes and explains them.
//
//go:embed idna2008.txt
var ranges2008 string

const rangeLine = len("X 0000A1 0000A7\n")

// in2008 reports whether r belongs to a class of ranges2008.
func in2008(class byte, r rune) bool {
	key := [8]byte{class, ' '}
	for i := range 6 {
		key[2+i] = ascii.UpperHex[r>>(20-4*i)&15]
	}
	text := string(key[:])
	i := sort.Search(len(ranges2008)/rangeLine, func(i int) bool {
		return ranges2008[i*rangeLine:i*rangeLine+len(key)] > text
	}) - 1
	line := ranges2008[max(i, 0)*rangeLine:]
	return i >= 0 && line[0] == class && text[2:] <= line[9:15]
}

// IsNFKC reports whether s is in Normalization Form KC of Unicode 15.1, as in CPython 3.13.
func IsNFKC(s string) bool {
	if ascii.Prefix(s) == len(s) {
		return true
	}
	text := string([]rune(s))
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && in2008('C', r) }) &&
		string(AppendNFC(nil, text)) == text
}

// AppendIDNA2008 appends the A-label form of domain to dst (IDNA 2008, RFC 5891). It gives the same results as the
// Python package idna 3.20. If mapped is true, domain is first mapped by UTS #46 (uts46=True). If mapped is false, only
// "." separates labels (strict=True). If ok is false, a label is not valid, and dst is unchanged.
func AppendIDNA2008(dst []byte, domain string, mapped bool) (_ []byte, ok bool) {
	if mapped {
		if domain, ok = mapDomain(domain); !ok {
			return dst, false
		}
	}
	if domain == "" || domain == "." {
		return dst, false
	}
	start := len(dst)
	rest, trailing := strings.CutSuffix(domain, ".")
	for more := true; more; {
		var label string
		if label, rest, more = strings.Cut(rest, "."); label == "" {
			return dst[:start], false
		}
		if dst, ok = appendALabel(dst, label); !ok || len(dst)-start > maxName {
			return dst[:start], false
		}
		if more || trailing {
			dst = append(dst, '.')
		}
	}
	return dst, true
}

// maxMapped limits the number of characters to normalize. NFC composes at most four characters, so a name of more
// characters always has more than maxName.
const maxMapped = 4 * (maxName + len("."))

func mapDomain(domain string) (string, bool) {
	text := make([]byte, 0, min(len(domain), maxMapped))
	for _, r := range domain {
		if len(text) > maxMapped*utf8.UTFMax {
			return "", false
		}
		switch p := classProps[classOf(r)]; {
		case p&disallowed != 0:
			return "", false
		case p&mapped != 0:
			text = append(text, mappingOf(r)...)
		default:
			text = utf8.AppendRune(text, r)
		}
	}
	return string(AppendNFC(nil, string(text))), true
}

func appendALabel(dst []byte, label string) ([]byte, bool) {
	var room [smallLabel]char
	if len(label) > maxLabel*utf8.UTFMax {
		return dst, false
	}
	if ascii.Prefix(label) < len(label) {
		chars := appendChars(room[:0], label)
		if !valid2008(chars) {
			return dst, false
		}
		start := len(dst)
		dst = appendEncoded(append(dst, "xn--"...), chars)
		return dst, len(dst)-start <= maxLabel
	}
	return append(dst, label...), len(label) <= maxLabel && validASCII(label)
}

// validASCII reports whether an ASCII label is valid, or is the Punycode of a valid label.
func validASCII(label string) bool {
	var room [smallLabel]char
	if !hasACE(label) {
		return valid2008(appendChars(room[:0], ascii.ToLower(label)))
	}
	encoded := ascii.ToLower(label[len("xn--"):])
	if encoded == "" || encoded[len(encoded)-1] == '-' {
		return false
	}
	chars, ok := decode(room[:0], encoded, 0)
	return ok && valid2008(chars) && string(appendEncoded(nil, chars)) == encoded
}

// CanDecodeIDNA2008 reports whether the function decode of the Python package idna 3.20 accepts an ASCII domain. If
// display is set, it accepts each label that begins with "xn--".
func CanDecodeIDNA2008(domain string, display bool) bool {
	domain = strings.TrimSuffix(domain, ".")
	if len(domain) > maxName {
		return false
	}
	for label := range strings.SplitSeq(domain, ".") {
		if !(display && hasACE(label)) && !validASCII(label) {
			return false
		}
	}
	return true
}

// valid2008 reports whether a label, which is not in Punycode, is valid (RFC 5891 §4.2.3, RFC 5893).
func valid2008(label []char) bool {
	n := len(label)
	if n == 0 || label[0].code() == '-' || label[n-1].code() == '-' ||
		n >= 4 && label[2].code() == '-' && label[3].code() == '-' || label[0].props()&mark != 0 {
		return false
	}
	var room [smallLabel]rune
	text := room[:0]
	for _, c := range label {
		text = append(text, c.code())
	}
	var all props
	for i, c := range label {
		p := c.props()
		all |= p
		if r := c.code(); p&(mapped|disallowed) != 0 || r == '.' || r >= 'A' && r <= 'Z' ||
			p&notLDH != 0 && r < utf8.RuneSelf || r >= utf8.RuneSelf && (in2008('X', r) || !InContext(text, i)) {
			return false
		}
	}
	if rule, _ := contextJ(label); rule != 0 || !isNFC(label) {
		return false
	}
	rule, _ := bidiRule(label)
	return rule == 0 || all&anyRight == 0
}

// InContext reports whether the rules for single characters (RFC 5892 appendix A.3 to A.9) allow label[i] in label.
// They allow a character without such a rule.
func InContext(label []rune, i int) bool {
	at := func(i int) rune {
		if i < 0 || i >= len(label) {
			return 0
		}
		return label[i]
	}
	isArabic := func(r rune) bool { return r >= 0x660 && r <= 0x669 }
	isExtended := func(r rune) bool { return r >= 0x6F0 && r <= 0x6F9 }
	switch r := label[i]; {
	case r == 0xB7: // middle dot
		return at(i-1) == 'l' && at(i+1) == 'l'
	case r == 0x375: // Greek lower numeral sign
		return in2008('G', at(i+1))
	case r == 0x5F3 || r == 0x5F4: // Hebrew punctuation
		return in2008('H', at(i-1))
	case r == 0x30FB: // Katakana middle dot
		return slices.ContainsFunc(label, func(r rune) bool {
			return r != 0x30FB && (in2008('J', r) || in2008('K', r) || in2008('N', r))
		})
	case isArabic(r): // Arabic-Indic digits
		return !slices.ContainsFunc(label, isExtended)
	case isExtended(r):
		return !slices.ContainsFunc(label, isArabic)
	}
	return true
}
