package main

import (
	"strings"

	"earl.example"
	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// unicodeName returns a host name in Unicode. A name that would not be the same host when it is read again, and any
// other host, is returned unchanged.
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

// A unicoder rewrites URLs.
type unicoder struct {
	dialect earl.Dialect
	r       reading.Reading
}

// url returns a URL with its host name in Unicode.
func (u *unicoder) url(href string) string {
	u.dialect.Read(&u.r, href)
	host, ok := u.r.InInput(urlerr.Host)
	if !ok {
		return href
	}
	return href[:host.Start] + unicodeName(href[host.Start:host.End]) + href[host.End:]
}
