package rfc3986_test

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"

	"earl.example/internal/testing/abnf"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// appendixB is the regular expression of appendix B. In Go "." needs a flag to
// match a line feed.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// A component is a part of a reference, which may be undefined.
type component struct {
	text    string
	defined bool
}

func (c component) String() string {
	if !c.defined {
		return "undefined"
	}
	return "\"" + c.text + "\""
}

// A split is the five components of appendix B.
type split struct{ scheme, authority, path, query, fragment component }

// splitByB splits any text as appendix B does.
func splitByB(s string) split {
	m := appendixB.FindStringSubmatchIndex(s)
	group := func(n int) component {
		if m[2*n] < 0 {
			return component{}
		}
		return component{s[m[2*n]:m[2*n+1]], true}
	}
	return split{group(2), group(4), group(5), group(7), group(9)}
}

// TestAppendixB: the expression has the groups that the appendix prints for its
// example (G-185, G-186), takes what the grammar refuses (G-187), and its split
// comes back as the text it was (G-188).
func TestAppendixB(t *testing.T) {
	t.Parallel()
	const text = "http://www.ics.uci.edu/pub/ietf/uri/#Related"
	want := []string{text, "http:", "http", "//www.ics.uci.edu", "www.ics.uci.edu", "/pub/ietf/uri/", "undefined",
		"undefined", "#Related", "Related"}
	m := appendixB.FindStringSubmatchIndex(text)
	for n := range want {
		got := "undefined"
		if m[2*n] >= 0 {
			got = text[m[2*n]:m[2*n+1]]
		}
		if got != want[n] {
			t.Errorf("$%d is %q, want %q", n, got, want[n])
		}
	}
	for _, test := range []struct {
		in   string
		want split
	}{
		{"1a:b", split{scheme: component{"1a", true}, path: component{"b", true}}},
		{":a", split{path: component{":a", true}}},
		{"a b", split{path: component{"a b", true}}},
		{"#a\n#b", split{path: component{"", true}, fragment: component{"a\n#b", true}}},
		{"//?#", split{authority: component{"", true}, path: component{"", true}, query: component{"", true},
			fragment: component{"", true}}},
	} {
		got := splitByB(test.in)
		if got != test.want || got.recompose() != test.in {
			t.Errorf("%q is %v, which gives %q", test.in, got, got.recompose())
		}
		if r, err := rfc3986.Parse(test.in); (err == nil) != (test.in == "//?#") || err == nil && splitOf(r) != got {
			t.Errorf("Parse(%q): %v, %v", test.in, splitOf(r), err)
		}
	}
}

// recompose is §5.3.
func (p split) recompose() string {
	result := ""
	if p.scheme.defined {
		result += p.scheme.text + ":"
	}
	if p.authority.defined {
		result += "//" + p.authority.text
	}
	result += p.path.text
	if p.query.defined {
		result += "?" + p.query.text
	}
	if p.fragment.defined {
		result += "#" + p.fragment.text
	}
	return result
}

// splitOf reads the five components of r.
func splitOf(r rfc3986.Ref) split {
	var p split
	p.scheme = component{r.Scheme(), r.Scheme() != ""}
	p.authority.text, p.authority.defined = r.Authority()
	p.path = component{r.Path(), true}
	p.query.text, p.query.defined = r.Query()
	p.fragment.text, p.fragment.defined = r.Fragment()
	return p
}

// An oracle decides by the grammar alone.
type oracle struct{ full, noUserinfo, uri, absolute *abnf.Machine }

var (
	strictOracle = sync.OnceValue(func() *oracle { return newOracle("") })
	zoneOracle   = sync.OnceValue(func() *oracle { return newOracle(rfc6874) })
)

func newOracle(more string) *oracle {
	g := abnf.New(appendixA, more)
	return &oracle{
		full:       g.Machine("URI-reference"),
		noUserinfo: abnf.New(appendixA, more, withoutUserinfo).Machine("URI-reference"),
		uri:        g.Machine("URI"),
		absolute:   g.Machine("absolute-URI"),
	}
}

// decide says whether s is a URI-reference, and if not, at which offset it
// stops being the beginning of one. An authority without "@" is read as host
// and port, and a triplet counts as one.
func (j *oracle) decide(s string) (valid bool, offset int) {
	m := j.full
	if authority := splitByB(s).authority; authority.defined && !strings.Contains(authority.text, "@") {
		m = j.noUserinfo
	}
	return m.Decide(s)
}

// seeds are references of every form, valid and not.
var seeds = []string{
	"", "a", "/", "//", "///", "?", "#", ":", "a:", "1a:", "a:b", "./a:b", "http://h", "http://u:p@h:80/p?q#f",
	"http://[::1]:80/", "http://[v1.a:b]", "http://[fe80::1%25en1]", "//a@b@c", "//a:b:c@h", "http://h:8a/",
	"http://h:8a@b/",
	"http://[1:2:3:4:5:6:7:8]", "//[::ffff:192.0.2.1]", "//[1:2:3:4:5:6:192.0.2.256]", "//[::1", "//[::1]x", "//[x@h",
	"//a[::1]@h",
	"%41", "%4", "%", "%zz:b", "a%20b:c", "http://%65x/%7e?%41#%5f", "a#b#c", "a?b?c/d", "?a[]=1", "http://h/a b", "\x00",
	"é",
	"urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "mailto:John.Doe@example.com", "tel:+1-816-555-1212",
	"http://1.2.3.4/", "http://256.1.1.1/", "//:80", "//@:", "a//b", "s:/.//x", "http://h:80:80/",
	"\\\\WINDOWS\\fileshare",
}

func FuzzParseAcceptsWhatTheGrammarDoes(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkParse(t, s) })
}

// checkParse holds Parse and its kin against the oracle for one text.
func checkParse(t *testing.T, s string) {
	t.Helper()
	checkOne(t, s, rfc3986.ParseOptions{}, strictOracle())
	checkOne(t, s, rfc3986.ParseOptions{AllowZone: true}, zoneOracle())
	r, err := rfc3986.Parse(s)
	if rfc3986.Valid(s) != (err == nil) {
		t.Errorf("Valid(%q) differs from Parse: %v", s, err)
	}
	j := strictOracle()
	u, err := rfc3986.ParseURI(s)
	if want, _ := j.uri.Run(s); want != (err == nil) || want != rfc3986.ValidURI(s) || want != r.IsURI() {
		t.Errorf("ParseURI(%q): %v; the grammar says %v", s, err, want)
	}
	if got, _ := r.URI(); got != u {
		t.Errorf("ParseURI(%q) is not what Parse gives", s)
	}
	if err != nil && r.String() == s && s != "" {
		// A valid relative reference: the error is where it ceases to be a scheme.
		var e *urlerr.Error
		_, at := newMachine("URI").Run(s)
		if errors.As(err, &e); e.Offset != at {
			t.Errorf("ParseURI(%q): error at %d, want %d", s, e.Offset, at)
		}
	}
	if want, _ := j.absolute.Run(s); want != r.IsAbsoluteURI() {
		t.Errorf("IsAbsoluteURI of %q is %v; the grammar says %v", s, r.IsAbsoluteURI(), want)
	}
}

// newMachine returns the machine of a rule of the grammar.
var newMachine = func() func(string) *abnf.Machine {
	var lock sync.Mutex
	machines := map[string]*abnf.Machine{}
	return func(rule string) *abnf.Machine {
		lock.Lock()
		defer lock.Unlock()
		if machines[rule] == nil {
			machines[rule] = abnf.New(appendixA).Machine(rule)
		}
		return machines[rule]
	}
}()

func checkOne(t *testing.T, s string, opt rfc3986.ParseOptions, j *oracle) {
	t.Helper()
	valid, offset := j.decide(s)
	r, err := opt.Parse(s)
	if valid != (err == nil) {
		t.Fatalf("Parse(%q) with %+v: %v; the grammar says %v, offset %d", s, opt, err, valid, offset)
	}
	if err != nil {
		var e *urlerr.Error
		if !errors.As(err, &e) || e.Offset != offset {
			t.Errorf("Parse(%q) with %+v: %v; the grammar says offset %d", s, opt, err, offset)
		}
		if r != (rfc3986.Ref{}) {
			t.Errorf("Parse(%q) gives half a result", s)
		}
		return
	}
	if r.String() != s {
		t.Errorf("Parse(%q).String() = %q", s, r.String())
	}
	want := splitByB(s)
	if got := splitOf(r); got != want {
		t.Errorf("Parse(%q) = %v, appendix B says %v", s, got, want)
	}
	checkAuthority(t, r)
}

// checkAuthority holds the parts of the authority against its text.
func checkAuthority(t *testing.T, r rfc3986.Ref) {
	t.Helper()
	authority, defined := r.Authority()
	userinfo, hasUserinfo := r.Userinfo()
	host, hasHost := r.Host()
	port, hasPort := r.Port()
	if defined != hasHost || !defined && (hasUserinfo || hasPort || host != "" || r.HostKind() != reading.NoHost) {
		t.Errorf("%q: parts without an authority", r)
	}
	text := host
	if hasUserinfo {
		text = userinfo + "@" + text
	}
	if hasPort {
		text += ":" + port
	}
	if text != authority || strings.Trim(port, "0123456789") != "" {
		t.Errorf("%q: userinfo %q, host %q and port %q do not make up the authority", r, userinfo, host, port)
	}
	if strings.Contains(userinfo, "@") || !strings.HasPrefix(host, "[") && strings.Contains(host, ":") {
		t.Errorf("%q: userinfo %q or host %q reaches too far", r, userinfo, host)
	}
	addr, isAddr := r.Addr()
	for kind, rule := range map[reading.HostKind]string{reading.HostIPv4: "IPv4address", reading.HostIPv6: "IPv6address",
		reading.HostIPvFuture: "IPvFuture"} {
		name, _, _ := strings.Cut(strings.Trim(host, "[]"), "%25")
		if strings.HasPrefix(host, "[") != (kind != reading.HostIPv4) {
			continue
		}
		matches, _ := newMachine(rule).Run(name)
		if matches != (r.HostKind() == kind) {
			t.Errorf("%q: host of kind %v; %s matches: %v", r, r.HostKind(), rule, matches)
		}
		if matches && isAddr != (kind != reading.HostIPvFuture) {
			t.Errorf("%q: address %v, %v", r, addr, isAddr)
		}
	}
}

// literalPieces make up texts that could be an IP-literal.
var literalPieces = []string{":", "::", "1", "1:", "ffff", "0:", "12.3.0.255", "256", ".", "01", "v", "V", "1.", "]",
	"[", "%25", "%", "en1", "g", "a:b", "]:80", "@", "/"}

func FuzzIPLiteralsAreTheGrammar(f *testing.F) {
	f.Add([]byte{3, 3, 3, 3, 3, 3, 3, 2})
	f.Add([]byte{3, 3, 1, 6, 13})
	f.Add([]byte{10, 12, 4, 13})
	f.Fuzz(func(t *testing.T, picks []byte) {
		text := "//["
		for _, pick := range picks[:min(len(picks), 100)] {
			text += literalPieces[int(pick)%len(literalPieces)]
		}
		checkParse(t, text)
		checkParse(t, text+"]")
	})
}

// TestAllShortTexts: all texts of up to five of the bytes that matter.
func TestAllShortTexts(t *testing.T) {
	t.Parallel()
	if urltest.RaceDetector {
		t.Skip("one goroutine, and too much for the race detector")
	}
	longest := 4
	switch {
	case testing.Short():
		longest = 3
	case urltest.IsExhaustive():
		longest = 5
	}
	texts := []string{""}
	for range longest {
		var longer []string
		for _, text := range texts {
			for _, c := range "a:/?#@[]%1 " {
				longer = append(longer, text+string(c))
				checkParse(t, text+string(c))
			}
		}
		texts = longer
	}
}

func FuzzRecompositionGivesTheText(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := splitByB(s).recompose(); got != s {
			t.Errorf("%q comes back as %q", s, got)
		}
	})
}
