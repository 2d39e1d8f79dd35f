package rfc1808_test

import (
	"fmt"

	"earl.example/rfc1808"
)

func ExampleResolve() {
	base, ref := rfc1808.Parse("http://a/b/c/d;p?q#f"), rfc1808.Parse("../g;x")
	target, err := rfc1808.Resolve(base, ref)
	fmt.Println(target, err)
	// Output: http://a/b/g;x <nil>
}

func ExampleRules() {
	for _, rule := range rfc1808.Rules() {
		if rule.Section == "§2.2" {
			fmt.Println(rule.Name, "as in", rule.Example)
			break
		}
	}
	// Output: abs_path as in //h//a
}

func ExampleURL_Redacted() {
	u := rfc1808.Parse("FTP://user:secret@example.com/a;type=i")
	fmt.Println(u.Redacted(), u.HasScheme("ftp"), u.IsZero())
	// Output: FTP://user:***@example.com/a;type=i true false
}

func ExampleGrammar_Valid() {
	for _, s := range []string{"http://example.com/a;v=1", "http://example.com/a b"} {
		fmt.Println(rfc1808.RFC1808.Valid(s))
	}
	// Output:
	// true
	// false
}

func ExampleURL_IsAbsoluteURL() {
	fmt.Println(rfc1808.Parse("http://a/b#c").IsAbsoluteURL(), rfc1808.Parse("//a/b").IsAbsoluteURL())
	// Output: true false
}
