package php

import (
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", "HTTP://u:p:q@h:080/a?b#c", "HTTP://u:p:q@h:080/a?b#c",
			"scheme=HTTP authority=u:p:q@h:080 userinfo=u:p:q username=u password=p:q host=h port=80 path=/a query=b fragment=c",
			"scheme=HTTP authority=u:p:q@h:080 userinfo=u:p:q username=u password=p:q host=h port=080 path=/a query=b fragment=c"},
		{"controls", "//h\x00/\n", "//h_/_", "authority=h_ host=h_ path=/_", "authority=h\x00 host=h\x00 path=/\n"},
		{"backslash", `http://127.0.0.1\@1.1.1.1/`, `http://127.0.0.1\@1.1.1.1/`,
			`scheme=http authority=127.0.0.1\@1.1.1.1 userinfo=127.0.0.1\ username=127.0.0.1\ host=1.1.1.1 path=/`,
			`scheme=http authority=127.0.0.1\@1.1.1.1 userinfo=127.0.0.1\ username=127.0.0.1\ host=1.1.1.1 path=/`},
		{"host and port", "h:8/", "h:8/", "authority=h:8 host=h port=8 path=/", "authority=h:8 host=h port=8 path=/"},
		{"port in the path", "a/b:08/", "a/b:08/", "authority=a host=a port=8 path=/b:08/", "authority=a host=a path=/b:08/"},
		{"drive letter", "file:///c:/", "file:///c:/", "scheme=file path=c:/", "scheme=file path=c:/"},
		{"empty", "", "", "path=", "path="},
	})
}

// TestErrors: an error has its rule and the offset of the component.
func TestErrors(t *testing.T) {
	t.Parallel()
	oracle.Errors(t, Dialect{}, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"http:///a", 7, ruleHost}, {"http://u@:80/", 9, ruleHost}, {"http://h:65536/", 9, rulePort},
		{"http://h:x", 9, rulePort}, {"http://h:000080", 9, rulePort}, {":", 1, rulePort},
	})
}

// TestPorts: the port that parse_url returns. It returns false, "!", or no port, "-".
func TestPorts(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://h:-0": "0", "http://h:+80": "80", "http://h:-1": "!", "http://h:+": "!", "http://h:-": "!", "http://h:--1": "!",
		"http://h:-+1": "!", "http://h:+-0": "!", "http://h: 80": "80", "http://h:-00": "0", "http://h:0": "0", "/:0": "!", "/:80": "!",
		"a:0/b": "0", "/:": "-", "a/:0": "0", "?:0": "-", "//:0": "!", "http://h:": "-", "http://h:a": "!", "/x:80": "!", "//a/b:80": "80",
		"//a:8/b:80": "8", "//a:8:80": "80",
	} {
		var r reading.Reading
		Dialect{}.Read(&r, url)
		got, ok := r.Get(urlerr.Port)
		if r.Err() != nil {
			got = "!"
		} else if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("port of %s = %s (%v), want %s", url, got, r.Err(), want)
		}
	}
}

func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "https://u:p@example.com:8080/a/b.html?q#f", 0)
}
