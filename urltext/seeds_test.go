package urltext_test

import "regexp"

// seeds are references of every form, valid and not.
var seeds = []string{
	"", "a", "/", "//", "///", "?", "#", ":", "a:", "1a:", "a:b", "./a:b", "http://h", "http://u:p@h:80/p?q#f",
	"http://[::1]:80/", "http://[v1.a:b]", "http://[fe80::1%25en1]", "//a@b@c", "//a:b:c@h", "http://h:8a/",
	"http://h:8a@b/",
	"http://[1:2:3:4:5:6:7:8]", "//[::1", "//[::1]x", "//[x@h", "//a[::1]@h", "%41", "%4", "%", "%zz:b", "a%20b:c",
	"a#b#c", "a?b?c/d", "?a[]=1", "http://h/a b", "\x00", "é", "mailto:John.Doe@example.com", "tel:+1-816-555-1212",
	"http://1.2.3.4/", "http://256.1.1.1/", "//:80", "//@:", "a//b", "s:/.//x", "http://h:80:80/",
	"\\\\WINDOWS\\fileshare",
}

var (
	tripletPattern   = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	authorityPattern = regexp.MustCompile(`^(?:[^:/?#]+:)?//([^/?#]*)`) // of appendix B
)
