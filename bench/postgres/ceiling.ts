import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';

// Bare node:http that asks the database for the rows of a page, by one prepared statement, and serves the bytes of a file:
// `ceiling.ts <url> <file> <statement>`. It is what a read that looks into the database can cost at the least.
const [url, file, text] = process.argv.slice(2) as [string, string, string];
const pool = new Pool({ connectionString: url });
const body = readFileSync(file);
const server = createServer(async (_, response) => {
  await pool.query({ name: 'page', text });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
