package main

import (
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
)

// cargoVariable is the environment variable that may hold the path of cargo.
const cargoVariable = "EARL_CARGO"

//go:embed rust
var rustProject embed.FS

// crateNames are the libraries in Rust, as in rust/src/main.rs.
var crateNames = []string{"url", "fluent-uri", "iri-string"}

// A crate is a library in Rust that runs in its own process.
type crate struct {
	*program
	of       string // its name without the version
	compiler string
}

// newCrates starts a process for each crate. If EARL_CARGO is not set, the error says so.
func newCrates() ([]*crate, error) {
	cargo := os.Getenv(cargoVariable)
	if cargo == "" {
		return nil, notSet(cargoVariable, "the program cargo")
	}
	version, err := exec.Command(cargo, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("no cargo: %w", err)
	}
	release := strings.TrimSpace(string(version))
	file, err := crateFile(release)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if err := compileCrates(cargo, file); err != nil {
			return nil, err
		}
	}
	var all []*crate
	for _, name := range crateNames {
		p, err := start(name, file, name)
		if err != nil {
			closeCrates(all)
			return nil, err
		}
		p.name = name + " " + p.version
		all = append(all, &crate{p, name, release})
	}
	return all, nil
}

func closeCrates(all []*crate) {
	for _, c := range all {
		c.close()
	}
}

// crateNamed returns a crate by its name, or nil.
func crateNamed(all []*crate, name string) *crate {
	if i := slices.IndexFunc(all, func(c *crate) bool { return c.of == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// crateFile returns the path of the compiled program. Its name depends on the sources, the version of cargo and the
// processor.
func crateFile(release string) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, release, processor())
	err := fs.WalkDir(rustProject, "rust", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := rustProject.ReadFile(name)
		fmt.Fprintf(hash, "%s %d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "earl-bench", fmt.Sprintf("rust-%x", hash.Sum(nil)[:8])), nil
}

// compileCrates compiles the project rust in a temporary folder. cargo downloads the crates in rust/Cargo.lock.
func compileCrates(cargo, file string) error {
	fmt.Fprintln(os.Stderr, "compiling url, fluent-uri and iri-string, which takes a minute")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(file), "making")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := os.CopyFS(temporary, rustProject); err != nil {
		return err
	}
	cmd := exec.Command(cargo, "build", "--release", "--locked", "--quiet", "--target-dir", "target")
	cmd.Dir = filepath.Join(temporary, "rust")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling the crates: %w: %.2000s", err, out)
	}
	return os.Rename(filepath.Join(cmd.Dir, "target", "release", "bench"), file)
}
