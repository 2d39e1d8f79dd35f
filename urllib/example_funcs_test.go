package urllib_test

import (
	"fmt"
	"strings"

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

func ExampleInterpreter_Unparse() {
	py := urllib.Python{}
	r, err := py.Parse("http://h/p;v=1?#", urllib.URLOptions{MissingAsNone: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(py.Unparse(r, urllib.URLOptions{}))
	fmt.Println(py.Unparse(r, urllib.URLOptions{KeepEmpty: new(false)}))
	// Output:
	// http://h/p;v=1?# <nil>
	// http://h/p;v=1 <nil>
}

func ExampleSchemeLists() {
	lists := urllib.Python{}.Schemes()
	lists.UsesParams = append(lists.UsesParams, "s3")
	for _, py := range []urllib.Python{{}, {Lists: &lists}} {
		r, err := py.Parse("s3://bucket/a;version=2", urllib.URLOptions{})
		fmt.Println(r.Path, r.Params, err)
	}
	// Output:
	// /a;version=2  <nil>
	// /a version=2 <nil>
}

func ExampleDefragResult_GetURL() {
	r, err := urllib.Python{}.Defrag("http://h/a#", urllib.URLOptions{MissingAsNone: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.URL, r.None&urllib.Fragment == 0, r.GetURL())
	// Output: http://h/a true http://h/a#
}

func ExampleSplitResult_Decode() {
	py := urllib.Interpreter[[]byte]{}
	r, err := py.Split([]byte("http://h/a"), urllib.URLOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := r.Decode(urllib.CodecOptions{Encoding: new("ascii")})
	fmt.Println(text, err)
	// Output: SplitResult(scheme='http', netloc='h', path='/a', query='', fragment='') <nil>
}

func ExampleInterpreter_ParseQS() {
	d, err := urllib.Python{}.ParseQS("a=1;b=;a=2", urllib.QueryOptions{Separator: new(";"), KeepBlankValues: true})
	fmt.Println(d, err)
	// Output: {'a': ['1', '2'], 'b': ['']} <nil>
}

func ExampleComponents() {
	r, err := urllib.Python{}.Split("//h/a", urllib.URLOptions{MissingAsNone: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range []urllib.Components{urllib.Scheme, urllib.Netloc, urllib.Query} {
		fmt.Println(r.None&c != 0)
	}
	// Output:
	// true
	// false
	// true
}

func ExampleInterpreter_Lower() {
	py := urllib.Python{}
	const s = "\u00a0\x85\xffÉ A\x1f" // \x85 and \xff mean the surrogates U+DC85 and U+DCFF
	fmt.Printf("%q %q\n", py.Lower(s), strings.ToLower(s))
	fmt.Printf("%q %q\n", py.Strip(s), strings.TrimSpace(s))
	// Output:
	// "\u00a0\x85\xffé a\x1f" "\u00a0��é a\x1f"
	// "\x85\xffÉ A" "\x85\xffÉ A\x1f"
}
