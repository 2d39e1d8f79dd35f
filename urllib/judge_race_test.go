//go:build race

package urllib_test

const raceEnabled = true
