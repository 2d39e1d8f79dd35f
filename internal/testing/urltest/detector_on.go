//go:build race

package urltest

// RaceDetector reports whether the race detector is on. Tests of time and memory skip under it.
const RaceDetector = true
