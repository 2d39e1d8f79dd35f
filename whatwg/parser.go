package whatwg

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A parser is the basic URL parser, §4.4, as a reader that goes once from
// component to component. As long as its output is the beginning of its input,
// it only counts; the first difference moves the output to a buffer. So a URL
// in normal form is never copied.
//
// Nothing points into a parser, so that it stays on the stack.
type parser struct {
	in   string // the input without what is removed from its ends and inside
	same int    // while own is false, in[:same] is the output
	own  bool   // the output is room[:used], or if it is not nil, big
	used int
	big  []byte

	base     URL // zero if there is none
	encoding encoding.Encoding
	violated func(*urlerr.Error)
	check    bool // only whether parsing succeeds matters
	whole    bool // "?" and "#" end no path: a setter's state override
	most     int  // MaxLength

	unchecked int // up to this offset the units of a path were not looked at: a quirk of drive letters

	original string // the input as it was given
	trimmed  int    // where in begins in original
	repaired bool   // ill-formed text in in was replaced
	mapIn    int    // an offset in in whose offset in original is known, see place
	mapTo    int

	kind   kind
	host   HostKind
	opaque bool
	at     offsets

	part   urlerr.Component // of the input, that the parser is in
	broken ruleID           // why parsing failed
	wrong  int              // the offset in in where
	cause  error

	room [roomSize]byte
}

// offsets are those of URL.
type offsets struct{ scheme, user, host, hostEnd, path, query, frag int }

// roomSize is how much output fits into a parser. Larger outputs take a second
// allocation.
const roomSize = 256

// size returns the length of the output.
func (p *parser) size() int {
	switch {
	case !p.own:
		return p.same
	case p.big != nil:
		return len(p.big)
	}
	return p.used
}

// out returns the output, if it is not the beginning of the input.
func (p *parser) out() []byte {
	if p.big != nil {
		return p.big
	}
	return p.room[:p.used]
}

// diverge ends that the output is the beginning of the input.
func (p *parser) diverge() {
	if !p.own {
		p.own = true
		p.write(p.in[:p.same])
	}
}

// write appends s to the output, which is own.
func (p *parser) write(s string) {
	if p.big == nil && p.used+len(s) <= roomSize {
		p.used += copy(p.room[p.used:], s)
		return
	}
	if p.big == nil {
		p.grow(max(p.likely(0), p.used) + len(s))
	}
	p.big = append(p.big, s...)
}

// writeByte appends c to the output, which is own.
func (p *parser) writeByte(c byte) {
	if p.big == nil && p.used < roomSize {
		p.room[p.used] = c
		p.used++
		return
	}
	if p.big == nil {
		p.grow(max(p.likely(0), p.used) + 1)
	}
	p.big = append(p.big, c)
}

// grow moves the output out of the room to a place of size bytes.
func (p *parser) grow(size int) {
	p.big = make([]byte, p.used, size)
	copy(p.big, p.room[:p.used])
}

// likely returns about how much output the input from offset i on gives.
func (p *parser) likely(i int) int { return (len(p.in) - i) + (len(p.in)-i)/8 }

// cut shortens the output to n bytes.
func (p *parser) cut(n int) {
	switch {
	case !p.own:
		p.same = n
	case p.big != nil:
		p.big = p.big[:n]
	default:
		p.used = n
	}
}

// take appends in[from:to] to the output.
func (p *parser) take(from, to int) {
	if !p.own {
		if from == p.same {
			p.same = to
			return
		}
		if from == to {
			return
		}
		p.diverge()
	}
	p.write(p.in[from:to])
}

// put appends text that does not stand in the input.
func (p *parser) put(s string) {
	p.diverge()
	p.write(s)
}

// takeOr appends s, which stands in the input from offset from on if it stands
// there at all.
func (p *parser) takeOr(from int, s string) {
	if from >= 0 && strings.HasPrefix(p.in[from:], s) {
		p.take(from, from+len(s))
	} else {
		p.put(s)
	}
}

// takeLower appends in[from:to] with ASCII lowercase.
func (p *parser) takeLower(from, to int) {
	i := indexClass(p.in[:to], from, upper)
	p.take(from, i)
	if i == to {
		return
	}
	p.diverge()
	p.write(p.in[i:to])
	out := p.out()
	ascii.LowerBytes(out[len(out)-(to-i):])
}

// encode appends in[from:to] with UTF-8 percent-encode.
func (p *parser) encode(from, to int, set class) {
	for {
		i := indexClass(p.in[:to], from, set)
		p.take(from, i)
		if i == to {
			return
		}
		p.diverge()
		if p.big != nil || p.used+12 > roomSize {
			if p.big == nil {
				p.grow(p.used + 3*(to-i) + p.likely(to) + 16)
			}
			p.encodeBig(i, to, set)
			return
		}
		var room [12]byte
		escapes, n := appendEncodedChar(room[:0], p.in[i:])
		p.used += copy(p.room[p.used:], escapes)
		from = i + n
	}
}

// encodeBig is encode, piece by piece, where the output is big. It stops where that
// is too long and only can become longer.
func (p *parser) encodeBig(from, to int, set class) {
	shrinks := p.part == urlerr.Path && !p.opaque
	for from < to && (shrinks || !tooLong(len(p.big), p.most)) {
		end := pieceEnd(p.in[:to], from)
		p.big = appendEncoded(grown(p.big, 3*(end-from)+16), p.in[from:end], set)
		from = end
	}
}

// pieceEnd returns an offset some thousand bytes behind from, or len(s), where a
// character begins, or what stands for U+FFFD: at most three bytes belong to the
// one before.
func pieceEnd(s string, from int) int {
	const size = 4096
	if len(s)-from <= size {
		return len(s)
	}
	end := from + size
	for n := 0; n < utf8.UTFMax-1 && end < len(s) && !utf8.RuneStart(s[end]); n++ {
		end++
	}
	return end
}

// c returns the byte at offset i, and 0, which the parser asks for nowhere, at
// the end.
func (p *parser) c(i int) byte {
	if i < len(p.in) {
		return p.in[i]
	}
	return 0
}

func (p *parser) slash(i int) bool {
	return p.c(i) == '/' || p.kind != other && p.c(i) == '\\'
}

// fail notes why parsing fails. The caller returns false.
func (p *parser) fail(rule ruleID, at int) bool {
	p.report(rule, at)
	return p.refuse(rule, at)
}

// refuse is fail after the validation error was reported.
func (p *parser) refuse(rule ruleID, at int) bool {
	p.broken, p.wrong = rule, at
	return false
}

// report gives a validation error to whom it concerns.
func (p *parser) report(rule ruleID, at int) {
	if p.violated != nil {
		p.violated(newError(rule, p.original, p.place(at), p.part, nil))
	}
}

// place returns the offset in the original input of offset at of in, where a
// character begins. Calls with offsets that grow take linear time together.
func (p *parser) place(at int) int {
	if len(p.in) == len(p.original) && !p.repaired {
		return at
	}
	if at < p.mapIn || p.mapTo < p.trimmed {
		p.mapIn, p.mapTo = 0, p.trimmed
	}
	for p.mapIn < at || p.mapIn < len(p.in) && table[p.original[p.mapTo]]&tabOrNewline != 0 {
		n, ok := 1, true
		switch c := p.original[p.mapTo]; {
		case table[c]&tabOrNewline != 0:
			p.mapTo++
			continue
		case c >= 0x80 && p.repaired:
			n, ok = char(p.original[p.mapTo:], true)
		}
		p.mapTo += n
		if !ok {
			n = len(replacement)
		}
		p.mapIn += n
	}
	return p.mapTo
}

// ends returns the offsets between which s is without the C0 controls and spaces at
// its ends, which §4.4 removes.
func ends(s string) (first, last int) {
	last = len(s)
	for first < last && s[first] <= ' ' {
		first++
	}
	for last > first && s[last-1] <= ' ' {
		last--
	}
	return first, last
}

// prepare removes what §4.4 removes before the state machine runs. In s[:clean]
// there is nothing of that.
func (p *parser) prepare(s string, clean int) {
	p.original = s
	first, last := ends(s)
	p.in, p.trimmed = s[first:last], first
	if p.violated != nil && len(p.in) < len(s) {
		at := 0
		if first == 0 {
			at = last
		}
		p.violated(newError(ruleInvalidURLUnit, s, at, p.part, nil))
	}
	if !hasControl(p.in[clean:]) {
		return
	}
	if i := indexClass(p.in, clean, tabOrNewline); i < len(p.in) {
		if p.violated != nil {
			p.violated(newError(ruleInvalidURLUnit, s, first+i, p.part, nil))
		}
		// What is not well-formed comes first: without the tab between them
		// two pieces could make a character.
		p.repaired = !utf8.ValidString(p.in)
		p.in = strip(p.in)
	}
}

// run reads the whole input, and reports whether it is a URL.
func (p *parser) run() bool {
	p.part = urlerr.Scheme
	end := schemeEnd(p.in)
	if end == 0 || p.c(end) != ':' {
		return p.noScheme()
	}
	return p.scheme(end)
}

// scheme goes on where the scheme ends. States: scheme, special authority
// slashes, path or authority.
func (p *parser) scheme(end int) bool {
	p.takeLower(0, end)
	p.kind, _ = specialScheme(p.in)
	p.take(end, end+1)
	p.at.scheme = end
	i := end + 1
	switch {
	case p.kind == fileScheme:
		if !strings.HasPrefix(p.in[i:], "//") {
			p.report(ruleMissingFollowingSolidus, end)
		}
		return p.file(i)
	case p.kind != other && p.base.kind == p.kind:
		if strings.HasPrefix(p.in[i:], "//") {
			return p.specialAuthority(i + 2)
		}
		p.report(ruleMissingFollowingSolidus, i)
		return p.relative(i)
	case p.kind != other:
		if strings.HasPrefix(p.in[i:], "//") {
			return p.specialAuthority(i + 2)
		}
		p.report(ruleMissingFollowingSolidus, i)
		return p.specialAuthority(i)
	case strings.HasPrefix(p.in[i:], "//"):
		return p.authority(i + 2)
	case p.c(i) == '/':
		p.noAuthority()
		return p.list(i, true)
	}
	p.noAuthority()
	return p.opaquePath(i)
}

// specialAuthority is the special authority ignore slashes state.
func (p *parser) specialAuthority(i int) bool {
	for ; p.slash(i); i++ {
		p.report(ruleMissingFollowingSolidus, i)
	}
	return p.authority(i)
}

// noAuthority notes that the host is null.
func (p *parser) noAuthority() {
	p.host = NoHost
	n := p.at.scheme + 1
	p.at.user, p.at.host, p.at.hostEnd = n, n, n
}

// authority is the authority state, from offset i on, and what follows.
func (p *parser) authority(i int) bool {
	p.part = urlerr.Authority
	p.takeOr(i-2, "//")
	ends := authorityEnd
	if p.kind != other {
		ends = specialEnd
	}
	end, all := classesTo(p.in, i, ends)
	p.at.user, p.at.host = p.size(), p.size()
	if all&hostMark == 0 && i < end && p.kind != other {
		p.part = urlerr.Host
		if !p.domain(i, end, all) {
			return false
		}
		p.at.hostEnd = p.size()
		return p.pathStart(end)
	}
	if at := strings.LastIndexByte(p.in[i:end], '@'); at >= 0 {
		at += i
		if p.violated != nil {
			for k := i; k <= at; k++ {
				if p.in[k] == '@' {
					p.report(ruleInvalidCredentials, k)
				}
			}
		}
		if at+1 == end {
			return p.fail(ruleHostMissing, end)
		}
		p.credentials(i, at)
		i = at + 1
	}
	colon := hostColon(p.in[:end], i)
	p.part = urlerr.Host
	switch {
	case i == colon && colon < end:
		return p.fail(ruleHostMissing, i)
	case i == end && p.kind != other:
		return p.fail(ruleHostMissing, end)
	case !p.parseHost(i, colon, p.kind == other):
		return false
	}
	p.at.hostEnd = p.size()
	if colon < end && !p.port(colon, end) {
		return false
	}
	return p.pathStart(end)
}

// credentials reads in[i:at], a username, and after a colon a password.
func (p *parser) credentials(i, at int) {
	colon := at
	if n := strings.IndexByte(p.in[i:at], ':'); n >= 0 {
		colon = i + n
	}
	password := colon+1 < at
	if i == colon && !password {
		return
	}
	p.encode(i, colon, userinfoSet)
	p.at.user = p.size()
	if password {
		p.take(colon, colon+1)
		p.encode(colon+1, at, userinfoSet)
	}
	p.take(at, at+1)
	p.at.host = p.size()
}

// hostColon returns the offset of the first colon of s from i on that is not
// inside brackets, or len(s).
func hostColon(s string, i int) int {
	n := strings.IndexByte(s[i:], ':')
	if n < 0 {
		return len(s)
	}
	if strings.IndexByte(s[i:i+n], '[') < 0 {
		return i + n
	}
	inside := false
	for ; i < len(s); i++ {
		switch s[i] {
		case '[':
			inside = true
		case ']':
			inside = false
		case ':':
			if !inside {
				return i
			}
		}
	}
	return i
}

// port is the port state, for the colon and what follows it up to end.
func (p *parser) port(colon, end int) bool {
	p.part = urlerr.Port
	digits := p.in[colon+1 : end]
	last, number := checkPort(p.in[:end], colon)
	switch {
	case last < end:
		return p.fail(rulePortInvalid, last)
	case digits == "":
	case number > math.MaxUint16:
		return p.fail(rulePortOutOfRange, colon+1)
	case number == p.kind.defaultPort():
	case digits[0] == '0' && len(digits) > 1:
		p.take(colon, colon+1)
		p.put(strconv.Itoa(number))
	default:
		p.take(colon, end)
	}
	return true
}

// portNumber returns the number that digits give, or one above 65535.
func portNumber(digits string) int {
	number := 0
	for i := 0; i < len(digits); i++ {
		number = min(number*10+int(digits[i]-'0'), math.MaxUint16+1)
	}
	return number
}

// noScheme is the no scheme state.
func (p *parser) noScheme() bool {
	b := &p.base
	switch {
	case b.IsZero() || b.flags&opaqueFlag != 0 && p.c(0) != '#':
		return p.fail(ruleMissingScheme, 0)
	case b.flags&opaqueFlag != 0:
		p.copyBase(int(b.frag))
		p.at.path, p.at.query = int(b.path), int(b.query)
		return p.fragment(0)
	case b.kind == fileScheme:
		p.kind = fileScheme
		return p.file(0)
	}
	return p.relative(0)
}

// copyBase begins the output with the base URL up to offset n of its href,
// which lies behind the host.
func (p *parser) copyBase(n int) {
	b := &p.base
	p.cut(0) // a scheme that stands in the input is the base's
	p.own = true
	p.write(b.href[:n])
	p.kind, p.host, p.opaque = b.kind, b.host, b.flags&opaqueFlag != 0
	p.at = offsets{scheme: int(b.scheme), user: int(b.user), host: int(b.hostAt), hostEnd: int(b.hostEnd)}
}

// copyOrigin begins the output with what the base URL has before its path.
func (p *parser) copyOrigin() {
	n := int(p.base.path)
	if p.base.host == NoHost {
		n = int(p.base.scheme) + 1 // not "/."
	}
	p.copyBase(n)
	p.at.path = p.size()
}

// copyPath appends the path of the base URL up to offset n of its href.
func (p *parser) copyPath(n int) {
	p.write(p.base.href[p.base.path:n])
}

// relative is the relative state and the relative slash state.
func (p *parser) relative(i int) bool {
	p.part = urlerr.Path
	b := &p.base
	p.kind = b.kind
	if p.slash(i) {
		return p.relativeSlash(i)
	}
	p.copyOrigin()
	return p.relativePath(i)
}

// relativeSlash is the relative slash state, for the slash at i.
func (p *parser) relativeSlash(i int) bool {
	b := &p.base
	if p.c(i) == '\\' {
		p.report(ruleInvalidReverseSolidus, i)
	}
	if p.slash(i + 1) {
		if p.c(i+1) == '\\' {
			p.report(ruleInvalidReverseSolidus, i+1)
		}
		p.copyBase(int(b.scheme) + 1)
		if p.kind != other {
			return p.specialAuthority(i + 2)
		}
		return p.authority(i + 2)
	}
	p.copyOrigin()
	return p.list(i, true)
}

// relativePath goes on at i after the base URL was copied up to its path:
// with the rest of it, or another query or path.
func (p *parser) relativePath(i int) bool {
	b := &p.base
	if i == len(p.in) || p.c(i) == '#' {
		p.copyPath(int(b.query))
		p.guard()
		p.at.query = p.size()
		p.write(b.href[b.query:b.frag])
		return p.fragment(i)
	}
	p.copyPath(int(b.query))
	if p.c(i) == '?' {
		p.guard()
		return p.query(i)
	}
	if p.kind == fileScheme && startsWithDriveLetter(p.in[i:]) {
		p.report(ruleDriveLetter, i)
		p.cut(p.at.path)
	} else {
		p.shorten()
	}
	return p.list(i, false)
}

// file is the file state.
func (p *parser) file(i int) bool {
	p.part = urlerr.Path
	fileBase := p.base.kind == fileScheme
	switch {
	case p.slash(i):
		if p.c(i) == '\\' {
			p.report(ruleInvalidReverseSolidus, i)
		}
		return p.fileSlash(i, fileBase)
	case fileBase:
		p.copyOrigin()
		return p.relativePath(i)
	}
	p.emptyHost(i)
	return p.list(i, false)
}

// emptyHost notes that the host is empty, and appends the slashes before it,
// which may stand before offset i.
func (p *parser) emptyHost(i int) {
	p.takeOr(i-2, "//")
	n := p.size()
	p.host = HostEmpty
	p.at.user, p.at.host, p.at.hostEnd = n, n, n
}

// fileSlash is the file slash state, after the slash at i.
func (p *parser) fileSlash(i int, fileBase bool) bool {
	if p.slash(i + 1) {
		if p.c(i+1) == '\\' {
			p.report(ruleInvalidReverseSolidus, i+1)
		}
		return p.fileHost(i + 2)
	}
	if !fileBase {
		p.emptyHost(-1)
		return p.list(i, true)
	}
	p.copyOrigin()
	if path := p.base.Pathname(); !startsWithDriveLetter(p.in[i+1:]) && startsWithNormalDrive(path) {
		p.put(path[:3])
	}
	return p.list(i, true)
}

// fileHost is the file host state, from i on.
func (p *parser) fileHost(i int) bool {
	if p.at.scheme == 0 { // no scheme in the input
		p.copyBase(int(p.base.scheme) + 1)
	}
	p.part = urlerr.Host
	end := indexClass(p.in, i, specialEnd)
	p.emptyHost(i)
	if isDriveLetter(p.in[i:end]) {
		p.report(ruleDriveLetterHost, i)
		p.unchecked = end
		return p.list(i, false)
	}
	if i < end {
		n := p.size()
		if !p.parseHost(i, end, false) {
			return false
		}
		if p.host == HostDomain && p.tailIs(n, "localhost") {
			p.cut(n)
			p.host = HostEmpty
		}
		p.at.hostEnd = p.size()
	}
	return p.pathStart(end)
}

// tailIs reports whether the output from offset n on is s.
func (p *parser) tailIs(n int, s string) bool {
	if p.own {
		return string(p.out()[n:]) == s
	}
	return p.in[n:p.same] == s
}

// finish makes the URL of what was read.
func (p *parser) finish(u *URL) {
	if !p.own {
		u.href = p.in[:p.same]
	} else if out := p.out(); string(out) == p.in {
		u.href = p.in
	} else if p.big != nil && cap(p.big)-len(p.big) <= len(p.big)/4 {
		u.href = unsafe.String(&p.big[0], len(p.big)) // nobody else has it
	} else {
		u.href = string(out)
	}
	u.scheme, u.user, u.hostAt, u.hostEnd = uint32(p.at.scheme), uint32(p.at.user), uint32(p.at.host), uint32(p.at.hostEnd)
	u.path, u.query, u.frag = uint32(p.at.path), uint32(p.at.query), uint32(p.at.frag)
	u.kind, u.host = p.kind, p.host
	if p.opaque {
		u.flags = opaqueFlag
	}
}

// maxLength is the longest that a URL can be: what 32 bits count. Where an int
// has no more it is so much less that nothing overflows on the way, when each
// byte becomes the nine of an escaped U+FFFD.
const maxLength = min(math.MaxUint32, math.MaxInt>>4)

// tooLong reports whether n is more than a limit, 0 being the highest, allows.
func tooLong(n, limit int) bool { return n > maxLength || limit > 0 && n > limit }

// checkUnits reports what in in[from:to] is no URL unit, as the states of path,
// query and fragment do.
func (p *parser) checkUnits(from, to int) {
	for i := from; i < to; {
		n := 1
		switch c := p.in[i]; {
		case c == '%':
			if !percent.IsEscape(p.in, i) {
				p.report(ruleInvalidURLUnit, i)
			}
		case c < 0x80:
			if table[c]&urlUnit == 0 {
				p.report(ruleInvalidURLUnit, i)
			}
		default:
			if n = p.nonUnit(i); n < 0 {
				n = -n
				p.report(ruleInvalidURLUnit, i)
			}
		}
		i += n
	}
}

// nonUnit returns the length of the character at i, which is not ASCII,
// negative if it is no URL code point. U+FFFD is one.
func (p *parser) nonUnit(i int) int {
	n, ok := char(p.in[i:], true)
	if !ok {
		return n
	}
	for _, r := range p.in[i : i+n] {
		if r < 0xA0 || 0xFDD0 <= r && r <= 0xFDEF || r&0xFFFE == 0xFFFE {
			return -n
		}
	}
	return n
}
