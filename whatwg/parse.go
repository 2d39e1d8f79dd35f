package whatwg

import (
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/urlerr"
)

// ParseOptions are what the basic URL parser, §4.4, takes beside its input, and
// limits. The zero value is what the standard says where nothing is given.
type ParseOptions struct {
	// Base is the base URL, for references that are relative. The zero URL is
	// none.
	Base URL

	// Encoding is the label of the encoding of the query, such as "shift_jis". It counts if the scheme is ftp, file,
	// http or https. Empty means UTF-8. Encodings whose output encoding is UTF-8 (UTF-16 and "replacement") also mean
	// UTF-8. A label that the Encoding Standard does not have is an error of kind UnknownName.
	Encoding string

	// MaxLength is the length in bytes that neither the input nor the result
	// may exceed. 0 stands for what 32 bits can count, 4,294,967,295, and where
	// an int has no more, for 134,217,727. The length of the input is looked at
	// first. What a path is before its dot segments are taken away may be nine
	// times as long.
	MaxLength int

	// Violation, if not nil, is called for each validation error: what in the
	// input is not as §4.3 says that people should write it. It does not mean
	// that parsing fails; if it fails, the last call is about the reason. The
	// error's offset is where the algorithm meets the problem, or the offset
	// of the host for what is only seen after it was decoded.
	Violation func(*urlerr.Error)
}

// Parse reads an absolute URL: the API URL parser of §6.1 without a base, as
// in new URL(s). If nothing in s has to be rewritten, the URL shares the memory
// of s and nothing is allocated. Else there is one allocation, or up to four for a
// URL of more than 256 bytes, mostly two, and more only for tabs and newlines
// inside, for bytes that are not UTF-8, and for a host that has escapes or is not
// ASCII.
//
// Bytes of s that are not UTF-8 are read as the Encoding Standard's decoder
// does it, so that they become U+FFFD; a surrogate in the form of three bytes
// stands for a lone surrogate of JavaScript and becomes one U+FFFD.
//
// The error is an [*urlerr.Error] that names the validation error which is
// the reason of the failure.
func Parse(s string) (u URL, err error) {
	if resume := u.fast(s); resume == fastDone {
		u.href = s
	} else {
		err = u.parse(s, &ParseOptions{}, resume)
	}
	return u, err
}

// MustParse is Parse for URLs that are known to be valid, such as constants. It
// panics if there is an error.
func MustParse(s string) URL {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// ParseBase reads s, which may be relative to base: new URL(s, base).
func ParseBase(s, base string) (u URL, err error) {
	var b URL
	if resume := b.fast(base); resume == fastDone {
		b.href = base
	} else if err := b.parse(base, &ParseOptions{}, resume); err != nil {
		return URL{}, err
	}
	err = u.resolve(&b, s)
	return u, err
}

// Parse reads ref, which may be relative to u. The zero URL is no base.
func (u URL) Parse(ref string) (v URL, err error) {
	err = v.resolve(&u, ref)
	return v, err
}

// resolve is Parse of base.
func (u *URL) resolve(base *URL, ref string) error {
	resume := u.fast(ref)
	if resume == fastDone {
		u.href = ref
	} else if resume != fastNone || !u.fastResolve(base, ref) {
		return u.parse(ref, &ParseOptions{Base: *base}, resume)
	}
	return nil
}

// Parse reads s with options.
func (o ParseOptions) Parse(s string) (URL, error) {
	var u URL
	resume := fastNone
	if o.Violation == nil && o.Encoding == "" && !tooLong(len(s), o.MaxLength) {
		if resume = u.fast(s); resume == fastDone {
			u.href = s
			return u, nil
		}
	}
	err := u.parse(s, &o, resume)
	return u, err
}

// parse is what the functions of that name do where fast did not, which
// returned resume.
func (u *URL) parse(s string, opt *ParseOptions, resume int) error {
	switch {
	case tooLong(len(s), opt.MaxLength):
		*u = URL{}
		return newError(ruleTooLong, s, max(opt.MaxLength, 0), urlerr.NoComponent, nil)
	case opt.Violation != nil || opt.Encoding != "":
		return u.slow(s, opt, fastNone, nil)
	case resume == fastNone:
		return u.rewrite(s, opt)
	case resume == len(s) && !tooLong(len(s)+1, opt.MaxLength):
		u.href = s + "/"
		u.path, u.query, u.frag = uint32(len(s)), uint32(len(u.href)), uint32(len(u.href))
		return nil
	}
	return u.slow(s, opt, resume, nil)
}

// slow runs the parser. If resume is no fastNone, it is the offset in s, without what §4.4
// removes from its ends, where the parser is to begin, and u has what was found before. If
// h is not nil, that is to be written as h does it.
func (u *URL) slow(s string, opt *ParseOptions, resume int, h *head) error {
	var p parser // a composite literal would be copied
	p.base, p.violated, p.most = opt.Base, opt.Violation, opt.MaxLength
	if opt.Encoding != "" {
		var known bool
		if p.encoding, known = encoding.Lookup(opt.Encoding); !known {
			*u = URL{}
			return newError(ruleUnknownLabel, opt.Encoding, -1, urlerr.NoComponent, nil)
		}
	}
	p.prepare(s, max(resume, 0))
	ok := false
	switch {
	case resume == fastNone:
		ok = p.run()
	case h != nil:
		p.own, p.used = true, h.write(p.room[:], p.in)
		p.write(p.in[h.rest:resume])
		ok = p.resume(u, resume)
	default:
		ok = p.resume(u, resume)
	}
	if ok && tooLong(p.size(), opt.MaxLength) {
		ok = p.refuse(ruleTooLong, len(p.in))
	}
	if !ok {
		*u = URL{}
		return newError(p.broken, s, p.place(p.wrong), p.part, p.cause)
	}
	p.finish(u)
	return nil
}

// resume goes on at offset i, which fast returned with u: where a path should
// begin, if u has no path; else at a slash in the path, at the "?" or at the "#".
func (p *parser) resume(u *URL, i int) bool {
	p.kind, p.host, p.same = u.kind, u.host, i
	p.at = offsets{scheme: int(u.scheme), user: int(u.user), host: int(u.hostAt), hostEnd: int(u.hostEnd), path: int(u.path)}
	switch c := p.c(i); {
	case u.path == 0:
		return p.pathStart(i)
	case c == '/':
		return p.list(i, true)
	case c == '?':
		return p.query(i)
	}
	p.at.query = int(u.query)
	return p.fragment(i)
}

// CanParse reports whether [Parse] takes s: URL.canParse of §6.1. It looks only
// at what can make it fail.
func CanParse(s string) bool {
	if s == "" || s[0] > ' ' && !ascii.Is(s[0], ascii.Alpha) {
		return false
	}
	if can, known := fastCheck(s, noBase); known {
		return can
	}
	return canParse(s, URL{})
}

// CanParseBase reports whether [ParseBase] takes s and base.
func CanParseBase(s, base string) bool {
	b, err := Parse(base)
	return err == nil && b.CanParse(s)
}

// CanParse reports whether [URL.Parse] takes ref.
func (u URL) CanParse(ref string) bool {
	if can, known := fastCheck(ref, u.kind); known {
		return can
	}
	return canParse(ref, u)
}

func canParse(s string, base URL) bool {
	if len(s) > maxUnread {
		var u URL
		return u.parse(s, &ParseOptions{Base: base}, fastNone) == nil
	}
	var p parser
	p.base, p.check = base, true
	p.prepare(s, 0)
	if len(p.in) < len(s) {
		if can, known := fastCheck(p.in, base.kind); known {
			return can
		}
	}
	return p.run()
}

// maxUnread is the longest input that cannot become too long when it is
// encoded, so that its end need not be read.
const maxUnread = maxLength / 16
