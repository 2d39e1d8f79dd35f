// Dist builds the files of a release. For each platform, it writes an archive with the command, its manual pages,
// completions and licences, and a wheel for pip. For Linux, it writes packages of Debian and an OCI image. It also
// writes the package for npm, test vectors, and a file of SHA-256 checksums. Builds of the same commit with the same
// Go release are equal, byte by byte.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// platforms maps the operating systems and processors for which a release has an archive to the tags of a wheel for
// pip. The command is linked statically, and Go needs macOS 12.
var platforms = map[string]string{
	"linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	"linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	"linux/386":   "manylinux_2_17_i686.manylinux2014_i686.musllinux_1_1_i686",

	"darwin/amd64": "macosx_12_0_x86_64", "darwin/arm64": "macosx_12_0_arm64",
	"windows/amd64": "win_amd64", "windows/arm64": "win_arm64", "windows/386": "win32",
}

// A file is an entry of an archive.
type file struct {
	name string
	mode int64
	data []byte
}

// A failure is a panic with an error that ends the program. A defer still removes the temporary folder.
type failure struct{ error }

func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("dist: ")
	out := flag.String("o", filepath.Join("..", "dist"), "`folder` for the archives")
	only := flag.String("only", "", "a `platform` such as linux/amd64; by default all")
	flag.Parse()
	defer func() {
		switch v := recover().(type) {
		case nil:
		case failure:
			log.Fatal(v.error)
		default:
			panic(v)
		}
	}()
	build(*out, *only)
}

// module is the folder of the module.
const module = ".."

func build(out, only string) {
	wanted := slices.Sorted(maps.Keys(platforms))
	if only != "" {
		if platforms[only] == "" {
			check(fmt.Errorf("unknown platform %s: use %s", only, strings.Join(wanted, ", ")))
		}
		wanted = []string{only}
	}
	unix := must(strconv.ParseInt(line("git", "log", "-1", "--format=%ct"), 10, 64))
	check(os.MkdirAll(out, 0o755))
	temporary := must(os.MkdirTemp("", "dist"))
	defer os.RemoveAll(temporary)
	r := release{version: line("git", "describe", "--tags", "--always", "--dirty"), when: time.Unix(unix, 0).UTC()}
	version := r.number("-rc.", "+")
	r.files = commonFiles(temporary, version)
	python := filepath.Join(module, "python", "earl_url")
	r.python = append(filesOf(python, "*.py", "earl_url/"), filesOf(python, "py.typed", "earl_url/")...)
	var sums bytes.Buffer
	write := func(name string, data []byte) {
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
		fmt.Print(line)
		sums.WriteString(line)
		check(os.WriteFile(filepath.Join(out, name), data, 0o644))
	}
	var images []image
	for _, platform := range wanted {
		binary := filepath.Join(temporary, strings.Replace(platform, "/", "-", 1))
		buildCommand(append(environment(platform), "CGO_ENABLED=0"), version, binary)
		command := must(os.ReadFile(binary))
		write(r.archive(platform, command))
		write(r.wheel(platform, command))
		if strings.HasPrefix(platform, "linux/") {
			write(r.deb(platform, command))
			images = append(images, image{platform, command})
		}
	}
	if len(images) > 0 {
		write(r.oci(images))
	}
	folder := filepath.Join(temporary, "npm")
	run(nil, "go", "run", "./web", "-npm", folder)
	write(r.npm(folder))
	vectors := filepath.Join(temporary, "who-reads-what.jsonl")
	run(nil, "go", "run", "./web", "-vectors", vectors)
	write("who-reads-what.jsonl", bytes.ReplaceAll(must(os.ReadFile(vectors)), []byte("{{VERSION}}"), []byte(version)))
	check(os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644))
}

// environment returns the variables with which go builds for a platform.
func environment(platform string) []string {
	system, processor, _ := strings.Cut(platform, "/")
	return []string{"GOOS=" + system, "GOARCH=" + processor}
}

// commonFiles returns the files that are the same on every platform.
func commonFiles(temporary, version string) []file {
	all := licenceFiles()
	for _, name := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		all = append(all, file{name, 0o644, must(os.ReadFile(filepath.Join(module, name)))})
	}
	earl := filepath.Join(temporary, "earl-host")
	buildCommand(nil, version, earl)
	pages := filepath.Join(temporary, "man1")
	run(nil, earl, "man", pages)
	all = append(all, filesOf(pages, "*", "man/man1/")...)
	for shell, name := range map[string]string{
		"bash": "earl.bash", "zsh": "_earl", "fish": "earl.fish", "powershell": "earl.ps1",
	} {
		all = append(all, file{"completions/" + name, 0o644, run(nil, earl, "completion", shell)})
	}
	return all
}

// filesOf returns the files in a folder that match a pattern, below another folder.
func filesOf(folder, pattern, to string) (all []file) {
	for _, name := range must(filepath.Glob(filepath.Join(folder, pattern))) {
		all = append(all, file{to + filepath.Base(name), 0o644, must(os.ReadFile(name))})
	}
	return all
}

// licenceFiles returns the licences of Go and of all modules that the command contains on any platform.
func licenceFiles() (all []file) {
	folders := map[string]string{"go": line("go", "env", "GOROOT")}
	for platform := range platforms {
		listed := run(environment(platform), "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/earl")
		for line := range strings.Lines(string(listed)) {
			if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				folders[name] = folder
			}
		}
	}
	for name, folder := range folders {
		found := filesOf(folder, "LICENSE*", "licenses/"+name+"/")
		if len(found) == 0 {
			check(fmt.Errorf("%s: no file LICENSE", name))
		}
		all = append(all, found...)
	}
	return all
}

// archive returns the archive for a platform.
func (r *release) archive(platform string, command []byte) (string, []byte) {
	base := "earl-" + r.number("-rc.", "+") + "-" + strings.Replace(platform, "/", "-", 1)
	files := sorted(append(slices.Clone(r.files), file{commandName(platform), 0o755, command}))
	if strings.HasPrefix(platform, "windows/") {
		return base + ".zip", zipOf(base+"/", files, r.when)
	}
	return base + ".tar.gz", gzipped(tarOf(base+"/", files, r.when))
}

// sorted sorts files by name.
func sorted(files []file) []file {
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files
}

func commandName(platform string) string {
	if strings.HasPrefix(platform, "windows/") {
		return "earl.exe"
	}
	return "earl"
}

// buildCommand builds the command. The result depends only on the source, the version and the release of Go.
func buildCommand(env []string, version, binary string) {
	run(env, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X earl.example/cmd/earl/internal/command.released="+version, "-o", binary, "./cmd/earl")
}

func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w := must(gzip.NewWriterLevel(&b, gzip.BestCompression))
	must(w.Write(data))
	check(w.Close())
	return b.Bytes()
}

// tarOf returns a tar archive of files in a folder. A file whose name ends in a slash is a folder.
func tarOf(folder string, files []file, when time.Time) []byte {
	var b bytes.Buffer
	archive := tar.NewWriter(&b)
	for _, f := range files {
		check(archive.WriteHeader(&tar.Header{Name: folder + f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: when,
			Format: tar.FormatPAX, Uname: "root", Gname: "root"}))
		must(archive.Write(f.data))
	}
	check(archive.Close())
	return b.Bytes()
}

// zipOf returns a zip archive of files in a folder.
func zipOf(folder string, files []file, when time.Time) []byte {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + f.name, Method: zip.Deflate, Modified: when}
		header.SetMode(os.FileMode(f.mode))
		must(must(archive.CreateHeader(header)).Write(f.data))
	}
	check(archive.Close())
	return b.Bytes()
}

// line runs a command and returns the line that it prints.
func line(name string, args ...string) string {
	return strings.TrimSpace(string(run(nil, name, args...)))
}

// run runs a command in the folder of the module and returns its output.
func run(env []string, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = module, append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s: %w: %.500s", name, err, exit.Stderr)
	}
	return must(out, err)
}
