package urllib_test

import (
	"testing"

	"earl.example/urllib"
)

// An example is a call and its value that an edition of the module's
// documentation prints.
type example struct{ name, call, want string }

// The releases that the two editions describe. The Russian text is that of
// 3.8.8 to 3.8.10, the Portuguese that of 3.9.17 and later.
var editions = map[string][]string{
	"ru": {"3.8.8", "3.8.9", "3.8.10"},
	"pt": {"3.9.17", "3.9.18", "3.9"},
}

// bothEditions are printed in both, and hold in every release.
var bothEditions = []example{
	{"U-016 urlparse/netloc", `urlparse('//www.cwi.nl:80/%7Eguido/Python.html')`,
		`ParseResult(scheme='', netloc='www.cwi.nl:80', path='/%7Eguido/Python.html', params='', query='', fragment='')`},
	{"U-016 urlparse/no netloc", `urlparse('www.cwi.nl/%7Eguido/Python.html')`,
		`ParseResult(scheme='', netloc='', path='www.cwi.nl/%7Eguido/Python.html', params='', query='', fragment='')`},
	{"U-016 urlparse/relative", `urlparse('help/Python.html')`,
		`ParseResult(scheme='', netloc='', path='help/Python.html', params='', query='', fragment='')`},
	{"U-037 urlparse/_replace", `urlparse('//www.cwi.nl:80/%7Eguido/Python.html')._replace(scheme='http')`,
		`ParseResult(scheme='http', netloc='www.cwi.nl:80', path='/%7Eguido/Python.html', params='', query='', fragment='')`},
	{"U-129 urlparse/repr", `repr(urlparse('help/Python.html'))`,
		`"ParseResult(scheme='', netloc='', path='help/Python.html', params='', query='', fragment='')"`},
	{"U-082 urljoin/relative", `urljoin('http://www.cwi.nl/%7Eguido/Python.html', 'FAQ.html')`, `'http://www.cwi.nl/%7Eguido/FAQ.html'`},
	{"U-086 urljoin/absolute", `urljoin('http://www.cwi.nl/%7Eguido/Python.html', '//www.python.org/%7Eguido')`, `'http://www.python.org/%7Eguido'`},
	{"U-099 unwrap/bracketed and prefixed", `unwrap('<URL:scheme://host/path>')`, `'scheme://host/path'`},
	{"U-099 unwrap/bracketed", `unwrap('<scheme://host/path>')`, `'scheme://host/path'`},
	{"U-099 unwrap/prefixed", `unwrap('URL:scheme://host/path')`, `'scheme://host/path'`},
	{"U-099 unwrap/bare", `unwrap('scheme://host/path')`, `'scheme://host/path'`},
	{"U-123 geturl/once", `urlsplit('HTTP://www.Python.org/doc/#').geturl()`, `'http://www.Python.org/doc/'`},
	{"U-123 geturl/twice", `urlsplit(urlsplit('HTTP://www.Python.org/doc/#').geturl()).geturl()`, `'http://www.Python.org/doc/'`},
	{"U-131 quote", `quote('/El Ni\xf1o/')`, `'/El%20Ni%C3%B1o/'`},
	{"U-141 quote/equivalence", `quote('\xf1/', '', 'latin-1', 'strict') == quote_from_bytes(b'\xf1/', '')`, `True`},
	{"U-142 quote_plus", `quote_plus('/El Ni\xf1o/')`, `'%2FEl+Ni%C3%B1o%2F'`},
	{"U-147 quote_from_bytes", `quote_from_bytes(b'a&\xef')`, `'a%26%EF'`},
	{"U-148 unquote", `unquote('/El%20Ni%C3%B1o/')`, `'/El Ni\xf1o/'`},
	{"U-156 unquote_plus", `unquote_plus('/El+Ni%C3%B1o/')`, `'/El Ni\xf1o/'`},
	{"U-158 unquote_to_bytes", `unquote_to_bytes('a%26%EF')`, `b'a&\xef'`},
}

// russianEdition is printed in the Russian edition alone.
var russianEdition = []example{
	{"U-012 urlparse", `urlparse('http://www.cwi.nl:80/%7Eguido/Python.html')`,
		`ParseResult(scheme='http', netloc='www.cwi.nl:80', path='/%7Eguido/Python.html', params='', query='', fragment='')`},
	{"U-012 urlparse/scheme", `urlparse('http://www.cwi.nl:80/%7Eguido/Python.html').scheme`, `'http'`},
	{"U-012 urlparse/port", `urlparse('http://www.cwi.nl:80/%7Eguido/Python.html').port`, `80`},
	{"U-012 urlparse/geturl", `urlparse('http://www.cwi.nl:80/%7Eguido/Python.html').geturl()`, `'http://www.cwi.nl:80/%7Eguido/Python.html'`},
}

// documentationURL is the URL of the Portuguese edition's main example.
const documentationURL = `'http://docs.python.org:80/3/library/urllib.parse.html?' + 'highlight=params#url-parsing'`

// portugueseEdition is printed in the Portuguese edition alone.
var portugueseEdition = []example{
	{"U-013 urlparse/general structure", `urlparse('scheme://netloc/path;parameters?query#fragment')`,
		`ParseResult(scheme='scheme', netloc='netloc', path='/path;parameters', params='', query='query', fragment='fragment')`},
	{"U-014 urlparse", `urlparse(` + documentationURL + `)`,
		`ParseResult(scheme='http', netloc='docs.python.org:80', path='/3/library/urllib.parse.html', params='', query='highlight=params', fragment='url-parsing')`},
	{"U-014 urlparse/scheme", `urlparse(` + documentationURL + `).scheme`, `'http'`},
	{"U-014 urlparse/netloc attribute", `urlparse(` + documentationURL + `).netloc`, `'docs.python.org:80'`},
	{"U-014 urlparse/hostname", `urlparse(` + documentationURL + `).hostname`, `'docs.python.org'`},
	{"U-014 urlparse/port", `urlparse(` + documentationURL + `).port`, `80`},
	{"U-014 urlparse/_replace fragment", `urlparse(` + documentationURL + `)._replace(fragment='').geturl()`,
		`'http://docs.python.org:80/3/library/urllib.parse.html?highlight=params'`},
	// What the text says of 3.9 and later, without printing a call.
	{"U-046 urlsplit/changed in 3.9.5", `urlsplit('http://h/a\n\r\tb').path`, `'/ab'`},
	{"U-045 urlsplit/changed in 3.9.17", `urlsplit('\x00 http://h/').netloc`, `'h'`},
	{"U-154 unquote/changed in 3.9", `unquote(b'/El%20Ni%C3%B1o/')`, `'/El Ni\xf1o/'`},
	{"U-060 parse_qsl/changed in 3.9.2", `parse_qsl('a=1;b=2&c=3')`, `[('a', '1;b=2'), ('c', '3')]`},
}

// TestDocumentExamples runs what the two editions print, as the releases that
// they describe; and what both print, as every release.
func TestDocumentExamples(t *testing.T) {
	t.Parallel()
	run := func(edition string, releases []string, examples []example) {
		for _, release := range releases {
			t.Run(edition+"/"+release, func(t *testing.T) {
				py := pythonOf(t, release)
				for _, e := range examples {
					if got := earl(t, py, e.call); got != e.want {
						t.Errorf("%s: %s\n\tdocument: %s\n\tearl:     %s", e.name, e.call, e.want, got)
					}
				}
			})
		}
	}
	run("ru", editions["ru"], russianEdition)
	run("pt", editions["pt"], portugueseEdition)
	var all []string
	for _, v := range urllib.Versions() {
		all = append(all, v.String())
	}
	run("both", append(append(all, editions["ru"]...), editions["pt"]...), bothEditions)
}
