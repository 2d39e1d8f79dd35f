// A line server for package internal/testing/oracle: the npm package whatwg-url.
//
//     node oracle.js NODE_MODULES
//
// A question is a URL, with a base or without one. The fields of the answer are href, username, password, hostname, port,
// pathname, search, hash and origin, whether the input is a valid URL string, and the validation errors. If the base is a
// JSON list, the first element is an operation:
//
//     ["parse", LABEL]      parse the URL in an encoding
//     ["form"]              parse a form
//     ["domain"]            report whether the text is a valid domain
//     ["edit", STEP, ...]   change a URL; the answer has the result of each step
//
// An offset of a validation error is the pointer of the parser in code points. whatwg-url does not have it, so that the
// source of its state machine is changed before it is loaded.
'use strict';

const fs = require('fs');
const path = require('path');
const {serve} = require('../../internal/testing/oracle/testdata/lines.js');
const folder = path.join(path.resolve(process.argv[2] || 'node_modules'), 'whatwg-url');
const machine = path.join(folder, 'lib', 'url-state-machine.js');

// withPointers adds the pointer to each validation error of the state machine and of the parser of IPv6 addresses, and an
// entry with the start and the end of each host.
function withPointers(source) {
  const count = {};
  const nth = (name) => (count[name] = (count[name] || 0) + 1);
  const host = (end) => `this.validationErrors?.push("host@" + (${end} - countSymbols(this.buffer)) + "@" + (${end}))`;
  source = source.replace(/this\.validationErrors\?\.push\("([^"]+)"\)/g, (all, name) => {
    let at = 'this.pointer';
    nth('errors');
    switch (name + nth(name)) {
      case 'invalid-URL-unit1': case 'invalid-URL-unit2': at = '"start"'; break; // before the first state
      case 'host-missing3': at += ' + 1'; break; // the pointer is decreased before
      case 'port-out-of-range1': at += ' - this.buffer.length'; break;
      case 'file-invalid-Windows-drive-letter-host1': at += ' + 1 - this.buffer.length'; break;
    }
    return `this.validationErrors?.push("${name}@" + (${at}))`;
  });
  source = source.replace(/this\.validationErrors\.push\("invalid-URL-unit"\)/g, () => {
    nth('units');
    return 'this.validationErrors.push("invalid-URL-unit@" + this.pointer)';
  });
  source = source.replace(/validationErrors\?\.push\("(IPv6|IPv4-in)-([^"]+)"\)/g, (all, kind, name) => {
    nth('addresses');
    return name === 'unclosed' ? all : `validationErrors?.push("${kind}-${name}@@" + pointer)`;
  });
  source = source.replace(/= parseHost\(this\.buffer, this\.validationErrors,/g, () =>
    `= parseHost(this.buffer, (${host(nth('hosts') === 1 ? 'this.pointer' : 'this.pointer + 1')}, this.validationErrors),`);
  const found = [count.errors, count.units, count.addresses, count.hosts, count['host-missing']].join();
  if (found !== '22,2,15,3,3') throw new Error(`another state machine than the one of whatwg-url 17.3.0: ${found}`);
  return source;
}

const load = require.extensions['.js'];
require.extensions['.js'] = (module, name) =>
  name === machine ? module._compile(withPointers(fs.readFileSync(name, 'utf8')), name) : load(module, name);
const w = require(folder);
const form = require(path.join(folder, 'lib', 'urlencoded.js'));
const misc = require(path.join(folder, 'lib', 'url-miscellaneous.js'));

const isSpace = (c) => c.codePointAt(0) <= 0x20;
const isTabOrNewline = (c) => c === '\t' || c === '\n' || c === '\r';

// located returns the validation errors with offsets in input, or without an offset if there is no pointer.
function located(input, errors) {
  const points = [...input];
  let first = points.findIndex((c) => !isSpace(c));
  let last = points.findLastIndex((c) => !isSpace(c)) + 1;
  if (first < 0) first = points.length;
  last = Math.max(first, last);
  const index = []; // of each code point that the parser reads
  for (let i = first; i < last; i++) if (!isTabOrNewline(points[i])) index.push(i);
  index.push(last);
  let start = 0, end = 0, isTrimmed = first > 0 || last < points.length;
  const all = [];
  for (const error of errors) {
    const [name, at, inHost] = error.split('@');
    if (name === 'host') {
      [start, end] = [Number(at), Number(inHost)];
    } else if (at === 'start') {
      const tab = points.findIndex((c, i) => i >= first && isTabOrNewline(c));
      all.push(`${name}@${isTrimmed ? (first > 0 ? 0 : last) : tab}`);
      isTrimmed = false;
    } else if (name === 'IPv6-unclosed') {
      all.push(`${name}@${index[end]}`);
    } else if (inHost !== undefined) {
      all.push(`${name}@${index[start + 1 + Number(inHost)]}`);
    } else {
      all.push(at === undefined ? name : `${name}@${index[Number(at)]}`);
    }
  }
  return all.join(' ');
}

const field = (v) => '=' + Buffer.from(v).toString('hex');
const text = (hex) => Buffer.from(hex, 'hex').toString();
const bit = (b) => (b ? '1' : '0');

function parse(url, base) {
  const baseURL = base === undefined ? null : w.parseURL(base);
  if (base !== undefined && baseURL === null) return '!base';
  const options = baseURL === null ? {} : {baseURL};
  const {validationErrors} = w.parseURLWithValidationErrors(url, options);
  const valid = bit(w.isValidURLString(url, options)), errors = located(url, validationErrors);
  const u = w.URL.parse(url, base);
  if (u === null) return `!${valid} ${errors}`;
  return [u.href, u.username, u.password, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin].map(field)
    .concat(valid, field(errors)).join('\t');
}

// applies reports whether the setter of name sets value: it replaces an impossible value.
function applies(href, name, value) {
  const url = w.parseURL(href), impossible = {};
  const sets = (component, state) => {
    url[component] = impossible;
    w.basicURLParse(value, {url, stateOverride: state});
    return url[component] !== impossible;
  };
  switch (name) {
    case 'href': return w.parseURL(value) !== null;
    case 'username': case 'password': return !w.cannotHaveAUsernamePasswordPort(url);
    case 'port': return !w.cannotHaveAUsernamePasswordPort(url) && (value === '' || sets('port', 'port'));
    case 'host': case 'hostname': return !w.hasAnOpaquePath(url) && sets('host', name);
    case 'pathname': return !w.hasAnOpaquePath(url);
    case 'protocol': // the standard ignores the value if the URL is of a file without a host
      if (url.scheme === 'file' && url.host === '') return false;
      return w.basicURLParse(`${value}:`, {url, stateOverride: 'scheme start'}) !== null &&
        url.scheme === value.replace(/[\t\n\r]/g, '').split(':')[0].toLowerCase();
  }
  return true;
}

const list = (texts) => [String(texts.length), ...texts.map(field)].join('\t');
const pairs = (p) => list([...p].flat());

function edit(u, steps) {
  const results = [], p = u.searchParams;
  while (steps.length > 0) {
    const name = steps.shift();
    switch (name) {
      case 'append': p.append(steps.shift(), steps.shift()); break;
      case 'set': p.set(steps.shift(), steps.shift()); break;
      case 'delete': p.delete(steps.shift()); break;
      case 'delete-value': p.delete(steps.shift(), steps.shift()); break;
      case 'sort': p.sort(); break;
      case 'get': {
        const [n, v] = [steps.shift(), steps.shift()];
        results.push(p.has(n) ? field(p.get(n)) : '-', list(p.getAll(n)), bit(p.has(n, v)), String(p.size));
        continue;
      }
      default: {
        const value = steps.shift();
        results.push(bit(applies(u.href, name, value)));
        try {
          u[name] = value;
        } catch (e) {
          if (name !== 'href') throw e;
        }
        results.push(field(u.href));
        continue;
      }
    }
    results.push(field(u.href), pairs(p), field(p.toString()));
  }
  return results.join('\t');
}

function answer(line) {
  const [base, ref] = line.split(' ');
  const url = text(ref);
  if (base === '-') return parse(url);
  const b = text(base.slice(1));
  if (!b.startsWith('["')) return parse(url, b);
  const [operation, ...rest] = JSON.parse(b);
  if (operation === 'parse') {
    const record = w.parseURL(url, {encoding: rest[0]});
    return record === null ? '!' : field(w.serializeURL(record));
  }
  if (operation === 'form') {
    const parsed = form.parseUrlencodedString(url);
    return [pairs(parsed), field(form.serializeUrlencoded(parsed))].join('\t');
  }
  if (operation === 'domain') {
    const domain = misc.domainParser(url, null, true);
    return bit(domain !== misc.failure && !misc.endsInANumber(domain));
  }
  const u = w.URL.parse(url);
  return u === null ? '!' : edit(u, rest);
}

serve(require(path.join(folder, 'package.json')).version, 'Node.js ' + process.versions.node, answer);
