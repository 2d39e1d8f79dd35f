package spring

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A machine is the parser of Spring 6.2.
type machine struct {
	*parser
	index      int // offset of the character
	start      int // offset of the host, or of the userinfo before it
	portStart  int // offset of the port, or 0
	escape     int // number of digits that must follow a percent sign
	inPassword bool
	curly      int // open curly brackets
}

// hierarchical lists the schemes that are never opaque. They are the special schemes of the URL Standard.
const hierarchical model.Names = " ftp file http https ws wss "

func (p *parser) runStates() bool {
	m := machine{parser: p}
	s, i := p.text, 0
	if s != "" && strings.IndexByte("/;.%?#*", s[0]) < 0 {
		i = model.Index(s, 1, len(s), ":/;%?#")
		switch {
		case i < len(s) && s[i] == '#' && m.whole:
			p.path = p.capture(urlerr.Path, 0, i)
			return m.readFragment(0)
		case i == len(s) || s[i] != ':':
			return m.readPath(0, i)
		}
		p.scheme = p.capture(urlerr.Scheme, 0, i)
		if !strings.Contains(p.scheme.Text, "{") {
			p.scheme.Text = str.Lower(p.scheme.Text, str.Release{Minor: 10}) // Unicode 13, as in Java 17
		}
		i++
	}
	if i == len(s) { // the path repeats the scheme
		return m.readPath(0, i)
	}
	switch s[i] {
	case '/':
		if strings.HasPrefix(s[i:], "//") {
			return m.authority(i + len("//"))
		}
	case ';', '.', '%':
	case '?', '#':
		return m.readQuery(i)
	case '*':
		if m.index = i + 1; m.index < len(s) {
			return m.bad(urlerr.Path, ruleWildcard)
		}
		return m.readPath(0, i)
	default:
		p.opaque = !hierarchical.Has(p.scheme.Text) && !(m.first && strings.Contains(s[i:], "/"))
	}
	return m.readPath(i, i)
}

func (m *machine) bad(c urlerr.Component, rule urlerr.Rule) bool { return m.fail(m.index, c, rule) }

// authority reads the authority at offset start, and the components after it. It reads the host again after each "@".
// If a port has other characters than digits, it is a password.
func (m *machine) authority(start int) bool {
	m.host = model.Present("")
	m.start = start
	var size int
	for m.index = start; m.index < len(m.text); m.index += size {
		var r rune
		r, size = utf8.DecodeRuneInString(m.text[m.index:])
		switch {
		case r == '/':
			return m.endAuthority(true) && m.readPath(m.index, m.index+1)
		case r == '?', r == '#':
			return m.endAuthority(false) && m.readQuery(m.index)
		case r == '@':
			if m.portStart != 0 {
				if m.userinfo.OK {
					return m.bad(urlerr.Userinfo, ruleAuthority)
				}
				m.portStart, m.curly = 0, 0
			}
			m.userinfo = m.capture(urlerr.Userinfo, m.start, m.index)
			m.in.SetUserinfo(m.text, m.start, m.index)
			m.start, m.inPassword = m.index+1, false
		case m.portStart != 0:
			if model.JavaDigit(r) >= 0 || inCurly(&m.curly, r) {
				continue
			}
			if !isASCII(r, ascii.NameChar) && r != '%' {
				return m.bad(urlerr.Port, ruleAuthority)
			}
			m.start = m.portStart
			if m.host.OK { // perhaps from before an "@"
				m.start -= len(m.host.Text) + 1
			}
			m.host = model.Part{}
			m.inPassword, m.portStart, m.curly = true, 0, 0
		case r == ':':
			if !m.endAuthority(false) {
				return false
			}
			m.portStart, m.curly = m.index+1, 0
		case r == '[':
			if m.index > m.start {
				return m.bad(urlerr.Host, ruleAuthority)
			}
			rest := strings.TrimLeft(m.text[m.index+1:], ":0123456789ABCDEFabcdef")
			m.index = len(m.text) - len(rest)
			if rest == "" && m.host.OK {
				return true
			}
			if !strings.HasPrefix(rest, "]") {
				return m.bad(urlerr.Host, ruleAuthority)
			}
			m.index++
			switch rest = rest[1:]; {
			case !m.captureHost():
				return false
			case rest == "":
				return true
			case rest[0] == ':':
				m.portStart, m.curly = m.index+1, 0
			case rest[0] == '/', m.first:
				return m.readPath(m.index, m.index+1)
			default:
				return m.bad(urlerr.Host, ruleAuthority)
			}
		case r == '%':
			if m.escape != 0 {
				return m.bad(urlerr.NoComponent, ruleEscape)
			}
			m.escape = 2
		case inCurly(&m.curly, r):
		case m.escape != 0 && isASCII(r, ascii.HexDigit):
			m.escape--
		case m.escape != 0 || !isASCII(r, ascii.NameChar):
			return m.bad(urlerr.Host, ruleAuthority)
		}
	}
	return m.endAuthority(false)
}

// endAuthority captures the port or the host. If empty is not set, it does not capture an empty host.
func (m *machine) endAuthority(empty bool) bool {
	switch {
	case m.portStart == 0:
		return m.index == m.start && !empty || m.captureHost()
	case m.curly != 0:
		return m.bad(urlerr.Port, ruleAuthority)
	}
	m.port = m.capture(urlerr.Port, m.portStart, m.index)
	return true
}

func (m *machine) captureHost() bool {
	if m.escape != 0 || m.inPassword {
		return m.bad(urlerr.Host, ruleAuthority)
	}
	m.host = m.capture(urlerr.Host, m.start, m.index)
	return true
}

// readPath reads the path at offset start, and the components after it. It does not look at the text before index.
func (m *machine) readPath(start, index int) bool {
	inUTF16 := false // the digits follow %u
	for m.index = index; m.index < len(m.text); m.index++ {
		switch c := m.text[m.index]; {
		case m.escape == 2 && c == 'u' && !inUTF16:
			m.escape, inUTF16 = 4, true
		case m.escape != 0 && ascii.Is(c, ascii.HexDigit):
			m.escape--
		case m.escape != 0:
			return m.bad(urlerr.Path, ruleEscape)
		case c == '%':
			m.escape, inUTF16 = 2, false
		case c == '#', c == '?' && !m.opaque:
			m.path = m.capture(urlerr.Path, start, m.index)
			return m.readQuery(m.index)
		}
	}
	m.path = m.capture(urlerr.Path, start, m.index)
	return true
}

// readQuery reads the query and the fragment. The delimiter of the first of them is at offset i.
func (m *machine) readQuery(i int) bool {
	if m.text[i] == '?' {
		end := model.Index(m.text, i, len(m.text), "#")
		m.query = m.capture(urlerr.Query, i+1, end)
		i = end
	}
	return i == len(m.text) || m.readFragment(i+1)
}

// readFragment reads the fragment. The first release drops a fragment of one UTF-16 unit.
func (m *machine) readFragment(start int) bool {
	r, n := utf8.DecodeRuneInString(m.text[start:])
	if end := len(m.text); start+n < end || n > 0 && (!m.first || utf16.RuneLen(r) == 2) {
		m.fragment = m.capture(urlerr.Fragment, start, end)
	}
	return true
}

// inCurly reports whether r is a curly bracket or between curly brackets. open counts the brackets that are not closed.
func inCurly(open *int, r rune) bool {
	switch {
	case r == '{':
		*open++
		return true
	case r == '}' && *open > 0:
		*open--
		return true
	}
	return r != '}' && *open > 0
}

func isASCII(c rune, class ascii.Class) bool {
	return rune(byte(c)) == c && ascii.Is(byte(c), class)
}
