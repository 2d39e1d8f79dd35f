package main

import (
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// adaVariable is the environment variable that may list folders with ada's single source file and header, ada.cpp and
// ada.h. They are separated as in PATH.
const adaVariable = "EARL_ADA"

//go:embed ada/program.cc
var adaProgram []byte

// An ada is one release of the C++ parser ada, compiled with one set of options.
type ada struct {
	*program
	compiler string
	native   bool // for the processor of this machine
}

// String returns the release, and the options of the compiler if they are not the defaults.
func (a *ada) String() string {
	if a.native {
		return "ada " + a.version + " -march=native"
	}
	return "ada " + a.version
}

// newAdas starts each release of ada that EARL_ADA lists. It compiles each release for any processor and, if native is
// true, a second time for this processor. If EARL_ADA is not set, the error says so.
func newAdas(native bool) ([]*ada, error) {
	folders := filepath.SplitList(os.Getenv(adaVariable))
	if len(folders) == 0 {
		return nil, notSet(adaVariable, "folders with ada.cpp and ada.h")
	}
	var all []*ada
	for _, folder := range folders {
		for _, native := range slices.Compact([]bool{false, native}) {
			a, err := newAda(folder, native)
			if err != nil {
				closeAdas(all)
				return nil, err
			}
			all = append(all, a)
		}
	}
	return all, nil
}

func closeAdas(all []*ada) {
	for _, a := range all {
		a.close()
	}
}

func newAda(folder string, native bool) (*ada, error) {
	compiler := os.Getenv("CXX")
	if compiler == "" {
		compiler = "c++"
	}
	version, err := exec.Command(compiler, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("no C++ compiler: %w", err)
	}
	release, _, _ := strings.Cut(string(version), "\n")
	a := &ada{compiler: release, native: native}
	file, err := adaFile(folder, release, a.flags())
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		if err := compileAda(compiler, a.flags(), folder, file); err != nil {
			return nil, err
		}
	}
	if a.program, err = start("ada", file); err != nil {
		return nil, err
	}
	a.name = a.String()
	return a, nil
}

// flags returns the options of the compiler.
func (a *ada) flags() []string {
	flags := []string{"-std=c++20", "-O3", "-DNDEBUG"}
	if a.native {
		flags = append(flags, "-march=native")
	}
	return flags
}

// adaFile returns the path of the compiled program. The program is kept, because compiling takes a minute. The name of
// the file has a hash of the sources, the release, the compiler arguments and the processor.
func adaFile(folder, release string, args []string) (string, error) {
	hash := sha256.New()
	hash.Write(adaProgram)
	fmt.Fprintln(hash, release, args, processor())
	for _, name := range []string{"ada.cpp", "ada.h"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return "", err
		}
		hash.Write(text)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "earl-bench", fmt.Sprintf("ada-%x", hash.Sum(nil)[:8])), nil
}

func compileAda(compiler string, args []string, folder, file string) error {
	fmt.Fprintf(os.Stderr, "compiling %s with %s, which takes a minute\n", folder, strings.Join(args, " "))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(file), "making")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	source, made := filepath.Join(temporary, "program.cc"), filepath.Join(temporary, "program")
	if err := os.WriteFile(source, adaProgram, 0o644); err != nil {
		return err
	}
	cmd := exec.Command(compiler, append(args, "-I", folder, source, filepath.Join(folder, "ada.cpp"), "-o", made)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling ada: %w: %.2000s", err, out)
	}
	return os.Rename(made, file)
}

// many sends ada a hostile text: head, followed by copies of unit that have size bytes in total.
func (a *ada) many(head, unit string, size int) {
	a.ask(fmt.Sprintf("many %s %s %d", token(head), token(unit), size/len(unit)))
}
