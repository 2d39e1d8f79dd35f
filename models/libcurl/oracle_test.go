package libcurl

import (
	"bufio"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/model"
	"earl.example/internal/testing/urltest"
)

// record writes testdata/vectors.txt from the oracles that are named.
var record = flag.Bool("record", false, "write testdata/vectors.txt")

// oraclesVariable names the environment variable that may hold programs made of
// testdata/oracle.c with other releases of libcurl, separated as PATH is.
const oraclesVariable = "EARL_LIBCURLS"

// A server is libcurl itself.
type server struct {
	release Dialect
	in      io.WriteCloser
	out     *bufio.Reader
}

// startOracle starts a program made of testdata/oracle.c. It is nil if the model
// does not know its release.
func startOracle(t testing.TB, program string) *server {
	t.Helper()
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	j := &server{in: in, out: bufio.NewReader(out)}
	version, err := j.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	version, _, _ = strings.Cut(strings.TrimSpace(version), "-")
	d, err := Dialect{}.At(version)
	if err != nil {
		t.Logf("%s is of libcurl %s, which the model does not know", program, version)
		return nil
	}
	j.release = d.(Dialect)
	return j
}

// oracles returns the oracles that there are: what EARL_LIBCURLS names, and one
// made here where there are a C compiler and libcurl's headers.
func oracles(t testing.TB) []*server {
	t.Helper()
	urltest.Live(t)
	var all []*server
	for _, program := range filepath.SplitList(os.Getenv(oraclesVariable)) {
		if j := startOracle(t, program); j != nil {
			all = append(all, j)
		}
	}
	program := filepath.Join(t.TempDir(), "oracle")
	if out, err := exec.Command("cc", "-o", program, filepath.Join("testdata", "oracle.c"), "-lcurl").CombinedOutput(); err != nil {
		t.Logf("no live libcurl, for which a C compiler and libcurl4-openssl-dev are needed: %v: %.200s", err, out)
	} else if j := startOracle(t, program); j != nil {
		all = append(all, j)
	}
	if len(all) == 0 {
		t.Skip("no libcurl to ask")
	}
	return all
}

// A question is a URL, and perhaps the base that it is a redirect from.
type question struct {
	base string
	from bool // there is a base
	url  string
}

func (j *server) ask(t testing.TB, q question) string {
	t.Helper()
	base := "-"
	if q.from {
		base = "=" + hex.EncodeToString([]byte(q.base))
	}
	if _, err := fmt.Fprintf(j.in, "%s %x\n", base, q.url); err != nil {
		t.Fatal(err)
	}
	line, err := j.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if fields[0] != "0" {
		return refused
	}
	for i, field := range fields[1:] {
		text, _ := hex.DecodeString(field)
		fields[i+1] = strconv.Quote(string(text))
		if field == "-" {
			fields[i+1] = "-"
		}
	}
	return strings.Join(fields[1:], " ")
}

const refused = "refused"

// answer returns the answer of the model in the form of ask.
func answer(d Dialect, q question) string {
	p := parser{row: &table[d.older], url: q.url}
	err := p.run()
	u := p.u
	if q.from {
		u, err = d.redirect(q.base, q.url)
	}
	if err != nil {
		return refused
	}
	quote := func(part model.Part) string {
		if !part.OK {
			return "-"
		}
		return strconv.Quote(part.Text)
	}
	some := func(s string) string { return quote(model.Part{Text: s, OK: s != ""}) }
	row := &table[d.older]
	query := u.query
	query.OK = query.Text != "" || query.OK && row.blankQuery
	return strings.Join([]string{
		some(u.scheme), quote(u.user), quote(u.password), quote(u.options), some(u.host), some(u.zone), quote(u.port),
		quote(model.Present(u.path)), quote(query), some(u.fragment.Text), some(u.text(row, form{})),
	}, " ")
}

// pieces are what made-up URLs are made of.
var pieces = strings.Split("http: https: HTTP: file: ftp: imap: mailto: x: 1a: file://localhost/ localhost/ 127.0.0.1/ / // /// : : @ @ ? ? # # . .. /. /.. ./ ../ %2e %2E. a b.c h ex.com ftp. FTP.x ; ;opt=1 user user:pw u;o:p [ ] [::1] [::1:] [::ABCD] [1:2:3:4:5:6:7:8] [::1.2.3.4] [::ffff:127.0.0.1] [fe80::1%25eth0] [fe80::1%eth0] %25 %41 %zz %0a %00 %5b%3a%3a1%5d %5b:: %5d 0x7f 0x7f.1 1 127.1 127.0.0.1 127.0.0.1. 256 4294967295 4294967296 00 08 0x 0x1g 80 :80 :0080 :65536 :99999999999999999999 :8a | \\ < > { } ~ * , ! $ é ℀ \x7f \xff %C3%A9 %2f c: C| x=1&y=2 %aa %e9", " ")

// madeUp returns a made-up question.
func madeUp(rng *rand.Rand) question {
	text := func() string {
		var b strings.Builder
		switch rng.IntN(4) {
		case 0, 1:
			b.WriteString("http://")
		case 2:
			b.WriteString([]string{"http:/", "https:///", "file://", "file:", "imap://", "x://", "//", ""}[rng.IntN(8)])
		}
		for range rng.IntN(7) {
			switch rng.IntN(40) {
			case 0:
				b.WriteByte(byte(1 + rng.IntN(255)))
			case 1:
				b.WriteByte(' ')
			default:
				b.WriteString(strings.ReplaceAll(pieces[rng.IntN(len(pieces))], `\\`, `\`))
			}
		}
		return b.String()
	}
	q := question{url: text()}
	if q.from = rng.IntN(3) == 0; q.from {
		q.base = []string{"http://h", "http://u:p@h:80/a/b/c?q#f", "http://h/a/../b", "http://h?q/r", "http://h#f/g", "http://h/a?#", "h/x y", "file:///a/b", "file:///a/..", "file:///.", text()}[rng.IntN(11)]
	}
	return q
}

// oneControl matches a redirect that 7.88.1 accepts because it does not look for controls in a path of one byte. The
// model rejects it.
var oneControl = regexp.MustCompile(`(?i)^file:[\x01-\x1f\x7f]([?#]|$)`)

// askable reports whether an oracle of release r can answer q: in C, the text ends at a NUL.
func (q question) askable(r Dialect) bool {
	return !strings.Contains(q.base+q.url, "\x00") && !(table[r.older].relativeFile && q.from && oneControl.MatchString(q.url))
}

// made returns n made-up questions, the same each time.
func made(n int) []question {
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([]question, n)
	for i := range all {
		all[i] = madeUp(rng)
	}
	return all
}

// TestLive: the model says what libcurl says, of made-up URLs.
func TestLive(t *testing.T) {
	t.Parallel()
	questions := append(readQuestions(t), made(urltest.Number(t, "EARL_CALLS", 20_000))...)
	for _, j := range oracles(t) {
		asked, bad := 0, 0
		for _, q := range questions {
			if !q.askable(j.release) {
				continue
			}
			asked++
			if want, got := j.ask(t, q), answer(j.release, q); got != want {
				t.Errorf("%s: %q from %q (%v):\n got %s\nwant %s", j.release.Release(), q.url, q.base, q.from, got, want)
				if bad++; bad == 20 {
					break
				}
			}
		}
		t.Logf("libcurl %s: %d URLs, %d unlike", j.release.Release(), asked, bad)
	}
}

// FuzzSameAsLibcurl: the model says what libcurl says.
func FuzzSameAsLibcurl(f *testing.F) {
	for _, q := range readQuestions(f) {
		f.Add(q.base, q.from, q.url)
	}
	found := oracles(f)
	f.Fuzz(func(t *testing.T, base string, from bool, url string) {
		for _, j := range found {
			q := question{base, from, url}
			if !q.askable(j.release) {
				continue
			}
			if want, got := j.ask(t, q), answer(j.release, q); got != want {
				t.Errorf("%s: %q from %q (%v):\n got %s\nwant %s", j.release.Release(), url, base, from, got, want)
			}
		}
	})
}

const vectorsFile = "testdata/vectors.txt"

// readQuestions returns the questions of testdata/questions.txt: a URL a line, quoted as
// in Go, after its base if it has one.
func readQuestions(t testing.TB) []question {
	t.Helper()
	text, err := os.ReadFile("testdata/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []question
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		all = append(all, parseQuestion(t, line))
	}
	return all
}

func (q question) String() string {
	if q.from {
		return strconv.Quote(q.base) + " " + strconv.Quote(q.url)
	}
	return strconv.Quote(q.url)
}

func parseQuestion(t testing.TB, line string) question {
	t.Helper()
	first, err := strconv.QuotedPrefix(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	q := question{}
	q.url, _ = strconv.Unquote(first)
	if rest := strings.TrimSpace(line[len(first):]); rest != "" {
		q.base, q.from = q.url, true
		if q.url, err = strconv.Unquote(rest); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return q
}

// TestVectors: the model says what each release was recorded to say.
func TestVectors(t *testing.T) {
	t.Parallel()
	if *record {
		writeVectors(t)
	}
	text, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	var q question
	n := map[Dialect]int{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		name, want, ok := strings.Cut(line, "\t")
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case !ok:
			q = parseQuestion(t, line)
		default:
			d, err := Dialect{}.At(name)
			if err != nil {
				t.Fatal(err)
			}
			release := d.(Dialect)
			n[release]++
			if got := answer(release, q); got != want {
				t.Errorf("%s: %v:\n got %s\nwant %s", release.Release(), q, got, want)
			}
		}
	}
	for _, r := range all {
		if n[r] < 1000 {
			t.Errorf("%d vectors of %s", n[r], r.Release())
		}
	}
}

func writeVectors(t *testing.T) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Code generated by oracle_test.go from libcurl's answers; DO NOT EDIT.\n")
	b.WriteString("# A line is a URL, after its base if it is a redirect from one. Indented below is for each\n# release scheme, user, password, options, host, zone, port, path, query, fragment and URL,\n# or that it is refused.\n")
	all := oracles(t)
	for _, q := range append(readQuestions(t), made(1000)...) {
		b.WriteString(q.String() + "\n")
		for _, j := range all {
			if !q.askable(j.release) {
				continue
			}
			fmt.Fprintf(&b, "%s\t%s\n", j.release.Release(), j.ask(t, q))
		}
	}
	if err := os.WriteFile(vectorsFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
