package encoding_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A standard is the data of the Encoding Standard in the form that the standard has it.
type standard struct {
	labels  map[string]string // the encoding of each label
	indexes map[string][]rune // the character of each pointer, or 0
	ranges  [][2]int          // index gb18030 ranges: pointer and character

	pointers map[string]map[rune][]int // the pointers of each character of the indexes
}

// katakana is the standard's index ISO-2022-JP katakana.
const katakana = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"

// readStandard reads labels.txt and index.txt.
func readStandard(tb testing.TB) *standard {
	tb.Helper()
	std := &standard{map[string]string{}, map[string][]rune{}, nil, map[string]map[rune][]int{}}
	lines(tb, "labels.txt", func(line string) error {
		name, labels, _ := strings.Cut(line, ": ")
		for _, label := range strings.Fields(labels) {
			std.labels[label] = name
		}
		return nil
	})
	name := ""
	lines(tb, "index.txt", func(line string) error {
		fields := strings.Fields(line)
		if fields[0] == "index" {
			name = fields[1]
			n := 0
			if len(fields) == 3 {
				n, _ = strconv.Atoi(fields[2])
			}
			std.indexes[name] = make([]rune, n)
			return nil
		}
		p, err := strconv.Atoi(fields[0])
		if err != nil {
			return err
		}
		text, err := strconv.Unquote(`"` + fields[1] + `"`)
		if err != nil {
			return err
		}
		chars := []rune(text)
		if name == "gb18030-ranges" {
			std.ranges = append(std.ranges, [2]int{p, int(chars[0])})
			return nil
		}
		for i, r := range chars {
			if r == '-' {
				for next := chars[i-1] + 1; next < chars[i+1]; next++ {
					std.indexes[name][p] = next
					p++
				}
				continue
			}
			std.indexes[name][p] = r
			p++
		}
		return nil
	})
	for name, index := range std.indexes {
		std.pointers[name] = map[rune][]int{}
		for p, r := range index {
			if r != 0 {
				std.pointers[name][r] = append(std.pointers[name][r], p)
			}
		}
	}
	return std
}

func lines(tb testing.TB, file string, do func(line string) error) {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		if line := sc.Text(); line != "" && line[0] != '#' {
			if err := do(line); err != nil {
				tb.Fatalf("%s:%d: %v", file, n, err)
			}
		}
	}
	if err := sc.Err(); err != nil {
		tb.Fatal(err)
	}
}

// pointer returns the index pointer of r from the pointers for which ok holds, or -1.
func (std *standard) pointer(index string, r rune, ok func(p int) bool) int {
	for _, p := range std.pointers[index][r] {
		if ok == nil || ok(p) {
			return p
		}
	}
	return -1
}

// gb18030Side is the table in the gb18030 encoder.
var gb18030Side = map[rune]string{
	0xE78D: "\xA6\xD9", 0xE78E: "\xA6\xDA", 0xE78F: "\xA6\xDB", 0xE790: "\xA6\xDC", 0xE791: "\xA6\xDD",
	0xE792: "\xA6\xDE", 0xE793: "\xA6\xDF", 0xE794: "\xA6\xEC", 0xE795: "\xA6\xED", 0xE796: "\xA6\xF3",
	0xE81E: "\xFE\x59", 0xE826: "\xFE\x61", 0xE82B: "\xFE\x66", 0xE82C: "\xFE\x67", 0xE832: "\xFE\x6D",
	0xE843: "\xFE\x7E", 0xE854: "\xFE\x90", 0xE864: "\xFE\xA0",
}

// encode is the handler of the encoder of a name in lower case, step by step as the standard has it, except for
// ISO-2022-JP. It returns false for an error.
func (std *standard) encode(name string, r rune) ([]byte, bool) {
	if r < 0x80 {
		return []byte{byte(r)}, true
	}
	switch name {
	case "utf-8", "utf-16be", "utf-16le", "replacement":
		return []byte(string(r)), true
	case "x-user-defined":
		if 0xF780 <= r && r <= 0xF7FF {
			return []byte{byte(r - 0xF780 + 0x80)}, true
		}
		return nil, false
	case "gbk", "gb18030":
		return std.encodeGB18030(r, name == "gbk")
	case "big5":
		inIndex := func(p int) bool { return p >= (0xA1-0x81)*157 }
		p := std.pointer("big5", r, inIndex)
		if slices.Contains([]rune{0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345}, r) {
			all := std.pointers["big5"][r]
			p = all[len(all)-1]
		}
		if p < 0 {
			return nil, false
		}
		lead, trail, offset := p/157+0x81, p%157, 0x62
		if trail < 0x3F {
			offset = 0x40
		}
		return []byte{byte(lead), byte(trail + offset)}, true
	case "euc-kr":
		p := std.pointer("euc-kr", r, nil)
		if p < 0 {
			return nil, false
		}
		return []byte{byte(p/190 + 0x81), byte(p%190 + 0x41)}, true
	case "euc-jp":
		switch {
		case r == 0xA5:
			return []byte{0x5C}, true
		case r == 0x203E:
			return []byte{0x7E}, true
		case 0xFF61 <= r && r <= 0xFF9F:
			return []byte{0x8E, byte(r - 0xFF61 + 0xA1)}, true
		case r == 0x2212:
			r = 0xFF0D
		}
		p := std.pointer("jis0208", r, nil)
		if p < 0 {
			return nil, false
		}
		return []byte{byte(p/94 + 0xA1), byte(p%94 + 0xA1)}, true
	case "shift_jis":
		switch {
		case r == 0x80:
			return []byte{0x80}, true
		case r == 0xA5:
			return []byte{0x5C}, true
		case r == 0x203E:
			return []byte{0x7E}, true
		case 0xFF61 <= r && r <= 0xFF9F:
			return []byte{byte(r - 0xFF61 + 0xA1)}, true
		case r == 0x2212:
			r = 0xFF0D
		}
		p := std.pointer("jis0208", r, func(p int) bool { return p < 8272 || p > 8835 })
		if p < 0 {
			return nil, false
		}
		lead, leadOffset, trail, offset := p/188, 0xC1, p%188, 0x41
		if lead < 0x1F {
			leadOffset = 0x81
		}
		if trail < 0x3F {
			offset = 0x40
		}
		return []byte{byte(lead + leadOffset), byte(trail + offset)}, true
	}
	p := std.pointer(strings.TrimSuffix(name, "-i"), r, nil)
	if p < 0 {
		return nil, false
	}
	return []byte{byte(p + 0x80)}, true
}

func (std *standard) encodeGB18030(r rune, isGBK bool) ([]byte, bool) {
	if r == 0xE5E5 {
		return nil, false
	}
	if isGBK && r == 0x20AC {
		return []byte{0x80}, true
	}
	if side := gb18030Side[r]; side != "" {
		return []byte(side), true
	}
	if p := std.pointer("gb18030", r, nil); p >= 0 {
		lead, trail, offset := p/190+0x81, p%190, 0x41
		if trail < 0x3F {
			offset = 0x40
		}
		return []byte{byte(lead), byte(trail + offset)}, true
	}
	if isGBK {
		return nil, false
	}
	p := 7457
	if r != 0xE7C7 {
		for _, entry := range std.ranges {
			if entry[1] <= int(r) {
				p = entry[0] + int(r) - entry[1]
			}
		}
	}
	byte1 := p / (10 * 126 * 10)
	p %= 10 * 126 * 10
	byte2 := p / (10 * 126)
	p %= 10 * 126
	return []byte{byte(byte1 + 0x81), byte(byte2 + 0x30), byte(p/10 + 0x81), byte(p%10 + 0x30)}, true
}

// An iso2022JP is the ISO-2022-JP encoder with its queue.
type iso2022JP struct {
	std   *standard
	state string // ASCII, Roman or jis0208
	queue []rune
	out   []byte
}

const endOfQueue = -1

// encodeOrFail is the standard's "encode or fail". It returns the code point of an error, or endOfQueue.
func (x *iso2022JP) encodeOrFail() rune {
	for {
		r := rune(endOfQueue)
		if len(x.queue) > 0 {
			r, x.queue = x.queue[0], x.queue[1:]
		}
		if failed, finished := x.handle(r); finished || failed != endOfQueue {
			return failed
		}
	}
}

func (x *iso2022JP) restore(r rune) { x.queue = append([]rune{r}, x.queue...) }

// handle is the encoder's handler.
func (x *iso2022JP) handle(r rune) (failed rune, finished bool) {
	put := func(bytes ...byte) { x.out = append(x.out, bytes...) }
	isASCII := 0 <= r && r < 0x80
	switch {
	case r == endOfQueue && x.state != "ASCII":
		x.state = "ASCII"
		put(0x1B, 0x28, 0x42)
		return endOfQueue, false
	case r == endOfQueue:
		return endOfQueue, true
	case (x.state == "ASCII" || x.state == "Roman") && (r == 0x0E || r == 0x0F || r == 0x1B):
		return 0xFFFD, false
	case x.state == "ASCII" && isASCII:
		put(byte(r))
		return endOfQueue, false
	case x.state == "Roman" && (isASCII && r != 0x5C && r != 0x7E || r == 0xA5 || r == 0x203E):
		switch {
		case isASCII:
			put(byte(r))
		case r == 0xA5:
			put(0x5C)
		case r == 0x203E:
			put(0x7E)
		}
		return endOfQueue, false
	case isASCII && x.state != "ASCII":
		x.restore(r)
		x.state = "ASCII"
		put(0x1B, 0x28, 0x42)
		return endOfQueue, false
	case (r == 0xA5 || r == 0x203E) && x.state != "Roman":
		x.restore(r)
		x.state = "Roman"
		put(0x1B, 0x28, 0x4A)
		return endOfQueue, false
	}
	if r == 0x2212 {
		r = 0xFF0D
	}
	if 0xFF61 <= r && r <= 0xFF9F {
		r = []rune(katakana)[r-0xFF61]
	}
	p := x.std.pointer("jis0208", r, nil)
	if p < 0 {
		if x.state == "jis0208" {
			x.restore(r)
			x.state = "ASCII"
			put(0x1B, 0x28, 0x42)
			return endOfQueue, false
		}
		return r, false
	}
	if x.state != "jis0208" {
		x.restore(r)
		x.state = "jis0208"
		put(0x1B, 0x24, 0x42)
		return endOfQueue, false
	}
	put(byte(p/94+0x21), byte(p%94+0x21))
	return endOfQueue, false
}

// encodeAll encodes a text, with each error as a character reference, as the standard's "percent-encode after encoding"
// does before it percent-encodes.
func (std *standard) encodeAll(name, text string) []byte {
	if name == "iso-2022-jp" {
		x := iso2022JP{std: std, state: "ASCII", queue: []rune(text)}
		for {
			r := x.encodeOrFail()
			if r == endOfQueue {
				return x.out
			}
			x.out = fmt.Appendf(x.out, "&#%d;", r)
		}
	}
	var out []byte
	for _, r := range text {
		if b, ok := std.encode(name, r); ok {
			out = append(out, b...)
		} else {
			out = fmt.Appendf(out, "&#%d;", r)
		}
	}
	return out
}
