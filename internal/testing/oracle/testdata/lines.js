// The line server of oracles that run in Node.js.
'use strict';

const fs = require('fs');

function write(s) {
  for (let b = Buffer.from(s); b.length > 0;) {
    try {
      b = b.subarray(fs.writeSync(1, b));
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e;
    }
  }
}

// serve writes the release and its description, and answers each line of standard input.
exports.serve = (release, about, answer) => {
  write(release + '\t' + about + '\n');
  let rest = '';
  process.stdin.setEncoding('latin1');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    write(lines.map((line) => answer(line) + '\n').join(''));
  });
};
