package reading

import (
	"strings"

	"earl.example/internal/text/marshal"
	"earl.example/urlerr"
)

// A Span is the half-open byte range [Start, End) of a text.
type Span struct{ Start, End int }

// Spans are the spans of the components of a URL in one text. The zero Spans has no component.
//
// Spans is not comparable with ==: the offsets of absent components are arbitrary.
type Spans struct {
	has uint16                                     // bit 1<<c: component c is present
	at  [urlerr.Fragment]struct{ from, to uint32 } // at[c-1] is the span of c
}

// Reset makes all components absent.
func (s *Spans) Reset() { s.has = 0 }

// Set makes c present, at [start, end).
func (s *Spans) Set(c urlerr.Component, start, end int) {
	s.has |= 1 << c
	s.at[c-1].from, s.at[c-1].to = uint32(start), uint32(end)
}

// SetUserinfo makes text[start:end] the userinfo. The text before its first colon is the username, and the text after
// the colon is the password. Without a colon, all of it is the username, and the password is absent.
func (s *Spans) SetUserinfo(text string, start, end int) {
	s.Set(urlerr.Userinfo, start, end)
	name, password, ok := strings.Cut(text[start:end], ":")
	s.Set(urlerr.Username, start, start+len(name))
	s.Set(urlerr.Password, end-len(password), end)
	if !ok {
		s.has &^= 1 << urlerr.Password
	}
}

// Get returns the span of c. ok is false if c is absent.
func (s *Spans) Get(c urlerr.Component) (span Span, ok bool) {
	if s.has>>c&1 == 0 {
		return Span{}, false
	}
	at := s.at[c-1]
	return Span{int(at.from), int(at.to)}, true
}

// Map replaces all offsets. The function start maps the offset of the first byte of a component, and the function end
// maps the offset after its last byte. For an empty component, Map calls only end, and never uses an offset before the
// start of the authority or userinfo that contains the component. From call to call the offsets mostly grow, so both
// functions can step through a text.
func (s *Spans) Map(start, end func(at int) int) {
	outer := uint32(0) // start of the authority or userinfo
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if s.has>>c&1 == 0 {
			continue
		}
		at := &s.at[c-1]
		if at.from == at.to {
			at.from = max(outer, uint32(end(int(at.from))))
			at.to = at.from
		} else {
			at.from, at.to = uint32(start(int(at.from))), uint32(end(int(at.to)))
		}
		if c == urlerr.Authority || c == urlerr.Userinfo {
			outer = at.from
		}
	}
}

// A HostKind is the kind of a host. All packages use the same kinds.
type HostKind uint8

// The kinds of hosts.
const (
	NoHost        HostKind = iota // no host, as in mailto:a@b
	HostEmpty                     // the empty host, as in file:///p
	HostName                      // a name: a domain of the URL Standard, or a reg-name of RFC 3986
	HostOpaque                    // an opaque host of the URL Standard: any text, as the scheme is not special
	HostIPv4                      // an IPv4 address
	HostIPv6                      // an IPv6 address
	HostIPvFuture                 // an IPvFuture of RFC 3986, as in [v7.x]
)

var hostKinds = [...]string{"none", "empty", "name", "opaque", "ipv4", "ipv6", "ipvfuture"}

// String returns the name of k, such as "ipv4".
func (k HostKind) String() string { return marshal.Name(hostKinds[:], k, "host kind") }
