package main

import (
	"embed"
	"errors"
	"os"
	"path/filepath"
)

//go:embed npm/README.md npm/index.d.ts npm/index.js npm/package.json
var packageFiles embed.FS

// writePackage writes the files of the npm package to dir. tools/dist packs them.
func writePackage(dir string) error {
	wasm, glue, err := compile("earl.example/web/npm")
	if err != nil {
		return err
	}
	if wasm, err = tool(wasm, "brotli"); err != nil {
		return err
	}
	err = errors.Join(os.MkdirAll(dir, 0o777),
		os.WriteFile(filepath.Join(dir, "earl.wasm.br"), wasm, 0o666),
		os.WriteFile(filepath.Join(dir, "wasm_exec.cjs"), glue, 0o666))
	entries, failed := packageFiles.ReadDir("npm")
	err = errors.Join(err, failed)
	for _, e := range entries {
		text, failed := packageFiles.ReadFile("npm/" + e.Name())
		err = errors.Join(err, failed, os.WriteFile(filepath.Join(dir, e.Name()), text, 0o666))
	}
	return err
}
