throw new Error('earl-url is an ES module, because WebAssembly starts asynchronously: write import { audit } from "earl-url", or await import("earl-url")');
