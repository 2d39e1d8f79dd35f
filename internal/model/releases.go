// Package model has the code that the packages in directory models share.
package model

import (
	"strings"

	"earl.example/urlerr"
)

// A Release is the name of a release, such as "8.22.0". The rows of tables embed it.
type Release string

func (r Release) release() string { return string(r) }

// Releases lists the releases that a model supports, newest first. A Row says how a release differs from the newest
// release.
type Releases[Row interface{ release() string }] []Row

// Names returns the names of the releases, oldest first.
func (r Releases[Row]) Names() []string {
	names := make([]string, len(r))
	for i, row := range r {
		names[len(r)-1-i] = row.release()
	}
	return names
}

// Name returns the name of release i.
func (r Releases[Row]) Name(i uint8) string { return r[i].release() }

// Find returns the index of a release. A name such as "8.22" or "8" means the newest release that begins with these
// numbers, and a name such as "6.2+whatwg" the newest one that also ends in the text after the plus sign.
// For an unknown release, Find returns an error of kind [urlerr.UnknownName] that lists all releases.
func (r Releases[Row]) Find(dialect, release string) (uint8, error) {
	numbers, variant, has := strings.Cut(release, "+")
	for i, row := range r {
		all, own, plus := strings.Cut(row.release(), "+")
		if own == variant && plus == has && strings.HasPrefix(all+".", numbers+".") {
			return uint8(i), nil
		}
	}
	return 0, &urlerr.Error{Dialect: dialect, Input: release, Offset: -1, Rule: urlerr.Rule{
		Problem: "unknown release", Fix: "use one of " + strings.Join(r.Names(), ", "), Kind: urlerr.UnknownName,
	}}
}
