// Dist builds the files of a release. For each platform, it writes an archive with the command, its manual pages,
// completions and licences, and a wheel for pip. For Linux, it writes packages of Debian and an OCI image. The package
// for npm has the audit as WebAssembly. It also writes a file of SHA-256 checksums. Builds of the same commit with the
// same Go release are equal, byte by byte.
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
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// platforms lists the operating systems and processors for which a release has an archive.
var platforms = []string{
	"linux/amd64", "linux/arm64", "linux/386", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64",
	"windows/386",
}

// A file is an entry of an archive.
type file struct {
	name string
	mode int64
	data []byte
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("dist: ")
	module := flag.String("module", "..", "`folder` of the module")
	out := flag.String("o", filepath.Join("..", "dist"), "`folder` for the archives")
	version := flag.String("version", "", "`version` in the names; by default that of git describe")
	only := flag.String("only", "", "a `platform` such as linux/amd64; by default all")
	flag.Parse()
	if err := build(*module, *out, *version, *only); err != nil {
		log.Fatal(err)
	}
}

func build(module, out, version, only string) error {
	if only != "" && !slices.Contains(platforms, only) {
		return fmt.Errorf("unknown platform %s: use %s", only, strings.Join(platforms, ", "))
	}
	if version == "" {
		text, err := run(module, nil, "git", "describe", "--tags", "--always", "--dirty")
		if err != nil {
			return err
		}
		version = strings.TrimSpace(string(text))
	}
	seconds, err := run(module, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	var unix int64
	if _, err := fmt.Sscan(string(seconds), &unix); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	common, err := commonFiles(module, temporary, version)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	write := func(name string, data []byte) error {
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
		fmt.Print(line)
		sums.WriteString(line)
		return os.WriteFile(filepath.Join(out, name), data, 0o644)
	}
	r := release{version, time.Unix(unix, 0).UTC(), common}
	var images []image
	for _, platform := range platforms {
		if only != "" && platform != only {
			continue
		}
		command, err := commandFor(module, temporary, platform, version)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		for _, format := range []func(p string, command []byte) (name string, data []byte, err error){
			r.archive, r.wheel, r.deb,
		} {
			name, data, err := format(platform, command)
			if err == nil && name != "" {
				err = write(name, data)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", platform, err)
			}
		}
		if strings.HasPrefix(platform, "linux/") {
			images = append(images, image{platform, command})
		}
	}
	if len(images) > 0 {
		name, data, err := r.oci(images)
		if err = errors.Join(err, write(name, data)); err != nil {
			return err
		}
	}
	folder := filepath.Join(temporary, "npm")
	if _, err := run(module, nil, "go", "run", "./web", "-npm", folder); err != nil {
		return err
	}
	name, data, err := r.npm(folder)
	if err = errors.Join(err, write(name, data)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// commonFiles returns the files that are the same on every platform.
func commonFiles(module, temporary, version string) (all []file, err error) {
	for _, name := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name, 0o644, data})
	}
	licences, err := licenceFiles(module)
	if err != nil {
		return nil, err
	}
	all = append(all, licences...)
	earl := filepath.Join(temporary, "earl-host")
	if _, err := buildCommand(module, nil, version, earl); err != nil {
		return nil, err
	}
	pages := filepath.Join(temporary, "man1")
	if _, err := run(module, nil, earl, "man", pages); err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(pages, "*"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, file{"man/man1/" + filepath.Base(name), 0o644, data})
	}
	for shell, name := range map[string]string{
		"bash": "earl.bash", "zsh": "_earl", "fish": "earl.fish", "powershell": "earl.ps1",
	} {
		data, err := run(module, nil, earl, "completion", shell)
		if err != nil {
			return nil, err
		}
		all = append(all, file{"completions/" + name, 0o644, data})
	}
	return all, nil
}

// licenceFiles returns the licences of Go and of all modules that the command contains on any platform.
func licenceFiles(module string) (all []file, err error) {
	folders := map[string]string{}
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		listed, err := run(module, []string{"GOOS=" + system, "GOARCH=" + processor}, "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/earl")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(listed)) {
			if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				folders[name] = folder
			}
		}
	}
	root, err := run(module, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	folders["go"] = strings.TrimSpace(string(root))
	for name, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "LICENSE*"))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("%s: no file LICENSE: %w", name, err)
		}
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			all = append(all, file{"licenses/" + name + "/" + filepath.Base(path), 0o644, data})
		}
	}
	return all, nil
}

// commandFor builds the command for a platform.
func commandFor(module, temporary, platform, version string) ([]byte, error) {
	system, processor, _ := strings.Cut(platform, "/")
	binary := filepath.Join(temporary, system+"-"+processor)
	env := []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0"}
	if _, err := buildCommand(module, env, version, binary); err != nil {
		return nil, err
	}
	return os.ReadFile(binary)
}

// archive returns the archive for a platform.
func (r *release) archive(platform string, command []byte) (string, []byte, error) {
	base := "earl-" + r.version + "-" + strings.Replace(platform, "/", "-", 1)
	files := append(slices.Clone(r.files), file{commandName(platform), 0o755, command})
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	var b bytes.Buffer
	if strings.HasPrefix(platform, "windows/") {
		err := writeZip(&b, base+"/", files, r.when)
		return base + ".zip", b.Bytes(), err
	}
	err := writeTarGz(&b, base+"/", files, r.when)
	return base + ".tar.gz", b.Bytes(), err
}

func commandName(platform string) string {
	if strings.HasPrefix(platform, "windows/") {
		return "earl.exe"
	}
	return "earl"
}

// buildCommand builds the command. The result depends only on the source, the version and the release of Go.
func buildCommand(module string, env []string, version, binary string) ([]byte, error) {
	return run(module, env, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -buildid= -X earl.example/cmd/earl/internal/command.released="+version, "-o", binary, "./cmd/earl")
}

func writeTarGz(w io.Writer, folder string, files []file, when time.Time) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(writeTar(compressed, folder, files, when), compressed.Close())
}

// writeTar writes a tar archive of files in a folder. A file whose name ends in a slash is a folder.
func writeTar(w io.Writer, folder string, files []file, when time.Time) error {
	archive := tar.NewWriter(w)
	for _, f := range files {
		header := &tar.Header{Name: folder + f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: when,
			Format: tar.FormatPAX, Uname: "root", Gname: "root"}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

func writeZip(w io.Writer, folder string, files []file, when time.Time) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + f.name, Method: zip.Deflate, Modified: when}
		header.SetMode(os.FileMode(f.mode))
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// run runs a command in a folder and returns its output.
func run(folder string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %.500s", name, err, failure.String())
	}
	return out, nil
}
