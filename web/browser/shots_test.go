package browser

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A look is a state of the page that a person has looked at.
type look struct {
	name, fragment string
	width, height  int64
	dark           bool
}

var looks = []look{
	{"page", "#u=http%3A%2F%2F127.0.0.1%5C%401.1.1.1%2F&d=urllib@3.13.3,urllib3@2.5.0", 1280, 1130, false},
	{"disagreement", fragment(`http://127.0.0.1\@1.1.1.1/`), 1280, 1400, false},
	{"dark", fragment(`https://user:pw@evil.c℀.good.example:8443/a/%2e%2e/b;v=1?q=caf%C3%A9&x=1+2#top`), 1280, 2600, true},
	{"phone", fragment(`http:\\evil.com/`), 390, 2400, false},
	{"ordinary", fragment("https://www.example.co.uk/a/b?x=1&y=2#top"), 1280, 1800, false},
	{"start", "", 1280, 1600, false},
	{"resolve", "#u=..%2F..%2F.%2Fg%3Fy%23s&b=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq", 1280, 4500, false},
	{"resolve-phone", "#u=..%2F..%2F.%2Fg%3Fy%23s&b=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq", 390, 7000, true},
	{"advisory", "advisories/cve-2026-24779.html", 1280, 1400, false},
	{"advisory-phone", "advisories/cve-2026-24779.html", 390, 1600, true},
}

// show emulates the screen of a look.
func (l look) show() action {
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		if _, err := media("", scheme)(ctx, t); err != nil {
			return chromedp.Void{}, err
		}
		return chromedp.EmulateViewport(l.width, l.height)(ctx, t)
	}
}

// open opens the page of a look.
func (l look) open(t *testing.T) *tab {
	t.Helper()
	if strings.HasPrefix(l.fragment, "advisories/") {
		return visit(t, l.fragment, l.show())
	}
	p := open(t, l.fragment, l.show())
	p.poll("the gallery", `document.querySelectorAll("#gallery a").length > 50`)
	return p
}

// TestScreenshots writes screenshots.
func TestScreenshots(t *testing.T) {
	if *screenshotsFlag == "" {
		t.Skip("-screenshots is not set")
	}
	for _, l := range looks {
		p := l.open(t)
		picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(*screenshotsFlag, l.name+".png")
		if l.name == "page" { // the picture of README
			name = filepath.Join("..", "..", "docs", "page.png")
		}
		if err := os.WriteFile(name, picture, 0o666); err != nil {
			t.Fatal(err)
		}
		p.quiet()
	}
}
