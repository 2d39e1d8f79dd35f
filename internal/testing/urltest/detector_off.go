//go:build !race

package urltest

// RaceDetector reports whether the race detector is on. It slows code down
// by a factor that depends on the code, so that tests of times skip under it.
const RaceDetector = false
