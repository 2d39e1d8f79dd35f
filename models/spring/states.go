package spring

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A state is a state of RfcUriParser.
type state uint8

const (
	start state = iota
	hostOrPath
	schemeOrPath
	host
	ipv6
	port
	path
	query
	fragment
	wildcard
)

// A machine is the parser of Spring 6.2. It reads a URL character by character.
type machine struct {
	*parser
	state
	index, component int  // offsets of the character and of the component
	escape           int  // number of digits that must follow a percent sign
	inUTF16          bool // the digits follow %u
	inPassword       bool
	brackets         int // open curly brackets
}

// hierarchical lists the schemes that are never opaque.
const hierarchical model.Names = " ftp file http https ws wss "

func (p *parser) runStates() bool {
	m := machine{parser: p}
	for m.index < len(p.text) {
		r, _ := utf8.DecodeRuneInString(p.text[m.index:])
		if !m.next(r) {
			return false
		}
		_, n := utf8.DecodeRuneInString(p.text[min(m.index, len(p.text)):])
		m.index += n
		if n == 0 {
			break
		}
	}
	return m.end()
}

func (m *machine) bad(c urlerr.Component, rule urlerr.Rule) bool {
	return m.fail(min(m.index, len(m.text)), c, rule)
}

// to changes the state, and component to the start of the next component.
func (m *machine) to(s state, component int) bool {
	m.state, m.component, m.brackets = s, component, 0
	return true
}

func (m *machine) take(c urlerr.Component) model.Part {
	return m.capture(c, m.component, min(m.index, len(m.text)))
}

// next processes the character r.
func (m *machine) next(r rune) bool {
	i := m.index
	switch m.state {
	case start:
		return m.nextStart(r)
	case hostOrPath:
		switch {
		case r == '/':
			m.component = i
			m.host = model.Present("")
			return m.to(host, i+1)
		case strings.ContainsRune("%@;?#.", r):
			m.index--
		}
		m.state, m.brackets = path, 0
	case schemeOrPath:
		switch r {
		case ':':
			m.scheme = m.take(urlerr.Scheme)
			if !strings.Contains(m.scheme.Text, "{") {
				m.scheme.Text = str.Lower(m.scheme.Text, str.Release{Minor: 13})
			}
			return m.to(start, m.component)
		case '/', ';':
			return m.to(path, m.component)
		case '%':
			return m.percent() && m.to(path, m.component)
		case '?':
			m.path = m.take(urlerr.Path)
			return m.to(query, i+1)
		case '#':
			m.path = m.take(urlerr.Path)
			if m.whole {
				return m.to(fragment, m.component)
			}
			return m.to(fragment, i+1)
		}
	case host:
		return m.nextHost(r)
	case ipv6:
		switch {
		case r == ']':
			m.index++
			if !m.captureHost() {
				return false
			}
			switch {
			case m.index == len(m.text):
			case m.text[m.index] == ':':
				return m.to(port, m.index+1)
			case m.text[m.index] == '/', m.first:
				return m.to(path, m.index)
			default:
				return m.bad(urlerr.Host, ruleAuthority)
			}
		case r != ':' && !isHex(r):
			return m.bad(urlerr.Host, ruleAuthority)
		}
	case port:
		return m.nextPort(r)
	case path:
		return m.nextPath(r)
	case query:
		if r == '#' {
			m.query = m.take(urlerr.Query)
			return m.to(fragment, i+1)
		}
	case wildcard:
		return m.bad(urlerr.Path, ruleWildcard)
	}
	return true
}

func (m *machine) nextStart(r rune) bool {
	i := m.index
	switch r {
	case '/':
		return m.to(hostOrPath, i)
	case ';', '.':
		return m.to(path, i)
	case '%':
		return m.percent() && m.to(path, i)
	case '?':
		return m.to(query, i+1)
	case '#':
		return m.to(fragment, i+1)
	case '*':
		return m.to(wildcard, m.component)
	}
	if !m.scheme.OK {
		return m.to(schemeOrPath, i)
	}
	m.opaque = !hierarchical.Has(m.scheme.Text) && !(m.first && strings.Contains(m.text[i+utf8.RuneLen(r):], "/"))
	return m.to(path, i)
}

func (m *machine) nextHost(r rune) bool {
	i := m.index
	switch r {
	case '/':
		return m.captureHost() && m.to(path, i)
	case ':':
		return m.captureSome() && m.to(port, i+1)
	case '?':
		return m.captureSome() && m.to(query, i+1)
	case '#':
		return m.captureSome() && m.to(fragment, i+1)
	case '@':
		m.inPassword = false
		m.userinfo = m.take(urlerr.Userinfo)
		m.in.SetUserinfo(m.text, m.component, i)
		m.component = i + 1
		return true
	case '[':
		if m.index != m.component {
			return m.bad(urlerr.Host, ruleAuthority)
		}
		return m.to(ipv6, m.component)
	case '%':
		return m.percent()
	}
	switch {
	case inCurly(&m.brackets, r):
	case m.escape > 0:
		if m.escape--; !isHex(r) {
			return m.bad(urlerr.Host, ruleAuthority)
		}
	case !isNameChar(r):
		return m.bad(urlerr.Host, ruleAuthority)
	}
	return true
}

func (m *machine) nextPort(r rune) bool {
	i := m.index
	switch {
	case r == '@':
		if m.userinfo.OK {
			return m.bad(urlerr.Userinfo, ruleAuthority)
		}
		m.userinfo = m.take(urlerr.Userinfo)
		m.userinfo.Text = m.host.Text + ":" + m.userinfo.Text
		m.in.SetUserinfo(m.text, max(0, i-len(m.userinfo.Text)), i)
		return m.to(host, i+1)
	case r == '/':
		return m.capturePort() && m.to(path, i)
	case r == '?':
		return m.capturePort() && m.to(query, i+1)
	case r == '#':
		return m.capturePort() && m.to(fragment, i+1)
	case r <= 0xFFFF && unicode.IsDigit(r), inCurly(&m.brackets, r):
		return true
	case !isNameChar(r) && r != '%':
		return m.bad(urlerr.Port, ruleAuthority)
	}
	m.inPassword = true
	if m.host.OK {
		m.component -= len(m.host.Text) + 1
		m.host = model.Part{}
	}
	return m.to(host, m.component)
}

func (m *machine) nextPath(r rune) bool {
	i := m.index
	if m.escape > 0 {
		if m.escape == 2 && r == 'u' && !m.inUTF16 {
			m.inUTF16, m.escape = true, 4
			return true
		}
		m.escape--
		m.inUTF16 = m.inUTF16 && m.escape > 0
		return isHex(r) || m.bad(urlerr.Path, ruleEscape)
	}
	switch {
	case r == '?' && !m.opaque:
		m.path = m.take(urlerr.Path)
		return m.to(query, i+1)
	case r == '#':
		m.path = m.take(urlerr.Path)
		return m.to(fragment, i+1)
	case r == '%':
		return m.percent()
	}
	return true
}

// end processes the end of the text.
func (m *machine) end() bool {
	switch m.state {
	case start, hostOrPath, schemeOrPath, path, wildcard:
		m.path = m.take(urlerr.Path)
	case host:
		if !m.captureSome() {
			return false
		}
	case ipv6:
		if !m.host.OK {
			return m.bad(urlerr.Host, ruleAuthority)
		}
	case port:
		if !m.capturePort() {
			return false
		}
	case query:
		m.query = m.take(urlerr.Query)
	case fragment:
		text := m.text[m.component:]
		r, n := utf8.DecodeRuneInString(text)
		if len(text) > n || n > 0 && (!m.first || r > 0xFFFF) { // the first release drops a fragment of one UTF-16 unit
			m.fragment = m.take(urlerr.Fragment)
		}
	}
	return true
}

func (m *machine) captureHost() bool {
	if m.escape > 0 || m.inPassword {
		return m.bad(urlerr.Host, ruleAuthority)
	}
	m.host = m.take(urlerr.Host)
	return true
}

// captureSome captures the host unless it is empty.
func (m *machine) captureSome() bool { return m.index <= m.component || m.captureHost() }

func (m *machine) capturePort() bool {
	if m.brackets > 0 {
		return m.bad(urlerr.Port, ruleAuthority)
	}
	m.port = m.take(urlerr.Port)
	return true
}

// percent begins a percent-encoding.
func (m *machine) percent() bool {
	if m.escape > 0 {
		return m.bad(urlerr.NoComponent, ruleEscape)
	}
	m.escape, m.inUTF16 = 2, false
	return true
}

// inCurly reports whether r is in curly brackets, of which some are open.
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

func isHex(r rune) bool { return r < utf8.RuneSelf && ascii.Is(byte(r), ascii.HexDigit) }
