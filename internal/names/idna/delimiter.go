package idna

import (
	"strings"
	"unicode/utf8"
)

// compatible lists the characters that NFKC maps to a text with one of the delimiters / ? # @ : % [ ] \ of a URL. Each
// character is followed by its delimiter. The list is the same in Unicode 12.1 to 18.0.
const compatible = "\u2047?\u2048?\u2049?\u2100/\u2101/\u2105/\u2106/\u2A74:\uFE13:\uFE16?\uFE47[\uFE48]\uFE55:" +
	"\uFE56?\uFE5F#\uFE68\\\uFE6A%\uFE6B@\uFF03#\uFF05%\uFF0F/\uFF1A:\uFF1F?\uFF20@\uFF3B[\uFF3C\\\uFF3D]"

// IndexDelimiter returns the offset of the first character of s that NFKC maps to a text with a byte of delimiters. It
// returns -1 if there is no such character. ASCII characters do not count.
func IndexDelimiter(s, delimiters string) int {
	for i, r := range s {
		if r < '\u2047' || r > '\uFF3D' || r == utf8.RuneError {
			continue
		}
		if at := strings.IndexRune(compatible, r); at >= 0 &&
			strings.IndexByte(delimiters, compatible[at+utf8.RuneLen(r)]) >= 0 {
			return i
		}
	}
	return -1
}

// Mapping returns the text to which UTS #46 maps r, or "" if UTS #46 does not map r. For a deviation such as "ß", it is
// the text of transitional processing.
func Mapping(r rune) string {
	if uint32(r) > utf8.MaxRune || classProps[classOf(r)]&(mapped|deviation) == 0 {
		return ""
	}
	return mappingOf(r)
}
