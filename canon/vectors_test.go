package canon

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/jsontext"
)

var record = flag.Bool("record", false,
	"ask the programs in EARL_W3LIB, EARL_W3LIB2 and EARL_SURT and write their answers to testdata")

// A judged profile reproduces a program, which judge.py asks.
type judged struct {
	profile  Profile
	variable string // names the folder of the program
	file     string // has recorded answers
}

var judgedProfiles = []judged{
	{W3lib, "EARL_W3LIB", "w3lib.jsonl"}, {W3lib2, "EARL_W3LIB2", "w3lib2.jsonl"}, {SURT, "EARL_SURT", "surt.jsonl"},
}

// A vector is an input with the answer of the program, nil if it has none.
type vector struct {
	in   string
	want *string
}

// oracle returns the Python to run the program with and the folder of the program. It skips the test without them.
func (j judged) oracle(t *testing.T) (python, dir string) {
	t.Helper()
	dir = os.Getenv(j.variable)
	if dir == "" {
		t.Skipf("%s is not set", j.variable)
	}
	python, err := exec.LookPath("python3.13")
	if err != nil {
		t.Skip("python3.13 is not on PATH")
	}
	return python, dir
}

// ask returns the answers of the program to the inputs.
func (j judged) ask(t *testing.T, inputs []string) []vector {
	t.Helper()
	python, dir := j.oracle(t)
	var in bytes.Buffer
	for _, s := range inputs {
		in.Write(append(jsontext.AppendSurrogates(nil, s), '\n'))
	}
	cmd := exec.Command(python, "-W", "ignore", "testdata/judge.py", j.profile.String(), dir)
	cmd.Stdin = &in
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(inputs) {
		t.Fatalf("%d answers to %d inputs", len(lines), len(inputs))
	}
	vectors := make([]vector, len(inputs))
	for i, line := range lines {
		vectors[i] = vector{inputs[i], answer(t, line)}
	}
	return vectors
}

// compare compares the profile with the program.
func (j judged) compare(t *testing.T, vectors []vector) {
	t.Helper()
	bad := 0
	for _, v := range vectors {
		got, err := j.profile.Canonicalize(v.in)
		if (err == nil) == (v.want != nil) && (err != nil || got == *v.want) {
			continue
		}
		if bad++; bad <= 20 {
			want := "an error"
			if v.want != nil {
				want = fmt.Sprintf("%+q", *v.want)
			}
			t.Errorf("%+q: %+q, %v; want %s", v.in, got, err, want)
		}
	}
	if bad > 0 {
		t.Errorf("%d of %d differ", bad, len(vectors))
	}
}

// TestVectors compares the profiles with recorded results of the programs.
func TestVectors(t *testing.T) {
	t.Parallel()
	for _, j := range judgedProfiles {
		t.Run(j.profile.String(), func(t *testing.T) {
			t.Parallel()
			name := filepath.Join("testdata", j.file)
			if *record {
				inputs := append(handpicked(t), generate(rand.New(rand.NewPCG(1, 2)), 1500)...)
				write(t, name, j.ask(t, inputs))
			}
			j.compare(t, readVectors(t, name))
		})
	}
}

// TestLive compares with the programs themselves.
func TestLive(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	calls := urltest.Number(t, "EARL_CALLS", 10_000)
	for _, j := range judgedProfiles {
		t.Run(j.profile.String(), func(t *testing.T) {
			t.Parallel()
			j.oracle(t)
			j.compare(t, j.ask(t, generate(rand.New(rand.NewPCG(rand.Uint64(), 0)), calls)))
		})
	}
}

// handpicked returns the inputs of testdata/inputs.jsonl.
func handpicked(t *testing.T) []string {
	t.Helper()
	return quotedLines(t, "inputs.jsonl")
}

// quotedLines returns the JSON strings in a file of testdata.
func quotedLines(t *testing.T, name string) []string {
	t.Helper()
	var all []string
	for _, line := range lines(t, filepath.Join("testdata", name)) {
		all = append(all, unquoted(t, line))
	}
	return all
}

// lines returns the lines of a file.
func lines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// unquoted parses a JSON string. The escape of a surrogate is a byte.
func unquoted(t *testing.T, line string) string {
	t.Helper()
	end, _, err := jsontext.String(line, 0)
	if err != nil || end != len(line) {
		t.Fatalf("%s: %v, want one JSON string", line, err)
	}
	s := jsontext.AppendUnquote(nil, line[1:end-1])
	for b := 0x80; b <= 0xFF; b++ {
		s = bytes.ReplaceAll(s, []byte{0xED, byte(0xB0 | b>>6), byte(0x80 | b&0x3F)}, []byte{byte(b)})
	}
	return string(s)
}

// answer reads a JSON string or null.
func answer(t *testing.T, line string) *string {
	if line == "null" {
		return nil
	}
	s := unquoted(t, line)
	return &s
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	var vectors []vector
	all := lines(t, name)
	for i := 0; i+1 < len(all); i += 2 {
		vectors = append(vectors, vector{unquoted(t, all[i]), answer(t, all[i+1])})
	}
	if len(vectors) < 1000 {
		t.Fatalf("%s has %d vectors only, want at least 1000", name, len(vectors))
	}
	return vectors
}

// write writes vectors: a line with the input, and one with the answer.
func write(t *testing.T, name string, vectors []vector) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for _, v := range vectors {
		w.Write(append(jsontext.AppendSurrogates(nil, v.in), '\n'))
		if v.want == nil {
			io.WriteString(w, "null\n")
			continue
		}
		w.Write(append(jsontext.AppendSurrogates(nil, *v.want), '\n'))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// generate returns n URLs of pieces that the profiles treat differently.
func generate(random *rand.Rand, n int) []string {
	pick := func(choices string) string {
		all := strings.Split(choices, " ")
		s := all[random.IntN(len(all))]
		return strings.NewReplacer("_", " ", "~t", "\t", "~n", "\n", "~r", "\r", "~b", "\xff", "~0", "\x00", "~v",
			"\v").Replace(s)
	}
	some := func(most int, choices string) string {
		var b strings.Builder
		for range random.IntN(most + 1) {
			b.WriteString(pick(choices))
		}
		return b.String()
	}
	const hex32 = "0123456789abcdefABCDEF0123456789"
	const letters24 = "abcdefghijklmnopqrstuvwx"
	urls := make([]string, n)
	for i := range urls {
		scheme := pick("http:// http:// http:// https:// https:// HTTP:// ftp:// mailto: dns: dns:// foo: foo:// " +
			"filedesc:// http: http:/ http:////  // http://https:// https://http://http:// httpx:// s3+a:// 1a:// file:// " +
			"hdl: svn+ssh:// data: javascript: ws:// wss: ftp: http:\\\\ foo:\\\\")
		host := some(3, "www. www2. WWW. wwwa. a b. example. com Example.COM .. . - xn--a \u00fc \u00df. \u3002 \u05d0 "+
			"\uff0e \u00ad \u212b 1 08 127 0x7f 010 256 4294967296 300000000000 % %41 %2e %2525 %C3%BC %ff [ ] [::1] [v1.a] "+
			"[V1.a] [v1F.A:b] [2001:DB8:0::0A] [::ffff:1.2.3.4] [1:0:0:2::1.2.3.4] [::1%25A] [::1%\u00e9] \\ \uff3c \ufe68 "+
			"\u03a3 \u0130 \u1e9b\u0323 \u0316\u0301 \U0001f130 \U0001ccd6 \u3300 \u2100 %\u03a3 "+
			"~b _ ~t %00 : @ user@ u:p@ U%40:@") + pick("   :80 :443 :8080 : :: :0 :00080 :65536 :1a :+8 :_8")
		path := some(5, "/ / / a B .. . ./ /../ //  %2F %2f %3F %3f %41 %7e %7E %25 %2525 %252541 % %% %4 %zz \u00e9 %e9 "+
			"%C3%A9 ; ;p=1 , | ~b _ ~n ' \" < # [ \\ ~ + = & : @ "+
			"/("+letters24+")/x.aspx /(a("+letters24+"))/y.aspx /(a("+letters24+")S("+letters24+"))/ ("+letters24+")/ "+
			".aspx .ASPX ? %23")
		query := ""
		if random.IntN(2) == 0 {
			query = "?" +
				some(7, "a b c=1 A=2 b=2 b=1 & & & & = ; + %20 %26 %3D %3d %23 %2B %25 %2541 % ? / \u00e9 %e9 ~b _ ~t ' "+
					"jsessionid="+hex32+" &PHPSESSID="+hex32+" sid="+hex32+" &aspsessionidABCDEFGH="+letters24+" cfid=1&cftoken=2 "+
					"cfid= &cftoken=x")
		}
		fragment := some(1, "     #f #  #a?b/c #~b")
		urls[i] = pick("        _ ~t ~0 ~v_ ~n") + scheme + host + path + query + fragment + pick("        _ ~n ~v \u00a0")
	}
	return urls
}
