package rfc1808_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// A component is a part of a URL, which may be absent.
type component struct {
	text    string
	defined bool
}

// length is the length of the component with its delimiter.
func (c component) length() int {
	if !c.defined {
		return 0
	}
	return 1 + len(c.text)
}

// A six is the components of §2.1, the path without the slash before it.
type six struct {
	scheme, netLoc, params, query, fragment component

	path  string
	slash bool
}

const schemeCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-"

// literalParse is §2.4, step by step.
func literalParse(parseString string) (p six) {
	// 2.4.1
	if i := strings.Index(parseString, "#"); i >= 0 {
		p.fragment = component{parseString[i+1:], true}
		parseString = parseString[:i]
	}
	// 2.4.2
	if i := strings.Index(parseString, ":"); i > 0 && strings.Trim(parseString[:i], schemeCharacters) == "" {
		p.scheme = component{parseString[:i], true}
		parseString = parseString[i+1:]
	}
	// 2.4.3
	if strings.HasPrefix(parseString, "//") {
		parseString = parseString[2:]
		i := strings.Index(parseString, "/")
		if i < 0 {
			i = len(parseString)
		}
		p.netLoc = component{parseString[:i], true}
		parseString = parseString[i:]
	}
	// 2.4.4
	if i := strings.Index(parseString, "?"); i >= 0 {
		p.query = component{parseString[i+1:], true}
		parseString = parseString[:i]
	}
	// 2.4.5
	if i := strings.Index(parseString, ";"); i >= 0 {
		p.params = component{parseString[i+1:], true}
		parseString = parseString[:i]
	}
	// 2.4.6
	p.path, p.slash = strings.CutPrefix(parseString, "/")
	return p
}

// text puts the components together, each with its delimiter.
func (p *six) text() string {
	s := ""
	if p.scheme.defined {
		s += p.scheme.text + ":"
	}
	if p.netLoc.defined {
		s += "//" + p.netLoc.text
	}
	if p.slash {
		s += "/"
	}
	s += p.path
	if p.params.defined {
		s += ";" + p.params.text
	}
	if p.query.defined {
		s += "?" + p.query.text
	}
	if p.fragment.defined {
		s += "#" + p.fragment.text
	}
	return s
}

// sixOf reads the components of u.
func sixOf(u rfc1808.URL) (p six) {
	p.scheme = component{u.Scheme(), u.IsAbsoluteURL()}
	p.netLoc.text, p.netLoc.defined = u.NetLoc()
	p.path, p.slash = strings.CutPrefix(u.Path(), "/")
	p.params.text, p.params.defined = u.Params()
	p.query.text, p.query.defined = u.Query()
	p.fragment.text, p.fragment.defined = u.Fragment()
	return p
}

// seeds are URLs of every form.
var seeds = []string{
	"", "a", "/", "//", "///", "////", "?", "#", ";", ":", "a:", "1:", "..:g", "+.-:", "a_b:c", "%41:c", "a:b", "./a:b",
	"http://h", "http://u:p@h:80/p;x?q#f", "https://www.example.com/a/b.html", "ftp://h/d;type=d", "mailto:u@h",
	"//h?y/p;x",
	"//h;x#f/g", "g;x/h?y", "g?y;x", "g#a#b", "g?a?b", "g;a;b", "a#//h?x;y:z", " g:h", "//h//p", "http://h//p", "////p",
	"/~u", "//[::1]/", "a+b;c+d?e+f#g+h", "100%", "a%zz", "é", "\xff", "\x7f", "a b", "{x}?y\\z", "http:a//b",
	"abcdefg;hijklmn?opqrstu#vwxyz",
}

// checkParse holds Parse against the literal steps.
func checkParse(t *testing.T, s string) {
	t.Helper()
	u := rfc1808.Parse(s)
	want := literalParse(s)
	if got := sixOf(u); got != want {
		t.Errorf("%q is %+v, want %+v", s, got, want)
	}
	if got := want.text(); got != s || u.String() != s || len(u.String()) != len(s) {
		t.Errorf("%q comes back as %q and %q", s, got, u)
	}
	path := want.path
	if want.slash {
		path = "/" + path
	}
	if u.Path() != path || u.IsZero() != (s == "") {
		t.Errorf("%q: path %q, want %q", s, u.Path(), path)
	}
	want.fragment = component{}
	if got := u.WithoutFragment(); got != rfc1808.Parse(want.text()) {
		t.Errorf("%q without fragment is %+v", s, sixOf(got))
	}
}

func FuzzFastParseIsTheSteps(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkParse(t, s) })
}

// TestParseManyTexts: all texts of up to three pieces, or five, some with long ones around
// them, so that each delimiter comes at each place of eight bytes.
func TestParseManyTexts(t *testing.T) {
	t.Parallel()
	pieces := []string{"a", "/", ":", ";", "?", "#", ".", "_"}
	texts := []string{""}
	longest := 4
	if urltest.IsExhaustive() {
		longest = 6
	}
	for i := range longest {
		var longer []string
		for j, s := range texts {
			checkParse(t, s)
			checkParse(t, "http://"+s)
			checkParse(t, "https://abcdef"[:8+j%7]+s+"ghijklmnop"[:j%11])
			if i < longest-1 {
				for _, p := range pieces {
					longer = append(longer, s+p)
				}
			}
		}
		texts = longer
	}
}

// TestSchemeCharacters: each octet before the colon, first and later.
func TestSchemeCharacters(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		b := string([]byte{byte(c)})
		for _, s := range []string{b + ":x", "a" + b + ":x", b + "a:x", "http" + b + "//h/"} {
			checkParse(t, s)
		}
		checkParse(t, b)
	}
}

// literalResolve is §4, step by step, with what Resolve's comment adds to them.
// known is false without a base.
func literalResolve(base, embedded string) (target string, known bool) {
	// Step 1
	if base == "" {
		return embedded, true
	}
	// Step 2
	b, r := literalParse(base), literalParse(embedded)
	switch {
	case r.scheme.defined: // b, which needs no base
		return embedded, true
	case !b.scheme.defined: // §3
		return "", false
	case embedded == "": // a
		return base, true
	}
	r.scheme = b.scheme // c
	// Step 3
	if r.netLoc.text == "" {
		r.netLoc = b.netLoc
		// Step 4
		if !r.slash {
			if r.path == "" {
				literalInherit(&b, &r) // Step 5
			} else {
				literalMerge(&b, &r) // Step 6
			}
		}
	}
	// Step 7
	for _, c := range []*component{&r.params, &r.query, &r.fragment} {
		c.defined = c.text != ""
	}
	if r.netLoc.defined && !r.slash && r.path+r.params.text+r.query.text != "" {
		r.slash = true
	}
	if !r.netLoc.defined {
		s := r.path
		if r.slash {
			s = "/" + s
		}
		r.netLoc.defined = strings.HasPrefix(s, "//")
	}
	return r.text(), true
}

// literalInherit is step 5.
func literalInherit(b, r *six) {
	r.path, r.slash = b.path, b.slash
	if r.params.text != "" { // a
		return
	}
	r.params = b.params
	if r.query.text != "" { // b
		return
	}
	r.query = b.query
}

// literalMerge is step 6, with a slash after a net_loc in any case.
func literalMerge(b, r *six) {
	r.slash = b.slash || b.netLoc.defined
	path := b.path[:strings.LastIndex(b.path, "/")+1] + r.path
	// a
	for i := 0; i < len(path); {
		if strings.HasPrefix(path[i:], "./") && atSegment(path, i) {
			path = path[:i] + path[i+2:]
		} else {
			i++
		}
	}
	// b
	if path == "." || strings.HasSuffix(path, "/.") {
		path = path[:len(path)-1]
	}
	// c
	for again := true; again; {
		again = false
		for i := 0; i < len(path); i++ {
			n := strings.Index(path[i:], "/")
			if atSegment(path, i) && n >= 0 && path[i:i+n] != ".." && strings.HasPrefix(path[i+n:], "/../") {
				path = path[:i] + path[i+n+4:]
				again = true
				break
			}
		}
	}
	// d
	if rest, ok := strings.CutSuffix(path, "/.."); ok {
		i := strings.LastIndex(rest, "/") + 1
		if rest[i:] != ".." {
			path = path[:i]
		}
	}
	r.path = path
}

// atSegment reports whether a segment of path begins at offset i.
func atSegment(path string, i int) bool { return i == 0 || path[i-1] == '/' }

// checkResolve holds Resolve against the literal steps, and the laws of §4.
func checkResolve(t *testing.T, base, ref string) {
	t.Helper()
	b, r := rfc1808.Parse(base), rfc1808.Parse(ref)
	want, known := literalResolve(base, ref)
	u, err := rfc1808.Resolve(b, r)
	if !known {
		if !errors.Is(err, urlerr.NoBase) || !u.IsZero() {
			t.Errorf("%q + %q = %q, %v; want no base", base, ref, u, err)
		}
		return
	}
	if err != nil || u.String() != want {
		t.Errorf("%q + %q = %q, %v; want %q", base, ref, u, err, want)
		return
	}
	if parsed := rfc1808.Parse(want); parsed != u {
		t.Errorf("%q + %q = %q is laid out as %+v, want %+v", base, ref, u, sixOf(u), sixOf(parsed))
	}
	if base == "" {
		return
	}
	if again, err := rfc1808.Resolve(b, u); err != nil || again != u || !u.IsAbsoluteURL() {
		t.Errorf("%q + %q = %q, which resolves to %q, %v", base, ref, u, again, err)
	}
	refNetLoc, _ := r.NetLoc()
	netLoc, _ := b.NetLoc()
	if refNetLoc != "" {
		netLoc = refNetLoc
	}
	if got, _ := u.NetLoc(); !r.IsAbsoluteURL() && got != netLoc {
		t.Errorf("%q + %q = %q with another net_loc than %q", base, ref, u, netLoc)
	}
	if _, has := r.Fragment(); ref != "" && !has && strings.Contains(want, "#") {
		t.Errorf("%q + %q = %q inherits a fragment", base, ref, u)
	}
}

func FuzzFastResolveIsTheSteps(f *testing.F) {
	for _, e := range resolutions {
		f.Add(e.base, e.ref)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		if len(base)+len(ref) < 2000 { // the literal version is cubic
			checkResolve(t, base, ref)
		}
	})
}

// TestResolveAllPaths: all paths of up to seven segments, against bases with and
// without dots, slashes and a net_loc.
func TestResolveAllPaths(t *testing.T) {
	t.Parallel()
	segments := []string{".", "..", "", "a"}
	most := 7
	if testing.Short() {
		most = 5
	}
	paths := segments
	for range most {
		var longer []string
		for i, p := range paths {
			checkResolve(t, "http://a/b/c/d;p?q#f", p)
			checkResolve(t, "http:b/c/", p)
			checkResolve(t, "http:/b", p+"?y")
			if i%5 == 0 {
				checkResolve(t, "http://a/../b//./c/d", p)
				checkResolve(t, "http:/"+p, "../../x")
				checkResolve(t, "file://", p+";x")
				checkResolve(t, "http://h/"+p, "./y/..")
			}
			for _, s := range segments {
				longer = append(longer, p+"/"+s)
			}
		}
		paths = longer
	}
}

// TestResolveManyReferences: pairs of a base and a reference of a few pieces, in
// which every delimiter may come.
func TestResolveManyReferences(t *testing.T) {
	t.Parallel()
	pieces := []string{"", "/", ".", "..", "a", "b;", ";", "?", "#", "//", "../", "/.", "x"}
	var refs []string
	seen := map[string]bool{}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				if s := a + b + c; !seen[s] {
					seen[s] = true
					refs = append(refs, s)
				}
			}
		}
	}
	every := 43
	if testing.Short() {
		every = 1009
	}
	n := 0
	for _, scheme := range []string{"s:", "s://h", "s://", ""} {
		for i, b := range refs {
			for j, r := range refs {
				if (i*7919+j*104729)%every == 0 && (scheme != "" || n%64 == 0) {
					checkResolve(t, scheme+b, r)
				}
				n++
			}
		}
	}
	t.Logf("%d references", len(refs))
}
