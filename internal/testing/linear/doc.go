// Package linear is for the test that nothing the library exports takes longer
// than in proportion to what it is given: one table of all functions and
// methods, and one of hostile shapes. Tests beside the code know which shapes
// are the worst for it; this one knows that none of it is forgotten. The module
// bench measures with the same tables.
package linear
