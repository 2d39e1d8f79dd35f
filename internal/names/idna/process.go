package idna

import (
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// smallLabel is the maximum length of a label that is processed without allocation.
const smallLabel = 64

// A failure records which rule is broken, by which label, and at which offset. Rule 0 means no failure.
type failure struct {
	rule      Rule
	label, at int
}

func (f *failure) set(rule Rule, label, at int) {
	if f.rule == 0 {
		*f = failure{rule, label, at}
	}
}

// A processing is the state of UTS #46 §4 for one name. Neither mapping nor normalization crosses a full stop, so
// labels are processed one by one. Buffers are parameters and results, so that they can be on the caller's stack.
type processing struct {
	in      string
	opt     Options
	toASCII bool

	number int   // number of the label
	seen   props // union over all code points

	invalid failure // the first failure, except failures of B1 to B6 and of the rules of ToASCII
	bidi    failure // the first failure of B1 to B6; it counts only in a Bidi domain name
	later   failure // the failure of the first label that is too long as Punycode
	long    failure // the first failure of A42
	over    failure // the failure of the first label that ends after byte 253
}

// maxName and maxLabel are the limits of DNS in bytes (UTS #46 §4.2 step 4).
const (
	maxName  = 253
	maxLabel = 63
)

func (p *processing) run(dst []byte) []byte {
	var room [smallLabel]char
	label := room[:]
	name := len(dst)
	for at := 0; ; p.number++ {
		start := len(dst)
		var next int
		dst, label, next = p.oneLabel(dst, label, at)
		if n := len(dst) - start; n == 0 || n > maxLabel {
			p.long.set(A42, p.number, at)
		}
		if len(dst)-name > maxName {
			p.over.set(A41, p.number, at)
		}
		if next < 0 || p.decided() {
			return dst
		}
		dst = append(dst, '.')
		at = next
	}
}

// anyRight are the properties that make a name a Bidi domain name (RFC 5893 §1.4).
const anyRight = bidiR | bidiAL | bidiAN

// decided reports whether the result is certain before the remaining labels are processed. If a rule is broken, ToASCII
// returns only the first broken rule.
func (p *processing) decided() bool {
	isBidi := p.bidi.rule != 0 && p.seen&anyRight != 0
	isFirst := p.invalid.rule != 0 && (p.bidi.rule == 0 || p.bidi.label >= p.invalid.label)
	return p.toASCII && (isBidi || isFirst)
}

func (p *processing) result(name []byte) (Rule, int) {
	first := p.invalid
	if p.seen&anyRight != 0 && p.bidi.rule != 0 && (first.rule == 0 || p.bidi.label < first.label) {
		first = p.bidi
	}
	if first.rule == 0 {
		first = p.later
	}
	if first.rule == 0 && p.toASCII && p.opt.VerifyDNSLength {
		first = p.dnsLength(name)
	}
	return first.rule, first.at
}

func (p *processing) dnsLength(name []byte) failure {
	n := len(name)
	if n > 0 && name[n-1] == '.' {
		n-- // the root label and its dot
	}
	switch {
	case n == 0:
		return failure{rule: A41}
	case n > maxName:
		return p.over
	}
	return p.long
}

// oneLabel processes the label that starts at the given offset of the input, and uses the memory of label for it. It
// returns the offset of the next label, or -1 after the last label.
func (p *processing) oneLabel(dst []byte, label []char, at int) ([]byte, []char, int) {
	end, next := at, -1
	for end < len(p.in) && p.in[end] < utf8.RuneSelf && p.in[end] != '.' {
		end++
	}
	if end == len(p.in) || p.in[end] == '.' {
		if end < len(p.in) {
			next = end + 1
		}
		s := p.in[at:end]
		if hasACE(s) {
			dst, label = p.ace(dst, label, s, at)
			return dst, label, next
		}
		p.checkASCII(s, at)
		return ascii.AppendLower(dst, s), label, next
	}
	label, sure, next := p.load(label, at)
	if len(label) > MaxLabel {
		p.invalid.set(TooLong, p.number, at)
		if p.decided() {
			return dst, label, -1
		}
		dst, n := p.unprocessed(dst, p.in[at:])
		if next = at + n; next > len(p.in) {
			next = -1
		}
		return dst, label, next
	}
	if !sure {
		label = normalize(label)
	}
	if isACE(label) {
		var room [smallLabel]byte
		dst, label = p.ace(dst, label, string(appendUTF8(room[:0], label)), at)
		return dst, label, next
	}
	p.check(label, false)
	return p.write(dst, label, at), label, next
}

// load maps the label that starts at the given offset of the input (step 1), and uses the memory of label for the
// result. If sure is true, the result is normalized. next is the offset of the next label, or -1 after the last label.
// load stops soon after MaxLabel code points.
func (p *processing) load(label []char, at int) (out []char, sure bool, next int) {
	label = label[:0]
	var form quickCheck
	for i := at; i < len(p.in) && len(label) <= MaxLabel; {
		r, size := utf8.DecodeRuneInString(p.in[i:])
		if r == '.' {
			return label, !form.unsure, i + 1
		}
		class := classOf(r)
		if pr := classProps[class]; pr&mapped == 0 {
			form.add(pr)
			label = append(label, classed(r, class, i))
		} else {
			to := mappingOf(r)
			if to == "." {
				return label, !form.unsure, i + size
			}
			for _, r := range to {
				c := newChar(r, i)
				form.add(c.props())
				label = append(label, c)
			}
		}
		i += size
	}
	return label, !form.unsure, -1
}

// unprocessed reads the label at the start of s, which is too long or invalid. For ToUnicode, it appends the label
// unchanged. It returns the offset after the full stop that ends the label, or len(s)+1 if there is none.
func (p *processing) unprocessed(dst []byte, s string) ([]byte, int) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		pr := classProps[classOf(r)]
		if r == '.' || pr&mapped != 0 && mappingOf(r) == "." {
			return dst, i
		}
		p.seen |= pr
		if !p.toASCII {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst, len(s) + 1
}

func hasACE(s string) bool {
	return len(s) >= 4 && s[2] == '-' && s[3] == '-' && s[0]|0x20 == 'x' && s[1]|0x20 == 'n'
}

func isACE(label []char) bool {
	return len(label) >= 4 && label[0].code() == 'x' && label[1].code() == 'n' && label[2].code() == '-' &&
		label[3].code() == '-'
}

func isASCII(label []char) bool {
	var all char
	for _, c := range label {
		all |= c & (1<<codeBits - 1)
	}
	return all < utf8.RuneSelf
}

// ace decodes and checks the label s, which begins with "xn--" (step 4, first case). s starts at the given offset of
// the input, and is already mapped except for case. The decoded label uses the memory of label. ToASCII writes a valid
// label unchanged, because no label has two Punycode forms.
func (p *processing) ace(dst []byte, label []char, s string, at int) ([]byte, []char) {
	if ascii.Prefix(s) < len(s) {
		p.invalid.set(P4, p.number, at)
		dst, _ = p.unprocessed(dst, s)
		return dst, label
	}
	if len(s)-len("xn--") > MaxLabel {
		p.invalid.set(TooLong, p.number, at)
		return ascii.AppendLower(dst, s), label
	}
	label, ok := decode(label[:0], s[len("xn--"):], at)
	if !ok || isASCII(label) && !p.opt.Lenient {
		p.invalid.set(P4, p.number, at)
	} else {
		p.check(label, true)
	}
	if ok && !p.toASCII {
		return appendUTF8(dst, label), label
	}
	if ok && p.opt.Lenient {
		return p.write(dst, label, at), label
	}
	return ascii.AppendLower(dst, s), label
}

func (p *processing) write(dst []byte, label []char, at int) []byte {
	if !p.toASCII || isASCII(label) {
		return appendUTF8(dst, label)
	}
	if len(label) <= MaxLabel {
		dst = append(dst, "xn--"...)
		start := len(dst)
		if dst = appendEncoded(dst, label); len(dst)-start <= MaxLabel {
			return dst
		}
	}
	p.later.set(TooLong, p.number, at)
	return dst
}
