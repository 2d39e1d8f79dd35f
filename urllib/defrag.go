package urllib

import (
	"strings"

	"earl.example/internal/python/str"
)

// Defrag is urldefrag(url): it parts a URL from its fragment. A URL without
// "#" comes back as it is, not even parsed; any other is split and put
// together again, with all that this changes and refuses.
func Defrag(url string) (DefragResult, error) { return standard.defrag(url) }

// Defrag is urldefrag(url).
func (py Python) Defrag(url string) (DefragResult, error) { return py.interpreter().defrag(url) }

func (in interpreter) defrag(url string) (DefragResult, error) {
	if strings.IndexByte(url, '#') < 0 {
		return DefragResult{URL: url}, nil
	}
	s, c, err := in.split(url, false)
	if err != nil {
		return DefragResult{}, err
	}
	p := (&cutURL{s, c}).pieces()
	var buf [stackText]byte
	out := buf[:0]
	if in.has(presence) {
		var at int
		out, at = growPrefix(out, p.scheme, p.netloc, p.has&hasNetloc != 0, len(p.path)+len(p.query))
		out = fixPath(append(out, p.path...), at, p.has)
		out = appendTail(out, p.query, "", p.has&hasQuery)
	} else {
		path, params := in.splitParams(p.scheme, p.path)
		out = in.appendUnsplit(out, SplitResult{p.scheme, p.netloc, path, p.query, ""}, params)
	}
	// Most URLs come out as they were, and then need no new string.
	if head := url[:strings.IndexByte(url, '#')]; head == string(out) {
		return DefragResult{head, p.fragment}, nil
	}
	return DefragResult{string(out), p.fragment}, nil
}

// Unwrap is unwrap(url): it returns the URL inside <URL:scheme://host/path>,
// <scheme://host/path>, URL:scheme://host/path or scheme://host/path, without
// surrounding white space.
func Unwrap(url string) string { return Python{}.Unwrap(url) }

// Unwrap is unwrap(url).
func (py Python) Unwrap(url string) string {
	url = str.Strip(url)
	if len(url) >= 2 && url[0] == '<' && url[len(url)-1] == '>' {
		url = str.Strip(url[1 : len(url)-1])
	}
	if rest, ok := strings.CutPrefix(url, "URL:"); ok {
		url = str.Strip(rest)
	}
	return url
}
