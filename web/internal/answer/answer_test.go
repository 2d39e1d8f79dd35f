package answer

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example"
	"earl.example/audit"
	"earl.example/httptarget"
	"earl.example/internal/gallery"
)

// A decodedRow is a row of the table.
type decodedRow struct {
	Dialect, Release, Contact, Internal, Error string
	Same                                       []string
	Compared                                   bool
	Cells                                      []struct {
		Text *string
		Odd  bool
		At   []int
	}
}

// A decoded is an answer.
type decoded struct {
	Error, Record, Command, Why, Meant, Origin, Domain, Shown string
	Headline                                                  [][2]string
	Verdict, Severity                                         string
	Columns, Others, Found                                    []string
	Rows                                                      []decodedRow
	Drawings                                                  []struct {
		Names []string
		Role  string
		Parts []struct {
			Name, Text string
			At         []int
		}
		Lines [][][]string
	}
	Findings []struct{ ID, Safe, Advice string }
	Forms    []struct{ Name, Text, Error string }
	Steps    []struct {
		Name, Text string
		Changed    bool
	}
	Params [][]string
	Paths  []struct {
		Reader string
		Path   *string
	}
}

func answer(t testing.TB, r Request) (d decoded) {
	t.Helper()
	if r.Columns == 0 {
		r.Columns = 80
	}
	text := Answer(r)
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%q: %v, want JSON\n%s", r.URL, err, text)
	}
	return d
}

// TestHeadline: the headline names the hosts that the two programs read.
func TestHeadline(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, check, fetch, want string }{
		{"the same host", "https://h.example/", "whatwg", "rfc3986", "Both read [h.example]."},
		{"two hosts", `http://127.0.0.1\@1.1.1.1/`, "urllib@3.13.3", "urllib3@2.5.0",
			"The check sees [1.1.1.1]. The request goes to [127.0.0.1 (loopback)]."},
		{"two ports", " http://h.example/", "urllib", "spring",
			"Both go to [h.example]: Python's urlparse to port 80, Spring to an unknown port."},
		{"two paths", `http://h.example/a\b`, "urllib", "whatwg", "Both go to [h.example], but they disagree on the path."},
		{"two spellings", "http://0x7f.1/", "urllib", "whatwg",
			"The check sees [0x7f.1], a spelling of [127.0.0.1 (loopback)], where the request goes."},
		{"the spelling of the fetch", "http://0x7f.1/", "whatwg", "urllib", "Both read [127.0.0.1 (loopback)]."},
		{"brackets", "http://[::1]/", "whatwg", "httpx", "Both read [[::1] (loopback)]."},
		{"the check rejects", "http://h:x/", "rfc3986", "urllib",
			"rfc3986 rejects it at byte 9, “x”. Without this check, the request goes to [h]."},
		{"the check rejects, and the fetch reads no host", `\\h/`, "rfc3986", "urllib",
			`rfc3986 rejects it at byte 0, “\”, so the check stops it.`},
		{"the fetch rejects", "http://h.example:x/", "urllib", "rfc3986",
			"The check sees [h.example]. rfc3986 sends no request: it rejects it at byte 17, “x”."},
		{"both reject", "http://h:x/", "rfc3986", "whatwg", "Neither program accepts it: rfc3986 rejects it at byte 9, “x”."},
		{"an open bracket", "http://[::1/", "urllib", "rfc3986", "Neither program accepts it: Python's urlparse rejects it at byte 7, “[”."},
		{"no host", "mailto:a@b", "whatwg", "rfc3986", "Both read a URL without a host."},
		{"no host and two paths", "file:///C|/x", "urllib", "whatwg",
			"Both read a URL without a host, but they disagree on the path."},
		{"the check reads no host", `http:\\evil.com`, "urllib", "whatwg", "The check sees no host. The request goes to [evil.com]."},
		{"the fetch reads no host", `http:\\evil.com`, "whatwg", "urllib", "The check sees [evil.com]. Python's urlparse finds no host to contact."},
		{"the usual pair", "http://h.example/", "", "", "Both read [h.example]."},
	} {
		got := ""
		for _, phrase := range answer(t, Request{URL: tt.url, Check: tt.check, Fetch: tt.fetch}).Headline {
			if phrase[1] != "" {
				phrase[0] = "[" + phrase[0] + "]"
			}
			got += phrase[0]
		}
		if got != tt.want {
			t.Errorf("%s: the headline of %s is %q, want %q", tt.name, tt.url, got, tt.want)
		}
	}
}

// TestVerdict: the verdict, the severity and the reason depend on the two programs, and not on the other ones.
func TestVerdict(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, check, fetch, verdict, severity, why string }{
		{"an internal host", `http://127.0.0.1\@1.1.1.1/`, "urllib", "whatwg", "bypass", "high",
			"A block list that asks Python's urlparse for the host lets this URL pass, and a browser contacts a host that is not public."},
		{"a block list stops it", `http://127.0.0.1\@1.1.1.1/`, "whatwg", "urllib", "blocked", "",
			"A block list that asks a browser for the host stops this URL. With the two programs swapped, or a list that allows this host, it is an attack."},
		{"two public hosts", `http://a.example\@b.example/`, "whatwg", "urllib", "bypass", "high",
			"A list of hosts that is compared with the host of a browser does not protect a request by Python's urlparse."},
		{"no host in the check", `http:\\evil.com`, "urllib", "whatwg", "bypass", "high",
			"A check that asks Python's urlparse for the host takes this URL for a path of its own site, and a browser leaves the site."},
		{"two spellings", "http://0x7f.1/", "urllib", "whatwg", "bypass", "high",
			"A list of hosts that is compared with the host of Python's urlparse does not protect a request by a browser."},
		{"the spelling of the fetch", "http://0x7f.1/", "whatwg", "urllib", "same host", "high",
			"This is the address 127.0.0.1 in browsers, curl and many resolvers, and a name in other programs. Compare addresses, not texts."},
		{"the same host", "http://h.example/", "urllib", "whatwg", "same host", "", ""},
		{"a name that misleads", "https://accounts.google.com@evil.example/", "urllib", "whatwg", "same host", "high",
			`The text before the "@" looks like a host or hides the host. The host is after the "@".`},
		{"only other programs differ", "http://h.example/a;b", "whatwg", "libcurl", "same host", "", ""},
		{"the check rejects", "http://h:x/", "rfc3986", "urllib", "blocked", "", ""},
		{"both reject", "http://h:x/", "rfc3986", "whatwg", "no request", "", ""},
		{"no host to contact", `http:\\evil.com`, "whatwg", "urllib", "no request", "", ""},
		{"no host", "mailto:a@b", "whatwg", "rfc3986", "no request", "", ""},
		{"code", "javascript:alert(1)", "urllib", "whatwg", "no request", "high",
			"A URL with this scheme runs code, contains its own content, or connects to any port. Do not follow it if its source is not trusted."},
		{"a link to another site", "//evil.example/x", "urllib", "whatwg", "no request", "medium", "A reference that begins with two slashes has its own host, which replaces the host of the base."},
		{"a link with a backslash", `/\evil.example`, "urllib", "whatwg", "no request", "high", `Browsers read these as "//", and a host follows. Other programs read a path or reject the URL.`},
		{"letters", "https://www.müller-straße.example/", "urllib", "whatwg", "same host", "medium",
			"A list of hosts that is compared with the host of Python's urlparse does not protect a request by a browser."},
		{"no model", "mailto:a@b", "java.net.URL", "rfc3986", "not modelled", "", ""},
	} {
		got := answer(t, Request{URL: tt.url, Check: tt.check, Fetch: tt.fetch})
		if got.Verdict != tt.verdict || got.Severity != tt.severity || got.Why != tt.why {
			t.Errorf("%s: %s is %q, %q, %q, want %q, %q, %q", tt.name, tt.url, got.Verdict, got.Severity, got.Why,
				tt.verdict, tt.severity, tt.why)
		}
	}
}

// TestFound: a text around URLs gives its URLs, and a URL alone gives nothing, however it is written.
func TestFound(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"<https://example.com/>", "https://example.com/"}, {`"https://a.example/x"`, "https://a.example/x"},
		{"[x](https://a.example/y)", "https://a.example/y"}, {`curl "https://a.example/z" -H 'A: b'`, "https://a.example/z"},
		{`{"next":"https:\/\/api.example\/v1?page=2\u0026limit=50"}`, "https://api.example/v1?page=2&limit=50"},
		{`<a href="http://h/?a=1&amp;b=2">`, "http://h/?a=1&b=2"}, {"see <https://j.example/> and www.example.org/Foo.", "https://j.example/ https://www.example.org/Foo"},
		{`https:\/\/a\/b`, "https://a/b"}, {`{"u":"https:\/\/a.example\/b"}`, "https://a.example/b"},
		{"https://a.example/1\nhttps://b.example/2\r\nhttps://c.example/", "https://a.example/1 https://b.example/2 https://c.example/"},
		{"see https://a.example.", "https://a.example"}, {"http://h/ http://h/ http://i/", "http://h/ http://i/"},
		{`http://127.0.0.1\@1.1.1.1/`, ""}, {"http://h/a b", ""}, {"http://h/#a|b", ""}, {"http://h/a<b>", ""}, {"mailto:a@b", ""},
		{" http://h.example/", ""}, {"ht\ntp://h.example/", ""}, {"http://a/?u=http://b/", ""}, {"", ""},
		{strings.Repeat("http://h/ ", 6000), ""}, {strings.Repeat("http://h/ http://i/ ", 3000), "http://h/ http://i/"},
	} {
		if got := strings.Join(answer(t, Request{URL: tt.text}).Found, " "); got != tt.want {
			t.Errorf("%.60q has the URLs %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestLetters: letters of all scripts are shown, and hidden characters are escaped.
func TestLetters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"https://مثال.إختبار/طريق?س=1", "https://مثال.إختبار/طريق?س=1"}, {"דוגמה.example", "דוגמה.example"},
		{"a\u202eb\u200f", `a\u202eb\u200f`}, {"é漢", "é漢"}, {"ا\u200cب", `ا\u200cب`}, {"\xff", `\xff`}, {"١", "١"},
	} {
		if got := letters(tt.text); got != tt.want {
			t.Errorf("letters of %q are %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestPayloadsJSON: two dialects give their payloads, more give the payloads of each pair, and a wrong host is an error.
func TestPayloadsJSON(t *testing.T) {
	t.Parallel()
	type payloads struct {
		Error    string
		Payloads []struct{ URL, Kind, Check, Fetch, Checked, Fetched string }
	}
	ask := func(dialects, allowed, target string) (got payloads) {
		any := strings.Count(dialects, ",") > 1
		if err := json.Unmarshal(Payloads(dialects, allowed, target, gallery.Tricky, any), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	two := ask("urllib,whatwg", "good.example", "10.0.0.1")
	all := ask("rfc3986,urllib,whatwg", "good.example", "10.0.0.1")
	const url = `http://10.0.0.1\@good.example/`
	for _, got := range []payloads{two, all} {
		i := slices.IndexFunc(got.Payloads, func(p struct{ URL, Kind, Check, Fetch, Checked, Fetched string }) bool { return p.URL == url })
		if i < 0 || got.Payloads[i].Checked != "good.example" || got.Payloads[i].Fetched != "10.0.0.1" ||
			got.Payloads[i].Check[:6] != "urllib" || got.Payloads[i].Fetch != "whatwg" || got.Payloads[i].Kind != "host-split-backslash" {
			t.Errorf("%+v, want %s", got, url)
		}
	}
	pairs := map[string]bool{}
	for _, p := range all.Payloads {
		pairs[p.Check[:6]+p.Fetch[:6]] = true
	}
	if len(pairs) < 3 {
		t.Errorf("payloads of %d pairs, want at least 3", len(pairs))
	}
	for _, hosts := range [][2]string{{"", "b"}, {"http://a/", "b"}, {"a", "a"}} {
		if got := ask("urllib,whatwg", hosts[0], hosts[1]); got.Error == "" || got.Payloads != nil {
			t.Errorf("%q: %+v, want an error", hosts, got)
		}
	}
	if got := ask("urllib,nonesuch", "a", "b"); got.Error == "" {
		t.Error("an unknown dialect, want an error")
	}
}

// TestOthers: every program but the two is in exactly one sentence, and families with one outcome have one name.
func TestOthers(t *testing.T) {
	t.Parallel()
	others := answer(t, Request{URL: "http://h.example/"}).Others
	if len(others) != 1 || !strings.HasSuffix(others[0], "read h.example") || !strings.Contains(others[0], "Java, ") {
		t.Errorf("the others are %q, want one sentence with families", others)
	}
	for _, url := range gallery.Tricky {
		seen := map[string]int{}
		d := answer(t, Request{URL: url})
		for _, sentence := range d.Others {
			for _, end := range []string{" reject it", " rejects it", " lack a model", " lacks a model", " read ", " reads "} {
				if i := strings.LastIndex(sentence, end); i >= 0 {
					for name := range strings.SplitSeq(strings.ReplaceAll(sentence[:i], " and ", ", "), ", ") {
						seen[name]++
					}
					break
				}
			}
		}
		for name, n := range seen {
			if n != 1 {
				t.Errorf("%q: %s is in %d sentences, want 1", url, name, n)
			}
		}
		for _, r := range d.Rows {
			if r.Dialect == "urllib" || r.Dialect == "whatwg" {
				continue // the pair, in one release
			}
			if seen[family(r.Dialect)]+seen[r.Dialect]+seen[r.Dialect+" "+r.Release] != 1 {
				t.Errorf("%q: %s %s is not in one sentence of %q", url, r.Dialect, r.Release, d.Others)
			}
		}
	}
	for _, d := range earl.Dialects() {
		if family(d.Name()) == d.Name() {
			t.Errorf("%s has no family, want one", d.Name())
		}
	}
}

// TestCard: the card has the headline and both hosts, in Markdown and as a picture.
func TestCard(t *testing.T) {
	t.Parallel()
	r := Request{URL: "http://127.0.0.1\\@1.1.1.1/<&|`", Check: "urllib@3.13.3", Fetch: "urllib3@2.5.0", Columns: 78}
	card, err := r.Card()
	if err != nil {
		t.Fatal(err)
	}
	const headline = "The check sees 1.1.1.1. The request goes to 127.0.0.1 (loopback)."
	if card.Headline != headline || len(card.Drawings) != 2 || !strings.HasPrefix(card.Drawings[1].Title, "urllib3 2.5.0: 127.0.0.1") {
		t.Errorf("the card is %+v, want the headline %q and two drawings", card, headline)
	}
	if want := "| fetched with | urllib3 2.5.0 | 127.0.0.1 (loopback) |\n"; !strings.Contains(card.Markdown, want) {
		t.Errorf("the Markdown is\n%s\nwant a row %q", card.Markdown, want)
	}
	for _, want := range []string{"urllib 3.13.3", ">1.1.1.1<", ">127.0.0.1 (loopback)<", "&lt;&amp;|"} {
		if !strings.Contains(card.Picture, want) {
			t.Errorf("the picture has no %q, want it:\n%s", want, card.Picture)
		}
	}
	r.Base = new("http://b/`<img src=//evil.example/>")
	if card, err = r.Card(); err != nil || !strings.Contains(card.Markdown, "\n\n    "+*r.Base+"\n\n") {
		t.Errorf("the Markdown is\n%s\n%v, want the base in a block of its own, which a backtick cannot end", card.Markdown, err)
	}
	r.Base = nil
	if card, err = r.Card(); err != nil {
		t.Fatal(err)
	}
	spelled := Request{URL: "http://0x7f.1/", Check: "urllib", Fetch: "whatwg", Columns: 78}
	if other, err := spelled.Card(); err != nil || !strings.HasSuffix(other.Drawings[0].Title, ": 0x7f.1") {
		t.Errorf("the card is %+v, %v, want a drawing with the host that the check sees", other, err)
	}
	if got := strings.Count(card.Picture, checkColor+`"/>`); got != len("1.1.1.1")+1 {
		t.Errorf("the picture has %d marks of the check, want one for each character and one for its box", got)
	}
}

// TestPicture: the picture of any URL has both hosts, the base, and each character above its own mark.
func TestPicture(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long.", 12) + "example"
	for _, tt := range []struct {
		name string
		r    Request
		want []string
	}{
		{"long hosts", Request{URL: `http://a.` + long + `\@b.` + long, Check: "urllib", Fetch: "whatwg"},
			[]string{">The check sees b.long.", "….</text>", ">a.long."}},
		{"a base", Request{URL: `/\h`, Base: new("http://b/<"), Check: "urllib", Fetch: "whatwg"}, []string{">relative to http://b/&lt;</text>"}},
		{"wide characters", Request{URL: "http://漢/", Check: "urllib", Fetch: "whatwg"},
			[]string{`x="60.0"`, ">http://</text>", `x="298.0"`, ">漢</text>", `x="366.0"`, ">/</text>"}},
		{"the longest base", Request{URL: "a", Base: new("http://b/" + strings.Repeat("b", 64)), Check: "urllib", Fetch: "whatwg"},
			[]string{">relative to http://b/" + strings.Repeat("b", 64) + "</text>"}},
		{"a longer base", Request{URL: "a", Base: new("http://b/" + strings.Repeat("b", 65)), Check: "urllib", Fetch: "whatwg"},
			[]string{">relative to http://b/" + strings.Repeat("b", 63) + "…</text>"}},
	} {
		card, err := tt.r.Card()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			if !strings.Contains(card.Picture, want) {
				t.Errorf("%s: the picture has no %q, want it:\n%s", tt.name, want, card.Picture)
			}
		}
		for line := range strings.Lines(card.Picture) {
			if _, text, ok := strings.Cut(line, `font-size="38.0"`); ok && len(text) > 160 {
				t.Errorf("%s: the headline is wider than the picture: %s", tt.name, line)
			}
		}
	}
}

// TestRows: each dialect and release has a row, or is named in the row of a release that reads the same.
func TestRows(t *testing.T) {
	t.Parallel()
	for i, url := range gallery.Tricky {
		if testing.Short() && i%8 > 0 {
			continue
		}
		merged, apart := answer(t, Request{URL: url}), answer(t, Request{URL: url, Apart: true})
		n := 0
		for _, d := range earl.Dialects() {
			releases := d.Releases()
			if len(releases) == 0 {
				releases = []string{""}
			}
			for _, release := range releases {
				n++
				found := 0
				for _, row := range merged.Rows {
					if row.Dialect == d.Name() && (row.Release == release || slices.Contains(row.Same, release)) {
						found++
					}
				}
				if found != 1 && release != "" {
					t.Errorf("%q: %s@%s is %d times in the table", url, d.Name(), release, found)
				}
			}
		}
		if len(apart.Rows) < n || len(merged.Rows) > len(apart.Rows) {
			t.Errorf("%q: %d rows, %d apart, %d dialects and releases", url, len(merged.Rows), len(apart.Rows), n)
		}
		if !slices.ContainsFunc(merged.Rows, func(r decodedRow) bool {
			return r.Dialect == "whatwg"
		}) {
			t.Errorf("%q: there is no row of whatwg, to which the browser is compared", url)
		}
	}
}

// TestDrawings: a drawing has the text of the URL in its first line, and the runs of a part are its text.
func TestDrawings(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://u:p@h.example:80/p;x?q#f", "http://é。漢字.example/😀", "http://a b/\x00"} {
		for _, drawing := range answer(t, Request{URL: url, Columns: 200}).Drawings {
			if len(drawing.Names) == 0 {
				t.Errorf("%q: a drawing has no name, want the programs", url)
			}
			text, of := "", map[string]string{}
			for _, run := range drawing.Lines[0] {
				text += run[0]
				of[run[1]] += run[0]
			}
			if want := visible(url); text != want {
				t.Errorf("%q is drawn as %q, want %v", url, text, want)
			}
			for _, part := range drawing.Parts {
				if of[part.Name] != part.Text || visible(url[part.At[0]:part.At[1]]) != part.Text {
					t.Errorf("%q: the part %s is %q, drawn as %q", url, part.Name, part.Text, of[part.Name])
				}
			}
		}
	}
}

// TestLongestDrawn: a URL is drawn if it has at most longestDrawn bytes, also after it was resolved.
func TestLongestDrawn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		size  int
		drawn bool
	}{
		{"the longest", longestDrawn, true},
		{"a longer one", longestDrawn + 1, false},
	} {
		r := Request{URL: strings.Repeat("a", tt.size), Dialects: "urllib,whatwg"}
		if got := len(answer(t, r).Drawings) > 0; got != tt.drawn {
			t.Errorf("%s: the page has drawings: %v, want %v", tt.name, got, tt.drawn)
		}
		if card, err := r.Card(); err != nil || len(card.Drawings) > 0 != tt.drawn {
			t.Errorf("%s: the card has %d drawings, %v, want some: %v", tt.name, len(card.Drawings), err, tt.drawn)
		}
		base := "http://h/" + strings.Repeat("b", tt.size-len("http://h/?c"))
		d := answer(t, Request{URL: "?c", Base: &base, Dialects: "urllib,whatwg,rfc3986"})
		if got := slices.Contains(d.Drawings[0].Names, "rfc3986"); got != tt.drawn {
			t.Errorf("%s: the drawings of the resolved URL have the one of rfc3986: %v, want %v", tt.name, got, tt.drawn)
		}
	}
}

// TestFindings checks that each finding has advice, and that not-normal is only in the record.
func TestFindings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		url  string
		want []string
	}{
		{"https://a.example", nil},
		{"ftp://joe.photography@h.example", []string{"userinfo-deceptive"}}, // by the public suffix list
		{"ftp://joe.le@h.example", nil},
		{"http://a@b@c.example", []string{"multi-at", "acceptance-split", "scheme-restriction"}},
	} {
		d := answer(t, Request{URL: tt.url})
		var got []string
		for _, f := range d.Findings {
			if got = append(got, f.ID); !strings.HasSuffix(f.Advice, ".") {
				t.Errorf("the advice of %s is %q, want a sentence", f.ID, f.Advice)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("the findings of %q are %q, want %q", tt.url, got, tt.want)
		}
		if !strings.Contains(d.Record, `"id":"not-normal"`) {
			t.Errorf("the record of %q has no not-normal: %s", tt.url, d.Record)
		}
	}
}

// TestFacts checks the origin, the domain, the parameters and the normalization.
func TestFacts(t *testing.T) {
	t.Parallel()
	base := "HTTPS://User@www.Example.co.uk:443/a/b"
	d := answer(t, Request{URL: "../%7ex?a=1+2&b=%C3%A9", Base: &base})
	if d.Origin != "https://www.example.co.uk" || d.Domain != "example.co.uk" || !strings.Contains(d.Shown, "www.example.co.uk") {
		t.Errorf("origin %q, domain %q, shown %q", d.Origin, d.Domain, d.Shown)
	}
	if len(d.Params) != 2 || d.Params[0][1] != "1 2" || d.Params[1][1] != "é" {
		t.Errorf("params %q", d.Params)
	}
	last := d.Steps[len(d.Steps)-1].Text
	if last != "https://User@www.example.co.uk/~x?a=1+2&b=%C3%A9" {
		t.Errorf("normalized %q", last)
	}
	for _, form := range d.Forms {
		if form.Text == "" || form.Error != "" {
			t.Errorf("form %+v", form)
		}
	}
}

// TestManyParameters: the page shows the first maxParams parameters.
func TestManyParameters(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, maxParams - 1, maxParams, maxParams + 1} {
		d := answer(t, Request{URL: "http://h/?" + strings.Repeat("a&", n)})
		if want := min(n, maxParams); len(d.Params) != want {
			t.Errorf("of %d parameters the page shows %d, want %d", n, len(d.Params), want)
		}
	}
}

// TestContact: the contact of a row is the host and the port that the program would connect to.
func TestContact(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, dialect, url, want string }{
		{"the port of the scheme", "rfc3986", "https://h/", "h:443"},
		{"an empty port", "rfc3986", "https://h:/", "h:443"},
		{"no known port", "rfc3986", "a://h/", "h"},
		{"leading zeros", "rfc3986", "http://h:0081/", "h:81"},
		{"the largest port", "rfc3986", "http://h:065535/", "h:65535"},
		{"a larger port", "rfc3986", "http://h:065536/", "h:065536"},
		{"an unreadable port", "urllib", "http://h:99999/", "h:?"},
		{"IPv6", "rfc3986", "http://[1::0:2]/", "[1::2]:80"},
		{"an address of the future", "rfc3986", "http://[v1.a]/", "[v1.a]:80"},
		{"no host", "rfc3986", "http:///a", ""},
		{"a rejected URL", "rfc3986", "http://h:80/ ", ""},
	} {
		if got := answer(t, Request{URL: tt.url, Dialects: tt.dialect}).Rows[0].Contact; got != tt.want {
			t.Errorf("%s: %s contacts %q for %s, want %q", tt.name, tt.dialect, got, tt.url, tt.want)
		}
	}
}

// TestLongCells: a cell shows a text of maxCell bytes, and the beginning of a longer one.
func TestLongCells(t *testing.T) {
	t.Parallel()
	half := "/" + strings.Repeat("a", maxCell/2-2)
	for _, tt := range []struct{ name, path, want string }{
		{"the longest", "/" + strings.Repeat("a", maxCell-1), "/" + strings.Repeat("a", maxCell-1)},
		{"a longer one", "/" + strings.Repeat("a", maxCell), half + "a… (1001 bytes)"},
		{"a character in the middle", half + strings.Repeat("é", maxCell), half + "… (2499 bytes)"},
		{"a character before the middle", half[:len(half)-1] + strings.Repeat("é", maxCell),
			half[:len(half)-1] + "é… (2498 bytes)"},
	} {
		path := answer(t, Request{URL: "http://h" + tt.path, Dialects: "urllib"}).Rows[0].Cells[4].Text
		if *path != tt.want {
			t.Errorf("%s: the path is shown as %q, want %q", tt.name, *path, tt.want)
		}
	}
}

// TestRecord: the record is the one of the answer.
func TestRecord(t *testing.T) {
	t.Parallel()
	r := Request{URL: "http://h/", Dialects: "whatwg"}
	if got, err := r.Record(); err != nil || string(got) != answer(t, r).Record {
		t.Errorf("Record() = %s, %v, want the record of the answer", got, err)
	}
	r.Dialects = "netscape"
	if got, err := r.Record(); err == nil || got != nil {
		t.Errorf("Record() with an unknown dialect = %s, %v, want an error only", got, err)
	}
}

// TestCommand runs the command lines in a shell, with a printer of arguments for earl.
func TestCommand(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	base := "http://b/'"
	for _, tt := range []struct {
		request Request
		want    string
	}{
		{Request{URL: `http://h/it's"$x\`, Dialects: "whatwg,rfc3986"},
			"audit|--json|--as|whatwg,rfc3986|http://h/it's\"$x\\|"},
		{Request{URL: "-x", Base: &base, Dialects: "whatwg,libcurl@8.22.0"},
			"audit|--json|--as|whatwg,libcurl@8.22.0|--base|http://b/'|--|-x|"},
		{Request{URL: "a\r\n\u202e\"😀", Base: &base, Dialects: "rfc1808"},
			`{"url":"a\u000d\u000a\u202e\"\ud83d\ude00","base":"http://b/'"}` +
				"\naudit|--json|--in|jsonl|--as|rfc1808|"},
		{Request{URL: "x", Base: new("\u202e"), Dialects: "rfc1808"},
			`{"url":"x","base":"\u202e"}` + "\naudit|--json|--in|jsonl|--as|rfc1808|"},
		{Request{URL: "\x1f ~\x7f", Dialects: "rfc1808"}, `{"url":"\u001f ~\u007f"}` + "\naudit|--json|--in|jsonl|--as|rfc1808|"},
		{Request{URL: "x"}, "audit|--json|x|"},
	} {
		script := `earl() { case "$*" in *jsonl*) cat ;; esac; for a; do printf '%s|' "$a"; done; }; ` + answer(t, tt.request).Command
		out, err := exec.Command("sh", "-c", script).Output()
		if err != nil || string(out) != tt.want {
			t.Errorf("%q gives %q, want %q: %v", script, out, tt.want, err)
		}
	}
}

// TestMeant checks the suggestion for a text without a host.
func TestMeant(t *testing.T) {
	t.Parallel()
	base := "http://b/"
	for _, tt := range []struct {
		name, want string
		request    Request
	}{
		{"a host", "https://example.com", Request{URL: "example.com"}},
		{"a host and a path", "https://www.example.com/a", Request{URL: "www.example.com/a"}},
		{"a host that is not ASCII", "https://bücher.de/ü", Request{URL: "bücher.de/ü"}},
		{"a hidden character", "", Request{URL: "example.com/\u200b"}},
		{"a URL", "", Request{URL: "https://example.com"}},
		{"a rejected URL", "", Request{URL: "http://h:x/"}}, {"a rejected address", "", Request{URL: "http://[::1]:99999/"}},
		{"an address", "https://10.0.0.1:8080/x", Request{URL: "10.0.0.1:8080/x"}}, {"localhost", "https://localhost", Request{URL: "localhost"}},
		{"a path", "", Request{URL: "/a/b"}},
		{"with a base", "", Request{URL: "example.com", Base: &base}},
		{"mail", "", Request{URL: "mailto:a@b"}},
		{"a path that begins like a host", "", Request{URL: "a/b"}},
	} {
		if got := answer(t, tt.request).Meant; got != tt.want {
			t.Errorf("%s: %q suggests %q, want %q", tt.name, tt.request.URL, got, tt.want)
		}
	}
}

// TestMessage checks that a message has neither the URL nor the dialect, and no doubled backslash.
func TestMessage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dialect, url, want string }{
		{"rfc3986", `http://good.example\@10.0.0.1/`,
			`invalid character "\" in userinfo at byte 19: percent-encode it as %5C (RFC 3986 §3.2.1, userinfo)`},
		{"urllib", "http://[::1/", "Invalid IPv6 URL"},
	} {
		rows := answer(t, Request{URL: tt.url, Dialects: tt.dialect}).Rows
		if got := rows[0].Error; got != tt.want {
			t.Errorf("%s rejects %q with %q, want %q", tt.dialect, tt.url, got, tt.want)
		}
	}
}

// TestBadRequests: a request that the page cannot answer has an error.
func TestBadRequests(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", MaxLength+1)
	for _, tt := range []struct {
		request Request
		want    string
	}{
		{Request{URL: long}, "the URL has 65537 bytes, and the page shows at most 65536: use earl audit"},
		{Request{Base: &long}, "the URL has 65537 bytes, and the page shows at most 65536: use earl audit"},
		{Request{Dialects: "whatwg,netscape"}, `unknown dialect "netscape": not a dialect; there is `},
		{Request{Dialects: "urllib@2.7"}, `unknown dialect "urllib@2.7": not a known release of urllib`},
		{Request{Check: "netscape"}, `unknown dialect "netscape": not a dialect; there is `},
		{Request{Dialects: ","}, `unknown dialect "": not a dialect`},
	} {
		if got := answer(t, tt.request).Error; !strings.HasPrefix(got, tt.want) {
			t.Errorf("%.40q in %s: %q, want %q", tt.request.URL, tt.request.Dialects, got, tt.want)
		}
	}
}

// TestDialects: the list has every dialect and stack.
func TestDialects(t *testing.T) {
	t.Parallel()
	var list struct {
		Dialects []struct {
			Name     string
			About    string
			Release  string
			Releases []string
			Family   string
			Compared bool
		}
		Stacks []struct {
			Name     string
			Dialects []string
		}
		MaxLength int
	}
	if err := json.Unmarshal(Dialects(), &list); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, d := range list.Dialects {
		if want := earl.Dialects()[i]; d.Name != want.Name() || d.About != want.About() || d.Family == "" ||
			d.Release != want.Release() || !slices.Equal(d.Releases, want.Releases()) {
			t.Errorf("%+v, want the name, the description and the releases of %s", d, want)
		}
		if d.Compared {
			compared++
		}
	}
	for _, s := range list.Stacks {
		if d, err := audit.Stack(s.Name); err != nil || len(d) != len(s.Dialects) || d[0].String() != s.Dialects[0] {
			t.Errorf("the stack %q has the dialects %q, want %v: %v", s.Name, s.Dialects, d, err)
		}
	}
	if list.MaxLength != MaxLength {
		t.Errorf("maxLength is %d, want %d", list.MaxLength, MaxLength)
	}
	if len(list.Dialects) != len(earl.Dialects()) || compared != len(audit.Dialects()) || len(list.Stacks) != len(audit.Stacks()) {
		t.Errorf("%d dialects, %d compared, %d stacks", len(list.Dialects), compared, len(list.Stacks))
	}
}

// FuzzAnswer: the answer is JSON in valid UTF-8 with the input in its record, for every input.
func FuzzAnswer(f *testing.F) {
	for _, url := range gallery.Tricky {
		f.Add(url, "", false)
	}
	f.Add("\xff\xed\xa0\x80", "http://b/", true)
	f.Fuzz(func(t *testing.T, url, base string, has bool) {
		r := Request{URL: url, Columns: 40}
		if has {
			r.Base = &base
		}
		if text := Answer(r); !utf8.Valid(text) {
			t.Fatalf("%q is not UTF-8", text)
		}
		d := answer(t, r)
		var record struct{ Input string }
		if d.Error != "" {
			return
		}
		if err := json.Unmarshal([]byte(d.Record), &record); err != nil || utf8.ValidString(url) && record.Input != url {
			t.Fatalf("the record of %q is %s: %v", url, d.Record, err)
		}
	})
}

// BenchmarkAnswer is of a URL with several findings.
func BenchmarkAnswer(b *testing.B) {
	for b.Loop() {
		Answer(Request{URL: `https://user:pw@www.example.co.uk\@evil.com/a/%2e%2e/b?x=1#top`, Columns: 120})
	}
}

// TestPictureLines: a headline has at most three lines, and the third says that more was cut.
func TestPictureLines(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("a", 26) + " " + strings.Repeat("b", 25)
	for n := 1; n <= 5; n++ {
		lines := pictureLines(strings.TrimSpace(strings.Repeat(line+" ", n)))
		last := lines[len(lines)-1]
		if len(lines) != min(n, 3) || strings.HasSuffix(last, " …") != (n > 3) {
			t.Errorf("%d lines of text are %q, want at most 3 lines, and … after a cut", n, lines)
		}
	}
}

// TestPaths: the table of paths has each reader once, with the path that it reads.
func TestPaths(t *testing.T) {
	t.Parallel()
	base := "https://h.example/a/"
	for _, tt := range []struct {
		url, base string
		want      map[string]string // the path of some readers, or "-" for a rejection
	}{
		{"https://h.example/admin;x=1/secret?q#f", "", map[string]string{"nginx": "/admin;x=1/secret", "tomcat": "/admin/secret", "spring-security": "-"}},
		{"http://h.example/x/..%2fadmin/secret", "", map[string]string{"raw": "/x/..%2fadmin/secret", "nginx": "/admin/secret", "tomcat": "-"}},
		{"../b//c", base, map[string]string{"raw": "/b//c", "apache": "/b/c", "go-servemux": "-"}},
		{"ftp://h.example/a", "", nil},
		{"http://h.example", "", nil},
	} {
		r := Request{URL: tt.url}
		if tt.base != "" {
			r.Base = &tt.base
		}
		got := map[string]string{}
		for _, row := range answer(t, r).Paths {
			if got[row.Reader] != "" {
				t.Errorf("%s: %s is there twice", tt.url, row.Reader)
			}
			if got[row.Reader] = "-"; row.Path != nil {
				got[row.Reader] = *row.Path
			}
		}
		for name, want := range tt.want {
			if got[name] != want {
				t.Errorf("%s: %s reads %q, want %q", tt.url, name, got[name], want)
			}
		}
		if want := len(httptarget.Readers()); len(got) != want && tt.want != nil || tt.want == nil && len(got) > 0 {
			t.Errorf("%s: %d readers, want %d or none", tt.url, len(got), want)
		}
	}
}
