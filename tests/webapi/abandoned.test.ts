import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { module } from '../../src/kernel/module.ts';
import { anonymous, route } from '../../src/kernel/route.ts';
import { string } from '../../src/kernel/types.ts';
import { modules } from '../../src/program/modules.ts';
import { engines } from '../storage/databases.ts';
import { startHere, type Here } from '../support/here.ts';

let queried = 0;

/** A read that queries until it is stopped. */
const endless = module({
  name: 'Endless',
  routes: [
    route({
      method: 'GET',
      path: '/V1/endless',
      service: 'endlessV1',
      operation: 'read',
      summary: 'For tests.',
      access: anonymous,
      input: {},
      output: string,
      handle: async (_, call) => {
        for (;;) {
          await call.db.selectFrom('authorization_role').select('role_id').execute();
          queried += 1;
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    }),
  ],
});

/** Waits until something has happened in the server, which is in this process. */
async function until(hasHappened: () => boolean): Promise<void> {
  while (!hasHappened()) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(engines)('D245: a read on %s', (engine) => {
  const start = (timeout: string): Promise<Here> =>
    startHere(engine, { env: { SOUK_CALL_TIMEOUT: timeout }, modules: [...modules, endless] });
  let patient: Here;
  let hasty: Here;
  beforeAll(async () => {
    [patient, hasty] = [await start('300'), await start('1')];
  });
  afterAll(async () => {
    await patient?.stop();
    await hasty?.stop();
  });

  /** Waits until the read queries no more while a server answers several requests. */
  async function stops({ guest }: Here): Promise<void> {
    for (let before = -1; before !== queried;) {
      before = queried;
      for (let i = 0; i < 3; i++) await guest.get('/V1/directory/countries/US');
    }
  }

  it('stops once its time is over', async () => {
    queried = 0;
    expect((await hasty.guest.get('/V1/endless')).status).toBe(503);
    expect(queried).toBeGreaterThan(0);
    await stops(hasty);
  });

  it('stops once its client has gone', async () => {
    queried = 0;
    const aborted = new AbortController();
    const left = fetch(`${patient.base}/rest/V1/endless`, { signal: aborted.signal }).catch(() => 'left');
    await until(() => queried > 0);
    aborted.abort();
    expect(await left).toBe('left');
    await stops(patient);
    expect(patient.logged).toEqual([]);
  });
});
