// Package scheme lists the URI schemes registered with IANA (RFC 7595). It also has the facts about them that
// scheme-based normalization needs (RFC 3986 §6.2.3). All data comes from schemes.txt and facts.txt.
package scheme

import (
	_ "embed" // embeds the lists
	"maps"
	"slices"
	"strings"
	"sync"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/tables"
)

// Facts are rules that the definition of a scheme adds to RFC 3986.
type Facts uint8

// The facts. facts.txt explains them and names their sources.
const (
	HostRequired  Facts = 1 << iota // an authority with an empty host is invalid
	PathRequired                    // after an authority, an empty path does not mean the path "/"
	Localhost                       // an empty host, or an absolute path without an authority, means "localhost"
	DomainAfterAt                   // each "@" in the path is followed by a domain name
	NamespaceID                     // the path begins with a URN namespace identifier, up to ":"
	HTTP                            // http and related schemes
)

// An Info describes a scheme. The zero Info describes a scheme that is not registered.
type Info struct {
	Name  string // in lower case
	Port  uint16 // default port, or 0
	Facts Facts
}

// IsRegistered reports whether IANA lists the scheme.
func (i *Info) IsRegistered() bool { return i.Name != "" }

// Has reports whether the scheme has all the given facts.
func (i *Info) Has(facts Facts) bool { return i.Facts&facts == facts }

//go:embed schemes.txt
var schemesText string

//go:embed facts.txt
var factsText string

// Date is the day of the list.
var Date = tables.Date(schemesText)

// factNames has the names of the facts in facts.txt.
var factNames = map[string]Facts{
	"host": HostRequired, "path": PathRequired, "localhost": Localhost, "domain": DomainAfterAt, "nid": NamespaceID,
	"http": HTTP,
}

var byName = sync.OnceValue(func() map[string]*Info {
	all := map[string]*Info{}
	for row := range tables.Rows(schemesText) {
		all[row[0]] = &Info{Name: row[0]}
	}
	for row := range tables.Rows(factsText) {
		info := all[row[0]]
		for _, fact := range row[1:] {
			if port, ok := strings.CutPrefix(fact, "port="); ok {
				info.Port = uint16(tables.Number(port, 10))
			} else {
				info.Facts |= factNames[fact]
			}
		}
	}
	return all
})

var unregistered Info

// maxLength is the maximum length of a registered name.
const maxLength = 36

// Lookup returns the Info of the scheme with the given name. It ignores the case of letters. The Info must not be
// changed.
func Lookup(name string) *Info {
	info := byName()[name]
	if info == nil && len(name) <= maxLength && ascii.Index(name, ascii.Upper) >= 0 {
		var room [maxLength]byte
		info = byName()[string(ascii.AppendLower(room[:0], name))]
	}
	if info == nil {
		return &unregistered
	}
	return info
}

// All returns the registered schemes in order.
func All() (all []Info) {
	for _, name := range slices.Sorted(maps.Keys(byName())) {
		all = append(all, *byName()[name])
	}
	return all
}
