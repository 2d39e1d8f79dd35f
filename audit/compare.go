package audit

import (
	"slices"
	"strings"

	"earl.example"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
)

// Aspects is a set of things that dialects can disagree about.
type Aspects uint8

// The aspects. Acceptance is about all dialects, the others about those that
// take the URL.
const (
	Acceptance Aspects = 1 << iota // some take it, others do not
	Scheme                         // case aside
	Userinfo                       // decoded; empty is absent
	Host                           // by value: see [ParseHost]
	Port                           // as a number; the scheme's own is absent
	Path                           // in one spelling of escapes, without plain dot segments; empty is "/" after a host
	Query                          // in one spelling of escapes; empty is absent
	Fragment                       // the same
)

var aspectNames = [...]string{"acceptance", "scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// AspectNames returns the names of the aspects, in order.
func AspectNames() []string { return slices.Clone(aspectNames[:]) }

// Has reports whether all of x are in a.
func (a Aspects) Has(x Aspects) bool { return a&x == x }

// String returns the names, with commas between them.
func (a Aspects) String() string {
	var names []string
	for i, name := range aspectNames {
		if a&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// compare returns what the verdicts disagree about.
func compare(verdicts []Verdict) Aspects {
	var differ Aspects
	first := -1
	for i := range verdicts {
		v := &verdicts[i]
		if v.Accepted() != verdicts[0].Accepted() {
			differ |= Acceptance
		}
		if !v.Accepted() {
			continue
		}
		if first < 0 {
			first = i
			continue
		}
		differ |= difference(&verdicts[first].Parts, &v.Parts)
	}
	return differ
}

// difference returns what two readings disagree about. Most are spelled alike,
// which is seen at once.
func difference(a, b *earl.Parts) Aspects {
	var d Aspects
	if a.Scheme.Value != b.Scheme.Value && !ascii.EqualFold(a.Scheme.Value, b.Scheme.Value) {
		d |= Scheme
	}
	if (a.Username.Value != b.Username.Value || a.Password.Value != b.Password.Value) && !sameLogin(a, b) {
		d |= Userinfo
	}
	if a.Host.Value != b.Host.Value && !ParseHost(a.Host.Value).Same(ParseHost(b.Host.Value)) && !(isHere(a) && isHere(b)) {
		d |= Host
	}
	if !samePort(a, b) {
		d |= Port
	}
	if !samePath(a, b) {
		d |= Path
	}
	if !sameSpelling(a.Query.Value, b.Query.Value) {
		d |= Query
	}
	if !sameSpelling(a.Fragment.Value, b.Fragment.Value) {
		d |= Fragment
	}
	return d
}

// isHere reports whether a URL is of a file on this machine, which "localhost" says
// as well as no host (RFC 8089 §2).
func isHere(p *earl.Parts) bool {
	return ascii.EqualFold(p.Scheme.Value, "file") && (p.Host.Value == "" || ascii.EqualFold(p.Host.Value, "localhost"))
}

func sameLogin(a, b *earl.Parts) bool {
	decoded := func(p earl.Part) string {
		text, _ := percent.DecodeString(p.Value, false)
		return text
	}
	return decoded(a.Username) == decoded(b.Username) && decoded(a.Password) == decoded(b.Password)
}

// samePort compares ports as numbers. One that cannot be read is like no other.
func samePort(a, b *earl.Parts) bool {
	if (a.PortErr != nil) != (b.PortErr != nil) {
		return false
	}
	return a.Port.Value == b.Port.Value || portOf(a) == portOf(b)
}

// portOf returns the port without leading zeros, "" if it is that of the scheme.
func portOf(p *earl.Parts) string {
	port := p.Port.Value
	for len(port) > 1 && port[0] == '0' {
		port = port[1:]
	}
	if own := scheme.Lookup(p.Scheme.Value).Port; own != 0 && number(port) == int(own) {
		return ""
	}
	return port
}

// number reads a port; -1 is what is none.
func number(port string) int {
	n := 0
	for i := range len(port) {
		if !ascii.Is(port[i], ascii.Digit) || n > 0xFFFF {
			return -1
		}
		n = n*10 + int(port[i]-'0')
	}
	if port == "" || n > 0xFFFF {
		return -1
	}
	return n
}

func samePath(a, b *earl.Parts) bool {
	if a.Path == b.Path && a.Params.Value == b.Params.Value {
		return true
	}
	return sameSpelling(comparablePath(a), comparablePath(b))
}

// comparablePath is the path, params included, without dot segments.
func comparablePath(p *earl.Parts) string {
	path := p.Path.Value
	if p.Params.Value != "" {
		path += ";" + p.Params.Value
	}
	path = strings.TrimSuffix(path, ";") // an empty parameter, which urllib cannot tell from none
	rooted := path == "" || path[0] == '/'
	if path == "" && p.Host.Present {
		path = "/"
	}
	if rooted && dotsegment.Has(path) {
		path = string(dotsegment.Remove([]byte(path)))
	}
	return path
}

// sameSpelling reports whether two texts are the same in one spelling: with
// escapes in upper case, each character that may stand as itself doing so, and
// each that some dialect escapes being escaped. Escapes of dots stay, so that
// %2e%2e is no dot segment.
func sameSpelling(a, b string) bool {
	if a == b {
		return true
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		var x, y spelling
		x, i = spell(a, i)
		y, j = spell(b, j)
		if x != y {
			return false
		}
	}
	return i == len(a) && j == len(b)
}

// A spelling is a byte, and whether it is escaped.
type spelling struct {
	c       byte
	escaped bool
}

// spell returns the spelling of what is at s[i:], and the index behind it.
func spell(s string, i int) (spelling, int) {
	c := s[i]
	if c != '%' || !percent.IsEscape(s, i) {
		return spelling{c, escapedBySome[c]}, i + 1
	}
	c = ascii.Unhex[s[i+1]]<<4 | ascii.Unhex[s[i+2]]
	return spelling{c, c == '.' || !ascii.Is(c, ascii.Unreserved)}, i + 3
}

// escapedBySome are the bytes that some dialect escapes. A raw "#" is one in a
// fragment.
var escapedBySome = func() (set [256]bool) {
	for c := range set {
		set[c] = c <= ' ' || c >= 0x7F || strings.IndexByte("\"<>\\^`{|}!'()*[]#", byte(c)) >= 0
	}
	return set
}()
