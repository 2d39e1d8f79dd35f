package javanet

import (
	"errors"
	"flag"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/model"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write the recorded answers from the programs that EARL_JAVAS names")

func program(class string) oracle.Program {
	return oracle.Program{Name: "java.net." + class, Variable: "EARL_JAVAS", Command: "java",
		Args: []string{"-XX:TieredStopAtLevel=1", "testdata/Oracle.java", class}}
}

var uriSuite = oracle.Suite{
	Program:  program("URI"),
	Releases: Dialect{}.Releases(),
	Answer:   uriAnswer,
	More: []string{
		"[::1%a]", "//[::1%]", "[1:2:3:4:5:6:7:8%a_.]", "//[::99999999999.1.1.1]", "//[::1.2.3]", "//[1::2:3:4:5:6:7:8]", "//[1:2:3:4:5:6:7::]", "//[1:2:3:4:5:6:7:8:9]", "%zz]", "//]%", "a-.b", "a.-b",
		"//1.2.3.04", "//1.2.3.256", "//a.1b", "//1a", "//a.", "//u@:80", "//a@b@c", "x:", "x:?", "x:#", "//", "///", "//?",
		":99999999999", "a//b/./../../c:d/..", "./b:c", "../b:c", "\u1680", "/..//.", "x:a\u205fb", "\xed\xa0\x80", "\xf0\x9f",
	},
	Bases: []string{
		"http://h:0080/a/b?q#f", "http://u@h:/a", "x:y", "a/c", "", "http://h", "HTTP://h/%AA/", "//a_b/c/", "http://%aa/",
	},
}

var urlSuite = oracle.Suite{
	Program:  program("URL"),
	Releases: Dialect{}.Releases(),
	Answer:   urlAnswer,
	More: []string{
		"http://[::1%a]", "http://[::00001]", "http://[::0:2:3:4:5:6:7:8]", "http://[::1%[]", "\\@", "//h:-1", "//h:-2", "//h:+80", "//h:٣", "://", "/../", "/..",
		"../../../../..", "..a", "x/..a/..", "url:", "URL:http:", "http:", "HTTP:/g", "https:g", "//a@b@c", "//\x7f", "//u\x7f@h",
		"//h℀", "//a^b", "?", "#", "//", "///g", "////g", "\x00 http://h/ \x1f", "1:b", "a_:b", "file:", "ftp://h/",
	},
	Bases: []string{
		"http://u@h:8/a/b?q#f", "http://h", "http:a/b", "file:///a/b/c", "http://a@b@c:8/x", "http:", "http://h/../../a/..b/c",
		"https://h:443//", "ftp://h/./",
	},
	Unmodelled: func(_ string, q oracle.Question) string {
		class := ""
		for _, url := range []string{q.Base, q.URL} {
			_, err := Dialect{URL: true}.Resolve("http://h/", url)
			e, ok := errors.AsType[*urlerr.Error](err)
			if !ok {
				continue
			}
			if e.Rule == *ruleHandler {
				class = "handlers of jar, jmod, jrt and mailto"
			}
		}
		return class
	},
}

func at(class, release string) Dialect {
	d, err := Dialect{URL: class == "URL"}.At(release)
	if err != nil {
		panic(err)
	}
	return d.(Dialect)
}

// fields returns the answer of d to a question without a base. more are fields of its end.
func fields(d Dialect, url string, more ...string) string {
	var r reading.Reading
	if d.Read(&r, url); r.Err() != nil {
		return rejected(d, r.Err())
	}
	var all []string
	for _, c := range []urlerr.Component{urlerr.Scheme, urlerr.Authority, urlerr.Userinfo, urlerr.Host, urlerr.Port,
		urlerr.Path, urlerr.Query, urlerr.Fragment} {
		field := oracle.Absent
		if value, ok := r.Get(c); ok {
			field = oracle.Quote(value)
		}
		all = append(all, field)
	}
	all = append(all, oracle.Quote(r.Href()))
	return oracle.Fields(slices.Concat(all, more)...)
}

func uriAnswer(release string, q oracle.Question) string {
	d := at("URI", release)
	if !q.HasBase {
		normal, _ := d.two(q.URL, q.URL, func(_, u *uri) string { return u.normalized() })
		return fields(d, q.URL, oracle.Quote(normal))
	}
	target, err := d.Resolve(q.Base, q.URL)
	if err != nil {
		return rejected(d, err)
	}
	relative, _ := d.two(q.Base, q.URL, relativize)
	return oracle.Fields(oracle.Quote(target), oracle.Quote(relative))
}

// relativize returns u relative to base, as URI.relativize does, which the recorded answers include. If this is not
// possible, it returns u.
func relativize(base, u *uri) string {
	if base.opaque() || u.opaque() || !ascii.EqualFold(base.part(urlerr.Scheme).Text, u.part(urlerr.Scheme).Text) ||
		!equalEscapes(base.part(urlerr.Authority).Text, u.part(urlerr.Authority).Text) {
		return u.text
	}
	dir, path := normalize(base.part(urlerr.Path).Text), normalize(u.part(urlerr.Path).Text)
	if dir != path {
		if !strings.HasSuffix(dir, "/") {
			dir += "/"
		}
		if !strings.HasPrefix(path, dir) {
			return u.text
		}
	}
	return path[len(dir):] + u.end()
}

// equalEscapes reports whether the authorities a and b are equal if the case of the two characters after each "%" is
// ignored.
func equalEscapes(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if a[i] != b[i] {
			return false
		}
		if a[i] == '%' && ascii.EqualFold(a[i+1:i+3], b[i+1:i+3]) {
			i += 2
		}
	}
	return true
}

func urlAnswer(release string, q oracle.Question) string {
	d := at("URL", release)
	if !q.HasBase {
		return fields(d, q.URL)
	}
	target, err := d.Resolve(q.Base, q.URL)
	if err != nil {
		return rejected(d, err)
	}
	return oracle.Quote(target)
}

// rejected returns the answer for an error. For java.net.URI it has the offset, if Java knows it.
func rejected(d Dialect, err error) string {
	var e *urlerr.Error
	if errors.As(err, &e); d.URL || e.Rule == *ruleUnchecked ||
		e.Rule == *ruleScope && e.Input[e.Offset-1:e.Offset+1] == "%]" {
		return oracle.Rejected
	}
	return oracle.Rejected + strconv.Itoa(len(model.Java.Decode(e.Input[:e.Offset])))
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	uriSuite.Recorded(t, "testdata/URI.jsonl", *record)
	urlSuite.Recorded(t, "testdata/URL.jsonl", *record)
}

func TestLiveURI(t *testing.T) {
	t.Parallel()
	uriSuite.Live(t)
}

func TestLiveURL(t *testing.T) {
	t.Parallel()
	urlSuite.Live(t)
}

func FuzzSameAsURI(f *testing.F) { uriSuite.Fuzz(f) }

func FuzzSameAsURL(f *testing.F) { urlSuite.Fuzz(f) }
