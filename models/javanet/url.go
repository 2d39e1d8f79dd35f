package javanet

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A locator is a parsed java.net.URL. The text of an absent component is "".
type locator struct {
	parser
	authority, query, fragment model.Part // null in Java if absent
	scheme, path               string
}

// parse parses the text. If base is not nil, the text can be a relative reference.
func (u *locator) parse(base *locator) {
	blank := func(r rune) bool { return r <= ' ' }
	start := len(u.text) - len(strings.TrimLeftFunc(u.text, blank))
	end := start + len(strings.TrimRightFunc(u.text[start:], blank))
	if ascii.HasPrefixFold(u.text[start:end], "url:") {
		start += len("url:")
	}
	n := protocolLen(u.text[start:end])
	if n > 0 {
		u.in.Set(urlerr.Scheme, start, start+n-1)
		u.scheme = ascii.ToLower(u.text[start : start+n-1])
		if base != nil && (base.scheme != u.scheme || !strings.HasPrefix(base.path, "/")) {
			base = nil
		}
	}
	if base != nil {
		p := u.parser
		*u = *base
		u.parser = p
	}
	switch {
	case u.scheme == "":
		u.fail(start, urlerr.Scheme, ruleProtocol)
	case handlers.Has(u.scheme):
		u.afterScheme(start+n, end, base != nil)
	case otherHandlers.Has(u.scheme):
		u.fail(start, urlerr.Scheme, ruleHandler)
	default:
		u.fail(start, urlerr.Scheme, ruleUnknown)
	}
}

// The protocols that have a handler in the JDK. The model does not include the handlers of the protocols in
// otherHandlers.
const (
	handlers      model.Names = " file ftp http https "
	otherHandlers model.Names = " jar jmod jrt mailto "
)

// protocolLen returns the length of the protocol at the beginning of s, with its colon, or 0 if there is no protocol.
// Java also accepts letters and digits of the BMP outside ASCII, which occur in no protocol.
func protocolLen(s string) int {
	for i, r := range s {
		switch {
		case r == ':' && i > 0:
			return i + 1
		case r < utf8.RuneSelf && (ascii.Is(byte(r), ascii.Alpha) || i > 0 && ascii.Is(byte(r), ascii.SchemeChar)):
		case r <= 0xFFFF && (unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)):
		default:
			return 0
		}
	}
	return 0
}

// afterScheme parses text[start:end], the text after the protocol. If relative is set, u has the components of the
// base.
func (u *locator) afterScheme(start, end int, relative bool) {
	if start == end {
		return
	}
	onlyQuery := u.text[start] == '?'
	end, u.fragment = model.After(u.text, "#", start, end, &u.in, urlerr.Fragment)
	if start == end {
		return
	}
	end, u.query = model.After(u.text, "?", start, end, &u.in, urlerr.Query)
	if rest := u.text[start:end]; strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, "////") {
		start += len("//")
		path := model.Index(u.text, start, end, "/")
		if !u.setAuthority(start, path) {
			return
		}
		start = path
	}
	rest := u.text[start:end]
	switch {
	case onlyQuery && relative:
		u.path = u.path[:max(0, strings.LastIndexByte(u.path, '/'))] + "/"
	case rest == "":
	case rest[0] == '/', u.path == "" && !u.authority.OK:
		u.path = rest
	case u.path == "":
		u.path = "/" + rest
	default:
		u.path = removeDots(u.path[:strings.LastIndexByte(u.path, '/')+1] + rest)
	}
	u.in.Set(urlerr.Path, start, end)
}

// removeDots removes dot segments from a resolved path. It reproduces two bugs of Java. A ".." that has no segment to
// remove remains in the result, but the next ".." removes it unless it is the first segment. A ".." at the end also
// removes everything after the first "/..".
func removeDots(path string) string {
	first := max(0, strings.IndexByte(path, '/'))
	out := append(make([]byte, 0, len(path)), path[:first]...)
	for rest := path[first:]; rest != ""; {
		end := len(rest)
		if slash := strings.IndexByte(rest[1:], '/'); slash >= 0 {
			end = slash + 1
		}
		segment := rest[:end]
		rest = rest[end:]
		switch {
		case rest != "" && segment == "/.":
		case rest != "" && segment == "/.." && len(out) > first && string(out) != "/..":
			out = out[:bytes.LastIndexByte(out, '/')]
		default:
			out = append(out, segment...)
		}
	}
	if bytes.HasSuffix(out, []byte("/..")) {
		if parent := bytes.LastIndexByte(out[:bytes.Index(out, []byte("/.."))], '/'); parent >= 0 {
			out = out[:parent+1]
		}
	}
	if len(out) > len("./") {
		out = bytes.TrimPrefix(out, []byte("./"))
	}
	if bytes.HasSuffix(out, []byte("/.")) {
		out = out[:len(out)-1]
	}
	return string(out)
}

// setAuthority parses the authority text[start:end].
func (u *locator) setAuthority(start, end int) bool {
	u.in.Set(urlerr.Authority, start, end)
	u.authority = u.part(urlerr.Authority)
	if start < end {
		u.path = ""
	}
	at := strings.IndexByte(u.authority.Text, '@')
	if at != strings.LastIndexByte(u.authority.Text, '@') { // not server-based
		return u.checkAuthority(start, end)
	}
	host := start
	if at >= 0 {
		u.in.SetUserinfo(u.text, start, start+at)
		host += at + 1
	}
	var hostEnd int
	if strings.HasPrefix(u.text[host:end], "[") {
		hostEnd = host + strings.IndexByte(u.text[host:end], ']') + 1
		address, scope, hasScope := strings.Cut(u.text[host+1:max(host+1, hostEnd-1)], "%")
		_, ok := ipv6(address, true)
		if hostEnd < end && u.text[hostEnd] != ':' || !ok || hasScope && scope == "" {
			return u.fail(host, urlerr.Host, ruleLiteral)
		}
	} else {
		hostEnd = model.Index(u.text, host, end, ":")
	}
	u.in.Set(urlerr.Host, host, hostEnd)
	if hostEnd+1 < end {
		n, ok := model.JavaInt(u.text[hostEnd+1 : end])
		if !ok || n < -1 {
			return u.fail(hostEnd+1, urlerr.Port, ruleNumber)
		}
		if n != -1 { // -1 means that there is no port
			u.port = strconv.Itoa(n)
			u.in.Set(urlerr.Port, hostEnd+1, end)
		}
	}
	return u.checkAuthority(start, end)
}

// withoutVertical replaces two vertical forms, which Java's list of characters that NFKC maps to delimiters lacks.
var withoutVertical = strings.NewReplacer("\uFE13", "...", "\uFE16", "...")

// checkAuthority checks the characters of the authority text[start:end].
func (u *locator) checkAuthority(start, end int) bool {
	check := func(start, end int, bad string, component urlerr.Component) bool {
		isBad := func(r rune) bool { return r < ' ' || r == 0x7F || strings.ContainsRune(bad, r) }
		i := strings.IndexFunc(u.text[start:end], isBad)
		return i < 0 || u.fail(start+i, component, ruleCharacter)
	}
	userinfo, _ := u.in.Get(urlerr.Userinfo)
	host, server := u.in.Get(urlerr.Host)
	checkName := func(bad string) bool {
		const delimiters = "/?#@:"
		name := u.part(urlerr.Host).Text
		i := idna.IndexDelimiter(name, delimiters)
		if i >= 0 {
			i = idna.IndexDelimiter(withoutVertical.Replace(name), delimiters)
		}
		return check(host.Start, host.End, bad, urlerr.Host) && (i < 0 || u.fail(host.Start+i, urlerr.Host, ruleCharacter))
	}
	switch {
	case u.row.laxAuthority:
		return checkName("")
	case !server:
		return check(start, end, `\`, urlerr.Authority)
	case !check(userinfo.Start, userinfo.End, `[\]`, urlerr.Userinfo):
		return false
	case strings.HasPrefix(u.part(urlerr.Host).Text, "["):
		return check(host.Start+1, host.End-1, `[\]`, urlerr.Host)
	}
	return checkName(" \"<>[\\]^`{|}")
}

// write writes the URL as toExternalForm does.
func (u *locator) write(w *model.Writer) {
	w.Put("", urlerr.Scheme, model.Present(u.scheme))
	slashes := "://"
	if u.authority.Text == "" {
		slashes = ":"
	}
	if w.Put(slashes, urlerr.Authority, u.authority); !u.authority.OK {
		w.Add(slashes)
	}
	w.PutPath(model.Present(u.path), u.query, u.fragment)
	from, _ := u.in.Get(urlerr.Authority)
	to, _ := w.At.Get(urlerr.Authority)
	for c := urlerr.Userinfo; c <= urlerr.Port; c++ {
		if span, ok := u.in.Get(c); ok {
			w.At.Set(c, span.Start-from.Start+to.Start, span.End-from.Start+to.Start)
		}
	}
}
