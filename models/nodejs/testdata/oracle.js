// A line server for package internal/testing/oracle: url.parse and url.resolve of this Node.js.
//
// Fields: protocol, slashes, auth, host, port, hostname, hash, search, pathname and href, or the target of a reference.
'use strict';

process.removeAllListeners('warning');
process.on('warning', () => {});
const url = require('url');
const {serve} = require('../../../internal/testing/oracle/testdata/lines.js');

const field = (v) => (v === null || v === undefined ? '-' : '=' + Buffer.from(String(v)).toString('hex'));
const text = (hex) => Buffer.from(hex, 'hex').toString();

function answer(line) {
  const [base, ref] = line.split(' ');
  try {
    if (base !== '-') return field(url.resolve(text(base.slice(1)), text(ref)));
    const u = url.parse(text(ref));
    return [u.protocol, u.slashes, u.auth, u.host, u.port, u.hostname, u.hash, u.search, u.pathname, u.href]
      .map(field).join('\t');
  } catch (e) {
    return '!' + (e.code || e.name);
  }
}

serve(process.versions.node, 'ada ' + process.versions.ada, answer);
