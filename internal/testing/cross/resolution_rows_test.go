package cross_test

import "testing"

// threeResolutions are references that three dialects resolve against [resolutionBase]. A row has the target by RFC
// 1808, by RFC 3986, and by urljoin of CPython 3.11.7, or "rejected". Each row has the number that the checklist of RFC
// 1808 gives the comparison.
var threeResolutions = []struct{ name, ref, rfc1808, rfc3986, urljoin string }{
	{"C-01", "g:h", "g:h", "g:h", "g:h"},
	{"C-02", "g", "http://a/b/c/g", "http://a/b/c/g", "http://a/b/c/g"},
	{"C-03", "./g", "http://a/b/c/g", "http://a/b/c/g", "http://a/b/c/g"},
	{"C-04", "g/", "http://a/b/c/g/", "http://a/b/c/g/", "http://a/b/c/g/"},
	{"C-05", "/g", "http://a/g", "http://a/g", "http://a/g"},
	{"C-06", "//g", "http://g", "http://g", "http://g"},
	{"C-07", "?y", "http://a/b/c/d;p?y", "http://a/b/c/d;p?y", "http://a/b/c/d;p?y"},
	{"C-08", "g?y", "http://a/b/c/g?y", "http://a/b/c/g?y", "http://a/b/c/g?y"},
	{"C-09", "g?y/./x", "http://a/b/c/g?y/./x", "http://a/b/c/g?y/./x", "http://a/b/c/g?y/./x"},
	{"C-10", "#s", "http://a/b/c/d;p?q#s", "http://a/b/c/d;p?q#s", "http://a/b/c/d;p?q#s"},
	{"C-11", "g#s", "http://a/b/c/g#s", "http://a/b/c/g#s", "http://a/b/c/g#s"},
	{"C-12", "g#s/./x", "http://a/b/c/g#s/./x", "http://a/b/c/g#s/./x", "http://a/b/c/g#s/./x"},
	{"C-13", "g?y#s", "http://a/b/c/g?y#s", "http://a/b/c/g?y#s", "http://a/b/c/g?y#s"},
	{"C-14", ";x", "http://a/b/c/d;x", "http://a/b/c/;x", "http://a/b/c/;x"},
	{"C-15", "g;x", "http://a/b/c/g;x", "http://a/b/c/g;x", "http://a/b/c/g;x"},
	{"C-16", "g;x?y#s", "http://a/b/c/g;x?y#s", "http://a/b/c/g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"C-17", ".", "http://a/b/c/", "http://a/b/c/", "http://a/b/c/"},
	{"C-18", "./", "http://a/b/c/", "http://a/b/c/", "http://a/b/c/"},
	{"C-19", "..", "http://a/b/", "http://a/b/", "http://a/b/"},
	{"C-20", "../", "http://a/b/", "http://a/b/", "http://a/b/"},
	{"C-21", "../g", "http://a/b/g", "http://a/b/g", "http://a/b/g"},
	{"C-22", "../..", "http://a/", "http://a/", "http://a/"},
	{"C-23", "../../", "http://a/", "http://a/", "http://a/"},
	{"C-24", "../../g", "http://a/g", "http://a/g", "http://a/g"},
	{"C-25", "", "http://a/b/c/d;p?q#f", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#f"},
	{"C-26", "../../../g", "http://a/../g", "http://a/g", "http://a/g"},
	{"C-27", "../../../../g", "http://a/../../g", "http://a/g", "http://a/g"},
	{"C-28", "/./g", "http://a/./g", "http://a/g", "http://a/g"},
	{"C-29", "/../g", "http://a/../g", "http://a/g", "http://a/g"},
	{"C-30", "g.", "http://a/b/c/g.", "http://a/b/c/g.", "http://a/b/c/g."},
	{"C-31", ".g", "http://a/b/c/.g", "http://a/b/c/.g", "http://a/b/c/.g"},
	{"C-32", "g..", "http://a/b/c/g..", "http://a/b/c/g..", "http://a/b/c/g.."},
	{"C-33", "..g", "http://a/b/c/..g", "http://a/b/c/..g", "http://a/b/c/..g"},
	{"C-34", "./../g", "http://a/b/g", "http://a/b/g", "http://a/b/g"},
	{"C-35", "./g/.", "http://a/b/c/g/", "http://a/b/c/g/", "http://a/b/c/g/"},
	{"C-36", "g/./h", "http://a/b/c/g/h", "http://a/b/c/g/h", "http://a/b/c/g/h"},
	{"C-37", "g/../h", "http://a/b/c/h", "http://a/b/c/h", "http://a/b/c/h"},
	{"C-38", "http:g", "http:g", "http:g", "http://a/b/c/g"},
	{"C-39", "http:", "http:", "http:", "http://a/b/c/d;p?q"},
	{"C-40", "#", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#", "http://a/b/c/d;p?q"},
	{"C-41", "?", "http://a/b/c/d;p?q", "http://a/b/c/d;p?", "http://a/b/c/d;p?q"},
	{"C-42", ";", "http://a/b/c/d;p?q", "http://a/b/c/;", "http://a/b/c/d;p?q"},
	{"C-43", "//", "http://a/b/c/d;p?q", "http://", "http://a/b/c/d;p?q"},
	{"C-44", ";?y", "http://a/b/c/d;p?y", "http://a/b/c/;?y", "http://a/b/c/d;p?y"},
	{"C-45", ";x?", "http://a/b/c/d;x", "http://a/b/c/;x?", "http://a/b/c/;x"},
	{"C-46", "///g", "http://a/g", "http:///g", "http://a/g"},
	{"C-47", "//g/../h", "http://g/../h", "http://g/h", "http://g/../h"},
	{"C-48", "//?y", "http://?y", "http://?y", "http://a/b/c/d;p?y"},
	{"C-49", "/.", "http://a/.", "http://a/", "http://a/"},
	{"C-50", "/..", "http://a/..", "http://a/", "http://a/"},
	{"C-51", "/g/../h", "http://a/g/../h", "http://a/h", "http://a/h"},
	{"C-52", "../../..", "http://a/..", "http://a/", "http://a/"},
	{"C-53", "../../../", "http://a/../", "http://a/", "http://a/"},
	{"C-54", "../../../g/../h", "http://a/../h", "http://a/h", "http://a/h"},
	{"C-55", "g/..", "http://a/b/c/", "http://a/b/c/", "http://a/b/c/"},
	{"C-56", "g//h", "http://a/b/c/g//h", "http://a/b/c/g//h", "http://a/b/c/g/h"},
	{"C-57", "g//../h", "http://a/b/c/g/h", "http://a/b/c/g/h", "http://a/b/c/h"},
	{"C-58", "..//g", "http://a/b//g", "http://a/b//g", "http://a/b/g"},
	{"C-59", "g;x=1/../y", "http://a/b/c/g;x=1/../y", "http://a/b/c/y", "http://a/b/c/y"},
	{"C-60", ";x/../y", "http://a/b/c/d;x/../y", "http://a/b/c/y", "http://a/b/c/y"},
	{"C-61", "..;x", "http://a/b/;x", "http://a/b/c/..;x", "http://a/b/;x"},
	{"C-62", "g?y;z", "http://a/b/c/g?y;z", "http://a/b/c/g?y;z", "http://a/b/c/g?y;z"},
	{"C-63", "./this:that", "http://a/b/c/this:that", "http://a/b/c/this:that", "http://a/b/c/this:that"},
	{"C-64", "this:that", "this:that", "this:that", "this:that"},
	{"C-65", "127.0.0.1:80", "127.0.0.1:80", "rejected", "http://a/b/c/127.0.0.1:80"},
	{"C-66", ":g", "http://a/b/c/:g", "rejected", "http://a/b/c/:g"},
	{"C-67", "%2e%2e/g", "http://a/b/c/%2e%2e/g", "http://a/b/c/%2e%2e/g", "http://a/b/c/%2e%2e/g"},
	{"C-68", "HTTP:g", "HTTP:g", "HTTP:g", "http://a/b/c/g"},
	{"C-69", "http:../g", "http:../g", "http:g", "http://a/b/g"},
	{"C-70", "http://x/y/../z", "http://x/y/../z", "http://x/z", "http://x/y/../z"},
}

func TestThreeResolutions(t *testing.T) {
	t.Parallel()
	for _, test := range threeResolutions {
		t.Run(test.name, func(t *testing.T) {
			for _, column := range []struct{ dialect, want string }{
				{"rfc1808", test.rfc1808}, {"rfc3986", test.rfc3986}, {"urllib@3.11.7", test.urljoin},
			} {
				got, err := inDialect(column.dialect)(resolutionBase, test.ref)
				if err != nil {
					got = "rejected"
				}
				if got != column.want {
					t.Errorf("%s: %q gives %q, %v, want %q", column.dialect, test.ref, got, err, column.want)
				}
			}
		})
	}
}
