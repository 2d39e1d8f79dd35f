// The worker runs the parsers, so that a long URL does not block typing. Its first message is the compiled program, and
// the others are requests.
import "./wasm_exec.js";

const earl = globalThis.earl = {
  ready() {
    onmessage = ({ data: [name, ...request] }) => postMessage({ [name]: earl[name](...request) });
    postMessage({ ready: true });
  },
};

onmessage = async ({ data: program }) => {
  try {
    const go = new Go();
    await go.run(await WebAssembly.instantiate(program, go.importObject));
    postMessage({ failed: "they have stopped" });
  } catch (error) {
    postMessage({ failed: error.message });
  }
};
