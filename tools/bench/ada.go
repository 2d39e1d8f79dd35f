package main

import (
	"cmp"
	_ "embed"
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

// newAdas starts each release of the C++ parser ada that EARL_ADA lists. It compiles each release for any processor
// and, if native is true, a second time for this processor. If EARL_ADA is not set, the error says so.
func newAdas(native bool) ([]*program, error) {
	folders := filepath.SplitList(os.Getenv(adaVariable))
	if len(folders) == 0 {
		return nil, notSet(adaVariable, "folders with ada.cpp and ada.h")
	}
	compiler := cmp.Or(os.Getenv("CXX"), "c++")
	version, err := exec.Command(compiler, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("no C++ compiler: %w", err)
	}
	release, _, _ := strings.Cut(string(version), "\n")
	var all []*program
	for _, folder := range folders {
		for _, native := range slices.Compact([]bool{false, native}) {
			a, err := newAda(folder, compiler, release, native)
			if err != nil {
				rivals(all).close()
				return nil, err
			}
			all = append(all, a)
		}
	}
	return all, nil
}

func newAda(folder, compiler, release string, native bool) (*program, error) {
	flags := []string{"-std=c++20", "-O3", "-DNDEBUG"}
	if native {
		flags = append(flags, "-march=native")
	}
	sources := slices.Clone(adaProgram)
	for _, name := range []string{"ada.cpp", "ada.h"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		sources = append(sources, text...)
	}
	madeBy := release + " with " + strings.Join(flags, " ")
	file, err := compiled("ada", madeBy, sources, func(temporary string) (*exec.Cmd, string, error) {
		source, made := filepath.Join(temporary, "program.cc"), filepath.Join(temporary, "program")
		args := append(flags, "-I", folder, source, filepath.Join(folder, "ada.cpp"), "-o", made)
		return exec.Command(compiler, args...), made, os.WriteFile(source, adaProgram, 0o644)
	})
	if err != nil {
		return nil, err
	}
	a, err := start(adaName, file)
	if err != nil {
		return nil, err
	}
	a.name, a.madeBy, a.native = "ada "+a.Release, madeBy, native
	if native {
		a.name += " -march=native"
	}
	return a, nil
}
