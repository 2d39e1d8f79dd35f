package main

import (
	"embed"
	"errors"
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
	files, err := packageTexts(wasm, glue)
	if err != nil {
		return err
	}
	return writeFiles(dir, files)
}

// packageTexts returns the files of the npm package.
func packageTexts(wasm, glue []byte) (map[string][]byte, error) {
	files := map[string][]byte{"earl.wasm.br": wasm, "wasm_exec.cjs": glue}
	entries, err := packageFiles.ReadDir("npm")
	for _, e := range entries {
		text, failed := packageFiles.ReadFile("npm/" + e.Name())
		files[e.Name()], err = text, errors.Join(err, failed)
	}
	return files, err
}
