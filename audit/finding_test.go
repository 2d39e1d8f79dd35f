package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

func ids(r *Report) []string {
	var all []string
	for _, f := range r.Findings {
		all = append(all, f.ID)
	}
	return all
}

// TestExamples: each kind is found in its examples, and not in the URL that is
// near to them.
func TestExamples(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	if !slices.IsSortedFunc(Kinds(), func(a, b Kind) int { return int(b.Severity) - int(a.Severity) }) {
		t.Error("the kinds are not in order, the worst first")
	}
	if len(finders) != len(Kinds()) {
		t.Errorf("there are %d finders and %d kinds, want as many", len(finders), len(Kinds()))
	}
	var source []byte
	files, _ := filepath.Glob("find_*.go")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	for i, kind := range Kinds() {
		if seen[kind.ID] {
			t.Errorf("%s is there twice", kind.ID)
		}
		seen[kind.ID] = true
		for _, url := range kind.Examples {
			r := Audit(url)
			if !slices.Contains(ids(&r), kind.ID) {
				t.Errorf("%s is not found in %q: %v", kind.ID, url, ids(&r))
			}
		}
		if r := Audit(kind.NearMiss); slices.Contains(ids(&r), kind.ID) || len(kind.Examples) == 0 {
			t.Errorf("%s: the NearMiss %q has the finding, want it without", kind.ID, kind.NearMiss)
		}
		for name, message := range catalogue()[i].messages {
			if !strings.HasSuffix(message, ".") || !bytes.Contains(source, []byte(`, "`+name+`"`)) {
				t.Errorf("the message %q of %s is %q, want sentences and a finder that has them", name, kind.ID, message)
			}
		}
		if !strings.HasSuffix(kind.Advice, ".") || len(kind.Advice) > 120 {
			t.Errorf("the advice of %s is %q, want sentences of at most 120 bytes", kind.ID, kind.Advice)
		}
		if kind.Detects == "" || kind.Reference == "" || !strings.HasPrefix(kind.Address, "https://") ||
			kind.Severity < Info || kind.Severity > High {
			t.Errorf("%s: %+v, want every field", kind.ID, kind)
		}
	}
}

// checkFindings holds findings to what all of them promise.
func checkFindings(t *testing.T, r *Report) {
	t.Helper()
	worst := High
	for _, f := range r.Findings {
		kind := f.Kind()
		if kind.ID != f.ID || f.Severity != kind.Severity || f.Severity > worst {
			t.Errorf("%q: %+v, want the ID and severity of its kind", r.Input, f)
		}
		worst = f.Severity
		if f.Span.Start < 0 || f.Span.End < f.Span.Start || f.Span.End > len(r.Input) {
			t.Errorf("%q: %s has the span %v", r.Input, f.ID, f.Span)
		}
		if f.Message == "" || !strings.HasSuffix(f.Message, ".") || strings.ContainsFunc(f.Message, isHidden) {
			t.Errorf("%q: %s says %q", r.Input, f.ID, f.Message)
		}
	}
}

// TestSafeForms: the safe form does not have the finding.
func TestSafeForms(t *testing.T) {
	t.Parallel()
	n := 0
	for _, kind := range Kinds() {
		for _, url := range kind.Examples {
			r := Audit(url)
			checkFindings(t, &r)
			for _, f := range r.Findings {
				if f.Safe == "" {
					continue
				}
				n++
				if again := Audit(f.Safe); slices.Contains(ids(&again), f.ID) {
					t.Errorf("%s is in %q, and in its safe form %q", f.ID, url, f.Safe)
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("%d safe forms, want at least 40", n)
	}
}

// TestNoSafeForm: a form that would have a finding as bad, or another host, is no safe
// form.
func TestNoSafeForm(t *testing.T) {
	t.Parallel()
	long := "http://A.example/"
	long += strings.Repeat("a", 64<<10-len(long))
	for _, tt := range []struct{ id, url, safe string }{
		{"host-unicode-mapping", "http://good.com＠evil.com/", ""},
		{"host-unicode-mapping", "http://good.com／a.evil.com/", ""},
		{"host-unicode-mapping", "http://evil。com/", "http://evil.com/"},
		{"host-ignorable", "http://a\u00adb%5c.example/", ""},
		{"host-ignorable", "http://a\u00ad%2fb.example/", ""},
		{"host-ignorable", "http://a\u00adb.example/", "http://ab.example/"},
		{"host-root-dot", "http://./evil.com", ""},
		{"host-case", "http://A.example/", "http://a.example/"},
		{"host-case", "http://Bü.example/", "http://bü.example/"},
		{"host-case", "http://B%C3%BC.example/", ""},
		{"host-root-dot", "http://bü.example./", "http://bü.example/"},
		{"host-root-dot", "http://a.example./", "http://a.example/"},
		{"pct-malformed", "http://a%.example/", ""},
		{"pct-malformed", "http://a.example/%?%zz%%20", "http://a.example/%25?%25zz%25%20"},
		{"crlf-injection", "http://a.example/\n%0a", ""},
		{"multi-at", `http://u@good.com\@evil.com/`, ""},
		{"multi-at", "http://a@b@c.example/", "http://a%40b@c.example/"},
		{"userinfo-secret", "http://u:p@127.0.0.1/", "http://127.0.0.1/"},
		{"host-case", long, "http://a" + long[len("http://A"):]},
		{"host-case", long + "a", ""},
		{"host-case", "http://%41.example/", "http://a.example/"},
		{"host-root-dot", "http://a%41.example./", "http://aA.example/"},
		{"host-case", "http://%C3%9CA.example/", ""},
		{"host-case", "http://%2541A.example/", ""},
	} {
		r := Audit(tt.url)
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.ID == tt.id })
		if i < 0 || r.Findings[i].Safe != tt.safe {
			t.Errorf("%s of %q: %+v, want %q", tt.id, tt.url, r.Findings, tt.safe)
		}
	}
}

// TestSpans: a finding is where its span says.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ id, url, at string }{
		{"host-split-backslash", `http://evil.com\@good.com/`, `\`},
		{"backslash-authority", `http:\\evil.com/`, `\\`},
		{"slash-count", "https:///h/", "///"},
		{"multi-at", "http://a@b@c/", "a@b@c"},
		{"ipv4-nonstandard", "http://u@0x7f.1:80/", "0x7f.1"},
		{"port-suspicious", "http://h:0080/", "0080"},
		{"port-suspicious", "http://h:/", ":"},
		{"dest-internal", "http://h#@127.0.0.1/", "#@127.0.0.1/"},
		{"control-stripped", "ht\n\ntp://h/", "\n\n"},
		{"control-stripped", "\x00 http://h/", "\x00 "},
		{"path-encoded-slash", `\a%2F`, `\`},
		{"path-encoded-slash", `a%2F\`, "%2F"},
		{"control-stripped", "http://h/ ", " "},
		{"userinfo-secret", "http://u:pass@h/", "pass"},
		{"path-encoded-dots", "http://h\t/a/%2e%2e/b", "%2e%2e"},
		{"dest-internal", " http://localhost/", "localhost"},
		{"host-nfkc-delimiter", "http://a℀b/", "℀"},
		{"pct-malformed", "http://h/a%zz", "%"},
		{"ipv6-zone", "http://[fe80::1%25eth0]/", "%25eth0]"},
		{"network-path-ref", "//h/a", "//"},
		{"query-separator", "http://h/?a;;b", ";"},
		{"token-in-query", "http://h/?a&%74oken=x&b", "%74oken"},
		{"acceptance-split", "http://h/a b", " "},
		{"display-spoof", "http://h/\u202ex", "\u202e"},
		{"host-disagreement", "http:/h/", "h"},
		{"acceptance-split", " x:a", " "},
		{"acceptance-split", "http://a@b@c/ x", "@"},
		{"dest-internal", "mailto:a@localhost", "mailto:a@localhost"},
		{"crlf-injection", "http://h/a\r\nb", "\r"},
		{"crlf-injection", "http://h/a%0Db", "%0D"},
		{"pct-double", "http://h/a%252Fb", "%252F"},
		{"pct-null-or-bad-utf8", "http://h/a\x00b", "\x00"},
		{"pct-null-or-bad-utf8", "http://h/a%00b", "%00"},
		{"userinfo-bracket", "ftp://a[b@h/", "["},
		{"userinfo-pct-encoded", "ftp://a%40b@h/", "%40"},
		{"option-injection", "-x", "-"},
		{"at-after-authority", "http://a.example#x@b.example/c", "#x@b.example"},
		{"not-normal", "http://h/a%41b", "%41"},
		{"not-normal", "http://h/a%c3%A9", "%c3"},
		{"too-long", "http://h/" + strings.Repeat("a", 1992), "a"},
	} {
		r := Audit(tt.url)
		i := slices.Index(ids(&r), tt.id)
		if i < 0 {
			t.Errorf("%s is not found in %q", tt.id, tt.url)
		} else if got := tt.url[r.Findings[i].Span.Start:r.Findings[i].Span.End]; got != tt.at {
			t.Errorf("%s in %q is %q, want %q", tt.id, tt.url, got, tt.at)
		}
	}
}

// TestNoPasswords: no message quotes one (G-181).
func TestNoPasswords(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"http://u:s3cret@h/", "http://u:s3cret@a@b/", `http://u:s3cret\@h/`, "http://u:s3cret%zz@h/", "mailto:u:s3cret@h",
		"http://u:s3cret@[h/", "http:/u:s3cret@h/",
		"http://u:s3cret/@h/", "u:s3cret@h", "//u:s3cret@h", "imap://u:s3cret;o@h:99999/",
	} {
		r := Audit(url)
		for _, f := range r.Findings {
			if strings.Contains(f.Message, "s3cret") {
				t.Errorf("%q: %s: %s, want no password", url, f.ID, f.Message)
			}
		}
	}
}

// TestOrdinaryIsSilent: a URL that the fast path calls ordinary has no findings.
func TestOrdinaryIsSilent(t *testing.T) {
	t.Parallel()
	n := 0
	urls := urltest.Corpus(t)
	if testing.Short() {
		urls = urls[:min(2000, len(urls))]
	}
	for _, url := range append(urls, ordinarySeeds...) {
		if checkOrdinary(t, url) {
			n++
		}
	}
	if n < 100 {
		t.Errorf("%d ordinary URLs, want at least 100", n)
	}
}

// TestNeeds: a finder finds nothing in a URL without the bytes that its kind needs.
func TestNeeds(t *testing.T) {
	t.Parallel()
	skipped := 0
	urls := append(urltest.Corpus(t), ordinarySeeds...)
	for _, k := range Kinds() {
		urls = append(append(urls, k.Examples...), k.NearMiss)
	}
	for _, q := range oracle.Generate(20_000, nil, nil) {
		urls = append(urls, q.URL)
	}
	for _, url := range urls {
		r := Options{}.Audit(url)
		found := ids(&r)
		v := newView(&r, nil)
		for i := range catalogue() {
			v.kind, v.found = &catalogue()[i], nil
			if v.kind.needs == 0 || slices.Contains(found, v.kind.ID) {
				continue
			}
			skipped++
			if v.kind.find(v); len(v.found) > 0 {
				t.Errorf("%q has %s, want it in the findings %q", url, v.kind.ID, found)
			}
		}
	}
	if skipped < 1000 {
		t.Errorf("%d calls skipped, want at least 1,000", skipped)
	}
}

var ordinarySeeds = []string{
	"https://example.com/", "http://a.b/c/d.html", "http://a.b/con", "http://a.b/xcon", "http://a.b/a//b",
	"http://a.b/./c", "http://localhost/", "http://a.b.local/",
	"http://a-b.c/~x", "http://a.1/", "http://xn--a.b/", "http://127.0.0.1/", "http://a.b", "https://a.b/com1.txt",
	"http://lvh.me/", "http://a.b/a/", "http://a.b/,;", "http://a.b/conout$", "http://a.b/con.a", "http://a.b/lpt",
	"http://a.b/...", "http://a.b/.a", "https://a.b/a..b", "http://a..b/", "http://a.-b/", "http://a-.b/", "http://-a.b/",
	"http://a.b-/", "http://a_b.c/", "http://a.b.c/",
	"http://a.b:1024/", "http://a.b:65535/", "https://a.b:4430/c", "http://a.b:8080/c", "http://a.b:1023/",
	"http://a.b:65536/", "http://a.b:01024/", "http://a.b:/", "http://a.b:6379/", "http://a.b:6667/", "http://a.b:8080",
	"http://a.b:8080:1/", "http://a.b:808a/", "http://0a.b/", "http://a.01u.ms/", "http://a.00x/", "http://b.com:4430/",
}

func checkOrdinary(t *testing.T, url string) bool {
	t.Helper()
	if !isOrdinary(url) {
		return false
	}
	r := fullAudit(Options{}, url)
	if r.Differ != 0 {
		t.Errorf("%q is ordinary, and dialects differ in %s", url, r.Differ)
	}
	if len(r.Findings) > 0 {
		t.Errorf("%q is ordinary, and has %v", url, r.Findings)
	}
	for _, policy := range []Policy{
		{}, {Schemes: []string{"https"}}, {Hosts: []string{".com"}}, {Ports: []uint16{80, 4430}},
	} {
		short := policy.Check(url)
		policy.Dialects = Dialects()
		if long := policy.Check(url); (long == nil) != (short == nil) {
			t.Errorf("%q: %v without dialects, %v with them", url, short, long)
		}
	}
	return true
}

// TestTokenMessage: the message about a secret is true at its place.
func TestTokenMessage(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://a.example/?token=x": "A secret in the query is stored and logged with the URL, and sent in the " +
			"Referer header.",
		"http://a.example/#access_token=x": "A secret in the fragment is stored with the URL in bookmarks and history, and " +
			"every script of the page can read it.",
	} {
		r := Audit(url)
		if len(r.Findings) != 1 || r.Findings[0].ID != "token-in-query" || r.Findings[0].Message != want {
			t.Errorf("%s: %+v, want token-in-query: %s", url, r.Findings, want)
		}
	}
}

// TestKindsText checks the key of each line of kinds.txt.
func TestKindsText(t *testing.T) {
	t.Parallel()
	keys := strings.Fields("id severity needs detects message advice reference address section example near")
	for line := range strings.Lines(kindsText) {
		name, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		key, more, _ := strings.Cut(name, " ")
		var s Severity
		switch {
		case line == "\n", strings.HasPrefix(line, "#"):
		case !ok || text == "" || !slices.Contains(keys, key), key == "near" && more != "miss",
			more != "" && key != "near" && key != "message", key == "severity" && s.UnmarshalText([]byte(text)) != nil:
			t.Errorf("the line %q of kinds.txt, want a known key and a value", line)
		case key == "needs":
			for class := range strings.FieldsSeq(text) {
				if classes[class] == 0 {
					t.Errorf("the line %q of kinds.txt, want classes of catalogue.go", line)
				}
			}
		}
	}
}
