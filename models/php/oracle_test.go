package php

import (
	"flag"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the programs that EARL_PHPS names")

var suite = oracle.Suite{
	Program: oracle.Program{
		Name: "PHP", Variable: "EARL_PHPS", Command: "php", Args: []string{"testdata/oracle.php"},
	},
	Releases: Dialect{}.Releases(),
	Answer:   answerer.Answer,
	More: []string{
		"file:///", "file:////", "file:///c:", "File://h", "a.com:80", "a.com:80/x", "a_b:80", "a_b:80/", "a_b:80:90/",
		"//h:80:90", "//a_b:1/x:2", ":80", ":", "//", "///", "x:123456", "x:12345", "x:1/", "x:1?", "h: 80", "h:+80", "h:-0",
		"h:-1", "h:80 ", "h:\v80", "h:8x", "h:x", "[::1]:80", "[::1]x:80", "x[::1]", "[]", "[", "?a:80", "#a:80", "/a:80",
		"/a:80/", "/a:b", "?a:/", "http://?", "http://#", "http://h?", "http://h#", "http://h?#", "http://:80", "http://@",
		"http://u@", "http://u@:1", "http://@h", "http://:@h", "x://::1", "zlib:x", "x:///a", "php://filter/a=b/resource=c",
		":99999", ":65536/", "//:0", "h:0", "h:00000", "h:000000",
	},
}

var answerer = oracle.Answerer{
	Dialect: Dialect{}, NoURL: true,
	Components: []urlerr.Component{urlerr.Scheme, urlerr.Username, urlerr.Password, urlerr.Host, urlerr.Port,
		urlerr.Path, urlerr.Query, urlerr.Fragment},
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite.Live(t)
}

func FuzzSameAsPHP(f *testing.F) { suite.Fuzz(f) }
