package idna

import (
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// smallLabel is the length of the labels that are processed without
// allocation.
const smallLabel = 64

// A failure is a rule that label number label breaks at offset at. None has
// rule 0.
type failure struct {
	rule      Rule
	label, at int
}

// set remembers a failure, unless there was one.
func (f *failure) set(rule Rule, label, at int) {
	if f.rule == 0 {
		*f = failure{rule, label, at}
	}
}

// A processing is one name on its way through UTS #46 §4. Labels are taken
// one by one: neither mapping nor normalization reaches across a full stop,
// which is a starter that composes with nothing.
//
// Buffers are handed down and back, and not kept here, so that they can be on
// the stack of whoever owns them.
type processing struct {
	in      string
	opt     Options
	toASCII bool

	number int   // of the label
	seen   props // of all code points, or-ed

	invalid failure // the first but for B1 to B6, and but for what ToASCII adds
	bidi    failure // the first of B1 to B6, which counts in a Bidi domain name only
	later   failure // the first label that is too long as Punycode
	long    failure // the first A42
	over    failure // the first label that ends behind the 253rd byte
}

// maxName and maxLabel are DNS's limits in bytes (UTS #46 §4.2 step 4).
const (
	maxName  = 253
	maxLabel = 63
)

// run appends what becomes of the name to dst.
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

// decided reports whether the labels that are left change nothing: neither the
// rule that was broken first, nor on the way to ASCII, where a name that breaks
// one gives nothing, the result.
func (p *processing) decided() bool {
	if !p.toASCII {
		return false
	}
	if p.bidi.rule != 0 && p.seen&anyRight != 0 {
		return true
	}
	return p.invalid.rule != 0 && (p.bidi.rule == 0 || p.bidi.label >= p.invalid.label)
}

// result returns the rule that was broken first, or 0. Name is what came out.
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

// dnsLength checks the lengths of a name and its labels.
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

// oneLabel processes the label at offset at of the input in the buffer label,
// and returns where the next one begins, -1 if there is none.
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

// load maps the label at offset at of the input into a buffer (step 1). It
// tells whether that is normalized for sure, and where the next label begins,
// -1 if there is none. Of a label with more than MaxLabel code points it
// returns only some more, and nothing else.
func (p *processing) load(label []char, at int) (out []char, sure bool, next int) {
	label = label[:0]
	var form quickCheck
	for i := at; i < len(p.in) && len(label) <= MaxLabel; {
		r, size := rune(p.in[i]), 1
		class := asciiClass[r&0x7F]
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(p.in[i:])
			class = classOf(r)
		} else if r == '.' {
			return label, !form.unsure, i + 1
		}
		if pr := classProps[class]; pr&mapped == 0 && (pr&deviation == 0 || !p.opt.Transitional) {
			form.add(pr)
			label = append(label, classed(r, class, i))
		} else {
			to := mappingOf(r)
			if to == "." {
				return label, !form.unsure, i + size
			}
			if r == capitalSharpS && p.opt.Transitional {
				to = "ss"
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

// capitalSharpS is mapped to ß, or with Transitional to what ß is mapped to.
const capitalSharpS = 0x1E9E

// unprocessed appends the label at the start of s, which is too long, as it
// stands there. It returns the offset of what follows the full stop that ends
// it, more than len(s) if none does.
func (p *processing) unprocessed(dst []byte, s string) ([]byte, int) {
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		class := asciiClass[r&0x7F]
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
			class = classOf(r)
		} else if r == '.' {
			return dst, i + 1
		}
		i += size
		pr := classProps[class]
		if pr&mapped != 0 && mappingOf(r) == "." {
			return dst, i
		}
		p.seen |= pr
		if !p.toASCII {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst, len(s) + 1
}

// hasACE reports whether s begins with "xn--" in any case.
func hasACE(s string) bool {
	return len(s) >= 4 && s[2] == '-' && s[3] == '-' && s[0]|0x20 == 'x' && s[1]|0x20 == 'n'
}

// isACE reports whether label begins with "xn--".
func isACE(label []char) bool {
	return len(label) >= 4 && label[0].code() == 'x' && label[1].code() == 'n' && label[2].code() == '-' &&
		label[3].code() == '-'
}

// isASCII reports whether all of label is ASCII.
func isASCII(label []char) bool {
	var all char
	for _, c := range label {
		all |= c & (1<<codeBits - 1)
	}
	return all < utf8.RuneSelf
}

// ace converts label s, which begins with "xn--", is mapped but for case and
// stands at offset at of the input (step 4, first case). What is decoded
// comes back in the buffer label. On the way to ASCII, a label that breaks no
// rule comes out as it was: nothing has more than one Punycode.
func (p *processing) ace(dst []byte, label []char, s string, at int) ([]byte, []char) {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			p.invalid.set(P4, p.number, at)
			dst, _ = p.unprocessed(dst, s)
			return dst, label
		}
	}
	if len(s)-len("xn--") > MaxLabel {
		p.invalid.set(TooLong, p.number, at)
		return ascii.AppendLower(dst, s), label
	}
	label, ok := decode(label[:0], s[len("xn--"):], at)
	if !ok && !p.opt.IgnoreInvalidPunycode {
		p.invalid.set(P4, p.number, at)
	}
	if ok && isASCII(label) {
		p.invalid.set(P4, p.number, at)
	} else if ok {
		p.check(label, true)
	}
	if ok && !p.toASCII {
		return appendUTF8(dst, label), label
	}
	return ascii.AppendLower(dst, s), label
}

// write appends a label that is no Punycode.
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
