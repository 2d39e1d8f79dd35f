package baseurl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earl.example/baseurl"
	"earl.example/internal/testing/urltest"
)

// update records the answers of Chromium.
var update = flag.Bool("update", false, "record what Chromium answers, with the one that is found")

// answersFile holds the recorded answers.
const answersFile = "testdata/chromium/answers.json"

// Answers are a browser's readings of pages.
type answers struct {
	Version string
	Pages   map[string]answer
}

// An answer is for a document: its base, its references as
// [element, attribute, value of the attribute, URL], and the ones of documents in
// it.
type answer struct {
	Base   string
	Refs   [][4]string
	Frames []answer `json:",omitempty"`
}

// ask is the script that asks for answers: of each attribute that the browser
// gives as a URL, and of links of SVG, for which it is asked to resolve.
const ask = `
const names = {a: ['href'], area: ['href'], link: ['href'], base: ['href'], img: ['src', 'longdesc'], script: ['src'],
  embed: ['src'], source: ['src'], track: ['src'], audio: ['src'], video: ['src', 'poster'], input: ['src', 'formaction'],
  button: ['formaction'], form: ['action'], blockquote: ['cite'], q: ['cite'], ins: ['cite'], del: ['cite'], object: ['data']};
const property = {formaction: 'formAction', longdesc: 'longDesc'};
function answer(doc) {
  const out = {Base: doc.baseURI, Refs: [], Frames: []};
  for (const e of doc.querySelectorAll('*')) {
    const svg = e.namespaceURI === 'http://www.w3.org/2000/svg';
    const html = e.namespaceURI === 'http://www.w3.org/1999/xhtml';
    for (const name of svg ? ['href', 'xlink:href'] : html && names[e.localName] || []) {
      if (!e.hasAttribute(name)) continue;
      const raw = e.getAttribute(name);
      let url;
      if (svg) { try { url = new URL(raw, e.baseURI).href } catch { url = raw } }
      else url = e[property[name] || name];
      out.Refs.push([e.localName, name, raw, url]);
    }
    if (html && e.localName === 'iframe' && e.hasAttribute('srcdoc')) out.Frames.push(answer(e.contentDocument));
  }
  return out;
}
onload = () => {
  const out = {};
  for (const f of document.querySelectorAll('iframe')) out[f.name] = answer(f.contentDocument);
  const pre = document.createElement('pre');
  pre.textContent = '<<<' + JSON.stringify(out) + '>>>';
  document.body.replaceChildren(pre);
};`

// pagesToAsk returns pages by name, all from http://h/dir/ and their name.
func pagesToAsk(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, p := range basePages {
		pages[p.name] = p.page
	}
	files, err := filepath.Glob("testdata/chromium/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal("no pages: ", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(file)] = string(text)
	}
	return pages
}

// address is the path of a page.
func address(name string) string {
	return "/dir/" + strconv.Itoa(len(name)) + "-" + strings.NewReplacer(" ", "-", ",", "").Replace(name)
}

// askChromium asks a browser for its answers.
func askChromium(t *testing.T, program string) answers {
	t.Helper()
	pages := pagesToAsk(t)
	var index strings.Builder
	mux := http.NewServeMux()
	for name, page := range pages {
		fmt.Fprintf(&index, "<iframe name=\"%s\" src=\"%s#f\"></iframe>\n", html.EscapeString(name), address(name))
		mux.HandleFunc(address(name), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(page))
		})
	}
	mux.HandleFunc("/index", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "<!doctype html><meta charset=utf-8><body>%s<script>%s</script>", index.String(), ask)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip("no network to serve pages on: ", err)
	}
	server := &http.Server{Handler: mux}
	go server.Serve(listener)
	defer server.Close()

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP h "+listener.Addr().String()+", MAP * ~NOTFOUND",
		"--dump-dom", "http://h/index")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		t.Skipf("%s does not run: %v", program, err)
	}
	_, rest, _ := strings.Cut(string(out), "&lt;&lt;&lt;")
	text, _, ok := strings.Cut(rest, "&gt;&gt;&gt;")
	if !ok {
		t.Fatalf("no answer in %q", out)
	}
	version, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := answers{Version: strings.TrimSpace(string(version))}
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), &all.Pages); err != nil {
		t.Fatalf("%v in %q, want no error", err, text)
	}
	return all
}

// ours are the answers of this package: of the page, and of documents in it, in
// the order in which the browser is asked.
func ours(page, url string) answer {
	parts := map[string]*answer{}
	var order []string
	for ref, err := range at(url).References(baseurl.HTML, strings.NewReader(page)) {
		a := parts[ref.Part]
		if a == nil {
			a = new(answer)
			parts[ref.Part] = a
			order = append(order, ref.Part)
		}
		if ref.Element != "base" {
			a.Base = ref.Base.URL()
		}
		if err != nil {
			ref.URL = ref.Raw // as the browser has it
		}
		a.Refs = append(a.Refs, [4]string{ref.Element, ref.Attribute, ref.Raw, ref.URL})
	}
	top := answer{}
	if a := parts[""]; a != nil {
		top = *a
	}
	for _, part := range order {
		if strings.Count(part, "@") == 1 {
			a := *parts[part]
			for inner, b := range parts {
				if strings.HasPrefix(inner, part+"@") {
					a.Frames = append(a.Frames, *b)
				}
			}
			top.Frames = append(top.Frames, a)
		}
	}
	return top
}

// asked reports whether the browser is asked for such a reference, and gives an
// answer: it does not look into templates, and a form's own URL is another.
func asked(ref [4]string, theirs [][4]string) bool {
	return slices.ContainsFunc(theirs, func(r [4]string) bool {
		return r[0] == ref[0] && r[1] == ref[1] && strings.Trim(r[2], " \t\r\n\f") == ref[2]
	})
}

// differs are the pages that the browser reads otherwise, and why:
// in all but the first it does not follow the standards. The
// comparison fails where it answers the same.
var differs = map[string]string{
	"in a cell, then in the table": "the tree has the second before the table; this package reads a stream, and does " +
		"not move elements",

	"does not parse":  "a base that does not parse makes the base about:blank; HTML §4.2.3 has the fallback base URL",
	"empty":           "an empty href is none, so that the fragment stays; by HTML §4.2.3 it is parsed",
	"base-query.html": "the query of a base is encoded in UTF-8; HTML §4.2.3 says the encoding of the document",
	"ws-query.html":   "the query of a ws URL is in the encoding of the document; URL §4.4 says UTF-8",
}

// compareAnswers compares answers of a document, and reports differences.
func compareAnswers(tell func(format string, args ...any), theirs, ours answer) {
	if ours.Base != theirs.Base {
		tell("base %q, and for the browser %q", ours.Base, theirs.Base)
	}
	var got [][4]string
	for _, ref := range ours.Refs {
		if asked(ref, theirs.Refs) {
			got = append(got, ref)
		}
	}
	for i, want := range theirs.Refs {
		want[2] = strings.Trim(want[2], " \t\r\n\f")
		if i >= len(got) {
			tell("missing %q", want)
		} else if got[i] != want {
			tell("%q, and for the browser %q", got[i], want)
		}
	}
	if len(got) > len(theirs.Refs) {
		tell("also %q", got[len(theirs.Refs):])
	}
	if len(ours.Frames) != len(theirs.Frames) {
		tell("%d documents inside, and for the browser %d", len(ours.Frames), len(theirs.Frames))
		return
	}
	for i := range ours.Frames {
		compareAnswers(tell, theirs.Frames[i], ours.Frames[i])
	}
}

// TestAsChromium compares with the recorded answers of a browser, to what
// document.baseURI and the URLs of elements are.
func TestAsChromium(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(answersFile)
	if err != nil {
		t.Fatal(err)
	}
	var recorded answers
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	compareAll(t, recorded)
}

func compareAll(t *testing.T, all answers) {
	pages := pagesToAsk(t)
	if len(pages) != len(all.Pages) {
		t.Errorf("%d pages, and %d answers", len(pages), len(all.Pages))
	}
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			theirs, ok := all.Pages[name]
			if !ok {
				t.Fatal("no answer")
			}
			told := 0
			tell := func(format string, args ...any) {
				if told++; differs[name] == "" {
					t.Errorf(format, args...)
				}
			}
			// z shows the base if nothing else does
			compareAnswers(tell, theirs, ours(page+"<z itemid=''>", "http://h"+address(name)+"#f"))
			if told == 0 && differs[name] != "" {
				t.Errorf("no difference: %s", differs[name])
			}
		})
	}
}

// TestChromium asks the browser that EARL_CHROMIUM names, or that is found, and
// compares. With -update it records its answers.
func TestChromium(t *testing.T) {
	urltest.Live(t)
	program := os.Getenv("EARL_CHROMIUM")
	if program == "" {
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
			if path, err := exec.LookPath(name); err == nil && program == "" {
				program = path
			}
		}
	}
	if program == "" {
		t.Skip("no Chromium to ask: install one, or set EARL_CHROMIUM")
	}
	all := askChromium(t, program)
	t.Log(all.Version)
	if *update {
		text, err := json.MarshalIndent(all, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte("\\u0026"), []byte("&"))
		if err := os.WriteFile(answersFile, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compareAll(t, all)
}
