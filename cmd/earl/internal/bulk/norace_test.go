//go:build !race

package bulk

// raceEnabled says that the race detector is on.
const raceEnabled = false
