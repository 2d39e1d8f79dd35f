// Command web builds the web page that shows how each program parses a URL.
//
// Usage:
//
//	go run ./web [-port N]   build the page and serve it on the loopback interface
//	go run ./web -o DIR      write its files into DIR, for any host of static files
//	go run ./web -npm DIR    write the files of the npm package into DIR
//	go run ./web -vectors F  write what each program reads in tricky URLs into the file F
//
// The parsers run in the browser, as WebAssembly. The folder advisories has a page for each advisory, without script.
// Each file is also written in compressed form, as .gz, and the files of the live page as .br. The download size that
// the project promises for the page is the size of the .br files: configure the host to serve them. Each advisory has a
// picture as .svg.
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() { os.Exit(command(os.Args[1:], os.Stderr)) }

// command runs the command and returns its exit status.
func command(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("o", "", "write the files into `DIR` instead of serving them")
	npm := flags.String("npm", "", "write the files of the npm package into `DIR`")
	vectors := flags.String("vectors", "", "write what each program reads in tricky URLs into `FILE`")
	others := flags.String("readers", "", "with -vectors: `DIALECTS` besides the newest ones, separated by spaces")
	address := flags.String("site", "", "with -o: the `ADDRESS` of the site, for previews of its pages in other programs")
	port := flags.Int("port", 8642, "serve on this `PORT`; 0 is any free one")
	flags.Usage = func() {
		fmt.Fprintln(stderr,
			"Usage: go run ./web [-port N]\n       go run ./web -o DIR [-site ADDRESS]\n       go run ./web -npm DIR\n"+
				"       go run ./web -vectors FILE")
		flags.PrintDefaults()
	}
	err := flags.Parse(args)
	switch {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 0:
		flags.Usage()
		return 2
	case *address != "" && *out == "":
		fmt.Fprintln(stderr, "web: -site needs -o: only written files have an address of their own")
		return 2
	case *npm != "":
		err = writePackage(*npm)
	case *vectors != "":
		err = writeVectors(*vectors, *others)
	case *out != "":
		err = write(*out, *address)
	default:
		err = serve(*port)
	}
	if err != nil {
		fmt.Fprintln(stderr, "web:", err)
		return 1
	}
	return 0
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

// write builds the page and writes its files to dir.
func write(dir, address string) error {
	if address != "" {
		address = strings.TrimSuffix(address, "/") + "/"
	}
	s, err := build(address)
	if err != nil {
		return err
	}
	return s.write(dir)
}

// write writes the files to dir, with their compressed forms.
func (s site) write(dir string) error {
	_, mod, err := folders()
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for name, text := range s {
		files[name], files[name+".gz"] = text, gzipped(text)
		if strings.Contains(name, "/") {
			continue // the files of an advisory are small
		}
		compressed, err := run(text, filepath.Join(mod, "tools"), "run", "./brotli") // the module tools has the dependency
		if err != nil {
			return err
		}
		files[name+".br"] = compressed
	}
	return writeFiles(dir, files)
}

// writeFiles writes files with these names to dir, and makes the folders that do not exist.
func writeFiles(dir string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
