// Package scheme knows the URI schemes that IANA has registered: what the
// registry says of each (RFC 7595), and what RFC 3986 §6.2.3 needs to know of
// it. All of that is data, in schemes.txt and facts.txt; there is nothing here
// that a program could change.
//
// A scheme that is not registered is valid all the same. It has no facts, and
// what RFC 3986 says of every scheme goes for it.
package scheme

import "earl.example/internal/text/ascii"

//go:generate go run gen.go

// A Status is what the registry says of a scheme (RFC 7595 §4, §5 and §6).
type Status uint8

// The statuses.
const (
	Unregistered Status = iota
	Permanent
	Provisional
	Historical
)

// String returns the name of the status in lower case.
func (s Status) String() string {
	switch s {
	case Permanent:
		return "permanent"
	case Provisional:
		return "provisional"
	case Historical:
		return "historical"
	}
	return "unregistered"
}

// Facts are what the definition of a scheme says beyond RFC 3986, one bit
// each.
type Facts uint8

// The facts. Facts.txt explains them and names the source of each.
const (
	HostRequired  Facts = 1 << iota // an authority with an empty host is invalid
	PathRequired                    // an authority without a path is not the same as one with the path "/"
	Localhost                       // an empty host means "localhost", and so does no authority before an absolute path
	DomainAfterAt                   // each "@" of the path stands before a domain name
	NamespaceID                     // the path begins with a URN namespace identifier, up to ":"
	HTTP                            // of the family of http
)

// An Info is what is known of a scheme. The zero Info is that of a scheme that
// is not registered.
type Info struct {
	Name   string // in lower case
	Port   uint16 // the default port, 0 if there is none
	RFC    uint16 // the first RFC that defines it, 0 if none does
	Status Status
	Facts  Facts
}

// Has reports whether the scheme has all the facts.
func (i *Info) Has(facts Facts) bool { return i.Facts&facts == facts }

// unregistered is the Info of every scheme that is not in the table.
var unregistered Info

// Lookup returns what is known of the scheme called name, which may be of
// either case (RFC 3986 §3.1) and of any length. The Info is shared and must
// not be changed. Lookup does not allocate.
func Lookup(name string) *Info {
	if uint(len(name)-1) >= maxLength {
		return &unregistered
	}
	h := hash(name)
	info := &table[(uint16(h>>slotShift)^displace[h>>bucketShift])%slots]
	if name != info.Name && !ascii.EqualFold(name, info.Name) {
		return &unregistered
	}
	return info
}

// hash mixes four bytes of name, which is not empty, and its length. The bit
// 0x20 of each byte does not count, so that case does not.
func hash(name string) uint64 {
	n := len(name)
	key := uint64(name[0]) | uint64(name[n-1])<<8 | uint64(name[n/2])<<16 | uint64(name[n/4])<<24
	return (key | 0x20202020 | uint64(n)<<32) * multiplier
}
