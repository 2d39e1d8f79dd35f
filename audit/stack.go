package audit

import (
	"strings"

	"earl.example"
	"earl.example/urlerr"
)

// stacks lists the dialects of programs that are often used together.
var stacks = [...]struct {
	name     string
	dialects []string
}{
	{"browser-and-proxy", []string{"whatwg", "rfc3986"}},
	{"go", []string{"net/url", "whatwg"}},
	{"java", []string{"java.net.URI", "java.net.URL"}},
	{"node", []string{"nodejs-legacy", "whatwg"}},
	{"php-curl", []string{"php", "libcurl"}},
	{"python-aiohttp", []string{"urllib", "yarl"}},
	{"python-requests", []string{"urllib", "urllib3"}},
}

// Stacks returns the names that [Stack] accepts.
func Stacks() []string {
	names := make([]string, len(stacks))
	for i := range stacks {
		names[i] = stacks[i].name
	}
	return names
}

// Stack returns the dialects of programs that are often used together, for Options.Dialects and Policy.Dialects. An
// example is a program that checks URLs and a client that fetches them: the stack "python-requests" consists of urllib
// and urllib3. For an unknown name, Stack returns an error of kind [urlerr.UnknownName] that lists the known names.
func Stack(name string) ([]earl.Dialect, error) {
	for i := range stacks {
		if stacks[i].name != name {
			continue
		}
		var dialects []earl.Dialect
		for _, d := range stacks[i].dialects {
			dialects = append(dialects, earl.MustParseDialect(d))
		}
		return dialects, nil
	}
	return nil, &urlerr.Error{
		Dialect: "earl", Input: name, Offset: 0,
		Rule: urlerr.Rule{
			Name: "not a stack; there is " + strings.Join(Stacks(), ", "), Kind: urlerr.UnknownName, Example: "java8",
		},
	}
}
