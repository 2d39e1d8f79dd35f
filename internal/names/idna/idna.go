package idna

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// Options are parameters of UTS #46 §4. The zero value has the parameters of the URL Standard §3.3 with beStrict false.
// Transitional_Processing and IgnoreInvalidPunycode are always false.
type Options struct {
	// check rules V2 and V3; if false, check V4 instead
	CheckHyphens      bool
	SkipBidi          bool // CheckBidi is false: no rules B1 to B6
	SkipJoiners       bool // CheckJoiners is false: no rules C1 and C2
	UseSTD3ASCIIRules bool // only lower-case letters, digits and hyphens in ASCII: rule U1
	VerifyDNSLength   bool // the limits of DNS for names and labels: rules A41 and A42, only in AppendToASCII
	// like lexbor: V1 and V6 do not apply, decoded labels may be ASCII, and ToASCII encodes decoded labels again
	Lenient bool
}

// Strict returns the parameters of the URL Standard §3.3 with beStrict true.
func Strict() Options {
	return Options{CheckHyphens: true, UseSTD3ASCIIRules: true, VerifyDNSLength: true}
}

// AppendToASCII appends the result of ToASCII for domain to dst (UTS #46 §4.2). On error, an *Error, it returns dst
// unchanged. It does not allocate if labels have at most 64 code points and dst is large enough.
func AppendToASCII(dst []byte, domain string, opt Options) ([]byte, error) {
	out, err := appendProcessed(dst, processing{in: domain, opt: opt, toASCII: true})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// AppendToUnicode appends the result of ToUnicode for domain to dst (UTS #46 §4.3), also on error, as far as possible.
// The error is an *Error.
func AppendToUnicode(dst []byte, domain string, opt Options) ([]byte, error) {
	return appendProcessed(dst, processing{in: domain, opt: opt})
}

func appendProcessed(dst []byte, p processing) ([]byte, error) {
	if o := p.opt; !o.CheckHyphens && !o.UseSTD3ASCIIRules && !o.VerifyDNSLength && plain(p.in) {
		return ascii.AppendLower(dst, p.in), nil // no other option is about such a name
	}
	out := p.run(dst)
	if rule, at := p.result(out[len(dst):]); rule != 0 {
		return out, &Error{Rule: rule, Offset: at}
	}
	return out, nil
}

// plain reports whether s is ASCII and certainly has no label that begins with "xn--".
func plain(s string) bool { return ascii.Prefix(s) == len(s) && !strings.Contains(s, "--") }

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
