// Package house tests the module as a whole. It checks which packages a package may import, which names the library
// exports, that generated files are current, that links in documents resolve, and that each numbered requirement has a
// test.
package house

//go:generate go test -count=1 -run Page$ . -update
