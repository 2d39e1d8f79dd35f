// Package bulk runs one operation over many records: one record in, one record
// out, in order, in memory that does not grow with the input.
//
// # Records
//
// The input is cut into records by its [Format]:
//
//   - [Lines]: a line feed ends a record. A byte order mark (EF BB BF) at the
//     start of the input and one carriage return before a line feed are
//     removed. An empty line is a record, and so is a last line without a line
//     feed, whose carriage return stays.
//   - [NUL]: a NUL ends a record. Every other byte is kept. The last record
//     needs no NUL.
//   - [JSONL]: each line is a JSON text (RFC 8259): a string, or an object with
//     a string member "url" and, if it is wanted, "base". See [JSONL] for what
//     is done with everything else.
//   - [JSONValues]: each line is any JSON text, given as it stands.
//   - [CSV] and [TSV]: a table, of which one column has the text of the records.
//     The other columns come back beside the results.
//
// There is no limit on the length of a record, unless [Job.MaxRecord] is one. A
// record that cannot be used does not end the run: it reaches the operation with
// [Record.Err] set.
//
// Several inputs are read as one by means of [Inputs].
//
// # Operations
//
// [Run] calls an [Op] for each record, in as many goroutines as it is told,
// and writes what they give in the order of the input. [Records] is the plain
// loop for a program that wants no more than to read.
//
// The strings of a [Record] are never overwritten: an operation may keep them.
// They keep their block of the input, at most 128 KiB or one longer record,
// from being freed; strings.Clone cuts one loose.
//
// # Results
//
// An operation gives a result to its [Output], either as text, which is one
// line (or is ended by a NUL) with fields separated by tabs, or as a JSON
// object. A text that itself contains what would end it, or separate its
// fields, cannot be written; that is an error of that record, and its line
// stays empty, so that input and output can always be laid side by side.
// Bytes that are not UTF-8 are kept as they are in text. In JSON they are
// written so that nothing is lost: the byte FF is the escape \udcff, as
// Python's os.fsdecode would read it, and a surrogate in its three-byte form
// ED A0 80 is \ud800.
//
// # Memory
//
// Records are read in blocks of up to 128 KiB and 4,096 records, and no more
// than two blocks a worker are in flight; with many workers the blocks are
// smaller. A record that does not fit into a block is
// handled alone, in the goroutine that called Run, and its result is written
// piece by piece as it arises. What Run itself holds is then twice the length
// of that record at most. Results of other records are collected for their
// turn, but when those of a block are sixteen times as long as a block may be,
// the worker waits for it and then writes piece by piece too.
package bulk
