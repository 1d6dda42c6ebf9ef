import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fails, ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import { basic, newApplication, openSession, ports, profile, session, TOKEN, type Application } from './service.ts';

let souk: Souk;
let sandbox: Client;
let ann: Application;
beforeAll(async () => {
  const on = await ports();
  sandbox = on.sandbox;
  souk = await startSouk({ env: on.env });
  ann = await newApplication(souk);
});
afterAll(() => souk?.stop());

const NO_OBJECT = 'The request body has to be a JSON object.';

/** Sends bytes as they are; gives all that comes back until the connection ends. */
function raw(...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(sandbox.base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.on('close', () => resolve(text)).on('error', reject);
    for (const part of parts) socket.write(part);
  });
}

const head = (length: number | string, more = ''): string =>
  `POST ${TOKEN} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n` +
  `Authorization: ${basic(ann.application_id, ann.application_secret).authorization}\r\n${more}\r\n`;

test('a body over 16 KB is refused, however large it is said to be', async () => {
  const padded = (bytes: number): string => JSON.stringify({ grant_type: 'session', more: 'x'.repeat(bytes) });
  ok(await session(sandbox, ann, padded(16_000)));
  fails(await session(sandbox, ann, padded(16_384)), 413, 'The request body is larger than 16384 bytes.');
  fails(await session(sandbox, ann, padded(3_000_000)), 413);
  expect(await raw(head(50_000_000_000), '{')).toMatch(/^HTTP\/1\.1 413 [^]*larger than 16384 bytes/);
});

test('a client that asks before it sends is told at once', async () => {
  const asked = await raw(head(50_000_000_000, 'Expect: 100-continue\r\n'));
  expect(asked).toMatch(/^HTTP\/1\.1 413 /);
  const body = '{"grant_type":"session"}';
  expect(await raw(head(body.length, 'Expect: 100-continue\r\n'), body)).toMatch(
    /^HTTP\/1\.1 100 [^]*"expires_in":360/,
  );
});

test('nested, dense and broken JSON is refused, and costs no more than its bytes', async () => {
  for (const body of ['['.repeat(16_000), `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, `{"a":"\\ud800"}`]) {
    fails(await session(sandbox, ann, body), 400, NO_OBJECT);
  }
  const dense = `{"grant_type":"session","a":[${'1,'.repeat(7000)}1]}`;
  fails(await session(sandbox, ann, dense), 413, 'The request body has more than 1000 values.');
});

test('a body that is no UTF-8 is refused', async () => {
  const body = Buffer.concat([
    Buffer.from('{"grant_type":"session","a":"'),
    Buffer.from([0xff, 0xc0]),
    Buffer.from('"}'),
  ]);
  expect(await raw(head(body.length), body)).toMatch(/^HTTP\/1\.1 400 [^]*has to be a JSON object/);
});

test('what is no HTTP is answered, and nothing of it reaches the log as an error', async () => {
  expect(await raw('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(`GET /rest/v1/users/${'x'.repeat(80_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  fails(await sandbox.raw('GET', '/rest/v1/users/MAG000000000', undefined, { authorization: 'Bearer' }), 401);
  expect(souk.output()).not.toMatch(/a call failed|"level":50/);
});

test('a client that goes in the middle of its body harms nobody', async () => {
  const { hostname, port } = new URL(sandbox.base);
  const socket = connect(Number(port), hostname);
  socket.write(`${head(1000)}{"grant`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  ok(await profile(sandbox, ann.mage_id, await openSession(sandbox, ann)));
  expect(souk.output()).not.toMatch(/a call failed|"level":50/);
});
