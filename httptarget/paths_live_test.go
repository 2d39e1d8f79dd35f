package httptarget

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	nethttp "net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earl.example/internal/text/ascii"
)

const serversFolder = "testdata/servers"

// A liveServer is a row of servers.tsv.
type liveServer struct {
	name, kind string
	reader     Reader
	most       int // misses on systematicTargets, or -1
	equal      int // the least share of equal paths in 100
	port       string
	files      []string // the paths of /admin/secret, if it serves files

	mu      sync.Mutex
	answers map[string]liveAnswer
}

// A liveAnswer is how a server read a target: A below /admin/, O another path, R refused, > redirected.
type liveAnswer struct {
	letter byte
	said   string // the path that the server says it reads, what a proxy sent on, or the Location
}

// table returns the cells of the rows of a file in serversFolder.
func table(t *testing.T, name string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(serversFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line[0] != '#' {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

// A farm has the running servers. Its processes end with the test.
type farm struct {
	t       *testing.T
	tools   string
	folder  string
	servers map[string]*liveServer
	env     []string
}

// startFarm starts the servers of which tools has the programs.
func startFarm(t *testing.T, tools string) *farm {
	folder, err := os.MkdirTemp("", "paths") // all users can read it: some servers change their user
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	os.Chmod(folder, 0o755)
	f := &farm{t: t, tools: tools, folder: folder, servers: map[string]*liveServer{}}
	_, columns := recorded(t)
	misses := map[string]int{}
	for line := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		name, _, _ := strings.Cut(cells[0], ",")
		misses[name], _ = strconv.Atoi(cells[5])
	}
	for _, row := range table(t, "servers.tsv") {
		most, err := strconv.Atoi(row[3])
		if err != nil {
			most = -1
		} else if os.Getenv("EARL_PATHS_LONG") == "" { // the recorded targets
			most = misses[row[2]]
		}
		s := &liveServer{name: row[0], kind: row[1], reader: mustParse(t, row[2]), most: most, answers: map[string]liveAnswer{}}
		if s.equal, _ = strconv.Atoi(row[4]); s.kind == "f" {
			s.files = []string{"/admin/secret"}
		}
		for _, c := range columns {
			if c.reader == s.reader && c.files != nil && s.kind == "f" {
				s.files = c.files
			}
		}
		f.servers[row[0]] = s
	}
	// The ports are free ones below those that systems give to clients.
	port := 10_000 + rand.IntN(10_000)
	for _, s := range f.servers {
		for s.port == "" {
			port++
			if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port)); err == nil {
				s.port = fmt.Sprint(port)
				l.Close()
			}
		}
	}
	for _, name := range []string{"www/admin", "www/public/x"} {
		if err := os.MkdirAll(filepath.Join(f.folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"admin/secret": "admin", "index.html": "other", "public/index.html": "other"} {
		if err := os.WriteFile(filepath.Join(f.folder, "www", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	debian := filepath.Join(tools, "debian")
	libraries, _ := filepath.Glob(debian + "/usr/lib/*-linux-gnu")
	more, _ := filepath.Glob(debian + "/usr/lib/*-linux-gnu/varnish")
	rubies, _ := filepath.Glob(debian + "/usr/lib/*/ruby/[0-9v]*")
	for _, pattern := range []string{"/usr/lib/*/ruby/vendor_ruby/[0-9]*", "/usr/lib/ruby/[0-9]*", "/usr/lib/ruby/vendor_ruby", "/usr/lib/ruby/vendor_ruby/[0-9]*"} {
		found, _ := filepath.Glob(debian + pattern)
		rubies = append(rubies, found...)
	}
	gems, _ := filepath.Glob(debian + "/usr/share/rubygems-integration/*")
	for _, pattern := range []string{"/usr/lib/*/rubygems-integration/*", "/usr/lib/*/ruby/gems/*"} {
		found, _ := filepath.Glob(debian + pattern)
		gems = append(gems, found...)
	}
	programs := strings.Join([]string{debian + "/usr/sbin", debian + "/usr/bin", os.Getenv("PATH"), "/usr/sbin"}, ":")
	f.env = append(os.Environ(), "PATH="+programs, "PYTHONPATH="+tools+"/python", "PYTHONDONTWRITEBYTECODE=1",
		"LD_LIBRARY_PATH="+strings.Join(append(libraries, more...), ":"), "RUBYLIB="+strings.Join(rubies, ":"),
		"GEM_PATH="+strings.Join(gems, ":"), "HOME="+f.folder, "XDG_DATA_HOME="+f.folder, "XDG_CONFIG_HOME="+f.folder)
	f.serveGo()
	for _, row := range table(t, "start.tsv") {
		f.start(row[0], row[1], row[2])
	}
	f.wait()
	return f
}

var placeholder = regexp.MustCompile(`@[A-Za-z0-9_.-]+@`)

// expand replaces the placeholders in the text of a process. suffix is the suffix of its servers.
func (f *farm) expand(text, folder, suffix string) string {
	return placeholder.ReplaceAllStringFunc(text, func(all string) string {
		name := strings.Trim(all, "@")
		for _, server := range []string{name + suffix, name} {
			if s := f.servers[server]; s != nil {
				return s.port
			}
		}
		switch name {
		case "W":
			return folder
		case "T":
			return f.tools
		case "D":
			if _, err := os.Stat(filepath.Join(f.tools, "debian")); err != nil {
				return ""
			}
			return filepath.Join(f.tools, "debian")
		case "WWW":
			return filepath.Join(f.folder, "www")
		case "REL":
			return "../www"
		}
		data, err := os.ReadFile(filepath.Join(serversFolder, name))
		if err != nil {
			f.t.Logf("%s: no server and no file of this name", all)
			return all
		}
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(f.expand(string(data), folder, suffix)), 0o644); err != nil {
			f.t.Fatal(err)
		}
		return file
	})
}

// start starts a process, which ends with the test.
func (f *farm) start(name, suffix, command string) {
	folder := filepath.Join(f.folder, name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		f.t.Fatal(err)
	}
	command = f.expand(command, folder, suffix)
	log, err := os.Create(filepath.Join(f.folder, name+".log"))
	if err != nil {
		f.t.Fatal(err)
	}
	// If this process ends, its end of the pipe is closed, and the shell ends the group of its processes.
	cmd := exec.Command("sh", "-c", "("+command+") </dev/null & cat >/dev/null; kill -9 0")
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = folder, f.env, log, log
	inGroup(cmd)
	pipe, err := cmd.StdinPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		pipe.Close()
		cmd.Wait()
		log.Close()
	})
}

// serveGo serves what this process can serve, and starts a second one with the ServeMux of Go 1.21.
func (f *farm) serveGo() {
	byPrefix := func(of func(r *nethttp.Request) string) nethttp.HandlerFunc {
		return func(w nethttp.ResponseWriter, r *nethttp.Request) {
			name := "other"
			if strings.HasPrefix(of(r), "/admin/") {
				name = "admin"
			}
			fmt.Fprintf(w, "%s\t%s", name, of(r))
		}
	}
	for name, handler := range map[string]nethttp.Handler{
		"go-servemux":       serveMux(),
		"go-prefix-decoded": byPrefix(func(r *nethttp.Request) string { return r.URL.Path }),
		"prefix-raw":        byPrefix(func(r *nethttp.Request) string { return r.RequestURI }),
		"recipe-go": nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			name := "other"
			if p := path.Clean(r.URL.Path); p == "/admin" || strings.HasPrefix(p, "/admin/") {
				name = "admin"
			}
			fmt.Fprint(w, name)
		}),
		"go-fileserver": nethttp.FileServer(nethttp.Dir(filepath.Join(f.folder, "www"))),
		"echo": nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
			fmt.Fprint(w, "fwd\t"+r.RequestURI)
		}),
	} {
		server := &nethttp.Server{Addr: "127.0.0.1:" + f.servers[name].port, Handler: handler}
		go server.ListenAndServe()
		f.t.Cleanup(func() { server.Close() })
	}
	f.start("servemux", "", fmt.Sprintf("%s=%s GODEBUG=httpmuxgo121=1 exec %s -test.run '^TestLivePaths$'", oldMux,
		f.servers["go-servemux-121"].port, os.Args[0]))
}

// oldMux is a variable with the port of the second process.
const oldMux = "OLD_MUX_PORT"

func serveMux() nethttp.Handler {
	mux := nethttp.NewServeMux()
	for pattern, name := range map[string]string{"/admin/": "admin", "/": "other"} {
		mux.HandleFunc(pattern, func(w nethttp.ResponseWriter, r *nethttp.Request) { fmt.Fprintf(w, "%s\t%s", name, r.URL.Path) })
	}
	return mux
}

// wait waits until the servers accept connections, and leaves out those that do not.
func (f *farm) wait() {
	deadline := time.Now().Add(90 * time.Second)
	quiet := time.Now().Add(25 * time.Second)
	missing := slices.Sorted(maps.Keys(f.servers))
	for last := len(missing); len(missing) > 0 && time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		missing = slices.DeleteFunc(missing, func(name string) bool {
			c, err := net.DialTimeout("tcp", "127.0.0.1:"+f.servers[name].port, time.Second)
			if err == nil {
				c.Close()
			}
			return err == nil
		})
		if len(missing) < last {
			last, quiet = len(missing), time.Now().Add(25*time.Second)
		} else if time.Now().After(quiet) {
			break
		}
	}
	for _, name := range missing {
		delete(f.servers, name)
	}
	if len(missing) > 0 {
		f.t.Logf("not running: %s", strings.Join(missing, ", "))
	}
}

// A liveConn sends targets to a server on kept connections.
type liveConn struct {
	server *liveServer
	c      net.Conn
	r      *bufio.Reader
}

func (k *liveConn) close() {
	if k.c != nil {
		k.c.Close()
		k.c = nil
	}
}

// ask sends a target and returns how the server read it.
func (k *liveConn) ask(target string) liveAnswer {
	s := k.server
	s.mu.Lock()
	a, ok := s.answers[target]
	s.mu.Unlock()
	if ok {
		return a
	}
	a = k.send(target)
	s.mu.Lock()
	s.answers[target] = a
	s.mu.Unlock()
	return a
}

func (k *liveConn) send(target string) liveAnswer {
	s := k.server
	close := s.name == "jdk-httpserver" // on a kept connection it waits 40 ms
	for {
		isNew := k.c == nil
		if isNew {
			c, err := net.DialTimeout("tcp", "127.0.0.1:"+s.port, 5*time.Second)
			if err != nil {
				return liveAnswer{'?', err.Error()}
			}
			k.c, k.r = c, bufio.NewReader(c)
		}
		k.c.SetDeadline(time.Now().Add(10 * time.Second))
		header := ""
		if close {
			header = "Connection: close\r\n"
		}
		fmt.Fprintf(k.c, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%s\r\n", target, s.port, header)
		r, err := nethttp.ReadResponse(k.r, nil)
		if err != nil {
			k.close()
			if isNew {
				return liveAnswer{'R', err.Error()}
			}
			continue
		}
		b, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
		r.Body.Close()
		if r.Close || close || err != nil || r.ProtoMinor == 0 || r.StatusCode >= 400 {
			k.close()
		}
		return s.letter(r, string(b))
	}
}

// letter returns what a response says.
func (s *liveServer) letter(r *nethttp.Response, body string) liveAnswer {
	name, said, _ := strings.Cut(body, "\t")
	status, loc := r.StatusCode, r.Header.Get("X-Loc")
	if to := r.Header.Get("Location"); status >= 300 && status < 400 && to != "" && !(s.kind == "h" && loc != "") {
		return liveAnswer{'>', to}
	}
	isAdmin, isOther := false, status == 404
	switch s.kind {
	case "r":
		isAdmin, isOther = status == 200 && name == "admin", isOther || status == 200
	case "f":
		said = ""
		isAdmin, isOther = status == 200 && body == "admin", isOther || status == 200 || status == 403
	case "h":
		isAdmin = loc == "admin"
		isOther = loc == "other" || strings.Contains(s.name, "apache") && status != 400 && status < 500
	case "d":
		said = ""
		isAdmin, isOther = status == 403, isOther || status == 200
	case "p", "w":
		isAdmin, isOther = status == 200 && name == "fwd", isOther || status == 200
	}
	switch {
	case status == 400:
		return liveAnswer{'R', ""}
	case isAdmin:
		return liveAnswer{'A', said}
	case isOther:
		return liveAnswer{'O', said}
	}
	return liveAnswer{'R', ""}
}

// serves reports whether the reader of the server says that it serves a target below /admin/, or the file.
func (s *liveServer) serves(target string) bool {
	return column{reader: s.reader, files: s.files}.serves(target)
}

// A tally counts the answers of a server.
type tally struct {
	asked, misses, said, equal, redirects, locations int
	examples                                         []string
}

// measure sends targets to a server and compares its answers with its reader.
func measure(s *liveServer, targets []string, keep bool) (n tally) {
	k := &liveConn{server: s}
	defer k.close()
	for _, target := range targets {
		var a liveAnswer
		if keep {
			a = k.ask(target)
		} else {
			a = k.send(target)
		}
		g := s.reader.Read(target)
		n.asked++
		if s.kind != "w" && (a.letter == 'A') != s.serves(target) {
			if n.misses++; len(n.examples) < 4 {
				n.examples = append(n.examples, fmt.Sprintf("%q read as %+v, answered %c %q", target, g, a.letter, a.said))
			}
		}
		switch {
		case a.letter == '>' && a.said == target+"/": // the pattern /admin/ of ServeMux
		case a.letter == '>' && s.kind == "r":
			n.redirects++
			if a.said == g.Location {
				n.locations++
			}
		case a.said != "" && (a.letter == 'A' || a.letter == 'O'):
			want := g.Path
			if s.kind != "r" {
				want = g.Forward
			}
			if want == "" && !g.Refused || ascii.Index(want+a.said, ascii.NonASCII) >= 0 { // some servers print them as Latin-1
				break
			}
			if n.said++; upperEscapes(a.said) == upperEscapes(want) {
				n.equal++
			} else if len(n.examples) < 8 && os.Getenv("EARL_PATHS_SHOW") != "" {
				n.examples = append(n.examples, fmt.Sprintf("%q read as %+v, said %q", target, g, a.said))
			}
		}
	}
	return n
}

// upperEscapes returns s with the digits of percent-encodings in upper case.
func upperEscapes(s string) string {
	return regexp.MustCompile(`%[0-9a-fA-F]{2}`).ReplaceAllStringFunc(s, strings.ToUpper)
}

// each calls do for the servers, of which eight run at a time.
func (f *farm) each(do func(s *liveServer)) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for _, name := range slices.Sorted(maps.Keys(f.servers)) {
		if name == "echo" {
			continue
		}
		wg.Go(func() {
			slots <- struct{}{}
			do(f.servers[name])
			<-slots
		})
	}
	wg.Wait()
}

// TestLivePaths compares the readers with servers on loopback. The variable EARL_PATHS names the folder with the
// programs, which .ci/paths fills. It sends the recorded targets, some of systematicTargets and of randomTargets, and
// the targets of Bypass; with EARL_PATHS_LONG all of the first and a million of the second.
func TestLivePaths(t *testing.T) {
	if port := os.Getenv(oldMux); port != "" {
		t.Fatal(nethttp.ListenAndServe("127.0.0.1:"+port, serveMux()))
	}
	tools := os.Getenv("EARL_PATHS")
	if tools == "" {
		t.Skip("EARL_PATHS is not set: bash .ci/paths gets the servers and sets it")
	}
	f := startFarm(t, tools)
	if n := len(f.servers) - 1; n < 30 {
		for _, folder := range []string{"debian", "python", "node", "java"} {
			if _, err := os.Stat(filepath.Join(tools, folder)); err != nil {
				t.Skipf("%d servers run, and 30 are needed: there is no %s", n, folder)
			}
		}
		t.Fatalf("%d servers run, want 30", n)
	}
	isLong := os.Getenv("EARL_PATHS_LONG") != ""
	answers, _ := recorded(t)
	var targets []string
	for _, a := range answers {
		targets = append(targets, a.target)
	}
	fresh := 60_000
	if isLong {
		targets, fresh = systematicTargets(), 1_000_000
	}
	fresh = fresh/len(f.servers) + 1
	var mu sync.Mutex
	results, random := map[string]tally{}, map[string]tally{}
	start := time.Now()
	f.each(func(s *liveServer) {
		n := measure(s, targets, true)
		var m tally
		if s.kind != "w" {
			m = measure(s, randomTargets(fresh, uint64(len(s.name))+uint64(s.name[len(s.name)-1])<<8), false)
		}
		mu.Lock()
		defer mu.Unlock()
		results[s.name], random[s.name] = n, m
	})
	var sum, sumRandom tally
	for _, name := range slices.Sorted(maps.Keys(results)) {
		n, m, s := results[name], random[name], f.servers[name]
		t.Logf("%-22s misses %d of %d, random %d of %d; equal paths %d of %d; Location %d of %d", name, n.misses, n.asked, m.misses,
			m.asked, n.equal+m.equal, n.said+m.said, n.locations+m.locations, n.redirects+m.redirects)
		for _, example := range slices.Concat(n.examples, m.examples) {
			t.Logf("    %s", example)
		}
		if s.most >= 0 && n.misses > s.most {
			t.Errorf("%s has %d misses on %d targets, want at most %d", name, n.misses, n.asked, s.most)
		}
		if (n.equal+m.equal)*100 < (n.said+m.said)*s.equal {
			t.Errorf("%s says %d of %d paths of its reader, want %d %%", name, n.equal+m.equal, n.said+m.said, s.equal)
		}
		if n.locations+m.locations < n.redirects+m.redirects {
			t.Errorf("%s redirects %d of %d times to Location, want all", name, n.locations+m.locations, n.redirects+m.redirects)
		}
		sum.misses, sum.asked = sum.misses+n.misses, sum.asked+n.asked
		sumRandom.misses, sumRandom.asked = sumRandom.misses+m.misses, sumRandom.asked+m.asked
	}
	t.Logf("%d servers, %.0f s: %d misses of %d, random %d of %d", len(results), time.Since(start).Seconds(), sum.misses, sum.asked,
		sumRandom.misses, sumRandom.asked)
	if sumRandom.misses*1000 > sumRandom.asked {
		t.Errorf("%d misses on %d random targets, want at most 0.1 %%", sumRandom.misses, sumRandom.asked)
	}
	f.confirm(isLong)
}

// confirm sends the targets of Bypass for all pairs of readers to their servers. The shortest target of each pair is
// enough without isLong.
func (f *farm) confirm(isLong bool) {
	t := f.t
	byReader := map[Reader]*liveServer{}
	for _, name := range slices.Sorted(maps.Keys(f.servers)) {
		if s := f.servers[name]; s.kind != "w" && name != "echo" && byReader[s.reader] == nil {
			byReader[s.reader] = s
		}
	}
	type pair struct {
		check, server *liveServer
		target, sent  string
	}
	var pairs []pair
	asks := map[string]map[string]bool{}
	ask := func(s *liveServer, target string) {
		if asks[s.name] == nil {
			asks[s.name] = map[string]bool{}
		}
		asks[s.name][target] = true
	}
	for check, c := range byReader {
		for server, s := range byReader {
			targets := Bypass(check, server, "/admin/")
			if c.kind == "f" && check != server { // a server of files is no access rule
				continue
			}
			if check == server {
				inProcess := check
				inProcess.forward = 0
				if found := Bypass(inProcess, server, "/admin/"); found != nil {
					t.Errorf("%s and itself: Bypass found %q, want none", c.name, found)
				}
				continue
			}
			kept := 0
			for _, target := range targets {
				sent := cmp.Or(check.Read(target).Forward, target)
				if !s.serves(sent) { // another file
					continue
				}
				if kept++; kept > 1 && !isLong || kept > 25 {
					break
				}
				pairs = append(pairs, pair{c, s, target, sent})
				ask(c, target)
				ask(s, sent)
			}
		}
	}
	start := time.Now()
	f.each(func(s *liveServer) {
		k := &liveConn{server: s}
		defer k.close()
		for target := range asks[s.name] {
			k.ask(target)
		}
	})
	confirmed, shown := 0, 0
	distinct := map[string]bool{}
	wrong := map[string]int{}
	for _, p := range pairs {
		distinct[p.target] = true
		a, b := p.check.answers[p.target], p.server.answers[p.sent]
		if a.letter == 'O' && b.letter == 'A' {
			confirmed++
			continue
		}
		wrong[p.check.name]++
		wrong[p.server.name]++
		if shown++; shown <= 20 || os.Getenv("EARL_PATHS_SHOW") != "" {
			t.Logf("%s, %s: %q was answered with %c, and %q with %c", p.check.name, p.server.name, p.target, a.letter, p.sent, b.letter)
		}
	}
	names := slices.SortedFunc(maps.Keys(wrong), func(a, b string) int { return wrong[b] - wrong[a] })
	for _, name := range names[:min(len(names), 6)] {
		t.Logf("%s has a part in %d wrong pairs", name, wrong[name])
	}
	t.Logf("%d of %d targets of Bypass confirmed, %d of them distinct, in %.0f s", confirmed, len(pairs), len(distinct), time.Since(start).Seconds())
	if confirmed*100 < len(pairs)*97 {
		t.Errorf("%d of %d targets of Bypass confirmed, want 97 %%", confirmed, len(pairs))
	}
	// Control: of two servers with one reader, one does not serve what the other passes.
	control, passed := 0, 0
	for _, a := range f.servers {
		for _, b := range f.servers {
			if a.reader != b.reader || a == b || a.kind != "r" || b.kind != "r" {
				continue
			}
			for target, x := range a.answers {
				if y, ok := b.answers[target]; ok {
					if control++; x.letter == 'O' && y.letter == 'A' {
						passed++
						t.Errorf("%q passes %s and is served by %s, which have one reader", target, a.name, b.name)
					}
				}
			}
		}
	}
	t.Logf("control: %d of %d targets pass from a server to one with the same reader", passed, control)
}
