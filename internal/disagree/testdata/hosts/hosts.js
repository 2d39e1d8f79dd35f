// Answers package internal/testing/oracle with the host that a parser of Node.js reads: whatwg or nodejs-legacy.
'use strict';
process.on('warning', () => {});
const url = require('url');
const host = process.argv[2] === 'whatwg' ? (s) => new URL(s).hostname : (s) => url.parse(s).hostname;

console.log(process.versions.node);
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  try {
    const text = Buffer.from(line.split(' ')[1], 'hex').toString();
    console.log('=' + Buffer.from(host(text) || '').toString('hex'));
  } catch {
    console.log('!');
  }
});
