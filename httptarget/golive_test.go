package httptarget

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"earl.example/internal/testing/urltest"
)

// TestLikeGoServers compares rows with net/http in this process, on the recorded targets and generated ones: the
// pattern that ServeMux finds, its redirect, the file that FileServer serves, r.URL.Path, and RequestURI of net/url,
// which proxies in Go send on.
func TestLikeGoServers(t *testing.T) {
	t.Parallel()
	served := ""
	mux := nethttp.NewServeMux()
	mux.HandleFunc("/admin/", func(nethttp.ResponseWriter, *nethttp.Request) { served = "admin" })
	mux.HandleFunc("/", func(nethttp.ResponseWriter, *nethttp.Request) { served = "other" })
	files := nethttp.FileServerFS(fstest.MapFS{"admin/secret": {Data: []byte("s")}}) // not the names of a file system
	serveMux, fileServer, urlPath := mustParse(t, "go-servemux"), mustParse(t, "go-fileserver"), mustParse(t, "go-urlpath")
	proxy := mustParse(t, "refuse=bad-escape decode=once forward=escaped")
	compared := 0
	for _, target := range goTargets(t) {
		request, err := nethttp.ReadRequest(bufio.NewReader(strings.NewReader("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n")))
		g := urlPath.Read(target)
		if err != nil || request.URL.Path == "" && g.Path == "/" {
			continue // net/url also refuses hosts; it reads no path in http://h
		}
		if g.Refused && !strings.HasPrefix(target, "/") {
			continue // schemes without "//"
		}
		compared++
		if g.Path != request.URL.Path {
			t.Errorf("go-urlpath reads %q as %+v, net/http as %q", target, g, request.URL.Path)
		}
		if f := proxy.Read(target).Forward; f != request.URL.RequestURI() && strings.HasPrefix(target, "/") {
			t.Errorf("forward=escaped sends %q for %q, net/url %q", f, target, request.URL.RequestURI())
		}
		served = ""
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, request)
		g = serveMux.Read(target)
		to, _, _ := strings.Cut(g.Location, "?")
		isSelf := g.Path == "/admin" || to == "/admin" // ServeMux redirects to the pattern /admin/
		g.Location = asciiOnly(g.Location)             // http.Redirect encodes the other bytes of the query
		location := recorder.Header().Get("Location")
		if !isSelf && location != g.Location || !isSelf && served != "" &&
			(served == "admin") != g.Below("/admin/") {
			t.Errorf("go-servemux reads %q as %+v, ServeMux answers %q and %q", target, g, served, location)
		}
		recorder = httptest.NewRecorder()
		files.ServeHTTP(recorder, request)
		g = fileServer.Read(target)
		isFile := g.Path == "/admin/secret" // FileServer redirects a file with a slash at its end
		if got := recorder.Code == nethttp.StatusOK && recorder.Body.String() == "s"; got != isFile &&
			!strings.ContainsRune(g.Path, 0) {
			t.Errorf("go-fileserver reads %q as %+v, FileServer answers %d %q", target, g, recorder.Code, recorder.Body)
		}
	}
	if compared < 2_500 {
		t.Errorf("net/http accepts %d targets, want 2500", compared)
	}
}

func asciiOnly(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%x", s[i])
		}
	}
	return b.String()
}

// goTargets returns the recorded targets and generated ones.
func goTargets(t *testing.T) (targets []string) {
	answers, _ := recorded(t)
	for _, a := range answers {
		targets = append(targets, a.target)
	}
	n := 2_000
	if urltest.IsExhaustive() {
		n = 500_000
	}
	random := rand.New(rand.NewPCG(22, 7231))
	atoms := strings.Fields(`/ / / // admin admin secret secret . .. %2e %2f %2F ; ;a \ %5c %61 %zz % %25 %00 ? # ! ' ( * [ ] | ~ : @ , x X
		é %c3%a9 %ff "`)
	for range n {
		var b strings.Builder
		b.WriteString("/")
		for range random.IntN(9) {
			b.WriteString(atoms[random.IntN(len(atoms))])
		}
		targets = append(targets, b.String())
	}
	return targets
}
