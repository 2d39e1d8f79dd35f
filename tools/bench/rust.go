package main

import (
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// cargoVariable is the environment variable that may hold the path of cargo.
const cargoVariable = "EARL_CARGO"

//go:embed rust
var rustProject embed.FS

// crateNames are the libraries in Rust, as in rust/src/main.rs.
var crateNames = []string{"url", "fluent-uri", "iri-string", "lol_html", "linkify"}

// newCrates starts a process for each crate. If EARL_CARGO is not set, the error says so.
func newCrates() ([]*program, error) {
	cargo := os.Getenv(cargoVariable)
	if cargo == "" {
		return nil, notSet(cargoVariable, "the program cargo")
	}
	version, err := exec.Command(cargo, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("no cargo: %w", err)
	}
	var sources []byte
	for _, name := range []string{"Cargo.toml", "Cargo.lock", "src/main.rs"} {
		text, err := rustProject.ReadFile("rust/" + name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, text...)
	}
	madeBy := strings.TrimSpace(string(version)) + " with the profile of `rust/Cargo.toml`"
	file, err := compiled("the crates", madeBy, sources, func(temporary string) (*exec.Cmd, string, error) {
		cmd := exec.Command(cargo, "build", "--release", "--locked", "--quiet", "--target-dir", "target")
		cmd.Dir = filepath.Join(temporary, "rust")
		return cmd, filepath.Join(cmd.Dir, "target", "release", "bench"), os.CopyFS(temporary, rustProject)
	})
	if err != nil {
		return nil, err
	}
	var all []*program
	for _, name := range crateNames {
		c, err := start(name, file, name)
		if err != nil {
			rivals(all).close()
			return nil, err
		}
		c.name, c.madeBy = name+" "+c.Release, madeBy
		all = append(all, c)
	}
	return all, nil
}
