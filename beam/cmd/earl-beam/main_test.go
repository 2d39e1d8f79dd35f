package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"earl.example/beam/internal/files"
)

// prismPort is a variable of the environment. With it, the test binary is a prism server, a process of its own.
const prismPort = "TEST_PRISM_PORT"

func TestMain(m *testing.M) {
	if port := os.Getenv(prismPort); port != "" {
		servePrism(port)
		return
	}
	flag.Parse()
	beam.Init()
	log.LogLevel = "error"
	os.Exit(m.Run())
}

// servePrism serves until standard input ends.
func servePrism(port string) {
	var n int
	fmt.Sscan(port, &n)
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: n}); err != nil {
		panic(err)
	}
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
}

// A runner runs pipelines. The endpoint of prism in this process is empty.
type runner struct{ name, endpoint string }

// runnersOf returns prism in the process and as a process of its own, and the ones of EARL_BEAM_RUNNERS, such as
// "flink=localhost:8099 spark=localhost:9099".
func runnersOf(t *testing.T) []runner {
	list := []runner{{"prism", ""}, {"prism process", prismProcess(t)}}
	for _, field := range strings.Fields(os.Getenv("EARL_BEAM_RUNNERS")) {
		name, endpoint, _ := strings.Cut(field, "=")
		list = append(list, runner{name, endpoint})
	}
	return list
}

func prismProcess(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	endpoint := l.Addr().String()
	_, port, _ := net.SplitHostPort(endpoint)
	l.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), prismPort+"="+port)
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
	t.Cleanup(func() { in.Close(); cmd.Process.Kill(); cmd.Wait() })
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Fatalf("prism does not start: %v", err)
	}
	return endpoint
}

// run builds and runs a pipeline, and returns the sums of its counters.
func (r runner) run(t *testing.T, args ...string) (map[string]int64, error) {
	t.Helper()
	p, err := build(args...)
	if err != nil {
		return nil, err
	}
	return r.execute(t, p)
}

func (r runner) execute(t *testing.T, p *beam.Pipeline) (map[string]int64, error) {
	t.Helper()
	*jobopts.Endpoint, *jobopts.EnvironmentType, *jobopts.Parallelism = r.endpoint, "LOOPBACK", 2
	name, _, _ := strings.Cut(r.name, " ")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	result, err := beam.Run(ctx, name, p)
	if err != nil {
		return nil, err
	}
	return sums(result), nil
}

func build(args ...string) (*beam.Pipeline, error) {
	var j job
	f := flag.NewFlagSet("earl-beam", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	j.flags(f)
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	return j.build(context.Background(), f)
}

// TestGuide builds the pipelines that the guide shows.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../../../docs/guide/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(page)) {
		if args, ok := strings.CutPrefix(strings.TrimSpace(line), "go run ./cmd/earl-beam "); ok {
			if _, err := build(strings.Fields(strings.NewReplacer("'", "", "gs://bucket", t.TempDir()).Replace(args))...); err != nil {
				t.Errorf("%s: %v, want no error", args, err)
			}
			n++
		}
	}
	if n == 0 {
		t.Error("the guide shows no pipeline")
	}
}

// buildEarl builds the command once.
var buildEarl = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "earl")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "earl")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", name, "./cmd/earl")
	cmd.Dir = "../../.."
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return name, err
})

// runEarl returns the lines that the command writes, sorted. A record that fails is no error.
func runEarl(t *testing.T, stdin string, args ...string) []string {
	t.Helper()
	name, err := buildEarl()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("earl %v: %v: %s", args, err, messages.String())
	}
	return sorted(string(out))
}

// sorted returns the lines of text, sorted.
func sorted(text string) []string {
	lines := strings.Split(text, "\n")
	lines = lines[:len(lines)-1]
	slices.Sort(lines)
	return lines
}

// read returns the lines of all files of an output, sorted.
func read(t *testing.T, output string) []string {
	t.Helper()
	prefix, suffix, _ := strings.Cut(filepath.Base(output), ".")
	names, err := filepath.Glob(filepath.Join(filepath.Dir(output), prefix+"-*."+suffix))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(inflated(t, name, data))
	}
	return sorted(all.String())
}

func inflated(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(data)
	var err error
	switch filepath.Ext(name) {
	case ".gz":
		r, err = gzip.NewReader(r)
	case ".zst":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return data
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("%s: %d lines, want the %d of the command", what, len(got), len(want))
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: line %d is %.200q, want %.200q", what, i+1, got[i], want[i])
			return
		}
	}
}

// hostile returns lines of every kind: a byte order mark, CRLF, bytes that are not UTF-8, equivalent URLs and failures.
func hostile() string {
	var b strings.Builder
	b.WriteString("\ufeffhttp://first.example/\r\n")
	for i := range 3000 {
		switch i % 10 {
		case 0:
			fmt.Fprintf(&b, "HTTP://Example.COM:80/%d/../%d\r\n", i, i%97)
		case 1:
			fmt.Fprintf(&b, "http://example.com/%d\n", i%97)
		case 2:
			fmt.Fprintf(&b, "http://h\xff%d/\xe2\x82\n", i%7)
		case 3:
			fmt.Fprintf(&b, "http://[%d\n", i%5)
		case 4:
			fmt.Fprintf(&b, "relative/%d?b=%d&a=1\n", i%11, i)
		case 5:
			fmt.Fprintf(&b, "https://user:secret@h%d.example\\@evil.com/\n", i%13)
		case 6:
			b.WriteString("\n")
		case 7:
			fmt.Fprintf(&b, "http://ex\u00e4mple%d.com/\u20ac?q=<>&\"\n", i%9)
		case 8:
			fmt.Fprintf(&b, "http://127.1:%d/\n", i*40)
		case 9:
			fmt.Fprintf(&b, "http://h/%s\n", strings.Repeat("x", i*4%5000))
		}
	}
	b.WriteString("http://last.example/\r")
	return b.String()
}

// inputs writes the text as two files, one of them compressed, and returns them for -input and for the command.
func inputs(t *testing.T, text string) (patterns string, flags []string) {
	t.Helper()
	dir := t.TempDir()
	half := strings.LastIndexByte(text[:len(text)/2], '\n') + 1
	plain, zipped := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt.gz")
	write(t, plain, []byte(text[:half]))
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte("\ufeff" + text[half:]))
	w.Close()
	write(t, zipped, z.Bytes())
	return filepath.Join(dir, "*"), []string{"--input", plain, "--input", zipped}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// compare runs each transform on every runner, and compares the results with the command's.
func compare(t *testing.T, patterns string, flags []string) {
	failures := func(lines []string) []string {
		return slices.DeleteFunc(slices.Clone(lines), func(s string) bool { return !strings.Contains(s, `"ok":false`) })
	}
	command := func(args ...string) []string { return runEarl(t, "", append(slices.Clone(args), flags...)...) }
	parsed := command("parse", "--as", "urllib", "--json")
	records := command("dedupe") // in order of bytes
	unique := runEarl(t, strings.Join(records, "\x00")+"\x00", "dedupe", "--by", "surt", "--in", "nul")
	tests := []struct {
		name           string
		flags          []string
		suffix         string
		result, failed []string
		counter        string // of results
	}{
		{"canonicalize", []string{"-profile", "whatwg"}, ".txt", command("normalize", "--profile", "whatwg", "--skip-bad"),
			failures(command("normalize", "--profile", "whatwg", "--json")), "canonical"},
		{"canonicalize", []string{"-profile", "rfc3986-scheme"}, ".txt.zst",
			command("normalize", "--profile", "rfc3986-scheme", "--skip-bad"),
			failures(command("normalize", "--profile", "rfc3986-scheme", "--json")), "canonical"},
		{"canonicalize", []string{"-profile", "whatwg+drop-fragment+sort-query"}, ".txt.gz",
			command("normalize", "--profile", "whatwg+drop-fragment+sort-query", "--skip-bad"),
			failures(command("normalize", "--profile", "whatwg", "--json")), "canonical"},
		{"distinct", []string{"-profile", "surt@1"}, ".txt.gz", unique,
			failures(command("normalize", "--profile", "surt", "--json")), "kept"},
		{"parse", []string{"-as", "urllib"}, ".jsonl", slices.DeleteFunc(slices.Clone(parsed), func(s string) bool {
			return strings.Contains(s, `"ok":false`)
		}), failures(parsed), "readings"},
		{"join", []string{"-base", "http://base.example/a/b"}, ".txt",
			command("join", "http://base.example/a/b", "--skip-bad"),
			failures(command("join", "http://base.example/a/b", "--json")), "resolved"},
		{"audit", nil, ".jsonl", findings(t, command("audit", "--json")), nil, "findings"},
	}
	input := int64(len(parsed))
	for _, r := range runnersOf(t) {
		for _, test := range tests {
			t.Run(r.name+" "+test.name+test.suffix, func(t *testing.T) {
				dir := t.TempDir()
				output, failed, dropped := filepath.Join(dir, "o"+test.suffix), filepath.Join(dir, "f.jsonl"), ""
				args := append([]string{"-do", test.name, "-input", patterns, "-output", output, "-failed", failed}, test.flags...)
				if test.name == "distinct" {
					dropped = filepath.Join(dir, "d.txt")
					args = append(args, "-dropped", dropped)
				}
				counts, err := r.run(t, args...)
				if err != nil {
					t.Fatal(err)
				}
				result := read(t, output)
				same(t, test.name, result, test.result)
				same(t, "failed", read(t, failed), test.failed)
				if counts["input"] != input || counts["failed"] != int64(len(test.failed)) ||
					counts[test.counter] != int64(len(result)) {
					t.Errorf("counters %v; there are %d records, %d failed, %d results", counts, input, len(test.failed), len(result))
				}
				if dropped == "" {
					return
				}
				if n := counts["kept"] + counts["dropped"] + counts["failed"]; n != counts["input"] {
					t.Errorf("kept, dropped and failed are %d records of %d", n, counts["input"])
				}
				if n := len(read(t, dropped)); int64(n) != counts["dropped"] {
					t.Errorf("dropped %d lines, counted %d", n, counts["dropped"])
				}
			})
		}
	}
}

// findings returns a line for each finding of the reports of the command.
func findings(t *testing.T, reports []string) (lines []string) {
	t.Helper()
	for _, line := range reports {
		var report struct {
			Input    json.RawMessage
			Exact    json.RawMessage `json:"input_base64"`
			Findings []json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &report); err != nil {
			t.Fatal(err)
		}
		input := string(report.Input)
		if report.Exact != nil {
			input += `,"input_base64":` + string(report.Exact)
		}
		for _, f := range report.Findings {
			lines = append(lines, `{"input":`+input+","+string(f[1:]))
		}
	}
	slices.Sort(lines)
	return lines
}

func TestResultsAreThoseOfTheCommand(t *testing.T) {
	patterns, flags := inputs(t, hostile())
	compare(t, patterns, flags)
}

// TestCorpus compares the results on the real URLs of the file EARL_CORPUS.
func TestCorpus(t *testing.T) {
	file := os.Getenv("EARL_CORPUS")
	if file == "" {
		t.Skip("EARL_CORPUS names no file of URLs")
	}
	compare(t, file, []string{"--input", file})
}

// A text is an element that the SDK encodes as a struct.
type text struct{ Text string }

func init() {
	register.Function1x1(stringOf)
	register.Function1x1(textOf)
	register.Function1x1(bytesOf)
	beam.RegisterType(reflect.TypeFor[text]())
}

func stringOf(b []byte) string { return string(b) }
func textOf(b []byte) text     { return text{string(b)} }
func bytesOf(v text) []byte    { return []byte(v.Text) }

// TestElementsThatAreNotUTF8: every runner moves bytes as they are. Runners in Java change strings and structs, which
// is why the elements of the transforms are bytes.
func TestElementsThatAreNotUTF8(t *testing.T) {
	for _, r := range runnersOf(t) {
		for _, test := range []struct {
			name     string
			from, to any
		}{{name: "bytes"}, {"string", stringOf, stringLine}, {"struct", textOf, bytesOf}} {
			t.Run(r.name+" "+test.name, func(t *testing.T) {
				output := filepath.Join(t.TempDir(), "o.txt")
				p, s := beam.NewPipelineWithRoot()
				elements := beam.Create(s, []byte("a\xffb"))
				if test.from == nil {
					elements = beam.Reshuffle(s, elements)
				} else {
					elements = beam.ParDo(s, test.to, beam.Reshuffle(s, beam.ParDo(s, test.from, elements)))
				}
				files.Write(s, files.Output{Name: output, Shards: 2}, elements)
				if _, err := r.execute(t, p); err != nil {
					t.Fatal(err)
				}
				want := "a\xffb"
				if test.from != nil && !strings.HasPrefix(r.name, "prism") {
					want = "a\ufffdb"
				}
				if got := read(t, output); !slices.Equal(got, []string{want}) {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
	}
}

func TestParquet(t *testing.T) {
	type row struct {
		N    int     `parquet:"n"`
		Link *string `parquet:"link,optional"`
	}
	var rows []row
	for i := range 500 {
		link := fmt.Sprintf("HTTP://h/%d", i%50)
		rows = append(rows, row{i, &link})
	}
	rows = append(rows, row{N: 500})
	dir := t.TempDir()
	in, out, again := filepath.Join(dir, "in.parquet"), filepath.Join(dir, "out.parquet"), filepath.Join(dir, "again.txt")
	var data bytes.Buffer
	w := parquet.NewGenericWriter[row](&data, parquet.MaxRowsPerRowGroup(100))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, in, data.Bytes())
	r := runner{name: "prism"}
	counts, err := r.run(t, "-do", "parse", "-as", "whatwg", "-input", in, "-column", "link", "-output", out)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]int64{"input": 501, "readings": 500, "failed": 1}; !maps.Equal(counts, want) {
		t.Errorf("counters %v, want %v", counts, want)
	}
	_, err = r.run(t, "-do", "distinct", "-input", strings.Replace(out, "out", "out-*", 1), "-column", "href", "-output", again)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, again); len(got) != 50 || got[0] != "http://h/0" {
		t.Errorf("%d distinct URLs, want 50: %.100q", len(got), got)
	}
	if _, err := r.run(t, "-input", in, "-output", again+"2"); err == nil || !strings.Contains(err.Error(), `no column "url"`) {
		t.Errorf("a table without the column: %v", err)
	}
}

func TestJoinPairs(t *testing.T) {
	dir := t.TempDir()
	in, out, failed := filepath.Join(dir, "in.txt"), filepath.Join(dir, "o.txt"), filepath.Join(dir, "f.jsonl")
	write(t, in, []byte("http://h/a/b\t../c\nno tab\nhttp://h/\tx\ty\nrelative\tx\n"))
	if _, err := (runner{name: "prism"}).run(t, "-do", "join", "-as", "whatwg", "-input", in, "-output", out, "-failed", failed); err != nil {
		t.Fatal(err)
	}
	if got := read(t, out); !slices.Equal(got, []string{"http://h/c", "http://h/xy"}) {
		t.Errorf("resolved %q", got)
	}
	if got := read(t, failed); len(got) != 2 || !strings.Contains(got[0], "has no tab") {
		t.Errorf("failed %q", got)
	}
}

// TestBrokenInput: an input that cannot be read fails the pipeline, and leaves nothing that looks finished.
func TestBrokenInput(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(strings.Repeat("http://h/\n", 1000)))
	w.Close()
	flipped := bytes.Clone(z.Bytes())
	flipped[len(flipped)-6] ^= 1
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"truncated.gz": z.Bytes()[:z.Len()/2], "damaged.gz": flipped, "empty.gz": {}, "empty.zst": {},
		"not.gz": []byte("http://h/\n"), "not.parquet": []byte("http://h/\n"),
	} {
		write(t, filepath.Join(dir, name), data)
	}
	for _, r := range runnersOf(t) {
		for name, want := range map[string]string{
			"truncated.gz": "truncated", "damaged.gz": "damaged", "empty.gz": "truncated", "empty.zst": "truncated",
			"not.gz": "damaged", "not.parquet": "not a Parquet file", "absent.txt": "there is no such file",
		} {
			if r.endpoint != "" && name != "truncated.gz" {
				continue // they fail in the same place
			}
			t.Run(r.name+" "+name, func(t *testing.T) {
				output := filepath.Join(t.TempDir(), "o.txt")
				_, err := r.run(t, "-input", filepath.Join(dir, name), "-output", output)
				if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want one about %s: %s", err, name, want)
				}
				if got := read(t, output); len(got) > 0 {
					t.Errorf("%d lines look finished", len(got))
				}
			})
		}
	}
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "o.txt")
	write(t, in, []byte("http://h/\n"))
	write(t, filepath.Join(dir, "done-00000-of-00001.txt"), nil)
	for _, test := range []struct {
		name, args, want string
	}{
		{"no input", "-output " + out, "-input and -output are required"},
		{"unknown transform", "-do x -input a -output " + out, `-do "x"`},
		{"argument", "-input a -output " + out + " b", `unexpected argument "b"`},
		{"unknown profile", "-profile x -input a -output " + out, "x"},
		{"unknown dialect", "-do parse -as x -input a -output " + out, "x"},
		{"unknown dialects", "-do audit -dialects whatwg,x -input a -output " + out, "x"},
		{"base that is none", "-do parse -as whatwg -base x -input a -output " + out, "Base"},
		{"flag of another transform", "-do parse -profile surt -input a -output " + out, "-profile has no effect on parse"},
		{"dropped of canonicalize", "-dropped x -input a -output " + out, "-dropped has no effect"},
		{"one file twice", "-failed " + out + " -input a -output " + out, "name of two outputs"},
		{"folder", "-input a -output " + dir + "/", "is a folder"},
		{"pattern as output", "-input a -output " + dir + "/*.txt", "cannot contain"},
		{"result is there", "-input a -output " + filepath.Join(dir, "done.txt"), "is there already"},
		{"negative shards", "-shards -1 -input a -output " + out, "-shards -1"},
		{"no document", "-do extract -type image/png -input a -output " + out, `-type "image/png" is no media type`},
		{"type of a parse", "-do parse -type text/html -input a -output " + out, "-type has no effect"},
		{"failed as Parquet", "-failed x.parquet -input a -output " + out, "JSON lines"},
		{"unknown filesystem", "-input hdfs://a -output " + out, "hdfs"},
		{"unknown filesystem of the output", "-input a -output hdfs://h/o", "hdfs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := build(strings.Fields(test.args)...)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: error %v, want %q", test.args, err, test.want)
			}
		})
	}
	if _, err := build("-input", in, "-output", out); err != nil {
		t.Error(err)
	}
}
