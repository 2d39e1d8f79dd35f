package codecs

import (
	"slices"
	"unicode/utf8"

	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// hz is HZ (RFC 1843): ASCII, with text in GB 2312 between "~{" and "~}".
type hz struct{}

const hzLabel = "hz"

// An hzEncoder is the state of encoding. CPython writes "~" as "~~", and loses the second "~" if its output buffer ends
// between the two. So the encoder tracks the size of CPython's buffer.
type hzEncoder struct {
	dst     []byte
	start   int // offset in dst of the output
	room    int
	shifted bool
}

func (e *hzEncoder) left() int { return e.start + e.room - len(e.dst) }

// need makes room for n octets by CPython's rule. The codec calls it before it writes the octets.
func (e *hzEncoder) need(n int) {
	for e.left() < n {
		e.room += e.room>>1 | 1
	}
}

// account updates the size of the buffer by CPython's rule, after a handler has appended n octets.
func (e *hzEncoder) account(n int) {
	if had := e.left() + n; n > had {
		e.room += max(n, e.room>>1|1)
	}
}

func (e *hzEncoder) ascii(c byte) {
	e.reset()
	e.need(1)
	e.dst = append(e.dst, c)
	if c == '~' {
		if e.left() > 0 {
			e.dst = append(e.dst, '~')
		}
		e.need(1)
	}
}

func (e *hzEncoder) reset() {
	if e.shifted {
		e.need(2)
		e.dst = append(e.dst, '~', '}')
		e.shifted = false
	}
}

func (hz) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	t := tableOf("gb2312")
	e := hzEncoder{dst: slices.Grow(dst, len(s)), start: len(dst), room: 2*str.RuneCount(s) + 16}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			e.ascii(s[i])
			i++
			continue
		}
		r, size := str.DecodeRune(s[i:])
		code := t.code(r)
		switch {
		case code == 0:
			room, before := e.room, len(e.dst)
			if err := encodeFault(&e.dst, s, h, fault(hzLabel, nil, i, size), e.ascii); err != nil {
				return nil, err
			}
			e.room = room
			e.account(len(e.dst) - before)
		case e.shifted:
			e.need(2)
			e.dst = append(e.dst, byte(code>>8)&0x7F, byte(code)&0x7F)
		default:
			e.need(4)
			e.dst = append(e.dst, '~', '{', byte(code>>8)&0x7F, byte(code)&0x7F)
			e.shifted = true
		}
		i += size
	}
	e.reset()
	return e.dst, nil
}

func (hz) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	t := tableOf("gb2312")
	dst = slices.Grow(dst, len(b))
	shifted := false
	for i := 0; i < len(b); {
		n := 1 // octets at fault, or 0 if more octets are needed
		switch c := b[i]; {
		case c >= utf8.RuneSelf:
		case c == '~' && i+1 == len(b):
			n = 0
		case c == '~':
			switch second := b[i+1]; {
			case second == '~' && !shifted:
				dst = append(dst, '~')
				n = -1
			case second == '{' && !shifted, second == '}' && shifted:
				shifted = !shifted
				n = -1
			case second == '\n' && !shifted: // a line continuation
				n = -1
			}
			if n < 0 {
				i += 2
				continue
			}
		case !shifted:
			dst = append(dst, c)
			i++
			continue
		case i+1 == len(b):
			n = 0
		default:
			if r := t.char(int(c|0x80), b[i+1]|0x80); r != 0 && b[i+1] < utf8.RuneSelf {
				dst = utf8.AppendRune(dst, r)
				i += 2
				continue
			}
		}
		var err error
		if dst, i, err = h.Decode(dst, b, fault(hzLabel, b, i, n)); err != nil {
			return nil, err
		}
	}
	return dst, nil
}
