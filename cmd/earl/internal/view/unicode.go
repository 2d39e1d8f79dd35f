package view

import (
	"strings"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
)

// UnicodeName returns a host name in Unicode. It returns host unchanged if host is not a domain name, or if the Unicode
// form does not convert back to the same name.
func UnicodeName(host string) string {
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

// UnicodeAuthority returns an authority with its host name in Unicode.
func UnicodeAuthority(s string) string { return UnicodeURL("//" + s)[len("//"):] }

// UnicodeURL returns a URL with its host name in Unicode. The URL must have the form in which a dialect writes it.
func UnicodeURL(url string) string {
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
	return url[:start] + UnicodeName(url[start:end]) + url[end:]
}
