package urltext

import (
	"errors"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// A Change is one change of [Repair].
type Change struct {
	Offset int    // offset in the input, in bytes
	Was    string // the text at Offset; "" if text was added
	Became string // the new text; "" if text was removed

	Component urlerr.Component
	Rule      string // the rule of the grammar that the input breaks, such as "pchar"
}

func change(offset int, was, became string, in component) Change {
	c := Change{Offset: offset, Was: was, Became: became, Component: in.name, Rule: in.rule}
	if was != "" && was[0] == '%' {
		c.Rule = "pct-encoded"
	}
	return c
}

type component struct {
	name  urlerr.Component
	rule  string
	class ascii.Class
}

var (
	inScheme   = component{urlerr.Scheme, "scheme", ascii.SchemeChar}
	inUserinfo = component{urlerr.Userinfo, "userinfo", ascii.UserinfoChar}
	inHost     = component{urlerr.Host, "reg-name", ascii.NameChar}
	inPort     = component{urlerr.Port, "port", ascii.Digit}
	inPath     = component{urlerr.Path, "pchar", ascii.PathChar}
	inQuery    = component{urlerr.Query, "query", ascii.QueryChar}
	inFragment = component{urlerr.Fragment, "fragment", ascii.QueryChar}
)

// Repair turns text that people type or paste into a reference, and lists its changes. A valid reference is unchanged.
//
//   - White space around the reference is removed.
//   - Octets that the grammar forbids are percent-encoded: spaces and controls, " < > \ ^ ` { | }, non-ASCII octets,
//     brackets except around an IP literal, a second "#", and "@" in a userinfo, which extends to the last "@".
//     Adjacent octets are one change.
//   - A "%" without two hexadecimal digits becomes %25.
//   - "./" is added before a path without a scheme if its first segment has a colon (§4.2).
//
// Undoing the changes from right to left gives the input. A backslash does not become a slash. White space inside the
// reference is percent-encoded, for example as %20.
//
// Other mistakes are errors: a port that is not a number, as in http://::1/, an invalid IP literal, and a host with
// octets that are not UTF-8 (§3.2.2).
func Repair(s string) (rfc3986.Ref, []Change, error) {
	r, err := rfc3986.Parse(s)
	if err == nil || errors.Is(err, urlerr.TooLong) {
		return r, nil, err
	}
	p := repair{s: s}
	const spaces = " \t\n\v\f\r"
	text := strings.TrimLeft(s, spaces)
	start := len(s) - len(text)
	end := start + len(strings.TrimRight(text, spaces))
	if start > 0 {
		p.changes = append(p.changes, change(0, s[:start], "", inPath))
	}
	last, err := p.all(start, end)
	if err != nil {
		return rfc3986.Ref{}, nil, err
	}
	if r, err = rfc3986.Parse(string(p.out)); err != nil {
		return rfc3986.Ref{}, nil, errorIn(s, err, func(int) int { return -1 }) // the repaired reference is too long
	}
	if end < len(s) {
		p.changes = append(p.changes, change(end, s[end:], "", last))
	}
	return r, p.changes, nil
}

type repair struct {
	s       string
	out     []byte
	changes []Change
}

func (p *repair) all(start, end int) (last component, err error) {
	t := p.s[:end]
	i := start
	if n := ascii.SchemeLen(t[i:]); n > 0 && i+n < end && t[i+n] == ':' {
		i += n + 1
		p.keep(start, i)
	} else if segment := t[i:endOfName(t, i, end)]; strings.IndexByte(segment, ':') >= 0 {
		p.changes = append(p.changes, change(i, "", "./", inScheme))
		p.out = append(p.out, "./"...)
	}
	last = inPath
	if strings.HasPrefix(t[i:], "//") {
		begin := i
		i = endOfName(t, i+2, end)
		if last, err = p.authority(begin, i); err != nil {
			return last, err
		}
		if i < end {
			last = inPath
		}
	}
	i = p.upTo(i, end, ascii.PathEnd, inPath)
	if i < end && t[i] == '?' {
		last = inQuery
		p.keep(i, i+1)
		i = p.upTo(i+1, end, ascii.NumberSign, inQuery)
	}
	if i < end {
		last = inFragment
		p.keep(i, i+1)
		p.encode(i+1, end, inFragment)
	}
	return last, nil
}

// upTo repairs the component that begins at i, and returns its end: the offset of the first byte in stops, or the given
// end if there is no such byte before it.
func (p *repair) upTo(i, end int, stops ascii.Class, in component) int {
	end = ascii.IndexFrom(p.s[:end], i, stops)
	p.encode(i, end, in)
	return end
}

func (p *repair) authority(start, end int) (last component, err error) {
	t := p.s[:end]
	i := start + len("//")
	p.keep(start, i)
	if n := strings.LastIndexByte(t[i:], '@'); n >= 0 {
		p.encode(i, i+n, inUserinfo)
		i += n + 1
		p.keep(i-1, i)
	}
	host := i
	if i < end && t[i] == '[' {
		if err := p.check("//", i, end); err != nil {
			return last, err
		}
		i += strings.IndexByte(t[i:], ']') + 1
		p.keep(host, i)
	} else {
		if i = end; strings.IndexByte(t[host:], ':') >= 0 {
			i = host + strings.IndexByte(t[host:], ':')
		}
		if n := scalar.ValidLen(t[host:i]); n < i-host {
			return last, fail(&ruleText, p.s, host+n)
		}
		p.encode(host, i, inHost)
	}
	if i == end {
		return inHost, nil
	}
	if err := p.check("//h", i, end); err != nil {
		return last, err
	}
	p.keep(i, end)
	return inPort, nil
}

func (p *repair) check(prefix string, i, end int) error {
	_, err := rfc3986.Parse(prefix + p.s[i:end])
	return errorIn(p.s, err, func(at int) int { return at - len(prefix) + i })
}

func (p *repair) keep(i, end int) { p.out = append(p.out, p.s[i:end]...) }

// encode copies s[i:end], and percent-encodes the bytes that the component cannot have.
func (p *repair) encode(i, end int, in component) {
	t := p.s[:end]
	for {
		good := i
		for i < end && (ascii.Is(t[i], in.class) || percent.IsEscape(t, i)) {
			i++ // every class includes the two digits of a percent-encoding
		}
		p.keep(good, i)
		if i == end {
			return
		}
		// A percent sign breaks another rule than other octets.
		bad := i
		for i < end && (t[i] == '%') == (t[bad] == '%') && !ascii.Is(t[i], in.class) && !percent.IsEscape(t, i) {
			i++
		}
		start := len(p.out)
		p.out = percent.AppendEncode(p.out, t[bad:i], &tripletTable)
		p.changes = append(p.changes, change(bad, t[bad:i], string(p.out[start:]), in))
	}
}

var tripletTable = percent.NewTable(0, "")

const standard = "https://www.rfc-editor.org/rfc/rfc3986"

var (
	ruleText = urlerr.Rule{Name: "octets are UTF-8", Section: "§2.5", Address: standard + "#section-2.5",
		Example: "//%E9", Kind: urlerr.BadText}
	ruleSuffix = urlerr.Rule{Name: "suffix begins with a host", Section: "§4.5", Address: standard + "#section-4.5",
		Example: "../a", Kind: urlerr.BadHost}
)

func fail(rule *urlerr.Rule, input string, offset int) error {
	return &urlerr.Error{Dialect: "rfc3986", Input: input, Offset: offset, Component: urlerr.Host, Rule: *rule}
}

// errorIn converts an error about a part of input to an error about input. offset converts offsets.
func errorIn(input string, err error, offset func(at int) int) error {
	e, ok := errors.AsType[*urlerr.Error](err)
	if !ok {
		return err
	}
	moved := *e
	moved.Input, moved.Offset = input, offset(e.Offset)
	return &moved
}
