package main

import (
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
)

//go:embed npm/README.md npm/index.d.ts npm/index.js npm/package.json npm/require.cjs
var packageFiles embed.FS

// writePackage writes the files of the npm package to dir. tools/dist packs them.
func writePackage(dir string) error {
	wasm, glue, err := compile("earl.example/web/npm")
	if err != nil {
		return err
	}
	files, err := packageTexts(wasm, glue)
	if err != nil {
		return err
	}
	return writeFiles(dir, files)
}

// glueModule is a module with the file of the Go release that runs the program. The file sets globals. The program uses
// some of them while it starts, and withGlobals sets them for this time only.
const glueModule = `const names = ["Go", "fs", "path", "process"];
const get = () => names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
const set = (all) => names.forEach((name, i) => {
  if (all[i]) Object.defineProperty(globalThis, name, all[i]);
  else delete globalThis[name];
});
const before = get();
%s
const made = get();
const { Go, fs } = globalThis;
set(before);
export { Go };
export function withGlobals(start) {
  const before = get();
  set(made);
  try {
    start();
  } finally {
    set(before);
  }
}
`

// packageTexts returns the files of the npm package. The program is text, because bundlers find only modules.
func packageTexts(wasm, glue []byte) (map[string][]byte, error) {
	files := map[string][]byte{
		"wasm.js": fmt.Appendf(nil, "export default %q;\n", base64.StdEncoding.EncodeToString(gzipped(wasm))),
		"go.js":   fmt.Appendf(nil, glueModule, glue),
	}
	entries, err := packageFiles.ReadDir("npm")
	for _, e := range entries {
		text, failed := packageFiles.ReadFile("npm/" + e.Name())
		files[e.Name()], err = text, errors.Join(err, failed)
	}
	return files, err
}
