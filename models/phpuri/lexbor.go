package phpuri

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/whatwg"
)

// decode returns the first character of s, and the number of its bytes. lexbor checks only the first byte of a
// character: "\xc1\xa1" is "a", and "\xe2\x82b" is one character. r is -1 if the first byte cannot start a character,
// or if s ends too early.
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

// trim returns the part of s without spaces, controls and what lexbor cannot decode at its ends.
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

// An editor makes a text in which parts of another text are replaced.
type editor struct {
	in    string
	at    int // offset in in of the rest
	out   []byte
	moved [][2]int // offsets in out and in in from which on the offsets grow alike
}

// replace replaces in up to offset end.
func (e *editor) replace(end int, by string) {
	e.moved = append(e.moved, [2]int{len(e.out), e.at})
	e.out = append(e.out, by...)
	e.at = end
	e.moved = append(e.moved, [2]int{len(e.out), e.at})
}

// copy copies in up to offset end. It percent-encodes the bytes of ill-formed UTF-8.
func (e *editor) copy(end int) {
	if utf8.ValidString(e.in[e.at:end]) {
		e.out = append(e.out, e.in[e.at:end]...)
		e.at = end
		return
	}
	query, fragment := false, false
	for e.at < end {
		c := e.in[e.at]
		query = query || c == '?'
		fragment = fragment || c == '#'
		if c < 0x80 {
			e.out = append(e.out, c)
			e.at++
			continue
		}
		_, n := decode(e.in[e.at:end])
		for after := e.at + n; e.at < after; {
			if c := e.in[e.at]; c >= 0x80 || c == '#' && query && !fragment {
				e.replace(e.at+1, escape(c))
			} else {
				e.out = append(e.out, c)
				e.at++
			}
		}
	}
}

func escape(c byte) string {
	return "%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15])
}

// origin returns the offset in in of the byte at an offset in out.
func (e *editor) origin(at int) int {
	i, exact := slices.BinarySearchFunc(e.moved, at, func(m [2]int, at int) int { return m[0] - at })
	if exact {
		return e.moved[i][1]
	}
	if i == 0 {
		return at
	}
	from := e.moved[i-1][1] + at - e.moved[i-1][0]
	if i < len(e.moved) {
		from = min(from, e.moved[i][1])
	}
	return from
}

// toASCII returns the host of a special scheme in ASCII. lexbor processes it by UTS #46 if it has "xn--" anywhere or is
// not ASCII. Otherwise it writes it in lower case, but not if the host has percent-encodings.
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
		unicode, err := idna.AppendToUnicode(nil, string(text), opt)
		if err != nil || strings.ContainsFunc(string(unicode), isNew) {
			return "", false
		}
		name, err := idna.AppendToASCII(nil, string(text), opt)
		if err != nil {
			return "", false
		}
		domain = string(name)
	case !strings.Contains(host, "%"):
		domain = ascii.ToLower(domain)
	}
	forbidden := func(r rune) bool { return r <= ' ' || r == 0x7F || strings.ContainsRune("#%/:<>?@[\\]^|", r) }
	return domain, domain != "" && !strings.ContainsFunc(domain, forbidden) && !tooLarge(domain)
}

// tooLarge reports whether the last label of domain has only hexadecimal digits and "x", and starts with a number that
// an IPv4 address cannot have.
func tooLarge(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	label := strings.ToLower(domain[strings.LastIndexByte(domain, '.')+1:])
	const hex = "0123456789abcdef"
	if strings.Trim(label, hex+"x") != "" {
		return false
	}
	base := 10
	if rest, ok := strings.CutPrefix(label, "0x"); ok {
		base, label = 16, rest
	} else if strings.HasPrefix(label, "0") {
		base = 8
	}
	_, err := strconv.ParseUint("0"+label[:len(label)-len(strings.TrimLeft(label, hex[:base]))], base, 32)
	return err != nil
}

// newer are the ranges of characters that Unicode 18 added to IDNA. lexbor has Unicode 17.
var newer = [...][2]rune{
	{0x0558, 0x0558}, {0x058B, 0x058C}, {0x05C8, 0x05C9}, {0x0B53, 0x0B54}, {0x1ADE, 0x1ADF}, {0x1AEC, 0x1AF0},
	{0x208F, 0x208F}, {0x209D, 0x209F}, {0x20C2, 0x20C4}, {0x2E60, 0x2E63}, {0xA7DD, 0xA7DD}, {0xA7E2, 0xA7E2},
	{0xAB6C, 0xAB6D}, {0x107BB, 0x107BF}, {0x10ECB, 0x10ECF}, {0x10EF0, 0x10EF9}, {0x11B0A, 0x11B0A},
	{0x11DF0, 0x11DF1}, {0x1246F, 0x1246F}, {0x12475, 0x1247F}, {0x12550, 0x12686}, {0x18CD6, 0x18CDA},
	{0x18D1F, 0x18D20}, {0x18E00, 0x19191}, {0x191A0, 0x191D2}, {0x1B123, 0x1B128}, {0x1B168, 0x1B168},
	{0x1CED2, 0x1CED4}, {0x1CEDD, 0x1CEDF}, {0x1CEF1, 0x1CEFD}, {0x1D127, 0x1D128}, {0x1D1EB, 0x1D1FF},
	{0x1D250, 0x1D281}, {0x1D6A6, 0x1D6A6}, {0x1DB00, 0x1DB1C}, {0x1DF1F, 0x1DF24}, {0x1DF2B, 0x1DF81},
	{0x1DF90, 0x1DF96}, {0x1DFCD, 0x1DFFF}, {0x1F1AE, 0x1F1AE}, {0x1F6D9, 0x1F6D9}, {0x1F7DA, 0x1F7DB},
	{0x1F7F1, 0x1F7FF}, {0x1FA8B, 0x1FA8D}, {0x1FACC, 0x1FACC}, {0x1FADD, 0x1FADD}, {0x1FAEB, 0x1FAEB},
	{0x1FAF9, 0x1FAFA}, {0x2B81E, 0x2B81E}, {0x3D000, 0x3FC3F},
}

// isNew reports whether r is new in Unicode 18.
func isNew(r rune) bool {
	i, found := slices.BinarySearchFunc(newer[:], r, func(of [2]rune, r rune) int { return int(of[0] - r) })
	return found || i > 0 && r <= newer[i-1][1]
}

// A pathParser is lexbor's parser of paths that are not opaque.
type pathParser struct {
	in            string
	special, file bool
	old           bool // with the errors of PHP 8.5
	out           []byte
	count         int // segments in out
}

// run appends the path at the start of in to out. It returns the offset of the query, the fragment or the end.
func (p *pathParser) run() int {
	start := 0
	if p.slash(0) {
		start = 1
	}
	if start == 0 || !p.old {
		p.count = bytes.Count(p.out, []byte("/"))
	}
	if p.old {
		return p.verbatim(start)
	}
	return p.encoded(start)
}

func (p *pathParser) slash(i int) bool { return p.in[i] == '/' || p.special && p.in[i] == '\\' }

// dots returns the number of dots of the segment at i, 1 or 2, and its end. Otherwise n is 0.
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

// atDrive reports whether the only segment of out begins with a drive letter. A ".." does not remove it.
func (p *pathParser) atDrive() bool {
	return p.file && p.count == 1 && len(p.out) > len("/C") && p.out[2] == ':' && isDrive(string(p.out[1:3]))
}

// up removes the last segment of out.
func (p *pathParser) up() {
	if p.atDrive() {
		return
	}
	if i := bytes.LastIndexByte(p.out, '/'); i >= 0 {
		p.out = p.out[:i]
		p.count--
	}
}

// verbatim is the parser of PHP 8.5 up to a character that is to be percent-encoded. It does not look at the two
// characters after a "%" without digits, and a dot segment swallows "?" and "#".
func (p *pathParser) verbatim(i int) int {
	begin, last := i, i // of the text that is not in out, of its last segment
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

// encoded parses a path and percent-encodes.
func (p *pathParser) encoded(i int) int {
	p.out = append(p.out, '/')
	last := len(p.out) // start of the segment in out
	segment := func() {
		if p.file && p.count == 0 && isDrive(string(p.out[last:])) {
			p.out[last+1] = ':'
		}
		p.count++
	}
	for i < len(p.in) {
		if last == len(p.out) {
			if n, end := p.dots(i); n > 0 {
				p.out = p.out[:last-1]
				if n == 2 && p.count > 0 {
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
				p.out = append(p.out, escape(c)...)
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
