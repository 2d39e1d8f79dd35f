// The page: it reads the link, asks the worker, and shows the answer. Everything that it shows is a text node.
const $ = id => document.getElementById(id);
const title = document.title;
const state = { url: "", base: null, dialects: "", apart: false, escapes: false };
let known = [];          // the dialects
let gallery = [];        // the groups of the gallery
let maxLength = Infinity; // of a URL in bytes
let answer = null;       // that is shown
let busy = false;        // the worker has a request
let waiting = false;     // and there is a newer one
let stale = false;       // its answer is not wanted any more
let ready = false;       // the worker is ready
let card = null;         // takes the next card

// make returns an element with attributes, properties and children. A child that is a string becomes a text node.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element[key] = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
}

// Links.

// link returns the fragment that shows a URL. It has the release of each dialect, so that it shows the same later.
function link({ url, base = null, dialects = "", apart = false }) {
  let hash = "#u=" + encode(url);
  if (base !== null) hash += "&b=" + encode(base);
  const compared = dialects ? dialects.split(",").map(pinned).join() : standard();
  if (compared) hash += "&d=" + encode(compared);
  if (apart) hash += "&r=1";
  return hash;
}

// pinned returns the name of a dialect with its release, such as "urllib@3.15.2".
function pinned(name) {
  const release = known.find(d => d.name === name)?.release;
  return release ? `${name}@${release}` : name;
}

// called returns the name by which people know a program, and its dialect and release.
function called(name) {
  const [dialect, release] = name.split("@");
  const client = known.find(d => d.name === dialect)?.client;
  const own = release ? `${dialect} ${release}` : dialect;
  return client ? `${client} (${own})` : own;
}

// standard returns the dialects that are compared by default, with their releases.
const standard = () => known.filter(d => d.compared).map(d => pinned(d.name)).join();

// compared returns the dialects that are compared, with their releases.
const compared = () => state.dialects ? state.dialects.split(",").map(pinned) : standard().split(",");

// pair returns the program that checks and the program that fetches: the first two compared dialects, with one exception
// for the dialects that are compared by default, in their order.
function pair() {
  const all = compared(), of = name => all.find(d => d.split("@")[0] === name);
  const usual = all.length > 2 &&
    known.filter(d => d.compared).every((d, i) => i < 3 ? all[i] === of(d.name) : of(d.name));
  const [check, fetch] = usual ? [of("urllib"), of("whatwg")] : all;
  return [check, fetch ?? pinned(check === "whatwg" ? "urllib" : "whatwg")];
}

// A parenthesis would end the address in Markdown.
const encode = text => encodeURIComponent(text.toWellFormed()).replaceAll("(", "%28").replaceAll(")", "%29");

// follow shows what the fragment of the address says.
function follow() {
  const next = { url: "", base: null, dialects: "", apart: false }, ignored = [];
  const hash = location.hash.slice(1);
  if (location.search) ignored.push(location.search);
  try {
    if (!/^([ubdr]=|$)/.test(hash)) next.url = decodeURIComponent(hash); // a link written by hand, such as #http://h/
    else for (const pair of hash.split("&")) {
      const [name, value] = [pair.slice(0, 1), decodeURIComponent(pair.slice(2))];
      if (name === "u") next.url = value;
      else if (name === "b") next.base = value;
      else if (name === "d") next.dialects = value;
      else if (name === "r") next.apart = value === "1";
      else if (pair) ignored.push(pair);
    }
  } catch {
    fail("This link is damaged: its percent-escapes are not UTF-8. Ask for the URL itself.");
    return;
  }
  const worked = hash === "" ? gallery[0].items[0] : null; // an empty page begins with a worked attack
  if (worked) Object.assign(next, { url: worked.url, dialects: worked.dialects });
  $("lesson").hidden = !worked;
  Object.assign(state, next);
  fill(state.url);
  note(ignored.length ? `This part of the link is ignored: ${cut(ignored.join(" "), 80)}. The URL follows #u= with & as %26.` : "");
  $("base").value = state.base ?? "";
  $("apart").checked = state.apart;
  if (state.base !== null) $("options").open = true;
  mark(null);
  showDialects();
  ask();
}

let saved = null; // the timer that writes the address
let fresh = true; // the next edit is a new entry of the history

const longestAddress = 8192; // a longer link is only copied

// save writes the state into the address once typing pauses, since browsers limit how often that may be done.
function save(now = false) {
  clearTimeout(saved);
  const write = () => {
    let address = state.url || state.base !== null ? link(state) : location.pathname;
    if (address.length > longestAddress) address = location.pathname;
    if (address === location.hash) return;
    history[fresh ? "pushState" : "replaceState"](null, "", address);
    fresh = false;
  };
  if (now) write();
  else saved = setTimeout(write, 400);
}

addEventListener("hashchange", () => {
  clearTimeout(saved);
  fresh = true;
  follow();
  if (!document.activeElement?.closest("form")) addEventListener("answered", () => $("headline").focus(), { once: true });
});

// Escapes.

// The blank is the only space that is not hidden.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const hasHidden = text => hidden.test(text);

// fill writes a URL into the field. Escapes belong to a text with hidden characters, and end with it.
function fill(url) {
  escape(hasHidden(url));
  filled = $("url").value = written(url);
}

// escape switches escapes in the field on or off.
function escape(on) {
  state.escapes = $("escapes").checked = on;
  $("chip").hidden = !on;
}

// written returns a URL as it is in the field.
const written = url => state.escapes ? shown(url.replaceAll("\\", "\\\\")) : url;

// shown returns a text with escapes of its hidden characters.
const shown = text => text.replace(/./gsu, c => {
  if (!hasHidden(c)) return c;
  const code = c.codePointAt(0);
  return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[c] ??
    (code < 0x80 ? "\\x" + code.toString(16).padStart(2, "0") : `\\u{${code.toString(16)}}`);
});

// read returns the URL that the field means, or throws an error with a message.
function read(text) {
  if (!state.escapes) return text;
  return text.replace(/\\(?:([\\nrt])|x([0-7][0-9a-f])|u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4}))?/gi, (all, one, x, u, v) => {
    if (one) return { "\\": "\\", n: "\n", r: "\r", t: "\t" }[one.toLowerCase()];
    const code = parseInt(x ?? u ?? v, 16);
    if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
    throw new Error("This escape is not known: use \\n, \\r, \\t, \\\\, \\x00 to \\x7f or \\u{202e}, " +
      "or clear the box “This URL has escapes”.");
  });
}

// Requests.

const policy = globalThis.trustedTypes?.createPolicy("earl", { createScriptURL: name => new URL(name, import.meta.url).href });
const script = name => policy?.createScriptURL(name) ?? name;

const worker = new Worker(script("worker.js"), { type: "module" });
worker.onmessage = ({ data }) => receive(data);
worker.onerror = event => {
  event.preventDefault();
  stopped(event.message ?? "");
};
compile().then(program => worker.postMessage(program), error => stopped(error.message));
addEventListener("ready", () => navigator.serviceWorker?.register(script("sw.js")).catch(() => {}), { once: true });

// compile loads the parsers. While they load it moves the progress bar.
async function compile() {
  $("loading").hidden = false;
  const response = await fetch("earl.wasm");
  if (!response.ok) throw new Error(`status ${response.status}`);
  let loaded = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, out) {
      $("progress").value = (loaded += chunk.length) / document.body.dataset.size;
      out.enqueue(chunk);
    },
  }));
  return WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
}

// stopped says that there are no parsers.
function stopped(reason) {
  $("loading").hidden = true;
  fail(`The parsers did not load${reason && ` (${reason})`}. Reload the page.`);
}

function receive(data) {
  if (data.failed) {
    stopped(data.failed);
  } else if (data.ready) {
    $("loading").hidden = true;
    performance.mark("ready");
    ready = true;
    busy = false;
    if (waiting) ask();
    dispatchEvent(new Event("ready"));
  } else if (data.payloads) {
    receivePayloads(JSON.parse(data.payloads));
  } else if (data.card) {
    card(JSON.parse(data.card));
  } else {
    busy = false;
    if (waiting) ask();
    else if (!stale) show(data.answer);
  }
}

// early shows what is known without the parsers: the answer for a URL of the gallery, or else the host that this browser
// reads.
async function early() {
  const item = shownItem();
  $("first").textContent = "";
  answer = null; // it can be about another URL
  $("result").hidden = true;
  if (item) {
    const response = await fetch(item.answer).catch(() => null);
    const text = response?.ok ? await response.text() : null;
    if (text !== null && !ready && shownItem() === item) display(text);
    return;
  }
  if (state.url === "") return;
  try {
    const { host } = new URL(state.url, state.base ?? undefined);
    if (host) $("first").textContent = `This browser goes to ${host}. The readings of other programs follow.`;
  } catch {
    $("first").textContent = "This browser rejects the URL. The readings of other programs follow.";
  }
}

// shownItem returns the item of the gallery that has the state, if there is one.
function shownItem() {
  return gallery.flatMap(group => group.items).find(item => item.url === state.url && (item.base ?? null) === state.base &&
    (item.dialects ?? standard()) === compared().join());
}

busy = true; // until the worker is ready

// ask sends the state to the worker. While the worker is busy only the last state waits.
function ask() {
  stale = false;
  document.title = state.url ? `${cut(written(masked(state.url)), 80)} – earl` : title;
  document.body.dataset.state = "busy";
  if (busy) {
    if (!ready) early();
    waiting = true;
    return;
  }
  waiting = false;
  for (const text of [state.url, state.base ?? ""]) {
    const size = new TextEncoder().encode(text).length;
    if (size > maxLength) {
      fail(`The page shows URLs of at most ${maxLength} bytes, and this one has ${size}: use earl audit.`);
      return;
    }
  }
  if (state.url === "" && state.base === null) {
    $("first").textContent = "";
    problem("");
    answer = null;
    $("result").hidden = true;
    answered();
    return;
  }
  busy = true;
  worker.postMessage(["answer", ...request()]);
}

const request = () => [state.url, state.base, compared().join(), state.apart, drawingColumns(), ...pair()];

// secret is a password in the authority of a URL, after the colon.
const secret = /^([a-z][a-z0-9+.-]*:[\/\\]*|[\/\\]{2,})([^\/\\?#@:]*:)([^\/\\?#]*)(?=@)/i;

// masked returns a URL without its password, for places that others see.
const masked = url => url.replace(/[\t\r\n]/g, "").replace(secret, "$1$2***");

// answered notes, for tests, that the page shows the result of the last edit.
function answered() {
  document.body.dataset.state = "settled";
  dispatchEvent(new Event("answered"));
}

// drawingColumns returns the width of drawings in characters.
function drawingColumns() {
  const box = $("ruler").getBoundingClientRect();
  const width = $("form").clientWidth, two = width >= 960; // two drawings side by side, as in page.css
  return Math.max(24, Math.floor(((two ? (width - 13) / 2 : width) - 34) / (box.width / 10)));
}

function problem(text) {
  $("problem").textContent = text;
  for (const id of ["url", "base"]) $(id).toggleAttribute("aria-invalid", text !== "");
}

// fail shows a message instead of a result.
function fail(text) {
  stale = true;
  waiting = false;
  $("first").textContent = "";
  problem(text);
  answer = null;
  $("result").hidden = true;
  answered();
}

let filled = "";           // the text that fill wrote
let whole = false;         // the next edit replaces the whole text of the field
let putting = false;       // the next edit is done by put
const escaped = new Set(); // texts of the field with escapes, for undo and redo

// put replaces a part of the text of the field, in a way that the browser can undo.
function put(text, start, end) {
  const field = $("url");
  field.setSelectionRange(start, end);
  putting = true;
  if (!document.execCommand("insertText", false, text)) field.setRangeText(text, start, end, "end");
  putting = false;
  edited();
}

// before prepares an edit of the field. It does a paste itself, to remove blanks and to write escapes.
function before(event) {
  const field = $("url"), { value, selectionStart: start, selectionEnd: end } = field;
  if (putting) return;
  if (event.inputType === "historyUndo" && value === filled) event.preventDefault(); // the edits are of another text
  const all = end - start === value.length;
  whole = all && value !== "";
  if (!isPaste(event) || event.data == null) return;
  event.preventDefault();
  if (all) {
    if (whole) escape(false);
    const text = trim(event.data);
    const plain = state.escapes || !needsEscapes(text); // the box can be ticked before the paste
    if (!plain) escape(true);
    put(plain ? text : written(text), start, end);
  } else if (!state.escapes && needsEscapes(event.data)) { // the other parts of the text are escaped too
    const [head, tail] = [value.slice(0, start), value.slice(end)];
    escape(true);
    put(written(head + event.data + tail), 0, value.length);
    const caret = written(head + event.data).length;
    field.setSelectionRange(caret, caret);
  } else {
    put(written(event.data), start, end);
  }
}

const needsEscapes = text => text.length <= maxLength && hasHidden(text);

const isPaste = event => /^insertFrom(Paste|Drop|Yank)/.test(event.inputType);

// typed reads the field after an edit. If the edit replaced the whole text, the escapes and notes of the old text end.
function typed(event) {
  const field = $("url"), undo = /^history/.test(event.inputType);
  if (putting) return;
  if (whole || undo || field.value === "") {
    escape(undo && escaped.has(field.value));
    note("");
  }
  whole = false;
  if (!state.escapes && needsEscapes(field.value)) fill(field.value);
  edited();
}

// trim returns a pasted text without the blanks and newlines around it, and says so.
function trim(text) {
  note("");
  const trimmed = text.replace(/^[\t\r\n\p{Zs}]+|(?<![\t\r\n\p{Zs}])[\t\r\n\p{Zs}]+$/gu, "");
  if (trimmed === text || trimmed === "") return text;
  const ends = text.split(trimmed).slice(0, 2).map((end, i) => end &&
    (/[\r\n]/.test(end) ? "a line break" : end.length > 1 ? "blanks" : "a blank") + (i ? " at the end" : " at the start"));
  note(`Removed from the pasted text: ${list(ends.filter(Boolean))}.`, () => {
    escape(hasHidden(text));
    $("url").focus();
    put(written(text), 0, $("url").value.length);
  });
  return trimmed;
}

// note shows a message about the text in the field, with a button that undoes the change.
function note(text, undo) {
  $("note").hidden = text === "";
  $("note").replaceChildren(text, undo ? " " : "", undo ? make("button", { type: "button", class: "small", onclick: () => {
    note("");
    undo();
    $("url").focus();
  } }, "Put it back") : "");
}

// edited reads the fields after an edit.
function edited() {
  let url;
  try {
    url = read($("url").value);
  } catch (error) {
    fail(error.message);
    return;
  }
  if (!$("lesson").hidden && url !== state.url) { // the releases of the worked attack are old
    state.dialects = "";
    showDialects();
    note("The example compared old releases. Now the newest ones are compared.");
  }
  $("lesson").hidden = true;
  state.url = url;
  if (state.escapes) escaped.add($("url").value);
  state.base = $("base").value === "" ? null : $("base").value;
  state.apart = $("apart").checked;
  mark(null);
  ask();
  save();
}

// Marks in the URL.

// unit returns the index of a byte in the field.
function unit(offset) {
  let bytes = 0, i = 0;
  while (i < state.url.length && bytes < offset) {
    const code = state.url.codePointAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    i += code < 0x10000 ? 1 : 2;
  }
  return written(state.url.slice(0, i)).length;
}

// mark marks the bytes of a span in the field, or none.
function mark(at, kind = "") {
  const text = $("url").value;
  if (text.length > 8192) {
    $("mirror").replaceChildren(text.slice(0, 8192));
    return;
  }
  if (!at || at[0] === at[1]) {
    $("mirror").replaceChildren(text + "\u200b");
    return;
  }
  const [start, end] = [unit(at[0]), unit(at[1])];
  $("mirror").replaceChildren(text.slice(0, start), make("mark", { class: kind }, text.slice(start, end)),
    text.slice(end) + "\u200b");
}

// marks lets an element mark a span while it is pointed at or has the focus.
function marks(element, at, kind) {
  if (!at) return element;
  element.onmouseenter = element.onfocus = () => mark(at, kind);
  element.onmouseleave = element.onblur = () => mark(null);
  return element;
}

// The answer.

function show(text) {
  if (display(text)) answered();
}

// display shows an answer, or its error. It reports whether there is an answer.
function display(text) {
  const next = JSON.parse(text);
  if (next.error) {
    fail(next.error[0].toUpperCase() + next.error.slice(1) + ".");
    return false;
  }
  problem("");
  $("first").textContent = "";
  answer = next;
  answer.parsed = JSON.parse(answer.record);
  $("result").hidden = false;
  showSummary();
  showReadings();
  showDrawings();
  showResolution();
  showFindings();
  showFacts();
  if ($("record").open) $("json").textContent = answer.record;
  return true;
}

const worst = () => answer.findings[0]?.severity ?? null; // the most severe finding is the first

function showSummary() {
  const { differ } = answer.parsed, { findings, verdict, severity } = answer;
  $("headline").replaceChildren(...answer.headline.map(([text, role]) => role ? make("bdi", { class: role }, text) : text));
  $("verdict").replaceChildren(make("span", { class: "verdict " + verdict.replace(" ", "-") }, verdict), " ", severity ? badge(severity) : "");
  const shownNow = shownItem(), item = shownNow?.slug && shownNow;
  $("why").replaceChildren(...answer.why ? [answer.why + " "] : [], ...item ? ["It happened: ",
    make("a", { href: `advisories/${item.slug}.html` }, item.about)] : []);
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  const params = answer.rows.some(row => row.compared && row.cells?.[answer.columns.indexOf("path_params")].text);
  const agree = verdict === "bypass" ? "They mean the same host, in different spellings." : params ? "They agree, but some of them separate params from the path." : "They agree.";
  const compared = answer.rows.filter(row => row.compared).length;
  const summary = `Compared: ${compared} parsers. ` + (differ.length ? `They disagree on ${list(differ)}.` : agree) +
    (findings.length ? ` ${count}, the worst is of severity ${worst()}.` : " No findings.");
  $("summary").textContent = summary;
  const offer = meant();
  if (answer.found.length && verdict === "no request") $("headline").replaceChildren(...offer.splice(0));
  $("meant").replaceChildren(...offer);
  $("headline").closest("section").className = "summary " + (verdict === "bypass" ? "high" : severity ?? "none");
  speak(`${verdict}: ${$("headline").textContent} ${answer.why ?? ""} ${summary}`);
  const items = gallery[0]?.items ?? [], next = items[(items.indexOf(item) + 1) % items.length];
  $("next").replaceChildren(...next ? ["Another attack: ", make("a", { href: link(next) }, make("code", {}, next.text)), ` ${next.about} `,
    make("a", { href: "advisories/" }, `All ${items.length} advisories`), "."] : []);
  $("copied").textContent = "";
}

// meant returns links to the URLs in the text, or to the text with a scheme.
function meant() {
  const to = url => make("a", { href: link({ ...state, url }) }, make("code", {}, cut(written(url))));
  if (answer.found.length) {
    const count = answer.found.length === 1 ? "1 URL was" : `${answer.found.length} URLs were`;
    return [`${count} found in this text: `, ...answer.found.flatMap((url, i) => i ? [" · ", to(url)] : [to(url)])];
  }
  if (answer.meant !== null) return ["Did you mean ", to(answer.meant), "?"];
  if (state.base === null && answer.findings.some(finding => finding.id === "relative-reference")) {
    return ["This is relative: ", make("button", { type: "button", class: "small", onclick: () => {
      $("options").open = true;
      $("base").focus();
    } }, "give its base URL")];
  }
  return [];
}

let spoken = null;

// speak tells screen readers the result once typing pauses.
function speak(text) {
  clearTimeout(spoken);
  spoken = setTimeout(() => { if ($("live").textContent !== text) $("live").textContent = text; }, 500);
}

const list = words => words.length < 2 ? words.join() : words.slice(0, -1).join(", ") + " and " + words.at(-1);

const badge = severity => make("span", { class: "badge " + severity }, severity);

// cell fills a cell of the table.
function cell(name, { text, odd, at }, note = "differs from most: ") {
  const td = make("td", { class: (odd ? "odd " : "") + "c-" + name, "data-c": name });
  if (odd) td.append(make("span", { class: "sign", "aria-hidden": "true" }, "≠ "), make("span", { class: "hidden" }, note));
  if (text === null) td.append(make("span", { class: "absent" }, "–"));
  else if (text === "") td.append(make("span", { class: "empty" }, "empty"));
  else td.append(make("bdi", { class: "value" }, text));
  return marks(td, at, name);
}

function showReadings() {
  // Only urllib and RFC 1808 have params: the column is there if one of them reads some.
  const used = answer.columns.map((name, i) => name !== "path_params" || answer.rows.some(row => row.cells?.[i].text));
  const head = make("tr", {}, make("th", { scope: "col" }, "reader"), make("th", { scope: "col" }, "would contact"));
  answer.columns.forEach((name, i) => { if (used[i]) head.append(make("th", { scope: "col", class: "c-" + name }, name)); });
  document.querySelector("#readings thead").replaceChildren(head);
  const width = used.filter(Boolean).length;
  const first = [], families = new Map();
  for (const row of answer.rows) {
    const family = known.find(d => d.name === row.dialect)?.family ?? "other";
    if (!row.compared && !families.has(family)) families.set(family, []);
    const body = row.compared ? first : families.get(family);
    body.push(reading(row, used, width));
    if (row.dialect === "whatwg") body.push(reading(browser(row), used, width));
  }
  $("compared").replaceChildren(...first);
  $("others").replaceChildren(...[...families].flatMap(([family, rows]) => [fold(family, rows, width + 2), ...rows]));
}

const unfolded = new Set(); // families whose rows are shown

// fold returns the row of a family, which shows or hides the rows of its programs.
function fold(family, rows, width) {
  const set = open => {
    for (const row of rows) row.hidden = !open;
    button.setAttribute("aria-expanded", open);
    unfolded[open ? "add" : "delete"](family);
  };
  const button = make("button", { type: "button", class: "fold", onclick: () => set(!unfolded.has(family)) },
    `${family}: ${rows.length === 1 ? "1 reading" : rows.length + " readings"}`);
  set(unfolded.has(family));
  return make("tr", { class: "group" }, make("th", { scope: "colgroup", colspan: width }, button));
}

// reading returns a row of the table.
function reading(row, used, width) {
  const client = known.find(d => d.name === row.dialect)?.client;
  const name = make("th", { scope: "row" }, make("span", { class: "name" }, client ?? row.dialect));
  const parser = [client && row.dialect, row.release].filter(Boolean).join(" ");
  if (parser) name.append(" ", make("span", { class: "release" }, parser));
  if (row.same?.length) {
    const others = known.find(d => d.name === row.dialect)?.releases.filter(release => release !== row.release);
    name.append(make("span", { class: "same" }, others?.length === row.same.length && row.same.length > 1
      ? `and its ${row.same.length} other releases` : "also " + row.same.join(", ")));
  }
  if (row.note) name.append(make("span", { class: "same" }, row.note));
  const role = pair().findIndex(d => d === (row.release ? `${row.dialect}@${row.release}` : row.dialect));
  const tr = make("tr", { "data-dialect": row.dialect, "data-release": row.release, class: ["a", "b"][role] }, name);
  if (row.error != null) {
    const td = make("td", { colspan: width + 1, class: "rejected" + (row.odd ? " odd" : "") });
    if (row.odd) {
      td.append(make("span", { class: "sign", "aria-hidden": "true" }, "≠ "),
        make("span", { class: "hidden" }, row.oddNote ?? "differs from most: "));
    }
    td.append(make("b", {}, row.modelled === false ? "not modelled" : "rejects it"), " ", make("span", { class: "error" }, row.error));
    tr.append(td);
    return tr;
  }
  const contact = make("td", { class: "contact" }, row.contact ? make("bdi", { class: "value" }, row.contact)
    : make("span", { class: "absent" }, "no host"));
  if (row.internal) contact.append(make("span", { class: "same warn" }, row.internal));
  if (row.cells[answer.columns.indexOf("host")].odd) contact.classList.add("odd");
  tr.append(contact);
  answer.columns.forEach((column, i) => {
    if (!used[i]) return;
    const td = cell(column, row.cells[i], row.oddNote);
    if (column === "port" && row.port_error) td.append(make("span", { class: "same warn" }, "unreadable: " + row.port_error));
    tr.append(td);
  });
  return tr;
}

const ports = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21" };

// browser returns the row of this browser's own parser. It is compared with the row of the URL Standard.
function browser(standard) {
  const row = { dialect: "this browser", release: "", oddNote: "differs from the URL Standard: " };
  let url;
  try {
    url = state.base === null ? new URL(state.url) : new URL(state.url, state.base);
  } catch (error) {
    return { ...row, error: error.message, odd: standard.error == null,
      note: standard.error == null ? "not as the URL Standard says" : "as the URL Standard says" };
  }
  if (url.href === standard.href) {
    return { ...standard, ...row, same: [], note: "as the URL Standard says", oddNote: undefined };
  }
  const userinfo = url.username + (url.password && ":" + url.password);
  const values = {
    scheme: url.protocol.slice(0, -1), userinfo: userinfo || null, host: url.hostname || null, port: url.port || null,
    path: url.pathname, path_params: null, query: url.search.slice(1) || null, fragment: url.hash.slice(1) || null,
  };
  return { ...row, note: "not as the URL Standard says",
    contact: url.hostname && url.hostname + ":" + (url.port || ports[url.protocol] || "?"),
    cells: answer.columns.map((name, i) => {
      const text = values[name];
      return { text, odd: (text ?? "") !== (standard.cells?.[i].text ?? "") };
    }) };
}

function showDrawings() {
  $("drawings").replaceChildren(...answer.drawings.map(drawing => {
    const more = drawing.names.length - 4;
    const names = more > 0 ? [...drawing.names.slice(0, 4), `${more} more`] : drawing.names;
    const title = make("h3", {}, list(names), " ", make("span", { class: "same" }, drawing.outcome));
    const seen = new Set();
    const pre = make("pre", {});
    drawing.lines.forEach((line, i) => {
      if (i) pre.append("\n");
      for (const [text, name, columns] of line) pre.append(run(drawing, text, name, columns, seen));
    });
    const block = make("div", { class: "drawing " + drawing.role }, title, pre);
    if (drawing.empty.length) block.append(make("p", { class: "same" }, "empty: " + drawing.empty.join(", ")));
    if (drawing.href !== null && !drawing.same) {
      block.append(make("p", { class: "same" }, "written back as ", make("code", {}, cut(drawing.href))));
    }
    return block;
  }));
  $("others-line").textContent = answer.others.length ? `Besides these two: ${answer.others.join("; ")}.` : "";
  if (!answer.drawings.length) $("drawings").append(make("p", {}, "This URL is too long to draw."));
}

// References that each show another branch of the algorithm.
const tries = ["../d", "?x", "#f", "/d", "//other.example/", "/\\other.example/", "./d:e", ""];

// showResolution shows the steps by which the reference is resolved against the base, as cards.
function showResolution() {
  const all = answer.resolutions, select = $("resolver");
  $("resolve-section").hidden = !all.length;
  if (!all.length) return;
  if (!select.length) {
    select.append(...all.map(r => make("option", { value: r.dialect }, called(r.dialect))));
    $("tries").append(...tries.map(text => make("button", { type: "button", class: "small", onclick: () => {
      fill(text);
      edited();
    } }, text || "empty")));
  }
  const { error, steps = [] } = all.find(r => r.dialect === select.value);
  const part = (role, text) => text ? make("bdi", { class: "from-" + role }, shown(text)) : "";
  const colored = (text, base, reference) => base === null ? [make("bdi", {}, shown(text))]
    : [part("base", base), shown(text.slice(base.length, text.length - reference.length)), part("reference", reference)];
  const cards = [make("li", { tabindex: 0 }, make("b", {}, select.value === "rfc3986" ? "§5.1" : "base and reference"),
    make("p", {}, make("code", {}, part("base", state.base)), " is the base, ",
      make("code", {}, part("reference", state.url) || "the empty text"), " is the reference."))];
  let last = null, ladder = null, table = null; // the last step that is no row, and where the next step goes
  for (const step of steps) {
    if (step.input !== null) {
      if (!table) {
        table = make("tbody", {});
        cards.at(-1).append(make("table", {}, make("thead", {}, make("tr", {},
          ...["step", "output", "input"].map(name => make("th", { scope: "col" }, name)))), table));
      }
      table.append(make("tr", {}, make("th", { scope: "row" }, step.rule ?? ""),
        make("td", {}, make("code", {}, ...colored(step.output, step.from_base, step.from_reference))),
        make("td", {}, make("code", {}, ...colored(step.input, step.input_from_base, step.input_from_reference)))));
      continue;
    }
    table = null;
    const output = step.output ? make("p", {}, make("code", {}, ...colored(step.output, step.from_base, step.from_reference))) : "";
    if (last && last.rule === step.rule) { // a condition after one that is not met
      if (!ladder) {
        ladder = make("ol", { class: "ladder" });
        ladder.append(make("li", {}, cards.at(-1).querySelector("span")));
        cards.at(-1).append(ladder);
      }
      ladder.append(make("li", {}, make("span", {}, step.text), output));
    } else {
      ladder = null;
      cards.push(make("li", { tabindex: 0 }, make("b", {}, step.rule ?? ""), " ", make("span", {}, step.text ?? ""), output));
    }
    last = step;
  }
  if (error) cards.push(make("li", { tabindex: 0 }, error));
  $("cards").replaceChildren(...cards);

  const target = steps.at(-1)?.output;
  const others = Map.groupBy(answer.rows.filter(row => row.modelled !== false && row.href !== target),
    row => row.href ?? null);
  $("elsewhere").replaceChildren(...[...others].flatMap(([href, rows], i) => [i ? "; " : "Elsewhere: ",
    list(rows.map(row => called(row.release ? `${row.dialect}@${row.release}` : row.dialect))),
    (rows.length > 1 ? " give " : " gives ") + (href === null ? "no target" : ""), href === null ? "" : make("bdi", {}, make("code", {}, shown(cut(href))))]),
  others.size ? "." : "");
}

$("resolver").onchange = showResolution;
$("cards").onkeydown = event => {
  const next = { ArrowRight: "nextSibling", ArrowDown: "nextSibling", ArrowLeft: "previousSibling", ArrowUp: "previousSibling" }[event.key];
  const card = next && document.activeElement?.closest("#cards > li")?.[next];
  if (!card) return;
  event.preventDefault();
  card.focus();
};

const cut = (text, most = 1000) => text.length > most ? text.slice(0, most / 2) + "…" : text;

// run returns the node of a run of a drawing. The first run of a part is a button that selects its bytes.
function run(drawing, text, name, columns, seen) {
  const part = drawing.parts.find(part => part.name === name);
  const at = part && drawing.input ? part.at : null;
  const attributes = { class: (name && "p-" + name) + (columns ? " w" + columns : "") };
  if (!part || seen.has(name)) {
    if (!name && !columns) return text;
    return marks(make("span", { ...attributes, "aria-hidden": part ? "true" : null }, text), at, name);
  }
  seen.add(name);
  return marks(make("button", { ...attributes, type: "button", "aria-label": `${name}: ${text}`,
    onclick: () => at && select(at) }, text), at, name);
}

function select(at) {
  $("url").focus();
  $("url").setSelectionRange(unit(at[0]), unit(at[1]));
}

function showFindings() {
  $("findings").replaceChildren(...answer.findings.map(finding => {
    const item = make("li", { class: finding.severity, "data-id": finding.id },
      make("p", { class: "title" }, badge(finding.severity), " ", make("b", { class: "id" }, finding.id), " ",
        make("span", { class: "message" }, finding.message)),
      make("p", {}, finding.advice),
      make("p", { class: "same" }, finding.detects + ". See ",
        make("a", { href: finding.address, rel: "noreferrer noopener" }, finding.reference), "."));
    if (finding.at[0] < finding.at[1] && state.base === null) {
      const [start, end] = finding.at;
      item.lastChild.append(" ", marks(make("button", { type: "button", class: "small", onclick: () => select(finding.at) },
        end - start === 1 ? `byte ${start}` : `bytes ${start} to ${end - 1}`), finding.at, "finding"));
    }
    if (finding.instead !== null) {
      item.append(make("p", { class: "safe" }, "Without it: ",
        make("a", { href: link({ ...state, url: finding.instead }) }, make("code", {}, cut(finding.instead_text)))));
    }
    return item;
  }));
  if (!answer.findings.length) $("findings").append(make("li", { class: "none" }, "Nothing was found."));
}

function rows(id, head, body) {
  $(id).replaceChildren(make("thead", {}, make("tr", {}, ...head.map(text => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...body));
}

function showFacts() {
  const facts = [["origin", answer.origin], ["registered domain", answer.domain], ["display", answer.shown]];
  $("facts").replaceChildren(...facts.flatMap(([name, text]) => [make("dt", {}, name),
    make("dd", {}, text === null ? make("span", { class: "absent" }, "none") : make("bdi", {}, make("code", {}, text)))]));
  rows("forms", ["form", "URL"], answer.forms.map(form => make("tr", {},
    make("th", { scope: "row", title: form.about }, form.name),
    form.error ? make("td", { class: "same" }, form.error) : make("td", {}, make("code", {}, form.text)))));
  rows("paths", ["server or rule", "path"], answer.paths.length
    ? [...Map.groupBy(answer.paths, row => row.path)].map(([path, all]) => make("tr", {},
      make("th", { scope: "row" }, all.map(row => row.reader).join(", ")),
      path === null ? make("td", { class: "same" }, "rejects it or redirects") : make("td", {}, make("code", {}, path))))
    : [make("tr", {}, make("td", { colspan: 2, class: "same" }, "only for http and https"))]);
  rows("steps", ["step", "section", "URL after it"], answer.steps_error
    ? [make("tr", {}, make("td", { colspan: 3, class: "same" }, answer.steps_error))]
    : answer.steps.map(step => make("tr", { class: step.changed ? "changed" : "same" },
      make("th", { scope: "row" }, step.name), make("td", {}, "§" + step.section),
      make("td", {}, step.changed ? make("code", {}, step.text) : "no change"))));
  rows("params", ["name", "value"], answer.params.length
    ? answer.params.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, make("code", {}, name)),
      make("td", {}, make("code", {}, value))))
    : [make("tr", {}, make("td", { colspan: 2, class: "same" }, "none"))]);
}

// Options.

function showDialects() {
  const chosen = compared();
  const box = (name, text, about) => make("label", { title: about },
    make("input", { type: "checkbox", value: name, checked: chosen.includes(pinned(name)) }), " " + text);
  pair().forEach((name, i) => {
    const select = $(["check", "fetch"][i]);
    if (!select.length) {
      const families = Map.groupBy(known, d => d.family);
      select.append(...[...families].map(([family, dialects]) => make("optgroup", { label: family }, ...dialects.flatMap(d =>
        [d.release, ...d.releases.filter(r => r !== d.release).reverse()].map(release =>
          make("option", { value: release ? `${d.name}@${release}` : d.name }, called(release ? `${d.name}@${release}` : d.name)))))));
    }
    if (![...select.options].some(option => option.value === name)) { // a release that only a link names
      select.append(make("option", { value: name }, called(name)));
    }
    select.value = name;
  });
  const listed = name => known.some(d => pinned(d.name) === name || d.releases.some(release => `${d.name}@${release}` === name));
  $("dialects").replaceChildren(...known.map(d => box(d.name, called(pinned(d.name)), d.about)),
    ...chosen.filter(name => !listed(name)).map(name => box(name, called(name), "a release that the link names")));
  $("releases").replaceChildren(...known.flatMap(d => d.releases.filter(release => release !== d.release)
    .map(release => box(`${d.name}@${release}`, `${d.name} ${release}`, d.about))));
}

// choose sets one of the two programs. If it is the other one already, the two change places.
function choose(i, name) {
  const both = pair();
  if (both[1 - i] === name) both.reverse();
  else both[i] = name;
  compare(both.join());
}

// compare sets the compared dialects: names with commas between them, "" for the default.
function compare(dialects) {
  const names = dialects.split(",").map(pinned).join();
  $("lesson").hidden = true;
  state.dialects = names === standard() ? "" : names;
  showDialects();
  ask();
  save();
}

function showStacks(stacks) {
  $("stacks").replaceChildren(...[{ name: "default", dialects: [] }, ...stacks].map(stack =>
    make("button", { type: "button", id: "stack-" + stack.name, title: stack.dialects.join(", "),
      onclick: () => compare(stack.dialects.join()) }, stack.name)));
}

$("check").onchange = () => choose(0, $("check").value);
$("fetch").onchange = () => choose(1, $("fetch").value);
$("swap").onclick = () => choose(0, pair()[1]);
$("compare").onchange = event => {
  const checked = [...document.querySelectorAll("#compare input:checked")].map(input => input.value);
  const first = pair().filter(name => checked.some(other => pinned(other) === name)); // the pair stays the pair
  compare([...first, ...checked.filter(name => !first.includes(pinned(name)))].join());
  document.querySelector(`#compare input[value="${CSS.escape(event.target.value)}"]`)?.focus();
};
$("url").addEventListener("beforeinput", before);
$("url").oninput = event => { if (!event.isComposing) typed(event); };
$("url").addEventListener("compositionend", typed);
$("base").oninput = $("apart").onchange = edited;
$("escapes").onchange = () => {
  escape($("escapes").checked);
  $("url").value = written(state.url);
  edited();
};
$("url").onkeydown = event => {
  if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    save(true);
    fresh = true;
  }
};
$("form").onsubmit = event => event.preventDefault();

// Copies.

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    $("copied").textContent = `Copied the ${what}.` + (secret.test(state.url.replace(/[\t\r\n]/g, "")) ? " It has a password." : "");
  } catch {
    $("copied").textContent = `The browser does not allow copying. The JSON record is below, and the link is the address.`;
  }
}
$("copy-link").onclick = () => copy(new URL(link(state), location.href).href, "link");
for (const name of ["markdown", "picture"]) {
  $("copy-" + name).onclick = () => {
    if (!ready) {
      $("copied").textContent = "The parsers are still loading.";
      return;
    }
    const address = new URL(link(state), location.href).href;
    card = made => copy(name === "picture" ? made.picture : `${made.markdown}\n[Every reader](${address})\n`,
      name === "picture" ? "picture as SVG" : "Markdown");
    worker.postMessage(["card", ...request()]);
  };
}
$("copy-json").onclick = () => copy(answer.record, "JSON record");
$("copy-command").onclick = () => copy(answer.command, "command");
$("record").ontoggle = () => { $("json").textContent = $("record").open && answer ? answer.record : ""; };

let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width && answer) ask();
  width = innerWidth;
});

// The gallery.

function fillGallery() {
  $("gallery").replaceChildren(...gallery.map(group => make("div", {}, make("h3", {}, group.title),
    make("ul", {}, ...group.items.map(item => make("li", {}, badge(item.worst || "none"), make("div", {},
      make("a", { href: link(item) }, make("code", {}, item.text)), " ",
      item.slug ? make("a", { class: "same", href: `advisories/${item.slug}.html` }, item.about)
        : make("span", { class: "same" }, item.about))))))));
}

// begin loads the names of dialects and the gallery, and shows what the link asks for.
async function begin() {
  const response = await fetch("start.json");
  if (!response.ok) throw new Error(`status ${response.status}`);
  const start = await response.json();
  ({ dialects: known, gallery, maxLength } = start);
  showStacks(start.stacks);
  fillGallery();
  if (state.url !== "") { // typed while the file was loading
    showDialects();
    edited();
    return;
  }
  follow();
  if (!location.hash) {
    $("url").focus();
    $("url").select();
  }
}

// Payloads.

let payloads = []; // the last answer

$("payloads-form").onsubmit = event => {
  event.preventDefault();
  if (!ready) {
    $("payloads-status").textContent = "The parsers are still loading.";
    return;
  }
  $("payloads-status").textContent = "Searching …";
  const names = $("which").value === "pair" ? pair() : compared();
  worker.postMessage(["payloads", names.join(), $("allowed").value.trim(), $("target").value.trim(),
    gallery.flatMap(group => group.items.map(item => item.url)), $("which").value === "any"]);
};

function receivePayloads(made) {
  payloads = made.payloads ?? [];
  const kinds = [...new Set(payloads.map(p => p.kind))].sort();
  $("payload-kind").replaceChildren(make("option", { value: "" }, "all kinds"), ...kinds.map(kind => make("option", { value: kind }, kind)));
  for (const id of ["payload-kind", "copy-payloads", "copy-payloads-json"]) $(id).disabled = !payloads.length;
  $("payloads-status").textContent = made.error ? made.error[0].toUpperCase() + made.error.slice(1) + "." : "";
  showPayloads();
}

const shownPayloads = () => payloads.filter(p => !$("payload-kind").value || p.kind === $("payload-kind").value);

function showPayloads() {
  const list = shownPayloads();
  $("payloads-table").hidden = !list.length;
  if (!$("payloads-status").textContent || payloads.length) {
    $("payloads-status").textContent = list.length === 1 ? "1 URL." : list.length ? `${list.length} URLs.`
      : "No URL was found that these programs read so. That is no proof that there is none.";
  }
  rows("payloads", ["URL", "the check reads", "the request goes to", "kind"], list.map(p => make("tr", {},
    make("th", { scope: "row" }, make("a", { href: link({ url: p.url, dialects: `${p.check},${p.fetch}` }) }, make("code", {}, p.text))),
    make("td", {}, p.checked === null ? make("span", { class: "absent" }, "no host") : make("bdi", { class: "value" }, p.checked),
      make("span", { class: "same" }, called(p.check))),
    make("td", {}, make("bdi", { class: "value" }, p.fetched), make("span", { class: "same" }, called(p.fetch))),
    make("td", { class: "same" }, p.kind))));
}

$("payload-kind").onchange = showPayloads;
$("copy-payloads").onclick = () => copyPayloads(list => list.map(p => p.text).join("\n") + "\n", "list");
$("copy-payloads-json").onclick = () => copyPayloads(list => JSON.stringify(list, null, 1) + "\n", "JSON");

async function copyPayloads(write, what) {
  try {
    await navigator.clipboard.writeText(write(shownPayloads()));
    $("payloads-status").textContent = `Copied the ${what}.`;
  } catch {
    $("payloads-status").textContent = "The browser does not allow copying.";
  }
}

$("form").hidden = false;
document.body.append(make("span", { id: "ruler", "aria-hidden": "true" }, "0123456789"));
begin().catch(error => stopped(error.message));
