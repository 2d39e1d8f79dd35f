package rfc1808_test

import (
	"strings"
	"testing"

	"earl.example/rfc1808"
)

// The tables below show the statements of the RFCs. Each row begins with the
// requirement that it shows, as the checklist of the RFCs numbers them: R for
// statements, X for what follows from them together. C, the comparisons with
// other resolvers, are rows of package earl.

// parses are URLs and their components. The ones that are not named are
// empty. The path is shown with the slash before it.
var parses = []struct{ name, in, want string }{
	{"R-002", "g:h", "scheme=g path=h"},
	{"R-002", "g/h", "path=g/h"},
	{"R-003", "./a/../b", "path=./a/../b"},
	{"R-005", "http://a/b/c/d;p?q#f", "scheme=http net_loc=a path=/b/c/d params=p query=q fragment=f"},
	{"R-006", "http:", "scheme=http"},
	{"R-006", "", ""},
	{"R-009", "g?y;x", "path=g query=y;x"},
	{"R-045", "ftp://h/a?b", "scheme=ftp net_loc=h path=/a query=b"},
	{"R-046", "http://h/a;b", "scheme=http net_loc=h path=/a params=b"},
	{"R-051", "g#a#b", "path=g fragment=a#b"},
	{"R-052", "g#", "path=g"},
	{"R-053", "a#//h?x;y:z", "path=a fragment=//h?x;y:z"},
	{"R-054", "a.b+c-1:x", "scheme=a.b+c-1 path=x"},
	{"R-055", "a:b:c", "scheme=a path=b:c"},
	{"R-056", ":g", "path=:g"},
	{"R-056", "::g", "path=::g"},
	{"R-057", "a/b:c", "path=a/b:c"},
	{"R-057", "a?b:c", "path=a query=b:c"},
	{"R-057", "a;b:c", "path=a params=b:c"},
	{"R-057", "a_b:c", "path=a_b:c"},
	{"R-057", "%41:c", "path=%41:c"},
	{"R-058", "3:4", "scheme=3 path=4"},
	{"R-058", "127.0.0.1:80", "scheme=127.0.0.1 path=80"},
	{"R-058", "..:g", "scheme=.. path=g"},
	{"R-059", "HTTP:g", "scheme=HTTP path=g"},
	{"R-060", "http:a//b", "scheme=http path=a//b"},
	{"R-060", "/a//b", "path=/a//b"},
	{"R-061", "//h/p", "net_loc=h path=/p"},
	{"R-062", "//h?y;x", "net_loc=h?y;x"},
	{"R-063", "//h?y/p;x", "net_loc=h?y path=/p params=x"},
	{"R-064", "///p", "path=/p"},
	{"R-064", "//", ""},
	{"R-065", "//u:p@h:80/", "net_loc=u:p@h:80 path=/"},
	{"R-066", "g?a?b", "path=g query=a?b"},
	{"R-067", "g?", "path=g"},
	{"R-068", "g?a;b/../c", "path=g query=a;b/../c"},
	{"R-069", "g;a;b", "path=g params=a;b"},
	{"R-070", "g;", "path=g"},
	{"R-071", "/a;x/b/c", "path=/a params=x/b/c"},
	{"R-072", "/p", "path=/p"},
	{"R-072", "p", "path=p"},
	{"R-072", "/", "path=/"},
	{"R-073", "//h", "net_loc=h"},
	{"R-073", "//h/", "net_loc=h path=/"},
}

func TestParses(t *testing.T) {
	t.Parallel()
	for _, test := range parses {
		u := rfc1808.Parse(test.in)
		p := sixOf(u)
		var all []string
		for _, c := range []struct{ name, text string }{
			{"scheme", p.scheme.text}, {"net_loc", p.netLoc.text}, {"path", u.Path()},
			{"params", p.params.text}, {"query", p.query.text}, {"fragment", p.fragment.text},
		} {
			if c.text != "" {
				all = append(all, c.name+"="+c.text)
			}
		}
		if got := strings.Join(all, " "); got != test.want {
			t.Errorf("%s: %q is %s, want %s", test.name, test.in, got, test.want)
		}
	}
}

// rfcBase is the base of §5.
const rfcBase = "http://a/b/c/d;p?q#f"

// resolutions are references and their targets.
var resolutions = []struct{ name, base, ref, want string }{
	{"R-001", "file:///b/c/d", "../g", "file:///b/g"},
	{"R-001", "ftp://a/b/c/d", "../g", "ftp://a/b/g"},
	{"R-040", "wais://h/b/c", "g", "wais://h/b/g"},
	{"R-041", "nntp://h/g/1", "2", "nntp://h/g/2"},
	{"R-042", "x-new://h/b", "g", "x-new://h/g"},
	{"R-044", "gopher://h/0b/c", "g", "gopher://h/0b/g"},
	{"R-044", "gopher://h/0b/c", "/1x", "gopher://h/1x"},
	{"R-100", "", "../g", "../g"},
	{"R-102", rfcBase, "", "http://a/b/c/d;p?q#f"},
	{"R-103", rfcBase, "http:g", "http:g"},
	{"R-103", rfcBase, "http://x/y/../z", "http://x/y/../z"},
	{"R-104", "HTTP://a/b", "g", "HTTP://a/g"},
	{"R-105", rfcBase, "//g", "http://g"},
	{"R-105", rfcBase, "//g/../h", "http://g/../h"},
	{"R-106", rfcBase, "/g", "http://a/g"},
	{"R-106", rfcBase, "///g", "http://a/g"},
	{"R-107", rfcBase, "/./g", "http://a/./g"},
	{"R-107", rfcBase, "/g/../h", "http://a/g/../h"},
	{"R-108", "http://a/b/../c", "?y", "http://a/b/../c?y"},
	{"R-109", rfcBase, ";x", "http://a/b/c/d;x"},
	{"R-109", rfcBase, ";x?y", "http://a/b/c/d;x?y"},
	{"R-110", rfcBase, "?y", "http://a/b/c/d;p?y"},
	{"R-110", rfcBase, "#s", "http://a/b/c/d;p?q#s"},
	{"R-111", "http://a/b/", "g", "http://a/b/g"},
	{"R-111", "http://a/d", "g", "http://a/g"},
	{"R-111", "http:d", "g", "http:g"},
	{"R-112", rfcBase, "g", "http://a/b/c/g"},
	{"R-113", "http://a/x/./y/../b", "g", "http://a/x/g"},
	{"R-114", rfcBase, "././g/./h", "http://a/b/c/g/h"},
	{"R-114", rfcBase, "g./h", "http://a/b/c/g./h"},
	{"R-114", "http://a/./b/c", "g", "http://a/b/g"},
	{"R-114", "http:", "./g/./h", "http:g/h"},
	{"R-115", rfcBase, "g/.", "http://a/b/c/g/"},
	{"R-116", rfcBase, "x/y/../../g", "http://a/b/c/g"},
	{"R-116", rfcBase, "../../../g/../h", "http://a/../h"},
	{"R-117", rfcBase, "g/..", "http://a/b/c/"},
	{"R-117", rfcBase, "../../..", "http://a/.."},
	{"R-118", rfcBase, "./../g", "http://a/b/g"},
	{"R-118", rfcBase, "g/./../h", "http://a/b/c/h"},
	{"R-119", rfcBase, "g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"R-120", "ftp://h/d;type=d", "g", "ftp://h/g"},
	{"R-120", "ftp://h/d", "g", "ftp://h/g"},
	{"R-121", rfcBase, "?y", "http://a/b/c/d;p?y"},
	{"R-124", rfcBase, "g:h", "g:h"},
	{"R-125", rfcBase, "g", "http://a/b/c/g"},
	{"R-126", rfcBase, "./g", "http://a/b/c/g"},
	{"R-127", rfcBase, "g/", "http://a/b/c/g/"},
	{"R-128", rfcBase, "/g", "http://a/g"},
	{"R-129", rfcBase, "//g", "http://g"},
	{"R-130", rfcBase, "?y", "http://a/b/c/d;p?y"},
	{"R-131", rfcBase, "g?y", "http://a/b/c/g?y"},
	{"R-132", rfcBase, "g?y/./x", "http://a/b/c/g?y/./x"},
	{"R-133", rfcBase, "#s", "http://a/b/c/d;p?q#s"},
	{"R-134", rfcBase, "g#s", "http://a/b/c/g#s"},
	{"R-135", rfcBase, "g#s/./x", "http://a/b/c/g#s/./x"},
	{"R-136", rfcBase, "g?y#s", "http://a/b/c/g?y#s"},
	{"R-137", rfcBase, ";x", "http://a/b/c/d;x"},
	{"R-138", rfcBase, "g;x", "http://a/b/c/g;x"},
	{"R-139", rfcBase, "g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"R-140", rfcBase, ".", "http://a/b/c/"},
	{"R-141", rfcBase, "./", "http://a/b/c/"},
	{"R-142", rfcBase, "..", "http://a/b/"},
	{"R-143", rfcBase, "../", "http://a/b/"},
	{"R-144", rfcBase, "../g", "http://a/b/g"},
	{"R-145", rfcBase, "../..", "http://a/"},
	{"R-146", rfcBase, "../../", "http://a/"},
	{"R-147", rfcBase, "../../g", "http://a/g"},
	{"R-148", rfcBase, "", "http://a/b/c/d;p?q#f"},
	{"R-150", rfcBase, "../../../g", "http://a/../g"},
	{"R-151", rfcBase, "../../../../g", "http://a/../../g"},
	{"R-153", rfcBase, "/./g", "http://a/./g"},
	{"R-154", rfcBase, "/../g", "http://a/../g"},
	{"R-155", rfcBase, "g.", "http://a/b/c/g."},
	{"R-156", rfcBase, ".g", "http://a/b/c/.g"},
	{"R-157", rfcBase, "g..", "http://a/b/c/g.."},
	{"R-158", rfcBase, "..g", "http://a/b/c/..g"},
	{"R-159", rfcBase, "./../g", "http://a/b/g"},
	{"R-160", rfcBase, "./g/.", "http://a/b/c/g/"},
	{"R-161", rfcBase, "g/./h", "http://a/b/c/g/h"},
	{"R-162", rfcBase, "g/../h", "http://a/b/c/h"},
	{"R-164", rfcBase, "http:g", "http:g"},
	{"R-165", rfcBase, "http:", "http:"},
	{"R-167", rfcBase, "this:that", "this:that"},
	{"R-168", rfcBase, "./this:that", "http://a/b/c/this:that"},
	{"R-169", rfcBase, "this%3Athat", "http://a/b/c/this%3Athat"},
	{"R-171", "ftp://h/d/", "g", "ftp://h/d/g"},
	{"R-171", "ftp://h/d", "g", "ftp://h/g"},
	{"R-172", "ftp://h/d;type=d", "g", "ftp://h/g"},
	{"R-177", "http://www.ics.uci.edu/Test/a/b/c", "../x", "http://www.ics.uci.edu/Test/a/x"},
	{"X-001", rfcBase, "#", "http://a/b/c/d;p?q"},
	{"X-002", rfcBase, "?", "http://a/b/c/d;p?q"},
	{"X-003", rfcBase, ";", "http://a/b/c/d;p?q"},
	{"X-004", rfcBase, "//", "http://a/b/c/d;p?q"},
	{"X-005", rfcBase, "//#s", "http://a/b/c/d;p?q#s"},
	{"X-006", rfcBase, ";?y", "http://a/b/c/d;p?y"},
	{"X-007", rfcBase, ";x?", "http://a/b/c/d;x"},
	{"X-008", rfcBase, ";#s", "http://a/b/c/d;p?q#s"},
	{"X-009", rfcBase, "?#s", "http://a/b/c/d;p?q#s"},
	{"X-010", rfcBase, "g?", "http://a/b/c/g"},
	{"X-011", rfcBase, "///g", "http://a/g"},
	{"X-012", rfcBase, "///", "http://a/"},
	{"X-013", rfcBase, "///?y", "http://a/?y"},
	{"X-014", rfcBase, "//?y", "http://?y"},
	{"X-015", rfcBase, "//;x", "http://;x"},
	{"X-016", rfcBase, "//g?y/../z", "http://g?y/../z"},
	{"X-017", rfcBase, "/", "http://a/"},
	{"X-018", "http://a/b", "", "http://a/b"},
	{"X-019", "http://a/b#f", "#s", "http://a/b#s"},
	{"X-020", "http://a/b?q#f", "?y", "http://a/b?y"},
	{"X-021", rfcBase, ";x/../y", "http://a/b/c/d;x/../y"},
	{"X-022", rfcBase, "g;x=1/../y", "http://a/b/c/g;x=1/../y"},
	{"X-023", rfcBase, "g;x/h?y", "http://a/b/c/g;x/h?y"},
	{"X-024", rfcBase, "..;x", "http://a/b/;x"},
	{"X-025", rfcBase, ".;x", "http://a/b/c/;x"},
	{"X-026", rfcBase, "../;x", "http://a/b/;x"},
	{"X-027", rfcBase, "../g;x/..", "http://a/b/g;x/.."},
	{"X-028", rfcBase, "/;x", "http://a/;x"},
	{"X-029", rfcBase, "g?y;x", "http://a/b/c/g?y;x"},
	{"X-030", rfcBase, "g?y/../x", "http://a/b/c/g?y/../x"},
	{"X-031", "http://a/b;v/c/d", "g", "http://a/g"},
	{"X-032", "http://a/b;v/c/d", "../g", "http://a/../g"},
	{"X-033", "http://a/b;v/c/d", "?y", "http://a/b;v/c/d?y"},
	{"X-034", "http://a/b;v/c/d", ";x", "http://a/b;x"},
	{"X-035", "http://a/b/;v", "g", "http://a/b/g"},
	{"X-036", "http://a/;v?q", "?y", "http://a/;v?y"},
	{"X-037", "http://a/;v", "g", "http://a/g"},
	{"X-038", "http://a/b?x/y/z", "g", "http://a/g"},
	{"X-039", "http://a/b?x;y", ";z", "http://a/b;z"},
	{"X-040", "http://a/b?x;y", "#s", "http://a/b?x;y#s"},
	{"X-041", "http://a/b#c?d/e", "g", "http://a/g"},
	{"X-042", "http://a?q/b", "g", "http://a?q/g"},
	{"X-043", rfcBase, "../../..", "http://a/.."},
	{"X-044", rfcBase, "../../../", "http://a/../"},
	{"X-045", rfcBase, "../../../.", "http://a/../"},
	{"X-046", rfcBase, "../../../..", "http://a/../.."},
	{"X-047", rfcBase, "../../../g/../h", "http://a/../h"},
	{"X-048", rfcBase, "../../../g/../../h", "http://a/../../h"},
	{"X-049", rfcBase, "../../.././g", "http://a/../g"},
	{"X-050", "http://a/", "..", "http://a/.."},
	{"X-051", "http://a/b", "..", "http://a/.."},
	{"X-052", "http://a/b/", "..", "http://a/"},
	{"X-053", rfcBase, "/.", "http://a/."},
	{"X-054", rfcBase, "/..", "http://a/.."},
	{"X-055", rfcBase, "/g/..", "http://a/g/.."},
	{"X-056", rfcBase, "//g/.", "http://g/."},
	{"X-057", rfcBase, "g/../..", "http://a/b/"},
	{"X-058", rfcBase, "./.", "http://a/b/c/"},
	{"X-059", rfcBase, "./..", "http://a/b/"},
	{"X-060", rfcBase, "g/./..", "http://a/b/c/"},
	{"X-061", rfcBase, "../x/../..", "http://a/"},
	{"X-062", rfcBase, "...", "http://a/b/c/..."},
	{"X-063", rfcBase, "%2e%2e/g", "http://a/b/c/%2e%2e/g"},
	{"X-064", rfcBase, "..%2Fg", "http://a/b/c/..%2Fg"},
	{"X-065", rfcBase, "g//h", "http://a/b/c/g//h"},
	{"X-066", rfcBase, "g//..", "http://a/b/c/g/"},
	{"X-067", rfcBase, "g//../h", "http://a/b/c/g/h"},
	{"X-068", rfcBase, "..//../g", "http://a/b/g"},
	{"X-069", rfcBase, ".//g", "http://a/b/c//g"},
	{"X-070", rfcBase, "..//g", "http://a/b//g"},
	{"X-071", rfcBase, "../..//g", "http://a//g"},
	{"X-072", "http://a//b", "..", "http://a/"},
	{"X-073", "http://a//b", "../../g", "http://a/../g"},
	{"X-074", "http://a/b//c", "../g", "http://a/b/g"},
	{"X-075", "http://a/b/..", "g", "http://a/b/g"},
	{"X-076", "http://a/b/.", "g", "http://a/b/g"},
	{"X-077", "http://a/b/../", "g", "http://a/g"},
	{"X-078", "http://a/../b", "../g", "http://a/../../g"},
	{"X-079", "http://a/b/../c", ";x", "http://a/b/../c;x"},
	{"X-080", "http://a/b/../c", "#s", "http://a/b/../c#s"},
	{"X-081", rfcBase, "http:?y", "http:?y"},
	{"X-082", rfcBase, "http:#s", "http:#s"},
	{"X-083", rfcBase, "http:/g", "http:/g"},
	{"X-084", rfcBase, "HTTP:g", "HTTP:g"},
	{"X-085", rfcBase, "g:", "g:"},
	{"X-086", rfcBase, "http", "http://a/b/c/http"},
	{"X-087", rfcBase, ":g", "http://a/b/c/:g"},
	{"X-088", rfcBase, "localhost:80/x", "localhost:80/x"},
	{"X-089", rfcBase, "127.0.0.1:80", "127.0.0.1:80"},
	{"X-090", rfcBase, "..:g", "..:g"},
	{"X-091", rfcBase, "../a:b", "http://a/b/a:b"},
	{"X-092", rfcBase, "?a:b", "http://a/b/c/d;p?a:b"},
	{"X-093", rfcBase, ";a:b", "http://a/b/c/d;a:b"},
	{"X-094", rfcBase, "a_b:c", "http://a/b/c/a_b:c"},
	{"X-095", "", "g", "g"},
	{"X-096", "", "", ""},
	{"X-097", "", "a/../b", "a/../b"},
	{"X-098", "http://a", "g", "http://a/g"},
	{"X-099", "http://a", "../g", "http://a/../g"},
	{"X-100", "http://a", ".", "http://a/"},
	{"X-100", "http://a", "./", "http://a/"},
	{"X-100", "http://a", "g/..", "http://a/"},
	{"X-100", "http://a", ".//", "http://a//"},
	{"X-101", "http://a", "?y", "http://a/?y"},
	{"X-102", "http://a", ";x", "http://a/;x"},
	{"X-103", "http://a", "#s", "http://a#s"},
	{"X-104", "http:", "g", "http:g"},
	{"X-105", "http:", "//h/g", "http://h/g"},
	{"X-106", "http:b/c", "../g", "http:g"},
	{"X-107", "http:b/c", "/g", "http:/g"},
	{"X-108", "http:/b/c", "..//g", "http:////g"},
	{"X-109", "http:b/c", "..//g", "http:/g"},
	{"X-110", "file:///b/c", "g", "file:///b/g"},
	{"X-111", "file:/b", "///g", "file:/g"},
	{"X-112", "file:///b/c", "//h/g", "file://h/g"},
	{"X-113", "mailto:u@h", "g", "mailto:g"},
	{"X-114", "mailto:u@h", "g:h", "g:h"},
	{"X-115", "gopher://h/0file", "g", "gopher://h/g"},
	{"X-117", "http://h//x", "g", "http://h//g"},
}

func TestResolutions(t *testing.T) {
	t.Parallel()
	for _, test := range resolutions {
		u, err := rfc1808.Resolve(rfc1808.Parse(test.base), rfc1808.Parse(test.ref))
		if err != nil || u.String() != test.want {
			t.Errorf("%s: %q and %q give %q, %v, want %q", test.name, test.base, test.ref, u, err, test.want)
		}
		checkResolve(t, test.base, test.ref)
	}
}

// derivations are texts that rules of a grammar derive, and texts that they do not derive.
var derivations = []struct {
	name    string
	grammar rfc1808.Grammar
	rule    string
	is, not []string
}{
	{"R-010", rfc1808.RFC1808, "URL", []string{"g:h#s", "g#", "#", ""}, []string{"a#b#c", "a b"}},
	{"R-011", rfc1808.RFC1808, "absoluteURL", []string{"http:", "mailto:x@y", "http://h//x"},
		[]string{"g", ":g", "x:#f", "x:{"}},
	{"R-012", rfc1808.RFC1808, "generic-RL", []string{"http:", "http:g", "http://h/p;x?y"},
		[]string{"http://h//x", "//h/p"}},
	{"R-013", rfc1808.RFC1808, "relativeURL", []string{"//h", "/p", "p", ""}, []string{"//h//p", "////p"}},
	{"R-014", rfc1808.RFC1808, "net_path", []string{"//", "//h", "//h/", "///p", "//h?y"}, []string{"/h", "//h//"}},
	{"R-015", rfc1808.RFC1808, "abs_path", []string{"/", "/p//q", "/;x", "/?y"}, []string{"//p", "p"}},
	{"R-016", rfc1808.RFC1808, "rel_path", []string{"", "p", ";x", "?y", "p;x?y"}, []string{"/p", "p#f"}},
	{"R-017", rfc1808.RFC1808, "path", []string{"a", "a/", "a//b"}, []string{"", "/a", "a;b"}},
	{"R-018", rfc1808.RFC1808, "fsegment", []string{"a", "a:b"}, []string{"", "a/b"}},
	{"R-019", rfc1808.RFC1808, "segment", []string{"", "..", "a=b&c@d"}, []string{"a/b", "a;b", "a?b"}},
	{"R-020", rfc1808.RFC1808, "params", []string{"", ";;", "a;b/c"}, []string{"a?b", "a#b"}},
	{"R-021", rfc1808.RFC1808, "param", []string{"", "a/b=c"}, []string{"a;b", "a?b"}},
	{"R-022", rfc1808.RFC1808, "scheme", []string{"1", "+.-", "HTTP"}, []string{"", "a_b", "a%41"}},
	{"R-023", rfc1808.RFC1808, "net_loc", []string{"", "u:p@h:80", "h;x?y"}, []string{"h/", "h#", "[::1]"}},
	{"R-024", rfc1808.RFC1808, "query", []string{"", "a?b/c;d"}, []string{"a#b", "a b"}},
	{"R-025", rfc1808.RFC1808, "fragment", []string{"", "a/b?c"}, []string{"a#b"}},
	{"R-026", rfc1808.RFC1808, "pchar", []string{":", "@", "&", "=", "+", "%41"}, []string{";", "/", "?"}},
	{"R-027", rfc1808.RFC1808, "pchar", []string{"a", "%7E"}, []string{"~", "%"}},
	{"R-028", rfc1808.RFC1808, "pchar", []string{"a", "9", "$", "!"}, []string{"~", "/"}},
	{"R-029", rfc1808.RFC1808, "escape", []string{"%4a", "%Fe"}, []string{"%", "%4", "%4G", "%zz"}},
	{"R-030", rfc1808.RFC1808, "hex", []string{"0", "F", "f"}, []string{"g", "G"}},
	{"R-031", rfc1808.RFC1808, "URL", nil, []string{"é", "٣"}},
	{"R-034", rfc1808.RFC1808, "URL", []string{"/%7Eu"}, nil},
	{"R-034", rfc1808.RFC1808, "URL", nil, []string{"/~u", "a[1]", "a\\b"}},
	{"R-036", rfc1808.RFC1808, "URL", nil, []string{"<a>", "a%", "a\"b"}},
	{"R-180", rfc1808.RFC2068, "URL", []string{"g:h#s", ""}, []string{"a#b#c"}},
	{"R-181", rfc1808.RFC2068, "absoluteURL", []string{"http:", "http://h//x", "x:{"}, []string{"g"}},
	{"R-182", rfc1808.RFC2068, "relativeURL", []string{"//h;x?y/p", "/;x"}, []string{"//h//p", "////p"}},
	{"R-184", rfc1808.RFC2068, "pchar", []string{"+"}, nil},
	{"R-185", rfc1808.RFC2068, "URL", []string{"a+b;c+d?e+f#g+h", "//h+i/"}, nil},
	{"R-186", rfc1808.RFC2068, "URL", []string{"/~u", "a[1]", "{x}?y\\z", "//[::1]/"}, nil},
	{"R-186", rfc1808.RFC2068, "pchar", []string{"~"}, nil},
	{"R-188", rfc1808.RFC2068, "URL", nil, []string{"a b", "a\"b", "<a>", "a%zz"}},
	{"R-189", rfc1808.RFC2068, "escape", []string{"%4a"}, []string{"%4"}},
	{"R-189", rfc1808.RFC2068, "URL", nil, []string{"100%"}},
	{"R-191", rfc1808.RFC2068, "scheme", nil, []string{"h~", "é"}},
	{"R-032", rfc1808.RFC1808, "URL", chars("$-_.+"), nil},
	{"R-033", rfc1808.RFC1808, "URL", chars("!*'(),"), nil},
	{"R-034", rfc1808.RFC1808, "URL", nil, chars(nationals1808)},
	{"R-035", rfc1808.RFC1808, "URL", chars(";/?:@&="), nil},
	{"R-036", rfc1808.RFC1808, "URL", nil, chars("<>%\"")},
	{"R-183", rfc1808.RFC2068, "URL", chars("$-_."), nil},
	{"R-184", rfc1808.RFC2068, "URL", chars(";/?:@&=+"), nil},
	{"R-187", rfc1808.RFC2068, "URL", append(chars(nationals1808), "\x80", "\xff"), nil},
	{"R-188", rfc1808.RFC2068, "URL", nil, chars("\x00\x1f \x7f\"%<>")},
	{"R-189", rfc1808.RFC2068, "URL", chars("!*'(),"), nil},
	{"X-118", rfc1808.RFC1808, "absoluteURL", []string{"g:h"}, nil},
	{"X-118", rfc1808.RFC1808, "relativeURL", []string{"g:h"}, nil},
	{"X-119", rfc1808.RFC1808, "absoluteURL", []string{"x:////", "x:/a", "x:"}, nil},
	{"X-121", rfc1808.RFC1808, "URL", []string{"http://h//p"}, []string{"//h//p"}},
	{"X-121", rfc1808.RFC1808, "generic-RL", nil, []string{"http://h//p"}},
	{"X-122", rfc1808.RFC1808, "URL", nil, []string{"a#b#c"}},
	{"X-123", rfc1808.RFC1808, "URL", []string{"/h?y//z"}, []string{"//h?y//z"}},
	{"X-124", rfc1808.RFC1808, "generic-RL", []string{"mailto:u@h"}, nil},
	{"X-125", rfc1808.RFC1808, "URL", nil, []string{"/~u", "//[::1]/"}},
	{"X-125", rfc1808.RFC2068, "URI", []string{"/~u", "//[::1]/"}, nil},
	{"X-126", rfc1808.RFC1808, "URL", nil, []string{"é", "\xe9"}},
	{"X-126", rfc1808.RFC2068, "URI", []string{"é", "\xe9"}, nil},
	{"X-127", rfc1808.RFC1808, "URL", []string{"a+b"}, nil},
	{"X-127", rfc1808.RFC2068, "URI", []string{"a+b"}, nil},
	{"X-127", rfc1808.RFC1808, "pchar", []string{"+"}, nil},
	{"X-127", rfc1808.RFC2068, "pchar", []string{"+"}, nil},
	{"X-128", rfc1808.RFC1808, "URL", nil, []string{"\x7f"}},
	{"X-128", rfc1808.RFC2068, "URI", nil, []string{"\x7f"}},
}

const nationals1808 = "{}|\\^~[]`"

// chars returns the bytes of s.
func chars(s string) (all []string) {
	for i := range len(s) {
		all = append(all, s[i:i+1])
	}
	return all
}

// derives reports whether a rule of g derives s: whether s is valid where the rule applies, and Parse finds it there.
func derives(g rfc1808.Grammar, rule, s string) bool {
	u := rfc1808.Parse(s)
	_, hasNetLoc := u.NetLoc()
	_, hasFragment := u.Fragment()
	isValid := g.Valid(s) && !hasFragment
	// in reports whether get returns s from before+s.
	in := func(before string, get func(u rfc1808.URL) (string, bool)) bool {
		got, ok := get(rfc1808.Parse(before + s))
		return g.Valid(before+s) && ok && got == s
	}
	path := func(n int) func(u rfc1808.URL) (string, bool) {
		return func(u rfc1808.URL) (string, bool) { return u.Path()[min(n, len(u.Path())):], true }
	}
	switch rule {
	case "URL", "URI":
		return g.Valid(s)
	case "absoluteURL":
		return isValid && u.IsAbsoluteURL()
	case "generic-RL":
		_, rest, ok := strings.Cut(s, ":")
		return ok && g.CheckBase(rfc1808.Parse("x:"+rest)) == nil && u.IsAbsoluteURL() && !hasFragment
	case "relativeURL":
		return isValid
	case "net_path":
		return isValid && hasNetLoc && !u.IsAbsoluteURL()
	case "abs_path":
		netLoc, _ := rfc1808.Parse("//h" + s).NetLoc()
		return g.Valid("//h"+s) && netLoc == "h"
	case "rel_path":
		return isValid && !hasNetLoc && !strings.HasPrefix(s, "/")
	case "path":
		return s != "" && in("/", path(1))
	case "fsegment":
		return s != "" && !strings.Contains(s, "/") && in("/", path(1))
	case "segment":
		return !strings.Contains(s, "/") && in("/x/", path(3))
	case "params":
		return in(";", rfc1808.URL.Params)
	case "param":
		return !strings.Contains(s, ";") && in(";", rfc1808.URL.Params)
	case "scheme":
		return rfc1808.Parse(s+":").IsAbsoluteURL() && g.Valid(s+":")
	case "net_loc":
		return in("//", rfc1808.URL.NetLoc)
	case "query":
		return in("?", rfc1808.URL.Query)
	case "fragment":
		return in("#", rfc1808.URL.Fragment)
	case "pchar":
		return (len(s) == 1 || len(s) == 3 && s[0] == '%') && in("/", path(1))
	case "escape":
		return len(s) == 3 && s[0] == '%' && in("/", path(1))
	case "hex":
		return len(s) == 1 && g.Valid("%4"+s)
	}
	panic("no rule " + rule)
}

func TestDerivations(t *testing.T) {
	t.Parallel()
	for _, test := range derivations {
		for _, s := range test.is {
			if !derives(test.grammar, test.rule, s) {
				t.Errorf("%s: %v: %q is not a %s", test.name, test.grammar, s, test.rule)
			}
			checkGrammar(t, s)
		}
		for _, s := range test.not {
			if derives(test.grammar, test.rule, s) {
				t.Errorf("%s: %v: %q is a %s", test.name, test.grammar, s, test.rule)
			}
			checkGrammar(t, s)
		}
	}
}
