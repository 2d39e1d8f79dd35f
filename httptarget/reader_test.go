package httptarget

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
)

//go:generate go test -count=1 -run ^TestReadersPage$ . -update

var update = flag.Bool("update", false, "write docs/reference/path-readers.md")

// missReasons says why rows differ from recorded answers. The column misses of rows.tsv has the number.
var missReasons = map[string]string{
	"envoy-reject":       `parameters after ".." end at the next "/", not at a "\"`,
	"envoy-unescape":     `parameters after ".." end at the next "/", not at a "\"`,
	"flask":              `reads "admin/secret", which is not a request target of HTTP, as a path`,
	"h2o-static":         `ends the name at %00 after the dot segments; reads "admin/secret" as a path`,
	"hapi":               `reads a host in "//" after dot segments`,
	"hono-static@1.19":   `the file system reads "." segments in decoded names`,
	"jetty":              `accepts "\" in parameters; "public;a" before ".." is another path`,
	"jetty@12.0":         `accepts "\" in parameters; "public;a" before ".." is another path`,
	"jetty@9.4":          `accepts "..;" after dot segments that remove it`,
	"lighttpd":           `compares the query too`,
	"mini_httpd":         `refuses two slashes at the start, one of which is left or is %2f`,
	"next":               `redirects a path with a slash at its end to the path without it`,
	"python-http.server": `reads "admin/secret", which is not a request target of HTTP, as a path`,
	"uwsgi":              `".." removes segments that %2F separates, but only if it is not encoded`,
	"quarkus":            `decodes "%2F" in a segment with parameters`,
}

// An answer is a target with a letter for each column of recorded answers.
type answer struct{ target, letters string }

// A column says which reader has the answers of servers, and the paths of the only file below /admin/, if they serve
// files.
type column struct {
	name   string
	reader Reader
	files  []string
}

// recorded returns the recorded answers and their columns.
func recorded(t testing.TB) (answers []answer, columns []column) {
	t.Helper()
	data, err := os.ReadFile("testdata/answers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(data), "\n\n")
	for line := range strings.Lines(head) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); line[0] != '#' {
			columns = append(columns, column{cells[0], mustParse(t, cells[0]), strings.Fields(cells[2])})
			if cells[2] == "" {
				columns[len(columns)-1].files = nil
			}
		}
	}
	for line := range strings.Lines(body) {
		target, letters, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if len(letters) != len(columns) {
			t.Fatalf("%d answers to %q, want %d", len(letters), target, len(columns))
		}
		answers = append(answers, answer{target, letters})
	}
	if len(answers) != 2_000 || len(columns) < 70 {
		t.Fatalf("%d answers of %d columns, want 2000 of 70 or more", len(answers), len(columns))
	}
	return answers, columns
}

func mustParse(t testing.TB, text string) Reader {
	t.Helper()
	r, err := ParseReader(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// serves reports whether the server of a column serves the target: below /admin/, or as the file.
func (c column) serves(target string) bool {
	g := c.reader.Read(target)
	return g.Below("/admin/") && (c.files == nil || slices.Contains(c.files, g.Path))
}

// TestRecordedAnswers compares each row with the answers of its servers. The misses are exactly the known ones.
func TestRecordedAnswers(t *testing.T) {
	t.Parallel()
	answers, columns := recorded(t)
	misses := map[string]int{}
	for i, c := range columns {
		for _, a := range answers {
			if got := c.serves(a.target); got != (a.letters[i] == 'A') {
				misses[c.name]++
				if testing.Verbose() {
					t.Logf("%s reads %q as %+v, the server answered %c", c.name, a.target, c.reader.Read(a.target), a.letters[i])
				}
			}
		}
	}
	for line := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		name, _, _ := strings.Cut(cells[0], ",")
		if want, err := strconv.Atoi(cells[5]); err != nil || misses[name] != want {
			t.Errorf("%s has %d misses, rows.tsv says %s", name, misses[name], cells[5])
		}
		if (misses[name] > 0) != (missReasons[name] != "") {
			t.Errorf("%s has %d misses, and the reason %q", name, misses[name], missReasons[name])
		}
		if cells[2] != "-" && !slices.ContainsFunc(columns, func(c column) bool { return c.name == name }) {
			t.Errorf("no recorded answers for %s", name)
		}
		delete(misses, name)
	}
	if len(misses) > 0 {
		t.Errorf("recorded answers without a row: %v", slices.Sorted(maps.Keys(misses)))
	}
}

// TestRows checks the form of rows.tsv: names are unique and sorted, and switches are as String writes them and unique.
func TestRows(t *testing.T) {
	t.Parallel()
	names, readers, last := map[string]bool{}, map[Reader]string{}, ""
	for line := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 6 || cells[0] <= last {
			t.Fatalf("row %q: want 6 cells, after the row %s", line, last)
		}
		last = cells[0]
		for name := range strings.SplitSeq(cells[0], ",") {
			if names[name] {
				t.Errorf("two rows have the name %s", name)
			}
			names[name] = true
		}
		r := mustParse(t, strings.Split(cells[0], ",")[0])
		if r.switches() != cells[4] {
			t.Errorf("the switches of %s are %q, want the form of String: %q", cells[0], cells[4], r.switches())
		}
		if readers[r] != "" {
			t.Errorf("%s and %s have the same switches; make them one row", readers[r], cells[0])
		}
		readers[r] = cells[0]
	}
	if got := Readers(); len(got) != len(names) {
		t.Errorf("Readers returns %d names, want %d", len(got), len(names))
	}
}

func TestParseReader(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"", "raw"},
		{"raw", "raw"},
		{" nginx  merge=no ", "nginx-nomerge"},
		{"decode=once dots=after", "dots=after decode=once"},
		{"dot-end=bare dots=raw dot-params=yes", "dots=raw dot-params=yes dot-end=bare"},
		{"dot-params=yes", "dot-params=yes"},
		{"python-http.server dot-end=slash", "absolute=raw fragment=cut dots=after decode=once merge=before"},
		{`refuse=kept-%00,\,//,%00`, `refuse=%00,//,\,kept-%00`},
		{"nginx refuse=no merge=no fragment=byte dots=no decode=no forward=no", "raw"},
	} {
		r, err := ParseReader(tt.text)
		if err != nil || r.String() != tt.want {
			t.Errorf("ParseReader(%q) = %q, %v, want %q", tt.text, r, err, tt.want)
		}
	}
	for _, tt := range []struct {
		text   string
		kind   urlerr.Kind
		offset int
		lists  string
	}{
		{"ngnix", urlerr.UnknownName, 0, "nginx-nomerge"},
		{"nginx apache", urlerr.UnknownName, 6, "forward"},
		{"nginx merges=no", urlerr.UnknownName, 6, "merge"},
		{"nginx merge=yes", urlerr.UnknownName, 12, "leading-raw"},
		{"nginx merge=", urlerr.UnknownName, 12, "leading-raw"},
		{"refuse=%2F,%2G", urlerr.UnknownName, 7, "bad-escape"},
		{"refuse=", urlerr.UnknownName, 7, "bad-escape"},
		{`refuse=kept-\`, urlerr.UnknownName, 7, "kept-%5C"},
		{"refuse=no,%2F", urlerr.UnknownName, 7, "%5C"},
		{"dots=raw+end", urlerr.UnknownName, 5, "encoded"},
		{"dot-end=", urlerr.UnknownName, 8, "bare"},
		{"decode=no decode=once", urlerr.BadValue, 10, "once"},
		{"nginx refuse=no refuse=%2F", urlerr.BadValue, 16, "once"},
		{"nginx\tmerge=no", urlerr.UnknownName, 0, "refuse"},
		{"  ngnix", urlerr.UnknownName, 2, "nginx"},
	} {
		_, err := ParseReader(tt.text)
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || e.Rule.Kind != tt.kind || e.Offset != tt.offset || !strings.Contains(err.Error(), tt.lists) {
			t.Errorf("ParseReader(%q) = %v, want kind %v at %d with %q", tt.text, err, tt.kind, tt.offset, tt.lists)
		}
	}
}

// TestRead has a row for each value of each switch.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ reader, target, want string }{
		{"raw", "/a//../%2e;x\\y?q#f", "/a//../%2e;x\\y"},
		{"raw", "http://h/a", "/a"},
		{"raw", "http://h", "/"},
		{"raw", "http://h?q", "/"},
		{"raw", "", "refused"},
		{"raw", "*", "refused"},
		{"raw", "h:443", "refused"},
		{"absolute=refuse", "http://h/a", "refused"},
		{"absolute=raw", "http://h/a?q", "http://h/a"},
		{"absolute=raw", "a", "a"},
		{"host=yes", "//h/a", "/a"},
		{"host=yes", "///a", "/a"},
		{"host=named", "//h/a", "/a"},
		{"host=named", "///a", "refused"},
		{"host=refuse", "//h/a", "refused"},
		{"fragment=byte", "/a#b?c", "/a#b"},
		{"fragment=cut", "/a#b", "/a"},
		{"fragment=cut", "/a?b#c", "/a"},
		{"fragment=refuse", "/a?b#c", "refused"},
		{`refuse=\`, `/a?\`, "refused"},
		{"backslash=slash", `/a\b%5c`, "/a/b%5c"},
		{"backslash=slash+%5C decode=once", `/a\b%5c`, "/a/b/"},
		{"backslash=slash-with-#", `/a\b`, `/a\b`},
		{"backslash=slash-with-# fragment=cut", `/a\b#`, "/a/b"},
		{"backslash=slash-with-#", `/a\b?#`, "/a/b"},
		{"params=cut", "/a;x=1/b;y/;z", "/a/b/"},
		{"params=cut dots=raw", "/a/..;x/b", "/b"},
		{"params=cut refuse=dots-with-params", "/a/.%2e;x/b", "refused"},
		{"params=cut refuse=;", "/a;x", "/a"},
		{"params=after dots=encoded", "/a/..;x/b;y", "/a/../b"},
		{"params=after decode=once", "/a;x%2Fb/c%3Bd", "/a/c;d"},
		{"refuse=;", "/a;x", "refused"},
		{"refuse=//", "//a", "refused"},
		{"refuse=%2F", "/a%2fb", "refused"},
		{"refuse=%5C", "/a%5cb", "refused"},
		{"refuse=%00", "/a%00", "refused"},
		{"refuse=%25", "/a%25", "refused"},
		{"refuse=%3B", "/a%3b", "refused"},
		{"refuse=control", "/a%09", "refused"},
		{"refuse=bad-escape", "/a%4g", "refused"},
		{"refuse=bad-escape", "/a?%", "/a"},
		{"refuse=non-UTF-8", "/a%ff", "refused"},
		{"refuse=non-UTF-8", "/a%c3%a9", "/a%c3%a9"},
		{"refuse=dots", "/a/.", "refused"},
		{"refuse=encoded-dots", "/a/../b", "/a/../b"},
		{"refuse=encoded-dots", "/a/.%2E/b", "refused"},
		{"dots=after decode=once refuse=..", "/a/..%2fb", "refused"},
		{"dots=after decode=once refuse=..", "/a/.%2fb", "/a/b"},
		{"dots=raw refuse=above-root", "/a/../../b", "refused"},
		{"dots=raw", "/a/../../b", "/b"},
		{"dots=encoded refuse=kept-%2F", "/a%2f/../b", "/b"},
		{"dots=encoded refuse=kept-%2F", "/a%2f/b", "refused"},
		{"refuse=leading-// decode=once", "/%2fa", "refused"},
		{"redirect=raw", "/%61//b?q", "to /%2561/b?q"},
		{"redirect=raw", "/%61/./", "to /%2561/"},
		{"redirect=decoded decode=once", "/%61/%2e%2e", "to /"},
		{"redirect=raw decode=go", "/%2e/a/", "/./a/"},
		{"redirect=raw decode=go", "/%2e/a\\", "to /a%255C"},
		{"refuse=above-root", "/a/../b", "/a/../b"},
		{"refuse=above-root", "/a/%2e./../b", "refused"},
		{"merge=leading-raw decode=once", "//%2fa", "//a"},
		{"merge=leading decode=once", "//%2fa", "/a"},
		{"merge=before dots=raw", "/a//../b", "/b"},
		{"merge=after dots=raw", "/a//../b", "/a/b"},
		{"merge=after dots=raw", "/a//x/../../b", "/a/b"},
		{"merge=with-dots dots=raw", "/a//../b", "/a/b"},
		{"merge=with-dots dots=raw", "/a//x/../../b", "/b"},
		{"dots=raw", "/a/./b/%2e", "/a/b/%2e"},
		{"dots=encoded", "/a/b/%2e%2E", "/a/"},
		{"dots=encoded dot-end=bare", "/a/b/%2e%2E", "/a"},
		{"dots=raw dot-end=bare", "/a/..", "/"},
		{"dots=raw dot-params=yes", "/a/..;x/b", "/b"},
		{"dots=raw dot-end=raw", "/a/b/.", "/a/b"},
		{"decode=once dots=after dot-end=raw", "/a/b%2f", "/a/b"},
		{"decode=once dots=after dot-end=raw", "/a/b//", "/a/b/"},
		{"decode=once dots=after", "/a%2f..%2f%62", "/b"},
		{"decode=once dots=both", "/a/b%2fc/../%2e%2e", "/"},
		{"decode=once", "/%2561%zz%", "/%61%zz%"},
		{"decode=not-%2F", "/%61%2f%5c", "/a%2f\\"},
		{"decode=not-%2F-%5C", "/%61%2F%5c", "/a%2F%5c"},
		{"decode=unreserved", "/%61%7e%3b", "/a~%3b"},
		{"decode=unreserved-%2F-%5C", "/%61%2f%5c%3b", `/a/\%3b`},
		{"decode=unreserved-%2F-%5C forward=rewritten", "/%61%2f%3b", "/a/%3b → /a/%3b"},
		{"decode=go", "/%61%2f", "/a%2f"},
		{"decode=go", "/%61%2f\\", "/a/\\"},
		{"nul=cut decode=once", "/a%00b", "/a"},
		{"forward=raw", "/a/../b?q", "/a/../b → /a/../b?q"},
		{"forward=raw", "http://h/a?q", "/a → /a?q"},
		{"forward=escaped decode=once", "/a%2fb!?q", "/a/b! → /a%2fb!?q"},
		{"forward=escaped decode=once", "/a%2f\\b!?q", "/a/\\b! → /a/%5Cb%21?q"},
		{"forward=rewritten decode=once dots=after", "/x/..%2f%61%25%3f?q", "/a%? → /a%25%3F?q"},
		{"forward=rewritten decode=not-%2F dots=after", "/x/../%61%2f%252f?q", "/a%2f%2f → /a%2f%252f?q"},
		{"forward=rewritten decode=unreserved dots=encoded", "/%61%2f|/..", "/ → /"},
		{"forward=rewritten host=yes", "//h//p", "//p → //p"},
		{"forward=rewritten merge=before dots=raw", "//%zz", "/%zz → /%zz"},
	} {
		g := mustParse(t, tt.reader).Read(tt.target)
		got := g.Path
		switch {
		case g.Refused:
			got = "refused"
			if g != (Reading{Refused: true}) {
				t.Errorf("%s: Read(%q) = %+v, want nothing but Refused", tt.reader, tt.target, g)
			}
		case g.Location != "":
			got = "to " + g.Location
		case g.Forward != "":
			got += " → " + g.Forward
		}
		if got != tt.want {
			t.Errorf("%s: Read(%q) = %q, want %q", tt.reader, tt.target, got, tt.want)
		}
	}
}

func TestBelow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ reader, below, other string }{
		{"raw", "/admin/ /admin/x /admin//", "/admin /adminx /Admin/ / /x/admin/"},
		{"match=below-or-self", "/admin /admin/ /admin/x", "/adminx /x"},
		{"match=bytes", "/admin /admin/ /adminx", "/admi /x"},
		{"match=name", "/admin/x /admin/x/", "/admin /admin/ /admin//x"},
		{"fold=yes", "/ADMIN/x /admin/x", "/ADMIN /x"},
		{"redirect=raw", "/admin/x", "/admin//x"},
		{"refuse=;", "/admin/x", "/admin/;"},
	} {
		r := mustParse(t, tt.reader)
		for i, targets := range []string{tt.below, tt.other} {
			for target := range strings.FieldsSeq(targets) {
				for _, prefix := range []string{"/admin/", "/admin"} {
					if got := r.Read(target).Below(prefix); got != (i == 0) {
						t.Errorf("%s: Read(%q).Below(%q) = %v", tt.reader, target, prefix, got)
					}
				}
			}
		}
		if !r.Read("/x").Below("/") && r.match != matchSelf {
			t.Errorf("%s: /x is not below /", tt.reader)
		}
	}
}

func TestReadAllocates(t *testing.T) { // not in parallel: AllocsPerRun counts the allocations of all goroutines
	answers, _ := recorded(t)
	for _, name := range Readers() {
		r := mustParse(t, name)
		if n := testing.AllocsPerRun(10, func() { r.Read("/a/b-c/d.html?q=1") }); n > 0 {
			t.Errorf("%s: %v allocations for a plain path, want none", name, n)
		}
		r.forward = 0 // Forward is another text
		for i := 0; i < len(answers); i += 61 {
			target := answers[i].target
			most := 1.0
			if r.Read(target).Location != "" {
				most = 8 // ServeMux cleans and encodes the path
			}
			if n := testing.AllocsPerRun(1, func() { r.Read(target) }); n > most {
				t.Errorf("%s: %v allocations for %q, want %v", name, n, target, most)
			}
		}
	}
}

// randomReader returns any Reader.
func randomReader(random *rand.Rand) (r Reader) {
	for _, s := range switches {
		if s.of == nil {
			continue
		}
		*s.of(&r) = uint8(random.IntN(len(strings.Fields(s.values))))
	}
	for i := range strings.Fields(refusals) {
		r.refuse |= properties(random.IntN(4)/3) << i
	}
	return r
}

func TestReaderStringParsesBack(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		r := randomReader(random)
		if again, err := ParseReader(r.String()); err != nil || again != r {
			t.Fatalf("ParseReader(%q) = %q, %v", r, again, err)
		}
	}
}

// FuzzReaderKeepsItsPromises: String is read back, a reading has one outcome, and paths and plain texts are as promised.
func FuzzReaderKeepsItsPromises(f *testing.F) {
	for _, name := range Readers() {
		f.Add(name, uint64(0), "/x/..;a/%2e%2f//admin\\secret%00?q#f", "/admin/")
	}
	f.Add("dots=raw dot-params=yes refuse=kept-%2F", uint64(1), "http://h//a;b", "/")
	f.Fuzz(func(t *testing.T, text string, seed uint64, target, prefix string) {
		r, err := ParseReader(text)
		if err != nil {
			_ = err.Error()
			r = randomReader(rand.New(rand.NewPCG(seed, 1)))
		}
		if again, err := ParseReader(r.String()); err != nil || again != r || again.String() != r.String() {
			t.Fatalf("ParseReader(%q) = %q, %v", r, again, err)
		}
		g := r.Read(target)
		if g.Refused && g != (Reading{Refused: true}) || g.Location != "" && (g.Path != "" || g.Forward != "") {
			t.Fatalf("%s: Read(%q) = %+v has two outcomes", r, target, g)
		}
		if len(g.Path) > len(target)+1 || g.Below(prefix) && g.Refused {
			t.Fatalf("%s: Read(%q) = %+v", r, target, g)
		}
		if !g.Refused && g.Location == "" && r.forward != 0 && g.Forward == "" && g.Path != "" {
			t.Fatalf("%s: Read(%q) = %+v forwards nothing", r, target, g)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	answers, _ := recorded(b)
	for _, name := range []string{"raw", "nginx", "tomcat", "envoy-unescape", "go-fileserver", "traefik", "spring-security"} {
		r := mustParse(b, name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Read(answers[i%len(answers)].target)
			}
		})
	}
}

func BenchmarkBypass(b *testing.B) {
	check, server := mustParse(b, "nginx"), mustParse(b, "tomcat")
	for b.Loop() {
		Bypass(check, server, "/admin/")
	}
}

// TestReadersPage: docs/reference/path-readers.md lists the rows.
func TestReadersPage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(strings.Replace(pageHead, "%d", strconv.Itoa(len(strings.Split(strings.TrimSpace(rows), "\n"))-2), 1))
	for line := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		names := strings.Split(cells[0], ",")
		misses := cells[5]
		if reason := missReasons[names[0]]; reason != "" {
			misses += ": " + strings.ReplaceAll(reason, "|", "\\|")
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s | `%s` | %s |\n", strings.Join(names, "`, `"), cells[1],
			strings.ReplaceAll(cells[3], "`", "'"), cells[2], cells[4], misses)
	}
	if !utf8.ValidString(b.String()) {
		t.Error("the page is not UTF-8")
	}
	urltest.Page(t, "../docs/reference/path-readers.md", b.String(), *update)
}

const pageHead = `# Readers of paths

The readers of package httptarget. ParseReader, ` + "`earl find-disagreement --paths` and `earl audit --check`" + ` accept their names
and their switches. A name without a release is the newest release that was measured. A test writes this page.

%d rows were measured on their day, over loopback, with servers in the configuration of the row, HTTP/1.1, on Linux.
The row raw is not a server, and aspnet is not measured. Misses are the recorded answers to 2,000 targets
(httptarget/testdata/answers.tsv) that the row does not predict, with their reason. An answer says whether the target was served below /admin/, or as the file /admin/secret by
servers of files. The whole path, Location and Forward were not recorded there.

## Steps

Reader.Read takes these steps in this order. Each switch has its name and values as in ParseReader, the value of
the zero Reader first.

1. A target that does not begin with "/" is in absolute-form or refused. absolute: read its path (path), refuse it
   (refuse), or read the whole target as the path, also one without a scheme (raw).
2. host, for a target that begins with "//": a path (no); a host and a path (yes), which is refused if the host is
   empty (named); or refused unless the host is empty (refuse).
3. refuse=\ refuses a target with "\", also in its query.
4. fragment: "#" is a character of the path (byte), ends the path (cut), or is refused (refuse).
5. "?" ends the path.
6. backslash: "\" is a character (byte), or a slash (slash); slash+%5C is slash, and %5C becomes a slash in step 13;
   slash-with-# is slash for a target with "#", as in url.parse of Node.js.
7. refuse=dots-with-params refuses segments such as "..;x" and "%2e;".
8. params: ";" is a character (keep), or each segment ends at its first ";" (cut), or does so after step 12 (after).
9. refuse: %2F, %5C, %00, %25, %3B, ";", "//", dots, encoded-dots, control, bad-escape and non-UTF-8 refuse a path
   that has such an encoding, character or segment.
10. redirect=raw answers with a redirect if the path has empty or dot segments; with decode=go and a character that
   URIs may not have, only in step 14.
11. merge=leading-raw makes one slash of the slashes at the start.
12. dots: raw removes the segments "." and "..", and encoded also their encodings, such as "%2e.". merge=before
   makes one slash of each run of slashes first, and merge=with-dots while segments are added, so that ".." after
   "//" removes the empty segment only. both is encoded here and after in step 15. Then refuse=kept-%2F refuses as
   refuse=%2F does in step 9, and so do the other items of step 9 after "kept-".
13. decode: percent-encodings are decoded never (no), once (once), unless they encode "/" (not-%2F) or "/" and "\"
   (not-%2F-%5C), or if they encode unreserved characters (unreserved), or these and
   "/" and "\" (unreserved-%2F-%5C). go is not-%2F, but once for a path with a
   character that URIs may not have, as in EscapedPath of net/url. Then backslash=slash+%5C makes "\" a slash,
   nul=cut ends the path at a NUL, and refuse=leading-// refuses a path that begins with "//".
14. redirect=decoded answers with a redirect if the path now has empty or dot segments.
15. dots=after and dots=both remove the segments "." and "..", after merge=before.
16. merge: before, after and with-dots make one slash of each run of slashes, and leading does so at the start.
17. refuse=.. refuses a path in which step 12 found "..", or step 15 for dots=after. refuse=above-root refuses it if
   ".." was above the root. For dots=no, both look for the segments of dots=encoded.

dot-params=yes makes "..;x" a dot segment in steps 12 and 15. dot-end says what a dot segment at the end leaves: a
slash (slash), or nothing (bare). With dot-end=raw, the path ends with a slash exactly if it did in step 5. The
switches fold and match belong to the rule: fold=yes compares ASCII letters
without case; match says what is below "/admin/": paths that begin with it (below), these and "/admin" (below-or-self),
paths that begin with "/admin" (bytes), or paths with a name after "/admin/" (name).

forward says what a proxy sends on: nothing is known (no); the target without scheme and host (raw); the same, but if
it has characters that URIs may not have, the path decoded and encoded as by net/url (escaped); or the path of the
reading, percent-encoded where necessary, and the query (rewritten).

Not modelled are rewrite rules, regular expressions, several locations, virtual hosts, HTTP/2, methods, and the names of
file systems (case, short names, links). A server with another configuration needs other switches: ` + "`nginx merge=no`" + `.
For ` + "`new URL`" + ` of Node.js, use package whatwg. What a proxy sends on (forward) is known for the rows that have it.

## Rows

| names | servers | configuration | measured | switches | misses |
|---|---|---|---|---|---|
`
