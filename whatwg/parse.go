package whatwg

import (
	"math"
	"strings"
	"unicode/utf8"

	"earl.example/internal/steps"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/scalar"
	"earl.example/reading"
	"earl.example/urlerr"
)

// ParseOptions are the optional arguments of the basic URL parser (§4.4), and limits. The zero value is the default of
// the standard.
type ParseOptions struct {
	// Base is the base URL of relative references. The zero URL means that there is no base.
	Base URL

	// Encoding is the label of the encoding of the query, such as "shift_jis". It applies to ftp, file, http and https.
	// Empty means UTF-8. An unknown label is an error of kind [urlerr.UnknownName].
	Encoding string

	// MaxLength is the maximum length in bytes of the input and of the result. Zero means 4,294,967,295, or 134,217,727
	// if an int has 32 bits.
	MaxLength int

	// Violation, if not nil, is called for each validation error (§1.1). If parsing fails, the last call has the reason.
	// The error has the offset that the algorithm has reached. If the host was decoded, it has the offset of the host.
	Violation func(*urlerr.Error)
}

// IsValid reports whether s is well-formed UTF-8 and parses without a validation error (§1.1). These are the valid URL
// strings of the standard (§4.3). If there is a base, s may be relative.
func (o ParseOptions) IsValid(s string) bool {
	valid := utf8.ValidString(s)
	o.Violation = func(*urlerr.Error) { valid = false }
	_, err := o.Parse(s)
	return valid && err == nil
}

// Parse parses an absolute URL, like new URL(s) in JavaScript (§6.1). The error is a [*urlerr.Error].
//
// If s is in normal form, Parse does not allocate. If s is not in normal form, Parse allocates once, or up to four
// times if the URL has more than 256 bytes. It allocates more for tabs and newlines inside s, for ill-formed UTF-8, and
// for a host that has percent-encodings or is not ASCII.
//
// Ill-formed UTF-8 becomes U+FFFD. A surrogate in three bytes becomes one U+FFFD.
func Parse(s string) (u URL, err error) {
	if !u.fast(s, anyHead) {
		err = u.resume(s, &ParseOptions{}, nil)
	}
	return u, err
}

// MustParse is like Parse, but panics on error.
func MustParse(s string) URL {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// Parse parses s with the options o.
func (o ParseOptions) Parse(s string) (u URL, err error) {
	quick := o.Violation == nil && o.Encoding == "" && !exceeds(len(s)+len("/"), o.MaxLength)
	if !quick || !u.fast(s, anyHead) {
		err = u.resume(s, &o, nil)
	}
	return u, err
}

// CanParse reports whether [Parse] accepts s, like URL.canParse(s) in JavaScript (§6.1). It does not allocate for most
// inputs.
func CanParse(s string) bool {
	var u URL
	switch {
	case len(s) > maxUnread:
		return u.resume(s, &ParseOptions{}, nil) == nil
	case u.fast(s, headOnly):
		return true
	}
	var p parser
	p.check = true
	p.prepare(s)
	return p.run()
}

// maxUnread is the length up to which an input needs no check: its result is not longer than maxLength.
const maxUnread = maxLength / 16

// maxLength is the maximum length of a URL. Offsets have 32 bits. Lengths do not overflow an int even if every byte
// becomes a percent-encoded U+FFFD.
const maxLength = min(math.MaxUint32, math.MaxInt>>4)

func tooLong(n int) bool { return n > maxLength }

// exceeds reports whether n exceeds maxLength, or limit if limit is not 0.
func exceeds(n, limit int) bool { return tooLong(n) || limit > 0 && n > limit }

// resume sets u to the result of parsing s, or to the zero URL on error. If [URL.fast] has set the offsets of the head,
// the parser starts at the path. in, if not nil, receives the spans in s.
func (u *URL) resume(s string, opt *ParseOptions, in *reading.Spans) error {
	head := *u
	*u = URL{}
	if exceeds(len(s), opt.MaxLength) {
		return newError(ruleTooLong, s, max(opt.MaxLength, 0), urlerr.NoComponent, nil)
	}
	var p parser // a composite literal would be copied
	p.base, p.violated, p.maxLength, p.spans = opt.Base, opt.Violation, opt.MaxLength, in
	if opt.Encoding != "" {
		var known bool
		if p.encoding, known = encoding.Lookup(opt.Encoding); !known {
			return newError(ruleUnknownLabel, opt.Encoding, -1, urlerr.NoComponent, nil)
		}
	}
	p.prepare(s)
	var ok bool
	if head.path != 0 {
		ok = p.runFrom(&head)
	} else {
		ok = p.run()
	}
	if ok && exceeds(p.size, opt.MaxLength) {
		ok = p.reject(ruleTooLong, len(p.in))
	}
	if !ok {
		return newError(p.broken, s, p.places.Start(p.brokenAt), p.part, p.cause)
	}
	p.finish(u)
	if in != nil {
		in.Map(p.places.Start, p.places.End)
	}
	return nil
}

// A parser is the basic URL parser (§4.4). It reads each component once. Its methods are named after the states of the
// standard. Each returns false if parsing fails. No pointer to a parser is stored, so that the parser stays on the
// stack.
type parser struct {
	rewriter // rewrites the input without leading and trailing controls and spaces, tabs and newlines

	original string
	places   clean.Map // maps offsets of in to offsets of original

	base      URL
	encoding  encoding.Encoding
	violated  func(*urlerr.Error)
	violation *urlerr.Error  // nil, or the template of the errors for violated
	spans     *reading.Spans // nil, or receives the spans in in
	trace     *steps.Trace   // nil, or receives the states
	maxLength int
	check     bool // only whether parsing fails matters
	whole     bool // "?" and "#" do not end a path: the state override of a setter

	unchecked int // offset up to which units of a path are not validated, because of a drive letter

	kind   kind
	host   reading.HostKind
	opaque bool
	at     offsets

	part     urlerr.Component // the component that is being parsed
	broken   *urlerr.Rule     // why parsing failed
	brokenAt int              // the offset in in
	cause    error
}

type offsets struct{ scheme, user, host, hostEnd, path, query, frag int }

func (p *parser) prepare(s string) {
	first, last := 0, len(s)
	for first < last && s[first] <= ' ' {
		first++
	}
	for last > first && s[last-1] <= ' ' {
		last--
	}
	p.original = s
	if p.violated != nil && last-first < len(s) {
		at := 0
		if first == 0 {
			at = last
		}
		p.reportAt(ruleInvalidURLUnit, at)
	}
	p.in, p.places = clean.Within(s, first, last, true)
	if len(p.in) == last-first {
		return
	}
	if p.violated != nil {
		p.reportAt(ruleInvalidURLUnit, ascii.IndexFrom(s, first, ascii.TabOrNewline))
	}
	// Ill-formed UTF-8 is replaced first: a character cannot consist of bytes from both sides of a tab.
	if trimmed := s[first:last]; !utf8.ValidString(trimmed) {
		p.in = strip(trimmed)
		p.places.Rewritten(scalarWidth)
	}
}

// scalarWidth returns the length of the first character of s, and its length in the result of scalars.
func scalarWidth(s string) (in, out int) {
	if s[0] < 0x80 {
		return 1, 1
	}
	n, ok := scalar.Next(s, true)
	if !ok {
		return n, len(replacement)
	}
	return n, n
}

func (p *parser) finish(u *URL) {
	*u = URL{
		href:   p.text(),
		scheme: uint32(p.at.scheme), user: uint32(p.at.user), hostAt: uint32(p.at.host), hostEnd: uint32(p.at.hostEnd),
		path: uint32(p.at.path), query: uint32(p.at.query), frag: uint32(p.at.frag),
		kind: p.kind, host: p.host,
	}
	if p.opaque {
		u.flags = opaqueFlag
	}
}

// c returns the byte at offset i, or 0 at the end. The parser never searches for a 0 byte.
func (p *parser) c(i int) byte {
	if i < len(p.in) {
		return p.in[i]
	}
	return 0
}

func (p *parser) slash(i int) bool {
	return p.c(i) == '/' || p.kind != other && p.c(i) == '\\'
}

// checkedSlash is like slash, and reports a backslash.
func (p *parser) checkedSlash(i int) bool {
	is := p.slash(i)
	if is && p.in[i] == '\\' {
		p.report(ruleInvalidReverseSolidus, i)
	}
	return is
}

func (p *parser) note(c urlerr.Component, start, end int) {
	if p.spans != nil {
		p.spans.Set(c, start, end)
	}
}

// fail reports rule and rejects the input. It returns false.
func (p *parser) fail(rule *urlerr.Rule, at int) bool {
	p.report(rule, at)
	return p.reject(rule, at)
}

// reject rejects the input because of rule, which was reported. It returns false.
func (p *parser) reject(rule *urlerr.Rule, at int) bool {
	p.broken, p.brokenAt = rule, at
	return false
}

// report reports a validation error at the given offset of in.
func (p *parser) report(rule *urlerr.Rule, at int) {
	if p.violated != nil {
		p.reportAt(rule, p.places.Start(at))
	}
}

// reportAt reports a validation error at the given offset of original. All errors of one input share one search for a
// password.
func (p *parser) reportAt(rule *urlerr.Rule, at int) {
	if p.violation == nil {
		p.violation = newError(rule, p.original, at, p.part, nil)
		p.violation.Share()
	}
	e := *p.violation
	e.Offset, e.Component, e.Rule = at, component(rule, p.part), *rule
	p.violated(&e)
}

// reportUnits reports everything in in[from:to] that is not a URL unit.
func (p *parser) reportUnits(from, to int) {
	if p.violated == nil {
		return
	}
	for i := from; i < to; {
		n, ok := p.unit(i)
		if !ok {
			p.report(ruleInvalidURLUnit, i)
		}
		i += n
	}
}

// run parses the input. It begins in the scheme start state.
func (p *parser) run() bool {
	p.part = urlerr.Scheme
	end := ascii.SchemeLen(p.in)
	if end == 0 || p.c(end) != ':' {
		return p.noScheme()
	}
	return p.scheme(end)
}

// runFrom parses the input from the path on. u has the offsets of the input before the path, which fast has read.
func (p *parser) runFrom(u *URL) bool {
	scheme, host, hostEnd, path := int(u.scheme), int(u.hostAt), int(u.hostEnd), int(u.path)
	p.kind, p.host = u.kind, u.host
	p.at = offsets{scheme: scheme, user: host, host: host, hostEnd: hostEnd}
	p.note(urlerr.Scheme, 0, scheme)
	p.note(urlerr.Authority, host, path)
	p.note(urlerr.Host, host, hostEnd)
	if u.flags&rewriteFlag == 0 {
		p.size = path
		if hostEnd < path {
			p.note(urlerr.Port, hostEnd+1, path)
		}
		return p.pathStart(path)
	}
	p.takeLower(0, scheme)
	p.takeOr(scheme, "://")
	p.at.user, p.at.host = p.size, p.size
	p.takeLower(host, hostEnd)
	p.at.hostEnd = p.size
	return (hostEnd == path || p.port(hostEnd, path)) && p.pathStart(path)
}

// scheme parses in[end:], the text after the scheme. It implements the scheme state, the special authority slashes
// state, and the path or authority state.
func (p *parser) scheme(end int) bool {
	p.enter("scheme state", end)
	p.note(urlerr.Scheme, 0, end)
	p.takeLower(0, end)
	p.kind = kindOf(p.in[:end])
	p.take(end, end+1)
	p.at.scheme = end
	i := end + 1
	slashes := strings.HasPrefix(p.in[i:], "//")
	switch {
	case p.kind == file:
		if !slashes {
			p.report(ruleMissingFollowingSolidus, end)
		}
		return p.file(i)
	case p.kind != other && slashes:
		return p.specialAuthority(i + 2)
	case p.kind != other:
		p.report(ruleMissingFollowingSolidus, i)
		if p.base.kind == p.kind {
			return p.relative(i)
		}
		return p.specialAuthority(i)
	case slashes:
		return p.authority(i + 2)
	}
	p.host = reading.NoHost
	p.at.user, p.at.host, p.at.hostEnd = i, i, i
	if p.c(i) == '/' {
		return p.list(i, true)
	}
	return p.opaquePath(i)
}

// noScheme implements the no scheme state.
func (p *parser) noScheme() bool {
	p.enter("no scheme state", 0)
	b := &p.base
	switch {
	case b.IsZero() || b.flags&opaqueFlag != 0 && p.c(0) != '#':
		return p.fail(ruleMissingScheme, 0)
	case b.flags&opaqueFlag != 0:
		p.copyBase(int(b.frag))
		p.at.path, p.at.query = int(b.path), int(b.query)
		return p.fragment(0)
	case b.kind == file:
		p.kind = file
		return p.file(0)
	}
	return p.relative(0)
}

func (p *parser) copyBase(n int) {
	b := &p.base
	p.own, p.size = true, 0 // without a scheme in the input that equals the scheme of b
	p.write(b.href[:n])
	p.kind, p.host, p.opaque = b.kind, b.host, b.flags&opaqueFlag != 0
	p.at = offsets{scheme: int(b.scheme), user: int(b.user), host: int(b.hostAt), hostEnd: int(b.hostEnd)}
}

// copyOrigin starts the output with the text of the base URL before its path.
func (p *parser) copyOrigin() {
	n := int(p.base.path)
	if p.base.host == reading.NoHost {
		n = int(p.base.scheme) + 1 // without "/."
	}
	p.copyBase(n)
	p.at.path = p.size
}

// relative implements the relative state.
func (p *parser) relative(i int) bool {
	p.part = urlerr.Path
	p.enter("relative state", i)
	p.kind = p.base.kind
	if p.checkedSlash(i) {
		return p.relativeSlash(i)
	}
	p.copyOrigin()
	return p.relativePath(i)
}

// relativeSlash implements the relative slash state, for the slash at i.
func (p *parser) relativeSlash(i int) bool {
	p.enter("relative slash state", i+1)
	if p.checkedSlash(i + 1) {
		p.copyBase(int(p.base.scheme) + 1)
		if p.kind != other {
			return p.specialAuthority(i + 2)
		}
		return p.authority(i + 2)
	}
	p.copyOrigin()
	return p.list(i, true)
}

func (p *parser) relativePath(i int) bool {
	b := &p.base
	p.write(b.Pathname())
	p.enter("relative state: copy path", i)
	switch {
	case i == len(p.in) || p.c(i) == '#':
		p.separatePath()
		p.at.query = p.size
		p.write(b.href[b.query:b.frag])
		return p.fragment(i)
	case p.c(i) == '?':
		p.separatePath()
		return p.query(i)
	}
	if p.kind == file && ascii.HasDrive(p.in[i:]) {
		p.report(ruleDriveLetter, i)
		p.size = p.at.path
	} else {
		p.size = p.shortened(p.array(), p.size)
	}
	return p.list(i, false)
}
