//go:build !linux

package urltest

import "time"

// began is an instant to count from.
var began = time.Now()

// threadTime returns the time that has passed.
func threadTime() time.Duration { return time.Since(began) }
