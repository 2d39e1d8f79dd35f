// The worker runs the parsers, so that a long URL does not block typing.
import "./wasm_exec.js";

const earl = globalThis.earl = {
  ready() {
    postMessage({ ready: true, ...JSON.parse(earl.dialects), maxLength: earl.maxLength });
  },
};

onmessage = ({ data: [id, ...request] }) => postMessage({ id, answer: earl.answer(...request) });

const response = await fetch("earl.wasm");
if (!response.ok) throw new Error(`earl.wasm: ${response.status} ${response.statusText}`);
let loaded = 0;
const counted = response.body.pipeThrough(new TransformStream({
  transform(chunk, out) {
    loaded += chunk.length;
    postMessage({ loaded });
    out.enqueue(chunk);
  },
}));
const go = new Go();
const wasm = await WebAssembly.instantiateStreaming(
  new Response(counted, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
await go.run(wasm.instance);
throw new Error("the parsers have stopped");
