package phpuri

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/whatwg"
)

// decode returns the first character of s and its length in bytes. lexbor checks only the first byte of a character: it
// decodes "\xc1\xa1" to "a", and the three bytes of "\xe2\x82b" to one character. r is -1 if the first byte cannot
// start a character, or if the character is incomplete at the end of s.
func decode(s string) (r rune, n int) {
	c := s[0]
	switch {
	case c < 0x80:
		return rune(c), 1
	case c < 0xC0 || c >= 0xF8:
		return -1, 1
	case c < 0xE0:
		n, r = 2, rune(c&0x1F)
	case c < 0xF0:
		n, r = 3, rune(c&0x0F)
	default:
		n, r = 4, rune(c&0x07)
	}
	if len(s) < n {
		return -1, len(s)
	}
	for _, c := range []byte(s[1:n]) {
		r = r<<6 | rune(c&0x7F)
	}
	return r, n
}

// trim returns the span of s without spaces, controls and undecodable bytes at both ends.
func trim(s string) (start, end int) {
	end = len(s)
	for start < end {
		r, n := decode(s[start:end])
		if r > ' ' || r == ' ' && n > 1 {
			break
		}
		start += n
	}
	for start < end {
		i := end - 1
		for i > start && i > end-utf8.UTFMax && s[i] >= 0x80 && (s[i] < 0xC0 || s[i] >= 0xF8) {
			i--
		}
		if r, _ := decode(s[i:end]); r > ' ' {
			break
		}
		end = i
	}
	return start, end
}

// indexChar returns the offset of the first character of s that is in chars, or len(s) if no character is in chars.
func indexChar(s, chars string) int {
	for i := 0; i < len(s); {
		if strings.IndexByte(chars, s[i]) >= 0 {
			return i
		}
		_, n := decode(s[i:])
		i += n
	}
	return len(s)
}

// encode percent-encodes s. It does not replace invalid bytes by U+FFFD.
func encode(s string, set whatwg.EncodeSet) string {
	s, _ = percent.EncodeString(s, &allASCII)
	return set.Encode(s)
}

// allASCII is the table that encodes only non-ASCII bytes.
var allASCII = percent.NewTable(^ascii.Class(0), "")

// toASCII converts the host of a special URL to ASCII. lexbor applies UTS #46 if the host contains "xn--" or is not
// ASCII. It converts any other host to lower case, except a host with percent-encodings.
func toASCII(host string) (string, bool) {
	domain, _ := percent.DecodeString(host, false)
	switch {
	case strings.Contains(ascii.ToLower(host), "xn--") || ascii.Prefix(domain) < len(domain):
		var text []byte
		for rest := domain; rest != ""; {
			r, n := decode(rest)
			if !utf8.ValidRune(r) || isNew(r) {
				return "", false
			}
			text = utf8.AppendRune(text, r)
			rest = rest[n:]
		}
		opt := idna.Options{SkipBidi: true, SkipJoiners: true, Lenient: true}
		known, err := idna.AppendToUnicode(nil, string(text), opt)
		name, errA := idna.AppendToASCII(nil, string(text), opt)
		if err != nil || errA != nil || strings.ContainsFunc(string(known), isNew) {
			return "", false
		}
		domain = string(name)
	case !strings.Contains(host, "%"):
		domain = ascii.ToLower(domain)
	}
	forbidden := func(r rune) bool { return r <= ' ' || r == 0x7F || strings.ContainsRune("#%/:<>?@[\\]^|", r) }
	return domain, domain != "" && !strings.ContainsFunc(domain, forbidden)
}

// isNew reports whether r is unknown to lexbor. The tables of lexbor have Unicode 17, like the tables of Python 3.15.
func isNew(r rune) bool {
	return !str.IsPrintable(r, str.Release{Minor: 15}) && !unicode.In(r, unicode.Cf, unicode.Zs)
}

// A pathParser parses paths that are not opaque, as lexbor does.
type pathParser struct {
	in            string
	special, file bool
	old           bool // reproduce the bugs of PHP 8.5
	out           []byte
	count         int // number of segments in out
}

// inherit sets p.out to the part of the base path that stays in the resolved path. The path p.in is appended to this
// part.
func (p *pathParser) inherit(base string) {
	switch {
	case p.slash(0):
		first, _, more := strings.Cut(base[min(len(base), 1):], "/")
		if p.file && more && len(first) > 1 && first[1] == ':' && ascii.IsDrive(first[:2]) && !ascii.HasDrive(p.in[1:]) {
			p.out = append(p.out, "/"+first...)
			if !p.old {
				p.count = 1
			}
		}
	case !p.file || !ascii.HasDrive(p.in):
		p.out = append(p.out, base...)
		p.count = strings.Count(base, "/")
		p.up()
	}
}

// run parses the path at the start of p.in and appends it to p.out. It returns the offset at which the path ends.
func (p *pathParser) run() int {
	start := 0
	if p.slash(0) {
		start = 1
	}
	if p.old {
		return p.verbatim(start)
	}
	return p.encoded(start)
}

func (p *pathParser) slash(i int) bool { return p.in[i] == '/' || p.special && p.in[i] == '\\' }

// dots returns the number of dots in the dot segment at offset i, 1 or 2, and the end of this segment. If the segment
// at i is not a dot segment, n is 0.
func (p *pathParser) dots(i int) (n, end int) {
	for i < len(p.in) && !p.slash(i) && p.in[i] != '?' && p.in[i] != '#' {
		switch {
		case p.in[i] == '.':
			i++
		case i+3 <= len(p.in) && ascii.EqualFold(p.in[i:i+3], "%2e"):
			i += 3
		default:
			return 0, i
		}
		n++
	}
	if n > 2 {
		n = 0
	}
	return n, i
}

// up removes the last segment, unless it is the only one and begins with a drive letter.
func (p *pathParser) up() {
	atDrive := p.file && p.count == 1 && len(p.out) > len("/C") && p.out[2] == ':' && ascii.IsDrive(string(p.out[1:3]))
	if p.out != nil && !atDrive {
		p.out = p.out[:max(0, bytes.LastIndexByte(p.out, '/'))]
		p.count-- // can become negative, as in lexbor
	}
}

// verbatim parses a path as PHP 8.5 does, up to the first character that must be percent-encoded. It copies the two
// characters after any "%", and it skips a "?" or "#" after a dot segment.
func (p *pathParser) verbatim(i int) int {
	begin, last := i, i // start of the text that is not yet in out, and of its last segment
	for ; i < len(p.in); i++ {
		n, end := 0, 0
		if i == begin || p.slash(i-1) {
			n, end = p.dots(i)
		}
		switch c := p.in[i]; {
		case n > 0:
			if i > begin {
				p.out = append(append(p.out, '/'), p.in[begin:i-1]...)
			}
			if n == 2 {
				p.up()
			} else {
				p.out = bytes.TrimSuffix(p.out, []byte("/"))
			}
			i = min(end, len(p.in)-1)
			begin = min(end+1, len(p.in))
			last = begin
		case c == '/':
			last = i + 1
			p.count++
		case c == '\\' && p.special:
			p.out = append(append(p.out, '/'), p.in[begin:i]...)
			p.count++
			begin, last = i+1, i+1
		case c == '%':
			i = min(i+2, len(p.in)-1)
		case c == '?' || c == '#':
			p.out = append(append(p.out, '/'), p.in[begin:i]...)
			return i
		case c <= ' ' || c >= 0x7F || strings.IndexByte("\"<>[\\]^`{|}", c) >= 0:
			if last-1 > begin {
				p.out = append(append(p.out, '/'), p.in[begin:last-1]...)
			}
			return p.encoded(last)
		}
	}
	p.out = append(append(p.out, '/'), p.in[begin:]...)
	return len(p.in)
}

// encoded parses a path and percent-encodes it.
func (p *pathParser) encoded(i int) int {
	p.out = append(p.out, '/')
	last := len(p.out) // start of the current segment in out
	segment := func() {
		if p.file && p.count == 0 && ascii.IsDrive(string(p.out[last:])) {
			p.out[last+1] = ':'
		}
		p.count++
	}
	for i < len(p.in) {
		if last == len(p.out) {
			if n, end := p.dots(i); n > 0 {
				p.out = p.out[:last-1]
				if n == 2 && p.count != 0 {
					p.up()
				}
				p.out = append(p.out, '/')
				last = len(p.out)
				if i = end; i < len(p.in) && (p.old || p.slash(i)) {
					i++
				}
				continue
			}
		}
		switch c := p.in[i]; {
		case c >= 0x80:
			_, n := decode(p.in[i:])
			for _, c := range []byte(p.in[i : i+n]) {
				p.out = append(p.out, '%', ascii.UpperHex[c>>4], ascii.UpperHex[c&15])
			}
			i += n
			continue
		case c == '?' || c == '#':
			segment()
			return i
		case p.slash(i):
			segment()
			p.out = append(p.out, '/')
			last = len(p.out)
		case c == '^' && p.old:
			p.out = append(p.out, c)
		default:
			p.out = append(p.out, whatwg.PathSet.Encode(string(rune(c)))...)
		}
		i++
	}
	segment()
	return i
}
