import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSouk, type TestServer } from '../../packages/kit/src/testing.ts';
import { program, writeFolder } from './shops.ts';

const guide = readFileSync(new URL('../../docs/modules.md', import.meta.url), 'utf8');
/** The first module of the guide. */
const source = /```js\n([^]*?)```/.exec(guide)?.[1] ?? '';

const folder = writeFolder({ 'souk.config.mjs': source });
let souk: TestServer;
beforeAll(async () => {
  souk = await startSouk({ config: join(folder.path, 'souk.config.mjs'), program });
});
afterAll(async () => {
  await souk?.stop();
  folder.remove();
});

it('the first module of the guide answers, and the kit starts a server with it', async () => {
  expect(await souk.admin.get('/V1/acme/greetings/Ada')).toEqual({ status: 200, body: 'Hello Ada' });
  expect((await souk.guest.get('/V1/acme/greetings/Ada')).status).toBe(401);
});

it('the server of the kit signs customers in, speaks GraphQL, and is emptied by a reset', async () => {
  const customer = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Example' };
  expect((await souk.admin.post('/V1/customers', { customer, password: 'Secret-123' })).status).toBe(200);
  const ada = await souk.signIn(customer.email, 'Secret-123');
  expect((await ada.graphql('{ customer { firstname } }')).body).toEqual({ data: { customer: { firstname: 'Ada' } } });
  await expect(souk.signIn(customer.email, 'other')).rejects.toThrow('no token: 401');
  await souk.reset();
  await expect(souk.signIn(customer.email, 'Secret-123')).rejects.toThrow('no token: 401');
  expect(
    (await souk.guest.post('/V1/integration/admin/token', { username: 'admin', password: 'Admin123!' })).status,
  ).toBe(200);
});
