// A line server for Node's URL: program.go has the questions parse and set.
const getters = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash', 'origin'];
const decoded = (token) => Buffer.from(token.slice(1), 'hex').toString();
const encoded = (text) => '=' + Buffer.from(text).toString('hex');

function result(what, first, second, third) {
	if (what === 'parse') return second ? new URL(decoded(first), decoded(second)) : new URL(decoded(first));
	const url = new URL(decoded(first));
	try { url[second] = decoded(third); } catch (e) { if (second !== 'href') throw e; } // href alone may throw
	return url;
}

function answer(line) {
	try {
		const url = result(...line.split(' '));
		return getters.map((name) => encoded(url[name])).join(' ');
	} catch (e) {
		return '-';
	}
}

console.log(process.version);
require('readline').createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write(answer(line) + '\n'));
