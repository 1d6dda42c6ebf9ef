import { expect, it } from 'vitest';
import { jsonTextOf } from '../../src/kernel/json-text.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { engines } from '../storage/databases.ts';
import { startHere } from '../support/here.ts';
import { until } from '../support/souk.ts';

/** An operation that is due, and that needs no provider to be asked. */
const operation = (key: string, method: string) => ({
  key,
  subject: `order:${key}`,
  method,
  store_id: 1,
  state: 'done' as const,
  origin: key,
  result: jsonTextOf(null),
  task: jsonTextOf({ kind: 'none', args: {} }),
  fingerprint: '',
  request: jsonTextOf({ kind: 'sale', amount: '1.00', currency: 'USD', storeId: 1, token: null } as const),
  attempts: 1,
  held_until: 0,
  due_at: 0,
});

it.each(engines)('what waits for a method that is gone keeps nothing else waiting, on %s', async (engine) => {
  const here = await startHere(engine);
  try {
    const call = here.souk.systemCall();
    const gone = Array.from({ length: 30 }, (_, i) => operation(`gone-${i}`, 'gone'));
    await call.transaction(({ db }) => insertRows(db, 'payment_operation', [...gone, operation('new', 'gateway')]));
    const left = () => call.db.selectFrom('payment_operation').select('method').execute();
    await until(async () => (await left()).length === gone.length);
    expect(new Set((await left()).map(({ method }) => method))).toEqual(new Set(['gone']));
  } finally {
    await here.stop();
  }
});
