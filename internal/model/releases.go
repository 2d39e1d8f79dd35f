// Package model has the mechanisms that the models of programs share.
package model

import (
	"strings"

	"earl.example/urlerr"
)

// A Release is the name of a release, such as "8.22.0". It is embedded in the row of a table.
type Release string

func (r Release) release() string { return string(r) }

// Releases is the table of the releases of a program that a model has, newest first. A Row says how a release differs
// from the newest one.
type Releases[Row interface{ release() string }] []Row

// Names returns the names of the releases, oldest first.
func (r Releases[Row]) Names() []string {
	names := make([]string, len(r))
	for i, row := range r {
		names[len(r)-1-i] = row.release()
	}
	return names
}

// Find returns the index of a release. "8.22", and also "8", is the newest release whose name begins with these
// numbers. The error for an unknown release is of kind [urlerr.UnknownName]; it names the dialect and all releases.
func (r Releases[Row]) Find(dialect, release string) (uint8, error) {
	for i, row := range r {
		if strings.HasPrefix(row.release()+".", release+".") {
			return uint8(i), nil
		}
	}
	return 0, &urlerr.Error{Dialect: dialect, Input: release, Offset: -1, Rule: urlerr.Rule{
		Problem: "unknown release", Fix: "use one of " + strings.Join(r.Names(), ", "), Kind: urlerr.UnknownName,
	}}
}
