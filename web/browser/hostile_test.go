package browser

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// payloads would run a script in a page that takes text for HTML or follows a URL.
var payloads = []string{
	`<img src=x onerror=pwned()>`, `<script>pwned()</script>`, `"><svg onload=pwned()>`, `javascript:pwned()`,
	`</textarea><script>pwned()</script>`, `http://h/<img src=x onerror=pwned()>?<b>=<i>&"'=x#<u>`, `{{constructor.constructor('pwned()')()}}`,
	"https://<img src=x onerror=pwned()>@h/", "data:text/html,<script>pwned()</script>", "http://h/\u2028pwned()//",
	`javascript://h/%0apwned()`, `'+pwned()+'`, `jar:javascript:pwned()!/`, `http://a\<img src=x onerror=pwned()>@h/`,
}

// TestInjection puts scripts into every field, and finds nothing executed.
func TestInjection(t *testing.T) {
	p := open(t, "")
	p.do(`window.calls = 0; window.pwned = () => window.calls++; window.alert = window.pwned`)
	count := `document.querySelectorAll("script, img, svg, iframe, object, b:not(.id, .rejected b, #cards b), i, u").length`
	before := eval[int](p, count)
	check := func(payload string) {
		t.Helper()
		p.settled()
		p.do(`document.querySelector("#record").open = true; await new Promise(resolve => setTimeout(resolve))`)
		if n := eval[int](p, `window.calls`); n > 0 {
			t.Errorf("%q was executed", payload)
		}
		if n := eval[int](p, count); n != before {
			t.Errorf("%q made elements: %d before, now %d", payload, before, n)
		}
		bad := eval[[]string](p, `[...document.querySelectorAll("*")].flatMap(e => [...e.attributes]).filter(a =>
			a.name.startsWith("on") || a.name === "style" || a.name === "srcdoc" ||
			a.name === "href" && !/^(#|https:|[a-z.]+$|advisories\/[a-z0-9-]*(\.html|#paths)?$)/.test(a.value)).map(a => a.name + "=" + a.value)`)
		if len(bad) > 0 {
			t.Errorf("%q made attributes %q", payload, bad)
		}
	}
	for _, payload := range payloads {
		p.do(`location.hash = ARG`, fragment(payload))
		check(payload)
		p.do(`location.hash = "#u=x&b=" + encodeURIComponent(ARG)`, payload)
		check(payload)
		p.do(`location.hash = "#u=x&d=" + encodeURIComponent(ARG)`, payload)
		check(payload)
		for _, field := range []string{"url", "base"} {
			p.do(`const e = document.getElementById(ARG); e.value = ARG; e.oninput({})`, field, payload)
			check(payload)
		}
		// A corrected URL leads back into the page.
		p.do(`document.querySelector(".safe a")?.click()`)
		check(payload)
	}
	p.quiet()
}

// TestBadInput: bad input gives a message, and nothing on the console.
func TestBadInput(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, tt := range []struct{ name, fragment, message string }{
		{"not UTF-8", "#u=http%3A%2F%2Fh%2F%FF", "percent-escapes are not UTF-8"},
		{"half an escape", "#u=http://h/%4", "percent-escapes are not UTF-8"},
		{"a lone surrogate", "#u=%ED%A0%80", "percent-escapes are not UTF-8"},
		{"1 MiB", "#u=http://h/" + long, "at most 65536 bytes"},
		{"1 MiB of base", "#u=x&b=http://h/" + long, "at most 65536 bytes"},
		{"an unknown dialect", "#u=http://h/&d=netscape", `Unknown dialect "netscape"`},
		{"an unknown release", "#u=http://h/&d=urllib@2.7", `Unknown dialect "urllib@2.7"`},
		{"no dialect", "#u=http://h/&d=,", "Unknown dialect"},
	} {
		p := open(t, tt.fragment)
		p.poll("the parsers", `document.querySelector("#stack-default") !== null`)
		p.settled()
		if got := p.text("#problem"); !strings.Contains(got, tt.message) {
			t.Errorf("%s: the page says %q, want %q", tt.name, got, tt.message)
		}
		if p.headline() != "" {
			t.Errorf("%s: there is a result", tt.name)
		}
		p.do(`const e = document.querySelector("#url"); e.value = "http://h/"; e.oninput({});
			document.querySelector("#base").value = ""; document.querySelector("#base").oninput({}); document.querySelector("#stack-default").click()`)
		p.want("the result after "+tt.name, p.headline(), "Both read h.")
		p.quiet()
	}
	p := open(t, fragment("http://h/"))
	type input struct{ escapes, text, message string }
	for _, tt := range []input{{"true", `http://h/\q`, "escape is not known"}, {"true", `\`, "escape is not known"},
		{"true", `\u{d800}`, "escape is not known"}, {"true", `\x80`, "escape is not known"}, {"false", long, "at most 65536 bytes"}} {
		p.do(`document.querySelector("#escapes").checked = ARG === "true"; document.querySelector("#escapes").onchange();
			const e = document.querySelector("#url"); e.value = ARG; e.oninput({})`, tt.escapes, tt.text)
		p.settled()
		if got := p.text("#problem"); !strings.Contains(got, tt.message) {
			t.Errorf("%.20q: the page says %q, want %q", tt.text, got, tt.message)
		}
	}
	// The longest URL that the page shows, in the worst shapes.
	for _, shape := range []string{"http://h/" + strings.Repeat("%2e/", 16<<10), strings.Repeat("@", 64<<10), "http://" + strings.Repeat("é", 32<<10),
		"http://h/?" + strings.Repeat("a&", 32<<10)} {
		shape = shape[:min(len(shape), 64<<10)]
		p.do(`document.querySelector("#escapes").checked = false; document.querySelector("#escapes").onchange();
			const e = document.querySelector("#url"); e.value = ARG; e.oninput({})`, strings.ToValidUTF8(shape, ""))
		if p.headline() == "" {
			t.Errorf("%.20q: no result, but %q", shape, p.text("#problem"))
		}
	}
	p.quiet()
}

// TestOwnOrigin checks that the page asked nothing of other hosts, in the tests before and in this one. Chromium itself
// asks hosts of Google about updates and the time, which has nothing to do with a page.
func TestOwnOrigin(t *testing.T) {
	p := open(t, fragment(`http://127.0.0.1\@1.1.1.1/`))
	p.poll("the service worker", `(await navigator.serviceWorker.ready).active.state === "activated"`)
	host.mu.Lock()
	defer host.mu.Unlock()
	own := regexp.MustCompile(`(update\.googleapis|clients2\.google|accounts\.google|optimizationguide-pa\.googleapis)\.com[:/]`)
	for _, request := range host.foreign {
		if own.MatchString(request) {
			continue
		}
		t.Errorf("there was a request to another host: %s", request)
	}
}

// TestOffline reloads the page after its host is gone.
func TestOffline(t *testing.T) {
	own, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	online := host
	host = own
	defer func() { host = online }()
	p := open(t, fragment(`http:\\evil.com/`))
	want := p.headline()
	p.poll("the service worker", `(await navigator.serviceWorker.ready).active.state === "activated"`)
	own.Close()
	p.run(chromedp.Reload())
	p.want("the result", p.headline(), want)
	p.poll("the gallery", `document.querySelectorAll("#gallery a").length > 50`)
	p.run(chromedp.Navigate("http://" + own.address + "/" + fragment("http://h/")))
	p.poll("the other URL", `document.querySelector("#headline").textContent === "Both read h."`)
	p.quiet()
}

// TestUpdate: the service worker of a new build keeps the files of the new build, even if the browser has cached old
// ones.
func TestUpdate(t *testing.T) {
	old, online := site, host
	defer func() { site, host = old, online }()
	site = t.TempDir()
	if err := os.CopyFS(site, os.DirFS(old)); err != nil {
		t.Fatal(err)
	}
	var err error
	if host, err = listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	p := open(t, fragment("http://h/"))
	p.poll("the service worker", `(await navigator.serviceWorker.ready).active.state === "activated"`)
	for _, name := range []string{"page.css", "sw.js"} {
		text, err := os.ReadFile(filepath.Join(old, name))
		if err != nil {
			t.Fatal(err)
		}
		text = append([]byte("/* new */ "), bytes.Replace(text, []byte(`"earl-`), []byte(`"earl-new-`), 1)...)
		err = errors.Join(os.WriteFile(filepath.Join(site, name), text, 0o666), os.Remove(filepath.Join(site, name+".br")),
			os.Remove(filepath.Join(site, name+".gz")))
		if err != nil {
			t.Fatal(err)
		}
	}
	p.do(`await (await navigator.serviceWorker.ready).update()`)
	p.poll("the new build", `(await caches.keys()).join().startsWith("earl-new-") && (await navigator.serviceWorker.ready).active?.state === "activated"`)
	if !eval[bool](p, `(await (await fetch("page.css")).text()).startsWith("/* new */")`) {
		t.Error("the new build has the old page.css, want the new one")
	}
	p.quiet()
}

// TestAxe runs axe-core over states of the page.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("EARL_AXE"))
	if err != nil {
		t.Skip("EARL_AXE does not name axe.min.js of axe-core")
	}
	for _, l := range looks {
		p := l.open(t)
		p.do(`for (const e of document.querySelectorAll("details")) e.open = true`)
		p.do(string(axe))
		type violation struct {
			ID, Help string
			Nodes    []struct{ HTML, FailureSummary string }
		}
		result := eval[json.RawMessage](p, `JSON.stringify((await axe.run()).violations)`)
		var text string
		var violations []violation
		if err := json.Unmarshal(result, &text); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &violations); err != nil {
			t.Fatal(err)
		}
		for _, v := range violations {
			t.Errorf("%s: %s: %s: %+v, want no violation", l.name, v.ID, v.Help, v.Nodes)
		}
	}
}
