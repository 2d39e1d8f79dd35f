// Command web builds the web page that shows how each program parses a URL.
//
// Usage:
//
//	go run ./web [-port N]   build the page and serve it on the loopback interface
//	go run ./web -o DIR      write its files into DIR, for any host of static files
//	go run ./web -npm DIR    write the files of the npm package into DIR
//
// The parsers run in the browser, as WebAssembly. The folder advisories has a page for each advisory, without script.
// Each file is also written in compressed form, as .gz, and the files of the live page as .br. The download size that
// the project promises for the page is the size of the .br files: configure the host to serve them. Each advisory has a
// picture as .svg, and as .png for the programs that show previews of pages.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	out := flag.String("o", "", "write the files into `DIR` instead of serving them")
	npm := flag.String("npm", "", "write the files of the npm package into `DIR`")
	address := flag.String("site", "", "with -o: the `ADDRESS` of the site, for previews of its pages in other programs")
	port := flag.Int("port", 8642, "serve on this `PORT`; 0 is any free one")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(),
			"Usage: go run ./web [-port N]\n       go run ./web -o DIR [-site ADDRESS]\n       go run ./web -npm DIR")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if *address != "" && *out == "" {
		fmt.Fprintln(flag.CommandLine.Output(), "web: -site needs -o: only written files have an address of their own")
		os.Exit(2)
	}
	do := func() error { return serve(*port) }
	if *out != "" {
		do = func() error { return write(*out, *address) }
	}
	if *npm != "" {
		do = func() error { return writePackage(*npm) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// serve builds the page and serves it until the program is stopped.
func serve(port int) error {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("%w; name another port with -port", err)
	}
	s, err := build("")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", l.Addr())
	server := http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(l)
}

// write builds the page and writes its files to dir, with their compressed forms.
func write(dir, address string) error {
	if address != "" && !strings.HasSuffix(address, "/") {
		address += "/"
	}
	advisories, err := filepath.Abs(filepath.Join(dir, "advisories"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(advisories, 0o777); err != nil {
		return err
	}
	s, err := build(address)
	if err != nil {
		return err
	}
	for name, f := range s {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := errors.Join(os.WriteFile(path, f.text, 0o666), os.WriteFile(path+".gz", f.gzipped, 0o666))
		if err == nil && !strings.Contains(name, "/") { // the files of an advisory are small
			var compressed []byte
			if compressed, err = tool(f.text, "brotli"); err == nil {
				err = os.WriteFile(path+".br", compressed, 0o666)
			}
		}
		if err != nil {
			return err
		}
	}
	_, err = tool(nil, "preview", advisories)
	return err
}
