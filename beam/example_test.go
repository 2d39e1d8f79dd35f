package earlbeam_test

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	earlbeam "earl.example/beam"
)

func ExampleDistinct() {
	p, s := beam.NewPipelineWithRoot()
	urls := beam.CreateList(s, []string{"http://h", "HTTP://H/"})
	// import earlbeam "earl.example/beam"
	kept, dropped, failed := earlbeam.Distinct(s, "whatwg", urls)
	fmt.Println(kept.IsValid(), dropped.IsValid(), failed.IsValid(), p.String() != "")
	// Output: true true true true
}
