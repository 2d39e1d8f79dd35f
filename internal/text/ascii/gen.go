//go:build ignore

// Gen writes table.go: the classes below, one bit each, for all bytes.
package main

import (
	"bytes"
	"fmt"
	"strings"

	"earl.example/internal/testing/gentable"
)

const (
	upper      = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower      = "abcdefghijklmnopqrstuvwxyz"
	digits     = "0123456789"
	unreserved = upper + lower + digits + "-._~"
	subDelims  = "!$&'()*+,;="
	pathChars  = unreserved + subDelims + ":@/"
)

var classes = []struct{ name, doc, bytes string }{
	{"Alpha", `ALPHA = %x41-5A / %x61-7A, RFC 5234 appendix B.1.`, upper + lower},
	{"Digit", `DIGIT = %x30-39, RFC 5234 appendix B.1.`, digits},
	{"HexDigit", `HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F" in either case, RFC 3986 §2.1.`,
		digits + "ABCDEFabcdef"},
	{"SchemeChar", `the characters of a scheme after its first letter: ALPHA / DIGIT / "+" / "-" / ".", RFC 3986 §3.1.`,
		upper + lower + digits + "+-."},
	{"Lower", `%x61-7A, lowalpha of RFC 1808 §2.2.`, lower},
	{"Upper", `the upper-case letters, %x41-5A.`, upper},
	{"Unreserved", `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~", RFC 3986 §2.3; never quoted by CPython.`,
		unreserved},
	{"AuthorityEnd", `"/" / "?" / "#", which end an authority, RFC 3986 §3.2.`, "/?#"},
	{"NumberSign", `"#", which begins a fragment, RFC 3986 §3.5.`, "#"},
	{"Bracket", `"[" / "]", which enclose an IP literal, RFC 3986 §3.2.2.`, "[]"},
	{"TabOrNewline", `ASCII tab or newline, WHATWG URL §4.4 step 3 (Infra: U+0009, U+000A, U+000D).`, "\t\n\r"},
	{"NonASCII", `%x80-FF, part of a character beyond ASCII.`, nonASCII},
	{"GenDelim", `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@", RFC 3986 §2.2.`, ":/?#[]@"},
	{"SubDelim", `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=", RFC 3986 §2.2.`,
		subDelims},
	{"NameChar", `unreserved / sub-delims, the characters of a reg-name, RFC 3986 §3.2.2.`, unreserved + subDelims},
	{"UserinfoChar", `unreserved / sub-delims / ":", the characters of a userinfo, RFC 3986 §3.2.1, and of an ` +
		`IPvFuture, §3.2.2.`, unreserved + subDelims + ":"},
	{"PathChar", `unreserved / sub-delims / ":" / "@" / "/", the characters of a path, RFC 3986 §3.3.`, pathChars},
	{"QueryChar", `unreserved / sub-delims / ":" / "@" / "/" / "?", the characters of a query and of a fragment, ` +
		`RFC 3986 §3.4 and §3.5.`, pathChars + "?"},
	{"Char1808", `ALPHA / DIGIT / safe / extra / reserved, RFC 1808 §2.2; also of RFC 2068 §3.2.1.`,
		upper + lower + digits + "$-_.+!*'(),;/?:@&="},
	{"National", `national = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "` + "`" +
		`", RFC 1808 §2.2; in RFC 2068 §3.2.1, national has NonASCII too.`, "{}|\\^~[]`"},
	{"Slash", `"/", which separates the segments of a path.`, "/"},
	{"AnySlash", `"/" and "\", which separate the segments of a special URL, WHATWG URL §4.4.`, `/\`},
	{"SpecialEnd", `"/", "\", "?" and "#", which end the authority of a special URL, WHATWG URL §4.4.`, `/\?#`},
	{"PercentSign", `"%".`, "%"},
	{"C0Set", `the C0 control percent-encode set, WHATWG URL §1.3.`, c0Set},
	{"FragmentSet", `the fragment percent-encode set, WHATWG URL §1.3.`, c0Set + " \"<>`"},
	{"QuerySet", `the query percent-encode set, WHATWG URL §1.3.`, querySet},
	{"SpecialQuerySet", `the special-query percent-encode set, WHATWG URL §1.3.`, querySet + "'"},
	{"PathSet", `the path percent-encode set, WHATWG URL §1.3.`, pathSet},
	{"UserinfoSet", `the userinfo percent-encode set, WHATWG URL §1.3.`, userinfoSet},
	{"ComponentSet", `the component percent-encode set, WHATWG URL §1.3.`, componentSet},
	{"FormSet", `the application/x-www-form-urlencoded percent-encode set, WHATWG URL §1.3.`, componentSet + "!'()~"},
	{"ForbiddenHost", `the forbidden host code points, WHATWG URL §3.2.`, forbiddenHost},
	{"ForbiddenDomain", `the forbidden domain code points, WHATWG URL §3.2.`, forbiddenHost + controls + "%\x7f"},
	{"FormCoded", `the bytes that decoding a form changes, WHATWG URL §5.1.`, "%+" + nonASCII},
	{"FileEncoded", `the bytes that are percent-encoded when a file path becomes a URL.`, pathSet + `%\|[]`},
	{"NoPOSIXName", `the bytes that a file name on POSIX cannot have.`, "\x00/"},
	{"NoWindowsName", `the bytes that a file name on Windows cannot have.`, controls + `<>:"|?*/\`},
}

// The percent-encode sets of the URL Standard, §1.3. Each contains the set before it. The classes of all sets are
// adjacent, in the order of whatwg.EncodeSet.
var (
	c0Set        = controls + "\x7f" + nonASCII
	querySet     = c0Set + " \"#<>"
	pathSet      = querySet + "?^`{}"
	userinfoSet  = pathSet + `/:;=@[\]|`
	componentSet = userinfoSet + "$%&+,"
)

const forbiddenHost = "\x00\t\n\r #/:<>?@[\\]^|"

var controls, nonASCII = between(0, 0x20), between(0x80, 0x100)

// between returns the bytes from first up to end, without end.
func between(first, end int) string {
	var b []byte
	for c := first; c < end; c++ {
		b = append(b, byte(c))
	}
	return string(b)
}

func classesOf(c byte) (bits uint64) {
	for i, class := range classes {
		if gentable.In(c, class.bytes) {
			bits |= 1 << i
		}
	}
	return bits
}

// unhex returns the value of a hexadecimal digit, and 255 for other bytes.
func unhex(c byte) byte {
	n := strings.IndexByte("0123456789abcdef0123456789ABCDEF", c)
	if n < 0 {
		return 255
	}
	return byte(n % 16)
}

func main() {
	var b bytes.Buffer
	b.WriteString("// Code generated by gen.go; DO NOT EDIT.\n\npackage ascii\n\n")
	b.WriteString("// The classes, one bit each.\nconst (\n")
	for i, c := range classes {
		fmt.Fprintf(&b, "// %s is %s\n", c.name, c.doc)
		fmt.Fprintf(&b, "%s Class = 1 << %d\n", c.name, i)
	}
	b.WriteString(")\n\n// Table holds the classes of each byte.\nvar Table = [256]Class{\n")
	gentable.Bytes(&b, 10, classesOf)
	b.WriteString("}\n\n// Unhex holds the value of each hexadecimal digit, and 255 for other bytes.\nvar Unhex = " +
		"[256]byte{\n")
	for row := 0; row < 256; row += 16 {
		for c := row; c < row+16; c++ {
			fmt.Fprintf(&b, "%d, ", unhex(byte(c)))
		}
		fmt.Fprintf(&b, "// %#02x\n", row)
	}
	b.WriteString("}\n")
	gentable.Write("table.go", b.Bytes())
}
