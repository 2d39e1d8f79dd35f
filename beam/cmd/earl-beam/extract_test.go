package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go"

	earlbeam "earl.example/beam"
	"earl.example/beam/internal/files"
)

// record returns a record of a web archive.
func record(kind, url, mediaType, body string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, url, mediaType, len(body), body)
}

// zipped returns members of gzip, one for each text.
func zipped(texts ...string) []byte {
	var b bytes.Buffer
	for _, text := range texts {
		w := gzip.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
	}
	return b.Bytes()
}

// documents writes documents of several types to a folder, and returns their names.
func documents(t *testing.T) (names []string) {
	t.Helper()
	var page, archive []string
	for i := range 300 {
		page = append(page, fmt.Sprintf("<p><a href='../%d?a=1&amp;b' rel=nofollow>\xff</a> <img src=//h%d.example/i.png>", i%50, i))
		archive = append(archive, record("response", fmt.Sprintf("http://site%d.example/a/b", i), "application/http; msgtype=response",
			"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <../next>; rel=next\r\n\r\n<base href=/base/><a href=c>x</a><a href='http://['>"))
		archive = append(archive, record("conversion", fmt.Sprintf("http://text%d.example/", i), "text/plain", "See http://a.example/?q=\u00e9 .\n"))
		archive = append(archive, record("response", "http://damaged.example/", "application/http",
			"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"+string(zipped("<a href=x>")[:20])))
		archive = append(archive, record("request", "http://no.example/", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n"))
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"page.html": []byte(strings.Join(page, "\n")), "page2.html.gz": zipped(strings.Join(page, "\n"), "<base href=http://late.example/>"),
		"crawl.warc.gz": zipped(archive...), "text.warc.wet": []byte(strings.Join(archive, "")), "cut.warc": []byte(archive[0][:200]),
		"notes.txt": []byte("http://a.example/1 and <http://b.example/2>, `http://c.example/`, [d](http://d.example/) \"http://e.example/\xff\n"), "unnamed": []byte("<html><a href=http://c.example/>"),
		"image.png": []byte("\x89PNG\r\n\x1a\n"), "empty.html": nil,
	} {
		name = filepath.Join(dir, name)
		write(t, name, data)
		names = append(names, name)
	}
	return names
}

// linksOfCommand returns lines for the links that the command finds, sorted, and the number of failures.
func linksOfCommand(t *testing.T, names []string) (lines []string, failed int) {
	t.Helper()
	args := append([]string{"extract", "--as", "whatwg", "--base", "http://base.example/x/", "--json"}, names...)
	for _, line := range runEarl(t, "", args...) {
		var r struct {
			OK     bool `json:"ok"`
			Input  string
			Exact  string `json:"input_base64"`
			Href   string
			Source struct {
				File, Part, Element, Attribute, Rel string
				Start, End                          int
			}
			Base struct{ URL string }
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if !r.OK {
			failed++
			continue
		}
		lines = append(lines, fmt.Sprintf("%q", []any{r.Input, r.Exact, r.Href, r.Source, r.Base.URL}))
	}
	slices.Sort(lines)
	return lines, failed
}

// linksOfRows returns the same lines for rows of links.
func linksOfRows(t *testing.T, rows []string) (lines []string) {
	t.Helper()
	for _, row := range rows {
		var r struct {
			Input   string
			Exact   string `json:"input_base64"`
			Href    string
			Base    string
			Page    *string
			Dialect string
			Earl    string
			Source  struct {
				Document, Part, Element, Attribute, Rel string
				Start, End                              int
			}
		}
		if err := json.Unmarshal([]byte(row), &r); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(row), &r.Source); err != nil {
			t.Fatal(err)
		}
		if r.Dialect != "whatwg" || r.Earl == "" || r.Page == nil {
			t.Errorf("a row without versions or page: %s", row)
		}
		lines = append(lines, fmt.Sprintf("%q", []any{r.Input, r.Exact, r.Href, r.Source, r.Base}))
	}
	slices.Sort(lines)
	return lines
}

func TestExtractFindsTheLinksOfTheCommand(t *testing.T) {
	names := documents(t)
	want, wantFailed := linksOfCommand(t, names)
	for _, r := range runnersOf(t) {
		t.Run(r.name, func(t *testing.T) {
			output, failed := filepath.Join(t.TempDir(), "links.jsonl"), filepath.Join(t.TempDir(), "failed.jsonl")
			counts, err := r.run(t, "-do", "extract", "-base", "http://base.example/x/", "-input", strings.Join(names, ","),
				"-output", output, "-failed", failed, "-shards", "3")
			if err != nil {
				t.Fatal(err)
			}
			rows := read(t, output)
			same(t, "links", linksOfRows(t, rows), want)
			failures := read(t, failed)
			if len(failures) != wantFailed || counts["failed"] != int64(wantFailed) || counts["links"] != int64(len(want)) {
				t.Errorf("%d failures and counters %v, want %d and %d links", len(failures), counts, wantFailed, len(want))
			}
			for _, line := range failures {
				if !strings.Contains(line, `"document":"/`) || !strings.Contains(line, `"ok":false`) {
					t.Errorf("failure %s", line)
				}
			}
			for _, row := range rows {
				if strings.Contains(row, `"http://base.example/base/`) || strings.Contains(row, "no.example") {
					t.Errorf("a link of another page: %s", row)
				}
				if strings.Contains(row, `"href":"http://site7.example/base/c"`) && !strings.Contains(row, `"page":"http://site7.example/a/b"`) {
					t.Errorf("row %s, want the WARC-Target-URI as the page", row)
				}
			}
		})
	}
}

// TestExtractOfATruncatedFile: a compressed file that ends too early fails the pipeline.
func TestExtractOfATruncatedFile(t *testing.T) {
	dir := t.TempDir()
	data := zipped(record("resource", "http://h/", "text/html", "<a href=x>"), record("resource", "http://h/", "text/html", "<a href=y>"))
	name := filepath.Join(dir, "a.warc.gz")
	write(t, name, data[:len(data)-12])
	_, err := (runner{name: "prism"}).run(t, "-do", "extract", "-input", name, "-output", filepath.Join(dir, "o.jsonl"))
	if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "truncated") {
		t.Errorf("error %v, want one about %s", err, name)
	}
}

func TestExtractTable(t *testing.T) {
	dir := t.TempDir()
	in, output := filepath.Join(dir, "a.html"), filepath.Join(dir, "links.parquet")
	write(t, in, []byte("<a href='b?\xff' rel=nofollow>"))
	if _, err := (runner{name: "prism"}).run(t, "-do", "extract", "-input", in, "-output", output, "-base", "http://h/p", "-shards", "1"); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "links-00000-of-00001.parquet")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	note, _ := file.Lookup("earl")
	manifest, err := os.ReadFile(filepath.Join(dir, "links.manifest.json"))
	if err != nil || string(manifest) != note+"\n" || !strings.Contains(note, `"transform":"extract","by":"whatwg"}`) {
		t.Errorf("manifest %s, %v, and metadata %s", manifest, err, note)
	}
	rows, err := parquet.Read[struct {
		Href  *string `parquet:"href,optional"`
		Page  *string `parquet:"page,optional"`
		Part  *string `parquet:"part,optional"`
		Rel   *string `parquet:"rel,optional"`
		Start *string `parquet:"start,optional"`
	}](bytes.NewReader(data), int64(len(data)))
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	if r := rows[0]; *r.Href != "http://h/b?%FF" || *r.Page != "http://h/p" || r.Part != nil || *r.Rel != "nofollow" || *r.Start != "9" {
		t.Errorf("row %q %q %v %q %q", *r.Href, *r.Page, r.Part, *r.Rel, *r.Start)
	}
}

func init() {
	register.Function1x1(hrefOf)
	register.Function1x2(documentOf)
}

func hrefOf(l earlbeam.Link) []byte { return []byte(l.Page + " " + l.Href) }

func documentOf(url string) (string, string) { return url, "<a href=x>" }

// TestExtractOfElements: documents are elements, such as rows of another source, and have their own base.
func TestExtractOfElements(t *testing.T) {
	for _, r := range runnersOf(t) {
		t.Run(r.name, func(t *testing.T) {
			output := filepath.Join(t.TempDir(), "o.txt")
			p, s := beam.NewPipelineWithRoot()
			pages := beam.ParDo(s, documentOf, beam.CreateList(s, []string{"http://a/b/", "http://c/d/", "no URL"}))
			links, _ := earlbeam.Extract(s, earlbeam.Options{}, pages)
			files.Write(s, files.Output{Name: output, Shards: 1}, beam.ParDo(s, hrefOf, links))
			if _, err := r.execute(t, p); err != nil {
				t.Fatal(err)
			}
			if got, want := read(t, output), []string{"http://a/b/ http://a/b/x", "http://c/d/ http://c/d/x"}; !slices.Equal(got, want) {
				t.Errorf("links %q, want %q", got, want)
			}
		})
	}
}

// contents returns the sorted lines of each file of an output.
func contents(t *testing.T, output string) map[string][]string {
	t.Helper()
	prefix, suffix, _ := strings.Cut(filepath.Base(output), ".")
	names, err := filepath.Glob(filepath.Join(filepath.Dir(output), prefix+"-*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, name := range names {
		if !strings.HasSuffix(name, "-of-00004."+suffix) {
			t.Errorf("a file with the name %s", name)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = sorted(string(inflated(t, name, data)))
	}
	return all
}

// TestFilesAreTheSameInEachRun: runs of the same input, with other parts and other numbers of workers, write files with
// the same names and the same lines.
func TestFilesAreTheSameInEachRun(t *testing.T) {
	text := hostile()
	for _, do := range []string{"canonicalize", "distinct"} {
		var want map[string][]string
		for _, r := range runnersOf(t) {
			for _, whole := range []bool{false, true} {
				patterns, _ := inputs(t, text)
				if whole {
					patterns = filepath.Join(t.TempDir(), "a.txt")
					write(t, patterns, []byte(text))
				}
				output := filepath.Join(t.TempDir(), "o.txt.gz")
				if _, err := r.run(t, "-do", do, "-input", patterns, "-output", output, "-shards", "4"); err != nil {
					t.Fatal(err)
				}
				got := contents(t, output)
				if want == nil {
					want = got
				}
				if len(got) != 4 || !maps.EqualFunc(got, want, slices.Equal[[]string]) {
					t.Errorf("%s %s: files differ between runs", r.name, do)
				}
			}
		}
	}
}

// TestNothingIsLeftOfAFailure: Clean removes the temporary files of a pipeline that fails.
func TestNothingIsLeftOfAFailure(t *testing.T) {
	dir := t.TempDir()
	output := filepath.Join(dir, "o.txt")
	leftover, other := filepath.Join(dir, "o-00001-of-00004.txt."+strings.Repeat("a", 26)+".tmp"), filepath.Join(dir, "o-a-of-b.txt.x.tmp")
	write(t, leftover, nil)
	write(t, other, nil)
	if _, err := build("-input", leftover, "-output", output); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("build with the files of a failure: %v", err)
	}
	if err := files.Clean(t.Context(), output, ""); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != filepath.Base(other) {
		t.Errorf("left are %v, %v", left, err)
	}
}
