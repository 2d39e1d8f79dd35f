package record

import "runtime/debug"

const (
	DefaultMemory = 64 << 20 // default of --memory
	LeastMemory   = 32 << 20 // minimum of --memory
	overhead      = 24 << 20 // memory that the command uses in addition to the keys
)

// LimitMemory limits the memory of the process, because garbage could take as much memory as keys. It returns the
// memory for keys, and a function that restores the old limit.
func LimitMemory(memory int64) (keys int64, restore func()) {
	limit := debug.SetMemoryLimit(-1)
	keys, all := withinLimit(memory, limit)
	debug.SetMemoryLimit(all)
	return keys, func() { debug.SetMemoryLimit(limit) }
}

// withinLimit returns the memory for keys and the new memory limit of the garbage collector. limit is the old limit,
// which the environment variable GOMEMLIMIT may have set.
func withinLimit(memory, limit int64) (keys, all int64) {
	all = min(limit, memory-overhead/3)
	return max(LeastMemory-overhead, all+overhead/3-overhead), all
}
