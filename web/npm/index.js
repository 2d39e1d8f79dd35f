// Package earl-url. The parsers are a program in Go, compiled to WebAssembly. The modules go.js and wasm.js are made of
// it, so a bundler needs no file but modules, and no other global is left than there was.
import { Go, withGlobals } from "./go.js";
import program from "./wasm.js";

const exported = {};
const go = new Go();
const packed = Uint8Array.from(atob(program), (c) => c.charCodeAt(0));
const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
const { instance } = await WebAssembly.instantiate(await unpacked.arrayBuffer(), go.importObject);
withGlobals(() => {
  globalThis.earlExports = exported;
  go.run(instance); // runs until it waits for calls
  delete globalThis.earlExports;
});

export const dialects = Object.freeze(exported.dialects.split(","));

/** A URL that a policy or a dialect rejects. */
export class URLError extends Error {
  constructor({ kind, component, offset, rule, message }) {
    super(message);
    this.name = "URLError";
    Object.assign(this, { kind, component, offset, rule });
  }
}

function call(name, url, option, base) {
  if (typeof url !== "string" || typeof option !== "string" || (base !== undefined && typeof base !== "string")) {
    throw new TypeError(`${name} needs texts`);
  }
  const [record, problem] = exported[name](url, option, base ?? null);
  if (problem) throw new RangeError(problem);
  const result = JSON.parse(record);
  if (result.error) throw new URLError(result.error);
  return result;
}

export function audit(url, dialects = [], base) {
  if (!Array.isArray(dialects)) throw new TypeError("the dialects of audit are an array");
  for (const name of dialects) {
    if (typeof name !== "string" || name === "" || name.includes(",")) {
      throw new RangeError(`unknown dialect ${JSON.stringify(name)}`);
    }
  }
  return call("audit", url, dialects.join(","), base);
}

export function check(url, policy = "web", base) {
  call("check", url, policy, base);
  return url;
}

export function parse(url, dialect = "rfc3986", base) {
  const reading = audit(url, [dialect], base).dialects[0];
  if (!reading.ok) throw new URLError(reading.error);
  return reading;
}

export function join(base, reference, dialect = "rfc3986") {
  if (typeof base !== "string") throw new TypeError("join needs texts");
  return call("join", reference, dialect, base).result;
}
