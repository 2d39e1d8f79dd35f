// Package earlbeam has transforms for Apache Beam that parse, compare and audit URLs in any dialect of earl, and find
// the links in documents. Import it as
//
//	import earlbeam "earl.example/beam"
//
// Each transform has the same results as package earl.example, canon, audit or baseurl. The runner distributes the work
// over its machines:
//
//	p, s := beam.NewPipelineWithRoot()
//	urls := beam.Create(s, "HTTP://Example.com/a/../b", "http://example.com/b", "http://[")
//	kept, dropped, failed := earlbeam.Distinct(s, "whatwg", urls)
//
// A URL is an element of type []byte. Transforms also accept elements of type string, but some runners change strings
// that are not valid UTF-8: the runners for Flink and Spark replace invalid bytes by U+FFFD.
//
// A record that cannot be parsed does not stop the pipeline. The transform adds an element to the collection failed.
// The element is a string with a JSON object that has the same members as a failed record of the command earl:
//
//	{"input":"http://[","ok":false,"error":{"kind":"…","component":"host","offset":7,"rule":"…","message":"…"}}
//
// If the options are invalid, the functions panic while the program builds the pipeline, like the functions of the SDK.
//
// Pipelines have counters in the namespace "earl": input, failed, and a counter for each other result, such as kept and
// dropped. For Distinct, the sum of kept, dropped and failed is input.
package earlbeam
