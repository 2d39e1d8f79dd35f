// Package linear tests that every operation of the library takes time in proportion to its input: a table of the
// operations, and one of hostile texts. Package tests know the worst texts for their own code. This table covers
// every entry point. The module bench measures with the same tables.
package linear
