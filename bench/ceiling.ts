import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

// Bare node:http serving the bytes of a file: what a read can cost at the least.
const body = readFileSync(process.argv[2]!);
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
