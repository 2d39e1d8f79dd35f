// Package bulk applies one operation to many records. It writes one result for each record, in the order of the input.
// Its memory does not grow with the number of records.
//
// # Records
//
// The [Format] of the input defines its records. An invalid record does not end the run: the operation gets it with
// [Record.Err] set. [Job.MaxRecord] limits the length of a record. [Inputs] joins several inputs.
//
// # Operations
//
// [Run] calls an [Op] for each record, in [Job.Workers] goroutines, and writes the results in the order of the input.
//
// The strings of a [Record] are immutable, and an operation may keep them. A kept string keeps its block of the input
// in memory. A block has at most 128 KiB, or it is one longer record. Use strings.Clone to keep only the string.
//
// # Results
//
// An operation passes its result to an [Output], as text or as a JSON object. A text that contains its own delimiter is
// an error of the record. The line of a failed record is empty, so line n of the output belongs to record n. With
// [Job.Surrogates], the three bytes of a surrogate become one escape in JSON: ED A0 80 is \ud800.
//
// # Memory
//
// Records are read in blocks of up to 128 KiB and 4,096 records. Each worker has at most two blocks. With many workers,
// blocks are smaller. The results of a block are collected until earlier blocks are written.
//
// A record that does not fit into a block is a block of its own, and the buffer grows for it. The calling goroutine
// processes it and writes its result in pieces, and the next block is read after that. So there is one such record at a
// time, and Run itself needs at most three times its length.
package bulk
