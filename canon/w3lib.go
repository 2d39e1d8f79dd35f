package canon

import (
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/nameprep"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
	"earl.example/urllib"
)

const w3libPage = `What w3lib.url.canonicalize_url of w3lib 2.4.1 returns under CPython 3.13.0, with
its default arguments. Scrapy's filter of duplicate requests builds on it.

1. Controls and spaces around the URL, and tabs and newlines in it, are removed.
2. It is split as Python's urlparse does. What that refuses is an error.
3. A host beyond ASCII is written by Python's codec "idna" (IDNA 2003) where that
   can; then it is written in lower case, and a colon at its end goes. The port
   stays, also if it is the default.
4. The path is decoded, but for %2F and %3F, and encoded again; "%" stays as it
   is then. An empty path becomes "/".
5. The query is cut at "&" and ";", decoded, sorted by name and then by value, and
   written as a form. A name without "=" gets one. Empty pairs go.
6. The fragment goes. Dot segments stay.

What w3lib does is kept as it is. It decodes %25, so that the form of a form may
differ: http://h/%2541, http://h/%41, http://h/A. The text must be UTF-8.
`

var (
	w3libPython   = urllib.Python{Version: urllib.MustParseVersion("3.13.0")}
	pythonRelease = str.Release{Minor: 13}

	// Tables of the characters that w3lib does not encode in paths and in params.
	w3libPath   = percent.NewTable(ascii.Unreserved, ":/?[]@!$&'()*+,;=|%")
	w3libParams = percent.NewTable(ascii.Unreserved, ":/?#[]@!$&'()*+,;=|%")

	// formTable encodes like Python's quote_plus.
	formTable = func() percent.Table {
		t := percent.NewTable(ascii.Unreserved, "")
		t.Replace(' ', '+')
		return t
	}()
)

func w3libForm(url string) (string, error) {
	if i := invalidUTF8(url); i >= 0 {
		return "", fault(&ruleText, url, i, urlerr.NoComponent)
	}
	r, err := w3libPython.Parse(stripped(url), urllib.SplitOptions{})
	if err != nil {
		return "", err
	}
	if netloc, ok := nameprep.AppendToASCII(nil, r.Netloc); ok {
		r.Netloc = string(netloc)
	}
	r.Netloc = lowerHost(r.Netloc)
	if r.Path = string(percent.AppendEncode(nil, decodePath(r.Path), &w3libPath)); r.Path == "" {
		r.Path = "/"
	}
	r.Params, _ = percent.EncodeString(r.Params, &w3libParams)
	r.Query = sortQuery(r.Query)
	r.Fragment = ""
	return r.GetURL(), nil
}

// invalidUTF8 returns the offset of the first byte of s that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") {
			return i
		}
	}
	return -1
}

// stripped returns url without controls and spaces at its ends, and without tabs, CR and LF.
func stripped(url string) string {
	url = strings.TrimFunc(url, func(r rune) bool { return r <= ' ' })
	if strings.ContainsAny(url, "\t\r\n") {
		url = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(url)
	}
	return url
}

// lowerHost converts the text after the last "@" to lower case and removes colons at its end.
func lowerHost(netloc string) string {
	at := strings.LastIndexByte(netloc, '@') + 1
	host := str.Lower(netloc[at:], pythonRelease)
	return netloc[:at] + strings.TrimRight(host, ":")
}

// decodePath decodes all percent-encodings except %2F and %3F. It writes these in upper case.
func decodePath(path string) []byte {
	out := make([]byte, 0, len(path))
	for {
		i := percent.Index(path)
		if i < 0 {
			return append(out, path...)
		}
		out = append(out, path[:i]...)
		c := ascii.Unhex[path[i+1]]<<4 | ascii.Unhex[path[i+2]]
		switch c {
		case '/':
			out = append(out, "%2F"...)
		case '?':
			out = append(out, "%3F"...)
		default:
			out = append(out, c)
		}
		path = path[i+3:]
	}
}

// sortQuery parses a query as a form, sorts the pairs and serializes them.
func sortQuery(query string) string {
	if query == "" {
		return ""
	}
	out := make([]byte, 0, len(query)+1)
	type pair struct{ name, value string }
	pairs := make([]pair, 0, strings.Count(query, "&")+strings.Count(query, ";")+1)
	for query != "" {
		text := query
		if i := strings.IndexAny(query, "&;"); i >= 0 {
			text, query = query[:i], query[i+1:]
		} else {
			query = ""
		}
		if text == "" {
			continue
		}
		name, value, _ := strings.Cut(text, "=")
		name, _ = percent.DecodeString(name, true)
		value, _ = percent.DecodeString(value, true)
		pairs = append(pairs, pair{name, value})
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		return strings.Compare(a.value, b.value)
	})
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
