package canon

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"earl.example/internal/model"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/urlerr"
	"earl.example/urllib"
)

var (
	w3libPython = sync.OnceValue(func() urllib.Python {
		return urllib.Python{Version: urllib.MustParseVersion("3.13.0")}
	})
	// w3lib2Python splits URLs and checks square brackets as w3lib 2.5.0 does.
	w3lib2Python = sync.OnceValue(func() urllib.Python {
		return urllib.Python{Version: urllib.MustParseVersion("3.13.2")}
	})
	pythonRelease = str.Release{Minor: 13}

	// Tables of the characters that w3lib does not encode.
	w3libPath    = percent.NewTable(ascii.Unreserved, ":/?[]@!$&'()*+,;=|%")
	w3libParams  = percent.NewTable(ascii.Unreserved, ":/?#[]@!$&'()*+,;=|%")
	w3lib2User   = percent.NewTable(ascii.Unreserved, "!$&'()*+,")
	w3lib2Params = percent.NewTable(ascii.Unreserved, ":/?@!$&'()*+,;=%")

	// formTable encodes like Python's quote_plus.
	formTable = percent.NewTable(ascii.Unreserved, "").Replace(' ', '+')
)

func w3libForm(url string) (string, error) {
	if i := scalar.ValidLen(url); i < len(url) {
		return "", fault(&ruleText, url, i, urlerr.NoComponent)
	}
	r, err := w3libPython().Parse(stripped(url), urllib.URLOptions{})
	if err != nil {
		return "", err
	}
	if netloc, ok := nameprep.AppendToASCII(nil, r.Netloc); ok {
		r.Netloc = string(netloc)
	}
	r.Netloc = lowerHost(r.Netloc)
	r.Path = cmp.Or(string(percent.AppendEncode(nil, decodePath(r.Path, "/?"), &w3libPath)), "/")
	r.Params, _ = percent.EncodeString(r.Params, &w3libParams)
	r.Query = sortQuery(strings.ReplaceAll(r.Query, ";", "&"))
	r.Fragment = ""
	return r.GetURL(), nil
}

func w3lib2Form(url string) (string, error) {
	r, err := w3lib2Python().Parse(withSlashes(stripped(encodeInvalid(url))), urllib.URLOptions{})
	if err != nil {
		return "", err
	}
	if nfkc, changed := normalized(withoutDelimiters.Replace(r.Netloc)); changed && strings.Contains(nfkc, `\`) {
		return "", fault(&ruleBackslash, url, strings.LastIndex(url, r.Netloc), urlerr.Host)
	}
	if r.Netloc, err = w3lib2Netloc(r, url); err != nil {
		return "", err
	}
	path := percent.AppendEncode(nil, decodePath(r.Path, "%/;?"), &w3libPath)
	if len(path) > 0 && path[0] == '/' {
		path = dotsegment.Remove(path)
	}
	r.Path = cmp.Or(string(path), "/")
	r.Params, _ = percent.EncodeString(r.Params, &w3lib2Params)
	r.Query = sortQuery(r.Query)
	r.Fragment = ""
	return r.GetURL(), nil
}

// encodeInvalid returns url with each byte that is not UTF-8 percent-encoded.
func encodeInvalid(url string) string {
	var out []byte
	for i := scalar.ValidLen(url); i < len(url); i = scalar.ValidLen(url) {
		out = percent.AppendEncode(append(out, url[:i]...), url[i:i+1], &formTable)
		url = url[i+1:]
	}
	return string(out) + url
}

// withSlashes returns url with "/" for each backslash before the query, if the scheme is special in the URL Standard.
func withSlashes(url string) string {
	scheme, _, _ := strings.Cut(url, ":")
	switch ascii.ToLower(scheme) {
	case "http", "https", "ws", "wss", "ftp", "file":
		end := model.Index(url, 0, len(url), "?#")
		return strings.ReplaceAll(url[:end], `\`, "/") + url[end:]
	}
	return url
}

// w3lib2Netloc returns the netloc of r in its canonical form. url is the input.
func w3lib2Netloc(r urllib.ParseResult[string], url string) (string, error) {
	var out []byte
	appendUser := func(s string) {
		s, _ = percent.DecodeString(s, false)
		out = percent.AppendEncode(out, s, &w3lib2User)
	}
	if user, ok := r.Username(); ok {
		appendUser(user)
		if password, ok := r.Password(); ok {
			out = append(out, ':')
			appendUser(password)
		}
		out = append(out, '@')
	}
	hostPort := r.Netloc[strings.LastIndexByte(r.Netloc, '@')+1:]
	if strings.Contains(r.Netloc, "[") && !strings.Contains(hostPort, "[") {
		return string(out), nil // only the userinfo has brackets: w3lib drops the host
	}
	host, _ := r.Hostname()
	if strings.Contains(host, ":") {
		if !nameprep.IsASCII(host) {
			return "", fault(&ruleZone, url, strings.LastIndexByte(url, '['), urlerr.Host)
		}
		host = ascii.ToLower(host)
		if ip, err := netip.ParseAddr(host); err == nil {
			host = ip.String()
		}
		out = append(append(append(out, '['), host...), ']')
	} else {
		nfkc, _ := normalized(host)
		if name, ok := nameprep.AppendToASCII(nil, nfkc); ok && !nameprep.IsASCII(host) {
			host = string(name)
		}
		out = append(out, str.Lower(host, pythonRelease)...)
	}
	port, ok, err := r.Port()
	if err != nil {
		_, text, _ := strings.Cut(hostPort[strings.LastIndexByte(hostPort, ']')+1:], ":")
		return "", fault(&ruleW3libPort, url, strings.LastIndex(url, text), urlerr.Port)
	}
	if ok {
		out = strconv.AppendInt(append(out, ':'), int64(port), 10)
	}
	return string(out), nil
}

// withoutDelimiters removes the characters that w3lib removes before it checks the NFKC form of a netloc.
var withoutDelimiters = strings.NewReplacer("@", "", ":", "", "#", "", "?", "")

const maxRun = 4 << 10

// normalized returns Normalization Form KC of s in Unicode 15.1, and reports whether it differs from s. A code point
// that Unicode 15.1 does not assign has no decomposition and no combining class. So normalized passes only the text
// between these code points to the normalization.
//
// The normalization needs many bytes for each character, so it gets maxRun bytes at a time if that is possible.
func normalized(s string) (nfkc string, changed bool) {
	if nameprep.IsASCII(s) {
		return s, false
	}
	var out, run []byte
	for i, r := range s {
		text := s[i : i+utf8.RuneLen(r)]
		if !str.IsPrintable(r, pythonRelease) && !unicode.Is(unicode.Zs, r) {
			out = append(idna.AppendNFC(out, string(run)), text...)
			run = run[:0]
			continue
		}
		p := norm.NFKD.PropertiesString(text)
		if len(run) > maxRun && norm.NFKC.PropertiesString(text).BoundaryBefore() {
			out = idna.AppendNFC(out, string(run))
			run = run[:0]
		}
		if decomposed := p.Decomposition(); decomposed != nil {
			run = append(run, decomposed...)
		} else {
			run = append(run, text...)
		}
	}
	out = idna.AppendNFC(out, string(run))
	return string(out), string(out) != s
}

// stripped returns url without controls and spaces at its ends, and without tabs, CR and LF.
func stripped(url string) string {
	return ascii.WithoutNewlines(strings.TrimFunc(url, func(r rune) bool { return r <= ' ' }))
}

// lowerHost converts the text after the last "@" to lower case and removes colons at its end.
func lowerHost(netloc string) string {
	at := strings.LastIndexByte(netloc, '@') + 1
	host := str.Lower(netloc[at:], pythonRelease)
	return netloc[:at] + strings.TrimRight(host, ":")
}

// decodePath decodes the percent-encodings in path, except for the octets in keep. It writes the percent-encodings of
// these octets in upper case.
func decodePath(path, keep string) []byte {
	out := make([]byte, 0, len(path))
	done := 0
	for i, c := range percent.Escapes(path) {
		out = append(out, path[done:i]...)
		if done = i + len("%00"); strings.IndexByte(keep, c) >= 0 {
			out = percent.AppendEncode(out, []byte{c}, &formTable)
		} else {
			out = append(out, c)
		}
	}
	return append(out, path[done:]...)
}

// sortQuery parses a query as a form, sorts the pairs and serializes them.
func sortQuery(query string) string {
	type pair struct{ name, value string }
	pairs := make([]pair, 0, strings.Count(query, "&")+1)
	for text := range strings.SplitSeq(query, "&") {
		if text == "" {
			continue
		}
		name, value, _ := strings.Cut(text, "=")
		name, _ = percent.DecodeString(name, true)
		value, _ = percent.DecodeString(value, true)
		pairs = append(pairs, pair{name, value})
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.value, b.value))
	})
	out := make([]byte, 0, len(query))
	for i, p := range pairs {
		if i > 0 {
			out = append(out, '&')
		}
		out = percent.AppendEncode(out, p.name, &formTable)
		out = append(out, '=')
		out = percent.AppendEncode(out, p.value, &formTable)
	}
	return string(out)
}
