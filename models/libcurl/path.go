package libcurl

import (
	"bytes"
	"strings"

	"earl.example/internal/text/dotsegment"
)

// removeDots removes dot segments by RFC 3986 §5.2.4. Unless the release has rawDots, an escaped dot counts as a dot.
func (r *row) removeDots(path string) string {
	if strings.IndexByte(path, '.') < 0 && (r.rawDots || !strings.Contains(path, "%2")) {
		return path
	}
	rest := path
	for rest != "" && rest[0] != '/' { // remove "./" and "../" at the beginning
		segment, after, _ := strings.Cut(rest, "/")
		if dotsegment.Dots(segment, !r.rawDots) == 0 {
			break
		}
		rest = after
	}
	out := make([]byte, 0, len(rest))
	for rest != "" {
		end := len(rest)
		if i := strings.IndexByte(rest[1:], '/'); i >= 0 {
			end = i + 1
		}
		segment := rest[:end]
		rest = rest[end:]
		dots := 0
		if segment[0] == '/' {
			dots = dotsegment.Dots(segment[1:], !r.rawDots)
		}
		if dots == 0 {
			out = append(out, segment...)
			continue
		}
		if dots == 2 {
			out = out[:max(0, bytes.LastIndexByte(out, '/'))]
		}
		if rest == "" {
			out = append(out, '/')
		}
	}
	if string(out) == path {
		return path
	}
	return string(out)
}
