package view

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// LookUp returns the domain name of the host, or "" if the host is no domain name, and its public suffix.
func (v *View) LookUp() (domain, suffix string) {
	if !v.looked {
		v.looked, v.suffix = true, ""
		if v.domain = Domain(v.Value(urlerr.Host)); v.domain != "" {
			v.suffix = publicSuffix(v.domain, v.ICANN)
		}
	}
	return v.domain, v.suffix
}

// publicSuffix returns the public suffix of a domain, without private suffixes if icann is set.
func publicSuffix(domain string, icann bool) string {
	for {
		suffix, managed := publicsuffix.PublicSuffix(domain)
		_, rest, ok := strings.Cut(suffix, ".")
		if !icann || managed || !ok {
			return suffix
		}
		domain = rest
	}
}

// Domain returns the domain name of a host: in ASCII, in lower case, and without a final dot. If host is not a domain
// name, it returns "".
func Domain(host string) string {
	host, _ = percent.DecodeString(host, false)
	host = strings.TrimSuffix(host, ".")
	if ascii.Index(host, ascii.NonASCII) >= 0 {
		name, err := idna.AppendToASCII(nil, host, idna.Options{})
		if err != nil {
			return ""
		}
		host = string(name)
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || ascii.All(last, ascii.Digit) || strings.Contains("."+host, "..") ||
		!ascii.All(host, ascii.Unreserved) || strings.Contains(host, "~") {
		return ""
	}
	return ascii.ToLower(host)
}

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
