package canon

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

var update = flag.Bool("update", false, "write docs/reference/canonical-forms.md")

// others lists profiles for users of other programs, with URLs that these programs take for equal.
var others = []struct{ program, profile, one, two string }{
	{"purell, `FlagsSafe`", "rfc3986-scheme", "HTTP://Example.com:80/%7ea", "http://example.com/~a"},
	{"purell, `FlagsUsuallySafeGreedy`", "rfc3986-scheme+drop-slash", "http://example.com/a/./b/", "http://example.com/a/b"},
	{"purell, `FlagsUnsafeGreedy`, which also writes http for https and removes empty segments",
		"rfc3986-scheme+drop-fragment+sort-query+drop-index+drop-slash+drop-www",
		"http://www.example.com/a/index.html?z=1&a=2#f", "http://example.com/a?a=2&z=1"},
	{"urldedupe", "signature", "http://example.com/a?b=1", "http://example.com/a?b=2"},
	{"uro, and urldedupe `-s`", "signature+zero-numbers", "http://example.com/a/1/?b=1", "http://example.com/a/2/?b=2"},
	{"w3lib and Scrapy before w3lib 2.5.0", "w3lib", "http://example.com/?b=1&a=2#f", "http://example.com/?a=2;b=1"},
	{"w3lib 2.5.0", "w3lib@2", "http://example.com/a/../b", "http://example.com/b"},
	{"pywb and other archives", "surt", "https://www.example.com/a/", "http://example.com/A"},
}

// TestDescriptions: docs/reference/canonical-forms.md contains the descriptions of the profiles, with examples.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	examples := []string{
		"HTTP://WWW.Example.COM:80/%7Ea/./b/?z=1&A=%c3%a9#f",
		"http://u:p@b\u00fccher.example/a?b&a=1;c",
		"https://example.com?id=7&id=8&ref=x",
		"http://127.1//a/../b/",
		"mailto:Me@Example.COM",
		"../a?b",
	}
	var b strings.Builder
	b.WriteString("# Canonical forms\n\n" +
		"The profiles of package canon. `earl normalize --profile NAME` and `earl dedupe --by\n" +
		"NAME` accept their names. A profile is frozen: a version always gives the same form. A\n" +
		"name without a version means version 1. A test writes this page.\n")
	b.WriteString("\n## Steps\n\nSteps can follow rfc3986-syntax, rfc3986-scheme, whatwg and signature, as in\n" +
		"`whatwg+drop-fragment+sort-query`. They are applied in this order. Each can give the\n" +
		"same form to URLs of different pages. A step is frozen like a profile: `drop-tracking` is\n" +
		"`drop-tracking@1`, and `drop-tracking@2` knows more trackers.\n\n| step | | URL | form with whatwg |\n|---|---|---|---|\n")
	for i, st := range steps {
		url := "http://www.example.com/a/7/index.html?b=1&utm_source=x&a=2#f"
		name := st.name
		switch {
		case name == "drop-slash":
			url = "http://example.com/a/"
		case st.version > 1:
			name += "@" + strconv.Itoa(st.version)
			url = strings.Replace(url, "utm_source", "mc_cid", 1)
		}
		form, err := (WHATWG | 1<<(stepShift+i)).Canonicalize(url)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | `%s` |\n", name, st.about, url, form)
	}
	b.WriteString("\n## From other programs\n\nThe closest profile for users of other programs. Both URLs of a row have the same form.\n\n" +
		"| program | profile | URLs |\n|---|---|---|\n")
	for _, row := range others {
		p, err := ParseProfile(row.profile)
		if err != nil {
			t.Fatal(err)
		}
		one, err1 := p.Canonicalize(row.one)
		two, err2 := p.Canonicalize(row.two)
		if one != two || err1 != nil || err2 != nil {
			t.Errorf("%s: %s, %s, %v, %v, want the same form", row.profile, one, two, err1, err2)
		}
		fmt.Fprintf(&b, "| %s | `%s` | `%s` `%s` |\n", row.program, row.profile, row.one, row.two)
	}
	for _, p := range Profiles() {
		fmt.Fprintf(&b, "\n## %s\n\nVersion %d: %s.\n\n%s\n| URL | form |\n|---|---|\n", p, p.Version(), p.About(),
			p.Description())
		for _, url := range examples {
			form, err := p.Canonicalize(url)
			if err == nil {
				form = "`" + form + "`"
			} else {
				form = "an error"
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", url, form)
		}
	}
	urltest.Page(t, filepath.Join("..", "docs", "reference", "canonical-forms.md"), b.String(), *update)
}

func TestParseProfile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in     string
		want   Profile
		offset int // of the error, -1 if there is none
	}{
		{"rfc3986-syntax", RFC3986Syntax, -1},
		{"surt", SURT, -1},
		{"surt@1", SURT, -1},
		{"w3lib", W3lib, -1},
		{"w3lib@1", W3lib, -1},
		{"w3lib@2", W3lib2, -1},
		{"w3lib@3", 0, 6},
		{"surt@", 0, 5},
		{"surt@2", 0, 5},
		{"surt@01", 0, 5},
		{"", 0, 0},
		{"SURT", 0, 0},
	}
	for _, tt := range tests {
		got, err := ParseProfile(tt.in)
		var e *urlerr.Error
		if errors.As(err, &e) != (tt.offset >= 0) || e != nil &&
			(e.Offset != tt.offset || !errors.Is(err, urlerr.UnknownName)) || got != tt.want {
			t.Errorf("ParseProfile(%q) = %v, %v, want %v", tt.in, got, err, tt.want)
		}
	}
	for _, p := range Profiles() {
		text, err := p.MarshalText()
		var back Profile
		if err != nil || back.UnmarshalText(text) != nil || back != p || p.About() == "" || p.Description() == "" {
			t.Errorf("%s: %s, %v, want the text to read back, and a description", p, text, err)
		}
		if _, err := earl.ParseDialect(p.Dialect()); err != nil {
			t.Error(err)
		}
	}
	none := Profile(len(Profiles()))
	if text := Profile(200).String(); text != "profile 200" {
		t.Errorf("Profile(200) = %s, want profile 200", text)
	}
	_, err := none.MarshalText()
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Offset != 0 {
		t.Errorf("MarshalText of %v: %v, want an error at offset 0", none, err)
	}
	_, err = ParseProfile("surf")
	if want := "rfc3986-syntax, rfc3986-scheme, whatwg, w3lib, surt, signature"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("ParseProfile(surf): %v, want the names %s", err, want)
	}
	if _, err := none.MarshalText(); err == nil || none.String() != "profile 7" ||
		none.About()+none.Description()+none.Dialect() != "" || none.Version() != 0 {
		t.Errorf("%v has a name", none)
	}
	form, err := none.Canonicalize("http://h/")
	if e, ok := errors.AsType[*urlerr.Error](err); form != "" || !errors.Is(err, urlerr.UnknownName) || !ok || e.Offset != 0 {
		t.Errorf("Canonicalize by %v = %q, %#v, want an error of kind UnknownName at offset 0", none, form, err)
	}
	if err := new(Profile).UnmarshalText([]byte("x")); !errors.Is(err, urlerr.UnknownName) {
		t.Error(err)
	}
}

func TestSignature(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "https://h/a", "https://h/a"},
		{"sorted, each once", "https://h/item?id=1&ref=a&id=2#x", "https://h/item?id&ref"},
		{"port", "http://h:8080/?a", "http://h:8080/?a"},
		{"default port", "http://h:80/?a", "http://h/?a"},
		{"userinfo", "http://u:p@h/?a=1", "http://h/?a"},
		{"userinfo alone", "http://u@h/", "http://h/"},
		{"fragment alone", "http://h/#f", "http://h/"},
		{"empty query", "http://h/?", "http://h/"},
		{"empty pairs", "http://h/?&&", "http://h/"},
		{"a pair without name", "http://h/?=1&a", "http://h/?=&a"},
		{"decoded", "http://h/?%61+b=1&a%20b=2", "http://h/?a%20b"},
		{"ampersand in a name", "http://h/?a%26b=1", "http://h/?a%26b"},
		{"opaque path", "mailto:a@b?subject=x", "mailto:a@b?subject"},
		{"path like an authority", "web+x:/.//a?b=1", "web+x:/.//a?b"},
		{"empty host", "file:///a?b=1", "file:///a?b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := Signature.Canonicalize(tt.in); got != tt.want || err != nil {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
	if got, err := Signature.Canonicalize("/a"); got != "" || err == nil {
		t.Errorf("Signature of /a = %q, %v, want an error", got, err)
	}
}

// TestSURTSessions compares the session IDs that SURT removes with the results of surt 0.3.1. In a row, ID has 24 letters
// and digits, JID has 32 and AID has 24 letters.
func TestSURTSessions(t *testing.T) {
	t.Parallel()
	id, aid := strings.Repeat("a1", 12), strings.Repeat("abcd", 6)
	names := strings.NewReplacer("JID", id+id[:8], "AID", aid, "ID", id)
	for _, tt := range []struct{ name, in, want string }{
		{"segment", "/(ID)/x.aspx", "/x.aspx"}, {"second segment", "/a/(ID)/x.aspx", "/a/x.aspx"},
		{"question mark before the page", "/(ID)/a%3fb.aspx", "/(ID)/a?b.aspx"},
		{"question mark before a page in another segment", "/(ID)/a%3f/x.aspx", "/(ID)/a?/x.aspx"},
		{"page without a name", "/(ID)/.aspx", "/(ID)/.aspx"}, {"two pages", "/(ID)/.aspx/x.aspx", "/.aspx/x.aspx"},
		{"no letter or digit at the start", "/(!1" + id[2:] + ")/x.aspx", "/(!1" + id[2:] + ")/x.aspx"},
		{"no letter or digit at the end", "/(" + id[1:] + "!)/x.aspx", "/(" + id[1:] + "!)/x.aspx"},
		{"too long", "/(aID)/x.aspx", "/(aID)/x.aspx"}, {"empty", "/()/x.aspx", "/()/x.aspx"},
		{"several IDs", "/(a(ID)b(ID))/x.aspx", "/x.aspx"}, {"digit before an ID", "/(1(ID))/x.aspx", "/(1(ID))/x.aspx"},
		{"bad ID after a letter", "/(a(!" + id[1:] + "))/x.aspx", "/(a(!" + id[1:] + "))/x.aspx"},
		{"not closed", "/(aaID/x.aspx", "/(aaID/x.aspx"},
		{"query", "/?jsessionid=JID", "/"}, {"no equals sign", "/?jsessionidJID", "/?jsessionidJID"},
		{"only a value", "/?JID", "/?JID"}, {"value that is too short", "/?" + (id + id[:8])[1:], "/?" + (id + id[:8])[1:]},
		{"letters", "/?aspsessionidabcdefgh=AID", "/"}, {"letters without equals sign", "/?aspsessionidabcdefghAID", "/?aspsessionidabcdefghAID"},
		{"other name", "/?abcdefgh=AID", "/?abcdefgh=AID"}, {"too few letters", "/?abcdefg=AID", "/?abcdefg=AID"}, {"one letter", "/?a=AID", "/?a=AID"},
		{"23 letters", "/?" + aid[1:], "/?" + aid[1:]}, {"24 letters", "/?AID", "/?AID"},
		{"ColdFusion", "/?cfid=1&cftoken=2", "/"}, {"empty cfid", "/?cfid=&cftoken=2", "/?cfid=&cftoken=2"},
		{"empty cftoken", "/?cfid=1&cftoken=", "/?cfid=1&cftoken="}, {"text before and after", "/?xcfid=1&cftoken=2&b", "/?xb"},
	} {
		in, want := "http://h"+names.Replace(tt.in), "h)"+names.Replace(tt.want)
		if got, err := SURT.Canonicalize(in); got != want || err != nil {
			t.Errorf("%s: SURT of %s = %s, %v, want %s", tt.name, in, got, err, want)
		}
	}
}

// TestRules: the example of each rule breaks it.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range Rules() {
		p, err := ParseProfile(rule.Section)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Canonicalize(rule.Example)
		var e *urlerr.Error
		if !errors.As(err, &e) || e.Rule != rule || e.Dialect != p.String() || e.Offset > len(rule.Example) {
			t.Errorf("%s: %v, want this rule", rule.Name, err)
		}
	}
	if err := nameError("surt@0", 5, ""); !errors.Is(err, urlerr.UnknownName) {
		t.Error(err)
	}
}

// TestSURTAddresses: a host of digits and dots is an address if inet_aton accepts it.
func TestSURTAddresses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, host, want string }{
		{"four numbers", "1.2.3.4", "4,3,2,1"},
		{"octal", "017.0.0.1", "1,0,0,15"},
		{"the last of three has 16 bits", "10.0.258", "2,1,0,10"},
		{"the last of two has 24 bits", "10.16777215", "255,255,255,10"},
		{"one number", "168188365", "205,89,6,10"},
		{"of one number the lowest 32 bits", "4294967297", "1,0,0,0"},
		{"five numbers", "1.2.3.4.5", "5,4,3,2,1"},
		{"octal with an eight", "08.1", "1,08"},
		{"octal with an eight behind", "1.08", "08,1"},
		{"beyond 8 bits", "1.256.3.4", "4,3,256,1"},
		{"beyond 8 bits at the end", "1.2.3.256", "256,3,2,1"},
		{"beyond 16 bits at the end", "1.2.65536", "65536,2,1"},
		{"beyond 24 bits at the end", "1.16777216", "16777216,1"},
		{"beyond 32 bits", "1.4294967296", "4294967296,1"},
		{"an empty number goes", "1..2", "2,0,0,1"},
		{"largest port", "h:65535", "h:65535"},
		{"4300 digits", strings.Repeat("0", 4299) + "1", "1,0,0,0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := SURT.Canonicalize("http://" + tt.host + "/"); err != nil || got != tt.want+")/" {
				t.Errorf("%s: %s, %v, want %s", tt.host, got, err, tt.want)
			}
		})
	}
}

// TestOffsets: an error of surt points at the port.
func TestOffsets(t *testing.T) {
	t.Parallel()
	_, err := SURT.Canonicalize(" http://h:65536/")
	var e *urlerr.Error
	if !errors.As(err, &e) || e.Offset != len(" http://h:") {
		t.Error(err)
	}
}

// FuzzIdempotent: the form of a form is the form, and with an error the form is empty.
func FuzzIdempotent(f *testing.F) {
	for _, url := range generate(rand.New(rand.NewPCG(3, 4)), 50) {
		for i := range profileInfos {
			f.Add(url, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, url string, n uint8) {
		p := Profile(int(n) % len(profileInfos))
		form, err := p.Canonicalize(url)
		if err != nil {
			if form != "" {
				t.Fatalf("%s of %q: %q and %v, want nothing", p, url, form, err)
			}
			return
		}
		again, err := p.Canonicalize(form)
		if p.Idempotent() && (again != form || err != nil) {
			t.Fatalf("%s of %q: %q, and of that %q, %v", p, url, form, again, err)
		}
	})
}

// slowUnescape decodes until nothing changes.
func slowUnescape(s string) string {
	for {
		decoded := whatwg.PercentDecode(s)
		if decoded == s {
			return s
		}
		s = decoded
	}
}

// FuzzUnescapedAtOnce: one pass decodes as much as many passes.
func FuzzUnescapedAtOnce(f *testing.F) {
	for _, s := range []string{"", "%", "%4", "%41", "%2541", "%252541", "%%34%31", "%%%32%35", "%25%32%35", "%2%35",
		"%zz", "%25zz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 {
			return // the slow way is quadratic
		}
		if got, want := string(unescaped(s)), slowUnescape(s); got != want {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
	})
}

// TestTimeIsLinear: hostile input takes time in proportion to its length.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	heads := []string{"", "http://h/", "http://", "http://h/?", "http://h/?sid=", "http://\u00fc", "x:",
		"http://h/)/.aspx"}
	units := []string{"%25", "%", "a", ".", "/", "../", "&", "a=", "sid=", ";", "http://", ":", "@", "[", "\u00fc",
		"\u00ad", "0", "1.", "(abcdefghijklmnopqrstuvwx)/", "cfid=a&cftoken=", "?", "\xff", "\t", "=&", "z&y&",
		"\u0301\u0323"}
	slowest, where := 0.0, ""
	for _, p := range Profiles() {
		for _, head := range heads {
			for _, unit := range units {
				name := fmt.Sprintf("%s of %q after %q", p, unit, head)
				input := urltest.Many(head, unit, "", 1<<16)
				if perByte := urltest.Linear(t, name, input, func(s string) { p.Canonicalize(s) }); perByte > slowest {
					slowest, where = perByte, name
				}
			}
		}
	}
	t.Logf("the slowest is %s: %.0f ns a byte", where, slowest)
}

// BenchmarkCanonicalize compares the time of the profiles.
func BenchmarkCanonicalize(b *testing.B) {
	var ops []urltest.Op
	for _, p := range Profiles() {
		ops = append(ops, urltest.Op{Name: p.String(), Do: func(url string) { p.Canonicalize(url) }})
	}
	urltest.Race(b, urltest.Corpus(b), ops...)
}
