package audit

import (
	"slices"
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file has the finders for IP addresses, and for hosts that are not public.

func (v *view) findBracketHostJunk() {
	host := v.get(urlerr.Host)
	inside, ok := inBrackets(host)
	literal := ParseHost(host)
	_, placeholder, _ := strings.Cut(v.of(v.hostport()), "[:") // as in https://h.example[:port]
	placeholder, isPort := strings.CutSuffix(placeholder, "]")
	if isPort && ascii.All(placeholder, ascii.Alpha) && len(v.report.accepted()) == 0 {
		return
	}
	ok = ok && (literal.Addr.Is6() || literal.Future != "") && !strings.ContainsAny(inside+v.get(urlerr.Port), "[]")
	if !ok && strings.ContainsAny(v.of(v.hostport()), "[]") {
		v.add(v.hostport(), "")
	}
}

func (v *view) findIPvFuture() {
	if ParseHost(v.get(urlerr.Host)).Future != "" {
		v.add(v.span(urlerr.Host), "")
	}
}

func (v *view) findIPv4Nonstandard() {
	if !v.isFetched() || strings.HasSuffix(v.scheme, "+file") {
		return // chrome-extension://1234/ is the name of an extension, and git+file opens a folder
	}
	for i := range v.hosts {
		h := &v.hosts[i]
		addr := h.value.Addr
		if !addr.Is4() || h.text == addr.String() {
			continue
		}
		where, safe := addr.String()+` in browsers, curl and many resolvers`, v.replaceHost(addr.String())
		inC := ParseHost(h.text).Addr
		inJava, _ := java.read(h.text)
		differ := inC.IsValid() && inJava.Addr.IsValid() && inC != inJava.Addr
		switch {
		case !inC.IsValid():
			where = addr.String() + ` in Java`
		case differ:
			where = inC.String() + ` in browsers, curl and C, ` + inJava.String() + ` in Java`
		}
		for i := range v.report.Verdicts {
			verdict := &v.report.Verdicts[i]
			host, _ := verdict.Hosts()
			if verdict.accepted() && host.Addr != addr && (host.Addr.IsValid() || differ) {
				safe = "" // it would be another host
			}
		}
		v.addSafe(v.hostSpan(), `This is the address `+where+`, and a name in other programs. Compare addresses, not `+
			`texts.`, safe)
		return
	}
}

func (v *view) findIPv4BadNumber() {
	endsInNumber := func(h hostReading) bool { return ipaddr.EndsInNumber(ParseHost(h.text).Name) }
	if !strings.HasPrefix(v.get(urlerr.Host), "[") && slices.ContainsFunc(v.hosts, endsInNumber) {
		v.add(v.hostSpan(), "")
	}
}

func (v *view) findIPv6EmbedsIPv4() {
	for i := range v.hosts {
		if inner, kind, ok := ipaddr.Embedded(v.hosts[i].value.Addr); ok {
			v.add(v.hostSpan(), `This IPv6 address contains the IPv4 address `+inner.String()+`: `+kind+`.`)
			return
		}
	}
}

func (v *view) findIPv6Zone() {
	host, at := v.get(urlerr.Host), v.span(urlerr.Host)
	address, zone, ok := strings.Cut(host, "%")
	if ok && strings.HasPrefix(host, "[") && strings.Contains(host, ":") {
		safe := ""
		if _, after, ok := strings.Cut(zone, "]"); ok {
			safe = v.replaceHost(address + "]" + after)
		}
		v.addSafe(span(at.Start+len(address), at.End), "", safe)
	}
}

func (v *view) findDestInternal() {
	if at, ok := v.nested(); ok {
		if why := internal(innermost(v.input[at.Start:at.End]).hosts, ""); why != "" {
			v.addInput(at, `The host of the URL inside this one is not on the public Internet: `+why+`.`, "")
			return
		}
	}
	ignored := ""
	if v.scheme == "file" {
		ignored = "localhost" // a program that opens a local file sends no request
	}
	if why := internal(v.hosts, ignored); why != "" {
		v.add(v.hostSpan(), `Some program reads a host that is not on the public Internet: `+why+`.`)
	} else if why := ParseHost(v.lateHost()).Internal(); why != "" {
		v.add(span(v.span(urlerr.Authority).End, len(v.text)), `Old programs end the authority only at a slash. `+
			`They read the host after the "@", which is not on the public Internet: `+why+`.`)
	}
}

// innermost returns the view of the innermost URL inside url. It looks at no more than maxNested URLs, including url.
func innermost(url string) *view {
	v := newView(&Report{Input: url}, nil)
	for range maxNested - 1 {
		at, ok := v.nested()
		if !ok {
			break
		}
		v = newView(&Report{Input: v.input[at.Start:at.End]}, nil)
	}
	return v
}

// internal returns the reason why one of hosts is not public, or "" if all hosts are public. It skips the name ignored.
func internal(hosts []hostReading, ignored string) string {
	for i := range hosts {
		host := &hosts[i].value
		if ignored != "" && host.Name == ignored {
			continue
		}
		if why := host.Internal(); why != "" {
			return why
		}
	}
	return ""
}
