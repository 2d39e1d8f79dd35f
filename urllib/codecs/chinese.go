package codecs

import "sort"

// gb2312 is GB 2312 in the form of EUC-CN.
type gb2312 struct{}

func (gb2312) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	if c := gb2312Grid.cell(b[0], b[1]); c != 0 {
		return rune(c), 2
	}
	return -1, 1
}

func (gb2312) encode(dst []byte, r rune, _ string) ([]byte, int) {
	code := gb2312Code(r)
	if code == 0 {
		return dst, -1
	}
	return append(dst, byte(code>>8), byte(code)), 0
}

// gb2312Code returns the octets of r in GB 2312, or 0 if GB 2312 lacks r. They are the octets of r in GBK, except for
// two characters.
func gb2312Code(r rune) uint16 {
	code := gbkRanks.code(r)
	switch r {
	case 0x30FB: // KATAKANA MIDDLE DOT, where GBK has MIDDLE DOT
		code = 0xA1A4
	case 0x2015: // HORIZONTAL BAR, where GBK has EM DASH
		code = 0xA1AA
	}
	if rune(gb2312Grid.cell(byte(code>>8), byte(code))) != r {
		return 0
	}
	return code
}

// gbk is GBK, which is CP936 without the euro sign.
type gbk struct{}

func (gbk) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	if r := char(gbkGrid, gb2312Grid, b[0], b[1]); r >= 0 {
		return r, 2
	}
	return -1, 1
}

func (gbk) encode(dst []byte, r rune, _ string) ([]byte, int) {
	code := gbkRanks.code(r)
	if code == 0 {
		return dst, -1
	}
	return append(dst, byte(code>>8), byte(code)), 0
}

type gb18030Run struct {
	first, last uint16
	number      uint16
}

const (
	gb18030Numbers = 39420 // numbers of four octets below U+10000; the last numbers have no character
	gb18030Leads   = 10 * 126 * 10
	gb18030Beyond  = 0x90 // the lead of U+10000
)

// gb18030 is GB 18030 of 2000. It encodes characters that GBK lacks with four octets.
type gb18030 struct{}

func (gb18030) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	if b[1]-'0' < 10 {
		return gb18030Four(b)
	}
	r := rune(gb18030Grid.cell(b[0], b[1]))
	if r == 0 {
		r = char(gbkGrid, gb2312Grid, b[0], b[1])
	}
	if r < 0 || r == unmapped {
		return -1, 1
	}
	return r, 2
}

// gb18030Four decodes four octets. The second is a digit.
func gb18030Four(b []byte) (rune, int) {
	if len(b) < 4 {
		return -1, 0
	}
	lead, third, fourth := b[0]-firstLead, b[2]-0x81, b[3]-'0'
	if lead >= gridLeads || third >= 126 || fourth >= 10 {
		return -1, 1
	}
	number := int(b[1]-'0')*1260 + int(third)*10 + int(fourth)
	if b[0] >= gb18030Beyond {
		r := rune(0x10000 + int(b[0]-gb18030Beyond)*gb18030Leads + number)
		if r > 0x10FFFF {
			return -1, 1
		}
		return r, 4
	}
	number += int(lead) * gb18030Leads
	if number >= gb18030Numbers {
		return -1, 1
	}
	// This finds the last run that does not start after number.
	i := sort.Search(len(gb18030Runs), func(i int) bool { return int(gb18030Runs[i].number) > number }) - 1
	return rune(int(gb18030Runs[i].first) + number - int(gb18030Runs[i].number)), 4
}

func (gb18030) encode(dst []byte, r rune, _ string) ([]byte, int) {
	if r >= 0x10000 {
		return appendGB18030(dst, gb18030Beyond, int(r-0x10000)), 0
	}
	if code := codeOf(gb18030Ranks, gbkRanks, r); code != 0 {
		return append(dst, byte(code>>8), byte(code)), 0
	}
	i := sort.Search(len(gb18030Runs), func(i int) bool { return rune(gb18030Runs[i].last) >= r })
	if i == len(gb18030Runs) || r < rune(gb18030Runs[i].first) {
		return dst, -1 // a surrogate
	}
	return appendGB18030(dst, firstLead, int(gb18030Runs[i].number)+int(r)-int(gb18030Runs[i].first)), 0
}

// appendGB18030 appends a code of four octets: code number n, counted from the first code that begins with lead.
func appendGB18030(dst []byte, lead byte, n int) []byte {
	return append(dst, lead+byte(n/gb18030Leads), '0'+byte(n/1260%10), 0x81+byte(n/10%126), '0'+byte(n%10))
}

// big5 is Big5, with the additional characters of ext.
type big5 struct {
	ext      grid
	extRanks ranks
}

func (x big5) decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return -1, 0
	}
	if r := char(x.ext, big5Grid, b[0], b[1]); r >= 0 {
		return r, 2
	}
	return -1, 1
}

func (x big5) encode(dst []byte, r rune, _ string) ([]byte, int) {
	code := codeOf(x.extRanks, big5Ranks, r)
	if code == 0 {
		return dst, -1
	}
	return append(dst, byte(code>>8), byte(code)), 0
}

// hkscs is Big5 with the Hong Kong Supplementary Character Set of 2004, in which four codes mean pairs of characters.
type hkscs struct {
	big5
	pairMode pairMode
}

func (x hkscs) encode(dst []byte, r rune, rest string) ([]byte, int) {
	if r != 0xCA && r != 0xEA {
		return x.big5.encode(dst, r, rest)
	}
	second, size := x.pairMode.second(rest)
	code := 0x8862
	switch second {
	case 0x304: // COMBINING MACRON
	case 0x30C: // COMBINING CARON
		code = 0x8864
	default:
		return x.big5.encode(dst, r, rest)
	}
	if r == 0xEA {
		code += 0x88A3 - 0x8862
	}
	return append(dst, byte(code>>8), byte(code)), size
}
