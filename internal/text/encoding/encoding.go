// Package encoding provides the labels and the encoders of the Encoding Standard. The encoders of golang.org/x/text
// differ: they encode some characters that the standard does not encode, and do not encode some others.
//
//	labels.txt   the labels of the standard
//	index.txt    the indexes of the standard, which are read at the first use
package encoding

import (
	_ "embed"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// An Encoding is an output encoding. The zero Encoding is UTF-8.
type Encoding uint8

// The encodings in the order of labels.txt, in which the first four lines have the output encoding UTF-8.
const (
	UTF8 Encoding = iota
	gbk
	gb18030
	big5
	eucJP
	iso2022JP
	shiftJIS
	eucKR
	userDefined // and the single-byte encodings
)

//go:embed labels.txt
var labelText string

// labels returns the output encoding of each label, and the name of each output encoding.
var labels = sync.OnceValues(func() (encodings map[string]Encoding, names []string) {
	const linesOfUTF8 = 4
	encodings = map[string]Encoding{}
	_, text, _ := strings.Cut(labelText, "\n")
	for line := range strings.Lines(text) {
		name, all, _ := strings.Cut(line, ": ")
		names = append(names, name)
		for label := range strings.FieldsSeq(all) {
			encodings[label] = Encoding(max(0, len(names)-linesOfUTF8))
		}
	}
	return encodings, names[linesOfUTF8-1:]
})

// Lookup returns the output encoding (§6.1) of the encoding with the given label (§4.2). It returns false if no
// encoding has this label.
func Lookup(label string) (Encoding, bool) {
	encodings, _ := labels()
	e, ok := encodings[ascii.ToLower(strings.Trim(label, " \t\n\f\r"))]
	return e, ok
}

// An Encoder encodes one text. Its zero value encodes to UTF-8.
type Encoder struct {
	encoding Encoding
	state    state
}

// NewEncoder returns an encoder for one text.
func (e Encoding) NewEncoder() Encoder { return Encoder{encoding: e} }

type state uint8

const (
	stateASCII state = iota
	stateRoman
	stateJIS0208
)

var escapeSequences = [...]string{"\x1b(B", "\x1b(J", "\x1b$B"}

// None is the result of Append for a character that the encoding has.
const None rune = -1

// Append appends the bytes of the scalar value r, at most 8. lacking is None if the encoding has r. If the encoding
// lacks r, lacking is the character to report: r itself, or U+FFFD for some controls in ISO-2022-JP.
func (e *Encoder) Append(dst []byte, r rune) (_ []byte, lacking rune) {
	if e.encoding == iso2022JP {
		return e.appendISO2022JP(dst, r)
	}
	if r < utf8.RuneSelf {
		return append(dst, byte(r)), None
	}
	p, ok := 0, false
	switch e.encoding {
	case UTF8:
		return utf8.AppendRune(dst, r), None
	case gbk, gb18030:
		if e.encoding == gbk && r == '€' {
			return append(dst, 0x80), None
		}
		if p, ok = e.encoding.find(r); ok {
			return appendPair(dst, p/190+0x81, offset(p%190, 0x41)), None
		}
		if e.encoding == gb18030 && r != '\ue5e5' {
			p = rangePointer(r)
			return append(dst, byte(p/12600+0x81), byte(p/1260%10+0x30), byte(p/10%126+0x81), byte(p%10+0x30)), None
		}
	case big5:
		if p, ok = e.encoding.find(r); ok {
			return appendPair(dst, p/157+0x81, offset(p%157, 0x62)), None
		}
	case eucKR:
		if p, ok = e.encoding.find(r); ok {
			return appendPair(dst, p/190+0x81, p%190+0x41), None
		}
	case eucJP, shiftJIS:
		return e.appendJapanese(dst, r)
	case userDefined:
		if '\uf780' <= r && r <= '\uf7ff' {
			return append(dst, byte(r-'\uf780'+0x80)), None
		}
	default:
		if p, ok = e.encoding.find(r); ok {
			return append(dst, byte(p+0x80)), None
		}
	}
	return dst, r
}

// AppendEnd appends the bytes that end the text.
func (e *Encoder) AppendEnd(dst []byte) []byte { return e.enter(dst, stateASCII) }

// enter appends the escape sequence of a state, unless the encoder is in that state.
func (e *Encoder) enter(dst []byte, s state) []byte {
	if e.state == s {
		return dst
	}
	e.state = s
	return append(dst, escapeSequences[s]...)
}

func (e *Encoder) appendJapanese(dst []byte, r rune) (_ []byte, lacking rune) {
	p, ok := e.encoding.find(r)
	switch {
	case ok && e.encoding == eucJP:
		return appendPair(dst, p/94+0xA1, p%94+0xA1), None
	case ok:
		lead := p/188 + 0x81
		if lead >= 0xA0 {
			lead += 0x40
		}
		return appendPair(dst, lead, offset(p%188, 0x41)), None
	case r == '¥':
		return append(dst, '\\'), None
	case r == '‾':
		return append(dst, '~'), None
	case '\uff61' <= r && r <= '\uff9f' && e.encoding == eucJP:
		return appendPair(dst, 0x8E, int(r-'\uff61')+0xA1), None
	case '\uff61' <= r && r <= '\uff9f':
		return append(dst, byte(r-'\uff61')+0xA1), None
	case r == '\u0080' && e.encoding == shiftJIS:
		return append(dst, 0x80), None
	}
	return dst, r
}

// fullWidth is the index ISO-2022-JP katakana: the characters that ISO-2022-JP encodes in place of U+FF61 to U+FF9F.
const fullWidth = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"

func (e *Encoder) appendISO2022JP(dst []byte, r rune) (_ []byte, lacking rune) {
	switch {
	case r == 0x0E || r == 0x0F || r == 0x1B:
		if e.state == stateJIS0208 {
			dst = e.enter(dst, stateASCII)
		}
		return dst, utf8.RuneError
	case r < utf8.RuneSelf:
		if e.state != stateRoman || r == '\\' || r == '~' {
			dst = e.enter(dst, stateASCII)
		}
		return append(dst, byte(r)), None
	case r == '¥':
		return append(e.enter(dst, stateRoman), '\\'), None
	case r == '‾':
		return append(e.enter(dst, stateRoman), '~'), None
	case '\uff61' <= r && r <= '\uff9f':
		const size = len("。")
		r, _ = utf8.DecodeRuneInString(fullWidth[int(r-'\uff61')*size:])
	}
	p, ok := e.encoding.find(r)
	if !ok {
		if e.state == stateJIS0208 {
			dst = e.enter(dst, stateASCII)
		}
		return dst, r
	}
	return appendPair(e.enter(dst, stateJIS0208), p/94+0x21, p%94+0x21), None
}

func appendPair(dst []byte, lead, trail int) []byte { return append(dst, byte(lead), byte(trail)) }

// offset returns the trail byte with the given number. The numbers below 63 give the bytes 0x40 to 0x7E. All others
// give trail + upper.
func offset(trail, upper int) int {
	if trail < 0x3F {
		return trail + 0x40
	}
	return trail + upper
}

//go:embed index.txt
var indexText string

// each calls do for each character of an index, with its pointer.
func each(index string, do func(p int, r rune)) {
	for line := range strings.Lines(index) {
		number, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		text, _ = strconv.Unquote(`"` + text + `"`)
		p, _ := strconv.Atoi(number)
		runes := []rune(text)
		for i, r := range runes {
			last := r
			if r == '-' {
				r, last = runes[i-1]+1, runes[i+1]-1
			}
			for ; r <= last; r++ {
				do(p, r)
				p++
			}
		}
	}
}

// section returns the lines of an index. header is the beginning of its first line.
func section(header string) string {
	_, text, _ := strings.Cut(indexText, "\nindex "+header)
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\n\n")
	return text
}

// gb18030Private has the characters of private use that the encoder of gb18030 encodes like the characters of 2022.
const gb18030Private = "7182\t\ue78d-\ue793\n7201\t\ue794\ue795\n7208\t\ue796\n23775\t\ue81e\n23783\t\ue826\n" +
	"23788\t\ue82b\ue82c\n23795\t\ue832\n23812\t\ue843\n23829\t\ue854\n23845\t\ue864\n"

// pointers has a table of each encoding: 1 + the pointer of each character, or 0.
var pointers = func() (tables [64]func() []uint16) {
	for i := range tables {
		tables[i] = sync.OnceValue(Encoding(i).pointers)
	}
	return tables
}()

func (e Encoding) find(r rune) (p int, ok bool) {
	table := pointers[e]()
	if int(r) >= len(table) {
		return 0, false
	}
	return int(table[r]) - 1, table[r] != 0
}

// pointers returns the table of an encoding. If a character has several pointers, the lowest one counts.
func (e Encoding) pointers() (table []uint16) {
	const firstNEC, endNEC, withoutHKSCS = 8272, 8836, (0xA1 - 0x81) * 157
	_, names := labels()
	name := strings.TrimSuffix(names[e], "-i") // iso-8859-8-i has the index of iso-8859-8
	switch e {
	case gbk:
		name = "gb18030"
	case eucJP, iso2022JP, shiftJIS:
		name = "jis0208"
	}
	add := func(p int, r rune) {
		if e == big5 && p < withoutHKSCS || e == shiftJIS && firstNEC <= p && p < endNEC {
			return
		}
		if missing := int(r) + 1 - len(table); missing > 0 {
			table = append(table, make([]uint16, missing)...)
		}
		if table[r] == 0 || e == big5 && strings.ContainsRune("═╞╡╪十卅", r) {
			table[r] = uint16(p + 1)
		}
	}
	each(section(name+" "), add)
	switch name {
	case "gb18030":
		each(gb18030Private, func(p int, r rune) { table[r] = uint16(p + 1) })
	case "jis0208":
		table['−'] = table['－'] // all three encoders encode the minus sign this way
	}
	return table
}

// A codeRange is a range of the index gb18030-ranges.
type codeRange struct {
	pointer int
	first   rune
}

var codeRanges = sync.OnceValue(func() (all []codeRange) {
	each(section("gb18030-ranges"), func(p int, r rune) { all = append(all, codeRange{p, r}) })
	return all
})

// rangePointer is the standard's "index gb18030 ranges pointer".
func rangePointer(r rune) int {
	if r == '\ue7c7' {
		return 7457
	}
	all := codeRanges()
	last := all[sort.Search(len(all), func(i int) bool { return all[i].first > r })-1]
	return last.pointer + int(r-last.first)
}
