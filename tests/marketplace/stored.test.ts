import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApplication, revokeApplication, type NewApplication } from '../../src/faces/marketplace/applications.ts';
import { hashToken } from '../../src/faces/marketplace/credentials.ts';
import { forgetExpired, issueToken, requireOwner } from '../../src/faces/marketplace/tokens.ts';
import { createUser } from '../../src/faces/marketplace/users.ts';
import { engines } from '../storage/databases.ts';
import { startHere, type Here } from '../support/here.ts';
import { ok } from '../support/client.ts';
import { openSession, ports, profile } from './service.ts';

describe.each(engines)('what is stored on %s', (kind) => {
  let here: Here;
  let on: Awaited<ReturnType<typeof ports>>;
  let application: NewApplication;
  beforeAll(async () => {
    on = await ports();
    here = await startHere(kind, { env: on.env });
    const call = here.souk.systemCall();
    const { mage_id } = await createUser(call, 'sandbox', { email: 'ann@example.com', name: 'Ann' });
    application = await createApplication(call, 'sandbox', mage_id);
  });
  afterAll(() => here?.stop());

  const rowsOf = async (table: string): Promise<unknown[]> =>
    (await sql`select * from ${sql.table(table)}`.execute(here.souk.systemCall().db)).rows;

  test('neither secrets nor tokens', async () => {
    const ust = await openSession(on.sandbox, application);
    ok(await profile(on.sandbox, application.mage_id, ust));
    const tables = ['marketplace_user', 'marketplace_application', 'marketplace_token'];
    const all = JSON.stringify(await Promise.all(tables.map(rowsOf)));
    expect(all).toContain(hashToken('sandbox', ust));
    expect(all).toContain(application.application_id);
    expect(all).not.toContain(application.application_secret);
    expect(all).not.toContain(ust);
    expect(all).not.toContain(ust.split('.')[1]);
  });

  test('tokens that have expired go, the others stay', async () => {
    const call = here.souk.systemCall();
    await openSession(on.sandbox, application);
    here.souk.clock.set(new Date(Date.now() + 300_000));
    try {
      const young = await openSession(on.sandbox, application);
      here.souk.clock.set(new Date(Date.now() + 370_000));
      await forgetExpired(call);
      expect(await rowsOf('marketplace_token')).toMatchObject([{ token_hash: hashToken('sandbox', young) }]);
      expect(await requireOwner(call, 'sandbox', young)).toMatchObject({ mage_id: application.mage_id });
    } finally {
      here.souk.clock.set(undefined);
    }
  });

  test('no token of an application that is revoked while one is asked for', async () => {
    const call = here.souk.systemCall();
    const doomed = await createApplication(call, 'sandbox', application.mage_id);
    await revokeApplication(call, 'sandbox', doomed.application_id);
    await expect(issueToken(call, 'sandbox', doomed, 360)).rejects.toThrow('The application id or secret is wrong.');
  });

  test('users who are made at the same time, each once', async () => {
    const call = here.souk.systemCall();
    const makings = Array.from({ length: 6 }, () =>
      createUser(call, 'production', { email: 'one@example.com', name: 'One' }).then(
        () => 'made',
        (error: Error) => error.message,
      ),
    );
    expect((await Promise.all(makings)).sort()).toEqual([
      ...Array<string>(5).fill('A user with this e-mail address exists already.'),
      'made',
    ]);
  });
});
