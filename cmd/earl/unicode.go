package main

import (
	"strings"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
)

// unicodeName returns a host name in Unicode. It returns host unchanged if host is not a domain name, or if the Unicode
// form does not convert back to the same name.
func unicodeName(host string) string {
	if !strings.Contains(ascii.ToLower(host), "xn--") {
		return host
	}
	name, err := idna.AppendToUnicode(nil, host, idna.Options{})
	if err != nil {
		return host
	}
	back, err := idna.AppendToASCII(nil, string(name), idna.Options{})
	if err != nil || string(back) != ascii.ToLower(host) {
		return host
	}
	return string(name)
}

// unicodeAuthority returns an authority with its host name in Unicode.
func unicodeAuthority(s string) string { return unicodeURL("//" + s)[len("//"):] }

// unicodeURL returns a URL with its host name in Unicode. The URL must have the form in which a dialect writes it.
func unicodeURL(url string) string {
	start := strings.Index(url, "//")
	if start < 0 || start > 0 && strings.IndexAny(url, ":/?#") != start-1 {
		return url
	}
	end := start + authorityEnd(url[start:])
	start += len("//")
	start += strings.LastIndexByte(url[start:end], '@') + 1
	if i := strings.IndexByte(url[start:end], ':'); i >= 0 {
		end = start + i
	}
	return url[:start] + unicodeName(url[start:end]) + url[end:]
}
