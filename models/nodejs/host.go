package nodejs

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// forbidden are the characters that make a host an error. In brackets, brackets and colons are allowed.
const forbidden = "\x00\t\n\r #%/<>?@\\^|"

// brackets parses the host p.text[start:end], which is in brackets.
func (p *parser) brackets(start, end int) error {
	p.name = lower(p.text[start:end])
	if tooLong(p.text[start:end]) {
		return p.noHost()
	}
	if strings.ContainsAny(p.name, forbidden) {
		return p.fault(start+max(0, strings.IndexAny(p.text[start:end], forbidden)), urlerr.Host, ruleHost)
	}
	p.set(urlerr.Host, start+1, end-1)
	p.u.setHost(p.name, p.name[1:len(p.name)-1])
	return nil
}

// hostname parses the host p.text[start:end], which is not in brackets.
func (p *parser) hostname(start, end int) error {
	s := p.text[start:end]
	p.name = s
	if tooLong(s) {
		return p.noHost()
	}
	name, bad := p.row.toASCII(lower(s))
	if p.row.cString {
		name, _, _ = strings.Cut(name, "\x00")
	}
	if bad || name == "" && s != "" {
		return p.fault(start, urlerr.Host, ruleHost)
	}
	if strings.ContainsAny(name, forbidden+":[]") {
		return p.fault(start+max(0, strings.IndexAny(s, forbidden+"[]")), urlerr.Host, ruleHost)
	}
	p.set(urlerr.Host, start, end)
	p.u.setHost(name, name)
	return nil
}

// noHost makes the host empty. The port stays.
func (p *parser) noHost() error {
	p.u.setHost("", "")
	return nil
}

// tooLong reports whether s has more than maxHost UTF-16 units.
func tooLong(s string) bool {
	n := 0
	for _, r := range s {
		if n++; r >= 0x10000 {
			n++
		}
		if n > maxHost {
			return true
		}
	}
	return false
}

// newestPython has the newest tables of package str.
var newestPython = str.Release{Minor: 14}

// lower returns s in lower case. JavaScript and Python do the same, but for the version of Unicode.
func lower(s string) string {
	if isASCII(s) {
		return ascii.ToLower(s)
	}
	return str.Lower(s, newestPython)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// toASCII returns a host name in ASCII. Unlike UTS #46, ada converts each label on its own.
func (r *row) toASCII(name string) (string, bool) {
	ascii := isASCII(name)
	if ascii && (!r.oldDomain || !strings.Contains(name, "xn--")) {
		return name, false
	}
	var out []byte
	for {
		end, size := strings.IndexAny(name, ".\u3002\uFF0E\uFF61"), 0
		label := name
		if end >= 0 {
			_, size = utf8.DecodeRuneInString(name[end:])
			label = name[:end]
		}
		if start := len(out); r.oldDomain && strings.HasPrefix(label, "xn--") && isASCII(label) {
			if _, err := idna.AppendToASCII(out, oldPunycode(label), idna.Options{}); err != nil {
				return "", true
			}
			out = append(out[:start], label...)
		} else if converted, err := idna.AppendToASCII(out, label, idna.Options{}); err != nil {
			return "", true
		} else {
			out = converted
		}
		if end < 0 {
			return string(out), false
		}
		out = append(out, '.')
		name = name[end+size:]
	}
}

// oldPunycode returns the label that UTS #46 checks as ada 2.9.2 checks label. ada accepts the Punycode of ASCII,
// such as "xn--a-", and "xn---9ca" for "xn--9ca".
func oldPunycode(label string) string {
	hyphen := strings.LastIndexByte(label, '-')
	switch {
	case hyphen == len(label)-1 && hyphen > len("xn--"):
		return ""
	case hyphen == len("xn--"):
		return "xn--" + label[hyphen+1:]
	}
	return label
}
