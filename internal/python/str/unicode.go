package str

//go:generate go run gen.go

// props are the properties of a code point in one Unicode version: the flags in tables.go, the value as a decimal
// digit, and the difference between the code point and its lower case.
type props uint32

type unicodeVersion uint8

// unicodeVersionOf returns the Unicode version of a release. Unknown releases have the version of the nearest known
// release.
func unicodeVersionOf(rel Release) unicodeVersion {
	switch rel.Minor {
	case 0, 1, 2, 3, 4, 5, 6, 7, 8:
		return 0 // 12.1
	case 9, 10:
		return 1 // 13.0
	default:
		return unicodeVersion(min(int(rel.Minor)-9, len(unicodeVersions)-1)) // 14.0 and on
	}
}

// UnicodeVersion returns the Unicode version of a release, such as "15.1" for 3.13.
func (r Release) UnicodeVersion() string { return unicodeVersions[unicodeVersionOf(r)] }

func (v unicodeVersion) of(r rune) props {
	u := uint32(r)
	if u > 0x10FFFF {
		return 0
	}
	mid := uint(top[u>>(leafBits+midBits)])<<midBits | uint(u>>leafBits)&(1<<midBits-1)
	leaf := uint(mids[mid])<<leafBits | uint(u)&(1<<leafBits-1)
	return histories[leaves[leaf]][v]
}

func (p props) delta() rune { return int32(p) >> deltaShift }

func (p props) value() int { return int(p>>digitShift) & 0xF }

// IsPrintable reports whether str.isprintable holds for r.
func IsPrintable(r rune, rel Release) bool {
	return unicodeVersionOf(rel).of(r)&printable != 0
}

// isSpace reports whether str.strip removes r. The generator checks that this is the same in all Unicode versions.
func isSpace(r rune) bool { return unicodeVersion(0).of(r)&space != 0 }

// Strip returns str.strip(). White space includes U+001C to U+001F, U+0085 and U+00A0.
func Strip(s string) string {
	for len(s) > 0 {
		r, size := DecodeRune(s)
		if !isSpace(r) {
			break
		}
		s = s[size:]
	}
	for len(s) > 0 {
		r, size := lastRune(s)
		if !isSpace(r) {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}
