package codecs

import (
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// hz is HZ (RFC 1843): ASCII, with text in GB 2312 between "~{" and "~}".
type hz struct{}

// An hzEncoder is the state of encoding. CPython writes "~" as "~~", and loses the second "~" if its output buffer ends
// between the two. So the encoder tracks the size of CPython's buffer.
type hzEncoder struct {
	t       *table
	size    int // of the buffer
	used    int // octets in the buffer
	start   int // offset in dst of the output
	shifted bool
}

// add appends octets. CPython first makes room for them.
func (e *hzEncoder) add(dst []byte, octets ...byte) []byte {
	e.used += len(octets)
	for e.size < e.used {
		e.size += e.size>>1 | 1
	}
	return append(dst, octets...)
}

func (hz) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	e := hzEncoder{t: tableOf("gb2312"), start: len(dst), size: 2*str.RuneCount(s) + 16}
	x := codec.Encoder{Label: "hz", Reason: illegal}
	x.Replace = func(dst []byte, text string) []byte {
		if e.shifted {
			dst = append(dst, '~', '}')
			e.shifted = false
		}
		return append(dst, text...)
	}
	dst, err := x.Append(dst, s, h, e.next)
	if err == nil && e.shifted {
		dst = append(dst, '~', '}')
	}
	return dst, err
}

func (e *hzEncoder) next(dst []byte, s string) ([]byte, int) {
	// After a fault, a handler has added octets.
	if now := len(dst) - e.start; now > e.size {
		e.size += max(now-e.used, e.size>>1|1)
	}
	e.used = len(dst) - e.start
	r, size := str.DecodeRune(s)
	code := e.t.code(r)
	switch {
	case r < utf8.RuneSelf:
		if e.shifted {
			dst = e.add(dst, '~', '}')
			e.shifted = false
		}
		dst = e.add(dst, s[0])
		if r == '~' && e.used < e.size {
			dst = e.add(dst, '~')
		}
		if r == '~' && e.used == e.size {
			e.size += e.size>>1 | 1
		}
	case code == 0:
		return dst, 0
	case e.shifted:
		dst = e.add(dst, byte(code>>8)&0x7F, byte(code)&0x7F)
	default:
		dst = e.add(dst, '~', '{', byte(code>>8)&0x7F, byte(code)&0x7F)
		e.shifted = true
	}
	return dst, size
}

func (hz) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	t := tableOf("gb2312")
	shifted := false
	return appendDecoded(dst, b, h, "hz", false, func(b []byte) (rune, int) {
		switch {
		case b[0] >= utf8.RuneSelf:
			return -1, 1
		case b[0] != '~' && !shifted:
			return rune(b[0]), 1
		case len(b) == 1:
			return -1, 0
		case b[0] == '~':
			switch b[1] {
			case '~':
				if !shifted {
					return '~', 2
				}
			case '{', '}':
				if shifted == (b[1] == '}') {
					shifted = !shifted
					return noChar, 2
				}
			case '\n': // a line continuation
				if !shifted {
					return noChar, 2
				}
			}
		case b[1] < utf8.RuneSelf:
			if r := t.char(int(b[0]|0x80), b[1]|0x80); r != 0 {
				return r, 2
			}
		}
		return -1, 1
	})
}
