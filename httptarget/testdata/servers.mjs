// Answers questions about request targets with the HTTP server of Node.js. A line of standard input is a JSON array of
// method, target and Host, in Latin-1. A line of the output is the target that the server reports, or null.
import http from 'node:http'
import net from 'node:net'
import readline from 'node:readline'

let seen = null
const server = http.createServer((req, res) => { seen = req.url; res.end() })
server.on('connect', (req, socket) => { seen = req.url; socket.end('HTTP/1.1 200 OK\r\n\r\n') })
server.on('clientError', (error, socket) => socket.destroy())
await new Promise((done) => server.listen(0, '127.0.0.1', done))

function ask([method, target, host]) {
  return new Promise((done) => {
    seen = null
    const socket = net.connect(server.address().port, '127.0.0.1')
    socket.on('connect', () => socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1'))
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => done(seen))
  })
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await ask(JSON.parse(line))) + '\n')
}
server.close()
