// Compares the class URL of this program with the vectors of the URL Standard: node url_reads.mjs who-reads-what.jsonl
import { readFileSync } from "node:fs";

const parse = (...args) => { try { return new URL(...args); } catch { return null; } };
let tested = 0, wrong = 0;
for (const line of readFileSync(process.argv[2], "utf8").trimEnd().split("\n")) {
  const { url, base, readers = [] } = JSON.parse(line);
  for (const want of readers.filter((reader) => reader.dialect === "whatwg")) {
    const read = parse(url);
    const joined = parse(url, base)?.href ?? null;
    const got = !read ? { accepts: false, joined } : {
      accepts: true, joined, scheme: read.protocol.slice(0, -1), host: read.hostname, port: read.port, path: read.pathname,
      query: read.search.slice(1), fragment: read.hash.slice(1),
    };
    tested++;
    if (Object.entries(got).some(([name, value]) => (want[name] ?? (name === "joined" ? null : "")) !== value)) {
      wrong++;
      console.log(JSON.stringify(url), got, "want", want);
    }
  }
}
console.log(tested, "vectors,", wrong, "wrong");
process.exit(wrong > 0 || tested === 0 ? 1 : 0);
