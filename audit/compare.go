package audit

import (
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

func compare(verdicts []Verdict) Aspects {
	var differ Aspects
	var accepts, rejects *Verdict // the first of each
	for i := range verdicts {
		v := &verdicts[i]
		switch {
		case !v.modelled():
		case !v.accepted():
			rejects = v
		case accepts == nil:
			accepts = v
		default:
			differ |= difference(accepts, v)
		}
	}
	if accepts != nil && rejects != nil {
		differ |= Acceptance
	}
	return differ
}

// value returns the value of c in r, or "" if c is absent.
func value(r *reading.Reading, c urlerr.Component) string {
	s, _ := r.Get(c)
	return s
}

func difference(v, w *Verdict) Aspects {
	var d Aspects
	a, b := &v.Reading, &w.Reading
	if x, y := value(a, urlerr.Scheme), value(b, urlerr.Scheme); x != y && !ascii.EqualFold(x, y) {
		d |= 1 << urlerr.Scheme
	}
	if !sameDecoded(a, b, urlerr.Username) || !sameDecoded(a, b, urlerr.Password) {
		d |= 1 << urlerr.Userinfo
	}
	if !sameHost(v, w) {
		d |= 1 << urlerr.Host
	}
	if !samePort(a, b) {
		d |= 1 << urlerr.Port
	}
	if (value(a, urlerr.Path) != value(b, urlerr.Path) || value(a, urlerr.Params) != value(b, urlerr.Params)) &&
		!sameSpelling(comparablePath(a), comparablePath(b)) {
		d |= 1 << urlerr.Path
	}
	for _, c := range [...]urlerr.Component{urlerr.Query, urlerr.Fragment} {
		if !sameSpelling(value(a, c), value(b, c)) {
			d |= 1 << c
		}
	}
	return d
}

// isLocalFile reports whether r is a URL of a file on the local machine. The host of such a URL is "localhost" or empty
// (RFC 8089 §2).
func isLocalFile(r *reading.Reading) bool {
	host := value(r, urlerr.Host)
	return ascii.EqualFold(value(r, urlerr.Scheme), "file") && (host == "" || ascii.EqualFold(host, "localhost"))
}

func sameDecoded(a, b *reading.Reading, c urlerr.Component) bool {
	x, y := value(a, c), value(b, c)
	return x == y || decode(x) == decode(y)
}

// samePort compares ports as numbers. An invalid port differs from every valid port.
func samePort(a, b *reading.Reading) bool {
	return (a.PortErr() != nil) == (b.PortErr() != nil) &&
		(value(a, urlerr.Port) == value(b, urlerr.Port) || portOf(a) == portOf(b))
}

// portOf returns the port of r without leading zeros, or "" if it is the default port of the scheme.
func portOf(r *reading.Reading) string {
	port := model.Decimal(value(r, urlerr.Port))
	if isDefaultPort(value(r, urlerr.Scheme), port) {
		return ""
	}
	return port
}

// isDefaultPort reports whether port is the default port of the scheme.
func isDefaultPort(schemeName, port string) bool {
	own := scheme.Lookup(schemeName).Port
	return own != 0 && number(port) == int(own)
}

// number returns a port as a number, or -1 if the port is not a number up to 65535.
func number(port string) int {
	if port != "" { // for "", ParseUint would allocate an error
		if n, err := strconv.ParseUint(port, 10, 16); err == nil {
			return int(n)
		}
	}
	return -1
}

// comparablePath returns the path and the params without dot segments.
func comparablePath(r *reading.Reading) string {
	path := value(r, urlerr.Path)
	if params := value(r, urlerr.Params); params != "" {
		path += ";" + params
	}
	path = strings.TrimSuffix(path, ";") // urllib reports empty params as absent
	rooted := path == "" || path[0] == '/'
	if _, ok := r.Host(); ok && path == "" {
		path = "/"
	}
	if rooted && dotsegment.Has(path) {
		path = string(dotsegment.Remove([]byte(path)))
	}
	return path
}

// sameSpelling reports whether a and b are equal after these changes:
//
//   - The hexadecimal digits of escapes are converted to upper case.
//   - Escapes of unreserved characters, except dots, are decoded.
//   - The bytes in ascii.Escaped are escaped.
//
// Escaped dots remain, so that "%2e%2e" does not become a dot segment.
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

// A spelling holds a byte of a URL, and whether the URL escapes this byte.
type spelling struct {
	c       byte
	escaped bool
}

// spell returns the spelling of the byte or escape at s[i:], and the index after the byte or escape.
func spell(s string, i int) (spelling, int) {
	c := s[i]
	if c != '%' || !percent.HexFollows(s, i) {
		return spelling{c, ascii.Is(c, ascii.Escaped)}, i + 1
	}
	c = percent.Octet(s, i)
	return spelling{c, c == '.' || !ascii.Is(c, ascii.Unreserved)}, i + 3
}

// Odd returns, for each verdict, the aspects on which the verdict differs from the majority of the dialects that accept
// the URL. If two readings are equally frequent, the first reading counts as the majority. For Acceptance, the majority
// of all dialects counts.
func (r *Report) Odd() []Aspects {
	odd := make([]Aspects, len(r.Verdicts))
	if r.Differ == 0 {
		return odd
	}
	var taken, rejects []int
	for i := range r.Verdicts {
		switch v := &r.Verdicts[i]; {
		case v.accepted():
			taken = append(taken, i)
		case v.modelled():
			rejects = append(rejects, i)
		}
	}
	few := rejects
	if len(taken) < len(rejects) {
		few = taken
	}
	for _, i := range few {
		odd[i] = Acceptance
	}
	differences := make([][]Aspects, len(taken))
	for a, i := range taken {
		differences[a] = make([]Aspects, len(taken))
		for b, j := range taken {
			differences[a][b] = difference(&r.Verdicts[i], &r.Verdicts[j])
		}
	}
	for _, c := range compared {
		var first, most int
		for a := range taken {
			var alike int
			for b := range taken {
				if !differences[a][b].Has(c) {
					alike++
				}
			}
			if alike > most {
				first, most = a, alike
			}
		}
		for b, j := range taken {
			odd[j] |= differences[first][b] & (1 << c)
		}
	}
	return odd
}
