//go:build ignore

// Index writes index.txt: the indexes of the Encoding Standard that encoders use. It gets them from the decoders of
// golang.org/x/text v0.43.0. To single-byte encodings, it adds the C1 controls. To gb18030, it adds the private use
// characters and the changes of 2005 and 2022. TestIndexes compares the result with the identifiers that the standard
// publishes.
//
// Run it with go run index.go.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strconv"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

const head = `# The indexes of the Encoding Standard, as of 2024-09-18. index.go wrote them.
# A line has a pointer and the characters of this pointer and the next ones. "X-Y" is a range of characters.
# The index gb18030-ranges has instead the first pointer and the first character of each range.
`

var single = []string{
	"ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
	"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
	"windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
	"windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic",
}

// changes has runs of consecutive characters in gb18030: the changes of 2005 and 2022, then private use characters.
var changes = []struct {
	pointer int
	first   rune
	n       int
}{
	{7533, 0x1E3F, 1},
	{7182, 0xFE10, 1}, {7183, 0xFE12, 1}, {7184, 0xFE11, 1}, {7185, 0xFE13, 4},
	{7201, 0xFE17, 2}, {7208, 0xFE19, 1},
	{23775, 0x9FB4, 1}, {23783, 0x9FB5, 1}, {23788, 0x9FB6, 2}, {23795, 0x9FB8, 1}, {23812, 0x9FB9, 1},
	{23829, 0x9FBA, 1}, {23845, 0x9FBB, 1},

	{6376, 0xE766, 6}, {6433, 0xE76D, 1}, {6444, 0xE76E, 2}, {6458, 0xE770, 2}, {6829, 0xE772, 11},
	{7022, 0xE77D, 8}, {7150, 0xE785, 8}, {7211, 0xE797, 9}, {7349, 0xE7A0, 15}, {7397, 0xE7AF, 13},
	{7495, 0xE7BC, 11}, {7538, 0xE7C9, 4}, {7579, 0xE7CD, 21}, {7624, 0xE7E2, 1}, {7627, 0xE7E3, 1},
	{7629, 0xE7E4, 3}, {7686, 0xE7F4, 13}, {7775, 0xE801, 15}, {16525, 0xE810, 5}, {23767, 0xE816, 3},
	{23794, 0xE831, 1}, {23804, 0xE83B, 1}, {23830, 0xE855, 1},
}

// decode returns the character that b encodes, or -1 if b is invalid.
func decode(e encoding.Encoding, b ...byte) rune {
	s, err := e.NewDecoder().Bytes(b)
	r, n := utf8.DecodeRune(s)
	if err != nil || r == utf8.RuneError || n != len(s) {
		return -1
	}
	return r
}

func gb18030(p int) rune {
	lead, trail := p/190, p%190
	for _, change := range changes {
		if i := p - change.pointer; 0 <= i && i < change.n {
			return change.first + rune(i)
		}
	}
	if r := decode(simplifiedchinese.GB18030, byte(0x81+lead), twoPart(trail, 0x3F, 0x41)); r >= 0 {
		return r
	}
	switch {
	case trail >= 96 && 0xAA <= 0x81+lead && 0x81+lead <= 0xAF:
		return 0xE000 + rune((0x81+lead-0xAA)*94+trail-96)
	case trail >= 96 && 0xF8 <= 0x81+lead && 0x81+lead <= 0xFE:
		return 0xE234 + rune((0x81+lead-0xF8)*94+trail-96)
	case trail < 96 && 0xA1 <= 0x81+lead && 0x81+lead <= 0xA7:
		return 0xE4C6 + rune((0x81+lead-0xA1)*96+trail)
	}
	return -1
}

// twoPart returns the trail byte with the given number: trail + 0x40 if trail < cut, and trail + second if not.
func twoPart(trail, cut, second int) byte {
	if trail < cut {
		return byte(trail + 0x40)
	}
	return byte(trail + second)
}

func main() {
	b := bytes.NewBufferString(head)
	section := func(name string, n int, at func(p int) rune) {
		fmt.Fprintf(b, "\nindex %s %d\n", name, n)
		var line []rune
		for p := range n + 1 {
			r := rune(-1)
			if p < n {
				r = at(p)
			}
			if len(line) > 0 && (r < 0 || width(line) >= 90 && r != line[len(line)-1]+1) {
				fmt.Fprintf(b, "%d\t%s\n", p-len(line), text(line))
				line = line[:0]
			}
			if r >= 0 {
				line = append(line, r)
			}
		}
	}
	section("jis0208", 11280, func(p int) rune {
		lead := 0x81 + p/188
		if lead >= 0xA0 {
			lead += 0x40
		}
		return decode(japanese.ShiftJIS, byte(lead), twoPart(p%188, 0x3F, 0x41))
	})
	section("big5", 19782, func(p int) rune {
		return decode(traditionalchinese.Big5, byte(0x81+p/157), twoPart(p%157, 0x3F, 0x62))
	})
	section("euc-kr", 23940, func(p int) rune {
		return decode(korean.EUCKR, byte(0x81+p/190), byte(0x41+p%190))
	})
	section("gb18030", 23940, gb18030)
	for _, name := range single {
		e, err := htmlindex.Get(name)
		if err != nil {
			log.Fatal(err)
		}
		section(name, 128, func(p int) rune {
			r := decode(e, byte(0x80+p))
			if r < 0 && p < 0x20 {
				r = 0x80 + rune(p)
			}
			return r
		})
	}
	fmt.Fprintf(b, "\nindex gb18030-ranges\n")
	before := rune(-1)
	for p := range 39420 {
		r := decode(simplifiedchinese.GB18030, byte(0x81+p/12600), byte(0x30+p/1260%10), byte(0x81+p/10%126), byte(0x30+p%10))
		if r < 0 || p == 7457 {
			r = before + 1 // U+FFFD and U+E7C7 have no range
		}
		if r != before+1 {
			fmt.Fprintf(b, "%d\t%s\n", p, text([]rune{r}))
		}
		before = r
	}
	fmt.Fprintf(b, "%d\t%s\n", 189000, text([]rune{0x10000}))
	if err := os.WriteFile("index.txt", b.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

func width(line []rune) int { return utf8.RuneCountInString(text(line)) }

// text returns a line of characters as text. Four or more consecutive characters become a range.
func text(line []rune) string {
	var out []byte
	for i := 0; i < len(line); {
		n := 1
		for i+n < len(line) && line[i+n] == line[i]+rune(n) {
			n++
		}
		if n < 4 {
			n = 1
		}
		out = char(out, line[i])
		if n > 1 {
			out = char(append(out, '-'), line[i+n-1])
		}
		i += n
	}
	return string(out)
}

func char(out []byte, r rune) []byte {
	if unicode.IsPrint(r) && !unicode.Is(unicode.M, r) {
		return utf8.AppendRune(out, r)
	}
	q := strconv.QuoteRuneToASCII(r)
	return append(out, q[1:len(q)-1]...)
}
