// Package house holds tests of what no other package can test alone: which
// package may import which, how the source is kept, and that what README.md
// shows is true. ARCHITECTURE.md says why the rules are as they are.
package house

//go:generate go test -count=1 -run Page$ . -update
