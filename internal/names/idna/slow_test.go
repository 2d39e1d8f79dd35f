package idna

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The slow twin: UTS #46 §4, UAX #15 and RFC 3492 to the letter, from plain
// maps. It shares nothing with the package but the names of the rules and
// MaxLabel.

// A slowTable is unicode.txt, as maps.
type slowTable struct {
	status     map[rune]byte // V, I, X, M, D
	mapping    map[rune][]rune
	bidi       map[rune]string
	joining    map[rune]string
	mark       map[rune]bool
	ccc        map[rune]int
	decomposed map[rune][]rune
	composed   map[[2]rune]rune
}

var slowUnicode = sync.OnceValues(func() (*slowTable, error) {
	f, err := os.Open("unicode.txt")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	u := &slowTable{
		map[rune]byte{}, map[rune][]rune{}, map[rune]string{}, map[rune]string{}, map[rune]bool{},
		map[rune]int{}, map[rune][]rune{}, map[[2]rune]rune{},
	}
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		words := strings.Fields(sc.Text())
		lo, hi, _ := strings.Cut(words[0], "-")
		if hi == "" {
			hi = lo
		}
		for cp := slowHex(lo)[0]; cp <= slowHex(hi)[0]; cp++ {
			u.add(cp, words[1:])
		}
	}
	return u, sc.Err()
})

func (u *slowTable) add(cp rune, words []string) {
	excluded := false
	u.status[cp] = words[0][0]
	if by, ok := strings.CutPrefix(words[0], "M+"); ok {
		n, _ := strconv.Atoi(by)
		u.mapping[cp] = []rune{cp + rune(n)}
	} else if len(words[0]) > 1 {
		u.mapping[cp] = slowHex(words[0][2:])
	}
	u.bidi[cp] = words[1]
	for _, word := range words[2:] {
		switch word[0] {
		case 'j':
			u.joining[cp] = word[1:]
		case 'm':
			u.mark[cp] = true
		case 'c':
			u.ccc[cp], _ = strconv.Atoi(word[1:])
		case '=':
			u.decomposed[cp] = slowHex(word[1:])
		case 'x':
			excluded = true
		}
	}
	if d := u.decomposed[cp]; d != nil && !excluded {
		u.composed[[2]rune{d[0], d[1]}] = cp
	}
}

func slowHex(s string) (rs []rune) {
	if s == "" {
		return nil
	}
	for field := range strings.SplitSeq(s, ",") {
		n, err := strconv.ParseInt(field, 16, 32)
		if err != nil {
			panic(err)
		}
		rs = append(rs, rune(n))
	}
	return rs
}

func (u *slowTable) statusOf(r rune) byte {
	if s, ok := u.status[r]; ok {
		return s
	}
	return 'X'
}

func (u *slowTable) bidiOf(r rune) string {
	if s, ok := u.bidi[r]; ok {
		return s
	}
	return "L"
}

// A slowChar is a code point, and the offset in the input where it is from.
type slowChar struct {
	r  rune
	at int
}

// decompose is definition D68: full canonical decomposition, unordered.
func (u *slowTable) decompose(c slowChar) []slowChar {
	if s := c.r - 0xAC00; 0 <= s && s < 11172 {
		out := []slowChar{{0x1100 + s/588, c.at}, {0x1161 + s%588/28, c.at}}
		if s%28 != 0 {
			out = append(out, slowChar{0x11A7 + s%28, c.at})
		}
		return out
	}
	if u.decomposed[c.r] == nil {
		return []slowChar{c}
	}
	var out []slowChar
	for _, r := range u.decomposed[c.r] {
		out = append(out, u.decompose(slowChar{r, c.at})...)
	}
	return out
}

func (u *slowTable) composite(a, b rune) (rune, bool) {
	if l, v := a-0x1100, b-0x1161; 0 <= l && l < 19 && 0 <= v && v < 21 {
		return 0xAC00 + l*588 + v*28, true
	}
	if s, t := a-0xAC00, b-0x11A7; 0 <= s && s < 11172 && s%28 == 0 && 0 < t && t < 28 {
		return a + t, true
	}
	r, ok := u.composed[[2]rune{a, b}]
	return r, ok
}

// nfc is definition D120, by way of D109 (reordering by exchange) and D117.
func (u *slowTable) nfc(s []slowChar) []slowChar {
	var d []slowChar
	for _, c := range s {
		d = append(d, u.decompose(c)...)
	}
	for swapped := true; swapped; {
		swapped = false
		for i := 1; i < len(d); i++ {
			if a, b := u.ccc[d[i-1].r], u.ccc[d[i].r]; a > b && b > 0 {
				d[i-1], d[i] = d[i], d[i-1]
				swapped = true
			}
		}
	}
	for i := 1; i < len(d); i++ {
		// The last starter before d[i] that nothing blocks it from (D115).
		for j := i - 1; j >= 0; j-- {
			if u.ccc[d[j].r] == 0 {
				if r, ok := u.composite(d[j].r, d[i].r); ok {
					d[j].r = r
					d = slices.Delete(d, i, i+1)
					i--
				}
				break
			}
			if u.ccc[d[j].r] >= u.ccc[d[i].r] {
				break
			}
		}
	}
	return d
}

// slowDecode is the decoding procedure of RFC 3492 §6.2.
func slowDecode(input string) ([]rune, bool) {
	n, i, bias := int64(0x80), int64(0), int64(72)
	var output []rune
	if b := strings.LastIndexByte(input, '-'); b > 0 {
		output = []rune(input[:b])
		input = input[b+1:]
	}
	for input != "" {
		oldi, w := i, int64(1)
		for k := int64(36); ; k += 36 {
			if input == "" {
				return nil, false
			}
			digit := int64(strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789", input[0]))
			input = input[1:]
			if digit < 0 || digit*w > 1<<40 || w > 1<<40 {
				return nil, false
			}
			i += digit * w
			t := slowThreshold(k, bias)
			if digit < t {
				break
			}
			w *= 36 - t
		}
		length := int64(len(output)) + 1
		bias = slowAdapt(i-oldi, length, oldi == 0)
		n += i / length
		i %= length
		if n > 0x10FFFF || 0xD800 <= n && n <= 0xDFFF {
			return nil, false
		}
		output = slices.Insert(output, int(i), rune(n))
		i++
	}
	return output, true
}

// slowEncode is the encoding procedure of RFC 3492 §6.3.
func slowEncode(input []rune) (string, bool) {
	if len(input) > MaxLabel { // each code point takes a byte at least
		return "", false
	}
	n, delta, bias := rune(0x80), int64(0), int64(72)
	var output []byte
	for _, c := range input {
		if c < 0x80 {
			output = append(output, byte(c))
		}
	}
	h := len(output)
	b := h
	if b > 0 {
		output = append(output, '-')
	}
	for h < len(input) {
		m := rune(0x7FFFFFFF)
		for _, c := range input {
			if c >= n {
				m = min(m, c)
			}
		}
		delta += int64(m-n) * int64(h+1)
		n = m
		for _, c := range input {
			if c < n {
				delta++
			}
			if c == n {
				q := delta
				for k := int64(36); ; k += 36 {
					t := slowThreshold(k, bias)
					if q < t {
						break
					}
					output = append(output, "abcdefghijklmnopqrstuvwxyz0123456789"[t+(q-t)%(36-t)])
					q = (q - t) / (36 - t)
				}
				output = append(output, "abcdefghijklmnopqrstuvwxyz0123456789"[q])
				bias = slowAdapt(delta, int64(h)+1, h == b)
				delta = 0
				h++
			}
		}
		delta++
		n++
	}
	return string(output), len(output) <= MaxLabel
}

func slowThreshold(k, bias int64) int64 {
	if k <= bias+1 {
		return 1
	}
	if k >= bias+26 {
		return 26
	}
	return k - bias
}

func slowAdapt(delta, numpoints int64, first bool) int64 {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / numpoints
	k := int64(0)
	for delta > 455 {
		delta /= 35
		k += 36
	}
	return k + 36*delta/(delta+38)
}

// A slowLabel is a label, and where in the input it begins.
type slowLabel struct {
	s       []slowChar
	at      int
	source  []slowChar // before mapping
	tooLong bool
	decoded bool // from Punycode
	rule    Rule // the first that it breaks
	where   int
	skip    bool // the criteria need not be met
}

func (l *slowLabel) fail(rule Rule, where int) {
	if l.rule == 0 {
		l.rule, l.where = rule, where
	}
}

func (l *slowLabel) runes() (rs []rune) {
	for _, c := range l.s {
		rs = append(rs, c.r)
	}
	return rs
}

func (l *slowLabel) ascii() bool {
	return !slices.ContainsFunc(l.s, func(c slowChar) bool { return c.r > 0x7F })
}

// process is UTS #46 §4.
func (u *slowTable) process(domain string, opt Options) []*slowLabel {
	s, labels := u.mapped(domain, opt) // 1. Map.
	s = u.nfc(s)                       // 2. Normalize.
	n := 0                             // 3. Break.
	for _, c := range s {
		if c.r == '.' {
			n++
		} else {
			labels[n].s = append(labels[n].s, c)
		}
	}
	// 4. Convert and validate. What a Bidi domain name is depends on the
	// converted labels.
	for _, l := range labels {
		l.convert(opt)
	}
	isBidi := false
	for _, l := range labels {
		for _, c := range l.s {
			isBidi = isBidi || slices.Contains([]string{"R", "AL", "AN"}, u.bidiOf(c.r))
		}
	}
	for _, l := range labels {
		if !l.skip && len(l.s) > 0 {
			u.validate(l, opt, isBidi)
		}
	}
	return labels
}

// mapped is the first step of process. It cuts labels, still without text,
// where it makes full stops.
func (u *slowTable) mapped(domain string, opt Options) (s []slowChar, labels []*slowLabel) {
	labels = []*slowLabel{{}}
	points := 0 // of the label
	for at, r := range domain {
		l := labels[len(labels)-1]
		to := []rune{r}
		switch status := u.statusOf(r); {
		case status == 'I' || status == 'M':
			to = u.mapping[r]
		}
		for _, r := range to {
			s = append(s, slowChar{r, at})
			points++
			if r == '.' {
				points = 0
				labels = append(labels, &slowLabel{at: at + sizeAt(domain, at)})
			}
		}
		if len(to) == 1 && to[0] == '.' {
			continue
		}
		l.source = append(l.source, slowChar{r, at})
		l.tooLong = points > MaxLabel && slices.ContainsFunc(l.source, func(c slowChar) bool { return c.r > 0x7F })
	}
	return s, labels
}

// convert is the fourth step for Punycode.
func (l *slowLabel) convert(opt Options) {
	if l.tooLong {
		l.fail(TooLong, l.at)
		l.s, l.skip = l.source, true
		return
	}
	rs := l.runes()
	if !strings.HasPrefix(string(rs), "xn--") {
		return
	}
	if !l.ascii() {
		l.fail(P4, l.at)
		l.skip = true
		return
	}
	if len(rs)-4 > MaxLabel {
		l.fail(TooLong, l.at)
		l.skip = true
		return
	}
	points, ok := slowDecode(string(rs[4:]))
	if !ok {
		l.skip = true
		l.fail(P4, l.at)
		return
	}
	l.s, l.decoded = nil, true
	for _, r := range points {
		l.s = append(l.s, slowChar{r, l.at})
	}
	if l.ascii() && !opt.Lenient {
		l.fail(P4, l.at)
	}
}

// sizeAt returns how many bytes the code point at offset at takes.
func sizeAt(s string, at int) int {
	for i := range s[at:] {
		if i > 0 {
			return i
		}
	}
	return len(s) - at
}

// validate is UTS #46 §4.1.
func (u *slowTable) validate(l *slowLabel, opt Options, isBidi bool) {
	s, rs := l.s, l.runes()
	if !opt.Lenient && !slices.Equal(u.nfc(s), s) {
		l.fail(V1, s[0].at)
	}
	if opt.CheckHyphens && len(rs) >= 4 && rs[2] == '-' && rs[3] == '-' {
		l.fail(V2, s[2].at)
	}
	if opt.CheckHyphens && rs[0] == '-' {
		l.fail(V3, s[0].at)
	}
	if opt.CheckHyphens && rs[len(rs)-1] == '-' {
		l.fail(V3, s[len(rs)-1].at)
	}
	if !opt.CheckHyphens && strings.HasPrefix(string(rs), "xn--") {
		l.fail(V4, s[0].at)
	}
	if slices.Contains(rs, '.') {
		panic("V5, which cannot be broken")
	}
	if u.mark[rs[0]] && !opt.Lenient {
		l.fail(V6, s[0].at)
	}
	for i, r := range rs {
		if status := u.statusOf(r); status != 'V' && status != 'D' {
			l.fail(V7, s[i].at)
		}
		if opt.UseSTD3ASCIIRules && r <= 0x7F && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", r) {
			l.fail(U1, s[i].at)
		}
	}
	if !opt.SkipJoiners {
		u.contextJ(l, rs)
	}
	if !opt.SkipBidi && isBidi {
		u.bidiRule(l, rs)
	}
}

// contextJ is RFC 5892 appendix A.1 and A.2.
func (u *slowTable) contextJ(l *slowLabel, rs []rune) {
	types := func(rs []rune) (s string) { // one letter for each code point
		for _, r := range rs {
			if t := u.joining[r]; t != "" {
				s += t
			} else {
				s += "U"
			}
		}
		return s
	}
	for i, r := range rs {
		if r != 0x200C && r != 0x200D || i > 0 && u.ccc[rs[i-1]] == 9 {
			continue
		}
		if r == 0x200D {
			l.fail(C2, l.s[i].at)
			continue
		}
		before := strings.TrimRight(types(rs[:i]), "T")
		after := strings.TrimLeft(types(rs[i+1:]), "T")
		if !strings.HasSuffix(before, "L") && !strings.HasSuffix(before, "D") ||
			!strings.HasPrefix(after, "R") && !strings.HasPrefix(after, "D") {
			l.fail(C1, l.s[i].at)
		}
	}
}

// bidiRule is RFC 5893 §2.
func (u *slowTable) bidiRule(l *slowLabel, rs []rune) {
	in := func(r rune, classes string) bool {
		return slices.Contains(strings.Fields(classes), u.bidiOf(r))
	}
	rtl := in(rs[0], "R AL")
	if !rtl && !in(rs[0], "L") {
		l.fail(B1, l.s[0].at)
	}
	inside, end, classes, ends := B5, B6, "L EN ES CS ET ON BN NSM", "L EN"
	if rtl {
		inside, end, classes, ends = B2, B3, "R AL AN EN ES CS ET ON BN NSM", "R AL EN AN"
	}
	for i, r := range rs {
		if !in(r, classes) {
			l.fail(inside, l.s[i].at)
		}
	}
	last := len(rs) - 1
	for last > 0 && in(rs[last], "NSM") {
		last--
	}
	if !in(rs[last], ends) {
		l.fail(end, l.s[last].at)
	}
	if rtl {
		en := slices.IndexFunc(rs, func(r rune) bool { return in(r, "EN") })
		an := slices.IndexFunc(rs, func(r rune) bool { return in(r, "AN") })
		if en >= 0 && an >= 0 {
			l.fail(B4, l.s[max(en, an)].at)
		}
	}
}

// toUnicode is UTS #46 §4.3, with the first rule broken.
func (u *slowTable) toUnicode(domain string, opt Options) (string, Rule, int) {
	var parts []string
	var first slowLabel
	for _, l := range u.process(domain, opt) {
		parts = append(parts, string(l.runes()))
		if l.rule != 0 {
			first.fail(l.rule, l.where)
		}
	}
	return strings.Join(parts, "."), first.rule, first.where
}

// toASCII is UTS #46 §4.2, with the first rule broken.
func (u *slowTable) toASCII(domain string, opt Options) (string, Rule, int) {
	var parts []string
	var first slowLabel
	labels := u.process(domain, opt)
	for _, l := range labels {
		if l.rule != 0 {
			first.fail(l.rule, l.where)
		}
	}
	for _, l := range labels {
		part := string(l.runes())
		if !l.ascii() {
			encoded, ok := slowEncode(l.runes())
			if !ok {
				first.fail(TooLong, l.at)
			}
			part = "xn--" + encoded
		}
		parts = append(parts, part)
	}
	name := strings.Join(parts, ".")
	if opt.VerifyDNSLength {
		slowLength(&first, labels, parts)
	}
	if first.rule != 0 {
		return "", first.rule, first.where
	}
	return name, 0, 0
}

// slowLength is UTS #46 §4.2 step 4.
func slowLength(first *slowLabel, labels []*slowLabel, parts []string) {
	name := strings.TrimSuffix(strings.Join(parts, "."), ".")
	if name == "" {
		first.fail(A41, 0)
	}
	if len(name) > 253 {
		for i := range parts {
			if len(strings.Join(parts[:i+1], ".")) > 253 {
				first.fail(A41, labels[i].at)
			}
		}
	}
	for i, part := range parts {
		if len(part) < 1 || len(part) > 63 {
			first.fail(A42, labels[i].at)
		}
	}
}

func slow(t testing.TB) *slowTable {
	t.Helper()
	u, err := slowUnicode()
	if err != nil {
		t.Fatal(err)
	}
	return u
}
