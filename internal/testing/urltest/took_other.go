//go:build !linux

package urltest

import "time"

// began is the time from which threadTime counts.
var began = time.Now()

// threadTime returns the elapsed time since began.
func threadTime() time.Duration { return time.Since(began) }
