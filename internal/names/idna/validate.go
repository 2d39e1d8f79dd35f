package idna

// check checks a label against the validity criteria (UTS #46 §4.1). If decoded is false, the label is known to be
// normalized and not to begin with "xn--".
func (p *processing) check(label []char, decoded bool) {
	if len(label) == 0 {
		return
	}
	var form quickCheck
	for _, c := range label {
		p.seen |= c.props()
		form.add(c.props())
	}
	if rule, i := p.criterion(label, decoded && form.unsure); rule != 0 {
		p.invalid.set(rule, p.number, label[i].at())
	}
	if p.opt.SkipBidi {
		return
	}
	if rule, i := bidiRule(label); rule != 0 {
		p.bidi.set(rule, p.number, label[i].at())
	}
}

// checkASCII checks the label s, which starts at the given offset of the input. s is ASCII and not Punycode, and its
// letters can have either case.
func (p *processing) checkASCII(s string, at int) {
	n := len(s)
	if n == 0 {
		return
	}
	switch {
	case !p.opt.CheckHyphens:
	case n >= 4 && s[2] == '-' && s[3] == '-':
		p.invalid.set(V2, p.number, at+2)
	case s[0] == '-':
		p.invalid.set(V3, p.number, at)
	case s[n-1] == '-':
		p.invalid.set(V3, p.number, at+n-1)
	}
	if i := indexASCII(s, notLDH); i < n && p.opt.UseSTD3ASCIIRules {
		p.invalid.set(U1, p.number, at+i)
	}
	if p.opt.SkipBidi {
		return
	}
	if indexASCII(s[:1], bidiL) == 1 {
		p.bidi.set(B1, p.number, at)
	}
	if i := indexASCII(s, anyBidi&^leftToAny); i < n {
		p.bidi.set(B5, p.number, at+i)
	}
	if indexASCII(s[n-1:], leftEnd) == 1 {
		p.bidi.set(B6, p.number, at+n-1)
	}
}

// indexASCII returns the offset of the first byte of s that has one of the given properties, or len(s).
func indexASCII(s string, flags props) int {
	i := 0
	for i < len(s) && classProps[classOf(rune(s[i]))]&flags == 0 {
		i++
	}
	return i
}

// criterion finds the first of the criteria 1 to 8 that a label breaks. It returns the rule and the index of the code
// point, or rule 0 if the label breaks none of these criteria.
func (p *processing) criterion(label []char, unsure bool) (Rule, int) {
	if unsure && !p.opt.Lenient && !isNFC(label) {
		return V1, 0
	}
	if n := len(label); p.opt.CheckHyphens {
		switch {
		case n >= 4 && label[2].code() == '-' && label[3].code() == '-':
			return V2, 2
		case label[0].code() == '-':
			return V3, 0
		case label[n-1].code() == '-':
			return V3, n - 1
		}
	} else if isACE(label) {
		return V4, 0
	}
	if label[0].props()&mark != 0 && !p.opt.Lenient {
		return V6, 0
	}
	for i, c := range label {
		pr := c.props()
		if pr&(mapped|disallowed) != 0 {
			return V7, i
		}
		if pr&notLDH != 0 && p.opt.UseSTD3ASCIIRules {
			return U1, i
		}
	}
	if !p.opt.SkipJoiners {
		return contextJ(label)
	}
	return 0, 0
}

const (
	nonJoiner = 0x200C
	joiner    = 0x200D
)

// contextJ applies the rules for joiners (RFC 5892 appendix A.1 and A.2).
func contextJ(label []char) (Rule, int) {
	for i, c := range label {
		r := c.code()
		if r != joiner && r != nonJoiner || i > 0 && label[i-1].props().ccc() == virama {
			continue
		}
		if r == joiner {
			return C2, i
		}
		if !joins(label, i) {
			return C1, i
		}
	}
	return 0, 0
}

// joins reports whether the letters before and after index i would join. By Joining_Type, the text before the index
// must end in (L|D) T*, and the text after it must begin with T* (R|D).
func joins(label []char, i int) bool {
	before, after := i-1, i+1
	for before >= 0 && label[before].props().join() == joinTransparent {
		before--
	}
	for after < len(label) && label[after].props().join() == joinTransparent {
		after++
	}
	if before < 0 || after == len(label) {
		return false
	}
	l, r := label[before].props().join(), label[after].props().join()
	return (l == joinLeft || l == joinDual) && (r == joinRight || r == joinDual)
}

// The bidirectional classes that left-to-right and right-to-left labels may contain (RFC 5893 §2, conditions 2 and 5),
// and the classes that the last code point may have, ignoring marks (conditions 3 and 6).
const (
	neutral    = bidiES | bidiCS | bidiET | bidiON | bidiBN | bidiNSM
	leftToAny  = neutral | bidiL | bidiEN
	leftEnd    = bidiL | bidiEN
	rightToAny = neutral | bidiR | bidiAL | bidiAN | bidiEN
	rightEnd   = bidiR | bidiAL | bidiEN | bidiAN
)

// bidiRule returns the rule for the condition of the Bidi Rule (RFC 5893 §2) that a label breaks, and the index of the
// code point, or rule 0.
func bidiRule(label []char) (Rule, int) {
	inside, end, allowed, allowedEnd := B5, B6, props(leftToAny), props(leftEnd)
	switch first := label[0].props(); {
	case first&(bidiR|bidiAL) != 0:
		inside, end, allowed, allowedEnd = B2, B3, rightToAny, rightEnd
	case first&bidiL == 0:
		return B1, 0
	}
	last, number := 0, props(0)
	mixed := -1 // index of the first number of the second kind
	for i, c := range label {
		pr := c.props()
		if pr&allowed == 0 {
			return inside, i
		}
		if pr&bidiNSM == 0 {
			last = i
		}
		number |= pr & (bidiEN | bidiAN)
		if mixed < 0 && number == bidiEN|bidiAN {
			mixed = i
		}
	}
	if label[last].props()&allowedEnd == 0 {
		return end, last
	}
	if mixed >= 0 {
		return B4, mixed
	}
	return 0, 0
}
