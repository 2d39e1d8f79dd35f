package urllib

import (
	"strconv"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect implements [reading.Dialect] with urlparse and urljoin of a release.
type Dialect struct {
	Version       Version
	Scheme        string // scheme of a URL that has no scheme
	NoFragments   bool   // allow_fragments=False: a "#" is an ordinary character
	MissingAsNone bool   // components that the URL does not have are absent; before 3.15, this rejects all URLs
}

// neverAbsent is the set of components for which the result of urlparse does not distinguish absent and empty. With
// MissingAsNone, only a path is never absent.
const neverAbsent = 1<<urlerr.Scheme | 1<<urlerr.Authority | 1<<urlerr.Path | 1<<urlerr.Params | 1<<urlerr.Query |
	1<<urlerr.Fragment

// Resolve returns urljoin(base, ref). It ignores d.Scheme, since urljoin has no such argument.
func (d Dialect) Resolve(base, ref string) (string, error) {
	return interpreter{version: d.Version}.join(base, ref, d.NoFragments, nil)
}

// Release returns the full release, such as "3.15.2".
func (d Dialect) Release() string { return d.Version.String() }

// Releases returns the newest known patch of each minor version, oldest first.
func (d Dialect) Releases() []string {
	all := make([]string, branches)
	for i := range all {
		all[i] = str.Release{Minor: uint8(firstMinor + i), Patch: newestPatch[i]}.String()
	}
	return all
}

// At returns d with another release, which it parses like [ParseVersion].
func (d Dialect) At(release string) (reading.Dialect, error) {
	version, err := ParseVersion(release)
	if err != nil {
		return nil, err
	}
	d.Version = version
	return d, nil
}

// Read sets r to the result of urlparse, with the username, password, hostname and port that Python computes from it.
func (d Dialect) Read(r *reading.Reading, url string) {
	if !r.Reset(url) {
		return
	}
	in := interpreter{version: d.Version}
	if err := in.checkArguments("urlparse", &URLOptions{MissingAsNone: d.MissingAsNone}); err != nil {
		r.Reject(err)
		return
	}
	s, c, err := in.split(url, d.NoFragments)
	if err != nil {
		r.Reject(err)
		return
	}
	u := splitURL{cutURL: cutURL{s, c}}
	u.cutURL.split(&u.components)
	if c.scheme == 0 && d.Scheme != "" {
		u.components.scheme = in.cleanScheme(d.Scheme)
		u.none &^= Scheme
	}
	u.components.path, u.params = in.splitParams(u.components.scheme, c.pathOf(s))
	if len(u.components.path) < len(c.pathOf(s)) {
		u.none &^= Params
	}
	never := uint16(neverAbsent)
	if u.keep = d.MissingAsNone; u.keep {
		never = 1 << urlerr.Path
	}
	text := url
	unchanged := s == url && u.keepsText(in)
	switch {
	case !unchanged:
		text = in.unsplit(&u.components, u.keep)
	case u.netloc == "" && !c.hasNetloc(), isPlainHost(u.netloc) && u.netloc != "":
		u.netlocCuts = netlocCuts{userinfo: -1, hostEnd: len(u.netloc), port: -1}
		u.locate(r.AcceptSame(text))
		r.SetNeverAbsent(never)
		return
	}
	u.netlocCuts = cutNetloc(u.netloc)
	u.accept(r, text, d.Version)
	r.SetNeverAbsent(never)
}

// isPlainHost reports whether netloc has only lower-case letters, digits, ".", "-", "_" and "~". The hostname is then
// equal to netloc.
func isPlainHost(netloc string) bool {
	for i := range len(netloc) {
		if ascii.Table[netloc[i]]&(ascii.Unreserved|ascii.Upper) != ascii.Unreserved {
			return false
		}
	}
	return true
}

type splitURL struct {
	cutURL // the URL without the bytes that the release drops
	netlocCuts
	components      // the result
	keep       bool // MissingAsNone
}

// keepsText reports whether urlunparse returns u.s.
func (u *splitURL) keepsText(in interpreter) bool {
	const delimited = Params | Query | Fragment
	has, before := u.written(u.keep), ""
	if u.hasNetloc() && has&Netloc == 0 {
		before = slashes
	}
	return u.components.scheme == u.s[:u.cuts.scheme] && in.beforePath(&u.components, has, u.keep) == before &&
		(has^^u.none)&delimited == 0
}

func (u *splitURL) locate(at *reading.Spans) {
	if u.cuts.scheme > 0 {
		at.Set(urlerr.Scheme, 0, u.cuts.scheme)
	}
	if u.hasNetloc() {
		start := u.cuts.path - len(u.netloc)
		at.Set(urlerr.Authority, start, u.cuts.path)
		if u.userinfo >= 0 {
			at.SetUserinfo(u.s, start, start+u.userinfo)
		}
		host, hostEnd := u.host, u.hostEnd
		if u.bracket {
			host, hostEnd = host-1, min(hostEnd+1, len(u.netloc))
		}
		at.Set(urlerr.Host, start+host, start+hostEnd)
		if u.port >= 0 {
			at.Set(urlerr.Port, start+u.port, u.cuts.path)
		}
	}
	end := u.cuts.path + len(u.components.path)
	at.Set(urlerr.Path, u.cuts.path, end)
	if end < u.cuts.query {
		at.Set(urlerr.Params, end+1, u.cuts.query)
	}
	if u.hasQuery() {
		at.Set(urlerr.Query, u.cuts.query+1, u.cuts.fragment)
	}
	if u.hasFragment(u.s) {
		at.Set(urlerr.Fragment, u.cuts.fragment+1, len(u.s))
	}
}

func (u *splitURL) accept(r *reading.Reading, href string, version Version) {
	n := netloc{text: u.netloc, version: version}
	written := u.netloc[u.host:u.hostEnd]
	host := n.lower(written)
	digits := u.portOf(u.netloc)
	port, hasPort := "", false
	var rule urlerr.Rule
	var message string
	if digits != "" {
		var number int
		if number, hasPort, rule, message = n.readPort(digits); hasPort {
			port = strconv.Itoa(number)
		}
	}
	text := href
	if host != written {
		text += host
	}
	if port != digits {
		text += port
	}
	at, in := r.Accept(text, len(href))
	u.locate(in)
	if url := r.Input(); url != u.s {
		source := interpreter{version: version}.source(url, u.s)
		in.Map(source.Start, source.End)
	}
	if message != "" {
		span, _ := in.Get(urlerr.Port)
		err := portError(rule, message, r.Input()[:span.Start], digits)
		if !err.at.Private { // in the whole input, the text after a password shows where to mask it
			err.at.Input = r.Input()
		}
		r.SetPortErr(err)
	}
	start := u.locateText(at, href)
	if host != "" {
		from := start + u.host
		if host != written {
			from = len(href)
		}
		at.Set(urlerr.Host, from, from+len(host))
	}
	if hasPort {
		from := start + u.netlocCuts.port
		if port != digits {
			from = len(text) - len(port)
		}
		at.Set(urlerr.Port, from, from+len(port))
	}
}

// locateText finds the spans that components have in href, the result of urlunparse. It stores the spans of all
// components except host and port, and returns the offset of the netloc in href.
func (u *splitURL) locateText(at *reading.Spans, href string) (netloc int) {
	end := len(href)
	has := u.written(u.keep)
	for _, c := range [...]struct {
		component urlerr.Component
		value     string
		bit       Components
	}{
		{urlerr.Fragment, u.components.fragment, Fragment}, {urlerr.Query, u.components.query, Query},
		{urlerr.Params, u.params, Params},
	} {
		if has&c.bit != 0 {
			at.Set(c.component, end-len(c.value), end)
			end -= len(c.value) + 1
		}
	}
	at.Set(urlerr.Path, end-len(u.components.path), end)
	if u.components.scheme != "" {
		at.Set(urlerr.Scheme, 0, len(u.components.scheme))
		netloc = len(u.components.scheme) + 1
	}
	if has&Netloc != 0 {
		netloc += len(slashes)
		at.Set(urlerr.Authority, netloc, netloc+len(u.netloc))
		if u.userinfo >= 0 {
			at.SetUserinfo(href, netloc, netloc+u.userinfo)
		}
	}
	return netloc
}
