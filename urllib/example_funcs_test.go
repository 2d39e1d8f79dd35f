package urllib_test

import (
	"fmt"

	"earl.example/urllib"
)

func ExampleEqual() {
	py := urllib.Python{}
	a, _ := py.Split("http://h/a", urllib.URLOptions{MissingAsNone: true})
	b, _ := py.Split("http://h/a?", urllib.URLOptions{MissingAsNone: true})
	fmt.Println(a.Query == b.Query, urllib.Equal(a, b)) // a.query is None, b.query is ''
	b, _ = py.Split("HTTP://h/a", urllib.URLOptions{MissingAsNone: true})
	fmt.Println(urllib.Equal(a, b))
	// Output:
	// true false
	// true
}

// deployed is the version of an old program.
var deployed = urllib.MustParseVersion("3.9.4")

func ExampleMustParseVersion() {
	py := urllib.Python{Version: deployed}
	r, err := py.Split("http://evil.\texample/", urllib.URLOptions{})
	fmt.Printf("%v: %q %v\n", deployed, r.Netloc, err)
	// Output: 3.9.4: "evil.\texample" <nil>
}

func ExampleResultOf() {
	py := urllib.Python{Version: urllib.MustParseVersion("3.8")}
	r := urllib.ResultOf(py, urllib.SplitResult[string]{Scheme: "http", Netloc: "h:8_0"})
	port, _, err := r.Port() // as that release reads it
	fmt.Println(port, err)
	// Output: 80 <nil>
}

func ExampleRules() {
	for _, rule := range urllib.Rules()[:3] {
		fmt.Println(rule.Kind, "as in", rule.Example)
	}
	// Output:
	// bad userinfo as in http://u[@h/
	// bad host as in http://[::1/
	// bad port as in http://h:8]/
}
