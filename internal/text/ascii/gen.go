//go:build ignore

// Gen writes table.go: the predicates below, one bit each, for all bytes.
// Run it with go generate.
package main

import (
	"bytes"
	"fmt"
	"log"

	"earl.example/internal/testing/gentable"
)

// A class is a set of bytes that some specification names.
type class struct {
	name string
	doc  string
	has  func(c byte) bool
}

var classes = []class{
	{"Alpha", `ALPHA = %x41-5A / %x61-7A, RFC 5234 appendix B.1.`, alpha},
	{"Digit", `DIGIT = %x30-39, RFC 5234 appendix B.1.`, digit},
	{"HexDigit", `HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F" in either case, RFC 3986 §2.1.`, hexDigit},
	{"SchemeChar", `what follows the first letter: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), RFC 3986 §3.1.`,
		schemeChar},
	{"Lower", `%x61-7A, lowalpha of RFC 1808 §2.2.`, lower},
	{"Upper", `the letters that lower-casing changes, %x41-5A.`, upper},
	{"Unreserved", `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~", RFC 3986 §2.3; never quoted by CPython.`,
		unreserved},
	{"AuthorityEnd", `"/" / "?" / "#", which end an authority, RFC 3986 §3.2.`, authorityEnd},
	{"QuestionMark", `"?", which begins a query, RFC 3986 §3.4.`, questionMark},
	{"NumberSign", `"#", which begins a fragment, RFC 3986 §3.5.`, numberSign},
	{"Bracket", `"[" / "]", which enclose an IP literal, RFC 3986 §3.2.2.`, bracket},
	{"TabOrNewline", `ASCII tab or newline, WHATWG URL §4.4 step 3 (Infra: U+0009, U+000A, U+000D).`, tabOrNewline},
	{"NonASCII", `%x80-FF, part of a character beyond ASCII.`, nonASCII},
	{"GenDelim", `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@", RFC 3986 §2.2.`, genDelim},
	{"SubDelim", `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=", RFC 3986 §2.2.`, subDelim},
	{"NameChar", `what reg-name = *( unreserved / pct-encoded / sub-delims ) has beside escapes, RFC 3986 §3.2.2.`,
		nameChar},
	{"UserinfoChar",
		`what userinfo = *( unreserved / pct-encoded / sub-delims / ":" ) has beside escapes, RFC 3986 §3.2.1; ` +
			`and the end of an IPvFuture, §3.2.2.`, userinfoChar},
	{"SegmentChar", `what pchar = unreserved / pct-encoded / sub-delims / ":" / "@" has beside escapes, RFC 3986 §3.3.`,
		segmentChar},
	{"PathChar", `"/" and what pchar has beside escapes, RFC 3986 §3.3.`, pathChar},
	{"QueryChar", `what query = *( pchar / "/" / "?" ) and fragment have beside escapes, RFC 3986 §3.4 and §3.5.`,
		queryChar},
	{"SafeMark", `"$" / "-" / "_" / ".", safe of RFC 2068 §3.2.1; that of RFC 1808 §2.2 has "+" too.`, safeMark},
	{"Plus", `"+", safe in RFC 1808 §2.2 and reserved in RFC 2068 §3.2.1.`, plus},
	{"Extra", `extra = "!" | "*" | "'" | "(" | ")" | ",", RFC 1808 §2.2.`, extra},
	{"Slash", `"/", reserved in RFC 1808 §2.2.`, slash},
	{"Semicolon", `";", reserved in RFC 1808 §2.2.`, semicolon},
	{"PathReserved", `":" | "@" | "&" | "=", the reserved characters of pchar, RFC 1808 §2.2.`, pathReserved},
	{"National", `national = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "` + "`" +
		`", RFC 1808 §2.2; that of RFC 2068 §3.2.1 has NonASCII too.`, national},
	{"Control", `CTL and SP, %x00-20 and %x7F, which are unsafe, RFC 2068 §3.2.1.`, control},
	{"Punctuation", `punctuation = "<" | ">" | "#" | "%" | <">, RFC 1808 §2.2.`, punctuation},
}

func upper(c byte) bool        { return 'A' <= c && c <= 'Z' }
func lower(c byte) bool        { return 'a' <= c && c <= 'z' }
func alpha(c byte) bool        { return upper(c) || lower(c) }
func digit(c byte) bool        { return '0' <= c && c <= '9' }
func hexDigit(c byte) bool     { return digit(c) || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f' }
func schemeChar(c byte) bool   { return alpha(c) || digit(c) || in(c, "+-.") }
func unreserved(c byte) bool   { return alpha(c) || digit(c) || in(c, "-._~") }
func authorityEnd(c byte) bool { return in(c, "/?#") }
func questionMark(c byte) bool { return c == '?' }
func numberSign(c byte) bool   { return c == '#' }
func bracket(c byte) bool      { return in(c, "[]") }
func tabOrNewline(c byte) bool { return in(c, "\t\n\r") }
func nonASCII(c byte) bool     { return c >= 0x80 }
func genDelim(c byte) bool     { return in(c, ":/?#[]@") }
func subDelim(c byte) bool     { return in(c, "!$&'()*+,;=") }
func nameChar(c byte) bool     { return unreserved(c) || subDelim(c) }
func userinfoChar(c byte) bool { return nameChar(c) || c == ':' }
func segmentChar(c byte) bool  { return userinfoChar(c) || c == '@' }
func pathChar(c byte) bool     { return segmentChar(c) || c == '/' }
func queryChar(c byte) bool    { return pathChar(c) || c == '?' }

// The classes of RFC 1808 §2.2, cut so that those of RFC 2068 §3.2.1 are unions
// of them too.
func safeMark(c byte) bool     { return in(c, "$-_.") }
func plus(c byte) bool         { return c == '+' }
func extra(c byte) bool        { return in(c, "!*'(),") }
func slash(c byte) bool        { return c == '/' }
func semicolon(c byte) bool    { return c == ';' }
func pathReserved(c byte) bool { return in(c, ":@&=") }
func national(c byte) bool     { return in(c, "{}|\\^~[]`") }
func control(c byte) bool      { return c <= ' ' || c == 0x7f }
func punctuation(c byte) bool  { return in(c, "<>#%\"") }

// unhex is the value of a HEXDIG, 255 for what is none.
func unhex(c byte) byte {
	switch {
	case digit(c):
		return c - '0'
	case hexDigit(c):
		return c&^0x20 - 'A' + 10
	}
	return 255
}

func in(c byte, set string) bool { return gentable.In(c, set) }

// classesOf returns the bits of the classes that have c.
func classesOf(c byte) (bits uint32) {
	for i, class := range classes {
		if class.has(c) {
			bits |= 1 << i
		}
	}
	return bits
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
	gentable.Bytes(&b, 4, classesOf)
	b.WriteString("}\n\n// Unhex holds the value of each hexadecimal digit, and 255 for other bytes.\nvar Unhex = " +
		"[256]byte{\n")
	for row := 0; row < 256; row += 16 {
		for c := row; c < row+16; c++ {
			fmt.Fprintf(&b, "%d, ", unhex(byte(c)))
		}
		fmt.Fprintf(&b, "// %#02x\n", row)
	}
	b.WriteString("}\n")
	if err := gentable.Write("table.go", b.Bytes()); err != nil {
		log.Fatal(err)
	}
}
