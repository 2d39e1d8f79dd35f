// Package linear tests that the time of every operation of the library grows linearly with the length of its input. It
// has a table of operations, which covers every entry point, and a table of hostile texts. The tests of each package
// add the worst texts for the code of that package. The module bench measures with the same tables.
package linear
