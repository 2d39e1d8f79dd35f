package okhttp

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A parser holds the state of one call of HttpUrl.get or resolve.
type parser struct {
	row  *row
	url  string
	text string        // decoded url
	in   reading.Spans // spans of the components in text
	err  error

	scheme, host       string
	username, password string
	port               string // "" if it is the default port
	path               []string
	query, fragment    model.Part
}

func (p *parser) fail(offset int, c urlerr.Component, rule urlerr.Rule) {
	offset = model.Java.Origin(p.url, offset)
	p.err = &urlerr.Error{Dialect: "okhttp", Input: p.url, Offset: offset, Component: c, Rule: rule}
}

// The characters of each component that are not encoded.
var (
	userinfoTable = percent.NewTable(ascii.Unreserved, "!$%&()*+,")
	pathTable     = percent.NewTable(ascii.Unreserved, "!$%&'()*+,:;=@[]")
	queryTable    = percent.NewTable(ascii.Unreserved, "!$%&()*+,/:;=?@[\\]^`{|}")
	fragmentTable = func() percent.Table {
		t := percent.NewTable(ascii.Unreserved, " !\"#$%&'()*+,/:;<=>?@[\\]^`{|}")
		for c := 0x80; c < len(t); c++ {
			t = t.Replace(byte(c), byte(c))
		}
		return t
	}()
)

// removed removes the characters that HttpUrl removes from components.
var removed = strings.NewReplacer("\t", "", "\n", "", "\f", "", "\r", "")

func canonical(s string, table *percent.Table) string {
	s, _ = percent.EncodeString(removed.Replace(s), table)
	return s
}

// parse parses the text. If base is not nil, the text can be a relative reference.
func (p *parser) parse(base *parser) {
	const space = "\t\n\f\r "
	s := p.text
	limit := len(strings.TrimRight(s, space))
	pos := limit - len(strings.TrimLeft(s[:limit], space))
	p.path = []string{""}
	var n int
	if pos < limit && ascii.Is(s[pos], ascii.Alpha) {
		n = model.SchemeLen(s[pos:limit])
	}
	switch {
	case n > 0:
		p.scheme = ascii.ToLower(s[pos : pos+n])
		if p.scheme != "http" && p.scheme != "https" {
			p.fail(pos, urlerr.Scheme, ruleScheme)
			return
		}
		p.in.Set(urlerr.Scheme, pos, pos+n)
		pos += n + 1
	case base == nil:
		p.fail(pos, urlerr.Scheme, ruleScheme)
		return
	default:
		p.scheme = base.scheme
	}
	slashes := limit - pos - len(strings.TrimLeft(s[pos:limit], `/\`))
	if slashes >= 2 || base == nil || base.scheme != p.scheme {
		if pos = p.authority(pos+slashes, limit); p.err != nil {
			return
		}
	} else {
		p.username, p.password, p.host, p.port = base.username, base.password, base.host, base.port
		if p.path = slices.Clone(base.path); pos == limit || s[pos] == '#' {
			p.query = base.query
		}
	}
	end := limit
	end, p.fragment = model.After(s, "#", pos, end, &p.in, urlerr.Fragment)
	p.fragment.Text = canonical(p.fragment.Text, &fragmentTable)
	end, query := model.After(s, "?", pos, end, &p.in, urlerr.Query)
	if query.OK {
		p.query = model.Present(canonical(query.Text, &queryTable))
	}
	p.in.Set(urlerr.Path, pos, end)
	p.resolvePath(s[pos:end])
}

// authority parses the authority at offset pos, and returns its end.
func (p *parser) authority(pos, limit int) (end int) {
	start := pos
	end = model.Index(p.text, pos, limit, `/\?#`)
	if at := strings.LastIndexByte(p.text[pos:end], '@'); at >= 0 {
		pos += at + 1
		username, password, _ := strings.Cut(p.text[start:pos-1], ":")
		p.username, p.password = canonical(username, &userinfoTable), canonical(password, &userinfoTable)
		p.in.SetUserinfo(p.text, start, pos-1)
	}
	p.in.Set(urlerr.Authority, start, end)
	colon := pos
	for brackets := false; colon < end && (brackets || p.text[colon] != ':'); colon++ {
		brackets = p.text[colon] == '[' || brackets && p.text[colon] != ']'
	}
	p.in.Set(urlerr.Host, pos, colon)
	var ok bool
	if p.host, ok = p.canonicalHost(p.text[pos:colon]); !ok {
		p.fail(pos, urlerr.Host, ruleHost)
		return end
	}
	if colon+1 >= end {
		return end
	}
	p.in.Set(urlerr.Port, colon+1, end)
	text := p.text[colon+1 : end]
	n, ok := model.JavaInt(text)
	if !ok || n < 1 || n > 65535 || ascii.Prefix(text) < len(text) {
		p.fail(colon+1, urlerr.Port, rulePort)
	}
	if p.port = strconv.Itoa(n); p.scheme == "http" && n == 80 || p.scheme == "https" && n == 443 {
		p.port = ""
	}
	return end
}

// canonicalHost returns the host that the text means. An IPv6 address has no brackets.
func (p *parser) canonicalHost(text string) (host string, ok bool) {
	if decoded, _ := percent.DecodeString(text, false); decoded != text {
		text = model.Java.Decode(decoded)
	}
	if strings.IndexByte(text, ':') >= 0 {
		if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			text = text[1 : len(text)-1]
		}
		ip, err := netip.ParseAddr(text)
		return ip.Unmap().String(), err == nil && ip.Zone() == ""
	}
	if p.row.idna2003 {
		text, _ = model.JavaToASCII(text) // "" if it fails
		text = ascii.ToLower(text)
	} else {
		text = toASCII(text)
	}
	bad := func(r rune) bool { return r <= ' ' || r >= 0x7F || strings.ContainsRune(`#%/:?@[\]`, r) }
	return text, text != "" && !strings.ContainsFunc(text, bad)
}

// toASCII encodes a host by UTS #46, and checks the lengths of its labels. It returns "" if the host is invalid.
func toASCII(host string) string {
	options := idna.Options{SkipBidi: true, SkipJoiners: true, Lenient: true}
	out, err := idna.AppendToASCII(nil, host, options)
	if err != nil || len(out) > 253 {
		return ""
	}
	name := strings.TrimSuffix(string(out), ".")
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 {
			return ""
		}
	}
	return string(out)
}

// resolvePath resolves a path against the segments of p. An empty path changes nothing.
func (p *parser) resolvePath(path string) {
	if path == "" {
		return
	}
	if path[0] == '/' || path[0] == '\\' {
		p.path = []string{""}
		path = path[1:]
	} else {
		p.path[len(p.path)-1] = ""
	}
	for path != "" {
		end := model.Index(path, 0, len(path), `/\`)
		segment := canonical(path[:end], &pathTable)
		slash := end < len(path)
		if path = path[end:]; slash {
			path = path[1:]
		}
		last := len(p.path) - 1 // an empty segment
		switch dotsegment.Dots(segment, true) {
		case 0:
			p.path[last] = segment
			if slash {
				p.path = append(p.path, "")
			}
		case 2:
			p.path = p.path[:max(1, last)]
			p.path[len(p.path)-1] = ""
		}
	}
}

// write writes the URL.
func (p *parser) write(w *model.Writer) {
	w.Put("", urlerr.Scheme, model.Present(p.scheme))
	w.Add("://")
	start := w.Len()
	if p.username != "" || p.password != "" {
		w.PutUserinfo(model.Part{Text: p.username, OK: p.username != ""}, model.Part{Text: p.password, OK: p.password != ""})
		w.Add("@")
	}
	if strings.IndexByte(p.host, ':') >= 0 {
		w.Add("[")
		w.Put("", urlerr.Host, model.Present(p.host))
		w.Add("]")
	} else {
		w.Put("", urlerr.Host, model.Present(p.host))
	}
	w.Put(":", urlerr.Port, model.Part{Text: p.port, OK: p.port != ""})
	w.At.Set(urlerr.Authority, start, w.Len())
	w.PutPath(model.Present("/"+strings.Join(p.path, "/")), p.query, p.fragment)
}
