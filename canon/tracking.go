package canon

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/tables"
)

// A Tracker is a service that adds parameters to URLs to track visitors.
type Tracker struct {
	Names  []string // names of the parameters; a trailing "*" matches any text
	Whose  string
	Source string // the address of a page that documents them
}

// Trackers returns the trackers that [IsTracking] knows. The list is of 2026-11-29. [DropTracking] knows the trackers
// with version 1, and "drop-tracking@2" all. A parameter is in the list if it identifies a visitor, a click, or the
// campaign of a link, if its service documents it or a browser removes it, and if it does not change the page. A name
// that many sites use for another purpose, such as ref, si or cid, is not in the list.
func Trackers() []Tracker {
	all := make([]Tracker, len(trackers()))
	for i, t := range trackers() {
		all[i] = t.Tracker
		all[i].Names = slices.Clone(t.Names)
	}
	return all
}

// IsTracking reports whether name, a decoded parameter name in any case, belongs to a tracker.
func IsTracking(name string) bool {
	return trackedSince(name) > 0
}

// trackedSince returns the first version of the step drop-tracking that removes the parameter name, a decoded name in
// any case. It returns 0 if no version removes it.
func trackedSince(name string) int {
	name = ascii.ToLower(name)
	if since := trackingNames()[name]; since > 0 {
		return since
	}
	if family, _, ok := strings.Cut(name, "_"); ok {
		return trackingNames()[family+"_*"]
	}
	return 0
}

// trackingNames has the names and patterns in lower case, and the version of each tracker. A pattern ends after its
// first underscore.
var trackingNames = sync.OnceValue(func() map[string]int {
	all := map[string]int{}
	for _, t := range trackers() {
		for _, name := range t.Names {
			all[ascii.ToLower(name)] = t.version
		}
	}
	return all
})

type tracker struct {
	version int
	Tracker
}

//go:embed trackers.tsv
var trackerRows string

// trackers returns the rows of trackers.tsv. The version is the first version of the step drop-tracking that removes
// the parameters. Versions that exist are frozen: a new tracker gets the next version, and this version needs a row in
// steps.
var trackers = sync.OnceValue(func() (all []tracker) {
	for _, cells := range tables.Cells(trackerRows)[1:] {
		version, _ := strconv.Atoi(cells[0])
		all = append(all, tracker{version, Tracker{strings.Fields(cells[1]), cells[2], cells[3]}})
	}
	return all
})
