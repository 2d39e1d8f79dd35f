package whatwg

import (
	"math"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// specialAuthority implements the special authority ignore slashes state.
func (p *parser) specialAuthority(i int) bool {
	for ; p.slash(i); i++ {
		p.report(ruleMissingFollowingSolidus, i)
	}
	return p.authority(i)
}

// authority implements the authority state for the authority at i, and parses the text after it.
func (p *parser) authority(i int) bool {
	p.part = urlerr.Authority
	p.takeOr(i-2, "//")
	p.enter("authority state", i)
	end := ascii.IndexFrom(p.in, i, p.kind.authorityEnds())
	p.note(urlerr.Authority, i, end)
	p.at.user, p.at.host = p.size, p.size
	if n := strings.LastIndexByte(p.in[i:end], '@'); n >= 0 {
		at := i + n
		p.reportCredentials(i, at)
		if at+1 == end {
			return p.fail(ruleHostMissing, end)
		}
		p.credentials(i, at)
		i = at + 1
	}
	colon := hostColon(p.in[:end], i)
	p.part = urlerr.Host
	p.enter("host state", i)
	p.note(urlerr.Host, i, colon)
	switch {
	case i == colon && colon < end:
		return p.fail(ruleHostMissing, i)
	case i == end && p.kind != other:
		return p.fail(ruleHostMissing, end)
	case !p.parseHost(i, colon, p.kind == other):
		return false
	}
	p.at.hostEnd = p.size
	return (colon == end || p.port(colon, end)) && p.pathStart(end)
}

func (p *parser) reportCredentials(i, at int) {
	if p.violated == nil {
		return
	}
	for ; i <= at; i++ {
		if p.in[i] == '@' {
			p.report(ruleInvalidCredentials, i)
		}
	}
}

func (p *parser) credentials(i, at int) {
	colon := at
	if n := strings.IndexByte(p.in[i:at], ':'); n >= 0 {
		colon = i + n
	}
	p.note(urlerr.Userinfo, i, at)
	if i < colon {
		p.note(urlerr.Username, i, colon)
	}
	password := colon+1 < at
	if password {
		p.note(urlerr.Password, colon+1, at)
	}
	if i == colon && !password {
		return
	}
	p.encode(i, colon, ascii.UserinfoSet)
	p.at.user = p.size
	if password {
		p.take(colon, colon+1)
		p.encode(colon+1, at, ascii.UserinfoSet)
	}
	p.take(at, at+1)
	p.at.host = p.size
}

// hostColon returns the offset of the first ":" in s[i:] that is not inside brackets, or len(s) if there is none.
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

// port implements the port state, for in[colon:end].
func (p *parser) port(colon, end int) bool {
	p.part = urlerr.Port
	p.note(urlerr.Port, colon+1, end)
	digits := p.in[colon+1 : end]
	number, n := ascii.Number(digits, math.MaxUint16)
	for i := colon + 1 + n; i < end; i++ {
		if !ascii.Is(p.in[i], ascii.Digit) {
			return p.fail(rulePortInvalid, i)
		}
	}
	switch {
	case n < len(digits):
		return p.fail(rulePortOutOfRange, colon+1)
	case digits == "", number == p.kind.defaultPort():
	case digits[0] == '0' && len(digits) > 1:
		p.take(colon, colon+1)
		p.put(strconv.Itoa(number))
	default:
		p.take(colon, end)
	}
	return true
}

// file implements the file state.
func (p *parser) file(i int) bool {
	p.part = urlerr.Path
	p.enter("file state", i)
	fileBase := p.base.kind == file
	switch {
	case p.checkedSlash(i):
		return p.fileSlash(i, fileBase)
	case fileBase:
		p.copyOrigin()
		return p.relativePath(i)
	}
	p.emptyHost(i)
	return p.list(i, false)
}

// emptyHost appends "//" and an empty host.
func (p *parser) emptyHost(i int) {
	p.takeOr(i-2, "//")
	n := p.size
	p.host = reading.HostEmpty
	p.at.user, p.at.host, p.at.hostEnd = n, n, n
}

// fileSlash implements the file slash state, after the slash at i.
func (p *parser) fileSlash(i int, fileBase bool) bool {
	p.enter("file slash state", i+1)
	if p.checkedSlash(i + 1) {
		return p.fileHost(i + 2)
	}
	if !fileBase {
		p.emptyHost(-1)
		return p.list(i, true)
	}
	p.copyOrigin()
	if path := p.base.Pathname(); !ascii.HasDrive(p.in[i+1:]) && startsWithNormalDrive(path) {
		p.put(path[:len("/C:")])
	}
	return p.list(i, true)
}

// fileHost implements the file host state.
func (p *parser) fileHost(i int) bool {
	if p.at.scheme == 0 { // the input has no scheme
		p.copyBase(int(p.base.scheme) + 1)
	}
	p.part = urlerr.Host
	p.enter("file host state", i)
	end := ascii.IndexFrom(p.in, i, ascii.SpecialEnd)
	p.emptyHost(i)
	if ascii.IsDrive(p.in[i:end]) {
		p.report(ruleDriveLetterHost, i)
		p.unchecked = end
		return p.list(i, false)
	}
	p.note(urlerr.Authority, i, end)
	p.note(urlerr.Host, i, end)
	if i < end {
		if !p.parseHost(i, end, false) {
			return false
		}
		p.at.hostEnd = p.size
	}
	return p.pathStart(end)
}
