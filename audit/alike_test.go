package audit

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// fullAudit is Options.Audit without its fast paths: each dialect reads url, and each finder is called.
func fullAudit(o Options, url string) (r Report) {
	dialects := o.Dialects
	if dialects == nil {
		dialects = Dialects()
	}
	for _, d := range dialects {
		r.Verdicts = append(r.Verdicts, Verdict{Dialect: d})
	}
	r.read(url, o.Base)
	v := newView(&r, nil)
	v.opt = o
	r.Findings = v.detect()
	return r
}

// sameReading reports whether two readings have the same results of all methods.
func sameReading(a, b *reading.Reading) bool {
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		x, ok := a.Get(c)
		y, also := b.Get(c)
		i, in := a.InInput(c)
		j, alsoIn := b.InInput(c)
		if x != y || ok != also || i != j || in != alsoIn {
			return false
		}
	}
	x, err := a.MarshalJSON()
	y, also := b.MarshalJSON()
	return bytes.Equal(x, y) && err == nil && also == nil && a.Input() == b.Input() && a.Href() == b.Href() &&
		text(a.Err()) == text(b.Err()) &&
		text(a.PortErr()) == text(b.PortErr()) && a.LogValue().Equal(b.LogValue())
}

// text returns the text of an error, or "" for nil.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// checkAudit compares Options.Audit with fullAudit. It reports whether url is ordinary.
func checkAudit(t *testing.T, o Options, got *Report, url string) bool {
	t.Helper()
	o.AuditInto(got, url)
	want := fullAudit(o, url)
	if got.Input != want.Input || got.Differ != want.Differ || !slices.Equal(got.Findings, want.Findings) {
		t.Errorf("audit of %q: differ %v, findings %v, want %v, %v", url, got.Differ, got.Findings, want.Differ, want.Findings)
	}
	for i := range want.Verdicts {
		g, w := &got.Verdicts[i], &want.Verdicts[i]
		if g.Dialect != w.Dialect || !sameReading(&g.Reading, &w.Reading) {
			t.Errorf("%v reads %q as %v, want %v", w.Dialect, url, &g.Reading, &w.Reading)
		}
	}
	return isOrdinary(url)
}

// sets returns options with every kind of set of dialects: the default ones, all dialects, all releases, and the
// stacks; and the other options.
func sets() (all []Options) {
	var releases []earl.Dialect
	for _, d := range earl.Dialects() {
		for _, release := range d.Releases() {
			releases = append(releases, earl.MustParseDialect(d.Name()+"@"+release))
		}
	}
	base := "http://u@base.example:81/a/b?q"
	all = []Options{{}, {Dialects: earl.Dialects()}, {Dialects: releases}, {Dialects: []earl.Dialect{}}, {Base: &base},
		{IsTopLevel: func(label string) bool { return label == "b" }}}
	for _, name := range Stacks() {
		dialects, _ := Stack(name)
		all = append(all, Options{Dialects: dialects}, Options{Dialects: slices.Concat(dialects, Dialects())})
	}
	return all
}

// edge returns a random text that is an ordinary URL or nearly one. Half of the texts have only the first atoms of each
// list. Many ordinary URLs consist of them.
func edge(rng *rand.Rand) string {
	plain := rng.IntN(2) == 0
	pick := func(s []string) string {
		if plain && rng.IntN(8) > 0 {
			s = s[:4]
		}
		return s[rng.IntN(len(s))]
	}
	some := func(b *strings.Builder, n int, s []string) {
		for range n {
			b.WriteString(pick(s))
		}
	}
	var b strings.Builder
	b.WriteString(pick(edgeScheme))
	some(&b, rng.IntN(6), edgeHost)
	b.WriteString(pick([]string{".com", ".b", ".example", ".de", ".1", ".0x1", ".com.", ""}))
	b.WriteString(pick(edgePort))
	some(&b, rng.IntN(8), edgePath)
	url := b.String()
	if !plain && rng.IntN(4) == 0 {
		i := rng.IntN(len(url) + 1)
		url = url[:i] + string([]byte{byte(rng.IntN(256))}) + url[i:]
	}
	return url
}

var (
	edgeScheme = []string{"http://", "https://", "http://", "https://", "HTTP://", "http:/", "https:///", "ftp://", "//"}
	edgeHost   = []string{
		"a", "b1", "www", "a.b", ".", ".", ".", "-", "--", "xn--", "xn--bcher-kva", "0", "0a", "00", "1", "127", "0x7f", "local",
		"localhost", "home", "A", "_", "%41", "é", "。", "@", "\\", "[", "example", "com", strings.Repeat("a", 55),
		strings.Repeat("b", 62), "ws", "lvh.me", "nip.io", "u:p@",
	}
	edgePort = []string{
		"", "", "", ":1024", ":8080", ":65535", ":65536", ":80", ":443", ":", ":01024", ":+1", ":9000",
	}
	edgePath = []string{
		"/", "/", "/a", "/a", "/b.html", "/A-Z_~", "/con", "/com1.txt", "/lpt", "/nul", "/.", "/..", "/...", "/.a", "/a.",
		"a..b", ";", ";x", "%", "%2e", "%41", "!$'()*+,", "&", "=", ":", "@", "|", "\\", "é", " ", "\t", "^", "{", "?",
		"?q=1", "#", "#f", "//", "/conout$", "/CLOCK$.x", "/prn", "/aux.", "/contents",
	}
)

// TestDevicesAreNotOrdinary: isOrdinary knows every name of a device.
func TestDevicesAreNotOrdinary(t *testing.T) {
	t.Parallel()
	for _, name := range list("devices") {
		for _, url := range []string{"http://h.b/" + name, "http://h.b/a/" + strings.ToUpper(name) + ".x/b"} {
			if isOrdinary(url) {
				t.Errorf("isOrdinary(%q) = true, want false", url)
			}
		}
	}
}

// TestAlike: an audit has the same report as an audit in which every dialect reads the URL and every finder is called.
func TestAlike(t *testing.T) {
	t.Parallel()
	n := 5_000
	if urltest.IsExhaustive() {
		n = 100_000
	}
	urls := urltest.Corpus(t)
	if testing.Short() {
		urls = urls[:min(2000, len(urls))]
	}
	rng := rand.New(rand.NewPCG(3986, 31))
	for range n {
		urls = append(urls, edge(rng))
	}
	options := sets()
	reports := make([]Report, len(options))
	ordinary := 0
	for i, url := range urls {
		k := 0
		if i%16 == 0 {
			k = i / 16 % len(options)
		}
		if checkAudit(t, options[k], &reports[k], url) {
			ordinary++
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if t.Logf("%d of %d URLs are ordinary", ordinary, len(urls)); ordinary < len(urls)/50 {
		t.Error("too few ordinary URLs")
	}
}

// FuzzAlike compares audits as TestAlike does.
func FuzzAlike(f *testing.F) {
	options := sets()
	for i, url := range ordinarySeeds {
		f.Add(url, uint8(i))
	}
	f.Fuzz(func(t *testing.T, url string, i uint8) {
		var r Report
		checkAudit(t, options[int(i)%len(options)], &r, url)
	})
}
