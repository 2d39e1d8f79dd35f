package audit

import (
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file has the finders for the port.

func (v *view) findColonHost() {
	hostport := v.of(v.hostport())
	outside := hostport[strings.LastIndexByte(hostport, ']')+1:]
	if strings.Count(outside, ":") >= 2 {
		v.add(v.hostport(), "")
	}
}

func (v *view) findPortSuspicious() {
	port, at := v.get(urlerr.Port), v.span(urlerr.Port)
	if !v.has(urlerr.Port) || strings.Contains(port, ":") {
		return
	}
	n := number(port)
	const odd = `Not every program accepts this port: `
	switch {
	case port == "":
		colon := span(at.Start-1, at.End)
		v.addSafe(colon, odd+`it is empty.`, v.replace(colon, ""))
	case !isASCII(port):
		v.add(at, odd+`its digits are not ASCII.`)
	case !ascii.All(port, ascii.Digit):
		v.add(at, odd+`it is not a number.`)
	case n < 0:
		v.add(at, odd+`it is above 65535.`)
	case n == 0:
		v.add(at, odd+`no server listens on port 0.`)
	case port[0] == '0':
		v.addSafe(at, odd+`it has leading zeros.`, v.replace(at, strings.TrimLeft(port, "0")))
	}
}

func (v *view) findPortSchemeMismatch() {
	port := number(v.get(urlerr.Port))
	name := v.scheme
	if name == "" && v.report.base != nil {
		for _, r := range v.report.accepted() {
			name = ascii.ToLower(value(r, urlerr.Scheme))
		}
	}
	if port <= 0 || name == "" {
		return
	}
	info, own := scheme.Lookup(name), ports()[name]
	web := info.Has(scheme.HTTP)
	isWeb := func(section string) bool { return web && slices.Contains(ports()[section], port) }
	switch {
	case port == int(info.Port), slices.Contains(own, port), isWeb("[web]"):
	case port <= 1023 && (web || info.Port != 0 || own != nil):
		v.add(v.span(urlerr.Port), "assigned")
	case isWeb("[blocked]"):
		v.add(v.span(urlerr.Port), "blocked")
	case isWeb("[services]"):
		v.add(v.span(urlerr.Port), "service")
	}
}
