package browser

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"earl.example"
	"earl.example/internal/gallery"
)

// headline returns the headline of the result, "" if there is none.
func (p *tab) headline() string {
	p.Helper()
	p.settled()
	return eval[string](p, `document.querySelector("#result").hidden ? "" : document.querySelector("#headline").textContent`)
}

// want checks a text.
func (p *tab) want(what, got, want string) {
	p.Helper()
	if got != want {
		p.Fatalf("%s is %q, want %q; the page says %q", what, got, want, p.text("#problem"))
	}
}

// fragmentOf is the fragment of the address without the compared dialects.
const fragmentOf = `decodeURIComponent(location.hash.replace(/&d=.*/, ""))`

// TestTyping: typing shows results and writes the address, and the back button returns.
func TestTyping(t *testing.T) {
	p := open(t, "")
	p.run(chromedp.KeyEvent(`http:\\evil.com/`)) // the field has the focus
	p.want("the result", p.headline(), "The check sees no host. The request goes to evil.com.")
	p.poll("the address", fragmentOf+` === "#u=http:\\\\evil.com/"`)
	p.run(chromedp.KeyEvent("x"))
	p.poll("the address", fragmentOf+` === "#u=http:\\\\evil.com/x"`)

	// A link of the gallery, back, and forward.
	url := gallery.Tricky[1]
	p.do(`[...document.querySelectorAll("#gallery a")].find(a => a.textContent === ARG).click()`, url)
	p.poll("the URL of the gallery", `document.querySelector("#url").value === ARG`, url)
	p.run(chromedp.NavigateBack())
	p.poll("the URL before", `document.querySelector("#url").value === "http:\\\\evil.com/x"`)
	p.want("the result", p.headline(), "The check sees no host. The request goes to evil.com.")
	p.run(chromedp.NavigateForward())
	p.poll("the URL of the gallery", `document.querySelector("#url").value === ARG`, url)

	// Nothing is left of a result when the field is empty.
	p.do(`document.querySelector("#url").value = ""; document.querySelector("#url").oninput({})`)
	p.want("the result", p.headline(), "")
	p.quiet()
}

// TestPair: the two programs can be chosen and swapped, and the link, the headline and the drawings follow.
func TestPair(t *testing.T) {
	p := open(t, fragment(`http://127.0.0.1\@1.1.1.1/`)+"&d=urllib@3.13.3,requests@2.32.5")
	const attack = "The check sees 1.1.1.1. The request goes to 127.0.0.1 (loopback)."
	p.want("the headline", p.headline(), attack)
	p.want("the programs", eval[string](p, `document.querySelector("#check").value + " " + document.querySelector("#fetch").value`),
		"urllib@3.13.3 requests@2.32.5")
	p.want("the colors", eval[string](p, `[...document.querySelectorAll("#drawings > div")].map(e => e.className).join()`),
		"drawing a,drawing b")
	p.want("the advisory", eval[string](p, `document.querySelector("#why a").getAttribute("href")`), "advisories/cve-2026-24779.html")
	p.run(chromedp.Click("#swap"))
	p.want("the headline", p.headline(), "The check sees 127.0.0.1 (loopback). The request goes to 1.1.1.1.")
	p.do(`const e = document.querySelector("#fetch"); e.value = "libcurl@8.22.0"; e.onchange()`)
	p.want("the headline", p.headline(), "The check sees 127.0.0.1 (loopback). The request goes to 1.1.1.1.")
	p.poll("the link", `decodeURIComponent(location.hash).endsWith("&d=requests@2.32.5,libcurl@8.22.0")`)
	for _, name := range []string{"rfc3986", "urllib", "whatwg", "net/url"} { // all that are compared by default
		p.do(`document.querySelector("#compare input[value=" + JSON.stringify(ARG) + "]").click()`, name)
	}
	p.want("the programs", eval[string](p, `document.querySelector("#check").value + " " + document.querySelector("#fetch").value`),
		"requests@2.32.5 libcurl@8.22.0")
	p.do(`document.querySelector("#stack-default").click()`)
	p.want("the programs", eval[string](p, `document.querySelector("#check").value.split("@")[0] + " " + document.querySelector("#fetch").value`),
		"urllib whatwg")
	p.do(`document.querySelector("#stack-python-requests").click()`)
	p.want("the headline", p.headline(), attack)
	if !eval[bool](p, `[...document.querySelectorAll("#others tr:not(.group)")].every(tr => tr.hidden)`) {
		t.Error("the families show their rows, want them folded")
	}
	p.do(`document.querySelector(".fold").click()`)
	if eval[bool](p, `document.querySelector(".fold").closest("tr").nextSibling.hidden`) {
		t.Error("a family does not unfold")
	}
	p.quiet()
}

// TestDrawings: a drawing names the first four programs that agree, and the number of the others.
func TestDrawings(t *testing.T) {
	p := open(t, fragment("http://h/"))
	const names = `document.querySelector("#drawings h3").firstChild.textContent.replace(/ [0-9]+[.][0-9.]+/g, "")`
	p.want("the names", eval[string](p, names), "urllib, whatwg, rfc3986, net/url and 1 more")
	p.quiet()
}

// TestStart: an empty address shows a worked attack, explained. Typing replaces it, and its old releases.
func TestStart(t *testing.T) {
	p := open(t, "")
	p.want("the headline", p.headline(), "The check sees 1.1.1.1. The request goes to 127.0.0.1 (loopback).")
	if !eval[bool](p, `document.querySelector("#lesson").checkVisibility() && location.hash === ""`) {
		t.Error("the attack is not explained, or changes the address")
	}
	p.want("the note", p.text("#note"), "")
	p.run(chromedp.KeyEvent("http://h/"))
	p.want("the headline", p.headline(), "Both read h.")
	p.want("the field", eval[string](p, `document.querySelector("#url").value`), "http://h/")
	if eval[bool](p, `document.querySelector("#lesson").checkVisibility()`) {
		t.Error("the explanation is about another URL, want none")
	}
	p.want("the check", eval[string](p, `document.querySelector("#check").value`), "urllib@"+earl.MustParseDialect("urllib").Release())
	p.want("the fetch", eval[string](p, `document.querySelector("#fetch").value`), "whatwg")

	// The explanation does not hold for other programs.
	p = open(t, "")
	p.do(`document.querySelector("#stack-default").click()`)
	p.settled()
	if eval[bool](p, `document.querySelector("#lesson").checkVisibility()`) {
		t.Error("the explanation is about other programs, want none")
	}
	p.quiet()
}

// TestEarlyTyping: a text that is typed before the page knows the dialects is kept.
func TestEarlyTyping(t *testing.T) {
	p := open(t, "", func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			const load = window.fetch;
			window.fetch = async (...args) => {
				if (args[0] === "start.json") {
					const e = document.querySelector("#url");
					e.value = "http://typed.example/";
					e.oninput({});
				}
				return load(...args);
			}`})
		return chromedp.Void{}, err
	})
	p.poll("the parsers", `performance.getEntriesByName("ready").length > 0`)
	p.want("the headline", p.headline(), "Both read typed.example.")
	p.want("the field", eval[string](p, `document.querySelector("#url").value`), "http://typed.example/")
	p.want("the check", eval[string](p, `document.querySelector("#check").value.split("@")[0]`), "urllib")
	p.quiet()
}

// TestEarlyAnswer: the answer that is shown before the parsers are ready is about the URL in the field.
func TestEarlyAnswer(t *testing.T) {
	p := visit(t, "", func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			const load = window.fetch;
			window.fetch = async (...args) => {
				if (args[0] === "earl.wasm") await new Promise(resolve => window.release = resolve);
				return load(...args);
			}`})
		return chromedp.Void{}, err
	})
	const shown = `document.querySelector("#result").hidden ? "" : document.querySelector("#headline").textContent`
	p.poll("the answer for the worked attack", `(`+shown+`).startsWith("The check sees 1.1.1.1.")`)
	for _, tt := range []struct{ text, first string }{
		{"http://h.example/", "This browser goes to h.example. The readings of other programs follow."},
		{"", ""},
		{"x", "This browser rejects the URL. The readings of other programs follow."},
	} {
		p.do(`const e = document.querySelector("#url"); e.value = ARG; e.oninput({})`, tt.text)
		p.want("the answer", eval[string](p, shown), "")
		p.want("the first line", p.text("#first"), tt.first)
	}
	p.do(`location.hash = document.querySelector("#gallery > div:last-child a").hash`)
	p.poll("the answer for a URL of the gallery", `(`+shown+`) !== ""`)
	early := eval[string](p, shown)
	p.do(`window.release()`)
	p.want("the answer of the parsers", p.headline(), early)
	p.do(`const e = document.querySelector("#url"); e.value = "x"; e.oninput({})`)
	p.want("the headline", p.headline(), "The check sees no host. A browser sends no request: it rejects it at byte 0, “x”.")
	p.quiet()
}

// TestAdvisoryPages: the pages of advisories run no script, fit a phone, and lead to the live
// page with the same headline.
func TestAdvisoryPages(t *testing.T) {
	for _, a := range gallery.Advisories[:6] {
		p := visit(t, "advisories/")
		address := eval[string](p, `[...document.querySelectorAll("a")].find(e => e.textContent === ARG).href`, a.ID)
		p.run(chromedp.Navigate(address))
		p.want("the title", p.text("h1"), a.ID)
		headline := p.text("#headline")
		p.run(chromedp.EmulateViewport(320, 800))
		p.do(`while (innerWidth !== 320) await new Promise(requestAnimationFrame)`)
		if got := eval[int](p, `document.documentElement.scrollWidth`); got > 320 {
			t.Errorf("%s is %d pixels wide on a screen of 320", a.ID, got)
		}
		if n := eval[int](p, `document.scripts.length`); n > 0 {
			t.Errorf("%s has %d scripts, want none", a.ID, n)
		}
		p.run(chromedp.Navigate(eval[string](p, `document.querySelector('a[href^="../#u="]').href`)))
		p.settled()
		p.want("the headline", p.headline(), headline)
		p.quiet()
	}
}

// TestLinks: a link has all that the page shows: the URL byte for byte, the base, the dialects and the rows.
func TestLinks(t *testing.T) {
	p := open(t, "")
	for _, url := range []string{"http://h/a&b=c#d%41+ é😀", "http://evil.com/\r\nX: y", "\x00\t\u202e\\n", "http://h/%", "-x", "a\\"} {
		p.do(`const changed = new Promise(resolve => addEventListener("hashchange", resolve, { once: true }));
			location.hash = ARG;
			await changed`, fragment(url)+"&b=http%3A%2F%2Fbase%2F%26&d=whatwg,libcurl@7.88.1&r=1")
		p.poll("the base", `document.querySelector("#base").value === "http://base/&"`)
		p.settled()
		p.do(`document.querySelector("#url").oninput({})`) // the text of the field means the same
		p.settled()
		record := eval[map[string]any](p, `JSON.parse((document.querySelector("#record").open = true,
			document.querySelector("#record").ontoggle(), document.querySelector("#json").textContent))`)
		if record["input"] != url {
			t.Errorf("the input is %q, want %q", record["input"], url)
		}
		dialects := eval[string](p, `[...document.querySelectorAll("#compared tr")].map(tr =>
			(tr.dataset.dialect + "@" + tr.dataset.release)).join()`)
		p.want("the dialects", dialects, "whatwg@,this browser@,libcurl@7.88.1")
		if !eval[bool](p, `document.querySelector("#apart").checked`) ||
			eval[int](p, `document.querySelectorAll("#others tr[data-dialect=urllib]").length`) < 5 {
			t.Error("releases do not have rows of their own")
		}
		p.poll("the same link", `location.hash.includes("&d=whatwg%2Clibcurl%407.88.1&r=1")`)
	}
	p.quiet()
}

// TestCopy: the copied record is the one that the copied command prints, and the copied link shows the same.
func TestCopy(t *testing.T) {
	for _, tt := range []struct{ url, more string }{
		{`http://127.0.0.1\@1.1.1.1/it's)(`, ""},
		{"http://evil.com/\r\nX: \u202e", ""},
		{"-x", "&b=http%3A%2F%2Fh%2F'&d=whatwg%2Crfc3986"},
	} {
		p := open(t, fragment(tt.url)+tt.more)
		allowClipboard(t, p)
		copied := func(button string) string {
			p.do(`await window.focus()`)
			p.run(chromedp.Click("#" + button))
			p.poll("the copy", `document.querySelector("#copied").textContent.startsWith("Copied the")`)
			text := eval[string](p, `await navigator.clipboard.readText()`)
			p.do(`document.querySelector("#copied").textContent = ""`)
			return text
		}
		record, line, link := copied("copy-json"), copied("copy-command"), copied("copy-link")
		markdown := copied("copy-markdown")
		if !strings.Contains(markdown, "| checked with |") || !strings.Contains(markdown, "]("+link+")") {
			t.Errorf("the Markdown is\n%s\nwant a table and the link", markdown)
		}
		if _, address, _ := strings.Cut(markdown, "]("); strings.ContainsAny(strings.TrimSuffix(address, ")\n"), "()") {
			t.Errorf("the link in the Markdown is %s, want one without parentheses", address)
		}
		if picture := copied("copy-picture"); !strings.HasPrefix(picture, "<svg ") || !strings.HasSuffix(picture, "</svg>\n") {
			t.Errorf("the picture is\n%s\nwant SVG", picture)
		}
		cmd := exec.Command("sh", "-c", strings.Replace(line, "earl audit", command+" audit", 1))
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v, want success", line, err)
		}
		p.want("the output of "+line, string(out), record+"\n")
		if !strings.Contains(line, " --as '") {
			t.Errorf("the command is %s, want one that names the dialects", line)
		}
		other := open(t, link[strings.IndexByte(link, '#'):])
		p.want("the result of the link", other.headline(), p.headline())
		other.quiet()
		p.quiet()
	}
}

// press presses a key that runs an editing command of Chromium, such as "paste".
func press(command string) action {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "rawKeyDown", Key: "F13",
			Commands: []string{command}})
		return chromedp.Void{}, err
	}
}

// allowClipboard lets the page read and write the clipboard.
func allowClipboard(t *testing.T, p *tab) {
	t.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		permission := &cdpbrowser.PermissionDescriptor{Name: name}
		if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: permission, Setting: cdpbrowser.PermissionSettingGranted}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPaste pastes texts in a row, each over the text before it, and compares the result with a new tab.
func TestPaste(t *testing.T) {
	p := open(t, fragment("http://h/"))
	allowClipboard(t, p)
	const state = `[document.querySelector("#url").value, document.querySelector("#headline").textContent,
		document.querySelector("#chip").hidden ? "" : "escapes", document.querySelector("#problem").textContent].join("|")`
	for _, tt := range []struct{ name, text, url, note string }{
		{"a line", "https://example.com/\n", "https://example.com/", "Removed from the pasted text: a line break at the end."},
		{"a backslash", `http://127.0.0.1\@1.1.1.1/`, `http://127.0.0.1\@1.1.1.1/`, ""},
		{"a backslash and n", `http://good.example\nice.example/`, `http://good.example\nice.example/`, ""},
		{"a line feed", "http://evil.example/\nX: y", "http://evil.example/\nX: y", ""},
		{"a backslash after escapes", `http://good.example\x41/`, `http://good.example\x41/`, ""},
		{"reversed text", "http://h/\u202egpj.exe", "http://h/\u202egpj.exe", ""},
		{"a joined emoji", "http://h/👨\u200d👩\u200d👧", "http://h/👨\u200d👩\u200d👧", ""},
		{"blanks", "  http://h/a b ", "http://h/a b", "Removed from the pasted text: blanks at the start and a blank at the end."},
		{"a carriage return", "http://h/\r\nx", "http://h/\r\nx", ""},
		{"a no-break space", "http://h/\u00a0", "http://h/", "Removed from the pasted text: a blank at the end."},
		{"escapes of the page", `\u{202e}\q`, `\u{202e}\q`, ""},
		{"a URL", "https://www.example.co.uk/a", "https://www.example.co.uk/a", ""},
	} {
		p.do(`await window.focus(); await navigator.clipboard.writeText(ARG); document.querySelector("#url").focus()`, tt.text)
		p.run(press("selectAll"), press("paste"))
		p.settled()
		fresh := open(t, fragment(tt.url))
		p.poll("the paste of "+tt.name, state+` === ARG`, eval[string](fresh, state))
		note := eval[string](p, `document.querySelector("#note").firstChild?.textContent ?? ""`)
		p.want("the note about "+tt.name, note, tt.note)
		if tt.note != "" && tt.name == "a line" {
			p.do(`document.querySelector("#note button").click()`)
			p.want("the text with its line break", eval[string](p, `document.querySelector("#url").value`), `https://example.com/\n`)
		}
		fresh.quiet()
	}
	// A part that is pasted into a text with escapes is escaped too.
	p.do(`await navigator.clipboard.writeText(ARG); const e = document.querySelector("#url"); e.focus()`, "\x01x")
	p.run(press("selectAll"), press("paste"))
	p.do(`await navigator.clipboard.writeText(ARG); const e = document.querySelector("#url"); e.setSelectionRange(4, 4)`, `\n`)
	p.run(press("paste"))
	p.want("the text with a pasted part", eval[string](p, `document.querySelector("#url").value`), `\x01\\nx`)
	p.quiet()
}

// TestHidden: the field shows every character that a browser does not show as an escape.
func TestHidden(t *testing.T) {
	p := open(t, "")
	for _, r := range "\x00\u007f\u00a0\u00ad\u034f\u061c\u180b\u2003\u200b\u2028\u202e\u2800\u3000\ufe0f\ufeff\ufff9\U0001d173\U000e0041\U000e0100" {
		want := fmt.Sprintf(`http://h/\u{%x}`, r)
		if r < 0x80 {
			want = fmt.Sprintf(`http://h/\x%02x`, r)
		}
		p.do(`location.hash = ARG`, fragment("http://h/"+string(r)))
		p.poll("the escape of "+string(r), `document.querySelector("#url").value === ARG`, want)
	}
	p.quiet()
}

// TestUndo: each paste is one edit that can be undone and done again, with the escapes of its text.
func TestUndo(t *testing.T) {
	p := open(t, fragment("http://h/"))
	allowClipboard(t, p)
	state := func(name, want string) {
		t.Helper()
		p.settled()
		p.want(name, eval[string](p, `document.querySelector("#url").value + "|" + document.querySelector("#chip").hidden + "|" +
			document.querySelector("#headline").textContent`), want)
	}
	paste := func(text string) {
		p.do(`await window.focus(); await navigator.clipboard.writeText(ARG); document.querySelector("#url").focus()`, text)
		p.run(press("paste"))
	}
	one, two, three := "http://one/|true|Both read one.", `http://two/\x01|false|Both go to two, but they disagree on the path.`, "http://three/|true|Both read three."
	for _, tt := range []struct{ text, want string }{{"http://one/", one}, {"http://two/\x01", two}, {"http://three/\n", three}} {
		p.do(`document.querySelector("#url").select()`)
		paste(tt.text)
		state("the paste", tt.want)
	}
	for _, tt := range []struct{ edit, want string }{{"undo", two}, {"undo", one}, {"redo", two}, {"redo", three}, {"undo", two}} {
		p.run(press(tt.edit))
		state("the text after "+tt.edit, tt.want)
	}

	// The caret is after the pasted part, also if the text before it gets escapes.
	p.do(`document.querySelector("#url").select()`)
	paste(`http://h\@x/`)
	p.do(`document.querySelector("#url").setSelectionRange(11, 11)`)
	paste("\u200b")
	p.want("the text before the caret", eval[string](p, `(e => e.value.slice(0, e.selectionStart))(document.querySelector("#url"))`),
		`http://h\\@x\u{200b}`)

	// A link of the gallery is no edit: to undo the edits before it would mix two texts.
	p.run(press("selectAll"), press("delete"))
	p.do(`location.hash = "#u=http://next/"`)
	p.poll("the next URL", `document.querySelector("#url").value === "http://next/"`)
	p.do(`document.querySelector("#url").focus()`)
	p.run(press("undo"))
	state("the text of the link", "http://next/|true|Both read next.")
	p.quiet()
}

// TestEscapesFirst: escapes can be chosen before the text is typed, and end with it.
func TestEscapesFirst(t *testing.T) {
	p := open(t, "")
	p.run(press("selectAll"), press("delete"))
	p.do(`document.querySelector("#escapes").click(); document.querySelector("#url").focus()`)
	p.run(chromedp.KeyEvent(`http://h/\x01`))
	p.poll("the escape", fragmentOf+` === "#u=http://h/\x01"`)
	p.run(press("selectAll"))
	p.run(chromedp.KeyEvent(`http://h/\x01`))
	p.poll("the text without escapes", fragmentOf+` === "#u=http://h/\\x01"`)

	// A text that is put back has escapes only if it needs them.
	allowClipboard(t, p)
	p.do(`await window.focus(); await navigator.clipboard.writeText(ARG); document.querySelector("#url").focus()`, ` a\b `)
	p.run(press("selectAll"), press("paste"))
	p.do(`document.querySelector("#note button").click()`)
	p.want("the text with its blanks", eval[string](p, `document.querySelector("#url").value`), ` a\b `)
	p.quiet()
}

// focused returns a description of the element with the focus, and reports whether that is visible.
func (p *tab) focused() (name string, visible bool) {
	name = eval[string](p, `(e => e.id || e.getAttribute("aria-label") || e.textContent.trim())(document.activeElement)`)
	return name, eval[bool](p, `(e => getComputedStyle(e).outlineStyle !== "none" ||
		getComputedStyle(e.parentElement).outlineStyle !== "none")(document.activeElement)`)
}

// TestKeyboard uses the page with the keyboard alone.
func TestKeyboard(t *testing.T) {
	p := open(t, "")
	p.run(chromedp.KeyEvent(`http://127.0.0.1\@1.1.1.1/`))
	p.settled()
	reach := func(name string) {
		t.Helper()
		var seen []string
		for range 150 {
			p.run(chromedp.KeyEvent(kb.Tab))
			got, visible := p.focused()
			if !visible {
				t.Errorf("the focus on %q is not visible", got)
			}
			if got == name {
				return
			}
			seen = append(seen, got)
		}
		t.Fatalf("Tab does not reach %q, but %q", name, seen)
	}
	reach("Base URL, dialects, escapes")
	p.run(chromedp.KeyEvent(kb.Enter))
	reach("escapes")
	p.run(chromedp.KeyEvent(" "))
	p.want("the field with escapes", eval[string](p, `document.querySelector("#url").value`), `http://127.0.0.1\\@1.1.1.1/`)
	p.run(chromedp.KeyEvent(" "))
	reach("copy-json")
	reach("host: 1.1.1.1")
	p.want("the mark", p.text("#mirror mark"), "1.1.1.1")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.want("the selection", eval[string](p, `(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.activeElement)`), "1.1.1.1")
	reach(p.text("#findings button"))
	at := eval[[]int](p, `document.querySelector("#findings button").textContent.match(/\d+/g).map(Number)`)
	p.want("the mark", p.text("#mirror mark"), `http://127.0.0.1\@1.1.1.1/`[at[0]:at[len(at)-1]+1])
	reach(gallery.Tricky[3])
	p.run(chromedp.KeyEvent(kb.Enter))
	p.poll("the URL of the gallery", `document.querySelector("#url").value === ARG`, gallery.Tricky[3])
	p.poll("the focus on the headline", `document.activeElement.id === "headline"`)
	p.quiet()
}

// TestMarks: pointing at a cell marks its bytes, also after characters of several bytes and after escapes.
func TestMarks(t *testing.T) {
	for _, tt := range []struct{ url, mark string }{
		{"http://é😀@h.example/", "h.example"}, {"\x01http://h.example/é\u202e", "h.example"},
	} {
		p := open(t, fragment(tt.url))
		p.do(`document.querySelector("tr[data-dialect=rfc1808] td[data-c=host], tr[data-dialect=urllib] td[data-c=host]").onmouseenter()`)
		p.want("the mark", p.text("#mirror mark"), tt.mark)
		p.quiet()
	}
}

// media emulates a medium and a colour scheme.
func media(medium, scheme string) action {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return chromedp.Void{}, err
	}
}

// TestScreens: the page is dark where that is preferred, fits a phone, and prints without its controls.
func TestScreens(t *testing.T) {
	p := open(t, fragment(`https://user:pw@evil.c℀.good.example:8443/a/%2e%2e/b;v=1?q=caf%C3%A9&`+strings.Repeat("x", 300)))
	const brightness = `(c => c[0] + c[1] + c[2])(getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number))`
	p.run(media("", "light"))
	if light := eval[int](p, brightness); light < 700 {
		t.Errorf("the light page has the brightness %d, want at least 700", light)
	}
	p.run(media("", "dark"))
	if dark := eval[int](p, brightness); dark > 150 {
		t.Errorf("the dark page has the brightness %d, want at most 150", dark)
	}
	for _, width := range []int64{320, 390, 768, 1280} {
		p.run(chromedp.EmulateViewport(width, 800))
		p.do(`while (innerWidth !== ARG) await new Promise(requestAnimationFrame);
			await new Promise(requestAnimationFrame)`, width) // the event "resize" comes before the frame
		p.settled()
		if got := eval[int64](p, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("the page is %d pixels wide on a screen of %d: %s", got, width, eval[[]string](p, `[...document.querySelectorAll("*")].
				filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll")).map(e => e.outerHTML.slice(0, 80))`))
		}
		if eval[bool](p, `[...document.querySelectorAll(".c-port .value")].some(e => e.getClientRects().length > 1)`) {
			t.Errorf("a port has two lines on a screen of %d", width)
		}
		if lines := eval[int64](p, `Math.max(...[...document.querySelectorAll("#drawings pre")].map(e => e.scrollWidth - e.clientWidth))`); lines > 0 {
			t.Errorf("a drawing is %d pixels too wide on a screen of %d", lines, width)
		}
	}
	p.run(media("print", "light"))
	if eval[bool](p, `document.querySelector(".buttons").checkVisibility() || !document.querySelector("#readings").checkVisibility()`) {
		t.Error("the printed page has buttons, or no table")
	}
	p.quiet()
}
