package httpclient

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/names/idna"

	"earl.example/internal/model"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/models/javanet"
	"earl.example/reading"
	"earl.example/urlerr"
)

// Resolve returns the URL of the next request if the response to a request for base has the header field Location with
// the value ref. It is the result of DefaultRedirectStrategy.getLocationURI.
func (p program) Resolve(release uint8, base, ref string) (string, error) {
	var r reading.Reading
	if err := p.Read(&r, release, base); err != nil {
		return "", err
	}
	redirect := redirect5
	if table[release].version4 {
		redirect = redirect4
	}
	target := redirect(&r, ref)
	return target.text, model.Renamed(target.err, p.Name())
}

// A uri has the components of a java.net.URI, or an error.
type uri struct {
	text  string
	parts [urlerr.Fragment + 1]model.Part
	err   error
}

// parse returns new URI(text). If err is not nil, the result has this error.
func parse(text string, err error) uri {
	var r reading.Reading
	if err == nil {
		javanet.Dialect{}.Read(&r, text)
		err = r.Err()
	}
	if err != nil {
		return uri{err: err}
	}
	u := uri{text: r.Href()}
	for c := range u.parts {
		u.parts[c].Text, u.parts[c].OK = r.Get(urlerr.Component(c))
	}
	return u
}

func (u *uri) has(c urlerr.Component) bool         { return u.parts[c].OK }
func (u *uri) get(c urlerr.Component) string       { return u.parts[c].Text }
func (u *uri) set(c urlerr.Component, text string) { u.parts[c] = model.Present(text) }
func (u *uri) lower(c urlerr.Component)            { u.parts[c].Text = ascii.ToLower(u.parts[c].Text) }

// build parses the text of the components. If there is a host, it ignores the authority.
func (u *uri) build() uri {
	authority := u.parts[urlerr.Authority].Between("//", "")
	if u.has(urlerr.Host) {
		authority = "//" + u.parts[urlerr.Userinfo].Between("", "@") + u.get(urlerr.Host) +
			u.parts[urlerr.Port].Between(":", "")
	}
	return parse(u.parts[urlerr.Scheme].Between("", ":")+authority+u.get(urlerr.Path)+
		u.parts[urlerr.Query].Between("?", "")+u.parts[urlerr.Fragment].Between("#", ""), nil)
}

// fail returns an error about component c.
func (u *uri) fail(c urlerr.Component, rule urlerr.Rule) uri {
	return uri{err: &urlerr.Error{Dialect: "httpclient", Input: u.text, Offset: -1, Component: c, Rule: rule}}
}

// requested returns the request URL text with the host and the port to which the client connects.
func requested(r *reading.Reading, text string) uri {
	u := parse(text, nil)
	u.lower(urlerr.Scheme)
	for _, c := range []urlerr.Component{urlerr.Host, urlerr.Port} {
		u.parts[c].Text, u.parts[c].OK = r.Get(c)
	}
	if strings.HasPrefix(u.get(urlerr.Port), "-") {
		u.parts[urlerr.Port] = model.Part{}
	}
	return u
}

// redirect4 is getLocationURI in version 4.5. It resolves a query by cutting the base at its first "?", even if this is
// after a "#".
func redirect4(r *reading.Reading, ref string) uri {
	location := parse(ref, nil)
	if location = location.normalized4(); location.err != nil || location.has(urlerr.Scheme) {
		return location
	}
	base := requested(r, toASCII(r.Href()))
	if base.err == nil {
		base = base.rewritten4()
	}
	target, err := javanet.Dialect{}.Resolve(base.text, cmp.Or(location.text, "#"))
	switch {
	case base.err != nil:
		return base
	case strings.HasPrefix(location.text, "?"):
		before, _, _ := strings.Cut(toASCII(base.text), "?")
		return parse(before+toASCII(location.text), nil)
	case location.text == "":
		target, _, _ = strings.Cut(toASCII(target), "#")
	case !base.has(urlerr.Authority) && !location.has(urlerr.Authority):
		return uri{text: target, err: err}
	}
	location = parse(target, err)
	return location.normalized4()
}

// rewritten4 returns u without empty segments, except the last, as URIUtils.rewriteURI does. If there are no others, it
// does not change the escapes of the path.
func (u *uri) rewritten4() uri {
	all := segments(u.get(urlerr.Path))
	last := max(0, len(all)-1)
	kept := slices.DeleteFunc(slices.Clone(all[:last]), func(segment string) bool { return segment == "" })
	if len(kept) < last || len(all) == 0 {
		u.set(urlerr.Path, path(append(kept, all[last:]...)))
	}
	return u.build()
}

// normalized4 is URIUtils.normalizeSyntax in version 4.5. It decodes the path, removes dot segments, and encodes it.
func (u *uri) normalized4() uri {
	if !u.has(urlerr.Authority) {
		return *u
	}
	kept, _ := model.WithoutDots(segments(u.get(urlerr.Path)))
	u.set(urlerr.Path, path(kept))
	u.lower(urlerr.Scheme)
	u.lower(urlerr.Host)
	return u.build()
}

// segments returns the decoded segments of a path.
func segments(path string) []string {
	all := model.Segments(strings.TrimPrefix(path, "/"))
	for i, segment := range all {
		all[i] = decodeBytes(segment)
	}
	return all
}

// path returns the path with the given segments.
func path(segments []string) string {
	var b []byte
	for _, segment := range segments {
		b = percent.AppendEncode(append(b, '/'), segment, &segmentChars)
	}
	return cmp.Or(string(b), "/")
}

// redirect5 is getLocationURI in version 5. Before it resolves ref, it normalizes ref.
func redirect5(r *reading.Reading, ref string) uri {
	normal, err := javanet.Normalize(ref)
	location := parse(normal, err)
	if err == nil {
		location = location.built5(normal != model.Java.Decode(ref))
	}
	if location.err != nil || location.has(urlerr.Scheme) {
		return location
	}
	base := requested(r, r.Href())
	base.parts[urlerr.Userinfo], base.parts[urlerr.Fragment] = model.Part{}, model.Part{}
	if base = base.build(); base.err != nil {
		return base
	}
	location = parse(javanet.Dialect{}.Resolve(base.text, location.text))
	if !location.has(urlerr.Authority) {
		return location
	}
	return location.built5(true)
}

// built5 returns the URL that URIBuilder builds from u, with the host in lower case. An empty or opaque path becomes
// "/". If there is no host, URIBuilder writes getRawSchemeSpecificPart. If u is the changed result of normalize or
// resolve, Java decodes the components for this part and quotes them again, so %2F in a path becomes a slash.
func (u *uri) built5(changed bool) uri {
	if address := strings.Trim(u.get(urlerr.Host), "[]"); isIPv6(address) {
		u.parts[urlerr.Host].Text = address
	}
	if u.has(urlerr.Authority) && !u.has(urlerr.Host) && !u.split5() {
		return u.fail(urlerr.Authority, rulePort)
	}
	host := u.get(urlerr.Host)
	scheme := ascii.ToLower(u.get(urlerr.Scheme))
	if (scheme == "http" || scheme == "https") && strings.TrimFunc(host, model.IsJavaSpace) == "" {
		return u.fail(urlerr.Authority, ruleHost)
	}
	if !u.has(urlerr.Host) && u.get(urlerr.Path) != "" {
		if !changed {
			return *u
		}
		for c, chars := range quoted {
			u.parts[c].Text = quote(u.get(c), &chars)
		}
	}
	u.set(urlerr.Path, cmp.Or(u.get(urlerr.Path), "/"))
	if host = str.Lower(host, str.Release{Minor: 9}); isIPv6(host) { // a release with the Unicode version of Java 17
		u.parts[urlerr.Host].Text = "[" + host + "]"
	} else {
		u.parts[urlerr.Host].Text, _ = percent.EncodeString(host, &unreservedChars)
	}
	return u.build()
}

// split5 splits a registry-based authority and decodes the host, as URIBuilder does. If the port is not a number, there
// is no host. If the port is out of range, split5 returns false.
func (u *uri) split5() bool {
	userinfo, host, port, ok := split(u.get(urlerr.Authority))
	if !ok {
		return true
	}
	u.parts[urlerr.Userinfo] = model.Part{Text: userinfo, OK: userinfo != ""}
	u.parts[urlerr.Port] = model.Part{Text: strconv.Itoa(port), OK: port != -1}
	u.set(urlerr.Host, decodeBytes(host))
	return isPort(port)
}

// isIPv6 is InetAddressUtils.isIPv6. It does not accept IPv4 addresses at the end.
func isIPv6(s string) bool {
	address, scope, hasScope := strings.Cut(s, "%")
	if hasScope && (scope == "" || !ascii.All(strings.ReplaceAll(scope, "-", ""), ascii.Alpha|ascii.Digit)) {
		return false
	}
	_, after, short, ok := model.IPv6Groups(address, nil)
	return ok && (short && strings.Count(address, ":") <= 7 || !short && after == 8)
}

// decodeBytes decodes the escapes of s as PercentCodec.decode does, which keeps the low byte of each UTF-16 unit.
func decodeBytes(s string) string {
	var b []byte
	for i := 0; i < len(s); {
		if percent.IsEscape(s, i) {
			b = append(b, percent.Octet(s, i))
			i += len("%41")
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if high, low := utf16.EncodeRune(r); r > 0xFFFF {
			b = append(b, byte(high))
			r = low
		}
		b = append(b, byte(r))
		i += size
	}
	return model.Java.Decode(string(b))
}

// quote decodes the escapes of s, and escapes spaces, controls, and the ASCII characters that are not in chars.
func quote(s string, chars *percent.Table) string {
	var b []byte
	for _, r := range decode(s) {
		if r < utf8.RuneSelf || unicode.IsControl(r) || unicode.Is(unicode.Z, r) {
			b = percent.AppendEncode(b, string(r), chars)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

// toASCII is URI.toASCIIString: it escapes the non-ASCII characters of the normalization form NFC.
func toASCII(s string) string {
	s, _ = percent.EncodeString(nfc(s), &asciiChars)
	return s
}

// nfc returns Normalization Form C of s. A code point that the Unicode version of Go does not assign has no combining
// class, although the tables of idna can have one for it.
func nfc(s string) string {
	var out []byte
	start := 0
	for i, r := range s {
		if r >= utf8.RuneSelf && (r == utf8.RuneError || !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r)) {
			_, n := utf8.DecodeRuneInString(s[i:])
			next := i + n
			out = append(idna.AppendNFC(out, s[start:i]), s[i:next]...)
			start = next
		}
	}
	return string(idna.AppendNFC(out, s[start:]))
}

const marks = "-_.*!~'();:@&=+$,"

// The characters that stay.
var (
	unreservedChars = percent.NewTable(0, "-._~")
	segmentChars    = percent.NewTable(0, marks)
	asciiChars      = percent.NewTable(0, marks+"[]/?%#<>\"\\^`{|}")
)

// quoted has the characters of each component that Java does not quote.
var quoted = map[urlerr.Component]percent.Table{
	urlerr.Authority: percent.NewTable(0, marks+"[]"),
	urlerr.Path:      percent.NewTable(0, marks+"/"),
	urlerr.Query:     percent.NewTable(0, marks+"[]/?"),
}
