// A line server for package internal/testing/oracle: parse, normalize and resolve of fast-uri.
//
//     node oracle.js FOLDER
//
// The folder has node_modules/fast-uri. The fields are scheme, userinfo, host, port, path, query, fragment and the
// normalized URL, or the target of a reference. The path and the query of ws and wss are the resource name. In 3.1.2,
// parse has an error for each host with a digit, because it calls a function that Node.js does not have. This error is
// ignored.
'use strict';

const path = require('path');
const {serve} = require('../../../internal/testing/oracle/testdata/lines.js');
const folder = path.join(path.resolve(process.argv[2] || '.'), 'node_modules', 'fast-uri');
const uri = require(folder);

const field = (v) => (v === null || v === undefined ? '-' : '=' + Buffer.from(String(v)).toString('hex'));
const text = (hex) => Buffer.from(hex, 'hex').toString();

function answer(line) {
  const [base, ref] = line.split(' ');
  try {
    if (base !== '-') return field(uri.resolve(text(base.slice(1)), text(ref)));
    const u = uri.parse(text(ref));
    if (u.error && !u.error.endsWith('URL.domainToASCII is not a function')) return '!';
    if (u.resourceName !== undefined) {
      const i = (u.resourceName + '?').indexOf('?');
      u.path = u.resourceName.slice(0, i);
      u.query = i < u.resourceName.length ? u.resourceName.slice(i + 1) : undefined;
    }
    return [u.scheme, u.userinfo, u.host, u.port, u.path, u.query, u.fragment, uri.normalize(text(ref))].map(field).join('\t');
  } catch (e) {
    return '!';
  }
}

serve(require(path.join(folder, 'package.json')).version, 'Node.js ' + process.versions.node, answer);
