// Package earl for Node.js. The parsers are a program in Go, compiled to WebAssembly.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import "./wasm_exec.cjs";

const exported = {};
const Go = globalThis.Go;
delete globalThis.Go;
globalThis.earlExports = exported;
const go = new Go();
const file = readFileSync(new URL("./earl.wasm.br", import.meta.url));
const { instance } = await WebAssembly.instantiate(brotliDecompressSync(file), go.importObject);
go.run(instance); // runs until it waits for calls
delete globalThis.earlExports;

export const dialects = Object.freeze(exported.dialects.split(","));

export function audit(url, dialects = []) {
  if (typeof url !== "string" || !Array.isArray(dialects)) {
    throw new TypeError("audit needs a URL and, optionally, an array of dialects");
  }
  const [record, error] = exported.audit(url, dialects.join(","));
  if (error) throw new RangeError(error);
  return JSON.parse(record);
}
