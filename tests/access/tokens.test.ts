import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticate } from '../../src/platform/access/authenticate.ts';
import {
  changeIntegration,
  createIntegration,
  listIntegrations,
  revokeIntegration,
} from '../../src/platform/access/integration-credentials.ts';
import { saveRole } from '../../src/platform/access/roles.ts';
import { issueToken, revokeToken, revokeTokens, tokenCaller } from '../../src/platform/access/tokens.ts';
import { createAdminUser, setAdminActive, setAdminPassword } from '../../src/platform/access/users.ts';
import { guest, type Caller } from '../../src/kernel/call.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { openProcess, pass, user, type TestProcess } from './platform.ts';

describe.each(engines)('tokens on %s', (kind) => {
  let database: TestDatabase;
  let here: TestProcess;
  let there: TestProcess;
  beforeAll(async () => {
    database = await createDatabase(kind);
    here = await openProcess(database);
    there = await openProcess(database);
  });
  afterAll(() => database.remove());

  /** As the entry points do: the caches are current first. */
  const callerIn = async (process: TestProcess, token: string): Promise<Caller | undefined> => {
    await process.caches.refresh();
    return await tokenCaller(process, token);
  };
  const bearer = async (process: TestProcess, authorization: string): Promise<Caller> => {
    await process.caches.refresh();
    return await authenticate(process, {
      method: 'GET',
      url: '/rest/V1/modules',
      headers: { host: 'a', authorization },
    });
  };
  const newUser = async (name: string, resources: 'all' | string[] = 'all'): Promise<{ id: number; token: string }> => {
    const { userId } = await createAdminUser(here.systemCall(), user(name, resources));
    return { id: userId, token: await issueToken(here.systemCall(), { type: 'admin', id: userId }) };
  };

  test('a token is 32 letters and digits, and is stored as its digest only', async () => {
    const { id, token } = await newUser('stored');
    expect(token).toMatch(/^[a-z0-9]{32}$/);
    const rows = await here.systemCall().db.selectFrom('oauth_token').selectAll().where('user_id', '=', id).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a bearer token tells who calls; the scheme may be in any case', async () => {
    const { id, token } = await newUser('bearer', ['Magento_Catalog::products']);
    const expected = { type: 'admin', id, resources: new Set(['Magento_Catalog::products']) };
    expect(await bearer(here, `Bearer ${token}`)).toEqual(expected);
    expect(await bearer(there, `bEARER ${token}`)).toEqual(expected);
  });

  test('whatever is no valid bearer token is a guest', async () => {
    const { token } = await newUser('guestly');
    for (const header of [
      'Bearer',
      'Bearer ',
      'Bearer garbage',
      `Bearer  ${token}`,
      `Bearer ${token} x`,
      `Basic ${token}`,
      token,
    ]) {
      expect(await bearer(here, header)).toBe(guest);
    }
    expect(await bearer(here, `Bearer ${'x'.repeat(32)}`)).toBe(guest);
    expect(await authenticate(here, { method: 'GET', url: '/', headers: {} })).toBe(guest);
  });

  test('an admin token is good for four hours, or as long as the configuration says', async () => {
    const { token } = await newUser('expiring');
    const there2 = await openProcess(database);
    pass(there2, { minutes: 239 });
    expect(await tokenCaller(there2, token)).toBeDefined();
    pass(there2, { minutes: 2 });
    expect(await tokenCaller(there2, token)).toBeUndefined();
    there2.values.set('oauth/access_token_lifetime/admin', '5');
    expect(await tokenCaller(there2, token)).toBeDefined();
    there2.values.set('oauth/access_token_lifetime/admin', '0');
    pass(there2, { minutes: 1_000_000 });
    expect(await tokenCaller(there2, token)).toBeDefined();
  });

  test('expired tokens are removed when further ones are issued', async () => {
    const { id } = await newUser('cleaned');
    const later = await openProcess(database);
    pass(later, { minutes: 300 });
    await issueToken(later.systemCall(), { type: 'admin', id });
    const rows = await here.systemCall().db.selectFrom('oauth_token').selectAll().where('user_id', '=', id).execute();
    expect(rows).toHaveLength(1);
  });

  test('a customer token is good for one hour', async () => {
    const token = await issueToken(here.systemCall(), { type: 'customer', id: 31 });
    expect(await tokenCaller(here, token)).toMatchObject({ type: 'customer', id: 31, resources: new Set() });
    const later = await openProcess(database);
    pass(later, { minutes: 61 });
    expect(await tokenCaller(later, token)).toBeUndefined();
  });

  test('an account made in one process may call every other at once', async () => {
    const { id, token } = await newUser('fresh');
    for (let i = 0; i < 2; i++) expect((await callerIn(there, token))?.id).toBe(id);
    const { access_token } = await createIntegration(here.systemCall(), { name: 'Fresh', resources: 'all' });
    for (let i = 0; i < 2; i++) expect((await callerIn(there, access_token))?.type).toBe('integration');
  });

  test('a revoked token is refused here at once and elsewhere for the next request', async () => {
    const { id, token } = await newUser('revoked');
    const kept = await issueToken(here.systemCall(), { type: 'admin', id });
    expect(await tokenCaller(here, token)).toBeDefined();
    expect(await callerIn(there, token)).toBeDefined();
    expect(await revokeToken(here.systemCall(), token)).toBe(true);
    expect(await tokenCaller(here, token)).toBeUndefined();
    expect(await callerIn(there, token)).toBeUndefined();
    expect(await callerIn(there, kept)).toBeDefined();
    expect(await revokeToken(here.systemCall(), token)).toBe(false);
  });

  test('all tokens of an account are revoked together, those of others stay', async () => {
    const customers = await Promise.all(
      [51, 51, 52].map((id) => issueToken(here.systemCall(), { type: 'customer', id })),
    );
    expect(await revokeTokens(here.systemCall(), { type: 'customer', id: 51 })).toBe(true);
    const callers = await Promise.all(customers.map((token) => tokenCaller(here, token)));
    expect(callers.map((caller) => caller?.id)).toEqual([undefined, undefined, 52]);
    expect(await revokeTokens(here.systemCall(), { type: 'customer', id: 51 })).toBe(false);
  });

  test('a revocation that is undone revokes nothing', async () => {
    const token = await issueToken(here.systemCall(), { type: 'customer', id: 61 });
    const failing = here.systemCall().transaction(async (call) => {
      await revokeTokens(call, { type: 'customer', id: 61 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await tokenCaller(here, token)).toBeDefined();
  });

  test('a token used again costs no query', async () => {
    const { token } = await newUser('cached');
    expect(await tokenCaller(here, token)).toBeDefined();
    const offline: TestProcess = {
      ...here,
      newCall: () => {
        throw new Error('asked the database');
      },
    };
    expect(await tokenCaller(offline, token)).toBeDefined();
    await expect(tokenCaller(offline, 'y'.repeat(32))).rejects.toThrow('asked the database');
  });

  test('a change of a role counts for tokens in use, in every process', async () => {
    const { token } = await newUser('promoted', ['Magento_Catalog::products']);
    expect((await callerIn(there, token))?.resources).toEqual(new Set(['Magento_Catalog::products']));
    await saveRole(here.systemCall(), 'promoted', ['Magento_Sales::sales', 'Magento_Catalog::categories']);
    const granted = new Set(['Magento_Sales::sales', 'Magento_Catalog::categories']);
    expect((await tokenCaller(here, token))?.resources).toEqual(granted);
    expect((await callerIn(there, token))?.resources).toEqual(granted);
  });

  test('a user who is switched off, or gets another password, loses the tokens', async () => {
    const one = await newUser('switched');
    await setAdminActive(here.systemCall(), 'SWITCHED', false);
    expect(await tokenCaller(here, one.token)).toBeUndefined();
    await setAdminActive(here.systemCall(), 'switched', true);
    expect(await tokenCaller(here, one.token)).toBeUndefined();
    const again = await issueToken(here.systemCall(), { type: 'admin', id: one.id });
    await setAdminPassword(here.systemCall(), 'switched', 'Another-123');
    expect(await tokenCaller(here, again)).toBeUndefined();
  });

  test('the access token of an integration serves as a bearer token without an end, until it is revoked', async () => {
    const credentials = await createIntegration(here.systemCall(), {
      name: 'Warehouse',
      resources: ['Magento_Catalog::products'],
    });
    const later = await openProcess(database);
    pass(later, { minutes: 10_000_000 });
    const caller = await bearer(later, `Bearer ${credentials.access_token}`);
    expect(caller).toMatchObject({ type: 'integration', resources: new Set(['Magento_Catalog::products']) });

    await changeIntegration(here.systemCall(), 'Warehouse', { resources: 'all' });
    expect((await bearer(here, `Bearer ${credentials.access_token}`)).resources).toBe('all');
    await changeIntegration(here.systemCall(), 'Warehouse', { active: false });
    expect(await bearer(here, `Bearer ${credentials.access_token}`)).toBe(guest);
    await changeIntegration(here.systemCall(), 'Warehouse', { active: true });
    expect((await bearer(here, `Bearer ${credentials.access_token}`)).type).toBe('integration');
    await revokeIntegration(here.systemCall(), 'Warehouse');
    expect(await bearer(here, `Bearer ${credentials.access_token}`)).toBe(guest);
  });

  test('the credentials of an integration are stored in no readable form', async () => {
    const credentials = await createIntegration(here.systemCall(), { name: 'Readable', resources: 'all' });
    const rows = await here
      .systemCall()
      .db.selectFrom('integration')
      .selectAll()
      .where('name', '=', 'Readable')
      .execute();
    for (const secret of [credentials.consumer_secret, credentials.access_token, credentials.access_token_secret]) {
      expect(secret).toMatch(/^[a-z0-9]{32}$/);
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
    expect(await listIntegrations(here.systemCall())).toContainEqual(
      expect.objectContaining({ name: 'Readable', status: 1, resources: 'all' }),
    );
    await expect(createIntegration(here.systemCall(), { name: 'Readable', resources: 'all' })).rejects.toThrow(
      'The integration with name "Readable" exists.',
    );
  });
});
