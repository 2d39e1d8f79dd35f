// Package earlbeam has transforms for Apache Beam that read URLs as each specification and program does. Import it as
//
//	import earlbeam "earl.example/beam"
//
// Each transform has the results of package earl.example, canon or audit, on as many machines as the runner has:
//
//	p, s := beam.NewPipelineWithRoot()
//	urls := beam.Create(s, "HTTP://Example.com/a/../b", "http://example.com/b", "http://[")
//	kept, dropped, failed := earlbeam.Distinct(s, "whatwg", urls)
//
// A URL is an element of type []byte. Transforms also accept elements of type string, but not every runner moves a
// string that is not UTF-8 as it is: the runners for Flink and Spark replace such bytes by U+FFFD.
//
// A record that cannot be parsed never ends a pipeline. It goes to the collection failed as a line of JSON, a string
// in ASCII or UTF-8, with the same members as a failed record of the command earl:
//
//	{"input":"http://[","ok":false,"error":{"kind":"…","component":"host","offset":7,"rule":"…","message":"…"}}
//
// Options that make no sense end the program while it builds the pipeline: the functions panic, as those of the SDK do.
//
// The counters of a pipeline, in the namespace "earl", are input, failed, and one for each other collection, such as
// kept and dropped. Kept, dropped and failed add up to input.
package earlbeam
