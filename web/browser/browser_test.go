package browser

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	siteFlag        = flag.String("site", "", "test the page in this `FOLDER` instead of building it")
	screenshotsFlag = flag.String("screenshots", "", "write screenshots of five states into this `FOLDER`")
)

// The page, the command and the browser, once for all tests. TestMain sets them.
var (
	site    string
	command string
	browser context.Context
	host    *server
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		stop, err := start()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer stop()
		return m.Run()
	}())
}

// start builds the page and the command, and starts a server and Chromium.
func start() (stop func(), err error) {
	program := os.Getenv("EARL_CHROMIUM")
	if program == "" {
		if program, err = exec.LookPath("chromium"); err != nil {
			fmt.Println("skipped: there is no chromium on PATH, and EARL_CHROMIUM names none")
			os.Exit(0)
		}
	}
	dir, err := os.MkdirTemp("", "earl-browser")
	if err != nil {
		return nil, err
	}
	site, command = *siteFlag, filepath.Join(dir, "earl")
	builds := [][]string{{"build", "-o", command, "./cmd/earl"}}
	if site == "" {
		site = filepath.Join(dir, "site")
		builds = append(builds, []string{"run", "./web", "-o", site})
	}
	for _, args := range builds {
		build := exec.Command("go", args...)
		build.Dir = filepath.Join("..", "..")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	if host, err = listen("127.0.0.1:0"); err != nil {
		return nil, err
	}
	// Requests to other hosts go to the server too, as a proxy, which notes them.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.ProxyServer("http://"+host.address), chromedp.Flag("proxy-bypass-list", "127.0.0.1"),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true), chromedp.Flag("disable-features", "AutofillServerCommunication,Translate"), chromedp.WindowSize(1280, 900))
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	var closeBrowser context.CancelFunc
	browser, closeBrowser = chromedp.NewContext(allocator)
	if err := chromedp.Do(browser); err != nil {
		return nil, err
	}
	return func() { closeBrowser(); cancel(); host.Close(); os.RemoveAll(dir) }, nil
}

// A server serves the page as a host of static files does: it knows media types and the compressed files.
type server struct {
	http.Server
	address string
	mu      sync.Mutex
	bytes   int64    // sent in bodies
	foreign []string // requests to other hosts
}

func listen(address string) (*server, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	s := &server{address: l.Addr().String()}
	s.Handler = s
	go s.Serve(l)
	return s, nil
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Host != s.address {
		s.foreign = append(s.foreign, r.Method+" "+r.URL.String())
		http.Error(w, "no", http.StatusForbidden)
		return
	}
	name := path.Clean("/" + r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	types := map[string]string{".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
		".json": "application/json", ".wasm": "application/wasm", ".png": "image/png", ".webmanifest": "application/manifest+json"}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Cache-Control", "max-age=60")
	name = filepath.Join(site, filepath.FromSlash(name))
	for _, coding := range []string{"br", "gzip"} {
		suffix := map[string]string{"br": ".br", "gzip": ".gz"}[coding]
		if _, err := os.Stat(name + suffix); err == nil && strings.Contains(r.Header.Get("Accept-Encoding"), coding) {
			w.Header().Set("Content-Encoding", coding)
			name += suffix
			break
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	n, _ := w.Write(text)
	s.bytes += int64(n)
}

// A tab is a tab of the browser with the page.
type tab struct {
	*testing.T
	ctx     context.Context
	mu      sync.Mutex
	console []string // the page's text there
}

// open opens the page with a fragment in a tab, and waits for the first result.
func open(t *testing.T, fragment string, before ...action) *tab {
	t.Helper()
	p := visit(t, fragment, before...)
	p.settled()
	return p
}

// visit opens an address of the site in a tab.
func visit(t *testing.T, address string, before ...action) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	ctx, stop := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(func() { stop(); cancel() })
	p := &tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	p.run(before...)
	p.run(chromedp.Navigate("http://" + host.address + "/" + address))
	return p
}

// An action is an action without a result.
type action = chromedp.Action[chromedp.Void]

// hear notes the page's messages on the console.
func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch event := event.(type) {
	case *runtime.EventConsoleAPICalled:
		for _, arg := range event.Args {
			p.console = append(p.console, fmt.Sprintf("%s: %s %s", event.Type, arg.Value, arg.Description))
		}
	case *runtime.EventExceptionThrown:
		p.console = append(p.console, fmt.Sprintf("%+v", event.ExceptionDetails))
	case *log.EventEntryAdded:
		p.console = append(p.console, fmt.Sprintf("%s: %s %s", event.Entry.Level, event.Entry.Text, event.Entry.URL))
	}
}

func (p *tab) run(actions ...action) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatalf("%v; the console has %q", err, p.console)
	}
}

// eval returns the value of an expression, in which await works.
func eval[T any](p *tab, expression string, args ...any) (value T) {
	p.Helper()
	for _, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			p.Fatal(err)
		}
		expression = strings.Replace(expression, "ARG", string(text), 1)
	}
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T]("(async () => ("+expression+"))()", chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v; the console has %q", expression, err, p.console)
	}
	return value
}

// do runs statements.
func (p *tab) do(statements string, args ...any) {
	p.Helper()
	eval[bool](p, "await (async () => {"+statements+"; return true})()", args...)
}

// settled waits until the page has nothing to compute.
func (p *tab) settled() {
	p.Helper()
	p.poll("the result", `document.body.dataset.state === "settled"`)
}

// poll waits until an expression is true.
func (p *tab) poll(what, expression string, args ...any) {
	p.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if eval[bool](p, expression, args...) {
			return
		}
	}
	p.Fatalf("waited in vain for %s; the page says %q, the console %q", what, p.text("#problem"), p.console)
}

// text returns the text of an element.
func (p *tab) text(selector string) string {
	p.Helper()
	return eval[string](p, "document.querySelector(ARG).textContent", selector)
}

// quiet checks that the console is empty.
func (p *tab) quiet() {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, line := range p.console {
		p.Errorf("the console has %s", line)
	}
}

// fragment returns the fragment of a URL.
func fragment(url string) string {
	var b strings.Builder
	b.WriteString("#u=")
	for _, c := range []byte(url) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}
