package httpx

import (
	"net/netip"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/reading"
	"earl.example/urlerr"
)

const maxLength = 65536

const subDelims = "!$&'()*+,;="

// A sets has the characters that quote does not encode in each component.
type sets struct {
	// whole means that an invalid character or escape in a component makes quote encode every percent sign in it.
	whole bool

	userinfo, host, path, query, fragment percent.Table
}

func newSets(userinfo, host, path, query, fragment string) *sets {
	table := func(also string) percent.Table { return percent.NewTable(ascii.Unreserved, also) }
	return &sets{false, table(userinfo), table(host), table(path), table(query), table(fragment)}
}

var (
	current = sync.OnceValue(func() *sets {
		return newSets("!$%&'()*+,:", subDelims+"\"`{}%|\\", subDelims+":@/[\\]^|%", subDelims+":@/[\\]^|%?`{}",
			subDelims+":@/[\\]^|%?#{}")
	})
	older = sync.OnceValue(func() *sets {
		return newSets(subDelims+":", subDelims+"\"`{}%|\\", subDelims+":/[]@`{}%|^\\\"", subDelims+":/?[]@`{}%|^\\\"",
			subDelims+":/?#[]@`{}%|^\\\"")
	})
	oldest = sync.OnceValue(func() *sets {
		s := newSets(subDelims+":", subDelims, subDelims+":/[]@", subDelims+":/?[]@", subDelims+":/?#[]@")
		s.whole = true
		return s
	})
)

// defaultPorts maps schemes in lower case to ports that are not written.
var defaultPorts = map[string]string{"ftp": "21", "http": "80", "https": "443", "ws": "80", "wss": "443"}

// looksIPv4 reports whether host matches ^[0-9]+.[0-9]+.[0-9]+.[0-9]+$, so that it must be an IPv4 address. The dots
// match only dots, or any characters of a line if loose is set, as in 0.24.1.
func looksIPv4(host string, loose bool) bool {
	separators, spare := 0, 0 // spare is the number of digits that can be separators too
	for {
		n := ascii.Skip(host, 0, ascii.Digit)
		if n == 0 {
			return false
		}
		if loose {
			spare += (n - 1) / 2
		}
		if n == len(host) {
			return separators <= 3 && separators+spare >= 3
		}
		r, size := utf8.DecodeRuneInString(host[n:])
		if r == '\n' || r != '.' && !loose {
			return false
		}
		separators++
		host = host[n+size:]
	}
}

// A parser holds the state of one call of URL.
type parser struct {
	dialect string
	row     *row
	url     string
	in      reading.Spans // spans of the components in url

	surrogate bool // a text that is not UTF-8 cannot be encoded

	scheme, userinfo, host, port, path, query, fragment model.Part
}

func (p *parser) fault(offset int, component urlerr.Component, rule urlerr.Rule) error {
	return &urlerr.Error{Dialect: p.dialect, Input: p.url, Offset: offset, Component: component, Rule: rule}
}

func (p *parser) run() error {
	if len(p.url) > maxLength && str.RuneCount(p.url) > maxLength {
		return p.fault(-1, urlerr.NoComponent, ruleLength)
	}
	for i := range len(p.url) {
		if c := p.url[i]; c < ' ' || c == 0x7F {
			return p.fault(i, urlerr.NoComponent, ruleControl)
		}
	}
	start, n := 0, model.SchemeLen(p.url)
	switch {
	case strings.HasPrefix(p.url, ":"):
		start = len(":")
	case n != 0 && ascii.Is(p.url[0], ascii.Alpha):
		p.in.Set(urlerr.Scheme, 0, n)
		p.scheme = model.Present(ascii.ToLower(p.url[:n]))
		start = n + 1
	}
	if strings.HasPrefix(p.url[start:], "//") {
		start += len("//")
		end := model.Index(p.url, start, len(p.url), "/?#")
		if err := p.authority(start, end, p.url[:n]); err != nil {
			return err
		}
		start = end
	}
	end := len(p.url)
	end, p.fragment = model.After(p.url, "#", start, end, &p.in, urlerr.Fragment)
	end, p.query = model.After(p.url, "?", start, end, &p.in, urlerr.Query)
	p.in.Set(urlerr.Path, start, end)
	path := p.url[start:end]
	hasAuthority := p.userinfo.OK || p.host.OK || p.port.OK
	if strings.HasPrefix(path, "//") && !hasAuthority && (p.row.firstAt || !p.scheme.OK) ||
		strings.HasPrefix(path, ":") && !hasAuthority && !p.scheme.OK {
		return p.fault(start, urlerr.Path, rulePath)
	}
	if hasAuthority || p.scheme.OK && !p.row.firstAt {
		path = removeDots(path)
	}
	p.path = model.Present(p.quote(path, &p.row.sets().path))
	p.query.Text = p.quote(p.query.Text, &p.row.sets().query)
	p.fragment.Text = p.quote(p.fragment.Text, &p.row.sets().fragment)
	if p.surrogate {
		return p.fault(scalar.ValidLen(p.url), urlerr.NoComponent, ruleSurrogate)
	}
	return nil
}

// authority parses the authority url[start:end]. An empty userinfo, host or port is absent.
func (p *parser) authority(start, end int, scheme string) error {
	text := p.url[start:end]
	host := strings.LastIndexByte(text, '@') + 1
	stop := ":@"
	if p.row.firstAt {
		host, stop = strings.IndexByte(text, '@')+1, ":"
	}
	if host > 1 {
		p.in.SetUserinfo(p.url, start, start+host-1)
		p.userinfo = model.Present(p.quote(text[:host-1], &p.row.sets().userinfo))
	}
	hostEnd := model.Index(text, host, len(text), stop)
	if strings.HasPrefix(text[host:], "[") && strings.Contains(text[host:], "]") {
		hostEnd = strings.LastIndexByte(text, ']') + 1
	}
	if hostEnd > host {
		p.in.Set(urlerr.Host, start+host, start+hostEnd)
		name, broken := p.encodeHost(text[host:hostEnd])
		if broken.Kind != 0 {
			return p.fault(start+host, urlerr.Host, broken)
		}
		p.host = model.Present(name)
	}
	port := hostEnd
	if port < len(text) && text[port] == ':' {
		port++
	}
	if port < len(text) {
		number, ok := decimal(text[port:])
		if !ok {
			return p.fault(start+port, urlerr.Port, rulePort)
		}
		p.port = model.Part{Text: number, OK: number != defaultPorts[scheme]}
		p.in.Set(urlerr.Port, start+port, end)
	}
	if end > start {
		p.in.Set(urlerr.Authority, start, end)
	}
	return nil
}

// encodeHost returns raw_host. An IPv6 address keeps its brackets.
func (p *parser) encodeHost(host string) (name string, broken urlerr.Rule) {
	switch {
	case looksIPv4(host, p.row.firstAt):
		if _, err := netip.ParseAddr(host); err != nil {
			return "", ruleIPv4
		}
		return host, broken
	case host[0] == '[' && host[len(host)-1] == ']':
		ip, err := netip.ParseAddr(host[1 : len(host)-1])
		if err != nil || !ip.Is6() || strings.ContainsAny(ip.Zone(), "%/") {
			return "", ruleIPv6
		}
		return host, broken
	case ascii.Prefix(host) == len(host):
		return p.quote(ascii.ToLower(host), &p.row.sets().host), broken
	}
	out, ok := idna.AppendIDNA2008(nil, dots.Replace(str.Lower(host, python)), false)
	if !ok {
		return "", ruleIDNA
	}
	return string(out), broken
}

// dots replaces the separators of labels that the package idna also accepts.
var dots = strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".")

// decimal returns the digits of int(text), which can be negative and of any size.
func decimal(text string) (string, bool) {
	n, err := str.ParseInt(text, python)
	switch {
	case err != nil:
		return "", false
	case text[0] != '0' && ascii.All(text, ascii.Digit):
		return text, true
	}
	var digits []byte
	for _, r := range text {
		if digit, err := str.ParseInt(string(r), python); err == nil {
			digits = append(digits, byte('0'+digit))
		}
	}
	number := model.Decimal(string(digits))
	if n < 0 {
		number = "-" + number
	}
	return number, true
}

// quote percent-encodes the characters of text that are not in a set. It does not encode the escapes in text.
func (p *parser) quote(text string, table *percent.Table) string {
	p.surrogate = p.surrogate || !utf8.ValidString(text)
	if percent.Index(text) < 0 {
		encoded, _ := percent.EncodeString(text, table)
		return encoded
	}
	var out []byte
	done := 0
	for i := range percent.Escapes(text) {
		out = percent.AppendEncode(out, text[done:i], table)
		out = append(out, text[i:i+3]...)
		done = i + 3
	}
	encoded := string(percent.AppendEncode(out, text[done:], table))
	if p.row.sets().whole && encoded != text {
		encoded, _ = percent.EncodeString(text, table)
	}
	return encoded
}

// removeDots removes the segments "." and "..", and the segment before each "..". The path does not get a slash at its
// end.
func removeDots(path string) string {
	if !dotsegment.Has(path) {
		return path
	}
	segments := strings.Split(path, "/")
	out := segments[:0]
	for _, segment := range segments {
		switch {
		case segment == ".":
		case segment != "..":
			out = append(out, segment)
		case len(out) > 1 || len(out) == 1 && out[0] != "":
			out = out[:len(out)-1]
		}
	}
	return strings.Join(out, "/")
}

// write writes str(URL). It returns the length of this text; values that differ follow.
func (p *parser) write(w *model.Writer) (href int) {
	w.PutScheme(p.scheme)
	if p.userinfo.OK || p.host.OK || p.port.OK {
		w.Add("//")
		w.PutAuthority(p.userinfo, p.host, p.port)
		if at, _ := w.At.Get(urlerr.Host); strings.HasPrefix(p.host.Text, "[") { // raw_host has no brackets
			w.At.Set(urlerr.Host, at.Start+1, at.End-1)
		}
	}
	w.PutPath(p.path, p.query, p.fragment)
	return w.Len()
}
