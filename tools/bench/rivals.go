package main

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"
)

// The environment variables that report.tmpl describes.
const adaVariable, cargoVariable = "EARL_ADA", "EARL_CARGO"

// crateNames are the libraries in Rust, as in rust/src/main.rs.
var crateNames = []string{"url", "fluent-uri", "iri-string", "lol_html", "linkify"}

var (
	//go:embed ada/program.cc
	adaProgram []byte

	//go:embed rust
	rustProject embed.FS
)

// newAdas starts each release of the C++ parser ada that EARL_ADA lists. It compiles each release for any processor
// and, if native is true, a second time for this processor. If EARL_ADA is not set, the error says so.
func newAdas(native bool) ([]*program, error) {
	folders := filepath.SplitList(os.Getenv(adaVariable))
	if len(folders) == 0 {
		return nil, notSet(adaVariable, "folders with ada.cpp and ada.h")
	}
	compiler := cmp.Or(os.Getenv("CXX"), "c++")
	release, err := versionOf(compiler)
	if err != nil {
		return nil, err
	}
	var all rivals
	for _, folder := range folders {
		sources := fstest.MapFS{"program.cc": {Data: adaProgram}}
		for _, name := range []string{"ada.cpp", "ada.h"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return nil, err
			}
			sources[name] = &fstest.MapFile{Data: text}
		}
		for _, native := range slices.Compact([]bool{false, native}) {
			flags, suffix := []string{"-std=c++20", "-O3", "-DNDEBUG"}, ""
			if native {
				flags, suffix = append(flags, "-march=native"), " -march=native"
			}
			madeBy := release + " with " + strings.Join(flags, " ")
			command := append([]string{compiler, "program.cc", "ada.cpp", "-o", "program"}, flags...)
			a, err := compiled(adaName, madeBy, sources, "program", command)
			if err != nil {
				all.close()
				return nil, err
			}
			a.Name, a.native = a.Name+suffix, native
			all = append(all, a)
		}
	}
	return all, nil
}

// newCrates starts a process for each crate. If EARL_CARGO is not set, the error says so.
func newCrates() ([]*program, error) {
	cargo := os.Getenv(cargoVariable)
	if cargo == "" {
		return nil, notSet(cargoVariable, "the program cargo")
	}
	release, err := versionOf(cargo)
	if err != nil {
		return nil, err
	}
	sources, err := fs.Sub(rustProject, "rust")
	if err != nil {
		return nil, err
	}
	madeBy := release + " with the profile of `rust/Cargo.toml`"
	command := []string{cargo, "build", "--release", "--locked", "--quiet", "--target-dir", "target"}
	var all rivals
	for _, name := range crateNames {
		c, err := compiled(name, madeBy, sources, "target/release/bench", command, name)
		if err != nil {
			all.close()
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// versionOf returns the first line that a compiler prints about its version.
func versionOf(compiler string) (string, error) {
	version, err := exec.Command(compiler, "--version").Output()
	line, _, _ := strings.Cut(string(version), "\n")
	return line, err
}

// compiled starts a program. The command compiles it from the sources, and writes the file made. The program is kept in
// the cache, because compiling takes a minute. The name of its file has a hash of the compiler, the sources and the
// processor.
func compiled(of, madeBy string, sources fs.FS, made string, command []string, args ...string) (*program, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	fmt.Fprint(hash, madeBy, processor())
	if err := fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sources, path)
		fmt.Fprintf(hash, "%s %d %s", path, len(text), text)
		return err
	}); err != nil {
		return nil, err
	}
	folder := filepath.Join(cache, "earl-bench")
	file := filepath.Join(folder, fmt.Sprintf("program-%x", hash.Sum(nil)[:8]))
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "compiling %s by %s, which takes a minute\n", of, madeBy)
		if err := compile(folder, file, sources, made, command); err != nil {
			return nil, fmt.Errorf("compiling %s: %w", of, err)
		}
	} else if err != nil {
		return nil, err
	}
	p, err := start(of, file, args...)
	if err == nil {
		p.Name, p.MadeBy = of+" "+p.Release, madeBy
	}
	return p, err
}

// compile runs a command in a temporary copy of the sources in folder, and moves the file made to file.
func compile(folder, file string, sources fs.FS, made string, command []string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(folder, "making")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := os.CopyFS(temporary, sources); err != nil {
		return err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = temporary
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %.2000s", err, out)
	}
	return os.Rename(filepath.Join(temporary, filepath.FromSlash(made)), file)
}
