//go:build race

package urltest

// RaceDetector reports whether the race detector is on. Tests that measure time or memory are skipped or allow more if
// it is on.
const RaceDetector = true
