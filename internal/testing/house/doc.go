// Package house tests the module as a whole: which package may import which, what the library exports, that
// generated files are current, that links in documents resolve and that tests show the numbered requirements.
package house

//go:generate go test -count=1 -run Page$ . -update
