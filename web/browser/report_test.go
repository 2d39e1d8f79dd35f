package browser

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"earl.example/audit"
	"earl.example/internal/gallery"
)

// TestVerdict: the verdict and its reason depend on the pair, and are seen without scrolling on three screens.
func TestVerdict(t *testing.T) {
	for _, tt := range []struct{ url, dialects, verdict, reason string }{
		{"https://accounts.google.com@evil.example/login", "urllib,whatwg", "same host high", "looks like a host"},
		{"javascript:alert(1)", "urllib,whatwg", "no request high", "runs code"},
		{"//evil.example/x", "urllib,whatwg", "no request medium", "has its own host"},
		{`http://good.example\@10.0.0.1/`, "urllib,whatwg", "blocked", "A block list that asks Python's urlparse for the host stops this URL."},
		{`http://10.0.0.1\@good.example/`, "urllib,whatwg", "bypass high", "lets this URL pass"},
		{"mailto:bob@example.com", "java.net.URL,whatwg", "not modelled", ""},
		{"http://0127.0.0.1/", "whatwg,java.net.URL@17", "bypass high", "A block list that asks a browser for the host lets this URL pass"},
		{"https://example.com/", "requests,whatwg", "same host", ""},
	} {
		p := open(t, fragment(tt.url)+"&d="+tt.dialects)
		p.settled()
		p.want("the verdict of "+tt.url, strings.TrimSpace(p.text("#verdict")), tt.verdict)
		if why := p.text("#why"); !strings.Contains(why, tt.reason) || tt.reason == "" && why != "" {
			t.Errorf("the reason of %s is %q, want %q in it", tt.url, why, tt.reason)
		}
		for _, size := range [][2]int64{{1280, 900}, {390, 844}, {640, 450}} {
			p.run(chromedp.EmulateViewport(size[0], size[1]))
			p.do(`while (innerWidth !== ARG) await new Promise(requestAnimationFrame);
				await new Promise(requestAnimationFrame)`, size[0])
			p.settled()
			if bottom := eval[float64](p, `document.querySelector("#headline").getBoundingClientRect().bottom`); bottom > float64(size[1]) {
				t.Errorf("%s: the headline ends at %.0f on a screen of %v", tt.url, bottom, size)
			}
		}
		p.quiet()
	}
}

// TestClickKeeps: ticking one more dialect adds one, and keeps the pair, for each advisory and each stack.
func TestClickKeeps(t *testing.T) {
	p := open(t, "")
	const checked = `[...document.querySelectorAll("#compare input:checked")].map(e => e.value)`
	const pair = `document.querySelector("#check").value + " " + document.querySelector("#fetch").value`
	tick := func(name string) {
		t.Helper()
		p.settled()
		before, programs := eval[[]string](p, checked), eval[string](p, pair)
		other := "php"
		if strings.Contains(strings.Join(before, " "), other) {
			other = "nodejs-legacy"
		}
		p.do(`document.querySelector("#compare input[value=" + JSON.stringify(ARG) + "]").click()`, other)
		p.settled()
		if after := eval[[]string](p, checked); len(after) != len(before)+1 || !slices.Contains(after, other) {
			t.Errorf("%s: %q becomes %q, want one more", name, before, after)
		}
		p.want("the pair of "+name, eval[string](p, pair), programs)
	}
	for _, a := range gallery.Advisories {
		p.do(`const changed = new Promise(resolve => addEventListener("hashchange", resolve, { once: true }));
			location.hash = ARG;
			await changed`, fragment(a.URL)+"&d="+a.Checked.Dialect+","+a.Fetched.Dialect)
		tick(a.ID)
	}
	for _, name := range audit.Stacks() {
		p.do(`document.querySelector("#stack-" + ARG).click()`, name)
		tick(name)
	}
	p.quiet()
}

// TestPasted: the URLs in a pasted text are offered, and one click shows one.
func TestPasted(t *testing.T) {
	p := open(t, fragment("https://a.example/1\nhttps://b.example/2\nhttps://c.example/"))
	p.settled()
	if got := p.text("#meant"); !strings.HasPrefix(got, "3 URLs were found in this text: ") {
		t.Errorf("the page offers %q, want three URLs", got)
	}
	p.do(`document.querySelectorAll("#meant a")[1].click()`)
	p.poll("the second URL", `document.querySelector("#url").value === "https://b.example/2"`)
	p.want("the headline", p.headline(), "Both read b.example.")
	for _, text := range []string{"<https://a.example/x>", `"https://a.example/x"`, "[x](https://a.example/x)",
		`curl "https://a.example/x"`, `https:\/\/a.example\/x`} {
		p := open(t, fragment(text))
		p.settled()
		p.want("the offer for "+text, eval[string](p, `document.querySelector("#headline a, #meant a")?.textContent ?? ""`), "https://a.example/x")
		p.quiet()
	}
	p = open(t, fragment("../d?x"))
	p.settled()
	p.do(`document.querySelector("#meant button").click()`)
	p.want("the focus", eval[string](p, `document.activeElement.id`), "base")
	p.quiet()
}

// TestLettersAndSecrets: letters of all scripts are shown, the title has no password, and a copy of one says so.
func TestLettersAndSecrets(t *testing.T) {
	p := open(t, fragment("https://مثال.إختبار/طريق?س=1"))
	p.want("the headline", p.headline(), "The check sees مثال.إختبار, a spelling of xn--mgbh0fb.xn--kgbechtv, where the request goes.")
	p.quiet()
	p = open(t, fragment("https://admin:hunter2@internal.example/"))
	p.settled()
	p.want("the title", eval[string](p, `document.title`), "https://admin:***@internal.example/ – earl")
	allowClipboard(t, p)
	p.do(`await window.focus()`)
	p.run(chromedp.Click("#copy-link"))
	p.poll("the warning", `document.querySelector("#copied").textContent === "Copied the link. It has a password."`)
	p.quiet()
	p = open(t, "#u=http://a/?x=1&y=2")
	p.settled()
	if got := p.text("#note"); !strings.Contains(got, "ignored: y=2") {
		t.Errorf("the note is %q, want what is ignored", got)
	}
	p.quiet()
}

// TestPayloads: payloads are read as promised, can be filtered and copied, and lead to their reading.
func TestPayloads(t *testing.T) {
	p := open(t, fragment("http://h/")+"&d=urllib,whatwg")
	allowClipboard(t, p)
	ask := func(allowed, target, which string) {
		p.do(`const [allowed, target, which] = ARG.split(" ");
			document.querySelector("#allowed").value = allowed;
			document.querySelector("#target").value = target;
			document.querySelector("#which").value = which;
			document.querySelector("#payloads-status").textContent = "";
			document.querySelector("#payloads-form").requestSubmit()`, allowed+" "+target+" "+which)
		p.poll("an answer", `!["", "Searching …"].includes(document.querySelector("#payloads-status").textContent)`)
	}
	ask("good.example", "10.0.0.1", "pair")
	const rows = `document.querySelectorAll("#payloads tbody tr").length`
	all := eval[int](p, rows)
	if all < 10 {
		t.Errorf("%d payloads, want at least 10: %s", all, p.text("#payloads-status"))
	}
	p.do(`const e = document.querySelector("#payload-kind"); e.value = "host-split-backslash"; e.onchange()`)
	if few := eval[int](p, rows); few == 0 || few >= all {
		t.Errorf("%d of %d payloads of one kind", few, all)
	}
	p.do(`await window.focus(); document.querySelector("#copy-payloads-json").click()`)
	p.poll("the copy", `document.querySelector("#payloads-status").textContent === "Copied the JSON."`)
	var copied []struct{ URL, Checked, Fetched string }
	if err := json.Unmarshal([]byte(eval[string](p, `await navigator.clipboard.readText()`)), &copied); err != nil || len(copied) == 0 ||
		copied[0].Checked != "good.example" || copied[0].Fetched != "10.0.0.1" {
		t.Errorf("the copy has %+v, %v, want the payloads", copied, err)
	}
	p.do(`document.querySelector("#payloads a").click()`)
	p.poll("the payload", `document.querySelector("#url").value.includes("good.example")`)
	p.want("the headline", p.headline(), "The check sees good.example. The request goes to 10.0.0.1 (private use).")
	ask("http://good.example", "10.0.0.1", "pair")
	if got := p.text("#payloads-status"); !strings.Contains(got, "is not a host") {
		t.Errorf("the page says %q about a wrong host, want that it is none", got)
	}
	ask("good.example", "evil.example", "any")
	if got := eval[int](p, rows); got < 2 {
		t.Errorf("%d payloads of any pair, want some: %s", got, p.text("#payloads-status"))
	}
	p.quiet()
}

// TestResolution: each step of the algorithm has a card, and the last card has the target. Arrow keys and buttons lead on.
func TestResolution(t *testing.T) {
	p := open(t, "#u=..%2Fd&b=http%3A%2F%2Fa%2Fb%3Fc")
	p.settled()
	const last = `document.querySelector("#cards > li:last-child code").textContent`
	p.want("the target", eval[string](p, last), "http://a/d")
	for _, want := range []string{"§5.2.2", "§5.2.3", "§5.2.4", "§5.3"} {
		if text := p.text("#cards"); !strings.Contains(text, want) {
			t.Errorf("the cards are %q, want %s among them", text, want)
		}
	}
	p.want("the colors to the end", eval[string](p, `[...document.querySelectorAll("#cards .from-base, #cards .from-reference")].
		map(e => e.className[5] + " " + e.textContent).join()`),
		"b http://a/b?c,r ../d,b http://a/,r ../d,b /,r ../d,r /d,r /d,b http://a,r /d")
	p.want("the ladder", eval[string](p, `[...document.querySelectorAll(".ladder li")].map(e => e.textContent.split(" ").at(-1)).join()`),
		"scheme.,authority.,empty.,merged.")
	p.want("other targets", p.text("#elsewhere"), "Elsewhere: rfc1808, Java's URI (java.net.URI 27), "+
		"Java's URL (java.net.URL 27) and Apache HttpClient (httpclient 5.6.5) give http://a/../d.")
	p.want("the others", eval[string](p, `/[^;:]*read a\/\.\.\/d/.exec(document.querySelector("#others-line").textContent)?.[0].trim()`),
		"rfc1808, java.net.URI, java.net.URL and httpclient 5.6.5 read a/../d")
	p.do(`document.querySelector("#cards li").focus()`)
	p.run(chromedp.KeyEvent(kb.ArrowRight))
	p.want("the focus", eval[string](p, `document.activeElement.querySelector("b").textContent`), "§5.2.2")
	p.do(`const e = document.querySelector("#resolver"); e.value = "rfc1808"; e.onchange()`)
	p.want("the target of rfc1808", eval[string](p, last), "http://a/../d")
	p.do(`[...document.querySelectorAll("#tries button")].find(b => b.textContent === "?x").click()`)
	p.settled()
	p.want("the target of ?x", eval[string](p, last), "http://a/b?x")
	p.do(`document.querySelector("#base").value = ""; document.querySelector("#base").oninput()`)
	p.settled()
	if eval[bool](p, `document.querySelector("#resolve-section").checkVisibility()`) {
		t.Error("there are steps without a base")
	}
	p.quiet()
}
