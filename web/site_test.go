package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"html/template"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/gallery"
)

// TestAssemble: the files name each other, and have nothing left to fill in.
func TestAssemble(t *testing.T) {
	t.Parallel()
	s, err := assemble([]byte("wasm"), []byte("glue"), "")
	if err != nil {
		t.Fatal(err)
	}
	own := 0 // files of the live page
	for name, f := range s {
		if !strings.Contains(name, "/") {
			own++
		}
		if bytes.Contains(f, []byte("{{")) {
			t.Errorf("%s is not filled in", name)
		}
		for _, m := range regexp.MustCompile(`(?:href|src|fetch|import|URL)[=( ]"([a-z_.]+\.[a-z]+)"`).FindAllSubmatch(f, -1) {
			if _, ok := s[string(m[1])]; !ok {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
		r, err := gzip.NewReader(bytes.NewReader(gzipped(f)))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); err != nil || !bytes.Equal(text, f) {
			t.Errorf("%s is compressed wrongly: %v", name, err)
		}
	}
	var cached []string
	_, list, _ := strings.Cut(string(s["sw.js"]), "const files = ")
	list, _, _ = strings.Cut(list, ";")
	if err := json.Unmarshal([]byte(list), &cached); err != nil {
		t.Fatal(err)
	}
	if len(cached) != own-1 { // "./" is index.html, and sw.js is not cached
		t.Errorf("the service worker keeps %q", cached)
	}
	other, err := assemble([]byte("masw"), []byte("glue"), "")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(other["sw.js"], s["sw.js"]) {
		t.Error("the service workers of two builds are the same")
	}
}

// TestServe checks the headers of the server.
func TestServe(t *testing.T) {
	t.Parallel()
	s, err := assemble([]byte("wasm"), []byte("glue"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, method, tag string
		status            int
		media             string
	}{
		{"/", "GET", "", 200, "text/html; charset=utf-8"},
		{"/", "HEAD", "", 200, "text/html; charset=utf-8"},
		{"/earl.wasm", "GET", "", 200, "application/wasm"},
		{"/earl.wasm", "GET", `"336154bf67f765f8"`, 304, "application/wasm"},
		{"/earl.wasm", "GET", `"another"`, 200, "application/wasm"},
		{"/../main.go", "GET", "", 404, "text/plain; charset=utf-8"},
		{"/static/page.js", "GET", "", 404, "text/plain; charset=utf-8"},
	} {
		r := httptest.NewRequest(tt.method, "/", nil)
		r.URL.Path = tt.path
		r.Header.Set("If-None-Match", tt.tag)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		media := w.Header().Get("Content-Type")
		if w.Code != tt.status || media != tt.media && tt.status != 304 {
			t.Errorf("%s: status %d, %v", tt.path, w.Code, w.Header())
		}
		if tt.status == 404 {
			continue
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "frame-ancestors 'none'",
			"Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: the header %s is %q, want %q", tt.path, name, got, want)
			}
		}
		want := len(s[strings.TrimPrefix(tt.path+"index.html", "/")])
		if tt.path != "/" {
			want = len(s[tt.path[1:]])
		}
		if got := w.Header().Get("Content-Length"); tt.status == 200 && got != strconv.Itoa(want) {
			t.Errorf("%s: Content-Length is %s, want %d", tt.path, got, want)
		}
	}
}

// TestMethods checks that the page answers only GET and HEAD.
func TestMethods(t *testing.T) {
	t.Parallel()
	s := site{"index.html": []byte("text")}
	for method, want := range map[string]int{"GET": 200, "HEAD": 200, "POST": 405, "DELETE": 405, "PUT": 405, "OPTIONS": 405} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != want || want == 405 && w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: status %d, Allow %q, want %d", method, w.Code, w.Header().Get("Allow"), want)
		}
	}
}

// TestContentSecurityPolicy: the page allows no inline script or style, and no other host.
func TestContentSecurityPolicy(t *testing.T) {
	t.Parallel()
	page, err := static.ReadFile("static/index.html")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
	if m == nil {
		t.Fatal("there is no policy")
	}
	for _, bad := range []string{"unsafe-inline", "unsafe-eval' ", "'unsafe-eval", "http", "*", "data:", "blob:"} {
		if strings.Contains(strings.ReplaceAll(string(m[1]), "wasm-unsafe-eval", ""), bad) {
			t.Errorf("the policy allows %s", bad)
		}
	}
	if !bytes.HasPrefix(m[1], []byte("default-src 'none'; ")) {
		t.Errorf("the policy is %s", m[1])
	}
	if found := regexp.MustCompile(`<script>|<style|\sstyle=|\son[a-z]+=`).Find(page); found != nil {
		t.Errorf("the page has %s", found)
	}
	script, err := static.ReadFile("static/page.js")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(`).Find(script); found != nil {
		t.Errorf("page.js uses %s", found)
	}
}

// TestWithoutScript: without script the live page does not seem to load, and leads to the pages that need none.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	page, err := static.ReadFile("static/index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<div id="loading" hidden>`, `<noscript>.*href="advisories/".*</noscript>`} {
		if !regexp.MustCompile(want).Match(page) {
			t.Errorf("index.html has no %s, want it", want)
		}
	}
}

// TestGuide: the gallery has the URLs of the guide to parser confusion.
func TestGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "docs", "guide", "parser-confusion.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, url := range gallery.Tricky {
		known[url] = true
	}
	for _, a := range gallery.Advisories {
		known[a.URL] = true
	}
	for _, m := range regexp.MustCompile(`(?m)^\$ earl .*'(https?:[^']+)'$`).FindAllSubmatch(guide, -1) {
		if !known[string(m[1])] {
			t.Errorf("the guide has %s: add it to internal/gallery", m[1])
		}
	}
}

// TestTour: the item of an advisory compares the programs that checked and fetched, and findings are about these.
func TestTour(t *testing.T) {
	t.Parallel()
	items := tour()[0].Items
	if len(items) != len(gallery.Advisories) {
		t.Fatalf("there are %d items, want %d", len(items), len(gallery.Advisories))
	}
	for i, a := range gallery.Advisories {
		item := items[i]
		if item.URL != a.URL || item.Base != a.Base || item.Slug != slug(a.ID) ||
			item.Dialects != a.Checked.Dialect+","+a.Fetched.Dialect || item.About != a.ID+": "+a.Title {
			t.Errorf("%s has the item %+v", a.ID, item)
		}
		if item.Worst == "" {
			t.Errorf("%s: the audit of %q finds nothing", a.ID, a.URL)
		}
	}
}

// TestAdvisories: each advisory has a page with its readings, which needs no script, and a picture and an answer.
func TestAdvisories(t *testing.T) {
	t.Parallel()
	const address = "https://urls.example/earl/"
	s, err := assemble([]byte("wasm"), []byte("glue"), address)
	if err != nil {
		t.Fatal(err)
	}
	index := string(s["advisories/index.html"])
	for _, want := range []string{`href="../#u=http%3A%2F%2Fh.example%2fadmin%3bname%3dbar%2fsecret"`, "tomcat <code>/admin/secret</code>"} {
		if !strings.Contains(index, want) {
			t.Errorf("the index has no %q, want it among the paths", want)
		}
	}
	for _, a := range gallery.Advisories {
		name := "advisories/" + slug(a.ID)
		page := string(s[name+".html"])
		if !strings.Contains(index, `href="`+slug(a.ID)+`.html"`) {
			t.Errorf("the index has no link to %s, want one", name)
		}
		if a.Base != "" && !strings.Contains(index, template.HTMLEscapeString(a.URL)+"</code> relative to <code>"+a.Base) {
			t.Errorf("the index does not name the base of %s, want it", a.ID)
		}
		if strings.Contains(page, "<script") || strings.Contains(page, "earl.wasm") {
			t.Errorf("%s needs a script, want none", name)
		}
		checked, _, _ := strings.Cut(a.Checked.Dialect, "@")
		for _, want := range []string{
			"<title>" + template.HTMLEscapeString(a.ID+": "+a.Title) + " – earl</title>", template.HTMLEscapeString(a.Address),
			`rel="canonical" href="` + address + name + `.html"`, checked, `href="../#u=`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s has no %q, want it", name, want)
			}
		}
		live := regexp.MustCompile(`href="\.\./#u=([^"&]*)(?:&amp;b=[^"&]*)?&amp;d=`).FindStringSubmatch(page)
		if live == nil {
			t.Errorf("%s has no link to the live page, want one", name)
		} else if got, err := url.PathUnescape(live[1]); err != nil || got != a.URL {
			t.Errorf("%s links to %q, %v, want %q", name, got, err, a.URL)
		}
		var answer struct{ Headline [][2]string }
		if err := json.Unmarshal(s[name+".json"], &answer); err != nil || len(answer.Headline) == 0 {
			t.Errorf("%s.json: %v, want an answer", name, err)
		}
		headline := ""
		for _, phrase := range answer.Headline {
			headline += phrase[0]
		}
		if !strings.Contains(page, template.HTMLEscapeString(headline)) {
			t.Errorf("%s does not say %q, want the headline of the live page", name, headline)
		}
		if strings.HasPrefix(headline, "Both") {
			t.Errorf("%s says %q, want a disagreement", name, headline)
		}
		if err := xml.Unmarshal(s[name+".svg"], &struct{}{}); err != nil {
			t.Errorf("%s.svg: %v, want XML", name, err)
		}
	}
}

// TestComponent: the result is one value of a fragment, and page.js decodes it.
func TestComponent(t *testing.T) {
	t.Parallel()
	const text = "http://h/a b?c=d&e=f+g#%\\é"
	got := component(text)
	if back, err := url.PathUnescape(got); err != nil || back != text || strings.ContainsAny(got, "&=+# ") {
		t.Errorf("component(%q) = %q, want a value that decodes to the text", text, got)
	}
}

// TestSlug: a slug has only small letters, digits and hyphens inside.
func TestSlug(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"AZ-az": "az-az", "a09b": "a09b", "a@b[c`d{e/f:g": "a-b-c-d-e-f-g", "#a#": "a"} {
		if got := slug(id); got != want {
			t.Errorf("slug(%q) = %q, want %q", id, got, want)
		}
	}
}

// TestBuild builds the page.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the parsers for browsers")
	}
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	s, err := build("")
	if err != nil {
		t.Fatal(err)
	}
	if wasm := s["earl.wasm"]; !bytes.HasPrefix(wasm, []byte("\x00asm")) || bytes.Contains(wasm, []byte("net/http.")) {
		t.Error("the parsers are not WebAssembly, or have an HTTP client")
	}
}
