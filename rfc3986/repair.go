package rfc3986

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Change is what [Repair] did at one place of its input.
type Change struct {
	Offset int    // in the input, in bytes
	Was    string // what stood there, "" if something was added
	Became string // what stands there now, "" if it was left out

	fault fault
}

// Component returns the component that the change is in.
func (c Change) Component() urlerr.Component { return faults[c.fault].component }

// Rule returns the rule of the grammar that the input broke there. That of the
// zero Change is none.
func (c Change) Rule() urlerr.Rule {
	if c.fault == 0 {
		return urlerr.Rule{}
	}
	return *c.fault.rule(c.Was, 0)
}

// Repair makes a reference of what people type or paste, and lists what it
// changed, from left to right. What is a reference already stays as it is.
//
//   - White space around the reference is left out.
//   - Octets that the grammar forbids where they stand become triplets: spaces
//     and controls, " < > \ ^ ` { | } and characters beyond ASCII, which should
//     be in UTF-8 (§2.5); brackets but those of an IP literal; a second "#"; and
//     "@" in a userinfo, which reaches to the last one. What stands side by
//     side is one change.
//   - A "%" without two hexadecimal digits behind it becomes %25.
//   - Where the first segment of a path has a colon, and no scheme before it,
//     "./" is added in front (§4.2).
//
// Undone from right to left, the changes give the input back. Nothing is
// guessed: a backslash does not become a slash, nor a path a host. White space
// inside becomes %20 and the like; [Unwrap] leaves it out.
//
// What triplets cannot mend is an error, with the offset in s: a port that is
// no number, such as in http://::1/, an IP literal that is none, and a host
// with octets that are not UTF-8 (§3.2.2).
func Repair(s string) (Ref, []Change, error) {
	r, at, f := parse(s, false, longest)
	switch f {
	case 0:
		return r, nil, nil
	case faultLength:
		return Ref{}, nil, f.error(s, at)
	}
	p := repair{s: s}
	start, end := trimSpace(s, 0, len(s))
	if start > 0 {
		p.changes = append(p.changes, Change{Was: s[:start], fault: faultPath})
	}
	first := len(p.changes)
	last, err := p.all(start, end)
	if err != nil {
		return Ref{}, nil, err
	}
	text := string(p.out)
	r, _, f = parse(text, false, longest)
	if f != 0 {
		return Ref{}, nil, f.error(s, -1) // it has become too long
	}
	grown := -start
	for i := first; i < len(p.changes); i++ {
		c := &p.changes[i]
		n := len("%41") * len(c.Was)
		if n == 0 {
			n = len(curDir)
		}
		c.Became = text[c.Offset+grown:][:n]
		grown += n - len(c.Was)
	}
	if end < len(s) {
		p.changes = append(p.changes, Change{Offset: end, Was: s[end:], fault: last})
	}
	return r, p.changes, nil
}

// curDir stands before a first segment that has a colon (§4.2).
const curDir = "./"

// A repair is a text that has been made a reference to some extent.
type repair struct {
	s       string
	out     []byte
	changes []Change // without what things became
}

// all repairs what stands from start to end. It returns the fault that a byte
// too many at the end would be.
func (p *repair) all(start, end int) (last fault, err error) {
	t := p.s[:end]
	i := start
	if n := schemeLen(t[i:]); n > 0 && i+n < end && t[i+n] == ':' {
		i += n + 1
		p.keep(start, i)
	} else if colonFirst(t[i:endOfName(t, i, end)]) {
		p.changes = append(p.changes, Change{Offset: i, fault: faultScheme})
		p.out = append(p.out, curDir...)
	}
	last = faultPath
	if strings.HasPrefix(t[i:], "//") {
		begin := i
		i = endOfName(t, i+2, end)
		if last, err = p.authority(begin, i); err != nil {
			return last, err
		}
		if i < end {
			last = faultPath
		}
	}
	for _, part := range []struct {
		ends  string
		class ascii.Class
		fault fault
	}{
		{"?#", ascii.PathChar, faultPath}, {"#", ascii.QueryChar, faultQuery}, {"", ascii.QueryChar, faultFragment},
	} {
		if part.fault != faultPath && i < end && (part.fault == faultFragment || t[i] == '?') {
			last = part.fault
			p.keep(i, i+1)
			i++
		} else if part.fault != faultPath {
			continue
		}
		stop := end
		if n := strings.IndexAny(t[i:], part.ends); n >= 0 {
			stop = i + n
		}
		p.encode(i, stop, part.class, part.fault)
		i = stop
	}
	return last, nil
}

// authority repairs the authority from start, which is that of its slashes, to
// end.
func (p *repair) authority(start, end int) (last fault, err error) {
	t := p.s[:end]
	i := start + len("//")
	p.keep(start, i)
	if n := strings.LastIndexByte(t[i:], '@'); n >= 0 {
		p.encode(i, i+n, ascii.UserinfoChar, faultUserinfo)
		i += n + 1
		p.keep(i-1, i)
	}
	host := i
	if i < end && t[i] == '[' {
		var f fault
		if i, f = ipLiteral(t, i, false); f != 0 {
			return 0, f.error(p.s, i)
		}
		p.keep(host, i)
	} else {
		if i = end; strings.IndexByte(t[host:], ':') >= 0 {
			i = host + strings.IndexByte(t[host:], ':')
		}
		if n := notUTF8(t[host:i]); n < i-host {
			return 0, fail(&ruleText, p.s, host+n, urlerr.Host)
		}
		p.encode(host, i, ascii.NameChar, faultName)
	}
	if i == end {
		return faultName, nil
	}
	port := i
	for i++; i < end; i++ {
		if !ascii.Is(t[i], ascii.Digit) {
			return 0, faultPort.error(p.s, i)
		}
	}
	p.keep(port, end)
	return faultPort, nil
}

// keep copies what stands from i to end.
func (p *repair) keep(i, end int) { p.out = append(p.out, p.s[i:end]...) }

// encode copies what stands from i to end, with triplets for what is neither
// of class nor of a triplet, and notes that as a fault.
func (p *repair) encode(i, end int, class ascii.Class, f fault) {
	t := p.s[:end]
	for {
		good := i
		i = skip(t, i, class)
		p.keep(good, i)
		if i == end {
			return
		}
		// A percent sign breaks another rule than other octets do.
		bad := i
		for i < end && (t[i] == '%') == (t[bad] == '%') && !ascii.Is(t[i], class) && !isTriplet(t, i) {
			i++
		}
		p.changes = append(p.changes, Change{Offset: bad, Was: t[bad:i], fault: f})
		p.out = percent.AppendEncode(p.out, t[bad:i], &tripletTable)
	}
}

// tripletTable escapes all but letters and digits.
var tripletTable = percent.NewTable(0, "")
