package yarl

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of URL.
type parser struct {
	row     *row
	url     string
	cleaned string // url without ignored bytes
	offsets clean.Map
	in      reading.Spans // spans of the components in cleaned

	scheme, path, query, fragment string
	netloc                        netloc
	portErr                       error // the port of an accepted URL cannot be read
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: "yarl", Input: p.url, Offset: p.offsets.Start(offset), Component: component, Rule: rule}
}

func (p *parser) run() error {
	lead := len(p.url) - len(strings.TrimLeftFunc(p.url, func(r rune) bool { return r <= ' ' }))
	p.cleaned, p.offsets = clean.Within(p.url, lead, len(p.url), true)
	if !utf8.ValidString(p.url) {
		rest := str.Canonical(p.url[lead:])
		p.cleaned, _ = clean.Within(rest, 0, len(rest), true)
		p.offsets.Rewritten(str.CanonicalWidth)
	}
	text := p.cleaned
	start := 0
	if n := model.SchemeLen(text); n > 0 && (!p.row.urlsplit || ascii.Is(text[0], ascii.Alpha)) {
		p.scheme = ascii.ToLower(text[:n])
		p.in.Set(urlerr.Scheme, 0, n)
		start = n + 1
	}
	if strings.HasPrefix(text[start:], "//") {
		start += len("//")
		end := model.Index(text, start, len(text), "/?#")
		if end > start {
			if err := p.readNetloc(start, end); err != nil {
				return err
			}
		}
		start = end
	}
	end := len(text)
	end, fragment := model.After(text, "#", start, end, &p.in, urlerr.Fragment)
	end, query := model.After(text, "?", start, end, &p.in, urlerr.Query)
	p.in.Set(urlerr.Path, start, end)
	p.query = requote(query.Text, queryChars(), p.row.lax)
	p.fragment = requote(fragment.Text, fragmentChars(), p.row.lax)
	p.path = requote(text[start:end], pathChars(), p.row.lax)
	if p.netloc.text != "" {
		p.path = p.row.removeDots(p.path)
		if p.path != "" && p.path[0] != '/' {
			return p.fault(start, urlerr.Path, ruleNoSlash)
		}
	}
	p.hideScheme()
	return nil
}

// hideScheme escapes the first colon in the path if the text before it looks like a scheme.
func (p *parser) hideScheme() {
	if n := model.SchemeLen(p.path); n > 0 && !p.row.lax && p.scheme == "" {
		p.path = p.path[:n] + "%3A" + p.path[n+1:]
	}
}

// withoutDelimiters removes the characters that Python removes before it checks the NFKC form of an authority.
var withoutDelimiters = strings.NewReplacer("@", "", ":", "")

// readNetloc parses the authority cleaned[start:end], which must not be empty.
func (p *parser) readNetloc(start, end int) error {
	text := p.cleaned[start:end]
	if i := strings.IndexByte(text, '\\'); i >= 0 && !p.row.lax {
		return p.fault(start+i, urlerr.Authority, ruleBackslash)
	}
	if i := p.row.badBrackets(text); i >= 0 {
		return p.fault(start+i, urlerr.Host, ruleBrackets)
	}
	delimiters := "/?#@:%"
	if p.row.lax {
		delimiters = "/?#@:"
	}
	i := idna.IndexDelimiter(text, delimiters)
	if i < 0 && !p.row.lax && strings.Contains(text, "%") && !idna.IsNFKC(withoutDelimiters.Replace(text)) {
		i = strings.IndexByte(text, '%')
	}
	if i >= 0 {
		return p.fault(start+i, urlerr.Authority, ruleNFKC)
	}
	n, i, broken := p.row.split(text)
	n.addTo(&p.in, start)
	if broken.Kind != 0 {
		return p.fault(start+i, urlerr.Port, broken)
	}
	at, ok := p.in.Get(urlerr.Host)
	if !ok || at.Start == at.End && defaultPorts[p.scheme] != "" {
		return p.fault(max(at.Start, start), urlerr.Host, ruleNoHost)
	}
	host, err := p.encodeHost(at.Start, at.End)
	if err != nil {
		return err
	}
	user, password, port := n.part(urlerr.Username), n.part(urlerr.Password), n.part(urlerr.Port)
	user.Text = requote(user.Text, userinfoChars(), p.row.lax)
	password.Text = requote(password.Text, userinfoChars(), p.row.lax)
	port.Text = p.row.canonicalPort(port.Text)
	port.OK = port.Text != "" && !(p.row.rootless && port.Text == "0")
	p.netloc = makeNetloc(user, password, host, port, text)
	if p.row.urlsplit { // the attributes are those of a SplitResult with the normalized authority
		if p.netloc, _, broken = p.row.split(p.netloc.text); broken.Kind != 0 {
			p.portErr = p.fault(end, urlerr.Port, broken)
		}
	}
	return nil
}

// badBrackets returns the offset of invalid text in or next to the brackets of an authority, or -1.
func (r *row) badBrackets(text string) int {
	open, end := strings.IndexByte(text, '['), strings.IndexByte(text, ']')
	if open < 0 || end < 0 {
		return max(open, end)
	}
	if !r.lax {
		// The closing bracket can be in the userinfo.
		if open = strings.LastIndexByte(text, '@') + 1; !isTight(text[open:]) {
			return open
		}
	}
	content, _, _ := strings.Cut(text[open+1:], "]")
	ok := strings.IndexByte(content, ':') >= 0
	if version, future := strings.CutPrefix(content, "v"); future {
		digits, rest, dot := strings.Cut(version, ".")
		ok = dot && digits != "" && ascii.All(digits, ascii.HexDigit) && rest != ""
	} else if r.urlsplit && ok {
		_, ok = parseIP(content)
	}
	if ok {
		return -1
	}
	return open
}

// isTight reports whether text, which follows the userinfo, begins with its only "[", and whether only a port follows
// "]". There may be no "]".
func isTight(text string) bool {
	_, rest, _ := strings.Cut(text, "]")
	return strings.LastIndexByte(text, '[') == 0 && (rest == "" || rest[0] == ':' && !strings.Contains(rest, "]"))
}

func (r *row) removeDots(path string) string {
	rest := strings.TrimPrefix(path, "/")
	if !strings.HasPrefix(rest, ".") && !strings.Contains(rest, "/.") {
		return path
	}
	if r.rootless {
		rest = path
	}
	out, _ := model.WithoutDots(model.SlashAtEnd(strings.Split(rest, "/")))
	return path[:len(path)-len(rest)] + strings.Join(out, "/")
}
