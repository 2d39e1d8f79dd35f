package literal

import (
	"math/big"
	"strconv"
)

// A state is a state of the basic URL parser (§4.4).
type state int

const (
	noState state = iota // no state override
	schemeStart
	scheme
	noScheme
	specialRelativeOrAuthority
	pathOrAuthority
	relative
	relativeSlash
	specialAuthoritySlashes
	specialAuthorityIgnoreSlashes
	authority
	host
	hostname
	port
	file
	fileSlash
	fileHost
	pathStart
	path
	opaquePath
	query
	fragment
)

// A verdict is the result of running a state.
type verdict int

const (
	proceed   verdict = iota // continue with the next code point
	startOver                // start again at the first code point
	failure                  // return failure
	terminate                // return
)

// A machine runs the basic URL parser (§4.4) and holds its variables.
type machine struct {
	standard *Standard
	input    text // input.offsets also has the offset of the EOF code point
	base     *Record
	url      *Record
	override state
	report   reporter

	state             state
	buffer            []rune
	bufferAt          []int // the offset of each code point of buffer
	atSignSeen        bool
	insideBrackets    bool
	passwordTokenSeen bool
	pointer           int
	utf8              bool // the encoding is UTF-8
}

// Parse runs the basic URL parser without the arguments url and state override. It returns nil for failure, and the
// validation errors in order.
func (s *Standard) Parse(input string, base *Record) (u *Record, errors []Error) {
	u = new(Record)
	report := func(name string, offset int) { errors = append(errors, Error{name, offset}) }
	points, offsets := scalars(input)
	first, last := 0, len(points)
	for first < last && isC0OrSpace(points[first]) {
		first++
	}
	for last > first && isC0OrSpace(points[last-1]) {
		last--
	}
	if first > 0 {
		report("invalid-URL-unit", 0)
	} else if last < len(points) {
		report("invalid-URL-unit", offsets[last])
	}
	end := len(input)
	if last < len(points) {
		end = offsets[last]
	}
	stripped := strip(text{points[first:last], append(offsets[first:last:last], end)}, report)
	if s.run(stripped, base, u, noState, report) == failure {
		return nil, errors
	}
	return u, errors
}

// parseInto runs the basic URL parser with the arguments url and state override. The methods of URL ignore the result.
func (s *Standard) parseInto(u *Record, input string, override state) verdict {
	points, offsets := scalars(input)
	report := func(string, int) {}
	return s.run(strip(text{points, append(offsets, len(input))}, report), nil, u, override, report)
}

// strip removes ASCII tab and newline.
func strip(t text, report reporter) text {
	var s text
	for i, c := range t.points {
		if !isTabOrNewline(c) {
			s.points, s.offsets = append(s.points, c), append(s.offsets, t.offsets[i])
		} else if i == len(s.points) {
			report("invalid-URL-unit", t.offsets[i])
		}
	}
	s.offsets = append(s.offsets, t.offsets[len(t.points)])
	return s
}

func (s *Standard) run(input text, base, u *Record, override state, report reporter) verdict {
	m := &machine{standard: s, input: input, base: base, url: u, override: override, report: report}
	m.state = override
	if override == noState {
		m.state = schemeStart
	}
	m.utf8 = s.EncodeQuery == nil || override != noState
	for {
		switch m.step() {
		case startOver:
			m.pointer = 0
			continue
		case failure:
			return failure
		case terminate:
			return terminate
		}
		if m.pointer >= 0 && m.c() == eof {
			return proceed
		}
		m.pointer++
	}
}

func (m *machine) step() verdict {
	return [...]func(*machine) verdict{
		schemeStart: (*machine).schemeStart, scheme: (*machine).scheme, noScheme: (*machine).noScheme,
		specialRelativeOrAuthority: (*machine).specialRelativeOrAuthority,
		pathOrAuthority:            (*machine).pathOrAuthority,
		relative:                   (*machine).relative, relativeSlash: (*machine).relativeSlash,
		specialAuthoritySlashes:       (*machine).specialAuthoritySlashes,
		specialAuthorityIgnoreSlashes: (*machine).specialAuthorityIgnoreSlashes,
		authority:                     (*machine).authority, host: (*machine).host, hostname: (*machine).host,
		port: (*machine).port,
		file: (*machine).file, fileSlash: (*machine).fileSlash, fileHost: (*machine).fileHost,
		pathStart: (*machine).pathStart, path: (*machine).path, opaquePath: (*machine).opaquePath,
		query: (*machine).query, fragment: (*machine).fragment,
	}[m.state](m)
}

// c returns the code point at the pointer.
func (m *machine) c() rune {
	if m.pointer < len(m.input.points) {
		return m.input.points[m.pointer]
	}
	return eof
}

// remaining returns the text after c.
func (m *machine) remaining() []rune { return m.input.points[m.pointer+1:] }

func startsWith(s []rune, prefix string) bool {
	p := []rune(prefix)
	return len(s) >= len(p) && string(s[:len(p)]) == prefix
}

func (m *machine) overridden() bool { return m.override != noState }

// err reports an error at the pointer.
func (m *machine) err(name string) { m.report(name, m.input.offsets[m.pointer]) }

func (m *machine) append(c rune) {
	m.buffer = append(m.buffer, c)
	m.bufferAt = append(m.bufferAt, m.input.offsets[m.pointer])
}

func (m *machine) clear() { m.buffer, m.bufferAt = nil, nil }

// bufferText returns the buffer as an input for the host parser. end is the offset after the last code point of the
// buffer.
func (m *machine) bufferText(end int) text {
	return text{m.buffer, append(m.bufferAt[:len(m.bufferAt):len(m.bufferAt)], end)}
}

// specialBackslash reports whether "url is special and c is U+005C (\)".
func (m *machine) specialBackslash() bool { return m.url.isSpecial() && m.c() == '\\' }

// endsAuthority reports whether c ends the authority, the host and the port.
func (m *machine) endsAuthority() bool {
	switch m.c() {
	case eof, '/', '?', '#':
		return true
	}
	return m.specialBackslash()
}

// checkUnit reports a validation error if c is not a URL unit. The path, query and fragment states call it.
func (m *machine) checkUnit() {
	if c := m.c(); !isURLCodePoint(c) && c != '%' {
		m.err("invalid-URL-unit")
	}
	if m.c() == '%' && !isPercentEncodedByte(m.input.points[m.pointer:]) {
		m.err("invalid-URL-unit")
	}
}

func (m *machine) setQuery()    { m.url.Query, m.state = new(""), query }
func (m *machine) setFragment() { m.url.Fragment, m.state = new(""), fragment }

func (m *machine) schemeStart() verdict {
	if isAlpha(m.c()) {
		m.append(lower(m.c()))
		m.state = scheme
	} else if !m.overridden() {
		m.state = noScheme
		m.pointer--
	} else {
		return failure
	}
	return proceed
}

func (m *machine) scheme() verdict {
	c := m.c()
	if isAlphanumeric(c) || c == '+' || c == '-' || c == '.' {
		m.append(lower(c))
		return proceed
	}
	if c != ':' {
		if m.overridden() {
			return failure
		}
		m.clear()
		m.state = noScheme
		return startOver
	}
	u, buffer := m.url, string(m.buffer)
	if m.overridden() {
		if isSpecialScheme(u.Scheme) != isSpecialScheme(buffer) {
			return terminate
		}
		if (u.includesCredentials() || u.Port != nil) && buffer == "file" {
			return terminate
		}
		if u.Scheme == "file" && u.Host.Kind == EmptyHost {
			return terminate
		}
	}
	u.Scheme = buffer
	if m.overridden() {
		if number, _ := defaultPort(u.Scheme); u.Port != nil && int(*u.Port) == number {
			u.Port = nil
		}
		return terminate
	}
	m.clear()
	switch {
	case u.Scheme == "file":
		if !startsWith(m.remaining(), "//") {
			m.err("special-scheme-missing-following-solidus")
		}
		m.state = file
	case u.isSpecial() && m.base != nil && m.base.Scheme == u.Scheme:
		m.state = specialRelativeOrAuthority
	case u.isSpecial():
		m.state = specialAuthoritySlashes
	case startsWith(m.remaining(), "/"):
		m.state = pathOrAuthority
		m.pointer++
	default:
		u.Opaque, u.Path = true, []string{""}
		m.state = opaquePath
	}
	return proceed
}

func (m *machine) noScheme() verdict {
	u, base := m.url, m.base
	switch {
	case base == nil || base.Opaque && m.c() != '#':
		m.err("missing-scheme-non-relative-URL")
		return failure
	case base.Opaque:
		b := base.clone()
		u.Scheme, u.Opaque, u.Path, u.Query = b.Scheme, b.Opaque, b.Path, b.Query
		m.setFragment()
	case base.Scheme != "file":
		m.state = relative
		m.pointer--
	default:
		m.state = file
		m.pointer--
	}
	return proceed
}

func (m *machine) specialRelativeOrAuthority() verdict {
	if m.c() == '/' && startsWith(m.remaining(), "/") {
		m.state = specialAuthorityIgnoreSlashes
		m.pointer++
	} else {
		m.err("special-scheme-missing-following-solidus")
		m.state = relative
		m.pointer--
	}
	return proceed
}

func (m *machine) pathOrAuthority() verdict {
	if m.c() == '/' {
		m.state = authority
	} else {
		m.state = path
		m.pointer--
	}
	return proceed
}

// copyAuthority copies the username, the password, the host and the port of the base URL.
func (m *machine) copyAuthority() {
	b := m.base.clone()
	m.url.Username, m.url.Password, m.url.Host, m.url.Port = b.Username, b.Password, b.Host, b.Port
}

func (m *machine) relative() verdict {
	u, c := m.url, m.c()
	u.Scheme = m.base.Scheme
	switch {
	case c == '/':
		m.state = relativeSlash
	case m.specialBackslash():
		m.err("invalid-reverse-solidus")
		m.state = relativeSlash
	default:
		m.copyAuthority()
		b := m.base.clone()
		u.Path, u.Query = b.Path, b.Query
		if c == '?' {
			m.setQuery()
		} else if c == '#' {
			m.setFragment()
		} else if c != eof {
			u.Query = nil
			u.shorten()
			m.state = path
			m.pointer--
		}
	}
	return proceed
}

func (m *machine) relativeSlash() verdict {
	switch {
	case m.url.isSpecial() && (m.c() == '/' || m.c() == '\\'):
		if m.c() == '\\' {
			m.err("invalid-reverse-solidus")
		}
		m.state = specialAuthorityIgnoreSlashes
	case m.c() == '/':
		m.state = authority
	default:
		m.copyAuthority()
		m.state = path
		m.pointer--
	}
	return proceed
}

func (m *machine) specialAuthoritySlashes() verdict {
	if m.c() == '/' && startsWith(m.remaining(), "/") {
		m.state = specialAuthorityIgnoreSlashes
		m.pointer++
	} else {
		m.err("special-scheme-missing-following-solidus")
		m.state = specialAuthorityIgnoreSlashes
		m.pointer--
	}
	return proceed
}

func (m *machine) specialAuthorityIgnoreSlashes() verdict {
	if m.c() != '/' && m.c() != '\\' {
		m.state = authority
		m.pointer--
	} else {
		m.err("special-scheme-missing-following-solidus")
	}
	return proceed
}

func (m *machine) authority() verdict {
	switch {
	case m.c() == '@':
		m.err("invalid-credentials")
		if m.atSignSeen {
			m.buffer = append([]rune("%40"), m.buffer...)
		}
		m.atSignSeen = true
		for _, codePoint := range m.buffer {
			if codePoint == ':' && !m.passwordTokenSeen {
				m.passwordTokenSeen = true
				continue
			}
			encoded := percentEncode([]rune{codePoint}, userinfoSet, false)
			if m.passwordTokenSeen {
				m.url.Password += encoded
			} else {
				m.url.Username += encoded
			}
		}
		m.clear()
	case m.endsAuthority():
		if m.atSignSeen && len(m.buffer) == 0 {
			m.err("host-missing")
			return failure
		}
		m.pointer -= len(m.buffer) + 1
		m.clear()
		m.state = host
	default:
		m.append(m.c())
	}
	return proceed
}

func (m *machine) host() verdict {
	u := m.url
	switch {
	case m.overridden() && u.Scheme == "file":
		m.pointer--
		m.state = fileHost
	case m.c() == ':' && !m.insideBrackets:
		if len(m.buffer) == 0 {
			m.err("host-missing")
			return failure
		}
		if m.override == hostname {
			return failure
		}
		h := m.standard.parseHost(m.bufferText(m.input.offsets[m.pointer]), !u.isSpecial(), m.report)
		if h == nil {
			return failure
		}
		u.Host = h
		m.clear()
		m.state = port
	case m.endsAuthority():
		end := m.input.offsets[m.pointer]
		m.pointer--
		if u.isSpecial() && len(m.buffer) == 0 {
			m.report("host-missing", end)
			return failure
		}
		if m.overridden() && len(m.buffer) == 0 && (u.includesCredentials() || u.Port != nil) {
			return failure
		}
		h := m.standard.parseHost(m.bufferText(end), !u.isSpecial(), m.report)
		if h == nil {
			return failure
		}
		u.Host = h
		m.clear()
		m.state = pathStart
		if m.overridden() {
			return terminate
		}
	default:
		switch m.c() {
		case '[':
			m.insideBrackets = true
		case ']':
			m.insideBrackets = false
		}
		m.append(m.c())
	}
	return proceed
}

func (m *machine) port() verdict {
	u := m.url
	switch {
	case isDigit(m.c()):
		m.append(m.c())
	case m.endsAuthority() || m.overridden():
		if len(m.buffer) > 0 {
			n, _ := new(big.Int).SetString(string(m.buffer), 10)
			if n.BitLen() > 16 {
				m.report("port-out-of-range", m.bufferAt[0])
				return failure
			}
			number := uint16(n.Uint64())
			u.Port = new(number)
			if standard, _ := defaultPort(u.Scheme); int(number) == standard {
				u.Port = nil
			}
			m.clear()
			if m.overridden() {
				return terminate
			}
		}
		if m.overridden() {
			return failure
		}
		m.state = pathStart
		m.pointer--
	default:
		m.err("port-invalid")
		return failure
	}
	return proceed
}

func (m *machine) file() verdict {
	u, c := m.url, m.c()
	u.Scheme = "file"
	u.Host = &Host{}
	switch {
	case c == '/' || c == '\\':
		if c == '\\' {
			m.err("invalid-reverse-solidus")
		}
		m.state = fileSlash
	case m.base != nil && m.base.Scheme == "file":
		b := m.base.clone()
		u.Host, u.Path, u.Query = b.Host, b.Path, b.Query
		if c == '?' {
			m.setQuery()
		} else if c == '#' {
			m.setFragment()
		} else if c != eof {
			u.Query = nil
			if !startsWithWindowsDriveLetter(m.input.points[m.pointer:]) {
				u.shorten()
			} else {
				m.err("file-invalid-Windows-drive-letter")
				u.Path = nil
			}
			m.state = path
			m.pointer--
		}
	default:
		m.state = path
		m.pointer--
	}
	return proceed
}

func (m *machine) fileSlash() verdict {
	u, c, base := m.url, m.c(), m.base
	if c == '/' || c == '\\' {
		if c == '\\' {
			m.err("invalid-reverse-solidus")
		}
		m.state = fileHost
		return proceed
	}
	if base != nil && base.Scheme == "file" {
		u.Host = base.Host
		if !startsWithWindowsDriveLetter(m.input.points[min(m.pointer, len(m.input.points)):]) &&
			len(base.Path) > 0 && isNormalizedWindowsDriveLetter(base.Path[0]) {
			u.Path = append(u.Path, base.Path[0])
		}
	}
	m.state = path
	m.pointer--
	return proceed
}

func (m *machine) fileHost() verdict {
	u, c := m.url, m.c()
	switch c {
	case eof, '/', '\\', '?', '#':
	default:
		m.append(c)
		return proceed
	}
	end := m.input.offsets[m.pointer]
	m.pointer--
	switch {
	case !m.overridden() && isWindowsDriveLetter(m.buffer):
		m.report("file-invalid-Windows-drive-letter-host", m.bufferAt[0])
		m.state = path
	case len(m.buffer) == 0:
		u.Host = &Host{}
		if m.overridden() {
			return terminate
		}
		m.state = pathStart
	default:
		h := m.standard.parseHost(m.bufferText(end), !u.isSpecial(), m.report)
		if h == nil {
			return failure
		}
		if h.Kind == Domain && h.Name == "localhost" {
			h = &Host{}
		}
		u.Host = h
		if m.overridden() {
			return terminate
		}
		m.clear()
		m.state = pathStart
	}
	return proceed
}

func (m *machine) pathStart() verdict {
	u, c := m.url, m.c()
	switch {
	case u.isSpecial():
		if c == '\\' {
			m.err("invalid-reverse-solidus")
		}
		m.state = path
		if c != '/' && c != '\\' {
			m.pointer--
		}
	case !m.overridden() && c == '?':
		m.setQuery()
	case !m.overridden() && c == '#':
		m.setFragment()
	case c != eof:
		m.state = path
		if c != '/' {
			m.pointer--
		}
	case m.overridden() && u.Host == nil:
		u.Path = append(u.Path, "")
	}
	return proceed
}

func (m *machine) path() verdict {
	u, c := m.url, m.c()
	if !(c == eof || c == '/' || m.specialBackslash() || !m.overridden() && (c == '?' || c == '#')) {
		m.checkUnit()
		for _, e := range percentEncode([]rune{c}, pathSet, false) {
			m.append(e)
		}
		return proceed
	}
	if m.specialBackslash() {
		m.err("invalid-reverse-solidus")
	}
	slash := c == '/' || m.specialBackslash()
	buffer := string(m.buffer)
	switch {
	case isDoubleDot(buffer):
		u.shorten()
		if !slash {
			u.Path = append(u.Path, "")
		}
	case isSingleDot(buffer):
		if !slash {
			u.Path = append(u.Path, "")
		}
	default:
		if u.Scheme == "file" && len(u.Path) == 0 && isWindowsDriveLetter(m.buffer) {
			buffer = buffer[:1] + ":"
		}
		u.Path = append(u.Path, buffer)
	}
	m.clear()
	switch c {
	case '?':
		m.setQuery()
	case '#':
		m.setFragment()
	}
	return proceed
}

func (m *machine) opaquePath() verdict {
	u, c := m.url, m.c()
	switch c {
	case '?':
		m.setQuery()
	case '#':
		m.setFragment()
	case ' ':
		m.err("invalid-URL-unit")
		if r := m.remaining(); startsWith(r, "?") || startsWith(r, "#") {
			u.Path[0] += "%20"
		} else {
			u.Path[0] += " "
		}
	case eof:
	default:
		m.checkUnit()
		u.Path[0] += percentEncode([]rune{c}, c0ControlSet, false)
	}
	return proceed
}

func (m *machine) query() verdict {
	u, c := m.url, m.c()
	if !m.utf8 && (!u.isSpecial() || u.Scheme == "ws" || u.Scheme == "wss") {
		m.utf8 = true
	}
	switch {
	case !m.overridden() && c == '#' || c == eof:
		encodeSet := querySet
		if u.isSpecial() {
			encodeSet = specialQuerySet
		}
		if m.utf8 {
			*u.Query += percentEncode(m.buffer, encodeSet, false)
		} else {
			*u.Query += m.standard.EncodeQuery(string(m.buffer))
		}
		m.clear()
		if c == '#' {
			m.setFragment()
		}
	default:
		m.checkUnit()
		m.append(c)
	}
	return proceed
}

func (m *machine) fragment() verdict {
	if c := m.c(); c != eof {
		m.checkUnit()
		*m.url.Fragment += percentEncode([]rune{c}, fragmentSet, false)
	}
	return proceed
}

// Href implements the URL serializer (§4.5).
func (u *Record) Href() string { return u.serialize(false) }

func (u *Record) serialize(excludeFragment bool) string {
	output := u.Scheme + ":"
	if u.Host != nil {
		output += "//"
		if u.includesCredentials() {
			output += u.Username
			if u.Password != "" {
				output += ":" + u.Password
			}
			output += "@"
		}
		output += u.Host.String()
		if u.Port != nil {
			output += ":" + strconv.Itoa(int(*u.Port))
		}
	}
	if u.Host == nil && !u.Opaque && len(u.Path) > 1 && u.Path[0] == "" {
		output += "/."
	}
	output += u.pathString()
	if u.Query != nil {
		output += "?" + *u.Query
	}
	if !excludeFragment && u.Fragment != nil {
		output += "#" + *u.Fragment
	}
	return output
}

// pathString implements the URL path serializer (§4.5).
func (u *Record) pathString() string {
	if u.Opaque {
		return u.Path[0]
	}
	output := ""
	for _, segment := range u.Path {
		output += "/" + segment
	}
	return output
}
